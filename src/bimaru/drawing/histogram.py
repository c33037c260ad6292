"""Numbers as bars of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_MOST_BARS: Final = 24


def histogram(
    title: str, counts: Mapping[str, int], whole: int, *, ascii: bool = False, width: int = 80
) -> Iterator[str]:
    """Lines that show how often each name occurs, and what part of `whole` that is, no wider than `width`."""
    names = max([len(title), *map(len, counts)])
    digits = max((len(f"{count:,}") for count in counts.values()), default=1)
    room = max(0, width - names - digits - len("    100.0%  "))
    most = max(counts.values(), default=1)
    yield title
    for name, count in counts.items():
        bar = _bar(count / most * room, ascii)
        yield f"{name:>{names}}  {count:>{digits},}  {100 * count / whole:5.1f}%  {bar}".rstrip()


def _bar(length: float, ascii: bool) -> str:
    """A bar of that many columns; any share above 0 is seen."""
    if ascii:
        return "#" * (round(length) or bool(length))
    full, eighths = divmod(max(round(8 * length), bool(length)), 8)
    return "█" * full + _EIGHTHS[eighths].strip()


def grouped(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts of whole numbers, with those that are missing between them; of many, several in a row
    are counted together: `10-14`."""
    numbers: Sequence[int] = sorted(map(int, counts))
    if not numbers:
        return {}
    first, last = numbers[0], numbers[-1]
    step = next(step for step in _steps() if (last // step - first // step) < _MOST_BARS)
    starts = range(first // step * step, last + 1, step)
    return {
        str(start) if step == 1 else f"{start}-{start + step - 1}": sum(
            counts.get(str(number), 0) for number in range(start, start + step)
        )
        for start in starts
    }


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ..."""
    unit = 1
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10
