"""`bimaru arrangements`: the number of arrangements of a fleet, or some of them at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import click

from bimaru.arrangements.random_fleets import FleetDoesNotFitError, FleetSampler, Method
from bimaru.arrangements.rejection import DRAWING_SIDE, Chance
from bimaru.arrangements.sweep import count_arrangements
from bimaru.board import Board
from bimaru.cli import options
from bimaru.cli.exit_codes import BadInputError, Exit
from bimaru.cli.output import open_output
from bimaru.errors import OutOfReachError, OutOfTimeError
from bimaru.ships import Fleet

_UNIFORM: Final = "all arrangements equally likely"
_DISTRIBUTION: Final[dict[Method, str]] = {
    "rejection": _UNIFORM,
    "tables": _UNIFORM,
    "search": "some arrangements more likely than others",
}


@click.command()
@options.size
@options.fleet
@click.option("--draw", type=options.number(), metavar="N", help="Draw N arrangements at random instead.")
@options.seed
@options.time_limit_on("counting")
@options.as_json
@options.output
def arrangements(
    size: tuple[int, int],
    fleet: Fleet,
    draw: int | None,
    seed: int | None,
    time_limit: float | None,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Count the arrangements of a fleet, or draw some at random.

    No two ships touch, not even diagonally; ships of the same length are interchangeable.
    The number is exact, and out of reach for large fleets on large grids.

    \b
    Each draw names its method:
      rejection, tables   all arrangements are equally likely
      search              some are more likely (where the others take too long)

    \b
    With --json, one object:
      {"size": [height, width], "fleet", "n_arrangements"}
    where null means that the number is out of reach. With --draw, one per board:
      {"board": [...], "method"}

    \b
    Example:
      bimaru arrangements --size 6x6 --fleet 3:1,2:2,1:3
      bimaru arrangements --size 8x10 --draw 2 --seed 7
    """
    progress = _CountProgress(size)
    with open_output(target, ".json" if as_json else ".txt", progress) as output:
        try:
            if draw is None:
                number = count_arrangements(size, fleet, time_limit=time_limit, watch=progress.update)
                output.put(None, _number_as_json(size, fleet, number) if as_json else f"{number}\n")
                return Exit.DONE if number else Exit.FAILED
            for i, (board, method) in enumerate(_draws(size, fleet, draw, seed), 1):
                output.put(i, _board_as_json(board, method) if as_json else _board_as_text(i, board, method))
        except FleetDoesNotFitError as error:
            click.echo(f"{str(error).capitalize()}.", err=True)
            return Exit.FAILED
        except (OutOfReachError, OutOfTimeError) as error:
            click.echo(f"Undecided: {error}.", err=True)
            if as_json and draw is None:
                output.put(None, _number_as_json(size, fleet, None))
            return Exit.UNDECIDED
    return Exit.DONE


class _CountProgress:
    """Describes how far a count is, for the progress line."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._squares = size[0] * size[1]
        self._text = ""

    def __call__(self) -> str:
        return self._text

    def update(self, squares_done: int, memory: int) -> None:
        """Note the squares that are done, and the memory used, in bytes."""
        self._text = f"{squares_done} of {self._squares} squares, {memory / 1e6:.0f} MB"


def _draws(
    size: tuple[int, int], fleet: Fleet, number: int, seed: int | None
) -> Iterator[tuple[Board, Method]]:
    """Raises `BadInputError` and what `FleetSampler` raises."""
    if max(size) > DRAWING_SIDE:
        raise BadInputError(
            f"--size: --draw takes sides from 1 to {DRAWING_SIDE}, not {size[0]} and {size[1]}"
        )
    fleets = FleetSampler(*size, fleet)
    chance = Chance(options.seed_or_random(seed))
    for _ in range(number):
        yield fleets.board(chance), fleets.method


def _number_as_json(size: tuple[int, int], fleet: Fleet, number: int | None) -> str:
    ships = {str(length): count for length, count in fleet.pairs}
    return json.dumps({"size": size, "fleet": ships, "n_arrangements": number}) + "\n"


def _board_as_json(board: Board, method: Method) -> str:
    return json.dumps(board.to_data() | {"method": method}) + "\n"


def _board_as_text(number: int, board: Board, method: Method) -> str:
    return f"{number}, by {method}: {_DISTRIBUTION[method]}\n\n{board}\n\n"
