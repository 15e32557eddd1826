"""The undamaged code objects that fuzzing starts from: small kernels built here, and those of a folder if one is given."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gfx_emulator.compile import compile_hip
from gfx_emulator.errors import ArgumentError

_SUFFIXES = frozenset({".co", ".hsaco"})
_MAXIMUM_BYTES = 1 << 18

SOURCES = {
    "axpy": """
extern "C" __global__ void axpy(float *y, const float *x, float a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
""",
    "reverse": """
extern "C" __global__ void reverse(int *out, const int *in, unsigned n) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
  __syncthreads();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
""",
    "collatz": """
extern "C" __global__ void collatz(unsigned *steps, const unsigned *start, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  if (i >= n) return;
  for (unsigned v = start[i]; v > 1; v = v & 1 ? 3 * v + 1 : v / 2) ++count;
  steps[i] = count;
}
""",
    "halves": """
extern "C" __global__ void halves(_Float16 *out, const double *in, long long n, double scale) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (_Float16)(in[i] * scale + (double)(i % (n - 5)));
}
""",
    "histogram": """
extern "C" __global__ void histogram(unsigned *bins, const unsigned char *in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __atomic_fetch_add(bins + in[i], 1u, __ATOMIC_RELAXED);
}
""",
    "transpose": """
extern "C" __global__ void transpose(float *out, const float *in, unsigned rows, unsigned columns) {
  __shared__ float tile[16][17];
  unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
  unsigned row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  if (row < rows && column < columns) tile[y][x] = in[row * columns + column];
  __syncthreads();
  row = blockIdx.y * 16 + x; column = blockIdx.x * 16 + y;
  if (row < rows && column < columns) out[column * rows + row] = tile[x][y];
}
""",
}


@dataclass(frozen=True)
class Corpus:
    """Names and bytes of code objects, in a fixed order."""

    files: tuple[tuple[str, bytes], ...]

    @cached_property
    def sha256(self) -> str:
        """One hash over all files: cases are only the same for the same corpus."""
        digest = hashlib.sha256()
        for _, data in self.files:
            digest.update(hashlib.sha256(data).digest())
        return digest.hexdigest()


def build_corpus(target: str, folder: Path | None = None) -> Corpus:
    """Compile the built-in kernels and add the code objects below ``folder`` (those up to 256 KiB)."""
    files = [
        (name, compile_hip(f'#include "hip_device.h"\n{source}', target, compiler="ziglang").code)
        for name, source in SOURCES.items()
    ]
    if folder is not None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
        if not paths:
            raise ArgumentError(f"corpus is {str(folder)!r}: expected a folder with .co or .hsaco files")
        files += [(path.name, path.read_bytes()) for path in paths if path.stat().st_size <= _MAXIMUM_BYTES]
    return Corpus(tuple(files))
