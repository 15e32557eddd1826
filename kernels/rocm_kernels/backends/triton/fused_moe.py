"""Launches a mixture of experts: sort the places, two products, the sum. Nothing waits for the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_configurations import ProductConfiguration, product_configuration
from rocm_kernels.backends.triton.layer_launch import Where, number_format, where_of
from rocm_kernels.backends.triton.problem import power_of_two_above
from rocm_kernels.backends.triton.rms_norm import quantise_rows
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import FusedMoeArguments
from rocm_kernels.layer_specs import BLOCK

_SCALES = {"none": "none", "per_tensor": "token", "per_block": "blocks"}
_CHUNK = 1024


@dataclass(frozen=True)
class MoeLaunches:
    """The kernels of one kind of request, in order, and the blocks of places that any routing fits into."""

    count: Launch
    sort: Launch
    gate_up: Launch
    down: Launch
    add: Launch
    blocks: int
    block_m: int


def most_blocks(places: int, experts: int, block_m: int) -> int:
    """Blocks that the places of any routing fill at most: each expert that has one leaves less than a block empty."""
    return (places + min(experts, places) * (block_m - 1)) // block_m


def moe_launches(arguments: FusedMoeArguments, where: Where, cut: ProductConfiguration | None = None) -> MoeLaunches:
    """Bind everything but addresses."""
    spec, tokens = arguments.spec, arguments.hidden.shape[0]
    places = tokens * spec.top_k
    known = spec.experts if arguments.expert_map is None else arguments.expert_map.shape[0]
    size = DATA_TYPES[spec.weight_dtype].itemsize
    kind = "moe_blocks" if spec.scaling == "per_block" else "moe"
    cut = cut or product_configuration(where.target, kind, size, -(-places // known))
    sources = kernels("fused_moe", interpreted=where.interpreted)
    blocks = most_blocks(places, spec.experts, cut.block_m)
    chunk = min(_CHUNK, max(16, power_of_two_above(places)))
    few = where.options(4, 1)
    product: dict[str, Any] = {
        **number_format(spec.weight_dtype, where.target),
        "SCALES": _SCALES[spec.scaling],
        "TOP_K": spec.top_k,
        "BLOCK_M": cut.block_m,
        "BLOCK_K": cut.block_k,
        "GROUP": cut.group,
    }
    sorting = {
        "CHUNK": chunk,
        "EXPERTS": max(16, power_of_two_above(spec.experts)),
        "BLOCK_M": cut.block_m,
    }
    heavy = where.options(cut.warps, cut.stages)

    def grouped(kernel: Any, depth: int, columns: int, block_n: int) -> Launch:
        grid = (blocks * -(-columns // block_n), 1)
        constants = {**product, "BLOCK_N": block_n, "EVEN_K": depth % cut.block_k == 0}
        return where.launch(kernel, grid, (depth, columns, places, blocks), constants, heavy)

    width = min(1024, power_of_two_above(spec.hidden))
    return MoeLaunches(
        where.launch(sources.count_places, (spec.experts, 1), (places, spec.experts, known), sorting, few),
        where.launch(sources.sort_places, (spec.experts, 1), (places, spec.experts, known, blocks), sorting, few),
        grouped(sources.expert_gate_up, spec.hidden, spec.intermediate, cut.block_n),
        grouped(sources.expert_down, spec.intermediate, spec.hidden, cut.down_block_n or cut.block_n),
        where.launch(
            sources.add_parts,
            (tokens, -(-spec.hidden // width)),
            (spec.hidden, spec.experts, known),
            {"TOP_K": spec.top_k, "BLOCK": width},
            few,
        ),
        blocks,
        cut.block_m,
    )


_kept: dict[Any, MoeLaunches] = {}
_MOST_KEPT = 1024


def fused_moe(
    arguments: FusedMoeArguments, *, interpreted: bool = False, cut: ProductConfiguration | None = None
) -> None:
    """Any fused_moe in the target's formats; a graph can hold it."""
    hidden, table = arguments.hidden, arguments.expert_map
    where = where_of(arguments.spec.device, hidden, interpreted)
    key = (arguments.spec, hidden.shape[0], None if table is None else table.shape[0], where, hidden.device, cut)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[key] = moe_launches(arguments, where, cut)
    run(arguments, found, where)


def run(arguments: FusedMoeArguments, found: MoeLaunches, where: Where) -> None:
    """Launch the kernels with memory of their own for what lies between them."""
    spec, hidden, ids, table = arguments.spec, arguments.hidden, arguments.topk_ids, arguments.expert_map
    places, device = ids.numel(), hidden.device
    stream = where.stream(hidden)
    integers = torch.empty(
        spec.experts + found.blocks + found.blocks * found.block_m + 12, dtype=torch.int32, device=device
    )
    # Each part starts at a multiple of 16 bytes.
    block_experts = integers[: found.blocks]
    start = -(-found.blocks // 4) * 4
    counts = integers[start : start + spec.experts]
    start += -(-spec.experts // 4) * 4
    order = integers[start : start + found.blocks * found.block_m]
    found.count((ids, table, counts), stream)
    found.sort((ids, table, counts, order, block_experts), stream)
    x, x_scale = _activations(arguments, hidden, where)
    activated = torch.empty(places, spec.intermediate, dtype=hidden.dtype, device=device)
    found.gate_up((x, arguments.w1, x_scale, arguments.w1_scale, activated, order, block_experts), stream)
    x, x_scale = _activations(arguments, activated, where)
    parts = torch.empty(places, spec.hidden, dtype=hidden.dtype, device=device)
    found.down(
        (x, arguments.w2, x_scale, arguments.w2_scale, arguments.topk_weights, parts, order, block_experts), stream
    )
    found.add((parts, ids, table, arguments.output), stream)


def _activations(
    arguments: FusedMoeArguments, x: torch.Tensor, where: Where
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """The rows as the products take them: as they are, or quantised to the weights' type with their scales."""
    spec = arguments.spec
    if spec.scaling == "none":
        return x, None
    stored = torch.empty(x.shape, dtype=arguments.w1.dtype, device=x.device)
    by_block = spec.scaling == "per_block"
    shape = (x.shape[0], -(-x.shape[1] // BLOCK)) if by_block else (x.shape[0],)
    scale = torch.empty(shape, dtype=torch.float32, device=x.device)
    quantise_rows(x, stored, scale, "per_block" if by_block else "per_token", spec.weight_dtype, where)
    return stored, scale
