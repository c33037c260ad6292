"""`bimaru arrangements`: the number of arrangements of a fleet, or some of them at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

import click

from bimaru.arrangements.random_boards import draw_boards
from bimaru.arrangements.random_fleets import FleetDoesNotFitError, FleetSampler, Method
from bimaru.arrangements.rejection import DRAWING_SIDE, Chance
from bimaru.arrangements.sweep import count_arrangements
from bimaru.board import Board
from bimaru.cli import combinations, options
from bimaru.cli.batch import InputPuzzle, answer_writer, json_line, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import argument
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import open_output
from bimaru.errors import NoSolutionError, OutOfReachError, OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.sizes import MAX_SIDE

_UNIFORM: Final = "all arrangements equally likely"
_DISTRIBUTION: Final[dict[Method, str]] = {
    "rejection": _UNIFORM,
    "tables": _UNIFORM,
    "search": "some arrangements more likely than others",
}


@command(
    combinations.needs(
        "paths", "--draw", text="PATH takes --draw N; bimaru count counts the solutions of a puzzle."
    ),
    combinations.apart(["paths"], ["--size", "--fleet"], "--size and --fleet are those of the puzzle."),
)
def arrangements(
    paths: tuple[str, ...] = argument(metavar="[PATH...]", nargs=-1, type=options.INPUT),
    size: tuple[int, int] = options.size_up_to(MAX_SIDE),
    fleet: Fleet = options.fleet,
    draw: int | None = options.number("--draw N", "Draw N arrangements at random instead."),
    seed: int | None = options.seed,
    time_limit: float | None = options.time_limit_on("counting"),
    as_json: bool = options.as_json,
    target: str | None = options.output,
) -> Exit:
    """Count the arrangements of a fleet, or draw some at random.

    No two ships touch, not even diagonally; ships of the same length are interchangeable.
    The number is exact, and out of reach for large fleets on large grids.
    With PATH and --draw, solutions of these puzzles, all equally likely.

    \b
    Each draw names its method:
      rejection, tables   all arrangements are equally likely
      search              some are more likely (where the others take too long)

    \b
    With --json, one object:
      {"size": [height, width], "fleet", "n_arrangements"}
    where null means that the number is out of reach. With --draw, one per board:
      {"board": [...], "method"}
    With PATH, one per board:
      {"id", "board", "letters"}   (letters: of lettered puzzles)

    \b
    Example:
      bimaru arrangements --size 6x6 --fleet 3:1,2:2,1:3
      bimaru arrangements --size 8x10 --draw 2 --seed 7
      bimaru arrangements puzzle.txt --draw 3
    """
    if paths:
        return _draw_solutions(paths, draw, options.seed_or_random(seed), time_limit, as_json, target)
    activity = ""

    def watch(squares_done: int, memory: int) -> None:
        nonlocal activity
        activity = f"{squares_done} of {size[0] * size[1]} squares, {memory / 1e6:.0f} MB"

    with open_output(target, ".json" if as_json else ".txt", lambda: activity) as output:
        try:
            if draw is None:
                number = count_arrangements(size, fleet, time_limit=time_limit, watch=watch)
                output.put(None, _number_as_json(size, fleet, number) if as_json else f"{number}\n")
                if not number:
                    raise FleetDoesNotFitError(*size, fleet)
                return Exit.DONE
            for i, drawn in enumerate(_draws(size, fleet, draw, seed, as_json), 1):
                output.put(i, drawn)
        except FleetDoesNotFitError as error:
            click.echo(f"{str(error).capitalize()}.", err=True)
            return Exit.FAILED
        except (OutOfReachError, OutOfTimeError) as error:
            click.echo(f"Undecided: {error}.", err=True)
            if as_json and draw is None:
                output.put(None, _number_as_json(size, fleet, None))
            return Exit.UNDECIDED
    return Exit.DONE


def _draw_solutions(
    paths: tuple[str, ...],
    draw: int | None,
    seed: int,
    time_limit: float | None,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Write solutions of puzzles, drawn at random."""

    def drawn(puzzle: Puzzle) -> list[Board]:
        return [*islice(draw_boards(puzzle, seed=seed, time_limit=time_limit), draw)]

    work = puzzle_work(drawn, NoSolutionError, OutOfTimeError, OutOfReachError)
    text = _solutions_as_json if as_json else _solutions_as_text
    with open_output(target, ".json" if as_json else ".txt") as output:
        return puzzle_batch(paths).run(work, answer_writer(output, text))


_Failed: TypeAlias = NoSolutionError | OutOfTimeError | OutOfReachError


def _solutions_as_json(item: InputPuzzle, boards: list[Board] | _Failed) -> str:
    if isinstance(boards, list):
        return "".join(json_line(item, board.to_data()) for board in boards)
    click.echo(f"{item.location}: {_reason(boards)}", err=True)
    return ""


def _solutions_as_text(item: InputPuzzle, boards: list[Board] | _Failed) -> str:
    if isinstance(boards, list):
        return "".join(
            f"{item.label}{i} of {len(boards)}\n\n{_in_rows(board)}" for i, board in enumerate(boards, 1)
        )
    return f"{item.label}{_reason(boards)}\n"


def _in_rows(board: Board) -> str:
    """The rows of a board and, below, those of its letters, if it has any."""
    letters = "" if board.letters is None else "\n".join((*board.letters, "", ""))
    return f"{board}\n\n{letters}"


def _reason(error: _Failed) -> str:
    return "no solution" if isinstance(error, NoSolutionError) else f"undecided: {error}"


def _draws(
    size: tuple[int, int], fleet: Fleet, number: int, seed: int | None, as_json: bool
) -> Iterator[str]:
    """What is printed of each draw. Raises `BadInputError` and what `FleetSampler` raises."""
    if max(size) > DRAWING_SIDE:
        raise BadInputError(
            f"--size: --draw takes sides from 1 to {DRAWING_SIDE}, not {size[0]} and {size[1]}"
        )
    fleets = FleetSampler(*size, fleet)
    chance = Chance(options.seed_or_random(seed))
    for i in range(1, number + 1):
        board, method = fleets.board(chance), fleets.method
        if as_json:
            yield json.dumps(board.to_data() | {"method": method}) + "\n"
        else:
            yield f"{i}, by {method}: {_DISTRIBUTION[method]}\n\n{board}\n\n"


def _number_as_json(size: tuple[int, int], fleet: Fleet, number: int | None) -> str:
    ships = {str(length): count for length, count in fleet.pairs}
    return json.dumps({"size": size, "fleet": ships, "n_arrangements": number}) + "\n"
