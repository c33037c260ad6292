"""Explanations and arguments in notebooks: pictures, sentences to unfold, and a slider through the steps, in
plain HTML. All text is escaped; without scripts, as where a notebook is only shown, the last board is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bimaru.advice import Advice, Argument, Conflict, Explanation
    from bimaru.board import Board
    from bimaru.deduction import Step
    from bimaru.deduction.telling.chapters import Chapter
    from bimaru.puzzle import Puzzle


def show_deductions() -> None:
    """Make notebooks show explanations and advice, and give them a short `repr`: their own would be hundreds
    of thousands of characters."""
    from bimaru import advice, deduction

    shown: dict[type, tuple[Callable[[Any], str], Callable[[Any], str]]] = {
        advice.Explanation: (explanation_html, _explanation_text),
        advice.Argument: (_argument, _text),
        advice.Conflict: (_conflict, _text),
        advice.Advice: (_advice, _text),
        deduction.Step: (_step, _text),
    }
    for kind, (html, text) in shown.items():
        kind._repr_html_ = html  # type: ignore[attr-defined]
        kind.__repr__ = text  # type: ignore[assignment]


# HTML


def explanation_html(explanation: Explanation) -> str:
    """An explanation in HTML: its grade, a slider through the boards, and the steps."""
    steps = explanation.steps
    return _page(
        _paragraph(_outcome(explanation)),
        _slider([*map(_frame, count(1), steps)], len(steps)) if steps else _board(explanation.board),
        *(_chapter(explanation, chapter) for chapter in explanation.chapters),
        "" if explanation.chapters else _list(explanation.steps),
    )


def lesson_html(puzzle: Puzzle, explanation: Explanation, conclusion: Iterable[str]) -> str:
    """The same for readers: a slider through pictures of the puzzle, each with the sentences of its step."""
    from bimaru.drawing.scene import scene
    from bimaru.drawing.svg import svg

    frames = [
        svg(scene(puzzle, step=step, caption="")) + _paragraph(f"{number}. {step.paragraph}")
        for number, step in enumerate(explanation.steps, 1)
    ]
    shown = _slider(frames, 1) if frames else svg(scene(puzzle, explanation.board))
    return _page(shown, *map(_paragraph, conclusion))


def _chapter(explanation: Explanation, chapter: Chapter) -> str:
    """The steps of a chapter, to unfold."""
    steps = _list(explanation[chapter.first - 1 : chapter.last], chapter.first)
    return f"<details><summary>{escape(chapter.text)}</summary>{steps}</details>"


def _step(step: Step) -> str:
    return _page(_paragraph(step.paragraph), _board(step.board))


def _argument(argument: Argument) -> str:
    return _page(
        _paragraph(argument.text), _list(argument.steps), *(_board(board) for board in argument.boards)
    )


def _conflict(conflict: Conflict) -> str:
    repairs = "".join(f"<li>{escape(repair.text)}</li>" for repair in conflict.repairs)
    return _page(_paragraph(conflict.text), _list(conflict.steps), f"<ul>{repairs}</ul>" if repairs else "")


def _advice(advice: Advice) -> str:
    mistake = advice.mistake.text if advice.mistake else None
    texts = (mistake, advice.where, advice.idea, advice.text)
    return _page(*(_paragraph(text) for text in dict.fromkeys(filter(None, texts))))


def _page(*parts: str) -> str:
    return f'<div class="bimaru">{"".join(parts)}</div>'


def _paragraph(text: str) -> str:
    return f"<p>{_lines(text)}</p>"


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _list(steps: Iterable[Step], first: int = 1) -> str:
    """The steps, each with its sentences to unfold, numbered from `first`."""
    items = "".join(
        f"<li><details><summary>{escape(step.title)}</summary>{_lines(step.text)}</details></li>"
        for step in steps
    )
    return f'<ol start="{first}">{items}</ol>' if items else ""


_SLIDE = "for(const one of this.parentNode.children)if(one.dataset.at)one.hidden=one.dataset.at!=this.value"


def _slider(frames: Sequence[str], shown: int) -> str:
    """What belongs to each step, one at a time, first that with the number `shown`."""
    divisions = "".join(
        f'<div data-at="{at}"{"" if at == shown else " hidden"}>{frame}</div>'
        for at, frame in enumerate(frames, 1)
    )
    handle = f'<input type="range" min="1" max="{len(frames)}" value="{shown}" aria-label="step"'
    return f'<div>{handle} oninput="{_SLIDE}">{divisions}</div>'


def _frame(number: int, step: Step) -> str:
    return f"<pre>{escape(f'{number}. {step.title}')}\n\n{_squares(step.board)}</pre>"


def _board(board: Board) -> str:
    """A board as a picture; as text if it is too large for one."""
    from bimaru.drawing import picture_of

    return picture_of(board) or f"<pre>{_squares(board)}</pre>"


def _squares(board: Board) -> str:
    from bimaru.formats.board_text import UNICODE

    return escape("\n".join(" ".join(UNICODE.get(mark, mark) for mark in row) for row in board.rows))


# Text


def _outcome(explanation: Explanation) -> str:
    from bimaru.grading.grades import score_text

    grade = explanation.grade
    how = f"{grade} ({score_text(grade.score)})" if grade is not None else explanation.status
    steps = len(explanation.steps)
    rest = "" if explanation.complete else ", cut short"
    return f"{how}, {steps} step{'' if steps == 1 else 's'}{rest}"


def _shortened(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:97]}..."


def _explanation_text(explanation: Explanation) -> str:
    return f"<Explanation: {_outcome(explanation)}>"


def _text(value: Any) -> str:
    return f"<{type(value).__name__}: {_shortened(value.text or '')}>"
