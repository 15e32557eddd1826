"""Flags: vLLM's names and defaults, words, spelling, overrides; and no other module reads the environment."""

from __future__ import annotations

import ast
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rocm_kernels import flags
from rocm_kernels.errors import FlagError

KERNELS = Path(__file__).parents[2] / "kernels"

# vLLM's defaults as its documentation gives them; kept apart from the table under test.
VLLM_DEFAULTS = {
    "VLLM_ROCM_USE_AITER": False,
    "VLLM_ROCM_USE_AITER_LINEAR": True,
    "VLLM_ROCM_USE_AITER_MOE": True,
    "VLLM_ROCM_USE_AITER_RMSNORM": True,
    "VLLM_ROCM_USE_AITER_MLA": True,
    "VLLM_ROCM_USE_AITER_MHA": True,
    "VLLM_ROCM_USE_AITER_TRITON_GEMM": True,
    "VLLM_ROCM_USE_AITER_UNIFIED_ATTENTION": False,
    "VLLM_ROCM_USE_AITER_FP8BMM": False,
    "VLLM_ROCM_USE_AITER_FP4BMM": False,
    "VLLM_ROCM_USE_AITER_TRITON_ROPE": False,
    "VLLM_ROCM_SHUFFLE_KV_CACHE_LAYOUT": False,
    "VLLM_ROCM_FP8_PADDING": True,
    "VLLM_ROCM_MOE_PADDING": True,
    "VLLM_ROCM_CUSTOM_PAGED_ATTN": True,
}
TRUE = ["1", "true", "True", "TRUE", "yes", "Yes", "on", " 1 "]
FALSE = ["0", "false", "False", "no", "NO", "off"]


@pytest.mark.parametrize("name", sorted(VLLM_DEFAULTS))
def test_the_default_is_vllms(name: str) -> None:
    read = flags.read({})
    assert read[name] is VLLM_DEFAULTS[name]
    assert name not in read.given


@pytest.mark.parametrize("name", sorted(flags.FLAGS))
@pytest.mark.parametrize(("words", "value"), [(TRUE, True), (FALSE, False)], ids=["on", "off"])
def test_every_flag_understands_every_word(name: str, words: list[str], value: bool) -> None:
    for word in words:
        read = flags.read({name: word})
        assert read[name] is value
        assert read.given == {name: "environment"}


@pytest.mark.parametrize("name", sorted(flags.FLAGS))
@pytest.mark.parametrize("word", ["", "2", "ture", "None", "-1", "1.0", "enable"])
def test_nonsense_is_refused_with_flag_value_and_what_was_expected(name: str, word: str) -> None:
    with pytest.raises(FlagError) as raised:
        flags.read({name: word})
    message = str(raised.value)
    assert message.startswith(f"{name}: got {word!r}, expected one of ")
    for known in ("1", "true", "yes", "on", "0", "false", "no", "off"):
        assert known in message


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("VLLM_ROCM_USE_AITTER", "VLLM_ROCM_USE_AITER"),
        ("VLLM_ROCM_USE_AITER_PAGED_ATTENTION", "VLLM_ROCM_USE_AITER_PAGED_ATTN"),
        ("VLLM_ROCM_CUSTOM_PAGED_ATTENTION", "VLLM_ROCM_CUSTOM_PAGED_ATTN"),
        ("VLLM_ROCM_USE_AITER_RMS_NORM", "VLLM_ROCM_USE_AITER_RMSNORM"),
        ("ROCM_KERNELS_CHECK_OUTPUTS", "ROCM_KERNELS_CHECK_OUTPUT"),
        ("VLLM_ROCM_ZZZZZZZZZZZZZZZZZZZ", None),
    ],
)
def test_an_unknown_name_is_reported_with_the_nearest_known_one(wrong: str, right: str | None) -> None:
    read = flags.read({wrong: "1"})
    assert read.unknown == ((wrong, right),)
    notice = next(notice for notice in read.notices() if notice.startswith(wrong))
    assert (f"nearest known name is {right}" in notice) is (right is not None)


