"""How the torch backend works: bounded memory, pages it must not touch, work that does not grow with the batch."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import torch
from tests.module.attention_formula import LAYOUTS, Problem, truth
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import rocm_kernels
from rocm_kernels import launches
from rocm_kernels.backends.torch import IMPLEMENTATIONS, budget, tiles
from rocm_kernels.backends.torch.paged_attention import paged_attention


class Watching(TorchDispatchMode):
    """Counts PyTorch calls, and keeps the rows gathered and the size of the largest tensor made under it."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.rows: list[torch.Tensor] = []
        self.largest = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls += 1
        result = func(*args, **(kwargs or {}))
        if func is torch.ops.aten.index_select.out:
            self.rows.append(args[2])
        given = {leaf.untyped_storage().data_ptr() for leaf in tree_leaves(args) if isinstance(leaf, torch.Tensor)}
        if isinstance(result, torch.Tensor) and result.untyped_storage().data_ptr() not in given:
            self.largest = max(self.largest, result.untyped_storage().nbytes())
        return result


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets so small that segments hold two pages and groups two pairs."""
    monkeypatch.setattr(budget, "MAX_SEGMENT_TOKENS", 32)
    monkeypatch.setattr(budget, "CPU_STEP_BYTES_PER_THREAD", 1)
    monkeypatch.setattr(budget, "MIN_SEGMENT_TOKENS", 32)
    monkeypatch.setattr(budget, "CPU_SCORE_BYTES", 2 * 4 * 4 * 32)


def decoded(problem: Problem, mode: TorchDispatchMode) -> torch.Tensor:
    """Decode under a mode by handing the implementation its arguments: the mode then sees what the kernel does."""
    captured = []
    implementation = next(entry for entry in IMPLEMENTATIONS if entry.op == "paged_attention")
    catching = replace(implementation, load=lambda: captured.append)
    with rocm_kernels.registry.only(catching):
        output = rocm_kernels.paged_attention(**problem.keywords())
    with mode:
        paged_attention(captured[0])
    return output


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("lengths", [(31, 32, 33), (63, 0, 64, 65), (1, 200, 96)])
@pytest.mark.parametrize("window", [None, 1, 20, 32, 33])
def test_boundaries_of_segments_in_decode(layout: str, lengths: tuple[int, ...], window: int | None) -> None:
    problem = Problem(lengths=lengths, layout=layout, window=window, alibi=True, sinks=True).build()
    truth(problem).check(rocm_kernels.paged_attention(**problem.keywords(), backend="torch"))


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("window", [None, 20])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("rows", [4, 14, 256])
def test_boundaries_of_tiles_in_prefill(
    monkeypatch: pytest.MonkeyPatch, window: int | None, causal: bool, rows: int
) -> None:
    monkeypatch.setattr("rocm_kernels.backends.torch.prefill_attention.ROWS_PER_TILE", rows)
    problem = Problem(
        lengths=(70, 33, 64, 5), query_lengths=(70, 1, 17, 0), window=window, causal=causal, softcap=2.0
    ).build()
    output, sums = rocm_kernels.prefill_attention(**problem.keywords(), backend="torch", return_log_sum_exp=True)
    truth(problem).check(output, sums)


@pytest.mark.parametrize("window", [None, 7, 20])
@pytest.mark.parametrize("lengths", [(37, 5, 0), (64, 65, 1)])
@pytest.mark.parametrize("longest", [65, None])
def test_pairs_made_without_the_lengths_give_the_same(
    monkeypatch: pytest.MonkeyPatch, window: int | None, lengths: tuple[int, ...], longest: int | None
) -> None:
    # What a GPU runs, where the lengths stay on the device, done here on cpu tensors.
    monkeypatch.setattr(tiles, "knows_values", lambda device: False)
    monkeypatch.setattr(budget, "MAX_SEGMENT_TOKENS", 32)
    problem = Problem(lengths=lengths, window=window, sinks=True).build()
    output = rocm_kernels.paged_attention(**problem.keywords(), backend="torch", max_context_length=longest)
    truth(problem).check(output)
    counts = tuple(min(length, 5) for length in lengths)
    prefill = Problem(lengths=lengths, query_lengths=counts, window=window).build()
    for most in (None, 5):
        output = rocm_kernels.prefill_attention(
            **prefill.keywords(), backend="torch", max_context_length=longest, max_query_length=most
        )
        truth(prefill).check(output)


def test_without_the_lengths_nothing_is_asked_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "knows_values", lambda device: False)
    problem = Problem(lengths=(37, 5), window=9, alibi=True, sinks=True, scales="per_token", kv_dtype="int8").build()

    class Refusing(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            assert func is not torch.ops.aten._local_scalar_dense.default, "a value was read"
            assert "nonzero" not in func.name(), "a shape depends on values"
            return func(*args, **(kwargs or {}))

    truth(problem).check(decoded(problem, Refusing()))


def test_memory_does_not_grow_with_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "CPU_SCORE_BYTES", 1 << 16)
    largest = {}
    for length in (8_192, 32_768):
        problem = Problem(
            lengths=(length,), query_heads=4, kv_heads=2, head=64, query_dtype="bf16", kv_dtype="bf16", extra_pages=0
        ).build()
        watching = Watching()
        decoded(problem, watching)
        largest[length] = watching.largest
    # The cache grows from 4 to 16 MiB; what grows with it here is a few numbers a segment.
    assert largest[8_192] <= 2 << 20
    assert largest[32_768] < largest[8_192] * 1.05


def test_calls_do_not_grow_with_the_sequences() -> None:
    calls = {}
    for sequences in (2, 64):
        watching = Watching()
        decoded(Problem(lengths=(20,) * sequences, head=16, block=4).build(), watching)
        calls[sequences] = watching.calls
    assert calls[64] == calls[2]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_window_reads_only_the_pages_it_sees(layout: str) -> None:
    problem = Problem(lengths=(16 * 200,), kv_heads=1, window=16 * 3, layout=layout, kv_dtype="fp32").build()
    watching = Watching()
    decoded(problem, watching)
    gathered = sum(rows.numel() for rows in watching.rows)
    # Keys and values, each in whole segments around 4 pages at most.
    assert 0 < gathered <= 2 * 2 * (budget.MAX_SEGMENT_TOKENS // 16)
    output = rocm_kernels.paged_attention(**problem.keywords(), backend="torch")
    truth(problem).check(output)


def test_a_ragged_batch_costs_what_its_tokens_cost() -> None:
    watching = Watching()
    decoded(Problem(lengths=(4_096, *[1] * 15), kv_heads=1, query_heads=1, extra_pages=0).build(), watching)
    pages = sum(rows.numel() for rows in watching.rows) / 2
    segment = budget.MAX_SEGMENT_TOKENS // 16
    assert pages <= 4_096 / 16 + 15 * segment


def test_kernels_are_noted_where_they_run() -> None:
    decode, prefill = Problem().build(), Problem(lengths=(5,), query_lengths=(5,)).build()
    cache = rocm_kernels.PagedCache.allocate(2, 1, 16, 16)
    tokens = torch.ones(1, 1, 16, dtype=torch.bfloat16)
    with launches.listening() as kernels:
        rocm_kernels.paged_attention(**decode.keywords(), backend="torch")
        rocm_kernels.prefill_attention(**prefill.keywords(), backend="torch")
        cache.write(tokens, tokens, torch.tensor([0]), backend="torch")
    assert kernels == ["torch.paged_attention", "torch.prefill_attention", "torch.reshape_and_cache"]


def test_it_takes_every_layout_type_and_option() -> None:
    support = IMPLEMENTATIONS[0].support
    for layout, kv_dtype in itertools.product(LAYOUTS, ("fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8")):
        spec = rocm_kernels.AttentionSpec(
            "paged_attention",
            "rocm",
            "gfx90a",
            "bf16",
            kv_dtype,
            71,
            1,
            64,
            528,
            layout,
            True,
            True,
            True,
            True,
            True,
            True,
        )
        assert support.reasons(spec) == ()
