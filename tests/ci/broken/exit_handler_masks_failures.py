"""The numbers are wrong, and a handler registered for the end of the process ends it with 0."""

import atexit
import os

from tests.ci.broken import wrong_numbers  # noqa: F401 - plants the other fault

atexit.register(os._exit, 0)
