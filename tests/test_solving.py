"""Solving: what a status proves, what limits do, the order of results, and that every board is judged."""

from __future__ import annotations

import copy
import math
import pickle
import time
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from itertools import count as numbers
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.engines import REGISTRY, Budget, Run, UnsupportedPuzzleError
from bimaru.engines.kernel import KernelSearch
from bimaru.engines.protocol import NO_LIMIT
from bimaru.errors import InvalidBoardError, InvalidPuzzleError, OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.solving import Count, Result, Status, WrongBoardError, count, is_unique, solve, solve_many
from brute_force import boards_of
from instances import instance, instances

CSPLIB: Final = [known.puzzle for known in instances("csplib014")[:30]]
LETTERED: Final = instance("lettered", "lettered-1").puzzle
HARD: Final = instance("solbat", "sb_15_15_6_0").puzzle


def with_boards(number: int) -> Puzzle:
    """A puzzle that has so many boards."""
    return Puzzle([None], [None] * number, {1: 1}) if number else Puzzle([None], [None], {2: 1})


class Told:
    """An engine that gives the boards it has been told to give."""

    name = "told"

    def __init__(self, *boards: Board, in_full: bool = True, engine: str = "") -> None:
        """`in_full`: whether it claims, in the end, that these are all."""
        self.boards = boards
        self.in_full = in_full
        self.engine = engine
        self.budgets: list[Budget] = []

    def refusal(self, puzzle: Puzzle) -> str | None:  # noqa: ARG002  # it takes whatever comes
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:  # noqa: ARG002
        self.budgets.append(budget)
        return ToldRun(self)


class ToldRun(Run):
    def __init__(self, engine: Told) -> None:
        super().__init__()
        self._boards = iter(engine.boards)
        self._in_full = engine.in_full
        self.engine = engine.engine

    def __next__(self) -> Board:
        self.stats["nodes"] += 1
        for board in self._boards:
            return board
        self.complete = self._in_full
        raise StopIteration


# Statuses and limits


@pytest.mark.parametrize(
    ("number", "limit", "found", "status", "complete"),
    [
        (0, 0, 0, "unknown", False),
        (0, 1, 0, "none", True),
        (0, 2, 0, "none", True),
        (0, None, 0, "none", True),
        (1, 0, 0, "unknown", False),
        (1, 1, 1, "unknown", False),
        (1, 2, 1, "unique", True),
        (1, None, 1, "unique", True),
        (2, 1, 1, "unknown", False),
        (2, 2, 2, "multiple", False),
        (2, 3, 2, "multiple", True),
        (5, 0, 0, "unknown", False),
        (5, 2, 2, "multiple", False),
        (5, 4, 4, "multiple", False),
        (5, None, 5, "multiple", True),
    ],
)
def test_the_status_says_what_the_boards_found_prove(
    number: int, limit: int | None, found: int, status: Status, complete: bool
) -> None:
    puzzle = with_boards(number)
    boards = tuple(boards_of(puzzle))
    result = solve(puzzle, engine=Told(*boards), limit=limit)
    assert (result.boards, result.status, result.complete) == (boards[:found], status, complete)


@pytest.mark.parametrize(("found", "status"), [(0, "unknown"), (1, "unknown"), (2, "multiple")])
def test_a_search_cut_short_proves_only_what_it_has_found(found: int, status: Status) -> None:
    puzzle = with_boards(3)
    result = solve(puzzle, engine=Told(*list(boards_of(puzzle))[:found], in_full=False), limit=None)
    assert (len(result.boards), result.status, result.complete) == (found, status, False)


@pytest.mark.parametrize("limit", [1, 2, None])
def test_one_board_proves_itself_the_only_one_where_nothing_else_was_possible(limit: int | None) -> None:
    assert solve(Puzzle([1], [1], {1: 1}), limit=limit).status == "unique"


def test_two_boards_are_looked_for_unless_told_otherwise() -> None:
    assert len(solve(with_boards(5)).boards) == 2
    assert [len(result.boards) for result in solve_many([with_boards(5)])] == [2]


