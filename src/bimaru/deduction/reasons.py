"""What a step rests on, as data: sentences and pictures are made from these values."""

from __future__ import annotations

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
        """As people call it: `row C`, `column 4`."""
        return f"{self.axis} {row_name(self.number) if self.axis == 'row' else self.number + 1}"

    def to_data(self) -> dict[str, object]:
        """The line as JSON."""
        return {"axis": self.axis, "number": self.number}


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
    """Why some squares are ship or water, or why the board cannot be completed (then it settles none).

    `squares` are those that it starts from: a ship, a middle, a given `part`. `line`: the line that it is
    about, its `tally`, given or derived from the fleet, and how many ship squares it still `needs`. `length`:
    of the ships that it is about; `wanted`: how many are not placed yet; `total`: how many the fleet has.
    `places`: their possible placements; `groups`: the same, sorted so that each group holds one ship;
    `starved`: the placements ruled out by a line. `cases`: a supposition nested in another."""

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
    places: tuple[Squares, ...] = ()
    groups: tuple[tuple[Squares, ...], ...] = ()
    starved: tuple[Starved, ...] = ()
    cases: tuple[Case, ...] = ()

    def to_data(self) -> dict[str, object]:
        """The reason as JSON, without the keys that do not apply."""
        details = {
            "squares": listed(self.squares),
            "part": self.part,
            "line": self.line and self.line.to_data(),
            "tally": self.tally,
            "needs": self.needs,
            "length": self.length,
            "wanted": self.wanted,
            "total": self.total,
            "places": [listed(place) for place in self.places],
            "groups": [[listed(place) for place in group] for group in self.groups],
            "starved": [starved.to_data() for starved in self.starved],
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
    holds. The `supposed` squares would be ship, or water if `is_water`."""

    supposed: Squares
    is_water: bool
    reasons: tuple[Reason, ...]
    ending: Reason | None
    text: str

    def to_data(self) -> dict[str, object]:
        """The supposition, with all that follows, as JSON."""
        return {
            "supposed": listed(self.supposed),
            "is": "water" if self.is_water else "ship",
            "reasons": [reason.to_data() for reason in self.reasons],
            "ending": self.ending and self.ending.to_data(),
            "text": self.text,
        }


def listed(squares: Squares) -> list[list[int]]:
    """Squares as JSON."""
    return [list(square) for square in squares]
