"""The recorder reports another kernel than the one that was launched."""

import dataclasses
from typing import Any

from rocm_kernels import recorder

RightCall = recorder.Call


def lying(*arguments: Any) -> recorder.Call:
    return dataclasses.replace(RightCall(*arguments), kernels=("aiter.pa_fwd_asm",))


recorder.Call = lying  # type: ignore[misc,assignment]
