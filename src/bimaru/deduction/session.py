"""The deduction of a puzzle, from the givens to the last square that follows, step by step.

Explanations render each step; grades only count them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.cases import NEITHER, NESTED_RUNGS, Analysis, find_analysis
from bimaru.deduction.chains import case
from bimaru.deduction.grading import Grade, grade_of
from bimaru.deduction.ladder import (
    FAILED,
    FOUND,
    MAX_LENGTHS,
    NO_END,
    PLAIN_RUNGS,
    Finding,
    Ladder,
    Value,
    decode,
    encode_value,
)
from bimaru.deduction.reasons import Case, Reason, Squares, listed
from bimaru.deduction.renderer import Known, Renderer, joined_text
from bimaru.deduction.sentences import values
from bimaru.deduction.techniques import AGREEMENT, CONTRADICTION, FAILING_PLACEMENTS, NESTED, PLAIN, Technique
from bimaru.deduction.time_limit import Deadline
from bimaru.errors import OutOfTimeError, UnsupportedPuzzleError
from bimaru.puzzle import Given, Puzzle
from bimaru.sizes import LADDER_MAX_SIDE
from bimaru.squares import Part, Square
from bimaru.symmetry import canonical_turn


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    `depth` is 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another. `water` and
    `ship` are the squares that it settles, `barred` the placements that it rules out, `reasons` and `cases`
    why, as data; `board` is what is known afterwards, with every part that is. A case analysis all of whose cases fail settles nothing: it
    is the last step, and shows that the puzzle has no solution."""

    technique: str
    depth: int
    water: Squares
    ship: Squares
    text: str
    reasons: tuple[Reason, ...]
    cases: tuple[Case, ...]
    board: Board
    barred: tuple[Squares, ...] = ()

    def __str__(self) -> str:
        return self.text

    def to_data(self) -> dict[str, object]:
        """The step as JSON."""
        return {
            "technique": self.technique,
            "depth": self.depth,
            "water": listed(self.water),
            "ship": listed(self.ship),
            "barred": [listed(place) for place in self.barred],
            "text": self.text,
            "reasons": [reason.to_data() for reason in self.reasons],
            "cases": [case.to_data() for case in self.cases],
        }


