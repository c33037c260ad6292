"""What is given: the puzzle and the values it is made of.

Everything here is immutable, hashable and compared by what it asks: two puzzles are
equal when their tallies, ships, givens and edge letters are, whatever their `id`,
`source` or other notes. `InvalidPuzzleError` reports every fault of an input at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import index
from types import MappingProxyType
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from bimaru.errors import InvalidPuzzleError
from bimaru.ships import Fleet, Immutable, Shape, Ship
from bimaru.squares import LETTER_MARK, Square
from bimaru.validation import brief, first_faults, is_list, puzzle_faults

Tally: TypeAlias = int | None
"""Ship squares in a line; `None` where the puzzle does not tell."""


class Given(NamedTuple):
    """A given square. `kind` is a `Part` value or, in lettered puzzles, `=` and a letter."""

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
    """The letter nearest to each edge, line by line; `None` where the puzzle does not tell.

    A side is empty when it names no letter at all.
    """

    top: tuple[str | None, ...] = ()
    bottom: tuple[str | None, ...] = ()
    left: tuple[str | None, ...] = ()
    right: tuple[str | None, ...] = ()


NO_EDGES: Final = Edges()


GivensLike: TypeAlias = Mapping[Square, str] | Sequence[tuple[int, int, str]]


class Puzzle(Immutable):
    """Tallies, ships, givens and edge letters.

    `rows` are the tallies beside the rows, from the top; `cols` those of the columns, from
    the left. A puzzle's ships are `fleet`, `words` and `shapes` together; a straight shape is
    counted in the fleet. `givens` are sorted by square. `extra` holds whatever else came with the
    puzzle (a solution, a grade): it is carried along, never used.
    """

    _GIVEN: Final = ("cols", "edges", "extra", "fleet", "givens", "id", "rows", "shapes", "source", "words")
    __slots__ = (*_GIVEN, "is_plain")

    rows: tuple[Tally, ...]
    cols: tuple[Tally, ...]
    fleet: Fleet
    words: tuple[str, ...]
    shapes: tuple[Shape, ...]
    givens: tuple[Given, ...]
    edges: Edges
    id: str | int | None
    source: str | None
    extra: Mapping[str, object]
    is_plain: bool
    """Whether all ships are straight and unlettered, and no letter is named."""

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
        extra: Mapping[str, object] | None = None,
    ) -> None:
        """Raises `InvalidPuzzleError` with every fault. A puzzle that merely cannot be met
        (tallies that don't add up, a ship longer than the grid) is well formed."""
        if isinstance(edges, Edges):
            edges = {side: letters for side, letters in edges._asdict().items() if letters}
        if isinstance(givens, Mapping):
            givens = [_given_triple(square, kind) for square, kind in givens.items()]
        lengths = None if isinstance(fleet, Fleet) else fleet
        faults = first_faults(puzzle_faults(rows, cols, lengths, givens, words, shapes, edges, id, source))
        if faults:
            raise InvalidPuzzleError(faults)
        put = object.__setattr__
        straight = [shape for shape in shapes if _is_straight(shape)]
        bent = tuple(tuple(shape) for shape in shapes if not _is_straight(shape))
        put(self, "rows", _tallies(rows))
        put(self, "cols", _tallies(cols))
        put(self, "fleet", _fleet(fleet, straight))
        put(self, "words", tuple(words))
        put(self, "shapes", bent)
        put(self, "givens", tuple(sorted({Given(index(r), index(c), str(kind)) for r, c, kind in givens})))
        put(self, "edges", _edges(edges) if edges else NO_EDGES)
        put(self, "id", id if id is None or isinstance(id, str) else index(id))
        put(self, "source", source)
        put(self, "extra", MappingProxyType({} if extra is None else dict(extra)))
        put(self, "is_plain", not (words or bent or any(self.edges)))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.cols)

    @property
    def ships(self) -> tuple[tuple[Ship, int], ...]:
        """Every kind of ship with how many there are, longest first."""
        counts: Counter[Ship] = Counter()
        for length, count in self.fleet.items():
            counts[Ship.straight(length)] += count
        return tuple(sorted((counts + self._other_ships).items(), key=lambda item: item[0].rank))

    @property
    def _other_ships(self) -> Counter[Ship]:
        """The ships that are lettered or bent."""
        counts: Counter[Ship] = Counter()
        for word, count in Counter(self.words).items():
            counts[Ship.lettered(word)] += count
        for shape, count in Counter(self.shapes).items():
            counts[Ship.bent(shape)] += count
        return counts

    def replace(self, **changes: object) -> Puzzle:
        """A copy with the given constructor arguments changed."""
        kept: dict[str, object] = {name: getattr(self, name) for name in self._GIVEN}
        return Puzzle(**(kept | changes))  # type: ignore[arg-type]  # checked by the constructor

    def _asks(self) -> tuple[object, ...]:
        others = frozenset(self._other_ships.items()) if self.words or self.shapes else None
        return (self.rows, self.cols, self.fleet, others, self.givens, self.edges)

    def __eq__(self, other: object) -> bool:
        return self._asks() == other._asks() if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._asks())

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in self.__slots__}
        return (_restore, tuple((values | {"extra": dict(self.extra)}).values()))

    def __repr__(self) -> str:
        name = "" if self.id is None else f" {brief(self.id)}"
        return f"<Puzzle{name} {self.height}x{self.width}, {len(self.givens)} givens>"


def check_is_puzzle(value: object) -> None:
    """Raise `TypeError`, which tells the way to a puzzle, for anything else: text, a path, a board."""
    if not isinstance(value, Puzzle):
        ways = "bimaru.read reads one from a file, bimaru.parse from text"
        raise TypeError(f"a Puzzle is wanted, not {type(value).__name__}: {ways}")


def _restore(*values: object) -> Puzzle:
    """Rebuild a pickled puzzle without validating it again."""
    puzzle = object.__new__(Puzzle)
    for name, value in zip(Puzzle.__slots__, values, strict=True):
        kept = MappingProxyType(value) if isinstance(value, dict) else value  # which does not pickle
        object.__setattr__(puzzle, name, kept)
    return puzzle


def _tallies(numbers: Sequence[SupportsIndex | None]) -> tuple[Tally, ...]:
    return tuple([None if number is None else index(number) for number in numbers])


def _is_straight(shape: Sequence[str]) -> bool:
    """Whether a shape, which is connected, lies in one line."""
    return sum("#" in row for row in shape) in (1, _squares(shape))


def _squares(shape: Sequence[str]) -> int:
    return sum(row.count("#") for row in shape)


def _fleet(fleet: Mapping[int, int] | None, straight: Sequence[Sequence[str]]) -> Fleet:
    """The fleet, with the straight ones among the shapes."""
    if straight:
        counts = Counter(fleet)
        counts.update(map(_squares, straight))
        return Fleet(counts)
    return fleet if isinstance(fleet, Fleet) else Fleet(fleet)


def _edges(sides: Mapping[str, Sequence[str | None]]) -> Edges:
    kept = {side: tuple(letters) for side, letters in sides.items()}
    return Edges(**{side: letters for side, letters in kept.items() if any(letters)})


def _given_triple(square: object, kind: object) -> Any:
    """An entry of a mapping from squares to kinds as `[row, column, kind]`."""
    return (*square, kind) if is_list(square) else (square, kind)
