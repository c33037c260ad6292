"""Puzzles without a solution: the smallest sets of clues that contradict each other, and repairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bimaru.board import Board
from bimaru.capitals import capitalised
from bimaru.deduction.clues import Clues, ordered
from bimaru.deduction.discrepancies import Discrepancy, find_discrepancy
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.minimal_sets import smallest_set
from bimaru.deduction.oracle import Item, Items, Oracle
from bimaru.deduction.position import givens_of, sized
from bimaru.deduction.proofs import Proof, prove_failure
from bimaru.deduction.reasons import Clue, Reason, Squares
from bimaru.deduction.repairs import Repair, find_repairs
from bimaru.deduction.telling.steps import Step
from bimaru.deduction.time_limit import Deadline
from bimaru.errors import OutOfTimeError, UnsupportedPuzzleError
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle

MOST_REPAIRS: Final = 10
"""Repairs that are listed."""
REPAIR_SECONDS: Final = 5.0
"""How long repairs are searched for without a time limit."""


@dataclass(frozen=True, slots=True)
class Conflict(Outcome):
    """Clues, and known squares of a half-filled board, that contradict each other; none can be left out.

    Totals that differ are given first: then the clues are all those of the two sides, such as the tallies of
    all rows and all columns, which the sums take, even if other arguments need fewer. There are at most
    `MOST_REPAIRS` repairs, sought for `REPAIR_SECONDS` where there is no time limit."""

    clues: Clues
    squares: Squares
    smallest: bool
    """Whether no other conflict has fewer."""
    steps: tuple[Step, ...]
    """From these clues to the contradiction, where techniques lead there; those for straight ships also take
    the numbers of ships."""
    failure: Reason | None
    """The contradiction; `None` where no technique leads there."""
    repairs: tuple[Repair, ...]
    """The smallest changes of clues after which the puzzle has a solution."""
    complete: bool
    """False if the time limit passed first: there may be more repairs."""
    text: str

    TEXTS = ("failure",)


def explain_conflict(
    puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None, language: str = "en"
) -> Conflict | None:
    """Clues that contradict each other in a puzzle without a solution, with the known squares of a
    half-filled board if one is given; `None` if there is a solution. The sentences are in `language`.

    Raises `InvalidBoardError` for a board of another size,
    `UnsupportedPuzzleError` for a puzzle that is too large, and `OutOfTimeError` if `time_limit` seconds
    do not suffice to find any, and `ValueError` for an unknown language."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    known = () if board is None else givens_of(sized(board, puzzle))
    return find_conflict(puzzle, known, Deadline(time_limit), words)


def find_conflict(
    puzzle: Puzzle, known: tuple[Given, ...], deadline: Deadline, language: Language
) -> Conflict | None:
    """The conflict of a puzzle and known squares."""
    discrepancy = find_discrepancy(puzzle)
    if discrepancy is not None:
        return _without_steps(puzzle, known, discrepancy, deadline, language)
    oracle = Oracle(puzzle, deadline)
    items: tuple[Item, ...] = (*oracle.clues, *known)
    found = smallest_set(oracle, items)
    if found is None:
        return None
    proof, complete = Proof(()), True
    repairs: tuple[Repair, ...] = ()
    try:
        if not known:
            repairs, complete = _repairs(oracle, found.items, language)
        proof = prove_failure(puzzle, found.items, deadline, language) or proof
    except OutOfTimeError:
        complete = False
    clues = ordered(item for item in found.items if isinstance(item, Clue))
    squares = tuple(item.square for item in found.items if isinstance(item, Given))
    text = language.answers.conflict(puzzle, clues, squares)
    return Conflict(clues, squares, found.smallest, proof.steps, proof.failure, repairs, complete, text)


def _without_steps(
    puzzle: Puzzle, known: Items, discrepancy: Discrepancy, deadline: Deadline, language: Language
) -> Conflict:
    """The conflict of clues that contradict each other at sight."""
    clues, reason = ordered(discrepancy.clues), discrepancy.reason(language)
    repairs: tuple[Repair, ...] = ()
    complete = True
    try:
        if not known:
            repairs, complete = _repairs(Oracle(puzzle, _for_repairs(deadline)), clues, language)
    except (OutOfTimeError, UnsupportedPuzzleError):
        complete = False
    text = f"{capitalised(reason.text)}."
    return Conflict(clues, (), len(clues) == 1, (), reason, repairs, complete, text)


def _repairs(oracle: Oracle, items: Items, language: Language) -> tuple[tuple[Repair, ...], bool]:
    """The repairs that are found in time, and whether those are all; the oracle then has that deadline."""
    oracle.deadline = _for_repairs(oracle.deadline)
    return find_repairs(oracle, items, MOST_REPAIRS, language.code)


def _for_repairs(deadline: Deadline) -> Deadline:
    """The deadline, or where there is none, `REPAIR_SECONDS` from now."""
    return Deadline(REPAIR_SECONDS) if deadline.left() is None else deadline
