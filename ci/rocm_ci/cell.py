"""One point of the matrix: what is asked, where it runs, and what must come of it."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import FlagError
from rocm_kernels.flags import parse_all
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.targets import TARGETS

Op = Literal["paged_attention", "prefill_attention", "reshape_and_cache"]
Backend = Literal["aiter", "rocm", "triton", "torch"]
Policy = Literal["automatic", "explicit", "forbid_fallback"]
DTypeName = Literal["fp32", "fp16", "bf16"]
CacheTypeName = Literal["fp32", "fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"]
Layout = Literal["5d", "asm", "nhd", "hnd"]
Granularity = Literal["none", "per_tensor", "per_head", "per_token"]
# The kinds of device on which a backend can run at all.
DEVICE_KINDS: dict[str, frozenset[str]] = {
    "aiter": frozenset({"rocm", "emulated"}),
    "rocm": frozenset({"rocm", "emulated"}),
    "triton": frozenset({"rocm", "cuda", "cpu"}),
    "torch": frozenset({"rocm", "emulated", "cuda", "cpu"}),
}
LONGEST = 2**31 - 1  # lengths are int32
# Fields that say what a cell asks for: always, and only where they differ from their default.
ALWAYS_SHOWN = ("query_dtype", "kv_dtype", "query_heads", "kv_heads", "head_size", "block_size", "layout", "lengths")
SHOWN_IF_SET = (
    *("query_lengths", "causal", "scale", "alibi", "sliding_window", "sinks", "softcap", "log_sum_exp"),
    *(
        "kv_scales",
        "key_amax",
        "table_extra",
        "query_strides",
        "cache_strides",
        "wrong_value",
        "flags",
        "policy",
        "size",
    ),
)


class Cell(BaseModel):
    """One cell. Every field has the meaning that the ops of rocm_kernels give it.

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
        kv_dtype: type of the cache; ``query_dtype`` unless given.
        written_layout: layout in which the cache was really written; ``layout`` unless given.
        lengths: tokens in the cache of each sequence, those of the query included.
        query_lengths: prefill only, query tokens of each sequence.
        key_amax: largest magnitude among the keys, 0 for keys of unit size.
        table_extra: unused columns of the block table, filled with ids that do not exist.
        permuted: pages in random order in a pool with spare blocks, else one after the other.
        query_strides, cache_strides: ``fresh``, or ``sliced`` out of a larger tensor.
        wrong_value: something in the tensors that must be refused.
        seed: of the data.
        timeout: seconds until the cell counts as hanging.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][A-Za-z0-9_./+-]*$")
    family: str
    run: str
    why: str = Field(min_length=10)
    sources: tuple[str, ...] = ()
    size: Literal["quick", "full"] = "full"
    op: Op = "paged_attention"
    device: str
    target: str | None = None
    interpreted: bool = False
    policy: Policy = "automatic"
    backend: Backend | None
    reasons: dict[Annotated[str, Field(pattern=r"^(aiter|rocm|triton|torch)(\.[a-z0-9_.]+)?$")], tuple[str, ...]] = {}
    flags: dict[str, str] = {}
    raises: Literal["InvalidArgumentError", "NoImplementationError"] | None = None
    argument: str | None = None
    query_dtype: DTypeName = "bf16"
    kv_dtype: CacheTypeName
    query_heads: int = Field(gt=0)
    kv_heads: int = Field(gt=0)
    head_size: int = Field(gt=0)
    block_size: int = Field(gt=0)
    layout: Layout = "5d"
    written_layout: Layout
    lengths: tuple[int, ...] = Field(min_length=1)
    query_lengths: tuple[int, ...] = ()
    causal: bool = True
    scale: float | None = Field(default=None, gt=0)
    alibi: bool = False
    sliding_window: int | None = Field(default=None, gt=0)
    sinks: bool = False
    softcap: float | None = Field(default=None, gt=0)
    log_sum_exp: bool = False
    kv_scales: Granularity = "none"
    key_amax: float = Field(default=0.0, ge=0)
    table_extra: int = Field(default=0, ge=0)
    permuted: bool = True
    query_strides: Literal["fresh", "sliced"] = "fresh"
    cache_strides: Literal["fresh", "sliced"] = "fresh"
    wrong_value: Literal["block_id_too_large", "block_id_negative", "length_over_table"] | None = None
    seed: int = Field(default=1, ge=0)
    timeout: float = Field(default=120.0, gt=0, le=3600.0)

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, values: Any) -> Any:
        """TOML has lists, not tuples; two fields default to another one."""
        if not isinstance(values, dict):
            return values
        filled = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        filled.setdefault("kv_dtype", filled.get("query_dtype", cls.model_fields["query_dtype"].default))
        filled.setdefault("written_layout", filled.get("layout", cls.model_fields["layout"].default))
        reasons: Any = filled.get("reasons")
        if isinstance(reasons, dict):
            filled["reasons"] = {
                name: tuple(codes) if isinstance(codes, list) else codes for name, codes in reasons.items()
            }
        return filled

    @model_validator(mode="after")
    def _possible(self) -> Cell:
        problem = impossible(self)
        if problem is not None:
            raise ValueError(problem)
        return self

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
    if any(not 0 <= length <= LONGEST for length in (*cell.lengths, *cell.query_lengths)):
        return f"lengths must not be negative or above {LONGEST}"
    if cell.policy == "explicit" and cell.raises is not None and not cell.reasons:
        return "policy explicit with raises needs reasons: their backend is the one that is asked for"
    if (complaint := _wrong_flag(cell.flags)) is not None:
        return complaint
    if (cell.op == "prefill_attention") != bool(cell.query_lengths):
        return "query_lengths belongs to prefill_attention, and there it is needed"
    if cell.query_lengths and len(cell.query_lengths) != len(cell.lengths):
        return f"{len(cell.query_lengths)} query_lengths for {len(cell.lengths)} lengths"
    if any(query > length for query, length in zip(cell.query_lengths, cell.lengths, strict=False)):
        return "a sequence cannot have more query tokens than tokens"
    if cell.wrong_value is not None and cell.raises is None:
        return f"a request with {cell.wrong_value} has no right answer: raises must be given"
    if cell.raises is not None:
        return None
    if cell.query_heads % cell.kv_heads:
        return f"{cell.query_heads} query heads cannot share {cell.kv_heads} key/value heads evenly"
    cache_type = DATA_TYPES[cell.kv_dtype]
    refusal = LAYOUTS[cell.layout].refusal(cell.head_size, cell.block_size, cache_type.itemsize)
    if refusal is not None:
        return refusal
    if cell.written_layout != cell.layout:
        return f"a cache written as {cell.written_layout} and read as {cell.layout} has no right answer"
    if not cache_type.quantised and cell.kv_dtype != cell.query_dtype:
        return f"a {cell.kv_dtype} cache needs {cell.kv_dtype} queries, not {cell.query_dtype}"
    if not cache_type.quantised and cell.kv_scales != "none":
        return f"a {cell.kv_dtype} cache has no scales"
    if cache_type.kind == "fp8" and target is not None and target.fp8_dtype != cell.kv_dtype:
        return f"target {target.name} reads {target.fp8_dtype or 'no fp8 at all'}, not {cell.kv_dtype}"
    return None


def _wrong_flag(given: dict[str, str]) -> str | None:
    try:
        parse_all(given)
    except FlagError as error:
        return str(error)
    return None


def facts(cell: Cell) -> dict[str, Any]:
    """What a cell asks for, short, for a person."""
    shown = {name: getattr(cell, name) for name in ALWAYS_SHOWN}
    for name in SHOWN_IF_SET:
        value = getattr(cell, name)
        if value != Cell.model_fields[name].default:
            shown[name] = value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in shown.items()}
