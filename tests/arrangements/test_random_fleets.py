"""The front of random fleets: it takes the way that suits the grid, and says which."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.arrangements import random_fleets as fleets
from bimaru.arrangements.random_fleets import FleetDoesNotFitError, FleetSampler, Method, fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.errors import OutOfReachError
from bimaru.rules import check
from bimaru.ships import Fleet
from bimaru.solving import count
from brute_force import boards_of
from random_draws import FLEETS, STANDARD_FLEET, chi_squared, puzzle_of
from sampling import thorough

STANDARD: Final = dict(STANDARD_FLEET)
PYRAMID: Final = {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}

CHOICES: Final[list[tuple[int, int, dict[int, int], Method]]] = [
    (10, 10, STANDARD, "rejection"),
    (7, 7, {3: 1, 2: 2, 1: 3}, "rejection"),
    (15, 15, {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}, "rejection"),
    (8, 8, STANDARD, "rejection"),
    (3, 4, {}, "rejection"),
    (7, 7, STANDARD, "tables"),
    (12, 12, PYRAMID, "search"),
    (64, 64, {1: 750}, "search"),
    (64, 64, {10: 40, 6: 50, 5: 10, 4: 15, 3: 20, 2: 25, 1: 30}, "search"),
]


def search_alone(height: int, width: int, fleet: dict[int, int]) -> FleetSampler:
    """As if neither rejection nor tables were affordable."""
    with (
        patch.object(fleets, "_QUICK", 2.0),
        patch.object(fleets, "_BEARABLE", 2.0),
        patch.object(fleets, "_TABLE_STEPS", 0),
    ):
        fleets._tables_of.cache_clear()
        return FleetSampler(height, width, fleet)


@pytest.mark.parametrize(("height", "width", "n_ways"), [(3, 3, 8), (2, 4, 4)])
def test_an_arrangement_is_turned_in_every_way_that_fits_with_the_same_chance(
    height: int, width: int, n_ways: int
) -> None:
    bounds = []

    class Coins:
        def __init__(self, throws: tuple[int, ...]) -> None:
            self._throws = iter(throws)

        def below(self, bound: int) -> int:
            bounds.append(bound)
            return next(self._throws)

    cells = bytes(range(height * width))
    coins: Any = map(Coins, product((0, 1), repeat=3))
    turned = {fleets._random_turn(cells, height, width, each) for each in coins}
    assert len(turned) == n_ways
    assert {*bounds} == {2}


@pytest.mark.parametrize(("height", "width", "fleet", "method"), CHOICES)
def test_the_method_depends_on_the_grid_and_its_draws_are_arrangements(
    height: int, width: int, fleet: dict[int, int], method: Method
) -> None:
    drawn = FleetSampler(height, width, fleet)
    assert drawn.method == method
    puzzle = puzzle_of(height, width, Fleet(fleet).pairs)
    chance = Chance(1)
    for _ in range(5):
        board = drawn.board(chance)
        assert (board.height, board.width) == (height, width)
        assert check(puzzle, board) == []


@pytest.mark.parametrize(("height", "width", "fleet", "method"), CHOICES)
def test_a_seed_gives_the_same_draws_again(
    height: int, width: int, fleet: dict[int, int], method: Method
) -> None:
    one, other = (FleetSampler(height, width, fleet) for _ in range(2))
    chances = Chance(2), Chance(2)
    for _ in range(3):
        assert one.draw(chances[0]) == other.draw(chances[1])
    assert chances[0].word() == chances[1].word()


@pytest.mark.parametrize(
    ("height", "width", "fleet"),
    [thorough(4, 5, {2: 2, 1: 1}), (3, 5, {1: 4})],
)
def test_every_arrangement_is_as_likely_as_any_other(height: int, width: int, fleet: dict[int, int]) -> None:
    boards = boards_of(puzzle_of(height, width, Fleet(fleet).pairs))
    drawn, chance = FleetSampler(height, width, fleet), Chance(2024)
    seen = Counter(drawn.board(chance) for _ in range(20 * len(boards)))
    assert {*seen} <= boards
    assert abs(chi_squared(seen, len(boards))) < 4


OPEN: Final = puzzle_of(6, 6, ((3, 1), (2, 2), (1, 3)))


def tallies(line: int | None, tally: int) -> list[int | None]:
    """Six tallies, of which at most one is given."""
    return [tally if line == i else None for i in range(6)]


@cache
def fills(row: int | None, col: int | None) -> list[int]:
    """How many of the arrangements have each tally in one line, by the search kernel."""
    return [count(OPEN.replace(rows=tallies(row, tally), cols=tallies(col, tally))) for tally in range(6)]


@pytest.mark.thorough
@pytest.mark.parametrize("quick", [0.0, 2.0], ids=["rejection", "tables"])
@pytest.mark.parametrize(
    ("row", "col"),
    [
        thorough(0, None, id="border row"),
        pytest.param(None, 2, id="inner column"),
    ],
)
def test_lines_are_as_full_as_the_exact_numbers_say(quick: float, row: int | None, col: int | None) -> None:
    with patch.object(fleets, "_QUICK", quick):
        drawn, chance = FleetSampler(6, 6, OPEN.fleet), Chance(2024)
    boards = (drawn.board(chance).rows for _ in range(5_000))
    lines = (rows[row] if row is not None else [cells[col or 0] for cells in rows] for rows in boards)
    seen = Counter(6 - line.count(".") for line in lines)
    exact = fills(row, col)
    assert sum(exact) == 894_296
    expected = [5_000 * number / 894_296 for number in exact]
    distance = sum((seen[tally] - mean) ** 2 / mean for tally, mean in enumerate(expected))
    assert distance < 25  # 1 in 7,000 for 5 degrees of freedom


def test_search_draws_every_arrangement_though_not_uniformly() -> None:
    boards = boards_of(puzzle_of(4, 4, ((2, 2), (1, 1))))
    drawn, chance = search_alone(4, 4, {2: 2, 1: 1}), Chance(1)
    assert drawn.method == "search"
    seen = Counter(drawn.board(chance) for _ in range(20 * len(boards)))
    assert {*seen} == boards
    assert chi_squared(seen, len(boards)) > 10


def test_search_has_the_kernel_complete_unfinished_draws() -> None:
    with patch.object(fleets, "_PURSUITS", 1):
        drawn, chance = search_alone(7, 7, STANDARD), Chance(1)
        puzzle = puzzle_of(7, 7, STANDARD_FLEET)
        boards = [drawn.board(chance) for _ in range(30)]
    assert [check(puzzle, board) for board in boards] == [[]] * 30
    assert len({*boards}) > 15


@settings(max_examples=60, derandomize=True, database=None, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), FLEETS, st.sampled_from([FleetSampler, search_alone]))
def test_a_fleet_is_drawn_or_cannot_fit(
    height: int, width: int, fleet: list[tuple[int, int]], way: Callable[..., FleetSampler]
) -> None:
    boards = boards_of(puzzle_of(height, width, fleet))
    try:
        drawn = way(height, width, dict(fleet)).board(Chance(1))
    except FleetDoesNotFitError:
        assert not boards
    else:
        assert drawn in boards


@pytest.mark.parametrize(
    ("height", "width", "fleet"),
    [
        (6, 7, STANDARD),
        (3, 3, {1: 5}),
        (3, 3, {4: 1}),
        (5, 5, {5: 3, 1: 1}),
        (2, 2, {1: 2}),
    ],
)
def test_a_fleet_that_cannot_fit_is_reported(height: int, width: int, fleet: dict[int, int]) -> None:
    for attempt in (FleetSampler, search_alone):
        with pytest.raises(
            FleetDoesNotFitError, match=f"cannot lie on a grid of {height}x{width} without touching"
        ):
            attempt(height, width, fleet)


def test_the_tables_prove_that_a_fleet_cannot_fit_where_bounds_and_search_do_not() -> None:
    with pytest.raises(FleetDoesNotFitError):
        FleetSampler(8, 6, STANDARD)


def test_an_undecided_search_is_reported() -> None:
    with (
        patch.object(fleets, "_PURSUITS", 1),
        patch.object(fleets, "_NODES_A_PROOF", 3),
        pytest.raises(OutOfReachError, match="3 nodes of search did not decide"),
    ):
        search_alone(7, 7, STANDARD)


def test_a_grid_beyond_the_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 64"):
        FleetSampler(65, 10, STANDARD)


def test_samplers_are_cached() -> None:
    fleet = Fleet(STANDARD)
    assert fleet_sampler(9, 9, fleet) is fleet_sampler(9, 9, fleet)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_long_draw_answers_ctrl_c() -> None:
    code = (
        "from bimaru.arrangements.rejection import Chance\n"
        "from bimaru.arrangements.random_fleets import FleetSampler\n"
        "fleets = FleetSampler(10, 10, {4: 1}); print('drawing', flush=True)\n"
        f"fleets._rejection = type(fleets._rejection)(12, 12, {Fleet(PYRAMID).pairs})\n"
        "fleets.draw(Chance(1))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1, env=os.environ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) != 0
