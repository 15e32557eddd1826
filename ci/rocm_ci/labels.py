"""Labels of pull requests: each a named selection of cells, in the pipeline's settings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from rocm_ci.errors import RocmCiError
from rocm_ci.plan import Selection

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path("ci") / "pipeline.toml"


class Label(BaseModel):
    """One label.

    Attributes:
        about: for whom it is, in a sentence.
        ids: globs over ids of cells.
        ops, backends, devices: as on the command line.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    about: str = Field(min_length=10)
    ids: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()

    @field_validator("ids", "ops", "backends", "devices", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    def selection(self) -> Selection:
        """What it takes."""
        return Selection(self.ids, self.devices, self.ops, self.backends)


def document(path: Path) -> dict[str, Any]:
    """The settings as they are written; raises RocmCiError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RocmCiError(f"{path}: {error}") from None


def load(root: Path) -> dict[str, Selection]:
    """Label to selection; raises RocmCiError naming what is wrong."""
    path = root / FILE
    found = {}
    for name, values in document(path).get("labels", {}).items():
        try:
            found[name] = Label.model_validate(values).selection()
        except ValidationError as error:
            first = error.errors()[0]
            raise RocmCiError(f"{path}: labels.{name}.{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    return found
