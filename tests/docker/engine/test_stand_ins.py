"""The whole chain of docker/Dockerfile.rocm_base and docker/Dockerfile.rocm, built on stand-ins, and each way to spoil it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.docker import run_lines, stand_ins
from tests.docker.engine.conftest import Command, Log, Sources

from rocm_ci.container import contents, engine

LOCK_CODE = 25
FROM_CACHE_WITHIN = 15.0


def verify(rocm_ci: Command, stub_lock: Path, image: str) -> dict[str, str]:
    """Differences that `rocm-ci lock verify` names in an image: what, and the sentence."""
    done = rocm_ci("lock", "verify", "--lock", str(stub_lock), "--image", image, "--json")
    document = json.loads(done.output)
    assert (done.code == LOCK_CODE) == bool(document["differences"]), done.output
    assert document["stub"], "a report of a stand-in must say so"
    return {entry["what"]: entry["sentence"] for entry in document["differences"]}


def test_the_declared_image_is_what_runs_and_says_that_it_is_a_stub(
    client: Any, rocm_ci: Command, stub_lock: Path, stub_image: str, sources: Sources
) -> None:
    assert verify(rocm_ci, stub_lock, stub_image) == {}
    labels = client.images.get(stub_image).labels
    assert labels[f"{engine.LABEL}.stub"].startswith("stands in")
    assert labels[f"{engine.LABEL}.aiter.commit"] == sources.commit
    assert labels[f"{engine.LABEL}.torch"] == "2.10.0+rocm7.2.4.stub", "read from the package, which no argument names"
    assert labels["org.opencontainers.image.licenses"] == "Apache-2.0"
    shown = rocm_ci("lock", "verify", "--lock", str(stub_lock), "--image", stub_image)
    assert "STUB" in shown.output


def test_a_record_of_a_stub_never_enters_a_lock(
    rocm_ci: Command, stub_lock: Path, stub_image: str, tmp_path: Path
) -> None:
    before = stub_lock.read_bytes()
    rocm_ci("image", "record", stub_image, "--output", str(tmp_path / "image.json"))
    done = rocm_ci("lock", "record", "--lock", str(stub_lock), str(tmp_path / "image.json"))
    assert done.code == LOCK_CODE
    assert "stub" in done.output
    assert stub_lock.read_bytes() == before


def test_no_index_and_no_argument_replaces_what_the_base_brought(client: Any, stub_image: str) -> None:
    """The guard: an installer inside of the image that asks for another torch is refused."""
    with pytest.raises(engine.sdk().errors.ContainerError) as caught:
        client.containers.run(
            stub_image,
            ["pip", "install", "--no-index", "--target", "/tmp/other", "torch==2.11.0"],
            remove=True,
            network_mode="none",
        )
    assert b"cannot install torch==2.11.0" in caught.value.stderr.lower()
    guard = client.containers.run(
        stub_image, ["cat", "/opt/rocm-ci/guard.txt"], remove=True, network_mode="none"
    ).decode()
    assert "torch==2.10.0+rocm7.2.4.stub" in guard.splitlines()


def test_the_bill_of_materials_lists_what_is_installed(client: Any, stub_image: str) -> None:
    text = client.containers.run(stub_image, ["cat", "/opt/rocm-ci/sbom.cdx.json"], remove=True, network_mode="none")
    bill = json.loads(text)
    assert bill["bomFormat"] == "CycloneDX"
    listed = {(part["name"].lower(), part["version"]) for part in bill["components"]}
    record = engine.record(client, stub_image)
    for name, version in record["packages"].items():
        if name not in ("pip", "setuptools"):
            assert (name, version) in listed or (name.replace("_", "-"), version) in listed, name


def test_no_layer_holds_a_secret_a_cache_or_a_repository(rocm_ci: Command, stub_image: str) -> None:
    done = rocm_ci("image", "scan", stub_image)
    assert done.code == 0, done.output


def test_the_search_of_layers_finds_each_kind(client: Any, stub_image: str, tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(
        f"FROM {stub_image}\nUSER 0:0\nENV PIP_CERT=/x\n"
        "RUN mkdir -p /a/.git /root/.cache/pip && touch /a/.git/HEAD /root/.cache/pip/x /a/b.whl /etc/pip.conf && "
        "echo do-not-tell > /a/c && echo do-not-tell > /a/gone\nRUN rm /a/gone\n"
    )
    _derived(tmp_path, "rocm-ci-stub:leaky")
    found = contents.search(client, "rocm-ci-stub:leaky", {"the secret": [b"do-not-tell"]})
    assert {(finding.path, finding.why) for finding in found} >= {
        ("a/.git/HEAD", "a git repository"),
        ("root/.cache/pip/x", "a cache"),
        ("a/b.whl", "an archive that was installed"),
        ("etc/pip.conf", "configuration with credentials"),
        ("a/c", "the secret"),
        ("a/gone", "the secret"),  # removed later, and still there for everyone who pulls the image
        ("the image's configuration", "runs as root"),
        ("the image's configuration", "mentions 'PIP_CERT'"),
    }


def test_a_second_build_comes_from_the_cache(build_stub: Command, stub_image: str) -> None:
    again = build_stub("rocm-ci-stub:again", timed=True)
    assert again.code == 0, again.output
    assert again.seconds < FROM_CACHE_WITHIN


def test_two_builds_from_one_lock_hold_the_same_files(rocm_ci: Command, build_stub: Command, stub_image: str) -> None:
    built = build_stub("rocm-ci-stub:second", "--no-cache")
    assert built.code == 0, built.output
    done = rocm_ci("image", "compare", "--json", stub_image, "rocm-ci-stub:second")
    assert done.code == 0, done.output
    compared = json.loads(done.output)
    assert compared["files"] == []
    assert compared["versions"] == []
    assert min(compared["paths"]) > 1000


def test_a_tag_that_moved_is_reported_and_does_not_build(
    rocm_ci: Command, build_stub: Command, stub_lock: Path, stub_image: str, sources: Sources, tmp_path: Path
) -> None:
    moved = tmp_path / "versions.lock"
    moved.write_text(stub_lock.read_text().replace(f'"{sources.clean}"', f'"{sources.moved}"'))
    done = rocm_ci("lock", "check", "--reachable", "--lock", str(moved), "--line", "stub")
    assert done.code == LOCK_CODE
    assert f"tag 'v-stub' has moved: {sources.commit} is locked, it is {sources.later} now" in done.output
    built = build_stub("rocm-ci-stub:moved", "--only-base", source=sources.moved)
    assert built.code != 0
    assert f"aiter: commit {sources.commit} is declared, the source is at {sources.later}" in built.output


def test_another_commit_that_runs_is_found(
    rocm_ci: Command, build_stub: Command, stub_lock: Path, stub_image: str, sources: Sources
) -> None:
    built = build_stub(
        "rocm-ci-stub:other", "--only-base", "--build-arg", f"AITER_COMMIT={sources.later}", source=sources.moved
    )
    assert built.code == 0, built.output
    found = verify(rocm_ci, stub_lock, "rocm-ci-stub:other-base")
    assert set(found) == {"aiter.commit"}
    assert sources.commit in found["aiter.commit"]
    assert sources.later in found["aiter.commit"]


def test_another_aiter_installed_over_the_built_one_proves_no_commit(
    rocm_ci: Command, stub_lock: Path, stub_image: str, sources: Sources, tmp_path: Path
) -> None:
    """The old AITER baked in: a bump "passes" while the one that runs is another."""
    wheel = stand_ins.wheel(sources.moved, tmp_path, "gfx942;gfx950", prebuilt=True)
    (tmp_path / "Dockerfile").write_text(
        f"FROM {stub_image}\nUSER 0:0\nCOPY {wheel.name} /tmp/\n"
        f"RUN PIP_CONSTRAINT= pip install --no-index --no-deps --force-reinstall /tmp/{wheel.name}\nUSER 10001:10001\n"
    )
    _derived(tmp_path, "rocm-ci-stub:over")
    found = verify(rocm_ci, stub_lock, "rocm-ci-stub:over")
    assert set(found) == {"aiter.commit"}
    assert "none that is proven" in found["aiter.commit"]


def test_an_edited_tuning_file_is_found(rocm_ci: Command, stub_lock: Path, stub_image: str, tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(
        f"FROM {stub_image}\nUSER 0:0\nRUN sed -i s/stub_b/stub_a/ /opt/venv/lib/python3*/site-packages/aiter/configs/*.csv\n"
        "USER 10001:10001\n"
    )
    _derived(tmp_path, "rocm-ci-stub:edited")
    found = verify(rocm_ci, stub_lock, "rocm-ci-stub:edited")
    assert set(found) == {"aiter.files"}
    assert "aiter/configs/a8w8_tuned_gemm.csv" in found["aiter.files"]
    compared = rocm_ci("image", "compare", stub_image, "rocm-ci-stub:edited")
    assert compared.code == 1
    (row,) = [row for row in compared.output.splitlines() if "a8w8_tuned_gemm.csv: file" in row]
    assert len(re.findall(r"file \d+ 0:0 [0-9a-f]{64}", row)) == 2


def test_an_empty_prebuilt_wheel_is_found(
    rocm_ci: Command, build_stub: Command, stub_lock: Path, stub_image: str
) -> None:
    built = build_stub("rocm-ci-stub:empty", "--only-base", "--build-arg", "AITER_PREBUILT=0")
    assert built.code == 0, built.output
    found = verify(rocm_ci, stub_lock, "rocm-ci-stub:empty-base")
    assert set(found) == {"aiter.prebuilt"}


def test_a_wrong_target_inside_is_found(
    rocm_ci: Command, build_stub: Command, stub_lock: Path, stub_image: str
) -> None:
    built = build_stub("rocm-ci-stub:target", "--only-base", "--build-arg", "TARGETS=gfx942;gfx1100")
    assert built.code == 0, built.output
    found = verify(rocm_ci, stub_lock, "rocm-ci-stub:target-base")
    assert set(found) == {"aiter.targets"}
    assert "gfx1100" in found["aiter.targets"]


def test_a_base_whose_tag_moved_is_found(
    client: Any, rocm_ci: Command, stub_lock: Path, stub_base: str, bare_base: str
) -> None:
    """What is built on another base than the declared one, verify finds: see the next test."""
    declared = client.images.get(stub_base)
    client.images.get(bare_base).tag("rocm-ci-stub-base", "1")
    try:
        done = rocm_ci("lock", "check", "--reachable", "--lock", str(stub_lock), "--line", "stub")
        assert done.code == LOCK_CODE
        assert "has moved" in done.output
        assert declared.id in done.output
    finally:
        declared.tag("rocm-ci-stub-base", "1")


def test_torch_and_triton_can_be_built_or_taken_as_wheels(
    rocm_ci: Command, build_stub: Command, stub_lock: Path, bare_base: str, stub_image: str, tmp_path: Path
) -> None:
    """On a base without them, which is not the declared one."""
    given: list[str] = []
    for name in ("torch", "triton"):
        commit = stand_ins.repository(tmp_path / name, name=name)
        given += ["--build-arg", f"{name.upper()}_SOURCE=git", "--build-arg", f"{name.upper()}_COMMIT={commit}"]
        given += ["--context", f"{name}_src={tmp_path / name}"]
    built = build_stub("rocm-ci-stub:source", "--only-base", *given, base=bare_base)
    assert built.code == 0, built.output
    assert set(verify(rocm_ci, stub_lock, "rocm-ci-stub:source-base")) == {"base.digest"}

    wheels = tmp_path / "wheels"
    environment = {"PYTORCH_ROCM_ARCH": "gfx942;gfx950", "TORCH_COMMIT": "6" * 40}
    for name in ("torch", "triton"):
        if name == "torch":
            (tmp_path / name / "hipified").touch()
        stand_ins.wheel_of(tmp_path / name, wheels, environment)
    given = ["--build-arg", "TORCH_SOURCE=wheel", "--build-arg", "TORCH_VERSION=2.10.0+rocm7.2.4.built"]
    given += ["--build-arg", "TRITON_SOURCE=wheel", "--build-arg", "TRITON_VERSION=3.7.0+built"]
    built = build_stub("rocm-ci-stub:wheels", "--only-base", *given, "--context", f"wheels={wheels}", base=bare_base)
    assert built.code == 0, built.output
    assert set(verify(rocm_ci, stub_lock, "rocm-ci-stub:wheels-base")) == {"base.digest"}

    compared = rocm_ci("image", "compare", f"{stub_image}-base", "rocm-ci-stub:wheels-base")
    assert compared.code == 1
    assert "torch: 2.10.0+rocm7.2.4.stub | 2.10.0+rocm7.2.4.built" in compared.output.splitlines()

    given[3] = "TORCH_VERSION=2.10.1"
    built = build_stub("rocm-ci-stub:nowheel", "--only-base", *given, "--context", f"wheels={wheels}", base=bare_base)
    assert built.code != 0
    assert "torch 2.10.1: neither a wheel" in built.output


def test_the_documentation_lists_the_run_lines_that_stand_ins_never_execute(stub_image: str, log: Log) -> None:
    """By the log of all builds of this run; this test has to come after them."""
    names = ("Dockerfile.rocm_base", "Dockerfile.rocm")
    never = run_lines.never_executed([stand_ins.ROOT / "docker" / name for name in names], log())
    documented = (stand_ins.ROOT / "docs" / "containers.md").read_text(encoding="utf-8")
    begin, end = "<!-- begin never executed -->", "<!-- end never executed -->"
    listed = re.findall(r"`(.+)`", documented[documented.index(begin) : documented.index(end)])
    assert never == listed


def test_a_tree_with_changes_is_not_built(
    build_stub: Command, stub_image: str, sources: Sources, tmp_path: Path
) -> None:
    shutil.copytree(sources.clean, tmp_path / "dirty")
    (tmp_path / "dirty" / "aiter" / "__init__.py").write_text("CHANGED = True\n")
    built = build_stub("rocm-ci-stub:dirty", "--only-base", source=tmp_path / "dirty")
    assert built.code != 0
    assert "has changes" in built.output
    assert "aiter/__init__.py" in built.output


def _derived(folder: Path, tag: str) -> None:
    words = ["docker", "buildx", "build", "--quiet", "--provenance=false", "--tag", tag, str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
