#!/bin/sh
# Build one wheel from a checkout that must be at one commit and have no changes; write down what was built.
#
#   build_wheel.sh NAME COMMIT SOURCE OUT
set -eu
name=$1 commit=$2 source=$3 out=$4
here=$(dirname "$0")

git config --global --add safe.directory '*'
if ! printf '%s' "$commit" | grep -Eqx '[0-9a-f]{40}'; then
    echo "$name: '$commit' is no full commit of 40 hexadecimal digits" >&2
    exit 1
fi
head=$(git -C "$source" rev-parse HEAD)
if [ "$head" != "$commit" ]; then
    echo "$name: commit $commit is declared, the source is at $head" >&2
    exit 1
fi
changes=$(git -C "$source" status --porcelain)
if [ -n "$changes" ]; then
    echo "$name: the source at $head has changes:" >&2
    echo "$changes" >&2
    exit 1
fi

cd "$source"
if [ -f requirements.txt ]; then
    "$here/with_pip.sh" install --quiet -r requirements.txt
fi
# PyTorch turns its CUDA sources into HIP first.
if [ -f tools/amd_build/build_amd.py ]; then
    python3 tools/amd_build/build_amd.py
fi
# The same commit gives the same archive.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$out"
"$here/with_pip.sh" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out" .
wheel=$(find "$out" -name '*.whl')
if [ "$(printf '%s\n' "$wheel" | wc -l)" != 1 ] || [ -z "$wheel" ]; then
    echo "$name: one wheel was expected, found: $wheel" >&2
    exit 1
fi
record=$(python3 "$here/running.py" --wheel-record "$wheel")
printf '{"name": "%s", "commit": "%s", "dirty": "", "wheel": "%s", "record": "%s"}\n' \
    "$name" "$head" "$(basename "$wheel")" "$record" > "$out/$name.json"
cat "$out/$name.json"
