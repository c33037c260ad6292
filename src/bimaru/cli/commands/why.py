"""`bimaru why`: the shortest argument why a square is what it is, or cannot be what one thinks."""

from __future__ import annotations

from functools import partial
from textwrap import fill
from typing import TypeAlias

from bimaru import advice
from bimaru.advice import Argument
from bimaru.advice.why import no_argument
from bimaru.cli import options
from bimaru.cli.batch import Form, InputPuzzle, batch_with_boards, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.commands.explain import numbered_steps
from bimaru.cli.declarations import argument, option, parsed
from bimaru.cli.exit_codes import Exit
from bimaru.cli.language import language
from bimaru.cli.output import choose_look
from bimaru.cli.technique_files import TechniqueFile, technique_files, techniques_in
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.drawing.terminal import PAGE, Look, picture
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.squares import Square

_Outcome: TypeAlias = Argument | NoSolutionError | OutOfTimeError


@command()
def why(
    path: str = argument(metavar="PUZZLE", type=options.INPUT),
    square: Square = argument(callback=parsed(options.square_in)),
    is_not: str | None = option(
        "--not KIND", "Why the square is not KIND: W (water), X (ship), S, L, R, T, B, M, or =A for a letter."
    ),
    board: str | None = option("--board FILE", "Half-filled board to argue from.", type=options.INPUT),
    files: tuple[TechniqueFile, ...] = technique_files,
    language: str = language,
    time_limit: float | None = options.time_limit,
    as_json: bool = options.as_json,
    ascii_only: bool = options.ascii_only,
    target: str | None = options.output,
) -> Exit:
    """Show the shortest argument that a square is water or ship.

    Shows the fewest clues and known squares that force the square, and the steps from these to the
    square or, if no technique gets there, from more clues. FILE is as in bimaru hint.
    The extra "models" makes it faster.

    \b
    With --json, one object per puzzle:
      {"id", "square", "kind", "not", "verdict", "clues", "squares",
       "smallest", "steps", "boards", "complete", "text"}
    The verdict is "forced", "open" if solutions differ on the square,
    "possible" if the square shows KIND (--not) in some solution, "none" if
    there is no solution, or "unknown" if the time limit was reached. Steps are
    as in explain --json.

    \b
    Example:
      bimaru why puzzle.txt B4
      bimaru why puzzle.txt B4 --not X
      bimaru why puzzle.txt B4 --board half.txt
    """
    argue = partial(
        advice.why, square=square, is_not=is_not, time_limit=time_limit, language=language,
        techniques=techniques_in(files),
    )  # fmt: skip
    batch = batch_with_boards([path], board, "PUZZLE")
    work = puzzle_work(argue, NoSolutionError, OutOfTimeError)
    text = partial(_as_text, look=choose_look(target, ascii=ascii_only), words=language_of(language))
    data = partial(_as_data, square=square, is_not=is_not, language=language)
    return Form(text, data).run(batch, work, as_json, target)


def _as_data(
    _: InputPuzzle, outcome: _Outcome, square: Square, is_not: str | None, language: str
) -> dict[str, object]:
    if isinstance(outcome, Argument):
        return outcome.to_data()
    return no_argument(square, is_not, outcome, language)


def _as_text(item: InputPuzzle, outcome: _Outcome, look: Look, words: Language) -> str:
    """Title, the clues, the steps, and solutions that decide the question the other way."""
    if isinstance(outcome, Argument):
        parts = [item.title, fill(outcome.text, PAGE), *numbered_steps(outcome.steps)]
        parts += [picture(item.puzzle, board, look) for board in outcome.boards]
    elif isinstance(outcome, NoSolutionError):
        parts = [item.title, words.phrase("board_disagrees" if outcome.with_board else "no_solution")]
    else:
        parts = [item.title, words.phrase("no_argument", reason=words.phrase("no_answer_in_time"))]
    return "".join(f"{part}\n\n" for part in parts if part)
