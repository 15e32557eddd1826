"""The memory of one launch: query, caches, block table, lengths and scales, made from a question and its seed.

Sequences share a few documents (token streams), each a permuted set of pages, so that thousands of lengths fit into one launch;
every sequence has a query of its own, and a last page of its own with loud numbers behind its end. A kernel that takes a
neighbour's row of the table, query or length is noticed.
"""

from __future__ import annotations

import math
import mmap
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from rocm_kernels.backends.aiter.survey.question import Question, Request

DOCUMENTS = 6
"""Documents that the sequences of a launch share where nothing in them depends on the sequence."""
_DOCUMENT_TOKENS = 1 << 18
GUARD_BYTES = 1 << 16
UNWRITTEN = {"bf16": 0x7FA5, "fp16": 0x7DA5}
"""A NaN that no arithmetic gives: what was not written still holds it."""
LIMITS = {"fp8": 240.0, "int8": 127.0}
TORCH = {"bf16": torch.bfloat16, "fp16": torch.float16}
_STORED = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp8": torch.float8_e4m3fnuz, "int8": torch.int8}
_SPARE_BLOCKS = 3


@dataclass
class Problem:
    """The inputs of a launch as bytes, and what they mean.

    Attributes:
        question: what it was made from.
        documents: for each sequence, the document that it reads.
        keys, values: [documents, kv_heads, tokens, head_size], as stored, scales applied.
        value_codes, value_scales: the values' 8-bit numbers and scales ([..., tokens]); of 16 bits the values, and ones.
        tables: the block table, [batch, columns].
        query: [batch * query_length, kv_heads * gqa, head_size], as given.
        memory: by the name in the kernels' metadata, what the kernel may read: O is the output with its guards.
        first_block, blocks: ids of the pages in use, and how many there are.
    """

    question: Question
    documents: npt.NDArray[np.int64]
    keys: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    value_codes: npt.NDArray[np.float32]
    value_scales: npt.NDArray[np.float32]
    query: npt.NDArray[np.float32]
    tables: npt.NDArray[np.int32]
    memory: dict[str, npt.NDArray[np.generic]]
    first_block: int
    blocks: int

    @property
    def output_shape(self) -> tuple[int, int, int]:
        """[rows, query heads, head_size]."""
        shape = self.query.shape
        return shape[0], shape[1], shape[2]

    def reset_output(self) -> None:
        """Fill the output and its guards with the mark of what was not written."""
        self.memory["O"][:] = UNWRITTEN[self.question.request.dtype]

    def output_bits(self) -> npt.NDArray[np.uint16]:
        """The output as 16-bit patterns, without the guards."""
        count = math.prod(self.output_shape)
        start = GUARD_BYTES // 2
        bits: npt.NDArray[np.uint16] = self.memory["O"][start : start + count].reshape(self.output_shape)  # type: ignore[assignment]
        return bits

    def part(self, first: int, count: int) -> Problem:
        """The same memory with ``count`` of the sequences, from ``first`` on; the output is a new one."""
        step = self.question.request.query_length
        sequences, rows = slice(first, first + count), slice(first * step, (first + count) * step)
        memory = dict(self.memory)
        memory["BT"], memory["CL"] = self.memory["BT"][sequences], self.memory["CL"][sequences]
        memory["Q"], memory["QTP"] = self.memory["Q"][rows], self.memory["QTP"][: count + 1]
        memory["O"] = np.empty(math.prod(self.query[rows].shape) + GUARD_BYTES, np.uint16)
        question = replace(self.question, lengths=self.question.lengths[sequences])
        return replace(
            self,
            question=question,
            documents=self.documents[sequences],
            query=self.query[rows],
            tables=self.tables[sequences],
            memory=memory,
        )

    def guards_touched(self) -> int:
        """Elements beside the output that were written."""
        mark = UNWRITTEN[self.question.request.dtype]
        start, whole = GUARD_BYTES // 2, self.memory["O"]
        end = start + math.prod(self.output_shape)
        return int((whole[:start] != mark).sum() + (whole[end:] != mark).sum())


