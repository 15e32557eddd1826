"""Compiles the Triton kernels from which the inventory learns what Triton emits for gfx942.

    python tests/emulator/instructions/corpus.py FOLDER

writes FOLDER/triton/*.co; `python -m tests.emulator.instructions.corpus_source FOLDER` writes FOLDER/clang/*.co. No GPU is
needed.
"""

from __future__ import annotations

import pathlib
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(out, x, columns, block: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, block)
    value = tl.load(x + row * columns + offsets, mask=offsets < columns, other=-float("inf")).to(tl.float32)
    value = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * columns + offsets, value / tl.sum(value, 0), mask=offsets < columns)


@triton.jit
def root_mean_square(out, x, weight, columns, epsilon, block: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, block)
    value = tl.load(x + row * columns + offsets, mask=offsets < columns, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(value * value, 0) / columns + epsilon)
    tl.store(out + row * columns + offsets, value * scale * tl.load(weight + offsets, mask=offsets < columns))


@triton.jit
def matrix_product(out, a, b, m, n, k, tile: tl.constexpr, depth: tl.constexpr):
    rows = tl.program_id(0) * tile + tl.arange(0, tile)
    columns = tl.program_id(1) * tile + tl.arange(0, tile)
    total = tl.zeros((tile, tile), tl.float32)
    for start in range(0, k, depth):
        inner = start + tl.arange(0, depth)
        left = tl.load(a + rows[:, None] * k + inner[None, :], mask=inner[None, :] < k, other=0.0)
        right = tl.load(b + inner[:, None] * n + columns[None, :], mask=inner[:, None] < k, other=0.0)
        total = tl.dot(left, right, total)
    place = out + rows[:, None] * n + columns[None, :]
    tl.store(place, total.to(out.dtype.element_ty), mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def paged_decode(out, q, k, v, table, lengths, scale, page: tl.constexpr, heads: tl.constexpr, width: tl.constexpr):
    sequence = tl.program_id(0)
    head = tl.arange(0, heads)
    lane = tl.arange(0, width)
    token = tl.arange(0, page)
    query = tl.load(q + sequence * heads * width + head[:, None] * width + lane[None, :])
    length = tl.load(lengths + sequence)
    best = tl.full((heads,), -float("inf"), tl.float32)
    total = tl.zeros((heads,), tl.float32)
    result = tl.zeros((heads, width), tl.float32)
    for start in range(0, length, page):
        block = tl.load(table + sequence * 64 + start // page).to(tl.int64)
        place = block * page * width + token[:, None] * width + lane[None, :]
        keys = tl.load(k + place).to(query.dtype)
        scores = tl.dot(query, tl.trans(keys)) * scale
        scores = tl.where((start + token < length)[None, :], scores, -float("inf"))
        bigger = tl.maximum(best, tl.max(scores, 1))
        weights = tl.exp2(scores - bigger[:, None])
        shrink = tl.exp2(best - bigger)
        total = total * shrink + tl.sum(weights, 1)
        values = tl.load(v + place).to(query.dtype)
        result = result * shrink[:, None] + tl.dot(weights.to(query.dtype), values)
        best = bigger
    tl.store(out + sequence * heads * width + head[:, None] * width + lane[None, :], result / total[:, None])


KERNELS = [
    ("softmax", softmax, {"out": "*fp32", "x": "*bf16", "columns": "i32"}, {"block": 1024}),
    (
        "rms",
        root_mean_square,
        {"out": "*bf16", "x": "*bf16", "weight": "*bf16", "columns": "i32", "epsilon": "fp32"},
        {"block": 2048},
    ),
] + [
    (
        f"matmul_{kind}",
        matrix_product,
        {"out": f"*{out}", "a": f"*{kind}", "b": f"*{kind}", "m": "i32", "n": "i32", "k": "i32"},
        {"tile": 64, "depth": 64},
    )
    for kind, out in [("fp16", "fp16"), ("bf16", "bf16"), ("fp32", "fp32"), ("fp8e4b8", "bf16"), ("fp8e5b16", "fp32")]
]
KERNELS += [
    (
        f"decode_{cache}",
        paged_decode,
        {
            "out": "*bf16",
            "q": "*bf16",
            "k": f"*{cache}",
            "v": f"*{cache}",
            "table": "*i32",
            "lengths": "*i32",
            "scale": "fp32",
        },
        {"page": page, "heads": 16, "width": 128},
    )
    for cache, page in [("bf16", 16), ("fp8e4b8", 64)]
]


def compile_triton(folder: pathlib.Path) -> None:
    """Compiles the Triton kernels above for gfx942."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, function, signature, constants in KERNELS:
        full = {**signature, **dict.fromkeys(constants, "constexpr")}
        order = {key: full[key] for key in function.arg_names}
        attributes = {
            (index,): [["tt.divisibility", 16]] for index, kind in enumerate(order.values()) if kind.startswith("*")
        }
        source = ASTSource(function, signature=order, constexprs=constants, attrs=attributes)
        compiled = triton.compile(source, target=GPUTarget("hip", "gfx942", 64))
        (folder / f"{name}.co").write_bytes(compiled.asm["hsaco"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    compile_triton(pathlib.Path(sys.argv[1]) / "triton")
