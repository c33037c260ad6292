"""The grade of a puzzle that is solved: for straight ships by the compiled ladder, which
generation uses, too; for others by the techniques on placements, in the same order.

Where plain techniques end, wrong values of squares are refuted first, one at a time; where that ends, all
placements that fail. `ladder_work.py` does the same on the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from typing import Final

from bimaru.board import Board
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import Case, missing_of, placements_open
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.compared_ways import words_soonest
from bimaru.deduction.finding.next_move import Finder
from bimaru.deduction.finding.plain import rounds
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.limits import Budget, Deadline, OutOfNodesError, is_straight, placements_in
from bimaru.deduction.techniques import CONTRADICTION, FAILING_PLACEMENTS, NESTED, Technique
from bimaru.grading.grades import GRADES, Grade, Work, grade_from, grade_of
from bimaru.grading.ladder_work import work_of
from bimaru.puzzle import Given, Puzzle

MOST_LOOKS: Final = 200_000
"""Limit of grading a puzzle of straight ships, in calls of the ladder's `watch`: some seconds. No puzzle on
10x10 known takes a hundredth of it."""
MOST_VISITS: Final = 35_000_000
"""Limit of grading a puzzle of other ships, and of estimating the words of any, in suppositions and splits
tried, times placements: some seconds."""
_FIRST_WORDS: Final = 38
"""The words of any explanation, as fitted by `benchmarks/grading.py`."""


def grade_of_solved(
    puzzle: Puzzle,
    board: Board,
    deadline: Deadline | None = None,
    shown: Sequence[Given] = (),
) -> Grade | None:
    """The grade of a puzzle whose only solution is `board`, from squares that are `shown` on it; `None` if
    the techniques do not lead there.

    Raises `OutOfTimeError` after the deadline, and `OutOfNodesError` where it takes too much search."""
    if is_straight(puzzle):
        watch = Budget(MOST_LOOKS, deadline=deadline).check
        work = work_of(puzzle, board, watch, shown)
        return None if work is None else grade_by_work(work, puzzle, board, shown)
    watch = Budget(MOST_VISITS, placements_in(puzzle), deadline).check
    return grade_by_placements(puzzle, board, watch, shown)


def grade_by_work(work: Work, puzzle: Puzzle, board: Board, shown: Sequence[Given] = ()) -> Grade:
    """The grade of a puzzle of straight ships, as its work has it."""
    return grade_of(work, partial(words_of, puzzle, board, shown))


def words_of(puzzle: Puzzle, board: Board, shown: Sequence[Given] = ()) -> float:
    """About how many words the explanation of a puzzle takes whose only solution is `board`, if it is not the
    shortest, but the one found soonest; infinitely many if finding it takes too much search."""
    watch = Budget(MOST_VISITS, placements_in(puzzle)).check
    finder = _started(puzzle, board, watch, shown)
    finder.state.tells = True
    try:
        return _FIRST_WORDS + words_soonest(finder)
    except OutOfNodesError:
        return inf


def _started(puzzle: Puzzle, board: Board, watch: Callable[[], None], shown: Sequence[Given]) -> Finder:
    """A finder of moves to the solution of a puzzle, from the board as it is shown."""
    clues = NumberedClues(puzzle)
    finder = Finder(clues.start(shown), watch)
    finder.forced = clues.values(board)
    return finder


def grade_by_placements(
    puzzle: Puzzle,
    board: Board,
    watch: Callable[[], None],
    shown: Sequence[Given] = (),
    hardest: str = GRADES[-1],
) -> Grade | None:
    """The grade of a puzzle of ships of any kind whose only solution is `board`; `None` if it is harder than
    `hardest`, or if the techniques do not lead there. `watch` is called for every supposition and every split
    that is tried, and may raise an exception.

    Placements that would starve a line are ruled out only where all easier techniques end."""
    level = GRADES.index(hardest)
    finder = _started(puzzle, board, watch, shown)
    uses: Counter[Technique] = Counter()
    for one in rounds(finder.state, starves=level >= GRADES.index("hard")):
        uses.update(one.techniques())
    cases = _case_analyses(finder, watch, level)
    if cases is None:
        return None
    numbers = zip((CONTRADICTION, FAILING_PLACEMENTS, NESTED), cases.numbers, strict=True)
    uses.update({technique: number for technique, number in numbers if number})
    in_order = sorted(uses.items(), key=lambda use: (GRADES.index(use[0].grade), use[0].effort))
    grade = grade_from(in_order, cases, partial(words_of, puzzle, board, shown))
    return grade if GRADES.index(grade) <= level else None


def _case_analyses(finder: Finder, watch: Callable[[], None], level: int) -> Work | None:
    """The case analyses that lead to the solution; `None` if they do not, or if one is harder than a grade.

    What refuting squares and placements leaves open counts as nested contradictions: the case analyses of
    explanations, which include them, settle it."""
    state = finder.state
    missing = sum(missing_of(state, kind) for kind in range(len(state.geometry.ships)))
    refutations = Refutations(state, finder.forced, watch)
    nested = 0
    if level >= GRADES.index("expert"):
        refutations.refute_values()
    while not finder.is_solved():
        if level < GRADES.index("extreme"):
            return None
        if not refutations.refute_placements():
            move = finder.best() if level >= GRADES.index("fiendish") else None
            if move is None or move.is_contradiction:
                return None
            finder.apply(move)
            nested += 1
        refutations.refute_values()
    return Work(
        (),
        missing=missing,
        tried=refutations.tried,
        links=refutations.links,
        squares=refutations.squares,
        placements=refutations.placements,
        nested=nested,
    )


class Refutations:
    """Refutes suppositions on a board, and adds what follows. Of the `solution`, the value of each square,
    only wrong values are tried, none where solutions differ. `watch` is called for each supposition.

    `tried` is the number of suppositions tried, and `links` that of the links in those that failed; `squares`
    and `placements` are how many of these were values and placements."""

    def __init__(self, state: State, solution: Sequence[int], watch: Callable[[], None]) -> None:
        self._state, self._solution, self._watch = state, solution, watch
        self._reached: dict[int, int] = {}
        """For each supposed fact that did not fail, all facts known after it."""
        self.tried = self.links = self.squares = self.placements = 0

    def refute_values(self) -> None:
        """Settle the first square of which plain techniques refute a value, and so on until there is none."""
        self._reached.clear()  # with fewer placements, more follows
        while True:
            wrong = self._failing_value()
            if wrong is None:
                return
            self.squares += 1
            self._state.suppose(wrong.water, wrong.ship, codes.CONCLUDED)
            self._state.run()

    def refute_placements(self) -> bool:
        """Rule out all placements that plain techniques refute. Returns whether there are any."""
        cases = [split.cases[0] for split in placements_open(self._state)]
        failing = [case.placements[0] for case in cases if self._reached_by(case) is None]
        self.placements += len(failing)
        self._state.rule_out_all(failing, codes.NOTED, 0)
        self._state.run()
        return bool(failing)

    def _failing_value(self) -> Case | None:
        """The first wrong value that fails. What follows from one that does not would not fail either."""
        known, passed = _packed(self._state.facts_since(0)), 0
        for fact in self._wrong_values():
            if passed >> fact & 1:
                continue
            if fact not in self._reached or known & ~self._reached[fact]:
                case = Case((), (fact >> 1,)) if fact & 1 else Case((fact >> 1,), ())
                reached = self._reached_by(case)
                if reached is None:
                    return case
                self._reached[fact] = _packed(reached)
            passed |= self._reached[fact]
        return None

    def _wrong_values(self) -> list[int]:
        """The wrong values of open squares: water first, since a square found to be ship shows more than one
        found to be water, so that fewer suppositions are needed."""
        wrong = [
            2 * at + (value == codes.SHIP)
            for at, value in enumerate(self._solution)
            if value != codes.OPEN and self._state.known(at) == codes.OPEN
        ]
        return sorted(wrong, key=lambda fact: not fact & 1)

    def _reached_by(self, case: Case) -> list[int] | None:
        """All facts about squares known after a case; `None` if plain techniques refute it."""
        self._watch()
        self.tried += 1
        state = self._state
        mark = state.top
        state.suppose(case.ship, case.water)
        holds = state.run()
        if not holds:
            self.links += len(state.links(mark))
        reached = state.facts_since(0) if holds else None
        state.undo(mark)
        return reached


def _packed(facts: Iterable[int]) -> int:
    """Facts as a set of bits."""
    packed = 0
    for fact in facts:
        packed |= 1 << fact
    return packed
