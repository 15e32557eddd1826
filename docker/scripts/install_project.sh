#!/bin/sh
# Install what this repository needs, from a folder of wheels and from nowhere else.
#
#   install_project.sh WHEELS PYPROJECT CONSTRAINTS EXTRAS
#
# A torch or Triton that is already there stays, whatever else is asked for (the guard); where there is none, the wheels have one.
set -eu
wheels=$1 pyproject=$2 constraints=$3 extras=$4
here=$(dirname "$0")

mkdir -p /opt/rocm-ci
python3 "$here/requirements.py" "$pyproject" --extras "$extras" --present > /tmp/requirements.txt
"$here/with_pip.sh" install --quiet --no-index --find-links "$wheels" -c "$constraints" -r /tmp/requirements.txt
if ! python3 -m pip show --quiet amd-aiter 2>/dev/null; then
    # Its dependencies are only needed to import it, and importing it only works on ROCm.
    "$here/with_pip.sh" install --quiet --no-index --find-links "$wheels" --no-deps "$(grep '^amd-aiter==' "$constraints")"
fi
rm /tmp/requirements.txt
touch /opt/rocm-ci/guard.txt
cp /opt/rocm-ci/guard.txt /tmp/guard.txt
"$here/install_wheels.sh" >/dev/null
while read -r pinned; do
    if ! grep -Fxq "$pinned" /opt/rocm-ci/guard.txt; then
        echo "the guard pins $pinned, and an installer has replaced it; now there are:" >&2
        cat /opt/rocm-ci/guard.txt >&2
        exit 1
    fi
done < /tmp/guard.txt
rm /tmp/guard.txt
