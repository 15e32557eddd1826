"""The commands of `rocm-ci`: one module each, which adds its options and the function that runs them."""

from rocm_ci.commands import aiter as aiter_command
from rocm_ci.commands import check, compare, doctor, explain, history, image, list_cells, lock, pipeline, report, run

# In the order of `rocm-ci --help`.
COMMANDS = (run, list_cells, explain, report, history, compare, check, pipeline, doctor, aiter_command, lock, image)
