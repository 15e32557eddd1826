#!/bin/sh
# What base.Dockerfile runs: TARGETS are those for which the stand-in for torch holds device code; without any there is no torch.
set -eu
targets=$1
echo "stands in for a ROCm base: no ROCm, no torch, no Triton" > /etc/rocm-ci-stub
mkdir -p /opt/rocm/.info /opt/rocm/bin
echo 7.2.4-0 > /opt/rocm/.info/version
printf '#!/bin/sh\necho gfx000\n' > /opt/rocm/bin/rocm_agent_enumerator
chmod +x /opt/rocm/bin/rocm_agent_enumerator
python3 -m venv /opt/venv
site=$(/opt/venv/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
test -n "$targets" || exit 0
# shellcheck disable=SC2086  # a list of words
/opt/venv/bin/python3 /stub/make_packages.py "$site" $targets
