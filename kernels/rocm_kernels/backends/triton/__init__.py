"""Backend of Triton kernels: one source for NVIDIA and AMD."""
