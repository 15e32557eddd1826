"""Case files of products and experts: one launch that shows a wrong part, reproducible from the file alone."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject
from rocm_kernels.backends.aiter.layer_survey import problem
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion
from rocm_kernels.backends.aiter.survey.cases import CaseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SCHEMA = 1


def read(path: Path) -> Mapping[str, Any]:
    """Read a case file; raises CaseError naming the file."""
    try:
        data: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise CaseError(f"{path}: schema: got {data['schema']!r}, expected {SCHEMA}")
        LayerQuestion.from_data(dict(data["question"]))
        if not data["code_object"] or not all(member["sha256"] for member in data["code_object"]):
            raise CaseError(f"{path}: code_object: expected at least one with its sha256")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise CaseError(f"{path}: cannot be read as a case: {type(error).__name__}: {error}") from error
    return data


def reproduce(case: Mapping[str, Any], entries: Mapping[str, LayerCodeObject]) -> list[tuple[str, str, str | None]]:
    """Launch again: each code object's name, the verdict recorded, and the one now, None where no such file is there.

    Raises:
        CaseError: none of them is there.
    """
    question = LayerQuestion.from_data(dict(case["question"]))
    found: list[tuple[str, str, str | None]] = []
    for member in case["code_object"]:
        entry = entries.get(member["sha256"])
        now = None if entry is None else problem.judge(entry, question).verdict
        found.append((member["name"], member["verdict"], now))
    if all(now is None for _, _, now in found):
        raise CaseError(f"{case['case']}: none of its {len(found)} code objects is in this folder")
    return found
