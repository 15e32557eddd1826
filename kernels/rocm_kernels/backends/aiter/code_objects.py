"""AITER's code objects of paged attention as files: what its tables and the files' own notes say, with nothing executed.

``read(hsa, target)`` reads ``<hsa>/<target>/pa/*.csv``, the files named there, and the ``pa_*.co`` of earlier hosts that no
table names. Whatever is wrong with a table or a file becomes a ``Problem`` beside the objects that are whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from gfx_emulator.code_object import Kernel
from rocm_kernels.backends.aiter import asm_arguments, kernel_files
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
class Row:
    """What a table says of one kernel, or this project of a file that no table names.

    Attributes:
        query_dtype, kv_dtype: in AITER's words: bf16, fp16; fp8 (the target's own format), int8.
        gqa: the table's: a kernel of 8 or 16 takes any ratio up to it, one of 10 takes 10.
        mtp: 0 for one query token a sequence, 1 for several, 10 + n for n.
        mask: 1 where a token sees positions up to its own only.
        precision: 0, 1 (hp), 2 (uhp).
        block_size: tokens a page.
        listed: whether the host's table names it; what is not listed was launched by earlier hosts.
        one_kv_head: it has no notion of key/value heads.
        other: columns of newer tables, (name, value) each: a host without them never chooses it unless all are 0.
        name: path below the target's folder, such as ``pa/pa_bf16_noquant_gqa8_1tg_4w.co``.
        symbol: the kernel's symbol, empty where only the file tells it.
    """

    query_dtype: str
    kv_dtype: str
    gqa: int
    mtp: int = 0
    mask: int = 0
    precision: int = 0
    block_size: int = 16
    listed: bool = True
    one_kv_head: bool = False
    other: tuple[tuple[str, int], ...] = ()
    name: str = ""
    symbol: str = ""


@dataclass(frozen=True, kw_only=True)
class CodeObject(Row):
    """One asm decode kernel whose file is whole and takes the arguments that are packed here.

    Attributes:
        target: the AMD target.
        path: the file.
        sha256: of the whole file, hexadecimal: by it what was surveyed is found again.
        slots: the arguments that the file's note names, without padding.
        kernarg_bytes: size of its argument segment.
        resources: registers, LDS.
    """

    target: str
    path: Path
    sha256: str
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
        row: what the table says of the kernel that cannot be used for it, None where it is about no single kernel.
    """

    code: str
    message: str
    name: str
    row: Row | None = None


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


# Files of earlier hosts, which named them in code: from the file names and from what the kernels do.
_UNLISTED: tuple[Row, ...] = tuple(
    Row(query_dtype, kv_dtype, 8, listed=False, one_kv_head=one_kv_head, name=name)
    for name, query_dtype, kv_dtype, one_kv_head in (
        ("pa_a16w16_b16.co", "bf16", "bf16", True),
        ("pa_a16w16_f16.co", "fp16", "fp16", True),
        ("pa_a16w8_b16.co", "bf16", "int8", True),
        ("pa_a16w8_f16.co", "fp16", "int8", True),
        ("pa_a16w8_b16_2tg_g8_f8.co", "bf16", "fp8", False),
        ("pa_a16w8_b16_2tg_g8_i8.co", "bf16", "int8", False),
        ("pa_a16w8_f16_2tg_g8_f8.co", "fp16", "fp8", False),
        ("pa_a16w8_f16_2tg_g8_i8.co", "fp16", "int8", False),
        ("pa_a16w8_bf16_2tg_g8_f8_gemm1_bf16.co", "bf16", "fp8", False),
        ("pa_a16w8_bf16_2tg_g8_f8_tail_bf16.co", "bf16", "fp8", False),
        ("pa_a16w8_2tg_g8_f8_q_fp16_tail_bf16.co", "fp16", "fp8", False),
    )
)


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
    found = [entry for table in tables for entry in _read_table(folder, table, target)]
    found += [_read_file(folder, row, target) for row in _UNLISTED if (folder / row.name).is_file()]
    for entry in found:
        if isinstance(entry, Problem):
            problems.append(entry)
        else:
            objects.append(entry)
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
    for line, cells in enumerate(rows, 2):
        try:
            row = _row(
                {key.strip(): value.strip() for key, value in cells.items()}, columns, file_column, table.parent.name
            )
        except (AttributeError, ValueError) as error:
            yield Problem("table_damaged", f"line {line} of the table {name} cannot be read: {error}", name)
            continue
        yield _read_file(folder, row, target)


def _row(cells: Mapping[str, str], columns: list[str], file_column: str, folder: str) -> Row:
    return Row(
        cells["qType"],
        cells["kvType"],
        int(cells["Gqa"]),
        int(cells["Mtp"]),
        int(cells["Msk"]),
        int(cells["Hp"]),
        int(cells["blkSz"]),
        other=tuple((column, int(cells[column])) for column in _NEWER_COLUMNS if column in columns),
        name=f"{folder}/{cells[file_column]}",
        symbol=cells["knl_name"],
    )


def _read_file(folder: Path, row: Row, target: str) -> CodeObject | Problem:
    """Read one file; a row without a symbol means the only kernel that there is."""
    found = kernel_files.read(folder / row.name, row.name, row.symbol, target, asm_arguments.LAYOUT)
    if isinstance(found, kernel_files.Damage):
        return Problem(found.code, found.message, row.name, row)
    return CodeObject(
        **(asdict(row) | {"symbol": found.symbol}),
        target=target,
        path=folder / row.name,
        sha256=found.sha256,
        slots=found.slots,
        kernarg_bytes=found.kernel.kernarg_size,
        resources=resources_of(found.kernel),
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
