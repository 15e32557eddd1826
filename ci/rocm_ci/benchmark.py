"""How fast planning and reporting are with thousands of cells: `python -m rocm_ci.benchmark`."""

from __future__ import annotations

import argparse
import http.server
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from rocm_ci import history, machine, matrix, plan, report
from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.history import Point, Trend
from rocm_ci.plan import Selection
from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult
from rocm_kernels.files import write_atomically

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = "ROCM_CI_BROWSER"
"""Environment variable: the browser to use."""
PAINT = """
<script>
new PerformanceObserver(list => {{
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (paint) fetch("http://127.0.0.1:{port}/" + paint.startTime, {{ mode: "no-cors" }});
}}).observe({{ type: "paint", buffered: true }});
</script>
"""


def synthetic_matrix(cells: int, root: Path) -> str:
    """The repository's matrix text with as many more cells in one family of decode requests."""
    have = len(matrix.load(root / MATRIX).cells)
    lengths = ", ".join(f"[{length}]" for length in range(1, max(2, cells - have + 1)))
    family = '\n[[family]]\nname = "synthetic"\nwhy = "thousands of cells for a benchmark"\nruns = ["torch"]\n'
    return (root / MATRIX).read_text(encoding="utf-8") + f"{family}axes.lengths = [{lengths}]\n"


def synthetic_run(cells: int, folder: Path, failing: int = 50) -> tuple[RunResult, list[Trend]]:
    """A run of made-up results with decisions, facts and a history; for layout and speed, never shown as a result."""
    backends = ("torch", "triton", "rocm", "aiter", "rocm")
    devices = ("cpu", "cpu", "emulated:gfx942", "rocm", "rocm")
    evidence = ("reference", "interpreted", "emulated", "hardware", "hardware")
    found, trends = [], []
    for number in range(cells):
        run = number % len(backends)
        red = number % max(1, cells // failing) == 7
        decision = {
            f"{name}.paged_attention": [
                f"runs on rocm, not on {devices[run]} [device]",
                f"head size {32 + run} [head_size]",
            ]
            for name in ("aiter", "rocm", "triton")
        }
        found.append(
            CellResult(
                id=f"family-{number // 50}/point-{number // len(backends)}/{backends[run]}-{run}",
                op=("paged_attention", "prefill_attention", "reshape_and_cache")[number // 50 % 3],
                outcome="failed" if red else "passed",
                kind="accuracy" if red else None,
                reason=f"sequence 0 (length {number}) is off by 0.1 of the sum of p|v|, the bound is 2e-05"
                if red
                else None,
                backend_expected=backends[run],
                backend_used=backends[run],
                kernels=(f"{backends[run]}.paged_attention_{number % 40}",),
                decision=decision,
                device=devices[run],
                target="gfx942" if run > 2 else None,
                evidence=evidence[run],
                error_norm=0.1 if red else 1e-6 * (number % 17),
                tolerance=2e-5,
                seconds=0.1 + number % 7,
                repeat=f"rocm-ci run --id 'family-{number // 50}/point-{number // len(backends)}/{backends[run]}-{run}'",
                why=f"made up for a benchmark, family {number // 50}",
                sources=("vllm#1",),
                facts={"query_dtype": "bf16", "query_heads": 8, "lengths": [number]},
            )
        )
        points = tuple(
            Point(
                str(n),
                "2026-01-01",
                "c" * 40,
                None,
                "failed" if red and n > 14 else "passed",
                None,
                evidence[run],
                0.1 + n,
                None,
                None,
            )
            for n in range(history.RECENT)
        )
        trends.append(Trend(found[-1].id, evidence[run], points))
    facts = {
        **{"id": "synthetic", "started": "2026-01-01T00:00:00+00:00", "seconds": 1.0, "workers": 1, "reused": 0},
        **{
            "planned": cells,
            "machine": {"summary": "made-up results for a benchmark", "product": None, "versions": {}},
        },
    }
    return RunResult(folder, facts, tuple(found), (), ()), trends


def find_browser() -> str:
    """The browser that a variable names, else one on the PATH; raises FileNotFoundError saying what to do."""
    named = os.environ.get(BROWSER)
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise FileNotFoundError(
            f"no Chromium: install the package chromium, or name a browser in {BROWSER} "
            f"(looked for {named or ', '.join(BROWSERS)})"
        )
    return found


def _command(page: Path, profile: str, *options: str, fragment: str = "") -> list[str]:
    fixed = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]
    return [find_browser(), *fixed, f"--user-data-dir={profile}", *options, f"{page.resolve().as_uri()}{fragment}"]


def browse(page: Path, *options: str, fragment: str = "", seconds: float = 60.0) -> str:
    """Open a page without a screen; gives the document that came of it with ``--dump-dom``."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = _command(page, profile, *options, fragment=fragment)
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True).stdout


def first_paint(page: Path, seconds: float = 60.0) -> float:
    """Seconds from the start of loading to the first paint with content, as the browser reports to a server of ours."""
    said: queue.Queue[float] = queue.Queue()

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Take the number in the path."""
            said.put(float(self.path.lstrip("/")))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            copy = Path(folder) / "page.html"
            script = PAINT.format(port=server.server_port)
            copy.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{script}</body>"), encoding="utf-8")
            command = _command(copy, f"{folder}/profile", "--window-size=1280,900", "--remote-debugging-port=0")
            browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                return said.get(timeout=seconds) / 1000
            finally:
                browser.terminate()
                browser.wait(10)
    finally:
        server.shutdown()


def measure(cells: int) -> dict[str, Any]:
    """Seconds and bytes."""
    root = find_root(Path.cwd())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "matrix.toml"
        path.write_text(synthetic_matrix(cells, root), encoding="utf-8")
        (folder / "matrix").symlink_to(root / "ci" / "matrix")
        here = machine.this_machine()
        began, cpu = time.perf_counter(), time.process_time()
        whole = matrix.load(path)
        loaded = time.perf_counter()
        work = plan.select(whole, Selection(devices=("cpu", "emulated:gfx942")), here, root)
        planned, cpu_planned = time.perf_counter(), time.process_time()
        result, trends = synthetic_run(cells, folder)
        start, cpu_start = time.perf_counter(), time.process_time()
        report.save(result, trends)
        built, cpu_built = time.perf_counter() - start, time.process_time() - cpu_start
        page = folder / "report.html"
        return {
            "cells": len(whole.cells),
            "planned": len(work.planned),
            "seconds_loading_the_matrix": round(loaded - began, 3),
            "seconds_planning": round(planned - loaded, 3),
            "processor_seconds_loading_and_planning": round(cpu_planned - cpu, 3),
            "processor_seconds_building_the_report": round(cpu_built, 3),
            "seconds_building_the_report": round(built, 3),
            "megabytes_of_the_report": round(page.stat().st_size / 1e6, 3),
            "seconds_to_first_paint": round(first_paint(page), 3),
        }


def main() -> int:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=5000)
    parser.add_argument("--page", type=Path, default=None, help="keep a page of made-up results here instead")
    arguments = parser.parse_args()
    if arguments.page is not None:
        result, trends = synthetic_run(arguments.cells, Path())
        write_atomically(arguments.page, report.html(result, trends))
        return 0
    sys.stdout.write(json.dumps(measure(arguments.cells), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
