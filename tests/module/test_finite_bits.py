"""What is no finite number is known by its bits, in every stored type."""

from __future__ import annotations

import pytest
import torch

from rocm_kernels.dtypes import DATA_TYPES, data_type
from rocm_kernels.value_checks import all_finite

BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32}


def patterns(itemsize: int) -> torch.Tensor:
    """Every pattern of 8 and 16 bits; of 32 bits those around the borders of each exponent."""
    if itemsize < 4:
        half = 1 << (8 * itemsize - 1)
        numbers = torch.arange(256) if itemsize == 1 else torch.arange(-half, half)
        return numbers.to(BITS[itemsize])
    exponents = torch.arange(256, dtype=torch.int64)[:, None] << 23
    ends = (exponents + torch.tensor([0, 1, 0x7FFFFF])).flatten()
    return torch.cat([ends, ends - (1 << 31)]).to(torch.int32)


@pytest.mark.parametrize("name", sorted(DATA_TYPES))
def test_each_pattern_is_finite_by_its_bits_where_it_is_by_its_number(name: str) -> None:
    stored = data_type(name)
    every = patterns(stored.itemsize).view(stored.torch_dtype)
    finite = torch.isfinite(every.float())
    assert all_finite(every[finite], stored)
    for number in range(len(every)) if stored.itemsize == 1 else torch.nonzero(~finite)[:, 0].tolist()[::97]:
        assert all_finite(every[number : number + 1], stored) == bool(finite[number])
    assert all_finite(every[:0], stored)
    if not bool(finite.all()):
        assert not all_finite(every, stored)
        assert not all_finite(every[~finite][-1:], stored)
