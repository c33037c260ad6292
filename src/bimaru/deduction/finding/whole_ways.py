"""Whole ways through a puzzle: several are compared, and moves that nothing needs are left out."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

from bimaru.deduction.finding.moves import ASKING, Finder, Move, Taste
from bimaru.deduction.finding.state import State
from bimaru.deduction.limits import SPLIT_WORDS
from bimaru.errors import OutOfTimeError

TASTES: Final = (Taste(), ASKING, Taste(nests=100))
"""What the ways prefer that are compared, the first to be found at once."""


LARGE: Final = 200
"""Squares of grids on which whole ways take too long to be compared."""
LONG: Final = 30
"""Case analyses of a way beyond which no other is compared, which would take too long."""
_CLOSE: Final = (1.2, 100)
"""How much longer a way may be that supposes less without a question: times as long, and words more."""
_ASKING: Final = (2.2, 300)
"""How much longer one may be that supposes nothing without a question, where neither notes nor splits within
suppositions are needed."""


class Way(NamedTuple):
    """The case analyses from a board on, whether they lead to its end, and about how many words they take;
    those beyond what a split should take count several times."""

    moves: tuple[Move, ...]
    is_complete: bool
    words: float

    @property
    def is_deep(self) -> bool:
        """Whether it takes notes, or splits within suppositions."""
        return any(move.notes or move.inner for move in self.moves)

    @property
    def n_isolated(self) -> int:
        """The suppositions that are no answers to a question."""
        return sum(move.split is not None and move.split.is_supposition for move in self.moves)


def best_way(finder: Finder, state: State) -> Way:
    """The way that costs the reader least, of several; without the moves that nothing needs. Where the time
    runs out, what has been found of it."""
    ways = [find_way(finder, state, TASTES[0])]
    if len(ways[0].moves) <= LONG:
        ways += [find_way(finder, state, taste) for taste in TASTES[1:]]
    best = min(ways, key=_rank)
    best = min((way for way in ways if _is_close(way, best)), key=lambda way: (way.n_isolated, _rank(way)))
    return pruned(finder, state, best) if best.is_complete else best


def _is_close(way: Way, best: Way) -> bool:
    """Whether a way is not much longer than the best."""
    times, more = _ASKING if not way.n_isolated and not best.is_deep else _CLOSE
    return way.is_complete == best.is_complete and way.words <= times * best.words + more


def _rank(way: Way) -> tuple[bool, float]:
    return not way.is_complete, way.words


def find_way(finder: Finder, state: State, taste: Taste) -> Way:
    """The way that takes the best move each time."""
    mark = state.top
    moves: list[Move] = []
    with suppress(OutOfTimeError):
        while not _is_at_end(finder, state):
            move = finder.best(taste)
            if move is None:
                break
            moves.append(move)
            if move.is_contradiction:
                break
            finder.apply(move)
            finder.forget(mark)
    is_complete = _has_ended(finder, state, moves)
    state.undo(mark)
    return Way(tuple(moves), is_complete, _words(moves))


def pruned(finder: Finder, state: State, way: Way) -> Way:
    """The way without moves that it can do without, the longest first."""
    left = way
    for move in sorted(way.moves, key=lambda move: -move.all_words):
        if move not in left.moves:
            continue
        index = left.moves.index(move)
        mark = state.top
        try:
            shorter = _replayed(finder, state, (*left.moves[:index], *left.moves[index + 1 :]))
        except OutOfTimeError:
            state.undo(mark)
            return left
        if shorter is not None and shorter.words < left.words:
            left = shorter
    return left


def _replayed(finder: Finder, state: State, moves: tuple[Move, ...]) -> Way | None:
    """The same moves, without those whose squares are known by then; `None` if they do not lead to the
    end."""
    mark = state.top
    found: list[Move] = []
    for move in moves:
        if _is_at_end(finder, state):
            break
        again = finder.again(move)
        if again is None:
            if _is_known(state, move):
                continue
            state.undo(mark)
            return None
        found.append(again)
        if again.is_contradiction:
            break
        finder.apply(again)
        finder.forget(mark)
    is_complete = _has_ended(finder, state, found)
    state.undo(mark)
    return Way(tuple(found), True, _words(found)) if is_complete else None


def _has_ended(finder: Finder, state: State, moves: list[Move]) -> bool:
    """Whether nothing is left to find after these moves, or the last one has found a contradiction."""
    return _is_at_end(finder, state) or bool(moves and moves[-1].is_contradiction)


def _is_known(state: State, move: Move) -> bool:
    """Whether the board knows all that a move settles."""
    return move.split is not None and all(map(state.known, (*move.ship, *move.water)))


def _is_at_end(finder: Finder, state: State) -> bool:
    return finder.is_solved() or state.failure >= 0


def _words(moves: list[Move]) -> float:
    return sum(move.all_words + 3 * max(0, move.words - SPLIT_WORDS) + 4 * len(move.notes) for move in moves)
