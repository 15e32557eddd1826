"""Reads YAML files strictly: safe types only, no key twice, errors of one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from rocm_ci.errors import RocmCiError


class _Strict(yaml.SafeLoader):
    """Refuses a key that stands twice in one mapping: YAML itself would silently take the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build a mapping; raises ConstructorError for a key given twice."""
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} stands twice", key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


def parse(text: str, name: str) -> Any:
    """The value of one YAML document; raises RocmCiError naming the file and the line."""
    try:
        return yaml.load(text, Loader=_Strict)  # noqa: S506 - a subclass of SafeLoader
    except yaml.YAMLError as error:
        raise RocmCiError(f"{name}: {' '.join(str(error).split())}") from None


def read(path: Path) -> Any:
    """The value of a YAML file; raises RocmCiError where it cannot be read or is no YAML."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RocmCiError(f"{path} cannot be read: {error}") from None
    return parse(text, str(path))
