"""Measuring the work that a puzzle takes, on a proof found as quickly as possible: for grades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bimaru.board import MARKS, UNKNOWN, WATER, Board
from bimaru.deduction.grading import Work
from bimaru.deduction.ladder import PLAIN_RUNGS, SUPPOSE, Ladder, Prover, Value, decode
from bimaru.deduction.proof_search import Search, apply, mark_opposite
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part
from bimaru.symmetry import Turn, canonical_turn

_WITHOUT_PARTS: Final = {ord(mark): Part.SHIP.value for mark in MARKS if mark not in (WATER, UNKNOWN)}


def work_of(
    puzzle: Puzzle,
    board: Board,
    watch: Callable[[], None],
    shown: Sequence[Given] = (),
    *,
    with_extreme: bool = True,
    ladder: Ladder | None = None,
) -> Work | None:
    """The work of a puzzle of straight ships whose only solution is `board`, from squares that are `shown` on
    it; `None` if the techniques do not lead there or, without `with_extreme`, if those of easier grades do
    not.

    `ladder`: one for the fleet and the size, no higher than wide, whose memory is used again."""
    turn = canonical_turn(puzzle, puzzle.givens)
    (rows, cols), givens = turn.tallies(puzzle), turn.givens((*puzzle.givens, *shown))
    if ladder is None:
        ladder = Ladder(rows, cols, puzzle.fleet, givens)
    else:
        ladder.start_over(rows, cols, givens)
    return measured(
        ladder,
        lambda: Prover(rows, cols, puzzle.fleet, givens),
        lambda: turned(board, turn),
        watch,
        with_extreme=with_extreme,
    )


def turned(board: Board, turn: Turn) -> list[str]:
    """The squares of a turned board, a string a row, without the parts of ships."""
    return turn.rows([row.translate(_WITHOUT_PARTS) for row in board.rows])


def measured(
    ladder: Ladder,
    start: Callable[[], Prover],
    forced: Callable[[], Sequence[str]],
    watch: Callable[[], None],
    *,
    with_extreme: bool = True,
) -> Work | None:
    """The work that leads to the solution, whose squares are those of `forced`; `None` if the techniques do
    not lead there or, without `with_extreme`, if those of easier grades do not.

    Contradictions of squares come first; only where they end, placements are refuted, all that fail at once,
    and suppositions nested in others."""
    ladder.watch = watch
    ladder.run(PLAIN_RUNGS)
    solution: Sequence[str] = ()
    if not ladder.is_solved():
        solution = forced()
        ladder.set_solution(solution)
        ladder.run(SUPPOSE + 1)
    steps = ladder.uses_by_rung()
    tried, links, squares = ladder.n_tried, ladder.n_chained, steps[SUPPOSE]
    if ladder.is_solved():
        return Work(steps[:SUPPOSE], tried, links, squares)
    if not with_extreme:
        return None
    prover = start()
    prover.watch = watch
    prover.add_known(*ladder.known_rows())
    search = Search(prover, solution)
    placements = nested = 0
    while not prover.is_solved():
        failing, number = search.all_failing()
        tried += number
        if not failing:
            proof = search.nested()
            if proof is None:
                return None
            nested += 1
            links += len(proof.links) + sum(len(link.proof.links) for link in proof.links if link.proof)
            apply(prover, proof)
        for supposition, size in failing:
            meaning = decode(supposition)
            links += size
            if isinstance(meaning, Value):
                squares += 1
                mark_opposite(prover, meaning)
            else:
                placements += 1
                prover.bar(meaning)
        prover.run(PLAIN_RUNGS)
    return Work(
        tuple(a + b for a, b in zip(steps[:SUPPOSE], prover.uses_by_rung(), strict=False)),
        tried,
        links,
        squares,
        placements,
        nested,
    )
