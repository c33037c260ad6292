"""The pictures of a document: files in SVG for the typesetter, and what a template is given of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from bimaru.board import Board
from bimaru.books.codes import qr_code
from bimaru.books.descriptions import Label, described, fleet_described
from bimaru.books.rules import Example
from bimaru.drawing.layout import CHART_NUMBER, LARGE_WORDS, Picture, fleet_beside, fleet_picture, picture
from bimaru.drawing.palette import PrintTheme
from bimaru.drawing.scene import Scene, TallyLabel, scene
from bimaru.drawing.svg import printed_svg
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from bimaru.deduction.telling.step import Step
    from bimaru.drawing.argument import State

_NAMES: Final = 0.5
_NOTHING: Final = {"file": "", "width": 8.0, "height": 1.0, "before": 0.0, "alt": ""}


class Pictures:
    """Files by name, the same picture once."""

    def __init__(
        self, label: Label, theme: PrintTheme, spot: str = "", *, large: bool = False, on_screen: bool = False
    ) -> None:
        """`label` gives the words of descriptions by name; `spot`: a second ink, #rrggbb; `large`: the names
        of rows and columns are as large as tallies, and words below a board as those on it; `on_screen`: not
        for the typesetter, but for e-books."""
        self.files: dict[str, bytes] = {}
        self._label = label
        self._theme = theme
        self._spot = spot
        self._on_screen = on_screen
        self._name_size = CHART_NUMBER if large else _NAMES
        self._word_scale = LARGE_WORDS if large else 1.0
        self._names: dict[bytes, str] = {}

    def put(self, drawn: Picture, name: str, description: str, scale: float = 1.0) -> dict[str, Any]:
        """Keep a picture; returns its file, its width and height in squares, with that `scale`, the part of
        its width that is before the grid, and its description."""
        layers = tuple(layer for layer in drawn.layers if layer.role != "paper")
        drawn = drawn._replace(layers=layers, title=self._label("a_puzzle"), description=description)
        content = printed_svg(drawn, self._theme, self._spot, on_screen=self._on_screen).encode()
        file = self._names.setdefault(content, f"pictures/{name}.svg")
        self.files[file] = content
        sides = {"width": round(scale * drawn.width, 4), "height": round(scale * drawn.height, 4)}
        return {"file": file, **sides, "before": -drawn.left, "above": -drawn.top, "alt": description}

    def put_puzzle(self, puzzle: Puzzle, board: Board | None, name: str, *, names: bool) -> dict[str, Any]:
        """Keep a puzzle, or a board of it, without its ships, in the frame of a chart."""
        return self._put_scene(scene(puzzle, board, names=names, fleet=False), name, puzzle, board)

    def put_state(self, puzzle: Puzzle, state: State, name: str) -> dict[str, Any]:
        """Keep one board of an argument, with what is highlighted on it."""
        shown = scene(puzzle, state.board, fleet=False, highlight=state.highlight, caption="")
        return self._put_scene(shown, name, puzzle, state.board)

    def put_step(self, puzzle: Puzzle, step: Step, name: str) -> dict[str, Any]:
        """Keep the board of a step, with what the step is about."""
        return self._put_scene(scene(puzzle, None, step, fleet=False, caption=""), name, puzzle, step.board)

    def _put_scene(self, shown: Scene, name: str, puzzle: Puzzle, board: Board | None) -> dict[str, Any]:
        shown = shown._replace(rows=_black(shown.rows), cols=_black(shown.cols))
        drawn = picture(shown, chart=True, name_size=self._name_size)
        return self.put(drawn, name, described(puzzle, board, self._label))

    def put_fleet(self, puzzle: Puzzle) -> dict[str, Any] | None:
        """Keep the list of the ships of a puzzle; `None` if it has none."""
        scale = self._word_scale if puzzle.words else 1.0
        drawn = fleet_picture(scene(puzzle, names=False), scale)
        if not drawn.width:
            return None
        return self.put(drawn, f"fleet-{len(self._names)}", fleet_described(puzzle, self._label), scale)

    def _put_fleet_beside(self, puzzle: Puzzle) -> dict[str, Any] | None:
        """Keep the list of the ships of a puzzle, for the side of its grid; in large print it has no room
        there."""
        drawn = fleet_beside(scene(puzzle, names=False))
        if self._word_scale > 1 or not drawn.width:
            return None
        return self.put(drawn, f"beside-{len(self._names)}", fleet_described(puzzle, self._label))

    def fleet_of(self, puzzle: Puzzle, board: dict[str, Any], *, shown: bool) -> dict[str, Any]:
        """The list of ships of a puzzle, if it is shown; the width of the grid, which it should not exceed;
        and how far the grid is from the left side of the picture of the puzzle's board."""
        fleet = self.put_fleet(puzzle) if shown else None
        return {"fleet": fleet, "grid": puzzle.width, "before": board["before"]}

    def put_entry(
        self,
        number: int,
        puzzle: Puzzle,
        board: Board | None,
        answer: Board | None,
        *,
        names: bool,
        fleet: bool,
        answer_names: bool = False,
    ) -> dict[str, Any]:
        """Keep the pictures of a puzzle, of which `board` is shown, with or without the names of rows and
        columns; returns its entry (docs/reference/templates.md), without grade, steps and link."""
        drawn = self.put_puzzle(puzzle, board, f"puzzle-{number}", names=names)
        is_beside = fleet and not self._on_screen
        return {
            "number": number,
            "title": str(number),
            "level": 2,
            "stars": 0,
            "remark": "",
            "board": drawn,
            **self.fleet_of(puzzle, drawn, shown=fleet),
            "fleet_beside": self._put_fleet_beside(puzzle) if is_beside else None,
            "answer": self.put_answer(puzzle, answer, f"answer-{number}", names=answer_names),
            "note": "",
            "steps": "",
            "link": "",
            "code": None,
        }

    def put_code(self, link: str, number: int) -> dict[str, Any]:
        """Keep an address as a QR code."""
        file = f"pictures/code-{number}.svg"
        self.files[file] = qr_code(link)
        return {"file": file, "width": 1.0, "height": 1.0, "before": 0.0, "alt": link}

    def put_answer(self, puzzle: Puzzle, board: Board | None, name: str, *, names: bool) -> dict[str, Any]:
        """Keep an answer: its ships and the tallies."""
        if board is None:
            return dict(_NOTHING)
        shown = scene(puzzle, board, names=names, fleet=False)
        rows, cols = _black(shown.rows), _black(shown.cols)
        bare = shown._replace(water=(), given=(), rows=rows, cols=cols, edges=type(shown.edges)())
        drawn = picture(bare, chart=True, name_size=self._name_size)
        layers = tuple(layer for layer in drawn.layers if layer.role != "sea")
        return self.put(drawn._replace(layers=layers), name, described(puzzle, board, self._label))

    def put_example(self, example: Example, *, names: bool) -> list[dict[str, Any]]:
        """Keep the puzzle that the rules show and its answer, each with its ships."""
        ends = []
        for name, board in (("a_puzzle", None), ("its_answer", example.board)):
            drawn = self.put_puzzle(example.puzzle, board, name, names=names)
            fleet = self.fleet_of(example.puzzle, drawn, shown=True)
            ends.append({"board": drawn, "text": self._label(name), **fleet})
        return ends


def _black(labels: Iterable[TallyLabel]) -> tuple[TallyLabel, ...]:
    """Tallies without the grey of those that are met: on paper all are to be read."""
    return tuple(label._replace(state="open") if label.state == "met" else label for label in labels)
