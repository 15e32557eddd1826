"""How much memory the PyTorch kernels work in: sizes of tiles and steps from budgets in bytes."""

from __future__ import annotations

from dataclasses import dataclass

import torch

# A step's keys (or values) in fp32. On a CPU a step is gathered, converted and multiplied by three separate calls, so what
# one call writes should still lie in the caches of the cores when the next one reads it; a GPU wants large launches.
CPU_STEP_BYTES_PER_THREAD = 1 << 20
GPU_STEP_BYTES = 64 << 20
# Scores of the steps between two softmax calls.
CPU_SCORE_BYTES = 8 << 20
GPU_SCORE_BYTES = 256 << 20
# Query rows (tokens x query heads of one key/value head) that share one gathered page.
ROWS_PER_TILE = 256
# A segment is at least this long where the step allows it: each one leaves a partial result to merge.
MIN_SEGMENT_TOKENS = 16
MAX_SEGMENT_TOKENS = 1024


@dataclass(frozen=True)
class Budget:
    """Sizes of one call.

    Attributes:
        segment_pages: pages of a sequence that are attended to at once.
        step_pairs: (tile, segment) pairs whose keys are gathered at once.
        group_pairs: pairs between two softmax calls, a multiple of ``step_pairs``.
    """

    segment_pages: int
    step_pairs: int
    group_pairs: int


def budget(
    device: torch.device, kv_heads: int, head_size: int, block_size: int, rows: int, max_context_length: int
) -> Budget:
    """Choose the sizes for tiles of ``rows`` query rows a key/value head."""
    if device.type == "cpu":
        step_bytes, score_bytes = CPU_STEP_BYTES_PER_THREAD * torch.get_num_threads(), CPU_SCORE_BYTES
    else:
        step_bytes, score_bytes = GPU_STEP_BYTES, GPU_SCORE_BYTES
    token_bytes = kv_heads * head_size * 4
    tokens = min(max(step_bytes // token_bytes, MIN_SEGMENT_TOKENS), MAX_SEGMENT_TOKENS, max(max_context_length, 1))
    segment_pages = max(tokens // block_size, 1)
    segment_tokens = segment_pages * block_size
    step_pairs = max(step_bytes // (token_bytes * segment_tokens), 1)
    steps = max(score_bytes // (kv_heads * rows * segment_tokens * 4) // step_pairs, 1)
    return Budget(segment_pages, step_pairs, step_pairs * steps)
