"""The tree of a step, as data: sentences, pictures and JSON are made from these values.

A step holds the links of its argument (`Reason`). A case analysis holds suppositions (`Case`), each with the
links that follow from it and the contradiction that it ends in; a link that rests on a supposition nested in
another holds that one as a case of its own. What a link concludes follows from its clues and premises alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    of the ships of the `fleet` whose number is meant, a `word`, the index of a `shape`, or the side and
    the position of the letter at an `edge`."""

    kind: ClueKind
    value: int | str | tuple[int | str, ...]

    def to_data(self) -> dict[str, object]:
        """The clue as JSON: `{"row": 3}`, `{"given": [0, 4]}`, `{"fleet": 4}`."""
        return {self.kind: [*self.value] if isinstance(self.value, tuple) else self.value}


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
class Starved:
    """A placement on `squares` that would leave `line` too few squares for its tally."""

    squares: Squares
    line: Line

    def to_data(self) -> dict[str, object]:
        """The placement and the line as JSON."""
        return {"squares": listed(self.squares), "line": self.line.to_data()}


@dataclass(frozen=True, slots=True)
class Reason:
    """A link of an argument: why some squares are ship or water, why placements are `barred`, or why the
    board cannot be completed (then it settles nothing).

    It follows from the `clues` and the `premises`, what is known before it; none of them is superfluous,
    but where search finds a square: that follows from all clues.
    The other values are what its technique counts and compares:
    `squares` are those that it starts from: a ship, a middle, a given `part`. `line`: the line that it is
    about, its `tally`, given or derived from the fleet, and how many ship squares it still `needs`. `length`:
    of the ships that it is about, or, where `squares` are too many in a row, of the longest; `wanted`: how
    many are not placed yet; `total`: how many the fleet has; `found`: those that are placed, in a case
    analysis also those that it does not need.
    `places`: their possible placements; `groups`: the same, sorted so that each group holds one ship; `lost`:
    where none is left in the end, those that were left before, unless they are many; `starved`: the
    placements ruled out by a line; `overfull`: the lines to which others would give too many ship squares.
    `choice`: the open squares of the line, where the ways to fill it are compared; `n_ways`: the number of
    ways, unless they are many; `ways`: each as the ship squares that it adds to those known, where they are
    few. `cases`: a supposition nested in another. `barred_in`: the numbers, from 1, of the steps that ruled
    out the placements among the premises, if steps did.
    `fleet`: of each length among the clues, how many ships the fleet has; `short`: the overfull lines whose
    tally is below the `length` (neither is in the JSON, where the puzzle says it)."""

    technique: str
    ship: Squares
    water: Squares
    text: str
    squares: Squares = ()
    part: str | None = None
    line: Line | None = None
    tally: int | None = None
    needs: int | None = None
    length: int | None = None
    wanted: int | None = None
    total: int | None = None
    found: tuple[Squares, ...] = ()
    places: tuple[Squares, ...] = ()
    groups: tuple[tuple[Squares, ...], ...] = ()
    lost: tuple[Squares, ...] = ()
    starved: tuple[Starved, ...] = ()
    overfull: tuple[Line, ...] = ()
    choice: Squares = ()
    n_ways: int | None = None
    ways: tuple[Squares, ...] = ()
    cases: tuple[Case, ...] = ()
    barred: tuple[Squares, ...] = ()
    clues: tuple[Clue, ...] = ()
    premises: Facts = Facts()
    barred_in: tuple[int, ...] = ()
    fleet: tuple[tuple[int, int], ...] = ()
    short: tuple[Line, ...] = ()

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
            "tally": self.tally,
            "needs": self.needs,
            "length": self.length,
            "wanted": self.wanted,
            "total": self.total,
            "found": [listed(place) for place in self.found],
            "places": [listed(place) for place in self.places],
            "groups": [[listed(place) for place in group] for group in self.groups],
            "lost": [listed(place) for place in self.lost],
            "starved": [starved.to_data() for starved in self.starved],
            "overfull": [line.to_data() for line in self.overfull],
            "choice": listed(self.choice),
            "n_ways": self.n_ways,
            "ways": [listed(way) for way in self.ways],
            "cases": [case.to_data() for case in self.cases],
        }
        return {
            "technique": self.technique,
            "water": listed(self.water),
            "ship": listed(self.ship),
            "text": self.text,
        } | {key: value for key, value in details.items() if value not in (None, [])}


@dataclass(frozen=True, slots=True)
class Case:
    """A supposition, what follows from it, and its ending: a contradiction, or `None` where the case
    holds. The `supposed` squares would be ship, or water if `is_water`; with `is_placement`, they would be
    one complete ship. `reasons` are the links of the chain, in order."""

    supposed: Squares
    is_water: bool
    reasons: tuple[Reason, ...]
    ending: Reason | None
    text: str
    is_placement: bool = False

    @property
    def kind(self) -> Literal["water", "ship", "placement"]:
        """What the supposed squares would be."""
        return "water" if self.is_water else "placement" if self.is_placement else "ship"

    def to_data(self) -> dict[str, object]:
        """The supposition, with all that follows, as JSON."""
        return {
            "supposed": listed(self.supposed),
            "is": self.kind,
            "reasons": [reason.to_data() for reason in self.reasons],
            "ending": self.ending and self.ending.to_data(),
            "text": self.text,
        }


def links_in(case: Case) -> int:
    """The number of links of a case, with those of cases nested in it."""
    return sum(1 + sum(map(links_in, link.cases)) for link in case.reasons)


def sides_of(square: Square) -> tuple[tuple[Square, Square], tuple[Square, Square]]:
    """The squares to the left and the right of a square, and those above and below it, on the grid or not."""
    r, c = square
    return ((r, c - 1), (r, c + 1)), ((r - 1, c), (r + 1, c))


def run_through(square: Square, ship: Collection[Square]) -> Squares:
    """The longest row of squares, across or down, of a square and ship squares beside it."""
    runs = []
    for before, after in sides_of(square):
        run = [square]
        for r, c in (before, after):
            down, right = r - square[0], c - square[1]
            while (r, c) in ship:
                run.append((r, c))
                r, c = r + down, c + right
        runs.append(tuple(sorted(run)))
    return max(runs, key=len)


def line_order(line: Line) -> tuple[bool, int]:
    """The order in which lines are named: rows first."""
    return line.axis == "column", line.number


def listed(squares: Squares) -> list[list[int]]:
    """Squares as JSON."""
    return [list(square) for square in squares]
