"""How a worker leaves the processor to others, before it imports anything that takes time."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

_SESSION: Final = Path("/proc/self/autogroup")
"""Where Linux shares the processor out by sessions first (sched(7)), how nice this one is."""
_TRIES: Final = 10


def be_nice(niceness: int) -> None:
    """Leave the processor to those who are less nice; on Windows nothing happens."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
        _be_nice_as_a_session(niceness)


def _be_nice_as_a_session(niceness: int) -> None:
    for _ in range(_TRIES):
        try:
            _SESSION.write_text(str(niceness), encoding="ascii")
        except BlockingIOError:  # Linux takes ten such wishes a second
            time.sleep(0.1)
        except OSError:
            return
        else:
            return
