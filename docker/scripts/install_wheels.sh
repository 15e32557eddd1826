#!/bin/sh
# Install the wheels of some folders, without dependencies, and pin the result: from here on no installer may replace them.
#
#   install_wheels.sh DIR...
set -eu
here=$(dirname "$0")
for folder in "$@"; do
    for wheel in "$folder"/*.whl; do
        test -e "$wheel" || continue
        "$here/with_pip.sh" install --quiet --no-deps --force-reinstall "$wheel"
    done
done
mkdir -p /opt/rocm-ci
python3 - <<'PYTHON' > /opt/rocm-ci/guard.txt
from importlib import metadata

for name in ("torch", "torchvision", "torchaudio", "triton", "pytorch-triton-rocm", "amd-aiter"):
    try:
        print(f"{name}=={metadata.version(name)}")
    except metadata.PackageNotFoundError:
        pass
PYTHON
cat /opt/rocm-ci/guard.txt
