"""What an audit finds of one answer: right, or in which way wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bimaru.board import Board
from bimaru.puzzle import Puzzle
from bimaru.rules import Fault, check
from bimaru.squares import Square
from bimaru.study.audit.probes import Probe


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
    """The finding of a puzzle with the program's `board` that breaks the rules of `faults`."""

    puzzle: Puzzle
    about: str
    finding: Finding
    text: str
    board: Board | None = None
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0
    peak_bytes: int | None = None

    @property
    def is_fine(self) -> bool:
        return self.finding in FINE

    def to_data(self) -> dict[str, object]:
        """The verdict as JSON."""
        return {
            "puzzle": self.puzzle.to_data(),
            "about": self.about,
            "finding": str(self.finding),
            "text": self.text,
            "board": None if self.board is None else self.board.to_data()["board"],
            "faults": [fault.to_data() for fault in self.faults],
            "seconds": round(self.seconds, 4),
            "peak_bytes": self.peak_bytes,
        }


def judge(probe: Probe, claim: Claim, *, wants_all: bool) -> Verdict:
    """The verdict on what a program says of a probe; `wants_all`: whether it had to find all boards."""
    finding, text, board, faults = _found(probe, claim, wants_all)
    return Verdict(probe.puzzle, probe.about, finding, text, board, faults, claim.seconds, claim.peak_bytes)


def _found(
    probe: Probe, claim: Claim, wants_all: bool
) -> tuple[Finding, str, Board | None, tuple[Fault, ...]]:
    if claim.failure is not None:
        return claim.failure, claim.text, None, ()
    for board in claim.boards:
        if faults := tuple(check(probe.puzzle, board)):
            return Finding.WRONG, _wrong(probe, faults), board, faults
    shown = {*map(_filled, claim.boards)}
    if len(shown) < len(claim.boards):
        return Finding.TOO_MANY, "the same board twice", claim.boards[0], ()
    if not shown and probe.boards:
        return Finding.TOO_FEW, f"no board, but there {_are(probe)}", None, ()
    finding, text = _found_of_all(probe, len(shown)) if wants_all else (Finding.RIGHT, "")
    return finding, text, None, ()


def _found_of_all(probe: Probe, shown: int) -> tuple[Finding, str]:
    """The finding where all boards were wanted, and so many were shown, all of them right. They are counted
    only if as many as are known were shown: that may take long."""
    if shown < len(probe.boards):
        return Finding.TOO_FEW, f"{shown:,} of {_some(len(probe.boards), probe.complete)} boards"
    number = probe.number
    if shown < number:
        return Finding.TOO_FEW, f"{shown:,} of {_some(number, number.complete)} boards"
    return (Finding.RIGHT, "") if number.complete else (Finding.SKIPPED, NOT_JUDGED)


def _filled(board: Board) -> frozenset[tuple[Square, str | None]]:
    """What tells a board from another: the same squares may have other letters."""
    return frozenset((at, board.letter(at)) for at in board.occupied())


def _wrong(probe: Probe, faults: Iterable[Fault]) -> str:
    rules = "; ".join(fault.text for fault in faults)
    return rules if probe.boards else f"there is no solution: {rules}"


def _are(probe: Probe) -> str:
    number = len(probe.boards)
    return "is one" if number == 1 and probe.complete else f"are {_some(number, probe.complete)}"


def _some(number: int, is_exact: bool) -> str:
    return f"{number:,}" if is_exact else f"at least {number:,}"
