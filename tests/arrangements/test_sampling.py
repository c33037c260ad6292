"""Random arrangements by rejection: published numbers of the stream, every arrangement as often as
any other, bounds that nothing exceeds, and the same uncompiled."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.arrangements import rejection as sampling
from bimaru.arrangements.rejection import Chance, Rejection, as_board, most_placements
from bimaru.board import Board
from bimaru.placements import could_fit, placements
from bimaru.rules import check
from bimaru.ships import Ship
from brute_force import boards_of
from random_draws import FLEETS, STANDARD_FLEET, Pairs, chi_squared, puzzle_of
from uncompiled import uncompiled

slow: Final = uncompiled(sampling)
some_examples: Final = settings(max_examples=60, derandomize=True, database=None, deadline=None)


def test_is_compiled() -> None:
    assert not (sampling.__file__ or "").endswith(".py")
    assert (slow.__file__ or "").endswith(".py")


# The stream


def test_the_state_is_filled_as_splitmix64_does() -> None:
    """The numbers that Vigna's splitmix64.c gives from the state 1234567."""
    assert slow.Chance(1234567).state == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
    ]


def test_the_numbers_are_those_of_xoshiro256_star_star() -> None:
    """The numbers that Blackman's and Vigna's xoshiro256starstar.c gives from the state 1, 2, 3, 4."""
    chance = slow.Chance(0)
    chance.state = [1, 2, 3, 4]
    assert [chance.word() for _ in range(6)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
    ]


@pytest.mark.parametrize(
    ("seed", "stream", "first"),
    [
        (0, 0, 11091344671253066420),
        (1, 0, 12966619160104079557),
        (-1, 0, 12398975393640090355),
        (2**64, 0, 12246933336995367224),
        (1, 1, 3099818730278803402),
        (7, -3, 7324387804905710816),
    ],
)
def test_a_seed_means_the_same_numbers_for_ever(seed: int, stream: int, first: int) -> None:
    assert Chance(seed, stream).word() == first


@some_examples
@given(st.integers(-(2**70), 2**70), st.integers(-5, 2**66))
def test_the_stream_is_the_same_uncompiled(seed: int, stream: int) -> None:
    one, other = Chance(seed, stream), slow.Chance(seed, stream)
    for n in (1, 2, 6, 2**31 + 1, 2**32 - 1, 2**32, 2**63 - 1, 3**50):
        assert one.below(n) == other.below(n)
    assert one.word() == other.word()


def test_seeds_and_streams_that_are_near_have_nothing_in_common() -> None:
    seeds = [(seed, stream) for seed in range(-20, 20) for stream in range(-20, 20)]
    seeds += [(2**64 + 1, 0), (2**128 + 1, 0), (1, 2**64)]
    firsts = sorted(Chance(*each).word() for each in seeds)
    assert len({*firsts}) == len(firsts)
    assert max(after - before for before, after in pairwise(firsts)) < 2**64 * 10 / len(seeds)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10])
def test_every_number_below_comes_as_often_as_any_other(n: int) -> None:
    chance = Chance(5)
    assert n == 1 or abs(chi_squared(Counter(chance.below(n) for _ in range(20_000)), n)) < 4
    assert n == 1 or abs(chi_squared(Counter(chance.below_big(n) for _ in range(20_000)), n)) < 4


