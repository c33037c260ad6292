"""Making a puzzle of straight ships without letters from a seed: how its clues are chosen.

A fleet is drawn, and squares are given until the clues leave no other board or, with a grade, until
the techniques of that grade solve the puzzle. Redundant givens are then dropped. A fleet that gives no
suitable puzzle is rejected, and the next one drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.deduction.limits import Budget
from bimaru.deduction.techniques import BY_NAME
from bimaru.generation.alternatives import MULTIPLE, UNKNOWN, AlternativeBoards, UniqueClues
from bimaru.generation.clue_ladder import ClueLadder
from bimaru.generation.clue_selection import (
    KIND_BY_CODE,
    Pattern,
    add_spare,
    choose_tally_lines,
    count_squares,
    first_that_fits,
)
from bimaru.generation.recipe import Recipe
from bimaru.generation.requirement import takes
from bimaru.generation.scores import Scorer, known_easy
from bimaru.generation.tries import RejectedFleetError, Try, fewest_givens, first_success
from bimaru.grading.graders import MOST_LOOKS
from bimaru.grading.grades import BEYOND_EXPERT, GRADES, RUNGS
from bimaru.grading.ladder.rungs import PLAIN_RUNGS, SUPPOSE
from bimaru.puzzle import Given, Provenance, Puzzle, Tally
from bimaru.rules import check
from bimaru.solving import WrongBoardError

MAX_WORK: Final = 2_000_000
"""Limit of a uniqueness query, in nodes times squares: a hundred times the cost of one on 10x10."""
MAX_WORK_FOR_A_PUZZLE: Final = 2_000_000_000
"""Limit of all that is done for one puzzle, in the same unit: some seconds. Recipes that give puzzles at all
are far from it; those that cannot, such as extreme puzzles without tallies, end there."""
_TRY: Final = 600
"""The least work of a try, in nodes: that of the cheapest, which search for nothing."""
_LOOK: Final = MAX_WORK_FOR_A_PUZZLE // MOST_LOOKS
"""The work between two calls of the ladder's `watch`. So no puzzle is made that takes too much to grade."""
_PLAIN_GRADES: Final = GRADES[:3]
"""Grades of puzzles that take no suppositions."""
_STRICT_TRIES: Final = 5
"""Tries for an expert puzzle without redundant givens before more givens are added to those that are too
hard. On 10x10 three of four succeed at once; on large grids hardly any does."""
RUNGS_BY_GRADE: Final = dict(zip(GRADES, (*RUNGS, SUPPOSE + 1), strict=False))
"""Rungs of the ladder allowed for each grade up to `expert`, which allows suppositions about squares; the
others take more than the ladder."""
_SPARSE_TRIES: Final = 12
"""Tries for a puzzle with few givens before any number is accepted, where the recipe sets none. Half or
twice as many give the same puzzles on 10x10, 15x15 and 20x20."""
_SQUARES_A_GIVEN: Final = 20
"""A puzzle with few givens has at most one for this number of squares; more where a symmetry gives several
together. On 10x10 it has 3.7 in the mean; with half of this 3.9, with twice of it 2.8."""
_FALLBACK_GRADE: Final = "hard"
"""Where the search for another board ends undecided, as on large grids, squares are given until the
techniques of this grade solve the puzzle."""
_MARKS: Final = bytes(ord(KIND_BY_CODE.get(code, ".")) if code else ord(".") for code in range(256))
"""The character of a board for each byte of a sheet."""


