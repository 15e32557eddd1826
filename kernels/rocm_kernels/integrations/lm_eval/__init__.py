"""lm-eval over the ops of this package: importing this makes the model name ``rocm-kernels`` known to lm-eval.

``python -m rocm_kernels.integrations.lm_eval`` is lm-eval's own command line with that name in it; docs/models.md has examples.
"""

from rocm_kernels.integrations.errors import require

require("lm_eval")
require("transformers")

from rocm_kernels.integrations.lm_eval.model import NAME, RocmKernelsLM  # noqa: E402 - only with lm-eval there

__all__ = ["NAME", "RocmKernelsLM"]
