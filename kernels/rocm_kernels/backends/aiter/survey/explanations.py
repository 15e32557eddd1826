"""Known explanations of what the survey finds, each with a pattern that must be in the disassembly before it is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gfx_emulator.code_object import CodeObject as File
from gfx_emulator.disassembler import Instruction, disassemble

Listing = Sequence[Instruction]
Places = tuple[int, ...]


@dataclass(frozen=True)
class Explanation:
    """Why kernels are wrong somewhere.

    Attributes:
        name: for files.
        axes: of the findings that it explains.
        pattern: gives the addresses of the instructions that show it; empty where they are not there.
        text: one or two sentences.
        lengths: context lengths that it is about, for findings of lengths; both ends inside.
    """

    name: str
    axes: tuple[str, ...]
    pattern: Callable[[Listing], Places]
    text: str
    lengths: tuple[int, int] | None = None


def loop_counts_pages(listing: Listing) -> Places:
    """The number of pages, (length + 15) / 16, compared with 16 to decide whether there is a whole tile."""
    rounded: dict[str, int] = {}
    before = ""
    for at, instruction in enumerate(listing[:-1]):
        shift = re.fullmatch(r"s_lshr_b32 (s\d+), \1, 4", instruction.text)
        if shift and re.fullmatch(rf"s_add_u32 {shift.group(1)}, s\d+, 15", before):
            rounded[shift.group(1)] = instruction.address
        compared = re.fullmatch(r"s_cmp_lt_u32 (s\d+), 16", instruction.text)
        if compared and compared.group(1) in rounded and listing[at + 1].mnemonic == "s_cbranch_scc1":
            return rounded[compared.group(1)], instruction.address
        before = instruction.text
    return ()


def descriptor_of_two_gib(listing: Listing) -> Places:
    """Descriptors of 0x80000000 bytes from which 16 bytes at a time are loaded: those of the caches."""
    places = []
    for instruction in listing:
        match = re.fullmatch(r"s_(?:mov_b32|movk_i32) s(\d+), 0x80000000", instruction.text)
        if match is None:
            continue
        words = int(match.group(1))
        used = f"s[{words - 2}:{words + 1}]"
        if any(other.mnemonic == "buffer_load_dwordx4" and used in other.operands for other in listing):
            places.append(instruction.address)
    return tuple(places)


def table_of_used_pages(listing: Listing) -> Places:
    """The block table's descriptor ends with the sequence's last page; reads beyond give 0, which is the id of page 0."""
    texts = [instruction.text for instruction in listing]
    for at, text in enumerate(texts[1:-1], 1):
        match = re.fullmatch(r"s_mul_i32 (s\d+), (s\d+), 4", text)
        if match is None:
            continue
        size, pages = match.groups()
        limit = re.fullmatch(rf"s_mov_b32 s\d+, {size}", texts[at + 1])
        if limit and texts[at - 1].startswith(f"s_lshr_b32 {pages}, {pages}, "):
            return (listing[at + 1].address,)
    return ()


# Bytes of the rows of 8, 10 and 16 heads of 128.
_CONSTANT_ROWS = ("0x800", "0xa00", "0x1000")


def rows_of_128(listing: Listing) -> Places:
    """The number of query heads (the argument at 0xe0) times 256 bytes, or the bytes of all of them as a constant."""
    heads = ""
    for instruction in listing:
        loaded = re.fullmatch(r"s_load_dword (s\d+), s\[\d+:\d+\], 0xe0", instruction.text)
        heads = loaded.group(1) if loaded else heads
        if heads and instruction.text.startswith("s_mul_i32") and instruction.operands.endswith(f", 0x100, {heads}"):
            return (instruction.address,)
    for instruction in listing:
        if instruction.mnemonic in ("s_mul_i32", "s_mov_b32", "s_movk_i32") and any(
            part in _CONSTANT_ROWS for part in instruction.operands.split(", ")
        ):
            return (instruction.address,)
    return ()


def heads_without_id(listing: Listing) -> Places:
    """The id of the workgroup along x, in s2, is moved to itself and never read: where that is done."""
    reads = [entry for entry in listing if re.search(r", (?:s2\b|s\[2:)", entry.text)]
    if reads and all(entry.text == "s_mov_b32 s2, s2" for entry in reads):
        return tuple(entry.address for entry in reads)
    return ()


def eight_heads(listing: Listing) -> Places:
    """No argument tells the number of query heads (nothing is loaded from 0xe0): the last scalar load of arguments."""
    loads = [entry for entry in listing if re.fullmatch(r"s_load_dword(?:x2)? \S+ s\[0:1\], 0x[0-9a-f]+", entry.text)]
    if not loads or any(entry.operands.endswith(" 0xe0") for entry in loads):
        return ()
    return (loads[-1].address,)


def values_by_weight_zero(listing: Listing) -> Places:
    """Values go from memory into the second matrix product as they are: the first and the last matrix instruction."""
    products = [entry.address for entry in listing if entry.mnemonic.startswith("v_mfma_")]
    return (products[0], products[-1]) if products else ()


EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "loop_counts_pages",
        ("length",),
        loop_counts_pages,
        "The way round the loop over whole tiles of 256 tokens is chosen by the number of pages, (length + 15) / 16, compared"
        " with 16. Lengths 241 to 255 have 16 pages and no whole tile: the loop runs once over all 256 slots without a mask,"
        " then the tail runs over the same tokens with one.",
        (241, 255),
    ),
    Explanation(
        "descriptor_of_two_gib",
        ("cache",),
        descriptor_of_two_gib,
        "The buffer descriptors of the caches hold 0x80000000 bytes and the offset of a page from the start of the"
        " cache is a 32-bit number: a load at or beyond 2 GiB reads 0 by the rules of buffers, with no fault.",
    ),
    Explanation(
        "table_of_used_pages",
        ("page_zero",),
        table_of_used_pages,
        "The block table's descriptor ends with the sequence's last page, so that a tile's unused columns read as 0;"
        " page 0 is loaded for them and its values are multiplied by a weight of 0. NaN times 0 is NaN.",
    ),
    Explanation(
        "values_by_weight_zero",
        ("tail",),
        values_by_weight_zero,
        "Slots behind the end get a weight of 0 in the second product (the addresses are the first and the last matrix"
        " instruction); nothing masks the values themselves, and NaN times 0 is NaN.",
    ),
    Explanation(
        "heads_without_id",
        ("kv_heads",),
        heads_without_id,
        "The kernel never reads the id of its workgroup along key/value heads (s2 is only moved to itself): every workgroup of"
        " a sequence computes and stores head 0.",
    ),
    Explanation(
        "eight_heads",
        ("gqa",),
        eight_heads,
        "The kernel loads no number of query heads; it computes and stores 8 of them, whatever the request has.",
    ),
    Explanation(
        "rows_of_128",
        ("head_size",),
        rows_of_128,
        "A head's row is taken to be 256 bytes; no argument tells the head size, and the host does not check it.",
    ),
)


@cache
def listing_of(path: Path, symbol: str) -> tuple[Instruction, ...]:
    """The instructions of a kernel."""
    file = File.load(path)
    kernel = file.kernel(symbol)
    return tuple(disassemble(file.code(kernel), kernel.entry_address, file.target))


def explain(axis: str, lengths: tuple[int, int] | None, path: Path, symbol: str) -> tuple[Explanation, Places] | None:
    """The explanation for a finding of one code object and the addresses that show it; None where none is known.

    Args:
        axis: of the finding.
        lengths: the interval of context lengths that the finding is, None for another axis.
        path, symbol: the kernel.
    """
    listing = listing_of(path, symbol)
    for entry in EXPLANATIONS:
        if axis not in entry.axes or not _inside(lengths, entry.lengths):
            continue
        places = entry.pattern(listing)
        if places:
            return entry, places
    return None


def _inside(lengths: tuple[int, int] | None, meant: tuple[int, int] | None) -> bool:
    if lengths is None or meant is None:
        return True
    return meant[0] <= lengths[0] and lengths[1] <= meant[1]
