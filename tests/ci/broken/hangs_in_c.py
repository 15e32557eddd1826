"""The op never returns and holds the interpreter's lock: no thread of the process runs any more."""

import ctypes
from typing import Any

from rocm_kernels import ops


def paged_attention(*arguments: Any, **options: Any) -> None:
    ctypes.PyDLL(None).sleep(1000)


ops.paged_attention = paged_attention  # type: ignore[assignment]
