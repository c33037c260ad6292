"""The search kernel: against known numbers, against the slow obvious thing, and against itself uncompiled."""

from __future__ import annotations

import re
import threading
import time
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bimaru.arrangements.rejection import Chance, Rejection, as_board
from bimaru.board import WATER, Board
from bimaru.deduction.finding import codes
from bimaru.engines import Budget, kernel, kernel_memory, propagation
from bimaru.engines.protocol import NO_LIMIT
from bimaru.generation import alternatives
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.grading.ladder import rungs
from bimaru.placements import board_of
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.squares import Part
from brute_force import STRAIGHT, boards_of, puzzles_from_boards, small_puzzles
from instances import Instance, instance, instances
from uncompiled import uncompiled

UNIQUE: Final = (*instances("csplib014"), *instances("boats"), *instances("large"))
STANDARD_FLEET: Final = {4: 1, 3: 2, 2: 3, 1: 4}
few_examples = settings(
    max_examples=80, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


slow_kernel: Final = uncompiled(kernel, uncompiled(propagation))
slow_alternatives: Final = uncompiled(alternatives, slow_kernel)


def _boards(puzzle: Puzzle, most: int | None = None) -> list[Board]:
    return list(islice(kernel.KernelRun(puzzle, NO_LIMIT), most))


def _number(puzzle: Puzzle) -> int:
    run = kernel.KernelRun(puzzle, NO_LIMIT)
    number = run.count()
    assert run.complete
    return int(number)


def test_is_compiled() -> None:
    assert not any((module.__file__ or "").endswith(".py") for module in (kernel, propagation, alternatives))
    assert all((module.__file__ or "").endswith(".py") for module in (slow_kernel, slow_alternatives))


@pytest.mark.parametrize("module", [kernel_memory, rungs, codes], ids=lambda module: module.__name__)
def test_shared_constants_are_the_same_compiled_and_uncompiled(module: ModuleType) -> None:
    declared = Path(module.__file__ or "").with_suffix(".pxd").read_text(encoding="utf-8")
    constants: dict[str, int] = {}
    for enumeration in re.findall(r"^cdef enum:\n((?:    .*\n)+)", declared, re.M):
        number = -1
        for name, value in re.findall(r"([A-Z_]+)(?: = (-?\d+))?", enumeration):
            number = int(value) if value else number + 1
            constants[name] = number
    held = {name: value for name, value in vars(module).items() if name.isupper()}
    assert constants == {name: value for name, value in held.items() if isinstance(value, int)}


def test_proves_every_real_puzzle_unique_on_a_board_the_referee_accepts() -> None:
    for puzzle, known in UNIQUE:
        boards = _boards(puzzle)
        assert [check(puzzle, board) for board in boards] == [[]], known["id"]


def test_counts_the_boards_of_the_csplib_puzzles_without_their_givens() -> None:
    for puzzle, known in instances("csplib014"):
        assert _number(puzzle.replace(givens=())) == known["n_solutions_without_hints"], known["id"]


@pytest.mark.thorough
def test_finds_two_boards_of_every_solbat_puzzle_or_proves_that_there_are_not_two() -> None:
    for puzzle, known in instances("solbat"):
        boards = _boards(puzzle, 2)
        least = known.get("n_solutions", known.get("n_solutions_at_least"))
        assert len(set(boards)) == len(boards) == min(2, least), known["id"]
        assert not any(check(puzzle, board) for board in boards), known["id"]


@pytest.mark.parametrize(
    ("known", "number"),
    [
        (instance("seeds", "seed-000-12x12"), 51),
        (instance("seeds", "seed-001-6x6"), 30),
        (instance("solbat", "sb_15_15_7_0"), 1),
        (instance("solbat", "sb_13_13_5_5"), 0),
    ],
    ids=lambda value: value.id if isinstance(value, Instance) else str(value),
)
def test_counts_the_boards_of_the_published_puzzles(known: Instance, number: int) -> None:
    assert _number(known.puzzle) == len(_boards(known.puzzle)) == number


def test_counts_every_arrangement_of_a_fleet_without_clues() -> None:
    assert _number(Puzzle([None] * 6, [None] * 6, {3: 1, 2: 2, 1: 3})) == 894_296


@few_examples
@given(puzzle=small_puzzles().filter(lambda puzzle: puzzle.is_plain))
def test_finds_what_brute_force_finds(puzzle: Puzzle) -> None:
    boards = _boards(puzzle)
    assert len(boards) == len(set(boards)) == _number(puzzle)
    assert set(boards) == boards_of(puzzle)


@few_examples
@given(puzzle=small_puzzles().filter(lambda puzzle: puzzle.is_plain))
def test_searches_uncompiled_exactly_as_it_does_compiled(puzzle: Puzzle) -> None:
    slow, fast = slow_kernel.KernelRun(puzzle, NO_LIMIT), kernel.KernelRun(puzzle, NO_LIMIT)
    assert list(slow) == list(fast)
    assert slow.stats == fast.stats


@few_examples
@given(puzzle=small_puzzles().filter(lambda puzzle: puzzle.is_plain))
def test_counts_uncompiled_exactly_as_it_does_compiled(puzzle: Puzzle) -> None:
    slow, fast = slow_kernel.KernelRun(puzzle, NO_LIMIT), kernel.KernelRun(puzzle, NO_LIMIT)
    assert slow.count() == fast.count()
    assert slow.stats == fast.stats


@given(data=st.data())
@settings(few_examples, max_examples=60)
def test_counts_as_many_boards_as_it_finds_where_all_tallies_are_given(data: st.DataObject) -> None:
    made, board = data.draw(puzzles_from_boards(st.lists(STRAIGHT, max_size=6)))
    rows = [sum(mark != WATER for mark in row) for row in board.rows]
    cols = [sum(mark != WATER for mark in col) for col in zip(*board.rows, strict=True)]
    puzzle = made.replace(rows=rows, cols=cols, givens=())
    assert _number(puzzle) == len(set(_boards(puzzle))) == len(boards_of(puzzle))


@pytest.mark.parametrize("seed", range(40))
def test_counts_as_many_boards_as_it_finds_of_a_drawn_board(seed: int) -> None:
    fleet = {3: 1, 2: 1 + seed % 3, 1: 3}
    cells, laid = Rejection(8, 9, fleet.items()).pursued(Chance(seed, 8), 10_000)
    assert laid
    board = as_board(cells, 9)
    rows = [sum(mark != WATER for mark in row) for row in board.rows]
    cols = [sum(mark != WATER for mark in col) for col in zip(*board.rows, strict=True)]
    shown = [(at, mark) for at, mark in board.squares() if mark != WATER][seed % 7 :: 4]
    givens = {at: "X" if at[0] % 2 else mark for at, mark in shown[: seed % 3]}
    puzzle = Puzzle(rows, cols, fleet, givens)
    found = _boards(puzzle)
    assert board in found
    assert _number(puzzle) == len(found) == len(set(found))


def test_counts_the_rest_after_some_boards() -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle.replace(givens=())
    number = _number(puzzle)
    run = kernel.KernelRun(puzzle, NO_LIMIT)
    taken = list(islice(run, number // 3))
    assert (run.count() + len(taken), run.found, run.complete) == (number, number, True)


@pytest.mark.parametrize("known", instances("csplib014")[:3], ids=lambda known: known.id)
def test_searches_real_puzzles_uncompiled_node_for_node(known: Instance) -> None:
    slow, fast = slow_kernel.KernelRun(known.puzzle, NO_LIMIT), kernel.KernelRun(known.puzzle, NO_LIMIT)
    assert list(slow) == list(fast)
    assert slow.stats == fast.stats


@few_examples
@given(puzzle=small_puzzles().filter(lambda puzzle: puzzle.is_plain), order=st.integers(1, 6))
def test_every_order_gives_the_same_boards_compiled_and_uncompiled(puzzle: Puzzle, order: int) -> None:
    slow = slow_kernel.KernelRun(puzzle, NO_LIMIT, order)
    fast = kernel.KernelRun(puzzle, NO_LIMIT, order)
    boards = list(fast)
    assert list(slow) == boards
    assert slow.stats == fast.stats
    assert len(boards) == len(set(boards))
    assert set(boards) == set(_boards(puzzle))


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("known", instances("csplib014")[::40], ids=lambda known: known.id)
def test_every_order_counts_the_same_boards(known: Instance, order: int) -> None:
    run = kernel.KernelRun(known.puzzle.replace(givens=()), NO_LIMIT, order)
    assert (run.count(), run.complete) == (known.known["n_solutions_without_hints"], True)


@pytest.mark.parametrize("side", [15, 16, 17, 31, 32, 33, 62, 63, 64])
def test_finds_ships_in_the_corners_of_grids_of_every_width_of_lane(side: int) -> None:
    rows, cols = [0] * side, [0] * side
    rows[0] = rows[side - 1] = 1 + side // 2
    cols[0] = cols[side - 1] = 2
    for c in range(side // 2):
        cols[c] += 1
        cols[side - 1 - c] += 1
    cols[0] -= 1
    cols[side - 1] -= 1
    puzzle = Puzzle(rows, cols, {side // 2: 2, 1: 2})
    boards = _boards(puzzle)
    assert boards
    assert len(boards) == len(set(boards)) == _number(puzzle)
    assert not any(check(puzzle, board) for board in boards)


@pytest.mark.parametrize("across", [True, False])
@pytest.mark.parametrize("side", [5, 16, 32, 64])
def test_a_ship_may_be_as_long_as_the_grid(side: int, across: bool) -> None:
    long, short = [1] * side, [0, side, 0]
    puzzle = Puzzle(short, long, {side: 1}) if across else Puzzle(long, short, {side: 1})
    [board] = _boards(puzzle)
    assert check(puzzle, board) == []


@pytest.mark.parametrize(("height", "width"), [(40, 5), (5, 40), (62, 62), (1, 64), (64, 1)])
def test_a_fleet_of_submarines_on_a_long_grid_is_found_from_its_tallies(height: int, width: int) -> None:
    squares = [(r, c) for r in range(0, height, 2) for c in range(0, width, 2)]
    rows = [sum(r == at for at, _ in squares) for r in range(height)]
    cols = [sum(c == at for _, at in squares) for c in range(width)]
    puzzle = Puzzle(rows, cols, {1: len(squares)})
    [board] = _boards(puzzle)
    assert board.occupied() == frozenset(squares)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([3], [1, 1, 1], {2: 1}),
        Puzzle([None], [None], {2: 1}),
        Puzzle([1, 1], [1, 1], {1: 2}),
        Puzzle([9], [1], {9: 1}),
        Puzzle([None] * 3, [None] * 3, {9999: 9999}),
        Puzzle([None, None], [None, None], {1: 1}, {(1, 0): "T"}),
        Puzzle([None, None], [None, None], {1: 1}, {(0, 1): "L"}),
        Puzzle([None, None], [None, None], {2: 1}, {(0, 1): "M"}),
        Puzzle([None, None], [None, None], {2: 1}, {(0, 1): "RB"}),
        Puzzle([None, None], [None, None], {2: 1}, {(0, 1): "=A"}),
        Puzzle([None, None], [None, None], {}, {(0, 1): "X"}),
    ],
    ids=repr,
)
def test_what_cannot_be_met_has_no_board_and_that_is_proved(puzzle: Puzzle) -> None:
    run = kernel.KernelRun(puzzle, NO_LIMIT)
    assert (list(run), run.complete) == ([], True)


@pytest.mark.parametrize("square", [(0, 2), (2, 0), (4, 2), (2, 4), (2, 2)])
def test_a_middle_may_be_given_on_the_border(square: tuple[int, int]) -> None:
    puzzle = Puzzle([None] * 5, [None] * 5, {3: 1}, {square: Part.MIDDLE})
    assert set(_boards(puzzle)) == boards_of(puzzle)


@given(data=st.data())
@settings(few_examples, max_examples=40)
def test_a_puzzle_made_from_a_board_has_that_board_among_its_own(data: st.DataObject) -> None:
    known = data.draw(st.sampled_from(instances("csplib014")))
    [board] = _boards(known.puzzle)
    forgotten = data.draw(st.sets(st.integers(0, 9), max_size=2))
    rows = [None if r in forgotten else tally for r, tally in enumerate(known.puzzle.rows)]
    squares = data.draw(st.lists(st.sampled_from(list(board.squares())), min_size=4, max_size=8))
    givens = {at: Part.WATER if mark == "." else mark for at, mark in squares}
    assert board in _boards(known.puzzle.replace(rows=rows, givens=givens))


def test_gives_the_same_boards_in_the_same_order_every_time() -> None:
    puzzle = instance("seeds", "seed-000-12x12").puzzle
    assert _boards(puzzle) == _boards(puzzle)


def test_spends_no_more_nodes_than_it_may_and_says_that_it_did_not_finish() -> None:
    run = kernel.KernelRun(instance("solbat", "sb_15_15_6_0").puzzle, Budget(nodes=1000))
    assert list(run) == []
    assert not run.complete
    assert run.stats == {"nodes": 1000}


def test_a_count_cut_short_is_a_lower_bound() -> None:
    puzzle = Puzzle([None] * 8, [None] * 8, {4: 1, 3: 2, 2: 3})
    run = kernel.KernelRun(puzzle, Budget(nodes=5000))
    assert 0 < run.count() <= 5000
    assert not run.complete


def test_lets_other_threads_work_while_it_searches() -> None:
    searching = threading.Event()
    steps = 0

    def search() -> None:
        searching.set()
        list(kernel.KernelRun(instance("solbat", "sb_15_15_6_0").puzzle, Budget(nodes=300_000)))
        searching.clear()

    thread = threading.Thread(target=search)
    thread.start()
    searching.wait()
    while searching.is_set():
        steps += 1
        time.sleep(0)
    thread.join()
    assert steps > 100


def test_two_searches_do_not_disturb_each_other() -> None:
    puzzle = instance("seeds", "seed-001-6x6").puzzle
    one, other = kernel.KernelRun(puzzle, NO_LIMIT), kernel.KernelRun(puzzle, NO_LIMIT)
    assert [board for pair in zip(one, other, strict=True) for board in pair[:1]] == _boards(puzzle)


def test_a_board_found_last_is_known_to_be_the_last_before_more_is_asked() -> None:
    run = kernel.KernelRun(Puzzle([1], [1], {1: 1}), NO_LIMIT)
    assert next(run) == Board(("S",))
    assert run.complete


def test_boards_show_parts_as_placements_do() -> None:
    for puzzle, _ in instances("boats")[:20]:
        [board] = _boards(puzzle)
        plain = Board.of_parts(puzzle.height, puzzle.width, dict.fromkeys(board.occupied(), Part.SHIP))
        assert plain.with_parts() == board
    assert board_of(Puzzle([None], [None], {}), []) == Board((".",))


# The other boards that meet some of the clues of a board


def squares_of(board: Board) -> bytes:
    return bytes(mark != WATER for mark in "".join(board.rows))


def with_clues(puzzle: Puzzle, answer: bytes, shown: bytes) -> Puzzle:
    """The puzzle whose clues are those shown of a sheet."""
    lines = [tally if mask else None for tally, mask in zip(answer, shown, strict=True)]
    squares, rest = puzzle.height * puzzle.width, puzzle.height + puzzle.height * puzzle.width
    givens = {
        divmod(at, puzzle.width): Part.SHIP if mask & code == 8 else kernel.GIVEN_KINDS[mask & code & 7]
        for at, (code, mask) in enumerate(zip(answer[:squares], shown, strict=False))
        if mask
    }
    return puzzle.replace(rows=lines[squares:rest], cols=lines[rest:], givens=givens)


@few_examples
@given(data=st.data())
@pytest.mark.parametrize("module", [alternatives, slow_alternatives], ids=["compiled", "uncompiled"])
def test_another_board_meets_the_same_clues_and_there_is_one_if_brute_force_has_one(
    module: Any, data: st.DataObject
) -> None:
    made, board = data.draw(puzzles_from_boards(st.lists(STRAIGHT, max_size=3)))
    others = module.AlternativeBoards(made.height, made.width, made.fleet.pairs)
    answer = others.sheet(squares_of(board))
    squares = made.height * made.width
    shown = bytes(data.draw(st.sampled_from((0, 255, 8)[: 3 - (at >= squares)])) for at in range(len(answer)))
    puzzle = with_clues(made, answer, shown)
    rest = boards_of(puzzle) - {board}
    other = others.find(answer, shown, 100_000)
    assert others.complete
    assert (other is None) == (not rest)
    if other is not None:
        assert other in {others.sheet(squares_of(one)) for one in rest}
        assert all(not (one ^ two) & mask for one, two, mask in zip(answer, other, shown, strict=True))


@pytest.mark.parametrize("known", UNIQUE[::25], ids=lambda known: known.id)
def test_a_puzzle_with_one_board_has_no_other_and_without_its_givens_the_board_that_the_search_finds(
    known: Instance,
) -> None:
    puzzle = known.puzzle
    [board] = _boards(puzzle)
    others = AlternativeBoards(puzzle.height, puzzle.width, puzzle.fleet.pairs)
    answer = others.sheet(squares_of(board))
    shown = bytearray(len(answer))
    for one in puzzle.givens:
        shown[one.row * puzzle.width + one.col] = 8 if one.kind == Part.SHIP else 255
    for line, tally in enumerate((*puzzle.rows, *puzzle.cols), puzzle.height * puzzle.width):
        assert tally in (None, answer[line])
        shown[line] = 0 if tally is None else 255
    assert others.find(answer, bytes(shown), 10**9) is None
    assert others.complete
    spent = others.nodes
    assert others.find(answer, bytes(shown), 10**9) is None
    assert others.nodes == 2 * spent
    shown[: puzzle.height * puzzle.width] = bytes(puzzle.height * puzzle.width)
    found = others.find(answer, bytes(shown), 10**9)
    bare = [one for one in _boards(puzzle.replace(givens=()), 2) if one != board][:1]
    assert found == (others.sheet(squares_of(bare[0])) if bare else None)


@pytest.mark.parametrize("side", [16, 17, 32, 33, 64])
def test_a_sheet_shows_parts_and_tallies_at_every_width_of_lane(side: int) -> None:
    rows = ["".join("X" if c % 3 and r % 2 == 0 else "." for c in range(side)) for r in range(side)]
    board = Board(tuple(rows)).with_parts()
    kinds = kernel.GIVEN_KINDS
    codes = [0 if mark == WATER else 8 | kinds.index(mark) for mark in "".join(board.rows)]
    sheet = AlternativeBoards(side, side, ((2, 1),)).sheet(squares_of(board))
    assert [*sheet] == [
        *codes,
        *(side - row.count(WATER) for row in board.rows),
        *(side - column.count(WATER) for column in zip(*board.rows, strict=True)),
    ]


def test_another_board_that_the_nodes_do_not_reach_is_not_taken_for_none() -> None:
    puzzle = instance("solbat", "sb_15_15_7_0").puzzle  # whose only board takes 90,648 nodes to prove
    [board] = _boards(puzzle)
    others = AlternativeBoards(15, 15, puzzle.fleet.pairs)
    answer = others.sheet(squares_of(board))
    shown = bytes(15 * 15) + b"\xff" * 30
    assert others.find(answer, shown, 1000) is None
    assert (others.complete, others.nodes) == (False, 1000)
    assert others.find(answer, shown, 1_000_000) is None
    assert others.complete


@pytest.mark.parametrize("module", [alternatives, slow_alternatives], ids=["compiled", "uncompiled"])
def test_what_is_no_sheet_and_what_fits_no_grid_is_refused(module: Any) -> None:
    others = module.AlternativeBoards(2, 3, ((1, 1),))
    with pytest.raises(ValueError, match="5 squares; the grid has 6"):
        others.sheet(bytes(5))
    with pytest.raises(ValueError, match="11 and 10 bytes; a sheet has 11"):
        others.find(bytes(11), bytes(10), 1)
    with pytest.raises(ValueError, match="the fleet is too large for a grid of 2x3"):
        module.AlternativeBoards(2, 3, ((4, 1),))
    side = module.KERNEL_SIDE + 1
    with pytest.raises(ValueError, match=f"a grid of {side}x2"):
        module.AlternativeBoards(side, 2, ((1, 1),))
