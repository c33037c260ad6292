"""Whole ways through a puzzle: several are compared, and moves that nothing needs are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import Final, NamedTuple

from bimaru.deduction.finding.next_move import Finder
from bimaru.deduction.finding.plain import briefest_rounds, rounds
from bimaru.deduction.finding.plain_words import words_of
from bimaru.deduction.finding.preferred_moves import ASKING, USUAL, Move, Preference
from bimaru.deduction.limits import SPLIT_WORDS
from bimaru.errors import OutOfTimeError

PREFERENCES: Final = (
    Preference(), ASKING, Preference(nests=140), Preference(isolated=0),
    Preference(isolated=0, nests=85), Preference(nests=85), Preference(excess=16),
)  # fmt: skip
"""What the ways prefer that are compared, the first to be found at once. With the last four, explanations of
CSPLib boards take 6% fewer words."""
LARGE: Final = 200
"""Squares of grids on which whole ways take too long to be compared."""
LONG: Final = 40
"""Case analyses of a way beyond which no other is compared, which would take too long."""
_OTHERS: Final = (1.1, 70)
"""How much longer than the shortest a way may be if it supposes less without a question: a factor, and words
to add. So 22 of 69 *extreme* puzzles have a way without such suppositions, for 1% more words in all; with
half of the words to add 20 would, with twice as many 26. Of 24 CSPLib boards none has one: there this only
ends the search for longer ways."""
_EXPERT: Final = (6, 400)
"""The same for puzzles that promise to suppose nothing without a question. All of 400 *expert* puzzles have
such a way; with a factor of 5, one has none."""
_SEARCHED_WORDS: Final = 500
"""The words counted for everything that only search settles."""


class Way(NamedTuple):
    """The case analyses from a board on, whether they lead to its end, and about how many words they take;
    those beyond what a split should take count several times."""

    moves: tuple[Move, ...]
    is_complete: bool
    words: float

    @property
    def n_isolated(self) -> int:
        """The suppositions that are no answers to a question."""
        return sum(move.split is not None and move.split.is_supposition for move in self.moves)


def best_way(finder: Finder, asks: Callable[[], bool]) -> Way:
    """Of several ways the one that costs the reader least, without the moves that nothing needs. If `asks()`,
    one that supposes less without a question may be much longer; it is called only if ways are compared,
    since grading takes time. If the time runs out, the way as far as it was found."""
    ways = [find_way(finder, PREFERENCES[0])]
    is_short = len(ways[0].moves) <= LONG
    is_asking = is_short and asks()
    for preference in PREFERENCES[1:] if is_short else ():
        if finder.comparing.is_spent:
            break
        ways.append(find_way(finder, preference, _longest(ways, is_asking)))
    complete = [way for way in ways if way.is_complete]
    if not complete:
        return min(filter(lambda way: way.moves, ways), key=lambda way: way.words, default=ways[0])
    most = _longest(complete, is_asking)
    allowed = [way for way in complete if way.words <= most]
    isolated = min(way.n_isolated for way in allowed)
    if is_asking or not isolated:
        allowed = [way for way in allowed if way.n_isolated == isolated]
    return pruned(finder, min(allowed, key=lambda way: way.words))


def _longest(ways: Sequence[Way], asks: bool) -> float:
    """The most words that a way may take, given these."""
    times, more = _EXPERT if asks else _OTHERS
    return min((times * way.words + more for way in ways if way.is_complete), default=inf)


def find_way(finder: Finder, preference: Preference, most: float = inf) -> Way:
    """The way that takes the best move each time, up to `most` words."""
    return _followed(finder, _best_moves(finder, preference), most)


def _best_moves(finder: Finder, preference: Preference) -> Iterator[Move]:
    """The best move each time, as far as there is one and the time lasts."""
    with suppress(OutOfTimeError):
        while (move := finder.best(preference)) is not None:
            yield move


def _followed(finder: Finder, moves: Iterator[Move], most: float = inf) -> Way:
    """The way that these moves make, each found after those before it have been applied. It stops at its end,
    or when it exceeds `most` words."""
    state = finder.state
    mark = state.top
    found: list[Move] = []
    while not _is_at_end(finder) and _words(found) <= most:
        move = next(moves, None)
        if move is None:
            break
        found.append(move)
        if move.is_contradiction:
            break
        finder.apply(move)
        finder.forget(mark)
    has_contradiction = bool(found) and found[-1].is_contradiction
    is_complete = has_contradiction or _is_at_end(finder)
    state.undo(mark)
    return Way(tuple(found), is_complete, _words(found))


def pruned(finder: Finder, way: Way) -> Way:
    """The way without moves that it can do without, the longest first."""
    left = way
    for move in sorted(way.moves, key=lambda move: -move.all_words):
        if move not in left.moves:
            continue
        index = left.moves.index(move)
        mark = finder.state.top
        try:
            others = (*left.moves[:index], *left.moves[index + 1 :])
            # Of the others, those that still lead to something.
            shorter = _followed(finder, filter(None, map(finder.again, others)))
        except OutOfTimeError:
            finder.state.undo(mark)
            return left
        if shorter.is_complete and shorter.words < left.words:
            left = shorter
    return left


def words_soonest(finder: Finder) -> float:
    """About how many words it takes to go on from a board to its end, along the way that is found soonest;
    what only search settles counts many. Leaves the board as it was."""
    state = finder.state
    mark = state.top
    words = words_of(state, briefest_rounds(state))
    way = find_way(finder, USUAL)
    for move in way.moves:
        finder.add(move)
        words += move.all_words + words_of(state, rounds(state))
    state.undo(mark)
    return words + (0 if way.is_complete else _SEARCHED_WORDS)


def _is_at_end(finder: Finder) -> bool:
    return finder.is_solved() or finder.state.failure >= 0


def _words(moves: list[Move]) -> float:
    """The words of a way: those beyond what a split should take count seven times, a note six words."""
    return sum(move.all_words + 6 * max(0, move.words - SPLIT_WORDS) + 6 * len(move.notes) for move in moves)
