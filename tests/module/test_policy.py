"""Policies are few, shared and local to a thread."""

from __future__ import annotations

import threading

import pytest

from rocm_kernels import policy
from rocm_kernels.errors import InvalidArgumentError


def test_equal_policies_are_one_object() -> None:
    assert policy.explicit("triton") is policy.explicit("triton")
    assert policy.explicit("triton") is not policy.explicit("torch")


def test_an_unknown_backend_is_refused_by_name() -> None:
    with pytest.raises(InvalidArgumentError, match="backend: got 'tritn', expected one of aiter, rocm, triton, torch"):
        policy.explicit("tritn")


def test_only_a_policy_can_be_put_in_force() -> None:
    with pytest.raises(InvalidArgumentError, match="policy"), policy.using_policy("torch"):  # type: ignore[arg-type]
        pass


def test_a_policy_ends_with_its_block_even_after_an_error() -> None:
    def inside() -> None:
        with policy.using_policy(policy.forbid_fallback):
            seen.append(policy.current())
            raise RuntimeError

    seen: list[policy.Policy] = []
    with pytest.raises(RuntimeError):
        inside()
    assert seen == [policy.forbid_fallback]
    assert policy.current() is policy.automatic


def test_a_policy_is_in_force_in_its_own_thread_only() -> None:
    seen = []
    with policy.using_policy(policy.explicit("torch")):
        thread = threading.Thread(target=lambda: seen.append(policy.current()))
        thread.start()
        thread.join()
    assert seen == [policy.automatic]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (policy.automatic, "automatic"),
        (policy.explicit("aiter"), "explicit aiter"),
        (policy.forbid_fallback, "forbid fallback"),
    ],
)
def test_a_policy_reads_as_words(value: policy.Policy, words: str) -> None:
    assert str(value) == words