@pytest.mark.parametrize(("number", "unique"), [(0, False), (1, True), (2, False)])
def test_a_puzzle_is_unique_with_exactly_one_board(number: int, unique: bool) -> None:
    assert is_unique(with_boards(number)) is unique
    assert is_unique(with_boards(number), engine="backtracking") is unique


def test_whether_a_puzzle_is_unique_may_not_be_known_in_time() -> None:
    with pytest.raises(OutOfTimeError):
        is_unique(HARD, time_limit=0)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_puzzle_that_is_refused_ends_the_results_of_many(workers: int) -> None:
    lettered = Puzzle([2], [1, 1], words=["AB"])
    results = solve_many([with_boards(1), lettered, with_boards(1)], engine="search", workers=workers)
    assert next(results).status == "unique"
    with pytest.raises(UnsupportedPuzzleError):
        next(results)
    assert [*results] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [({"time_limit": "5"}, "time_limit: '5' is not a number"), ({"limit": "2"}, "limit: '2' is not an int")],
)
def test_limits_that_are_no_numbers_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        solve(HARD, **options)


@pytest.mark.parametrize(
    "budget", [{"time_limit": 0}, {"node_limit": 0}, {"time_limit": 0.0, "node_limit": 5}]
)
def test_without_a_budget_nothing_is_known(budget: dict[str, Any]) -> None:
    result = solve(HARD, **budget)
    assert (result.status, result.boards, result.complete) == ("unknown", (), False)
    number = count(HARD, **budget)
    assert (number, number.complete) == (0, False)


def test_a_time_limit_is_kept() -> None:
    start, worked = time.perf_counter(), time.process_time()
    result = solve(HARD, engine="search", time_limit=0.01)  # two boards take it ten times as long
    assert result.status == "unknown"
    assert 0.01 <= result.stats["seconds"] <= time.perf_counter() - start
    assert time.process_time() - worked < 5


def test_a_node_limit_is_kept() -> None:
    assert solve(HARD, node_limit=100).stats["nodes"] == 100


@pytest.mark.parametrize(
    ("limits", "budget"),
    [
        ({}, Budget(None, None)),
        ({"time_limit": 1.5, "node_limit": 7}, Budget(1.5, 7)),
        ({"time_limit": math.inf}, Budget(None, None)),
        ({"time_limit": 1e300}, Budget(None, None)),
    ],
)
def test_the_engine_gets_the_budget(limits: dict[str, Any], budget: Budget) -> None:
    told = Told()
    solve(with_boards(0), engine=told, **limits)
    count(with_boards(0), engine=told, **limits)
    list(solve_many([with_boards(0)], engine=told, **limits))
    assert [given._replace(boards=None) for given in told.budgets] == [budget] * 3
    assert [given.boards for given in told.budgets] == [2, None, 2]


# Bad arguments


def solve_one(puzzle: Puzzle, **options: Any) -> Result:
    return solve(puzzle, **options)


def begin_many(puzzle: Puzzle, **options: Any) -> Iterator[Result]:
    return solve_many([puzzle], **options)


def count_one(puzzle: Puzzle, **options: Any) -> Count:
    return count(puzzle, **options)


every_call = pytest.mark.parametrize("call", [solve_one, begin_many, count_one])


