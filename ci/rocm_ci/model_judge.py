"""Runs the cell of a whole model: its items with the declared backend and with the fallback, and who really decoded."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lm_eval.evaluator import simple_evaluate
from lm_eval.tasks import TaskManager

from gfx_emulator.watching import watching
from rocm_ci.cell import facts
from rocm_ci.gates.accuracy import Measurement, Paired
from rocm_ci.model_cell import MODELS, TASKS, ModelCell
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble
from rocm_ci.witness import EMULATOR, is_symbol
from rocm_kernels import dispatcher
from rocm_kernels.flags import overriding_flags
from rocm_kernels.integrations.lm_eval import RocmKernelsLM

ROOT = Path(__file__).resolve().parents[2]
OP = "paged_attention"
METRIC = "acc"
SCORING = "decode"
BATCH, LONGEST = 16, 256


@dataclass(frozen=True)
class Answers:
    """What came of one evaluation.

    Attributes:
        scores: of each item, in the order of the items.
        items: SHA-256 over prompts and targets.
        version: of the task.
        decodes: rows of the tally about decoding.
        kernels: noted launches by name.
        ran: launches that the emulator ran, by name.
    """

    scores: tuple[float, ...]
    items: str
    version: str
    decodes: tuple[dict[str, Any], ...]
    kernels: dict[str, int]
    ran: dict[str, int]


def judge_model(
    cell: ModelCell, fingerprint: str, hand_in: Callable[[Measurement], None], *, warm_up: bool = False
) -> CellResult:
    """Run a cell; the scores are handed in, and compared after the test process has ended (rocm_ci.gates.accuracy)."""
    started = time.perf_counter()
    dispatcher.reset()
    own = answers(cell, cell.device, cell.flags)
    name, other = _fallback(cell)  # compiles too: warmed up as well
    troubles = [] if warm_up else [*_dispatch(cell, own), *_compared(cell, other)]
    if not warm_up:
        hand_in(_measurement(cell, own, name, other))
    first = troubles[0] if troubles else None
    evidence = {str(row["evidence"]) for row in own.decodes}
    return CellResult(
        id=cell.id,
        op=cell.op,
        outcome="failed" if first else "passed",
        kind=first.kind if first else None,
        reason="; ".join(trouble.reason for trouble in troubles) or None,
        backend_expected=cell.backend,
        backend_used=" ".join(sorted({_backend(row) for row in own.decodes})) or None,
        kernels=tuple(sorted({name for row in own.decodes for name in row["kernels"]})),
        decision={name: list(said) for row in own.decodes for name, said in row["passed_over"].items()},
        device=cell.device,
        target=cell.device.partition(":")[2],
        evidence="none" if warm_up else " ".join(sorted(evidence)),
        error_norm=None,
        tolerance=None,
        seconds=round(time.perf_counter() - started, 4),
        repeat=cell.repeat,
        why=cell.why,
        sources=cell.sources,
        facts=facts(cell),
        fingerprint=f"warm-up {fingerprint}" if warm_up else fingerprint,
        witness=EMULATOR,
        kinds=tuple(dict.fromkeys(trouble.kind for trouble in troubles)),
    )


def answers(cell: ModelCell, device: str, flags: dict[str, str]) -> Answers:
    """Answer the items of a cell on a device; raises what the model or lm-eval raise."""
    model = ROOT / MODELS / cell.model
    metadata = {"pretrained": str(model), "items": None}
    manager = TaskManager(include_path=str(ROOT / TASKS), include_defaults=False, metadata=metadata)
    quantised = cell.kv_dtype != cell.dtype
    with overriding_flags(**flags), watching() as launches:
        results = simple_evaluate(
            model=RocmKernelsLM(
                pretrained=str(model),
                batch_size=BATCH,
                max_length=LONGEST,
                device=device,
                score_mode=SCORING,
                dtype=cell.dtype,
                layout=cell.layout,
                **({"kv_dtype": cell.kv_dtype, "scales": cell.scales} if quantised else {}),
            ),
            tasks=[cell.task],
            task_manager=manager,
            bootstrap_iters=0,
            verbosity="ERROR",
        )
    if results is None:
        raise RuntimeError(f"lm-eval gave no results for {cell.task}")
    samples = sorted(results["samples"][cell.task], key=lambda sample: sample["doc_id"])
    items = [(sample["prompt_hash"], sample["target_hash"]) for sample in samples]
    report = results["config"]["rocm_kernels"]
    return Answers(
        tuple(float(sample[METRIC]) for sample in samples),
        f"sha256:{hashlib.sha256(json.dumps(items).encode()).hexdigest()}",
        str(results["versions"][cell.task]),
        tuple(row for row in report["decisions"] if row["op"] == OP),
        dict(report["kernels"]),
        dict(Counter(launch.kernel for launch in launches)),
    )


def _fallback(cell: ModelCell) -> tuple[str, Answers]:
    if cell.fallback == "torch":
        return "torch on cpu", answers(cell, "cpu", {})
    off = {**cell.flags, "VLLM_ROCM_USE_AITER": "0"}
    return f"{cell.fallback} on {cell.device}", answers(cell, cell.device, off)


def _backend(row: dict[str, Any]) -> str:
    return str(row["implementation"]).partition(".")[0]


def _dispatch(cell: ModelCell, own: Answers) -> Iterator[Trouble]:
    """Every decode by the declared backend and by a kernel, and what was noted is what the emulator ran."""
    yield from _served(own, str(cell.backend), "decodes")
    for row in own.decodes:
        if not row["kernels"]:
            said = f"{row['calls']} decodes were served by {row['implementation']} without launching a kernel"
            yield Trouble("dispatch", said)
    noted = {name: count for name, count in own.kernels.items() if is_symbol(name)}
    if noted != own.ran:
        yield Trouble("dispatch", f"the launchers noted {_counted(noted)}, the emulator ran {_counted(own.ran)}")


def _compared(cell: ModelCell, other: Answers) -> Iterator[Trouble]:
    """The fallback is what answered for it: a kernel that is compared with itself is never worse."""
    yield from _served(other, cell.fallback, "decodes of the fallback")


def _served(found: Answers, backend: str, what: str) -> Iterator[Trouble]:
    if not found.decodes:
        yield Trouble("dispatch", f"no {what} were dispatched: this compares nothing")
    for row in found.decodes:
        if _backend(row) != backend:
            said = f"{row['calls']} {what} were served by {row['implementation']}, backend {backend} was declared"
            yield Trouble("dispatch", said)


def _counted(names: dict[str, int]) -> str:
    return ", ".join(f"{count} of {name}" for name, count in sorted(names.items())) or "nothing"


def _measurement(cell: ModelCell, own: Answers, name: str, other: Answers) -> Measurement:
    if other.items != own.items:
        raise RuntimeError("the fallback was asked other items")
    weights = hashlib.sha256()
    for path in sorted((ROOT / MODELS / cell.model).glob("*.safetensors")):
        weights.update(path.read_bytes())
    return Measurement(
        baseline=cell.baseline,
        model=cell.model,
        model_revision=f"sha256:{weights.hexdigest()}",
        task=cell.task,
        task_version=own.version,
        metric=METRIC,
        conditions={
            "backend": str(cell.backend),
            "device": cell.device,
            "evidence": " ".join(sorted({str(row["evidence"]) for row in own.decodes})),
            "dtype": cell.dtype,
            "kv_dtype": cell.kv_dtype,
            "layout": cell.layout,
            "scales": cell.scales,
            "scoring": SCORING,
            "items": own.items,
        },
        scores=own.scores,
        fallback=Paired(name=name, scores=other.scores),
    )
