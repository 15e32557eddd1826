"""Paged attention for AMD GPUs: ops, the dispatcher that chooses a backend, and the backends."""
