"""Placements: how many there are, what they show and touch, and which of them givens and tallies leave."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bimaru.board import Board
from bimaru.placements import Placement, board_of, fitting, number_of_placements, placements, surroundings
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.ships import Ship
from bimaru.squares import Part
from bimaru.symmetry import shape_orientations
from brute_force import SHIPS, open_puzzle, small_puzzles
from puzzle_strategies import puzzles

SIDES: Final = st.integers(1, 6)


@pytest.mark.parametrize(("height", "width"), [(10, 10), (3, 7), (7, 3), (1, 5), (4, 4)])
@pytest.mark.parametrize("length", [1, 2, 4, 7, 11])
def test_a_straight_ship_lies_across_or_down(length: int, height: int, width: int) -> None:
    across = height * max(width - length + 1, 0)
    down = width * max(height - length + 1, 0)
    assert len(placements(Ship.straight(length), height, width)) == (
        height * width if length == 1 else across + down
    )


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        (["##", "##"], 9 * 9),
        (["###", "#.."], 4 * 9 * 8 + 4 * 8 * 9),
        (["##.", ".##"], 2 * 9 * 8 + 2 * 8 * 9),
        (["##", "#."], 4 * 9 * 9),
        ([".#.", "###", ".#."], 8 * 8),
        (["#####", "....#", "....#", "....#", "....#"], 4 * 6 * 6),
    ],
)
def test_a_polyomino_ship_lies_in_each_of_its_orientations(shape: list[str], number: int) -> None:
    assert len(placements(Ship.polyomino(shape), 10, 10)) == number


@pytest.mark.parametrize(
    ("word", "number"),
    [("A", 36), ("AB", 2 * 2 * 30), ("AA", 2 * 30), ("ABC", 2 * 2 * 24), ("ABA", 2 * 24)],
)
def test_a_word_lies_in_four_directions_unless_it_reads_the_same_backwards(word: str, number: int) -> None:
    found = placements(Ship.lettered(word), 6, 6)
    assert len(found) == len(set(found)) == number


def test_letters_go_with_their_squares() -> None:
    found = placements(Ship.lettered("BAC"), 3, 3)
    assert {placement.letters for placement in found} == {"BAC", "CAB"}
    assert [(p.squares, p.letters) for p in found][:2] == [
        (((0, 0), (0, 1), (0, 2)), "BAC"),
        (((0, 0), (0, 1), (0, 2)), "CAB"),
    ]


@given(SHIPS, SIDES, SIDES)
def test_every_placement_is_the_ship_somewhere_on_the_grid_once(ship: Ship, height: int, width: int) -> None:
    found = placements(ship, height, width)
    assert len(set(found)) == len(found) == number_of_placements(ship, height, width)
    assert [*found] == sorted(found, key=lambda placement: (placement.squares, placement.letters))
    for placement in found:
        assert placement.ship == ship
        assert all(0 <= r < height and 0 <= c < width for r, c in placement.squares)
        assert list(placement.squares) == sorted(placement.squares)
        assert shape_orientations(placement.squares) == shape_orientations(ship.squares)
        assert placement.letters in ((ship.word, ship.word[::-1]) if ship.word else ("",))


@given(SHIPS, SIDES, SIDES)
def test_a_placement_alone_is_a_right_board(ship: Ship, height: int, width: int) -> None:
    puzzle = open_puzzle(height, width, [ship])
    for placement in placements(ship, height, width):
        assert check(puzzle, board_of(puzzle, [placement])) == []


def test_parts_go_with_their_squares() -> None:
    laid = placements(Ship.polyomino(["##", "#."]), 2, 2)
    assert [[*zip(p.squares, p.parts, strict=True)] for p in laid][:2] == [
        [((0, 0), Part.RIGHT_BELOW), ((0, 1), Part.RIGHT), ((1, 0), Part.BOTTOM)],
        [((0, 0), Part.LEFT), ((0, 1), Part.LEFT_BELOW), ((1, 1), Part.BOTTOM)],
    ]


@pytest.mark.parametrize(
    ("ship", "near"),
    [
        ("S.., ..., ...", ".o., oo., ..."),
        ("..., .S., ...", "ooo, o.o, ooo"),
        ("LMR, ..., ...", "..., ooo, ..."),
        (".T, .B, ..", "o., o., oo"),
        ("X.X, XXX, ...", ".o., ..., ooo"),
    ],
)
def test_surroundings_are_the_squares_that_touch_the_ship(ship: str, near: str) -> None:
    rows, marked = ship.split(", "), near.split(", ")
    squares = Board(tuple(rows)).occupied()
    expected = tuple((r, c) for r, row in enumerate(marked) for c, mark in enumerate(row) if mark == "o")
    assert surroundings(squares, len(rows), len(rows[0])) == expected


def test_a_ship_far_too_large_for_the_grid_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("bimaru.placements.part_among")  # none of its thousands of squares is looked at
    assert (
        placements(Ship.straight(9999), 10, 10) == placements(Ship.polyomino(["#" * 99] * 98), 10, 10) == ()
    )
    assert number_of_placements(Ship.straight(9999), 10, 10) == 0


# Fitting


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(small_puzzles() | puzzles(max_side=5))
def test_those_fit_that_no_given_on_or_beside_them_and_no_tally_forbids(puzzle: Puzzle) -> None:
    for ship, fit in fitting(puzzle).items():
        alone = open_puzzle(puzzle.height, puzzle.width, [ship])
        every = placements(ship, puzzle.height, puzzle.width)
        assert fit == tuple(p for p in every if _meets_givens(puzzle, alone, p) and _meets_tallies(puzzle, p))


def _meets_givens(puzzle: Puzzle, alone: Puzzle, placement: Placement) -> bool:
    """Whether the board with this ship alone shows what the givens near it say."""
    near = {*placement.squares, *placement.surroundings}
    givens = tuple(given for given in puzzle.givens if given.square in near)
    return not check(alone.replace(givens=givens), board_of(alone, [placement]))


def _meets_tallies(puzzle: Puzzle, placement: Placement) -> bool:
    lines = [[at[axis] for at in placement.squares] for axis in (0, 1)]
    return all(
        tally is None or taken.count(line) <= tally
        for taken, tallies in zip(lines, (puzzle.rows, puzzle.cols), strict=True)
        for line, tally in enumerate(tallies)
    )


@pytest.mark.parametrize(
    ("givens", "readings"),
    [
        ({}, ["ABC", "CBA"]),
        ({(0, 0): "=A"}, ["ABC"]),
        ({(0, 1): "=B"}, ["ABC", "CBA"]),
        ({(0, 2): "=A"}, ["CBA"]),
        ({(0, 0): "=A", (0, 2): "X"}, ["ABC"]),
        ({(0, 1): "=A"}, []),
        ({(0, 0): "=A", (0, 1): "S"}, []),
    ],
)
def test_a_word_fits_the_letters_that_are_given(
    givens: dict[tuple[int, int], str], readings: list[str]
) -> None:
    [fit] = fitting(Puzzle([None], [None] * 3, givens=givens, words=["ABC"])).values()
    assert [placement.letters for placement in fit] == readings


def test_every_kind_of_ship_is_asked_for_once() -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, {2: 3}, words=["AB", "BA"], shapes=[["##"]])
    assert [*fitting(puzzle)] == [Ship.straight(2), Ship.lettered("AB")]


# Boards


def test_a_board_of_placements_shows_their_parts() -> None:
    puzzle = Puzzle([None] * 3, [None] * 4, {3: 1, 1: 1})
    across = next(p for p in placements(Ship.straight(3), 3, 4) if p.squares[-1] == (0, 2))
    single = next(p for p in placements(Ship.straight(1), 3, 4) if p.squares == ((2, 3),))
    assert board_of(puzzle, [across, single]) == Board(("LMR.", "....", "...S"))
    assert board_of(puzzle, []) == Board(("....",) * 3)


def test_a_board_of_a_lettered_puzzle_shows_letters_too() -> None:
    puzzle = Puzzle([None] * 2, [None] * 3, {1: 1}, words=["AB"])
    down = next(
        p for p in placements(Ship.lettered("BA"), 2, 3) if p.letters == "BA" and p.parts[0] == Part.TOP
    )
    single = next(p for p in placements(Ship.straight(1), 2, 3) if p.squares == ((0, 2),))
    assert board_of(puzzle, [down, single]) == Board(("T.S", "B.."), ("B..", "A.."))


def test_a_board_with_polyomino_ships_shows_no_parts() -> None:
    puzzle = Puzzle([None] * 2, [None] * 4, {2: 1}, shapes=[["##", "#."]])
    polyomino = placements(Ship.polyomino(["##", "#."]), 2, 4)[0]
    down = next(p for p in placements(Ship.straight(2), 2, 4) if p.squares == ((0, 3), (1, 3)))
    assert board_of(puzzle, [polyomino, down]) == Board(("XX.X", "X..X"))
