"""PagedAttention and AiterPagedAttention: vLLM's names, shapes and arguments, over caches that they wrote themselves."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator

import pytest
import torch
from tests.fakes.install import RIGHT_EVERYWHERE, fake_aiter, survey_says
from tests.module.test_aiter_emulated import BORDERS

from rocm_kernels import devices, dispatcher, engine, flags, recorder
from rocm_kernels.engine import AiterPagedAttention, PagedAttention
from rocm_kernels.errors import InvalidArgumentError

BLOCKS, BLOCK, KV_HEADS, HEADS, HEAD = 9, 16, 2, 8, 128
LENGTHS = (5, 33, 16)
# vLLM's parameters, from its documentation of the classes that engines call; in order.
VLLM_PARAMETERS = {
    "get_kv_cache_shape": ("num_blocks", "block_size", "num_kv_heads", "head_size"),
    "split_kv_cache": ("kv_cache", "num_kv_heads", "head_size"),
    "write_to_paged_cache": (
        "key", "value", "key_cache", "value_cache", "slot_mapping", "kv_cache_dtype", "k_scale", "v_scale",
    ),
    "forward_decode": (
        "query", "key_cache", "value_cache", "block_tables", "seq_lens", "max_seq_len", "kv_cache_dtype", "num_kv_heads",
        "scale", "alibi_slopes", "k_scale", "v_scale", "tp_rank", "blocksparse_local_blocks", "blocksparse_vert_stride",
        "blocksparse_block_size", "blocksparse_head_sliding_step",
    ),
    "forward_prefix": (
        "query", "key", "value", "kv_cache_dtype", "key_cache", "value_cache", "block_tables", "query_start_loc",
        "seq_lens_tensor", "max_query_len", "alibi_slopes", "sliding_window", "k_scale", "v_scale",
    ),
    "swap_blocks": ("src_kv_cache", "dst_kv_cache", "src_to_dst"),
    "copy_blocks": ("kv_caches", "src_to_dists"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


class Model:
    """Keys and values of a few sequences, and where they go in the cache."""

    def __init__(self, dtype: torch.dtype = torch.bfloat16, lengths: tuple[int, ...] = LENGTHS) -> None:
        generator = torch.Generator().manual_seed(7)
        self.lengths = lengths
        tokens = sum(lengths)
        self.keys = torch.randn(tokens, KV_HEADS, HEAD, generator=generator).to(dtype)
        self.values = torch.randn(tokens, KV_HEADS, HEAD, generator=generator).to(dtype)
        self.tables = torch.tensor([[7, 2, 5], [0, 8, 3], [6, 1, 4]], dtype=torch.int32)
        self.slots = torch.tensor(
            [
                int(self.tables[sequence, token // BLOCK]) * BLOCK + token % BLOCK
                for sequence, length in enumerate(lengths)
                for token in range(length)
            ]
        )
        self.starts = [sum(lengths[:sequence]) for sequence in range(len(lengths))]
        self.query = torch.randn(len(lengths), HEADS, HEAD, generator=generator).to(dtype)
        self.all_queries = torch.randn(tokens, HEADS, HEAD, generator=generator).to(dtype)

    def attend(self, query: torch.Tensor, sequence: int, seen: int, scale: float, slopes=None) -> torch.Tensor:
        """One query token over the first ``seen`` tokens of a sequence, in fp64: [heads, head_size]."""
        start = self.starts[sequence]
        k = self.keys[start : start + seen].double().repeat_interleave(HEADS // KV_HEADS, 1)
        v = self.values[start : start + seen].double().repeat_interleave(HEADS // KV_HEADS, 1)
        scores = torch.einsum("hd,thd->ht", query.double(), k) * scale
        if slopes is not None:
            scores = scores + slopes.double()[:, None] * (torch.arange(seen) - (seen - 1))
        return torch.einsum("ht,thd->hd", torch.softmax(scores, -1), v)

    def decode(self, scale: float = 1 / math.sqrt(HEAD), slopes=None) -> torch.Tensor:
        return torch.stack(
            [self.attend(self.query[s], s, length, scale, slopes) for s, length in enumerate(self.lengths)]
        )


def empty_cache(cls: type[PagedAttention], dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    shape = cls.get_kv_cache_shape(BLOCKS, BLOCK, KV_HEADS, HEAD)
    kv_cache = torch.zeros(shape, dtype=dtype)
    return kv_cache, *cls.split_kv_cache(kv_cache, KV_HEADS, HEAD)


@pytest.mark.parametrize("cls", [PagedAttention, AiterPagedAttention])
@pytest.mark.parametrize("method", sorted(VLLM_PARAMETERS))
def test_the_methods_take_vllms_arguments_in_vllms_order(cls: type[PagedAttention], method: str) -> None:
    live = inspect.signature(getattr(cls, method)).parameters
    expected = VLLM_PARAMETERS[method]
    assert tuple(live)[: len(expected)] == expected
    assert all(live[name].default is not inspect.Parameter.empty for name in tuple(live)[len(expected) :])


def test_the_cache_has_vllms_shape() -> None:
    assert PagedAttention.get_kv_cache_shape(10, 16, 8, 128) == (2, 10, 16 * 8 * 128)
    with pytest.raises(InvalidArgumentError, match="block_size: got 0"):
        PagedAttention.get_kv_cache_shape(10, 0, 8, 128)


@pytest.mark.parametrize(
    ("cls", "dtype", "key_shape", "value_shape"),
    [
        (PagedAttention, torch.bfloat16, (9, 2, 16, 16, 8), (9, 2, 128, 16)),
        (PagedAttention, torch.int8, (9, 2, 8, 16, 16), (9, 2, 128, 16)),
        (AiterPagedAttention, torch.bfloat16, (9, 2, 16, 16, 8), (9, 2, 2, 128, 8)),
        (AiterPagedAttention, torch.float16, (9, 2, 16, 16, 8), (9, 2, 2, 128, 8)),
        (AiterPagedAttention, torch.int8, (9, 2, 8, 16, 16), (9, 2, 1, 128, 16)),
        (AiterPagedAttention, torch.uint8, (9, 2, 8, 16, 16), (9, 2, 1, 128, 16)),
    ],
)
def test_split_views_the_cache_in_the_layout_of_its_class(
    cls: type[PagedAttention], dtype: torch.dtype, key_shape: tuple[int, ...], value_shape: tuple[int, ...]
) -> None:
    kv_cache, key_cache, value_cache = empty_cache(cls, dtype)
    assert (tuple(key_cache.shape), tuple(value_cache.shape)) == (key_shape, value_shape)
    assert key_cache.data_ptr() == kv_cache.data_ptr()
    assert value_cache.data_ptr() == kv_cache[1].data_ptr()
    assert cls.layout_of(value_cache) == ("asm" if len(value_shape) == 5 else "5d")


def test_a_page_that_the_asm_layout_cannot_hold_stays_in_vllms_layout() -> None:
    kv_cache = torch.zeros(AiterPagedAttention.get_kv_cache_shape(4, 8, 2, 64), dtype=torch.int8)
    _, value_cache = AiterPagedAttention.split_kv_cache(kv_cache, 2, 64)
    assert AiterPagedAttention.layout_of(value_cache) == "5d"


def test_a_cache_that_does_not_fit_is_refused_by_name() -> None:
    with pytest.raises(InvalidArgumentError, match="kv_cache: got shape"):
        PagedAttention.split_kv_cache(torch.zeros(2, 4, 1000), 2, 64)
    with pytest.raises(InvalidArgumentError, match="head_size 60"):
        PagedAttention.split_kv_cache(torch.zeros(2, 4, 16 * 2 * 60, dtype=torch.int8), 2, 60)


@pytest.mark.parametrize("cls", [PagedAttention, AiterPagedAttention])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("options", ["plain", "scale", "alibi"])
def test_decode_over_a_cache_written_token_by_token(
    cls: type[PagedAttention], dtype: torch.dtype, options: str
) -> None:
    model = Model(dtype)
    _, key_cache, value_cache = empty_cache(cls, dtype)
    cls.write_to_paged_cache(model.keys, model.values, key_cache, value_cache, model.slots, "auto", None, None)
    scale = 0.25 if options == "scale" else 1 / math.sqrt(HEAD)
    slopes = torch.linspace(0.01, 0.5, HEADS) if options == "alibi" else None
    result = cls.forward_decode(
        model.query, key_cache, value_cache, model.tables, torch.tensor(LENGTHS, dtype=torch.int32), max(LENGTHS), "auto",
        KV_HEADS, scale, slopes, None, None,
    )  # fmt: skip
    tolerance = {torch.float32: 1e-5, torch.float16: 2**-10, torch.bfloat16: 2**-7}[dtype]
    torch.testing.assert_close(result.double(), model.decode(scale, slopes), rtol=tolerance, atol=tolerance)
    assert result.dtype == dtype


@pytest.mark.parametrize("cls", [PagedAttention, AiterPagedAttention])
def test_prefix_over_the_cache_is_causal_and_ragged(cls: type[PagedAttention]) -> None:
    """The last tokens of each sequence are new; what they see is everything before them and themselves."""
    model = Model(torch.float32)
    new = (2, 20, 16)
    _, key_cache, value_cache = empty_cache(cls, torch.float32)
    cls.write_to_paged_cache(model.keys, model.values, key_cache, value_cache, model.slots, "auto", None, None)
    rows, expected = [], []
    for sequence, (length, count) in enumerate(zip(LENGTHS, new, strict=True)):
        for position in range(length - count, length):
            row = model.starts[sequence] + position
            rows.append(row)
            expected.append(model.attend(model.all_queries[row], sequence, position + 1, 1 / math.sqrt(HEAD)))
    result = cls.forward_prefix(
        model.all_queries[rows], model.keys[rows], model.values[rows], "auto", key_cache, value_cache, model.tables,
        torch.tensor([0, 2, 22, 38], dtype=torch.int32), torch.tensor(LENGTHS, dtype=torch.int32), max(new), None, 0, None,
        None,
    )  # fmt: skip
    torch.testing.assert_close(result.double(), torch.stack(expected), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("cls", [PagedAttention, AiterPagedAttention])
@pytest.mark.parametrize("kv_cache_dtype", ["int8", "fp8", "fp8_e4m3"])
def test_an_8bit_cache_with_a_scale_a_token(cls: type[PagedAttention], kv_cache_dtype: str) -> None:
    model = Model()
    storage = torch.int8 if kv_cache_dtype == "int8" else torch.uint8
    _, key_cache, value_cache = empty_cache(cls, storage)
    scales = [torch.zeros(AiterPagedAttention.get_kv_scale_shape(BLOCKS, BLOCK, KV_HEADS, HEAD)) for _ in range(2)]
    cls.write_to_paged_cache(
        model.keys, model.values, key_cache, value_cache, model.slots[:, None], kv_cache_dtype, *scales
    )
    result = cls.forward_decode(
        model.query, key_cache, value_cache, model.tables, torch.tensor(LENGTHS, dtype=torch.int32), max(LENGTHS),
        kv_cache_dtype, KV_HEADS, None, None, *scales,
    )  # fmt: skip
    # Rounding: at most half a step of 1/127 of each token's maximum for int8, 2**-4 of a value for e4m3.
    norm = (result.double() - model.decode()).norm() / model.decode().norm()
    assert norm < (0.02 if kv_cache_dtype == "int8" else 0.06)


def test_aiter_serves_the_cache_of_its_class_and_not_that_of_the_other() -> None:
    model = Model()
    lengths = torch.tensor(LENGTHS, dtype=torch.int32)
    results, backends = [], []
    with (
        devices.using_device("rocm:gfx942", stub=True),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True),
        survey_says(RIGHT_EVERYWHERE),
        fake_aiter() as aiter_package,
    ):
        for cls in (AiterPagedAttention, PagedAttention):
            _, key_cache, value_cache = empty_cache(cls, torch.uint8)
            scales = [torch.zeros(BLOCKS, KV_HEADS, BLOCK) for _ in range(2)]
            cls.write_to_paged_cache(model.keys, model.values, key_cache, value_cache, model.slots, "fp8", *scales)
            with recorder.recording() as record:
                results.append(
                    cls.forward_decode(
                        model.query, key_cache, value_cache, model.tables, lengths, max(LENGTHS), "fp8", KV_HEADS, None,
                        None, *scales,
                    )
                )  # fmt: skip
            backends.append(record.calls[0].backend)
        assert len(aiter_package.calls) == 1
        assert aiter_package.calls[0]["K"].dtype == torch.float8_e4m3fnuz
    assert backends == ["aiter", "torch"]
    # The same bytes in two layouts, read by two backends.
    torch.testing.assert_close(results[0], results[1], rtol=2**-7, atol=2**-7)


# The cache's type, vLLM's word for it, and how far AITER's answer may be from the bundled kernel's: with an 8-bit cache AITER
# turns the query and the probabilities to 8 bits (steps of 2^-4 of a value), else both round to 16 bits.
SERVED_CACHES = [
    (torch.uint8, "fp8", 2.0**-4),
    (torch.bfloat16, "auto", 2.0**-7),
    (torch.float16, "auto", 2.0**-9),
]


@pytest.mark.parametrize(("stored", "word", "apart"), SERVED_CACHES, ids=str)
def test_what_an_engine_promises_lets_aiters_own_kernel_serve_in_the_emulator(
    stored: torch.dtype, word: str, apart: float
) -> None:
    """With nothing promised the bundled kernel answers; the same cache, flags and numbers otherwise."""
    model = Model(torch.bfloat16 if stored == torch.uint8 else stored)
    lengths = torch.tensor(LENGTHS, dtype=torch.int32)
    _, key_cache, value_cache = empty_cache(AiterPagedAttention, stored)
    scales = [torch.ones(BLOCKS, KV_HEADS, BLOCK) if word == "fp8" else None for _ in range(2)]
    results, kernels = [], []
    with (
        devices.using_device("emulated:gfx942"),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True),
        survey_says(BORDERS),
        recorder.recording() as record,
    ):
        AiterPagedAttention.write_to_paged_cache(
            model.keys, model.values, key_cache, value_cache, model.slots, word, *scales
        )
        for promises in ({}, {"finite_cache": True, "min_seq_len": min(LENGTHS)}):
            results.append(
                AiterPagedAttention.forward_decode(
                    model.query, key_cache, value_cache, model.tables, lengths, max(LENGTHS), word, KV_HEADS, None,
                    None, *scales, **promises,
                )
            )  # fmt: skip
            kernels.append(record.calls[-1].kernels)
    assert [call.backend for call in record.calls[-2:]] == ["rocm", "aiter"]
    assert kernels[1][0].startswith("_ZN5aiter")
    assert (results[1].double() - results[0].double()).norm() / results[0].double().norm() < apart


def test_the_class_is_chosen_by_the_flags() -> None:
    with flags.overriding_flags(VLLM_ROCM_USE_AITER=False):
        assert engine.paged_attention_class() is PagedAttention
    with flags.overriding_flags(VLLM_ROCM_USE_AITER=True):
        assert engine.paged_attention_class() is AiterPagedAttention
    with flags.overriding_flags(VLLM_ROCM_USE_AITER=True, VLLM_ROCM_USE_AITER_PAGED_ATTN=False):
        assert engine.paged_attention_class() is PagedAttention


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kv_cache_dtype": "fp4"}, "kv_cache_dtype: got 'fp4', expected one of auto, fp8"),
        ({"num_kv_heads": 4}, "num_kv_heads: got 4, expected 2"),
        ({"blocksparse_vert_stride": 8}, "blocksparse_vert_stride: got 8"),
    ],
)
def test_bad_arguments_are_refused_by_vllms_names(changes: dict[str, object], words: str) -> None:
    model = Model()
    _, key_cache, value_cache = empty_cache(PagedAttention, torch.bfloat16)
    given = {
        "query": model.query, "key_cache": key_cache, "value_cache": value_cache, "block_tables": model.tables,
        "seq_lens": torch.tensor(LENGTHS, dtype=torch.int32), "max_seq_len": 33, "kv_cache_dtype": "auto",
        "num_kv_heads": KV_HEADS, "scale": None, "alibi_slopes": None, "k_scale": None, "v_scale": None,
    }  # fmt: skip
    with pytest.raises(InvalidArgumentError, match=words):
        PagedAttention.forward_decode(**{**given, **changes})


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int8, torch.float8_e4m3fn])
def test_blocks_are_swapped_and_copied(dtype: torch.dtype) -> None:
    generator = torch.Generator().manual_seed(3)
    bits = torch.randint(0, 120, (2, 6, 64), generator=generator, dtype=torch.uint8)
    source = bits.repeat_interleave(torch.empty(0, dtype=dtype).element_size(), 2).view(dtype)
    target = torch.zeros_like(source)
    PagedAttention.swap_blocks(source, target, torch.tensor([[0, 5], [3, 1]]))
    plain = target.view(torch.uint8)
    assert torch.equal(plain[:, 5], source.view(torch.uint8)[:, 0])
    assert torch.equal(plain[:, 1], source.view(torch.uint8)[:, 3])
    assert not plain[:, [0, 2, 3, 4]].any()
    layers = [source.clone(), target.clone()]
    PagedAttention.copy_blocks(layers, torch.tensor([[5, 0], [5, 2]]))
    for before, after in zip((source, target), layers, strict=True):
        for block, origin in ((0, 5), (2, 5), (1, 1), (3, 3), (4, 4), (5, 5)):
            assert torch.equal(after.view(torch.uint8)[:, block], before.view(torch.uint8)[:, origin])


@pytest.mark.parametrize("cls", [PagedAttention, AiterPagedAttention])
@pytest.mark.parametrize(
    "form", [float, torch.tensor, lambda scale: torch.tensor([scale])], ids=["number", "scalar", "[1]"]
)
def test_a_scale_a_tensor_comes_in_any_form_that_vllm_has(cls: type[PagedAttention], form) -> None:
    """vLLM's layers keep their scales as tensors without an axis."""
    model = Model(torch.bfloat16)
    _, key_cache, value_cache = empty_cache(cls, torch.int8)
    scales = form(2.0**-5), form(2.0**-4)
    cls.write_to_paged_cache(model.keys, model.values, key_cache, value_cache, model.slots, "int8", *scales)
    lengths = torch.tensor(LENGTHS, dtype=torch.int32)
    decoded = cls.forward_decode(
        model.query, key_cache, value_cache, model.tables, lengths, max(LENGTHS), "int8", KV_HEADS, None, None, *scales
    )
    starts = torch.arange(len(LENGTHS) + 1, dtype=torch.int32)
    prefix = cls.forward_prefix(
        model.query, model.keys[: len(LENGTHS)], model.values[: len(LENGTHS)], "int8", key_cache, value_cache,
        model.tables, starts, lengths, 1, None, None, *scales,
    )  # fmt: skip
    # Every element is off by at most half a step of the cache; softmax and sums do not make more of it than this.
    torch.testing.assert_close(decoded.double(), model.decode(), rtol=0, atol=2.0**-4)
    torch.testing.assert_close(prefix, decoded, rtol=2.0**-7, atol=2.0**-7)
    with pytest.raises(InvalidArgumentError, match="key_scale: got shape"):
        cls.forward_decode(
            model.query, key_cache, value_cache, model.tables, lengths, max(LENGTHS), "int8", KV_HEADS, None, None,
            torch.ones(1, 1), torch.ones(1, 1),
        )  # fmt: skip
