"""Writes a run for people: one self-contained HTML page, and a short Markdown annotation for a pipeline's page."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import jinja2

from rocm_ci.history import Trend
from rocm_ci.results import write_atomically
from rocm_ci.runner import RunResult
from rocm_ci.summary import counted
from rocm_ci.verdicts import KINDS, gravest

ANNOTATED_FAILURES = 50


def _number(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "-" if value is None else "NaN"
    return f"{value:.2e}"


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rocm_ci", "templates"),
        autoescape=jinja2.select_autoescape(enabled_extensions=("html.jinja",), default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["number"] = _number
    environment.filters["counted"] = counted
    environment.filters["cell"] = lambda text: str(text).replace("|", "\\|").replace("\n", " ")
    return environment


def _context(result: RunResult) -> dict[str, Any]:
    return {
        "run": result.run,
        "cells": result.cells,
        "failed": [cell for cell in result.cells if cell.red],
        "left_out": Counter(reason for _, reason in result.left_out).most_common(),
        "troubles": result.troubles,
        "exit_code": result.exit_code,
        "kind": gravest(result.kinds),
        "kinds": KINDS,
        "evidence": Counter(cell.evidence for cell in result.cells).most_common(),
        "outcomes": Counter(cell.outcome for cell in result.cells),
        "backends": sorted({cell.backend_used for cell in result.cells if cell.backend_used}),
        "ops": sorted({cell.op for cell in result.cells}),
        "shown": ANNOTATED_FAILURES,
    }


def html(result: RunResult) -> str:
    """The page."""
    return _environment().get_template("report.html.jinja").render(_context(result))


def markdown(result: RunResult) -> str:
    """The annotation."""
    return _environment().get_template("annotation.md.jinja").render(_context(result))


def save(result: RunResult, trends: Sequence[Trend] = ()) -> None:
    """Write report.html and annotation.md into the run's folder."""
    write_atomically(result.folder / "report.html", html(result))
    write_atomically(result.folder / "annotation.md", markdown(result))
