#!/bin/sh
# The base must be the one that the lock declares: its ROCm and its Python are read from its files.
#
#   check_base.sh ROCM PYTHON
set -eu
rocm=$1 python=$2

has_torch() {
    python3 -c 'import importlib.util as u, sys; sys.exit(u.find_spec("torch") is None)' 2>/dev/null
}

found=$(cat /opt/rocm/.info/version 2>/dev/null || echo none)
if [ "$found" = none ] && ! has_torch; then
    echo "base: neither ROCm nor torch in it, so ROCm has to come with the wheels"
elif [ "${found%%-*}" != "$rocm" ]; then
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
if ! has_torch; then
    test -d /opt/venv || "python$python" -m venv /opt/venv
fi
found=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$found" != "$python" ]; then
    echo "base: Python $python is declared, python3 is $found" >&2
    exit 1
fi
