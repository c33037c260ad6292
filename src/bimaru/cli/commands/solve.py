"""`bimaru solve`: the solution, and whether it is the only one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from textwrap import fill
from typing import Final

import click

from bimaru.board import Board
from bimaru.cli import options
from bimaru.cli.batch import InputPuzzle, answer_writer, puzzle_batch, puzzle_work, read_puzzles
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import choose_look, open_output
from bimaru.drawing.terminal import PAGE, Look, fleet, picture
from bimaru.formats.board_text import solution_heading
from bimaru.solving import Result, Solutions, search
from bimaru.solving import solve as solve_one
from bimaru.squares import Square, square_names

_ENOUGH: Final = 2
"""Solutions to look for where one is shown: a second one proves that it is not unique."""


@click.command()
@options.paths
@options.engine
@options.solver
@options.limit
@click.option("--all", "find_all", is_flag=True, help="Find and show every solution.")
@options.time_limit
@options.workers
@options.as_json
@options.ascii_only
@options.output
def solve(
    paths: tuple[str, ...],
    engine: str,
    solver: str | None,
    limit: int | None,
    find_all: bool,
    time_limit: float | None,
    workers: int,
    as_json: bool,
    ascii_only: bool,
    target: str | None,
) -> Exit:
    """Solve puzzles and report whether the solution is unique.

    Without --limit or --all, one solution is shown and a second one is searched for. Given
    squares are shown in brackets. With --all and one worker, solutions are printed as they are
    found, however many there are.

    \b
    With --json, one object a puzzle:
      {"id", "status", "complete", "solutions": [{"board": [...]}],
       "engine", "nodes", "seconds"}
    The status is unique, multiple, none or unknown.

    \b
    Example:
      bimaru solve puzzle.txt
      bimaru solve --all --ascii puzzle.txt
      bimaru solve --json --workers 2 puzzles.jsonl > solved.jsonl
    """
    if find_all and limit is not None:
        raise click.UsageError("--limit and --all cannot be combined.")
    most = None if find_all else limit or _ENOUGH
    most_shown = None if find_all else limit or 1
    look = choose_look(target, ascii=ascii_only)
    chosen = options.engine_of(engine, solver)
    batch = puzzle_batch()
    with open_output(target, ".json" if as_json else ".txt") as output:
        if find_all and workers == 1:
            start = puzzle_work(partial(search, engine=chosen, time_limit=time_limit))
            stream = _stream_as_json if as_json else partial(_stream_as_text, look=look)
            write = answer_writer(
                output, partial(_end_line, stream), lambda boards: _exit_code(boards.result())
            )
            return batch.run(read_puzzles(paths), start, write)
        work = puzzle_work(partial(solve_one, engine=chosen, limit=most, time_limit=time_limit))
        text = _as_json if as_json else partial(_as_text, most=most, most_shown=most_shown, look=look)
        write_result = answer_writer(output, text, partial(_exit_code, most=most))
        return batch.run(read_puzzles(paths), work, write_result, workers)


def _end_line(
    stream: Callable[[InputPuzzle, Solutions], Iterator[str]], item: InputPuzzle, boards: Solutions
) -> Iterator[str]:
    """The pieces of `stream`; after an error, one more ends the line, for the next answer."""
    last = "\n"
    try:
        for last in stream(item, boards):
            yield last
    except Exception:
        if not last.endswith("\n"):
            yield "\n"
        raise


def _stream_as_json(item: InputPuzzle, boards: Solutions) -> Iterator[str]:
    """The JSON of a result; the solutions come first, as they are found."""
    yield f'{{"id": {json.dumps(item.puzzle.id)}, "solutions": ['
    for board in boards:
        yield (", " if boards.found > 1 else "") + json.dumps(board.to_data())
    rest = boards.result().to_data()
    del rest["solutions"]
    yield f"], {json.dumps(rest)[1:]}\n"


def _stream_as_text(item: InputPuzzle, boards: Solutions, look: Look) -> Iterator[str]:
    """The pictures as they are found, the fleet and the verdict."""
    first = [*islice(boards, 2)]
    pictures = (picture(item.puzzle, board, look) for board in chain(first or [None], boards))
    yield f"{item.title}\n\n" if item.title else ""
    for number, drawing in enumerate(pictures, 1):
        heading = f"{solution_heading(number)}\n\n" if len(first) > 1 else ""
        yield f"{heading}{drawing}\n\n"
    verdict = _verdict(boards.result(), boards.found, None, None)
    yield "".join(f"{part}\n\n" for part in (fleet(item.puzzle, look), verdict) if part)


def _exit_code(result: Result, most: int | None = None) -> Exit:
    if result.status == "none":
        return Exit.FAILED
    found_enough = most is not None and len(result.boards) >= most
    return Exit.DONE if result.complete or found_enough else Exit.UNDECIDED


def _as_json(item: InputPuzzle, result: Result) -> str:
    return json.dumps({"id": item.puzzle.id} | result.to_data()) + "\n"


def _as_text(item: InputPuzzle, result: Result, most: int | None, most_shown: int | None, look: Look) -> str:
    """Title, pictures, fleet and verdict, with a blank line after each."""
    pictures = [picture(item.puzzle, board, look) for board in result.boards[:most_shown] or [None]]
    if len(pictures) > 1:
        pictures = [f"{solution_heading(i)}\n\n{drawing}" for i, drawing in enumerate(pictures, 1)]
    parts = [
        item.title,
        *pictures,
        fleet(item.puzzle, look),
        _verdict(result, len(result.boards), most, most_shown),
    ]
    return "".join(f"{part}\n\n" for part in parts if part)


def _verdict(result: Result, found: int, most: int | None, most_shown: int | None) -> str:
    if result.status == "none":
        return "No solution."
    if result.status == "unique":
        return f"The only solution, proved by {result.engine} ({_cost(result)})."
    if most_shown is not None and found > most_shown:
        differing = square_names(at for at, _ in _filled(result.boards[0]) ^ _filled(result.boards[1]))
        return fill(f"One of several solutions; another differs at {differing}.", PAGE)
    if result.complete:
        return f"These are all {found} solutions."
    if found == most:
        return f"{found} solution{'s' if found > 1 else ''} shown; there may be more."
    return _undecided(found)


def _undecided(found: int) -> str:
    if found == 0:
        return "Undecided within the time limit."
    if found == 1:
        return "A solution; undecided within the time limit whether it is the only one."
    return f"{found} solutions found within the time limit; there may be more."


def _cost(result: Result) -> str:
    milliseconds = 1000 * result.stats["seconds"]
    return f"{result.stats['nodes']} nodes, {milliseconds:.1f} ms"


def _filled(board: Board) -> set[tuple[Square, str | None]]:
    return {(at, board.letter(at)) for at in board.occupied()}
