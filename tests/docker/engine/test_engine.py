"""The engine itself, before anything is built with it."""

from __future__ import annotations

from typing import Any

from rocm_ci.container import engine


def test_an_engine_answers_and_can_build(client: Any) -> None:
    assert client.ping()
    assert "buildx" in engine.buildx(client)
    assert engine.missing() is None


def test_an_image_that_is_not_there_is_no_error(client: Any) -> None:
    assert engine.labels(client, "rocm-attention-ci:never-built") is None
    assert engine.layers(client, "rocm-attention-ci:never-built") is None
