"""Drawings of puzzles, boards and steps, in SVG, PDF, PNG and text."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING

from bimaru.puzzle import check_is_puzzle
from bimaru.validation import brief

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.deduction.telling.step import Step
    from bimaru.drawing.svg import SvgTheme
    from bimaru.puzzle import Puzzle
    from bimaru.solving import Result


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

    `theme`: `light`, `dark`, or `auto`, which follows the reader's system; `size`: pixels of a square's side;
    `names`: whether rows and columns are named; `fleet`: whether the ships are listed.

    Raises `ValueError` for a board of another size, for an unknown theme and for a size that is not from 4 to
    400."""
    from bimaru.board import check_is_board
    from bimaru.deduction.telling.step import Step
    from bimaru.drawing.scene import scene
    from bimaru.drawing.svg import svg

    check_is_puzzle(puzzle)
    if board is not None:
        check_is_board(board)
    if not isinstance(step, Step | None):  # for callers without type checking
        ways = "bimaru.explain(puzzle).steps has them, the first at 0"  # type: ignore[unreachable]
        raise TypeError(f"expected a Step, got {type(step).__name__}: {ways}")
    _check_size(size)
    return Drawing(svg(scene(puzzle, board, step, names=names, fleet=fleet), theme, size))


def _check_size(size: object) -> None:
    from bimaru.drawing.svg import SIZES

    least, most = SIZES
    if isinstance(size, bool) or not isinstance(size, Real):
        raise TypeError(f"size: {brief(size)} is not a number")
    if size < least or not size <= most:  # NaN is neither
        raise ValueError(f"size: {brief(size)} is not a number of pixels from {least} to {most}")


def show_in_notebooks(*kinds: type) -> None:
    """Make notebooks show values of these classes as pictures. The classes are on lower floors, which do not
    import drawing."""
    for kind in kinds:
        setattr(kind, "_repr_svg_", picture_of)  # noqa: B010  # a type checker knows no such attribute


def picture_of(value: Puzzle | Board | Result) -> str | None:
    """A puzzle, a board, or the first board of a result, as SVG; `None` if there is none or it is too large,
    and notebooks print the value."""
    from bimaru.drawing.scene import scene, scene_of_board
    from bimaru.drawing.svg import svg
    from bimaru.errors import InvalidPuzzleError
    from bimaru.puzzle import Puzzle
    from bimaru.solving import Result

    board = value.board if isinstance(value, Result) else value
    if board is None:
        return None
    try:
        return svg(scene(board) if isinstance(board, Puzzle) else scene_of_board(board))
    except InvalidPuzzleError:
        return None
