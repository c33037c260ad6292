"""Does the work of a compiled module again and again, each time with another allocation that fails, and
prints how many of them were reported as a `MemoryError`. What is freed twice crashes it, sooner or later.

usage: python tests/support/out_of_memory.py MODULE
"""

from __future__ import annotations

import _testcapi  # type: ignore[import-not-found]
import sys
from collections.abc import Callable
from typing import Final

from bimaru.arrangements.rejection import Chance, Rejection, as_board
from bimaru.batches import Batch
from bimaru.board import WATER, Board
from bimaru.deduction.finding.start import NumberedClues
from bimaru.engines.clause_learning import ClauseLearner
from bimaru.engines.kernel import KernelRun
from bimaru.engines.placement_search import PlacementRun
from bimaru.engines.poses import poses_of
from bimaru.engines.protocol import NO_LIMIT
from bimaru.engines.sweep import completions_of, count_by_sweep
from bimaru.formats.raw_json import count_tallies, given_kinds, raw_members
from bimaru.generation.alternatives import UNIQUE, AlternativeBoards, UniqueClues
from bimaru.generation.clue_ladder import ClueLadder
from bimaru.generation.placement_alternatives import PlacementAlternatives
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import PLAIN_RUNGS, encode_value
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.study.unit_propagation import Clauses

WIDE: Final = Puzzle([None] * 10, [None] * 10, {4: 1, 3: 2, 1: 7})
LETTERED: Final = Puzzle([None] * 5, [None] * 5, words=["ABC"])
CROOKED: Final = Puzzle([None] * 5, [None] * 5, shapes=[["##", "#."]], givens={(1, 1): "RB"})
ASTRAY: Final = Board((".....",) * 5, ("FGHIJ",) * 5)
MISSPELT: Final = Board(("LMR..", *(".....",) * 4), ("CBB..", *(".....",) * 4))
POLYOMINO: Final = Board(("XXXX.", "X....", *(".....",) * 3))
FLEET: Final = [(length, 1) for length in range(5, 0, -1)]

_boards = KernelRun(WIDE, NO_LIMIT)
_board = next(_boards)
_chance = Chance(1)


def judge() -> None:
    assert check(WIDE, _board) == []
    for board in (ASTRAY, MISSPELT, POLYOMINO):
        assert check(LETTERED, board)


def deduce() -> None:
    ladder = Ladder((None,) * 12, (6,) * 12, WIDE.fleet, ())
    supposition = encode_value((9, 9), is_ship=True)
    ladder.trial(supposition)
    ladder.trial_of_all(supposition, [supposition ^ 1])
    ladder.run(PLAIN_RUNGS)
    ladder.placements_of(3)
    ladder.known_squares()
    ladder.marks()
    ladder.uses_by_rung()


def choose() -> None:
    boards = AlternativeBoards(10, 10, WIDE.fleet.pairs)
    sheet = boards.sheet(bytes(mark != WATER for row in _board.rows for mark in row))
    ladder = ClueLadder(10, 10, WIDE.fleet, [((square,), 255) for square in range(100)])
    ladder.start(sheet, range(20), PLAIN_RUNGS)
    chosen = ladder.select([*range(100)], PLAIN_RUNGS)
    assert chosen is not None
    assert ladder.suffice(ladder.drop(chosen, PLAIN_RUNGS, 100) or [], PLAIN_RUNGS)


_clues = NumberedClues(WIDE)
_clues.start()


def find() -> None:
    state = _clues.start()
    state.run()
    mark = state.top
    state.suppose((0,), ())
    if not state.run():
        state.basis(0, 0, (), 0)
    state.chain(mark, state.facts_since(mark)[-1:])
    state.ways_of(0)
    state.undo(mark)


def find_alternative() -> None:
    boards = AlternativeBoards(10, 10, WIDE.fleet.pairs)
    sheet = boards.sheet(bytes(mark != WATER for row in _board.rows for mark in row))
    assert boards.find(sheet, bytes(len(sheet)), 1000) is not None
    clues = UniqueClues(boards, [((square,), 255) for square in range(100)], 1000)
    clues.start(sheet, range(100, 120))
    groups, status = clues.select([*range(100)])
    assert status == UNIQUE
    assert clues.are_unique(clues.drop(groups))


