"""The table of cache layouts: shapes, sizes read back, refusals, and which reader may read what."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import COMPATIBILITY, LAYOUTS, CacheShape, compatible, layout

# 3 blocks, 2 heads, head size 64, 32 tokens: by hand from the table of the layouts.
SHAPES = {
    ("5d", 2): ((3, 2, 8, 32, 8), (3, 2, 64, 32)),
    ("5d", 4): ((3, 2, 16, 32, 4), (3, 2, 64, 32)),
    ("5d", 1): ((3, 2, 4, 32, 16), (3, 2, 64, 32)),
    ("asm", 2): ((3, 2, 8, 32, 8), (3, 2, 4, 64, 8)),
    ("asm", 1): ((3, 2, 4, 32, 16), (3, 2, 2, 64, 16)),
    ("nhd", 2): ((3, 32, 2, 64), (3, 32, 2, 64)),
    ("hnd", 1): ((3, 2, 32, 64), (3, 2, 32, 64)),
}


@pytest.mark.parametrize(("name", "itemsize"), SHAPES)
def test_shapes(name: str, itemsize: int) -> None:
    described = layout(name)
    sizes = (3, 2, 64, 32, itemsize)
    assert (described.key_shape(*sizes), described.value_shape(*sizes)) == SHAPES[name, itemsize]


@given(
    st.sampled_from(sorted(LAYOUTS)),
    st.integers(0, 5),
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from([1, 2, 4]),
)
def test_sizes_are_read_back(name: str, blocks: int, heads: int, head: int, block: int, itemsize: int) -> None:
    x = 16 // itemsize
    shape = CacheShape(blocks, heads, head * x, block * x)
    described = LAYOUTS[name]
    key, value = described.key_shape(*shape, itemsize), described.value_shape(*shape, itemsize)
    assert described.refusal(shape.head_size, shape.block_size, itemsize) is None
    assert described.cache_shape(key, value, itemsize) == shape


@pytest.mark.parametrize(
    ("name", "head", "block", "word"),
    [("5d", 20, 16, "head_size 20"), ("asm", 20, 16, "head_size 20"), ("asm", 32, 12, "block_size 12")],
)
def test_sizes_that_a_layout_cannot_hold(name: str, head: int, block: int, word: str) -> None:
    refusal = LAYOUTS[name].refusal(head, block, 2)
    assert refusal is not None
    assert word in refusal


@pytest.mark.parametrize("name", ["nhd", "hnd"])
def test_plain_layouts_hold_any_sizes(name: str) -> None:
    assert LAYOUTS[name].refusal(13, 7, 2) is None


@pytest.mark.parametrize(
    ("name", "key", "value", "argument"),
    [
        ("5d", (3, 2, 8, 32, 4), (3, 2, 64, 32), "key_cache"),  # x of 4 is not that of 2 bytes
        ("5d", (3, 2, 64, 32), (3, 2, 64, 32), "key_cache"),
        ("5d", (3, 2, 8, 32, 8), (3, 2, 32, 64), "value_cache"),  # head and block exchanged
        ("5d", (3, 2, 8, 32, 8), (3, 2, 4, 64, 8), "value_cache"),  # values of asm
        ("asm", (3, 2, 8, 32, 8), (3, 2, 64, 32), "value_cache"),  # values of 5d
        ("nhd", (3, 32, 2, 64), (4, 32, 2, 64), "value_cache"),
    ],
)
def test_shapes_that_are_none_of_the_layout(name: str, key: tuple, value: tuple, argument: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        LAYOUTS[name].cache_shape(key, value, 2)
    assert caught.value.argument == argument


def test_unknown_layout() -> None:
    for name in ("4d", "NHD", None, []):
        with pytest.raises(InvalidArgumentError, match="one of 5d, asm, nhd, hnd"):
            layout(name)  # type: ignore[arg-type] - what a caller may do


@pytest.mark.parametrize(("writer", "reader"), list(itertools.product(LAYOUTS, repeat=2)))
def test_a_reader_reads_only_what_was_written_for_it(writer: str, reader: str) -> None:
    reason = compatible(writer, reader)
    assert reason == COMPATIBILITY[writer, reader]
    if writer == reader:
        assert reason is None
        return
    assert reason is not None
    assert writer in reason
    assert reader in reason
    # 5d and asm agree on the keys: the reason must not blame them.
    assert ("keys" in reason) == ({writer, reader} != {"5d", "asm"})
    assert "values" in reason


def test_compatible_names_the_argument() -> None:
    with pytest.raises(InvalidArgumentError, match="writer"):
        compatible("x", "5d")
    with pytest.raises(InvalidArgumentError, match="reader"):
        compatible("5d", "x")
