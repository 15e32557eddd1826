"""Compiling with no GPU: HIP by clang and by a stand-in for hipcc, Triton for every target, the cache, and bad input."""

from __future__ import annotations

import importlib.resources
import re
import stat
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
import triton
import triton.language as tl
from hypothesis import given
from hypothesis import strategies as st

from gfx_emulator.code_object import CodeObject
from gfx_emulator.compile import CompiledObject, compile_hip, compile_triton, hip
from gfx_emulator.compile.cache import CompileCache, content_key, default_folder, write_atomically
from gfx_emulator.compile.manifest import describe
from gfx_emulator.errors import ArgumentError, CompileError, ToolMissing

TARGETS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")
SOURCE = (
    '#include "hip_device.h"\nextern "C" __global__ void fill(float *out, float value) { out[threadIdx.x] = value; }\n'
)


@triton.jit
def scaled_sum(left, right, out, count, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    inside = at < count
    tl.store(out + at, tl.load(left + at, inside) + 2.0 * tl.load(right + at, inside), inside)


@triton.jit
def odd_range(out, SIZE: tl.constexpr):
    tl.store(out + tl.arange(0, 3), 1.0)


SIGNATURE = {"left": "*fp32", "right": "*fp32", "out": "*fp32", "count": "i32"}


@pytest.mark.parametrize("target", TARGETS)
def test_hip_compiles_for_every_target(target: str, tmp_path: Path) -> None:
    compiled = compile_hip(SOURCE, target, cache_folder=tmp_path)
    code_object = CodeObject.load(compiled.code)
    assert code_object.target == target
    assert list(code_object.kernels) == ["fill"]
    manifest = compiled.manifest
    assert (manifest.compiler, manifest.target, manifest.sha256) == ("ziglang", target, code_object.sha256)
    assert "clang version" in manifest.compiler_version
    (kernel,) = manifest.kernels
    # clang's own comments at the end of a kernel state the same counts.
    assert kernel.vgpr_count == int(re.search(r"; (?:Total)?NumVgprs: (\d+)", compiled.assembly)[1])
    assert kernel.lds_bytes == int(re.search(r"; LDSByteSize: (\d+)", compiled.assembly)[1]) == 0
    assert kernel.scratch_bytes == int(re.search(r"; ScratchSize: (\d+)", compiled.assembly)[1]) == 0


@pytest.mark.parametrize("target", TARGETS)
def test_triton_compiles_for_every_target(target: str) -> None:
    compiled = compile_triton(
        scaled_sum, SIGNATURE, target, constants={"SIZE": 256}, divisible_by_16=("left", "right", "out"), num_warps=2
    )
    code_object = CodeObject.load(compiled.code)
    assert code_object.target == target
    assert list(code_object.kernels) == ["scaled_sum"]
    assert compiled.manifest.compiler == "triton"
    assert compiled.manifest.compiler_version == triton.__version__
    assert compiled.manifest.details["num_warps"] == 2
    assert compiled.manifest.details["shared"] == 0
    assert compiled.manifest.options == ("num_warps=2",)
    kernel = code_object.kernel("scaled_sum")
    assert [argument.size for argument in kernel.arguments if not argument.hidden][:4] == [8, 8, 8, 4]
    assert kernel.maximum_workgroup_size == 2 * kernel.wavefront_size


def test_the_header_is_part_of_the_package() -> None:
    """Packaging finds files by package: a folder that is none would be left out of a wheel."""
    header = importlib.resources.files("gfx_emulator.compile.include").joinpath("hip_device.h")
    assert header.is_file()
    assert Path(str(header)).parent == hip.INCLUDE_FOLDER


def test_spills_are_in_the_manifest(tmp_path: Path) -> None:
    source = textwrap.dedent("""\
        #include "hip_device.h"
        extern "C" __global__ void __attribute__((amdgpu_num_vgpr(24))) busy(float *data) {
          float values[64];
          #pragma unroll
          for (int i = 0; i < 64; ++i) values[i] = data[i * 64 + threadIdx.x];
          #pragma unroll
          for (int i = 0; i < 64; ++i) data[i * 64 + threadIdx.x] = values[63 - i] * values[(i * 7) % 64];
        }
    """)
    (kernel,) = compile_hip(source, "gfx942", cache_folder=tmp_path).manifest.kernels
    assert kernel.vgpr_spill_count > 0
    assert kernel.scratch_bytes > 0


def test_defines_options_and_include_folders_reach_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "headers").mkdir()
    (tmp_path / "headers" / "width.h").write_text("#define WIDTH 7\n")
    source = (
        '#include "hip_device.h"\n#include "width.h"\n'
        'extern "C" __global__ void NAME(int *out) { __shared__ int tile[WIDTH * LENGTH]; '
        "tile[threadIdx.x] = out[0]; __syncthreads(); out[threadIdx.x] = tile[threadIdx.x ^ 1]; }\n"
    )
    compiled = compile_hip(
        source,
        "gfx942",
        defines={"NAME": "chosen", "LENGTH": 3},
        include_folders=[tmp_path / "headers"],
        options=["-DUNUSED"],
        cache_folder=tmp_path / "cache",
    )
    (kernel,) = compiled.manifest.kernels
    assert (kernel.name, kernel.lds_bytes) == ("chosen", 84)
    assert {"-DNAME=chosen", "-DLENGTH=3", "-DUNUSED"} <= set(compiled.manifest.options)


