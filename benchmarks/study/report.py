"""Tables in Markdown, and charts in SVG, of what has been measured."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.study import boards
from benchmarks.study.charts import Axis, cactus, chart
from benchmarks.study.plan import EXPERIMENTS, REPETITIONS, Experiment, puzzles_of
from benchmarks.study.trials import Key, Results, Trial
from bimaru.atomic_files import temporary_path
from bimaru.puzzle import Puzzle

RESAMPLES: Final = 2_000
NOT_RUN: Final = ("missing", "refused")
"""Outcomes of engines that are not installed, and that do not take a puzzle."""


class DisagreementError(Exception):
    """An engine is at fault, or two contradict each other."""


def keys_of(experiment: Experiment, puzzle: Puzzle, engines: Iterable[str]) -> Iterator[Key]:
    """What is to be measured of a puzzle: each engine once, and those that are repeated several times."""
    for engine in engines:
        for repetition in range(REPETITIONS if engine in experiment.repeated else 1):
            yield str(puzzle.id), repetition, engine, experiment.limit, experiment.nodes


class Measured:
    """What has been measured of an experiment: its engines, and for each set the puzzles that all of them
    have been tried on, each with its trials by engine."""

    def __init__(self, experiment: Experiment, results: Results, number: int | None, seconds: float) -> None:
        found: dict[str, dict[str, dict[str, list[Trial]]]] = {name: {} for name in experiment.sets}
        for name in experiment.sets:
            for puzzle in puzzles_of(name, number):
                trials = found[name].setdefault(str(puzzle.id), {})
                for key in keys_of(experiment, puzzle, experiment.engines):
                    if trial := results.find(key, seconds):
                        trials.setdefault(trial.engine, []).append(trial)
        tried = {engine for puzzles in found.values() for trials in puzzles.values() for engine in trials}
        self.experiment, self.seconds = experiment, seconds
        self.engines = [engine for engine in experiment.engines if engine in tried]
        self.sets = {
            name: {key: trials for key, trials in puzzles.items() if trials and len(trials) == len(tried)}
            for name, puzzles in found.items()
        }

    @property
    def puzzles(self) -> dict[str, dict[str, list[Trial]]]:
        """All puzzles, of whichever set."""
        return {key: trials for puzzles in self.sets.values() for key, trials in puzzles.items()}

    def check(self) -> None:
        """Raise `DisagreementError` if an engine was wrong, or if two do not agree on a puzzle."""
        for name, trials in self.puzzles.items():
            run = [trial for found in trials.values() for trial in found]
            if wrong := [trial.trouble or "" for trial in run if trial.outcome == "wrong"]:
                raise DisagreementError(f"{name}: {'; '.join(wrong)}")
            decided = [trial for trial in run if trial.decided]
            answers: dict[tuple[str, str | None], str] = {}
            for one in decided:
                answers.setdefault((one.outcome, one.boards if one.repetition == 0 else None), one.engine)
            if len({outcome for outcome, _ in answers}) > 1 or len({text for _, text in answers if text}) > 1:
                found = "; ".join(f"{engine}: {outcome}" for (outcome, _), engine in answers.items())
                raise DisagreementError(f"{name}: the engines disagree: {found}")

    def cell(self, engine: str, puzzles: Iterable[Mapping[str, Sequence[Trial]]]) -> str:
        """`9/10 (7-10); 2.1 (0.9-4.3)`: puzzles decided and PAR2, with their intervals, of those taken."""
        taken = [found for trials in puzzles if (found := trials[engine])[0].outcome not in NOT_RUN]
        if not taken:
            return "-"
        solved = [statistics.mean(one.within(self.seconds) for one in found) for found in taken]
        scores = [statistics.mean(par2(one, self.seconds) for one in found) for found in taken]
        low, high = interval(solved)
        least, most = interval(scores)
        n = len(taken)
        return (
            f"{_digits(sum(solved))}/{n} ({_digits(low * n)}–{_digits(high * n)}); "
            f"{_digits(statistics.mean(scores))} ({_digits(least)}–{_digits(most)})"
        )


def par2(trial: Trial, seconds: float) -> float:
    """The CPU seconds of a trial, twice the limit if the puzzle was not decided."""
    return trial.cpu if trial.within(seconds) else 2 * seconds


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% confidence interval of the mean: percentiles of means of resamples, always the same."""
    means = sorted(statistics.fmean(map(values.__getitem__, places)) for places in _resamples(len(values)))
    return means[round(0.025 * RESAMPLES)], means[round(0.975 * RESAMPLES) - 1]


