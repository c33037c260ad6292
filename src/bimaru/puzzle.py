"""What is given: the puzzle and the values it is made of.

Everything here is immutable, hashable and compared by what it asks: two puzzles are
equal when their tallies, ships, givens and edge letters are, whatever their `id`,
`source` or other notes. `InvalidPuzzleError` reports every fault of an input at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import islice
from operator import index
from types import MappingProxyType
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias, TypeGuard

from bimaru.errors import InvalidPuzzleError

Square: TypeAlias = tuple[int, int]
"""(row, column), counted from 0 at the top left."""
Shape: TypeAlias = tuple[str, ...]
"""A polyomino: one string a row, `#` for its squares, `.` for the rest of its box."""
Tally: TypeAlias = int | None
"""Ship squares in a line; `None` where the puzzle does not tell."""

MAX_SIDE: Final = 99
"""Most rows or columns of a puzzle."""
MAX_NUMBER: Final = 9999
"""Largest tally, ship length and number of ships that is read."""
MOST_FAULTS: Final = 100
"""The most faults of one puzzle, or one board, that are listed."""


class Part(StrEnum):
    """What a square shows, written as givens write it (a board writes water as `.`)."""

    WATER = "W"
    SUBMARINE = "S"
    LEFT = "L"
    RIGHT = "R"
    TOP = "T"
    BOTTOM = "B"
    MIDDLE = "M"
    SHIP = "X"  # ship, part not told
    RIGHT_BELOW = "RB"  # corner of a bent ship, open to the right and below
    LEFT_BELOW = "LB"
    RIGHT_ABOVE = "RT"
    LEFT_ABOVE = "LT"


def row_name(row: int) -> str:
    """A row as people read it: A for 0, Z for 25, AA for 26."""
    name = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def square_name(square: Square) -> str:
    """A square as people read it: its row's letter and its column's number, `B4` for (1, 3)."""
    return f"{row_name(square[0])}{square[1] + 1}"


def square_names(squares: Iterable[Square]) -> str:
    """Squares as people read them, neighbours together: `A1-A4 C7`."""
    places = set(squares)
    across = _runs(sorted(places), (0, 1))
    down = _runs(sorted(places, key=lambda at: at[::-1]), (1, 0))
    shortest = min(across, down, key=len)
    return " ".join("-".join(dict.fromkeys(map(square_name, (run[0], run[-1])))) for run in shortest)


def _runs(squares: Iterable[Square], step: Square) -> list[list[Square]]:
    """Squares in order, each `step` from one to the next in a list of its own."""
    runs: list[list[Square]] = []
    for row, col in squares:
        if runs and runs[-1][-1] == (row - step[0], col - step[1]):
            runs[-1].append((row, col))
        else:
            runs.append([(row, col)])
    return runs


LETTER_MARK: Final = "="
"""A given that tells the letter of a square is written `=A`."""
_PARTS: Final = frozenset(part.value for part in Part)
_RUN: Final = re.compile("#+")
_HALVES: Final = re.compile("[\ud800-\udfff]")


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


def listed(faults: Iterable[str]) -> list[str]:
    """The faults, up to `MOST_FAULTS`; of more, the last one states how many are left out."""
    rest = iter(faults)
    kept = [*islice(rest, MOST_FAULTS)]
    if more := sum(1 for _ in rest):
        kept[-1] = more_faults(more + 1)
    return kept


def more_faults(number: int) -> str:
    """What stands for the faults that are left out of a list."""
    return f"... and {number} more faults"


class _Value:
    """What stays as it was made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable")


