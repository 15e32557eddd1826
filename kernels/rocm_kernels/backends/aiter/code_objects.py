"""AITER's code objects of paged attention as files: what its tables and the files' own notes say, with nothing executed.

``read(hsa, target)`` reads ``<hsa>/<target>/pa/*.csv``, the files named there, and the ``pa_*.co`` of earlier hosts that no
table names. Whatever is wrong with a table or a file becomes a ``Problem`` beside the objects that are whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gfx_emulator.code_object import CodeObject as File
from gfx_emulator.code_object import Kernel
from gfx_emulator.errors import CodeObjectError
from rocm_kernels.backends.aiter import asm_arguments
from rocm_kernels.backends.aiter.asm_arguments import Slot

# Tokens that a workgroup handles at a time, in every one of these kernels (read in the disassembly).
TILE_TOKENS = 256
# Rows of a table are of one kernel each; names of columns differ between hosts.
_FILE_COLUMNS = ("knl_file", "co_name")
_COLUMNS = ("qType", "kvType", "Gqa", "Mtp", "Msk", "Hp", "blkSz", "knl_name")
# Columns of newer hosts, and the value with which their ``pa_fwd`` chooses.
_NEWER_COLUMNS = ("ps", "qTile", "quant_type")


@dataclass(frozen=True)
class Resources:
    """What a kernel takes, from its descriptor and note: registers a lane, bytes of LDS and scratch, work-items."""

    vgprs: int
    agprs: int
    sgprs: int
    lds_bytes: int
    scratch_bytes: int
    workgroup_size: int


@dataclass(frozen=True)
class CodeObject:
    """One asm decode kernel.

    Attributes:
        target: the AMD target.
        path: the file.
        name: its path below the target's folder, such as ``pa/pa_bf16_noquant_gqa8_1tg_4w.co``.
        sha256: of the whole file, hexadecimal: by it what was surveyed is found again.
        symbol: the kernel's symbol.
        query_dtype, kv_dtype: in AITER's words: bf16, fp16; fp8 (the target's own format), int8.
        gqa: the table's: a kernel of 8 or 16 takes any ratio up to it, one of 10 takes 10.
        mtp: 0 for one query token a sequence, 1 for several, 10 + n for n.
        mask: 1 where a token sees positions up to its own only.
        precision: 0, 1 (hp), 2 (uhp).
        block_size: tokens a page.
        listed: whether the host's table names it; what is not listed was launched by earlier hosts.
        one_kv_head: it has no notion of key/value heads.
        other: columns of newer tables, (name, value) each: a host without them never chooses it unless all are 0.
        slots: the arguments that the file's note names, without padding.
        kernarg_bytes: size of its argument segment.
        resources: registers, LDS.
    """

    target: str
    path: Path
    name: str
    sha256: str
    symbol: str
    query_dtype: str
    kv_dtype: str
    gqa: int
    mtp: int
    mask: int
    precision: int
    block_size: int
    listed: bool
    one_kv_head: bool
    other: tuple[tuple[str, int], ...]
    slots: tuple[Slot, ...]
    kernarg_bytes: int
    resources: Resources

    @property
    def tile_tokens(self) -> int:
        """Tokens that a workgroup handles at a time."""
        return TILE_TOKENS

    @property
    def quantised(self) -> bool:
        """Whether the cache holds 8 bits, with scales."""
        return self.kv_dtype in ("fp8", "int8")


@dataclass(frozen=True)
class Problem:
    """What is wrong with a folder, a table or a file.

    Attributes:
        code: ``folder_missing``, ``table_missing``, ``table_damaged``, ``file_missing``, ``file_damaged``,
            ``wrong_target``, ``symbol_missing`` or ``arguments_mismatch``.
        message: one sentence for people.
        name: what it is about, below the target's folder.
    """

    code: str
    message: str
    name: str


@dataclass(frozen=True)
class Listing:
    """All that a folder holds for one target."""

    target: str
    folder: Path
    objects: tuple[CodeObject, ...]
    problems: tuple[Problem, ...]

    def by_hash(self) -> dict[str, CodeObject]:
        """The objects by the hash of their file."""
        return {entry.sha256: entry for entry in self.objects}

    def named(self, name: str) -> CodeObject:
        """The object of a file name, with or without folder and ``.co``; raises KeyError naming those there are."""
        for entry in self.objects:
            if name in (entry.name, Path(entry.name).name, Path(entry.name).stem):
                return entry
        raise KeyError(f"{name}: not among {', '.join(entry.name for entry in self.objects)}")


@dataclass(frozen=True)
class _Facts:
    query_dtype: str
    kv_dtype: str
    gqa: int
    mtp: int = 0
    mask: int = 0
    precision: int = 0
    block_size: int = 16
    one_kv_head: bool = False
    other: tuple[tuple[str, int], ...] = ()


# Files of earlier hosts, which named them in code: from the file names and from what the kernels do.
_UNLISTED: Mapping[str, _Facts] = {
    "pa_a16w16_b16.co": _Facts("bf16", "bf16", 8, one_kv_head=True),
    "pa_a16w16_f16.co": _Facts("fp16", "fp16", 8, one_kv_head=True),
    "pa_a16w8_b16.co": _Facts("bf16", "int8", 8, one_kv_head=True),
    "pa_a16w8_f16.co": _Facts("fp16", "int8", 8, one_kv_head=True),
    "pa_a16w8_b16_2tg_g8_f8.co": _Facts("bf16", "fp8", 8),
    "pa_a16w8_b16_2tg_g8_i8.co": _Facts("bf16", "int8", 8),
    "pa_a16w8_f16_2tg_g8_f8.co": _Facts("fp16", "fp8", 8),
    "pa_a16w8_f16_2tg_g8_i8.co": _Facts("fp16", "int8", 8),
    "pa_a16w8_bf16_2tg_g8_f8_gemm1_bf16.co": _Facts("bf16", "fp8", 8),
    "pa_a16w8_bf16_2tg_g8_f8_tail_bf16.co": _Facts("bf16", "fp8", 8),
    "pa_a16w8_2tg_g8_f8_q_fp16_tail_bf16.co": _Facts("fp16", "fp8", 8),
}


@cache
def read_once(hsa: Path, target: str) -> Listing:
    """Read a folder the first time that it is asked for; see ``read``."""
    return read(hsa, target)


def read(hsa: Path, target: str) -> Listing:
    """Read what a folder of code objects holds of paged attention for one target.

    Args:
        hsa: a folder with one folder for each target, such as the ``hsa`` of the amd-aiter wheel.
        target: LLVM's name of the processor.

    Nothing is raised for what is missing or damaged: that is listed in ``problems``.
    """
    folder = hsa / target
    if not folder.is_dir():
        there = ", ".join(sorted(entry.name for entry in hsa.iterdir() if entry.is_dir())) if hsa.is_dir() else ""
        message = f"{hsa} has no folder {target} (it has {there})" if there else f"{hsa} holds no folders of targets"
        return Listing(target, folder, (), (Problem("folder_missing", message, ""),))
    objects: list[CodeObject] = []
    problems: list[Problem] = []
    tables = sorted((folder / "pa").glob("*.csv"))
    if not tables:
        problems.append(Problem("table_missing", f"{folder / 'pa'} holds no table (*.csv) of kernels", "pa"))
    for table in tables:
        for found in _read_table(folder, table, target):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                objects.append(found)
    for name, facts in _UNLISTED.items():
        if (folder / name).is_file():
            found = _read_file(folder, name, None, facts, target, listed=False)
            if isinstance(found, Problem):
                problems.append(found)
            else:
                objects.append(found)
    return Listing(target, folder, tuple(objects), tuple(problems))


def _read_table(folder: Path, table: Path, target: str) -> Iterator[CodeObject | Problem]:
    name = table.relative_to(folder).as_posix()
    try:
        text = table.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Problem("table_damaged", f"the table {name} cannot be read: {error}", name)
        return
    rows = csv.DictReader(io.StringIO(text))
    columns = [column.strip() for column in rows.fieldnames or ()]
    file_column = next((column for column in _FILE_COLUMNS if column in columns), None)
    missing = [column for column in _COLUMNS if column not in columns]
    if file_column is None or missing:
        lacking = ", ".join(missing + ([] if file_column else [" or ".join(_FILE_COLUMNS)]))
        yield Problem("table_damaged", f"the table {name} has no column {lacking}", name)
        return
    unknown = sorted(set(columns) - {*_COLUMNS, *_NEWER_COLUMNS, file_column})
    if unknown:
        # A host may choose by it: what it would choose is then not known.
        yield Problem("table_damaged", f"the table {name} has columns that are not known: {', '.join(unknown)}", name)
        return
    for line, row in enumerate(rows, 2):
        try:
            facts = _row_facts({key.strip(): value.strip() for key, value in row.items()}, columns)
            file_name, symbol = row[file_column].strip(), row["knl_name"].strip()
        except (AttributeError, ValueError) as error:
            yield Problem("table_damaged", f"line {line} of the table {name} cannot be read: {error}", name)
            continue
        yield _read_file(folder, f"{table.parent.name}/{file_name}", symbol, facts, target, listed=True)


def _row_facts(row: Mapping[str, str], columns: list[str]) -> _Facts:
    return _Facts(
        row["qType"],
        row["kvType"],
        int(row["Gqa"]),
        int(row["Mtp"]),
        int(row["Msk"]),
        int(row["Hp"]),
        int(row["blkSz"]),
        other=tuple((column, int(row[column])) for column in _NEWER_COLUMNS if column in columns),
    )


def _read_file(
    folder: Path, name: str, symbol: str | None, facts: _Facts, target: str, *, listed: bool
) -> CodeObject | Problem:
    """Read one file; ``symbol`` is the kernel that the table names, None for the only one that there is."""
    path = folder / name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Problem("file_missing", f"the table names {name}, which is not there", name)
    except OSError as error:
        return Problem("file_damaged", f"{name} cannot be read: {error}", name)
    try:
        file = File.load(data)
    except CodeObjectError as error:
        return Problem("file_damaged", f"{name} ({len(data)} bytes) is no whole code object: {error}", name)
    if file.target != target:
        return Problem("wrong_target", f"{name} is built for {file.target}, not for {target}", name)
    if symbol is None and len(file.kernels) == 1:
        symbol = next(iter(file.kernels))
    if symbol not in file.kernels:
        there = ", ".join(file.kernels) or "none"
        return Problem("symbol_missing", f"{name} holds no kernel {symbol} (it holds {there})", name)
    kernel = file.kernels[symbol]
    slots = _slots(kernel)
    wrong = asm_arguments.mismatches(slots, kernel.kernarg_size)
    if wrong:
        return Problem("arguments_mismatch", f"{name} takes other arguments than are packed: {'; '.join(wrong)}", name)
    return CodeObject(
        target=target,
        path=path,
        name=name,
        sha256=file.sha256,
        symbol=symbol,
        query_dtype=facts.query_dtype,
        kv_dtype=facts.kv_dtype,
        gqa=facts.gqa,
        mtp=facts.mtp,
        mask=facts.mask,
        precision=facts.precision,
        block_size=facts.block_size,
        listed=listed,
        one_kv_head=facts.one_kv_head,
        other=facts.other,
        slots=slots,
        kernarg_bytes=kernel.kernarg_size,
        resources=resources_of(kernel),
    )


def _slots(kernel: Kernel) -> tuple[Slot, ...]:
    return tuple(
        Slot(argument.name, argument.offset, argument.size)
        for argument in kernel.arguments
        if argument.name != asm_arguments.PADDING and not argument.hidden
    )


def resources_of(kernel: Kernel) -> Resources:
    """What a kernel takes, from its descriptor and note."""
    return Resources(
        vgprs=kernel.accum_offset,
        agprs=kernel.agpr_count,
        sgprs=kernel.sgpr_count,
        lds_bytes=kernel.group_segment_size,
        scratch_bytes=kernel.private_segment_size,
        workgroup_size=kernel.maximum_workgroup_size,
    )
