"""What a puzzle to be made is asked to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any, Final, TypeGuard

from bimaru.arrangements.rejection import could_fit
from bimaru.deduction.grading import GRADES
from bimaru.errors import InvalidInputError, InvalidPuzzleError
from bimaru.generation.patterns import SYMMETRIES, fits
from bimaru.puzzle import Edges, Puzzle
from bimaru.ships import Fleet
from bimaru.sizes import GENERATED_MAX_SIDE
from bimaru.validation import number_in

STANDARD_FLEET: Final = Fleet({4: 1, 3: 2, 2: 3, 1: 4})
GIVEN_KINDS: Final = ("water", "parts", "ships")
"""What givens may tell: that a square is water; what part of a ship it is; only that it is ship."""
SIDES: Final = Edges._fields
MOST_TRIES: Final = 30_000
"""Fleets that are tried for one puzzle, unless the recipe says otherwise."""


_OLD_NAMES: Final = {"hints": "givens", "hints_number": "givens_number"}
"""Older names of entries, accepted for good: manifests of collections have them."""


class InvalidRecipeError(InvalidInputError):
    """The recipe contradicts itself or describes no puzzle."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that is asked of a puzzle.

    Raises `InvalidRecipeError` with every fault."""

    size: tuple[int, int] = (10, 10)
    """Rows and columns."""
    fleet: Fleet = STANDARD_FLEET
    """The ships without letters."""
    words: tuple[str, ...] = ()
    """Ships with letters (Literowce); with them go no grade, no symmetry and no spare squares."""
    edges: tuple[str, ...] = ()
    """The sides, of `SIDES`, that name the letter nearest to them."""
    grade: str | None = None
    """A grade, or a range of them like `easy-hard`, of which each puzzle draws one; `None`: any, untold."""
    givens: tuple[str, ...] = ("water", "parts")
    """Which of `GIVEN_KINDS` may be given; none of them means no givens at all."""
    givens_number: tuple[int, int] | None = None
    """Least and most given squares."""
    symmetry: str = "none"
    """Which of `SYMMETRIES` the pattern of the given squares has."""
    missing_tallies: int = 0
    """How many lines don't tell their tally."""
    spare: int = 0
    """Given squares beyond those that are needed; 0: none can be dropped."""
    tries: int = MOST_TRIES
    """How many fleets may be tried for one puzzle."""

    def __post_init__(self) -> None:
        if faults := [*_faults(self)]:
            raise InvalidRecipeError(faults)
        put = partial(object.__setattr__, self)
        put("size", tuple(self.size))
        put("fleet", _fleet(self.fleet))
        put("words", tuple(self.words))
        put("edges", tuple(side for side in SIDES if side in self.edges))
        put("givens", tuple(kind for kind in GIVEN_KINDS if kind in self.givens))
        if self.givens_number is not None:
            put("givens_number", tuple(self.givens_number))

    @property
    def grades(self) -> tuple[str, ...]:
        """The grades that are asked for, easiest first; empty where none is."""
        if self.grade is None:
            return ()
        first, _, last = self.grade.partition("-")
        return GRADES[GRADES.index(first) : GRADES.index(last or first) + 1]

    @property
    def ships(self) -> Fleet:
        """All ships by their lengths, whether they have letters or not."""
        return Fleet(Counter(self.fleet) + Counter(map(len, self.words)))

    @property
    def squares(self) -> int:
        """Number of squares of the grid."""
        return self.size[0] * self.size[1]

    def to_data(self) -> dict[str, Any]:
        """The recipe as JSON; the fleet as in puzzles."""
        data = asdict(self) | {"fleet": {str(length): count for length, count in self.fleet.items()}}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_data(cls, data: object) -> Recipe:
        """Read what `to_data` gives; what is left out is as usual. Raises `InvalidRecipeError`."""
        if not isinstance(data, Mapping):
            raise InvalidRecipeError(["a recipe is an object"])
        known = {*(field.name for field in fields(cls)), *_OLD_NAMES}
        if strange := [f"{name}: a recipe has no such entry" for name in data if name not in known]:
            raise InvalidRecipeError(strange)
        given: dict[str, Any] = {_OLD_NAMES.get(str(name), str(name)): value for name, value in data.items()}
        if isinstance(fleet := given.get("fleet"), Mapping):
            given["fleet"] = {_number(length): count for length, count in fleet.items()}
        return cls(**given)


def usual_fleet(words: Sequence[str]) -> Fleet:
    """The ships without letters where none are named."""
    return Fleet() if words else STANDARD_FLEET


def _number(length: object) -> object:
    """A length as JSON has it, as a number if it is one."""
    number = number_in(length) if isinstance(length, str) else None
    return length if number is None else number


def _fleet(fleet: Mapping[int, int]) -> Fleet:
    return fleet if isinstance(fleet, Fleet) else Fleet(fleet)


# Validation: the values are whatever the caller gave.


