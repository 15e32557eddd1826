"""One call of an attention op with its data, and how far the output is from attention in double precision."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import rocm_kernels.ops as ops
from rocm_ci import problem as problems
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell_context import device_of
from rocm_ci.distance import Distance
from rocm_ci.problem import Problem
from rocm_ci.reference import attention, eight_bit, formats, tolerance
from rocm_ci.trouble import Trouble

GUARD_ROWS = 2
Floats = NDArray[np.float64]


class AttentionRequest:
    """Attention of one cell; its output is a slice of a larger tensor full of NaN."""

    def __init__(self, cell: AttentionCell) -> None:
        self.cell = cell
        self.problem: Problem = problems.build(cell)
        device = device_of(cell)
        dtype = problems.TORCH_DTYPES[cell.query_dtype]
        rows = self.problem.query.shape[0]
        # Rows before and after belong to nobody: they must stay NaN, all others must not.
        self.guarded = torch.full(
            (rows + 2 * GUARD_ROWS, cell.query_heads, cell.head_size), torch.nan, dtype=dtype, device=device
        )
        self.log_sum_exp: torch.Tensor | None = None

    @cached_property
    def arguments(self) -> tuple[tuple[torch.Tensor, ...], dict[str, Any]]:
        """Positional and named arguments of the op, on the cell's device; moved there once."""
        cell, problem, device = self.cell, self.problem, device_of(self.cell)

        def moved(tensor: torch.Tensor | None) -> torch.Tensor | None:
            return tensor if tensor is None or device.type == "cpu" else tensor.to(device)

        options = {
            "layout": cell.layout,
            "kv_dtype": cell.kv_dtype if cell.kv_dtype.startswith("fp8") else None,
            "scale": cell.scale,
            "key_scale": moved(problem.key_scale.tensor),
            "value_scale": moved(problem.value_scale.tensor),
            "alibi_slopes": moved(problem.alibi_slopes),
            "sliding_window": cell.sliding_window,
            "sinks": moved(problem.sinks),
            "softcap": cell.softcap,
            "out": self.guarded[GUARD_ROWS:-GUARD_ROWS],
            "return_log_sum_exp": cell.log_sum_exp,
        }
        if cell.op == "paged_attention":
            options |= {
                "min_context_length": cell.min_context_length,
                "max_context_length": cell.max_context_length,
                "finite_cache": cell.finite_cache,
            }
        if cell.op == "prefill_attention":
            options |= {"query_start": moved(problem.query_start), "causal": cell.causal}
        tensors = (
            problem.query,
            problem.key_cache,
            problem.value_cache,
            problem.block_tables,
            problem.context_lengths,
        )
        return tuple(tensor.to(device) if device.type != "cpu" else tensor for tensor in tensors), options

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        """Call the op."""
        tensors, options = self.arguments
        result = getattr(ops, self.cell.op)(*tensors, **options, backend=backend, validate=validate)
        self.log_sum_exp = result[1] if self.cell.log_sum_exp else None

    def distance(self) -> Distance:
        """Compare what was written with the reference."""
        cell, problem = self.cell, self.problem
        everything = self.guarded.double().cpu().numpy()
        output = everything[GUARD_ROWS:-GUARD_ROWS]
        troubles = []
        if not np.isnan(everything[:GUARD_ROWS]).all() or not np.isnan(everything[-GUARD_ROWS:]).all():
            troubles.append(Trouble("unwritten", "memory beside the output was written"))
        if missing := int(np.isnan(output).sum()):
            where = tuple(int(index) for index in np.argwhere(np.isnan(output))[0])
            troubles.append(
                Trouble("unwritten", f"{missing} of {output.size} output elements are NaN, the first at {where}")
            )
            return Distance(float("nan"), 0.0, tuple(troubles))
        log_sum_exp = None if self.log_sum_exp is None else self.log_sum_exp.double().cpu().numpy()
        worst, bound, row = 0.0, tolerance.UNIT_ROUNDOFF[cell.query_dtype], 0
        for sequence, (plain, key, value) in enumerate(zip(problem.queries, problem.keys, problem.values, strict=True)):
            query = _seen(cell, _wide(plain))
            truth = attention.attention(query, _wide(key), _wide(value), _options(cell, problem))
            rows = slice(row, row + len(query))
            row += len(query)
            bounds = tolerance.relative_bound(cell.query_dtype, cell.backend or "torch", len(key), truth.score_error)
            absolute = tolerance.absolute_bound(cell.query_dtype, cell.backend or "torch", truth.reach)
            limits = np.broadcast_to(bounds[..., None], truth.output.shape)
            if _in_8_bits(cell):
                reach = eight_bit.probability_error(query, _wide(key), _wide(value), problem.scale, cell.kv_dtype)
                limits = limits + reach / np.where(truth.magnitude > 0, truth.magnitude, 1.0)
            error, limit = _relative(output[rows], truth, limits, absolute)
            if not error / limit <= worst / bound:
                worst, bound = error, limit
            if not error <= limit < np.inf:  # NaN is within no bound, and no bound proves nothing
                troubles.append(
                    Trouble(
                        "accuracy",
                        f"sequence {sequence} (length {len(key)}) is off by {error:.3g} of the sum of p|v|, "
                        f"the bound is {limit:.3g}",
                    )
                )
            if log_sum_exp is not None:
                troubles += _log_sum_exp(sequence, log_sum_exp[rows], truth)
        return Distance(worst, bound, tuple(troubles[:3]))


