"""Kernels that are compiled twice, for an AMD GPU and as plain C++ for this CPU, and what runs the second."""
