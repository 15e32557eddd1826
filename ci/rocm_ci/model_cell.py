"""A cell of a whole model: a task's items answered by it, with and without the backend that the cell is about."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rocm_ci.cell import Cell, DTypeName, StoredTypeName, wrong_format
from rocm_kernels.data_types import DATA_TYPES

# Where the trained models and the tasks lie, from the root of the repository.
MODELS = "tests/model/tiny"
TASKS = "tests/model/tasks"


class ModelCell(Cell):
    """A cell of op ``model``; decode attention runs on the cell's device, everything else on the CPU.

    Attributes (beside those of Cell):
        model: folder of tests/model/tiny.
        task: of tests/model/tasks.
        baseline: ``<file>/<name>`` in ci/baselines that the scores are held against.
        dtype: of weights and queries.
        kv_dtype: of the cache.
        layout: of the cache.
        scales: how a quantised cache gets its scales.
        fallback: what answers the same items for the paired comparison: ``rocm`` is the same device with AITER switched off,
            ``torch`` is PyTorch on the CPU.
    """

    always_shown: ClassVar[tuple[str, ...]] = ("model", "task", "dtype", "kv_dtype", "layout", "fallback", "baseline")
    shown_if_set: ClassVar[tuple[str, ...]] = ("scales",)

    op: Literal["model"] = "model"
    model: str = Field(pattern=r"^[a-z0-9_]+$")
    task: str = Field(pattern=r"^[a-z0-9_]+$")
    baseline: str = Field(pattern=r"^[a-z0-9_.-]+/[a-z0-9_.-]+$")
    dtype: DTypeName = "bf16"
    kv_dtype: StoredTypeName = "bf16"
    layout: Literal["5d", "asm", "nhd", "hnd"] = "5d"
    scales: Literal["none", "per_token", "calibrate"] = "none"
    fallback: Literal["rocm", "torch"] = "torch"

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        if self.raises is not None or self.backend is None:
            return "a model answers items: backend must be given, and nothing raised"
        if self.policy != "automatic":
            return "policy of a model is automatic: what the dispatcher chooses for each of its calls is looked at"
        if self.reasons:
            return "reasons are held against one call, and a model makes many: no reasons"
        if self.yardstick is not None:
            return "a model has a baseline and no yardstick"
        if self.device_kind != "emulated":
            return f"device of a model is emulated:<target> so far, not {self.device}"
        if self.fallback == self.backend:
            return f"fallback {self.fallback!r} needs another backend to be compared with"
        if not DATA_TYPES[self.kv_dtype].quantised and self.kv_dtype != self.dtype:
            return f"a {self.kv_dtype} cache needs a {self.kv_dtype} model, not {self.dtype}"
        if DATA_TYPES[self.kv_dtype].quantised != (self.scales != "none"):
            return "scales belong to a quantised cache, and there they are needed"
        return wrong_format(self, self.kv_dtype)
