"""Counterexamples made smaller: lines, ships and clues left out as long as the program fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bimaru.board import WATER, Board
from bimaru.puzzle import Puzzle, Tally
from bimaru.study.audit.probes import Probe, probe_of
from bimaru.study.audit.verdicts import Verdict
from bimaru.symmetry import Turn

MOST_TRIES: Final = 200
"""Runs of the program."""


def shrunk(failure: Verdict, verdict_on: Callable[[Probe], Verdict]) -> Verdict:
    """A smaller puzzle on which the program fails in the same way, tried greedily. One with ships keeps some:
    without any, nearly every program that fails would end with the same square of water."""
    tried: set[Puzzle] = {failure.puzzle}
    while len(tried) <= MOST_TRIES:
        for puzzle in _smaller(failure):
            if puzzle in tried or has_ships(puzzle) < has_ships(failure.puzzle):
                continue
            tried.add(puzzle)
            verdict = verdict_on(_described(puzzle))
            if verdict.finding == failure.finding:
                failure = verdict
                break
            if len(tried) > MOST_TRIES:
                return failure
        else:
            return failure
    return failure


def _described(puzzle: Puzzle) -> Probe:
    """The probe of a smaller puzzle. It has a description of its own and no id: those of the puzzle that it
    was made from, such as `several solutions`, need no longer hold."""
    probe = probe_of(puzzle.replace(id=None), "")
    if probe.complete and len(probe.boards) < 2:
        return probe._replace(about=f"a puzzle with {'one' if probe.boards else 'no'} solution")
    return probe._replace(about="a puzzle with several solutions")


def has_ships(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a ship of any kind."""
    return bool(puzzle.ships)


def _smaller(failure: Verdict) -> Iterator[Puzzle]:
    """Smaller puzzles, those with the most left out first."""
    puzzle = failure.puzzle
    if not puzzle.is_plain:
        yield from _with_fewer_clues(puzzle)
        return
    guide = _guide(failure)
    for row in range(puzzle.height):
        if puzzle.height > 1:
            yield from _without_row(puzzle, guide, row)
    for col in range(puzzle.width):
        if puzzle.width > 1:
            for turned in _without_row(_turned(puzzle), None if guide is None else _turned_board(guide), col):
                yield _turned(turned)
    if guide is not None:
        yield from _without_ship(puzzle, guide)
    yield from _with_fewer_clues(puzzle)


def _guide(failure: Verdict) -> Board | None:
    """The board whose clues the puzzle has: the program's, or a solution that it has missed."""
    board, puzzle = failure.board, failure.puzzle
    if board is not None and (board.height, board.width) == (puzzle.height, puzzle.width):
        return board
    return next(iter(probe_of(failure.puzzle, "").boards), None)


def _without_row(puzzle: Puzzle, guide: Board | None, row: int) -> Iterator[Puzzle]:
    """The puzzle without a row, and without the ships of the guide in it."""
    lost = guide.rows[row] if guide is not None else WATER * puzzle.width
    if guide is not None and any(mark not in ".LRMS" for mark in lost):
        return
    cols = [
        None if tally is None else tally - (mark != WATER)
        for tally, mark in zip(puzzle.cols, lost, strict=True)
    ]
    fleet = dict(puzzle.fleet)
    for run in "".join(" " if mark == WATER else "x" for mark in lost).split():
        fleet[len(run)] = fleet.get(len(run), 0) - 1
    if min((0, *fleet.values(), *(tally for tally in cols if tally is not None))) < 0:
        return
    givens = {
        (given.row - (given.row > row), given.col): given.kind for given in puzzle.givens if given.row != row
    }
    rows = [*puzzle.rows[:row], *puzzle.rows[row + 1 :]]
    yield Puzzle(rows, cols, fleet, givens)


def _without_ship(puzzle: Puzzle, guide: Board) -> Iterator[Puzzle]:
    """The puzzle without a ship of the guide, and its squares without their givens."""
    for ship in guide.ships():
        fleet = dict(puzzle.fleet)
        if not fleet.get(len(ship)):
            continue
        fleet[len(ship)] -= 1
        rows, cols = [*puzzle.rows], [*puzzle.cols]
        for row, col in ship:
            rows[row] = None if rows[row] is None else (rows[row] or 0) - 1
            cols[col] = None if cols[col] is None else (cols[col] or 0) - 1
        if min(tally or 0 for tally in (*rows, *cols)) < 0:
            continue
        givens = {given.square: given.kind for given in puzzle.givens if given.square not in ship}
        yield Puzzle(rows, cols, fleet, givens)


def _with_fewer_clues(puzzle: Puzzle) -> Iterator[Puzzle]:
    for given in puzzle.givens:
        yield puzzle.replace(givens=tuple(other for other in puzzle.givens if other != given))
    yield from (puzzle.replace(rows=rows) for rows in _with_one_missing(puzzle.rows))
    yield from (puzzle.replace(cols=cols) for cols in _with_one_missing(puzzle.cols))


def _with_one_missing(tallies: Sequence[Tally]) -> Iterator[Sequence[Tally]]:
    for i, tally in enumerate(tallies):
        if tally is not None:
            yield (*tallies[:i], None, *tallies[i + 1 :])


_TURN: Final = str.maketrans("LRTB", "TBLR")


def _turned(puzzle: Puzzle) -> Puzzle:
    """The puzzle with rows and columns exchanged."""
    return Turn(puzzle.height, puzzle.width, transposed=True).puzzle(puzzle)


def _turned_board(board: Board) -> Board:
    columns = ("".join(row[col] for row in board.rows) for col in range(board.width))
    return Board(tuple(column.translate(_TURN) for column in columns))
