"""`bimaru count`: the exact number of boards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import bimaru
from bimaru import solving
from bimaru.cli import combinations, options
from bimaru.cli.batch import Form, InputPuzzle, puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import flag
from bimaru.cli.exit_codes import Exit
from bimaru.cli.workers import Workers, shared_work
from bimaru.errors import OutOfReachError, OutOfTimeError
from bimaru.squares import row_name

if TYPE_CHECKING:  # imported late: most counts do not need it
    from bimaru.arrangements.square_counts import SquareCounts


@command(
    combinations.apart(
        ["--squares"],
        ["--engine", "--solver"],
        "--squares takes no engine: it counts by the sweep, or lists all boards.",
    )
)
def count(
    paths: tuple[str, ...] = options.paths,
    engine: str = options.engine,
    solver: str | None = options.solver,
    squares: bool = flag("--squares", "Also count in how many solutions each square is ship."),
    time_limit: float | None = options.time_limit,
    workers: Workers = shared_work,
    as_json: bool = options.as_json,
    target: str | None = options.output,
) -> Exit:
    """Count the solutions of puzzles exactly.

    \b
    With --json, one object per puzzle:
      {"id", "n_solutions", "complete"}
    If "complete" is false, the time limit was reached, and the number is a
    lower bound.

    \b
    With --squares, the grid shows in percent how often each square is ship,
    ## if always and . if never. With --json, one object per puzzle:
      {"id", "n_solutions", "complete", "squares": [[number, ...], ...]}

    \b
    Example:
      bimaru count puzzle.txt
      bimaru count --squares puzzle.txt
      bimaru count --json --time-limit 10 puzzles.jsonl
    """
    batch = puzzle_batch(paths)
    if squares:
        counted = partial(bimaru.count_squares, time_limit=time_limit)  # loaded only now
        counting = puzzle_work(counted, OutOfTimeError, OutOfReachError)
        form = Form(_squares_as_text, _squares_as_data, _squares_exit_code)
        return form.run(batch, counting, as_json, target, workers.map)
    chosen = options.engine_of(engine, solver)
    work = puzzle_work(partial(solving.count, engine=chosen, time_limit=time_limit))
    counts = Form(_as_text, exit_code=_exit_code)
    return counts.run(batch, work, as_json, target, workers.map)


_Undecided: TypeAlias = OutOfTimeError | OutOfReachError


def _squares_exit_code(counts: SquareCounts) -> Exit:
    return Exit.DONE if counts.n_solutions else Exit.FAILED


def _squares_as_data(_: InputPuzzle, counts: SquareCounts | _Undecided) -> dict[str, object]:
    if isinstance(counts, _Undecided):
        return {"n_solutions": 0, "complete": False, "squares": None}
    return counts.to_data()


def _squares_as_text(item: InputPuzzle, counts: SquareCounts | _Undecided) -> str:
    if isinstance(counts, _Undecided):
        return f"{item.label}undecided: {counts}\n"
    number = counts.n_solutions
    heading = f"{item.label}{number} solution{'' if number == 1 else 's'}\n"
    return f"{heading}\n{_table(counts)}\n" if number else heading


def _table(counts: SquareCounts) -> str:
    """The grid, with the percentage of solutions in which each square is ship."""
    names = [str(col + 1) for col in range(len(counts.ships[0]))]
    rows = [
        [row_name(row), *(_percent(counts.share((row, col))) for col in range(len(names)))]
        for row in range(len(counts.ships))
    ]
    width = max(len(row[0]) for row in rows)
    lines = ([name.rjust(width), *(f"{cell:>3}" for cell in cells)] for name, *cells in [["", *names], *rows])
    return "".join(" ".join(line).rstrip() + "\n" for line in lines)


def _percent(share: float) -> str:
    """A share in percent: 1 to 99 unless it is nothing or all."""
    if share in (0, 1):
        return "##" if share else "."
    return str(min(max(round(100 * share), 1), 99))


def _exit_code(number: solving.Count) -> Exit:
    if not number.complete:
        return Exit.UNDECIDED
    return Exit.DONE if number else Exit.FAILED


def _as_text(item: InputPuzzle, number: solving.Count) -> str:
    bound = "" if number.complete else "at least "
    return f"{item.label}{bound}{number} solution{'' if number == 1 else 's'}\n"
