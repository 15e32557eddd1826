"""The registry: order, names, and the backends that are really there."""

from __future__ import annotations

import pytest
from tests.fakes.implementations import Scripted

from rocm_kernels import policy, registry
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.implementation import Implementation


@pytest.mark.parametrize("op", ["paged_attention", "prefill_attention", "reshape_and_cache"])
def test_each_op_has_candidates_of_these_backends_in_order(op: str) -> None:
    backends = [entry.backend for entry in registry.implementations(op)]
    assert backends == sorted(backends, key=policy.BACKENDS.index)
    assert {"aiter", "rocm", "torch"} <= set(backends)


def test_an_unknown_op_is_refused_by_name() -> None:
    with pytest.raises(InvalidArgumentError, match=r"op: got 'paged_atention', expected one of .*, paged_attention, "):
        registry.implementations("paged_atention")


def renamed(entry: Implementation, **changes: str) -> Implementation:
    facts = {name: getattr(entry, name) for name in entry.__dataclass_fields__}
    return Implementation(**{**facts, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "torch.prefill_attention"},
        {"name": "triton.paged_attention"},
        {"name": "paged_attention"},
        {"name": "torch.paged_attention.Fast"},
        {"name": "torch.paged_attention_v2"},
        {"backend": "cuda"},
    ],
    ids=str,
)
def test_a_malformed_name_is_refused(changes: dict[str, str]) -> None:
    with (
        registry.only(),
        pytest.raises(InvalidArgumentError, match="implementation"),
    ):
        registry.register(renamed(Scripted("torch").implementation(), **changes))


def test_a_name_is_taken_once() -> None:
    with registry.only(Scripted("torch").implementation()), pytest.raises(InvalidArgumentError, match="twice"):
        registry.register(Scripted("torch").implementation())


def test_only_puts_the_registry_back_even_after_an_error() -> None:
    def inside() -> None:
        with registry.only(Scripted("torch").implementation()):
            seen.append(len(registry.implementations("paged_attention")))
            raise RuntimeError

    before = registry.implementations("paged_attention")
    seen: list[int] = []
    with pytest.raises(RuntimeError):
        inside()
    assert seen == [1]
    assert registry.implementations("paged_attention") == before


def test_a_registered_implementation_comes_after_its_backends_own() -> None:
    first, second = Scripted("torch"), Scripted("torch", variant=".second")
    with registry.only(first.implementation()):
        registry.register(second.implementation())
        registry.register(Scripted("aiter").implementation())
        names = [entry.name for entry in registry.implementations("paged_attention")]
        assert names == ["aiter.paged_attention", "torch.paged_attention", "torch.paged_attention.second"]
        assert registry.ops() == ("paged_attention",)
