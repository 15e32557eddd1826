"""One point of the matrix: what is asked, where it runs, and what must come of it; each kind of op adds its own facts."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator
from typing_extensions import Self

from rocm_ci.errors import did_you_mean
from rocm_kernels.data_types import DATA_TYPES
from rocm_kernels.errors import FlagError
from rocm_kernels.flags import parse_all
from rocm_kernels.reason_codes import REASON_CODES
from rocm_kernels.targets import TARGETS, Target

Op = Literal[
    "paged_attention",
    "prefill_attention",
    "reshape_and_cache",
    "rms_norm",
    "quantise",
    "linear",
    "block_scaled_gemm",
    "fused_moe",
    "model",
]
Backend = Literal["aiter", "rocm", "triton", "torch"]
Policy = Literal["automatic", "explicit", "forbid_fallback"]
DTypeName = Literal["fp32", "fp16", "bf16"]
StoredTypeName = Literal["fp32", "fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"]
# The kinds of device on which a backend can run at all.
DEVICE_KINDS: dict[str, frozenset[str]] = {
    "aiter": frozenset({"rocm", "emulated"}),
    "rocm": frozenset({"rocm", "emulated"}),
    "triton": frozenset({"rocm", "emulated", "cuda", "cpu"}),
    "torch": frozenset({"rocm", "emulated", "cuda", "cpu"}),
}
NEEDED_BYTES = "needed_bytes"
# Ops that can be timed on a GPU.
TIMED = ("paged_attention", "prefill_attention")


class Cell(BaseModel):
    """What cells of every op have in common. Every field has the meaning that the ops of rocm_kernels give it.

    ``Cell.model_validate`` makes a cell of the kind that its ``op`` belongs to (rocm_ci.cell_kinds).

    Attributes:
        id: ``<family>/<point>/<run>``, unique; what ``--id`` matches.
        family, run: where it was written in the matrix.
        why: the fault that it guards against, for a person.
        sources: public reports of that fault.
        size: ``quick`` cells belong to every run, ``full`` ones to a full run only.
        device: ``rocm``, ``emulated:<target>``, ``cuda`` or ``cpu``.
        target: AMD target that a ``rocm`` cell is meant for; None takes any.
        interpreted: Triton kernels run by Triton's interpreter.
        policy: how the dispatcher may choose; ``explicit`` asks for ``backend``.
        backend: the backend that must really run, None where an exception is expected.
        reasons: for a backend or one of its implementations, codes that must be among the reasons for not serving the request.
        flags: environment flags in force.
        raises: name of the exception that must be raised, None where a result is expected.
        argument: the argument that an InvalidArgumentError must be about, None where none is expected.
        yardstick: what its speed is held against: another backend on the same data, or ``needed_bytes``; None for nothing.
        most: largest allowed ratio of kernel to yardstick: of times on a GPU, of wave instructions (or bytes read) emulated.
        seed: of the data.
        timeout: seconds until the cell counts as hanging.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    # Fields that say what a cell asks for: always, and only where they differ from their default.
    always_shown: ClassVar[tuple[str, ...]] = ()
    shown_if_set: ClassVar[tuple[str, ...]] = ()

    id: str = Field(pattern=r"^[a-z0-9][A-Za-z0-9_./+-]*$")
    family: str
    run: str
    why: str = Field(min_length=10)
    sources: tuple[str, ...] = ()
    size: Literal["quick", "full"] = "full"
    op: Op
    device: str
    target: str | None = None
    interpreted: bool = False
    policy: Policy = "automatic"
    backend: Backend | None
    reasons: dict[Annotated[str, Field(pattern=r"^(aiter|rocm|triton|torch)(\.[a-z0-9_.]+)?$")], tuple[str, ...]] = {}
    flags: dict[str, str] = {}
    raises: Literal["InvalidArgumentError", "NoImplementationError"] | None = None
    argument: str | None = None
    yardstick: Literal["aiter", "rocm", "triton", "torch", "needed_bytes"] | None = None
    most: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    seed: int = Field(default=1, ge=0)
    timeout: float = Field(default=120.0, gt=0, le=3600.0)

    @model_validator(mode="wrap")
    @classmethod
    def _of_its_kind(cls, values: Any, handler: ModelWrapValidatorHandler[Self]) -> Any:
        """Hand the values of a cell to the model of its op."""
        if cls is not Cell or isinstance(values, Cell):
            return handler(values)
        from rocm_ci.cell_kinds import kind_of

        return kind_of(values).model_validate(values)

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, values: Any) -> Any:
        """TOML has lists, not tuples; some fields default to another one."""
        if not isinstance(values, dict):
            return values
        filled = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        reasons: Any = filled.get("reasons")
        if isinstance(reasons, dict):
            filled["reasons"] = {
                name: tuple(codes) if isinstance(codes, list) else codes for name, codes in reasons.items()
            }
        return cls._defaulted(filled)

    @classmethod
    def _defaulted(cls, values: dict[str, Any]) -> dict[str, Any]:
        """The values with those fields filled in that default to another one."""
        return values

    @model_validator(mode="after")
    def _possible(self) -> Self:
        problem = impossible(self) or self.own_problem()
        if problem is not None:
            raise ValueError(problem)
        return self

    def own_problem(self) -> str | None:
        """Why no machine could run the request that the op's own fields describe, or None."""
        return None

    @property
    def device_kind(self) -> str:
        """``rocm``, ``emulated``, ``cuda`` or ``cpu``."""
        return self.device.partition(":")[0]

    @property
    def repeat(self) -> str:
        """The one command that repeats this cell."""
        return f"rocm-ci run --id '{self.id}'"

    def canonical(self) -> str:
        """The cell as JSON with sorted keys, the part of a fingerprint that is the cell's own."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True)


def impossible(cell: Cell) -> str | None:
    """Why no machine could run this cell, or None. A cell that expects an exception may ask for the impossible."""
    kind, _, emulated = cell.device.partition(":")
    if kind not in {"rocm", "emulated", "cuda", "cpu"} or (kind == "emulated") != bool(emulated):
        return f"device {cell.device!r} is none of rocm, emulated:<target>, cuda, cpu"
    target = TARGETS.get(emulated or cell.target or "")
    if target is None and (emulated or cell.target):
        return f"target {emulated or cell.target!r} is not known, only {', '.join(TARGETS)}"
    if cell.target and kind != "rocm":
        return f"target {cell.target!r} says nothing on device {cell.device!r}"
    if (cell.backend is None) != (cell.raises is not None):
        return "exactly one of backend and raises must be given"
    if (cell.raises == "InvalidArgumentError") != (cell.argument is not None):
        return "argument belongs to raises = 'InvalidArgumentError', and there it is needed: the one that is refused"
    if cell.backend is not None and kind not in DEVICE_KINDS[cell.backend]:
        return f"backend {cell.backend} never runs on device {cell.device}"
    if cell.interpreted and kind != "cpu":
        return "Triton's interpreter is for device cpu"
    if cell.backend == "triton" and kind == "cpu" and not cell.interpreted:
        return "on cpu, triton runs in its interpreter only: interpreted = true"
    if cell.policy == "explicit" and cell.raises is not None and not cell.reasons:
        return "policy explicit with raises needs reasons: their backend is the one that is asked for"
    for name, codes in cell.reasons.items():
        for code in codes:
            if code not in REASON_CODES:
                hint = did_you_mean(code, REASON_CODES)
                return f"reasons of {name}: no reason has the code {code!r}" + (f"; {hint}" if hint else "")
    if (complaint := _wrong_yardstick(cell)) is not None:
        return complaint
    if (complaint := _wrong_flag(cell.flags)) is not None:
        return complaint
    return None


def _wrong_yardstick(cell: Cell) -> str | None:
    """Why nothing could be measured against a cell's yardstick, or None."""
    if (cell.yardstick is None) != (cell.most is None):
        return "yardstick and most belong together"
    if cell.yardstick is None:
        return None
    kind = cell.device_kind
    if cell.backend is None or cell.yardstick == cell.backend:
        return f"yardstick {cell.yardstick!r} needs another backend to be held against it"
    if kind == "cpu":
        return "times on a CPU say nothing about a kernel: yardstick is for rocm, cuda and emulated devices"
    if kind == "emulated" and "torch" in (cell.backend, cell.yardstick):
        return "PyTorch's code runs on the host, not in the emulator: there is nothing to count for yardstick"
    if cell.yardstick == NEEDED_BYTES:
        if kind != "emulated" or cell.op != "paged_attention" or getattr(cell, "kv_scales", "none") != "none":
            return f"yardstick {NEEDED_BYTES!r} is for emulated paged_attention without tensors of scales"
    elif kind not in DEVICE_KINDS[cell.yardstick]:
        return f"yardstick {cell.yardstick} never runs on device {cell.device}"
    elif kind != "emulated" and cell.op not in TIMED:
        return f"yardstick on a GPU is for {' and '.join(TIMED)}: their tensors stay there between calls"
    return None


def target_of(cell: Cell) -> Target | None:
    """The AMD target that a cell is emulated for or meant for."""
    return TARGETS.get(cell.device.partition(":")[2] or cell.target or "")


def wrong_format(cell: Cell, dtype: str) -> str | None:
    """Why a cell's target cannot read ``dtype``, an fp8 format that is not its own; None where it can."""
    target = target_of(cell)
    if DATA_TYPES[dtype].kind == "fp8" and target is not None and target.fp8_dtype != dtype:
        return f"target {target.name} reads {target.fp8_dtype or 'no fp8 at all'}, not {dtype}"
    return None


def _wrong_flag(given: dict[str, str]) -> str | None:
    try:
        parse_all(given)
    except FlagError as error:
        return str(error)
    return None


def facts(cell: Cell) -> dict[str, Any]:
    """What a cell asks for, short, for a person."""
    shown = {name: getattr(cell, name) for name in cell.always_shown}
    for name in (*cell.shown_if_set, "yardstick", "most", "flags", "policy", "size"):
        value = getattr(cell, name)
        if value != type(cell).model_fields[name].default:
            shown[name] = value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in shown.items()}
