"""Generating puzzles with letters or polyomino ships, by the engine `placements`.

Straight fleets are drawn like any other; words and their directions are then assigned to the ships at random.
With polyomino ships, every ship is put down at random where there is room. Squares are chosen as for straight
ships: each is the first that excludes a remaining board, and redundant ones are dropped. With a grade, more
are given to a puzzle that is too hard, until its grade is the one wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.random_ships import ShipSampler
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.deduction.limits import Budget, OutOfNodesError, placements_in, refusal
from bimaru.engines.poses import GIVEN_PARTS, LETTER_CODE, poses_of
from bimaru.generation.clue_masks import edge_clues
from bimaru.generation.clue_selection import (
    Pattern,
    SquareGroup,
    SquareGroups,
    add_spare,
    choose_tally_lines,
    drop_redundant,
    first_that_fits,
    select_until_unique,
    with_groups,
)
from bimaru.generation.lettered import edges_of, put_letters
from bimaru.generation.recipe import Recipe
from bimaru.generation.scores import in_provenance, with_score
from bimaru.generation.tries import RejectedFleetError, Try, fewest_givens, first_success
from bimaru.generation.uniqueness import JUST_SHIP, UNDECIDED, Mask, PlacementOracle, mask_of
from bimaru.grading.graders import grade_by_placements
from bimaru.grading.grades import BEYOND_EXPERT, GRADES, Grade
from bimaru.puzzle import Provenance, Puzzle, Tally
from bimaru.rules import check
from bimaru.ships import Fleet
from bimaru.solving import WrongBoardError
from bimaru.squares import LETTER_MARK, Part

_NODES: Final = 5_000
"""Limit of a uniqueness query: some hundred times the cost of one on 10x10."""
_MAX_WORK_FOR_A_PUZZLE: Final = 45_000_000
"""Limit of all that is done for one puzzle, in suppositions and splits times placements: some seconds."""
_NODE: Final = 45
"""The work of a node of a uniqueness query."""
_TRY: Final = 3
_GRADING: Final = 10
"""The work of a try, and of grading a puzzle, besides all searches: in suppositions."""
_GRADING_NODES: Final = 4_000
"""Limit of grading a puzzle, in suppositions and splits tried: under a second on 10x10."""
_STRICT_TRIES: Final = 10
"""Tries for a puzzle whose squares are all needed for uniqueness, where a grade takes case analyses."""


class PlacementMaker:
    """Makes the puzzles of a recipe with words or shapes, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the ships fit."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._stream = recipe.stream
        height, width = recipe.size
        self._without_clues = Puzzle(
            [None] * height, [None] * width, recipe.fleet, words=recipe.words, shapes=recipe.shapes
        )
        self._sampler = (
            ShipSampler(height, width, self._without_clues.ships)
            if self._without_clues.shapes
            else fleet_sampler(height, width, self._fleet_by_length())
        )
        self._pattern = Pattern(recipe)
        self._letters = poses_of(self._without_clues).letters
        self._n_placements = placements_in(self._without_clues)

    def _fleet_by_length(self) -> Fleet:
        """All ships by length, words included; asked only where no ship is a polyomino."""
        return Fleet(
            Counter(ship.length for ship, number in self._without_clues.ships for _ in range(number))
        )

    def make(self, seed: int, time_limit: float | None = None) -> Puzzle:
        """The puzzle of a seed, with the same provenance and `extra` as `StraightMaker.make`.
        Raises as that does."""
        chance = Chance(seed, self._stream)
        fewest = fewest_givens(self.recipe, chance)

        return first_success(
            self.recipe,
            chance,
            lambda one: self._attempt(chance, seed, fewest, one),
            _MAX_WORK_FOR_A_PUZZLE,
            time_limit,
            look=self._n_placements,
        )

    def _board(self, chance: Chance) -> Board:
        """A random board of the ships. Raises `RejectedFleetError`."""
        if isinstance(self._sampler, ShipSampler):
            return self._sampler.board(self._without_clues, chance)
        return put_letters(self._sampler.board(chance), self.recipe.words, chance)

    def _attempt(self, chance: Chance, seed: int, fewest: Sequence[int], one: Try) -> Puzzle:
        """The puzzle of the next fleet, with at least the first of `fewest` givens that it can have.

        Raises `RejectedFleetError`."""
        number, grade, work = one
        work.count(_TRY)
        board = self._board(chance)
        lined = self._without_clues.replace(edges=edges_of(board, self.recipe.edges))
        oracle = PlacementOracle(lined, board, _NODES)
        lines = choose_tally_lines(self.recipe, chance)
        base = mask_of([*lines, *(clue.position for clue in edge_clues(lined))])
        candidates = [self._pattern.groups[i] for i in self._pattern.candidates(oracle.codes, chance)]
        try:
            groups = _unique_groups(oracle, base, candidates)
        finally:
            work.spend(_NODE * oracle.others.nodes)

        def made(groups: SquareGroups) -> Puzzle:
            return self._puzzle(lined, oracle.codes, lines, groups, board, seed)

        if grade is not None and grade not in BEYOND_EXPERT:
            groups = _eased(
                groups, candidates, lambda some: _grade_within(made(some), board, grade, work), grade, number
            )

        def finished(least: int) -> Puzzle:
            puzzle = made(add_spare(self.recipe, groups, candidates, least))
            if broken := check(puzzle, board):
                raise WrongBoardError("generate", puzzle, board, broken[0].text)
            if grade is not None:
                return in_provenance(puzzle, _required(_grade_within(puzzle, board, grade, work), grade))
            return with_score(puzzle, board) if self.recipe.score else puzzle

        return first_that_fits(fewest, finished)

    def _puzzle(
        self,
        lined: Puzzle,
        codes: bytes,
        lines: Sequence[int],
        groups: SquareGroups,
        board: Board,
        seed: int,
    ) -> Puzzle:
        """The puzzle of these tally lines and groups of squares."""
        height, width = self.recipe.size
        tallies: list[Tally] = [None] * (height + width)
        for line in lines:
            at = line - self.recipe.squares
            line_codes = codes[at * width : (at + 1) * width] if at < height else codes[at - height :: width]
            tallies[at] = len(line_codes) - line_codes.count(0)
        givens = [
            (*divmod(square, width), self._kind(codes[square], group.revealed))
            for group in groups
            for square in group.squares
        ]
        return lined.replace(
            rows=tallies[:height],
            cols=tallies[height:],
            givens=givens,
            provenance=Provenance(seed=seed, solution=board.to_data()),
            extra={"grade": None, **self._sampler.note},
        )

    def _kind(self, code: int, revealed: int) -> str:
        """The kind of a given that reveals these bits of a square's code."""
        if code and revealed == JUST_SHIP:
            return Part.SHIP
        return (
            GIVEN_PARTS[code] if code < LETTER_CODE else LETTER_MARK + self._letters[code - LETTER_CODE - 1]
        )


