"""Making puzzles: a function of a recipe and a seed, on every machine the same.

A fleet is drawn, and squares are given until the clues leave no other board, or, where a grade is
asked for, until the techniques of that grade lead to the end. Then all that can be spared is
dropped. What does not come out as asked is thrown away, and the next fleet drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import randbits
from typing import Final

from bimaru.arrangements.random_fleets import fleets_of
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.deduction.grading import GRADES
from bimaru.engines.kernel import Others
from bimaru.generation.attempts import UnfitError, first_made
from bimaru.generation.clue_selection import (
    KIND_OF,
    Pattern,
    Unit,
    Units,
    enough,
    mask_with,
    told_lines,
    without_spare,
)
from bimaru.generation.difficulty import RUNGS_OF, Levels, Turned
from bimaru.generation.lettered import LetteredMaker
from bimaru.generation.recipe import MOST_TRIES, Recipe, usual_fleet
from bimaru.generation.uniqueness import GIVEN, UNDECIDED, KernelAnswer, Mask, mask_of
from bimaru.puzzle import Provenance, Puzzle, Tally
from bimaru.rules import check
from bimaru.solving import WrongBoardError
from bimaru.symmetry import Turn, canonical_turn

MOST_WORK: Final = 2_000_000
"""What a question may cost the kernel, in nodes times squares: a hundred times what one of a 10x10
puzzle does."""
SEED_BITS: Final = 48
"""The size of a random seed: short enough to type, and hardly ever the same twice."""
_PATIENCE: Final = 5
"""Fleets that are passed over for the squares that suffice at once, before some are added where those
make a puzzle too hard. On a 10x10 grid three of four do at once; on large ones hardly any."""
_WHERE_SEARCH_FAILS: Final = "hard"
"""Where the search for another board does not come to an end, as on large grids, squares are given until
the techniques of this grade lead to the solution."""
_MARKS: Final = bytes(ord(KIND_OF.get(code, ".")) if code else ord(".") for code in range(256))
"""How a board writes the bytes of a sheet."""


class Maker:
    """Makes the puzzles of a recipe without words, each from its seed.

    Raises `FleetDoesNotFitError`, and `OutOfReachError` where it is not known whether the fleet fits."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        height, width = recipe.size
        self._others = Others(height, width, recipe.fleet.pairs)
        self._fleets = fleets_of(height, width, recipe.fleet)
        self._pattern = Pattern(recipe)
        self._lines = range(recipe.squares, recipe.squares + height + width)
        self._turned: dict[Turn, Turned] = {}

    def make(self, seed: int) -> Puzzle:
        """The puzzle of that seed. Its provenance has `seed`, `solution`, and `grade`, which is `None`
        where none was asked for; where fleets are not drawn evenly, `drawn` says `search`.

        Raises `CannotGenerateError`."""
        chance = Chance(seed)
        return first_made(
            self.recipe.tries,
            lambda number: self._attempt(chance, seed, patient=number < _PATIENCE),
        )

    def _attempt(self, chance: Chance, seed: int, *, patient: bool) -> Puzzle:
        """The puzzle of the next fleet; one who is patient rather tries another than do much for this
        one. Raises `UnfitError`."""
        answer = KernelAnswer(self._others, self._drawn(chance), MOST_WORK // self.recipe.squares)
        base = mask_of(told_lines(self.recipe, chance))
        order = self._pattern.units(answer.sheet, chance)
        wanted = self.recipe.grades
        grade = wanted[chance.below(len(wanted))] if wanted else None
        if grade is None:
            units = self._unique(answer, base, order)
        else:
            units = self._graded(answer, base, order, grade, patient)
        units = self._with_spare(units, order)
        return self._finished(answer, base, units, grade, seed)

    def _drawn(self, chance: Chance) -> bytes:
        """The sheet of a random board."""
        return self._others.sheet(self._fleets.draw(chance))

    # The choice of squares

    def _unique(self, answer: KernelAnswer, base: Mask, order: Units) -> list[Unit]:
        """Squares that leave no other board, and none that can be spared, as far as the search tells."""
        units, difference = enough(answer, base, order)
        if difference == UNDECIDED:
            units = self._solvable(answer, base, [*units, *order], _WHERE_SEARCH_FAILS)
        elif difference is not None:
            raise UnfitError("had other solutions whatever givens were given")
        return without_spare(units, lambda rest: answer.is_only(mask_with(base, rest)))

    def _solvable(self, answer: KernelAnswer, base: Mask, order: Units, grade: str) -> list[Unit]:
        """Squares from which the techniques of a grade lead to the end."""
        units = self._levels(answer, base, ()).enough(order, RUNGS_OF[grade])
        if units is None:
            raise UnfitError(f"were harder than {grade} whatever givens were given")
        return units

    def _graded(
        self, answer: KernelAnswer, base: Mask, order: Units, grade: str, patient: bool
    ) -> list[Unit]:
        """Squares of which none can be spared without making the puzzle harder than asked for."""
        if grade == GRADES[-1]:
            units = self._unique(answer, base, order)
            if patient:
                return units
            order = [*units, *order]
        units = self._solvable(answer, base, order, grade)
        levels = self._levels(answer, base, ())
        return without_spare(units, lambda rest: levels.solved_by(rest, RUNGS_OF[grade]))

    def _with_spare(self, units: list[Unit], order: Units) -> list[Unit]:
        """The units with others that are not needed, where these are asked for."""
        least, most = self.recipe.givens_number or (0, self.recipe.squares)
        number = _number(units)
        wanted = max(least, number + self.recipe.spare)
        for unit in order if number < wanted else ():
            if unit not in units and number + len(unit.squares) <= most:
                units = [*units, unit]
                number += len(unit.squares)
                if number >= wanted:
                    break
        if number < wanted:
            raise UnfitError("had too few squares to give")
        if number > most:
            raise UnfitError(f"needed more than {most} givens")
        return units

    # The finished puzzle

    def _finished(
        self, answer: KernelAnswer, base: Mask, units: list[Unit], grade: str | None, seed: int
    ) -> Puzzle:
        """The puzzle, proved and judged."""
        if not answer.is_only(mask_with(base, units)):
            raise UnfitError("were too large to prove that there is no other solution")
        width = self.recipe.size[1]
        marks = answer.sheet[: self.recipe.squares].translate(_MARKS).decode("ascii")
        board = Board.spelled(tuple(marks[at : at + width] for at in range(0, len(marks), width)))
        puzzle = self._puzzle(answer, base, units).replace(
            provenance=Provenance(seed=seed, solution=board.to_data(), grade=grade),
            extra={"grade": None, **self._fleets.note},  # null is written where there is no grade
        )
        if broken := check(puzzle, board):
            raise WrongBoardError("generate", puzzle, board, broken[0].text)
        if grade is not None and self._levels(answer, base, units).grade(units) != grade:
            raise UnfitError(f"came out other than {grade}")
        return puzzle

    def _puzzle(self, answer: KernelAnswer, base: Mask, units: Units) -> Puzzle:
        lines: list[Tally] = [
            answer.sheet[line] if base >> 8 * line & GIVEN else None for line in self._lines
        ]
        height, width = self.recipe.size
        givens = [
            (*divmod(square, width), KIND_OF[answer.sheet[square] & unit.told])
            for unit in units
            for square in unit.squares
        ]
        return Puzzle(lines[:height], lines[height:], self.recipe.fleet, givens)

    def _levels(self, answer: KernelAnswer, base: Mask, units: Units) -> Levels:
        """How hard the clues are; where the tallies don't tell how the board is turned, these units do."""
        puzzle = self._puzzle(answer, base, units)
        turn = canonical_turn(puzzle, puzzle.givens)
        if turn not in self._turned:
            self._turned[turn] = Turned(turn, puzzle.height, puzzle.width)
        return Levels(self._turned[turn], puzzle, answer.sheet)


def _number(units: Units) -> int:
    """How many squares are given."""
    return sum(len(unit.squares) for unit in units)


def maker_of(recipe: Recipe) -> Maker | LetteredMaker:
    """The maker of a recipe; two threads must not use the same. Raises what `Maker` does."""
    return LetteredMaker(recipe) if recipe.words else Maker(recipe)


def generate(
    size: tuple[int, int] = (10, 10),
    fleet: Mapping[int, int] | None = None,
    grade: str | None = None,
    seed: int | None = None,
    *,
    words: Iterable[str] = (),
    edges: Iterable[str] = (),
    givens: Iterable[str] = ("water", "parts"),
    givens_number: tuple[int, int] | None = None,
    symmetry: str = "none",
    missing_tallies: int = 0,
    spare: int = 0,
    tries: int = MOST_TRIES,
) -> Puzzle:
    """Make a puzzle with exactly one solution, which its provenance has besides `seed` and `grade`.

    `size` is (rows, columns). The `fleet` is the standard one, or none where there are `words`.
    `grade` is `easy`, `intermediate`, `hard`, `expert` or a range like `easy-hard`. Without a `seed`
    there is a new puzzle each time. See `Recipe` for the rest.

    Raises `InvalidRecipeError`, `CannotGenerateError` where so many tries give no such puzzle, and what
    `Maker` does."""
    words = tuple(words)
    recipe = Recipe(
        size=size,
        fleet=usual_fleet(words) if fleet is None else fleet,  # type: ignore[arg-type]
        words=words,
        edges=tuple(edges),
        grade=grade,
        givens=tuple(givens),
        givens_number=givens_number,
        symmetry=symmetry,
        missing_tallies=missing_tallies,
        spare=spare,
        tries=tries,
    )
    return maker_of(recipe).make(new_seed() if seed is None else seed)


def new_seed() -> int:
    """A seed that nobody had before."""
    return randbits(SEED_BITS)
