"""Reasons and cases, rendered from the links of a deduction on placements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
            links_of_it = [*group]
            reasons = [self.reason(link) for link in links_of_it]
            if technique == names_of.NO_SHIP and len(reasons) > 1:
                merged = _merged(reasons)
                text = self._sentences.nowhere(self._layout.puzzle, merged.clues, merged.water)
                found.append(replace(merged, squares=merged.water, text=text))
            elif technique == names_of.ON_SQUARE:
                found += self._of_ships(links_of_it, reasons)
            else:
                found += reasons
        return tuple(found)

    def _of_ships(self, links: Sequence[Link], reasons: Sequence[Reason]) -> Iterator[Reason]:
        """The reasons about the placements of ships on squares, one for what the same placements share."""
        pairs = zip(links, reasons, strict=True)
        for _, group in groupby(pairs, key=lambda pair: (pair[1].squares, pair[1].places)):
            (link, *_), same = zip(*group, strict=True)
            merged = _merged(same)
            yield replace(merged, text=self._sentences.finding(self._layout, link, merged))

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


def _merged(reasons: Sequence[Reason]) -> Reason:
    """One reason, still without its sentence, for what several of a technique settle."""
    ship = tuple(sorted({at for reason in reasons for at in reason.ship}))
    water = tuple(sorted({at for reason in reasons for at in reason.water}))
    premises = Facts(
        tuple(sorted({at for reason in reasons for at in reason.premises.ship} - {*ship})),
        tuple(sorted({at for reason in reasons for at in reason.premises.water} - {*water})),
    )
    clues = tuple(dict.fromkeys(clue for reason in reasons for clue in reason.clues))
    return replace(reasons[0], ship=ship, water=water, clues=clues, premises=premises)


def _all(layout: Layout) -> range:
    return range(len(layout.covering))


def _rows(marks: str, width: int) -> tuple[str, ...]:
    return tuple(marks[i : i + width] for i in range(0, len(marks), width))
