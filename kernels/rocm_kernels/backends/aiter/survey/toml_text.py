"""Writes the few kinds of TOML that the survey's files need, always in the same way, so that files can be compared by byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rocm_kernels.files import write_atomically


def text(data: Mapping[str, Any]) -> str:
    """TOML of nested mappings and lists of mappings; keys stay in the order in which they are."""
    return "\n".join(_lines(data, "")).strip() + "\n"


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a file whole or not at all."""
    write_atomically(path, text(data))


def _lines(data: Mapping[str, Any], prefix: str) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if _is_table(value)}
    for key, value in data.items():
        if key not in tables:
            yield f"{key} = {_value(value)}"
    for key, value in tables.items():
        name = f"{prefix}{key}"
        for entry in value if isinstance(value, list) else [value]:
            yield ""
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _lines(entry, f"{name}.")


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(entry, Mapping) for entry in value)
    )


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(entry) for entry in value) + "]"
    raise TypeError(f"value: got a {type(value).__name__}, expected what TOML holds")
