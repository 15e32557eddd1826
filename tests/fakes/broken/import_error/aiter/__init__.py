"""A broken installation of AITER: importing it raises ImportError."""

raise ImportError("broken on purpose: import_error")
