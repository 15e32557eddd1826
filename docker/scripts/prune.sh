#!/bin/sh
# Remove from the environment of the CPU image what nothing in it can use. /opt/rocm-ci/pruned.txt says how much for what reason.
set -eu
site=$(python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
prune() {
    reason=$1
    shift
    total=0
    for path in "$@"; do
        test -e "$path" || continue
        total=$((total + $(du -sk --apparent-size "$path" | cut -f1)))
        rm -rf "$path"
    done
    printf '%8s KiB  %s\n' "$total" "$reason"
}
mkdir -p /opt/rocm-ci
{
    prune "tools of CUDA: no NVIDIA GPU is used in this image" "$site"/triton/backends/nvidia/bin "$site"/triton/backends/nvidia/lib/cupti "$site"/triton/backends/nvidia/include
    prune "C++ tests of torch" "$site"/torch/bin/test_* "$site"/torch/test
    prune "static libraries" "$site"/torch/lib/*.a "$site"/numpy/*/lib/*.a
    prune "headers for C++ extensions, of which there are none" "$site"/torch/include
    prune "tests of dependencies" "$site"/sympy/*/tests "$site"/networkx/*/tests "$site"/numpy/*/tests
} > /opt/rocm-ci/pruned.txt
cat /opt/rocm-ci/pruned.txt
# Compiled ahead, since nothing in the container may write beside them; by content, so that two builds give the same bytes. What
# was compiled before goes first: of a source that a newer version took away nothing would compile it anew.
find "$site" -name __pycache__ -prune -exec rm -rf {} +
python3 -m compileall -q -f -j 2 --invalidation-mode unchecked-hash "$site" >/dev/null || true
