"""What this package costs and how fast its kernels run; a module is a command: `python -m rocm_kernels.benchmarks.<name>`."""
