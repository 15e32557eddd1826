"""Runs the bundled HIP kernels in the emulator's checked mode, and judges what they wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rocm_ci.reference.attention import Options, attention
from rocm_ci.reference.tolerance import absolute_bound, relative_bound
from rocm_kernels.backends.rocm.kernel_arguments import Value
from rocm_kernels.backends.rocm.launcher import EmulatedLauncher, Grid
from rocm_kernels.backends.rocm.paged_attention import paged_attention
from rocm_kernels.backends.rocm.specialisation import Specialisation
from rocm_kernels.benchmarks.gpu_requests import Problem, Request, make_request
from rocm_kernels.targets import TARGETS

TARGET = "gfx942"


@dataclass
class CheckedLauncher:
    """Launches in checked mode, keeps every result, and fails on any finding (races, unwritten memory, missing waits)."""

    target: str = TARGET
    checked: bool = True
    results: list[Any] = field(default_factory=list)
    emulated: EmulatedLauncher | None = None

    def __post_init__(self) -> None:
        self.compute_units = TARGETS[self.target].compute_units
        self.emulated = self.emulated or emulated(self.target)

    def launch(self, specialisation: Specialisation, grid: Grid, values: Mapping[str, Value]) -> None:
        assert self.emulated is not None
        self.emulated.checked = self.checked
        self.emulated.launch(specialisation, grid, values)
        result = self.emulated.last
        self.results.append(result)
        assert not result.findings, "\n".join(str(finding) for finding in result.findings[:5])


_LAUNCHERS: dict[str, EmulatedLauncher] = {}


def emulated(target: str) -> EmulatedLauncher:
    if target not in _LAUNCHERS:
        _LAUNCHERS[target] = EmulatedLauncher(target)
    return _LAUNCHERS[target]


def request_of(problem: Problem, seed: int = 0) -> Request:
    """Draw a request on the emulated device."""
    request = make_request(problem, seed, "cpu", f"emulated:{TARGET}")
    spec = replace(request.arguments.spec, target=TARGET)
    return replace(request, arguments=replace(request.arguments, spec=spec))


def run(
    problem: Problem, splits: int | None = None, seed: int = 0, checked: bool = True, waves: int | None = None
) -> tuple[Request, list[Any]]:
    """Run one decode; returns it with the emulator's results, the decode kernel's first."""
    request = request_of(problem, seed)
    on = CheckedLauncher(checked=checked)
    paged_attention(request.arguments, on, splits, waves)
    return request, on.results


def assert_right(request: Request) -> None:
    """Compare output and log-sum-exp of every sequence with attention from its formula, in double precision."""
    problem, arguments = request.problem, request.arguments
    for index, length in enumerate(problem.lengths):
        rows = slice(index, index + 1)
        key, value = (part.double().numpy() for part in request.sequence(index))
        truth = attention(arguments.query[rows].double().numpy(), key, value, options_of(arguments))
        got = arguments.output[rows].double().numpy()
        assert np.isfinite(got).all(), f"sequence {index}: {np.isnan(got).sum()} elements are NaN or were not written"
        bound = relative_bound(problem.query_dtype, "rocm", length, truth.score_error)[..., None] * truth.magnitude
        bound = bound + absolute_bound(problem.query_dtype, "rocm", truth.reach) + np.finfo(np.float32).tiny
        worst = float((np.abs(got - truth.output) / bound).max(initial=0.0))
        assert worst <= 1.0, f"sequence {index} of length {length}: error {worst:.2f} times its bound"
        if arguments.log_sum_exp is not None:
            seen = arguments.log_sum_exp[rows].double().numpy()
            if length == 0:
                assert (seen == -np.inf).all()
            else:
                limit = float(truth.score_error.max()) + 1e-5
                np.testing.assert_allclose(seen, truth.log_sum_exp, atol=limit, rtol=1e-6)
        if length == 0:
            assert not got.any(), f"sequence {index} is empty and its output is not zero"


def options_of(arguments: Any) -> Options:
    """Read the options of a decode as the reference takes them."""
    return Options(
        scale=arguments.scale,
        alibi_slopes=None if arguments.alibi_slopes is None else arguments.alibi_slopes.double().numpy(),
        sliding_window=arguments.sliding_window,
        sinks=None if arguments.sinks is None else arguments.sinks.double().numpy(),
        softcap=arguments.softcap,
    )
