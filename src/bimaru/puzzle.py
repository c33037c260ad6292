"""The puzzle: its clues, and what is recorded about it.

Everything here is immutable, hashable and compared by the clues: two puzzles are equal when their tallies,
ships, givens and edge letters are, whatever their `id`, `source` and notes. `InvalidPuzzleError` reports
every fault of an input at once.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat
from operator import attrgetter, index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, TypeAlias, TypedDict, Unpack

from bimaru.did_you_mean import missing_attribute
from bimaru.errors import InvalidPuzzleError
from bimaru.found_later import found_later
from bimaru.ships import Fleet, Immutable, Shape, Ship
from bimaru.sizes import MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, Square
from bimaru.validation import brief, first_faults, is_list, number_in, puzzle_faults, without_array

Tally: TypeAlias = int | None
"""Ship squares in a line; `None` where the tally is missing."""


class Given(NamedTuple):
    """A given square. `kind` is a `Part` value or, in lettered puzzles, `=` and a letter.

    A triple, as in the JSON of a puzzle: it unpacks, sorts and compares as one."""

    row: int
    col: int
    kind: str

    @property
    def square(self) -> Square:
        return (self.row, self.col)

    @property
    def letter(self) -> str | None:
        return self.kind[1:] if self.kind.startswith(LETTER_MARK) else None


class Edges(NamedTuple):
    """The letter nearest to each edge, line by line; `None` where it is not given.

    A side without any letter is empty.
    """

    top: tuple[str | None, ...] = ()
    bottom: tuple[str | None, ...] = ()
    left: tuple[str | None, ...] = ()
    right: tuple[str | None, ...] = ()


NO_EDGES: Final = Edges()


@found_later("score", "techniques", "n_steps")
@dataclass(frozen=True, slots=True)
class Provenance:
    """How a puzzle was generated, its solution and its grade, as far as they are recorded.

    `solution` may have any form, and is never used to solve. `techniques` are the names of those that the
    proof behind the grade takes, easiest first, and `n_steps` is the number of its steps. `grader` is the
    version of the grader. The `score` of a generated puzzle is found when it is first read, and so are
    `techniques` and `n_steps` of an easy one."""

    seed: int | None = None
    solution: object = None
    grade: str | None = None
    score: float | None = None
    techniques: tuple[str, ...] | None = None
    n_steps: int | None = None
    grader: int | None = None

    def to_data(self) -> dict[str, object]:
        """The keys that are recorded, as JSON."""
        return {
            key: [*value] if key == "techniques" else value
            for key in _TYPES
            if (value := getattr(self, key)) is not None
        }

    def _merged(self, notes: Mapping[str, object]) -> tuple[Provenance, dict[str, object]]:
        """The provenance with those of the notes that belong to it, and the other notes.

        A key of the provenance with the value null or of the wrong type counts as another note."""
        found: dict[str, Any] = {key: notes[key] for key in _TYPES if _is_recorded(key, notes.get(key))}
        if "techniques" in found:
            found["techniques"] = tuple(found["techniques"])
        provenance = replace(self, **found) if found else self
        recorded = provenance.to_data()
        return provenance, {key: value for key, value in notes.items() if key not in recorded}


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "seed": (int,),
    "solution": (object,),
    "grade": (str,),
    "score": (int, float),
    "techniques": (list, tuple),
    "n_steps": (int,),
    "grader": (int,),
}
"""The keys of the provenance, in the order in which they are written, with the types of their values."""
_TEXTS: Final = frozenset((str,))
_UNRECORDED: Final = Provenance()


def _is_recorded(key: str, value: object) -> bool:
    if key == "techniques" and is_list(value) and not _TEXTS.issuperset(map(type, value)):
        return all(isinstance(name, str) for name in value)
    return isinstance(value, _TYPES[key]) and value is not None and type(value) is not bool


GivensLike: TypeAlias = Mapping[Square, str] | Sequence[tuple[int, int, str]]


class PuzzleFields(TypedDict, total=False):
    """The arguments of `Puzzle`."""

    rows: Sequence[SupportsIndex | None]
    cols: Sequence[SupportsIndex | None]
    fleet: Mapping[int, int] | None
    givens: GivensLike
    words: Sequence[str]
    shapes: Sequence[Sequence[str]]
    edges: Mapping[str, Sequence[str | None]] | Edges | None
    id: str | int | None
    source: str | None
    provenance: Provenance
    extra: Mapping[str, object] | None


_CLUES: Final = ("rows", "cols", "fleet", "words", "shapes", "givens", "edges")
_KEYS: Final = ("id", "source", *_CLUES)
"""The keys of a puzzle's JSON, except those of its provenance."""
_CLUE_KEYS: Final = frozenset(_KEYS)
_OLD_GIVENS: Final = "hints"
"""The older name of `givens`, still accepted, permanently."""
NOT_A_PUZZLE: Final = "a board, not a puzzle, which has tallies"
"""The fault of a board where a puzzle is expected."""
_MISNAMED: Final = {
    **{key: key for key in _CLUES},
    _OLD_GIVENS: "givens",
    **{"row": "rows", "col": "cols", "column": "cols", "columns": "cols", "ship": "fleet", "ships": "fleet"},
    **{"given": "givens", "hint": "givens", "word": "words", "edge": "edges"},
}
"""Wrong names of clues, in any case, each with the key that is meant if that is missing."""


