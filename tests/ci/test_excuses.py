"""What an exemption excuses: the kind that it names, on the cells that it names, and no other kind of the same cell."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from tests.ci.runs import ROOT
from tests.ci.test_settle import result

from rocm_ci import exemptions, judge
from rocm_ci.baselines import Baselines
from rocm_ci.distance import Distance
from rocm_ci.exemptions import Exemption, Exemptions
from rocm_ci.gating import apply
from rocm_ci.matrix import load
from rocm_ci.measurements import Measured
from rocm_ci.trouble import Trouble


def exempt(kind: str, mode: str = "quarantine") -> Exemption:
    day = datetime.date(2026, 1, 1)
    values = {"mode": mode, "match": "a/*", "kind": kind, "owner": "a-team", "issue": "owner/project#7"}
    return Exemption.model_validate({**values, "reason": "it is known and looked into", "added": day, "expires": day})


@pytest.mark.parametrize(
    ("kinds", "entries", "red"),
    [
        (("dispatch",), ("dispatch",), False),
        (("dispatch", "accuracy"), ("dispatch",), True),
        (("dispatch", "accuracy"), ("dispatch", "accuracy"), False),
        (("dispatch", "accuracy"), ("accuracy",), True),
    ],
)
def test_an_excuse_for_one_kind_hides_no_other(kinds: tuple[str, ...], entries: tuple[str, ...], red: bool) -> None:
    known = Exemptions(tuple(map(exempt, entries)), datetime.date(2026, 1, 1))
    failed = result("failed", kinds[0]).replaced(kinds=kinds)
    judged_, _ = exemptions.excuse(known, {"a/b": failed}, ["a/b"])
    assert judged_["a/b"].red is red


def test_every_kind_of_a_cell_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cell that is served by another backend, with wrong numbers: both are said, whatever comes first."""
    cell = load(ROOT / "ci" / "matrix.toml").cell("gqa/1/torch").model_copy(update={"backend": "triton"})
    wrong = Distance(1.0, 0.1, (Trouble("accuracy", "is off"), Trouble("unwritten", "is NaN")))
    monkeypatch.setattr(type(judge.request_of(cell)), "distance", lambda self: wrong)
    assert judge.judge(cell).kinds == ("dispatch", "accuracy", "unwritten")


def test_what_a_gate_says_is_added_to_what_the_cell_said() -> None:
    measured = Measured(troubles={"a/b": [Trouble("performance", "is slow")]})
    for kinds, before in ((("performance",), result()), (("dispatch", "performance"), result("failed", "dispatch"))):
        assert apply({"a/b": before}, measured, Baselines(Path(), {}))["a/b"].kinds == kinds
