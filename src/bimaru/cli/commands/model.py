"""`bimaru model`: the formulations that engines pass to their solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import click

from bimaru.cli import options
from bimaru.cli.batch import (
    InputPuzzle,
    answer_writer,
    pair_with_boards,
    puzzle_answered,
    puzzle_batch,
    single_puzzle,
)
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.file_endings import no_format
from bimaru.cli.model_option import model_option
from bimaru.cli.output import is_directory, open_output
from bimaru.formats.board_text import boards_or_faults_in
from bimaru.formats.input_files import name_of
from bimaru.formats.lines import TextFault
from bimaru.study.answers import Names, detect, interpret, lines_in
from bimaru.study.models import SUFFIXES, model_text, only_model, written_models
from bimaru.study.prolog_models import PROGRAMS


@command()
def model(
    paths: tuple[str, ...] = options.paths,
    name: str | None = model_option(
        help=f"Engine whose model to write: {', '.join(written_models())}. Options follow the name, as in "
        f"sat-boats:encoding=binomial. {', '.join(PROGRAMS)} have models of their own."
    ),
    to: str | None = option(
        "--to FORMAT",
        f"Format to write: {', '.join(SUFFIXES)}; without it, the ending of -o FILE decides.",
        choices=SUFFIXES,
    ),
    another: str | None = option("--another BOARD", "Exclude this solution.", type=options.INPUT),
    raw: bool = flag("--raw", "Write all placements, including what a single given or tally rules out."),
    target: str | None = options.output,
) -> Exit:
    """Write the model of an engine as a file for other solvers.

    Variables are named by their meaning: ship4_C5_right is a ship of four squares from C5 to
    the right. Comments say what each group of constraints or clauses states. bimaru check reads
    the answers of solvers back. If -o names a directory, each puzzle gets a file in it, named by
    its id.

    minizinc is a readable model with the puzzle as data: of mip-heads for ships with letters; of
    cp-sat, mip-ship, mip-cell, mip-pairs, sat-boats, automaton, rectangles and smith for straight
    ships without; mzn and dzn are the model and the data alone. minizinc-matrix is for every model of
    linear constraints or clauses.

    asp writes the model asp as rules to read. xcsp3 writes automaton with the constraint regular.
    dlx is for exact-cover, which need not be named, without letters, and for D. E. Knuth's program
    DLX3.

    eclipse, sicstus and essence are programs to read, after the models of CSPLib's prob014, for the
    same puzzles. They cannot be run in the tests of this project by the systems that they are
    written for; the header of each file says how they are checked.

    With --another BOARD, a board or a solver's answer as bimaru check reads them, the model has all
    solutions but that one: if it has none, the puzzle has no other. For many puzzles, BOARD is a
    file with as many boards.

    \b
    Example:
      bimaru model puzzle.txt --model mip-ship -o puzzle.lp
      bimaru model puzzles.jsonl --model sat --to dimacs -o models/
      bimaru model puzzle.txt --model sat-boats:encoding=binomial --to dimacs
      bimaru model puzzle.txt --to sicstus -o puzzle.pl
      bimaru solve puzzle.txt > 1.txt
      bimaru model puzzle.txt --model sat --to dimacs --another 1.txt -o 2.cnf
    """
    if to is None:
        raise no_format("x.lp")
    name = name or only_model(to)
    if (name is None) != (to in PROGRAMS):
        raise click.UsageError(
            f"--to {to} needs --model NAME." if name is None else f"--to {to} has a model of its own."
        )
    batch = puzzle_batch(paths, skips_malformed=another is None)
    if not is_directory(target):
        batch.items = single_puzzle(batch.items, to)
    with open_output(target, SUFFIXES[to]) as output:
        if another is not None:
            batch.items = _with_solutions(batch.items, another)
        return batch.run(partial(_model_text, name, to, raw), answer_writer(output))


def _with_solutions(puzzles: Iterable[InputPuzzle], path: str) -> Iterator[InputPuzzle]:
    """The puzzles, each with the solution to exclude."""
    found, lines = detect(lines_in(path))
    if found is None:
        yield from pair_with_boards(puzzles, partial(boards_or_faults_in, lines, file=name_of(path)))
        return
    for item in puzzle_answered(puzzles):
        answer = interpret(found, lines, item.puzzle, Names())
        yield item._replace(board=answer.board or TextFault(None, "the solver found no solution"))


def _model_text(name: str | None, to: str, raw: bool, item: InputPuzzle) -> str:
    if isinstance(item.board, TextFault):
        raise BadInputError(f"no board to exclude: {item.board.text}")
    return model_text(name, item.puzzle, to, raw=raw, another=item.board)
