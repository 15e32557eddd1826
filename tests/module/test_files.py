"""Files of lines that outlive a kill: a line that was cut spoils no other."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import gfx_emulator
import rocm_kernels
from rocm_kernels.backends.aiter import layer_code_objects, package
from rocm_kernels.backends.aiter.layer_survey import campaign, problem
from rocm_kernels.backends.aiter.survey.verdict import Outcome
from rocm_kernels.files import appending

FOLDERS = [Path(str(module.__file__)).parent for module in (rocm_kernels, gfx_emulator)]


@pytest.mark.parametrize("before", [None, b"", b"whole\n", b"whole\nc", b"whole\ncu", b"\n"])
def test_what_is_appended_stands_on_lines_of_its_own(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "made" / "lines"
    if before is not None:
        path.parent.mkdir()
        path.write_bytes(before)
    with appending(path) as file:
        file.write(b"new\n")
    lines = (before or b"").splitlines()
    assert path.read_bytes().splitlines() == [*lines, b"new"]


def test_a_survey_of_layers_that_was_cut_anywhere_loses_the_cut_answer_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hsa = package.hsa_folder()
    assert hsa is not None
    entry = layer_code_objects.read_once(hsa, "gfx942").family("flatmm_a8w8_blockscale")[0]
    asked: list[str] = []

    def judge(entry: object, question: campaign.LayerQuestion) -> Outcome:
        asked.append(question.key)
        return Outcome("right")

    monkeypatch.setattr(problem, "judge", judge)
    whole = campaign.run([entry], tmp_path)
    data = (tmp_path / campaign.RESULTS).read_bytes()
    assert len(asked) == len(whole) > 100
    ends = [place for place, byte in enumerate(data) if byte == ord("\n")]
    for cut in (ends[4] + 1, ends[4] + 2, ends[4] + 40, ends[5] - 1, ends[5]):
        (tmp_path / campaign.RESULTS).write_bytes(data[:cut])
        asked.clear()
        assert campaign.run([entry], tmp_path) == whole
        # Without its end the sixth line is whole where only the line break is missing.
        assert len(asked) == len(whole) - (6 if cut == ends[5] else 5)
        assert campaign.load(tmp_path) == whole
        for line in (tmp_path / campaign.RESULTS).read_bytes().splitlines()[6:]:
            json.loads(line)


def test_no_file_is_appended_to_in_another_way() -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) == "open"
        and any(
            isinstance(word, ast.Constant) and str(word.value)[:1] == "a"
            for word in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "mode"))
        )
    ]
    assert [place.partition(":")[0] for place in found] == ["files.py"], found
