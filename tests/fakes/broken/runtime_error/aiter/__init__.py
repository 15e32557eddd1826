"""A broken installation of AITER: importing it raises RuntimeError."""

raise RuntimeError("broken on purpose: runtime_error")
