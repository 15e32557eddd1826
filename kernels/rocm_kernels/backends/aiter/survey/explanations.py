"""Known explanations of what the survey finds, each with a pattern that must be in the disassembly before it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gfx_emulator.code_object import CodeObject as File
from gfx_emulator.disassembler import Instruction, disassemble
from rocm_kernels.backends.aiter.survey import patterns
from rocm_kernels.backends.aiter.survey.patterns import Listing, Places


@dataclass(frozen=True)
class Explanation:
    """Why kernels are wrong somewhere.

    Attributes:
        name: for files.
        axes: of the findings that it explains.
        pattern: gives the addresses of the instructions that show it; empty where they are not there.
        text: one or two sentences.
        lengths: context lengths that it is about, for findings of lengths; both ends inside.
        how: the verdicts that it explains; empty for all.
    """

    name: str
    axes: tuple[str, ...]
    pattern: Callable[[Listing], Places]
    text: str
    lengths: tuple[int, int] | None = None
    how: tuple[str, ...] = ()


EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "loop_counts_pages",
        ("length",),
        patterns.loop_counts_pages,
        "The way round the loop over whole tiles of 256 tokens is chosen by the number of pages, (length + 15) / 16, compared"
        " with 16. Lengths 241 to 255 have 16 pages and no whole tile: the loop runs once over all 256 slots without a mask,"
        " then the tail runs over the same tokens with one.",
        (241, 255),
    ),
    Explanation(
        "page_offset_of_32_bits",
        ("cache",),
        patterns.page_offset_of_32_bits,
        "A page's number times its bytes is a 32-bit product, which is then added to the 64-bit base of the cache's descriptor:"
        " from 4 GiB on it wraps, and another page is read.",
    ),
    Explanation(
        "descriptor_of_two_gib",
        ("cache",),
        patterns.descriptor_of_two_gib,
        "The buffer descriptors of the caches hold 0x80000000 bytes and the offset of a page from the start of the"
        " cache is a 32-bit number: a load at or beyond 2 GiB reads 0 by the rules of buffers, with no fault.",
    ),
    Explanation(
        "table_of_used_pages",
        ("page_zero",),
        patterns.table_of_used_pages,
        "The block table's descriptor ends with the sequence's last page, so that a tile's unused columns read as 0;"
        " page 0 is loaded for them and its values are multiplied by a weight of 0. NaN times 0 is NaN.",
    ),
    Explanation(
        "values_by_weight_zero",
        ("tail",),
        patterns.values_by_weight_zero,
        "Slots behind the end get a weight of 0 in the second product (the addresses are the first and the last matrix"
        " instruction); nothing masks the values themselves, and NaN times 0 is NaN.",
    ),
    Explanation(
        "heads_without_id",
        ("kv_heads",),
        patterns.heads_without_id,
        "The kernel never reads the id of its workgroup along key/value heads (s2 is only moved to itself): every workgroup of"
        " a sequence computes and stores head 0.",
    ),
    Explanation(
        "stores_eight_rows",
        ("gqa",),
        patterns.stores_eight_rows,
        "Whatever the number of query heads is (the oldest files have no argument for it, in the others the one at 0xe0 only"
        " decides where rows lie), four waves store two dwords a lane: 2,048 bytes, 8 heads of 256 bytes.",
    ),
    Explanation(
        "pages_of_16",
        ("block_size",),
        patterns.pages_of_16,
        "The number of pages is (length + 15) / 16 by constants, and no argument tells the page's size: the kernel looks up one"
        " column of the block table for every 16 tokens and reads the first 16 of each page.",
    ),
    Explanation(
        "empty_context_divides",
        ("length",),
        patterns.empty_context_divides,
        "The length is never compared with 0, nor is there another way round for a query token that sees no token: all of its"
        " scores are masked, and the result is divided by the sum of its weights (the addresses: the length, the reciprocal).",
        (0, 3),
    ),
    Explanation(
        "scales_by_token",
        ("scales",),
        patterns.scales_by_token,
        "One scale a token is loaded through each of the two pointers (the arguments at 0x60 and 0x70), whatever they lead to:"
        " a tensor of one element is read beyond its end, and a null pointer is followed.",
        how=("out_of_bounds",),
    ),
    Explanation(
        "starts_followed",
        ("query_starts",),
        patterns.starts_followed,
        "The pointer to the query starts (the argument at 0xf0) is followed without a look at whether it is null.",
    ),
    Explanation(
        "query_to_eight_bits",
        ("scales", "softmax_scale", "values"),
        patterns.query_to_eight_bits,
        "No fault of the kernel: an element of the query lies exactly between two fp8 numbers once it is multiplied by 240 /"
        " amax. The references round it to even; the kernel multiplies by a rounded reciprocal, after which it is no tie, and"
        " it may go the other way. With scores of some hundreds, or scales that are far apart, that step exceeds the bound.",
        how=("wrong_numbers",),
    ),
    Explanation(
        "rows_of_128",
        ("head_size",),
        patterns.rows_of_128,
        "A head's row is taken to be 256 bytes; no argument tells the head size, and the host does not check it.",
    ),
)


@cache
def listing_of(path: Path, symbol: str) -> tuple[Instruction, ...]:
    """The instructions of a kernel."""
    file = File.load(path)
    kernel = file.kernel(symbol)
    return tuple(disassemble(file.code(kernel), kernel.entry_address, file.target))


def explain(
    axis: str, how: str, lengths: tuple[int, int] | None, path: Path, symbol: str
) -> tuple[Explanation, Places] | None:
    """The explanation for a finding of one code object and the addresses that show it; None where none is known.

    Args:
        axis, how: of the finding.
        lengths: the interval of context lengths that the finding is, None for another axis.
        path, symbol: the kernel.
    """
    listing = listing_of(path, symbol)
    for entry in EXPLANATIONS:
        if axis not in entry.axes or (entry.how and how not in entry.how) or not _inside(lengths, entry.lengths):
            continue
        places = entry.pattern(listing)
        if places:
            return entry, places
    return None


def _inside(lengths: tuple[int, int] | None, meant: tuple[int, int] | None) -> bool:
    if lengths is None or meant is None:
        return True
    return meant[0] <= lengths[0] and lengths[1] <= meant[1]
