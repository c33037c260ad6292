"""The tree of a step, as data: sentences, pictures and JSON are made from these values.

A step holds the links of its argument (`Reason`). A case analysis holds suppositions (`Case`), each with the
links that follow from it and the contradiction that it ends in; a link that rests on a supposition nested in
another holds that one as a case of its own. What a link concludes follows from its clues and premises alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from bimaru.json_values import JsonValue
from bimaru.ships import Ship
from bimaru.squares import Square, row_name

Squares: TypeAlias = tuple[Square, ...]


class EitherWay(tuple[Square, ...]):
    """The squares of a lettered ship whose word may begin at either end. Where the board leaves only one, its
    squares are an ordinary tuple in the order of the word."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Line(JsonValue):
    """A row or a column, numbered from 0."""

    axis: Literal["row", "column"]
    number: int

    @property
    def label(self) -> str:
        """The letters of a row, or the number of a column: `C`, `4`."""
        return row_name(self.number) if self.axis == "row" else str(self.number + 1)

    @property
    def name(self) -> str:
        """Its name in sentences: `row C`, `column 4`."""
        return f"{self.axis} {self.label}"


ClueKind: TypeAlias = Literal["row", "column", "given", "fleet", "word", "shape", "edge"]


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that an argument cites.

    `value` is the number of the `row` or `column` whose tally is meant, the square of a `given`, the length
    of the ships of the `fleet` whose number is meant, a `word`, the number of a `shape` in the list that the
    puzzle was given (`Puzzle.shape_numbers`), or the side and the position of the letter at an `edge`."""

    kind: ClueKind
    value: int | str | tuple[int | str, ...]

    def to_data(self) -> dict[str, object]:
        """The clue as JSON: `{"row": 3}`, `{"given": [0, 4]}`, `{"fleet": 4}`."""
        return {self.kind: [*self.value] if isinstance(self.value, tuple) else self.value}


@dataclass(frozen=True, slots=True)
class Change(JsonValue):
    """A clue that would have another value: a tally, or what a given shows."""

    clue: Clue
    before: int | str
    after: int | str


class Total(NamedTuple):
    """The ship squares of all rows, of all columns, or of all ships."""

    side: Literal["row", "column", "ship"]
    number: int


@dataclass(frozen=True, slots=True)
class Facts(JsonValue):
    """What is known of a board: squares that are ship, squares that are water, and the barred placements,
    where no ship lies."""

    ship: Squares = ()
    water: Squares = ()
    barred: tuple[Squares, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ship or self.water or self.barred)

    def __or__(self, other: Facts) -> Facts:
        ship, water = {*self.ship, *other.ship}, {*self.water, *other.water}
        barred = {*self.barred, *other.barred}
        return Facts(tuple(sorted(ship)), tuple(sorted(water)), tuple(sorted(barred)))


class Account(NamedTuple):
    """Where the ships of a kind are, all in all: those that are `placed`, the squares that only others of
    them can cover, and the lines that only others can fill, each with how many it needs."""

    ship: Ship
    total: int
    """How many the fleet has."""
    placed: tuple[Squares, ...]
    squares: Squares
    lines: tuple[tuple[Line, int, Squares], ...]
    """Each with its open squares that they could cover, too."""
    premises: Facts = Facts()
    """What is known and used to see that no others can."""


@dataclass(frozen=True, slots=True)
class Reason(JsonValue):
    """A link of an argument: why some squares are ship or water, why placements are `barred`, or why the
    board cannot be completed (then it settles nothing). Keys that do not apply are left out.

    It follows from the `clues` and the `premises`; a square found by search follows from all clues. The
    other values are what its technique counts and compares."""

    technique: str
    ship: Squares
    water: Squares
    text: str
    squares: Squares = ()
    """The squares that it starts from: a ship, a given part."""
    part: str | None = None
    """The part, or the letter, that the squares show."""
    lines: tuple[Line, ...] = ()
    """The lines that it is about, if they are several."""
    tally: int | None = None
    """The tally of the line or lines, given or derived from the fleet."""
    needed: int | None = None
    """Ship squares that the line still needs."""
    kind: Ship | None = None
    """The ships that it is about."""
    wanted: int | None = None
    """How many of them are not yet placed."""
    total: int | None = None
    """How many of them the fleet has."""
    placements: tuple[Squares, ...] = ()
    """Their candidate placements; of lettered ships each in the order of its word."""
    complete: tuple[Squares, ...] = ()
    """Those of them that are placed, where the others do not all fit."""
    words: tuple[str, ...] = ()
    """Of lettered ships: the word on each of these placements."""
    groups: tuple[tuple[Squares, ...], ...] = ()
    """The same in groups, each of which holds one ship."""
    excluding: tuple[tuple[tuple[Line, ...], tuple[Squares, ...]], ...] = ()
    """Other placements, each of which would exclude all of a group, by the lines that it would overfill with
    those of the group that it neither overlaps nor touches."""
    overfilled: tuple[Line, ...] = ()
    """Lines that placements would overfill together, and for that reason exclude each other."""
    starving: tuple[tuple[Line, tuple[Squares, ...]], ...] = ()
    """Lines that other placements would leave too few squares, each with these placements."""
    starving_words: tuple[tuple[Squares, tuple[str, ...]], ...] = ()
    """Of lettered ships: the words on each of these placements; empty for a ship without letters."""
    filled: Line | None = None
    """The line that a ship on the square would fill, where that leaves another too few squares."""
    found: tuple[tuple[Ship, tuple[Squares, ...]], ...] = ()
    """Kinds of ships all of which are placed already, and where: so there is none elsewhere."""
    taken: tuple[tuple[Ship, int, Squares], ...] = ()
    """Other kinds of ships, each with its number in the fleet and the squares that it covers wherever it
    lies: so no other ship lies there."""
    side: str | None = None
    """The edge with the letter that it is about: `top`, `bottom`, `left` or `right`."""
    edges: tuple[tuple[str, Line, str], ...] = ()
    """Other letters at the edges that it rests on, each with its side and its line."""
    accounts: tuple[Account, ...] = ()
    """Kinds of ships all of which are accounted for, though not all are placed: there is none elsewhere."""
    excess: Account | None = None
    """The ships of its kind, if they are more than the fleet has and not all are placed."""
    n_ways: int | None = None
    """The number of ways to fill the line, unless it is large."""
    ways: tuple[Squares, ...] = ()
    """These ways, each as the ship squares that it adds, where they are few."""
    instead: Squares = ()
    """What the line would need without the square that is ship, if that is all others that are open."""
    too_long: Squares = ()
    """The run in the line that would then be longer than any ship."""
    too_many: tuple[Squares, Ship] | None = None
    """The ship in the line that would then be one more than the fleet has of its kind."""
    barred: tuple[Squares, ...] = ()
    """Placements that it rules out."""
    clues: tuple[Clue, ...] = ()
    """The clues cited, such as `{"row": 3}`, `{"fleet": 4}`, `{"given": [0, 1]}`."""
    premises: Facts = Facts()
    """What is known before it and used."""
    barred_in: tuple[int, ...] = ()
    """The steps, from 1, that ruled out the placements among the premises."""
    assumes_uniqueness: bool = False
    """Whether it follows only if there is one solution."""

    KEYS = ("technique", "water", "ship", "text")
    OPTIONAL = (
        *("barred", "clues", "premises", "barred_in", "squares", "part", "line", "lines", "tally", "needed"),
        *("length", "wanted", "total", "placements", "either_way", "words", "groups", "starved"),
        *("n_ways", "ways", "assumes_uniqueness"),
    )
    RENAMED: ClassVar = {"needed": "needs"}

    @property
    def line(self) -> Line | None:
        """The line that it is about, if it is one."""
        return self.lines[0] if len(self.lines) == 1 else None

    @property
    def either_way(self) -> tuple[Squares, ...]:
        """Those of its placements whose word may begin at either end."""
        return either_way([*self.placements, *chain.from_iterable(self.groups)])

    @property
    def starved(self) -> tuple[Line, ...]:
        """Lines that other placements would leave too few squares."""
        return tuple(line for line, _ in self.starving)

    @property
    def length(self) -> int | None:
        """The length of the ships that it is about."""
        return None if self.kind is None else self.kind.length

    def to_data(self) -> dict[str, object]:
        """The reason as JSON."""
        data = JsonValue.to_data(self)
        if "line" in data:
            del data["lines"]
        return data


@dataclass(frozen=True, slots=True)
class Question(JsonValue):
    """What the cases of a step answer; one of them is true."""

    about: Literal["ships", "line", "square"]
    """Where the ships of a kind lie, how a line is filled, or which ship covers a square."""
    n_cases: int
    kind: Ship | None = None
    """The ships to place."""
    wanted: int | None = None
    """How many of them are not yet placed."""
    total: int = 0
    """How many of them the fleet has."""
    lines: tuple[Line, ...] = ()
    """The line to fill."""
    squares: Squares = ()
    """The square to cover."""
    text: str = ""
    """The question as a sentence; empty if the step tells a single supposition instead."""

    KEYS = ("about", "n_cases", "text")
    OPTIONAL = ("lines", "squares", "length", "wanted")

    @property
    def length(self) -> int | None:
        """Length of the ships to place."""
        return None if self.kind is None else self.kind.length


@dataclass(frozen=True, slots=True)
class Case(JsonValue):
    """A supposition, its consequences, and the contradiction that it ends in, if any."""

    supposed: Squares
    is_water: bool
    """Whether the supposed squares would be water, else ship."""
    reasons: tuple[Reason, ...]
    """The links of the chain, in order."""
    ending: Reason | None
    """The contradiction, or that all `cases` fail; `None`: this can be."""
    text: str
    placements: tuple[Squares, ...] = ()
    """The complete ships that are supposed; lettered ones each in the order of its word."""
    ships: tuple[Ship, ...] = ()
    """Their kinds."""
    line: Line | None = None
    """The line whose other squares would be water."""
    left_out: Squares = ()
    """The only open square of the line that would be water, if the others are several."""
    question: Question | None = None
    """Of a case that is split further: what its cases answer."""
    cases: tuple[Case, ...] = ()
    """Of a case that is split further: its cases, all of which fail."""
    part: str | None = None
    """The part, or the letter, that the square would show."""
    settles: Facts = Facts()
    """What it shares with the other cases that hold."""

    KEYS = ("supposed", "kind", "placements", "reasons", "ending", "text")
    OPTIONAL = ("either_way", "question", "cases")
    RENAMED: ClassVar = {"kind": "is"}

    @property
    def links(self) -> tuple[Reason, ...]:
        """The links of the chain, with the contradiction."""
        return self.reasons if self.ending is None else (*self.reasons, self.ending)

    @property
    def either_way(self) -> tuple[Squares, ...]:
        """Those of its placements whose word may begin at either end."""
        return either_way(self.placements)

    @property
    def is_placement(self) -> bool:
        """Whether complete ships are supposed."""
        return bool(self.placements)

    @property
    def kind(self) -> Literal["water", "ship", "placement", "way"]:
        """What the supposed squares would be: of a `way`, all further ship squares of the line."""
        if self.line is not None:
            return "way"
        return "water" if self.is_water else "placement" if self.is_placement else "ship"


def either_way(placements: Iterable[Squares]) -> tuple[Squares, ...]:
    """Those of some placements whose word may begin at either end."""
    return tuple(dict.fromkeys(placement for placement in placements if isinstance(placement, EitherWay)))


def line_order(line: Line) -> tuple[bool, int]:
    """The order in which lines are named: rows first."""
    return line.axis == "column", line.number


def lines_of(reasons: Iterable[Reason]) -> list[Line]:
    """The lines that links are about, rows first."""
    return sorted({line for one in reasons for line in one.lines}, key=line_order)


def settled_by(reasons: Iterable[Reason]) -> tuple[Squares, Squares]:
    """The squares that links settle as ship, and those that they settle as water, in order."""
    chosen = [*reasons]
    ship = {at for reason in chosen for at in reason.ship}
    return tuple(sorted(ship)), tuple(sorted({at for reason in chosen for at in reason.water}))


def cases_of(cases: Iterable[Case]) -> Iterator[Case]:
    """Cases, each with those within it."""
    for case in cases:
        yield case
        yield from cases_of(case.cases)


def links_of(cases: Iterable[Case]) -> Iterator[Reason]:
    """The links of cases and of those within them, with the contradictions."""
    return chain.from_iterable(case.links for case in cases_of(cases))
