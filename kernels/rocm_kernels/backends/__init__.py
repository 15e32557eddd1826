"""One package a backend."""
