"""What a model scored before, under which conditions: ci/baselines/*.yaml, append-only, loosened only with a reason."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rocm_ci import git, yaml_files
from rocm_ci.errors import RocmCiError, did_you_mean

FOLDER = Path("ci") / "baselines"
SCHEMA = 1
Condition = str | int | float | bool
Revision = Annotated[str, Field(pattern=r"^([0-9a-f]{40}|sha256:[0-9a-f]{64})$")]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]*$")]


class BaselineError(RocmCiError):
    """A baseline is missing, not valid, moved, or was measured under other conditions."""

    kind = "baseline"


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Loosening(_Strict):
    """Why a bound was made wider, and who answers for it.

    Attributes:
        owner: a person or a team.
        issue: where it is discussed, ``owner/project#number`` or an address.
        reason: at least a sentence.
    """

    owner: str = Field(min_length=2)
    issue: str = Field(pattern=r"^(https://\S+|[\w.-]+(/[\w.-]+)?#\d+)$")
    reason: str = Field(min_length=30)


class Entry(_Strict):
    """One measurement that became the baseline.

    Attributes:
        measured: the day.
        value: mean score of the items.
        n: items.
        standard_error: of ``value``, as rocm_ci.gates.accuracy.standard_error gives it.
        floor: beyond it the model has collapsed, whatever the standard errors are.
        margin: a loss against the fallback on the same items that does not matter, in units of ``value``.
        loosening: needed where this entry allows anything that the one before it did not.
    """

    measured: datetime.date
    value: float = Field(allow_inf_nan=False)
    n: int = Field(ge=2)
    standard_error: float = Field(ge=0, allow_inf_nan=False)
    floor: float = Field(allow_inf_nan=False)
    margin: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    loosening: Loosening | None = None


class Baseline(_Strict):
    """What one model scored in one task under fixed conditions.

    Attributes:
        name: unique in its file; a measurement names ``<file>/<name>``.
        model, model_revision: the model, and its commit (40 hex digits) or the SHA-256 of its weights; None as long as there
            is no entry.
        task, task_version: the task as its definition counts versions.
        metric: what a score of one item is.
        direction: ``higher`` or ``lower`` is better.
        conditions: everything else that changes the score (scoring, types, device, backend, items); compared for equality.
        entries: measurements, the one in force last. Earlier ones are never changed. None at all: this was never measured,
            and whatever is held against it is red.
    """

    name: Name
    model: str = Field(min_length=1)
    model_revision: Revision | None
    task: str = Field(min_length=1)
    task_version: str = Field(min_length=1)
    metric: str = Field(min_length=1)
    direction: Literal["higher", "lower"]
    conditions: dict[str, Condition] = Field(min_length=1)
    entries: tuple[Entry, ...]

    @field_validator("entries", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _sound(self) -> Baseline:
        if self.measured and self.model_revision is None:
            raise ValueError("measured without a model_revision: another revision could not be told from this one")
        for entry in self.entries:
            if self.worse(entry.value, entry.floor) >= 0:
                raise ValueError(f"the floor {entry.floor} is not worse than the value {entry.value}")
        for number, (before, after) in enumerate(zip(self.entries, self.entries[1:], strict=False), 1):
            loosened = loosenings(self, before, after)
            if loosened and after.loosening is None:
                raise ValueError(f"entry {number} loosens the bound ({', '.join(loosened)}) without `loosening`")
            if after.measured < before.measured:
                raise ValueError(f"entry {number} was measured before the one above it")
        return self

    @property
    def measured(self) -> bool:
        """Whether there is anything to compare with."""
        return bool(self.entries)

    @property
    def current(self) -> Entry:
        """The entry in force, of a baseline that was measured."""
        return self.entries[-1]

    def worse(self, value: float, than: float) -> float:
        """By how much ``value`` is worse than another one; negative where it is better."""
        return than - value if self.direction == "higher" else value - than

    def identity(self) -> dict[str, object]:
        """What must be equal for two measurements to be comparable."""
        conditions = {f"conditions.{name}": value for name, value in self.conditions.items()}
        names = ("model", "model_revision", "task", "task_version", "metric")
        return {**{name: getattr(self, name) for name in names}, **conditions}


class _File(_Strict):
    schema_: Literal[1] = Field(alias="schema")
    baselines: list[Baseline] = Field(min_length=1)


def loosenings(baseline: Baseline, before: Entry, after: Entry) -> list[str]:
    """In words, what ``after`` allows that ``before`` did not."""
    found = []
    if baseline.worse(after.value, before.value) > 0:
        found.append(f"value {before.value} -> {after.value}")
    if baseline.worse(after.floor, before.floor) > 0:
        found.append(f"floor {before.floor} -> {after.floor}")
    if after.margin > before.margin:
        found.append(f"margin {before.margin} -> {after.margin}")
    if after.standard_error > before.standard_error:
        found.append(f"standard error {before.standard_error} -> {after.standard_error}")
    if after.n < before.n:
        found.append(f"items {before.n} -> {after.n}")
    return found


@dataclass(frozen=True)
class Baselines:
    """All baselines of a folder by ``<file>/<name>``."""

    folder: Path
    by_name: Mapping[str, Baseline]

    def get(self, name: str) -> Baseline:
        """The baseline of that name; raises BaselineError with the nearest name."""
        if name in self.by_name:
            return self.by_name[name]
        hint = did_you_mean(name, self.by_name)
        raise BaselineError(f"no baseline {name!r} in {self.folder}" + (f"; {hint}" if hint else ""))


def never_measured(found: Baselines) -> list[str]:
    """Names of the baselines without an entry."""
    return [name for name, baseline in found.by_name.items() if not baseline.measured]


def load(folder: Path) -> Baselines:
    """Read every ``*.yaml`` of a folder; raises BaselineError naming file, place and what is wrong."""
    found: dict[str, Baseline] = {}
    for path in sorted(folder.glob("*.yaml")):
        for baseline in parse(path.read_text(encoding="utf-8"), str(path)):
            name = f"{path.stem}/{baseline.name}"
            if name in found:
                raise BaselineError(f"{path}: {baseline.name!r} is given twice")
            found[name] = baseline
    return Baselines(folder, found)


def parse(text: str, name: str) -> list[Baseline]:
    """The baselines of one file's text; raises BaselineError."""
    try:
        document = yaml_files.parse(text, name)
    except RocmCiError as error:
        raise BaselineError(str(error)) from None
    try:
        return _File.model_validate(document).baselines
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BaselineError(f"{name}: {place}: {re.sub('^Value error, ', '', first['msg'])}") from None


