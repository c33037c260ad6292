"""Reasons and cases, rendered from the links of a deduction on placements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from bimaru.board import Board
from bimaru.deduction import placement_techniques as names_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.layout import Layout, bits
from bimaru.deduction.placement_state import Link, Placing, Refutation
from bimaru.deduction.reasons import Case, Facts, Reason, Squares
from bimaru.squares import Part


class Narrator:
    """Renders links. `shown` is the deduction in which they were found, with all that they rest on."""

    def __init__(self, shown: Placing, language: Language) -> None:
        self._shown = shown
        self._layout: Layout = shown.layout
        self.language = language
        self._sentences = language.placements

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
        return replace(merged, text=self._sentences.nowhere(self._layout.puzzle, clues, water))

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
        sentences = self._sentences
        sentence = sentences.finding if link.ship or link.water else sentences.failure
        return replace(reason, text=sentence(self._layout, link, reason))

    def case(self, refutation: Refutation) -> Case:
        """A supposition with its chain."""
        supposed = refutation.supposed
        narrator = Narrator(refutation.board, self.language)
        reasons = narrator.reasons(refutation.links)
        ending = narrator.reason(refutation.ending)
        opening = self._sentences.supposition(supposed)
        close = self.language.sentences.contradiction(ending.text)
        text = " ".join([opening, *(reason.text for reason in reasons), close])
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


def _all(layout: Layout) -> range:
    return range(len(layout.covering))


def _rows(marks: str, width: int) -> tuple[str, ...]:
    return tuple(marks[i : i + width] for i in range(0, len(marks), width))
