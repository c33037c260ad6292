"""`bimaru solve`: the solution, and whether it is the only one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from textwrap import fill
from typing import Final

from bimaru.board import Board
from bimaru.cli import combinations, options
from bimaru.cli.batch import InputPuzzle, answer_writer, end_line, json_line, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import choose_look, open_output
from bimaru.cli.workers import Workers, shared_work
from bimaru.drawing.terminal import PAGE, Look, fleet, picture
from bimaru.formats import format_named
from bimaru.formats.board_text import solution_heading
from bimaru.formats.ship_list import list_ships, ships_as_text
from bimaru.puzzle import Puzzle
from bimaru.solving import Result, Solutions, search
from bimaru.solving import solve as solve_one
from bimaru.squares import square_names

_WITH_SOLUTIONS: Final = ("csc384", "csc384-old")
"""The formats that have a form for solutions."""
_ENOUGH: Final = 2
"""Solutions to look for where one is shown: a second one proves that it is not unique."""


@command(combinations.exclusive("--limit", "--all"), combinations.apart(["--to"], ["--json", "--ships"]))
def solve(
    paths: tuple[str, ...] = options.paths,
    engine: str = options.engine,
    solver: str | None = options.solver,
    limit: int | None = options.limit,
    find_all: bool = flag("--all", "Find and show every solution."),
    time_limit: float | None = options.time_limit,
    workers: Workers = shared_work,
    as_json: bool = options.as_json,
    with_ships: bool = flag("--ships", "List the ships of each solution, too."),
    name: str | None = option(
        "--to FORMAT",
        f"Print only the solution, in the output format of {' or '.join(_WITH_SOLUTIONS)}.",
        choices=_WITH_SOLUTIONS,
    ),
    ascii_only: bool = options.ascii_only,
    target: str | None = options.output,
) -> Exit:
    """Solve puzzles and report whether the solution is unique.

    Without --limit or --all, one solution is shown, and a second is sought to find out whether it
    is unique. Given squares are shown in brackets. With --all and one worker, solutions are
    printed as they are found, however many there are.

    \b
    With --json, one object per puzzle:
      {"id", "status", "complete", "solutions": [{"board": [...]}],
       "engine", "nodes", "seconds"}
    The status is unique, multiple, none or unknown. With --ships, a solution also
    has "ships": [{"length", "row", "column", "orientation", "squares"}].
    Without a solution there is also "failure": why, if seen at once, or null.

    \b
    Example:
      bimaru solve puzzle.txt
      bimaru solve --all --ascii --ships puzzle.txt
      bimaru solve --to csc384 input.txt > output.txt
      bimaru solve --json --workers 2 puzzles.jsonl > solved.jsonl
    """
    most = None if find_all else limit or _ENOUGH
    most_shown = None if find_all else limit or 1
    look = choose_look(target, ascii=ascii_only)
    chosen = options.engine_of(engine, solver)
    batch = puzzle_batch(paths)

    def pieces(item: InputPuzzle, boards: Iterable[Board], verdict: Callable[[], str]) -> Iterator[str]:
        """The boards in pieces, as they are found; in text, the verdict follows."""
        if name is not None:
            return _in_format(item, boards, name)
        return _in_text(item, boards, verdict, look, with_ships)

    def stream(item: InputPuzzle, boards: Solutions) -> Iterator[str]:
        if as_json:
            return _stream_as_json(item, boards, with_ships)
        return pieces(item, boards, lambda: _verdict(item.puzzle, boards.result(), boards.found, None, None))

    def text(item: InputPuzzle, result: Result) -> str:
        if as_json:
            solutions = [_as_data(item.puzzle, board, with_ships) for board in result.boards]
            data = result.to_data() | {"solutions": solutions} | _failure(item.puzzle, result)
            return json_line(item, data)
        verdict = partial(_verdict, item.puzzle, result, len(result.boards), most, most_shown)
        return "".join(pieces(item, result.boards[:most_shown], verdict))

    with open_output(target, ".json" if as_json else ".txt") as output:
        if find_all and workers.are_one:
            start = puzzle_work(partial(search, engine=chosen, time_limit=time_limit))
            write = answer_writer(
                output, partial(end_line, stream), lambda boards: _exit_code(boards.result())
            )
            return batch.run(start, write)
        work = puzzle_work(partial(solve_one, engine=chosen, limit=most, time_limit=time_limit))
        write_result = answer_writer(output, text, partial(_exit_code, most=most))
        return batch.run(work, write_result, workers.map)


def _in_text(
    item: InputPuzzle, boards: Iterable[Board], verdict: Callable[[], str], look: Look, with_ships: bool
) -> Iterator[str]:
    """Title, pictures as the boards are found, fleet and verdict, with a blank line after each."""
    found = iter(boards)
    first = [*islice(found, 2)]
    yield f"{item.title}\n\n" if item.title else ""
    for number, board in enumerate(chain(first or [None], found), 1):
        heading = f"{solution_heading(number)}\n\n" if len(first) > 1 else ""
        yield f"{heading}{_drawn(item.puzzle, board, look, with_ships)}\n\n"
    yield "".join(f"{part}\n\n" for part in (fleet(item.puzzle, look), verdict()) if part)


def _in_format(item: InputPuzzle, boards: Iterable[Board], name: str) -> Iterator[str]:
    """The solutions as they are found, a blank line between two; nothing if there is none."""
    for number, board in enumerate(boards):
        yield ("\n" if number else "") + format_named(name).write_board(item.puzzle, board)


def _as_data(puzzle: Puzzle, board: Board, with_ships: bool) -> dict[str, object]:
    ships = {"ships": [ship.to_data() for ship in list_ships(puzzle, board)]} if with_ships else {}
    return {**board.to_data(), **ships}


def _stream_as_json(item: InputPuzzle, boards: Solutions, with_ships: bool) -> Iterator[str]:
    """The JSON of a result; the solutions come first, as they are found."""
    yield f'{{"id": {json.dumps(item.puzzle.id)}, "solutions": ['
    for board in boards:
        solution = json.dumps(_as_data(item.puzzle, board, with_ships))
        yield (", " if boards.found > 1 else "") + solution
    result = boards.result()
    rest = result.to_data() | _failure(item.puzzle, result)
    del rest["solutions"]
    yield f"], {json.dumps(rest)[1:]}\n"


def _drawn(puzzle: Puzzle, board: Board | None, look: Look, with_ships: bool) -> str:
    """The picture of a board, or of the puzzle if there is none, and with it the list of its ships."""
    drawing = picture(puzzle, board, look)
    if board is None or not with_ships:
        return drawing
    return f"{drawing}\n\n{ships_as_text(list_ships(puzzle, board))}"


def _exit_code(result: Result, most: int | None = None) -> Exit:
    if result.status == "none":
        return Exit.FAILED
    found_enough = most is not None and len(result.boards) >= most
    return Exit.DONE if result.complete or found_enough else Exit.UNDECIDED


def _failure(puzzle: Puzzle, result: Result) -> dict[str, str | None]:
    """The entry `failure` of the JSON; empty if there is a solution, or may be."""
    if result.status != "none":
        return {}
    from bimaru.advice.faults_at_sight import failure_data  # imported late: most puzzles have a solution

    return failure_data(puzzle)


def _verdict(puzzle: Puzzle, result: Result, found: int, most: int | None, most_shown: int | None) -> str:
    if result.status == "none":
        failure = _failure(puzzle, result)["failure"]
        return fill(f"No solution: {failure}.", PAGE) if failure else "No solution."
    if result.status == "unique":
        cost = f"{result.stats['nodes']} nodes, {1000 * result.stats['seconds']:.1f} ms"
        return f"The only solution, proved by {result.engine} ({cost})."
    if most_shown is not None and found > most_shown:
        differing = square_names(at for at, _ in result.boards[0].filled() ^ result.boards[1].filled())
        return fill(f"One of several solutions; another differs at {differing}.", PAGE)
    if result.complete:
        return f"These are all {found} solutions."
    if found == most:
        return f"{found} solution{'s' if found > 1 else ''} shown; there may be more."
    undecided = {
        0: "Undecided within the time limit.",
        1: "A solution; undecided within the time limit whether it is the only one.",
    }
    return undecided.get(found, f"{found} solutions found within the time limit; there may be more.")
