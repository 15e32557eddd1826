"""The kernels themselves, in Triton's language; see rocm_kernels.backends.triton.source_modules for how they are loaded."""
