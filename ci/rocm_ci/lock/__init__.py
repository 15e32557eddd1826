"""The lock: what an image declares to contain, read for itself and held against what runs."""