BAD_SOURCES = {
    "syntax": (SOURCE + "int x y;\n", r"kernel\.hip:3:6: error: expected ';'"),
    "unknown name": (SOURCE.replace("value;", "absent;"), "use of undeclared identifier 'absent'"),
    "missing header": ('#include "absent.h"\n' + SOURCE, r"'absent\.h' file not found"),
    "unknown builtin": (SOURCE.replace("= value", "= __builtin_amdgcn_absent()"), "__builtin_amdgcn_absent"),
    "too much LDS": (
        SOURCE.replace("{ out", "{ __shared__ volatile float tile[20000]; tile[threadIdx.x] = value; out"),
        r"local memory .*exceeds limit",
    ),
    "no kernel": ('#include "hip_device.h"\n__device__ int one() { return 1; }\n', "holds no kernel"),
}


@pytest.mark.parametrize("name", BAD_SOURCES)
def test_errors_carry_the_compilers_own_words(name: str, tmp_path: Path) -> None:
    source, words = BAD_SOURCES[name]
    with pytest.raises(CompileError, match=words):
        compile_hip(source, "gfx942", cache_folder=tmp_path)
    assert not list(tmp_path.rglob("*.json"))


def test_a_builtin_of_another_target_is_an_error(tmp_path: Path) -> None:
    source = SOURCE.replace("= value", "= __builtin_amdgcn_cvt_f32_fp8((int)value, 0)")
    assert compile_hip(source, "gfx942", cache_folder=tmp_path).code
    with pytest.raises(CompileError, match="needs target feature"):
        compile_hip(source, "gfx90a", cache_folder=tmp_path)


def test_a_failed_step_shows_its_command(tmp_path: Path) -> None:
    with pytest.raises(CompileError) as caught:
        compile_hip(SOURCE, "gfx942", options=["-fno-such-option"], cache_folder=tmp_path)
    assert "-fno-such-option" in caught.value.output
    assert "--offload-arch=gfx942" in caught.value.command


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"target": "gfx9000"}, "target is 'gfx9000'"),
        ({"source": "absent.hip"}, r"source is 'absent\.hip'"),
        ({"source": 3}, "source is 3"),
        ({"compiler": "nvcc"}, "compiler is 'nvcc'"),
        ({"include_folders": ["absent"]}, "include_folders names .*absent"),
    ],
)
def test_bad_arguments_are_named(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    arguments = {"source": SOURCE, "target": "gfx942", "cache_folder": tmp_path, **change}
    with pytest.raises(ArgumentError, match=words):
        compile_hip(**arguments)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"target": "gfx9000"}, "target is 'gfx9000'"),
        ({"function": test_bad_arguments_are_named}, "decorated with triton.jit"),
        ({"signature": {"left": "*fp32"}}, "signature lacks right, out, count"),
        ({"signature": {**SIGNATURE, "more": "i32"}}, "signature names more"),
        ({"constants": {"SIZE": 256, "WIDTH": 1}}, "constants names WIDTH"),
        ({"divisible_by_16": ("absent",)}, "divisible_by_16 names absent"),
    ],
)
def test_bad_arguments_for_triton_are_named(change: dict[str, Any], words: str) -> None:
    arguments = {
        "function": scaled_sum,
        "signature": SIGNATURE,
        "target": "gfx942",
        "constants": {"SIZE": 256},
        **change,
    }
    with pytest.raises(ArgumentError, match=words):
        compile_triton(**arguments)


