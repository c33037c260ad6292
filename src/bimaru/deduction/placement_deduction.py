"""The deduction of a puzzle with letters or bent ships, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bimaru.board import Board
from bimaru.deduction.clues import clues_of
from bimaru.deduction.forced import Forced, next_forced
from bimaru.deduction.grading import Grade, effort_of, grade_from
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.layout import Layout
from bimaru.deduction.oracle import Oracle
from bimaru.deduction.placement_sentences import Narrator
from bimaru.deduction.placement_state import Link, Placing, Refutation, Support
from bimaru.deduction.placement_techniques import PLACING_TECHNIQUES, TOGETHER
from bimaru.deduction.proofs import opposite, refutations, step_of
from bimaru.deduction.reasons import Case, Clue, Facts, Reason, Squares
from bimaru.deduction.session import Step
from bimaru.deduction.time_limit import Deadline
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part, Square

_NEVER: Final = 1_000_000
"""More links than any refutation has."""


class PlacingDeduction:
    """The deduction from a puzzle of any kind, and from the squares that a half-filled board shows: by
    techniques on placements, by refuting one square at a time where these end, and where that ends by the
    fewest clues and known squares that force a square.

    Methods that can take long raise `OutOfTimeError` at the deadline; what was settled before that stands."""

    def __init__(
        self,
        puzzle: Puzzle,
        shown: Sequence[Given] = (),
        deadline: Deadline | None = None,
        language: Language = ENGLISH,
    ) -> None:
        self._puzzle = puzzle
        self._language = language
        self._deadline = deadline or Deadline()
        clues = clues_of(puzzle)
        self._placing = Placing.start(Layout(puzzle, clues), shown, self._deadline.check)
        self._uses: Counter[str] = Counter()
        self._oracle: Oracle | None = None
        self._refuted: list[Refutation] = []
        self.failure: Reason | None = None

    # Without reasons

    def run(self) -> bool:
        """Apply the plain techniques as far as they lead. Returns whether they prove that there is no
        solution."""
        while links := self._placing.step():
            self._uses[links[0].technique] += len(links)
        return self._placing.failure is not None

    def finish(self, forced: Board) -> None:
        """Apply all techniques as far as they lead."""
        for _ in self.steps(forced):
            pass

    def is_solved(self) -> bool:
        """Whether every square and every letter is known."""
        return self._placing.is_solved

    def grade(self, forced: Board) -> Grade | None:
        """The grade of the puzzle, whose solution is `forced`; `None` if the techniques do not lead to it."""
        self.finish(forced)
        if not self.is_solved():
            return None
        uses = [(technique, self._uses[name]) for name, technique in PLACING_TECHNIQUES.items()]
        uses = [(technique, number) for technique, number in uses if number]
        return grade_from(uses, effort_of(uses))

    # Steps

    def steps(self, forced: Board | None = None, *, refine: bool = True) -> Iterator[Step]:  # noqa: ARG002
        """Every step, up to the last square that follows or to a contradiction (then `failure` is set). Only
        with the squares that are `forced` is there more than plain techniques. There is nothing to refine."""
        while True:
            yield from self._plain_steps()
            if self._placing.failure is not None or forced is None or self.is_solved():
                return
            step = self._refutation_step(forced) or self._forced_step(forced)
            if step is None:
                return
            yield step

    def next_step(self, forced: Board | None = None, last: Square | None = None) -> Step | None:  # noqa: ARG002
        """The first of `steps`."""
        return next(self.steps(forced), None)

    def steps_to_contradiction(self, *, refine: bool = True) -> Iterator[Step]:  # noqa: ARG002
        """Every step for a puzzle without a solution, to the contradiction if the techniques lead there."""
        yield from self.steps(Board.unknown(self._puzzle.height, self._puzzle.width))

    def _plain_steps(self) -> Iterator[Step]:
        placing = self._placing
        while links := placing.step():
            self._uses[links[0].technique] += len(links)
            yield step_of(placing, placing, links, self._language)
        if placing.failure is not None:
            self.failure = self._narrator().reason(placing.failure)

    def _refutation_step(self, forced: Board) -> Step | None:
        """The shortest refutation of one square; where all solutions agree on it, of the wrong value.

        What was refuted before and is still open comes first: to try all again after every step would take
        too long."""
        while True:
            if not self._refuted:
                self._refuted = refutations(self._placing, forced)
            if not self._refuted:
                return None
            refuted = self._refuted.pop(0)
            link = self._placing.settle(refuted, opposite(refuted.supposed))
            if link is not None:
                self._uses[link.technique] += 1
                return step_of(self._placing, self._placing, [link], self._language)

    # Where the techniques end

    def _forced_step(self, forced: Board) -> Step | None:
        """The square that the fewest clues and known squares force; `None` if there is none."""
        self._oracle = self._oracle or Oracle(self._puzzle, self._deadline)
        found = next_forced(self._oracle, self._placing, forced)
        if found is None:
            return None
        self._uses[TOGETHER] += 1
        return self._settle(found)

    def _settle(self, found: Forced) -> Step:
        """Settle a square, and render what forces it."""
        placing, given = self._placing, found.given
        clues = tuple(item for item in found.items if isinstance(item, Clue))
        known = [item for item in found.items if isinstance(item, Given)]
        at = placing.layout.number(given.square)
        support = Support(clues, tuple(placing.fact_of(item) for item in known))
        if given.letter:
            placing.rule_out_letters(given, support)
            ship = water = 0
        else:
            ship, water = (0, 1 << at) if given.kind == Part.WATER else (1 << at, 0)
            placing.apply(Link(TOGETHER, ship, water, support, about=1 << at))
        squares = placing.layout.squares
        premises = Facts(_squares(known, is_water=False), _squares(known, is_water=True))
        text = self._language.placements.forced(self._puzzle, clues, premises, given)
        reason = Reason(TOGETHER, squares(ship), squares(water), text, clues=clues, premises=premises)
        board = self._narrator().board()
        language = self._language.code
        return Step(TOGETHER, 1, reason.water, reason.ship, text, (reason,), (), board, (), language)

    # Mistakes

    def steps_against(self, square: Square, is_ship: bool) -> int:
        """The number of links that it takes to see that a square is not ship, or not water."""
        refuted = self._placing.refute(Given(*square, _value(is_ship)))
        return _NEVER if refuted is None else len(refuted.links)

    def against(self, square: Square, is_ship: bool) -> Case | None:
        """The refutation of a square's being ship, or water, if plain techniques lead to it."""
        refuted = self._placing.refute(Given(*square, _value(is_ship)))
        return None if refuted is None else self._narrator().case(refuted)

    # Boards

    def _narrator(self) -> Narrator:
        return Narrator(self._placing, self._language)

    def board(self) -> Board:
        """What is known, with every part and every letter that is."""
        return self._narrator().board()


def _squares(known: Sequence[Given], *, is_water: bool) -> Squares:
    return tuple(sorted(given.square for given in known if (given.kind == Part.WATER) == is_water))


def _value(is_ship: bool) -> str:
    return Part.SHIP.value if is_ship else Part.WATER.value
