#!/bin/sh
# The last step of every image: what is installed is written down, and a user without rights is made.
#
#   finish.sh LINE LOCK_DIGEST
set -eu
here=$(dirname "$0")
export PYTHONDONTWRITEBYTECODE=1
getent group rocm-ci >/dev/null || groupadd --gid 10001 rocm-ci
getent passwd rocm-ci >/dev/null || useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /bin/bash rocm-ci
# The day on which the user was made would differ between two builds.
sed -i 's/^\(rocm-ci:[^:]*\):[0-9]*:/\1::/' /etc/shadow
# Nothing in a container may write beside the packages. prune.sh has compiled them already where it ran.
if ! test -e /opt/rocm-ci/pruned.txt; then
    python3 -m compileall -q -j 2 --invalidation-mode unchecked-hash \
        "$(python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" >/dev/null || true
fi
python3 "$here/running.py" --write /opt/rocm-ci/image.json --line "$1" --lock-digest "$2"
{
    dpkg-query --show --showformat '${Package} ${Version} ${Architecture}\n'
    python3 -m pip list --format freeze 2>/dev/null
} > /opt/rocm-ci/packages.txt
# Written by the tools above, different in every build, of use to nobody.
rm -rf /var/log/* /var/cache/ldconfig/aux-cache /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /root/.cache /tmp/* /var/tmp/*
