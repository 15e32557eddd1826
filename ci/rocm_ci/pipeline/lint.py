"""What is wrong with a pipeline: by Buildkite's own schema, and in meaning where the schema lets it through."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

import jsonschema
from buildkite_sdk import CommandStep

from rocm_ci.errors import did_you_mean

MOST_STEPS = 500
"""That Buildkite takes in one upload."""
PINNED_IMAGE = "@sha256:"


def _schema(package: str, *names: str) -> dict[str, Any]:
    path = resources.files(package).joinpath(*names)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def schema(document: dict[str, Any]) -> list[str]:
    """What Buildkite's schema (the copy in buildkite-sdk) says."""
    return _against(_schema("buildkite_sdk", "schema.json"), document)


def workflow(document: dict[Any, Any]) -> list[str]:
    """What the schema of GitHub workflows (the copy in check-jsonschema) says."""
    # YAML 1.1 reads the key `on` as true.
    named = {("on" if key is True else key): value for key, value in document.items()}
    return _against(_schema("check_jsonschema", "builtin_schemas", "vendor", "github-workflows.json"), named)


def _against(rules: dict[str, Any], document: dict[str, Any]) -> list[str]:
    validator = jsonschema.validators.validator_for(rules)(rules)
    best = jsonschema.exceptions.best_match(validator.iter_errors(document))
    if best is None:
        return []
    place = "/".join(map(str, best.absolute_path)) or "the document"
    return [f"{place}: {best.message[:300]}"]


def steps_of(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every step, those inside of groups too."""
    for step in document.get("steps") or ():
        if isinstance(step, dict):
            yield step
            yield from steps_of(step)


def meaning(document: dict[str, Any]) -> list[str]:
    """What no schema sees: each sentence names the step."""
    if not document.get("steps"):
        return ["there is no step: the build would be green with nothing done"]
    found = []
    steps = list(steps_of(document))
    if len(steps) > MOST_STEPS:
        found.append(f"{len(steps)} steps in one upload, Buildkite takes {MOST_STEPS}")
    keys = Counter(step["key"] for step in steps if "key" in step)
    found += [f"key {key!r} is given to {count} steps" for key, count in keys.items() if count > 1]
    for step in steps:
        name = repr(step.get("key") or step.get("label") or step.get("group") or step)
        found += [f"step {name} {sentence}" for sentence in _wrong(step, set(keys))]
    found += _circles(steps)
    return found


def _wrong(step: dict[str, Any], keys: set[str]) -> Iterator[str]:
    if "group" not in step and not {"command", "commands", "wait", "trigger", "block", "input"} & step.keys():
        yield "does nothing"
    if "wait" in step and step["wait"] not in (None, "~", ""):
        yield "is a wait with a value"
    if "matrix" in step and "parallelism" in step:
        yield "has matrix and parallelism: Buildkite takes one of them"
    if "matrix" in step and "{{" in str(step.get("key", "")):
        yield "uses the matrix in its key, where it is not filled in"
    for name in dependencies(step):
        if name not in keys:
            yield f"depends on {name!r}, which no step has as its key"
    if step.get("soft_fail") is True:
        yield "fails softly whatever its exit code: name the codes"
    if {"command", "commands"} & step.keys():
        yield from _wrong_command(step)
    if ("concurrency" in step) != ("concurrency_group" in step):
        yield "needs concurrency and concurrency_group together"


def _known_fields() -> set[str]:
    fields = CommandStep.model_fields
    return {*fields, *(str(field.alias) for field in fields.values() if field.alias)}


def _wrong_command(step: dict[str, Any]) -> Iterator[str]:
    known = _known_fields()
    for name in step.keys() - known:
        hint = did_you_mean(str(name), known)
        yield f"has an unknown field {name!r}" + (f"; {hint}" if hint else "")
    if "timeout_in_minutes" not in step:
        yield "has no timeout_in_minutes: a hang would hold its agent"
    commands = step.get("command", step.get("commands"))
    for command in commands if isinstance(commands, list) else [commands]:
        words = str(command).split()
        if words[:1] == ["make"]:
            yield "calls make, which turns every exit code into 2: call ci/pipeline.sh"
        if "||" in words or ";" in str(command):
            yield "hides an exit code behind || or ;"
    for plugin in step.get("plugins") or ():
        for name, options in plugin.items() if isinstance(plugin, dict) else [(plugin, None)]:
            if "#" not in str(name):
                yield f"uses the plugin {name} without a version"
            image = (options or {}).get("image")
            if image is not None and PINNED_IMAGE not in image:
                yield f"takes the image {image} by a name that can move, not by its digest"


def dependencies(step: dict[str, Any]) -> list[str]:
    """The keys that a step depends on, in whichever way they are written."""
    listed = step.get("depends_on") or []
    listed = listed if isinstance(listed, list) else [listed]
    return [str(entry["step"] if isinstance(entry, dict) else entry) for entry in listed]


def _circles(steps: list[dict[str, Any]]) -> list[str]:
    needs = {step["key"]: set(dependencies(step)) for step in steps if "key" in step}
    while ready := [key for key, others in needs.items() if not others & needs.keys()]:
        for key in ready:
            del needs[key]
    return [f"steps wait for each other: {', '.join(sorted(needs))}"] if needs else []
