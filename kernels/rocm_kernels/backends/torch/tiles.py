"""Cuts queries into tiles and cached tokens into segments, and lists the (tile, segment) pairs worth computing."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Tiles:
    """Query rows, grouped so that the rows of one tile see the same cached tokens, give or take the masks.

    Attributes:
        query: [tiles, kv_heads, tokens * gqa, head_size], any float type; rows are ordered (token, query head of the group).
        positions: int64 [tiles, tokens]; where each query token stands in its sequence, in ascending order; unused rows
            repeat a used one.
        sequence: int64 [tiles]; the sequence of each tile.
        first_token, last_token: int64 [tiles]; the range of positions that any row of the tile may see, both included, from
            0 on; ``last_token < first_token`` for a tile that sees nothing.
    """

    query: torch.Tensor
    positions: torch.Tensor
    sequence: torch.Tensor
    first_token: torch.Tensor
    last_token: torch.Tensor


@dataclass(frozen=True)
class Pairs:
    """(tile, segment) pairs in the order of their tiles.

    Attributes:
        tile: int64 [pairs].
        tile_numbers: the same as ``tile``, known without waiting for the device.
        first_page: int64 [pairs]; first page of the segment, as an index into the sequence's row of the block table.
        masked: whether a pair may hold tokens that some row must not see, known without waiting for the device.
    """

    tile: torch.Tensor
    tile_numbers: list[int]
    first_page: torch.Tensor
    masked: list[bool]


def divided(number: torch.Tensor, divisor: int) -> torch.Tensor:
    """Divide integers, rounding down."""
    return torch.div(number, divisor, rounding_mode="floor")


def knows_values(device: torch.device) -> bool:
    """Whether Python can read values without waiting: shapes may then depend on lengths, elsewhere on their bounds only."""
    return device.type == "cpu"


def visible_pairs(tiles: Tiles, block_size: int, segment_pages: int, max_context_length: int) -> Pairs:
    """List the pairs to compute.

    Where values are known these are the pairs in which something can be seen. Elsewhere every tile meets as many segments as
    the longest context may need, and masks do the rest.
    """
    device = tiles.sequence.device
    count = len(tiles.sequence)
    first_page = divided(tiles.first_token, block_size)
    if not knows_values(device):
        # A window may start inside a page, so a context may reach one page further than its length says.
        segments = -(-(max_context_length + block_size) // (block_size * segment_pages))
        tile = torch.arange(count, device=device).repeat_interleave(segments)
        offset = torch.arange(segments, device=device).repeat(count)
        numbers = [number for number in range(count) for _ in range(segments)]
        return Pairs(tile, numbers, first_page[tile] + offset * segment_pages, [True] * len(numbers))
    pages = divided(tiles.last_token, block_size) - first_page + 1
    pages = torch.where(tiles.last_token >= tiles.first_token, pages, 0)
    segments_of = divided(pages + segment_pages - 1, segment_pages)
    tile = torch.arange(count).repeat_interleave(segments_of)
    start = segments_of.cumsum(0) - segments_of
    first = first_page[tile] + (torch.arange(len(tile)) - start[tile]) * segment_pages
    # Every row sees the whole segment where both the first and the last row do.
    spread = tiles.positions[:, -1] - tiles.positions[:, 0]
    low = first * block_size
    high = low + segment_pages * block_size - 1
    masked = (low < (tiles.first_token + spread)[tile]) | (high > (tiles.last_token - spread)[tile])
    return Pairs(tile, tile.tolist(), first, masked.tolist())
