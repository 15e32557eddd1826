"""The torch backend computes the right thing without saying that it launched anything."""

from rocm_kernels.backends.torch import paged_attention as module


class Silent:
    @staticmethod
    def note(kernel: str) -> None:
        pass


module.launches = Silent  # type: ignore[attr-defined,assignment]  # stands in for the module of that name
