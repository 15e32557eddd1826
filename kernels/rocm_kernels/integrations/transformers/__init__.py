"""Hugging Face models over the ops of this package: see docs/models.md.

Importing this needs transformers, of the extra ``models``.
"""

from rocm_kernels.integrations.errors import CheckpointError, MissingPackageError, OutOfBlocksError, require

require("transformers")

from rocm_kernels.integrations.transformers.attention import Placement  # noqa: E402 - only with transformers there
from rocm_kernels.integrations.transformers.caches import KVScales  # noqa: E402
from rocm_kernels.integrations.transformers.engine import Completion, Engine, generate  # noqa: E402
from rocm_kernels.integrations.transformers.sampling import SamplingOptions  # noqa: E402
from rocm_kernels.integrations.transformers.tally import Tally  # noqa: E402

__all__ = [
    "CheckpointError",
    "Completion",
    "Engine",
    "KVScales",
    "MissingPackageError",
    "OutOfBlocksError",
    "Placement",
    "SamplingOptions",
    "Tally",
    "generate",
]
