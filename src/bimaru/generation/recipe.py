"""Recipes: the options of generated puzzles; and the retry loop that looks for a fleet that meets them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, Final, TypeGuard

from bimaru.deduction.techniques import BY_NAME
from bimaru.did_you_mean import unknown_key
from bimaru.errors import InvalidInputError, InvalidPuzzleError
from bimaru.generation.patterns import SYMMETRIES, fits
from bimaru.generation.requirement import MISSING_TALLY
from bimaru.grading.grades import GRADES
from bimaru.placements import could_fit, number_of_placements
from bimaru.polyominoes import UnknownShapeError, shapes_named
from bimaru.puzzle import Edges, Puzzle
from bimaru.ships import Fleet, Shape, Ship
from bimaru.sizes import GENERATED_MAX_SIDE
from bimaru.validation import number_in

STANDARD_FLEET: Final = Fleet({4: 1, 3: 2, 2: 3, 1: 4})
GIVEN_OPTIONS: Final = ("water", "parts", "ships")
"""What givens may show: water; the part of a ship; ship without its part."""
SIDES: Final = Edges._fields
DEFAULT_TRIES: Final = 30_000
"""Most fleets to try for one puzzle, by default."""
OLD_NAMES: Final = {"hints": "givens", "hints_number": "givens_number"}
"""Older names of entries, accepted for good, since manifests of collections have them."""


class InvalidRecipeError(InvalidInputError):
    """The recipe contradicts itself or describes no puzzle."""


OF_THE_SIZE: Final = Fleet()
"""What stands for a fleet that is left out."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The options of a generated puzzle: `edges` of `SIDES`, `givens` of `GIVEN_OPTIONS`, a `symmetry` of
    `SYMMETRIES`.

    Raises `InvalidRecipeError` with every fault."""

    size: tuple[int, int] = (10, 10)
    """Rows and columns."""
    fleet: Mapping[int, int] = OF_THE_SIZE
    """The ships without letters; in a recipe that is made, a `Fleet`. Left out: the standard fleet or, where
    that does not fit, the largest of its kind that does; none beside words or shapes."""
    words: tuple[str, ...] = ()
    """Ships with letters (Literowce)."""
    shapes: tuple[Shape, ...] = ()
    """Polyomino ships, as in puzzles."""
    edges: tuple[str, ...] = ()
    """The sides that name the letter nearest to them."""
    grade: str | None = None
    """A grade, or a range like `easy-hard` or a list like `easy,hard` from which each seed draws one, all
    equally likely; `None`: any, not determined."""
    givens: tuple[str, ...] = ("water", "parts")
    """The kinds of givens allowed; empty: no givens."""
    givens_number: tuple[int, int] | None = None
    """The lowest and highest number of given squares. Each puzzle draws one from the range; only a range from
    0, or to all squares, is a mere limit, with no more givens than needed."""
    symmetry: str = "none"
    """The symmetry of the pattern of given squares."""
    missing_tallies: int = 0
    """Number of lines without a tally."""
    spare: int = 0
    """Number of given squares beyond those needed."""
    tries: int = DEFAULT_TRIES
    """Most fleets to try for one puzzle; fewer, if they took too much search in all."""
    score: bool = False
    """Whether to record the grade and the score of puzzles that have any grade; with `grade`, they always
    are. The puzzles are the same."""
    technique: str | None = None
    """A technique that the puzzle must take, with nothing harder than its grade (see
    `bimaru.generation.requirement`); a `grade` must be that one, or a range with it."""

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        if self.fleet is OF_THE_SIZE:
            put("fleet", default_fleet(self.words, self.shapes, self.size))
        if faults := [*_faults(self)]:
            raise InvalidRecipeError(faults)
        put("size", tuple(self.size))
        put("fleet", _fleet(self.fleet))
        put("words", tuple(self.words))
        put("shapes", tuple(tuple(shape) for shape in self.shapes))
        put("edges", tuple(side for side in SIDES if side in self.edges))
        put("givens", tuple(kind for kind in GIVEN_OPTIONS if kind in self.givens))
        if self.givens_number is not None:
            put("givens_number", tuple(self.givens_number))

    @property
    def grades(self) -> tuple[str, ...]:
        """The grades allowed, easiest first; empty if neither a grade nor a technique is set. With a
        technique, that is its grade."""
        if self.technique is not None:
            return (BY_NAME[self.technique].grade,)
        return () if self.grade is None else _grades_in(self.grade)

    def excludes(self, grade: str | None) -> bool:
        """Whether no puzzle can have a grade: techniques of the grade hard compare the water of a line with
        its tally."""
        return grade == "hard" and self.missing_tallies == sum(self.size)

    @property
    def ships(self) -> Fleet:
        """All ships by length, with and without letters."""
        return Fleet(Counter(self.fleet) + Counter(map(len, self.words)))

    @property
    def squares(self) -> int:
        """Number of squares of the grid."""
        return self.size[0] * self.size[1]

    @property
    def stream(self) -> int:
        """The stream of random numbers for `Chance`. Recipes that differ in more than `tries` and `score`
        have different streams, so that the same seeds do not give the same boards at another grade."""
        default = Recipe().to_data() | {"tries": self.tries, "score": self.score}
        # Entries with their default are left out: a later version can add one without changing old puzzles.
        entries = {name: value for name, value in self.to_data().items() if value != default[name]}
        text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")

    def to_data(self) -> dict[str, Any]:
        """The recipe as JSON, its fleet as in puzzles."""
        data = asdict(self) | {"fleet": {str(length): count for length, count in self.fleet.items()}}
        data["shapes"] = [list(shape) for shape in self.shapes]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_data(cls, data: object) -> Recipe:
        """The recipe of the JSON that `to_data` returns; missing entries have their defaults.

        Raises `InvalidRecipeError`."""
        if not isinstance(data, Mapping):
            raise InvalidRecipeError(["a recipe is an object"])
        known = [field.name for field in fields(cls)]
        others = [name for name in data if name not in (*known, *OLD_NAMES)]
        if others:
            raise InvalidRecipeError([f"{name}: {unknown_key(str(name), known)}" for name in others])
        given: dict[str, Any] = {current_name(name): value for name, value in data.items()}
        if isinstance(fleet := given.get("fleet"), Mapping):
            given["fleet"] = {_number(length): count for length, count in fleet.items()}
        return cls(**given)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Recipe:
        """The recipe of a table in TOML: as `from_data`, with the entries also as the command writes its
        options.

        Raises `InvalidRecipeError`, and `InvalidPuzzleError` for a fleet."""
        return cls.from_data(entries_in(table))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a list with commas or blanks; `none` is an empty one."""
    return () if text == "none" else tuple(text.replace(",", " ").split())