@some_examples
@given(st.integers(0, 2**64), st.integers(1, 2**200))
def test_a_number_below_is_below(seed: int, n: int) -> None:
    assert 0 <= Chance(seed).below(n) < n
    assert 0 <= Chance(seed).below_big(n) < n


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_0(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Chance(1).below(n)


def test_every_order_comes_as_often_as_any_other() -> None:
    chance = Chance(6)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        seen[tuple(items)] += 1
    assert abs(chi_squared(seen, 24)) < 4


def test_a_percentage_of_what_comes_last_is_mixed_in() -> None:
    items, is_first = "abcdefgh", bytes([1, 0, 0, 1, 0, 0, 1, 0])  # of the five others, two are mixed in
    seen: Counter[tuple[int, ...]] = Counter()
    ends: Counter[str] = Counter()
    chance = Chance(7)
    for _ in range(12_000):
        order = chance.mix_in(items, is_first, 40)
        assert sorted(order) == [*items]
        assert not {"a", "d", "g"} & {*order[5:]}
        seen[tuple(order.index(item) for item in "adg")] += 1
        ends["".join(order[5:])] += 1
    assert len(seen) == len(ends) == 60
    assert abs(chi_squared(seen, 60)) < 4
    assert abs(chi_squared(ends, 60)) < 4


@some_examples
@given(st.integers(0, 2**64), st.lists(st.booleans(), max_size=12), st.integers(0, 100))
def test_mixes_uncompiled_as_compiled(seed: int, is_first: list[bool], percentage: int) -> None:
    items = [*range(len(is_first))]
    one, other = Chance(seed), slow.Chance(seed)
    assert one.mix_in(items, bytes(is_first), percentage) == other.mix_in(items, bytes(is_first), percentage)
    assert one.word() == other.word()


# The arrangements


def test_a_seed_means_the_same_arrangements_for_ever() -> None:
    chance = Chance(42)
    rejection = Rejection(7, 7, ((3, 1), (2, 2), (1, 3)))
    assert [as_board(rejection.draw(chance, 10_000) or b"", 7).rows for _ in range(2)] == [
        (".......", "LMR.S..", ".......", ".......", "LR...LR", ".......", ".S..S.."),
        ("......T", "S.S...M", "....S.B", "T......", "B......", ".....LR", "......."),
    ]


@pytest.mark.parametrize(
    ("height", "width", "fleet"),
    [
        (3, 3, ((1, 2),)),
        (4, 4, ((2, 2), (1, 1))),
        (3, 5, ((3, 1), (2, 1), (1, 1))),
        (5, 4, ((3, 1), (2, 1), (1, 1))),
        (1, 9, ((3, 1), (1, 3))),
    ],
)
def test_every_arrangement_comes_as_often_as_any_other(height: int, width: int, fleet: Pairs) -> None:
    boards = boards_of(puzzle_of(height, width, fleet))
    rejection, chance = Rejection(height, width, fleet), Chance(2024)
    draws = [rejection.draw(chance, 1_000_000) for _ in range(20 * len(boards))]
    seen = Counter(as_board(draw or b"", width) for draw in draws)
    assert {*seen} <= boards
    assert abs(chi_squared(seen, len(boards))) < 4


@pytest.mark.parametrize(
    ("height", "width"), [(10, 10), (16, 9), (17, 3), (2, 33), (32, 32), (64, 64), (40, 62)]
)
def test_what_is_drawn_is_an_arrangement(height: int, width: int) -> None:
    puzzle = puzzle_of(height, width, STANDARD_FLEET)
    rejection, chance = Rejection(height, width, STANDARD_FLEET), Chance(7)
    draws = [rejection.draw(chance, 1_000_000) for _ in range(20)]
    assert len({*draws}) == 20
    for draw in draws:
        assert draw is not None
        assert check(puzzle, as_board(draw, width)) == []


@some_examples
@given(st.integers(1, 16), st.integers(1, 16), FLEETS, st.integers(0, 2**64))
def test_draws_are_the_same_uncompiled(
    height: int, width: int, fleet: list[tuple[int, int]], seed: int
) -> None:
    one, other = Rejection(height, width, fleet), slow.Rejection(height, width, fleet)
    assert one.can_be == other.can_be
    assert one.draw(Chance(seed), 5) == other.draw(slow.Chance(seed), 5)
    assert one.acceptance(Chance(seed), 5) == other.acceptance(slow.Chance(seed), 5)


def test_attempts_can_be_allowed_a_few_at_a_time() -> None:
    at_once, by_and_by = Chance(3), Chance(3)
    rejection = Rejection(8, 8, STANDARD_FLEET)
    board = rejection.draw(at_once, 1_000_000)
    assert board is not None
    found = None
    while found is None:
        found = rejection.draw(by_and_by, 7)
    assert found == board


@some_examples
@given(st.integers(1, 5), st.integers(1, 5), FLEETS, st.integers(1, 5))
def test_no_arrangement_leaves_a_ship_more_placements_than_the_bound(
    height: int, width: int, fleet: list[tuple[int, int]], length: int
) -> None:
    lengths = [n for n, count in fleet for _ in range(count)]
    bound = most_placements(height, width, length, lengths)
    for board in boards_of(puzzle_of(height, width, fleet)):
        occupied = board.occupied()
        left = [
            placement
            for placement in placements(Ship.straight(length), height, width)
            if occupied.isdisjoint((*placement.squares, *placement.surroundings))
        ]
        assert len(left) <= bound


@some_examples
@given(*[st.integers(1, 12)] * 3, st.lists(st.integers(1, 6), max_size=12))
def test_the_bound_is_the_best_of_all_rectangles(
    height: int, width: int, length: int, laid: list[int]
) -> None:
    room = (height + 1) * (width + 1) - sum(2 * (each + 1) for each in laid)

    def best(deep: int, wide: int) -> int:
        starts = [(a, b) for a in range(1, wide - length + 2) for b in range(1, deep + 1)]
        return max([0, *(min(a * b, room - length * b - a - length) for a, b in starts)])

    both = best(height, width) + (best(width, height) if length > 1 else 0)
    assert most_placements(height, width, length, laid) == both


@pytest.mark.parametrize(("height", "width"), [(1, 1), (7, 3), (10, 10), (3, 30)])
@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_the_bound_for_the_first_ship_is_the_number_of_its_placements(
    height: int, width: int, length: int
) -> None:
    ship = Ship.straight(length)
    assert most_placements(height, width, length, ()) == len(placements(ship, height, width))


def test_the_estimate_is_the_share_of_attempts_that_succeed() -> None:
    rejection = Rejection(7, 7, ((3, 1), (2, 2), (1, 3)))
    chance = Chance(8)
    kept = sum(rejection.draw(chance, 1) is not None for _ in range(40_000)) / 40_000
    assert rejection.acceptance(Chance(9), 40_000) == pytest.approx(kept, rel=0.1)


@pytest.mark.parametrize("fleet", [STANDARD_FLEET, ((4, 4), (3, 4), (2, 6))])
def test_pursued_boards_have_all_ships_or_those_that_had_a_placement(fleet: Pairs) -> None:
    puzzle, rejection, chance = puzzle_of(7, 8, fleet), Rejection(7, 8, fleet), Chance(10)
    ends = set()
    for _ in range(50):
        cells, laid = rejection.pursued(chance, 3)
        broken = {fault.rule for fault in check(puzzle, as_board(cells, 8))}
        ends.add(laid)
        assert broken == (set() if laid else {"fleet"})
    assert True in ends or fleet != STANDARD_FLEET
    assert False in ends or fleet == STANDARD_FLEET


@some_examples
@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_a_draw_can_be_a_board(height: int, width: int, data: st.DataObject) -> None:
    cells = bytes(data.draw(st.lists(st.integers(0, 1), min_size=height * width, max_size=height * width)))
    signs = "".join(".X"[cell] for cell in cells)
    plain = Board(tuple(signs[i : i + width] for i in range(0, len(signs), width)))
    assert as_board(cells, width) == plain.with_parts() == slow.as_board(cells, width)


@some_examples
@given(st.integers(1, 4), st.integers(1, 4), FLEETS)
def test_what_could_not_fit_does_not(height: int, width: int, fleet: list[tuple[int, int]]) -> None:
    assert could_fit(height, width, fleet) or not boards_of(puzzle_of(height, width, fleet))


def test_a_fleet_that_cannot_fit_is_never_drawn() -> None:
    assert Rejection(3, 3, ((1, 4),)).draw(Chance(1), 100) is not None
    for fleet in (((4, 1),), ((3, 3),), ((1, 5),)):
        rejection = Rejection(3, 3, fleet)
        assert not rejection.can_be
        assert rejection.draw(Chance(1), 100) is None


def test_no_ships_are_drawn_as_an_empty_grid() -> None:
    assert Rejection(2, 3, ()).draw(Chance(1), 1) == bytes(6)


@pytest.mark.parametrize("side", [0, 65])
def test_a_grid_too_large_is_refused(side: int) -> None:
    with pytest.raises(ValueError, match="1 to 64"):
        Rejection(side, 5, ())