class Fleet(_Value, Mapping[int, int]):
    """How many straight, unlettered ships there are of each length, longest first."""

    __slots__ = ("_counts", "pairs")

    pairs: tuple[tuple[int, int], ...]
    """(length, count), longest first."""
    _counts: dict[int, int]

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        """Lengths that occur no times are dropped.

        Raises `InvalidPuzzleError` for anything but positive lengths and counts from 0."""
        items = {} if counts is None else counts
        faults = listed(_fleet_faults(items))
        if faults:
            raise InvalidPuzzleError(faults)
        put = object.__setattr__
        put(
            self, "pairs", tuple((index(n), index(items[n])) for n in sorted(items, reverse=True) if items[n])
        )
        put(self, "_counts", dict(self.pairs))

    @classmethod
    def parse(cls, text: str) -> Fleet:
        """Read `4:1,3:2,2:3,1:4` (length:count), or single lengths, `4,3,3,2,2,2,1,1,1,1`; blanks
        may stand for the commas. Raises `InvalidPuzzleError`."""
        entries = text.replace(",", " ").split()
        counts: Counter[int] = Counter()
        for length, count in filter(None, map(_ships_in, entries)):
            counts[length] += count
        wrong = (entry for entry in entries if _ships_in(entry) is None)
        form = "is neither length:count, like 4:1, nor a length"
        if faults := listed(f"fleet: {_show(entry)} {form}" for entry in wrong):
            raise InvalidPuzzleError(faults)
        return cls(counts)

    @property
    def squares(self) -> int:
        """Number of ship squares of the whole fleet."""
        return sum(length * count for length, count in self.pairs)

    @property
    def size(self) -> int:
        """Number of ships."""
        return sum(self._counts.values())

    def __getitem__(self, length: int) -> int:
        return self._counts[length]

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        return self._counts == (other._counts if isinstance(other, Fleet) else other)

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __reduce__(self) -> tuple[type[Fleet], tuple[dict[int, int]]]:
        return (Fleet, (self._counts,))

    def __str__(self) -> str:
        return ",".join(f"{length}:{count}" for length, count in self.pairs)

    def __repr__(self) -> str:
        return f"Fleet({self._counts!r})"


def _ships_in(entry: str) -> tuple[int, int] | None:
    """The length and number of ships that an entry of a fleet gives, if it does."""
    length, colon, count = entry.partition(":")
    ships = (number_in(length), number_in(count) if colon else 1)
    match ships:
        case int(each), int(number):
            return each, number
    return None


