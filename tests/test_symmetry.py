"""Puzzles that differ by turning and flipping the page are the same puzzle."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from bimaru.board import Board
from bimaru.puzzle import Given, Puzzle
from bimaru.rules import check
from bimaru.solving import count, solve
from bimaru.squares import Part, Square
from bimaru.symmetry import canonical, fingerprint, turns
from instances import Instance, instances
from orientations import orientations
from puzzle_strategies import PLAIN, puzzles

of_each_kind = pytest.mark.parametrize(
    "one",
    [*instances("csplib014")[:3], *instances("polyomino"), *instances("lettered")],
    ids=lambda found: found.id,
)


@given(puzzle=puzzles(PLAIN, max_side=4))
def test_the_orientations_of_a_plain_puzzle_have_one_canonical_form(puzzle: Puzzle) -> None:
    all_eight = orientations(puzzle)
    assert {canonical(turned) for turned in all_eight} == {canonical(puzzle)}
    assert {fingerprint(turned) for turned in all_eight} == {fingerprint(puzzle)}
    assert canonical(puzzle) in all_eight


@given(puzzle=puzzles(max_side=4))
def test_so_have_those_of_letters_and_polyomino_ships(puzzle: Puzzle) -> None:
    all_eight = [turn.puzzle(puzzle) for turn in turns(puzzle.height, puzzle.width)]
    assert {canonical(turned) for turned in all_eight} == {canonical(puzzle)}
    assert {fingerprint(turned) for turned in all_eight} == {fingerprint(puzzle)}
    assert canonical(puzzle) in all_eight


@given(one=puzzles(max_side=2), other=puzzles(max_side=2))
def test_fingerprints_are_equal_where_canonical_forms_are(one: Puzzle, other: Puzzle) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (canonical(one) == canonical(other))


@of_each_kind
def test_a_turned_puzzle_has_as_many_boards(one: Instance) -> None:
    for turn in turns(one.puzzle.height, one.puzzle.width):
        assert count(turn.puzzle(one.puzzle)) == 1


CORNERS = {"RB": {(0, 1), (1, 0)}, "LB": {(0, -1), (1, 0)}, "RT": {(0, 1), (-1, 0)}, "LT": {(0, -1), (-1, 0)}}
"""Where a ship goes on from its corner."""


@pytest.mark.parametrize("kind", CORNERS)
def test_the_corner_of_a_polyomino_ship_opens_where_its_ship_lies(kind: str) -> None:
    here: Square = (1, 1)
    ship = {here, *((1 + r, 1 + c) for r, c in CORNERS[kind])}
    for turn in turns(3, 4):
        row, col, turned = turn.given(Given(*here, kind))
        lies = {(r - row, c - col) for r, c in map(turn.to, ship)} - {(0, 0)}
        assert lies == CORNERS[turned]


def test_a_turn_takes_a_board_along_with_its_puzzle() -> None:
    one = instances("csplib014")[0]
    found = solve(one.puzzle).board
    assert found is not None
    rows = found.rows
    for turn in turns(one.puzzle.height, one.puzzle.width):
        turned = turn.puzzle(one.puzzle)
        shown = {
            turned_given.square: turned_given.kind
            for r, c in product(range(len(rows)), range(len(rows[0])))
            for turned_given in [turn.given(Given(r, c, Part.WATER if rows[r][c] == "." else rows[r][c]))]
        }
        board = Board(
            tuple(
                "".join("." if shown[r, c] == "W" else shown[r, c] for c in range(turned.width))
                for r in range(turned.height)
            )
        )
        assert check(turned, board) == []


def test_a_turn_takes_rows_of_squares_along() -> None:
    rows = ["abcd", "efgh", "ijkl"]
    for turn in turns(3, 4):
        image = turn.rows(rows)
        places = {(r, c): mark for r, row in enumerate(image) for c, mark in enumerate(row)}
        assert places == {turn.to((r, c)): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}


def test_what_asks_something_else_is_another_puzzle() -> None:
    puzzle = Puzzle(rows=(1, 2, 0), cols=(2, None, 0), fleet={2: 1, 1: 1}, givens={(0, 0): "X"}, id=1)
    others = [
        puzzle.replace(rows=(1, 2, None)),
        puzzle.replace(cols=(2, None, 1)),
        puzzle.replace(fleet={3: 1}),
        puzzle.replace(givens={(0, 0): "T"}),
        puzzle.replace(givens={(0, 1): "X"}),
    ]
    assert len({fingerprint(puzzle), *map(fingerprint, others)}) == 6
    assert fingerprint(puzzle.replace(id=2, source="elsewhere", extra={"seed": 3})) == fingerprint(puzzle)


def test_a_puzzle_on_its_side_is_the_same() -> None:
    high = Puzzle(rows=(1, 0, 0), cols=(1, 0), fleet={1: 1})
    wide = Puzzle(rows=(1, 0), cols=(1, 0, 0), fleet={1: 1})
    assert canonical(high) == canonical(wide)
    assert (canonical(high).height, canonical(high).width) == (2, 3)


@given(puzzle=puzzles(PLAIN, max_side=4))
def test_the_orientations_are_those_of_mirrors_and_transpositions(puzzle: Puzzle) -> None:
    found = [turn.puzzle(puzzle) for turn in turns(puzzle.height, puzzle.width)]
    assert found[0] == puzzle
    assert len(found) == 8
    assert set(found) == set(orientations(puzzle))
