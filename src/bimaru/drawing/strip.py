"""Several pictures in one: side by side, or one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bimaru.drawing.layout import Layer, Picture, box
from bimaru.drawing.ship_outlines import Outline

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
            layers += _moved(picture, number * wide - picture.left, top - picture.top)
    described = " ".join(picture.description for picture in pictures)
    return Picture(0, 0, width, height, tuple(layers), pictures[0].title, described)


def _moved(picture: Picture, x: float, y: float) -> Iterator[Layer]:
    """The layers of a picture at another place, without its paper."""
    for layer in picture.layers:
        if layer.role == "paper":
            continue
        yield Layer(
            layer.role,
            [_shifted(outline, x, y) for outline in layer.fills],
            [_shifted(outline, x, y) for outline in layer.rings],
            [(u + x, v + y, to_u + x, to_v + y) for u, v, to_u, to_v in layer.lines],
            [(u + x, v + y) for u, v in layer.waves],
            [text._replace(x=text.x + x, y=text.y + y) for text in layer.texts],
        )


def _shifted(outline: Outline, x: float, y: float) -> Outline:
    return tuple(corner._replace(x=corner.x + x, y=corner.y + y) for corner in outline)
