"""Reasons and cases, rendered from the links of a deduction on placements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bimaru.board import Board
from bimaru.deduction import placement_techniques as names_of
from bimaru.deduction.clues import clue_names, in_words, kind_name, kind_text
from bimaru.deduction.layout import Kind, Layout, TallyLine, bits
from bimaru.deduction.placement_state import Link, Placing, Refutation
from bimaru.deduction.reasons import Case, Clue, Facts, Reason, Squares
from bimaru.deduction.sentences import capitalised, joined, names, values
from bimaru.squares import Part, square_name

_MAX_PLACES: Final = 6
"""Placements that a sentence lists."""


class Narrator:
    """Renders links. `shown` is the deduction in which they were found, with all that they rest on."""

    def __init__(self, shown: Placing) -> None:
        self._shown = shown
        self._layout: Layout = shown.layout

    def reasons(self, links: Iterable[Link]) -> tuple[Reason, ...]:
        """The reasons of links, in order. Squares in a row where no ship fits share one."""
        found: list[Reason] = []
        for technique, group in groupby(links, key=lambda link: link.technique):
            reasons = [self.reason(link) for link in group]
            found += (
                [self._merged(reasons)] if technique == names_of.NO_SHIP and len(reasons) > 1 else reasons
            )
        return tuple(found)

    def _merged(self, reasons: Sequence[Reason]) -> Reason:
        clues = tuple(dict.fromkeys(clue for reason in reasons for clue in reason.clues))
        water = tuple(sorted({at for reason in reasons for at in reason.water}))
        premises = Facts(
            tuple(sorted({at for reason in reasons for at in reason.premises.ship})),
            tuple(sorted({at for reason in reasons for at in reason.premises.water} - {*water})),
        )
        merged = replace(reasons[0], water=water, squares=water, clues=clues, premises=premises)
        return replace(
            merged, text=f"{self._given(clues)}no ship fits on any of {names(water)}: they are water."
        )

    def reason(self, link: Link) -> Reason:
        """The reason of a link; of one that settles nothing, why the board cannot be completed, as a
        clause."""
        clues, ship, water = self._shown.premises(link)
        squares = self._layout.squares
        reason = Reason(
            link.technique,
            squares(link.ship),
            squares(link.water),
            "",
            squares=squares(link.about),
            line=None if link.line is None else link.line.line,
            tally=None if link.line is None else link.line.tally,
            length=None if link.kind is None else link.kind.ship.length,
            total=None if link.kind is None else link.kind.number,
            places=self._places(link.places),
            cases=tuple(self.case(each) for each in link.cases),
            clues=clues,
            premises=Facts(squares(ship), squares(water)),
        )
        settles = link.ship or link.water
        return replace(reason, text=self._finding(link, reason) if settles else self._failure(link, reason))

    def case(self, refutation: Refutation) -> Case:
        """A supposition with its chain."""
        supposed = refutation.supposed
        narrator = Narrator(refutation.board)
        reasons = narrator.reasons(refutation.links)
        ending = narrator.reason(refutation.ending)
        opening = f"Suppose that {square_name(supposed.square)} is {kind_text(supposed.kind)}."
        text = " ".join([opening, *(reason.text for reason in reasons), f"Then {ending.text}."])
        return Case((supposed.square,), supposed.kind == Part.WATER, reasons, ending, text)

    def board(self) -> Board:
        """What is known: in puzzles with straight ships every part that is, in lettered ones every letter."""
        shown, layout = self._shown, self._layout
        puzzle = layout.puzzle
        marks = [
            "X" if shown.ship >> at & 1 else "." if shown.water >> at & 1 else "?" for at in _all(layout)
        ]
        letters = [self._letter(at) if shown.ship >> at & 1 else "." for at in _all(layout)]
        rows = _rows("".join(marks), puzzle.width)
        board = Board(rows, _rows("".join(letters), puzzle.width) if puzzle.words else None)
        return board if puzzle.shapes else board.with_parts()

    def _letter(self, at: int) -> str:
        over = bits(self._shown.alive & self._layout.covering[at])
        letters = {self._layout.places[number].letters.get(at, ".") for number in over}
        return letters.pop() if len(letters) == 1 else "."

    def _places(self, places: Sequence[int]) -> tuple[Squares, ...]:
        masks = dict.fromkeys(self._layout.places[number].squares for number in places)
        return tuple(map(self._layout.squares, masks))

    # Sentences

    def _finding(self, link: Link, reason: Reason) -> str:
        settled = values(reason.ship, reason.water)
        own = link.kind.clue if link.kind else link.edge.clue if link.edge else None
        given = self._given(clue for clue in reason.clues if clue != own)
        line, kind, edge = link.line, link.kind, link.edge
        if line is not None:
            return f"{self._line(link, line)}: {settled}."
        if link.technique == names_of.NO_SHIP:
            return f"{capitalised(f'{given}no ship fits on {names(reason.water)}')}: it is water."
        if link.technique == names_of.ON_SQUARE:
            return f"{capitalised(given + self._on_square(reason))}: {settled}."
        if edge is not None:
            only = f"only {names(reason.ship)} can show the {edge.letter} that comes first"
            return f"{capitalised(f'{given}{only} in {edge.line.name}')}: {settled}."
        if kind is not None and link.technique == names_of.LAST:
            return f"{capitalised(given + self._last(kind, reason))}: {settled}."
        if kind is not None:
            return f"{capitalised(given + self._shared(kind, reason))}: {settled}."
        return f"So {settled}."

    def _given(self, clues: Iterable[Clue]) -> str:
        """The clues that rule out the other placements, to precede what follows from that."""
        named = clue_names(self._layout.puzzle, clues)
        return f"because of {named}, " if named else ""

    def _line(self, link: Link, line: TallyLine) -> str:
        name = capitalised(line.line.name)
        if len(line.clues) > 1:
            others = f"the other {line.line.axis}s leave {line.tally} of the fleet's squares for it"
            name = f"{name}: {others}; it"
        if link.water:
            return f"{name} has {'all its' if line.tally else 'no'} ship squares"
        number = link.ship.bit_count()
        left = {1: "its last open square", 2: "both its open squares"}
        return f"{name} needs {left.get(number, f'all its {number} open squares')}"

    def _on_square(self, reason: Reason) -> str:
        where = names(reason.squares)
        if len(reason.places) > _MAX_PLACES:
            return f"wherever the ship on {where} lies"
        return f"the ship on {where} can only be {_either(reason.places)}"

    def _last(self, kind: Kind, reason: Reason) -> str:
        if not kind.number:
            return f"there are no {kind_name(kind.ship, 2)}"
        number = "" if kind.number == 1 else f"{in_words(kind.number)} "
        places = joined([names(place) for place in reason.places])
        return f"the {number}{kind_name(kind.ship, kind.number)} can only lie on {places}"

    def _shared(self, kind: Kind, reason: Reason) -> str:
        name = f"the {'last ' if (kind.number or 0) > 1 else ''}{kind_name(kind.ship)}"
        if len(reason.places) > _MAX_PLACES:
            return f"wherever {name} lies"
        return f"{name} can only lie on {_either(reason.places)}"

    # Contradictions

    def _failure(self, link: Link, reason: Reason) -> str:
        own = link.kind.clue if link.kind else link.edge.clue if link.edge else None
        given = self._given(clue for clue in reason.clues if clue != own)
        if link.technique == names_of.SUMS:
            return self._sums(reason.clues)
        if link.line is not None:
            many = link.technique == names_of.LINE_WATER
            number = f"too {'many' if many else 'few'} ship squares for its {link.line.tally}"
            return f"{link.line.line.name} would have {number}"
        if link.edge is not None:
            return (
                f"{given}the {link.edge.letter} that comes first in {link.edge.line.name} would fit nowhere"
            )
        if link.technique == names_of.ON_SQUARE:
            return f"{given}no ship would fit on {names(reason.squares)}"
        if link.kind is not None:
            return given + self._wrong_number(link.kind, len(reason.places))
        return f"{names(reason.squares)} would have to be both ship and water"

    def _wrong_number(self, kind: Kind, places: int) -> str:
        name = kind_name(kind.ship, 2)
        if places > (kind.number or 0):
            return f"there would be too many {name}"
        if kind.number == 1:
            return f"there would be no room for the {kind_name(kind.ship)}"
        return f"there would be room for only {in_words(places)} of the {in_words(kind.number or 0)} {name}"

    def _sums(self, clues: Sequence[Clue]) -> str:
        puzzle = self._layout.puzzle
        sums = {
            "rows": sum(tally or 0 for i, tally in enumerate(puzzle.rows) if Clue("row", i) in clues),
            "columns": sum(tally or 0 for i, tally in enumerate(puzzle.cols) if Clue("column", i) in clues),
        }
        clauses = [f"the {name} have {number} ship squares" for name, number in sums.items() if number]
        if any(clue.kind in ("fleet", "word", "shape") for clue in clues):
            clauses.append(f"the ships have {self._layout.fleet_squares()}")
        return joined(clauses)


def _either(places: Iterable[Squares]) -> str:
    return joined([names(place) for place in places], "or")


def _all(layout: Layout) -> range:
    return range(len(layout.covering))


def _rows(marks: str, width: int) -> tuple[str, ...]:
    return tuple(marks[i : i + width] for i in range(0, len(marks), width))