def _faults(recipe: Recipe) -> Iterator[str]:
    size: Any = recipe.size
    is_size = _is_pair(size) and all(1 <= side <= GENERATED_MAX_SIDE for side in size)
    if not is_size:
        yield f"size: {_shown(size, 'x')} is not two numbers of lines from 1 to {GENERATED_MAX_SIDE}"
    of_ships = [
        *_fleet_faults(recipe.fleet, size if is_size else None),
        *_word_faults(recipe.words, size if is_size else None),
    ]
    yield from of_ships
    if is_size and not of_ships:
        yield from _room_faults(recipe)
    of_clues = [*_edge_faults(recipe), *_given_faults(recipe.givens)]
    yield from of_clues
    if not (of_ships or of_clues):
        yield from _letter_faults(recipe)
    yield from _clash_faults(recipe)
    yield from _grade_faults(recipe.grade)
    yield from _number_faults(recipe, size if is_size else None)
    symmetry: object = recipe.symmetry
    if not (isinstance(symmetry, str) and symmetry in SYMMETRIES):
        yield f"symmetry: {symmetry!r} is not one of {', '.join(SYMMETRIES)}"
    elif is_size and not fits(symmetry, *size):
        yield f"symmetry: {symmetry} takes a square grid, not {size[0]}x{size[1]}"


def _fleet_faults(fleet: object, size: tuple[int, int] | None) -> Iterator[str]:
    try:
        ships = _fleet(fleet)  # type: ignore[arg-type]  # that is what is checked
    except InvalidPuzzleError as error:
        yield from error.faults
        return
    longest = max(ships, default=0)
    if size is not None and longest > max(size):
        yield f"fleet: a ship of length {longest} does not fit into a grid of {size[0]}x{size[1]}"


def _word_faults(words: Sequence[str], size: tuple[int, int] | None) -> Iterator[str]:
    try:
        Puzzle((None,), (None,), words=words)
    except InvalidPuzzleError as error:
        yield from error.faults
        return
    for word in words:
        if size is not None and len(word) > max(size):
            yield f"words: {word} does not fit into a grid of {size[0]}x{size[1]}"


def _room_faults(recipe: Recipe) -> Iterator[str]:
    """What is wrong with ships of which each fits."""
    if not could_fit(*recipe.size, recipe.ships.pairs):
        ships = " and ".join(filter(None, (str(_fleet(recipe.fleet)), ",".join(recipe.words))))
        name = "words" if recipe.words else "fleet"
        height, width = recipe.size
        yield f"{name}: {ships} is too much for a grid of {height}x{width}, for ships don't touch"


def _edge_faults(recipe: Recipe) -> Iterator[str]:
    edges: object = recipe.edges
    if isinstance(edges, str) or not isinstance(edges, Sequence | frozenset | set):
        yield f"edges: {edges!r} is not a list of sides"
        return
    yield from (f"edges: {side!r} is not one of {', '.join(SIDES)}" for side in edges if side not in SIDES)
    if recipe.edges and not recipe.words:
        yield "edges: only ships with letters have letters at the edges"


def _letter_faults(recipe: Recipe) -> Iterator[str]:
    """Of words that no clue tells from each other, from plain ships, or from themselves backwards."""
    names = [*recipe.words, *("-" * length for length in _fleet(recipe.fleet) if recipe.words)]
    lengths = {len(name) for name in names}
    is_plain = len(set(names)) == len(lengths) and all(name == name[::-1] for name in names)
    if not (is_plain or recipe.edges or "parts" in recipe.givens):
        yield "words: nothing would tell their letters, neither edges nor givens of the kind parts"


def _clash_faults(recipe: Recipe) -> Iterator[str]:
    for name, usual in (("grade", None), ("symmetry", "none"), ("spare", 0), ("givens_number", None)):
        if recipe.words and getattr(recipe, name) != usual:
            yield f"{name}: does not go with words"


def _grade_faults(grade: object) -> Iterator[str]:
    if grade is None:
        return
    ends = grade.split("-") if isinstance(grade, str) else []
    if not (1 <= len(ends) <= 2 and all(end in GRADES for end in ends)):
        yield f"grade: {grade!r} is not one of {', '.join(GRADES)}, nor two of them like easy-hard"
    elif GRADES.index(ends[0]) > GRADES.index(ends[-1]):
        yield f"grade: {ends[0]} is harder than {ends[-1]}"


def _given_faults(givens: object) -> Iterator[str]:
    if isinstance(givens, str) or not isinstance(givens, Sequence | frozenset | set):
        yield f"givens: {givens!r} is not a list of kinds of givens"
        return
    for kind in givens:
        if kind not in GIVEN_KINDS:
            yield f"givens: {kind!r} is not one of {', '.join(GIVEN_KINDS)}"


def _number_faults(recipe: Recipe, size: tuple[int, int] | None) -> Iterator[str]:
    squares = GENERATED_MAX_SIDE**2 if size is None else size[0] * size[1]
    lines = 2 * GENERATED_MAX_SIDE if size is None else sum(size)
    for name, value, most in (
        ("missing_tallies", recipe.missing_tallies, lines),
        ("spare", recipe.spare, squares),
    ):
        if not (_is_number(value) and 0 <= value <= most):
            yield f"{name}: {value!r} is not a number from 0 to {most}"
    if not (_is_number(recipe.tries) and recipe.tries > 0):
        yield f"tries: {recipe.tries!r} is not a number from 1"
    wanted = recipe.givens_number
    if wanted is not None and not (_is_pair(wanted) and 0 <= wanted[0] <= wanted[1] <= squares):
        shown = _shown(wanted, "-")
        yield f"givens_number: {shown} is not the least and the most givens, from 0 to {squares}"
    elif not recipe.givens and ((wanted and wanted[0]) or recipe.spare):
        yield "givens: none are to be given, but a number of them"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_pair(value: object) -> TypeGuard[Sequence[int]]:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value))


def _shown(value: object, between: str) -> str:
    """A value as people write it if it is two numbers."""
    return between.join(map(str, value)) if _is_pair(value) else repr(value)
