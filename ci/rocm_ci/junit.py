"""Reads and writes JUnit files: what they say about a cell is the truth that everything else must agree with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from rocm_ci.results import CellResult
from rocm_kernels.files import write_atomically

MOST_DETAILS = 1500
_CELL = re.compile(r"^test_cell\[(?P<id>.+)\]$")
# Characters that XML 1.0 cannot hold.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Case:
    """One test case.

    Attributes:
        name: of the test function with its parameters.
        cell: id of its cell, None where it is no cell.
        outcome: ``passed``, ``failed``, ``error`` or ``skipped``.
        message: of a failure, an error or a skip.
        details: the end of what pytest wrote about it.
    """

    name: str
    cell: str | None
    outcome: str
    message: str
    details: str = ""


@dataclass(frozen=True)
class Report:
    """A JUnit file: its cases, or why it cannot be believed."""

    cases: tuple[Case, ...]
    problem: str | None

    def by_cell(self) -> dict[str, Case]:
        """Cases of cells by id; a case that is worse wins over another of the same cell."""
        order = ("passed", "skipped", "error", "failed")
        found: dict[str, Case] = {}
        for case in self.cases:
            if case.cell is not None and (
                case.cell not in found or order.index(case.outcome) > order.index(found[case.cell].outcome)
            ):
                found[case.cell] = case
        return found


def read(path: Path) -> Report:
    """Read a JUnit file of pytest; a missing, empty or broken one is reported, never raised."""
    if not path.exists():
        return Report((), f"{path.name} was not written")
    try:
        root = ElementTree.parse(path).getroot()  # noqa: S314 - only files that this run's own pytest wrote are read
    except ElementTree.ParseError as error:
        return Report((), f"{path.name} is no XML: {error}")
    cases = tuple(_case(element) for element in root.iter("testcase"))
    return Report(cases, None if cases else f"{path.name} holds no test case")


def _case(element: ElementTree.Element) -> Case:
    name = element.get("name", "")
    matched = _CELL.match(name)
    for tag, outcome in (("failure", "failed"), ("error", "error"), ("skipped", "skipped")):
        found = element.find(tag)
        if found is not None:
            message = found.get("message", "") or (found.text or "")
            return Case(name, matched["id"] if matched else None, outcome, message, (found.text or "")[-MOST_DETAILS:])
    return Case(name, matched["id"] if matched else None, "passed", "")


def write(path: Path, results: Iterable[CellResult], reused: frozenset[str]) -> None:
    """Write one JUnit file for a whole run, cells reused from an earlier process included and marked as such."""
    cells = list(results)
    failed = sum(result.red for result in cells)
    excused = sum(result.exemption is not None for result in cells)
    root = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name="rocm-ci",
        tests=str(len(cells)),
        failures=str(failed),
        errors="0",
        skipped=str(excused),
        time=f"{sum(result.seconds for result in cells):.3f}",
    )
    for result in cells:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname="tests.module.test_matrix",
            name=f"test_cell[{result.id}]",
            time=f"{result.seconds:.4f}",
        )
        properties = ElementTree.SubElement(case, "properties")
        for name, value in _properties(result, result.id in reused).items():
            ElementTree.SubElement(properties, "property", name=name, value=_FORBIDDEN.sub("?", value))
        if result.exemption is not None:
            ElementTree.SubElement(
                case,
                "skipped",
                message=_FORBIDDEN.sub("?", f"[{result.kind}] excused by {result.exemption}: {result.reason}"),
            )
        elif result.outcome != "passed":
            failure = ElementTree.SubElement(
                case, "failure", type=result.kind or "", message=_FORBIDDEN.sub("?", f"[{result.kind}] {result.reason}")
            )
            failure.text = _FORBIDDEN.sub("?", f"{result.reason}\nrepeat: {result.repeat}")
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    write_atomically(path, f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')


def _properties(result: CellResult, reused: bool) -> dict[str, str]:
    return {
        "evidence": result.evidence,
        "device": result.device,
        "target": result.target or "",
        "backend_expected": result.backend_expected or "",
        "backend_used": result.backend_used or "",
        "kernels": " ".join(result.kernels),
        "error_norm": "" if result.error_norm is None else repr(result.error_norm),
        "tolerance": "" if result.tolerance is None else repr(result.tolerance),
        "reused": str(reused).lower(),
        **{f"measured.{row['name']}": repr(row["value"]) for row in result.measured},
        **({"exemption": result.exemption} if result.exemption else {}),
    }
