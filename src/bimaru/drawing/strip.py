"""Several pictures in one: side by side, or one after another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from bimaru.drawing.layout import Layer, Picture, box

_GAP: Final = 0.75
"""Between two pictures, in sides of a square."""


def strip(pictures: Sequence[Picture], columns: int) -> Picture:
    """Pictures in rows of `columns`, from the left, with the title of the first and all descriptions.

    Raises `ValueError` without pictures or columns."""
    if not pictures or columns < 1:
        raise ValueError("a strip needs a picture and a column")
    columns = min(columns, len(pictures))
    wide = max(picture.width for picture in pictures) + _GAP
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    tops = [0.0, *accumulate(max(picture.height for picture in row) + _GAP for row in rows)]
    width, height = columns * wide - _GAP, tops[-1] - _GAP
    layers = [Layer("paper", fills=[box(0, 0, width, height)])]
    for row, top in zip(rows, tops, strict=False):
        for number, picture in enumerate(row):
            x, y = number * wide - picture.left, top - picture.top
            layers += (layer.moved(x, y) for layer in picture.layers if layer.role != "paper")
    described = " ".join(picture.description for picture in pictures)
    return Picture(0, 0, width, height, tuple(layers), pictures[0].title, described)
