# mypy: disable-error-code="untyped-decorator, no-untyped-def"
# (Triton's own compiler types these functions.)
"""A Triton decode kernel with matrix instructions, for the benchmark. No postponed annotations: Triton reads them."""

import triton
import triton.language as tl


@triton.jit
def decode_matrix(
    query,
    keys,
    values,
    tables,
    lengths,
    output,
    table_stride,
    heads,
    scale,
    RATIO: tl.constexpr,  # noqa: N803 - Triton's compile-time arguments are in capitals
    HEAD: tl.constexpr,  # noqa: N803
    PAGE: tl.constexpr,  # noqa: N803
    TOKENS: tl.constexpr,  # noqa: N803
):
    """Decode one (kv head, sequence): layouts as in benchmark.hip; 16 rows, of which RATIO are used."""
    head = tl.program_id(0)
    sequence = tl.program_id(1)
    rows = tl.arange(0, 16)
    columns = tl.arange(0, HEAD)
    used = rows < RATIO
    first = (sequence * heads + head) * RATIO
    q = tl.load(query + (first + rows[:, None]) * HEAD + columns[None, :], mask=used[:, None], other=0.0)
    length = tl.load(lengths + sequence)
    top = tl.full([16], -1e30, tl.float32)
    total = tl.zeros([16], tl.float32)
    acc = tl.zeros([16, HEAD], tl.float32)
    for start in range(0, length, TOKENS):
        token = start + tl.arange(0, TOKENS)
        inside = token < length
        page = tl.load(tables + sequence * table_stride + token // PAGE, mask=inside, other=0)
        place = ((page * heads + head) * HEAD * PAGE).to(tl.int64)
        k = tl.load(
            keys
            + place[None, :]
            + columns[:, None] // 8 * PAGE * 8
            + (token % PAGE)[None, :] * 8
            + columns[:, None] % 8
        )
        scores = tl.where(inside[None, :], tl.dot(q, k) * scale, -1e30)
        peak = tl.maximum(top, tl.max(scores, 1))
        p = tl.exp2(scores - peak[:, None])
        shrink = tl.exp2(top - peak)
        total = total * shrink + tl.sum(p, 1)
        v = tl.load(values + place[:, None] + columns[None, :] * PAGE + (token % PAGE)[:, None])
        acc = tl.dot(p.to(v.dtype), v, acc * shrink[:, None])
        top = peak
    acc = acc / total[:, None]
    tl.store(output + (first + rows[:, None]) * HEAD + columns[None, :], acc.to(tl.float16), mask=used[:, None])
