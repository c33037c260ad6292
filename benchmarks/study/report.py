"""Tables in Markdown and charts in SVG of what has been measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

from benchmarks.study.plan import EXPERIMENTS, SETS, Experiment, PuzzleSet
from benchmarks.study.sizes import FORMULAS, MODELS, Sizes
from benchmarks.study.trials import Measured, Results, quartiles, trials_of
from bimaru.atomic_files import temporary_path
from bimaru.puzzle import Puzzle
from bimaru.study.charts import Axis, Series, cactus, chart
from bimaru.study.comparison import Comparison

Rows = list[tuple[Puzzle, tuple[Measured, ...]]]
_NEVER: Final = float("inf")


class DisagreementError(Exception):
    """An engine is at fault, or two contradict each other."""


def report(directory: Path, results: Results, sizes: Sizes, number: int | None, seconds: float) -> str:
    """The tables; writes the charts into the directory. Raises `DisagreementError`."""
    parts = [_size_tables(sizes, number)]
    for experiment in EXPERIMENTS:
        rows = {
            one.name: list(trials_of(results, experiment, one, number, seconds)) for one in experiment.sets
        }
        for found in rows.values():
            _check(found)
        parts.append(_experiment_tables(experiment, rows))
        _draw(directory, experiment, rows)
    return "\n".join(filter(None, parts))


def write(path: Path, text: str) -> None:
    """Write a file that appears when it is complete."""
    with temporary_path(path) as part:
        part.write_text(text, encoding="utf-8")


def _check(rows: Rows) -> None:
    for puzzle, measured in rows:
        comparison = Comparison(puzzle, tuple(one.trial for one in measured))
        if not comparison.is_sound:
            faults = [trial.trouble for trial in comparison.trials if trial.is_at_fault]
            disagreements = [found.text for found in comparison.disagreements()]
            raise DisagreementError(f"{puzzle.id}: {'; '.join(faults + disagreements)}")


def _experiment_tables(experiment: Experiment, rows: dict[str, Rows]) -> str:
    """For each set, a line for each engine: decided, seconds, nodes."""
    names = [name for name, found in rows.items() if found]
    if not names:
        return ""
    text = [f"### {experiment.name}: {experiment.question}\n"]
    text.append(
        "Decided puzzles of those that an engine takes, and seconds as first quartile / median / third "
        "quartile (an undecided one takes for ever)"
        + (f"; at most {experiment.nodes:,} nodes" if experiment.nodes else "")
        + ".\n"
    )
    lines = [["engine", *(f"{len(rows[name])} of {name}" for name in names)]]
    for number, engine in enumerate(experiment.engines):
        cells = [[measured[number] for _, measured in rows[name]] for name in names]
        lines.append([f"`{engine}`", *map(_cell, cells)])
    text.append(_table(lines))
    if experiment.nodes is not None:
        text.append(_node_table(experiment, rows))
    return "\n".join(text)


def _cell(measured: Sequence[Measured]) -> str:
    """`12 of 14: 0.1 / 0.2 / 0.9`, without the puzzles that the engine does not take."""
    taken = [one for one in measured if one.trial.has_run]
    if not taken:
        return "none taken"
    decided = sum(one.trial.decided for one in taken)
    times = quartiles([one.seconds if one.trial.decided else _NEVER for one in taken])
    return f"{decided} of {len(taken)}: {' / '.join(map(_digits, times))}"


def _node_table(experiment: Experiment, rows: dict[str, Rows]) -> str:
    lines = [["engine", "set", "decided", "nodes, quartiles; - for more than the limit"]]
    for name, found in rows.items():
        for number, engine in enumerate(experiment.engines):
            trials = [measured[number].trial for _, measured in found]
            nodes = [float(trial.stats["nodes"]) if trial.decided else _NEVER for trial in trials]
            decided = sum(trial.decided for trial in trials)
            spread = " / ".join("-" if one == _NEVER else f"{one:,.0f}" for one in quartiles(nodes))
            lines.append([f"`{engine}`", name, f"{decided} of {len(found)}", spread])
    return _table(lines)


def _size_tables(sizes: Sizes, number: int | None) -> str:
    """Variables / constraints or clauses; then the share that the relaxation keeps."""
    models = (*MODELS, *FORMULAS)
    found = {
        one.name: [[sizes.find(puzzle, model) for model in models] for puzzle in one.puzzles(number)]
        for one in SETS
    }
    known = {name: rows for name, rows in found.items() if rows and all(all(row) for row in rows)}
    if not known:
        return ""

    def median(rows: Sequence[Sequence[Any]], column: int, key: str) -> str:
        values = [row[column][key] for row in rows if row[column].get(key) is not None]
        return f"{quartiles(values)[1]:,.0f}" if len(values) == len(rows) else "-"

    lines = [["", *known]]
    for key, text in (("placements_raw", "all placements"), ("placements", "placements that fit the clues")):
        lines.append([text, *(median(rows, 0, key) for rows in known.values())])
    for (column, model), (suffix, text) in product(
        enumerate(models), (("", ""), ("_raw", ", all placements"))
    ):
        cells = (
            f"{median(r, column, f'variables{suffix}')} / {median(r, column, f'rows{suffix}')}"
            for r in known.values()
        )
        lines.append([f"`{model}`{text}", *cells])
    bounds = [["", *known]]
    for column, model in enumerate(MODELS):
        bounds.append([f"`{model}`", *(_bounds(rows, column) for rows in known.values())])
    return (
        f"### sizes\n\nVariables / constraints or clauses, medians.\n\n{_table(lines)}\n"
        "Share of the solution that the linear relaxation keeps, quartiles of puzzles with one solution.\n\n"
        f"{_table(bounds)}"
    )


def _bounds(rows: Sequence[Sequence[Any]], column: int) -> str:
    values = [row[column]["bound"] for row in rows if row[column].get("bound") is not None]
    return f"{' / '.join(f'{one:.2f}' for one in quartiles(values))} ({len(values)})" if values else "-"


def _draw(directory: Path, experiment: Experiment, rows: dict[str, Rows]) -> None:
    """A cactus plot of all sets; and if there are several, medians over the number of placements."""
    everything = [measured for found in rows.values() for _, measured in found]
    if not everything:
        return
    times = {
        engine: [row[number].seconds for row in everything if row[number].trial.decided]
        for number, engine in enumerate(experiment.engines)
    }
    axis = Axis("seconds", logarithmic=True)
    text = chart(
        cactus(times),
        title=f"{experiment.name}: puzzles decided, of {len(everything)}",
        x=Axis("puzzles, each engine's fastest first"),
        y=axis,
    )
    write(directory / f"cactus-{experiment.name}.svg", text)
    growing = [one for one in experiment.sets if rows[one.name]]
    if len(growing) > 1:
        lines = [
            Series(engine, sorted(_growth(growing, rows, number)))
            for number, engine in enumerate(experiment.engines)
        ]
        text = chart(
            lines,
            title=f"{experiment.name}: median time of a set",
            x=Axis("placements that fit the clues, median", logarithmic=True),
            y=axis,
        )
        write(directory / f"growth-{experiment.name}.svg", text)


def _growth(sets: Iterable[PuzzleSet], rows: dict[str, Rows], number: int) -> Iterator[tuple[float, float]]:
    from bimaru.placements import fitting

    for one in sets:
        found = rows[one.name]
        placements = [float(sum(map(len, fitting(puzzle).values()))) for puzzle, _ in found]
        times = [row[number].seconds if row[number].trial.decided else _NEVER for _, row in found]
        yield quartiles(placements)[1], quartiles(times)[1]


def _digits(number: float) -> str:
    if number == _NEVER:
        return "-"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _table(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, the first line its heading."""
    rows = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "".join(f"| {' | '.join(line)} |\n" for line in rows)
