"""Bad input: an InvalidArgumentError that names the argument, its value and what was expected, before any kernel runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from tests.module.attention_formula import Problem, truth
from torch._subclasses.fake_tensor import FakeTensorMode

import rocm_kernels
from rocm_kernels import launches, validating, value_checks
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.flags import overriding_flags

DECODE = Problem(
    lengths=(37, 5), layout="5d", query_dtype="bf16", kv_dtype="int8", scales="per_head", alibi=True, sinks=True
)
PREFILL = Problem(lengths=(37, 5), query_lengths=(30, 5), layout="nhd", query_dtype="bf16", kv_dtype="bf16")
WRITE_SLOTS = torch.tensor([3, 4, 40])

Change = Callable[[dict], dict]


def changed(name: str, change: Callable[[torch.Tensor], object]) -> Change:
    return lambda given: {name: change(given[name])}


def at(name: str, index: tuple[int, ...] | int, value: float) -> Change:
    def put(tensor: torch.Tensor) -> torch.Tensor:
        tensor = tensor.clone()
        tensor[index] = value
        return tensor

    return changed(name, put)


def fixed(**values: object) -> Change:
    return lambda given: values


def spread(tensor: torch.Tensor) -> torch.Tensor:
    """The same values with a gap behind each element of the last axis."""
    wide = torch.zeros(*tensor.shape[:-1], 2 * tensor.shape[-1], dtype=tensor.dtype)
    wide[..., ::2] = tensor
    return wide[..., ::2]


# What shapes, types and plain numbers tell: id -> (change, argument, words of the message).
ALWAYS_DECODE: dict[str, tuple[Change, str, str]] = {
    "query list": (fixed(query=[1.0]), "query", "list"),
    "query none": (fixed(query=None), "query", "torch.Tensor"),
    "query dtype": (changed("query", torch.Tensor.int), "query", "int32"),
    "query double": (changed("query", torch.Tensor.double), "query", "float64"),
    "query axes": (changed("query", lambda t: t[0]), "query", "three axes"),
    "query empty batch": (changed("query", lambda t: t[:0]), "query", "(0, 4, 32)"),
    "query head size": (changed("query", lambda t: t[..., :16]), "query", "head_size 16"),
    "query heads": (changed("query", lambda t: t[:, :3]), "query", "multiple of the cache's 2"),
    "query strides": (changed("query", spread), "query", "stride 1"),
    "query device": (changed("query", lambda t: t.to("meta")), "query", "meta"),
    "key none": (fixed(key_cache=None), "key_cache", "torch.Tensor"),
    "key dtype": (changed("key_cache", torch.Tensor.long), "value_cache", "int64"),
    "both dtypes": (
        lambda given: {name: given[name].long() for name in ("key_cache", "value_cache")},
        "key_cache",
        "int64",
    ),
    "bytes without a type": (
        lambda given: {name: given[name].view(torch.uint8) for name in ("key_cache", "value_cache")},
        "kv_dtype",
        "uint8",
    ),
    "key axes": (changed("key_cache", lambda t: t[0]), "key_cache", "blocks"),
    "key device": (changed("key_cache", lambda t: t.to("meta")), "key_cache", "meta"),
    "value shape": (changed("value_cache", lambda t: t.transpose(2, 3)), "value_cache", "as the keys"),
    "value device": (changed("value_cache", lambda t: t.to("meta")), "value_cache", "meta"),
    "layout": (fixed(layout="4d"), "layout", "'4d'"),
    "layout none": (fixed(layout=None), "layout", "None"),
    "layout list": (fixed(layout=[]), "layout", "[]"),
    "layout of another cache": (fixed(layout="nhd"), "key_cache", "layout nhd"),
    "kv_dtype": (fixed(kv_dtype="fp4"), "kv_dtype", "'fp4'"),
    "kv_dtype list": (fixed(kv_dtype=["int8"]), "kv_dtype", "['int8']"),
    "kv_dtype of torch": (fixed(kv_dtype=torch.int8), "kv_dtype", "torch.int8"),
    "kv_dtype of another cache": (fixed(kv_dtype="fp8_e4m3fn"), "kv_dtype", "int8"),
    "tables dtype": (changed("block_tables", torch.Tensor.long), "block_tables", "int64"),
    "tables axes": (changed("block_tables", lambda t: t[0]), "block_tables", "[2, pages]"),
    "tables rows": (changed("block_tables", lambda t: t[:1]), "block_tables", "[2, pages]"),
    "tables strides": (changed("block_tables", spread), "block_tables", "stride 1"),
    "tables device": (changed("block_tables", lambda t: t.to("meta")), "block_tables", "meta"),
    "lengths dtype": (changed("context_lengths", torch.Tensor.float), "context_lengths", "float32"),
    "lengths count": (changed("context_lengths", lambda t: t[:1]), "context_lengths", "(1,)"),
    "lengths list": (fixed(context_lengths=[37, 5]), "context_lengths", "list"),
    "lengths strides": (changed("context_lengths", spread), "context_lengths", "strides"),
    "scale nan": (fixed(scale=math.nan), "scale", "nan"),
    "scale infinite": (fixed(scale=math.inf), "scale", "inf"),
    "scale negative": (fixed(scale=-0.5), "scale", "-0.5"),
    "scale text": (fixed(scale="1"), "scale", "str"),
    "scale truth": (fixed(scale=True), "scale", "bool"),
    "scale beyond floats": (fixed(scale=10**400), "scale", "a finite number"),
    "scale tensor": (fixed(scale=torch.ones(1)), "scale", "Tensor"),
    "window zero": (fixed(sliding_window=0), "sliding_window", "0"),
    "window negative": (fixed(sliding_window=-1), "sliding_window", "-1"),
    "window fraction": (fixed(sliding_window=4.0), "sliding_window", "4.0"),
    "window truth": (fixed(sliding_window=True), "sliding_window", "bool"),
    "softcap zero": (fixed(softcap=0.0), "softcap", "0.0"),
    "softcap negative": (fixed(softcap=-30.0), "softcap", "-30.0"),
    "softcap nan": (fixed(softcap=math.nan), "softcap", "nan"),
    "longest negative": (fixed(max_context_length=-1), "max_context_length", "-1"),
    "longest fraction": (fixed(max_context_length=37.5), "max_context_length", "37.5"),
    "shortest negative": (fixed(min_context_length=-1), "min_context_length", "-1"),
    "shortest fraction": (fixed(min_context_length=1.5), "min_context_length", "1.5"),
    "bounds that contradict": (
        fixed(min_context_length=42, max_context_length=41),
        "min_context_length",
        "at most max_context_length, which is 41",
    ),
    "shortest truth": (fixed(min_context_length=True), "min_context_length", "bool"),
    "finite as a number": (fixed(finite_cache=1), "finite_cache", "1"),
    "finite as zero": (fixed(finite_cache=0), "finite_cache", "0"),
    "alibi count": (changed("alibi_slopes", lambda t: t[:2]), "alibi_slopes", "(2,)"),
    "alibi dtype": (changed("alibi_slopes", torch.Tensor.double), "alibi_slopes", "float64"),
    "alibi list": (fixed(alibi_slopes=[1.0] * 4), "alibi_slopes", "list"),
    "sinks count": (changed("sinks", lambda t: t.repeat(2)), "sinks", "(8,)"),
    "sinks dtype": (changed("sinks", torch.Tensor.half), "sinks", "float16"),
    "key scale dtype": (changed("key_scale", torch.Tensor.bfloat16), "key_scale", "bfloat16"),
    "key scale shape": (changed("key_scale", lambda t: t.repeat(2)), "key_scale", "(4,)"),
    "key scale zero": (fixed(key_scale=0.0, value_scale=1.0), "key_scale", "0.0"),
    "key scale nan": (fixed(key_scale=math.nan, value_scale=1.0), "key_scale", "nan"),
    "value scale negative": (fixed(key_scale=1.0, value_scale=-1.0), "value_scale", "-1.0"),
    "value scale alone": (fixed(key_scale=None), "value_scale", "none"),
    "scales of two kinds": (fixed(key_scale=1.0), "value_scale", "per_head"),
    "out shape": (fixed(out=torch.empty(2, 4, 16, dtype=torch.bfloat16)), "out", "(2, 4, 16)"),
    "out dtype": (fixed(out=torch.empty(2, 4, 32)), "out", "float32"),
    "out strides": (fixed(out=torch.empty(2, 4, 64, dtype=torch.bfloat16)[..., ::2]), "out", "strides"),
    "out list": (fixed(out=[]), "out", "list"),
    "backend": (fixed(backend="cudnn"), "backend", "'cudnn'"),
}
# What only the values tell.
VALUES_DECODE: dict[str, tuple[Change, str, str]] = {
    "block id negative": (at("block_tables", (0, 2), -1), "block_tables", "-1 at [0, 2]"),
    "block id too large": (at("block_tables", (1, 0), 6), "block_tables", "6 at [1, 0]"),
    "length negative": (at("context_lengths", 1, -1), "context_lengths", "-1 at [1]"),
    "length beyond the table": (at("context_lengths", 0, 81), "context_lengths", "0 to 80"),
    "longest too small": (fixed(max_context_length=36), "max_context_length", "at least 37"),
    "shortest too large": (fixed(min_context_length=38), "min_context_length", "the shortest of context_lengths"),
    "key scale nan": (at("key_scale", 1, math.nan), "key_scale", "nan at [1]"),
    "value scale infinite": (at("value_scale", 0, math.inf), "value_scale", "inf at [0]"),
    "value scale negative": (at("value_scale", 0, -1.0), "value_scale", "-1.0 at [0]"),
    "alibi nan": (at("alibi_slopes", 3, math.nan), "alibi_slopes", "nan at [3]"),
    "sinks infinite": (at("sinks", 2, math.inf), "sinks", "inf at [2]"),
}
ALWAYS_PREFILL: dict[str, tuple[Change, str, str]] = {
    "starts none": (fixed(query_start=None), "query_start", "torch.Tensor"),
    "starts count": (changed("query_start", lambda t: t[:2]), "query_start", "(2,)"),
    "starts dtype": (changed("query_start", torch.Tensor.long), "query_start", "int64"),
    "no sequences": (changed("context_lengths", lambda t: t[:0]), "context_lengths", "(0,)"),
    "no tokens": (changed("query", lambda t: t[:0]), "query", "(0, 4, 32)"),
    "longest query zero": (fixed(max_query_length=0), "max_query_length", "0"),
    "longest query truth": (fixed(max_query_length=True), "max_query_length", "bool"),
    "tables rows": (changed("block_tables", lambda t: t[:1]), "block_tables", "[2, pages]"),
}
VALUES_PREFILL: dict[str, tuple[Change, str, str]] = {
    "starts not from 0": (at("query_start", 0, 1), "query_start", "1 at [0]"),
    "starts fall": (at("query_start", 1, 36), "query_start", "35 at [2]"),
    "starts beyond the query": (at("query_start", 2, 36), "query_start", "at most 35"),
    "more queries than context": (at("context_lengths", 0, 29), "context_lengths", "29 at [0]"),
    "longest query too small": (fixed(max_query_length=29), "max_query_length", "at least 30"),
    "block id": (at("block_tables", (0, 0), 1000), "block_tables", "1000 at [0, 0]"),
}


def refused(op: Callable, given: dict, argument: str, words: str) -> None:
    with launches.listening() as kernels, pytest.raises(InvalidArgumentError) as caught:
        op(**given)
    assert caught.value.argument == argument
    assert words in str(caught.value)
    assert kernels == []


@pytest.mark.parametrize("name", ALWAYS_DECODE)
@pytest.mark.parametrize("warm", [False, True], ids=["first", "after a good call"])
def test_decode_by_shape(name: str, warm: bool) -> None:
    change, argument, words = ALWAYS_DECODE[name]
    problem = DECODE.build()
    if warm:  # what a good call left behind must not let a bad one through
        truth(problem).check(rocm_kernels.paged_attention(**problem.keywords()))
    refused(rocm_kernels.paged_attention, problem.keywords() | change(problem.keywords()), argument, words)


@pytest.mark.parametrize("name", VALUES_DECODE)
def test_decode_by_value(name: str) -> None:
    change, argument, words = VALUES_DECODE[name]
    given = DECODE.build().keywords()
    refused(rocm_kernels.paged_attention, given | change(given) | {"validate": True}, argument, words)


@pytest.mark.parametrize("name", ALWAYS_PREFILL)
def test_prefill_by_shape(name: str) -> None:
    change, argument, words = ALWAYS_PREFILL[name]
    given = PREFILL.build().keywords()
    refused(rocm_kernels.prefill_attention, given | change(given), argument, words)


@pytest.mark.parametrize("name", VALUES_PREFILL)
def test_prefill_by_value(name: str) -> None:
    change, argument, words = VALUES_PREFILL[name]
    given = PREFILL.build().keywords()
    refused(rocm_kernels.prefill_attention, given | change(given) | {"validate": True}, argument, words)


def writing() -> dict:
    cache = rocm_kernels.PagedCache.allocate(4, 2, 32, 16, dtype="bf16")
    tokens = torch.ones(3, 2, 32, dtype=torch.bfloat16)
    return {
        "key": tokens,
        "value": tokens,
        "key_cache": cache.key,
        "value_cache": cache.value,
        "slot_mapping": WRITE_SLOTS,
    }


ALWAYS_WRITE: dict[str, tuple[Change, str, str]] = {
    "key none": (fixed(key=None), "key", "torch.Tensor"),
    "key list": (fixed(key=[1]), "key", "list"),
    "key dtype": (changed("key", torch.Tensor.float), "value", "as key"),
    "both dtypes": (
        lambda given: {name: given[name].float() for name in ("key", "value")},
        "key",
        "bfloat16, as the cache",
    ),
    "key heads": (lambda given: {name: given[name][:, :1] for name in ("key", "value")}, "key", "(3, 1, 32)"),
    "key empty": (lambda given: {name: given[name][:0] for name in ("key", "value")}, "key", "(0, 2, 32)"),
    "value shape": (changed("value", lambda t: t[:2]), "value", "(2, 2, 32)"),
    "value strides": (changed("value", spread), "value", "stride 1"),
    "slots dtype": (changed("slot_mapping", torch.Tensor.int), "slot_mapping", "int32"),
    "slots count": (changed("slot_mapping", lambda t: t[:2]), "slot_mapping", "(2,)"),
    "layout": (fixed(layout="asm"), "value_cache", "layout asm"),
    "value cache device": (changed("value_cache", lambda t: t.to("meta")), "value_cache", "meta"),
    "key scale shape": (fixed(key_scale=torch.ones(3), value_scale=torch.ones(3)), "key_scale", "(3,)"),
    "scales a token of a float cache": (
        fixed(key_scale=torch.ones(4, 2, 16), value_scale=torch.ones(4, 2, 16)),
        "key_scale",
        "bf16",
    ),
}
VALUES_WRITE: dict[str, tuple[Change, str, str]] = {
    "slot too large": (at("slot_mapping", 1, 64), "slot_mapping", "64 at [1]"),
    "slot below -1": (at("slot_mapping", 0, -2), "slot_mapping", "-2 at [0]"),
    "slot twice": (at("slot_mapping", 0, 40), "slot_mapping", "slot 40"),
    "scale nan": (
        fixed(key_scale=torch.tensor([math.nan]), value_scale=torch.ones(1)),
        "key_scale",
        "nan at [0]",
    ),
}


@pytest.mark.parametrize("name", ALWAYS_WRITE)
def test_writing_by_shape(name: str) -> None:
    change, argument, words = ALWAYS_WRITE[name]
    given = writing()
    refused(rocm_kernels.reshape_and_cache, given | change(given), argument, words)
    assert not given["key_cache"].any()


@pytest.mark.parametrize("name", VALUES_WRITE)
def test_writing_by_value(name: str) -> None:
    change, argument, words = VALUES_WRITE[name]
    given = writing()
    refused(rocm_kernels.reshape_and_cache, given | change(given) | {"validate": True}, argument, words)
    assert not given["key_cache"].any()


READ_BACK: dict[str, tuple[Change, str, str]] = {
    "key cache none": (fixed(key_cache=None), "key_cache", "None"),
    "value cache none": (fixed(value_cache=None), "value_cache", "None"),
    "value cache list": (fixed(value_cache=[1]), "value_cache", "list"),
    "table none": (fixed(block_table=None), "block_table", "None"),
    "table dtype": (changed("block_table", torch.Tensor.long), "block_table", "int64"),
    "table axes": (changed("block_table", lambda t: t[None]), "block_table", "(1, 3)"),
    "table too short": (changed("block_table", lambda t: t[:2]), "block_table", "at least 3 pages"),
    "id too large": (at("block_table", 1, 4), "block_table", "4 at [1]"),
    "id negative": (at("block_table", 2, -1), "block_table", "-1 at [2]"),
    "length negative": (fixed(length=-1), "length", "-1"),
    "length fraction": (fixed(length=2.0), "length", "2.0"),
    "layout": (fixed(layout="asm"), "value_cache", "layout asm"),
    "dtype none": (fixed(dtype=None), "dtype", "None"),
    "dtype text": (fixed(dtype="fp32"), "dtype", "'fp32'"),
    "dtype whole": (fixed(dtype=torch.int32), "dtype", "torch.int32"),
    "scale text": (fixed(key_scale="1", value_scale="1"), "key_scale", "str"),
}


@pytest.mark.parametrize("name", READ_BACK)
def test_reading_back(name: str) -> None:
    change, argument, words = READ_BACK[name]
    cache = rocm_kernels.PagedCache.allocate(4, 2, 32, 16, dtype="bf16")
    given = {"key_cache": cache.key, "value_cache": cache.value, "block_table": torch.arange(3, dtype=torch.int32)}
    given |= {"length": 37, "layout": "5d", "dtype": torch.float32}
    rocm_kernels.gather_cache(**given)
    refused(rocm_kernels.gather_cache, given | change(given), argument, words)


@pytest.mark.parametrize(
    ("written", "read", "argument", "words"),
    [
        (
            "nhd",
            "hnd",
            "query",
            "of the cache's 16 kv_heads, as layout hnd reads the shape (8, 16, 2, 64) of key_cache",
        ),
        (
            "hnd",
            "nhd",
            "query",
            "of the cache's 16 kv_heads, as layout nhd reads the shape (8, 2, 16, 64) of key_cache",
        ),
        ("nhd", "5d", "key_cache", "key_cache and value_cache have the shapes of nhd and hnd"),
        ("5d", "nhd", "key_cache", "key_cache and value_cache have the shapes of 5d"),
        ("asm", "5d", "value_cache", "key_cache and value_cache have the shapes of asm"),
        ("5d", "asm", "value_cache", "key_cache and value_cache have the shapes of 5d"),
    ],
)
def test_a_cache_read_as_another_layout_says_how_its_shape_was_read(
    written: str, read: str, argument: str, words: str
) -> None:
    cache = rocm_kernels.PagedCache.allocate(8, 2, 64, 16, layout=written, dtype="bf16")
    query = torch.zeros(1, 4, 64, dtype=torch.bfloat16)
    tables, lengths = torch.zeros(1, 2, dtype=torch.int32), torch.ones(1, dtype=torch.int32)
    given = {"query": query, "block_tables": tables, "context_lengths": lengths, **cache.keywords(), "layout": read}
    refused(rocm_kernels.paged_attention, given, argument, words)
    tokens = query[:, :2]
    given = {"key": tokens, "value": tokens, "slot_mapping": torch.zeros(1).long(), **cache.keywords(), "layout": read}
    refused(
        rocm_kernels.reshape_and_cache,
        given,
        argument.replace("query", "key"),
        words.partition("kv_heads, ")[2] or words,
    )


@pytest.mark.parametrize("part", ["key_cache", "value_cache"])
def test_a_promise_of_finite_numbers_is_looked_at_in_slots_that_no_token_owns_too(part: str) -> None:
    given = Problem().build().keywords()  # unused slots hold NaN
    whole = {name: given[name].nan_to_num(0.0) for name in ("key_cache", "value_cache")}
    rocm_kernels.paged_attention(**given | whole | {"finite_cache": True, "validate": True})
    broken = given | whole | {part: given[part], "finite_cache": True}
    refused(rocm_kernels.paged_attention, broken | {"validate": True}, "finite_cache", f"{part} holds NaN")
    rocm_kernels.paged_attention(**broken, validate=False)


def test_values_are_looked_at_where_the_flag_says_so() -> None:
    given = DECODE.build().keywords() | {"max_context_length": 36}
    with overriding_flags(ROCM_KERNELS_VALIDATE=True):
        refused(rocm_kernels.paged_attention, given, "max_context_length", "at least 37")
        rocm_kernels.paged_attention(**given, validate=False)
        with validating(False):
            rocm_kernels.paged_attention(**given)
    with overriding_flags(ROCM_KERNELS_VALIDATE=False), validating():
        refused(rocm_kernels.paged_attention, given, "max_context_length", "at least 37")


def test_validating_sets_the_default_in_its_block_only() -> None:
    given = DECODE.build().keywords() | {"max_context_length": 36}
    with validating():
        refused(rocm_kernels.paged_attention, given, "max_context_length", "at least 37")
        rocm_kernels.paged_attention(**given, validate=False)
        with validating(False):
            rocm_kernels.paged_attention(**given)
    with overriding_flags(ROCM_KERNELS_VALIDATE=False):
        rocm_kernels.paged_attention(**given)


BY_VALUE = {
    rocm_kernels.paged_attention: (lambda: DECODE.build().keywords(), VALUES_DECODE),
    rocm_kernels.prefill_attention: (lambda: PREFILL.build().keywords(), VALUES_PREFILL),
    rocm_kernels.reshape_and_cache: (writing, VALUES_WRITE),
}


def name_of(value: object) -> str:
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize(
    ("op", "name"), [(op, name) for op, (_, values) in BY_VALUE.items() for name in values], ids=name_of
)
def test_values_on_the_cpu_are_looked_at_by_every_call(op: Callable, name: str) -> None:
    good, values = BY_VALUE[op]
    change, argument, words = values[name]
    given = good()
    refused(op, given | change(given), argument, words)
    with rocm_kernels.using_device("emulated:gfx942"):
        refused(op, given | change(given), argument, words)
    op(**given)  # and the refusal leaves nothing behind


@pytest.mark.parametrize("dtype", [torch.float64, torch.int32, torch.int8, torch.float8_e4m3fn], ids=str)
@pytest.mark.parametrize("op", list(BY_VALUE), ids=name_of)
def test_rows_of_another_type_are_told_the_types_that_rows_have(op: Callable, dtype: torch.dtype) -> None:
    given = BY_VALUE[op][0]()
    argument = "query" if "query" in given else "key"
    given[argument] = given[argument].to(dtype)
    refused(op, given, argument, f"got dtype {dtype}, expected one of torch.float32, torch.float16, torch.bfloat16")


def test_values_on_a_device_are_not_waited_for() -> None:
    # The meta device holds no values at all: looking at them would raise.
    assert value_checks.wanted(None, torch.empty(1, device="meta")) is False
    assert value_checks.wanted(None, torch.empty(1)) is True
    with overriding_flags(ROCM_KERNELS_VALIDATE=True):
        assert value_checks.wanted(None, torch.empty(1, device="meta")) is True


def test_a_tracer_sees_no_values_and_none_are_asked_for() -> None:
    given = DECODE.build().keywords()
    with FakeTensorMode() as mode:
        fakes = {
            name: mode.from_tensor(value) if isinstance(value, torch.Tensor) else value for name, value in given.items()
        }
        assert rocm_kernels.paged_attention(**fakes).shape == given["query"].shape


def test_good_values_pass_validation_whatever_lies_in_unused_places() -> None:
    # Table entries out of range behind the last page, NaN scales of unused slots: not wrong.
    for problem in (DECODE, PREFILL, Problem(lengths=(20, 0), kv_dtype="int8", scales="per_token")):
        problem = problem.build()
        op = rocm_kernels.paged_attention if problem.query_lengths is None else rocm_kernels.prefill_attention
        truth(problem).check(op(**problem.keywords(), validate=True))


def test_pages_that_a_window_left_behind_may_be_gone() -> None:
    problem = Problem(lengths=(60, 40), window=8, query_dtype="bf16", kv_dtype="bf16").build()
    problem_truth = truth(problem)
    given = problem.keywords()
    given["block_tables"][0, :3] = -1
    given["block_tables"][1, :2] = 2**30
    problem_truth.check(rocm_kernels.paged_attention(**given, validate=True))


@pytest.mark.parametrize(
    ("device", "kind", "expected"),
    [
        ("rocm:gfx942", "fp8_e4m3fn", "fp8_e4m3fnuz, the fp8 format of gfx942"),
        ("rocm:gfx950", "fp8_e4m3fnuz", "fp8_e4m3fn, the fp8 format of gfx950"),
        ("rocm:gfx1201", "fp8_e4m3fnuz", "fp8_e4m3fn, the fp8 format of gfx1201"),
        ("rocm:gfx90a", "fp8", "gfx90a has no fp8 format"),
    ],
)
def test_a_target_is_not_given_the_other_fp8_format(device: str, kind: str, expected: str) -> None:
    problem = Problem(query_dtype="bf16", kv_dtype="fp8_e4m3fn").build()
    given = problem.keywords() | {"kv_dtype": kind}
    for name in ("key_cache", "value_cache"):
        given[name] = given[name].view(torch.uint8)
    with rocm_kernels.using_device(device, stub=True):
        refused(rocm_kernels.paged_attention, given, "kv_dtype", expected)
