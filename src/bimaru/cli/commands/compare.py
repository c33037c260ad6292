"""`bimaru compare`: engines side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import click

from bimaru.cli import comparison_report as compared
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles
from bimaru.cli.main_group import BadInputError, Exit
from bimaru.cli.output import opened
from bimaru.engines import REGISTRY, Engine, engine_named
from bimaru.engines.mathopt import MipEngine
from bimaru.formats.source import name_of
from bimaru.study.comparison import Comparison, Trial, run_trial, warm_up

_End: TypeAlias = Literal["solved", "none", "unknown", "refused", "unsound"]
_EXITS: Final[dict[_End, Exit]] = {
    "solved": Exit.DONE,
    "none": Exit.FAILED,
    "unknown": Exit.UNDECIDED,
    "refused": Exit.BAD_INPUT,
    "unsound": Exit.FAILED,
}
"""How the comparison of a puzzle can end; of many puzzles, what stands last here counts."""


@click.command()
@options.paths
@click.option(
    "--engine",
    "names",
    type=click.Choice(list(REGISTRY)),
    metavar="NAME",
    multiple=True,
    help=f"An engine to compare, as often as you like; without any, all: {', '.join(REGISTRY)}.",
)
@options.solver
@click.option(
    "--limit",
    type=options.number(),
    metavar="N",
    default=2,
    show_default=True,
    help="Look for at most N solutions with each engine.",
)
@options.time_limit
@options.as_json
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values, a line an engine.")
@options.output
def compare(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    solver: str | None,
    limit: int,
    time_limit: float | None,
    as_json: bool,
    as_csv: bool,
    target: str | None,
) -> Exit:
    """Solve puzzles with several engines, side by side.

    A table tells what it takes each: the size of its model, time, nodes or conflicts; and
    whether all agree.

    The time limit is for each engine on each puzzle; what an engine imports is not counted. One
    that runs out of time is unknown, and contradicts none. After Ctrl-C, what was finished stands.

    \b
    The exit code is the first of these that is true of any puzzle:
      1  engines contradict each other (the boards are shown), or an engine gives
         a board that breaks the rules, or its solver breaks down
      2  an engine that was named does not take it, or no engine does
      3  no engine knows the answer within the limit
      1  it has no solution

    \b
    With --json, one object a puzzle; with --csv, the same figures:
      {"id", "agree", "engines": [{"engine", "status", "complete", "n_solutions",
       "variables", "constraints", "nonzeros", "clauses", "nodes", "conflicts",
       "fails", "build_seconds", "solve_seconds", "seconds", "trouble"}],
       "disagreements": [{"text", "claims": [{"engine", "solution"}]}]}
    The status may also be refused, missing (a package), wrong (a board) or
    failed; "trouble" then says why.

    \b
    Example:
      bimaru compare puzzle.txt
      bimaru compare --engine search --engine sat --time-limit 10 puzzle.txt
      bimaru compare --csv puzzles.jsonl > engines.csv
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other.")
    form = compared.form("json" if as_json else "csv" if as_csv else "text", target)
    bench = _Bench(_engines(list(dict.fromkeys(names or REGISTRY)), solver), limit, time_limit)
    worst: _End = "solved"
    refusal = ""
    with opened(target, form.suffix, bench.at_work) as output:

        def tell(one: Asked, comparison: Comparison) -> Exit:
            nonlocal worst, refusal
            output.put(one.puzzle.id, form.write(one, comparison))
            worst = max(worst, _end_of(comparison, by_name=bool(names)), key=[*_EXITS].index)
            refusal = refusal or _refusal(one, comparison)
            if bench.is_interrupted:
                raise KeyboardInterrupt
            return Exit.DONE  # an exit code of its own order is made of `worst`

        try:
            bench.warm_up()
            batch_of_puzzles().tell_each(asked(paths), bench.compare, tell)
        except KeyboardInterrupt:
            click.echo("Interrupted; what was finished stands.", err=True)
            return Exit.INTERRUPTED
    if worst == "refused":
        raise BadInputError(refusal)
    return _EXITS[worst]


def _engines(names: Sequence[str], solver: str | None) -> list[Engine]:
    """The engines of these names. The solver is for those that have a choice; one of them must."""
    choosing = [name for name in names if isinstance(engine_named(name), MipEngine)]
    return [options.engine_of(name, solver if name in (choosing or names) else None) for name in names]


class _Bench:
    """Engines at work, one after the other."""

    def __init__(self, engines: Sequence[Engine], limit: int, time_limit: float | None) -> None:
        self._engines, self._limit, self._time_limit = engines, limit, time_limit
        self._at_work = ""
        self.is_interrupted = False

    def at_work(self) -> str:
        """Which engine is at work."""
        return self._at_work

    def warm_up(self) -> None:
        """Have the engines import what they need."""
        for engine in self._engines:
            self._at_work = f"{engine.name} getting ready"
            warm_up(engine)

    def compare(self, one: Asked) -> Comparison:
        """The trials of a puzzle; where Ctrl-C comes between, `is_interrupted` is set after those that
        were finished."""
        trials: list[Trial] = []
        try:
            for engine in self._engines:
                self._at_work = f"{engine.name} at work"
                trials.append(run_trial(one.puzzle, engine, self._limit, time_limit=self._time_limit))
        except KeyboardInterrupt:
            if not trials:
                raise
            self.is_interrupted = True
        return Comparison(one.puzzle, tuple(trials))


def _end_of(comparison: Comparison, *, by_name: bool) -> _End:
    if not comparison.is_sound:
        return "unsound"
    have_run = [trial.has_run for trial in comparison.trials]
    if not all(have_run) and (by_name or not any(have_run)):
        return "refused"
    if not comparison.decided:
        return "unknown"
    return "none" if comparison.answer == "none" else "solved"


def _refusal(one: Asked, comparison: Comparison) -> str:
    """Why an engine did not take the puzzle, if one did not."""
    troubles = (trial.trouble for trial in comparison.trials if trial.outcome in ("refused", "missing"))
    return next((f"{name_of(one.path)}: puzzle {one.place}: {trouble}" for trouble in troubles), "")
