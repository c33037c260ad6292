"""What a step rests on, as data: from these values sentences and pictures are made."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bimaru.squares import Square, row_name

Squares: TypeAlias = tuple[Square, ...]


class Line(NamedTuple):
    """A row or a column, counted from 0."""

    axis: Literal["row", "column"]
    number: int

    @property
    def name(self) -> str:
        """As people say it: `row C`, `column 4`."""
        return f"{self.axis} {row_name(self.number) if self.axis == 'row' else self.number + 1}"

    def to_data(self) -> dict[str, object]:
        """The line as JSON."""
        return self._asdict()


class Starved(NamedTuple):
    """A ship on `squares` would leave `line` too few squares for its tally."""

    squares: Squares
    line: Line

    def to_data(self) -> dict[str, object]:
        """The place and the line as JSON."""
        return {"squares": _listed(self.squares), "line": self.line.to_data()}


class Reason(NamedTuple):
    """Why some squares are ship or water, or why nothing is possible any more (then it settles none).

    `squares` are what it starts from: the ship, the middle, the given `part`; `line`, its `tally`, told or
    counted, and what it still `needs` of that; `length`, of the ships it speaks of, how many of them are
    still `wanted` and how many there are in `total`; `places`, where those can lie; `groups`, the same
    sorted so that each holds one ship; `starved`, where they cannot, and why; `cases`, for a supposition
    nested in another."""

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
        """The reason as JSON; what it does not rest on is left out."""
        told = {
            "squares": _listed(self.squares),
            "part": self.part,
            "line": self.line and self.line.to_data(),
            "tally": self.tally,
            "needs": self.needs,
            "length": self.length,
            "wanted": self.wanted,
            "total": self.total,
            "places": [_listed(place) for place in self.places],
            "groups": [[_listed(place) for place in group] for group in self.groups],
            "starved": [one.to_data() for one in self.starved],
            "cases": [one.to_data() for one in self.cases],
        }
        return {
            "technique": self.technique,
            "water": _listed(self.water),
            "ship": _listed(self.ship),
            "text": self.text,
        } | {key: value for key, value in told.items() if value not in (None, [])}


class Case(NamedTuple):
    """A supposition, what follows from it, and where that ends: in a contradiction, or (`ending` is
    `None`) in what it has in common with others. `supposed` are squares that would be ship, or, if
    `is_water`, water."""

    supposed: Squares
    is_water: bool
    reasons: tuple[Reason, ...]
    ending: Reason | None
    text: str

    def to_data(self) -> dict[str, object]:
        """The supposition, with all that follows, as JSON."""
        return {
            "supposed": _listed(self.supposed),
            "is": "water" if self.is_water else "ship",
            "reasons": [one.to_data() for one in self.reasons],
            "ending": self.ending and self.ending.to_data(),
            "text": self.text,
        }


def _listed(squares: Squares) -> list[list[int]]:
    return [list(square) for square in squares]
