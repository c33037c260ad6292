"""From what is given to the last square that follows, step by step.

The same loop serves explanations, which tell every step, and grades, which only count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.cases import NEITHER, Analysis, find_analysis
from bimaru.deduction.cases import NESTED as NESTED_RUNGS
from bimaru.deduction.chains import case
from bimaru.deduction.deadline import Deadline
from bimaru.deduction.grading import Grade, counted, grade_of
from bimaru.deduction.ladder import (
    FAILED,
    FOUND,
    MAX_LENGTHS,
    NO_END,
    PLAIN_RUNGS,
    Finding,
    Ladder,
    Value,
    supposed,
    supposing,
)
from bimaru.deduction.reasons import Case, Reason, Squares
from bimaru.deduction.sentences import Before, Teller, settled, told
from bimaru.deduction.techniques import AGREEMENT, CONTRADICTION, FAILING_PLACES, NESTED, PLAIN, Technique
from bimaru.errors import OutOfTimeError, UnsupportedPuzzleError
from bimaru.puzzle import Given, Puzzle
from bimaru.sizes import LADDER_MAX_SIDE
from bimaru.squares import Part, Square
from bimaru.symmetry import canonical_turn


class Step(NamedTuple):
    """One step of an explanation.

    `depth` is 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another. `water` and
    `ship` are the squares that it settles, `reasons` and `cases` why, as data; `board` is what is known
    afterwards, with every part that is. A case analysis none of whose cases is left settles nothing: it
    is the last step, and shows that the puzzle has no board."""

    technique: str
    depth: int
    water: Squares
    ship: Squares
    text: str
    reasons: tuple[Reason, ...]
    cases: tuple[Case, ...]
    board: Board

    def __str__(self) -> str:
        return self.text

    def to_data(self) -> dict[str, object]:
        """The step as JSON."""
        return {
            "technique": self.technique,
            "depth": self.depth,
            "water": [list(square) for square in self.water],
            "ship": [list(square) for square in self.ship],
            "text": self.text,
            "reasons": [one.to_data() for one in self.reasons],
            "cases": [one.to_data() for one in self.cases],
        }


class CannotExplainError(UnsupportedPuzzleError):
    """This puzzle is of a kind that is not explained."""

    def __init__(self, reason: str) -> None:
        super().__init__("explain", reason)

    def __str__(self) -> str:
        return f"the puzzle cannot be explained: {self.args[1]}"

    def __reduce__(self) -> tuple[type[CannotExplainError], tuple[str]]:
        return (CannotExplainError, (self.args[1],))


def refusal(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explained, as the end of a sentence; `None` if it can."""
    if not puzzle.is_plain or any(given.letter for given in puzzle.givens):
        return "only straight ships without letters are"
    if max(puzzle.height, puzzle.width) > LADDER_MAX_SIDE:
        return f"only grids up to {LADDER_MAX_SIDE}x{LADDER_MAX_SIDE} are"
    if len(puzzle.fleet) > MAX_LENGTHS:
        return f"only fleets of up to {MAX_LENGTHS} lengths are"
    return None


