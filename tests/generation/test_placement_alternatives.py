"""Another board than a known one, for ships of any kind: against brute force, and uncompiled."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bimaru import Board, Puzzle
from bimaru.engines import placement_search, pose_rules
from bimaru.engines.poses import poses_of
from bimaru.engines.protocol import NO_LIMIT
from bimaru.generation import placement_alternatives
from bimaru.generation.clue_masks import clues_of, with_clues
from bimaru.generation.placement_alternatives import PlacementAlternatives
from bimaru.generation.uniqueness import UNDECIDED, PlacementOracle
from bimaru.rules import check
from brute_force import boards_of, puzzles_from_boards
from instances import instance
from uncompiled import uncompiled

slow: Final = uncompiled(placement_alternatives, uncompiled(placement_search, uncompiled(pose_rules)))

few_examples: Final = settings(
    max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@few_examples
@given(made=puzzles_from_boards(), chosen=st.integers(0, 2**30 - 1))
def test_finds_another_board_if_there_is_one(made: tuple[Puzzle, Board], chosen: int) -> None:
    puzzle, board = made
    if check(puzzle, board):  # a falsified tally
        return
    clues = [clue for i, clue in enumerate(clues_of(puzzle)) if chosen >> i & 1]
    mask = sum(clue.value for clue in clues)
    others = boards_of(with_clues(puzzle, mask)) - {board}
    oracle = PlacementOracle(puzzle, board, 1_000_000)
    difference = oracle.find_other(mask)
    assert (difference is not None) == bool(others)
    if difference is not None:
        assert difference != UNDECIDED
        assert not difference & mask
        broken = [
            sum(c.mask for c in clues_of(puzzle) if _breaks(puzzle, c.value, other)) for other in others
        ]
        seen = sum(clue.mask for clue in clues_of(puzzle) if clue.value & difference)
        assert seen in broken


@few_examples
@given(made=puzzles_from_boards(), chosen=st.integers(0, 2**30 - 1), number=st.integers(0, 20))
def test_finds_another_board_with_another_tally_if_there_is_one(
    made: tuple[Puzzle, Board], chosen: int, number: int
) -> None:
    puzzle, board = made
    tallies = [clue for clue in clues_of(puzzle) if clue.kind in ("rows", "columns")]
    if check(puzzle, board) or not tallies:
        return
    dropped = tallies[number % len(tallies)]
    clues = [clue for i, clue in enumerate(clues_of(puzzle)) if chosen >> i & 1 and clue != dropped]
    mask = sum(clue.value for clue in clues)
    others = boards_of(with_clues(puzzle, mask))
    oracle = PlacementOracle(puzzle, board, 1_000_000)
    difference = oracle.find_other(mask, dropped.mask)
    assert (difference is not None) == any(_breaks(puzzle, dropped.value, other) for other in others)
    if difference is not None:
        assert difference & dropped.mask
        assert not difference & mask


def _breaks(puzzle: Puzzle, clue: int, board: Board) -> bool:
    return bool(check(with_clues(puzzle, clue), board))


@pytest.mark.parametrize("known", [("lettered", "lettered-1"), ("polyomino", "polyomino-1")])
def test_finds_uncompiled_what_it_finds_compiled(known: tuple[str, str]) -> None:
    puzzle = instance(*known).puzzle
    board = next(placement_search.PlacementRun(puzzle, NO_LIMIT))
    oracle = PlacementOracle(puzzle, board, 1_000)
    symbols = bytes(
        poses_of(puzzle).symbol(letter) if (letter := board.letter(at)) else 0 for at, _ in board.squares()
    )
    same = slow.PlacementAlternatives(poses_of(puzzle), oracle.codes, symbols, oracle.others.edge_lines)
    for clue in clues_of(puzzle):
        mask = sum(one.value for one in clues_of(puzzle) if one != clue).to_bytes(same.size, "little")
        excluded = clue.position - len(symbols) if clue.kind in ("rows", "columns") else -1
        assert same.find(mask, 1_000, excluded) == oracle.others.find(mask, 1_000, excluded)
        assert (same.complete, same.nodes) == (oracle.others.complete, oracle.others.nodes)


def test_a_line_all_water_cannot_have_another_tally_than_0() -> None:
    puzzle = Puzzle([2, 0, 0], [1, 1], words=["AB"])
    board = next(placement_search.PlacementRun(puzzle, NO_LIMIT))  # AB or BA, in the first row
    oracle = PlacementOracle(puzzle, board, 1_000)
    second_row = sum(0xFF << 8 * position for position in (2, 3)).to_bytes(oracle.others.size, "little")
    assert oracle.others.find(second_row, 1_000) is not None
    assert oracle.others.find(second_row, 1_000, 1) is None
    assert oracle.others.complete


def test_a_limit_of_nodes_or_time_leaves_the_question_open() -> None:
    puzzle = instance("polyomino", "polyomino-7").puzzle
    board = next(placement_search.PlacementRun(puzzle, NO_LIMIT))
    oracle = PlacementOracle(puzzle, board, 1)
    clues = sum(clue.value for clue in clues_of(puzzle))
    assert oracle.find_other(clues) == UNDECIDED
    oracle.others.deadline = 0.0
    assert oracle.find_other(clues) == UNDECIDED


def test_arguments_of_another_size_are_refused() -> None:
    poses = poses_of(Puzzle([None] * 3, [None] * 3, words=["AB"]))
    with pytest.raises(ValueError, match="the grid has 9"):
        PlacementAlternatives(poses, bytes(9), bytes(8), [])
    with pytest.raises(ValueError, match="a mask has 28"):
        PlacementAlternatives(poses, bytes(9), bytes(9), []).find(bytes(3), 1)
    with pytest.raises(ValueError, match="line 6; the grid has 6"):
        PlacementAlternatives(poses, bytes(9), bytes(9), []).find(bytes(28), 1, 6)
    with pytest.raises(ValueError, match="no room"):
        PlacementAlternatives(poses_of(Puzzle([None], [None], words=["AB"])), b"0", b"0", [])