def _in_8_bits(cell: AttentionCell) -> bool:
    """Whether the kernels that serve a cell multiply 8-bit numbers only."""
    return cell.backend == "aiter" and cell.kv_dtype in formats.MAX_STORED


def _seen(cell: AttentionCell, query: Floats) -> Floats:
    """The query as the kernels of the cell's backend see it."""
    return eight_bit.seen_query(query, cell.kv_dtype) if _in_8_bits(cell) else query


def _wide(values: NDArray[np.float32]) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _options(cell: AttentionCell, problem: Problem) -> attention.Options:
    return attention.Options(
        scale=problem.scale,
        causal=cell.causal,
        alibi_slopes=None if problem.alibi_slopes is None else problem.alibi_slopes.double().numpy(),
        sliding_window=cell.sliding_window,
        sinks=None if problem.sinks is None else problem.sinks.double().numpy(),
        softcap=cell.softcap,
    )


def _relative(output: Floats, truth: attention.Truth, limits: Floats, absolute: Floats) -> tuple[float, float]:
    """Error over sum p|v| where it is largest in relation to its bound, one of ``limits``, and that bound."""
    error = np.maximum(np.abs(output - truth.output) - absolute, 0.0)
    magnitude = truth.magnitude
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(magnitude > 0, error / magnitude, np.where(error > 0, np.inf, 0.0))
    if not relative.size:
        return 0.0, float(np.max(limits, initial=tolerance.UNIT_ROUNDOFF["fp32"]))
    worst = int(np.argmax(np.where(limits < np.inf, relative / limits, np.inf)))
    return float(relative.flat[worst]), float(limits.flat[worst])


def _log_sum_exp(sequence: int, found: Floats, truth: attention.Truth) -> list[Trouble]:
    """The log-sum-exp is fp32: its error is that of a score, plus rounding of its own size and of the sum."""
    expected = truth.log_sum_exp
    empty = np.isneginf(expected)
    limit = truth.score_error + 64 * attention.FP32_UNIT * (1 + np.where(empty, 0.0, np.abs(expected)))
    with np.errstate(invalid="ignore"):
        wrong = np.where(empty, ~np.isneginf(found), ~(np.abs(found - expected) <= limit))
    if not wrong.any():
        return []
    where = tuple(int(index) for index in np.argwhere(wrong)[0])
    text = f"log-sum-exp of sequence {sequence} at {where} is {found[where]:.7g}, expected {expected[where]:.7g}"
    return [Trouble("accuracy", f"{text} within {limit[where]:.2g}")]
