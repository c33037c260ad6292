"""Booklets: puzzles to print, how to solve them, and their answers at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.drawing.labels import LABELS
from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.pdf import Spot, put, write
from bimaru.drawing.pdf_pages import GREY, INK, MARGIN, TITLE, Pages, Paper
from bimaru.drawing.scene import Scene, scene
from bimaru.puzzle import Puzzle

MOST_ON_A_PAGE: Final = 6

_GUTTER: Final = 26.0
_LABEL: Final = 16.0
"""Above a puzzle, for its number."""
_WIDEST: Final = 30.0
"""The longest side of a square, in points."""
_NARROWEST: Final = 11.0
"""The shortest side of a square, in points; if it would be shorter, the page holds fewer puzzles."""
_ANSWER: Final = 8.9
_ANSWER_GAP: Final = 14.0
_ANSWER_LABEL: Final = 11.0
_ANSWER_TEXT: Final = 7.5
_HEADING: Final = 24.0
ROWS: Final = {1: (1,), 2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (2, 2, 1), 6: (2, 2, 2)}
"""The number of puzzles in each row of a page."""
_TEXT: Final = 10.5
_LINE: Final = 15.0


EXAMPLE: Final = Puzzle(
    rows=(3, 1, 2, 1, 1, 2),
    cols=(4, 0, 2, 1, 1, 2),
    fleet={3: 1, 2: 2, 1: 3},
    givens={(0, 2): "L", (3, 0): "W", (4, 2): "S"},
)
EXAMPLE_BOARD: Final = Board(("T.LR..", "M.....", "B....T", ".....B", "..S...", "S...S."))
"""The puzzle on the page of rules, and its answer."""


class Entry(NamedTuple):
    """A puzzle of a booklet. `board`: what its picture shows; `remark`: beside its number; `answer` and
    `note`: at the end of the booklet."""

    puzzle: Puzzle
    board: Board | None = None
    remark: str = ""
    answer: Board | None = None
    note: str = ""


class Style(NamedTuple):
    """The style of a booklet. `title` is on its first page and above every other; `language` is one of
    `LANGUAGES` in `bimaru.drawing.labels`."""

    title: str = TITLE
    paper: Paper = "a4"
    per_page: int = 2
    instructions: bool = True
    answers: bool = True
    names: bool = False
    fleet: bool = True
    language: str = "en"

    @property
    def labels(self) -> Mapping[str, str]:
        """The texts of its language."""
        return LABELS[self.language]


def booklet(file: IO[bytes], entries: Iterable[Entry], style: Style = Style()) -> int:  # noqa: B008  # a value
    """Write a booklet as PDF; returns the number of its puzzles. Raises `MissingExtraError`."""
    book = _Book(file, style)
    answers: list[_Answer] = []
    contents = _Contents()
    if style.instructions:
        book.turn_to_instructions()
    for slot in _slots(_counted(entries, answers, contents), book):
        book.put_puzzle(slot)
    if style.answers:
        book.put_answers(answers)
    if style.instructions:
        book.write_instructions(contents)
    book.end()
    return contents.puzzles


class _Answer(NamedTuple):
    number: int
    puzzle: Puzzle
    board: Board | None
    note: str


class _Contents:
    """What the puzzles contain, for the rules on the first page, which is drawn last."""

    def __init__(self) -> None:
        self.puzzles = 0
        self.lettered = self.bent = False
        self.unique = True

    def add(self, entry: Entry) -> None:
        puzzle = entry.puzzle
        self.puzzles += 1
        self.unique &= entry.answer is not None and not entry.note
        self.lettered |= bool(puzzle.words)
        self.bent |= bool(puzzle.shapes)


def _counted(
    entries: Iterable[Entry], answers: list[_Answer], contents: _Contents
) -> Iterator[tuple[int, Entry]]:
    for number, entry in enumerate(entries, 1):
        contents.add(entry)
        answers.append(_Answer(number, entry.puzzle, entry.answer, entry.note))
        yield number, entry


_Area: TypeAlias = tuple[float, float, float, float]
"""Upper left corner, width and height."""


class _Slot(NamedTuple):
    """A puzzle, its area, and whether it begins a page."""

    begins_page: bool
    x: float
    y: float
    width: float
    height: float
    number: int
    entry: Entry
    drawn: Picture


def _slots(entries: Iterable[tuple[int, Entry]], book: _Book) -> Iterator[_Slot]:
    """Each puzzle with its area: the next on the page, or the first of a new page, which holds fewer large
    puzzles."""
    free: list[_Area] = []
    on_page = 0
    for number, entry in entries:
        drawn = picture(scene(entry.puzzle, entry.board, names=book.style.names, fleet=book.style.fleet))
        per_page = book.fitting_number(drawn)
        begins_page = per_page != on_page or not free
        if begins_page:
            on_page, free = per_page, book.areas(per_page)
        yield _Slot(begins_page, *free.pop(0), number, entry, drawn)


def _scale(drawn: Picture, width: float, height: float) -> float:
    """The points of a square's side with which a picture fills its area."""
    return min(width / drawn.width, (height - _LABEL) / drawn.height, _WIDEST)