def number_in(text: str) -> int | None:
    """The whole number from 0 that a text is, in the digits 0 to 9; `None` if it is anything else.

    More than nine digits are too many for any number of a puzzle."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else None


@cache
def _across() -> tuple[Square, ...]:
    """The squares of the longest straight ship, which those of all shorter ones are taken from: a fleet may
    have thousands of lengths."""
    return tuple((0, k) for k in range(MAX_NUMBER))


class Ship(NamedTuple):
    """One kind of ship: the squares it takes at the grid's corner, and its letters.

    Ships that differ only by how they are turned or flipped are equal, whichever way
    they were written: build them with `straight`, `lettered` and `bent`.
    """

    squares: tuple[Square, ...]
    word: str | None = None

    @classmethod
    def straight(cls, length: int) -> Ship:
        return cls(_across()[:length] if length <= MAX_NUMBER else tuple((0, k) for k in range(length)))

    @classmethod
    def lettered(cls, word: str) -> Ship:
        return cls(cls.straight(len(word)).squares, min(word, word[::-1]))

    @classmethod
    def bent(cls, shape: Iterable[str]) -> Ship:
        """The ship of a `Shape`; a straight shape gives a straight ship."""
        across = _trimmed(shape)
        down = _turned(across)
        flat = [form[::step] for form in (across, down) for step in (1, -1)]
        ways = {way for form in flat for way in (tuple(form), tuple(row[::-1] for row in form))}
        return cls(min(map(_marked, ways)))

    @property
    def length(self) -> int:
        """Number of squares."""
        return len(self.squares)

    @property
    def is_straight(self) -> bool:
        return all(row == 0 for row, _ in self.squares)

    @property
    def rank(self) -> tuple[int, tuple[Square, ...], str]:
        """What ships are listed by: longest first, then by shape, then by word."""
        return (-self.length, self.squares, self.word or "")


def _trimmed(shape: Iterable[str]) -> list[str]:
    """The rows of a shape from its first square to its last, also across."""
    rows = [*shape]
    for _ in range(2):
        marked = [i for i, row in enumerate(rows) if "#" in row]
        rows = _turned(rows[marked[0] : marked[-1] + 1])
    return rows


def _turned(rows: Iterable[str]) -> list[str]:
    """The columns of a shape as rows."""
    return ["".join(column) for column in zip(*rows, strict=True)]


def _marked(rows: Iterable[str]) -> tuple[Square, ...]:
    """The squares of a shape in reading order."""
    return tuple([(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"])


def orientations(squares: Iterable[Square]) -> set[tuple[Square, ...]]:
    """The up to eight ways to turn and flip a shape, each moved to the corner and sorted."""
    turned = list(squares)
    found = set()
    for _ in range(4):
        turned = [(c, -r) for r, c in turned]
        found.add(_at_corner(turned))
        found.add(_at_corner([(r, -c) for r, c in turned]))
    return found


def _at_corner(squares: Sequence[Square]) -> tuple[Square, ...]:
    top = min(r for r, _ in squares)
    left = min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))


GivensLike: TypeAlias = Mapping[Square, str] | Sequence[tuple[int, int, str]]


class Puzzle(_Value):
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
        faults = listed(_puzzle_faults(rows, cols, fleet, givens, words, shapes, edges, id, source))
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
        name = "" if self.id is None else f" {_show(self.id)}"
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


# Validation: one generator of sentences a field, each naming the place of its fault.
# The arguments are whatever the user gave, so nothing is assumed of their types.


def _puzzle_faults(
    rows: object,
    cols: object,
    fleet: object,
    givens: object,
    words: object,
    shapes: object,
    edges: object,
    id: object,
    source: object,
) -> Iterator[str]:
    yield from _tally_faults("rows", rows)
    yield from _tally_faults("cols", cols)
    height, width = _side(rows), _side(cols)
    if fleet is not None and not isinstance(fleet, Fleet):
        yield from _fleet_faults(fleet)
    yield from _list_faults("words", words, _word_faults)
    yield from _list_faults("shapes", shapes, _shape_faults)
    yield from _given_faults(givens, height, width)
    if edges is not None:
        yield from _edge_faults(edges, height, width)
    if not (id is None or _is_number(id) or _is_text(id)):
        yield f"id: {_show(id)} is neither text nor a whole number"
    if not (source is None or _is_text(source)):
        yield f"source: {_show(source)} is not text"


def _tally_faults(name: str, tallies: object) -> Iterator[str]:
    if not _is_list(tallies):
        yield f"{name}: {_show(tallies)} is not a list of tallies"
    elif not 1 <= len(tallies) <= MAX_SIDE:
        yield f"{name}: {len(tallies)} lines; a grid has 1 to {MAX_SIDE} a side"
    else:
        for i, tally in enumerate(tallies):
            if tally is not None and not _is_count(tally):
                yield f"{name}[{i}]: {_show(tally)} is not a tally from 0 to {MAX_NUMBER}, or null"


def _fleet_faults(fleet: object) -> Iterator[str]:
    if not isinstance(fleet, Mapping):
        yield f"fleet: {_show(fleet)} does not map lengths to counts"
        return
    if len(fleet) > MAX_NUMBER:
        yield f"fleet: {len(fleet)} lengths; at most {MAX_NUMBER} are read"
        return
    for length, count in fleet.items():
        if not (_is_count(length) and length > 0):
            yield f"fleet: {_show(length)} is not a ship length from 1 to {MAX_NUMBER}"
        if not _is_count(count):
            yield f"fleet[{_show(length)}]: {_show(count)} is not a number of ships from 0 to {MAX_NUMBER}"


def _list_faults(name: str, entries: object, faults_of: Callable[[object], Iterator[str]]) -> Iterator[str]:
    if not _is_list(entries):
        yield f"{name}: {_show(entries)} is not a list"
    elif len(entries) > MAX_NUMBER:
        yield f"{name}: {len(entries)} entries; at most {MAX_NUMBER} are read"
    else:
        for i, entry in enumerate(entries):
            for fault in faults_of(entry):
                yield f"{name}[{i}]: {fault}"


def _word_faults(word: object) -> Iterator[str]:
    if not (isinstance(word, str) and 1 <= len(word) <= MAX_SIDE and all(map(_is_letter, word))):
        yield f"{_show(word)} is not a word of 1 to {MAX_SIDE} letters or digits"


def _shape_faults(shape: object) -> Iterator[str]:
    if not (_is_list(shape) and shape and all(isinstance(row, str) for row in shape)):
        yield f"{_show(shape)} is not a list of strings, one a row"
    elif len(shape) > MAX_SIDE or max(map(len, shape)) > MAX_SIDE:
        yield f"the shape is larger than {MAX_SIDE}x{MAX_SIDE}"
    elif len(set(map(len, shape))) > 1 or not set("".join(shape)) <= set("#."):
        yield f"{_show(list(shape))} has rows of different widths or marks other than # and ."
    elif not _is_connected(shape):
        yield f"{_show(list(shape))} is not one connected ship"


def _given_faults(givens: object, height: int | None, width: int | None) -> Iterator[str]:
    if not _is_list(givens):
        yield f"givens: {_show(givens)} is not a list of [row, column, kind]"
        return
    if len(givens) > MAX_SIDE**2:
        yield f"givens: {len(givens)} entries; at most {MAX_SIDE**2} are read"
        return
    kinds: dict[Square, str] = {}
    for i, given in enumerate(givens):
        if not (_is_list(given) and len(given) == 3 and _is_number(given[0]) and _is_number(given[1])):
            yield f"givens[{i}]: {_show(given)} is not [row, column, kind]"
            continue
        row, col, kind = given
        if (height is not None and not 0 <= row < height) or (width is not None and not 0 <= col < width):
            size = "" if height is None or width is None else f"{height}x{width} "
            yield f"givens[{i}]: square {_show((row, col))} is off the {size}grid"
        if not (
            isinstance(kind, str) and (kind in _PARTS or (kind[:1] == LETTER_MARK and _is_letter(kind[1:])))
        ):
            yield f"givens[{i}]: {_show(kind)} is not one of {' '.join(Part)} or = and a letter"
        elif kinds.setdefault((row, col), kind) != kind:
            yield f"givens[{i}]: square {_show((row, col))} is given as {kinds[row, col]} and as {kind}"


def _edge_faults(edges: object, height: int | None, width: int | None) -> Iterator[str]:
    if not isinstance(edges, Mapping):
        yield f"edges: {_show(edges)} does not map sides to letters"
        return
    lines = {"top": width, "bottom": width, "left": height, "right": height}
    for side, letters in edges.items():
        if side not in lines:
            yield f"edges: {_show(side)} is not one of {' '.join(lines)}"
        elif not _is_list(letters):
            yield f"edges.{side}: {_show(letters)} is not a list of letters"
        elif lines[side] is not None and len(letters) != lines[side]:
            yield f"edges.{side}: {len(letters)} entries for {lines[side]} lines"
        else:
            for i, letter in enumerate(letters):
                if letter is not None and not _is_letter(letter):
                    yield f"edges.{side}[{i}]: {_show(letter)} is not one letter or digit, or null"


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_text(value: object) -> bool:
    """Whether this is text that can be written: some strings hold halves of characters."""
    return isinstance(value, str) and (value.isascii() or not _HALVES.search(value))


def _is_number(value: object) -> TypeGuard[SupportsIndex]:
    """Whether this is a whole number, be it one of numpy's."""
    if type(value) is int:
        return True
    try:
        index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_count(value: object) -> bool:
    number = value if type(value) is int else index(value) if _is_number(value) else -1
    return 0 <= number <= MAX_NUMBER


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isalnum()


