"""Prefill for sm_90 from boxes of the cache: which caches are matrices, what is compiled, what a launch hands over."""

from __future__ import annotations

import re
import subprocess
import weakref
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
import triton

from rocm_kernels import launches
from rocm_kernels.arguments import PrefillArguments
from rocm_kernels.backends.triton import offline, prefill_hopper
from rocm_kernels.backends.triton.prefill_hopper import BoxLaunch, boxes_of, hopper_launch, much_work
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request

BASE = Problem((300,), 8, 2, 128, layout="nhd", query_lengths=(64,), poison=False, log_sum_exp=False)
PROMPT = replace(BASE, lengths=(2048,), query_lengths=(2048,))


def request_of(problem: Problem) -> PrefillArguments:
    arguments = make_request(problem, seed=1).arguments
    assert isinstance(arguments, PrefillArguments)
    return arguments


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes for any amount of work."""
    monkeypatch.setattr(prefill_hopper, "MUCH_WORK", 0)


@pytest.mark.parametrize("options", [{}, {"head_size": 64}, {"kv_heads": 1}, {"block_size": 256}], ids=str)
@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("layout", ["nhd", "hnd"])
def test_every_element_of_a_cache_is_where_its_box_says(
    layout: str, interleaved: bool, options: dict[str, Any]
) -> None:
    problem = replace(BASE, layout=layout, interleaved=interleaved, **options)
    request = make_request(problem, seed=2)
    found = boxes_of(request.arguments, 128)
    assert found is not None
    cache = request.arguments.cache
    for matrix, storage, plain in zip(found, (cache.key, cache.value), (request.key, request.value), strict=True):
        flat = storage.as_strided((matrix.rows, matrix.columns), (matrix.stride, 1))
        blocks, tokens, heads, elements = plain.shape
        block = torch.arange(blocks)[:, None, None, None]
        token = torch.arange(tokens)[None, :, None, None]
        head = torch.arange(heads)[None, None, :, None]
        rows = block * matrix.block_rows + head * matrix.head_rows + token
        columns = head * matrix.head_columns + torch.arange(elements)
        assert torch.equal(flat[rows, columns].float(), plain)
        # The last row is the last token's: nothing behind the cache is a part of it.
        assert int(rows.max()) == matrix.rows - 1
        assert int(columns.max()) == matrix.columns - 1


@pytest.mark.parametrize(
    ("block_size", "taken"),
    [(1, False), (8, True), (12, False), (16, True), (48, False), (64, True), (128, True), (256, True), (528, False)],
)
def test_pages_of_whole_boxes_are_taken(block_size: int, taken: bool) -> None:
    assert (boxes_of(request_of(replace(BASE, block_size=block_size)), 128) is not None) is taken


def test_a_cache_whose_rows_overlap_is_no_matrix() -> None:
    storage = torch.zeros(4, 16, 2, 128)
    assert prefill_hopper.matrix_of(storage, 256, 128, 16, 2, 128) is not None
    for token, head in ((24, 128), (128, 96), (96, 128), (64, 32)):
        assert prefill_hopper.matrix_of(storage, token, head, 16, 2, 128) is None


def test_boxes_serve_long_work_only() -> None:
    assert much_work(request_of(PROMPT)) is False  # 8 heads
    assert much_work(request_of(replace(PROMPT, query_heads=16)))
    # As many rows, but of decoding sequences: their programs have a tile or two each.
    batch = replace(PROMPT, query_heads=128, lengths=(9,) * 256, query_lengths=(1,) * 256)
    assert much_work(request_of(batch)) is False
    assert not isinstance(hopper_launch(request_of(PROMPT)), BoxLaunch)
    assert isinstance(hopper_launch(request_of(replace(PROMPT, query_heads=16))), BoxLaunch)


def machine_code(compiled: Any, folder: Path) -> list[str]:
    """Instructions, with branch targets left out."""
    path = folder / "kernel.cubin"
    path.write_bytes(compiled.asm["cubin"])
    shown = subprocess.run(
        [triton.knobs.nvidia.nvdisasm.path, str(path)], capture_output=True, text=True, check=True
    ).stdout
    found = re.findall(r"^\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+ )?([A-Z0-9_.]+[^;]*);", shown, re.MULTILINE)
    assert found
    return [line.strip() for line in found]


@pytest.mark.parametrize("options", [{}, {"head_size": 64, "query_dtype": "fp16", "kv_dtype": "fp16"}], ids=str)
def test_boxes_are_copied_and_weighing_overlaps_a_product(
    always: None, tmp_path: Path, options: dict[str, Any]
) -> None:
    arguments = request_of(replace(BASE, **options))
    launch = hopper_launch(arguments)
    assert isinstance(launch, BoxLaunch)
    compiled = offline.compile_kernel(
        launch.kernel, prefill_hopper.tensors(arguments), launch.numbers, launch.constants, "sm_90", launch.options
    )
    taken = offline.resources(compiled, "sm_90", launch.name)
    assert taken.kernel == "paged_prefill_hopper"
    assert taken.shared <= 227 * 1024
    assert taken.spilled == 0
    assert "cp.async.bulk.tensor.2d" in taken.assembly
    assert "cp.async.cg" not in taken.assembly
    code = machine_code(compiled, tmp_path)
    waits = [index for index, line in enumerate(code) if line.startswith("WARPGROUP.DEPBAR")]
    # Two groups of warps, each with its first scores, a loop with masks, one without, and the last product. Were products
    # serialised, each of the 96 to 112 would be waited for.
    assert len(waits) == 2 * (1 + 2 + 2 + 1)
    overlapping = 0
    for first, second in pairwise(waits):
        if code[first].endswith("0x1"):
            assert code[second].endswith("0x0")
            overlapping += 1
            # All 64 exponentials of a thread, 2 corrections: none is left for after the values' product.
            assert sum(line.startswith("MUFU.EX2") for line in code[first:second]) == 66
    assert overlapping == 4


class Compiled:
    """Takes what would be launched."""

    function, packed_metadata = 70, (1, 2)

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []

    def run(self, *values: Any) -> None:
        self.seen.append(values)


def test_a_launch_hands_over_the_addresses_of_this_call(always: None) -> None:
    arguments = request_of(BASE)
    launch = hopper_launch(arguments)
    assert isinstance(launch, BoxLaunch)
    compiled = launch._compiled = Compiled()
    tensors = prefill_hopper.tensors(arguments)
    other = tuple(None if tensor is None else tensor.clone() for tensor in tensors)
    with launches.listening() as names:
        launch(tensors, 5)
        launch(other, 6)
    assert names == ["paged_prefill_hopper"] * 2
    for given, stream, seen in zip((tensors, other), (5, 6), compiled.seen, strict=True):
        assert seen[:5] == (*launch.grid, 1, stream, 70)
        assert seen[5:9] == ((1, 2), None, None, None)
        assert seen[9:17] == tuple(None if tensor is None else tensor.data_ptr() for tensor in given)
        key, value = seen[17:19]
        assert (key.base.data_ptr(), value.base.data_ptr()) == (given[1].data_ptr(), given[2].data_ptr())
        assert key.block_shape == value.block_shape == [16, 64]
        # 19 or 20 blocks of 16 tokens, both heads in a row.
        assert key.shape == [16 * arguments.cache.key.shape[0], 256]
        assert key.strides == [256, 1]
        assert seen[19:] == (*launch._bound, *launch.constants.values())


def test_a_plan_keeps_no_cache(always: None) -> None:
    arguments = request_of(BASE)
    launch = hopper_launch(arguments)
    assert isinstance(launch, BoxLaunch)
    launch._compiled = Compiled()
    tensors = list(prefill_hopper.tensors(arguments))
    tensors[1] = tensors[1].clone()
    key = weakref.ref(tensors[1])
    launch(tuple(tensors), 0)
    tensors.clear()
    launch._compiled = None
    assert key() is None


def test_tensors_off_the_multiples_of_16_take_the_kernel_without_boxes(
    always: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = request_of(BASE)
    launch = hopper_launch(arguments)
    assert isinstance(launch, BoxLaunch)
    compiled = launch._compiled = Compiled()
    plain: list[tuple[Any, ...]] = []
    monkeypatch.setattr(launch, "_plain", lambda *values: plain.append(values))
    tensors = list(prefill_hopper.tensors(arguments))
    tensors[0] = torch.zeros(tensors[0].numel() + 1, dtype=torch.bfloat16)[1:].view(tensors[0].shape)
    launch(tuple(tensors), 3)
    assert compiled.seen == []
    assert [values[1:] for values in plain] == [(3, False)]