def test_tritons_errors_carry_its_own_words() -> None:
    with pytest.raises(CompileError, match="range must be a power of 2"):
        compile_triton(odd_range, {"out": "*fp32"}, "gfx942", constants={"SIZE": 4})
    with pytest.raises(CompileError, match=r"num_warps|power of 2"):
        compile_triton(scaled_sum, SIGNATURE, "gfx942", constants={"SIZE": 256}, num_warps=3)


def count_runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    runs: list[str] = []
    real = subprocess.run

    def counted(command: Any, *arguments: Any, **options: Any) -> Any:
        runs.append(command[0])
        return real(command, *arguments, **options)

    monkeypatch.setattr(hip.subprocess, "run", counted)
    return runs


def test_the_cache_saves_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_hip(SOURCE, "gfx942", cache_folder=tmp_path)
    runs = count_runs(monkeypatch)
    assert compile_hip(SOURCE, "gfx942", cache_folder=tmp_path) == first
    assert runs == []
    assert compile_hip(SOURCE, "gfx90a", cache_folder=tmp_path) != first
    assert len(runs) == 3


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:40] + b"x" + data[41:]]
)
@pytest.mark.parametrize("suffix", [".co", ".s"])
def test_a_damaged_entry_is_compiled_again(suffix: str, damage: Any, tmp_path: Path) -> None:
    first = compile_hip(SOURCE, "gfx942", cache_folder=tmp_path)
    (entry,) = tmp_path.rglob(f"*{suffix}")
    entry.write_bytes(damage(entry.read_bytes()))
    assert compile_hip(SOURCE, "gfx942", cache_folder=tmp_path) == first


def test_a_changed_header_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "value.h").write_text("#define LANES 32\n")
    kernel = tmp_path / "kernel.hip"
    kernel.write_text(SOURCE.replace("{ out", "{ __shared__ float tile[LANES]; tile[threadIdx.x] = out[1]; out") + "\n")
    kernel.write_text('#include "value.h"\n' + kernel.read_text().replace("= value", "= tile[(int)value]"))
    first = compile_hip(kernel, "gfx942", cache_folder=tmp_path / "cache")
    (tmp_path / "value.h").write_text("#define LANES 64\n")
    second = compile_hip(kernel, "gfx942", cache_folder=tmp_path / "cache")
    assert (first.manifest.kernels[0].lds_bytes, second.manifest.kernels[0].lds_bytes) == (128, 256)


def checkout(folder: Path, headers: dict[str, str], source: str = '#include "outer.h"\n') -> Path:
    for name, content in {**headers, "kernel.hip": source + SOURCE}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder


def compiled_in(folder: Path, cache: Path, *include_folders: str) -> CompiledObject:
    places = [folder / name for name in include_folders]
    return compile_hip(folder / "kernel.hip", "gfx942", include_folders=places, cache_folder=cache)


def test_checkouts_share_what_they_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"a/outer.h": '#include "inner.h"\n', "a/inner.h": "// nothing\n", "b/inner.h": "// not read\n"}
    for name in ("one", "two"):
        checkout(tmp_path / name, headers)
    first = compiled_in(tmp_path / "one", tmp_path / "cache", "a", "b")
    runs = count_runs(monkeypatch)
    assert compiled_in(tmp_path / "two", tmp_path / "cache", "a", "b") == first
    assert runs == []


