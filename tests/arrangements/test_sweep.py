"""Exact numbers of arrangements, and draws from them: against known numbers and against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import NO_LIMIT
from bimaru.engines.sweep import completions_of, count_by_sweep
from bimaru.errors import InvalidPuzzleError, OutOfReachError, OutOfTimeError
from bimaru.placements import board_of
from bimaru.rules import check
from bimaru.ships import Fleet
from brute_force import boards_of
from random_draws import FLEETS, STANDARD_FLEET, Pairs, chi_squared, puzzle_of
from sampling import sampled, thorough

KNOWN: Final = {
    (6, 6, "3:1,2:2,1:3"): 894_296,
    (8, 8, "5:1,4:1,3:2,2:1"): 16_546_192,
    (10, 10, "5:1,4:1,3:2,2:1"): 1_925_751_392,
    (10, 10, "4:1,3:2,2:3,1:4"): 1_855_545_978_831_780,
    (10, 10, "5:1,4:2,3:3,2:4"): 26_509_655_816_984,
}
"""Found by two independent programs that agree."""

some_examples: Final = settings(max_examples=80, derandomize=True, database=None, deadline=None)


def drawn(height: int, width: int, fleet: Sequence[tuple[int, int]], seed: int) -> Iterator[Board]:
    """Boards without end; none if there is none."""
    puzzle = puzzle_of(height, width, fleet)
    completions, chance = completions_of(puzzle), Chance(seed)
    while completions is not None:
        yield board_of(puzzle, completions.draw(chance.below))


@pytest.mark.parametrize("asked", sampled(KNOWN, lambda asked: asked[0] < 10), ids=str)
def test_counts_the_known_numbers(asked: tuple[int, int, str]) -> None:
    height, width, fleet = asked
    assert bimaru.count_arrangements((height, width), Fleet.parse(fleet)) == KNOWN[asked]


@pytest.mark.thorough
@some_examples
@given(st.integers(1, 5), st.integers(1, 5), FLEETS)
def test_counts_what_brute_force_finds(height: int, width: int, fleet: list[tuple[int, int]]) -> None:
    found = boards_of(puzzle_of(height, width, fleet))
    assert count_by_sweep(puzzle_of(height, width, fleet)) == len(found)


@pytest.mark.parametrize(
    ("height", "width", "fleet"),
    [
        (3, 8, ((3, 2), (2, 1), (1, 2))),
        (2, 12, ((4, 1), (2, 2))),
        (5, 7, ((7, 1), (3, 1), (1, 1))),
        (6, 6, ((3, 1), (2, 1), (1, 1))),
    ],
)
def test_counts_what_the_search_kernel_finds_and_the_same_for_the_turned_grid(
    height: int, width: int, fleet: Pairs
) -> None:
    found = KernelRun(puzzle_of(height, width, fleet), NO_LIMIT).count()
    assert count_by_sweep(puzzle_of(height, width, fleet)) == found
    assert count_by_sweep(puzzle_of(width, height, fleet)) == found


@pytest.mark.parametrize(
    ("height", "width", "fleet", "number"),
    [
        (1, 1, {1: 1}, 1),
        (4, 7, {}, 1),
        (3, 3, {1: 5}, 0),
        (3, 3, {4: 1}, 0),
        (1, 99, {99: 1}, 1),
        (1, 99, {49: 2}, 1),
        (9, 99, {9: 1}, 9 * 91 + 99),
        (99, 99, {9999: 9999, 5: 9999}, 0),
        (16, 21, {15: 1, 1: 0}, 16 * 7 + 21 * 2),
    ],
)
def test_counts_at_the_limits_of_size_and_fleet(
    height: int, width: int, fleet: dict[int, int], number: int
) -> None:
    assert bimaru.count_arrangements((height, width), fleet) == number


@pytest.mark.parametrize("size", [(0, 5), (5, 100), (-1, -1)])
def test_a_size_that_no_puzzle_has_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidPuzzleError, match="size: sides are 1 to 99"):
        bimaru.count_arrangements(size, {1: 1})


def test_a_time_limit_ends_the_count() -> None:
    with pytest.raises(OutOfTimeError, match=r"the time limit was reached; \d+ of 225 squares were counted"):
        bimaru.count_arrangements((15, 15), dict(STANDARD_FLEET), time_limit=0.01)


def test_numbers_that_would_take_too_much_memory_end_the_count() -> None:
    fleet = dict.fromkeys(range(1, 10), 9)
    with pytest.raises(OutOfReachError, match=r"each of the numbers takes \d+ bytes"):
        bimaru.count_arrangements((50, 50), fleet)


def test_the_watch_is_called_with_the_progress() -> None:
    reports: list[tuple[int, int]] = []
    bimaru.count_arrangements((6, 6), {3: 1, 2: 2, 1: 3}, watch=lambda *state: reports.append(state))
    assert [swept for swept, _ in reports] == [0, *range(36)]
    assert all(used > 0 for _, used in reports[1:])


# Draws


@some_examples
@given(st.integers(1, 5), st.integers(1, 5), FLEETS, st.integers())
def test_draws_are_arrangements_if_there_are_any(
    height: int, width: int, fleet: list[tuple[int, int]], seed: int
) -> None:
    boards = boards_of(puzzle_of(height, width, fleet))
    completions = completions_of(puzzle_of(height, width, fleet))
    assert (completions.total if completions else 0) == len(boards)
    board = next(drawn(height, width, fleet, seed), None)
    assert board in boards if boards else board is None


@pytest.mark.parametrize(
    ("height", "width", "fleet"),
    [
        (3, 3, ((1, 3),)),
        thorough(4, 4, ((2, 2), (1, 1))),
        thorough(3, 5, ((3, 1), (2, 1), (1, 1))),
        thorough(5, 3, ((3, 1), (2, 1), (1, 1))),
        (4, 5, ((4, 1), (2, 2), (1, 1))),
        (1, 9, ((3, 1), (1, 3))),
    ],
)
def test_every_arrangement_is_drawn_as_often_as_any_other(height: int, width: int, fleet: Pairs) -> None:
    boards = boards_of(puzzle_of(height, width, fleet))
    seen = Counter(islice(drawn(height, width, fleet, 2024), 20 * len(boards)))
    assert {*seen} <= boards
    assert abs(chi_squared(seen, len(boards))) < 4


def test_draws_on_a_dense_grid_are_arrangements() -> None:
    puzzle = puzzle_of(7, 7, STANDARD_FLEET)
    boards = [*islice(drawn(7, 7, STANDARD_FLEET, 1), 20)]
    assert len({*boards}) == 20
    assert [check(puzzle, board) for board in boards] == [[]] * 20


def test_a_seed_means_the_same_draws_for_ever() -> None:
    boards = drawn(4, 6, ((3, 1), (2, 1), (1, 2)), 42)
    assert [board.rows for board in islice(boards, 2)] == [
        ("......", ".S.T..", "...M..", "LR.B.S"),
        ("T.....", "B...T.", "....M.", "S.S.B."),
    ]
