"""How the program starts: without PyTorch, whose import takes seconds, where a command needs none of it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.ci.runs import ROOT

import rocm_kernels
from rocm_kernels import api

SHOW = """
import sys
from rocm_ci import cli
from rocm_kernels import devices
# As on a machine with no GPU: where there is one, PyTorch is asked for it.
devices.GPU_NODES = ()
try:
    code = cli.main(sys.argv[1:])
except SystemExit as ended:
    code = ended.code
assert code in (0, 1, 25), code
print("torch" in sys.modules)
"""


def imports_torch(*words: str) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1] == "True"


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("list", "--id", "layout/*"),
        ("lock", "check"),
        ("doctor",),
        ("image", "build", "--help"),
        ("image", "run", "--help"),
        ("image", "compare", "--help"),
    ],
    ids=" ".join,
)
def test_a_command_that_needs_no_pytorch_imports_none(words: tuple[str, ...]) -> None:
    assert not imports_torch(*words)


def test_a_command_that_needs_pytorch_imports_it() -> None:
    assert imports_torch("explain", "--help")


def test_everything_that_the_package_offers_is_there_on_first_use() -> None:
    assert rocm_kernels.__all__ == api.__all__
    code = (
        "import sys, rocm_kernels\nassert 'torch' not in sys.modules\nfrom rocm_kernels import *\n"
        "assert all(name in globals() for name in rocm_kernels.__all__)\n"
        "from rocm_kernels import paged_attention, ops\nassert paged_attention is ops.paged_attention\n"
        "assert set(rocm_kernels.__all__) <= set(dir(rocm_kernels))\nassert not hasattr(rocm_kernels, 'no_such_name')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
