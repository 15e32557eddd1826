"""The op prints an error and ends its process with 0, as a HIP error in AITER does."""

import os
import sys
from typing import Any

from rocm_kernels import ops


def paged_attention(*arguments: Any, **options: Any) -> None:
    sys.stderr.write("HIP error: an illegal memory access was encountered\n")
    os._exit(0)


ops.paged_attention = paged_attention  # type: ignore[assignment]
