"""The ops as torch.compile and torch.library see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from tests.module.attention_formula import Problem, truth

import rocm_kernels
from rocm_kernels import PagedCache

PROBLEMS = {
    "decode": Problem(query_dtype="bf16", kv_dtype="bf16", window=9, softcap=3.0),
    "decode with everything": Problem(
        layout="asm", query_dtype="fp16", kv_dtype="int8", scales="per_head", alibi=True, sinks=True, scale=0.3
    ),
    "prefill": Problem(lengths=(20, 9), query_lengths=(20, 3), layout="nhd", alibi=True),
}


def op_of(problem: Problem) -> Callable:
    return rocm_kernels.paged_attention if problem.query_lengths is None else rocm_kernels.prefill_attention


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("compiler", ["eager", "aot_eager"])
def test_whole_graphs_hold_the_op(name: str, compiler: str) -> None:
    problem = PROBLEMS[name].build()
    op = op_of(problem)

    def model(query: torch.Tensor, given: dict) -> tuple[torch.Tensor, torch.Tensor]:
        output, log_sum_exp = op(query * 1, **given, return_log_sum_exp=True)
        return output + 0, log_sum_exp * 1

    given = problem.keywords()
    query = given.pop("query")
    torch._dynamo.reset()
    output, log_sum_exp = torch.compile(model, backend=compiler, fullgraph=True)(query, given)
    truth(problem).check(output, log_sum_exp)


def test_compiled_calls_are_recorded_and_follow_the_policy() -> None:
    problem = PROBLEMS["decode"].build()
    given = problem.keywords()

    def model(query: torch.Tensor) -> torch.Tensor:
        return rocm_kernels.paged_attention(query, **{k: v for k, v in given.items() if k != "query"})

    torch._dynamo.reset()
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    compiled(given["query"])
    with rocm_kernels.recording() as record, rocm_kernels.using_policy(rocm_kernels.explicit("torch")):
        compiled(given["query"])
    assert [(call.op, call.backend) for call in record.calls] == [("paged_attention", "torch")]
    assert record.kernels == ("torch.paged_attention",)


def test_out_is_written_by_a_compiled_graph() -> None:
    problem = PROBLEMS["decode"].build()
    given = problem.keywords()
    query = given.pop("query")
    out = torch.full_like(query, float("nan"))

    def model(query: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
        return rocm_kernels.paged_attention(query, **given, out=out)

    torch._dynamo.reset()
    result = torch.compile(model, backend="aot_eager", fullgraph=True)(query, out)
    truth(problem).check(out)
    truth(problem).check(result)


def test_a_new_batch_size_needs_no_new_graph() -> None:
    graphs = 0

    def counting(graph: torch.fx.GraphModule, inputs: list) -> Callable:
        nonlocal graphs
        graphs += 1
        return graph.forward

    def model(query: torch.Tensor, given: dict) -> torch.Tensor:
        return rocm_kernels.paged_attention(query, **given)

    torch._dynamo.reset()
    compiled = torch.compile(model, backend=counting, fullgraph=True, dynamic=True)
    # Sizes that no other axis has: equal sizes are taken for one and the same.
    for lengths in ((20,) * 9, (20,) * 11, (20,) * 13):
        problem = Problem(lengths=lengths, extra_pages=4).build()
        given = problem.keywords()
        truth(problem).check(compiled(given.pop("query"), given))
    assert graphs == 1


@pytest.mark.parametrize("scales", ["none", "per_head", "per_token"])
def test_writing_and_reading_in_one_graph(scales: str) -> None:
    caches = [PagedCache.allocate(4, 2, 32, 16, dtype="int8", scales=scales) for _ in range(2)]
    torch.manual_seed(0)
    key, value = torch.randn(2, 5, 2, 32)
    query = torch.randn(1, 4, 32)
    slots = torch.arange(16, 21)
    table, length = torch.tensor([[1]], dtype=torch.int32), torch.tensor([5], dtype=torch.int32)

    def model(cache: PagedCache) -> torch.Tensor:
        given = dict(cache.keywords())
        rocm_kernels.reshape_and_cache(key * 20, value * 20, slot_mapping=slots, **given)
        return rocm_kernels.paged_attention(query, block_tables=table, context_lengths=length, **given)

    eager = model(caches[0])
    torch._dynamo.reset()
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)(caches[1])
    assert bool(caches[0].key.any())
    assert torch.equal(eager, compiled)
    assert torch.equal(caches[0].key, caches[1].key)
    assert torch.equal(caches[0].value, caches[1].value)
    if scales == "per_token":
        assert torch.equal(caches[0].key_scale, caches[1].key_scale)


def test_plain_numbers_as_scales_in_a_graph() -> None:
    problem = Problem(query_dtype="bf16", kv_dtype="int8", scales="per_tensor").build()
    given = problem.keywords()
    given |= {name: float(given[name]) for name in ("key_scale", "value_scale")}
    query = given.pop("query")
    torch._dynamo.reset()
    compiled = torch.compile(
        lambda query: rocm_kernels.paged_attention(query, **given), backend="aot_eager", fullgraph=True
    )
    truth(problem).check(compiled(query))


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_registration_passes_pytorch_s_own_checks(name: str) -> None:
    problem = PROBLEMS[name].build()
    t = problem.tensors
    middle = (None, problem.scale, t.get("key_scale"), t.get("value_scale"), t.get("alibi_slopes"), problem.window)
    options = (problem.layout, *middle, t.get("sinks"), problem.softcap, None)
    outputs = (torch.empty_like(t["query"]), torch.empty(t["query"].shape[:2]), "torch", None)
    tensors = tuple(t[part] for part in ("query", "key_cache", "value_cache", "block_tables", "context_lengths"))
    if problem.query_lengths is None:
        checked = torch.library.opcheck(
            torch.ops.rocm_kernels.paged_attention.default, (*tensors, *options, 1, False, *outputs)
        )
    else:
        starts = (t["query_start"], True, None)
        checked = torch.library.opcheck(
            torch.ops.rocm_kernels.prefill_attention.default, (*tensors, *starts, *options, *outputs)
        )
    assert set(checked.values()) == {"SUCCESS"}
    assert len(checked) == 4


def test_the_registration_of_the_writer_passes_too() -> None:
    cache = PagedCache.allocate(4, 2, 32, 16, dtype="int8", scales="per_token")
    tokens = torch.randn(3, 2, 32)
    given = (tokens, tokens, cache.key, cache.value, torch.tensor([1, -1, 20]), "5d", None)
    checked = torch.library.opcheck(
        torch.ops.rocm_kernels.reshape_and_cache.default,
        (*given, cache.key_scale, cache.value_scale, "torch", None),
    )
    assert set(checked.values()) == {"SUCCESS"}


def test_there_is_no_backward_and_it_says_so() -> None:
    problem = Problem().build()
    given = problem.keywords()
    query = given.pop("query").requires_grad_()
    output = rocm_kernels.paged_attention(query, **given)
    with pytest.raises(RuntimeError, match=r"backward|grad"):
        output.sum().backward()


def test_fake_tensors_are_traced_without_a_kernel() -> None:
    problem = Problem().build()
    with rocm_kernels.recording() as record, torch._subclasses.FakeTensorMode() as mode:
        given = {
            name: mode.from_tensor(value) if isinstance(value, torch.Tensor) else value
            for name, value in problem.keywords().items()
        }
        output = rocm_kernels.paged_attention(**given)
    assert output.shape == problem.tensors["query"].shape
    assert record.calls == []
