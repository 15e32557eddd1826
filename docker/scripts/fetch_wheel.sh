#!/bin/sh
# Take a wheel at one version from a folder or an index into OUT.
#
#   fetch_wheel.sh NAME VERSION FOLDER INDEX OUT      (INDEX may be empty)
set -eu
name=$1 version=$2 folder=$3 index=$4 out=$5
mkdir -p "$out"
if ls "$folder/$name-$version"-*.whl >/dev/null 2>&1; then
    cp "$folder/$name-$version"-*.whl "$out/"
elif [ -n "$index" ]; then
    "$(dirname "$0")/with_pip.sh" download --quiet --no-deps --index-url "$index" --dest "$out" "$name==$version"
else
    echo "$name $version: neither a wheel in the context 'wheels' nor an index (build argument TORCH_INDEX)" >&2
    exit 1
fi
