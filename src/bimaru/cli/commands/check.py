"""`bimaru check`: the referee, for boards and for the answers of other solvers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import fill
from typing import Final, NamedTuple, TypeAlias

import click

from bimaru import advice, rules
from bimaru.advice import Review
from bimaru.board import Board
from bimaru.cli import combinations, options
from bimaru.cli.batch import (
    Form,
    InputPuzzle,
    pair_with_boards,
    puzzle_answered,
    puzzle_batch,
    with_half_filled,
)
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.model_option import model_option
from bimaru.cli.output import choose_look
from bimaru.deduction.languages.notation import names
from bimaru.drawing.terminal import PAGE, Look, picture
from bimaru.errors import OutOfTimeError
from bimaru.formats.board_text import NO_BOARD, boards_or_faults_in, read_board_history, read_boards_or_faults
from bimaru.formats.input_files import name_of
from bimaru.rules import Fault
from bimaru.squares import square_name, square_names
from bimaru.study.answer_readers import ANSWERS, InvalidAnswerError
from bimaru.study.answers import Answer, Names, detect, interpret, lines_in
from bimaru.study.variable_names import UnknownVariableError

_NO_ANSWER: Final = f"not recognised as a solver's answer ({', '.join(ANSWERS)}); --from names its format"
_NO_BOARD: Final = Fault("board", (), "no board for this puzzle")
_Outcome: TypeAlias = Review | OutOfTimeError
_NOT_FOUND: Final = {"none": "no solution, according to the solver", "unknown": "undecided by the solver"}


@command(
    combinations.needs("--raw", "--model"),
    combinations.exclusive("--model", "--exported"),
    combinations.needs("--history", "--rewind"),
    combinations.needs("--time-limit", "--so-far", "--rewind"),
    combinations.apart(
        ["--so-far", "--rewind"],
        ["--from", "--model", "--exported"],
        "--so-far and --rewind are for boards, not for the answers of solvers.",
    ),
)
def check(
    puzzle: str = argument(type=options.INPUT),
    answer: str = argument(type=options.INPUT),
    format: str | None = option(
        "--from FORMAT",
        f"Format of the answer, if it is not recognised: {', '.join(ANSWERS)}.",
        choices=ANSWERS,
    ),
    model: str | None = model_option(
        help="Model that the solver was given, for answers that number its variables."
    ),
    raw: bool = flag("--raw", "The model was exported with --raw."),
    exported: str | None = option(
        "--exported FILE",
        "Exported file that the solver was given (DIMACS, OPB, LP or MPS), instead of --model.",
        type=options.INPUT,
    ),
    so_far: bool = flag(
        "--so-far", "Say only whether the board can still become a solution, not what is wrong."
    ),
    rewind: bool = flag(
        "--rewind",
        "The same, and print the board to go back to: the last right one of --history, or the board "
        "without its wrong squares.",
    ),
    history: str | None = option(
        "--history FILE", "Earlier boards, oldest first, for --rewind.", type=options.INPUT
    ),
    time_limit: float | None = options.time_limit,
    as_json: bool = options.as_json,
    ascii_only: bool = options.ascii_only,
    target: str | None = options.output,
) -> Exit:
    """Check a board against its puzzle and list every broken rule.

    ANSWER is the JSON of a board, a line of solve --json (the first of several solutions is checked),
    plain rows (marks, 0 and 1, or letters), or a picture as solve prints it; it may be half filled, in
    plain rows with . for water and ? for unknown squares: a board with unknown squares that breaks no
    rule is unfinished, neither right nor wrong (exit code 1). If PUZZLE holds many puzzles, ANSWER holds
    as many boards in the same order, with a blank line or --- between plain rows. A puzzle for which
    solve --json found no board, or with nothing between two ---, fails, and the others are still checked.

    ANSWER may also be what a solver wrote for a model exported by bimaru model: GLPK (-o, -w),
    CBC, HiGHS, SCIP, SAT, pseudo-Boolean and SMT solvers, MiniZinc, clingo, ACE or Choco, or what the
    programs of some published models print: lists of ships, heads of words. The board is shown with
    the verdict; of several answers, the first is checked. If the answer numbers its variables, say which
    model it was (--model, --raw) or give the exported file (--exported).

    With --so-far, only the verdict is printed: right, right so far (a half-filled board that can be
    completed to a solution), or wrong. --rewind also takes back the mistakes: without --history,
    all squares that differ from the solution or, if there are several, those that cannot be right
    together with the squares before them in reading order.

    \b
    With --json, one object per puzzle:
      {"id", "faults": [{"rule", "squares", "text"}]}
      {"id", "format", "status", "answers", "board", "faults"}
                                                      (answers of solvers)
      {"id", "right", "finished"}                     (--so-far)
      {"id", "right", "finished", "board", "removed"} (--rewind)
    The status is solution, none or unknown; answers is their number, of which
    the first is checked. If the time limit was reached, the verdict is null and
    "complete" is false.

    \b
    Example:
      bimaru solve puzzle.txt > solved.txt
      bimaru check puzzle.txt solved.txt
      bimaru model puzzle.txt --model mip-ship --to lp -o model.lp
      glpsol --lp model.lp -o answer.txt > log.txt
      bimaru check puzzle.txt answer.txt
      bimaru check --so-far puzzle.txt half.txt
      bimaru check --rewind puzzle.txt half.txt
    """
    if puzzle == answer == "-":
        raise click.UsageError("PUZZLE and ANSWER cannot both be standard input.")
    batch = puzzle_batch([puzzle], skips_malformed=False)
    if so_far or rewind:
        reviewing = _Reviewing(rewind, history, time_limit, choose_look(target, ascii=ascii_only))
        if history is not None:
            batch.items = puzzle_answered(batch.items)
        batch.items = with_half_filled(batch.items, partial(read_boards_or_faults, answer))
        form = Form(reviewing.text, reviewing.data, lambda review: Exit.DONE if review.right else Exit.FAILED)
        return form.run(batch, reviewing.review, as_json, target)
    lines = lines_in(answer)
    found, lines = detect(lines) if format is None else (format, lines)
    if found is None and (model or exported):
        raise BadInputError(f"{name_of(answer)}: {_NO_ANSWER}")
    if found is not None:
        read = partial(_read_answer, found, lines, Names(model, raw, exported), name_of(answer))
        text = partial(_answer_as_text, choose_look(target, ascii=False))
        answered = Form(text, _answer_as_data, _answer_exit_code)
        batch.items = puzzle_answered(batch.items)
        return answered.run(batch, read, as_json, target)
    no_board = f"{NO_BOARD}; {_NO_ANSWER}"
    boards = partial(boards_or_faults_in, lines, file=name_of(answer), no_board=no_board)
    checked = Form(_as_text, _as_data, _exit_code)
    batch.items = pair_with_boards(batch.items, boards)
    return checked.run(batch, _find_faults, as_json, target)


class _Checked(NamedTuple):
    """The answer of a solver, and the faults of its board."""

    answer: Answer
    faults: Sequence[Fault]


def _read_answer(
    format: str, lines: Iterator[str], names: Names, file: str | None, item: InputPuzzle
) -> _Checked:
    try:
        answer = interpret(format, lines, item.puzzle, names)
    except (InvalidAnswerError, UnknownVariableError) as error:
        raise type(error)([f"{file}: {fault}" for fault in error.faults]) from None
    if answer.board is None:
        return _Checked(answer, [Fault("board", (), _NOT_FOUND[answer.status])])
    return _Checked(answer, rules.check(item.puzzle, answer.board))


def _answer_exit_code(checked: _Checked) -> Exit:
    return Exit.UNDECIDED if checked.answer.status == "unknown" else _exit_code(checked.faults)


def _answer_as_data(item: InputPuzzle, checked: _Checked) -> dict[str, object]:
    answer = checked.answer
    board = {"board": None} if answer.board is None else answer.board.to_data()
    number = {"answers": 0 if answer.board is None else answer.n_solutions}
    shown = {"format": answer.format, "status": answer.status}
    return {**shown, **number, **board, **_as_data(item, checked.faults)}


def _answer_as_text(look: Look, item: InputPuzzle, checked: _Checked) -> str:
    """The verdict, the faults, and the board."""
    answer = checked.answer
    if answer.board is None:
        verdict = f"{_NOT_FOUND[answer.status]} (answer of {ANSWERS[answer.format].summary})"
        return f"{item.label}{verdict}\n"
    same_size = (answer.board.height, answer.board.width) == (item.puzzle.height, item.puzzle.width)
    shown = f"\n{picture(item.puzzle, answer.board, look)}\n" if same_size else ""
    others = f"The first of {answer.n_solutions:,} answers; the others are not checked.\n"
    return f"{_as_text(item, checked.faults)}{others if answer.n_solutions > 1 else ''}{shown}"


def _exit_code(found: Sequence[Fault]) -> Exit:
    return Exit.FAILED if found else Exit.DONE


def _find_faults(item: InputPuzzle) -> Sequence[Fault]:
    return rules.check(item.puzzle, item.board) if isinstance(item.board, Board) else [_NO_BOARD]


def _as_data(_: InputPuzzle, found: Sequence[Fault]) -> dict[str, object]:
    return {"faults": [fault.to_data() for fault in found]}


def _as_text(item: InputPuzzle, found: Sequence[Fault]) -> str:
    is_only_unfinished = all(fault.rule == "unfinished" for fault in found)
    verdict = "right" if not found else "unfinished" if is_only_unfinished else "wrong"
    title = f"{item.label}{verdict}" if item.title else verdict.capitalize()
    return "".join(f"{line}\n" for line in (title, *map(_fault_lines, found)))


def _fault_lines(fault: Fault) -> str:
    """The rule, its sentence, and the squares unless the sentence names them."""
    named = all(square_name(square) in fault.text for square in fault.squares)
    squares = "" if named else f" ({square_names(fault.squares)})"
    rule = f"  {fault.rule:11}"
    return fill(fault.text + squares, PAGE, initial_indent=rule, subsequent_indent=" " * len(rule))


# Reviews


class _Reviewing(NamedTuple):
    """How boards are reviewed, and what is printed."""

    rewind: bool
    history: str | None
    time_limit: float | None
    look: Look

    def review(self, item: InputPuzzle) -> _Outcome:
        """The review of the board for a puzzle."""
        if not isinstance(item.board, Board):
            raise BadInputError(_NO_BOARD.text)
        history = () if self.history is None else tuple(read_board_history(self.history, item.puzzle))
        try:
            return advice.review(item.puzzle, item.board, history=history, time_limit=self.time_limit)
        except OutOfTimeError as reason:
            return reason

    def text(self, item: InputPuzzle, outcome: _Outcome) -> str:
        """The verdict and, going back, the board and the squares taken back."""
        verdict = _verdict(outcome)
        text = f"{item.label}{verdict}\n" if item.title else f"{verdict.capitalize()}\n"
        if isinstance(outcome, OutOfTimeError) or not self.rewind or outcome.right or outcome.board is None:
            return text
        removed = fill(f"Taken back: {names(outcome.removed)}.", PAGE)
        return f"{text}\n{picture(item.puzzle, outcome.board, self.look)}\n\n{removed}\n"

    def data(self, _: InputPuzzle, outcome: _Outcome) -> dict[str, object]:
        """The verdict and, going back, the board and the squares taken back; null where none is known."""
        if isinstance(outcome, Review):
            return outcome.to_data(rewind=self.rewind)
        nothing = Review(False, False, None, ()).to_data(rewind=self.rewind)
        return dict.fromkeys(nothing) | outcome.to_data()


def _verdict(outcome: _Outcome) -> str:
    if isinstance(outcome, OutOfTimeError):
        return f"undecided: {outcome}"
    if outcome.right:
        return "right" if outcome.finished else "right so far"
    return "wrong" if outcome.board is not None else "wrong: the puzzle has no solution"
