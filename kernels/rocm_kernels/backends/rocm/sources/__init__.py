"""HIP sources of the bundled kernels; specialisation.py writes the macros that they need."""
