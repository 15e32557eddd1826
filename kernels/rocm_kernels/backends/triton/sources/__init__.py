"""The kernels themselves, in Triton's language; rocm_kernels.backends.triton.source_modules loads them, compiled or interpreted."""
