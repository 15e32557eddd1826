"""What an implementation of an op beside attention supports, as data: one table for every op of rocm_kernels.layer_specs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rocm_kernels.layer_specs import LayerSpec
from rocm_kernels.support import Reason, listed, place_reasons, span
from rocm_kernels.targets import TARGETS

Rule = Callable[[Any], "str | None"]


@dataclass(frozen=True)
class LayerSupport:
    """The requests an implementation serves. The keys are attributes of the op's spec, and the codes of the reasons.

    Attributes:
        devices: device kinds: ``rocm``, ``emulated``, ``cuda``, ``cpu``.
        targets: AMD targets, looked at on ``rocm`` and ``emulated``; None is any.
        served: values served, by attribute.
        ranges: lowest and highest number served, by attribute.
        multiples: what a number must be a multiple of, by attribute.
        without: options (attributes that are true or false) that it does not have.
        extra: named rules that no table column expresses; each gives a message where it refuses, else None.
    """

    devices: frozenset[str]
    targets: frozenset[str] | None = None
    served: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    multiples: Mapping[str, int] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    extra: Mapping[str, Rule] = field(default_factory=dict)

    def reasons(self, spec: LayerSpec) -> tuple[Reason, ...]:
        """Every reason why ``spec`` is outside this table; empty where it is inside."""
        return tuple(self._reasons(spec))

    def _reasons(self, spec: LayerSpec) -> Iterator[Reason]:
        yield from place_reasons(self.devices, self.targets, spec)
        for name, values in self.served.items():
            if (value := getattr(spec, name)) not in values:
                yield Reason(name, f"{name} {value} is not served, only {listed(values)}")
        for name, ends in self.ranges.items():
            if not ends[0] <= (number := getattr(spec, name)) <= ends[1]:
                yield Reason(name, f"{name} {number} is not served, only {span(ends)}")
        for name, step in self.multiples.items():
            if (number := getattr(spec, name)) % step:
                yield Reason(name, f"{name} {number} is no multiple of {step}")
        for name in sorted(self.without):
            if getattr(spec, name):
                yield Reason(name, f"{name} is not served")
        for code, rule in self.extra.items():
            if (message := rule(spec)) is not None:
                yield Reason(code, message)


def fp8_of_the_target(spec: LayerSpec) -> str | None:
    """Rule: fp8 must be in the format that the target's instructions read; other devices are not looked at."""
    stored = spec.stored_dtype
    if not stored.startswith("fp8") or spec.target is None:
        return None
    own = TARGETS[spec.target].fp8_dtype
    if own == stored:
        return None
    return f"{spec.target} reads {own}, not {stored}" if own else f"{spec.target} has no fp8"
