"""Pictures in notebooks, which ask a value for its `_repr_svg_`."""

from __future__ import annotations

from bimaru.board import Board
from bimaru.errors import InvalidPuzzleError
from bimaru.puzzle import Puzzle


def pictured(value: Puzzle | Board) -> str | None:
    """A puzzle or a board as SVG; `None` for a board that is too large, which notebooks then print."""
    from bimaru.drawing.scene import scene, scene_of_board
    from bimaru.drawing.svg import svg

    try:
        return svg(scene(value) if isinstance(value, Puzzle) else scene_of_board(value))
    except InvalidPuzzleError:
        return None


def picture_in_notebooks(*kinds: type) -> None:
    """Have notebooks show values of these classes as pictures: the classes stand on lower floors and know
    nothing of drawing."""
    for kind in kinds:
        setattr(kind, "_repr_svg_", pictured)  # noqa: B010  # a type checker knows no such attribute
