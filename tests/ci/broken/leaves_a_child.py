"""The op starts a process in a session of its own that outlives the run."""

import subprocess
import sys
from typing import Any

from rocm_kernels import ops

right = ops.paged_attention
PROGRAM = "import time; time.sleep(1000)  # left by a test"


def paged_attention(*arguments: Any, **options: Any) -> Any:
    subprocess.Popen([sys.executable, "-S", "-c", PROGRAM], start_new_session=True)
    return right(*arguments, **options)


ops.paged_attention = paged_attention
