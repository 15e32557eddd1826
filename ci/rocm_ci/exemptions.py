"""Failures that are known and excused for a time: data with an owner, an issue, a reason and a last day."""

from __future__ import annotations

import datetime
import fnmatch
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from rocm_ci.errors import RocmCiError
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble
from rocm_ci.verdicts import KINDS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path("ci") / "exemptions.toml"
LONGEST = datetime.timedelta(days=120)
# What says that the run itself cannot be believed is never excused.
NEVER_EXCUSED = frozenset({"infrastructure", "junit", "empty", "gpu_required", "matrix", "exemption", "baseline"})


class ExemptionError(RocmCiError):
    """The file of exemptions is not valid."""

    kind = "exemption"


class Exemption(BaseModel):
    """One excuse.

    Attributes:
        mode: ``expected_failure``: the cells must fail, in this kind; passing is red. ``quarantine``: the cells may fail
            or pass. ``soft_fail``: steps of the pipeline whose exit code of this kind does not stop the others.
        match: glob over ids of cells, for soft_fail over keys of steps.
        kind: the only kind that is excused.
        owner, issue, reason: who answers for it, where it is discussed, why.
        added, expires: first and last day; at most 120 days lie between them.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    mode: Literal["expected_failure", "quarantine", "soft_fail"]
    match: str = Field(min_length=3)
    kind: str
    owner: str = Field(min_length=2)
    issue: str = Field(pattern=r"^(https://\S+|[\w.-]+(/[\w.-]+)?#\d+)$")
    reason: str = Field(min_length=20)
    added: datetime.date
    expires: datetime.date

    @model_validator(mode="after")
    def _sound(self) -> Exemption:
        if self.kind not in KINDS or self.kind in NEVER_EXCUSED:
            allowed = ", ".join(name for name in KINDS if name not in NEVER_EXCUSED)
            raise ValueError(f"kind {self.kind!r} is none of {allowed}")
        if not self.added <= self.expires <= self.added + LONGEST:
            raise ValueError(f"expires must lie at most {LONGEST.days} days after added")
        return self

    def takes(self, name: str) -> bool:
        """Whether a cell or a step is meant."""
        return fnmatch.fnmatchcase(name, self.match)

    def __str__(self) -> str:
        return f"{self.mode} {self.match!r} ({self.kind}) of {self.owner}, {self.issue}, until {self.expires}"


@dataclass(frozen=True)
class Exemptions:
    """All of them, as of one day."""

    entries: tuple[Exemption, ...] = ()
    today: datetime.date = datetime.date.min

    def expired(self) -> tuple[Exemption, ...]:
        """Those whose last day is over."""
        return tuple(entry for entry in self.entries if entry.expires < self.today)

    def soft_fails(self, step: str) -> tuple[int, ...]:
        """Exit codes of a step that do not stop the pipeline."""
        kinds = {entry.kind for entry in self.entries if entry.mode == "soft_fail" and entry.takes(step)}
        return tuple(sorted(KINDS[kind].exit_code for kind in kinds))


def load(path: Path, today: datetime.date | None = None) -> Exemptions:
    """Read the file; none where it does not exist. Raises ExemptionError naming the entry."""
    day = today or datetime.datetime.now(datetime.timezone.utc).date()
    if not path.exists():
        return Exemptions((), day)
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExemptionError(f"{path}: {error}") from None
    if unknown := sorted(document.keys() - {"exemption"}):
        raise ExemptionError(f"{path}: unknown table {unknown[0]!r}; entries are written as [[exemption]]")
    entries = []
    for number, values in enumerate(document.get("exemption", []), 1):
        try:
            entries.append(Exemption.model_validate(values))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or str(values.get("match", ""))
            message = re.sub("^Value error, ", "", first["msg"])
            raise ExemptionError(f"{path}: exemption {number}: {place}: {message}") from None
    return Exemptions(tuple(entries), day)


def unmatched(exemptions: Exemptions, cells: Iterable[str], steps: Iterable[str]) -> list[Exemption]:
    """Exemptions that excuse nothing that exists: left over, or misspelt."""
    names = {"cell": list(cells), "step": list(steps)}
    return [
        entry
        for entry in exemptions.entries
        if not any(entry.takes(name) for name in names["step" if entry.mode == "soft_fail" else "cell"])
    ]


def _all_of(result: CellResult, valid: Iterable[Exemption]) -> bool:
    """Whether each way in which a cell fails is excused."""
    return {entry.kind for entry in valid if entry.takes(result.id)}.issuperset(result.kinds)


def excuse(
    exemptions: Exemptions, judged: Mapping[str, CellResult], planned: Iterable[str]
) -> tuple[dict[str, CellResult], list[Trouble]]:
    """Mark excused failures; an expired exemption excuses nothing, an unexpected pass is red.

    A cell that fails in two ways is excused where both are: the kind that it is counted under must not hide the other.
    """
    excused, troubles = dict(judged), []
    ids = list(planned)
    valid = [entry for entry in exemptions.entries if entry.mode != "soft_fail" and entry not in exemptions.expired()]
    for entry in exemptions.entries:
        taken = [name for name in ids if entry.mode != "soft_fail" and entry.takes(name)]
        if taken and entry in exemptions.expired():
            troubles.append(
                Trouble("exemption", f"expired: {entry}; renew it with a reason, or repair what it excuses")
            )
            continue
        for name in taken:
            result = excused.get(name)
            if result is None:
                continue
            if result.outcome == "passed" and entry.mode == "expected_failure":
                sentence = f"passes although it is expected to fail: remove the exemption {entry}"
                excused[name] = result.replaced(outcome="failed", kind="exemption", reason=sentence)
            elif result.outcome == "failed" and result.kind == entry.kind and _all_of(result, valid):
                excused[name] = result.replaced(exemption=str(entry))
    return excused, troubles
