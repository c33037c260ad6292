"""Fewer clues: the same solution, nothing to spare, and the smallest number against trying all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, repeat
from types import SimpleNamespace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

import bimaru
from bimaru.board import WATER
from bimaru.errors import OutOfTimeError
from bimaru.generation import minimisation as minimisation_module
from bimaru.generation.clue_masks import GROUPS, Clue, clues_of, with_clues
from bimaru.generation.minimisation import minimisation
from bimaru.puzzle import Given, Provenance, Puzzle
from bimaru.solving import NotUniqueError
from bimaru.squares import Part
from brute_force import boards_of, small_puzzles
from instances import instance, instances
from sampling import thorough

some_examples: Final = settings(
    max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


def full(puzzle: Puzzle) -> Puzzle:
    """The puzzle with every square given."""
    board = bimaru.solve(puzzle).board
    assert board is not None
    givens = [Given(*at, Part.WATER if mark == WATER else mark) for at, mark in board.squares()]
    return puzzle.replace(givens=givens)


def all_of(puzzle: Puzzle) -> int:
    return sum(clue.mask for clue in clues_of(puzzle))


def with_one_less(puzzle: Puzzle, kinds: tuple[str, ...]) -> Iterator[Puzzle]:
    given = all_of(puzzle)
    return (with_clues(puzzle, given & ~clue.mask) for clue in clues_of(puzzle) if clue.kind in kinds)


def check(puzzle: Puzzle, fewer: Puzzle, drop: tuple[str, ...] = ("givens", "edges", "tallies")) -> None:
    """The same solution is the only one, clues that are to be kept are there, and no other can be spared."""
    kinds = tuple(kind for name in drop for kind in GROUPS[name])
    assert bimaru.solve(fewer).board == bimaru.solve(puzzle).board
    assert bimaru.is_unique(fewer)
    assert {*clues_of(fewer)} <= {*clues_of(puzzle)}
    assert {clue for clue in clues_of(puzzle) if clue.kind not in kinds} <= {*clues_of(fewer)}
    assert not any(map(bimaru.is_unique, with_one_less(fewer, kinds)))


@pytest.mark.parametrize("seed", range(6))
def test_of_all_squares_few_givens_remain_and_none_is_redundant(seed: int) -> None:
    puzzle = full(bimaru.generate(seed=seed))
    fewer = bimaru.minimise(puzzle)
    check(puzzle, fewer)
    assert len(clues_of(fewer)) < 25


@pytest.mark.parametrize(
    "drop",
    [("givens",), ("tallies",), ("rows", "water"), ("tallies", "givens"), ("parts", "givens"), ()],
    ids=str,
)
def test_only_droppable_clues_are_dropped(drop: tuple[str, ...]) -> None:
    for seed in range(4):
        puzzle = bimaru.generate(seed=seed, spare=5)
        check(puzzle, bimaru.minimise(puzzle, drop), drop)


def test_letters_are_dropped_by_their_name() -> None:
    known = instance("lettered", "lettered-1")
    board = bimaru.solve(known.puzzle).board
    assert board is not None
    assert board.letters is not None
    given = [
        Given(r, c, f"={letter}")
        for r, row in enumerate(board.letters)
        for c, letter in enumerate(row)
        if letter != WATER
    ]
    fewer = bimaru.minimise(known.puzzle.replace(givens=given), ("letters",))
    assert fewer == known.puzzle


def test_groups_are_dropped_in_the_order_given() -> None:
    puzzle = full(bimaru.generate(seed=1))
    givens_first, tallies_first = (
        bimaru.minimise(puzzle, order) for order in (("givens", "tallies"), ("tallies", "givens"))
    )
    assert [*chain(tallies_first.rows, tallies_first.cols)] == [None] * 20
    assert len(givens_first.givens) < len(tallies_first.givens)


@pytest.mark.parametrize(
    "known",
    [instance("lettered", "lettered-1"), instance("polyomino", "polyomino-1"), *instances("csplib014")[:3]],
    ids=lambda known: known.id,
)
def test_puzzles_of_every_kind_are_minimised(known: Any) -> None:
    check(known.puzzle, bimaru.minimise(known.puzzle))


@some_examples
@given(small_puzzles())
def test_small_puzzles_of_all_kinds_keep_their_board_and_no_redundant_clue(puzzle: Puzzle) -> None:
    boards = boards_of(puzzle)
    if len(boards) != 1:
        with pytest.raises(NotUniqueError):
            bimaru.minimise(puzzle)
        return
    fewer = bimaru.minimise(puzzle)
    assert boards_of(fewer) == boards
    for less in with_one_less(fewer, GROUPS["givens"] + GROUPS["tallies"] + ("edges",)):
        assert len(boards_of(less)) > 1


def test_parts_are_weakened_to_ship_where_that_is_enough() -> None:
    for seed in range(6):
        puzzle = bimaru.generate(seed=seed)
        fewer = bimaru.minimise(puzzle, ("parts",), weaken=True)
        strong = {given.square: given.kind for given in puzzle.givens}
        assert bimaru.is_unique(fewer)
        assert all(given.kind in (strong[given.square], Part.SHIP) for given in fewer.givens)
        for one in fewer.givens:
            if one.kind not in (Part.WATER, Part.SHIP):
                others = [other for other in fewer.givens if other != one]
                weaker = fewer.replace(givens=[*others, Given(one.row, one.col, Part.SHIP)])
                assert not bimaru.is_unique(weaker)


# The smallest number


def smallest(puzzle: Puzzle) -> int:
    """By trying all choices."""
    clues = clues_of(puzzle)
    return next(
        number
        for number in range(len(clues) + 1)
        for chosen in combinations(clues, number)
        if bimaru.is_unique(with_clues(puzzle, sum(clue.value for clue in chosen)))
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_smallest_number_is_the_smallest(seed: int) -> None:
    puzzle = bimaru.generate((4, 4), {2: 1, 1: 2}, seed=seed, spare=2)
    found = minimisation(puzzle, smallest=True)
    assert found.smallest
    assert found.clues == len(clues_of(found.puzzle)) == smallest(puzzle) == found.at_least
    check(puzzle, found.puzzle)


@pytest.mark.parametrize(
    ("asked", "efforts"),
    [
        ({"size": (8, 8), "fleet": {4: 1, 3: 1, 2: 2, 1: 2}}, (0, 1_000, 5_000)),
        thorough({}, (0, 5_000, 20_000)),
    ],
)
def test_both_bounds_hold_when_the_effort_runs_out(asked: dict[str, Any], efforts: tuple[int, ...]) -> None:
    puzzle = full(bimaru.generate(**asked, seed=1))
    best = minimisation(puzzle, smallest=True)
    for effort in efforts:
        found = minimisation(puzzle, smallest=True, effort=effort)
        assert found.at_least is not None
        assert best.at_least is not None
        assert found.at_least <= best.at_least <= best.clues <= found.clues == len(clues_of(found.puzzle))
        assert bimaru.is_unique(found.puzzle)
    assert best.smallest


def test_the_smallest_number_includes_kept_clues() -> None:
    puzzle = bimaru.generate(seed=3, spare=6)
    found = minimisation(puzzle, ("givens",), smallest=True)
    assert found.smallest
    assert found.clues == 20 + len(found.puzzle.givens)
    check(puzzle, found.puzzle, ("givens",))


# Notes and limits


def test_stale_notes_are_removed_and_others_kept() -> None:
    puzzle = bimaru.generate(grade="easy", seed=1).replace(id="p", source="s")
    fewer = bimaru.minimise(puzzle)
    assert (fewer.id, fewer.source) == ("p", "s")
    assert fewer.provenance == Provenance(solution=puzzle.provenance.solution)
    assert fewer.extra == {"grade": None}


def test_the_seed_determines_the_choice() -> None:
    puzzle = full(bimaru.generate(seed=1))
    assert (
        bimaru.minimise(puzzle, seed=5) == bimaru.minimise(puzzle, seed=5) != bimaru.minimise(puzzle, seed=6)
    )


@pytest.mark.parametrize(
    ("rows", "status"), [([1, 0, 1], "multiple"), ([2, 1, 0], "none")], ids=["several", "none"]
)
def test_a_puzzle_without_exactly_one_solution_is_refused(rows: list[int], status: str) -> None:
    with pytest.raises(NotUniqueError) as error:
        bimaru.minimise(Puzzle(rows, [1, 0, 1], {1: 2}))
    assert error.value.status == status


def test_at_the_time_limit_the_best_result_so_far_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = full(instance("csplib014", "csplib014-113").puzzle)
    moments = chain([0.0] * 30, repeat(2.0))
    monkeypatch.setattr(minimisation_module, "clock", SimpleNamespace(now=lambda: next(moments)))
    found = minimisation(puzzle, time_limit=1)
    assert not found.complete
    assert 20 < found.clues < 120
    assert bimaru.is_unique(found.puzzle)


def test_a_clue_about_which_no_search_decides_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = full(instance("csplib014", "csplib014-113").puzzle)
    results = chain([bimaru.solve(puzzle)], repeat(SimpleNamespace(boards=(), status="unknown")))
    monkeypatch.setattr(minimisation_module, "_kernel_oracle", lambda *_: None)
    monkeypatch.setattr(minimisation_module, "solve", lambda *_, **__: next(results))
    found = minimisation(puzzle)
    assert (found.complete, found.clues) == (False, found.before)


def test_a_puzzle_that_is_not_solved_in_time_keeps_its_clues() -> None:
    with pytest.raises(OutOfTimeError):
        minimisation(Puzzle([None] * 30, [None] * 30, {5: 9}), time_limit=0)


def test_unknown_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="drop: 'ships and all' is not one of water, "):
        bimaru.minimise(Puzzle([1], [1], {1: 1}), ["ships and all"])


# Clues


def test_every_clue_has_a_position_of_its_own() -> None:
    puzzle = instance("lettered", "lettered-1").puzzle
    clues = clues_of(puzzle)
    assert len({clue.position for clue in clues}) == len(clues)
    assert with_clues(puzzle, all_of(puzzle)) == puzzle
    bare = with_clues(puzzle, 0)
    assert clues_of(bare) == []
    assert bare.ships == puzzle.ships


def test_the_clues_of_a_puzzle() -> None:
    puzzle = Puzzle([1, None], [0, 1], {1: 1}, {(0, 0): "W", (0, 1): "S", (1, 1): "X"})
    assert clues_of(puzzle) == [
        Clue("water", 0),
        Clue("parts", 1),
        Clue("ships", 3),
        Clue("rows", 4),
        Clue("columns", 6),
        Clue("columns", 7),
    ]


@pytest.mark.parametrize(
    "puzzle",
    [
        instance("csplib014", "csplib014-113").puzzle,
        instances("lettered")[0].puzzle,
        instances("polyomino")[0].puzzle,
    ],
    ids=["plain", "with words", "with bends"],
)
def test_a_compiled_search_answers_all_but_the_first_question(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def solve(puzzle: Puzzle, **options: Any) -> Any:
        asked.append(puzzle)
        return bimaru.solve(puzzle, **options)

    monkeypatch.setattr(minimisation_module, "solve", solve)
    assert minimisation(puzzle, seed=1).clues < minimisation(puzzle, seed=1).before
    assert asked == [puzzle] * 2