def shapes_in(text: str) -> tuple[Shape, ...]:
    """The shapes in a list of names. Raises `UnknownShapeError`."""
    return tuple(shape for name in names_in(text) for shape in shapes_named(name))


def range_in(text: str) -> tuple[int, int] | None:
    """The range of `2-6`, or of a single number; `None` for any other text."""
    match [number_in(end) for end in text.split("-")]:
        case [int(number)]:
            return number, number
        case [int(least), int(most)]:
            return least, most
    return None


def entries_in(table: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a recipe, each also as the command takes it as text. Raises as `Recipe.from_table`."""
    return {name: _entry(current_name(name), value) for name, value in table.items()}


def _entry(name: str, value: object) -> object:
    """An entry of a table. Raises `InvalidRecipeError`, and `InvalidPuzzleError` for a fleet."""
    if name == "shapes" and isinstance(value, list):
        return [shape for entry in value for shape in (_shapes(entry) if isinstance(entry, str) else [entry])]
    if name == "givens_number" and _is_number(value):
        return (value, value)
    return _OF_TEXT[name](value) if isinstance(value, str) and name in _OF_TEXT else value


def _size(text: str) -> tuple[int, int]:
    match [number_in(side) for side in text.split("x")]:
        case [int(height), int(width)]:
            return height, width
    raise InvalidRecipeError([f"size: {text} is not a height and a width, like 10x10"])


def _shapes(text: str) -> tuple[Shape, ...]:
    try:
        return shapes_in(text)
    except UnknownShapeError as error:
        raise InvalidRecipeError([f"shapes: {error}"]) from None


def _givens_number(text: str) -> tuple[int, int]:
    if (found := range_in(text)) is None:
        raise InvalidRecipeError([f"givens_number: {text!r} is neither a number nor a range like 0-6"])
    return found


_OF_TEXT: Final[Mapping[str, Callable[[str], object]]] = {
    "size": _size,
    "fleet": Fleet.parse,
    "words": names_in,
    "shapes": _shapes,
    "edges": names_in,
    "givens": names_in,
    "givens_number": _givens_number,
}
"""The readers of entries that the command takes as text."""


def current_name(name: str) -> str:
    """The present name of an entry of a recipe's JSON."""
    return OLD_NAMES.get(name, name)


def default_fleet(words: Sequence[str], shapes: Sequence[Shape], size: tuple[int, int]) -> Fleet:
    """The default fleet of straight ships without letters: the standard one or, where that does not fit, the
    largest of its kind that does; none beside others."""
    if words or shapes:
        return Fleet()
    if not _is_pair(size):  # a fault, to be reported with the others
        return STANDARD_FLEET
    fleets = (Fleet({length: most + 1 - length for length in range(1, most + 1)}) for most in (4, 3, 2, 1))
    return next((fleet for fleet in fleets if could_fit(*size, fleet.pairs)), STANDARD_FLEET)


def _number(length: object) -> object:
    """A length from JSON, converted if it is a number."""
    number = number_in(length) if isinstance(length, str) else None
    return length if number is None else number


def _fleet(fleet: Mapping[int, int]) -> Fleet:
    return fleet if isinstance(fleet, Fleet) else Fleet(fleet)


# Validation: the values are whatever the caller gave.


def _faults(recipe: Recipe) -> Iterator[str]:
    size: Any = recipe.size
    is_size = _is_pair(size) and all(1 <= side <= GENERATED_MAX_SIDE for side in size)
    if not _is_pair(size):
        yield f"size: {size!r} is not a pair of rows and columns, like (10, 10)"
    elif not is_size:
        yield f"size: {_joined(size, 'x')} is not HEIGHTxWIDTH with sides from 1 to {GENERATED_MAX_SIDE}"
    ship_faults = [
        *_fleet_faults(recipe.fleet, size if is_size else None),
        *_word_faults(recipe.words, size if is_size else None),
        *_shape_faults(recipe.shapes, size if is_size else None),
    ]
    yield from ship_faults
    if is_size and not ship_faults:
        yield from _room_faults(recipe)
    clue_faults = [*_edge_faults(recipe), *_given_faults(recipe.givens)]
    yield from clue_faults
    if not (ship_faults or clue_faults):
        yield from _letter_faults(recipe)
    yield from _conflict_faults(recipe)
    grade_faults = [*_grade_faults(recipe.grade)]
    yield from grade_faults
    technique_faults = [*_technique_faults(recipe, None if grade_faults else recipe.grade)]
    yield from technique_faults
    score: object = recipe.score
    if not isinstance(score, bool):
        yield f"score: {score!r} is neither true nor false"
    number_faults = [*_number_faults(recipe, size if is_size else None)]
    yield from number_faults
    if is_size and not (grade_faults or technique_faults or number_faults):
        yield from _possibility_faults(recipe)
    symmetry: object = recipe.symmetry
    if not (isinstance(symmetry, str) and symmetry in SYMMETRIES):
        yield f"symmetry: {symmetry!r} is not one of {', '.join(SYMMETRIES)}"
    elif is_size and not fits(symmetry, *size):
        yield f"symmetry: {symmetry} needs a square grid, not {size[0]}x{size[1]}"


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


def _shape_faults(shapes: Sequence[Shape], size: tuple[int, int] | None) -> Iterator[str]:
    try:
        Puzzle((None,), (None,), shapes=shapes)
    except InvalidPuzzleError as error:
        yield from error.faults
        return
    for shape in shapes:
        if size is not None and not number_of_placements(Ship.polyomino(shape), *size):
            yield f"shapes: {'/'.join(shape)} does not fit into a grid of {size[0]}x{size[1]}"


def _room_faults(recipe: Recipe) -> Iterator[str]:
    """The fault of ships that fit one by one but not together."""
    if not could_fit(*recipe.size, recipe.ships.pairs):
        ships = " and ".join(filter(None, (str(_fleet(recipe.fleet)), ",".join(recipe.words))))
        name = "words" if recipe.words else "fleet"
        height, width = recipe.size
        yield f"{name}: {ships} cannot fit into a grid of {height}x{width} without touching"


def _edge_faults(recipe: Recipe) -> Iterator[str]:
    edges: object = recipe.edges
    if isinstance(edges, str) or not isinstance(edges, Sequence | frozenset | set):
        yield f"edges: {edges!r} is not a list of sides"
        return
    yield from (f"edges: {side!r} is not one of {', '.join(SIDES)}" for side in edges if side not in SIDES)
    if recipe.edges and not recipe.words:
        yield "edges: only ships with letters have letters at the edges"


def _letter_faults(recipe: Recipe) -> Iterator[str]:
    """Whether a clue can distinguish words from each other, from plain ships, and from themselves
    backwards."""
    names = [*recipe.words, *("-" * length for length in _fleet(recipe.fleet) if recipe.words)]
    lengths = {len(name) for name in names}
    is_plain = len(set(names)) == len(lengths) and all(name == name[::-1] for name in names)
    if not (is_plain or recipe.edges or "parts" in recipe.givens):
        yield "words: no clue would determine their letters; allow edges, or givens of the kind parts"


def _conflict_faults(recipe: Recipe) -> Iterator[str]:
    for name in ("words", "shapes"):
        if getattr(recipe, name) and recipe.technique is not None:
            yield f"technique: cannot be combined with {name}"


def _grade_faults(grade: object) -> Iterator[str]:
    if grade is None:
        return
    for part in grade.split(",") if isinstance(grade, str) else [""]:
        ends = part.split("-")
        if not (1 <= len(ends) <= 2 and all(end in GRADES for end in ends)):
            yield f"grade: {grade!r} is not one of {', '.join(GRADES)}, nor a range like easy-hard"
            return
        if GRADES.index(ends[0]) > GRADES.index(ends[-1]):
            yield f"grade: {ends[0]} is harder than {ends[-1]}"


def _possibility_faults(recipe: Recipe) -> Iterator[str]:
    """The fault of a single grade that no puzzle can have."""
    if len(recipe.grades) == 1 and recipe.excludes(recipe.grades[0]):
        yield f"grade: {recipe.grades[0]} takes tallies, and all {recipe.missing_tallies} are missing"


@lru_cache(maxsize=256)
def _grades_in(grade: str) -> tuple[str, ...]:
    """The grades of a range, of a list, or the single one; easiest first."""
    allowed = set()
    for part in grade.split(","):
        first, _, last = part.partition("-")
        allowed |= {*GRADES[GRADES.index(first) : GRADES.index(last or first) + 1]}
    return tuple(name for name in GRADES if name in allowed)


def _technique_faults(recipe: Recipe, grade: str | None) -> Iterator[str]:
    """The faults of the technique: beside a valid `grade`, or without one."""
    technique: object = recipe.technique
    if technique is None:
        return
    if not (isinstance(technique, str) and technique in BY_NAME):
        yield f"technique: {technique!r} is not one of {', '.join(BY_NAME)}"
        return
    if technique == MISSING_TALLY.name and recipe.missing_tallies == 0:
        yield f"technique: {technique} needs missing_tallies of 1 or more"
    needed = BY_NAME[technique].grade
    if grade is not None and needed not in _grades_in(grade):
        yield f"technique: {technique} is of grade {needed}, not {grade}"


def _given_faults(givens: object) -> Iterator[str]:
    if isinstance(givens, str) or not isinstance(givens, Sequence | frozenset | set):
        yield f"givens: {givens!r} is not a list of kinds of givens"
        return
    for kind in givens:
        if kind not in GIVEN_OPTIONS:
            yield f"givens: {kind!r} is not one of {', '.join(GIVEN_OPTIONS)}"


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
    number = recipe.givens_number
    if number is not None and not (_is_pair(number) and 0 <= number[0] <= number[1] <= squares):
        yield f"givens_number: {_range_text(number)} is not a range of numbers from 0 to {squares}"
    elif not recipe.givens and ((number and number[0]) or recipe.spare):
        yield "givens: none are allowed, but some are required"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_pair(value: object) -> TypeGuard[Sequence[int]]:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value))


def _range_text(value: object) -> str:
    """A range, or the number that is both its ends; the `repr` of anything else."""
    if _is_pair(value) and value[0] == value[1]:
        return str(value[0])
    return _joined(value, "-")


def _joined(value: object, separator: str) -> str:
    """A pair of numbers with the separator between; the `repr` of anything else."""
    return separator.join(map(str, value)) if _is_pair(value) else repr(value)
