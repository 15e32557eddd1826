"""What a configuration of the Triton kernels costs on gfx942, by the compiler's report and the emulator's counts: no times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rocm_kernels.arguments import DecodeArguments, PrefillArguments
from rocm_kernels.backends.triton import decode, offline, prefill
from rocm_kernels.backends.triton.configurations import DecodeConfiguration, PrefillConfiguration
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.benchmarks import gpu_accuracy
from rocm_kernels.benchmarks.gpu_requests import Problem, Request, make_request
from rocm_kernels.benchmarks.rocm_kernels import SIMDS, occupancy
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.flags import overriding_flags
from rocm_kernels.targets import TARGETS

TARGET = "gfx942"
# The grid is that of a device of so few compute units, so that a program has as many tiles as in a long batch on a whole one.
PROCESSORS = 8
MOST_ERROR = 3e-3

# MI300X by AMD's data sheet (304 compute units, 2.1 GHz): 1,307 TFLOP/s in 16 bit, twice that in 8, 163 in fp32; 5.3 TB/s; LDS
# 128 bytes a cycle. A wave instruction of 64 lanes occupies a SIMD of 16 lanes for 4 cycles, a slow one for 16.
MATRIX_OPERATIONS = {"f16": 512, "bf16": 512, "fp8": 1024, "i8": 1024, "f32": 64}  # a cycle of one SIMD
ISSUE_CYCLES = 4
SLOW_CYCLES = 16
SLOW = (
    "v_exp_",
    "v_log_",
    "v_rcp_",
    "v_rsq_",
    "v_sqrt_",
    "v_sin_",
    "v_cos_",
    "v_mul_lo_u32",
    "v_mul_hi_",
    "v_mad_u64_",
    "v_mad_i64_",
)
LDS_BYTES = 128
MEMORY_BYTES = 5.3e12 / 304 / 2.1e9
CACHE_BYTES = 64  # of a compute unit's cache a cycle: prefill reads the same keys for every tile of rows
# Assumed, from nothing measured here: cycles from a load to its use.
LATENCY = 1700
LIGHTER = 0.1
RULE = (
    "cycles of one compute unit for the emulated launch, decode and merge together: the largest of issue (vector, scalar, "
    f"memory and LDS instructions {ISSUE_CYCLES}, slow ones {SLOW_CYCLES}, matrix by operations, over {SIMDS} SIMDs), "
    f"LDS (bytes / {LDS_BYTES} and conflict cycles), memory (bytes / {MEMORY_BYTES:.1f}, of prefill / {CACHE_BYTES}) and "
    f"chain (issue of one program and the loads that it waits for, {LATENCY} cycles each, over the programs that registers "
    f"and LDS let reside, at most the configuration's), and {LIGHTER} of the others, so that of two that are bound alike the "
    "lighter one is taken"
)


@dataclass(frozen=True)
class Case:
    """A request to count, and the entries of the table for which it stands.

    Attributes:
        kind: key of the table without the target.
        problem: small, of the shape that counts: heads, formats and layout.
    """

    kind: tuple[int, str]
    problem: Problem

    @property
    def prefill(self) -> bool:
        """Whether it is one of prefill."""
        return self.problem.query_lengths is not None


def _case(kind: tuple[int, str], lengths: tuple[int, ...], heads: int, kv_heads: int, **options: Any) -> Case:
    problem = Problem(lengths, heads, kv_heads, 128, layout="nhd", log_sum_exp=False)
    return Case(kind, replace(problem, **options))


CASES: dict[str, Case] = {
    "decode-64x8": _case((2, "short"), (512,) * 4, 64, 8),
    "decode-32x8": _case((2, "short"), (512,) * 4, 32, 8),
    "decode-32x8-5d": _case((2, "short"), (512,) * 4, 32, 8, layout="5d"),
    "decode-8x1": _case((2, "short"), (1024,) * 8, 8, 1),
    "decode-71x1-head-64": _case((2, "wide"), (1024,) * 4, 71, 1, head_size=64),
    "decode-64x8-fp8": _case((1, "short"), (512,) * 4, 64, 8, kv_dtype="fp8_e4m3fnuz", scales="per_tensor"),
    "decode-64x8-fp8-5d": _case((1, "short"), (512,) * 4, 64, 8, kv_dtype="fp8_e4m3fnuz", scales="per_tensor", layout="5d"),
    "prefill-chunk": _case((2, "plain"), (512,), 8, 2, query_lengths=(256,)),
    "prefill-chunk-fp8": _case((1, "plain"), (512,), 8, 2, query_lengths=(256,), kv_dtype="fp8_e4m3fnuz", scales="per_tensor"),
}  # fmt: skip
Configuration = DecodeConfiguration | PrefillConfiguration


@dataclass(frozen=True)
class Counts:
    """What a request did in the emulator and takes of the device; kernels of one request are counted together.

    Attributes:
        registers, spilled, lds: of the first kernel, as compiled.
        programs: of the first kernel.
        instructions: by class, wave instructions.
        issue_cycles: what they occupy the SIMDs for, by the rates above.
        bytes_read, bytes_written: every access, as if there were no cache.
        lds_bytes, lds_conflict_cycles, barriers, error: as the emulator and the reference have it.
        findings: of the checked mode, by kind.
    """

    registers: int
    spilled: int
    lds: int
    programs: int = 0
    instructions: Mapping[str, int] | None = None
    issue_cycles: float = 0.0
    bytes_read: int = 0
    bytes_written: int = 0
    lds_bytes: int = 0
    lds_conflict_cycles: int = 0
    barriers: int = 0
    error: float | None = None
    findings: Mapping[str, int] | None = None

    @property
    def fits(self) -> bool:
        """Whether nothing spills and the LDS is enough."""
        return self.spilled == 0 and self.lds <= TARGETS[TARGET].lds_bytes


@cache
def request_of(problem: Problem) -> Request:
    """The request, drawn once."""
    return make_request(problem, seed=1, device_name=f"emulated:{TARGET}")


def launches_of(
    arguments: DecodeArguments | PrefillArguments, configuration: Configuration, target: str, processors: int
) -> list[tuple[Launch, tuple[Any, ...]]]:
    """Launches of a request under a configuration, each with its tensors."""
    if isinstance(configuration, PrefillConfiguration):
        assert isinstance(arguments, PrefillArguments)
        launch = prefill.prefill_launch(arguments, configuration, target, interpreted=False)
        return [(launch, prefill.tensors(arguments))]
    assert isinstance(arguments, DecodeArguments)
    shape = decode.decode_shape(arguments, configuration, target, processors)
    launches = decode.decode_launches(arguments, configuration, shape, interpreted=False)
    tensors = decode.Route(arguments, shape, launches).tensors(arguments, 0, False)
    return list(zip(launches, tensors, strict=False))


def issue_cycles(counts: Mapping[str, int]) -> float:
    """Cycles that wave instructions, by name, occupy a SIMD for."""
    cycles = 0.0
    for name, count in counts.items():
        if name.startswith("v_mfma_"):
            # v_mfma_<sum>_<m>x<n>x<k>[_<blocks>b]_<operands>
            parts = name.split("_")
            m, n, k = (int(number) for number in parts[3].split("x"))
            blocks = int(parts[4][:-1]) if parts[4].endswith("b") and parts[4][:-1].isdigit() else 1
            operand = next(
                (word for word in ("bf16", "f16", "fp8", "bf8", "i8") if f"_{word}" in name.split("x")[-1]), "f32"
            )
            rate = MATRIX_OPERATIONS["fp8" if operand == "bf8" else operand]
            cycles += count * 2 * m * n * k * blocks / rate
        elif name.startswith(SLOW):
            cycles += count * SLOW_CYCLES
        elif not name.startswith(("s_waitcnt", "s_nop", "s_endpgm")):
            cycles += count * ISSUE_CYCLES
    return cycles


def count(case: Case, configuration: Configuration) -> Counts:
    """Compile a case for gfx942; run it in the emulator too where nothing spills."""
    from gfx_emulator.watching import watching

    request = request_of(case.problem)
    works = launches_of(request.arguments, configuration, TARGET, PROCESSORS)
    first = offline.launch_resources(*works[0], TARGET)
    found = Counts(first.registers or 0, first.spilled, first.shared)
    if not found.fits:
        return found
    request.arguments.output.fill_(float("nan"))
    with overriding_flags(ROCM_KERNELS_CHECK_EMULATED=True), watching() as results:
        for launch, tensors in works:
            # Raised when the launch has ended; what was found is recorded, and the result is held against the reference.
            with suppress(ImplementationFailure):
                launch(tensors, 0)
    classes: dict[str, int] = {}
    kinds = Counter(finding.kind for result in results for finding in result.findings)
    for result in results:
        for name, number in result.classes.items():
            classes[name] = classes.get(name, 0) + number
    own = [t for result in results for t in result.traffic if not t.name.startswith(("code object", "dispatch packet"))]
    return Counts(
        found.registers, 0, found.lds, math.prod(results[0].grid), classes,
        sum(issue_cycles(result.counts) for result in results),
        sum(traffic.read for traffic in own), sum(traffic.written for traffic in own),
        sum(result.lds_read + result.lds_written for result in results),
        sum(sum(result.bank_conflicts.values()) for result in results),
        sum(result.barriers for result in results),
        gpu_accuracy.relative_error(request.arguments.output, _truth(case.problem)), dict(kinds),
    )  # fmt: skip


@cache
def _truth(problem: Problem) -> Any:
    return gpu_accuracy.reference(request_of(problem))


def tiles(case: Case, configuration: Configuration) -> int:
    """Tiles of tokens that all programs together walk through."""
    problem = case.problem
    block_n = max(16, configuration.block_n // max(1, problem.head_size // 128))
    if isinstance(configuration, DecodeConfiguration):
        units = problem.kv_heads * -(
            -problem.query_heads // problem.kv_heads // min(128, configuration.largest_block_m)
        )
        return sum(units * -(-length // block_n) for length in problem.lengths)
    rows = problem.query_heads // problem.kv_heads
    assert problem.query_lengths is not None
    total = 0
    for queries, length in zip(problem.query_lengths, problem.lengths, strict=True):
        for start in range(0, queries * rows, configuration.block_m):
            last = min((start + configuration.block_m - 1) // rows, queries - 1)
            total += problem.kv_heads * -(-(length - queries + last + 1) // block_n)
    return total


def waits(configuration: Configuration, issue: float) -> float:
    """Cycles that a program waits for loads in one tile, whose own instructions take ``issue`` cycles.

    As the compiled loops are (Triton 3.9): in one stage the table's entries, then keys, then values (prefill loads both at
    once, or in parts one after the other); in two the next tile's keys and values are under way while this one is worked on,
    behind the table's entries; in three those are a tile ahead as well.
    """
    ahead = max(0.0, LATENCY - issue)
    if configuration.stages >= 3:
        return ahead
    if configuration.stages == 2:
        return LATENCY + ahead
    parts = 2
    if isinstance(configuration, PrefillConfiguration):
        parts = 1 if configuration.part_d is None else 2 * max(1, 128 // configuration.part_d)
    return LATENCY * (1 + parts)


def cost(case: Case, configuration: Configuration, counts: Counts) -> dict[str, float]:
    """The terms of RULE and their sum, ``cost``; smaller is better."""
    waves = occupancy(TARGET, counts.registers, counts.lds, configuration.warps)
    resident = max(1, waves * SIMDS // configuration.warps)
    if isinstance(configuration, DecodeConfiguration):
        resident = min(resident, configuration.programs_per_processor)
    issue = counts.issue_cycles / SIMDS
    lds = counts.lds_bytes / LDS_BYTES + counts.lds_conflict_cycles
    memory = (counts.bytes_read + counts.bytes_written) / (CACHE_BYTES if case.prefill else MEMORY_BYTES)
    walked = tiles(case, configuration)
    # Its waves share the SIMDs of one compute unit.
    each = counts.issue_cycles / walked / min(configuration.warps, SIMDS)
    chain = walked * (each + waits(configuration, each)) / resident
    terms = {"issue": issue, "lds": lds, "memory": memory, "chain": chain}
    largest = max(terms.values())
    return terms | {"resident": resident, "cost": largest + LIGHTER * (sum(terms.values()) - largest)}


def ranking(costs: Sequence[Mapping[str, float]]) -> list[tuple[float, str]]:
    """Configurations by the geometric mean of their cost over the best of each case; only those that every case has.

    Args:
        costs: for each case, cost by configuration.
    """
    shared = set(costs[0]).intersection(*costs[1:]) if costs else set()
    if not shared:
        return []
    best = [min(case.values()) for case in costs]
    means = (
        (
            math.exp(sum(math.log(case[name] / least) for case, least in zip(costs, best, strict=True)) / len(costs)),
            name,
        )
        for name in shared
    )
    return sorted(means)
