#!/bin/sh
# What base.Dockerfile installs, whatever the stand-in for torch is.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends build-essential python3 python3-venv >/dev/null
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
