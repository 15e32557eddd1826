"""Two runs side by side: on the same commit every cell must have the same verdict."""

from __future__ import annotations

from collections.abc import Iterator

from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult

FIELDS = ("outcome", "kind", "backend_used", "kernels", "evidence", "device", "target", "decision")
NUMBERS = ("error_norm", "tolerance", "measured")


def differences(first: RunResult, second: RunResult, numbers: bool = False) -> Iterator[str]:
    """Every way in which verdicts differ, one sentence a cell.

    With ``numbers`` the errors must be equal too, and what was counted and scored; times of a GPU never are.
    """
    fields = (*FIELDS, *(NUMBERS if numbers else ()))
    one, other = ({cell.id: cell for cell in run.cells} for run in (first, second))
    for identifier in dict.fromkeys((*one, *other)):
        if identifier not in one or identifier not in other:
            yield f"{identifier}: only in {(first if identifier in one else second).run['id']}"
        elif changed := [name for name in fields if _value(one[identifier], name) != _value(other[identifier], name)]:
            shown = ", ".join(
                f"{name} {_value(one[identifier], name)} -> {_value(other[identifier], name)}" for name in changed
            )
            yield f"{identifier}: {shown}"


def _value(cell: CellResult, name: str) -> object:
    return () if name == "measured" and cell.evidence == "hardware" else getattr(cell, name)
