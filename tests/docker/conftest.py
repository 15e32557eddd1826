"""The tests in `engine/` need a docker engine and minutes: `make test-docker` runs them, `make test` does not."""

from __future__ import annotations

import os

# Set by `make test-docker`. Without it the folder is not collected at all: nothing in it counts as skipped or passed.
collect_ignore = [] if os.environ.get("ROCM_CI_ENGINE_TESTS") == "1" else ["engine"]
