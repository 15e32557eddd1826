"""A broken installation of AITER: importing it raises OSError."""

raise OSError("broken on purpose: os_error")