def test_other_names_of_vllm_and_other_variables_are_left_alone() -> None:
    given = dict.fromkeys(sorted(flags.FOREIGN_FLAGS), "INT4") | {"VLLM_USE_V1": "1", "HOME": "/", "ROCM_PATH": "/opt"}
    read = flags.read(given)
    assert read.unknown == ()
    assert read.notices() == ()


@pytest.mark.parametrize("name", ["VLLM_ROCM_USE_AITER_PAGED_ATTN", "VLLM_ROCM_CUSTOM_PAGED_ATTN"])
def test_the_flags_that_vllm_dropped_work_and_say_so(name: str) -> None:
    assert flags.read({}).notices() == ()
    on = flags.read({name: "1", "VLLM_ROCM_USE_AITER": "1"})
    off = flags.read({name: "0", "VLLM_ROCM_USE_AITER": "1"})
    assert on.enabled(name)
    assert not off.enabled(name)
    for read in (on, off):
        assert any(notice.startswith(name) and "vLLM itself has dropped it" in notice for notice in read.notices())


def test_a_flag_under_an_unset_master_is_off_and_says_why() -> None:
    read = flags.read({"VLLM_ROCM_USE_AITER_PAGED_ATTN": "1"})
    assert not read.enabled("VLLM_ROCM_USE_AITER_PAGED_ATTN")
    why = read.off_because("VLLM_ROCM_USE_AITER_PAGED_ATTN")
    assert why == "VLLM_ROCM_USE_AITER is not set, and its default is off as in vLLM"
    assert any("has no effect" in notice for notice in read.notices())
    set_off = flags.read({"VLLM_ROCM_USE_AITER": "no"})
    assert (
        set_off.off_because("VLLM_ROCM_USE_AITER_PAGED_ATTN") == "VLLM_ROCM_USE_AITER is set to off by the environment"
    )
    on = flags.read({"VLLM_ROCM_USE_AITER": "yes"})
    assert on.off_because("VLLM_ROCM_USE_AITER_PAGED_ATTN") is None


def test_an_override_lasts_for_its_block_and_nests() -> None:
    before = flags.current()
    with flags.overriding_flags(VLLM_ROCM_USE_AITER=True) as outer:
        assert flags.current() is outer
        assert outer["VLLM_ROCM_USE_AITER"]
        assert outer.given["VLLM_ROCM_USE_AITER"] == "context"
        with flags.overriding_flags(VLLM_ROCM_USE_AITER="off", ROCM_KERNELS_VALIDATE="yes") as inner:
            assert not inner["VLLM_ROCM_USE_AITER"]
            assert inner["ROCM_KERNELS_VALIDATE"]
        assert flags.current() is outer
    assert flags.current() is before


def test_an_override_ends_after_an_error_and_is_unseen_by_other_threads() -> None:
    def failing() -> None:
        with flags.overriding_flags(VLLM_ROCM_USE_AITER=True):
            thread = threading.Thread(target=lambda: seen.append(flags.current()))
            thread.start()
            thread.join()
            raise RuntimeError

    before = flags.current()
    seen: list[flags.Flags] = []
    with pytest.raises(RuntimeError):
        failing()
    assert flags.current() is before
    assert seen == [before]


@pytest.mark.parametrize("value", ["ja", 2, None, 0.5])
def test_an_override_refuses_nonsense(value: object) -> None:
    with pytest.raises(FlagError, match="VLLM_ROCM_USE_AITER: got"), flags.overriding_flags(VLLM_ROCM_USE_AITER=value):
        pass


def test_an_override_refuses_an_unknown_name_with_the_nearest_one() -> None:
    with (
        pytest.raises(FlagError, match=r"no such flag; the nearest known name is VLLM_ROCM_USE_AITER$"),
        flags.overriding_flags(VLLM_ROCM_USE_AITR=True),
    ):
        pass


