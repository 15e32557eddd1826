"""Real checkpoints on real tasks: `MODEL_TIER=full make test-models`, on a machine with a hub and a GPU for them.

Each baseline of ci/baselines/checkpoints.yaml is one test: the model is run with AITER on and off on the same items, and
compared with what was measured before. What was never measured is red, and its message has the entry to be written down.
"""

from __future__ import annotations

import os

import pytest
from tests.model.full_tier import FILE, ROOT, Place, measure, troubles

from rocm_ci import baselines

pytestmark = pytest.mark.timeout(4 * 3600)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = os.environ.get("MODEL_TIER") == "full"
    found = baselines.load(ROOT / baselines.FOLDER).by_name if asked else {}
    metafunc.parametrize("name", [name for name in found if name.startswith(f"{FILE}/")])


def test_a_real_checkpoint(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    baseline = baselines.load(ROOT / baselines.FOLDER).get(name)
    measurement, report = measure(name, baseline, Place())
    with capsys.disabled():
        print(f"\n{name}: {report['kernels']}")
    found = troubles(measurement, baseline, report)
    assert not found, "\n".join(found)
