"""A broken installation of AITER: importing it raises SystemExit."""

raise SystemExit("broken on purpose: system_exit")