def test_equal_flags_are_one_object() -> None:
    """The cache of decisions is keyed by it."""
    first, second = flags.read({"VLLM_ROCM_USE_AITER": "1"}), flags.read({"VLLM_ROCM_USE_AITER": "true"})
    assert first is second
    assert first is not flags.read({})


def test_the_environment_is_read_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(flags, "_environment", None)
    monkeypatch.setenv("VLLM_ROCM_USE_AITER", "1")
    monkeypatch.setenv("VLLM_ROCM_USE_AITTER", "1")
    with caplog.at_level(logging.WARNING, logger="rocm_kernels"):
        assert flags.current()["VLLM_ROCM_USE_AITER"]
        for later in ("0", "nonsense that a second reading would refuse"):
            monkeypatch.setenv("VLLM_ROCM_USE_AITER", later)
            assert flags.current()["VLLM_ROCM_USE_AITER"]
    assert [record.getMessage() for record in caplog.records].count(
        "VLLM_ROCM_USE_AITTER is set but nobody knows it; the nearest known name is VLLM_ROCM_USE_AITER"
    ) == 1
    monkeypatch.setenv("VLLM_ROCM_USE_AITER", "0")
    assert not flags.reload()["VLLM_ROCM_USE_AITER"]


def test_a_bad_value_in_a_real_environment_names_itself() -> None:
    script = "from rocm_kernels import flags; flags.current()"
    environment = {**os.environ, "VLLM_ROCM_USE_AITER": "ja", "PYTHONPATH": str(KERNELS)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "FlagError: VLLM_ROCM_USE_AITER: got 'ja', expected one of 1, true" in done.stderr


def environment_reads(source: str) -> list[int]:
    """Lines that look at the environment: os.environ or os.getenv by any import, putenv, and shells of it."""
    names = {"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"}
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in names:
            found.append(node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "posix"):
            found += [node.lineno for alias in node.names if alias.name in names]
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.environ['A']",
        "from os import environ",
        "import os as o\no.getenv('A')",
        "from os import getenv as g",
        "import posix\nposix.environ",
    ],
)
def test_the_scan_finds_every_way_to_read_the_environment(source: str) -> None:
    assert environment_reads(source)


def test_only_the_flags_module_reads_the_environment() -> None:
    files = sorted(KERNELS.rglob("*.py"))
    readers = {str(path.relative_to(KERNELS)) for path in files if environment_reads(path.read_text(encoding="utf-8"))}
    assert len(files) > 20
    assert readers == {"rocm_kernels/flags.py"}


def test_the_table_for_the_documentation_has_every_flag() -> None:
    lines = flags.markdown_table().splitlines()[2:]
    assert [line.split("`")[1] for line in lines] == list(flags.FLAGS)
    written = (KERNELS.parent / "docs" / "dispatch.md").read_text(encoding="utf-8")
    assert flags.markdown_table() in written, "docs/dispatch.md: put the output of flags.markdown_table() in again"


def test_a_flag_is_read_by_some_module_or_says_that_none_does() -> None:
    package = KERNELS / "rocm_kernels"
    read = {
        node.value
        for path in package.rglob("*.py")
        if path != package / "flags.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in flags.FLAGS
    }
    read |= {flags.FLAGS[name].master for name in read}
    for flag in flags.FLAGS.values():
        says_unread = flag.notice is not None and "no op of this package reads it" in flag.notice
        elsewhere = flag.notice is not None and "is an argument of the op" in flag.notice
        assert (flag.name in read) != (says_unread or elsewhere), flag.name


def test_variables_for_children_are_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEPT", "before")
    monkeypatch.delenv("NEW", raising=False)
    show = [sys.executable, "-c", "import os; print(os.environ['KEPT'], os.environ['NEW'])"]
    with flags.environment_of_children(KEPT="inside", NEW="too"):
        assert subprocess.run(show, capture_output=True, text=True, check=True).stdout == "inside too\n"
    assert os.environ["KEPT"] == "before"
    assert "NEW" not in os.environ
