"""What an audit finds of one answer: right, or in which way wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final, TypeAlias

from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.rules import Fault, check
from bimaru.squares import Square
from bimaru.study.audit.probes import Probe

_Filled: TypeAlias = frozenset[tuple[Square, str | None]]
"""The squares of a board that are ship, with their letters."""


class Finding(StrEnum):
    """The kinds of verdicts."""

    RIGHT = "right"
    WRONG = "wrong"
    """A board that breaks a rule."""
    TOO_FEW = "too few"
    """No board of a puzzle that has some, or not all where all were wanted."""
    TOO_MANY = "too many"
    """A board twice."""
    UNREADABLE = "unreadable"
    CRASH = "crash"
    TIME = "time"
    SKIPPED = "skipped"
    """The puzzle cannot be written in the format of the program, the program was given up before, or the
    boards are too many to know whether it has found all."""


FINE = (Finding.RIGHT, Finding.SKIPPED)
"""The findings that are nothing against a program."""
NOT_JUDGED: Final = "not judged, with too many boards to count in time"
"""The text of a verdict on a program that had to find all boards of a puzzle, whose number is not known."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a program says of a puzzle: boards; none, if it says that there are none; `failure` and `text` if
    it did not get as far."""

    boards: tuple[Board, ...] = ()
    failure: Finding | None = None
    text: str = ""
    seconds: float = 0.0
    peak_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding of a puzzle with the program's `board` that breaks the rules of `faults`, or with a board
    that is `missing` among those that the program has found."""

    puzzle: Puzzle
    about: str
    finding: Finding
    text: str
    board: Board | None = None
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0
    peak_bytes: int | None = None
    missing: Board | None = None

    @property
    def is_fine(self) -> bool:
        return self.finding in FINE

    def to_data(self) -> dict[str, object]:
        """The verdict as JSON; `letters` are those of its `board`, if it has any."""
        return {
            "puzzle": self.puzzle.to_data(),
            "about": self.about,
            "finding": str(self.finding),
            "text": self.text,
            **({"board": None} if self.board is None else self.board.to_data()),
            "missing": None if self.missing is None else self.missing.to_data(),
            "faults": [fault.to_data() for fault in self.faults],
            "seconds": round(self.seconds, 4),
            "peak_bytes": self.peak_bytes,
        }


def judge(probe: Probe, claim: Claim, *, wants_all: bool) -> Verdict:
    """The verdict on what a program says of a probe; `wants_all`: whether it had to find all boards."""
    verdict = partial(Verdict, probe.puzzle, probe.about, seconds=claim.seconds, peak_bytes=claim.peak_bytes)
    if claim.failure is not None:
        return verdict(claim.failure, claim.text)
    for board in claim.boards:
        if faults := tuple(check(probe.puzzle, board)):
            return verdict(Finding.WRONG, _wrong(probe, faults), board, faults)
    shown = {board.filled() for board in claim.boards}
    if len(shown) < len(claim.boards):
        return verdict(Finding.TOO_MANY, "the same board twice", claim.boards[0])
    if not shown and probe.boards:
        text = f"no board, but there {_are(probe)}"
        return verdict(Finding.TOO_FEW, text, missing=_missing(probe, shown))
    if not wants_all:
        return verdict(Finding.RIGHT, "")
    finding, text = _finding_of_all(probe, shown)
    missing = _missing(probe, shown) if finding == Finding.TOO_FEW else None
    return verdict(finding, text, missing=missing)


def _finding_of_all(probe: Probe, shown: set[_Filled]) -> tuple[Finding, str]:
    """What is found where all boards were wanted, of those shown, all of them right. They are counted only if
    as many as are known were shown: that may take long."""
    number, is_exact = len(probe.boards), probe.complete
    if len(shown) >= number and not is_exact:
        counted = probe.number
        number, is_exact = counted, counted.complete
    if len(shown) < number:
        return Finding.TOO_FEW, f"{len(shown):,} of {_some(number, is_exact)} boards"
    return (Finding.RIGHT, "") if is_exact else (Finding.SKIPPED, NOT_JUDGED)


def _missing(probe: Probe, shown: set[_Filled]) -> Board | None:
    """The first of the known boards that is not among these, if one is not; the same in every run."""
    known = sorted(probe.boards, key=lambda board: (board.rows, board.letters or ()))
    return next((board for board in known if board.filled() not in shown), None)


def _wrong(probe: Probe, faults: Iterable[Fault]) -> str:
    rules = "; ".join(fault.text for fault in faults)
    return rules if probe.boards else f"there is no solution: {rules}"


def _are(probe: Probe) -> str:
    number = len(probe.boards)
    return "is one" if number == 1 and probe.complete else f"are {_some(number, probe.complete)}"


def _some(number: int, is_exact: bool) -> str:
    return f"{number:,}" if is_exact else f"at least {number:,}"