class StraightMaker:
    """Makes the puzzles of a recipe without words, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the fleet fits."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._stream = recipe.stream
        height, width = recipe.size
        self._squares = recipe.squares
        self._fleet = recipe.ships
        self._others = AlternativeBoards(height, width, self._fleet.pairs)
        self._fleets = fleet_sampler(height, width, self._fleet)
        self._pattern = Pattern(recipe)
        self._groups = self._pattern.groups
        self._numbers = {group: number for number, group in enumerate(self._groups)}
        self._few = -(-self._squares // _SQUARES_A_GIVEN) * (1 + self._pattern.largest_group) // 2
        self._sparse_tries = _SPARSE_TRIES if recipe.givens_number is None else 0
        self._adds_givens = recipe.spare > 0 or recipe.givens_number is not None
        self._clues = UniqueClues(self._others, self._groups, MAX_WORK // self._squares)
        self._ladder = ClueLadder(height, width, self._fleet, self._groups)
        self._scorer = Scorer(height, width, self._fleet)
        self._given_by_code: dict[int, Given] = {}

    def make(self, seed: int, time_limit: float | None = None) -> Puzzle:
        """The puzzle of a seed. Its provenance has `seed` and `solution` and, if the recipe has a grade, a
        technique or `score`, `grade`, `score`, `techniques` and `n_steps`; if fleets are not drawn uniformly,
        `extra` has `"drawn": "search"`.

        Raises `CannotGenerateError` and, after `time_limit` seconds, `OutOfTimeError`."""
        chance = Chance(seed, self._stream)
        fewest = fewest_givens(self.recipe, chance)

        def attempt(one: Try) -> Puzzle:
            before = self._others.nodes
            try:
                return self._attempt(chance, seed, fewest, one)
            finally:
                one.work.spend(max(self._others.nodes - before, _TRY) * self._squares)

        return first_success(self.recipe, chance, attempt, MAX_WORK_FOR_A_PUZZLE, time_limit, look=_LOOK)

    def _attempt(self, chance: Chance, seed: int, fewest: Sequence[int], one: Try) -> Puzzle:
        """The puzzle of the next fleet, with at least the first of `fewest` givens that it can have.

        Raises `RejectedFleetError`."""
        number, grade, work = one
        self._ladder.watch = work.count
        sheet = self._others.sheet(self._fleets.draw(chance))
        lines = choose_tally_lines(self.recipe, chance)
        self._clues.start(sheet, lines)
        candidates = self._pattern.candidates(sheet, chance)
        if grade is None:
            groups = self._unique_groups(lines, candidates)
        else:
            groups = self._graded_groups(lines, candidates, grade, number)
            self._require_grade(sheet, lines, groups, grade)
        chosen = [self._groups[i] for i in groups]
        if count_squares(chosen) > self._most(number):
            raise RejectedFleetError("needed more givens than usual")

        def with_spare(least: int) -> list[int]:
            more = add_spare(self.recipe, chosen, (self._groups[i] for i in candidates), least)
            if len(more) == len(groups):
                return groups
            numbers = [self._numbers[group] for group in more]
            if grade is not None:
                self._require_grade(sheet, lines, numbers, grade)
            return numbers

        more = first_that_fits(fewest, with_spare)
        return self._finish(lines, more, grade, seed, work)

    # The choice of squares, as numbers of groups

    def _unique_groups(self, lines: Sequence[int], candidates: list[int]) -> list[int]:
        """Squares that leave no other board, without those known to be redundant."""
        groups, status = self._clues.select(candidates)
        if status == UNKNOWN:
            groups = self._solvable_groups(lines, [*groups, *candidates], _FALLBACK_GRADE)
        elif status == MULTIPLE:
            raise RejectedFleetError("had other solutions with every possible given")
        return self._clues.drop(groups)

    def _solvable_groups(self, lines: Sequence[int], candidates: list[int], grade: str) -> list[int]:
        """Squares with which the techniques of a grade solve the puzzle."""
        rungs = RUNGS_BY_GRADE[grade]
        self._start_ladder(self._clues.sheet, lines, min(rungs, PLAIN_RUNGS))
        chosen = self._ladder.select(candidates, rungs)
        if chosen is None:
            raise RejectedFleetError(f"turned out harder than {grade} with every possible given")
        return chosen

    def _graded_groups(
        self, lines: Sequence[int], candidates: list[int], grade: str, number: int
    ) -> list[int]:
        """Squares none of which can be dropped without making the puzzle harder than `grade`. The first
        fleets are rejected if an expert puzzle would need more givens than uniqueness does."""
        if grade not in _PLAIN_GRADES:
            groups = self._unique_groups(lines, candidates)
            if number < _STRICT_TRIES or grade in BEYOND_EXPERT:
                return groups
            candidates = [*groups, *candidates]
        groups = self._solvable_groups(lines, candidates, grade)
        kept = self._ladder.drop(groups, RUNGS_BY_GRADE[grade], self._most(number))
        if kept is None:
            raise RejectedFleetError("needed more givens than usual")
        return kept

    def _require_grade(self, sheet: bytes, lines: Sequence[int], groups: list[int], grade: str) -> None:
        """Raises `RejectedFleetError` unless the techniques of the grade solve the puzzle, and those of the
        grade below don't. The squares of a plain grade are chosen so that its techniques do. An expert puzzle
        is left to the scorer, which must run nearly all of this again, unless more squares will be given."""
        is_expert = grade == "expert"
        if grade == GRADES[0] or (is_expert and not self._adds_givens):
            return
        below = "expert" if grade in BEYOND_EXPERT else GRADES[GRADES.index(grade) - 1]
        self._start_ladder(sheet, lines, 0)  # what follows from the tallies alone would be used only once
        is_too_easy = self._ladder.suffice(groups, RUNGS_BY_GRADE[below])
        if is_too_easy or (is_expert and not self._ladder.go_on(RUNGS_BY_GRADE[grade])):
            raise RejectedFleetError(f"did not turn out {grade}")

    def _most(self, number: int) -> int:
        """The most squares to give where `number` fleets were rejected before."""
        return self._few if number < self._sparse_tries else self._squares

    def _start_ladder(self, sheet: bytes, lines: Sequence[int], rungs: int) -> None:
        self._ladder.start(sheet, [line - self._squares for line in lines], rungs)

    # The finished puzzle

    def _finish(
        self, lines: Sequence[int], groups: list[int], grade: str | None, seed: int, work: Budget
    ) -> Puzzle:
        """The puzzle, proved unique, judged by the referee and graded."""
        if not self._clues.are_unique(groups):
            raise RejectedFleetError("turned out too large to prove that there is no other solution")
        sheet = self._clues.sheet
        width = self.recipe.size[1]
        marks = sheet[: self._squares].translate(_MARKS).decode("ascii")
        board = Board._spelled(tuple([marks[at : at + width] for at in range(0, len(marks), width)]))
        puzzle = self._puzzle(sheet, lines, groups, Provenance(seed=seed, solution=board.to_data()))
        if broken := check(puzzle, board):
            raise WrongBoardError("generate", puzzle, board, broken[0].text)
        graded = puzzle
        if grade == GRADES[0]:
            graded = known_easy(puzzle, board)
        elif grade is not None:
            graded = self._scorer.require(puzzle, board, grade, work)
        elif self.recipe.score:
            graded = self._scorer.with_score(puzzle, board)
        technique = self.recipe.technique
        if technique is not None and not takes(graded, BY_NAME[technique]):
            raise RejectedFleetError(f"did not take {technique}")
        return graded

    def _puzzle(
        self, sheet: bytes, lines: Sequence[int], groups: list[int], provenance: Provenance
    ) -> Puzzle:
        height = self.recipe.size[0]
        tallies: list[Tally] = [*sheet[self._squares :]]
        if self.recipe.missing_tallies:
            given = {*lines}
            tallies = [tally if line in given else None for line, tally in enumerate(tallies, self._squares)]
        givens = [
            self._given(square, sheet[square] & self._groups[i].revealed)
            for i in groups
            for square in self._groups[i].squares
        ]
        return Puzzle._trusted(
            tuple(tallies[:height]),
            tuple(tallies[height:]),
            self._fleet,
            givens,
            provenance,
            {"grade": None, **self._fleets.note},  # null is written where there is no grade
        )

    def _given(self, square: int, code: int) -> Given:
        """The given of a square that reveals a code. Each is made once, since most of the time of a
        small puzzle goes into making objects."""
        key = square << 8 | code
        given = self._given_by_code.get(key)
        if given is None:
            given = Given(*divmod(square, self.recipe.size[1]), KIND_BY_CODE[code])
            self._given_by_code[key] = given
        return given
