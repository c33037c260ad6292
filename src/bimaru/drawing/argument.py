"""The boards of an argument: a supposition, what follows from it link by link, and the contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bimaru.board import OPENINGS, UNKNOWN, WATER, Board
from bimaru.drawing.scene import Highlight, Scene, caption_of, highlight_of, scene
from bimaru.placements import surroundings
from bimaru.squares import Part, Square

if TYPE_CHECKING:
    from bimaru.deduction.reasons import Case, Line, Reason
    from bimaru.deduction.telling.step import Step
    from bimaru.puzzle import Puzzle


class State(NamedTuple):
    """One board of an argument, what is highlighted on it, and its sentence."""

    board: Board
    highlight: Highlight
    text: str


def states_of(before: Board, step: Step) -> list[State]:
    """The boards that the case analysis of a step leads through, from the board before it to what it
    concludes; none for a plain step."""
    if not step.cases:
        return []
    states = [_with_notes(state, step) for state in _cases(before, step, (), step.language)]
    conclusion = " ".join(dict.fromkeys(reason.text for reason in step.reasons))
    return [*states, State(step.board, _concluded(step), conclusion)]


def panels_of(before: Board, step: Step) -> list[State]:
    """A step in few boards: of a case analysis one for each argument, at its end, and what it concludes."""
    if not step.cases:
        return [State(step.board, highlight_of(step), step.text)]
    from bimaru.deduction.languages import language_of

    arguments = language_of(step.language).arguments
    asks = [step.question.text] if step.question is not None and step.question.text else []
    panels: list[State] = []
    for same in arguments.families(step.cases):
        *_, end = _case(before, same[0], "", (), step.language)
        text = " ".join([*(asks if not panels else []), arguments.case(*same, is_answer=bool(asks))])
        panels.append(_with_notes(end._replace(text=text), step))
    conclusion = " ".join([*asks[len(panels) :], *arguments.sentences(step.reasons)])
    return [*panels, State(step.board, _concluded(step), conclusion)]


def _concluded(step: Step) -> Highlight:
    """What is highlighted on the board after a case analysis, which has shown what it rests on."""
    return Highlight(
        settled=(*step.ship, *step.water),
        barred=(*step.noted, *step.barred),
        possible_letters=step.possible_letters,
    )


def _with_notes(state: State, step: Step) -> State:
    """The board with the notes that are still needed."""
    highlight = state.highlight
    return state._replace(highlight=highlight._replace(barred=(*step.noted, *highlight.barred)))


def overview(steps: Iterable[Step]) -> list[State]:
    """The board after every step of an explanation."""
    return [State(step.board, highlight_of(step), caption_of(step)) for step in steps]


def scenes_of(puzzle: Puzzle, states: Sequence[State], *, names: bool = True) -> list[Scene]:
    """The pictures of these boards, each numbered, with its sentence below it."""
    return [
        scene(
            puzzle,
            state.board,
            names=names,
            fleet=False,
            highlight=state.highlight,
            caption=f"{number}. {state.text}",
        )
        for number, state in enumerate(states, 1)
    ]


def _cases(board: Board, asked: Step | Case, outer: Sequence[Square], language: str) -> Iterator[State]:
    """The states of one case after another; the first says what they answer."""
    from bimaru.deduction.languages import language_of

    arguments = language_of(language).arguments
    asks = (asked.question.text,) if asked.question is not None and asked.question.text else ()
    for number, case in enumerate(asked.cases):
        opening = arguments.opening([case], is_answer=bool(asks))
        text = " ".join([*asks, opening] if number == 0 else [opening])
        yield from _case(board, case, text, outer, language)


def _case(board: Board, case: Case, opening: str, outer: Sequence[Square], language: str) -> Iterator[State]:
    """The states of a supposition; `outer`: squares that follow from one around it."""
    from bimaru.deduction.languages import language_of

    around = _around(board, case)
    supposed = (case.supposed,)
    ship, water = ((), case.supposed) if case.is_water else (case.supposed, ())
    board = _with(board, ship, (*water, *around))
    implied = [*outer, *around]
    yield State(board, Highlight(supposed=supposed, implied=tuple(implied)), opening)
    for reason in case.reasons:
        board = _with(board, reason.ship, reason.water)
        settled = (*reason.ship, *reason.water)
        lines = () if reason.line is None else (reason.line,)
        highlight = Highlight(
            settled, reason.squares, lines, reason.placements, supposed, tuple(implied), barred=reason.barred
        )
        yield State(board, highlight, reason.text)
        implied += settled
    yield from _cases(board, case, [*implied, *case.supposed], language)
    if case.ending is not None:
        highlight = Highlight(
            supposed=supposed,
            implied=tuple(implied),
            failing=_failing(case.ending),
            failed=case.ending.squares,
        )
        ending = case.ending.text.removesuffix(".")
        yield State(board, highlight, language_of(language).arguments.contradiction(ending))


def _around(board: Board, case: Case) -> tuple[Square, ...]:
    """The open squares that touch a supposed placement, or are the rest of a line that is supposed filled."""
    if case.is_placement:
        around = surroundings(case.supposed, board.height, board.width)
    elif case.line is not None:
        axis = 0 if case.line.axis == "row" else 1
        around = tuple(at for at, _ in board.squares() if at[axis] == case.line.number)
    else:
        return ()
    return tuple(at for at in around if board[at] == UNKNOWN and at not in case.supposed)


def _with(board: Board, ship: Sequence[Square], water: Sequence[Square]) -> Board:
    """The board with further squares; what is known already stays as it is."""
    marks = dict.fromkeys(ship, Part.SHIP.value) | dict.fromkeys(water, WATER)
    rows = tuple(
        "".join(
            marks.get((r, c), mark) if mark in (UNKNOWN, WATER, Part.SHIP) else mark
            for c, mark in enumerate(row)
        )
        for r, row in enumerate(board.rows)
    )
    parts = {at: mark for at, mark in board.squares() if mark in OPENINGS}
    return Board._spelled(rows, board.letters).with_parts(parts)


def _failing(ending: Reason) -> tuple[Line, ...]:
    """The lines in which a contradiction shows."""
    return ending.lines or ending.starved
