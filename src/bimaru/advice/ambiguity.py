"""Puzzles with several solutions: where these differ, and the fewest givens that would leave only one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bimaru.advice.clue_sets.hitting_set import Effort, OutOfEffortError, find_hitting_set
from bimaru.advice.clue_sets.oracle import Item, Oracle
from bimaru.advice.position import agrees, given_on, givens_of, kind_on, sized
from bimaru.board import Board
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import Deadline
from bimaru.deduction.reasons import Squares
from bimaru.engines.cnf import Literal
from bimaru.errors import OutOfTimeError
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.squares import Part, Square

_MAX_BOARDS: Final = 40
"""Solutions that are compared one by one; with more, the squares are tried one by one."""
_MAX_TARGETS: Final = 8
"""Solutions, of many, for which the givens are sought that leave only that one."""
_MAX_ADDITIONS: Final = 5
"""Sets of givens that are listed, for a reader to choose from. Of 47 puzzles without their givens and some of
their tallies, 13 have more."""
_EFFORT: Final = 20_000
"""Steps of the search for the givens of one solution."""
_MAX_ROUNDS: Final = 200
"""Sets of givens that are tried for one solution. On these puzzles, no search that ended by itself tried more
than 58."""


@dataclass(frozen=True, slots=True)
class Ambiguity(Outcome):
    """The squares where the solutions of a puzzle differ, and sets of givens each of which, added to the
    puzzle, leaves only one solution.

    `language`: that of its text."""

    squares: Squares
    additions: tuple[tuple[Given, ...], ...]
    smallest: bool
    """Whether no set has fewer givens; otherwise none with fewer was found. They are water, letters, and
    parts of ships without letters; in puzzles with polyomino ships plain ship squares, not parts."""
    complete: bool
    """False if the time limit passed first: further squares may differ."""
    language: str = "en"

    KEYS = ("squares", "additions", "smallest", "complete", "text")

    @property
    def text(self) -> str:
        """Where the solutions differ, and what would decide between them, in sentences."""
        return language_of(self.language).advice.ambiguity(self.squares, self.additions)


def explain_ambiguity(
    puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None, language: str = "en"
) -> Ambiguity | None:
    """Where the solutions of a puzzle, or of a half-filled board, differ, and what would make it unique;
    `None` if there are not several.

    Raises what `explain_conflict` raises."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    known = () if board is None else givens_of(sized(board, puzzle))
    return find_ambiguity(puzzle, known, Deadline(time_limit), words)


def find_ambiguity(
    puzzle: Puzzle, known: Sequence[Given], deadline: Deadline, language: Language
) -> Ambiguity | None:
    """The ambiguity of a puzzle and known squares."""
    oracle = Oracle(puzzle, deadline)
    items: tuple[Item, ...] = (*oracle.clues, *known)
    boards, are_all = _some_boards(oracle, items)
    if len(boards) < 2:
        return None
    squares = {at for at, _ in boards[0].squares() if len({kind_on(board, at) for board in boards}) > 1}
    complete = True
    additions: list[tuple[Given, ...]] = []
    smallest = False
    try:
        if not are_all:
            squares |= {*_further_differences(oracle, items, boards[0], squares)}
        additions, smallest = _additions(oracle, items, boards, are_all)
    except OutOfTimeError:
        complete = False
    return Ambiguity(tuple(sorted(squares)), tuple(additions), smallest, complete, language.code)


def _some_boards(oracle: Oracle, items: Sequence[Item]) -> tuple[list[Board], bool]:
    """Up to `_MAX_BOARDS` solutions, and whether they are all. Raises `OutOfTimeError` before the second."""
    boards: list[Board] = []
    others: list[Literal] = []
    try:
        while len(boards) < _MAX_BOARDS:
            if not oracle.has_board(items, others):
                return boards, True
            boards.append(oracle.board())
            others.append(oracle.difference())
    except OutOfTimeError:
        if len(boards) < 2:
            raise
    return boards, False


def _further_differences(
    oracle: Oracle, items: Sequence[Item], board: Board, found: set[Square]
) -> Iterator[Square]:
    """The other squares where some solution differs from a board."""
    left = {at for at, _ in board.squares()} - found
    while left:
        at = min(left)
        if oracle.has_board(items, [-oracle.literal(given_on(board, at))]):
            other = oracle.board()
            differing = {square for square in left if kind_on(other, square) != kind_on(board, square)}
            yield from differing
            left -= differing
        left.discard(at)


def _additions(
    oracle: Oracle, items: Sequence[Item], boards: Sequence[Board], are_all: bool
) -> tuple[list[tuple[Given, ...]], bool]:
    """The smallest sets of givens found, and whether there are no smaller ones."""
    found: list[tuple[Given, ...]] = []
    most = len([*boards[0].squares()])
    proved = are_all
    for target in boards if are_all else boards[:_MAX_TARGETS]:
        try:
            addition = _addition(oracle, items, target, boards, are_all, most)
        except OutOfEffortError:
            proved = False
            continue
        if addition is not None:
            most = len(addition)
            found = [*(each for each in found if len(each) == most), addition]
    return found[:_MAX_ADDITIONS], bool(found) and (proved or most == 1)


def _addition(
    oracle: Oracle, items: Sequence[Item], target: Board, boards: Sequence[Board], are_all: bool, most: int
) -> tuple[Given, ...] | None:
    """The fewest givens that leave only a target, at most `most`: they must hit the differences to every
    other solution. `None` if more are needed. Raises `OutOfEffortError`."""
    taken = {given.square for given in oracle.puzzle.givens if given.kind != Part.SHIP}
    squares = [at for at, _ in target.squares() if at not in taken]  # a square has one given only
    effort = Effort(_EFFORT)
    apart = [_difference(target, board, squares) for board in boards if board != target]
    size = 1
    for _ in range(_MAX_ROUNDS):
        hitting = None
        while hitting is None:
            oracle.deadline.check()
            hitting = find_hitting_set(apart, size, effort)
            size += hitting is None
            if size > most:
                return None
        chosen = tuple(given_on(target, at) for i, at in enumerate(squares) if hitting >> i & 1)
        if are_all or not _has_other(oracle, (*items, *chosen), target):
            return chosen
        apart.append(_difference(target, oracle.board(), squares))
    raise OutOfEffortError


def _has_other(oracle: Oracle, items: Sequence[Item], target: Board) -> bool:
    """Whether these items leave a board other than the target; it is then the one found last."""
    every = [-oracle.literal(given_on(target, at)) for at, _ in target.squares()]
    return oracle.has_board(items, [oracle.switches.any_of(every)])


def _difference(one: Board, other: Board, squares: Sequence[Square]) -> int:
    """The squares, as a mask, where what one board shows, as a given, is not true of the other."""
    return sum(1 << i for i, at in enumerate(squares) if not agrees(given_on(one, at), other))
