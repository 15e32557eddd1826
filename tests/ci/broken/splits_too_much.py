"""The bundled kernel cuts each context into as many parts as it has rounds: right, and bytes are spent on partial results."""

from rocm_kernels.backends.rocm import paged_attention
from rocm_kernels.backends.rocm.splits import Part, Split


def most(part: Part, max_tokens: int, compute_units: int) -> Split:
    return Split(max(1, -(-max_tokens // part.tokens_per_round)), 1)


paged_attention.choose_split = most  # type: ignore[attr-defined]
