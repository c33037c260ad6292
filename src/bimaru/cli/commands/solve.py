"""`bimaru solve`: the board, and whether it is the only one."""

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
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, of_puzzle, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import look, opened
from bimaru.drawing.terminal import PAGE, Look, fleet, picture
from bimaru.formats.board_text import solution_heading
from bimaru.solving import Result, Solutions, search
from bimaru.solving import solve as solve_one
from bimaru.squares import Square, square_names

_ENOUGH: Final = 2
"""Solutions to look for where one is shown: the second settles whether it is the only one."""


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
    """Solve puzzles and say whether the solution is the only one.

    Without --limit or --all one solution is shown, and a second one is looked for. In the
    picture, given squares stand in brackets. With --all and one worker, solutions come as
    they are found, however many there are.

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
        raise click.UsageError("--limit and --all exclude each other.")
    sought = None if find_all else limit or _ENOUGH
    shown = None if find_all else limit or 1
    drawn = look(target, ascii=ascii_only)
    chosen = options.engine_of(engine, solver)
    batch = batch_of_puzzles()
    with opened(target, ".json" if as_json else ".txt") as output:
        if find_all and workers == 1:
            searched = of_puzzle(partial(search, engine=chosen, time_limit=time_limit))
            stream = _stream_as_json if as_json else partial(_stream_as_text, drawn=drawn)
            tell = writing(output, partial(_in_whole_lines, stream), lambda boards: _exit_of(boards.result()))
            return batch.tell_each(asked(paths), searched, tell)
        solved = of_puzzle(partial(solve_one, engine=chosen, limit=sought, time_limit=time_limit))
        text = _as_json if as_json else partial(_as_text, sought=sought, shown=shown, drawn=drawn)
        told = writing(output, text, partial(_exit_of, sought=sought))
        return batch.tell_each(asked(paths), solved, told, workers)


def _in_whole_lines(
    stream: Callable[[Asked, Solutions], Iterator[str]], one: Asked, boards: Solutions
) -> Iterator[str]:
    """What `stream` yields; where an error cuts it short, a last piece ends the line, for the next answer."""
    last = "\n"
    try:
        for last in stream(one, boards):
            yield last
    except Exception:
        if not last.endswith("\n"):
            yield "\n"
        raise


def _stream_as_json(one: Asked, boards: Solutions) -> Iterator[str]:
    """The JSON of a result, its solutions as they are found and before the rest."""
    yield f'{{"id": {json.dumps(one.puzzle.id)}, "solutions": ['
    for board in boards:
        yield (", " if boards.found > 1 else "") + json.dumps(board.to_data())
    ended = boards.result().to_data()
    del ended["solutions"]
    yield f"], {json.dumps(ended)[1:]}\n"


def _stream_as_text(one: Asked, boards: Solutions, drawn: Look) -> Iterator[str]:
    """The pictures as they are found, and the rest."""
    first = [*islice(boards, 2)]
    pictures = (picture(one.puzzle, board, drawn) for board in chain(first or [None], boards))
    yield f"{one.title}\n\n" if one.title else ""
    for number, drawing in enumerate(pictures, 1):
        heading = f"{solution_heading(number)}\n\n" if len(first) > 1 else ""
        yield f"{heading}{drawing}\n\n"
    verdict = _verdict(boards.result(), boards.found, None, None)
    yield "".join(f"{part}\n\n" for part in (fleet(one.puzzle, drawn), verdict) if part)


def _exit_of(result: Result, sought: int | None = None) -> Exit:
    if result.status == "none":
        return Exit.FAILED
    found_enough = sought is not None and len(result.boards) >= sought
    return Exit.DONE if result.complete or found_enough else Exit.UNDECIDED


def _as_json(one: Asked, result: Result) -> str:
    return json.dumps({"id": one.puzzle.id} | result.to_data()) + "\n"


def _as_text(one: Asked, result: Result, sought: int | None, shown: int | None, drawn: Look) -> str:
    """Title, pictures, fleet and verdict, with a blank line after each."""
    pictures = [picture(one.puzzle, board, drawn) for board in result.boards[:shown] or [None]]
    if len(pictures) > 1:
        pictures = [f"{solution_heading(i)}\n\n{drawing}" for i, drawing in enumerate(pictures, 1)]
    parts = [
        one.title,
        *pictures,
        fleet(one.puzzle, drawn),
        _verdict(result, len(result.boards), sought, shown),
    ]
    return "".join(f"{part}\n\n" for part in parts if part)


def _verdict(result: Result, found: int, sought: int | None, shown: int | None) -> str:
    if result.status == "none":
        return "No solution."
    if result.status == "unique":
        return f"The only solution, proved by {result.engine} ({_cost(result)})."
    if shown is not None and found > shown:
        differing = square_names(at for at, _ in _filled(result.boards[0]) ^ _filled(result.boards[1]))
        return fill(f"One of several solutions: another one differs at {differing}.", PAGE)
    if result.complete:
        return f"These {found} are all the solutions."
    if found == sought:
        return f"{found} solution{'s' if found > 1 else ''}; whether there are more was not asked."
    return _undecided(found)


def _undecided(found: int) -> str:
    if found == 0:
        return "Not decided within the limit."
    if found == 1:
        return "A solution; not decided within the limit whether it is the only one."
    return f"{found} solutions found within the limit; there may be more."


def _cost(result: Result) -> str:
    milliseconds = 1000 * result.stats["seconds"]
    return f"{result.stats['nodes']} nodes, {milliseconds:.1f} ms"


def _filled(board: Board) -> set[tuple[Square, str | None]]:
    return {(at, board.letter(at)) for at in board.occupied()}
