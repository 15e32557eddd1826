#!/bin/sh
# Write the bill of materials (CycloneDX) of this image's Python environment. The tool gets an environment of its own.
#
#   sbom.sh WHEELS REQUIREMENTS OUT
set -eu
wheels=$1 requirements=$2 out=$3
here=$(dirname "$0")
python=$(command -v python3)
python3 -m venv /tmp/sbom
PATH=/tmp/sbom/bin:$PATH "$here/with_pip.sh" install --quiet --no-index --find-links "$wheels" -r "$requirements"
mkdir -p "$(dirname "$out")"
/tmp/sbom/bin/cyclonedx-py environment --output-reproducible --output-format JSON --spec-version 1.6 --output-file "$out" "$python"
