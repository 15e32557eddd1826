"""Where AITER's own kernels are right: its code objects run in the emulator over the space of requests."""
