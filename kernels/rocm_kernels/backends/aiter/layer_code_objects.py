"""AITER's code objects of products and experts as files: what its tables and the files' own notes say, with nothing executed.

``read(hsa, target)`` reads the tables of the families below and every file that they name. What is not here cannot serve an op
of this project by itself: kernels without a gate (g1u0), with GELU, with smooth scales, for the first of two stages (the second
is compiled on the machine), LayerNorm, and the norms that are fused with an all-reduce over eight GPUs.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from rocm_kernels.backends.aiter import kernel_files, layer_fields
from rocm_kernels.backends.aiter.argument_layout import ArgumentLayout
from rocm_kernels.backends.aiter.code_objects import Resources, resources_of

Cells = Mapping[str, str]


@dataclass(frozen=True)
class LayerRow:
    """What a table, or the host's code, says of one kernel.

    Attributes:
        family: name of its family.
        name: path below the target's folder.
        symbol: the kernel's.
        output_dtype: type of its result.
        tile_rows, tile_columns: what a workgroup makes: rows of the result, and columns of it or, of experts, of the
            intermediate.
        persistent: workgroups a compute unit that go on from tile to tile; 0 where there is a workgroup for each tile.
        skips: it leaves out vector instructions by s_setvskip; the host's default choice among experts.
    """

    family: str
    name: str
    symbol: str
    output_dtype: str
    tile_rows: int
    tile_columns: int
    persistent: int = 0
    skips: bool = False


@dataclass(frozen=True, kw_only=True)
class LayerCodeObject(LayerRow):
    """One kernel whose file is whole and takes the arguments that are packed here.

    Attributes:
        target: the AMD target.
        path: the file.
        sha256: of the whole file: by it what was surveyed is found again.
        kernarg_bytes: size of its argument segment.
        resources: registers, LDS.
    """

    target: str
    path: Path
    sha256: str
    kernarg_bytes: int
    resources: Resources


@dataclass(frozen=True)
class LayerProblem:
    """What is wrong with a table or a file; ``row`` is None where it is about no single kernel."""

    code: str
    message: str
    name: str
    family: str
    row: LayerRow | None = None


@dataclass(frozen=True)
class LayerListing:
    """All that a folder holds of the families for one target."""

    target: str
    folder: Path
    objects: tuple[LayerCodeObject, ...]
    problems: tuple[LayerProblem, ...]

    def family(self, name: str) -> tuple[LayerCodeObject, ...]:
        """The objects of a family."""
        return tuple(entry for entry in self.objects if entry.family == name)


@dataclass(frozen=True)
class Family:
    """Kernels that take the same arguments and do the same.

    Attributes:
        name: of the host's function.
        op: of this project that it can serve.
        layout: its arguments.
        written: the fields that it writes.
        table: the host's table, below the target's folder; empty where the host names the kernel in its code.
        row: makes a row of a line of the table; None leaves it out.
        rows: rows that the host has in its code.
    """

    name: str
    op: str
    layout: ArgumentLayout
    written: tuple[str, ...]
    table: str = ""
    row: Callable[[Cells], LayerRow | None] = lambda cells: None
    rows: tuple[LayerRow, ...] = ()


def _a16w16(cells: Cells) -> LayerRow:
    return LayerRow(
        "gemm_a16w16",
        f"bf16gemm/{cells['knl_file']}",
        cells["knl_name"],
        "fp32",
        int(cells["tileM"]),
        int(cells["tileN"]),
    )


def _a8w8(cells: Cells) -> LayerRow | None:
    if int(cells["bpreshuffle"]) != 1:
        return None
    return LayerRow(
        "gemm_a8w8",
        f"i8gemm/{cells['co_name']}",
        cells["knl_name"],
        "bf16",
        int(cells["tile_m"]),
        int(cells["tile_n"]),
    )


def _experts(family: str, output_dtype: str) -> Callable[[Cells], LayerRow | None]:
    def row(cells: Cells) -> LayerRow | None:
        if int(cells["smf"]) or int(cells["atm"]):
            return None
        return LayerRow(
            family,
            f"fmoe/silu/{cells['knl_file']}",
            cells["knl_name"],
            output_dtype,
            int(cells["subGU_m"]),
            int(cells["subGU_n"]),
            int(cells["tg_num_perCU"]) if int(cells["ps"]) else 0,
            bool(int(cells["vskip"])),
        )

    return row


_FLATMM = "flatmm_uk_gfx9_f16f8_128x256x128_1x4x1_16x16x32"

FAMILIES: tuple[Family, ...] = (
    Family(
        "gemm_a16w16", "linear", layer_fields.GEMM_A16W16, ("D",), table="bf16gemm/bf16gemm_outf32.csv", row=_a16w16
    ),
    Family("gemm_a8w8", "linear", layer_fields.GEMM_A8W8, ("C",), table="i8gemm/i8gemm_bf16_perTokenI8.csv", row=_a8w8),
    Family(
        "flatmm_a8w8_blockscale",
        "block_scaled_gemm",
        layer_fields.FLATMM_A8W8_BLOCKSCALE,
        ("d_f16_ptr",),
        rows=(LayerRow("flatmm_a8w8_blockscale", f"{_FLATMM}.co", _FLATMM, "fp16", 128, 256),),
    ),
    *(
        Family(
            f"fmoe_g1u1_{dtype}",
            "fused_moe",
            layer_fields.FMOE,
            ("O",),
            table=f"fmoe/silu/fmoe_{dtype}_pertokenFp8_g1u1_silu.csv",
            row=_experts(f"fmoe_g1u1_{dtype}", dtype),
        )
        for dtype in ("bf16", "fp16")
    ),
    Family(
        "fmoe_fp8_blockscale_g1u1",
        "fused_moe",
        layer_fields.FMOE,
        ("O",),
        table="fmoe/silu/fmoe_bf16_blockscaleFp8_g1u1_silu.csv",
        row=_experts("fmoe_fp8_blockscale_g1u1", "bf16"),
    ),
)
BY_NAME: Mapping[str, Family] = {family.name: family for family in FAMILIES}


@cache
def read_once(hsa: Path, target: str) -> LayerListing:
    """Read a folder the first time that it is asked for; see ``read``."""
    return read(hsa, target)


def read(hsa: Path, target: str) -> LayerListing:
    """Read what a folder of code objects holds of the families; nothing is raised for what is missing or damaged."""
    folder = hsa / target
    if not folder.is_dir():
        problem = LayerProblem("folder_missing", f"{hsa} has no folder {target}", "", "")
        return LayerListing(target, folder, (), (problem,))
    found = [entry for family in FAMILIES for entry in _read_family(folder, family, target)]
    return LayerListing(
        target,
        folder,
        tuple(entry for entry in found if isinstance(entry, LayerCodeObject)),
        tuple(entry for entry in found if isinstance(entry, LayerProblem)),
    )


def _read_family(folder: Path, family: Family, target: str) -> Iterator[LayerCodeObject | LayerProblem]:
    rows = list(family.rows)
    if family.table:
        try:
            text = (folder / family.table).read_text(encoding="utf-8")
        except FileNotFoundError:
            yield LayerProblem("table_missing", f"the table {family.table} is not there", family.table, family.name)
            return
        except (OSError, UnicodeDecodeError) as error:
            message = f"the table {family.table} cannot be read: {error}"
            yield LayerProblem("table_damaged", message, family.table, family.name)
            return
        for line, cells in enumerate(csv.DictReader(io.StringIO(text)), 2):
            try:
                row = family.row({(key or "").strip(): value.strip() for key, value in cells.items()})
            except (AttributeError, KeyError, ValueError) as error:
                message = f"line {line} of the table {family.table} cannot be read: {type(error).__name__}: {error}"
                yield LayerProblem("table_damaged", message, family.table, family.name)
                continue
            rows += [row] if row is not None else []
    for row in rows:
        yield _read_file(folder, family, row, target)


def _read_file(folder: Path, family: Family, row: LayerRow, target: str) -> LayerCodeObject | LayerProblem:
    found = kernel_files.read(folder / row.name, row.name, row.symbol, target, family.layout)
    if isinstance(found, kernel_files.Damage):
        return LayerProblem(found.code, found.message, row.name, family.name, row)
    return LayerCodeObject(
        **asdict(row),
        target=target,
        path=folder / row.name,
        sha256=found.sha256,
        kernarg_bytes=found.kernel.kernarg_size,
        resources=resources_of(found.kernel),
    )
