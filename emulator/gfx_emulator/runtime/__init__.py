"""The native part of the machine: C sources and the LLVM IR text made of them."""
