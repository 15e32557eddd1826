"""What is installed from a wheel has every file that the packages read."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
# The roots of packages, as in pyproject.toml, and the packages below them.
PACKAGES = ("kernels/rocm_kernels", "ci/rocm_ci", "emulator/gfx_emulator")


def test_a_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    """Templates and tables lie in folders that are no packages; a pattern without ** leaves them out in silence."""
    source = tmp_path / "source"
    for name in PACKAGES:
        shutil.copytree(REPOSITORY / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, source)
    wanted = {
        path.relative_to(source / Path(name).parent).as_posix()
        for name in PACKAGES
        for path in (source / name).rglob("*")
        if path.is_file()
    }
    assert len(wanted) > 300, "the packages were not copied"
    program = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert wanted - set(archive.namelist()) == set()
