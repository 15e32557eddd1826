#!/bin/sh
# Install a docker engine with buildx, and debootstrap, from Debian's own archive (run as root).
#
# Buildx is packaged from Debian 13 on. On Debian 12 the four packages are taken from 13 by an apt pin that lets nothing else in.
# What is there already is left as it is.
set -eu

engine="docker.io docker-cli docker-buildx"
tools="debootstrap ca-certificates iptables git"

if [ "$(id -u)" != 0 ]; then
    echo "install_engine.sh: must run as root (it installs Debian packages)" >&2
    exit 2
fi
. /etc/os-release
if [ "${ID:-}" != debian ]; then
    echo "install_engine.sh: knows Debian only, this is ${PRETTY_NAME:-unknown}: install docker and its buildx plugin as its maker says" >&2
    exit 2
fi

export DEBIAN_FRONTEND=noninteractive
options="-q -y -o Dpkg::Use-Pty=0 --no-install-recommends"
if [ "${VERSION_CODENAME:-}" = bookworm ]; then
    # The mirror of this machine, one release further. Only the packages of the engine may come from there; what they
    # depend on stays that of Debian 12.
    mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\?\([^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    if [ -z "$mirror" ]; then
        echo "install_engine.sh: found no mirror in /etc/apt/sources.list or sources.list.d/debian.sources" >&2
        exit 2
    fi
    cat > /etc/apt/sources.list.d/rocm-ci-engine.sources <<SOURCES
Types: deb
URIs: $mirror
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    cat > /etc/apt/preferences.d/rocm-ci-engine <<PINS
Package: *
Pin: release n=trixie
Pin-Priority: 50

Package: docker.io docker-cli docker-buildx
Pin: release n=trixie
Pin-Priority: 600
PINS
fi
apt-get -q update
# shellcheck disable=SC2086  # lists of words
apt-get install $options $engine $tools
