"""The matrix is loaded strictly: what cannot be is an error with its line and, where one is near, a suggestion."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import shutil
from pathlib import Path

import pytest
from tests.ci.runs import ONE_CELL, ROOT

from rocm_ci.errors import MatrixError
from rocm_ci.matrix import load
from rocm_kernels import explanation

MATRIX = load(ROOT / "ci" / "matrix.toml")
LINES = len(ONE_CELL.splitlines())


@pytest.mark.parametrize(
    ("added", "line", "message"),
    [
        ("head_sise = 64", LINES + 1, "unknown field 'head_sise'; did you mean 'head_size'?"),
        ("query_heads = 3\nkv_heads = 2", LINES + 1, "3 query heads cannot share 2 key/value heads evenly"),
        ("kv_heads = 2\n\nquery_heads = 3", LINES + 3, "3 query heads cannot share 2 key/value heads evenly"),
        ("head_size = 34", LINES + 1, "layout 5d stores keys in groups of 4: head_size 34 is no multiple"),
        ('layout = "asm"\nblock_size = 18', LINES + 2, "block_size 18 is no multiple"),
        ('kv_dtype = "fp8_e4m3"', LINES + 1, "kv_dtype: Input should be"),
        ('kv_dtype = "bf16"', LINES + 1, "a bf16 cache needs bf16 queries, not fp32"),
        ('kv_scales = "per_token"', LINES + 1, "a fp32 cache has no scales"),
        ('device = "rocm"\ntarget = "gfx90a"\nkv_dtype = "int9"', LINES + 3, "kv_dtype"),
        ('written_layout = "nhd"', LINES + 1, "a cache written as nhd and read as 5d has no right answer"),
        ("lengths = [4, -1]", LINES + 1, "lengths must not be negative"),
        ("query_lengths = [1]", LINES + 1, "query_lengths belongs to prefill_attention"),
        ('raises = "InvalidArgumentError"', LINES + 1, "argument belongs to raises"),
        ('argument = "query"', LINES + 1, "argument belongs to raises"),
        ("lengths = [3_000_000_000]", LINES + 1, "lengths must not be negative or above 2147483647"),
        ("timeout = inf", LINES + 1, "timeout: Input should be less than or equal to 3600"),
        ("axes = 3", LINES + 1, "axes must be a table of lists"),
        ('flags = { VLLM_ROCM_USE_AITR = "1" }', LINES + 1, "the nearest known name is VLLM_ROCM_USE_AITER"),
        ('flags = { VLLM_ROCM_USE_AITER = "maybe" }', LINES + 1, "got 'maybe', expected one of"),
        ('policy = "explicit"\nraises = "NoImplementationError"', LINES + 1, "needs reasons"),
        ('op = "paged_atention"', LINES + 1, "op: Input should be"),
        ("head_size = 64.0", LINES + 1, "head_size: Input should be a valid integer, got 64.0"),
        ("axes.lengths = [[1], [1]]", LINES - 3, "id 'one/len1/torch' is given twice"),
        ("axes.lengths = []", LINES + 1, "axis 'lengths' must be a list that is not empty"),
        ("axes.x = [{ head_sze = 1 }]", LINES + 1, "unknown field 'head_sze'; did you mean 'head_size'?"),
        ('without = ["nothing*"]', LINES + 1, "without 'nothing*' matches no cell"),
        (
            '[[family]]\nname = "one"\nwhy = "a second one"\nruns = ["torch"]',
            LINES + 1,
            "family 'one' is already defined",
        ),
        ('[[family]]\nname = "two"\nwhy = "a second one"\nruns = ["troch"]', LINES + 4, "did you mean 'torch'?"),
        ("[[famly]]", LINES + 1, "unknown table 'famly'; did you mean 'family'?"),
        ("= 3", LINES + 1, "is not TOML"),
    ],
)
def test_an_error_names_its_line(tmp_path: Path, added: str, line: int, message: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(f"{ONE_CELL}{added}\n")
    with pytest.raises(MatrixError, match=re.escape(message)) as raised:
        load(path)
    assert raised.value.line == line, str(raised.value)
    assert str(raised.value).startswith(f"{path}:{line}: ")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("defaults = 3", 1, "defaults must be a table, written as [defaults]"),
        ("\nruns = []", 2, "runs must be a table, written as [runs]"),
        ("[runs]\nx = 3", 2, "runs.x must be a table, written as [runs.x]"),
        ('family = "x"', 1, "[[family]], with two brackets"),
        ('\n[family]\nname = "one"', 2, "[[family]], with two brackets"),
        ("family = [1]", 1, "[[family]], with two brackets"),
        ("", 1, "holds no cell"),
        ("# \xff", 1, "is not UTF-8"),
    ],
)
def test_a_file_of_another_shape_is_an_error(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(MatrixError, match=re.escape(message)) as raised:
        load(path)
    assert raised.value.line == line


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ('device = "cpu"\nbackend = "rocm"', "backend rocm never runs on device cpu"),
        ('device = "cpu"\nbackend = "triton"', "in its interpreter only"),
        ('device = "rocm"\nbackend = "triton"\ninterpreted = true', "interpreter is for device cpu"),
        ('device = "emulated:gfx90a"\nbackend = "rocm"\nkv_dtype = "fp8_e4m3fn"', "target gfx90a reads no fp8 at all"),
        ('device = "emulated:gfx942"\nbackend = "rocm"\nkv_dtype = "fp8_e4m3fn"', "target gfx942 reads fp8_e4m3fnuz"),
        ('device = "emulated:gfx943"\nbackend = "rocm"', "target 'gfx943' is not known"),
        ('device = "gpu"\nbackend = "torch"', "device 'gpu' is none of"),
    ],
)
def test_a_device_that_cannot_serve_the_cell_is_an_error(tmp_path: Path, run: str, message: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(ONE_CELL.replace('device = "cpu"\nbackend = "torch"', run, 1))
    with pytest.raises(MatrixError, match=re.escape(message)):
        load(path)


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ('reasons = { rocm = ["devise"] }', "reasons of rocm: no reason has the code 'devise'; did you mean 'device'?"),
        ("most = 1.0", "yardstick and most belong together"),
        ('yardstick = "triton"\nmost = 1.0', "times on a CPU say nothing about a kernel"),
        ('yardstick = "torch"\nmost = 1.0', "needs another backend to be held against it"),
    ],
)
def test_what_could_never_be_shown_is_an_error(tmp_path: Path, added: str, message: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(f"{ONE_CELL}{added}\n")
    with pytest.raises(MatrixError, match=re.escape(message)) as raised:
        load(path)
    assert raised.value.line == LINES + 1


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ('device = "emulated:gfx942"\nbackend = "rocm"\nyardstick = "torch"', "PyTorch's code runs on the host"),
        ('device = "rocm"\nbackend = "rocm"\nyardstick = "needed_bytes"', "is for emulated paged_attention"),
        ('device = "cuda"\nbackend = "triton"\nyardstick = "rocm"', "yardstick rocm never runs on device cuda"),
        (
            'device = "cuda"\nbackend = "triton"\nop = "reshape_and_cache"\nyardstick = "torch"',
            "yardstick on a GPU is for paged_attention and prefill_attention",
        ),
    ],
)
def test_a_yardstick_that_cannot_be_measured_is_an_error(tmp_path: Path, run: str, message: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(ONE_CELL.replace('device = "cpu"\nbackend = "torch"', f"{run}\nmost = 1.0", 1))
    with pytest.raises(MatrixError, match=re.escape(message)):
        load(path)


def test_axes_expand_to_readable_ids(tmp_path: Path) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(
        ONE_CELL
        + 'axes.head_size = [32, 64]\naxes.more = [{ id = "plain" }, { softcap = 2.0 }]\nwithout = ["*32-plain*"]\n'
    )
    assert [cell.id for cell in load(path).cells] == [
        "one/head32-softcap2/torch",
        "one/head64-plain/torch",
        "one/head64-softcap2/torch",
    ]


def test_the_matrix_holds_the_points_that_faults_were_found_at() -> None:
    here = [cell for cell in MATRIX.cells if cell.device == "cpu"]
    assert len(here) >= 250
    decode = [cell for cell in here if cell.op == "paged_attention" and cell.backend]
    lengths = {length for cell in decode for length in cell.lengths}
    assert {0, 1, 15, 16, 17, 255, 256, 257, 4097, 16383, 16384, 16385, 131072, 131073} <= lengths
    assert {cell.query_heads // cell.kv_heads for cell in decode} >= {1, 3, 5, 7, 8, 16, 71}
    assert {cell.head_size for cell in decode} >= {32, 64, 80, 96, 128, 192, 256}
    assert {cell.block_size for cell in decode} >= {16, 32, 528}
    assert {cell.kv_dtype for cell in decode} == {"fp32", "fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"}
    assert {cell.backend for cell in decode} == {"torch", "triton"}
    assert {cell.backend for cell in MATRIX.cells} == {"torch", "triton", "rocm", "aiter", None}


def test_ids_are_unique_and_find_their_cell() -> None:
    assert len({cell.id for cell in MATRIX.cells}) == len(MATRIX.cells)
    assert MATRIX.cell("window/1024-of-1100/torch").sliding_window == 1024


def test_pairs_cover_every_pair_that_is_possible(tmp_path: Path) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(
        ONE_CELL
        + 'cover = "pairs"\nquery_heads = 4\naxes.layout = ["5d", "asm", "nhd"]\naxes.head_size = [32, 34, 64]\n'
        + "axes.block_size = [16, 18, 32]\naxes.kv_heads = [1, 2, 4]\naxes.softcap = [1.0, 2.0, 3.0]\n"
    )
    cells = load(path).cells
    assert len(cells) < 30 < 3**5
    met = {(cell.layout, cell.head_size) for cell in cells}
    assert met == {("5d", 32), ("5d", 64), ("asm", 32), ("asm", 64), ("nhd", 32), ("nhd", 34), ("nhd", 64)}
    assert {(cell.layout, cell.block_size) for cell in cells} >= {("5d", 18), ("nhd", 18), ("asm", 16), ("asm", 32)}
    assert ("asm", 18) not in {(cell.layout, cell.block_size) for cell in cells}
    assert len({(cell.kv_heads, cell.softcap) for cell in cells}) == 9
    assert [cell.id for cell in load(path).cells] == [cell.id for cell in cells]


def test_what_is_wrong_in_itself_is_an_error_under_pairs_too(tmp_path: Path) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(ONE_CELL + 'cover = "pairs"\naxes.head_size = [32, 64.5]\n')
    with pytest.raises(MatrixError, match=re.escape("head_size: Input should be a valid integer")):
        load(path)


def _example() -> str:
    text = (ROOT / "docs" / "matrix.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return example


def test_the_example_of_the_documentation_loads(tmp_path: Path) -> None:
    path = tmp_path / "matrix.toml"
    shutil.copytree(MATRIX.path.parent / "matrix", tmp_path / "matrix")
    path.write_text(f"{MATRIX.path.read_text(encoding='utf-8')}\n{_example()}", encoding="utf-8")
    cells = load(path).cells
    assert cells[: len(MATRIX.cells)] == MATRIX.cells
    added = {cell.id: cell for cell in cells[len(MATRIX.cells) :]}
    runs = ("torch", "emulated-gfx942", "example-fallback")
    assert set(added) == {f"example/head{size}/{run}" for size in (64, 128) for run in runs}
    fallback = added["example/head64/example-fallback"]
    assert (fallback.backend, fallback.device, fallback.size) == ("torch", "emulated:gfx942", "quick")


@pytest.mark.parametrize("head_size", [64, 128])
def test_the_fallback_of_the_example_is_what_the_dispatcher_chooses(head_size: int) -> None:
    facts = ["--device", "emulated:gfx942", "--heads", "9", "--kv-heads", "3", "--dtype", "bf16"]
    parser = argparse.ArgumentParser()
    explanation.add_arguments(parser)
    flag = "VLLM_ROCM_CUSTOM_PAGED_ATTN=0"
    words = [*facts, "--head-size", str(head_size), "--flag", flag, "--json"]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        explanation.run(parser.parse_args(words))
    answer = json.loads(output.getvalue())
    assert answer["chosen"] == "torch.paged_attention"