class Deduction:
    """The deduction from a puzzle, and from what a half-filled board shows besides.

    Raises `CannotExplainError` for a puzzle that is not plain, or too large. All that can take long raises
    `OutOfTimeError` at the deadline; what was settled until then stands."""

    def __init__(self, puzzle: Puzzle, shown: Sequence[Given] = (), deadline: Deadline | None = None) -> None:
        if reason := refusal(puzzle):
            raise CannotExplainError(reason)
        givens = (*puzzle.givens, *shown)
        self._turn = canonical_turn(puzzle, puzzle.givens)
        rows, cols = self._turn.tallies(puzzle)
        self.ladder = Ladder(rows, cols, puzzle.fleet, [*map(self._turn.given, givens)])
        self.ladder.watch = (deadline or Deadline()).check
        self._size = (puzzle.height, puzzle.width)
        self._givens = givens
        self._analyses: list[Analysis] = []
        self.failure: Reason | None = None

    # Without telling

    def run(self) -> bool:
        """Use the plain techniques as far as they lead. Returns whether they prove that there is no board."""
        return self.ladder.run(PLAIN_RUNGS) == FAILED

    def finish(self, forced: Board) -> None:
        """Go on to the end, or as far as the techniques lead."""
        turned = self._turned(forced)
        while not (self.run() or self.ladder.is_solved()):
            analysis = find_analysis(self.ladder, turned)
            if analysis is None:
                return
            self._take(analysis)

    def grade(self) -> Grade:
        """The grade of what was done so far."""
        uses = dict(zip(PLAIN, self.ladder.used(), strict=False))
        return grade_of(uses | counted(map(technique_of, self._analyses)))

    # Telling

    def steps(self, forced: Board | None = None) -> Iterator[Step]:
        """Every step, up to the last square that follows or to a contradiction (then `failure` is set);
        without case analysis where it is not told what is `forced`."""
        return self._stepping(None if forced is None else self._turned(forced))

    def steps_to_contradiction(self) -> Iterator[Step]:
        """Every step for a puzzle that has no board, up to the contradiction if the techniques lead to it."""
        return self._stepping([NEITHER * self.ladder.width] * self.ladder.height)

    def _stepping(self, forced: list[str] | None) -> Iterator[Step]:
        try:
            yield from self._steps(forced)
        except OutOfTimeError:
            self.ladder.rewind()
            raise

    def _steps(self, forced: list[str] | None) -> Iterator[Step]:
        teller = Teller(self._turn, self.ladder, self._givens)
        while True:
            before = teller.before()
            outcome, findings = self.ladder.step(PLAIN_RUNGS)
            if outcome == FAILED:
                self.failure = teller.failure(before)
                return
            if outcome == FOUND:
                yield self._plain_step(teller, findings, before)
                continue
            if self.ladder.is_solved():
                return
            analysis = None if forced is None else find_analysis(self.ladder, forced)
            if analysis is None:
                return
            yield self._case_step(teller, analysis)
            if self.failure is not None:
                return

    def _plain_step(self, teller: Teller, findings: Sequence[Finding], before: Before) -> Step:
        reasons = teller.reasons(findings, before)
        return self._step(PLAIN[findings[0].rung], reasons, (), told(reasons))

    def _case_step(self, teller: Teller, analysis: Analysis) -> Step:
        """Tell a case analysis, and take down what it settles; `failure` is set where nothing is left."""
        cases = self._cases(teller, analysis)
        technique = technique_of(analysis)
        self._take(analysis)
        if not (analysis.agreeing or _ends_with_square(analysis)):
            before = teller.before()
            outcome, findings = self.ladder.step(PLAIN_RUNGS)
            if outcome == FAILED:
                self.failure = teller.failure(before)
                reasons: tuple[Reason, ...] = (_final(self.failure),)
            else:
                reasons = teller.reasons(findings, before)
            out = "these places are" if len(cases) > 1 else "this place is"
            closing = [f"So {out} out.", told(reasons)]
        else:
            reasons = (self._conclusion(teller, analysis, cases),)
            closing = [reasons[0].text]
        return self._step(technique, reasons, cases, " ".join([*(one.text for one in cases), *closing]))

    def _cases(self, teller: Teller, analysis: Analysis) -> tuple[Case, ...]:
        """The suppositions, each as it is seen after those before it."""
        ladder = self.ladder
        cases = []
        for one in analysis.refuted:
            cases.append(case(ladder, teller, one, analysis.last))
            what = supposed(one)
            if not (analysis.agreeing or isinstance(what, Value)):
                ladder.bar(what)

        def goal(reached: Ladder) -> bool:
            ship, water = reached.rows()
            wanted = zip((*analysis.ship, *analysis.water), (*ship, *water), strict=True)
            return all(mask & ~known == 0 for mask, known in wanted)

        shared = settled(teller.masked(analysis.ship), teller.masked(analysis.water))
        cases += [case(ladder, teller, one, analysis.last, goal, shared) for one in analysis.agreeing]
        return tuple(cases)

    def _conclusion(self, teller: Teller, analysis: Analysis, cases: Sequence[Case]) -> Reason:
        if analysis.agreeing:
            ship, water = teller.masked(analysis.ship), teller.masked(analysis.water)
            left = " that is left" if analysis.refuted else ""
            return Reason(AGREEMENT.name, ship, water, f"In every case{left}, {settled(ship, water)}.")
        last = cases[-1]
        square = last.supposed
        ship, water = (square, ()) if last.is_water else ((), square)
        return Reason(CONTRADICTION.name, ship, water, f"So {settled(ship, water)}.", squares=square)

    def _step(
        self, technique: Technique, reasons: tuple[Reason, ...], cases: tuple[Case, ...], text: str
    ) -> Step:
        ship = tuple(sorted({square for reason in reasons for square in reason.ship}))
        water = tuple(sorted({square for reason in reasons for square in reason.water}))
        return Step(technique.name, technique.depth, water, ship, text, reasons, cases, self.board())

    def _take(self, analysis: Analysis) -> None:
        """Take down what a case analysis settles."""
        self._analyses.append(analysis)
        if analysis.agreeing:
            self.ladder.accept(analysis.ship, analysis.water)
            return
        for one in analysis.refuted:
            what = supposed(one)
            if isinstance(what, Value):
                self._settle(*what)
            else:
                self.ladder.bar(what)

    def _settle(self, square: tuple[int, int], was_ship: bool) -> None:
        bits = tuple(1 << square[1] if row == square[0] else 0 for row in range(self.ladder.height))
        none = (0,) * self.ladder.height
        self.ladder.accept(*((none, bits) if was_ship else (bits, none)))

    # What is wrong

    def steps_against(self, square: Square, is_ship: bool) -> int:
        """How many steps it takes to see that a square is not ship, or not water."""
        trial = self.ladder.try_out(supposing(self._turn.to(square), is_ship), PLAIN_RUNGS, NO_END)
        return trial.steps if trial.failed else NO_END

    def against(self, square: Square, is_ship: bool) -> str | None:
        """Why a square is not ship, or not water, where plain techniques show it."""
        supposition = supposing(self._turn.to(square), is_ship)
        if not self.ladder.try_out(supposition, PLAIN_RUNGS, NO_END).failed:
            return None
        teller = Teller(self._turn, self.ladder, self._givens)
        return case(self.ladder, teller, supposition, PLAIN_RUNGS).text

    # Boards

    def board(self) -> Board:
        """What is known, with every part that is."""
        marks = self.ladder.marks()
        height, width = self._size
        places = ([self._turn.to((r, c)) for c in range(width)] for r in range(height))
        rows = tuple("".join(marks[r][c] for r, c in row) for row in places)
        return Board.spelled(rows).with_parts()

    def _turned(self, board: Board) -> list[str]:
        height, width = self.ladder.height, self.ladder.width
        return [
            "".join(_plain_mark(board[self._turn.back((r, c))]) for c in range(width)) for r in range(height)
        ]


def _plain_mark(mark: str) -> str:
    return mark if mark in (WATER, UNKNOWN) else Part.SHIP.value


def _final(failure: Reason) -> Reason:
    """The conclusion of a case analysis of which no case is left."""
    return failure._replace(text=f"Then {failure.text}: there is no solution.")


def _ends_with_square(analysis: Analysis) -> bool:
    return isinstance(supposed(analysis.refuted[-1]), Value)


def technique_of(analysis: Analysis) -> Technique:
    """What a case analysis is called."""
    if analysis.agreeing:
        return AGREEMENT
    if analysis.last == NESTED_RUNGS:
        return NESTED
    return CONTRADICTION if isinstance(supposed(analysis.refuted[0]), Value) else FAILING_PLACES
