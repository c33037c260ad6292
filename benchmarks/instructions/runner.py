"""What runs under Valgrind: it prepares some tasks, then does each in a fork of itself.

    python -m benchmarks.instructions.runner TASK...

The counts of a fork begin with those of its parent, so a fork that does nothing has exactly what is to be
subtracted, and Python starts and bimaru is imported only once for many tasks. Prints one line of JSON per
task: the `pid` that has the counts and a digest of the `answer`, or the `error`.

The clock stands still: `auto` changes its search order after some milliseconds, which pass early under
Valgrind, and earlier still on a busy machine.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b

time.perf_counter = time.monotonic = time.time = lambda: 1.0

import bimaru  # noqa: E402 - its modules take the clock when they are imported
from benchmarks.instructions.tasks import TASKS, Work  # noqa: E402

NOTHING = "nothing"
"""The task that only shows what the others have to subtract."""


def rows(names: list[str]) -> Iterator[dict[str, object]]:
    """The line for each task, `NOTHING` first."""
    for name in bimaru.__all__:
        getattr(bimaru, name)  # what is imported on first use is no part of the work
    prepared = [(NOTHING, lambda: None), *((name, _prepared(name)) for name in names)]
    # So that collecting garbage costs a task the same whatever the others have prepared.
    gc.collect()
    gc.freeze()
    for name, work in prepared:
        yield {"task": name, **({"error": work} if isinstance(work, str) else _forked(work))}


def _prepared(name: str) -> Work | str:
    """The work of a task; or why an older bimaru cannot do it."""
    try:
        return TASKS[name]()
    except Exception as error:
        return _told(error)


def _forked(work: Work) -> dict[str, object]:
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(writing, json.dumps(_done(work)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return {"pid": pid, **json.loads(said or b'{"error": "the process died"}')}


def _done(work: Work) -> dict[str, str]:
    try:
        return {"answer": blake2b(repr(work()).encode(), digest_size=8).hexdigest()}
    except Exception as error:
        return {"error": _told(error)}


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    for row in rows(sys.argv[1:]):
        print(json.dumps(row), flush=True)
