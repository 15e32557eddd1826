"""Each cell hands in the measurements that a file names: what is wrong with them is the test's choice."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rocm_ci import results


def pytest_configure(config: pytest.Config) -> None:
    from rocm_kernels import ops

    right = ops.paged_attention
    events = Path(config.getoption("--rocm-ci-events"))
    handed_in: list[dict[str, Any]] = json.loads(Path(os.environ["ROCM_CI_TEST_MEASURES"]).read_text())

    def paged_attention(*arguments: Any, **options: Any) -> Any:
        for event in handed_in:
            results.append(events, event)
        return right(*arguments, **options)

    ops.paged_attention = paged_attention
