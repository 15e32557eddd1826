"""Which model describes the cells of which op: the one table that the loader, the judge and the documentation read."""

from __future__ import annotations

from typing import Any, get_args

from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell import Cell
from rocm_ci.layer_cells import BlockScaledGemmCell, FusedMoeCell, LinearCell, QuantiseCell, RmsNormCell
from rocm_ci.model_cell import ModelCell

MODELS: tuple[type[Cell], ...] = (
    AttentionCell,
    RmsNormCell,
    QuantiseCell,
    LinearCell,
    BlockScaledGemmCell,
    FusedMoeCell,
    ModelCell,
)
BY_OP: dict[str, type[Cell]] = {op: model for model in MODELS for op in get_args(model.model_fields["op"].annotation)}
# Every field that some kind of cell has, in the order of the models.
FIELDS: tuple[str, ...] = tuple(dict.fromkeys(name for model in MODELS for name in model.model_fields))


def kind_of(values: Any) -> type[Cell]:
    """The model of the op that ``values`` name; that of attention where they name none that exists, which then says so."""
    op = values.get("op") if isinstance(values, dict) else None
    return BY_OP.get(op, AttentionCell) if isinstance(op, str) else AttentionCell
