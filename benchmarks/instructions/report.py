"""The table of a comparison, and its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import geometric_mean
from typing import Any, NamedTuple

from benchmarks.instructions.counting import Counted


class Pair(NamedTuple):
    """What a task took on both sides."""

    before: Counted
    after: Counted

    @property
    def ratio(self) -> float | None:
        """Instructions after divided by instructions before; `None` if either side failed."""
        if self.before.instructions is None or self.after.instructions is None:
            return None
        return self.after.instructions / self.before.instructions

    @property
    def comparable(self) -> bool:
        """Whether both sides did the same work."""
        return self.ratio is not None and self.before.answer == self.after.answer


Pairs = Mapping[str, Pair]
"""Of every task, by name."""


def mean_ratio(pairs: Pairs) -> float | None:
    """The geometric mean of the tasks that are comparable, if there are any."""
    ratios = [pair.ratio for pair in pairs.values() if pair.comparable and pair.ratio is not None]
    return geometric_mean(ratios) if ratios else None


def table(pairs: Pairs) -> Iterator[str]:
    """The lines of a Markdown table, and what to know about it."""
    yield "| task | million instructions before | after | difference |"
    yield "| --- | ---: | ---: | ---: |"
    for name, pair in pairs.items():
        answers = "" if pair.comparable or pair.ratio is None else " (other answers)"
        cells = (name, _millions(pair.before), _millions(pair.after), _percent(pair.ratio) + answers)
        yield f"| {' | '.join(cells)} |"
    yield f"| geometric mean | | | {_percent(mean_ratio(pairs))} |"
    if any(not pair.comparable for pair in pairs.values()):
        yield "\nThe mean leaves out tasks that failed or gave other answers."
    for name, pair in pairs.items():
        for when, side in zip(("before", "after"), pair, strict=True):
            if side.error:
                yield f"{name}, {when}: {side.error}"


def as_json(pairs: Pairs) -> dict[str, Any]:
    """The same for programs."""
    return {
        "geometric_mean": mean_ratio(pairs),
        "tasks": {
            name: {
                "before": pair.before.instructions,
                "after": pair.after.instructions,
                "same_answers": pair.comparable,
            }
            for name, pair in pairs.items()
        },
    }


def _millions(counted: Counted) -> str:
    return "failed" if counted.instructions is None else f"{counted.instructions / 1e6:,.1f}"


def _percent(ratio: float | None) -> str:
    return "-" if ratio is None else f"{100 * (ratio - 1):+.2f}%"
