"""The ladder for choosing givens agrees with the ladder that explains, in whatever order it works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.generation import clue_ladder, square_groups
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.generation.clue_ladder import ClueLadder
from bimaru.generation.clue_selection import KIND_BY_CODE, SquareGroup
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP
from bimaru.grading.grades import RUNGS
from bimaru.grading.ladder import ladder, line_techniques, lines
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import PLAIN_RUNGS, SUPPOSE
from bimaru.puzzle import Given
from bimaru.ships import Fleet
from bimaru.symmetry import Tallies
from uncompiled import uncompiled

SIZES: Final = {(6, 6): {3: 1, 2: 2, 1: 3}, (10, 10): {4: 1, 3: 2, 2: 3, 1: 4}, (7, 12): {5: 1, 3: 2, 1: 3}}
MISSING: Final = (0, 5)
"""Numbers of lines without a tally."""
slow_ladder: Final = uncompiled(ladder, uncompiled(line_techniques, uncompiled(lines)))
slow_clue_ladder: Final = uncompiled(clue_ladder, slow_ladder, uncompiled(square_groups))


class Case:
    """A random board with random tallies missing, and random squares in random order."""

    def __init__(self, size: tuple[int, int], missing: int, seed: int) -> None:
        chance = Chance(seed)
        self.height, self.width = size
        self.fleet = Fleet(SIZES[size])
        others = AlternativeBoards(*size, self.fleet.pairs)
        self.sheet = others.sheet(fleet_sampler(*size, self.fleet).draw(chance))
        lines = [*range(self.height + self.width)]
        chance.shuffle(lines)
        self.lines = lines[missing:]
        squares = [*range(self.height * self.width)]
        chance.shuffle(squares)
        self.groups = [SquareGroup((at,), JUST_SHIP if chance.below(5) == 0 else GIVEN, 0) for at in squares]
        self.all = [*range(len(self.groups))]
        self.number = chance.below(len(self.groups) // 3)

    def chooser(self, rungs: int, module: type[ClueLadder] = ClueLadder) -> ClueLadder:
        """The ladder for choosing givens, started."""
        found = module(self.height, self.width, self.fleet, self.groups)
        found.start(self.sheet, self.lines, min(rungs, PLAIN_RUNGS))
        return found

    def explainer(self, groups: Sequence[int]) -> Ladder:
        """The ladder that explains, with the squares of these groups given."""
        rows, cols, givens = self.clues(groups)
        return Ladder(rows, cols, self.fleet, givens)

    def clues(self, groups: Sequence[int]) -> tuple[Tallies, Tallies, list[Given]]:
        """The tallies of the rows and of the columns, and the givens of these groups."""
        squares = self.height * self.width
        tallies = [
            self.sheet[squares + line] if line in self.lines else None
            for line in range(self.height + self.width)
        ]
        givens = [
            Given(*divmod(at, self.width), KIND_BY_CODE[self.sheet[at] & self.groups[i].revealed])
            for i in groups
            for at in self.groups[i].squares
        ]
        return tuple(tallies[: self.height]), tuple(tallies[self.height :]), givens


CASES: Final = [(size, missing) for size in SIZES for missing in MISSING]
every_case: Final = pytest.mark.parametrize(("size", "missing"), CASES, ids=str)


@every_case
def test_the_same_givens_suffice(size: tuple[int, int], missing: int) -> None:
    outcomes = set()
    for seed in range(25):
        case = Case(size, missing, seed)
        for rungs in (*RUNGS, SUPPOSE + 1):
            given = [*range(case.number)]
            slow = case.explainer(given)
            slow.run(rungs)
            chooser = case.chooser(rungs)
            assert chooser.suffice(given, rungs) == slow.is_solved()
            assert chooser.known_squares() == slow.known_squares()
            outcomes.add((rungs, slow.is_solved()))
    assert len(outcomes) > len(RUNGS) + 1


@every_case
@pytest.mark.parametrize("rungs", [*RUNGS, SUPPOSE + 1])
def test_what_is_selected_suffices_and_what_is_left_is_irreducible(
    size: tuple[int, int], missing: int, rungs: int
) -> None:
    for seed in range(4):
        case = Case(size, missing, seed)
        chooser = case.chooser(rungs)
        chosen = chooser.select(case.all, rungs)
        if chosen is None:
            continue
        kept = chooser.drop(chosen, rungs, len(chosen))
        assert kept is not None
        for left_out in (None, *kept):
            explainer = case.explainer([group for group in kept if group != left_out])
            explainer.run(rungs)
            assert explainer.is_solved() == (left_out is None)


def test_dropping_ends_when_more_squares_are_needed_than_allowed() -> None:
    case = Case((10, 10), 0, 1)
    chooser = case.chooser(RUNGS[0])
    chosen = chooser.select(case.all, RUNGS[0])
    assert chosen is not None
    kept = chooser.drop(chosen, RUNGS[0], len(chosen))
    assert kept
    again = case.chooser(RUNGS[0])
    assert again.drop(chosen, RUNGS[0], len(kept) - 1) is None
    assert case.chooser(RUNGS[0]).drop(chosen, RUNGS[0], len(kept)) == kept


def test_goes_on_where_easier_techniques_end() -> None:
    for seed in range(20):
        case = Case((10, 10), 0, seed)
        given = [*range(case.number)]
        chooser = case.chooser(RUNGS[0])
        chooser.suffice(given, RUNGS[0])
        assert chooser.go_on(RUNGS[2]) == case.chooser(RUNGS[2]).suffice(given, RUNGS[2])


@every_case
def test_a_ladder_that_starts_over_finds_what_a_new_one_finds(size: tuple[int, int], missing: int) -> None:
    fleet = Fleet(SIZES[size])
    used = [
        module.Ladder((None,) * size[0], (None,) * size[1], fleet, ()) for module in (ladder, slow_ladder)
    ]
    for seed in range(6):
        case = Case(size, missing, seed)
        clues = case.clues(range(case.number // (seed % 3 + 1)))
        new = Ladder(clues[0], clues[1], fleet, clues[2])
        new.run(SUPPOSE + 1)
        for again in used if seed < 1 or size == (6, 6) else used[:1]:
            again.start_over(*clues)
            again.run(SUPPOSE + 1)
            assert again.known_squares() == new.known_squares()
            assert again.uses_by_rung() == new.uses_by_rung()
            assert (again.n_tried, again.n_chained) == (new.n_tried, new.n_chained)


def test_works_uncompiled_as_compiled() -> None:
    for seed in range(3):
        case = Case((6, 6), 2, seed)
        one, other = case.chooser(SUPPOSE + 1), case.chooser(SUPPOSE + 1, slow_clue_ladder.ClueLadder)
        chosen = one.select(case.all, SUPPOSE + 1)
        assert chosen == other.select(case.all, SUPPOSE + 1)
        assert one.known_squares() == other.known_squares()


def test_refuses_squares_and_groups_that_there_are_not() -> None:
    fleet = Fleet({1: 1})
    for square in (-1, 6):
        with pytest.raises(ValueError, match=f"square {square}; the grid has 6"):
            ClueLadder(2, 3, fleet, [SquareGroup((square,), GIVEN, 0)])
    chooser = ClueLadder(2, 3, fleet, [SquareGroup((at,), GIVEN, 0) for at in (0, 5)])
    for groups in ([-1], [2], [0, 1, 0]):
        with pytest.raises(ValueError, match="there are 2"):
            chooser.suffice(groups, 1)
