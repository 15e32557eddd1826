"""Backend of the HIP kernels bundled here."""
