"""A stand-in for the source of PyTorch: it must be turned into HIP first, and is built for PYTORCH_ROCM_ARCH."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))
from bundles import bundle

if not Path("hipified").exists():
    raise SystemExit("tools/amd_build/build_amd.py has not been run")
Path("torch/version.py").write_text(
    f"__version__ = '2.10.0+rocm7.2.4.built'\ngit_version = '{os.environ['TORCH_COMMIT']}'\nhip = '7.2.4'\n"
)
targets = os.environ["PYTORCH_ROCM_ARCH"].split(";")
Path("torch/lib/libtorch_hip.so").write_bytes(b"\x7fELF" + bytes(60) + bundle(targets))
setup(name="torch", version="2.10.0+rocm7.2.4.built", packages=["torch"], package_data={"torch": ["lib/*.so"]})
