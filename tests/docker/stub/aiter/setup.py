"""A stand-in for the source of AITER: its environment variables, folders and kinds of files, and no kernel."""

import os
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"


def bundle(targets):
    """An offload bundle as clang writes it: an empty host entry, then one entry for each target."""
    entries = [(b"host-x86_64-unknown-linux-gnu-", b"")]
    entries += [(f"hipv4-amdgcn-amd-amdhsa--{target}".encode(), b"stub " + target.encode()) for target in targets]
    head = len(MAGIC) + 8 + sum(24 + len(name) for name, _ in entries)
    table, payload = b"", b""
    for name, code in entries:
        table += b"".join(number.to_bytes(8, "little") for number in (head + len(payload), len(code), len(name))) + name
        payload += code
    return MAGIC + len(entries).to_bytes(8, "little") + table + payload


class Build(build_py):
    """Compiles a module ahead where PREBUILD_KERNELS=1 asks for it."""

    def run(self):
        super().run()
        if os.environ.get("PREBUILD_KERNELS") != "1":
            return
        jit = Path(self.build_lib, "aiter", "jit")
        Path("bundle.bin").write_bytes(bundle(os.environ["GPU_ARCHS"].split(";")))
        Path("module.c").write_text(
            '__asm__(".section .hip_fatbin, \\"a\\"\\n.incbin \\"bundle.bin\\"\\n");\nint stub(void) { return 0; }\n'
        )
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(jit / "module_pa_stub.so"), "module.c"], check=True)


setup(
    name="amd-aiter",
    version="0.0.1+stub",
    packages=["aiter", "aiter.jit", "aiter.configs", "aiter_meta"],
    package_data={"aiter": ["configs/*.csv"], "aiter_meta": ["hsa/*/*/*.co", "hsa/*/*/*.csv"]},
    cmdclass={"build_py": Build},
)
