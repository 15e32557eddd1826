"""The kernel ends the worker because memory ran out, and counts that in the cgroup."""

import os
import signal
from pathlib import Path
from typing import Any

from rocm_kernels import ops


def paged_attention(*arguments: Any, **options: Any) -> None:
    (Path(os.environ["ROCM_CI_CGROUP"]) / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\n")
    os.kill(os.getpid(), signal.SIGKILL)


ops.paged_attention = paged_attention  # type: ignore[assignment]
