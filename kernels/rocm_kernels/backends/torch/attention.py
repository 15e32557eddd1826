"""Attention over a paged cache in PyTorch: flash attention in fp32 over (query tile, segment of the cache) pairs.

The query is cut into tiles, the cached tokens of each sequence into segments of whole pages. Pairs of a tile and a segment
that it can see are handled many at a time, whatever sequences they belong to, in memory that a budget bounds; the partial
results of a tile are merged by the maximum and the sum of the exponentials (FlashAttention, arXiv:2205.14135, section 3.1).
"""

from __future__ import annotations

import torch

from rocm_kernels.arguments import DecodeArguments, PrefillArguments
from rocm_kernels.backends.torch.budget import budget
from rocm_kernels.backends.torch.cache_views import key_pages, value_pages
from rocm_kernels.backends.torch.gatherer import Gatherer
from rocm_kernels.backends.torch.tiles import Tiles, visible_pairs

MINUS_INFINITY = float("-inf")
Arguments = DecodeArguments | PrefillArguments


def attend(tiles: Tiles, arguments: Arguments, *, causal: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Attend every tile to the cache.

    Args:
        tiles: the query.
        arguments: cache, block tables and options.
        causal: whether a token sees positions up to its own only.

    Returns:
        values fp32 [tiles, kv_heads, rows, head_size] and log-sum-exp fp32 [tiles, kv_heads, rows]; zeros and minus infinity
        for rows that see nothing.
    """
    state = _State(tiles.query.shape, tiles.query.device)
    # With no page in the cache or in the table nothing can be seen.
    if tiles.query.numel() and arguments.cache.key.shape[0] and arguments.block_tables.shape[1]:
        _accumulate(state, tiles, arguments, causal)
    return state.finish(arguments.sinks)


class _State:
    """Merged results of all tiles: maximum of the scores, sum of the exponentials and sum of the weighted values."""

    def __init__(self, shape: tuple[int, ...], device: torch.device) -> None:
        self.maximum = torch.full(shape[:-1], MINUS_INFINITY, device=device)
        self.total = torch.zeros(shape[:-1], device=device)
        self.values = torch.zeros(shape, device=device)

    def merge(
        self,
        first: int,
        last: int,
        tile: torch.Tensor,
        maximum: torch.Tensor,
        total: torch.Tensor,
        values: torch.Tensor,
    ) -> None:
        """Add partial results of the tiles ``first`` to ``last``; ``tile`` says whose each partial is."""
        here = slice(first, last + 1)
        own = tile - first
        before = self.maximum[here]
        after = before.scatter_reduce(0, own[:, None, None].expand_as(maximum), maximum, "amax")
        reference = _finite(after)
        keep = (before - reference).exp()
        weight = (maximum - reference[own]).exp()
        self.maximum[here] = after
        self.total[here] = (self.total[here] * keep).index_add(0, own, total * weight)
        self.values[here] = (self.values[here] * keep.unsqueeze(-1)).index_add(0, own, values * weight.unsqueeze(-1))

    def finish(self, sinks: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        """Divide by the sum, a sink a query head included: values and log-sum-exp."""
        # A row whose scores are NaN has seen something: its NaN must reach the caller, never become zeros.
        seen = self.maximum != MINUS_INFINITY
        maximum, total, values = _finite(self.maximum), self.total, self.values
        if sinks is not None:
            kv_heads, rows = maximum.shape[1:]
            sink = sinks.float().view(kv_heads, 1, -1)
            sink = sink.expand(-1, rows // sink.shape[-1], -1).reshape(kv_heads, rows)
            largest = torch.maximum(maximum, sink)
            keep = (maximum - largest).exp()
            maximum, total, values = largest, total * keep + (sink - largest).exp(), values * keep.unsqueeze(-1)
        values = (values / total.unsqueeze(-1)).masked_fill_(~seen.unsqueeze(-1), 0.0)
        return values, (maximum + total.log()).masked_fill_(~seen, MINUS_INFINITY)


def _finite(maximum: torch.Tensor) -> torch.Tensor:
    """Replace the maximum of rows that see nothing, minus infinity, by 0, so that differences stay numbers."""
    return maximum.masked_fill(maximum == MINUS_INFINITY, 0.0)


def _accumulate(state: _State, tiles: Tiles, arguments: Arguments, causal: bool) -> None:
    cache = arguments.cache
    _, kv_heads, rows, head_size = tiles.query.shape
    device = tiles.query.device
    block_size = cache.block_size
    sizes = budget(device, kv_heads, head_size, block_size, rows, arguments.max_context_length)
    pairs = visible_pairs(tiles, block_size, sizes.segment_pages, arguments.max_context_length)
    count = len(pairs.masked)
    keys = Gatherer(key_pages(cache.key, cache.layout), kv_heads, head_size, block_size, sizes)
    values = Gatherer(value_pages(cache.value, cache.layout), kv_heads, head_size, block_size, sizes)
    batch = min(sizes.group_pairs, count) * kv_heads
    score_space = torch.empty(batch, rows, sizes.segment_pages * block_size, device=device)
    value_space = torch.empty(batch, rows, head_size, device=device)
    for start in range(0, count, sizes.group_pairs):
        stop = min(start + sizes.group_pairs, count)
        masked = pairs.masked[start:stop]
        tile = pairs.tile[start:stop]
        size = stop - start
        tokens, ids = _tokens_and_pages(tiles, arguments, tile, pairs.first_page[start:stop], sizes.segment_pages)
        unused = (tokens < tiles.first_token[tile, None]) | (tokens > tiles.last_token[tile, None])

        flat = score_space[: size * kv_heads]
        query = (tiles.query[tile].float() * arguments.scale).reshape(size * kv_heads, rows, head_size)
        # A step is short: cutting everything into steps at once costs less than a slice at a time.
        by_step = sizes.step_pairs * kv_heads
        score_steps = torch.split(flat, by_step)
        for of_query, of_scores, of_rows in zip(
            torch.split(query, by_step), score_steps, torch.split(keys.rows(ids), sizes.step_pairs), strict=True
        ):
            torch.bmm(of_query, keys.matrices(of_rows).transpose(1, 2), out=of_scores)
        scores = flat.view(size, kv_heads, rows, -1)
        _scale_by(scores, cache.key_scale, ids)
        hidden = _bend(scores, tokens, tiles.positions[tile], unused if any(masked) else None, arguments, causal)
        maximum = scores.amax(-1)
        scores.sub_(_finite(maximum).unsqueeze(-1)).exp_()
        total = scores.sum(-1)
        if cache.value_scale is not None:
            _scale_by(scores, cache.value_scale, ids)
            _fill(scores, hidden, 0.0)

        partial = value_space[: size * kv_heads]
        for step, (of_scores, of_values, of_rows) in enumerate(
            zip(
                score_steps, torch.split(partial, by_step), torch.split(values.rows(ids), sizes.step_pairs), strict=True
            )
        ):
            matrices = values.matrices(of_rows)
            here = slice(step * sizes.step_pairs, (step + 1) * sizes.step_pairs)
            if any(masked[here]):
                # 0 * NaN is NaN: what lies in unused slots must not even be multiplied by 0.
                by_head = unused[here].unsqueeze(1).expand(-1, kv_heads, -1).reshape(matrices.shape[:2])
                matrices.masked_fill_(by_head.unsqueeze(-1), 0.0)
            torch.bmm(of_scores, matrices, out=of_values)
        numbers = pairs.tile_numbers
        state.merge(numbers[start], numbers[stop - 1], tile, maximum, total, partial.view(*scores.shape[:3], head_size))


def _tokens_and_pages(
    tiles: Tiles, arguments: Arguments, tile: torch.Tensor, first_page: torch.Tensor, segment_pages: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions of the tokens of each pair, int64 [pairs, tokens], and the ids of their pages, int64 [pairs, pages].

    A page in which the tile sees nothing is replaced by page 0, which always exists: its table entry may be garbage.
    """
    block_size, tables = arguments.cache.block_size, arguments.block_tables
    page = first_page[:, None] + torch.arange(segment_pages, device=tile.device)
    start = page * block_size
    seen = (start <= tiles.last_token[tile, None]) & (start + block_size > tiles.first_token[tile, None])
    ids = tables[tiles.sequence[tile, None], page.clamp(max=tables.shape[1] - 1)]
    tokens = (start.unsqueeze(-1) + torch.arange(block_size, device=tile.device)).flatten(1)
    return tokens, torch.where(seen, ids, 0).long()


def _scale_by(scores: torch.Tensor, scale: torch.Tensor | None, ids: torch.Tensor) -> None:
    """Multiply scores [pairs, kv_heads, rows, keys] in place by the scale of each key's stored head."""
    if scale is None:
        return
    if scale.ndim == 3:
        scores.mul_(scale[ids].transpose(1, 2).flatten(2).unsqueeze(2))
    else:
        scores.mul_(scale.view(1, -1, 1, 1))


def _bend(
    scores: torch.Tensor,
    tokens: torch.Tensor,
    positions: torch.Tensor,
    unused: torch.Tensor | None,
    arguments: Arguments,
    causal: bool,
) -> torch.Tensor | None:
    """Apply softcap, alibi and masks to scores [pairs, kv_heads, rows, keys] in place.

    Args:
        tokens: positions of the keys, [pairs, keys].
        positions: positions of the query tokens, [pairs, query tokens].
        unused: keys that no row sees, [pairs, keys]; None where every row sees every key.

    Returns:
        What is hidden, bool [pairs, query tokens, keys], or None.
    """
    if arguments.softcap is not None:
        scores.div_(arguments.softcap).tanh_().mul_(arguments.softcap)
    if unused is None and arguments.alibi_slopes is None:
        return None
    ahead = tokens[:, None, :] - positions[:, :, None]
    if arguments.alibi_slopes is not None:
        slopes = arguments.alibi_slopes.float().view(scores.shape[1], 1, -1, 1)
        torch.unflatten(scores, 2, (ahead.shape[1], -1)).addcmul_(slopes, ahead[:, None, :, None].float())
    if unused is None:
        return None
    hidden = unused.unsqueeze(1).expand_as(ahead)
    # The range of a tile of one row has both bounds in it already.
    if ahead.shape[1] > 1 and causal:
        hidden = hidden | (ahead > 0)
    if ahead.shape[1] > 1 and arguments.sliding_window is not None:
        hidden = hidden | (ahead <= -arguments.sliding_window)
    _fill(scores, hidden, MINUS_INFINITY)
    return hidden


def _fill(scores: torch.Tensor, hidden: torch.Tensor | None, value: float) -> None:
    """Overwrite hidden scores [pairs, kv_heads, rows, keys] in place."""
    if hidden is not None:
        torch.unflatten(scores, 2, (hidden.shape[1], -1)).masked_fill_(hidden[:, None, :, None], value)
