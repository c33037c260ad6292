"""What grades count where plain techniques end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import bimaru
from bimaru import Puzzle
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.start import NumberedClues
from bimaru.grading.graders import Refutations
from bimaru.polyominoes import SETS
from ended import Ended

KINDS: Final[dict[str, dict[str, Any]]] = {
    "straight": {"grade": "extreme"},
    "shapes": {"size": (8, 8), "fleet": {}, "shapes": SETS["tetrominoes"], "missing_tallies": 6},
    "words": {"size": (8, 8), "fleet": {}, "words": ("REEF", "CRAB", "SEA", "OAR"), "missing_tallies": 8},
}


class Refuted(Ended):
    """A puzzle where plain techniques have ended, and what refutes values and placements on it."""

    def __init__(self, puzzle: Puzzle, watch: Callable[[], None] = lambda: None) -> None:
        super().__init__(puzzle)
        self.solution = self.clues.values(bimaru.solve(puzzle).boards[0])
        self.refutations = Refutations(self.state, self.solution, watch)


@pytest.fixture(params=[(kind, seed) for kind in KINDS for seed in range(4)], ids=str)
def ended(request: pytest.FixtureRequest) -> Refuted:
    kind, seed = request.param
    return Refuted(bimaru.generate(**KINDS[kind], seed=seed))


def test_no_value_is_left_that_plain_techniques_refute(ended: Refuted) -> None:
    before = len(ended.known())
    ended.refutations.refute_values()
    known = ended.known()
    assert all(ended.solution[at] == value for at, value in known.items())
    assert bool(ended.refutations.squares) == (len(known) > before)
    wrong = {codes.SHIP: codes.WATER, codes.WATER: codes.SHIP}
    left = [at for at in range(ended.state.n) if at not in known]
    assert not [at for at in left if ended.facts_after(at, wrong[ended.solution[at]]) is None]


def test_placements_are_ruled_out_until_none_fails_and_none_is_one_of_the_solution(ended: Refuted) -> None:
    while ended.refutations.refute_placements():
        pass
    assert all(ended.solution[at] == value for at, value in ended.known().items())
    n_before = ended.refutations.placements
    assert not ended.refutations.refute_placements()
    assert ended.refutations.placements == n_before


def test_every_supposition_is_counted_and_watched_and_links_are_those_of_what_fails() -> None:
    calls: list[None] = []
    puzzle = bimaru.generate(**KINDS["straight"], seed=1)
    ended = Refuted(puzzle, lambda: calls.append(None))
    ended.refutations.refute_values()
    assert len(calls) == ended.refutations.tried > ended.refutations.squares > 0
    assert ended.refutations.links >= ended.refutations.squares


def test_nothing_is_supposed_where_solutions_differ() -> None:
    clues = NumberedClues(Puzzle([1, 1], [1, 1], {1: 2}))
    state = clues.start()
    refutations = Refutations(state, [codes.OPEN] * 4, lambda: None)
    refutations.refute_values()
    assert refutations.tried == 0