_FUNCTIONS: Final = (
    "check",
    "count",
    "draw",
    "explain",
    "grade",
    "hint",
    "is_unique",
    "minimise",
    "solve",
    "why",
)
_MEANT: Final = {
    **{name: f"bimaru.{name}(puzzle)" for name in _FUNCTIONS},
    **dict.fromkeys(("dump", "save", "to_json", "write"), "bimaru.write(puzzle, 'json')"),
    **dict.fromkeys(("shape", "size"), "height and width"),
    **dict.fromkeys(("board", "solution"), "bimaru.solve(puzzle).board"),
    "clues": "rows and cols, givens and fleet",
    "columns": "cols",
    "difficulty": "bimaru.grade(puzzle)",
    "hints": "givens",
    "unique": "bimaru.is_unique(puzzle)",
}
"""Attributes that people try, and what there is instead."""


class Puzzle(Immutable):
    """Tallies, ships, givens and edge letters.

    A puzzle's ships are `fleet`, `words` and `shapes` together; a straight shape is counted in the fleet.
    `givens` are sorted by square. `provenance` is what bimaru records about a puzzle besides its clues;
    `extra` holds whatever other keys came with it, to be written back.

    Puzzles with the same clues are equal, whatever their `id`, `source`, `provenance` and `extra`.
    """

    __slots__ = (*_KEYS, "extra", "is_plain", "provenance", "shape_numbers")

    rows: tuple[Tally, ...]
    """Tallies of the rows, from the top."""
    cols: tuple[Tally, ...]
    """Tallies of the columns, from the left."""
    fleet: Fleet
    """The number of straight ships of each length."""
    words: tuple[str, ...]
    """Ships with letters."""
    shapes: tuple[Shape, ...]
    """Polyomino ships, one string a row: `#` for ship squares, `.` for the others."""
    givens: tuple[Given, ...]
    """Given squares, [row, column, kind], counted from 0. The kind is one of `W S L R T B M X RB LB RT LT`,
    or `=` and a letter."""
    edges: Edges
    id: str | int | None
    source: str | None
    provenance: Provenance
    extra: Mapping[str, object]
    is_plain: bool
    """Whether all ships are straight and unlettered, and there are no letters at the edges."""
    shape_numbers: tuple[int, ...]
    """The number of each of `shapes` in the list that was given, which may have straight ones, too; from 0.
    Clues cite them so."""

    def __init__(
        self,
        rows: Sequence[SupportsIndex | None],
        cols: Sequence[SupportsIndex | None],
        fleet: Mapping[int, int] | None = None,
        givens: GivensLike = (),
        *,
        words: Sequence[str] = (),
        shapes: Sequence[Sequence[str]] = (),
        edges: Mapping[str, Sequence[str | None]] | Edges | None = None,
        id: str | int | None = None,
        source: str | None = None,
        provenance: Provenance = _UNRECORDED,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        """Keys of `extra` that belong to the provenance become part of it. Tallies may also be arrays of
        NumPy or Series of pandas.

        Raises `InvalidPuzzleError` with every fault. A puzzle that merely cannot be satisfied
        (tallies that don't add up, a ship longer than the grid) is well formed."""
        rows, cols = without_array(rows), without_array(cols)
        if isinstance(edges, Edges):
            edges = {side: letters for side, letters in edges._asdict().items() if letters}
        if isinstance(givens, Mapping):
            givens = [_given_triple(square, kind) for square, kind in givens.items()]
        unchecked = None if isinstance(fleet, Fleet) else fleet  # a `Fleet` was checked when it was made
        faults = first_faults(puzzle_faults(rows, cols, unchecked, givens, words, shapes, edges, id, source))
        if faults:
            raise InvalidPuzzleError(faults)
        put = object.__setattr__
        straight = [shape for shape in shapes if _is_straight(shape)]
        polyominoes = {i: tuple(shape) for i, shape in enumerate(shapes) if not _is_straight(shape)}
        put(self, "rows", _tallies(rows))
        put(self, "cols", _tallies(cols))
        put(self, "fleet", _fleet(fleet, straight))
        put(self, "words", tuple(words))
        put(self, "shapes", tuple(polyominoes.values()))
        put(self, "shape_numbers", tuple(polyominoes))
        put(self, "givens", tuple(sorted({Given(index(r), index(c), str(kind)) for r, c, kind in givens})))
        put(self, "edges", _edges(edges) if edges else NO_EDGES)
        put(self, "id", id if id is None or isinstance(id, str) else index(id))
        put(self, "source", source)
        provenance, others = provenance._merged(extra) if extra else (provenance, {})
        put(self, "provenance", provenance)
        put(self, "extra", MappingProxyType(others))
        put(self, "is_plain", not (words or polyominoes or any(self.edges)))

    if not TYPE_CHECKING:  # otherwise type checkers would accept any name

        def __getattr__(self, name: str) -> object:
            raise missing_attribute("'Puzzle' object", name, _MEANT)

    @classmethod
    def _trusted(
        cls,
        rows: tuple[Tally, ...],
        cols: tuple[Tally, ...],
        fleet: Fleet,
        givens: Iterable[Given],
        provenance: Provenance,
        extra: Mapping[str, object],
        id: str | int | None = None,
        source: str | None = None,
    ) -> Puzzle:
        """The puzzle of straight ships with these clues, without validating them: for generated puzzles,
        whose clues are those of a board and which the referee checks anyway, and for readers that have
        validated many puzzles at once."""
        puzzle = object.__new__(Puzzle)
        others = MappingProxyType(dict(extra)) if extra else _NOTHING
        ordered = (*sorted(givens),)
        values = (id, source, rows, cols, fleet, (), (), ordered, NO_EDGES, others, True, provenance, ())
        for put, value in zip(_SETTERS, values):  # noqa: B905  # a check would take a tenth of the time
            put(puzzle, value)
        return puzzle

    @classmethod
    def from_data(cls, data: object) -> Puzzle:
        """The puzzle of a decoded JSON object, with its other keys as `extra`.

        Raises `InvalidPuzzleError`."""
        return _plain_puzzle(data) or cls._validated(data)

    @classmethod
    def _validated(cls, data: object) -> Puzzle:
        """`from_data` for any object."""
        if not isinstance(data, dict):
            raise InvalidPuzzleError([f"a puzzle is an object with `rows` and `cols`, not {_kind(data)}"])
        if misnamed := [*_misnamed(data)]:
            raise InvalidPuzzleError(misnamed)
        if "board" in data and data.keys().isdisjoint(("rows", "cols")):
            raise InvalidPuzzleError([NOT_A_PUZZLE])
        fields: dict[str, Any] = {key: data[key] for key in _KEYS if key in data}
        if _OLD_GIVENS in data:
            if "givens" in data:
                raise InvalidPuzzleError([f"{_OLD_GIVENS}: the older name of `givens`, and both are there"])
            fields["givens"] = data[_OLD_GIVENS]
        faults = [f"{key}: missing" for key in ("rows", "cols") if key not in fields]
        if isinstance(fields.get("fleet"), dict):
            fields["fleet"], repeated = _counts_of(fields["fleet"])
            faults += repeated
        extra = {key: value for key, value in data.items() if key not in (*_KEYS, _OLD_GIVENS)}
        try:
            puzzle = cls(**{"rows": (None,), "cols": (None,)} | fields, extra=extra)
        except InvalidPuzzleError as error:
            faults += error.faults
        if faults:
            if _OLD_GIVENS in data:
                faults = [re.sub(r"^givens\b", _OLD_GIVENS, fault) for fault in faults]
            raise InvalidPuzzleError(first_faults(faults))
        return puzzle

    def to_data(self) -> dict[str, object]:
        """The puzzle as a JSON object. Empty keys are left out, but for `givens`, and `fleet` if there are no
        ships at all."""
        data: dict[str, object] = {
            "id": self.id,
            "source": self.source,
            "rows": [*self.rows],
            "cols": [*self.cols],
            "fleet": {str(length): count for length, count in self.fleet.items()},
            "words": [*self.words],
            "shapes": [[*shape] for shape in self.shapes],
            "givens": [[*given] for given in self.givens],
            "edges": {side: [*letters] for side, letters in self.edges._asdict().items() if letters},
        }
        kept = {"givens"} if self.words or self.shapes else {"givens", "fleet"}
        clues = {key: value for key, value in data.items() if value not in (None, [], {}) or key in kept}
        others = {key: value for key, value in self.extra.items() if key not in data}
        return clues | self.provenance.to_data() | others

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.cols)

    @property
    def ships(self) -> tuple[tuple[Ship, int], ...]:
        """The kinds of ships with their numbers, longest first."""
        if not self.words and not self.shapes:
            return tuple([(Ship.straight(length), count) for length, count in self.fleet.pairs])
        counts: Counter[Ship] = Counter()
        for length, count in self.fleet.items():
            counts[Ship.straight(length)] += count
        return tuple(sorted((counts + self._other_ships).items(), key=lambda item: item[0].rank))

    @property
    def _other_ships(self) -> Counter[Ship]:
        """The ships that are lettered or polyominoes."""
        counts: Counter[Ship] = Counter()
        for word, count in Counter(self.words).items():
            counts[Ship.lettered(word)] += count
        for shape, count in Counter(self.shapes).items():
            counts[Ship.polyomino(shape)] += count
        return counts

    def replace(self, **changes: Unpack[PuzzleFields]) -> Puzzle:
        """A copy with these arguments of the constructor changed."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in PuzzleFields.__annotations__}
        changed = Puzzle(**{**fields, **changes})
        if "shapes" not in changes:
            object.__setattr__(changed, "shape_numbers", self.shape_numbers)
        return changed

    def with_provenance(self, provenance: Provenance) -> Puzzle:
        """A copy with this provenance. Its clues are not validated again, which takes longer than making some
        puzzles."""
        others = {
            key: value
            for key, value in self.extra.items()
            if key not in _TYPES or getattr(provenance, key) is None
        }
        *values, _, is_plain, _, numbers = _VALUES(self)
        return _restore(*values, others, is_plain, provenance, numbers)

    def _identity(self) -> tuple[object, ...]:
        """What makes puzzles equal."""
        others = frozenset(self._other_ships.items()) if self.words or self.shapes else None
        return (self.rows, self.cols, self.fleet, others, self.givens, self.edges)

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in self.__slots__}
        return (_restore, tuple((values | {"extra": dict(self.extra)}).values()))

    def __repr__(self) -> str:
        name = "" if self.id is None else f" {brief(self.id)}"
        return f"<Puzzle{name} {self.height}x{self.width}, {len(self.givens)} givens>"


_PLAIN_KINDS: Final = frozenset("WSLRTBMX")
_NUMBERS: Final = frozenset((int, type(None)))
_USUAL_TALLIES: Final = frozenset((*range(MAX_SIDE + 1), None))
"""What nearly all tallies are: one look-up takes less time than the smallest and the largest of a line."""
_NOT_PLAIN: Final = frozenset(("words", "shapes", "edges", _OLD_GIVENS))
_INTEGERS: Final = frozenset((int,))


def _plain_puzzle(data: object) -> Puzzle | None:
    """The puzzle of a decoded JSON object that is what nearly all are: valid, with straight ships and sorted
    givens. `None` for any other, which the constructor validates; that takes several times as long."""
    if type(data) is not dict or not _NOT_PLAIN.isdisjoint(data):
        return None
    try:
        rows, cols, givens = data["rows"], data["cols"], data["givens"]
        name, source = data.get("id"), data.get("source")
        if not (type(rows) is type(cols) is type(givens) is list and are_tallies(rows) and are_tallies(cols)):
            return None
        if not (type(name) in (str, int, type(None)) and type(source) in (str, type(None))):
            return None
        if not ((name is None or str(name).isascii()) and (source is None or source.isascii())):
            return None
        if (squares := plain_givens(givens, len(rows), len(cols))) is None:
            return None
        fleet = plain_fleet(data["fleet"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    provenance, recorded = _recorded(data)
    # Rows, columns, fleet and givens, which every plain puzzle has; `id` and `source` are optional.
    n_clues = 4 + ("id" in data) + ("source" in data)
    is_all = len(recorded) + n_clues == len(data)
    others = {} if is_all else {key: data[key] for key in data if key not in (*_CLUE_KEYS, *recorded)}
    return Puzzle._trusted(tuple(rows), tuple(cols), fleet, squares, provenance, others, name, source)


def _misnamed(data: Mapping[str, object]) -> Iterator[str]:
    """The faults of keys that hold clues under a wrong name: as notes, these clues would be lost silently."""
    for key, value in data.items():
        meant = _MISNAMED.get(str(key).casefold(), key)
        known = {meant, _OLD_GIVENS} if meant == "givens" else {meant}
        if key not in known and known.isdisjoint(data) and isinstance(value, (list, dict)):
            yield f"{key}: unknown key; did you mean {meant}?"


def are_tallies(line: list[Any]) -> bool:
    """Whether these are the tallies of a grid: 1 to `MAX_SIDE` counts, or `None` for missing ones."""
    if not (1 <= len(line) <= MAX_SIDE and _NUMBERS.issuperset(map(type, line))):
        return False
    if _USUAL_TALLIES.issuperset(line):
        return True
    numbers = line if None not in line else [tally for tally in line if tally is not None]
    return not numbers or (min(numbers) >= 0 and max(numbers) <= MAX_NUMBER)


def plain_givens(givens: Iterable[Sequence[Any]], height: int, width: int) -> list[Given] | None:
    """The givens as values, if they show parts, on different squares of the grid, and in order."""
    found, last = [], -1
    for row, col, kind in givens:
        if not (type(row) is type(col) is int and 0 <= row < height and 0 <= col < width):
            return None
        if row * width + col <= last or kind not in _PLAIN_KINDS:
            return None
        last = row * width + col
        found.append(given_at(row, col, kind))
    return found


given_at = lru_cache(maxsize=100_000)(Given)
"""Givens are few and immutable; making one takes longer than finding it."""


def plain_fleet(data: Mapping[str, Any]) -> Fleet:
    """The fleet of a JSON object. Raises `ValueError` for anything but lengths as numbers and counts."""
    if not _INTEGERS.issuperset(map(type, data.values())):  # `True` and 1.0 are equal to 1, for a cache, too
        raise ValueError(data)
    return _fleet_of(tuple(data.items()))


@lru_cache(maxsize=1024)
def _fleet_of(items: tuple[tuple[str, Any], ...]) -> Fleet:
    if any(str(int(length)) != length for length, _ in items):
        raise ValueError(items)
    return Fleet({int(length): count for length, count in items})


def _recorded(notes: Mapping[str, Any]) -> tuple[Provenance, list[str]]:
    """The provenance in `Provenance()._merged(notes)`, in a fraction of the time, and its keys."""
    provenance = object.__new__(Provenance)
    recorded = []
    for put, key, kind in _PROVENANCE_SETTERS:
        value = notes.get(key)
        if value is not None and (type(value) is kind or _is_recorded(key, value)):
            recorded.append(key)
            put(provenance, tuple(value) if key == "techniques" else value)
        else:
            put(provenance, None)
    return provenance, recorded


_USUAL: Final = {"seed": int, "solution": dict, "grade": str, "score": float, "n_steps": int, "grader": int}
_PROVENANCE_SETTERS: Final = [(Provenance.__dict__[key].__set__, key, _USUAL.get(key)) for key in _TYPES]
"""The field of each key, and the type that its values have but for a few, which `_is_recorded` looks at."""


def check_is_puzzle(value: object) -> None:
    """Raise `TypeError`, which names the ways to get a puzzle, for anything else: text, a path, a board."""
    if not isinstance(value, Puzzle):
        is_several = isinstance(value, Iterable) and not isinstance(value, str)
        several = "for several puzzles there are solve_many, grade_many and explain_many"
        ways = several if is_several else "bimaru.read reads one from a file, bimaru.parse from text"
        raise TypeError(f"expected a Puzzle, got {type(value).__name__}: {ways}")


# Many at once, from columns of values that have been validated: a fraction of the time that single ones take


def provenances(number: int, columns: Mapping[str, Sequence[Any] | None]) -> list[Provenance]:
    """As many provenances with these recorded values, of the types of their fields."""
    found = [object.__new__(Provenance) for _ in range(number)]
    for put, key, _ in _PROVENANCE_SETTERS:
        _put_each(put, found, columns.get(key) or repeat(None))
    return found


def trusted_puzzles(
    rows: Sequence[tuple[Tally, ...]],
    cols: Sequence[tuple[Tally, ...]],
    fleets: Sequence[Fleet],
    givens: Sequence[tuple[Given, ...]],
    provenance: Sequence[Provenance],
    ids: Sequence[str | int | None],
    sources: Sequence[str | None],
) -> list[Puzzle]:
    """The puzzles of straight ships with these clues, the givens in order, as `Puzzle._trusted` makes one."""
    found = [object.__new__(Puzzle) for _ in rows]
    columns: dict[str, Iterable[object]] = {
        "id": ids,
        "source": sources,
        "rows": rows,
        "cols": cols,
        "fleet": fleets,
        "givens": givens,
        "provenance": provenance,
        "edges": repeat(NO_EDGES),
        "extra": repeat(_NOTHING),
        "is_plain": repeat(True),
    }
    for put, name in zip(_SETTERS, Puzzle.__slots__, strict=True):
        _put_each(put, found, columns.get(name, repeat(())))
    return found


def _put_each(put: Callable[[Any, Any], None], objects: Sequence[object], values: Iterable[object]) -> None:
    """Set a field of each object."""
    deque(map(put, objects, values), maxlen=0)


_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


def _restore(*values: object) -> Puzzle:
    """Rebuild a pickled puzzle without validating it again."""
    puzzle = object.__new__(Puzzle)
    for put, value in zip(_SETTERS, values, strict=True):
        put(puzzle, value)
    if isinstance(puzzle.extra, dict):  # a proxy does not pickle
        object.__setattr__(puzzle, "extra", MappingProxyType(puzzle.extra))
    return puzzle


_VALUES: Final = attrgetter(*Puzzle.__slots__)
_SETTERS: Final = [Puzzle.__dict__[name].__set__ for name in Puzzle.__slots__]
"""They write the fields of a puzzle in a fraction of the time of `object.__setattr__`."""


def _tallies(numbers: Sequence[SupportsIndex | None]) -> tuple[Tally, ...]:
    return tuple([None if number is None else index(number) for number in numbers])


def _is_straight(shape: Sequence[str]) -> bool:
    """Whether a connected shape lies in one line."""
    return sum("#" in row for row in shape) in (1, _area(shape))


def _area(shape: Sequence[str]) -> int:
    return sum(row.count("#") for row in shape)


def _fleet(fleet: Mapping[int, int] | None, straight: Sequence[Sequence[str]]) -> Fleet:
    """The fleet together with the straight shapes."""
    if straight:
        counts = Counter(fleet)
        counts.update(map(_area, straight))
        return Fleet(counts)
    return fleet if isinstance(fleet, Fleet) else Fleet(fleet)


def _edges(sides: Mapping[str, Sequence[str | None]]) -> Edges:
    tuples = {side: tuple(letters) for side, letters in sides.items()}
    return Edges(**{side: letters for side, letters in tuples.items() if any(letters)})


def _given_triple(square: object, kind: object) -> Any:
    """An entry of a mapping from squares to kinds as `[row, column, kind]`."""
    return (*square, kind) if is_list(square) else (square, kind)


def _counts_of(data: dict[str, object]) -> tuple[dict[object, object], list[str]]:
    """A fleet with numbers for keys, and the faults of lengths that occur twice (as `4` and `04`)."""
    counts: dict[object, object] = {}
    repeated = []
    for key, count in data.items():
        number = number_in(key)
        length = key if number is None else number
        if length in counts:
            repeated.append(length)
        counts[length] = count
    return counts, first_faults(f"fleet: length {length} is given twice" for length in repeated)


def _kind(data: object) -> str:
    names = {list: "an array", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(data), "a number")
