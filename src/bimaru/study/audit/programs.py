"""Programs on a command line, for audits: the puzzle in a file, a run in a sandbox, the output read."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bimaru.formats import CannotWriteError, write
from bimaru.formats.registry import format_named
from bimaru.processes.program import kill_group
from bimaru.processes.sandbox import Limits, Ran, run_in_sandbox
from bimaru.puzzle import Puzzle
from bimaru.study.audit.claims import claim_of_text
from bimaru.study.audit.verdicts import Claim, Finding

PUZZLE: Final = "{puzzle}"
"""What a command has in place of the file of the puzzle."""
_MOST_MESSAGE: Final = 300
_TOO_MUCH: Final = 128 + 25
"""The exit code of a program that exceeds the size of a file, by SIGXFSZ, which Windows does not have."""


class Program:
    """A program that solves puzzles: its command, of which `{puzzle}` stands for the file, in a format of
    puzzles; without it, the puzzle comes as standard input. `answers` names the format of what it prints, if
    it is not detected.

    Raises `ValueError` for an unknown format or an empty command."""

    def __init__(
        self,
        command: Sequence[str],
        to: str = "json",
        limits: Limits = Limits(),  # noqa: B008  # a value
        answers: str | None = None,
    ) -> None:
        if not command:
            raise ValueError("no command")
        self.command = tuple(_absolute(part) for part in command)
        self.name = shlex.join(command)
        self._format = format_named(to)
        self._limits = limits
        self._answers = answers
        self._running: subprocess.Popen[bytes] | None = None
        self._is_ended = False

    def end(self) -> None:
        """Kill the program if it is running in another thread, and never start it again."""
        self._is_ended = True
        if self._running is not None:
            kill_group(self._running)

    def _note(self, process: subprocess.Popen[bytes]) -> None:
        self._running = process
        if self._is_ended:  # while it was started
            kill_group(process)

    def __call__(self, puzzle: Puzzle) -> Claim:
        """What the program says of a puzzle. Raises `OSError` if it cannot be started, and `RuntimeError`
        after `end`."""
        if self._is_ended:
            raise RuntimeError(f"{self.name} has been ended")
        try:
            text = write(puzzle, self._format.name)
        except CannotWriteError as error:
            return Claim(failure=Finding.SKIPPED, text=str(error))
        with TemporaryDirectory(prefix="bimaru-audit-") as scratch:
            file = Path(scratch, f"puzzle{self._format.suffix}")
            file.write_text(text, encoding="utf-8")
            command = [part.replace(PUZZLE, str(file)) for part in self.command]
            is_piped = not any(PUZZLE in part for part in self.command)
            text = text if is_piped else ""
            try:
                ran = run_in_sandbox(command, Path(scratch), self._limits, text, self._note)
            finally:
                self._running = None
        return replace(self._claim(ran, puzzle), seconds=ran.seconds, peak_bytes=ran.peak_bytes)

    def _claim(self, ran: Ran, puzzle: Puzzle) -> Claim:
        if ran.code is None:
            return Claim(failure=Finding.TIME, text=f"no answer in {self._limits.seconds:g} s")
        if ran.code == _TOO_MUCH:  # what it wrote was cut off, and would take long to read
            return _crash(f"it wrote more than {self._limits.file_bytes // 1_000_000} MB", ran)
        claim = claim_of_text(ran.text, puzzle, self._answers)
        if ran.code == 0 or claim.failure is None:
            return claim
        return _crash(f"it ended with exit code {ran.code}", ran)


def _crash(how: str, ran: Ran) -> Claim:
    """How a program failed, with the last line of its messages."""
    last = ran.messages.strip().rpartition("\n")[2][:_MOST_MESSAGE]
    return Claim(failure=Finding.CRASH, text=f"{how}: {last}" if last else how)


def _absolute(part: str) -> str:
    """The part of a command, with the path of a file where it is one: it runs in another directory. Links are
    not followed: the interpreter of a virtual environment is one."""
    return str(Path(part).absolute()) if PUZZLE not in part and Path(part).is_file() else part
