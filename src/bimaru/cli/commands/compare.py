"""`bimaru compare`: engines side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

import click

from bimaru.cli import combinations, comparison_reports, options
from bimaru.cli.batch import InputPuzzle, puzzle_batch
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import choose_look, is_directory, open_output
from bimaru.cli.spelling import meant
from bimaru.engines import Engine, engine_names
from bimaru.engines.options import options_of, split
from bimaru.engines.registry import factory_of
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import Comparison, Trial, run_trial, warm_up, with_relaxation

_End: TypeAlias = Literal["solved", "none", "unknown", "refused", "unsound"]
_EXITS: Final[dict[_End, Exit]] = {
    "solved": Exit.DONE,
    "none": Exit.FAILED,
    "unknown": Exit.UNDECIDED,
    "refused": Exit.BAD_INPUT,
    "unsound": Exit.FAILED,
}
"""How the comparison of a puzzle can end; of many puzzles, the last one here that occurred counts."""


@command(
    combinations.exclusive("--json", "--csv"),
    combinations.exclusive("--log", "--csv"),
    combinations.exclusive("--relaxation", "--csv"),
)
def compare(
    paths: tuple[str, ...] = options.paths,
    names: tuple[str, ...] = option(
        "--engine NAME",
        f"Engine to compare; repeatable; default: all. {options.ENGINE_OPTIONS}",
        multiple=True,
    ),
    solver: str | None = options.solver,
    limit: int = options.number("--limit N", "Search for at most N solutions with each engine.", default=2),
    time_limit: float | None = options.time_limit,
    as_json: bool = options.as_json,
    with_log: bool = flag("--log", "Show the solvers' own logs."),
    with_bounds: bool = flag("--relaxation", "Show how tight the models' linear relaxations are."),
    as_csv: bool = flag("--csv", "Print comma-separated values, one engine a line."),
    target: str | None = options.output,
) -> Exit:
    """Solve puzzles with several engines, side by side.

    A table shows the size of each engine's model, its time and its nodes or conflicts; the line
    below says whether all agree.

    The time limit is for each engine on each puzzle, without the time to import the engine. An
    engine that reaches it has the status unknown. After Ctrl-C, finished results are kept.

    \b
    The exit code is that of the first of these cases that occurs for any puzzle:
      1  engines contradict each other (the boards are shown), an engine gives a
         board that breaks the rules, or its solver fails
      2  a named engine, or every engine, does not support the puzzle, or is not
         installed
      3  no engine finds the answer within the time limit
      1  the puzzle has no solution

    \b
    With --json, one object per puzzle; with --csv, the same figures, where a
    puzzle without an id has its number:
      {"id", "agree", "engines": [{"engine", "status", "complete", "n_solutions",
       "variables", "constraints", "nonzeros", "clauses", "nodes", "conflicts",
       "fails", "build_seconds", "solve_seconds", "seconds", "trouble"}],
       "disagreements": [{"text", "claims": [{"engine", "solution"}]}]}
    The status may also be refused, missing (a package, a program or a solver),
    wrong (a board) or failed; "trouble" then gives the reason. --log adds "log"
    to each engine; --relaxation adds "lp_bound", "n_squares" and "root_gap" to
    linear models.

    \b
    Example:
      bimaru compare puzzle.txt
      bimaru compare --engine search --engine sat --time-limit 10 puzzle.txt
      bimaru compare --engine mip-ship:solver=scip --log puzzle.txt
      bimaru compare --csv puzzles.jsonl > engines.csv
    """
    if as_json:
        suffix, render = ".json", comparison_reports.as_json
    elif as_csv:
        suffix, render = ".csv", partial(comparison_reports.as_csv, file_each=is_directory(target))
    else:
        look = choose_look(target, ascii=False)
        suffix, render = ".txt", partial(comparison_reports.as_text, look=look)

    def run(puzzle: Puzzle, engine: Engine) -> Trial:
        trial = run_trial(puzzle, engine, limit, time_limit=time_limit, with_log=with_log)
        return with_relaxation(puzzle, engine, trial, time_limit=time_limit) if with_bounds else trial

    bench = _Bench(_engines(names or engine_names(), solver), run)
    batch = puzzle_batch(paths)
    worst: _End = "solved"
    refusal = ""
    with open_output(target, suffix, lambda: bench.activity) as output:

        def write(item: InputPuzzle, comparison: Comparison) -> Exit:
            nonlocal worst, refusal
            output.put(item.puzzle.id, render(item, comparison))
            worst = max(worst, _end_of(comparison, by_name=bool(names)), key=[*_EXITS].index)
            refusal = refusal or _refusal(item, comparison)
            if bench.is_interrupted:
                raise KeyboardInterrupt
            return Exit.DONE  # `worst` gives the exit code, in an order of its own

        try:
            bench.warm_up()
            batch.run(bench.compare, write)
        except KeyboardInterrupt:
            click.echo("Interrupted; finished results are kept.", err=True)
            return Exit.INTERRUPTED
    if worst == "refused":
        raise BadInputError(refusal)
    return _EXITS[worst]


def _engines(names: Sequence[str], solver: str | None) -> list[Engine]:
    """The engines of these names, each once; `solver` is for those that accept it, at least one of them."""
    names = [name for text in names for name in _engine_names(text)]
    able = {name for name in names if solver is not None and _accepts(name, solver)} or {*names}
    engines = [options.engine_of(name, solver if name in able else None) for name in names]
    return list({engine.name: engine for engine in engines}.values())


def _engine_names(text: str) -> list[str]:
    """The engines of a list without options, or the only one; options have commas, too."""
    names = text.split(",")
    return names if all(meant(name, engine_names()) for name in names) else [text]


def _accepts(name: str, solver: str) -> bool:
    """Whether this engine has the option `solver`, not set yet, with such a value."""
    try:
        engine, given = split(name)
        accepted = {option.name: option.values for option in options_of(factory_of(engine))}
    except ValueError:  # `engine_of` reports it
        return False
    return "solver" not in given and solver in accepted.get("solver", ())


class _Bench:
    """Runs engines by `run`, one after the other; `activity` says which is running."""

    def __init__(self, engines: Sequence[Engine], run: Callable[[Puzzle, Engine], Trial]) -> None:
        self._engines = engines
        self._run = run
        self.activity = ""
        self.is_interrupted = False

    def warm_up(self) -> None:
        """Import what the engines need, so that it is not timed."""
        for engine in self._engines:
            self.activity = f"importing {engine.name}"
            warm_up(engine)

    def compare(self, item: InputPuzzle) -> Comparison:
        """The trials of a puzzle; after Ctrl-C only the finished ones, and `is_interrupted` is set."""
        trials: list[Trial] = []
        try:
            for engine in self._engines:
                self.activity = f"running {engine.name}"
                trials.append(self._run(item.puzzle, engine))
        except KeyboardInterrupt:
            if not trials:
                raise
            self.is_interrupted = True
        return Comparison(item.puzzle, tuple(trials))


def _end_of(comparison: Comparison, *, by_name: bool) -> _End:
    if not comparison.is_sound:
        return "unsound"
    have_run = [trial.has_run for trial in comparison.trials]
    if not all(have_run) and (by_name or not any(have_run)):
        return "refused"
    if not comparison.decided:
        return "unknown"
    return "none" if comparison.answer == "none" else "solved"


def _refusal(item: InputPuzzle, comparison: Comparison) -> str:
    """Why an engine refused the puzzle, if one did."""
    troubles = (trial.trouble for trial in comparison.trials if trial.outcome in ("refused", "missing"))
    return next((f"{item.location}: {trouble}" for trouble in troubles), "")
