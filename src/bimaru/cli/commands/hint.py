"""`bimaru hint`: the next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from bimaru import advice
from bimaru.advice import Advice
from bimaru.advice.hints import STRENGTHS, Strength
from bimaru.cli import options
from bimaru.cli.batch import Form, InputPuzzle, batch_with_boards, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, flag, option
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import language
from bimaru.cli.technique_files import TechniqueFile, technique_files, techniques_in
from bimaru.deduction.languages import language_of, technique_name
from bimaru.drawing.terminal import paragraphs
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.puzzle import Given
from bimaru.squares import Square

_Outcome: TypeAlias = Advice | NoSolutionError | OutOfTimeError


@command()
def hint(
    path: str = argument(type=options.INPUT),
    board: str | None = option("--board FILE", "Half-filled board to continue from.", type=options.INPUT),
    strength: Strength = option(
        "--strength",
        "How much to reveal: where to look (where); also the technique (technique); also what to "
        "suppose in a case analysis and where to look for the contradiction (idea); or the whole step "
        "(step). Of a mistake: its row; the square; why it is wrong; also what to clear.",
        choices=STRENGTHS,
        shown_default="step",
    ),
    last: Square | None = option(
        "--last SQUARE",
        "Square marked last: of steps that are as easy, the nearest is given.",
        parse=options.square_in,
    ),
    moves: list[Given] = option(
        "--moves MARKS",
        'Your marks in order, as in "E5=X A3=W C4=?" (? for one that was removed): of a board with a '
        "mistake, the first wrong one is named, and whether it was a guess. Without --board they make the "
        "board.",
        default="",
        parse=options.moves_in,
    ),
    full: bool = flag("--full", "Print long arguments in full."),
    files: tuple[TechniqueFile, ...] = technique_files,
    language: str = language,
    time_limit: float | None = options.time_limit,
    as_json: bool = options.as_json,
    target: str | None = options.output,
) -> Exit:
    """Give the next step, or the mistake in a half-filled board.

    Of an argument of more than 120 words a summary is printed; --full prints all
    of it.

    The step is the easiest one available; with --last, one near that square.

    FILE holds the JSON of a board or a picture as solve prints it, with ? or a centred dot for
    unknown squares. If PATH holds many puzzles, FILE holds as many boards, in the same order.

    \b
    With --json, one object per puzzle:
      {"id", "mistake", "where", "focus", "technique", "idea", "step",
       "solved"}
    Keys that do not apply, or that a hint of this strength does not reveal,
    are null; "solved" is whether the board is a solution. A mistake is
      {"squares", "text", "case", "guess", "clear"}
    and a step is as in explain --json. If the time limit was reached, all
    but "solved" are null and "complete" is false.

    \b
    Example:
      bimaru hint puzzle.txt
      bimaru hint --strength where puzzle.txt
      bimaru hint --moves "B2=X A3=W" puzzle.txt
      bimaru hint --last C4 puzzle.txt --board half.txt
      bimaru solve puzzle.txt > solved.txt
      bimaru hint puzzle.txt --board solved.txt
    """
    hint_at = partial(
        advice.hint, last=last, moves=moves, strength=strength, time_limit=time_limit, language=language,
        techniques=techniques_in(files),
    )  # fmt: skip
    batch = batch_with_boards([path], board)
    work = puzzle_work(hint_at, NoSolutionError, OutOfTimeError)
    text = partial(_as_text, strength=strength, language=language, is_full=full)
    data = partial(_as_data, strength=strength)
    form = Form(text, data, lambda advice: Exit.FAILED if advice.mistake else Exit.DONE)
    return form.run(batch, work, as_json, target)


def _as_data(_: InputPuzzle, outcome: _Outcome, strength: str) -> dict[str, object]:
    advice = outcome if isinstance(outcome, Advice) else Advice()
    incomplete = outcome.to_data() if isinstance(outcome, OutOfTimeError) else {}
    return advice.to_data(strength) | incomplete


def _as_text(item: InputPuzzle, outcome: _Outcome, strength: str, language: str, *, is_full: bool) -> str:
    lines = [f"{item.title}:"] if item.title else []
    lines += _sentences(outcome, strength, language, is_full=is_full)
    return "".join(f"{paragraphs(line)}\n" for line in lines)


def _sentences(outcome: _Outcome, strength: str, language: str, *, is_full: bool) -> Iterator[str]:
    words = language_of(language)
    if isinstance(outcome, OutOfTimeError):
        yield words.phrase("no_hint", reason=words.phrase("no_answer_in_time"))
    elif isinstance(outcome, NoSolutionError):
        yield words.phrase("no_solution")
    elif outcome.mistake:
        yield outcome.mistake.told(STRENGTHS.index(strength))
    elif outcome.solved:
        yield words.phrase("solved")
    elif outcome.step is None:
        yield words.phrase("nothing_follows")
    else:
        idea = "" if strength == "step" else outcome.idea or outcome.step.text
        technique = words.phrase("technique", name=technique_name(outcome.step.technique, language))
        text = outcome.step.text if is_full else outcome.text
        texts = (outcome.where or "", technique, idea, text or "")
        yield from filter(None, dict.fromkeys(texts[: STRENGTHS.index(strength) + 1]))
