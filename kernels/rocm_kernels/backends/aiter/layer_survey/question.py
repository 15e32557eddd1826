"""What one launch of the survey asks, and the questions of each family."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject


@dataclass(frozen=True)
class Shape:
    """Everything about a launch.

    Attributes:
        rows: rows of x, or tokens.
        depth: K, or the hidden size.
        columns: N, or the intermediate size.
        experts, top_k: of experts.
        routing: "even" (all experts in turn), "one" (all tokens to one expert), "empty" (half of the experts get none), "twice"
            (a token's choices are one expert), "masked" (some choices are not here).
        parts: into how many K is split.
        values: "normal", "zeros" (x is 0), "wide" (scales over twenty powers of two).
        bias: whether there is one.
        spare: whether the kernel is given what this project's adapter gives it beyond what the host does: rows of x and of its
            scales behind the last one.
    """

    rows: int = 5
    depth: int = 512
    columns: int = 256
    experts: int = 4
    top_k: int = 2
    routing: str = "even"
    parts: int = 1
    values: str = "normal"
    bias: bool = True
    spare: bool = True


@dataclass(frozen=True)
class LayerQuestion:
    """One launch of one code object: ``axis`` and ``value`` say what it varies."""

    family: str
    axis: str
    value: str
    shape: Shape
    seed: int = 1

    @property
    def key(self) -> str:
        """A hash of everything that makes the launch."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON and TOML."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> LayerQuestion:
        """Read what ``as_data`` gave; raises TypeError for names that there are not."""
        return cls(**{**data, "shape": Shape(**data["shape"])})


@dataclass(frozen=True)
class Axis:
    """What is varied: ``values`` become shapes by ``change``; ``fact`` is the name of the fact that they are, or empty.

    A fact's values are numbers in rising order.
    """

    name: str
    fact: str
    values: tuple[Any, ...]
    change: Callable[[Shape, Any], Shape]


def _set(name: str) -> Callable[[Shape, Any], Shape]:
    return lambda shape, value: replace(shape, **{name: value})


def _add(name: str) -> Callable[[Shape, Any], Shape]:
    return lambda shape, value: replace(shape, **{name: getattr(shape, name) + value})


def _near(*powers: int) -> tuple[int, ...]:
    return tuple(number for power in powers for number in (power - 1, power, power + 1))


_ROWS = (*range(1, 131), *_near(256, 512, 1024, 2048), 4095, 4096)
_TOKENS = (1, 2, 3, 7, *_near(32, 64, 128), 130, 255, 256)
_WIDE = (4096, 8192, 16384, 28672)


def _steps(step: int, last: int) -> tuple[int, ...]:
    return (*range(step, last + 1, step), *(wide for wide in _WIDE if wide > last and wide % step == 0))


def _values(*names: str) -> Axis:
    return Axis("values", "", names, _set("values"))


_A16W16 = (
    Axis("rows", "rows", _ROWS, _set("rows")),
    Axis("in_features", "in_features", _steps(64, 2048), _set("depth")),
    Axis("in_features_tail", "in_features_mod_64", (0, 2, 4, 8, 16, 32, 48, 62), _add("depth")),
    Axis("out_features", "out_features", _steps(64, 1024), _set("columns")),
    Axis("out_features_tail", "out_features_mod_64", (0, 1, 2, 4, 8, 16, 32, 48, 63), _add("columns")),
    Axis("parts", "", (2, 3, 5, 7, 8), _set("parts")),
    Axis("parts_beyond_depth", "", (9, 12, 16, 64), _set("parts")),
    _values("zeros"),
)
_A8W8 = (
    Axis("rows", "rows", _ROWS, _set("rows")),
    Axis("in_features", "in_features", _steps(128, 2048), _set("depth")),
    Axis("in_features_tail", "in_features_mod_128", (0, 32, 64, 96), _add("depth")),
    Axis("out_features", "out_features", _steps(128, 1024), _set("columns")),
    Axis("out_features_tail", "out_features_mod_128", (0, 32, 64, 96), _add("columns")),
    Axis("parts", "", (2, 4), _set("parts")),
    Axis("bias", "", (False,), _set("bias")),
    _values("zeros", "wide"),
)
_FLATMM = (
    Axis("rows", "rows", _ROWS, _set("rows")),
    Axis("in_features", "in_features", _steps(128, 2048), _set("depth")),
    Axis("in_features_tail", "in_features_mod_128", (0, 32, 64, 96), _add("depth")),
    Axis("out_features", "out_features", _steps(256, 1024), _set("columns")),
    Axis("out_features_tail", "out_features_mod_256", (0, 16, 64, 128, 192, 240), _add("columns")),
    Axis("spare", "", (False,), _set("spare")),
    _values("zeros", "wide"),
)
_HIDDEN = (256, 512, 768, 1024, 1280, 2048, 4096)


def _experts(tile: int) -> tuple[Axis, ...]:
    return (
        Axis("rows", "rows", _TOKENS, _set("rows")),
        Axis("hidden", "hidden", _HIDDEN, _set("depth")),
        Axis("hidden_tail", "hidden_mod_256", (0, 32, 64, 96, 128, 160, 192, 224), _add("depth")),
        Axis("intermediate", "intermediate", tuple(tile * tiles for tiles in (1, 2, 3, 6)), _set("columns")),
        Axis("experts", "experts", (1, 2, 8, 60, 128), _set("experts")),
        Axis("top_k", "top_k", (1, 2, 3, 4, 8), lambda shape, value: replace(shape, top_k=value, experts=8)),
        Axis("routing", "", ("one", "empty", "twice", "masked"), _set("routing")),
        Axis("spare", "", (False,), _set("spare")),
        _values("zeros", "wide"),
    )


# Kernels of experts that the host takes by name only: its own choice prefers the persistent one of the same tile.
_BY_NAME_ONLY = (Axis("rows", "rows", (1, 32, 33), _set("rows")), Axis("routing", "", ("one",), _set("routing")))


def axes(entry: LayerCodeObject) -> tuple[Axis, ...]:
    """What is varied for a code object."""
    known = {"gemm_a16w16": _A16W16, "gemm_a8w8": _A8W8, "flatmm_a8w8_blockscale": _FLATMM}
    if entry.family in known:
        return known[entry.family]
    return _experts(entry.tile_columns) if entry.persistent else _BY_NAME_ONLY


def base(entry: LayerCodeObject) -> Shape:
    """The shape from which each axis departs."""
    return Shape(columns=entry.tile_columns if entry.family.startswith("fmoe") else 256)


def questions(entry: LayerCodeObject) -> Iterator[tuple[Axis, Any, LayerQuestion]]:
    """All launches of a code object, with the axis and the value of each."""
    yield (
        Axis("base", "", ("base",), lambda shape, value: shape),
        "base",
        LayerQuestion(entry.family, "base", "base", base(entry)),
    )
    for axis in axes(entry):
        for value in axis.values:
            yield axis, value, LayerQuestion(entry.family, axis.name, str(value), axis.change(base(entry), value))
