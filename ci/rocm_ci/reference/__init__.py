"""The truth that cells are judged by: attention from its formula, in double precision.

It has its own reading of every cache layout and its own tables of the 8-bit formats, and imports nothing of rocm_kernels,
so that no mistake can be made on both sides at once.
"""
