"""Launches a mixture of experts: sort the places, two products, the sum. Nothing waits for the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import launches
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


# From so many places an expert (if they were spread evenly) NVIDIA's grouped product is faster for the experts' second product,
# whose result is rounded once in both; docs/ops.md has the times.
MANY_PLACES = 512


def known_experts(arguments: FusedMoeArguments) -> int:
    """How many experts ids count over."""
    return arguments.spec.experts if arguments.expert_map is None else int(arguments.expert_map.shape[0])


def places_an_expert(arguments: FusedMoeArguments) -> int:
    """Places of an expert if they were spread evenly, rounded up."""
    return -(-arguments.topk_ids.numel() // known_experts(arguments))


def moe_launches(
    arguments: FusedMoeArguments, where: Where, cut: ProductConfiguration | None = None, in_order: bool = False
) -> MoeLaunches:
    """Bind everything but addresses; ``in_order`` has the first product write its rows sorted by expert."""
    spec, tokens = arguments.spec, arguments.hidden.shape[0]
    places, known = tokens * spec.top_k, known_experts(arguments)
    size = DATA_TYPES[spec.weight_dtype].itemsize
    kind = "moe_blocks" if spec.scaling == "per_block" else "moe"
    cut = cut or product_configuration(where.target, kind, size, places_an_expert(arguments))
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
        "SORTED": in_order,
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


def _launches_of(
    arguments: FusedMoeArguments, where: Where, cut: ProductConfiguration | None, in_order: bool
) -> MoeLaunches:
    """The launches of such a request, made once."""
    hidden = arguments.hidden
    key = (arguments.spec, hidden.shape[0], known_experts(arguments), where, hidden.device, cut, in_order)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[key] = moe_launches(arguments, where, cut, in_order)
    return found


def fused_moe(
    arguments: FusedMoeArguments, *, interpreted: bool = False, cut: ProductConfiguration | None = None
) -> None:
    """Any fused_moe in the target's formats; a graph can hold it."""
    where = where_of(arguments.spec.device, arguments.hidden, interpreted)
    run(arguments, _launches_of(arguments, where, cut, False), where)


def grouped_mm(
    arguments: FusedMoeArguments, *, interpreted: bool = False, cut: ProductConfiguration | None = None
) -> None:
    """bf16 experts; with many places each the second product is ``torch._grouped_mm``. A graph can hold it."""
    if places_an_expert(arguments) < MANY_PLACES:
        fused_moe(arguments, interpreted=interpreted, cut=cut)
        return
    where = where_of(arguments.spec.device, arguments.hidden, interpreted)
    run_in_order(arguments, _launches_of(arguments, where, cut, True), where)


@dataclass(frozen=True)
class Sorted:
    """Places sorted by expert, each expert's filled up to whole blocks.

    Attributes:
        order: place of each slot; one that does not exist fills up.
        block_experts: expert of each block, -1 for none.
        ends: where each expert's slots end; None where nobody asks.
        slots: slot of each place, unwritten where its expert is not here; None where nobody asks.
    """

    order: torch.Tensor
    block_experts: torch.Tensor
    ends: torch.Tensor | None
    slots: torch.Tensor | None


def sort(arguments: FusedMoeArguments, found: MoeLaunches, stream: int, in_order: bool) -> Sorted:
    """Launch the two kernels that sort places by expert."""
    ids, table, experts = arguments.topk_ids, arguments.expert_map, arguments.spec.experts
    sizes = [found.blocks, experts, found.blocks * found.block_m, *((experts, ids.numel()) if in_order else ())]
    # Each part starts at a multiple of 16 bytes.
    integers = torch.empty(sum(-(-size // 4) * 4 for size in sizes), dtype=torch.int32, device=ids.device)
    parts, start = [], 0
    for size in sizes:
        parts.append(integers[start : start + size])
        start += -(-size // 4) * 4
    block_experts, counts, order = parts[:3]
    ends, slots = parts[3:] if in_order else (None, None)
    found.count((ids, table, counts), stream)
    found.sort((ids, table, counts, order, block_experts, ends, slots), stream)
    return Sorted(order, block_experts, ends, slots)


def run(arguments: FusedMoeArguments, found: MoeLaunches, where: Where) -> None:
    """Launch the kernels with memory of their own for what lies between them."""
    spec, hidden, ids = arguments.spec, arguments.hidden, arguments.topk_ids
    stream = where.stream(hidden)
    by = sort(arguments, found, stream, False)
    x, x_scale = _activations(arguments, hidden, where)
    activated = hidden.new_empty(ids.numel(), spec.intermediate)
    found.gate_up((x, arguments.w1, x_scale, arguments.w1_scale, activated, by.order, by.block_experts), stream)
    x, x_scale = _activations(arguments, activated, where)
    parts = hidden.new_empty(ids.numel(), spec.hidden)
    weights = arguments.topk_weights
    found.down((x, arguments.w2, x_scale, arguments.w2_scale, weights, parts, by.order, by.block_experts), stream)
    found.add((parts, ids, arguments.expert_map, None, None, arguments.output), stream)


def run_in_order(arguments: FusedMoeArguments, found: MoeLaunches, where: Where) -> None:
    """As ``run``, with rows sorted by expert between the products, and the second one by ``torch._grouped_mm``.

    Slots that fill blocks up hold what their memory held; what becomes of them is not read.
    """
    spec, hidden = arguments.spec, arguments.hidden
    stream = where.stream(hidden)
    by = sort(arguments, found, stream, True)
    activated = hidden.new_empty(by.order.numel(), spec.intermediate)
    found.gate_up((hidden, arguments.w1, None, None, activated, by.order, by.block_experts), stream)
    launches.note("torch._grouped_mm")
    parts = torch._grouped_mm(activated, arguments.w2.transpose(1, 2), offs=by.ends)
    found.add(
        (parts, arguments.topk_ids, arguments.expert_map, by.slots, arguments.topk_weights, arguments.output), stream
    )


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
