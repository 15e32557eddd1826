"""One call of an op with its data, and the distance of its result from the truth: the kind of request of each cell."""

from __future__ import annotations

from typing import Protocol

from rocm_ci import layer_requests
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.attention_request import AttentionRequest
from rocm_ci.cache_write_request import CacheWriteRequest
from rocm_ci.cell import Cell
from rocm_ci.distance import Distance


class Request(Protocol):
    """One call of an op with its data, and the distance of its result from the truth."""

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        """Call the op; without ``validate`` values on the device are not looked at."""

    def distance(self) -> Distance:
        """Compare what was written with the reference."""


def request_of(cell: Cell) -> Request:
    """The request of a cell, by the kind of its op."""
    if isinstance(cell, AttentionCell):
        return CacheWriteRequest(cell) if cell.op == "reshape_and_cache" else AttentionRequest(cell)
    made: Request = layer_requests.REQUESTS[type(cell)](cell)
    return made
