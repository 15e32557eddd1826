"""Turns cells of the matrix into tests: those of a plan, else the quick slice that this machine can run."""

from __future__ import annotations

from pathlib import Path

import pytest

from rocm_ci import plan
from rocm_ci.machine import this_machine
from rocm_ci.matrix import load
from rocm_ci.plan import Plan, Selection, with_default_devices

ROOT = Path(__file__).parents[2]


def planned_cells(config: pytest.Config) -> Plan:
    path = config.getoption("--rocm-ci-plan")
    if path:
        return Plan(plan.read(Path(path)), ())
    machine = this_machine()
    quick = with_default_devices(Selection(size="quick"), machine)
    return plan.select(load(ROOT / "ci" / "matrix.toml"), quick, machine, ROOT)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "planned_cell" in metafunc.fixturenames:
        cells = planned_cells(metafunc.config)
        marked = [
            pytest.param(entry, id=entry.cell.id, marks=pytest.mark.timeout(entry.cell.timeout))
            for entry in cells.planned
        ]
        # What this machine cannot run is told with the other skips, never just missing.
        marked += [
            pytest.param(None, id=cell.id, marks=pytest.mark.skip(reason=reason)) for cell, reason in cells.left_out
        ]
        metafunc.parametrize("planned_cell", marked)
