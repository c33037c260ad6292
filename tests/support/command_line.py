"""Calling the command: in this process, which is quick, or in one of its own."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pytest

from bimaru.cli import main

UNIQUE: Final = {"id": "unique", "rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}}
MULTIPLE: Final = {"id": "multiple", "rows": [1, 0, 1], "cols": [1, 0, 1], "fleet": {"1": 2}}
NONE: Final = {"id": "none", "rows": [2, 0], "cols": [1, 0], "fleet": {"1": 1}}
MALFORMED: Final = {"id": "malformed", "rows": [2, "x"], "cols": [1, -1], "fleet": {"1": 1}}
OPEN: Final = {"id": "open", "rows": [None] * 10, "cols": [None] * 10, "fleet": {"4": 1, "3": 2, "1": 7}}
"""A puzzle with more solutions than a test could wait for."""


def jsonl(*puzzles: object) -> str:
    """JSON Lines."""
    return "".join(json.dumps(puzzle) + "\n" for puzzle in puzzles)


def without_times(text: str) -> str:
    """Output without the figures that no two runs share."""
    return re.sub(r"[\d.]+ ms|\"seconds\": [\d.e-]+", "", text)


class Ran(NamedTuple):
    """How a call ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[Any]:
        """What was printed, as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def bimaru(*args: str | Path, stdin: str | bytes = "") -> Ran:
    """Call the command in this process."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with (
        patch("bimaru.cli.progress._LINE_PERIOD", 3600),  # on a busy machine anything may take long
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main([*map(str, args)], prog_name="bimaru")
    code = ended.value.code
    assert isinstance(code, int)
    return Ran(code, *(_printed(stream) for stream in (out, err)))


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def typed(line: str) -> Ran:
    """What a command line prints on a terminal of 80 columns: a plain call of `bimaru`, whose output may go
    to a file, runs in this process, anything else in a shell."""
    call, _, file = line.strip().partition(" > ")
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        if _is_plain(call) and re.fullmatch(r"[\w.-]*", file):
            ran = bimaru(*shlex.split(call)[1:])
            return _written_to(file, ran) if file else ran
        script = f'bimaru() {{ "{sys.executable}" -m bimaru "$@"; }}\n{line}'
        shell = subprocess.run(["sh", "-c", script], capture_output=True, encoding="utf-8", check=False)
        return Ran(shell.returncode, shell.stdout, shell.stderr)


def _is_plain(line: str) -> bool:
    """Whether it calls `bimaru` and has nothing that a shell would expand, redirect or join."""
    return line.startswith("bimaru ") and not set(line) & set("|<>&;()$`*?[]~{}#\\\n")


def _written_to(file: str, ran: Ran) -> Ran:
    Path(file).write_text(ran.out, encoding="utf-8")
    return ran._replace(out="")


def started(*args: str | Path, **options: Any) -> subprocess.Popen[str]:
    """Start the command in a process of its own, with pipes for what is not set in `options`."""
    usual = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | {"encoding": "utf-8"}
    command = [sys.executable, "-m", "bimaru", *map(str, args)]
    return subprocess.Popen(command, **(usual | options))
