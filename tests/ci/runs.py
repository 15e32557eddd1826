"""Runs `rocm-ci run` as a person would, on a small matrix, with a fault planted or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_ci import folders
from rocm_ci.errors import RocmCiError

ROOT = Path(__file__).parents[2]
HEADER = """
[defaults]
query_heads = 2
kv_heads = 1
head_size = 32
block_size = 16
lengths = [5]
query_dtype = "fp32"
[runs.torch]
device = "cpu"
backend = "torch"
[runs.triton]
device = "cpu"
backend = "triton"
interpreted = true
[runs.refused]
device = "cpu"
backend = "torch"
raises = "InvalidArgumentError"
argument = "block_tables"
"""
ONE_CELL = HEADER + '[[family]]\nname = "one"\nwhy = "one small cell"\nruns = ["torch"]\n'


@dataclass(frozen=True)
class Run:
    code: int
    output: str
    document: dict[str, Any] | None

    def kinds(self) -> set[str]:
        assert self.document is not None, self.output
        kinds = {trouble["kind"] for trouble in self.document["run"]["troubles"]}
        return kinds | {cell["kind"] for cell in self.document["cells"] if cell["kind"]}


def environment(fault: str | None, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "ROCM_", "VLLM_"))}
    paths = [str(ROOT / folder) for folder in (".", "kernels", "ci", "emulator")]
    plugins = {"PYTEST_PLUGINS": f"tests.ci.broken.{fault}"} if fault else {}
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1", **plugins, **more}


def command(matrix: Path, reports: Path, *options: str) -> list[str]:
    base = [sys.executable, "-m", "rocm_ci.cli", "run", "-n", "1", "--matrix", str(matrix), "--reports", str(reports)]
    return [*base, *options]


def rocm_ci_run(folder: Path, matrix: str, *options: str, fault: str | None = None, **variables: str) -> Run:
    path = folder / "matrix.toml"
    path.write_text(matrix, encoding="utf-8")
    done = subprocess.run(
        command(path, folder / "reports", *options),
        cwd=ROOT,
        env=environment(fault, **variables),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    output = done.stdout + done.stderr
    assert "Traceback" not in done.stderr, output
    latest = folder / "reports" / "latest" / "results.json"
    document = json.loads(latest.read_text(encoding="utf-8")) if latest.exists() else None
    return Run(done.returncode, output, document)


def free(folder: Path, seconds: float) -> bool:
    """Whether every process that could write to a run's folder ends within a time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with folders.only_writer(folder):
                return True
        except RocmCiError:
            time.sleep(0.05)
    return False