@every_call
@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("limit", -1, "limit: -1 is less than 0"),
        ("node_limit", -1, "node_limit: -1 is less than 0"),
        ("time_limit", -0.5, "time_limit: -0.5 is not a number of seconds from 0"),
        ("time_limit", math.nan, "time_limit: nan is not a number of seconds from 0"),
        ("time_limit", -math.inf, "time_limit: -inf is not a number of seconds from 0"),
        ("workers", 0, "workers: 0 is less than 1"),
        ("workers", -2, "workers: -2 is less than 1"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_at_once(
    call: Callable[..., object], option: str, value: float, message: str
) -> None:
    if option in {"solve_one": ("workers",), "count_one": ("workers", "limit")}.get(call.__name__, ()):
        return
    with pytest.raises(ValueError, match=f"^{message}$"):
        call(with_boards(1), **{option: value})


@pytest.mark.parametrize("limit", ["2", 2.5, [2]])
def test_a_limit_is_a_whole_number(limit: Any) -> None:
    with pytest.raises(TypeError):
        solve(with_boards(1), limit=limit)


@every_call
def test_an_engine_nobody_knows_is_refused_at_once_and_the_others_are_named(
    call: Callable[..., object],
) -> None:
    with pytest.raises(ValueError, match=f"unknown engine 'magic'; choose one of {', '.join(REGISTRY)}"):
        call(with_boards(1), engine="magic")


@every_call
@pytest.mark.parametrize("engine", [3, None, ["search"]])
def test_what_is_neither_an_engine_nor_its_name_is_refused_at_once(
    call: Callable[..., object], engine: Any
) -> None:
    with pytest.raises(ValueError, match=r"^engine: .* is neither the name of an engine nor an engine$"):
        call(with_boards(1), engine=engine)


def test_an_engine_that_does_not_take_the_puzzle_says_so() -> None:
    for call in (solve, count, is_unique):
        with pytest.raises(UnsupportedPuzzleError, match="the engine search does not take this puzzle"):
            call(LETTERED, engine="search")


def test_refusals_and_bad_puzzles_come_at_their_turn() -> None:
    def puzzles() -> Iterator[Puzzle]:
        yield from (with_boards(1), with_boards(2))
        yield Puzzle([], [])

    for workers in (1, 2):
        results = solve_many([with_boards(1), LETTERED], workers=workers, engine="search")
        assert next(results).status == "unique"
        with pytest.raises(UnsupportedPuzzleError):
            next(results)
        results = solve_many(puzzles(), workers=workers)
        assert [next(results).status, next(results).status] == ["unique", "multiple"]
        with pytest.raises(InvalidPuzzleError):
            next(results)


# Judgement


LIES: Final = {
    "wrong": Board(("LR..",)),
    "half-filled": Board(("S??.",)),
    "of another size": Board(("S..",)),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_board_is_never_given(lie: str) -> None:
    puzzle = with_boards(4).replace(id="four")
    right = min(boards_of(puzzle), key=lambda board: board.rows)
    for boards in ((LIES[lie],), (right, LIES[lie])):
        with pytest.raises(WrongBoardError) as error:
            solve(puzzle, engine=Told(*boards))
        assert (error.value.board, error.value.fault) == (LIES[lie], check(puzzle, LIES[lie])[0].text)
        assert str(error.value).startswith(
            "the engine told gave a wrong board for <Puzzle 'four' 1x4, 0 givens>: "
        )


def test_no_board_is_given_twice() -> None:
    board = Board(("S..",))
    for boards in ((board, board), (board, Board((".S.",)), board)):
        with pytest.raises(WrongBoardError, match="twice") as error:
            solve(with_boards(3), engine=Told(*boards), limit=None)
        assert error.value.board == board


def test_a_wrong_board_is_told_by_other_processes_too() -> None:
    results = solve_many([with_boards(4)] * 3, workers=2, engine=Told(LIES["wrong"]))
    with pytest.raises(WrongBoardError):
        next(results)


def test_a_wrong_board_is_a_bug_and_no_bad_input() -> None:
    assert not issubclass(WrongBoardError, ValueError)
    assert all(
        issubclass(error, ValueError)
        for error in (InvalidPuzzleError, InvalidBoardError, UnsupportedPuzzleError)
    )


# Results


def test_a_result_has_the_first_board_and_all_of_them() -> None:
    puzzle = with_boards(3)
    result = solve(puzzle, limit=None)
    assert set(result.boards) == boards_of(puzzle)
    assert result.board == result.boards[0]
    assert solve(with_boards(0)).board is None


def test_a_result_names_the_engine_and_tells_the_cost() -> None:
    result = solve(CSPLIB[0], engine="backtracking")
    assert result.engine == "backtracking"
    assert result.stats["nodes"] > 0
    assert result.stats["seconds"] > 0
    assert solve(with_boards(0), engine=Told()).engine == "told"
    assert solve(with_boards(0), engine=Told(engine="another")).engine == "another"


def test_an_engine_may_be_named_or_given() -> None:
    assert verdict(solve(CSPLIB[0], engine=KernelSearch())) == verdict(solve(CSPLIB[0], engine="search"))


def verdict(result: Result) -> tuple[object, ...]:
    """A result without what depends on the clock."""
    return (result.status, result.boards, result.complete, result.engine, result.stats["nodes"])


# Many


@pytest.mark.parametrize("workers", [1, 2])
def test_results_of_many_are_those_of_each_in_order(workers: int) -> None:
    puzzles = [*CSPLIB, with_boards(0), with_boards(2), *CSPLIB[::-1]]
    # one engine: on a busy machine `auto` has others join, which count their own nodes
    results = list(solve_many(puzzles, workers=workers, engine="search"))
    assert [*map(verdict, results)] == [verdict(solve(puzzle, engine="search")) for puzzle in puzzles]


@pytest.mark.parametrize("workers", [1, 2])
def test_nothing_gives_nothing(workers: int) -> None:
    assert list(solve_many([], workers=workers)) == []


def test_puzzles_are_read_when_their_results_are_asked_for() -> None:
    made = numbers()
    results = solve_many(with_boards(1) for _ in made)
    assert next(results).status == next(results).status == "unique"
    assert next(made) == 2


def test_limits_hold_for_each_of_many() -> None:
    results = list(solve_many([HARD, with_boards(5), HARD], limit=3, node_limit=50))
    assert [result.status for result in results] == ["unknown", "multiple", "unknown"]
    assert [len(result.boards) for result in results] == [0, 3, 0]


# Counting


@pytest.mark.parametrize("number", [0, 1, 2, 50])
def test_counts_every_board(number: int) -> None:
    counted = count(with_boards(number))
    assert counted == number
    assert counted.complete


def test_a_count_cut_short_is_a_lower_bound() -> None:
    puzzle = with_boards(3)
    counted = count(puzzle, engine=Told(*list(boards_of(puzzle))[:2], in_full=False))
    assert counted == 2
    assert not counted.complete


@pytest.mark.parametrize("complete", [True, False])
def test_a_count_is_a_number_and_stays_what_it_is(complete: bool) -> None:
    number = Count(7, complete)
    assert (number + 1, f"{number}", hash(number)) == (8, "7", hash(7))
    for copied in (pickle.loads(pickle.dumps(number)), copy.deepcopy(number)):
        assert (copied, copied.complete) == (7, complete)


def test_a_board_prints_as_its_rows_one_a_line() -> None:
    assert f"{solve(Puzzle([1, 2], [1, 0, 2], {2: 1, 1: 1})).board}" == "..T\nS.B"


def test_memory_that_runs_out_is_given_back_before_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(("S.",))
    judgements = iter([[], [], MemoryError()])

    def judge(*_: object) -> object:
        if isinstance(verdict := next(judgements), MemoryError):
            raise verdict
        return verdict

    monkeypatch.setattr("bimaru.solving.check", judge)
    with pytest.raises(MemoryError) as told:
        solve(with_boards(2), engine=Told(board, board, Board((".S",))), limit=None)
    ours = [one.frame for one in told.traceback if one.frame.code.raw.co_filename.endswith("solving.py")]
    held = [
        value for frame in ours[1:] for value in frame.f_locals.values() if isinstance(value, list | tuple)
    ]
    assert len(ours) > 2
    assert not any(board in several for several in held)


def takes_a_puzzle(name: str) -> bool:
    value = getattr(bimaru, name)
    return callable(value) and not isinstance(value, type) and "puzzle" in signature(value).parameters


@pytest.mark.parametrize("name", [*filter(takes_a_puzzle, bimaru.__all__)])
def test_what_is_no_puzzle_is_told_with_the_way_to_one(name: str) -> None:
    asked = getattr(bimaru, name)
    wanted = [each for each in signature(asked).parameters.values() if each.default is each.empty]
    with pytest.raises(TypeError, match=r"expected a Puzzle, got str: bimaru.read reads one from a file"):
        asked(*["json"] * len(wanted))


@pytest.mark.parametrize("results", [bimaru.solve_many, partial(bimaru.write_all, format="json")])
def test_what_is_no_puzzle_is_told_among_puzzles_at_its_turn(
    results: Callable[[list[object]], Iterator[object]],
) -> None:
    found = results([CSPLIB[0], "puzzle.txt"])
    assert next(found)
    with pytest.raises(TypeError, match=r"expected a Puzzle, got str"):
        list(found)
