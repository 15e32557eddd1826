"""Searches configurations for AMD targets with no GPU: registers and spills as compiled, work as the emulator counts it.

``search`` compiles candidates for gfx942, runs those that do not spill in gfx_emulator on small requests and ranks them by a
written rule (rocm_kernels.benchmarks.amd_cost). ``spills`` compiles what the table has for every target, over heads, formats
and layouts, and ends in 1 where something spills. Both go on where the result file stops. Nothing here is a time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rocm_kernels.backends.triton import offline
from rocm_kernels.backends.triton.configurations import DecodeConfiguration, PrefillConfiguration
from rocm_kernels.benchmarks.amd_cost import (
    CASES,
    MOST_ERROR,
    RULE,
    TARGET,
    Case,
    Configuration,
    Counts,
    cost,
    count,
    ranking,
)
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.files import write_atomically
from rocm_kernels.targets import TARGETS

# Values of the search, by field; the first ones are those of --quick.
DECODE_AXES: dict[str, tuple[Any, ...]] = {
    "block_n": (32, 64, 128, 16), "warps": (4, 2, 8, 1), "stages": (3, 2, 1), "words": (True, False),
}  # fmt: skip
PREFILL_AXES: dict[str, tuple[Any, ...]] = {
    "block_m": (64, 128, 32), "block_n": (32, 64, 16), "warps": (4, 8), "stages": (1, 3, 2), "part_d": (None, 64),
}  # fmt: skip
QUICK = 2  # values of each axis
# Programs a compute unit: as many as registers and LDS let reside, at most so many.
MOST_PROGRAMS = 4
BLOCK_M = {False: 64, True: 128}  # rows of decode, by whether more than 32 query heads share a KV head

# What ``spills`` compiles. Heads: a power of two and one that is padded, of each size of a tile.
HEADS = (16, 24, 32, 40, 64, 80, 96, 128, 192, 256)
LAYOUTS = ("5d", "nhd", "asm", "hnd")
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "window": {"sliding_window": 50, "sinks": True},
    "alibi": {"alibi": True, "softcap": 9.0},
    "71x1": {"query_heads": 71, "kv_heads": 1},
}
QUICK_HEADS, QUICK_LAYOUTS = (64, 80, 128, 192, 256), ("5d", "nhd")


def name_of(configuration: Configuration) -> str:
    """Short and unique among the candidates."""
    if isinstance(configuration, PrefillConfiguration):
        shown = f"m{configuration.block_m} n{configuration.block_n} w{configuration.warps} s{configuration.stages}"
        return shown + (f" part {configuration.part_d}" if configuration.part_d else "")
    shown = f"n{configuration.block_n} w{configuration.warps} s{configuration.stages}"
    return shown if configuration.words else f"{shown} bytes"


def candidates(case: Case, quick: bool) -> list[Configuration]:
    """What is tried for a case, the likely ones first."""
    axes = PREFILL_AXES if case.prefill else DECODE_AXES
    if not case.prefill and case.kind[0] != 1:
        axes = axes | {"words": (True,)}
    if quick and case.prefill:
        axes = axes | {"part_d": (None,)}
    values = [axis[:QUICK] if quick else axis for axis in axes.values()]
    found: list[Configuration] = []
    for combination in itertools.product(*values):
        fields: dict[str, Any] = dict(zip(axes, combination, strict=True))
        if case.prefill:
            fields["clear_loop"] = fields["part_d"] is None
            found.append(PrefillConfiguration(**fields, found_by="emulated", note=""))
        else:
            rows = BLOCK_M[case.kind[1] == "wide"]
            found.append(
                DecodeConfiguration(
                    **fields, programs_per_processor=MOST_PROGRAMS, largest_block_m=rows, found_by="emulated", note=""
                )
            )
    return found


def versions() -> dict[str, str]:
    """Of what the counts depend on."""
    return {name: version(name) for name in ("triton", "torch", "llvmlite")}


class Results:
    """The result file: read at the start, written after every entry; entries of other versions are dropped."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.content: dict[str, Any] = {
            "what": "python -m rocm_kernels.benchmarks.amd_tune; no entry is a time",
            "versions": versions(),
            "search": {"target": TARGET, "evidence": "emulated", "rule": RULE, "counts": {}, "ranking": {}},
            "spills": {"evidence": "compiled", "registers spilled": {}},
        }
        if path is not None and path.is_file():
            known = json.loads(path.read_text(encoding="utf-8"))
            if known.get("versions") == versions():
                self.content["search"] |= {"counts": known["search"]["counts"], "ranking": known["search"]["ranking"]}
                self.content["spills"] = known["spills"]

    def table(self, part: str, name: str) -> dict[str, Any]:
        """The entries of one case (``counts``) or target (``registers spilled``)."""
        section = self.content["spills" if part == "registers spilled" else "search"][part]
        found: dict[str, Any] = section.setdefault(name, {})
        return found

    def save(self) -> None:
        """Write the file, where there is one."""
        if self.path is not None:
            write_atomically(self.path, json.dumps(self.content, indent=1) + "\n")


def fill(
    results: Results, part: str, name: str, wanted: Mapping[str, Callable[[], Any]], show: Callable[[str], None]
) -> dict[str, Any]:
    """Work out the entries that are missing, one after the other, and keep each at once."""
    table = results.table(part, name)
    for number, (key, work) in enumerate(wanted.items(), 1):
        if key in table:
            continue
        try:
            table[key] = work()
        except (RuntimeError, ValueError) as error:
            table[key] = {"failure": f"{type(error).__name__}: {error}"[:200]}
        show(f"{name} {number}/{len(wanted)} {key}: {table[key]}")
        results.save()
    return {key: table[key] for key in wanted}


