"""A FAKE of AITER for tests: the signature of the real ``pa_fwd_asm``, plain PyTorch arithmetic, no AMD GPU.

It marks itself FAKE, and the launches that are recorded of it are named ``fake_aiter.<function>``.
"""

import math

import torch

FAKE = True
__version__ = "fake"

# What the next calls do: right, raises or unwritten.
behaviour = "right"
# Every call: its arguments by name.
calls: list[dict] = []


def _attend(Q, K, V, block_table, length, K_QScale, V_QScale):
    """One sequence, from the formula, reading the asm layout token by token: [heads, head_size] in fp32."""
    heads, head_size = Q.shape
    _, kv_heads, _, block_size, x = K.shape
    keys = torch.zeros(length, kv_heads, head_size)
    values = torch.zeros(length, kv_heads, head_size)
    for token in range(length):
        block, row = int(block_table[token // block_size]), token % block_size
        key = K[block, :, :, row, :].float().reshape(kv_heads, head_size)
        value = V[block, :, row // x, :, row % x].float()
        keys[token] = key * (K_QScale[block, :, row, None] if K_QScale is not None else 1)
        values[token] = value * (V_QScale[block, :, row, None] if V_QScale is not None else 1)
    shared = heads // kv_heads
    out = torch.zeros(heads, head_size)
    for head in range(heads):
        scores = keys[:, head // shared] @ Q[head].float() / math.sqrt(head_size)
        out[head] = torch.softmax(scores, 0) @ values[:, head // shared]
    return out


def pa_fwd_asm(
    Q: torch.Tensor,
    K: torch.Tensor,
    V: torch.Tensor,
    block_tables: torch.Tensor,
    context_lens: torch.Tensor,
    block_tables_stride0: int,
    max_qlen: int = 1,
    K_QScale: torch.Tensor | None = None,
    V_QScale: torch.Tensor | None = None,
    out_: torch.Tensor | None = None,
    qo_indptr: torch.Tensor | None = None,
    high_precision: int | None = 1,
    kernelName: str | None = None,
) -> torch.Tensor:
    calls.append(dict(locals()))
    out = torch.empty_like(Q) if out_ is None else out_
    if behaviour == "raises":
        raise RuntimeError("fake launch error")
    for sequence, length in enumerate(context_lens.tolist()):
        if length == 0:
            continue  # as a kernel would that runs no tile: nothing is written
        row = _attend(Q[sequence], K, V, block_tables[sequence], length, K_QScale, V_QScale).to(out.dtype)
        # As the legacy kernel did: the last quarter of the heads is never written.
        written = row.shape[0] - row.shape[0] // 4 if behaviour == "unwritten" else row.shape[0]
        out[sequence, :written] = row[:written]
    return out
