"""The steps of an explanation that one square needs, found backwards by what each rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.reasons import Facts, Reason, Squares
from bimaru.deduction.telling.steps import Step
from bimaru.squares import Part, Square


def needed_steps(
    start: Board, steps: Sequence[Step], square: Square, last: Step | None = None
) -> tuple[Step, ...]:
    """The steps that lead to a square, from the board before the first, or those that the `last` one needs;
    of a plain step only the reasons that are needed. Each shows the board that these steps lead to. Empty if
    no step settles the square."""
    needed: set[Square | Squares] = {square}
    kept: list[Step] = []
    for step in reversed(steps):
        reasons = step.reasons if step is last else _needed_reasons(step, needed)
        if not reasons:
            continue
        for reason in reasons:
            needed |= {*_facts(reason.premises)}
        kept.append(step if step.cases or len(reasons) == len(step.reasons) else _with(step, reasons))
    return () if not kept else tuple(_on_boards(start, kept[::-1]))


def _needed_reasons(step: Step, needed: set[Square | Squares]) -> tuple[Reason, ...]:
    """The reasons of a step that settle or rule out something needed, or that such a reason of the same step
    rests on; of a case analysis all."""
    if step.cases:
        settled = {*step.ship, *step.water, *step.barred}
        return step.reasons if needed & settled else ()
    wanted = {*needed}
    kept: list[Reason] = []
    for reason in reversed(step.reasons):
        if wanted & {*reason.ship, *reason.water, *reason.barred}:
            kept.append(reason)
            wanted |= {*_facts(reason.premises)}
    return tuple(kept[::-1])


def _facts(premises: Facts) -> Iterator[Square | Squares]:
    yield from premises.ship
    yield from premises.water
    yield from premises.barred


def _with(step: Step, reasons: tuple[Reason, ...]) -> Step:
    """A plain step with only some of its reasons."""
    ship = tuple(sorted({at for reason in reasons for at in reason.ship}))
    water = tuple(sorted({at for reason in reasons for at in reason.water}))
    text = " ".join(reason.text for reason in reasons)
    return replace(step, reasons=reasons, ship=ship, water=water, text=text)


def _on_boards(start: Board, steps: Iterable[Step]) -> Iterator[Step]:
    """Steps, each with the board that they lead to."""
    marks = {at: mark if mark in (WATER, UNKNOWN) else Part.SHIP.value for at, mark in start.squares()}
    for step in steps:
        marks |= dict.fromkeys(step.ship, Part.SHIP.value) | dict.fromkeys(step.water, WATER)
        rows = ("".join(marks[r, c] for c in range(start.width)) for r in range(start.height))
        yield replace(step, board=Board.spelled(tuple(rows)).with_parts())