def _side(tallies: object) -> int | None:
    """The number of lines, where it can be told."""
    return len(tallies) if _is_list(tallies) else None


def _given_triple(square: object, kind: object) -> Any:
    """What a mapping from squares to kinds says, as the list of givens says it."""
    return (*square, kind) if _is_list(square) else (square, kind)


def _is_connected(shape: Sequence[str]) -> bool:
    """Whether the squares of a shape are one piece: its rows are taken run by run, and each run is joined
    with those above it that it touches."""
    joined: list[int] = []  # to each run one that it is joined with, an earlier one or itself
    pieces = 0
    above: list[tuple[int, int, int]] = []  # of each run of a row where it starts and ends, and its number
    for row in shape:
        runs = []
        i = 0
        for found in _RUN.finditer(row):
            start, end = found.span()
            run = len(joined)
            joined.append(run)
            pieces += 1
            runs.append((start, end, run))
            while i < len(above) and above[i][1] <= start:
                i += 1
            k = i
            while k < len(above) and above[k][0] < end:
                one, other = _first_of(joined, above[k][2]), _first_of(joined, run)
                pieces -= one != other
                joined[max(one, other)] = min(one, other)
                k += 1
        above = runs
    return pieces == 1


def _first_of(joined: list[int], run: int) -> int:
    """The run that all those joined with this one lead to."""
    while joined[run] != run:
        joined[run] = joined[joined[run]]
        run = joined[run]
    return run


def _show(value: object) -> str:
    """A value as a message quotes it: short, whatever its size."""
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python prints
        return "a number of thousands of digits"
    except RecursionError:
        return "a list nested hundreds of times"
    return text if len(text) <= 60 else text[:57] + "..."
