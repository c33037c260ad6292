"""What the sentences of every language share: the notation of squares, lines and steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bimaru.capitals import capitalised
from bimaru.squares import square_names

MAX_LISTED: Final = 6
"""Placements, or other things, that a sentence lists."""
BULLET: Final = "-"
"""What a line with one of several cases begins with."""


def word_count(text: str) -> int:
    """The words of sentences, bullets not counted."""
    return sum(word != BULLET for word in text.split())


def no_break(text: str) -> str:
    """A French text with the no-break spaces that keep `: ; ? !` and quotation marks beside their words."""
    return re.sub(" (?=[:;?!»])|(?<=«) ", "\u00a0", text)


def names(squares: Iterable[tuple[int, int]]) -> str:
    """The names of squares: `A1-A4, C7`."""
    return square_names(squares).replace(" ", ", ")


def placement_name(placement: Sequence[tuple[int, int]]) -> str:
    """The squares of one placement: `C1-C3`, of a polyomino `C1-C2+D2`, of a word that is read from right to
    left `C3-C1`."""
    if placement[0] > placement[-1]:
        return "-".join(square_names([at]) for at in (placement[0], placement[-1]))
    return square_names(placement).replace(" ", "+")


def ranges(numbers: Iterable[int], named: Callable[[int], str] = str) -> list[str]:
    """Numbers in order, by their names, three or more in a row as a range: `4`, `9-12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text
        for run in runs
        for text in ([f"{named(run[0])}-{named(run[-1])}"] if len(run) > 2 else map(named, run))
    ]


def steps_text(numbers: Sequence[int]) -> list[str]:
    """Numbers of steps, in order; of many the first and the last."""
    texts = ranges(numbers)
    return texts if len(texts) <= MAX_LISTED else [f"{numbers[0]}-{numbers[-1]}"]


def shortened(text: str, lists: Mapping[str, str], keep: int = 0) -> str:
    """A text with each clause that lists placements replaced by something shorter, except the first `keep`
    times; a clause may begin a sentence."""
    for told, brief in lists.items():
        # Not the beginning of a longer list: A1 in A10.
        found = re.finditer(rf"(?i:{re.escape(told[:1])}){re.escape(told[1:])}(?![\d-])", text)
        for match in reversed([*found][keep:]):
            short = capitalised(brief) if match[0][0].isupper() else brief
            text = f"{text[: match.start()]}{short}{text[match.end() :]}"
    return text
