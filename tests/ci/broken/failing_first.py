"""A better backend claims every request and cannot be loaded: the dispatcher falls back, and the result is right."""

from tests.fakes.implementations import Scripted

from rocm_kernels import registry

registry.register(Scripted("rocm", variant=".broken", on_load=OSError("planted")).implementation())
