"""Writes a run for people: one self-contained HTML page, and a short Markdown annotation for a pipeline's page."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import jinja2
import markupsafe

from rocm_ci import report_data
from rocm_ci.history import Trend
from rocm_ci.runner import RunResult
from rocm_ci.summary import counted
from rocm_ci.verdicts import KINDS, gravest
from rocm_kernels.files import write_atomically

ANNOTATED_FAILURES = 50
OPEN_FAILURES = 5


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
        "failed": [(number, cell) for number, cell in enumerate(result.cells) if cell.red],
        "excused": sum(cell.exemption is not None for cell in result.cells),
        "measured": [(cell, row) for cell in result.cells for row in cell.measured],
        "exemptions": Counter(cell.exemption for cell in result.cells if cell.exemption).most_common(),
        "left_out": Counter(reason for _, reason in result.left_out).most_common(),
        "troubles": result.troubles,
        "exit_code": result.exit_code,
        "kind": gravest(result.kinds),
        "kinds": KINDS,
        "evidence": Counter(cell.evidence for cell in result.cells).most_common(),
        "outcomes": Counter(cell.outcome for cell in result.cells),
        "shown": ANNOTATED_FAILURES,
        "first": OPEN_FAILURES,
    }


def html(result: RunResult, trends: Sequence[Trend] = ()) -> str:
    """The page."""
    payload = markupsafe.Markup(report_data.payload(result.cells, trends))  # noqa: S704 - escaped for a script element
    return _environment().get_template("report.html.jinja").render(_context(result), payload=payload)


def markdown(result: RunResult) -> str:
    """The annotation."""
    return _environment().get_template("annotation.md.jinja").render(_context(result))


def save(result: RunResult, trends: Sequence[Trend] = ()) -> None:
    """Write report.html and annotation.md into the run's folder."""
    write_atomically(result.folder / "report.html", html(result, trends))
    write_atomically(result.folder / "annotation.md", markdown(result))
