"""The grade of a puzzle that is solved: by the compiled ladder for straight ships, which makes puzzles, too;
for others by the techniques on placements and the case analyses of explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from bimaru.board import Board
from bimaru.deduction.finding.moves import Finder, Move
from bimaru.deduction.finding.plain import rounds
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.finding.state import State
from bimaru.deduction.grading import FIRST_WORDS, GRADES, Grade, grade_from, grade_of
from bimaru.deduction.limits import Budget, Deadline, is_straight, placements_in
from bimaru.deduction.measuring import work_of
from bimaru.deduction.techniques import CASES, CONTRADICTION, FAILING_PLACEMENTS, NESTED, Technique
from bimaru.puzzle import Given, Puzzle

MOST_LOOKS: Final = 200_000
"""Limit of grading a puzzle of straight ships, in calls of the ladder's `watch`: some seconds. No puzzle on
10x10 known takes a hundredth of it."""
MOST_VISITS: Final = 35_000_000
"""Limit of grading a puzzle of other ships, in suppositions and splits tried, times placements: some
seconds."""


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
        return None if work is None else grade_of(work)
    watch = Budget(MOST_VISITS, placements_in(puzzle), deadline).check
    return grade_by_placements(puzzle, watch, shown, board=board)


def grade_by_placements(
    puzzle: Puzzle,
    watch: Callable[[], None],
    shown: Sequence[Given] = (),
    hardest: str = GRADES[-1],
    *,
    board: Board | None = None,
) -> Grade | None:
    """The grade of a puzzle of ships of any kind; `None` if it is harder than `hardest`, or if the techniques
    do not lead to a solution. `watch` is called for every supposition and every split that is tried, and may
    raise an exception. With the only solution, `board`, true suppositions are not tried.

    Placements that would starve a line are ruled out only where all easier techniques end."""
    level = GRADES.index(hardest)
    clues = NumberedClues(puzzle)
    state = clues.start(shown)
    finder = Finder(clues, state, watch)
    if board is not None:
        finder.forced = clues.values(board)
    uses: Counter[Technique] = Counter()
    for one in rounds(state, starves=level >= GRADES.index("hard")):
        uses.update(one.techniques())
    moves = _case_analyses(finder, state, level) if level >= GRADES.index("expert") else []
    if moves is None or not finder.is_solved():
        return None
    uses.update(_techniques_of(moves))
    # Efforts are taken as words here: these techniques have no fitted weights.
    words = FIRST_WORDS + sum(technique.effort * number for technique, number in uses.items())
    in_order = sorted(uses.items(), key=lambda use: (GRADES.index(use[0].grade), use[0].effort))
    grade = grade_from(in_order, words + sum(move.words for move in moves))
    return grade if GRADES.index(grade) <= level else None


def _case_analyses(finder: Finder, state: State, level: int) -> list[Move] | None:
    """The case analyses that lead on, as far as they do; `None` if one is harder than a grade."""
    moves: list[Move] = []
    state.starve(True)
    while state.run() and not finder.is_solved():
        move = finder.best()
        if move is None or move.is_contradiction:
            break
        if level < GRADES.index("fiendish" if move.inner else "extreme" if move.notes else "expert"):
            return None
        moves.append(move)
        finder.apply(move)
    return moves


def _techniques_of(moves: Sequence[Move]) -> Counter[Technique]:
    """How many case analyses there are of each kind."""
    isolated = sum(move.split is not None and move.split.is_supposition for move in moves)
    nested = sum(move.inner is not None for move in moves)
    numbers = {
        CASES: sum(move.split is not None for move in moves) - isolated,
        CONTRADICTION: isolated - nested,
        FAILING_PLACEMENTS: sum(len(move.notes) for move in moves),
        NESTED: nested,
    }
    return Counter({technique: number for technique, number in numbers.items() if number})
