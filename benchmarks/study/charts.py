"""Charts of measurements as SVG: lines of points on linear or logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

_WIDTH: Final = 640
_HEIGHT: Final = 400
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 34, 170, 50
"""Margins; the right one holds the legend."""
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6000", "#000000")
"""Okabe and Ito's colours, which colour-blind readers can tell apart; beyond them lines are dashed."""
_DASHES: Final = ("", "6 3", "2 3")
_MOST_TICKS: Final = 6


class Series(NamedTuple):
    """A line of a chart: its name in the legend and its points."""

    name: str
    points: Sequence[tuple[float, float]]


class Axis(NamedTuple):
    """The label of an axis, and whether it is logarithmic."""

    label: str
    logarithmic: bool = False


def cactus(times: Mapping[str, Iterable[float]]) -> list[Series]:
    """For each solver, how many puzzles it solves, each within how many seconds: the curves of a cactus plot.

    `times` has the seconds of the puzzles that each solver decided."""
    return [
        Series(name, [(number, seconds) for number, seconds in enumerate(sorted(found), 1)])
        for name, found in times.items()
    ]


def chart(series: Sequence[Series], *, title: str, x: Axis, y: Axis) -> str:
    """A chart as SVG, the same bytes for the same values. Points that a logarithmic axis cannot show, at 0 or
    below, are left out. Raises `ValueError` if nothing is left to show."""
    shown = [
        Series(name, [p for p in points if _fits(p[0], x) and _fits(p[1], y)]) for name, points in series
    ]
    points = [point for _, found in shown for point in found]
    if not points:
        raise ValueError("a chart needs a point that its axes can show")
    across = _Scale([point[0] for point in points], x.logarithmic, _LEFT, _WIDTH - _RIGHT)
    up = _Scale([point[1] for point in points], y.logarithmic, _HEIGHT - _BOTTOM, _TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{_HEIGHT}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        _text(_LEFT, 18, title, weight=' font-weight="bold"'),
        *_grid(across, up),
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, x.label, anchor="middle"),
        f'<g transform="translate(14 {(_TOP + _HEIGHT - _BOTTOM) / 2:g}) rotate(-90)">'
        f"{_text(0, 0, y.label, anchor='middle')}</g>",
        *(_line(number, found, across, up) for number, found in enumerate(shown)),
        "</svg>\n",
    ]
    return "\n".join(parts)


class _Scale:
    """Where the values of an axis are, between two ends."""

    def __init__(self, values: Sequence[float], logarithmic: bool, first: float, last: float) -> None:
        self._logarithmic, self._first, self._last = logarithmic, first, last
        self._low: float
        self._high: float
        if logarithmic:
            self._low = math.floor(math.log10(min(values)))
            self._high = max(math.ceil(math.log10(max(values))), self._low + 1)
            powers = range(int(self._low), int(self._high) + 1)
            self.ticks = [10.0**power for power in powers[:: math.ceil(len(powers) / _MOST_TICKS)]]
        else:
            step = _step(max(*values, 0.0) - min(*values, 0.0))
            self._low = step * math.floor(min(*values, 0.0) / step)
            self._high = max(step * math.ceil(max(*values, 0.0) / step), self._low + step)
            count = round((self._high - self._low) / step)
            self.ticks = [self._low + number * step for number in range(count + 1)]

    def __call__(self, value: float) -> float:
        at = math.log10(value) if self._logarithmic else value
        return self._first + (at - self._low) / (self._high - self._low) * (self._last - self._first)


def _step(span: float) -> float:
    """A round distance between ticks: 1, 2 or 5 times a power of ten."""
    least = max(span, 1e-9) / _MOST_TICKS
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def _fits(value: float, axis: Axis) -> bool:
    return math.isfinite(value) and (value > 0 or not axis.logarithmic)


def _grid(across: _Scale, up: _Scale) -> Iterator[str]:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    for tick in across.ticks:
        at = across(tick)
        yield f'<path d="M{at:.1f} {_TOP}V{bottom}" stroke="#ddd"/>'
        yield _text(at, bottom + 16, f"{tick:g}", anchor="middle")
    for tick in up.ticks:
        at = up(tick)
        yield f'<path d="M{_LEFT} {at:.1f}H{right}" stroke="#ddd"/>'
        yield _text(_LEFT - 6, at + 4, f"{tick:g}", anchor="end")


def _line(number: int, series: Series, across: _Scale, up: _Scale) -> str:
    """The line of a series with its points, and its entry in the legend."""
    colour = _COLOURS[number % len(_COLOURS)]
    dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
    stroke = f'stroke="{colour}" stroke-width="1.5" fill="none"' + (
        f' stroke-dasharray="{dash}"' if dash else ""
    )
    at = [f"{across(x):.1f} {up(y):.1f}" for x, y in series.points]
    height = _TOP + 10 + 18 * number
    left = _WIDTH - _RIGHT + 12
    dots = "".join(
        f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="2" fill="{colour}"/>' for x, y in series.points
    )
    line = f'<path d="M{"L".join(at)}" {stroke}/>' if at else ""
    legend = f'<path d="M{left} {height - 4}h18" {stroke}/>{_text(left + 24, height, series.name)}'
    return f"<g>{line}{dots}{legend}</g>"


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