class CannotExplainError(UnsupportedPuzzleError):
    """This kind of puzzle cannot be explained."""

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
    """The deduction from a puzzle, and from the squares that a half-filled board shows.

    Raises `CannotExplainError` for a puzzle that is not plain, or too large. Methods that can take long
    raise `OutOfTimeError` at the deadline; what was settled before that stands."""

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

    # Without reasons

    def run(self) -> bool:
        """Apply the plain techniques as far as they lead. Returns whether they prove that there is no
        solution."""
        return bool(self.ladder.run(PLAIN_RUNGS) == FAILED)

    def finish(self, forced: Board) -> None:
        """Apply all techniques as far as they lead."""
        turned = self._turned(forced)
        while not (self.run() or self.ladder.is_solved()):
            analysis = find_analysis(self.ladder, turned)
            if analysis is None:
                return
            self._apply(analysis)

    def is_solved(self) -> bool:
        """Whether every square is known."""
        return bool(self.ladder.is_solved())

    def grade(self) -> Grade:
        """The grade of the deduction so far."""
        uses = Counter(dict(zip(PLAIN, self.ladder.uses_by_rung(), strict=False)))
        return grade_of(uses + Counter(map(technique_of, self._analyses)))

    # Steps

    def steps(self, forced: Board | None = None) -> Iterator[Step]:
        """Every step, up to the last square that follows or to a contradiction (then `failure` is set).
        Case analysis needs the squares that are `forced`; without them there is none."""
        return self._rewinding_steps(None if forced is None else self._turned(forced))

    def steps_to_contradiction(self) -> Iterator[Step]:
        """Every step for a puzzle without a solution, to the contradiction if the techniques lead there."""
        return self._rewinding_steps([NEITHER * self.ladder.width] * self.ladder.height)

    def _rewinding_steps(self, forced: list[str] | None) -> Iterator[Step]:
        try:
            yield from self._steps(forced)
        except OutOfTimeError:
            self.ladder.rewind()
            raise

    def _steps(self, forced: list[str] | None) -> Iterator[Step]:
        renderer = Renderer(self._turn, self.ladder, self._givens)
        while True:
            known = renderer.known()
            outcome, findings = self.ladder.step(PLAIN_RUNGS)
            if outcome == FAILED:
                self.failure = renderer.failure(known)
                return
            if outcome == FOUND:
                yield self._plain_step(renderer, findings, known)
                continue
            if self.ladder.is_solved():
                return
            analysis = None if forced is None else find_analysis(self.ladder, forced)
            if analysis is None:
                return
            yield self._case_step(renderer, analysis)
            if self.failure is not None:
                return

    def _plain_step(self, renderer: Renderer, findings: Sequence[Finding], known: Known) -> Step:
        reasons = renderer.reasons(findings, known)
        return self._step(PLAIN[findings[0].rung], reasons, (), joined_text(reasons))

    def _case_step(self, renderer: Renderer, analysis: Analysis) -> Step:
        """Render a case analysis and apply it; `failure` is set if no case is left."""
        cases = self._cases(renderer, analysis)
        technique = technique_of(analysis)
        self._apply(analysis)
        if not (analysis.agreeing or _ends_with_square(analysis)):
            known = renderer.known()
            outcome, findings = self.ladder.step(PLAIN_RUNGS)
            if outcome == FAILED:
                self.failure = renderer.failure(known)
                no_solution = f"Then {self.failure.text}: there is no solution."
                reasons: tuple[Reason, ...] = (replace(self.failure, text=no_solution),)
            else:
                reasons = renderer.reasons(findings, known)
            out = "these places are" if len(cases) > 1 else "this place is"
            closing = [f"So {out} out.", joined_text(reasons)]
        else:
            reasons = (self._conclusion(renderer, analysis, cases),)
            closing = [reasons[0].text]
        return self._step(technique, reasons, cases, " ".join([*(case.text for case in cases), *closing]))

    def _cases(self, renderer: Renderer, analysis: Analysis) -> tuple[Case, ...]:
        """The suppositions, each after those before it are ruled out."""
        ladder = self.ladder
        cases = []
        for supposition in analysis.refuted:
            cases.append(case(ladder, renderer, supposition, analysis.rungs))
            meaning = decode(supposition)
            if not (analysis.agreeing or isinstance(meaning, Value)):
                ladder.bar(meaning)

        def goal(reached: Ladder) -> bool:
            ship, water = reached.known_rows()
            pairs = zip((*analysis.ship, *analysis.water), (*ship, *water), strict=True)
            return all(mask & ~known == 0 for mask, known in pairs)

        shared = values(renderer.squares_of_masks(analysis.ship), renderer.squares_of_masks(analysis.water))
        cases += [
            case(ladder, renderer, supposition, analysis.rungs, goal, shared)
            for supposition in analysis.agreeing
        ]
        return tuple(cases)

    def _conclusion(self, renderer: Renderer, analysis: Analysis, cases: Sequence[Case]) -> Reason:
        if analysis.agreeing:
            ship, water = renderer.squares_of_masks(analysis.ship), renderer.squares_of_masks(analysis.water)
            left = " that is left" if analysis.refuted else ""
            return Reason(AGREEMENT.name, ship, water, f"In every case{left}, {values(ship, water)}.")
        last = cases[-1]
        square = last.supposed
        ship, water = (square, ()) if last.is_water else ((), square)
        return Reason(CONTRADICTION.name, ship, water, f"So {values(ship, water)}.", squares=square)

    def _step(
        self, technique: Technique, reasons: tuple[Reason, ...], cases: tuple[Case, ...], text: str
    ) -> Step:
        ship = tuple(sorted({square for reason in reasons for square in reason.ship}))
        water = tuple(sorted({square for reason in reasons for square in reason.water}))
        return Step(technique.name, technique.depth, water, ship, text, reasons, cases, self.board())

    def _apply(self, analysis: Analysis) -> None:
        """Mark what a case analysis settles."""
        self._analyses.append(analysis)
        if analysis.agreeing:
            self.ladder.add_known(analysis.ship, analysis.water)
            return
        for supposition in analysis.refuted:
            meaning = decode(supposition)
            if isinstance(meaning, Value):
                self._mark_opposite(meaning)
            else:
                self.ladder.bar(meaning)

    def _mark_opposite(self, refuted: Value) -> None:
        (r, c), height = refuted.square, self.ladder.height
        mask = tuple(1 << c if row == r else 0 for row in range(height))
        none = (0,) * height
        self.ladder.add_known(*((none, mask) if refuted.is_ship else (mask, none)))

    # Mistakes

    def steps_against(self, square: Square, is_ship: bool) -> int:
        """The number of steps that it takes to see that a square is not ship, or not water."""
        trial = self.ladder.trial(encode_value(self._turn.to(square), is_ship), PLAIN_RUNGS, NO_END)
        return trial.steps if trial.failed else int(NO_END)

    def against(self, square: Square, is_ship: bool) -> str | None:
        """Why a square is not ship, or not water, if plain techniques show it."""
        supposition = encode_value(self._turn.to(square), is_ship)
        if not self.ladder.trial(supposition, PLAIN_RUNGS, NO_END).failed:
            return None
        renderer = Renderer(self._turn, self.ladder, self._givens)
        return case(self.ladder, renderer, supposition, PLAIN_RUNGS).text

    # Boards

    def board(self) -> Board:
        """What is known, with every part that is."""
        marks = self.ladder.marks()
        height, width = self._size
        squares = ([self._turn.to((r, c)) for c in range(width)] for r in range(height))
        rows = tuple("".join(marks[r][c] for r, c in row) for row in squares)
        return Board.spelled(rows).with_parts()

    def _turned(self, board: Board) -> list[str]:
        height, width = self.ladder.height, self.ladder.width
        return [
            "".join(_without_part(board[self._turn.back((r, c))]) for c in range(width))
            for r in range(height)
        ]


def technique_of(analysis: Analysis) -> Technique:
    """The technique that a case analysis is."""
    if analysis.agreeing:
        return AGREEMENT
    if analysis.rungs == NESTED_RUNGS:
        return NESTED
    return CONTRADICTION if isinstance(decode(analysis.refuted[0]), Value) else FAILING_PLACEMENTS


def _ends_with_square(analysis: Analysis) -> bool:
    return isinstance(decode(analysis.refuted[-1]), Value)


def _without_part(mark: str) -> str:
    return mark if mark in (WATER, UNKNOWN) else Part.SHIP.value