@pytest.mark.parametrize(
    ("headers", "include_folders"),
    [
        # The same two headers, looked for in the other order: the other one is read.
        ({"a/lanes.h": "#define LANES 32\n", "b/lanes.h": "#define LANES 64\n"}, ("b", "a")),
        # The contents change places.
        ({"a/lanes.h": "#define LANES 64\n", "b/lanes.h": "#define LANES 32\n"}, ("a", "b")),
        # A header of the same content lies elsewhere, so that another one comes first.
        ({"a/lanes.h": "#define LANES 32\n", "b/lanes.h": "\n", "lanes.h": "#define LANES 64\n"}, ("a", "b")),
    ],
)
def test_which_header_is_found_first_is_part_of_the_key(
    headers: dict[str, str], include_folders: tuple[str, ...], tmp_path: Path
) -> None:
    source = (
        '#include "hip_device.h"\n#include "lanes.h"\n'
        'extern "C" __global__ void lanes(float *out) { __shared__ float tile[LANES]; tile[threadIdx.x] = out[0]; '
        "__syncthreads(); out[threadIdx.x] = tile[LANES - 1 - threadIdx.x]; }\n"
    )
    first = {"a/lanes.h": "#define LANES 32\n", "b/lanes.h": "#define LANES 64\n"}
    sizes = []
    for name, files, order in (("one", first, ("a", "b")), ("two", headers, include_folders)):
        compiled = compiled_in(checkout(tmp_path / name, files, source), tmp_path / "cache", *order)
        sizes.append({kernel.name: kernel.lds_bytes for kernel in compiled.manifest.kernels}["lanes"])
    assert sizes == [128, 256]


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert compile_hip(SOURCE, "gfx942", cache_folder=blocked / "cache").code
    assert blocked.read_text() == "in the way"


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GFX_EMULATOR_CACHE", str(tmp_path / "a"))
    assert default_folder() == tmp_path / "a" / "code_objects"
    monkeypatch.delenv("GFX_EMULATOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert default_folder() == tmp_path / "b" / "gfx_emulator" / "code_objects"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def fail(self: Path, target: Path) -> Path:
        raise OSError("no room")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no room"):
        write_atomically(path, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"old"


@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_keys_tell_sequences_apart(left: list[bytes], right: list[bytes]) -> None:
    assert (content_key(left) == content_key(right)) == (left == right)


def test_an_unknown_entry_is_none(tmp_path: Path) -> None:
    assert CompileCache(tmp_path).get("0" * 64, ".co") is None


def test_no_compiler_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hip, "_zig", lambda: None)
    monkeypatch.setattr(hip, "_hipcc", lambda: None)
    for name, words in (("auto", "ziglang or ROCm"), ("ziglang", "package ziglang"), ("hipcc", "ROCm's hipcc")):
        with pytest.raises(ToolMissing, match=words):
            compile_hip(SOURCE, "gfx942", compiler=name, cache_folder=tmp_path)


def test_a_code_object_for_another_target_is_refused(tmp_path: Path) -> None:
    code = compile_hip(SOURCE, "gfx90a", cache_folder=tmp_path).code
    with pytest.raises(CompileError, match="compiled for gfx90a, asked for gfx942"):
        describe(code, compiler="clang", version="1", target="gfx942", options=())


# hipcc needs a ROCm. This stand-in takes hipcc's command line and has the same clang carry it out in the steps that the
# package allows: it shows that the command line is well formed, not that a real hipcc was run.
STAND_IN = """\
#!{python}
import pathlib, subprocess, sys
zig = {zig!r}
arguments = sys.argv[1:]
if "--version" in arguments:
    print("HIP version: 0.0.0 (stand-in)")
    raise SystemExit(0)
output = arguments[arguments.index("-o") + 1]
target = next(a.split("=")[1] for a in arguments if a.startswith("--offload-arch="))
rest = [a for a in arguments if a not in ("-c", "-S", "-o", output)]
def run(*command):
    done = subprocess.run([zig, *command])
    if done.returncode:
        raise SystemExit(done.returncode)
run("clang", "-x", "hip", "-nogpuinc", "-nogpulib", *rest, "-S", "-o", output + ".tmp.s")
if "-S" in arguments:
    pathlib.Path(output + ".tmp.s").rename(output)
else:
    run("clang", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-c", output + ".tmp.s", "-o", output + ".o")
    run("ld.lld", "-shared", output + ".o", "-o", output)
"""


@pytest.fixture
def hipcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "bin" / "hipcc"
    path.parent.mkdir()
    path.write_text(STAND_IN.format(python=sys.executable, zig=hip.find_compiler("ziglang").command[0]))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    return path


def test_hipcc_is_preferred_where_it_is_installed(hipcc: Path, tmp_path: Path) -> None:
    compiled = compile_hip(SOURCE, "gfx942", cache_folder=tmp_path / "cache")
    assert (compiled.manifest.compiler, compiled.manifest.compiler_version) == (
        "hipcc",
        "HIP version: 0.0.0 (stand-in)",
    )
    assert kernel_names(compiled) == ["fill"]
    assert compile_hip(SOURCE, "gfx942", compiler="ziglang", cache_folder=tmp_path).manifest.compiler == "ziglang"


def test_hipccs_errors_carry_its_own_words(hipcc: Path, tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="undeclared identifier 'absent'"):
        compile_hip(SOURCE.replace("value;", "absent;"), "gfx942", cache_folder=tmp_path / "cache")


def kernel_names(compiled: CompiledObject) -> list[str]:
    return [kernel.name for kernel in compiled.manifest.kernels]


def test_only_named_headers_are_looked_at(tmp_path: Path) -> None:
    """A source may lie in a folder in which others work: nothing but what it includes decides the key, or is read."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "second.h").write_text("#define ADDED 1\n")
    (tmp_path / "first.h").write_text('#include "inner/second.h"\n')
    (tmp_path / "unrelated.h").write_text("one\n")
    text = b'#include "first.h"\n#include "absent.h"\n'
    assert {header.name for header in hip._included(text, (tmp_path,))} == {"first.h", "inner/second.h"}
    kernel = tmp_path / "add.hip"
    kernel.write_text('#include "first.h"\n' + SOURCE)
    compile_hip(kernel, "gfx942", cache_folder=tmp_path / "cache")
    entries = set((tmp_path / "cache").rglob("*"))
    (tmp_path / "unrelated.h").unlink()
    compile_hip(kernel, "gfx942", cache_folder=tmp_path / "cache")
    assert set((tmp_path / "cache").rglob("*")) == entries
    (tmp_path / "inner" / "second.h").write_text("#define ADDED 2\n")
    compile_hip(kernel, "gfx942", cache_folder=tmp_path / "cache")
    assert set((tmp_path / "cache").rglob("*")) > entries


def test_headers_that_include_each_other_end(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text('#include "b.h"\n')
    (tmp_path / "b.h").write_text('#include "a.h"\n')
    found = list(hip._included(b'#include "a.h"\n', (tmp_path,)))
    # b.h beside its includer and on the path, and a.h again from there.
    assert [(header.place, header.name) for header in found] == [
        ("0:0", "a.h"), ("1:beside", "b.h"), ("1:0", "b.h"), ("2:beside", "a.h"), ("2:0", "a.h"),
    ]  # fmt: skip


def test_a_header_named_by_a_macro_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"#include NAME: expected a name in quotes"):
        compile_hip("#include NAME\n" + SOURCE, "gfx942", defines={"NAME": '"hip_device.h"'})


def test_errors_name_the_users_file(tmp_path: Path) -> None:
    kernel = tmp_path / "mine.hip"
    kernel.write_text("nonsense\n")
    with pytest.raises(CompileError, match=r"mine\.hip:1:1"):
        compile_hip(kernel, "gfx942")