def build(question: Question) -> Problem:
    """Make the inputs of a launch; the same question gives the same bytes."""
    request, lengths = question.request, question.lengths
    random = torch.Generator().manual_seed(question.seed)
    pages = max(1, -(-max(lengths) // request.page))
    tokens = pages * request.page
    count = _document_count(len(lengths), tokens)
    documents = np.arange(len(lengths)) % count
    heads, head = request.kv_heads, request.head_size
    query = _query(request, len(lengths), random)
    shape = (count, heads, tokens, head)
    keys, values = (torch.randn(shape, generator=random) for _ in range(2))
    if request.values == "zero_values":
        values.zero_()
    codes, scales, seen = _quantise(request, keys, values, random)
    pool = _pool(question, documents, count, pages, random)
    key_pages, value_pages = (_paged(code, pool, request.page) for code in codes)
    scale_pages = [None if scale is None else _paged(scale[..., None], pool, request.page) for scale in scales]
    _fill_tails(question, pool, key_pages, value_pages, scale_pages, random)
    first = _first_block(request, pool.blocks)
    memory: dict[str, npt.NDArray[np.generic]] = {
        "K": placed(_key_layout(key_pages, request), first),
        "V": placed(_value_layout(value_pages, request), first),
    }
    for name, scale, pages_of in zip(("KQ", "VQ"), scales, scale_pages, strict=True):
        if scale is not None and pages_of is not None:
            memory[name] = placed(_scale_layout(pages_of, request), first)
    tables = _tables(question, pool, first, random)
    memory["BT"] = tables.copy()
    memory["CL"] = np.array(lengths, np.int32)
    memory["QTP"] = (np.arange(len(lengths) + 1) * request.query_length).astype(np.int32)
    memory["Q"] = _query_rows(query, request)
    rows = len(lengths) * request.query_length
    memory["O"] = np.empty(rows * heads * request.gqa * head + GUARD_BYTES, np.uint16)
    for name, array in memory.items():
        if name != "O":  # a write there is a fault
            array.flags.writeable = False
    rows_of_query = query.float().numpy()
    problem = Problem(question, documents, *seen, rows_of_query, tables, memory, first, pool.blocks)
    problem.reset_output()
    return problem


def _document_count(sequences: int, tokens: int) -> int:
    """As many documents as there are sequences, but no more than DOCUMENTS, and fewer where they are long."""
    return min(sequences, max(2, min(DOCUMENTS, _DOCUMENT_TOKENS // tokens)))


def _query(request: Request, batch: int, random: torch.Generator) -> torch.Tensor:
    shape = (batch * request.query_length, request.kv_heads * request.gqa, request.head_size)
    query = torch.randn(shape, generator=random)
    if request.values == "zero_query":
        query.zero_()
    if request.values == "peaked":
        query *= 64
    return query.to(TORCH[request.dtype])


_Floats = npt.NDArray[np.float32]
_Seen = tuple[_Floats, _Floats, _Floats, _Floats]


def _quantise(
    request: Request, keys: torch.Tensor, values: torch.Tensor, random: torch.Generator
) -> tuple[list[torch.Tensor], list[torch.Tensor | None], _Seen]:
    """Codes, scales (None: no tensor) and what they mean: keys, values, value codes, value scales."""
    if not request.quantised:
        codes = [x.to(_STORED[request.cache]) for x in (keys, values)]
        seen = [code.float().numpy() for code in codes]
        ones = np.ones(keys.shape[:3], np.float32)
        unused: list[torch.Tensor | None] = [None, None]
        if request.scales == "given":
            unused = [torch.full(keys.shape[:3], 3.0) for _ in codes]
        return codes, unused, (seen[0], seen[1], seen[1], ones)
    limit = LIMITS[request.cache]
    if request.scales == "wide":
        for x in (keys, values):
            x *= torch.exp2(torch.randint(-10, 11, x.shape[:3], generator=random).float())[..., None]
        keys /= 32  # scores stay in a range in which more than one token counts
    if request.scales in ("distinct", "wide"):
        scales = [x.abs().amax(-1).clamp_min(2.0**-40) / limit for x in (keys, values)]
    else:
        scales = [(x.abs().max().clamp_min(2.0**-40) / limit).expand(x.shape[:3]).contiguous() for x in (keys, values)]
    codes = []
    for x, scale in zip((keys, values), scales, strict=True):
        scaled = x / scale[..., None]
        codes.append(
            scaled.to(torch.float8_e4m3fnuz)
            if request.cache == "fp8"
            else scaled.round().clamp(-127, 127).to(torch.int8)
        )
    seen = [(code.float() * scale[..., None]).numpy() for code, scale in zip(codes, scales, strict=True)]
    given: list[torch.Tensor | None] = [None, None] if request.scales == "none" else [*scales]
    return codes, given, (seen[0], seen[1], codes[1].float().numpy(), scales[1].numpy())


def _bits(tensor: torch.Tensor) -> npt.NDArray[np.generic]:
    """The stored pattern of each element."""
    kinds = {1: torch.uint8, 2: torch.int16, 4: torch.int32}
    array: npt.NDArray[np.generic] = tensor.contiguous().view(kinds[tensor.element_size()]).numpy()
    return array


@dataclass(frozen=True)
class _Pool:
    """Which blocks hold what.

    Attributes:
        shared: [documents, pages] ids of the blocks of each document.
        private: for each sequence the id of its own last page, -1 where its length fills whole pages.
        spare: ids that nobody uses; finite numbers lie there.
    """

    documents: npt.NDArray[np.int64]
    shared: npt.NDArray[np.int64]
    private: npt.NDArray[np.int64]
    spare: npt.NDArray[np.int64]
    blocks: int


def _pool(
    question: Question, documents: npt.NDArray[np.int64], count: int, pages: int, random: torch.Generator
) -> _Pool:
    partial = np.array(question.lengths) % question.request.page != 0
    blocks = count * pages + int(partial.sum()) + _SPARE_BLOCKS
    # Page 0 is nobody's: kernels read it for columns that they do not use, so what it holds is an axis of its own.
    order = torch.randperm(blocks - 1, generator=random).numpy() + 1
    shared, rest = order[: count * pages].reshape(count, pages), order[count * pages :]
    private = np.full(len(partial), -1)
    private[partial] = rest[: int(partial.sum())]
    return _Pool(documents, shared, private, np.append(rest[int(partial.sum()) :], 0), blocks)


def _paged(stored: torch.Tensor, pool: _Pool, page: int) -> npt.NDArray[np.generic]:
    """[documents, heads, tokens, n] into [blocks, heads, page, n] at the pages that each document owns."""
    bits = _bits(stored)
    documents, heads, tokens, size = bits.shape
    pages = bits.reshape(documents, heads, tokens // page, page, size).transpose(0, 2, 1, 3, 4)
    result = np.empty((pool.blocks, heads, page, size), bits.dtype)
    result[pool.shared.reshape(-1)] = pages.reshape(-1, heads, page, size)
    result[pool.spare] = result[pool.shared[0, 0]]
    return result


_NAN = {"bf16": 0x7FC0, "fp16": 0x7E00, "fp8": 0x80, "scale": 0x7FC00000}
_LOUD = 64.0


def _fill_tails(
    question: Question,
    pool: _Pool,
    keys: npt.NDArray[np.generic],
    values: npt.NDArray[np.generic],
    scales: list[npt.NDArray[np.generic] | None],
    random: torch.Generator,
) -> None:
    """Give each sequence whose last page is not full a copy of it with ``tail`` behind its end."""
    request = question.request
    if request.tail == "page_zero_nan":
        keys[0] = values[0] = _NAN[request.cache]
    # Keys like those of the tokens: a loud one may push its own weight to 0 and hide that it was counted.
    shape = (request.kv_heads, request.page, request.head_size)
    behind = {
        "key": _bits(_stored_as(request, shape, 1.0, random)),
        "value": _bits(_stored_as(request, shape, _LOUD, random)),
    }
    for place, (length, block) in enumerate(zip(question.lengths, pool.private, strict=True)):
        if block < 0:
            continue
        column, start = divmod(length, request.page)
        source = pool.shared[pool.documents[place], column]
        for pages, part in ((keys, "key"), (values, "value")):
            pages[block] = pages[source]
            nan = request.tail in (f"{part}_nan", "both_nan")
            if request.tail != "tokens":
                pages[block, :, start:] = _NAN[request.cache] if nan else behind[part][:, start:]
        for scale, factor in zip(scales, (1.0, _LOUD), strict=True):
            if scale is None:
                continue
            scale[block] = scale[source]
            if request.tail == "scale_nan":
                scale[block, :, start:] = _NAN["scale"]
            elif request.scales in ("distinct", "wide"):
                scale[block, :, start:].view(np.float32)[:] *= factor


def _stored_as(request: Request, shape: tuple[int, ...], size: float, random: torch.Generator) -> torch.Tensor:
    """Random numbers of a size as the cache stores them; 8-bit codes use their whole range."""
    limit = LIMITS.get(request.cache)
    numbers = torch.randn(shape, generator=random) * (size if limit is None else limit / 3)
    if limit is not None:
        numbers = numbers.clamp(-limit, limit)
    return numbers.to(_STORED[request.cache])


def _key_layout(pages: npt.NDArray[np.generic], request: Request) -> npt.NDArray[np.generic]:
    """[blocks, heads, page, head] into [blocks, heads, head / x, page, x], x elements being 16 bytes."""
    blocks, heads, page, head = pages.shape
    x = 16 // request.item_bytes
    return np.ascontiguousarray(pages.reshape(blocks, heads, page, head // x, x).transpose(0, 1, 3, 2, 4))


def _value_layout(pages: npt.NDArray[np.generic], request: Request) -> npt.NDArray[np.generic]:
    blocks, heads, page, head = pages.shape
    x = 16 // request.item_bytes
    if request.layout == "5d":
        return np.ascontiguousarray(pages.transpose(0, 1, 3, 2))
    return np.ascontiguousarray(pages.reshape(blocks, heads, page // x, x, head).transpose(0, 1, 2, 4, 3))


def _scale_layout(pages: npt.NDArray[np.generic], request: Request) -> npt.NDArray[np.generic]:
    """[blocks, heads, page], or the one number where all are equal and one is given."""
    flat = np.ascontiguousarray(pages[..., 0])
    return flat.reshape(-1)[:1].copy() if request.scales == "one" else flat


def _first_block(request: Request, blocks: int) -> int:
    """The id of the first block in use: the last one ends where the cache ends, at ``cache_bytes``."""
    if request.cache_bytes == 0:
        return 0
    block_bytes = request.kv_heads * request.page * request.head_size * request.item_bytes
    return request.cache_bytes // block_bytes - blocks


def placed(array: npt.NDArray[np.generic], first: int) -> npt.NDArray[np.generic]:
    """The array behind ``first`` blocks of mapped memory that nobody fills."""
    if first == 0 or array.ndim == 1:
        return array
    before = first * array[0].nbytes
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    mapped = mmap.mmap(-1, before + array.nbytes, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    whole = np.frombuffer(mapped, np.uint8)
    whole[before:] = array.reshape(-1).view(np.uint8)
    return whole.view(array.dtype).reshape(first + array.shape[0], *array.shape[1:])


def _tables(question: Question, pool: _Pool, first: int, random: torch.Generator) -> npt.NDArray[np.int32]:
    request = question.request
    shape = (len(question.lengths), pool.shared.shape[1] + request.table_width)
    if request.columns == "stale":
        others = pool.shared.reshape(-1)
        filled = others[torch.randint(0, len(others), shape, generator=random).numpy()] + first
    else:
        filled = np.full(shape, {"zero": first, "impossible": 0x7FFF0000}[request.columns])
    tables: npt.NDArray[np.int32] = filled.astype(np.int32)
    for row, (length, private) in enumerate(zip(question.lengths, pool.private, strict=True)):
        used = -(-length // request.page)
        tables[row, :used] = pool.shared[pool.documents[row], :used] + first
        if private >= 0:
            tables[row, used - 1] = private + first
    return tables


def _query_rows(query: torch.Tensor, request: Request) -> npt.NDArray[np.generic]:
    """The query in rows of ``query_stride`` times their packed size; what lies between is another number."""
    bits = _bits(query).reshape(query.shape[0], -1)
    rows = np.full((bits.shape[0], request.query_stride, bits.shape[1]), bits.reshape(-1)[0], bits.dtype)
    rows[:, 0] = bits
    shape = (bits.shape[0], request.kv_heads * request.gqa, request.head_size)
    steps = (rows.strides[0], request.head_size * 2, 2)
    return np.lib.stride_tricks.as_strided(rows, shape, steps)
