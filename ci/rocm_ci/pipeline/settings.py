"""Settings of the pipeline: queues by hardware, sizes with their budgets, and labels, in ci/pipeline.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rocm_ci.errors import RocmCiError
from rocm_ci.labels import FILE, Label, document
from rocm_kernels.targets import TARGETS


class PipelineError(RocmCiError):
    """The pipeline cannot be built from its settings, the matrix and the lock."""

    kind = "matrix"


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Queue(_Strict):
    """Agents of one kind of machine.

    Attributes:
        about: the machine, for people.
        target: its AMD target, None without a GPU.
        devices: of the cells that run there.
        line: line of docker/versions.lock whose image is used, None for none.
        agents: how many there are: no more jobs at once.
    """

    about: str
    target: str | None = None
    devices: tuple[str, ...]
    line: str | None = None
    agents: int = Field(ge=1)

    @field_validator("devices", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _sound(self) -> Queue:
        if self.target is not None and self.target not in TARGETS:
            raise ValueError(f"target {self.target!r} is none of {', '.join(TARGETS)}")
        if self.target is not None and self.line is None:
            raise ValueError("a queue with a GPU needs the line of its image")
        return self


class Size(_Strict):
    """One size of pipeline.

    Attributes:
        cells: ``quick`` or ``full``.
        queues: which take part.
        shard_minutes: what one job should take; more work makes more jobs.
        gpu_minutes: most minutes of GPUs by queue; beyond it no pipeline is built.
    """

    cells: Literal["quick", "full"]
    queues: tuple[str, ...]
    shard_minutes: float = Field(gt=0)
    gpu_minutes: dict[str, float] = {}

    @field_validator("queues", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value


class Settings(_Strict):
    """The whole file."""

    queues: dict[str, Queue]
    sizes: dict[str, Size]
    labels: dict[str, Label] = {}

    @model_validator(mode="after")
    def _known(self) -> Settings:
        for name, size in self.sizes.items():
            for queue in (*size.queues, *size.gpu_minutes):
                if queue not in self.queues:
                    raise ValueError(f"sizes.{name}: no queue {queue!r}")
            for queue in size.queues:
                if self.queues[queue].target is not None and queue not in size.gpu_minutes:
                    raise ValueError(f"sizes.{name}: queue {queue!r} has GPUs and no budget in gpu_minutes")
        return self


def load(root: Path) -> Settings:
    """Read ci/pipeline.toml; raises PipelineError naming the place."""
    path = root / FILE
    try:
        return Settings.model_validate(document(path))
    except ValidationError as error:
        first = error.errors()[0]
        raise PipelineError(
            f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
        ) from None
