"""Steps as Buildkite's YAML, through buildkite-sdk, and the checks that its schema and this project demand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from buildkite_sdk import CommandStep, GroupStep
from buildkite_sdk.pipeline import Pipeline as Document

from rocm_ci.pipeline import lint
from rocm_ci.pipeline.settings import PipelineError
from rocm_ci.pipeline.steps import VERDICT, Pipeline, Step

FOLDER = Path("ci") / "buildkite"
DOCKER_PLUGIN = "docker#v5.13.0"
# An agent that was lost or stopped says nothing about the code; everything else is a result and is kept.
RETRIED = ((-1, 2), (255, 2))
# Bytes: pinned memory and the exchange between processes of PyTorch need far more than docker's 64 MB.
SHARED_MEMORY = "16gb"


def document(pipeline: Pipeline) -> dict[str, Any]:
    """The pipeline as Buildkite takes it; raises PipelineError where it is not valid."""
    made = Document()
    for name in dict.fromkeys(step.group for step in pipeline.steps):
        group: list[Any] = [_command(pipeline.name, step) for step in pipeline.steps if step.group == name]
        made.add_step(GroupStep(group=name, steps=group))
    found: dict[str, Any] = made.to_dict()
    wanted = {step.key for step in pipeline.steps}
    if troubles := [*lint.schema(found), *lint.meaning(found), *_lost(found, wanted)]:
        raise PipelineError(f"the pipeline {pipeline.name} is not valid: {'; '.join(troubles)}")
    return found


def _lost(found: dict[str, Any], wanted: set[str]) -> list[str]:
    """buildkite-sdk drops what it does not know without a word."""
    kept = {step.get("key") for step in lint.steps_of(found)}
    return [f"step {key!r} was lost on the way" for key in sorted(wanted - kept)]


def _command(pipeline: str, step: Step) -> CommandStep:
    values: Any = {
        "key": step.key,
        "label": step.label,
        "command": f"ci/pipeline.sh step {step.key} --pipeline {pipeline}",
        "agents": {"queue": step.queue},
        "timeout_in_minutes": step.minutes,
        "retry": {"automatic": [{"exit_status": code, "limit": limit} for code, limit in RETRIED]},
    }
    if step.artifacts:
        values["artifact_paths"] = list(step.artifacts)
    if step.depends_on:
        values["depends_on"] = list(step.depends_on)
    if step.soft_fails:
        values["soft_fail"] = [{"exit_status": code} for code in step.soft_fails]
    if step.always:
        values["allow_dependency_failure"] = True
    if step.gpu:
        values |= {"concurrency": step.agents, "concurrency_group": f"rocm-attention-ci/{step.queue}"}
    if step.image is not None:
        values["plugins"] = [{DOCKER_PLUGIN: _container(step)}]
    return CommandStep.from_dict(values)


def _container(step: Step) -> dict[str, Any]:
    options: dict[str, Any] = {
        "image": step.image,
        "init": True,
        "shm-size": SHARED_MEMORY,
        "propagate-environment": True,
        "environment": ["ROCM_CI_REQUIRE_GPU=1"] if step.gpu else [],
        "mount-buildkite-agent": True,
    }
    if step.gpu:
        # The locks of GPUs are of the machine, not of one container.
        options |= {"devices": ["/dev/kfd", "/dev/dri"], "volumes": ["/var/lock/rocm-ci:/var/lock/rocm-ci"]}
    return options


class _Quoting(yaml.SafeDumper):
    """Dumps strings that span lines as they are, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything out: a reader of a pipeline should not have to follow references."""
        return True


def text(pipeline: Pipeline) -> str:
    """The file, with what it leaves out at its head."""
    lines = [
        "# Generated from ci/matrix.toml, ci/pipeline.toml, docker/versions.lock and ci/times.json: rocm-ci pipeline generate",
        *(f"# Not tested: queue {entry.queue}: {entry.reason}." for entry in pipeline.refused),
    ]
    body = yaml.dump(document(pipeline), Dumper=_Quoting, sort_keys=False, width=1000, allow_unicode=True)
    return "\n".join(lines) + "\n" + body


__all__ = ["FOLDER", "VERDICT", "document", "text"]
