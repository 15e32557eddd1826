"""What the program leaves for others is written whole or not at all: every other way to write a file is named here."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.ci.runs import ROOT

FOLDERS = ("kernels/rocm_kernels", "ci/rocm_ci", "emulator/gfx_emulator")
# Files that nobody reads before their writer is done with them.
ALLOWED = {
    "ci/rocm_ci/benchmark.py": 2,  # a matrix and a page in a temporary folder
    "ci/rocm_ci/changes.py": 1,  # an earlier matrix in a temporary folder
    "ci/rocm_ci/container/build.py": 1,  # a log, line by line
    "ci/rocm_ci/container/debian.py": 1,  # a lock
    "ci/rocm_ci/jit.py": 1,  # a worker's own folder, before it starts
    "ci/rocm_ci/lock/edit.py": 1,  # tried in a temporary folder, then written whole
    "ci/rocm_ci/lock/running.py": 1,  # runs inside an image with the standard library alone, in a layer that a failure discards
    "ci/rocm_ci/mutants.py": 3,  # a copy of the tree
    "ci/rocm_ci/processes.py": 1,  # a log, line by line
    "emulator/gfx_emulator/fuzz.py": 2,  # a worker's output, in a temporary folder
    "emulator/gfx_emulator/compile/hip.py": 2,  # sources in a temporary folder
    "kernels/rocm_kernels/files.py": 1,  # `appending` itself
    "kernels/rocm_kernels/benchmarks/gpu_plot.py": 1,  # a picture, drawn by hand and looked at
    "emulator/gfx_emulator/runtime/build.py": 1,  # runtime.ll, by hand; `--check` compares it
}


WRITERS = ("write_text", "write_bytes", "savefig", "save_file", "save_svg", "save_html", "copyfile", "copy2")


def writes(text: str) -> Iterator[int]:
    """Lines on which a file is written in place."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        words = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        words += [keyword.value.value for keyword in node.keywords if isinstance(keyword.value, ast.Constant)]
        modes = [word for word in words if isinstance(word, str) and set(word) <= set("rwxabt+")]
        opened = name == "open" and any(set(mode) & set("wxa+") for mode in modes)
        if name in WRITERS or opened:
            yield node.lineno


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("path.write_text('x')", [1]),
        ("path.write_bytes(b'x')", [1]),
        ("with path.open('w') as file: ...", [1]),
        ("with open(path, mode='wb') as file: ...", [1]),
        ("with path.open('ab') as file: ...", [1]),
        ("with path.open('r+b') as file: ...", [1]),
        ("with path.open('rb') as file: ...", []),
        ("figure.savefig(path)", [1]),
        ("shutil.copy2(source, path)", [1]),
        ("with path.open() as file: ...\nwrite_atomically(path, 'x')", []),
    ],
)
def test_every_way_to_write_in_place_is_found(text: str, lines: list[int]) -> None:
    assert list(writes(text)) == lines


def test_no_file_is_written_in_place_that_is_not_named_here() -> None:
    found = Counter(
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for _ in writes(path.read_text(encoding="utf-8"))
    )
    assert found == ALLOWED
