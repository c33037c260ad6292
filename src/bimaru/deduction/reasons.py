"""The tree of a step, as data: sentences, pictures and JSON are made from these values.

A step holds the links of its argument (`Reason`). A case analysis holds suppositions (`Case`), each with the
links that follow from it and the contradiction that it ends in; a link that rests on a supposition nested in
another holds that one as a case of its own. What a link concludes follows from its clues and premises alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from bimaru.ships import Ship
from bimaru.squares import Square, row_name

Squares: TypeAlias = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column, numbered from 0."""

    axis: Literal["row", "column"]
    number: int

    @property
    def name(self) -> str:
        """Its name in sentences: `row C`, `column 4`."""
        return f"{self.axis} {row_name(self.number) if self.axis == 'row' else self.number + 1}"

    def to_data(self) -> dict[str, object]:
        """The line as JSON."""
        return {"axis": self.axis, "number": self.number}


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
class Change:
    """A clue that would have another value: a tally, or what a given shows."""

    clue: Clue
    before: int | str
    after: int | str

    def to_data(self) -> dict[str, object]:
        """The change as JSON."""
        return {"clue": self.clue.to_data(), "before": self.before, "after": self.after}


class Total(NamedTuple):
    """The ship squares of all rows, of all columns, or of all ships."""

    side: Literal["row", "column", "ship"]
    number: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a board: squares that are ship, squares that are water, and the barred placements,
    where no ship lies."""

    ship: Squares = ()
    water: Squares = ()
    barred: tuple[Squares, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ship or self.water or self.barred)

    def to_data(self) -> dict[str, object]:
        """The facts as JSON."""
        return {
            "ship": listed(self.ship),
            "water": listed(self.water),
            "barred": [listed(place) for place in self.barred],
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """A link of an argument: why some squares are ship or water, why placements are `barred`, or why the
    board cannot be completed (then it settles nothing).

    It follows from the `clues` and the `premises`, what is known before it; a square found by search follows
    from all clues.
    The other values are what its technique counts and compares:
    `squares` are those that it starts from: a ship, a given `part` (also the letter that comes first
    from an edge). `lines`: those that it is about, mostly one, with their `tally`, given or derived from
    the fleet, and how many ship squares are still `needed`. `kind`: of the ships that it is about;
    `wanted`: how many are not placed yet; `total`: how many the fleet has.
    `places`: their possible placements, of lettered ships with their `words`; `groups`: the same, sorted
    so that each group holds one ship; `starved`: lines that other placements would leave too few squares.
    `n_ways`: the number of ways to fill the line; `ways`: each as the ship squares that it adds to those
    known, where they are few. `barred_in`: the numbers, from 1, of the steps that ruled out the
    placements among the premises."""

    technique: str
    ship: Squares
    water: Squares
    text: str
    squares: Squares = ()
    part: str | None = None
    lines: tuple[Line, ...] = ()
    tally: int | None = None
    needed: int | None = None
    kind: Ship | None = None
    wanted: int | None = None
    total: int | None = None
    places: tuple[Squares, ...] = ()
    words: tuple[str, ...] = ()
    groups: tuple[tuple[Squares, ...], ...] = ()
    starved: tuple[Line, ...] = ()
    n_ways: int | None = None
    ways: tuple[Squares, ...] = ()
    barred: tuple[Squares, ...] = ()
    clues: tuple[Clue, ...] = ()
    premises: Facts = Facts()
    barred_in: tuple[int, ...] = ()

    @property
    def line(self) -> Line | None:
        """The line that it is about, if it is one."""
        return self.lines[0] if len(self.lines) == 1 else None

    @property
    def length(self) -> int | None:
        """The length of the ships that it is about."""
        return None if self.kind is None else self.kind.length

    def to_data(self) -> dict[str, object]:
        """The reason as JSON, without the keys that do not apply."""
        details = {
            "barred": [listed(place) for place in self.barred],
            "clues": [clue.to_data() for clue in self.clues],
            "premises": self.premises.to_data() if self.premises else None,
            "barred_in": [*self.barred_in],
            "squares": listed(self.squares),
            "part": self.part,
            "line": self.line and self.line.to_data(),
            "lines": [line.to_data() for line in self.lines[len(self.lines) == 1 :]],
            "tally": self.tally,
            "needs": self.needed,
            "length": self.length,
            "wanted": self.wanted,
            "total": self.total,
            "places": [listed(place) for place in self.places],
            "words": [*self.words],
            "groups": [[listed(place) for place in group] for group in self.groups],
            "starved": [line.to_data() for line in self.starved],
            "n_ways": self.n_ways,
            "ways": [listed(way) for way in self.ways],
        }
        return {
            "technique": self.technique,
            "water": listed(self.water),
            "ship": listed(self.ship),
            "text": self.text,
        } | {key: value for key, value in details.items() if value not in (None, [])}


@dataclass(frozen=True, slots=True)
class Question:
    """What the cases of a step answer: where the `wanted` ships of a `kind` can lie (`ships`), how a line can
    be filled (`line`), or which ship covers a square (`square`). One of the `n_cases` is true. `text`: the
    question as a sentence."""

    about: Literal["ships", "line", "square"]
    n_cases: int
    kind: Ship | None = None
    wanted: int = 0
    total: int = 0
    lines: tuple[Line, ...] = ()
    squares: Squares = ()
    text: str = ""

    def to_data(self) -> dict[str, object]:
        """The question as JSON."""
        found: dict[str, object] = {"about": self.about, "n_cases": self.n_cases, "text": self.text}
        if self.lines:
            found["lines"] = [line.to_data() for line in self.lines]
        if self.squares:
            found["squares"] = listed(self.squares)
        if self.kind is not None:
            found |= {"length": self.kind.length, "wanted": self.wanted}
        return found


@dataclass(frozen=True, slots=True)
class Case:
    """A supposition, what follows from it, and its ending: a contradiction, or `None` where the case holds.
    The `supposed` squares would be ship, or water if `is_water`; with `places`, they would be complete
    ships, one on each, of the kinds `ships`; with a `part`, the square would show that, or a letter;
    with `line`, the other squares of that line would be water. `reasons` are the links of the chain,
    in order. Where a split ends it, all `cases` of that fail: then they answer the `question`, and the
    ending says so."""

    supposed: Squares
    is_water: bool
    reasons: tuple[Reason, ...]
    ending: Reason | None
    text: str
    places: tuple[Squares, ...] = ()
    ships: tuple[Ship, ...] = ()
    line: Line | None = None
    question: Question | None = None
    cases: tuple[Case, ...] = ()
    part: str | None = None

    @property
    def is_placement(self) -> bool:
        """Whether complete ships are supposed."""
        return bool(self.places)

    @property
    def kind(self) -> Literal["water", "ship", "placement", "way"]:
        """What the supposed squares would be."""
        if self.line is not None:
            return "way"
        return "water" if self.is_water else "placement" if self.is_placement else "ship"

    def to_data(self) -> dict[str, object]:
        """The supposition, with all that follows, as JSON."""
        found: dict[str, object] = {
            "supposed": listed(self.supposed),
            "is": self.kind,
            "places": [listed(place) for place in self.places],
            "reasons": [reason.to_data() for reason in self.reasons],
            "ending": self.ending and self.ending.to_data(),
            "text": self.text,
        }
        if self.question is not None:
            found["question"] = self.question.to_data()
            found["cases"] = [case.to_data() for case in self.cases]
        return found


def links_in(case: Case) -> int:
    """The number of links of a case."""
    return len(case.reasons)


def line_order(line: Line) -> tuple[bool, int]:
    """The order in which lines are named: rows first."""
    return line.axis == "column", line.number


def listed(squares: Squares) -> list[list[int]]:
    """Squares as JSON."""
    return [list(square) for square in squares]