def _counted(case: Case, configuration: Configuration) -> dict[str, Any]:
    return asdict(count(case, configuration))


def search(
    results: Results, names: Sequence[str], quick: bool, show: Callable[[str], None], known: bool = False
) -> dict[str, Any]:
    """Count every candidate of the cases (with ``known`` none), and rank them for each kind of entry of the table."""
    costs: dict[str, list[dict[str, float]]] = {}
    for name in names:
        case = CASES[name]
        found = {name_of(configuration): configuration for configuration in candidates(case, quick)}
        if known:
            found = {key: configuration for key, configuration in found.items() if key in results.table("counts", name)}
        entries = fill(results, "counts", name, {key: partial(_counted, case, c) for key, c in found.items()}, show)
        judged = {}
        for key, entry in entries.items():
            if "failure" in entry:
                continue
            counts = Counts(**{field: value for field, value in entry.items() if field != "terms"})
            if not counts.fits:
                continue
            if not entry["error"] <= MOST_ERROR:
                raise ValueError(f"{name} {key}: error {entry['error']}, at most {MOST_ERROR} is right")
            entry["terms"] = cost(case, found[key], counts)
            judged[key] = entry["terms"]["cost"]
        kind = f"{'prefill' if case.prefill else 'decode'} {case.kind[0] * 8} bit {case.kind[1]}"
        costs.setdefault(kind, []).append(judged)
    order = {
        kind: [{"configuration": key, "over best": round(mean, 4)} for mean, key in ranking(judged)]
        for kind, judged in costs.items()
    }
    results.content["search"]["ranking"] |= order
    results.save()
    return order


def problems(target: str, quick: bool) -> Iterator[tuple[str, Problem]]:
    """What ``spills`` compiles for a target, each with its name."""
    native = TARGETS[target].fp8_dtype
    formats = ["bf16", native or "fp8_e4m3fn", "int8", "fp32"]
    if not quick:
        formats += ["fp16", *({"fp8_e4m3fn", "fp8_e4m3fnuz"} - set(formats))]
    scales = {"int8": "per_token"} if not quick else {}
    for op, kv, head, layout, option in itertools.product(
        ("decode", "prefill"), formats, QUICK_HEADS if quick else HEADS, QUICK_LAYOUTS if quick else LAYOUTS, OPTIONS
    ):
        if quick and option != "plain":
            continue
        plain = kv in ("bf16", "fp16", "fp32")
        problem = Problem(
            (64,) * 16, 32, 8, head, query_dtype=kv if plain else "bf16", kv_dtype=kv, layout=layout, poison=False,
            scales="none" if plain else scales.get(kv, "per_tensor"),
        )  # fmt: skip
        if op == "prefill":
            problem = replace(problem, lengths=(64, 64), query_lengths=(64, 64))
        yield f"{op} {kv} head {head} {layout} {option}", replace(problem, **OPTIONS[option])


def spilled(problem: Problem, target: str) -> int | str:
    """Registers that the first kernel of a request spills under the table's configuration; in words if the LDS is too small."""
    first = offline.request_resources(make_request(problem, seed=1).arguments, target)[0]
    if first.shared > TARGETS[target].lds_bytes:
        return f"{first.shared} bytes of LDS, there are {TARGETS[target].lds_bytes}"
    return first.spilled


def spills(results: Results, targets: Sequence[str], quick: bool, show: Callable[[str], None]) -> dict[str, Any]:
    """What spills, by target; and how many were compiled."""
    found: dict[str, Any] = {}
    for target in targets:
        wanted = {name: partial(spilled, problem, target) for name, problem in problems(target, quick)}
        entries = fill(results, "registers spilled", target, wanted, show)
        found[target] = {"compiled": len(entries), "spilling": {name: n for name, n in entries.items() if n != 0}}
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, or look for spills."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=(
            "examples:\n"
            "  python -m rocm_kernels.benchmarks.amd_tune search --quick\n"
            "  python -m rocm_kernels.benchmarks.amd_tune search --cases decode-64x8 --file docs/results/triton_amd.json\n"
            "  python -m rocm_kernels.benchmarks.amd_tune spills --target gfx1100 --quick --json\n"
        ),
    )
    parser.add_argument("what", choices=("search", "spills"))
    parser.add_argument("--cases", nargs="+", choices=tuple(CASES), default=list(CASES), help="of the search")
    parser.add_argument("--target", nargs="+", choices=tuple(TARGETS), default=list(TARGETS), help="of the spills")
    parser.add_argument(
        "--quick", action="store_true", help="few candidates; few heads, formats and layouts, no options"
    )
    parser.add_argument("--file", type=Path, help="go on from this result file, and write it after every entry")
    parser.add_argument("--known", action="store_true", help="rank what the result file has, count nothing more")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.add_argument("--top", type=int, default=5, help="configurations shown of each kind")
    options = parser.parse_args(arguments)
    results = Results(options.file)

    def show(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    if options.what == "search":
        order = search(results, options.cases, options.quick, show, options.known)
        if options.json:
            print(json.dumps(order, indent=1))
        else:
            for kind, ranked in order.items():
                if not ranked:
                    print(f"{kind}: no candidate has been counted in all cases")
                    continue
                print(f"{kind}: " + ", ".join(f"{e['configuration']} {e['over best']}" for e in ranked[: options.top]))
        return 0
    found = spills(results, options.target, options.quick, show)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        for target, entry in found.items():
            print(f"{target}: {entry['compiled']} compiled, {len(entry['spilling'])} spill")
            for name, number in entry["spilling"].items():
                print(f"  {name}: {number}")
    return 1 if any(entry["spilling"] for entry in found.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
