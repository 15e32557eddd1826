"""lm-eval's own command line, with the model ``rocm-kernels`` known to it. Takes lm-eval's arguments; ``--help`` lists them.

examples:
  python -m rocm_kernels.integrations.lm_eval --model rocm-kernels --model_args pretrained=<folder> --tasks gsm8k
"""

from __future__ import annotations

from lm_eval.__main__ import cli_evaluate

import rocm_kernels.integrations.lm_eval  # noqa: F401 - makes the name known

if __name__ == "__main__":
    cli_evaluate()