def _unique_groups(
    oracle: PlacementOracle, base: Mask, candidates: Sequence[SquareGroup]
) -> list[SquareGroup]:
    """Squares none of which can be dropped, that leave no other board. Raises `RejectedFleetError`."""
    groups, difference = select_until_unique(oracle, base, candidates)
    if difference == UNDECIDED:
        raise RejectedFleetError("turned out too large to prove that there is no other solution")
    if difference is not None:
        raise RejectedFleetError("had other solutions with every possible given")
    return drop_redundant(groups, lambda rest: oracle.is_unique(with_groups(base, rest)))


def _grade_within(puzzle: Puzzle, board: Board, hardest: str, work: Budget) -> Grade | None:
    """The grade of a puzzle; `None` if it is harder than `hardest`. Raises `RejectedFleetError`."""
    if reason := refusal(puzzle):
        raise RejectedFleetError(f"cannot be graded: {reason}")
    budget = Budget(_GRADING_NODES)

    def watch() -> None:
        budget.check()
        work.check()

    work.count(_GRADING)
    try:
        return grade_by_placements(puzzle, board, watch, hardest=hardest)
    except OutOfNodesError:
        raise RejectedFleetError("turned out to take too much search to grade") from None


def _required(found: Grade | None, grade: str) -> Grade:
    """The grade found. Raises `RejectedFleetError` if it is another one than required."""
    if found is None or found != grade:
        raise RejectedFleetError(f"did not turn out {grade}")
    return found


def _eased(
    groups: list[SquareGroup],
    candidates: SquareGroups,
    grade_within: Callable[[SquareGroups], Grade | None],
    grade: str,
    number: int,
) -> list[SquareGroup]:
    """Groups with which a puzzle is not harder than a grade: those that make it unique, and as many of the
    candidates as that takes, none of which can be dropped. Where a grade takes case analyses, squares are
    added only after some fleets. Raises `RejectedFleetError` if all candidates are not enough."""
    if grade_within(groups) is not None:
        return groups
    is_plain = GRADES.index(grade) < GRADES.index("expert")
    more = [group for group in candidates if group not in groups]
    if not (is_plain or number >= _STRICT_TRIES) or grade_within([*groups, *more]) is None:
        raise RejectedFleetError(f"turned out harder than {grade}")
    few, enough = 0, len(more)
    while enough - few > 1:
        half = (few + enough) // 2
        if grade_within([*groups, *more[:half]]) is None:
            few = half
        else:
            enough = half
    return drop_redundant([*groups, *more[:enough]], lambda rest: grade_within(rest) is not None)
