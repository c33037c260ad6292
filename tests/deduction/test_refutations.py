"""What grades count where plain techniques end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import bimaru
from bimaru import Puzzle
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.refutations import Refutations
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.finding.state import State
from bimaru.polyominoes import SETS

KINDS: Final[dict[str, dict[str, Any]]] = {
    "straight": {"grade": "extreme"},
    "shapes": {"size": (8, 8), "fleet": {}, "shapes": SETS["tetrominoes"], "missing_tallies": 6},
    "words": {"size": (8, 8), "fleet": {}, "words": ("REEF", "CRAB", "SEA", "OAR"), "missing_tallies": 8},
}


class Ended:
    """A puzzle where plain techniques have ended."""

    def __init__(self, puzzle: Puzzle, watch: Callable[[], None] = lambda: None) -> None:
        clues = NumberedClues(puzzle)
        self.solution = clues.values(bimaru.solve(puzzle).boards[0])
        self.state: State = clues.start()
        self.state.run()
        self.refutations = Refutations(clues, self.state, self.solution, watch)

    def known(self) -> dict[int, int]:
        """The squares that are known."""
        values = {at: self.state.known(at) for at in range(self.state.n)}
        return {at: value for at, value in values.items() if value != codes.OPEN}

    def fails(self, at: int, value: int) -> bool:
        """Whether plain techniques refute the value of a square."""
        mark = self.state.top
        self.state.suppose((at,) if value == codes.SHIP else (), (at,) if value == codes.WATER else ())
        holds = self.state.run()
        self.state.undo(mark)
        return not holds


@pytest.fixture(params=[(kind, seed) for kind in KINDS for seed in range(4)], ids=str)
def ended(request: pytest.FixtureRequest) -> Ended:
    kind, seed = request.param
    return Ended(bimaru.generate(**KINDS[kind], seed=seed))


def test_no_value_is_left_that_plain_techniques_refute(ended: Ended) -> None:
    before = len(ended.known())
    ended.refutations.refute_values()
    known = ended.known()
    assert all(ended.solution[at] == value for at, value in known.items())
    assert bool(ended.refutations.squares) == (len(known) > before)
    wrong = {codes.SHIP: codes.WATER, codes.WATER: codes.SHIP}
    left = [at for at in range(ended.state.n) if at not in known]
    assert not [at for at in left if ended.fails(at, wrong[ended.solution[at]])]


def test_placements_are_ruled_out_until_none_fails_and_none_is_one_of_the_solution(ended: Ended) -> None:
    while ended.refutations.refute_placements():
        pass
    assert all(ended.solution[at] == value for at, value in ended.known().items())
    n_before = ended.refutations.placements
    assert not ended.refutations.refute_placements()
    assert ended.refutations.placements == n_before


def test_every_supposition_is_counted_and_watched_and_links_are_those_of_what_fails() -> None:
    calls: list[None] = []
    puzzle = bimaru.generate(**KINDS["straight"], seed=1)
    ended = Ended(puzzle, lambda: calls.append(None))
    ended.refutations.refute_values()
    assert len(calls) == ended.refutations.tried > ended.refutations.squares > 0
    assert ended.refutations.links >= ended.refutations.squares


def test_nothing_is_supposed_where_solutions_differ() -> None:
    clues = NumberedClues(Puzzle([1, 1], [1, 1], {1: 2}))
    state = clues.start()
    refutations = Refutations(clues, state, [codes.OPEN] * 4, lambda: None)
    refutations.refute_values()
    assert refutations.tried == 0
