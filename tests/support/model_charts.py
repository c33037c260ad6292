"""A chart for each model of docs/background/models, from the tables of the page that has the study."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bimaru.study.charts import Axis, Series, chart

PAGE: Final = Path(__file__).parents[2] / "docs" / "background" / "models" / "study.md"
_SETS: Final = {
    "3 of 10x10 boats": "boats 10x10",
    "3 of 10x10 csplib014": "csplib014",
    "3 of 15x15 large": "large 15x15",
    "3 of 30x20 large": "large 30x20",
}
"""The rows of times, and the columns of placements that belong to them: boards with one solution."""
_BESIDE: Final = ("sat", "search")
"""Engines that every chart shows, to compare with."""
_CHARTED: Final = ("mip-ship", "mip-cell", "mip-pairs", "mip-heads", "sat", "sat-boats", "backtracking")


def pictures() -> dict[str, str]:
    """The charts by the names of their files."""
    text = PAGE.read_text(encoding="utf-8")
    times = _table(text[text.index("Milliseconds, medians") :])
    placements = _table(text[text.index("Of all placements there remain") :])["that fit the clues"]
    return {f"model-{name}.svg": _chart(name, times, placements) for name in _CHARTED}


def _table(text: str) -> dict[str, dict[str, str]]:
    """The first table of a text: for each row, its cells by the names of their columns."""
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)[0].splitlines()
    ]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


def _chart(name: str, times: Mapping[str, Mapping[str, str]], placements: Mapping[str, str]) -> str:
    series = [
        Series(
            engine,
            [
                (_number(placements[column]), _number(times[row][engine]))
                for row, column in _SETS.items()
                if not times[row][engine].startswith(">")
            ],
        )
        for engine in (name, *(other for other in _BESIDE if other != name))
    ]
    return chart(
        series,
        title=f"{name}: median time to prove that a solution is the only one",
        x=Axis("placements that fit the clues, median", logarithmic=True),
        y=Axis("ms", logarithmic=True),
    )


def _number(text: str) -> float:
    return float(text.split()[0].replace(",", ""))
