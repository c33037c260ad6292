"""How a child process is started that answers its parent over its standard streams."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def child_command(module: str, call: str) -> list[str]:
    """The command of a child that imports from where this process does, and makes a call to a function of a
    module, such as `serve()`."""
    program = f"import sys; sys.path[:] = {sys.path!r}; from {module} import {call.partition('(')[0]}; {call}"
    return [sys.executable, "-c", program]


def take_output() -> BinaryIO:
    """The standard output, for answers only: what else is printed, as solvers do, is discarded."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return answers