def find_other_placements() -> None:
    poses = poses_of(CROOKED)
    boards = PlacementAlternatives(poses, b"\x08\x03" + bytes(3) + b"\x05" + bytes(19), bytes(25), [])
    assert boards.find(bytes(boards.size), 1000) is not None


def draw() -> None:
    Chance(1 << 300, -1 << 300)
    cells = Rejection(12, 12, FLEET[:2]).draw(_chance, 1000)
    assert cells
    as_board(cells, 12)


def sweep() -> None:
    puzzle = Puzzle([2, None], [None, 1, None], {2: 1}, {(0, 0): "X"})
    completions = completions_of(puzzle, counts=True)
    assert completions is not None
    assert completions.total == count_by_sweep(puzzle) == len([*completions.boards()])
    assert completions.boards_with_ship()


def search_placements() -> None:
    for puzzle in (LETTERED, CROOKED):
        assert next(PlacementRun(puzzle, NO_LIMIT)).is_full


def learn() -> None:
    solver = ClauseLearner()
    for hole in range(3):
        for one in range(4):
            solver.add([-(3 * other + hole + 1) for other in (one, (one + 1) % 4)])
            solver.add([-(3 * other + hole + 1) for other in (one, (one + 2) % 4)])
    for pigeon in range(4):
        solver.add([3 * pigeon + hole + 1 for hole in range(3)] + [13 + pigeon])
    assert solver.solve((-13, -14, -15, -16), 1000) is False
    assert sorted(solver.core()) == [-16, -15, -14, -13]
    assert solver.solve((-13,), 1000)
    assert solver.true_variables()


def refute() -> None:
    clauses = Clauses(300, lambda _: None)
    for number in range(1, 300):
        clauses.add((-number, number + 1))
    assert clauses.implies((-1, 300))
    assert not clauses.implies((1,))


def scan() -> None:
    found = raw_members(b'{"givens": [[0, 1, "W"], [2, 0, "S"]], "note": null}')
    assert found is None or given_kinds(found[b"givens"], 3, 3) == "WS"
    assert count_tallies(b"[3, null, 0]") in ((2, 1), None)


WORK: Final[dict[str, Callable[[], object]]] = {
    "bimaru.engines.kernel": lambda: next(_boards),
    "bimaru.engines.propagation": lambda: next(_boards),  # the rules, which the kernel calls
    "bimaru.engines.clause_learning": learn,
    "bimaru.engines.placement_search": search_placements,
    "bimaru.engines.batch_search": lambda: Batch.of([WIDE.replace(fleet={2: 1})]).solve(),
    "bimaru.engines.sweep_kernel": sweep,
    "bimaru.engines.pose_rules": search_placements,  # the rules, which the search calls
    "bimaru.formats.raw_json": scan,
    "bimaru.generation.alternatives": find_alternative,
    "bimaru.generation.placement_alternatives": find_other_placements,
    "bimaru.rules": judge,
    "bimaru.grading.ladder.lines": deduce,
    "bimaru.grading.ladder.line_techniques": deduce,
    "bimaru.grading.ladder.ladder": deduce,
    "bimaru.generation.clue_ladder": choose,
    "bimaru.generation.square_groups": choose,
    "bimaru.deduction.finding.facts": find,
    "bimaru.deduction.finding.placement_techniques": find,
    "bimaru.deduction.finding.citations": find,
    "bimaru.arrangements.rejection": draw,
    "bimaru.study.unit_propagation": refute,
}
IN_A_ROW: Final = 20
"""Runs without a failure after which all allocations are taken to have failed once."""


def failures(work: Callable[[], object]) -> int:
    """How many allocations of the work failed, and were reported."""
    reported = allocation = untroubled = 0
    while untroubled < IN_A_ROW:
        _testcapi.set_nomemory(allocation, allocation + 1)
        try:
            work()
            untroubled += 1
        except MemoryError:
            reported += 1
            untroubled = 0
        finally:
            _testcapi.remove_mem_hooks()
        allocation += 1
        for _ in range(5):
            work()
    return reported


if __name__ == "__main__":
    print(failures(WORK[sys.argv[1]]))
