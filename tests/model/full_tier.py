"""Real checkpoints of a hub, with AITER on and off on the same items, held against ci/baselines/checkpoints.yaml."""

from __future__ import annotations

import datetime
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
import yaml

from rocm_ci import revision
from rocm_ci.baselines import Baseline
from rocm_ci.gates import accuracy
from rocm_ci.gates.accuracy import Measurement, Paired
from rocm_kernels import overriding_flags
from rocm_kernels.spec import FEATURES

ROOT = Path(__file__).parents[2]
FILE = "checkpoints"
# falcon-7b answers few of gsm8k's questions, a broken kernel none. For a first entry; whoever writes it down may know better.
FLOOR = 0.01
# What a request can be refused for. Any other reason says that AITER was not there, not on, or not known to be right.
OF_THE_REQUEST = frozenset(
    (
        *("query_dtype", "kv_dtype", "fp8_format", "head_size", "block_size", "gqa", "kv_heads", "length", "layout"),
        *("kv_scales", "query_strides", "cache_strides", "known_wrong", "no_code_object", *FEATURES),
    )
)


@dataclass(frozen=True)
class Place:
    """Where and on how much a checkpoint is run.

    Attributes:
        device: as RocmKernelsLM takes it.
        items: most items of a task.
        longest: most tokens of a sequence.
        tasks: lm-eval's task manager; its own tasks where None.
    """

    device: str = "cuda"
    items: int = 250
    longest: int = 2048
    tasks: Any = None


def folder_of(baseline: Baseline) -> Path:
    """The checkpoint, downloaded once by the hub's own client, at the baseline's revision where it has one."""
    hub = import_module("huggingface_hub")
    offline = bool(hub.constants.HF_HUB_OFFLINE)
    found = hub.snapshot_download(baseline.model, revision=baseline.model_revision, local_files_only=offline)
    return Path(found)


def evaluate(baseline: Baseline, folder: Path, place: Place, *, with_aiter: bool) -> dict[str, Any]:
    """Run lm-eval on a checkpoint; gives its results, with samples."""
    from lm_eval.evaluator import simple_evaluate

    from rocm_kernels.integrations.lm_eval import RocmKernelsLM

    given = baseline.conditions
    quantised = given["kv_dtype"] != given["dtype"]
    model = RocmKernelsLM(
        pretrained=str(folder),
        device=place.device,
        dtype=given["dtype"],
        kv_dtype=given["kv_dtype"] if quantised else None,
        scales="per_token" if quantised else "none",
        layout=given["layout"],
        score_mode=given["scoring"],
        batch_size=32,
        max_length=place.longest,
    )
    with overriding_flags(VLLM_ROCM_USE_AITER=with_aiter):
        results = simple_evaluate(
            model=model, tasks=[baseline.task], limit=place.items, bootstrap_iters=0, task_manager=place.tasks
        )
    assert results is not None
    return dict(results)


def scores_of(results: dict[str, Any], baseline: Baseline) -> tuple[float, ...]:
    """What each item scored, in the order of the items."""
    metric, _, chosen = baseline.metric.partition(",")
    samples = [sample for sample in results["samples"][baseline.task] if sample.get("filter", "none") == chosen]
    return tuple(float(sample[metric]) for sample in sorted(samples, key=lambda entry: entry["doc_id"]))


def measure(name: str, baseline: Baseline, place: Place) -> tuple[Measurement, dict[str, Any]]:
    """Run a checkpoint both ways; gives the measurement, and what the run with AITER reports of its decisions and launches.

    A snapshot's folder carries the commit that the hub resolved: what was measured is known even where none was asked for.
    """
    folder = folder_of(baseline)
    on, off = (evaluate(baseline, folder, place, with_aiter=with_aiter) for with_aiter in (True, False))
    report = on["config"]["rocm_kernels"]
    product = torch.cuda.get_device_name() if place.device == "cuda" else place.device
    conditions = {
        **baseline.conditions,
        "device": product,
        "evidence": " ".join(report["evidence"]),
        "items": len(scores_of(on, baseline)),
        "lock": str(revision.facts(ROOT)["lock"]),
    }
    measurement = Measurement(
        baseline=name,
        model=baseline.model,
        model_revision=folder.name,
        task=baseline.task,
        task_version=str(on["versions"][baseline.task]),
        metric=baseline.metric,
        conditions=conditions,
        scores=scores_of(on, baseline),
        fallback=Paired(name="AITER off", scores=scores_of(off, baseline)),
    )
    return measurement, report


def as_entry(measurement: Measurement, direction: str, floor: float = FLOOR) -> str:
    """What to write into the file of baselines where nobody has measured before, YAML."""
    entry = {
        "measured": datetime.datetime.now(datetime.timezone.utc).date(),
        "value": round(statistics.fmean(measurement.scores), 6),
        "n": len(measurement.scores),
        "standard_error": round(accuracy.standard_error(measurement.scores), 6),
        "floor": floor,
    }
    document = {
        "name": measurement.baseline.partition("/")[2],
        **measurement.identity_fields(),
        "direction": direction,
        "entries": [entry],
    }
    return str(yaml.safe_dump([document], sort_keys=False))


def passed_over_for_nothing(row: dict[str, Any]) -> bool:
    """Whether the requests of a row of decisions came neither to AITER nor to a refusal of theirs by AITER."""
    if row["implementation"].startswith("aiter."):
        return False
    refusals = [reasons for name, reasons in row["passed_over"].items() if name.startswith("aiter.")]
    return not any({reason.partition(":")[0] for reason in reasons} <= OF_THE_REQUEST for reasons in refusals)


def troubles(measurement: Measurement, baseline: Baseline, report: dict[str, Any]) -> Sequence[str]:
    """Everything that makes a run red, each with its kind; with nothing to compare with, the entry to be written down."""
    found = [f"{trouble.kind}: {trouble.reason}" for trouble in accuracy.gate(measurement, baseline)]
    decoded = [row for row in report["decisions"] if row["op"] == "paged_attention" and row["kernels"]]
    if not decoded:
        found.append(
            f"dispatch: no kernel of paged_attention was launched, only {', '.join(report['kernels']) or 'none'}"
        )
    alike = [row for row in decoded if passed_over_for_nothing(row)]
    if alike:
        reasons = {name: said for name, said in alike[0]["passed_over"].items() if name.startswith("aiter.")}
        found.append(
            f"dispatch: with AITER on, {sum(row['calls'] for row in alike)} calls were served as without, so the pair compares "
            f"nothing: {reasons or 'AITER has no implementation'}"
        )
    if not baseline.measured:
        found.append(f"to be written into ci/baselines/{FILE}.yaml:\n{as_entry(measurement, baseline.direction)}")
    return found
