#!/bin/sh
# The only shell of the pipeline: sets the checkout up where nothing has, and hands everything on to `rocm-ci`.
#
#   ci/pipeline.sh pipeline upload     the first step of a build, in Buildkite's settings
#   ci/pipeline.sh step KEY            every other step
set -eu
cd "$(dirname "$0")/.."
if ! test -x .venv/bin/rocm-ci; then
    if python3 -c 'import sys, torch; sys.exit(torch.version.hip is None)' 2>/dev/null; then
        # An image with PyTorch for ROCm: its own torch, Triton and numpy stay; they are what is to be tested.
        python3 -m venv --system-site-packages .venv
        grep -v -E '^(torch|triton|numpy)\b' constraints.txt >.venv/constraints.txt
        .venv/bin/python -m pip install --quiet -c .venv/constraints.txt -e '.[toolchain,pipeline,dev]'
    else
        make --no-print-directory setup
    fi
fi
exec .venv/bin/rocm-ci "$@"
