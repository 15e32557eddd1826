"""Support tables: each column refuses what is outside it, with its code, the value and what is served."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fakes.implementations import spec

from rocm_kernels.spec import FEATURES, LENGTH_CLASSES, AttentionSpec, length_class
from rocm_kernels.support import Support, fp8_of_the_target

NARROW = Support(
    devices=frozenset({"rocm"}),
    targets=frozenset({"gfx942"}),
    query_dtypes=frozenset({"fp16", "bf16"}),
    kv_dtypes=frozenset({"fp16", "bf16", "int8"}),
    head_sizes=frozenset({64, 128}),
    head_size_multiple=16,
    block_sizes=frozenset({16}),
    gqa=(1, 16),
    layouts=frozenset({"5d"}),
    max_context_length=131_072,
    features=frozenset({"alibi"}),
    kv_scales=frozenset({"none", "per_token"}),
    needs_contiguous_query=True,
    needs_contiguous_cache=True,
    extra={"odd": lambda request: "kv_heads 7 is unlucky" if request.kv_heads == 7 else None},
)
INSIDE = {"device": "rocm", "target": "gfx942"}


@pytest.mark.parametrize(("ends", "words"), [((10, 10), "only 10"), ((1, 16), "only 1 to 16")])
def test_a_range_of_one_number_is_written_as_that_number(ends: tuple[int, int], words: str) -> None:
    (reason,) = replace(NARROW, gqa=ends).reasons(spec(**INSIDE, query_heads=17, kv_heads=1))
    assert reason.message == f"17 query heads a key/value head are not served, {words}"


def test_a_request_inside_has_no_reasons() -> None:
    assert NARROW.reasons(spec(**INSIDE)) == ()
    assert NARROW.reasons(spec(**INSIDE, alibi=True, length_class=131_072)) == ()
    assert NARROW.reasons(spec(**INSIDE, kv_dtype="int8", kv_scales="per_token")) == ()


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"device": "cpu", "target": None}, "device", ["rocm", "cpu"]),
        ({"device": "emulated:gfx942"}, "device", ["emulated:gfx942"]),
        ({"target": "gfx90a"}, "target", ["gfx90a", "gfx942"]),
        ({"target": None}, "target", ["does not know", "gfx942"]),
        ({"query_dtype": "fp32", "kv_dtype": "int8", "kv_scales": "per_token"}, "query_dtype", ["fp32", "bf16, fp16"]),
        ({"kv_dtype": "fp8_e4m3fn"}, "kv_dtype", ["fp8_e4m3fn", "int8"]),
        ({"kv_dtype": "fp16"}, "kv_dtype", ["a fp16 cache needs fp16 queries, not bf16"]),
        ({"layout": "asm"}, "layout", ["asm", "5d"]),
        ({"kv_scales": "per_head"}, "kv_scales", ["per_head", "none, per_token"]),
        ({"head_size": 96}, "head_size", ["96", "64, 128"]),
        ({"block_size": 32}, "block_size", ["32", "16"]),
        ({"query_heads": 17, "kv_heads": 1}, "gqa", ["17", "1 to 16"]),
        ({"query_heads": 71, "kv_heads": 1}, "gqa", ["71"]),
        ({"length_class": 1_048_576}, "length", ["131072"]),
        ({"sliding_window": True}, "sliding_window", ["not served"]),
        ({"sinks": True}, "sinks", ["not served"]),
        ({"softcap": True}, "softcap", ["not served"]),
        ({"custom_scale": True}, "custom_scale", ["not served"]),
        ({"log_sum_exp": True}, "log_sum_exp", ["not served"]),
        ({"query_contiguous": False}, "query_strides", ["contiguous"]),
        ({"cache_contiguous": False}, "cache_strides", ["contiguous"]),
        ({"query_heads": 7, "kv_heads": 7}, "odd", ["unlucky"]),
    ],
    ids=str,
)
def test_each_column_refuses_alone(changes: dict[str, Any], code: str, words: list[str]) -> None:
    reasons = NARROW.reasons(spec(**{**INSIDE, **changes}))
    assert [reason.code for reason in reasons] == [code]
    for word in words:
        assert word in reasons[0].message


@pytest.mark.parametrize(("head_size", "served"), [(16, True), (64, True), (72, False), (8, False)])
def test_the_head_size_is_a_multiple(head_size: int, served: bool) -> None:
    table = replace(NARROW, head_sizes=None)
    assert [reason.code for reason in table.reasons(spec(**INSIDE, head_size=head_size))] == (
        [] if served else ["head_size"]
    )


def test_all_reasons_are_given_not_the_first() -> None:
    falcon = spec(
        device="rocm", target="gfx942", query_heads=71, kv_heads=1, head_size=80, layout="nhd", sinks=True, softcap=True
    )
    assert [reason.code for reason in NARROW.reasons(falcon)] == ["layout", "head_size", "gqa", "sinks", "softcap"]


def test_every_feature_is_looked_at() -> None:
    wanted = spec(**INSIDE, **dict.fromkeys(FEATURES, True))
    refusals = [reason.code for reason in NARROW.reasons(wanted)]
    assert set(refusals) == set(FEATURES) - {"alibi"}


@pytest.mark.parametrize(
    ("target", "kv_dtype", "word"),
    [
        ("gfx942", "fp8_e4m3fn", "gfx942 reads fp8_e4m3fnuz"),
        ("gfx950", "fp8_e4m3fnuz", "gfx950 reads fp8_e4m3fn"),
        ("gfx1201", "fp8_e4m3fnuz", "gfx1201 reads fp8_e4m3fn"),
        ("gfx90a", "fp8_e4m3fn", "gfx90a has no fp8"),
        ("gfx1100", "fp8_e4m3fn", "gfx1100 has no fp8"),
        ("gfx942", "fp8_e4m3fnuz", None),
        ("gfx950", "fp8_e4m3fn", None),
        ("gfx90a", "int8", None),
        (None, "fp8_e4m3fnuz", None),
    ],
)
def test_the_fp8_format_is_the_targets(target: str | None, kv_dtype: str, word: str | None) -> None:
    message = fp8_of_the_target(spec(device="rocm", target=target, kv_dtype=kv_dtype))
    assert message is None if word is None else word in str(message)


@pytest.mark.parametrize(
    ("length", "bound"),
    [
        (0, 240),
        (240, 240),
        (241, 255),
        (255, 255),
        (256, 8_192),
        (8_192, 8_192),
        (8_193, 131_072),
        (131_072, 131_072),
        (131_073, 1_048_576),
        (1_048_577, 2**62),
    ],
)
def test_length_classes_hold_their_lengths(length: int, bound: int) -> None:
    assert length_class(length) == bound
    assert bound in (*LENGTH_CLASSES, 2**62)


def test_equal_specs_are_equal_and_hash_alike_and_any_difference_counts() -> None:
    first, second = spec(), spec()
    assert first == second
    assert hash(first) == hash(second)
    changes = {"alibi": True, "head_size": 64, "layout": "asm", "length_class": 131_072, "kv_scales": "per_token"}
    for name, value in changes.items():
        assert spec(**{name: value}) != first
        assert len({spec(**{name: value}), first}) == 2


def test_a_spec_reads_as_one_line() -> None:
    falcon = AttentionSpec(
        "paged_attention", "rocm", "gfx942", "bf16", "bf16", 71, 1, 64, 16, "5d", alibi=True, length_class=131_072
    )
    text = str(falcon)
    assert "\n" not in text
    assert text == (
        "paged_attention on rocm (gfx942): 71x1 heads of 64, bf16 over bf16, pages of 16, layout 5d, alibi, up to 131072 tokens"
    )