class _Book:
    """A booklet as it is filled, page by page."""

    def __init__(self, file: IO[bytes], style: Style) -> None:
        self.style = style
        self._pages = Pages(file, style.paper, style.title)
        self._canvas = self._pages.canvas
        self._section = ""

    def fitting_number(self, drawn: Picture) -> int:
        """The number of pictures like this that fit on a page, at most the `per_page` of the style."""
        fewer = (
            number
            for number in range(self.style.per_page, 1, -1)
            if _scale(drawn, *self.areas(number)[0][2:]) >= _NARROWEST
        )
        return next(fewer, 1)

    def areas(self, per_page: int) -> list[_Area]:
        """The areas of a page with that many puzzles."""
        pages = self._pages
        rows = ROWS[per_page]
        height = (pages.top - pages.bottom - _GUTTER * (len(rows) - 1)) / len(rows)
        columns = max(rows)
        width = (pages.room - _GUTTER * (columns - 1)) / columns
        found = []
        for i, number in enumerate(rows):
            left = (pages.width - number * width - (number - 1) * _GUTTER) / 2
            y = pages.top - i * (height + _GUTTER)
            found += [(left + k * (width + _GUTTER), y, width, height) for k in range(number)]
        return found

    def end(self) -> None:
        self._pages.save()

    def _begin_page(self, section: str, number: int) -> None:
        """A page of puzzles or of answers, the first of them that of a number."""
        self._pages.begin()
        if self._section != section:
            self._section = section
            self._pages.mark(section)
        self._pages.mark(self.style.labels["from_puzzle"].format(number=number), 1)

    # Puzzles

    def put_puzzle(self, slot: _Slot) -> None:
        """Draw a puzzle in its area."""
        if slot.begins_page:
            self._begin_page(self.style.labels["puzzles_begin"], slot.number)
        scale = _scale(slot.drawn, slot.width, slot.height)
        x = slot.x + (slot.width - slot.drawn.width * scale) / 2
        left = x - slot.drawn.left * scale
        self._label(left, slot.y - _LABEL + 3, slot.number, slot.entry.remark, (11, 9))
        put(self._canvas, slot.drawn, Spot(x, slot.y - _LABEL, scale), paper=False)

    def _label(self, x: float, y: float, number: int, remark: str, sizes: tuple[float, float]) -> None:
        write(self._canvas, x, y, str(number), sizes[0], INK, "bold")
        after = x + self._pages.width_of(str(number), sizes[0], "bold") + 0.6 * sizes[0]
        write(self._canvas, after, y, remark, sizes[1], GREY)

    # Answers

    def put_answers(self, answers: Iterable[_Answer]) -> None:
        """Draw all answers, small, on as many pages as it takes."""
        pages = self._pages
        y = 0.0
        for shelf in self._shelves(answers):
            height = max(answer_height for _, _, answer_height in shelf) + _ANSWER_LABEL + _ANSWER_GAP
            if y - height < pages.bottom - _ANSWER_GAP:
                heading = self.style.labels["answers"]
                self._begin_page(heading, shelf[0][0].number)
                write(self._canvas, MARGIN, pages.top - 6, heading, 15, INK, "bold")
                y = pages.top - _HEADING
            x = MARGIN
            for answer, width, _ in shelf:
                self._put_answer(answer, x, y)
                x += width + _ANSWER_GAP
            y -= height

    def _shelves(self, answers: Iterable[_Answer]) -> Iterator[list[tuple[_Answer, float, float]]]:
        """Answers side by side, with their widths and heights."""
        shelf: list[tuple[_Answer, float, float]] = []
        used = 0.0
        for answer in answers:
            side = self._answer_side(answer.puzzle)
            label = self._pages.width_of(f"{answer.number}  {answer.note}", _ANSWER_TEXT) + 4
            width = label if answer.board is None else max(label, answer.puzzle.width * side)
            height = 0.0 if answer.board is None else answer.puzzle.height * side
            if shelf and used + width > self._pages.room + 0.1:
                yield shelf
                shelf, used = [], 0.0
            shelf.append((answer, width, height))
            used += width + _ANSWER_GAP
        if shelf:
            yield shelf

    def _answer_side(self, puzzle: Puzzle) -> float:
        height = self._pages.top - self._pages.bottom - _HEADING - _ANSWER_LABEL
        return min(_ANSWER, self._pages.room / puzzle.width, height / puzzle.height)

    def _put_answer(self, answer: _Answer, x: float, y: float) -> None:
        self._label(x, y - 8, answer.number, answer.note, (_ANSWER_TEXT, _ANSWER_TEXT - 1))
        if answer.board is not None:
            drawn = bare(scene(answer.puzzle, answer.board, names=False, fleet=False))
            side = self._answer_side(answer.puzzle)
            spot = Spot(x + drawn.left * side, y - _ANSWER_LABEL - drawn.top * side, side)
            put(self._canvas, drawn, spot, paper=False)

    # How to solve them

    def turn_to_instructions(self) -> None:
        """Reserve the first page for the instructions, which are written when all puzzles are known."""
        self._pages.begin(bare=True)
        self._pages.mark(self.style.labels["rules"])
        self._canvas.doForm("instructions")

    def write_instructions(self, contents: _Contents) -> None:
        """The title, the rules and an example."""
        pages, canvas, labels = self._pages, self._canvas, self.style.labels
        canvas.beginForm("instructions", 0, 0, pages.width, pages.height)
        y = pages.height - MARGIN - 56
        for line in pages.wrapped(self.style.title, 24, pages.room, "bold"):
            write(canvas, pages.width / 2, y, line, 24, INK, "bold", align=0.5)
            y -= 30
        name = "one_puzzle" if contents.puzzles == 1 else "puzzles"
        number = labels[name].format(number=f"{contents.puzzles:,}")
        write(canvas, pages.width / 2, y, number, 12, GREY, align=0.5)
        y -= 54
        write(canvas, MARGIN, y, labels["rules"], 15, INK, "bold")
        y -= 24
        for paragraph in _rules(
            labels, lettered=contents.lettered, bent=contents.bent, unique=contents.unique
        ):
            for line in pages.wrapped(paragraph, _TEXT, pages.room):
                write(canvas, MARGIN, y, line, _TEXT, INK)
                y -= _LINE
            y -= 6
        self._example(y - 14)
        canvas.endForm()

    def _example(self, y: float) -> None:
        """A small puzzle and its answer, side by side."""
        left = picture(scene(EXAMPLE, names=False))
        right = picture(scene(EXAMPLE, EXAMPLE_BOARD, names=False))
        side = min(22.0, (self._pages.room - 60) / 2 / left.width, (y - MARGIN - 20) / left.height)
        gap = 60.0
        x = (self._pages.width - 2 * left.width * side - gap) / 2
        for drawn, name in ((left, "a_puzzle"), (right, "its_answer")):
            write(self._canvas, x - drawn.left * side, y, self.style.labels[name], 9, GREY)
            put(self._canvas, drawn, Spot(x, y - 6, side), paper=False)
            x += left.width * side + gap


def bare(shown: Scene) -> Picture:
    """The picture of an answer with its ships and nothing around them."""
    nothing = shown._replace(water=(), rows=(), cols=(), given=(), edges=type(shown.edges)())
    drawn = picture(nothing)
    layers = tuple(layer for layer in drawn.layers if layer.role != "sea")
    return drawn._replace(layers=layers)


def _rules(
    labels: Mapping[str, str], *, lettered: bool = False, bent: bool = False, unique: bool = True
) -> Iterator[str]:
    """The rules in paragraphs; those for lettered and bent ships only if there are any."""
    for name in ("rule_fleet", "rule_tallies", "rule_apart", "rule_givens"):
        yield labels[name]
    if bent:
        yield labels["rule_bent"]
    if lettered:
        yield labels["rule_letters"]
    if unique:
        yield labels["rule_unique"]
