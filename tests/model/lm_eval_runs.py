"""Runs lm-eval on tasks of this folder, with no hub and none of its own tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lm_eval.evaluator import simple_evaluate
from lm_eval.tasks import TaskManager

from rocm_kernels.integrations.lm_eval import RocmKernelsLM

TASKS = Path(__file__).parent / "tasks"
TINY = Path(__file__).parent / "tiny"
TINY_TASKS = ["tiny_recall", "tiny_majority"]


def evaluate(tasks: list[str], items: int | None = None, **model: Any) -> dict[str, Any]:
    """Scores of lm-eval: its results, with samples; ``items`` overrules how many a task has."""
    arguments = {"batch_size": 16, **model}
    metadata = {"pretrained": arguments["pretrained"], "items": items}
    manager = TaskManager(include_path=str(TASKS), include_defaults=False, metadata=metadata)
    results = simple_evaluate(
        model=RocmKernelsLM(**arguments),
        tasks=tasks,
        task_manager=manager,
        bootstrap_iters=0,
        verbosity="ERROR",
    )
    assert results is not None
    found: dict[str, Any] = dict(results)
    return found


def scores(results: dict[str, Any], metric: str = "acc") -> dict[str, float]:
    """Task -> score."""
    return {task: entry[f"{metric},none"] for task, entry in results["results"].items()}


def outcomes(results: dict[str, Any], task: str, metric: str = "acc") -> list[float]:
    """What each item scored, in the order of the items."""
    return [float(sample[metric]) for sample in sorted(results["samples"][task], key=lambda entry: entry["doc_id"])]
