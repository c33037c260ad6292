"""Generating puzzles: a function of a recipe and a seed, the same on every machine.

A fleet is drawn, and squares are given until the clues leave no other board or, with a grade, until
the techniques of that grade solve the puzzle. Redundant givens are then dropped. A fleet that gives no
suitable puzzle is rejected, and the next one drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import randbits
from typing import Final

from bimaru.arrangements.random_fleets import fleet_sampler
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.deduction.grading import GRADES
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.generation.clue_selection import (
    KIND_BY_CODE,
    Pattern,
    SquareGroup,
    SquareGroups,
    add_spare,
    choose_tally_lines,
    drop_redundant,
    select_until_unique,
    with_groups,
)
from bimaru.generation.difficulty import RUNGS_BY_GRADE, ClueGrader, Orientation
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import (
    DEFAULT_TRIES,
    Recipe,
    RejectedFleetError,
    default_fleet,
    first_success,
)
from bimaru.generation.uniqueness import GIVEN, UNDECIDED, KernelOracle, Mask, mask_of
from bimaru.puzzle import Provenance, Puzzle, Tally
from bimaru.rules import check
from bimaru.ships import Shape
from bimaru.solving import WrongBoardError
from bimaru.symmetry import Turn, canonical_turn

MAX_WORK: Final = 2_000_000
"""Limit of a uniqueness query, in nodes times squares: a hundred times the cost of one on 10x10."""
SEED_BITS: Final = 48
"""Bits of a random seed: short enough to type, long enough hardly ever to repeat."""
_STRICT_TRIES: Final = 5
"""Tries for an expert puzzle without redundant givens before more givens are added to those that are too
hard. On 10x10 three of four succeed at once; on large grids hardly any does."""
_FALLBACK_GRADE: Final = "hard"
"""Where the search for another board ends undecided, as on large grids, squares are given until the
techniques of this grade solve the puzzle."""
_MARKS: Final = bytes(ord(KIND_BY_CODE.get(code, ".")) if code else ord(".") for code in range(256))
"""The character of a board for each byte of a sheet."""


class Maker:
    """Makes the puzzles of a recipe without words, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the fleet fits."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        height, width = recipe.size
        self._others = AlternativeBoards(height, width, recipe.fleet.pairs)
        self._fleets = fleet_sampler(height, width, recipe.fleet)
        self._pattern = Pattern(recipe)
        self._lines = range(recipe.squares, recipe.squares + height + width)
        self._orientations: dict[Turn, Orientation] = {}

    def make(self, seed: int) -> Puzzle:
        """The puzzle of a seed. Its provenance has `seed`, `solution` and `grade` (`None` if the
        recipe has none); if fleets are not drawn uniformly, `extra` has `"drawn": "search"`.

        Raises `CannotGenerateError`."""
        chance = Chance(seed)
        return first_success(
            self.recipe.tries,
            lambda number: self._attempt(chance, seed, strict=number < _STRICT_TRIES),
        )

    def _attempt(self, chance: Chance, seed: int, *, strict: bool) -> Puzzle:
        """The puzzle of the next fleet; `strict` rejects an expert puzzle that would need more givens than
        uniqueness does. Raises `RejectedFleetError`."""
        sheet = self._others.sheet(self._fleets.draw(chance))
        oracle = KernelOracle(self._others, sheet, MAX_WORK // self.recipe.squares)
        base = mask_of(choose_tally_lines(self.recipe, chance))
        candidates = self._pattern.candidates(sheet, chance)
        grades = self.recipe.grades
        grade = grades[chance.below(len(grades))] if grades else None
        if grade is None:
            groups = self._unique_groups(oracle, base, candidates)
        else:
            groups = self._graded_groups(oracle, base, candidates, grade, strict)
        groups = add_spare(self.recipe, groups, candidates)
        return self._finish(oracle, base, groups, grade, seed)

    # The choice of squares

    def _unique_groups(self, oracle: KernelOracle, base: Mask, candidates: SquareGroups) -> list[SquareGroup]:
        """Squares that leave no other board, without those known to be redundant."""
        groups, difference = select_until_unique(oracle, base, candidates)
        if difference == UNDECIDED:
            groups = self._solvable_groups(oracle, base, [*groups, *candidates], _FALLBACK_GRADE)
        elif difference is not None:
            raise RejectedFleetError("had other solutions with every possible given")
        return drop_redundant(groups, lambda rest: oracle.is_unique(with_groups(base, rest)))

    def _solvable_groups(
        self, oracle: KernelOracle, base: Mask, candidates: SquareGroups, grade: str
    ) -> list[SquareGroup]:
        """Squares with which the techniques of a grade solve the puzzle."""
        grader = self._grader(oracle, base, ())
        groups = grader.select_until_solved(candidates, RUNGS_BY_GRADE[grade])
        if groups is None:
            raise RejectedFleetError(f"were harder than {grade} with every possible given")
        return groups

    def _graded_groups(
        self, oracle: KernelOracle, base: Mask, candidates: SquareGroups, grade: str, strict: bool
    ) -> list[SquareGroup]:
        """Squares none of which can be dropped without making the puzzle harder than `grade`."""
        if grade == GRADES[-1]:
            groups = self._unique_groups(oracle, base, candidates)
            if strict:
                return groups
            candidates = [*groups, *candidates]
        groups = self._solvable_groups(oracle, base, candidates, grade)
        grader = self._grader(oracle, base, ())
        return drop_redundant(groups, lambda rest: grader.is_solved_by(rest, RUNGS_BY_GRADE[grade]))

    # The finished puzzle

    def _finish(
        self, oracle: KernelOracle, base: Mask, groups: list[SquareGroup], grade: str | None, seed: int
    ) -> Puzzle:
        """The puzzle, proved unique, judged by the referee and graded."""
        if not oracle.is_unique(with_groups(base, groups)):
            raise RejectedFleetError("were too large to prove that there is no other solution")
        width = self.recipe.size[1]
        marks = oracle.sheet[: self.recipe.squares].translate(_MARKS).decode("ascii")
        board = Board.spelled(tuple(marks[at : at + width] for at in range(0, len(marks), width)))
        puzzle = self._puzzle(oracle, base, groups).replace(
            provenance=Provenance(seed=seed, solution=board.to_data(), grade=grade),
            extra={"grade": None, **self._fleets.note},  # null is written where there is no grade
        )
        if broken := check(puzzle, board):
            raise WrongBoardError("generate", puzzle, board, broken[0].text)
        if grade is not None and self._grader(oracle, base, groups).grade(groups) != grade:
            raise RejectedFleetError(f"came out other than {grade}")
        return puzzle

    def _puzzle(self, oracle: KernelOracle, base: Mask, groups: SquareGroups) -> Puzzle:
        lines: list[Tally] = [
            oracle.sheet[line] if base >> 8 * line & GIVEN else None for line in self._lines
        ]
        height, width = self.recipe.size
        givens = [
            (*divmod(square, width), KIND_BY_CODE[oracle.sheet[square] & group.revealed])
            for group in groups
            for square in group.squares
        ]
        return Puzzle(lines[:height], lines[height:], self.recipe.fleet, givens)

    def _grader(self, oracle: KernelOracle, base: Mask, groups: SquareGroups) -> ClueGrader:
        """The grader of the board with these tallies. Its orientation is determined by the tallies and, if
        these leave it open, by the givens of the groups."""
        puzzle = self._puzzle(oracle, base, groups)
        turn = canonical_turn(puzzle, puzzle.givens)
        if turn not in self._orientations:
            self._orientations[turn] = Orientation(turn, puzzle.height, puzzle.width)
        return ClueGrader(self._orientations[turn], puzzle, oracle.sheet)


def maker_of(recipe: Recipe) -> Maker | PlacementMaker:
    """The maker of a recipe; it must not be shared by two threads. Raises as `Maker`."""
    return PlacementMaker(recipe) if recipe.words or recipe.shapes else Maker(recipe)


def generate(
    size: tuple[int, int] = (10, 10),
    fleet: Mapping[int, int] | None = None,
    grade: str | None = None,
    seed: int | None = None,
    *,
    words: Iterable[str] = (),
    shapes: Iterable[Shape] = (),
    edges: Iterable[str] = (),
    givens: Iterable[str] = ("water", "parts"),
    givens_number: tuple[int, int] | None = None,
    symmetry: str = "none",
    missing_tallies: int = 0,
    spare: int = 0,
    tries: int = DEFAULT_TRIES,
) -> Puzzle:
    """Generate a puzzle with exactly one solution. Its provenance has the `solution`, the
    `seed` and the `grade`.

    `size` is (rows, columns). The default `fleet` is the standard one, or none beside `words` or `shapes`.
    `grade` is `easy`, `intermediate`, `hard`, `expert` or a range like `easy-hard`. Without a `seed`,
    a random one is used. The other arguments are described at `Recipe`.

    Raises `InvalidRecipeError`, `CannotGenerateError` if none of the `tries` fleets gives a suitable puzzle,
    `FleetDoesNotFitError`, and `OutOfReachError` if it is not known whether the fleet fits."""
    words, shapes = tuple(words), tuple(shapes)
    recipe = Recipe(
        size=size,
        fleet=default_fleet(words, shapes) if fleet is None else fleet,  # type: ignore[arg-type]
        words=words,
        shapes=shapes,
        edges=tuple(edges),
        grade=grade,
        givens=tuple(givens),
        givens_number=givens_number,
        symmetry=symmetry,
        missing_tallies=missing_tallies,
        spare=spare,
        tries=tries,
    )
    return maker_of(recipe).make(random_seed() if seed is None else seed)


def random_seed() -> int:
    """A random seed of `SEED_BITS` bits."""
    return randbits(SEED_BITS)
