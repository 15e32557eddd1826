"""The outcome of choosing: which implementation, and for every other candidate the reason why not."""

from __future__ import annotations

from dataclasses import dataclass

from rocm_kernels.errors import NoImplementationError
from rocm_kernels.implementation import Implementation
from rocm_kernels.policy import Policy
from rocm_kernels.spec import Spec
from rocm_kernels.support import Rejection


@dataclass(frozen=True, eq=False)
class Decision:
    """One choice, cached by the dispatcher.

    Attributes:
        spec: the request.
        policy: the policy it was made under.
        implementation: the chosen one, None where nothing may serve the request.
        kernel: the kernel that it would launch, empty where there is none.
        rejections: every candidate that was passed over, in order of preference, with all its reasons.
        remarks: what to know of the choice, such as that a flag let something through that was not surveyed.
    """

    spec: Spec
    policy: Policy
    implementation: Implementation | None
    kernel: str
    rejections: tuple[Rejection, ...]
    remarks: tuple[str, ...] = ()

    def chosen(self) -> Implementation:
        """Return the implementation, or raise NoImplementationError with every reason."""
        if self.implementation is None:
            raise NoImplementationError(self._complaint(), self.rejections)
        return self.implementation

    def _complaint(self) -> str:
        lines = [f"no implementation may serve {self.spec} under the policy {self.policy}"]
        lines += [
            f"  {rejection.implementation}: {'; '.join(f'{r.message} [{r.code}]' for r in rejection.reasons)}"
            for rejection in self.rejections
        ]
        return "\n".join(lines)
