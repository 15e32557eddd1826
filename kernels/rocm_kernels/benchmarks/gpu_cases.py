"""The cases of `make bench-gpu`: shapes, goals, and the fewest bytes and operations each must cost."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from rocm_kernels.benchmarks.gpu_requests import Problem
from rocm_kernels.dtypes import DATA_TYPES


@dataclass(frozen=True)
class Case:
    """One line of the table.

    Attributes:
        name: short, unique.
        problem: the request.
        goal_share: at least this share of the copy bandwidth measured in the same run, None where the goal is a time.
        goal_time: at most these microseconds, None where the goal is a share.
        goal_matrix_share: at least this share of the bf16 matrix rate measured in the same run.
        goal_error: largest relative norm of the error against fp32.
        field: microseconds that the field's notes give for peers, by peer.
    """

    name: str
    problem: Problem
    goal_share: float | None = None
    goal_time: float | None = None
    goal_matrix_share: float | None = None
    goal_error: float = 3e-3
    field: tuple[tuple[str, float], ...] = ()

    @property
    def cache_bytes(self) -> int:
        """Bytes of keys and values that are read at least once."""
        problem = self.problem
        itemsize = DATA_TYPES[problem.kv_dtype].itemsize
        return 2 * sum(problem.lengths) * problem.kv_heads * problem.head_size * itemsize

    @property
    def operations(self) -> int:
        """Floating-point operations of both matrix products, hidden positions left out."""
        problem = self.problem
        pairs = sum(problem.lengths)
        if problem.query_lengths is not None:
            pairs = 0
            for queries, length in zip(problem.query_lengths, problem.lengths, strict=True):
                # The last query sees `length` keys, each one before it one fewer.
                pairs += queries * length - (queries * (queries - 1) // 2 if problem.causal else 0)
        return 4 * pairs * problem.query_heads * problem.head_size


def _decode(batch: int, heads: int, kv_heads: int, length: int, dtype: str = "bf16", **options: object) -> Problem:
    base = Problem((length,) * batch, heads, kv_heads, 128, 16, dtype, dtype, "nhd", log_sum_exp=False)
    return replace(base, **options)  # type: ignore[arg-type]  # options of Problem


def _ragged(batch: int, longest: int) -> tuple[int, ...]:
    draw = random.Random(0)
    return tuple(draw.randint(1, longest) for _ in range(batch))


_FP8 = {"kv_dtype": "fp8_e4m3fn", "scales": "per_tensor"}
CASES: dict[str, Case] = {
    case.name: case
    for case in (
        Case("b64-4k", _decode(64, 64, 8, 4096), 0.95, field=(("v1", 1823), ("v2", 1625), ("aiter", 464))),
        Case("b128-8k", _decode(128, 64, 8, 8192), 1.00, field=(("v1", 6675), ("v2", 6350), ("aiter", 1275))),
        Case("b8-32k", _decode(8, 32, 8, 32768), 0.94, field=(("v1", 4028), ("v2", 867), ("aiter", 488))),
        Case(
            "b1-32k",
            _decode(1, 64, 8, 32768),
            None,
            42,
            field=(("sdpa", 39.2), ("aiter", 93), ("v1", 1988), ("v2", 248)),
        ),
        Case(
            "b32-1k-fp16",
            _decode(32, 64, 8, 1024, "fp16"),
            None,
            41,
            None,
            5e-4,
            (("sdpa", 36.7), ("aiter", 79.9), ("v1", 149), ("v2", 159)),
        ),
        Case(
            "falcon",
            _decode(32, 71, 1, 2048, head_size=64),
            None,
            18,
            field=(("sdpa", 21.9), ("aiter", 114), ("v2", 219), ("v1", 250)),
        ),
        Case("b8-8x1-fp16", _decode(8, 8, 1, 1024, "fp16"), None, 9, None, 5e-4, (("sdpa", 7.9), ("aiter", 50))),
        Case("b1-8k", _decode(1, 32, 8, 8192), None, 15, field=(("sdpa", 12.5), ("aiter", 65))),
        Case("b8-2k", _decode(8, 32, 8, 2048), None, 25, field=(("sdpa", 23.8), ("aiter", 78))),
        Case("b1-32k-fp8", _decode(1, 64, 8, 32768, **_FP8), None, 30, field=(("aiter", 104),)),
        Case("b64-4k-fp8", _decode(64, 64, 8, 4096, **_FP8), 0.80, field=(("aiter", 540),)),
        Case("b128-8k-fp8", _decode(128, 64, 8, 8192, **_FP8), 0.85, field=(("aiter", 1973),)),
        Case(
            "ragged-8k",
            _decode(64, 64, 8, 1, lengths=_ragged(64, 8192)),
            0.92,
            field=(("v1", 1879), ("v2", 1775), ("aiter", 759)),
        ),
        Case(
            "prefill-8k",
            _decode(1, 32, 8, 8192, query_lengths=(8192,)),
            goal_matrix_share=0.65,
        ),
    )
}
