"""Random puzzles: rectangular, with missing tallies, every kind of given, words and polyomino ships.

They are well formed and seldom have a solution.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from bimaru.formats.format import EVERYTHING, Scope
from bimaru.puzzle import NO_EDGES, Edges, Puzzle
from bimaru.ships import Shape

PLAIN = Scope(kinds=frozenset("WSLRTBMX"), missing=True)
"""Straight, unlettered ships."""

LETTERS = st.sampled_from("ABC123é")
NAMES = st.none() | st.integers(-5, 10**12) | st.text(max_size=12)
"""Ids, of both types, awkward characters included."""
SOURCES = st.none() | st.text(max_size=12)
EXTRAS = st.dictionaries(st.sampled_from(["grade", "note"]), st.text(max_size=5), max_size=2)


@st.composite
def puzzles(draw: st.DrawFn, scope: Scope = EVERYTHING, max_side: int = 8) -> Puzzle:
    """Any puzzle within `scope`, of up to `max_side` rows and columns, or the least that the scope has."""
    height = draw(_sides(scope, max_side))
    width = height if scope.square else draw(_sides(scope, max_side))
    tallies = _tallies(scope)
    return Puzzle(
        rows=draw(_exactly(height, tallies)),
        cols=draw(_exactly(width, tallies)),
        fleet=draw(fleets(scope)),
        words=draw(_up_to_three(words())) if scope.letters else (),
        shapes=draw(_up_to_three(shapes())) if scope.shapes else (),
        givens=draw(_givens(scope, height, width)),
        edges=draw(_edges(height, width)) if scope.letters else NO_EDGES,
        id=draw(NAMES),
        source=draw(SOURCES),
        extra=draw(EXTRAS),
    )


# Hypothesis validates a strategy when it is first drawn from: those below are made once.


@cache
def _exactly(number: int, strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(strategy, min_size=number, max_size=number)


@cache
def _up_to_three(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(strategy, max_size=3)


@cache
@st.composite
def shapes(draw: st.DrawFn, max_squares: int = 6) -> Shape:
    """A polyomino, grown square by square."""
    squares = {(0, 0)}
    for _ in range(draw(st.integers(0, max_squares - 1))):
        near = {(r + dr, c + dc) for r, c in squares for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        squares.add(draw(st.sampled_from(sorted(near - squares))))
    rows, cols = ([square[axis] for square in squares] for axis in (0, 1))
    return tuple(
        "".join("#" if (r, c) in squares else "." for c in range(min(cols), max(cols) + 1))
        for r in range(min(rows), max(rows) + 1)
    )


@cache
def words(max_length: int = 5) -> st.SearchStrategy[str]:
    return st.text(LETTERS, min_size=1, max_size=max_length)


@cache
def fleets(scope: Scope = PLAIN, max_length: int = 12) -> st.SearchStrategy[dict[int, int]]:
    """Fleets of straight ships, counts of 0 among them."""
    if scope.fleet is not None:
        return st.just(dict(scope.fleet))
    lengths = st.integers(1, min(scope.length, max_length))
    return st.dictionaries(lengths, st.integers(0, min(scope.count, 11)), max_size=5)


@cache
def _sides(scope: Scope, max_side: int) -> st.SearchStrategy[int]:
    least, most = scope.sides
    return st.integers(least, max(least, min(most, max_side)))


@cache
def _tallies(scope: Scope) -> st.SearchStrategy[int | None]:
    numbers = st.integers(0, min(scope.tally, 4)) | st.integers(0, scope.tally)
    return st.none() | numbers if scope.missing else numbers


@cache
def _givens(scope: Scope, height: int, width: int) -> st.SearchStrategy[Any]:
    squares = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    kinds: st.SearchStrategy[str] = st.sampled_from(sorted(scope.kinds))
    if scope.letters:
        kinds |= LETTERS.map("={}".format)
    return st.dictionaries(squares, kinds, max_size=6)


@cache
def _edges(height: int, width: int) -> st.SearchStrategy[Edges]:
    def side(lines: int) -> st.SearchStrategy[Any]:
        return st.just(()) | st.lists(st.none() | LETTERS, min_size=lines, max_size=lines).map(tuple)

    return st.builds(Edges, top=side(width), bottom=side(width), left=side(height), right=side(height))