def moved(before: Mapping[str, Baseline], after: Mapping[str, Baseline]) -> Iterator[str]:
    """Sentences about what was done to earlier entries: they may be followed by new ones, never changed or removed."""
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            yield f"{name} was removed: its entries must stay, or the removal be reviewed by itself"
            continue
        if not old.measured:
            continue  # what is measured decides under which conditions
        if changed := differences(old.identity(), new.identity()):
            yield f"{name} was moved to other conditions ({'; '.join(changed)}): give the new ones a name of their own"
        elif old.direction != new.direction:
            yield f"{name} now calls {new.direction} values better"
        if new.entries[: len(old.entries)] != old.entries:
            yield f"{name}: an earlier entry was changed; append a new one instead"


def differences(expected: Mapping[str, object], found: Mapping[str, object]) -> list[str]:
    """Every key in which two identities differ, in words."""
    keys = dict.fromkeys((*expected, *found))
    return [
        f"{key} {expected.get(key, 'not given')!s} -> {found.get(key, 'not given')!s}"
        for key in keys
        if expected.get(key) != found.get(key) or type(expected.get(key)) is not type(found.get(key))
    ]


def at_commit(root: Path, commit: str) -> dict[str, Baseline]:
    """The baselines as they were at a commit; raises BaselineError where git does not know it."""
    found: dict[str, Baseline] = {}
    resolved = git.resolved(root, commit, BaselineError)
    for name, text in git.files(root, resolved, f"{FOLDER.as_posix()}/", error=BaselineError).items():
        path = Path(name)
        if path.suffix == ".yaml" and path.parent == FOLDER:
            for baseline in parse(text, f"{commit}:{name}"):
                found[f"{path.stem}/{baseline.name}"] = baseline
    return found
