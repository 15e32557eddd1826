"""A kernel is compiled while a cell runs, although everything should have been warmed up."""

import os
from pathlib import Path
from typing import Any

from rocm_kernels import ops

right = ops.paged_attention


def paged_attention(*arguments: Any, **options: Any) -> Any:
    (Path(os.environ["TRITON_CACHE_DIR"]) / "decode_kernel.hsaco").write_bytes(b"\x7fELF")
    return right(*arguments, **options)


ops.paged_attention = paged_attention
