"""The engine `sweep`, and what its numbers give: exact counts with any clues, for each square the boards in
which it is ship, and boards drawn uniformly; against brute force, the search, and known numbers."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

import bimaru
from bimaru.arrangements.random_boards import draw_boards
from bimaru.arrangements.square_counts import count_squares
from bimaru.engines.auto import Auto
from bimaru.engines.sweep import Completions, SweepEngine, bound_states, count_by_sweep, grid_of, unlimited
from bimaru.engines.sweep_kernel import Sweep
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.puzzle import Puzzle
from brute_force import boards_of, small_puzzles
from instances import Instance, instance, instances
from random_draws import chi_squared

some: Final = settings(
    max_examples=150, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
STANDARD: Final = {4: 1, 3: 2, 2: 3, 1: 4}
CSPLIB: Final = instance("csplib014", "csplib014-113").puzzle
SMALLER: Final = bimaru.generate(size=(8, 7), fleet={4: 1, 3: 1, 2: 2, 1: 2}, seed=1)


def without_givens(puzzle: Puzzle, tallies: slice) -> Puzzle:
    """The puzzle without its givens, and with these of its tallies only, rows first."""
    kept = range(puzzle.height + puzzle.width)[tallies]
    rows = [tally if i in kept else None for i, tally in enumerate(puzzle.rows)]
    cols = [tally if i in kept else None for i, tally in enumerate(puzzle.cols, len(rows))]
    return Puzzle(rows, cols, puzzle.fleet)


def is_straight(puzzle: Puzzle) -> bool:
    return SweepEngine().refusal(puzzle) is None


def swept(puzzle: Puzzle, *, is_turned: bool) -> Completions:
    return Completions(grid_of(puzzle, is_turned), unlimited, counts=True)


@some
@given(small_puzzles())
def test_counts_and_lists_what_brute_force_finds_in_both_directions(puzzle: Puzzle) -> None:
    if not is_straight(puzzle):
        return
    boards = boards_of(puzzle)
    assert count_by_sweep(puzzle) == len(boards)
    result = bimaru.solve(puzzle, engine="sweep", limit=None)
    assert result.complete
    assert {*result.boards} == boards


@some
@given(small_puzzles())
def test_counts_the_boards_in_which_each_square_is_ship(puzzle: Puzzle) -> None:
    boards = boards_of(puzzle)
    found = count_squares(puzzle)
    assert found.n_solutions == len(boards)
    for row, counts in enumerate(found.ships):
        for col, number in enumerate(counts):
            assert number == sum((row, col) in board.occupied() for board in boards)


@pytest.mark.parametrize("is_turned", [False, True])
def test_both_directions_count_the_same_boards_with_each_ship(is_turned: bool) -> None:
    puzzle = Puzzle([2, None, None, 1, None], [None, 2, None, 1], {3: 1, 2: 1, 1: 1}, {(0, 0): "W"})
    boards = boards_of(puzzle)
    completions = swept(puzzle, is_turned=is_turned)
    assert completions.total == len(boards)
    for placement, number in completions.boards_with_ship().items():
        shown = zip(placement.squares, placement.parts, strict=True)
        marks = {square: str(part) for square, part in shown}
        assert number == sum(all(board[at] == mark for at, mark in marks.items()) for board in boards)


@pytest.mark.parametrize("tallies", [slice(15), slice(3, 13), slice(8), slice(8, 15), slice(1, 15, 2)])
def test_counts_with_any_tallies_the_same_in_both_directions(tallies: slice) -> None:
    puzzle = without_givens(SMALLER, tallies)
    assert _count_in(puzzle, False) == _count_in(puzzle, True) == count_by_sweep(puzzle)


@pytest.mark.thorough  # half a minute
@pytest.mark.parametrize("tallies", [slice(20), slice(4, 18), slice(10), slice(10, 20), slice(1, 20, 2)])
def test_counts_large_numbers_the_same_in_both_directions(tallies: slice) -> None:
    puzzle = without_givens(CSPLIB, tallies)
    assert _count_in(puzzle, False) == _count_in(puzzle, True) == count_by_sweep(puzzle)


def _count_in(puzzle: Puzzle, is_turned: bool) -> int:
    plan = grid_of(puzzle, is_turned).plan
    sweep = Sweep(plan)
    layer = sweep.first_layer()
    for row in range(plan.height):
        layer = sweep.next_row(row, layer, unlimited)
    return sweep.last_layer(layer)


@pytest.mark.parametrize("known", instances("csplib014")[:200:40], ids=lambda known: known.id)
def test_counts_the_known_boards_of_puzzles_without_their_givens(known: Instance) -> None:
    puzzle = without_givens(known.puzzle, slice(20))
    assert count_by_sweep(puzzle) == bimaru.count(puzzle, engine="search")


def test_auto_counts_by_the_sweep_what_search_cannot_finish() -> None:
    puzzle = Puzzle([None] * 10, [None] * 10, STANDARD)
    assert bimaru.count(puzzle) == 1_855_545_978_831_780
    run = Auto().run(puzzle)
    assert (run.count(), run.engine, run.complete) == (1_855_545_978_831_780, "sweep", True)


def test_the_boards_of_a_puzzle_with_few_are_still_counted_by_the_search() -> None:
    run = Auto().run(CSPLIB)
    assert (run.count(), run.engine, run.complete) == (1, "search", True)


def test_full_layers_leave_a_lower_bound() -> None:
    puzzle = Puzzle([2, None, 1, None, None], [None] * 5, {3: 1, 2: 1, 1: 2})
    grid = grid_of(puzzle, False)
    sweep = Sweep(grid.plan, 12)
    layer = sweep.first_layer()
    for row in range(5):
        layer = sweep.next_row(row, layer, unlimited)
    assert sweep.is_cut
    assert 0 < sweep.last_layer(layer) < count_by_sweep(puzzle)


def test_what_would_have_too_many_states_is_refused_before_it_starts() -> None:
    puzzle = instance("solbat", "sb_15_15_6_0").puzzle
    assert min(bound_states(puzzle, False), bound_states(puzzle, True)) > 1e10
    reason = SweepEngine().refusal(puzzle)
    assert reason is not None
    assert reason.startswith("it may have ")
    with pytest.raises(bimaru.UnsupportedPuzzleError, match="states before a square, the limit is 1e"):
        bimaru.solve(puzzle, engine="sweep")


# Drawing


def test_every_board_of_a_puzzle_is_drawn_as_often_as_any_other() -> None:
    puzzle = Puzzle([2, None, None, 1], [None, 2, None, None], {2: 1, 1: 2}, {(0, 0): "X"})
    boards = boards_of(puzzle)
    seen = Counter(islice(draw_boards(puzzle, seed=5), 20 * len(boards)))
    assert {*seen} <= boards
    assert abs(chi_squared(seen, len(boards))) < 4


def test_boards_of_a_puzzle_that_the_sweep_does_not_take_are_drawn_from_the_list() -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, words=["AB"])
    boards = boards_of(puzzle)
    seen = Counter(islice(draw_boards(puzzle, seed=1), 20 * len(boards)))
    assert {*seen} <= boards
    assert abs(chi_squared(seen, len(boards))) < 4


def test_a_seed_means_the_same_boards() -> None:
    puzzle = without_givens(CSPLIB, slice(12))
    first, again, other = ([*islice(draw_boards(puzzle, seed=seed), 3)] for seed in (1, 1, 2))
    assert first == again != other
    assert [bimaru.check(puzzle, board) for board in first] == [[]] * 3


def test_no_board_can_be_drawn_of_a_puzzle_without_any() -> None:
    with pytest.raises(NoSolutionError, match="has no solution"):
        draw_boards(Puzzle([1], [0], {1: 1}))


def test_a_share_is_a_fraction_of_the_boards() -> None:
    counts = count_squares(Puzzle([1, None], [None, None], {1: 1}))
    assert (counts.n_solutions, counts.ships) == (2, ((1, 1), (0, 0)))
    assert counts.share((0, 1)) == 0.5


def test_counting_squares_ends_at_the_time_limit() -> None:
    with pytest.raises(OutOfTimeError, match=r"squares were counted|time limit"):  # or was still preparing
        count_squares(Puzzle([None] * 12, [None] * 12, STANDARD), time_limit=0.3)