@cache
def _resamples(number: int) -> list[list[int]]:
    chance = random.Random(1)
    return [chance.choices(range(number), k=number) for _ in range(RESAMPLES)]


def report(directory: Path, results: Results, number: int | None, seconds: float) -> str:
    """The tables; writes the charts into the directory. Raises `DisagreementError`."""
    parts: list[str] = []
    for experiment in EXPERIMENTS:
        measured = Measured(experiment, results, number, seconds)
        if measured.puzzles:
            measured.check()
            parts += tables(measured)
            write(directory / f"cactus-{experiment.name}.svg", cactus_plot(measured, measured.engines))
    parts += [f"- {text}\n" for text in machines(results)]
    return "\n".join(filter(None, parts))


def machines(results: Results) -> list[str]:
    """Each machine with what is installed, and the dates on which it measured."""
    dates: dict[str, list[str]] = {}
    for row in results.machines:
        versions = ", ".join(f"{name} {text}" for name, text in row.items() if name != "date")
        dates.setdefault(versions, []).append(row["date"])
    return [f"{versions}, {' and '.join(days)}" for versions, days in dates.items()]


def write(path: Path, text: str) -> None:
    """Write a file that appears when it is complete."""
    with temporary_path(path) as part:
        part.write_text(text, encoding="utf-8")


def tables(measured: Measured) -> Iterator[str]:
    """The experiment's question; decided puzzles and PAR2 by set; the same by band; building and solving."""
    experiment = measured.experiment
    limit = f"{measured.seconds:g} CPU seconds" + (
        f", {experiment.nodes:,} nodes" if experiment.nodes else ""
    )
    yield f"### {experiment.name}: {experiment.question}\n"
    yield f"Decided of the puzzles that an engine takes; PAR2 in seconds; 95% intervals. {limit} a puzzle.\n"
    by_set = {name: found.values() for name, found in measured.sets.items() if found}
    yield _scores(measured, {**by_set, "all": measured.puzzles.values()})
    bands = {one.id: one.band for one in boards.entries()}
    by_band = {
        name: [trials for key, trials in measured.puzzles.items() if bands.get(key) == name]
        for name in boards.BANDS
    }
    if any(by_band.values()):
        yield _scores(measured, {name: found for name, found in by_band.items() if found})
    if lines := [*_parts(measured)]:
        yield "CPU seconds to build and to solve, and nodes: medians of the puzzles decided.\n"
        yield _table([["engine", "build", "solve", "nodes"], *lines])
    trouble = sorted(
        {
            trial.trouble
            for trials in measured.puzzles.values()
            for found in trials.values()
            for trial in found
            if trial.trouble
        }
    )
    yield "".join(f"- {text}\n" for text in trouble)


def _scores(measured: Measured, groups: Mapping[str, Iterable[Mapping[str, Sequence[Trial]]]]) -> str:
    lines = [["engine", *groups]]
    lines += [
        [f"`{engine}`", *(measured.cell(engine, group) for group in groups.values())]
        for engine in measured.engines
    ]
    return _table(lines)


def _parts(measured: Measured) -> Iterator[list[str]]:
    """For each engine that has any of them: CPU seconds of building and of solving, and nodes. An engine's
    own clock says how its CPU seconds are divided."""
    for engine in measured.engines:
        run = [one for trials in measured.puzzles.values() for one in trials[engine] if one.decided]
        built = [one.build_share for one in run]
        figures: list[list[float]] = [
            [one.cpu * share for one, share in zip(run, built, strict=True) if share is not None],
            [one.cpu * (1 - share) for one, share in zip(run, built, strict=True) if share is not None],
            [one.nodes for one in run if one.nodes],
        ]
        if any(figures):
            yield [
                f"`{engine}`",
                *(_digits(statistics.median(one)) if one else "-" for one in figures),
            ]


def cactus_plot(measured: Measured, engines: Sequence[str]) -> str:
    """How many puzzles each of these engines decides, each within how many seconds."""
    return chart(
        cactus(
            {
                engine: [
                    trials[engine][0].cpu
                    for trials in measured.puzzles.values()
                    if trials[engine][0].within(measured.seconds)
                ]
                for engine in engines
            }
        ),
        title=f"{measured.experiment.name}: puzzles decided, of {len(measured.puzzles)}",
        x=Axis("puzzles, each engine's fastest first"),
        y=Axis("CPU seconds", logarithmic=True),
    )


def _digits(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 or number == int(number) else f"{number:.2g}"


def _table(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, the first line its heading."""
    rows = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "".join(f"| {' | '.join(line)} |\n" for line in rows)
