"""Put packages named torch and triton into a folder, as an installer would, with nothing in them but versions and a bundle."""

import importlib.util
import sys
from pathlib import Path

site, targets = Path(sys.argv[1]), sys.argv[2:]
spec = importlib.util.spec_from_file_location("bundles", Path(__file__).with_name("bundles.py"))
bundles = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bundles)

PACKAGES = {
    "torch": ("2.10.0+rocm7.2.4.stub", {"torch/version.py": None, "torch/lib/libtorch_hip.so": None}),
    "triton": ("3.7.0+stub", {"triton/__init__.py": "raise ImportError('a stand-in holds no Triton')\n"}),
}

for name, (version, files) in PACKAGES.items():
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "INSTALLER").write_text("stub\n")
    listed = [f"{info.name}/METADATA,,", f"{info.name}/INSTALLER,,", f"{info.name}/RECORD,,"]
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            (site / path).write_text(text)
        listed.append(f"{path},,")
    (info / "RECORD").write_text("\n".join(listed) + "\n")
(site / "torch" / "__init__.py").write_text("raise ImportError('a stand-in holds no torch')\n")
(site / "torch" / "version.py").write_text(
    f"__version__ = '{PACKAGES['torch'][0]}'\ngit_version = '{'5' * 40}'\nhip = '7.2.4'\n"
)
(site / "torch" / "lib" / "libtorch_hip.so").write_bytes(b"\x7fELF" + bytes(60) + bundles.bundle(targets))
