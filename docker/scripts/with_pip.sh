#!/bin/sh
# Run python3 -m pip with what it needs inside of a build, and leave nothing of it in the image.
#
# The build secret pip_ca may hold the certificates of the machine that builds; empty or absent means that none are needed.
set -eu
if [ -s /run/secrets/pip_ca ]; then
    PIP_CERT=/run/secrets/pip_ca
    export PIP_CERT
fi
PIP_NO_CACHE_DIR=1
PIP_DISABLE_PIP_VERSION_CHECK=1
PIP_ROOT_USER_ACTION=ignore
# What the guard pins, no installer may replace.
if [ -s /opt/rocm-ci/guard.txt ]; then
    PIP_CONSTRAINT=/opt/rocm-ci/guard.txt
    export PIP_CONSTRAINT
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE PIP_NO_CACHE_DIR PIP_DISABLE_PIP_VERSION_CHECK PIP_ROOT_USER_ACTION
command=$1
shift
# Bytecode is written later, by content: pip's own carries times.
if [ "$command" = install ]; then
    set -- --no-compile "$@"
fi
exec python3 -m pip "$command" "$@"
