"""Engines that are wrong, each in its own way; a comparison must find them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bimaru.board import Board
from bimaru.engines.kernel import KernelSearch
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.puzzle import Puzzle


class Says(Run):
    """Gives the boards it was made with, and says that this is all, or that it ran out of time."""

    def __init__(self, boards: Iterator[Board], all_of_them: bool) -> None:
        super().__init__()
        self._boards = boards
        self._all_of_them = all_of_them

    def __next__(self) -> Board:
        try:
            return next(self._boards)
        except StopIteration:
            self.complete = self._all_of_them
            raise


class Doctored:
    """Gives what `search` finds, changed."""

    def __init__(
        self, name: str, change: Callable[[list[Board]], list[Board]], all_of_them: bool = True
    ) -> None:
        self.name = name
        self._change = change
        self._all_of_them = all_of_them

    def refusal(self, puzzle: Puzzle) -> str | None:
        return KernelSearch().refusal(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return Says(iter(self._change(list(KernelSearch().run(puzzle, budget)))), self._all_of_them)


def _upside_down(boards: list[Board]) -> list[Board]:
    return [Board(board.rows[::-1]).with_parts() for board in boards]


def _raise(error: BaseException, boards: list[Board]) -> list[Board]:
    """But not about a single square: engines are warmed up with that."""
    if boards and boards[0].height == 1:
        return boards
    raise error


def broken(error: BaseException) -> Doctored:
    """An engine that ends in an error."""
    return Doctored("broken", partial(_raise, error))


honest = partial(Doctored, "honest", list)
forgetful = partial(Doctored, "forgetful", lambda boards: boards[1:])
careless = partial(Doctored, "careless", _upside_down)
stuttering = partial(Doctored, "stuttering", lambda boards: boards[:1] * 2)
oversized = partial(Doctored, "oversized", lambda _boards: [Board(("...",) * 3)])
slow = partial(Doctored, "slow", lambda _boards: [], False)
