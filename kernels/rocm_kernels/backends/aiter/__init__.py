"""Backend that calls AITER, from its own package."""
