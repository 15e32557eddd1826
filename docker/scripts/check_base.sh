#!/bin/sh
# The base must be the one that the lock declares: its ROCm and its Python are read from its files.
#
#   check_base.sh ROCM PYTHON TORCH_SOURCE
set -eu
rocm=$1 python=$2 torch_source=$3

found=$(cat /opt/rocm/.info/version 2>/dev/null || echo none)
if [ "$rocm" != none ] && [ "$torch_source" != wheel ] && [ "${found%%-*}" != "$rocm" ]; then
    echo "base: ROCm $rocm is declared, /opt/rocm/.info/version says $found" >&2
    exit 1
fi
if ! command -v "python$python" >/dev/null; then
    if ! apt-get -qq update || ! apt-cache show "python$python-venv" >/dev/null 2>&1; then
        # Ubuntu 22.04 stops at Python 3.10.
        "$(dirname "$0")/apt_install.sh" software-properties-common
        add-apt-repository -y ppa:deadsnakes/ppa
    fi
    "$(dirname "$0")/apt_install.sh" "python$python-venv" "python$python-dev"
fi
if [ "$torch_source" != base ]; then
    test -d /opt/venv || "python$python" -m venv /opt/venv
fi
found=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$found" != "$python" ]; then
    echo "base: Python $python is declared, python3 is $found" >&2
    exit 1
fi
