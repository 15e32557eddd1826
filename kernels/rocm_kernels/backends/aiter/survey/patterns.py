"""Patterns in a kernel's instructions: each gives the addresses that show something, none where it is not there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gfx_emulator.disassembler import Instruction

Listing = Sequence[Instruction]
Places = tuple[int, ...]


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


def values_by_weight_zero(listing: Listing) -> Places:
    """Values go from memory into the second matrix product as they are: the first and the last matrix instruction."""
    products = [entry.address for entry in listing if entry.mnemonic.startswith("v_mfma_")]
    return (products[0], products[-1]) if products else ()


def pages_of_16(listing: Listing) -> Places:
    """The number of pages is (length + 15) / 16, by constants."""
    for before, after in pairwise(listing):
        rounded = re.fullmatch(r"s_add_u32 (s\d+), s\d+, 15", before.text)
        if rounded and re.fullmatch(rf"s_lshr_b32 {rounded.group(1)}, {rounded.group(1)}, 4", after.text):
            return before.address, after.address
    return ()


def stores_eight_rows(listing: Listing) -> Places:
    """All stores come in pairs of one dword a lane, 1,024 bytes apart: from four waves 2,048 bytes, 8 rows of 256."""
    stores = [entry for entry in listing if entry.mnemonic.startswith("buffer_store")]
    pairs = list(zip(stores[::2], stores[1::2], strict=False))
    if not pairs or len(stores) % 2:
        return ()
    for first, second in pairs:
        if first.mnemonic != "buffer_store_dword" or second.mnemonic != "buffer_store_dword":
            return ()
        if not first.text.endswith(", 0 offen") or not second.text.endswith(", 0 offen offset:1024"):
            return ()
    return tuple(entry.address for pair in pairs for entry in pair)


def starts_followed(listing: Listing) -> Places:
    """The pointer at 0xf0 is loaded and what it points to is loaded, with no comparison between."""
    for at, entry in enumerate(listing):
        loaded = re.fullmatch(r"s_load_dwordx2 (s\[\d+:\d+\]), s\[0:1\], 0xf0", entry.text)
        if loaded is None:
            continue
        for later in listing[at + 1 :]:
            if later.mnemonic.startswith(("s_cmp", "s_cbranch")):
                return ()
            if re.fullmatch(rf"s_load_dword s\d+, {re.escape(loaded.group(1))}, 0x0", later.text):
                return entry.address, later.address
    return ()


def empty_context_divides(listing: Listing) -> Places:
    """The length is loaded and never compared with 0; the last reciprocal is that of the sum of the weights."""
    pointers = {
        found.group(1)
        for entry in listing
        if (found := re.fullmatch(r"s_load_dwordx2 (s\[\d+:\d+\]), s\[0:1\], 0x50", entry.text))
    }
    reciprocals = [entry.address for entry in listing if entry.mnemonic.startswith("v_rcp_f32")]
    for entry in listing:
        found = re.fullmatch(r"s_load_dword (s\d+), (s\[\d+:\d+\]), 0x0", entry.text)
        if found and found.group(2) in pointers and reciprocals:
            compared = rf"s_cmp_\w+ (?:{found.group(1)}, 0|0, {found.group(1)})"
            if any(re.fullmatch(compared, other.text) for other in listing):
                return ()
            return entry.address, reciprocals[-1]
    return ()


def query_to_eight_bits(listing: Listing) -> Places:
    """The first reciprocal (of a query's largest element) and the first conversion to fp8."""
    reciprocals = [entry.address for entry in listing if entry.mnemonic.startswith("v_rcp_f32")]
    conversions = [entry.address for entry in listing if entry.mnemonic.startswith("v_cvt_pk_fp8_f32")]
    if reciprocals and conversions and reciprocals[0] < conversions[0]:
        return reciprocals[0], conversions[0]
    return ()


def scales_by_token(listing: Listing) -> Places:
    """The pointers to the scales (0x60, 0x70) are loaded, and a number for each lane is loaded from where they lead."""
    places = []
    for argument in ("0x60", "0x70"):
        for at, entry in enumerate(listing):
            loaded = re.fullmatch(rf"s_load_dwordx2 s\[(\d+):\d+\], s\[0:1\], {argument}", entry.text)
            if loaded is None:
                continue
            first = int(loaded.group(1))
            read = rf"buffer_load_dword v\d+, v\d+, s\[{first}:{first + 3}\], 0 offen"
            places += [other.address for other in listing[at:] if re.fullmatch(read, other.text)][:1]
    return tuple(places) if len(places) == 2 else ()


def page_offset_of_32_bits(listing: Listing) -> Places:
    """A product of 32 bits is added to the 64-bit base of a descriptor from which 16 bytes at a time are loaded."""
    products: dict[str, int] = {}
    for entry in listing:
        product = re.fullmatch(r"s_mul_i32 (s\d+), s\d+, s\d+", entry.text)
        if product:
            products[product.group(1)] = entry.address
        added = re.fullmatch(r"s_add_u32 s(\d+), s(\d+), (s\d+)", entry.text)
        if added is None or added.group(1) == added.group(2) or added.group(3) not in products:
            continue
        first = int(added.group(1))
        used = f"s[{first}:{first + 3}]"
        if any(other.mnemonic == "buffer_load_dwordx4" and used in other.operands for other in listing):
            return products[added.group(3)], entry.address
    return ()
