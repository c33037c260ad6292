"""Drawing puzzles and boards: a scene, and what it is drawn with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bimaru.puzzle import check_is_puzzle

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.deduction.session import Step
    from bimaru.drawing.svg import SvgTheme
    from bimaru.puzzle import Puzzle


class Drawing(str):
    """A picture as the text of an SVG file; notebooks show it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    puzzle: Puzzle,
    board: Board | None = None,
    step: Step | None = None,
    *,
    theme: SvgTheme = "light",
    size: float = 32,
    names: bool = True,
    fleet: bool = True,
) -> Drawing:
    """A puzzle, a board of it, or a step of its explanation as SVG.

    `size`: pixels of a square's side; `names`: of rows and columns; `fleet`: the list of ships. The theme
    is `light`, `dark`, or `auto`, which follows the reader's system.

    Raises `ValueError` for a board of another size."""
    from bimaru.drawing.scene import scene
    from bimaru.drawing.svg import svg

    check_is_puzzle(puzzle)
    return Drawing(svg(scene(puzzle, board, step, names=names, fleet=fleet), theme, size))
