"""Scales given as plain numbers: what fp32 does not hold is refused by every op, and none is kept that is not written yet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import rocm_kernels as rk
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.ops import library

X, FP8 = torch.ones(2, 128), torch.ones(2, 128).to(torch.float8_e4m3fn)
WEIGHT = torch.ones(3, 128).to(torch.float8_e4m3fn)
CACHE = rk.PagedCache.allocate(1, 1, 32, 16, layout="nhd", dtype="fp8_e4m3fn")
TABLES, LENGTHS = torch.zeros(1, 1, dtype=torch.int32), torch.ones(1, dtype=torch.int32)


def _attend(**scales: float) -> object:
    query, storage = torch.ones(1, 1, 32), {"layout": "nhd", "kv_dtype": "fp8_e4m3fn"}
    return rk.paged_attention(query, CACHE.key, CACHE.value, TABLES, LENGTHS, validate=False, **storage, **scales)


def _write(**scales: float) -> object:
    rows, storage = torch.ones(1, 1, 32), {"layout": "nhd", "kv_dtype": "fp8_e4m3fn"}
    slots = torch.zeros(1, dtype=torch.int64)
    return rk.reshape_and_cache(rows, rows, CACHE.key, CACHE.value, slots, validate=False, **storage, **scales)


# By argument: a call that is given the number, with nothing looked at that lies on a device.
CALLS: dict[str, tuple[str, Callable[[float], object]]] = {
    "attention, keys": ("key_scale", lambda number: _attend(key_scale=number, value_scale=1.0)),
    "attention, values": ("value_scale", lambda number: _attend(key_scale=1.0, value_scale=number)),
    "cache, keys": ("key_scale", lambda number: _write(key_scale=number, value_scale=1.0)),
    "cache, values": ("value_scale", lambda number: _write(key_scale=1.0, value_scale=number)),
    "linear, x": ("x_scale", lambda n: rk.linear(FP8, WEIGHT, x_scale=n, weight_scale=1.0, validate=False)),
    "linear, weight": ("weight_scale", lambda n: rk.linear(FP8, WEIGHT, x_scale=1.0, weight_scale=n, validate=False)),
    "quantise": ("scale", lambda number: rk.quantise(X, "int8", scale=number)),
    "norm": ("scale", lambda number: rk.rms_norm_quantised(X, torch.ones(128), scale=number)),
}


@pytest.mark.parametrize("number", [1e39, 1e-46, 10**39, 3.4028236e38])
@pytest.mark.parametrize("call", CALLS)
def test_a_number_that_fp32_does_not_hold_is_refused_by_name(call: str, number: float) -> None:
    argument, function = CALLS[call]
    with rk.validating(False), pytest.raises(InvalidArgumentError, match=rf"^{argument}: got .*, what fp32 holds"):
        function(number)


@pytest.mark.parametrize("number", [2.0**-149, 1e-30, 1, 3.4028234e38])
@pytest.mark.parametrize("call", CALLS)
def test_what_fp32_holds_is_taken(call: str, number: float) -> None:
    with rk.validating(False):
        CALLS[call][1](number)


def test_a_number_is_one_tensor_and_the_table_of_them_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MAX_SCALES", 3)
    monkeypatch.setattr(library, "_scales", {})
    tensors = [library.scale_tensor("scale", float(number), X) for number in (1, 2, 1, 3, 4, 5, 5)]
    assert [float(tensor) for tensor in tensors if tensor is not None] == [1, 2, 1, 3, 4, 5, 5]
    assert tensors[0] is tensors[2]
    assert tensors[5] is tensors[6]
    assert len(library._scales) <= 3


def test_nothing_is_kept_that_a_graph_has_yet_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_scales", {})
    with monkeypatch.context() as during:
        during.setattr(library, "_capturing", lambda device: True)
        captured = library.scale_tensor("scale", 0.25, X)
    assert captured is not None
    assert not library._scales
    later = library.scale_tensor("scale", 0.25, X)
    assert later is not captured
    assert library.scale_tensor("scale", 0.25, X) is later
