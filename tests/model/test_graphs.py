"""Decode steps through the tensors of a graph. Without a GPU nothing is captured: a replay runs the pass itself again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import torch
from tests.model.cases import truth

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers import Engine, SamplingOptions
from rocm_kernels.integrations.transformers.graphs import DecodeGraphs, Size, empty_step, fill, size_of
from rocm_kernels.integrations.transformers.steps import Group, Step, _moved

CPU = torch.device("cpu")


def with_graphs(name: str, **options: Any) -> tuple[Engine, Counter[str]]:
    engine = Engine(truth(name).model(), blocks=48, **options)
    counts: Counter[str] = Counter()

    def capture(forward: Any) -> Any:
        counts["captured"] += 1
        forward()  # a capture runs the Python code too

        def replay() -> torch.Tensor:
            counts["replayed"] += 1
            result: torch.Tensor = forward()
            return result

        return replay

    engine.graphs = DecodeGraphs(engine._forward, 16, CPU, record=bool(options.get("record")), capture=capture)
    return engine, counts


@pytest.mark.parametrize("name", ["llama", "falcon_alibi", "gpt_oss", "mixtral"])
def test_padded_steps_make_the_same_tokens(name: str) -> None:
    reference = truth(name)
    engine, counts = with_graphs(name)
    made = engine.generate(reference.prompts, SamplingOptions(max_new_tokens=reference.case.new_tokens))
    assert [entry.tokens for entry in made] == reference.tokens
    assert engine.graphs is not None
    # Five sequences, padded to eight; the longest context passes 64 tokens from its first new token on.
    assert set(engine.graphs.graphs) == {Size(8, 128)}
    assert counts == {"captured": 1, "replayed": reference.case.new_tokens - 1}


def test_a_preempted_request_and_a_shrinking_batch_stay_right() -> None:
    reference = truth("llama")
    engine, _ = with_graphs("llama", chunk=8)
    short, long = reference.prompts[1], reference.prompts[0]
    made = engine.generate([short, long], SamplingOptions(max_new_tokens=12))
    assert [entry.tokens for entry in made] == [reference.tokens[1], reference.tokens[0]]
    scored = engine.score([(long, reference.tokens[0]), (short, reference.tokens[1][:3])], "decode", keep_logits=True)
    assert engine.graphs is not None
    assert {size.sequences for size in engine.graphs.graphs} == {1, 2}
    for entry, expected in zip(scored, (reference.logits[0], reference.logits[1][:3]), strict=True):
        assert entry.logits is not None
        assert (entry.logits - expected).abs().max() <= reference.noise, (
            "logits that are kept are no graph's own memory"
        )


def test_replays_count_what_was_captured() -> None:
    reference = truth("llama")
    engine, _ = with_graphs("llama", record=True)
    engine.generate(reference.prompts, SamplingOptions(max_new_tokens=5))
    layers = engine.shape.layers
    assert engine.tally.calls("paged_attention") == layers * (engine.steps - 1)


def test_padding_is_sequences_of_no_token() -> None:
    size = size_of(Group(slice(0, 3), torch.zeros(3, 2), torch.zeros(3), torch.zeros(4), 33, 1))
    assert size == Size(4, 64)
    held = empty_step(size, 16, CPU)
    assert held.decode is not None
    tables = torch.tensor([[4, 5, 6], [7, 8, -1], [9, -1, -1]], dtype=torch.int32)
    lengths = torch.tensor([33, 20, 1], dtype=torch.int32)
    group = Group(slice(0, 3), tables, lengths, torch.arange(4, dtype=torch.int32), 33, 1, 1)
    numbers = torch.tensor([[11, 12, 13]])
    step = Step(numbers, numbers, numbers[0] * 2, group, None, torch.arange(3))
    fill(held, step)
    assert held.tokens.tolist() == [[11, 12, 13, 0]]
    assert held.slots.tolist() == [22, 24, 26, -1]
    assert held.decode.context_lengths.tolist() == [33, 20, 1, 0]
    assert held.decode.block_tables[:3, :3].tolist() == tables.tolist()
    assert held.decode.shortest_context == 1, "later lengths may be shorter than those of the first step"
    two = Group(slice(0, 2), tables[1:], lengths[1:], torch.arange(3, dtype=torch.int32), 20, 1, 1)
    fill(held, Step(numbers[:, :2], numbers[:, :2], numbers[0, :2], two, None, torch.arange(2)))
    assert held.slots.tolist() == [11, 12, -1, -1]
    assert held.decode.context_lengths.tolist() == [20, 1, 0, 0]


def test_a_model_that_is_on_no_gpu_has_no_graphs() -> None:
    with pytest.raises(InvalidArgumentError, match="graphs: got True for a model on cpu, expected a model on a GPU"):
        Engine(truth("llama").model(), blocks=4, graphs=True)


@pytest.mark.parametrize("decoding", [True, False])
def test_a_step_that_moves_in_one_piece_stays_what_it_was(decoding: bool) -> None:
    tables = torch.tensor([[4, 5, 6], [7, 8, -1]], dtype=torch.int32)
    lengths = torch.tensor([33, 20], dtype=torch.int32)
    group = Group(slice(0, 2), tables, lengths, torch.arange(3, dtype=torch.int32), 33, 1, 20)
    other = Group(slice(2, 3), tables[:1, :1], lengths[:1], torch.tensor([0, 1], dtype=torch.int32), 33, 1, 33)
    numbers = torch.tensor([[11, 12, 13]])
    before = Step(
        numbers, numbers + 1, numbers[0] * 2, group if decoding else None, other, torch.tensor([], dtype=torch.int64)
    )
    after = _moved(before, CPU)
    for name in ("tokens", "positions", "slots", "wanted"):
        assert torch.equal(getattr(after, name), getattr(before, name))
        assert getattr(after, name).dtype == torch.int64
    for one, same in ((after.decode, before.decode), (after.prefill, before.prefill)):
        assert (one is None) == (same is None)
        if one is not None and same is not None:
            assert one.shortest_context == same.shortest_context
            for name in ("block_tables", "context_lengths", "query_start"):
                assert torch.equal(getattr(one, name), getattr(same, name))
                assert getattr(one, name).dtype == torch.int32
