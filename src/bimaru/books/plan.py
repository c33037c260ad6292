"""The plan of a book: what stands where on every page, as values, before anything is drawn.

Lengths are in points, from the upper left corner of the trimmed page; y runs down. Items of a page lie
within its margins and do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bimaru.books.chapters import Entry, Section
from bimaru.books.fonts import Font, Fonts
from bimaru.books.settings import Book, InvalidBookError
from bimaru.books.trims import Box, Frame
from bimaru.drawing.booklet import EXAMPLE, EXAMPLE_BOARD, ROWS, bare
from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.scene import scene

_LABEL: Final = 18.0
"""Above a puzzle, for its number and stars."""
_GUTTER: Final = 16.0
"""Between two puzzles."""
_NUMBER: Final = 12.0
_REMARK: Final = 9.0
_HEADING: Final = 16.0
_ANSWER_LABEL: Final = 11.0
_ANSWER_NUMBER: Final = 8.0
_ANSWER_GAP: Final = 12.0
_LEADING: Final = 1.4
"""The distance of lines, in their size."""
_STAR: Final = 9.0
"""The width of a star, with the gap after it."""
_TITLE: Final = 30.0
_EXAMPLE: Final = 24.0
"""Most points of a square of the example."""


_BESIDE_HEADING: Final = 0.85
"""Below a heading squares may be this part of the least size, so that the first page is like the others."""
_LEAST_FACTOR: Final = 0.35
"""The least part of its size to which a title is reduced to fit."""
_HEADING_SHARE: Final = 0.3
"""The largest part of a page's height that a heading takes."""


class Line(NamedTuple):
    """A line of text. `align`: 0 to start at the left of the box, 0.5 to centre, 1 to end at its right."""

    box: Box
    text: str
    size: float
    is_bold: bool = False
    align: float = 0.0
    leader: str = ""
    """Text at the right end of the box, with dots up to it."""


class Drawing(NamedTuple):
    """A picture, whose squares have `scale` points a side. `number`: that of its puzzle; 0 for the
    example."""

    box: Box
    drawn: Picture
    scale: float
    number: int = 0
    entry: Entry | None = None
    is_answer: bool = False


class Stars(NamedTuple):
    """A grade of `number` stars out of `of`."""

    box: Box
    number: int
    of: int = 5


Item: TypeAlias = Line | Drawing | Stars


class Page(NamedTuple):
    """A page: its number from 1, its items, its entry in the outline, and whether its number is printed."""

    number: int
    items: tuple[Item, ...]
    mark: str = ""
    is_numbered: bool = True


def plan(book: Book, sections: Sequence[Section], fonts: Fonts) -> list[Page]:
    """All pages of a book. Raises `FontError`."""
    planner = _Planner(book, fonts)
    front = planner.front_pages(sections)
    contents = planner.contents_length(sections) if book.contents else 0
    first = len(front) + contents + 1
    rules = planner.rules_pages(sections, first) if book.rules else []
    pages = [*rules]
    listed: list[tuple[str, int]] = [(book.label("rules"), first)] if rules else []
    for section in sections:
        listed.append((section.title, first + len(pages)))
        pages += planner.puzzle_pages(section, first + len(pages))
        if book.answers == "chapter":
            heading = book.label("answers_to").format(chapter=section.title)
            pages += planner.answer_pages(heading, section.entries, first + len(pages))
    if book.answers == "end":
        listed.append((book.label("answers"), first + len(pages)))
        entries = [entry for section in sections for entry in section.entries]
        pages += planner.answer_pages(book.label("answers"), entries, first + len(pages))
    table = planner.contents_pages(listed, len(front) + 1) if book.contents else []
    return [*front, *table, *pages]


class _Planner:
    """Plans the pages of a book, each from its number on."""

    def __init__(self, book: Book, fonts: Fonts) -> None:
        self.book = book
        self.fonts = fonts
        self.frame: Frame = book.frame

    # Title, contents, rules

    def front_pages(self, sections: Sequence[Section]) -> list[Page]:
        """The title page and the one behind it; none if the book has none."""
        if not self.book.title_page:
            return []
        number = sum(len(section.entries) for section in sections)
        count = self.book.label("puzzles").format(number=number)
        right, left = self.frame.content(1), self.frame.content(2)
        upper = right._replace(height=0.7 * right.height)
        lower = Box(right.x, upper.bottom, right.width, right.bottom - upper.bottom)
        names = [
            (self.book.title, _TITLE),
            (self.book.subtitle, 14.0),
            (count, 12.0),
            (self.book.author, 14.0),
        ]
        lines = self._fitting(names, upper)
        publisher = self._fitting([(self.book.publisher, 11.0)], lower)
        notices = (self.book.copyright, _isbn(self.book.isbn), self.book.date)
        behind = self._fitting([(text, 9.0) for text in notices], left)
        title = [
            *(line._replace(align=0.5) for line in _stacked(lines, upper, 0.4)),
            *(line._replace(align=0.5) for line in _stacked(publisher, lower, 1.0)),
        ]
        return [
            Page(1, tuple(title), self.book.title, is_numbered=False),
            Page(2, tuple(_stacked(behind, left, 1.0)), is_numbered=False),
        ]

    def _fitting(self, texts: Sequence[tuple[str, float]], area: Box) -> list[Line]:
        """The lines of texts with their sizes, all of them smaller if they are too high for the area; titles
        and headings are bold. Raises `InvalidBookError` if they would be too small to read."""
        factor = 1.0
        while factor >= _LEAST_FACTOR:
            lines = [
                line
                for text, size in texts
                for line in self._lines(text, area, size * factor, bold=size >= _HEADING)
            ]
            if sum(line.box.height for line in lines) <= area.height:
                return lines
            factor *= 0.9
        raise InvalidBookError([f"{texts[0][0]!r} and what stands with it is too long for its page"])

    def _lines(self, text: str, area: Box, size: float, *, bold: bool = False) -> list[Line]:
        """The lines of a paragraph, all at the top of the area."""
        font = self._font(bold)
        box = Box(area.x, area.y, area.width, size * _LEADING)
        return [Line(box, line, size, bold) for line in font.wrapped(text, size, area.width)]

    def _font(self, bold: bool) -> Font:
        return self.fonts.bold if bold else self.fonts.regular

    def contents_length(self, sections: Sequence[Section]) -> int:
        """The number of pages of the contents; their numbers do not change how long it is."""
        entries = [(section.title, 0) for section in sections]
        entries += [(self.book.label("rules"), 0)] * self.book.rules
        entries += [(self.book.label("answers"), 0)] * (self.book.answers == "end")
        return len(self.contents_pages(entries, 1))

    def contents_pages(self, listed: Iterable[tuple[str, int]], first: int) -> list[Page]:
        """The table of contents."""
        area = self.frame.content(first)
        size = 12.0
        lines: list[Line] = []
        for title, page in listed:
            wrapped = self._lines(title, area._replace(width=area.width - 4 * size), size)
            wide = [line._replace(box=line.box._replace(width=area.width)) for line in wrapped]
            lines += [*wide[:-1], wide[-1]._replace(leader=str(page))] if wide else []
        return self._text_pages(self.book.label("contents"), lines, first)

    def rules_pages(self, sections: Sequence[Section], first: int) -> list[Page]:
        """The rules, those for lettered and bent ships only if there are any, and an example."""
        puzzles = [entry.puzzle for section in sections for entry in section.entries]
        names = ["rule_fleet", "rule_tallies", "rule_apart", "rule_givens"]
        names += ["rule_bent"] * any(puzzle.shapes for puzzle in puzzles)
        names += ["rule_letters"] * any(puzzle.words for puzzle in puzzles)
        names += ["rule_unique"]
        size = self.book.text_size
        lines: list[Line] = []
        for name in names:
            paragraph = self._lines(self.book.label(name), self.frame.content(first), size)
            gap = paragraph[-1].box._replace(height=size * _LEADING + 0.5 * size)
            lines += [*paragraph[:-1], paragraph[-1]._replace(box=gap)]
        pages = self._text_pages(self.book.label("rules"), lines, first)
        return self._with_example(pages)

    def _with_example(self, pages: list[Page]) -> list[Page]:
        """The pages with an example below the text, or on one more page if there is no room."""
        area = self.frame.content(pages[-1].number)
        y = max(item.box.bottom for item in pages[-1].items) + 12
        items = self._example(Box(area.x, y, area.width, area.bottom - y))
        if items:
            return [*pages[:-1], pages[-1]._replace(items=(*pages[-1].items, *items))]
        number = pages[-1].number + 1
        return [*pages, Page(number, tuple(self._example(self.frame.content(number), always=True)))]

    def _example(self, area: Box, *, always: bool = False) -> list[Item]:
        """A small puzzle and its answer, side by side; nothing if they would be too small."""
        shown = [
            picture(scene(EXAMPLE, names=False)),
            picture(scene(EXAMPLE, EXAMPLE_BOARD, names=False, fleet=False)),
        ]
        half = (area.width - _GUTTER) / 2
        high, wide = max(drawn.height for drawn in shown), max(drawn.width for drawn in shown)
        side = min(_EXAMPLE, half / wide, (area.height - _LABEL) / high)
        if side < self.book.least_size / 2 and not always:
            return []
        items: list[Item] = []
        labels = (self.book.label("a_puzzle"), self.book.label("its_answer"))
        for i, (drawn, text) in enumerate(zip(shown, labels, strict=True)):
            width = drawn.width * side
            x = area.x + i * (half + _GUTTER) + (half - width) / 2
            label = Box(area.x + i * (half + _GUTTER), area.y, half, _LABEL)
            shown_text = self.fonts.regular.checked(text)
            size = min(_REMARK, _REMARK * half / self.fonts.regular.width_of(shown_text, _REMARK))
            items.append(Line(label, shown_text, size, align=0.5))
            items.append(Drawing(Box(x, area.y + _LABEL, width, drawn.height * side), drawn, side))
        return items

    def _text_pages(self, heading: str, lines: Sequence[Line], first: int) -> list[Page]:
        """Lines of text under a heading, on as many pages as it takes."""
        pages: list[Page] = []
        rest = [*self._heading(heading, first), *lines]
        while rest:
            number = first + len(pages)
            area = self.frame.content(number)
            y = area.y
            items: list[Item] = []
            while rest and (not items or y + rest[0].box.height <= area.bottom):
                line = rest.pop(0)
                items.append(line._replace(box=line.box._replace(x=area.x, y=y)))
                y += line.box.height
            pages.append(Page(number, tuple(items), "" if pages else heading))
        return pages

    def _heading(self, text: str, number: int) -> list[Line]:
        area = self.frame.content(number)
        lines = self._fitting([(text, _HEADING)], area._replace(height=area.height * _HEADING_SHARE))
        if lines:
            last = lines[-1].box
            lines[-1] = lines[-1]._replace(box=last._replace(height=last.height + 6))
        return lines

    # Puzzles

    def puzzle_pages(self, section: Section, first: int) -> list[Page]:
        """The pages of a chapter's puzzles."""
        pages: list[Page] = []
        rest = [(entry, self._puzzle_picture(entry)) for entry in section.entries]
        largest = self.book.size or float("inf")
        while rest:
            number = first + len(pages)
            heading = _stacked(self._heading(section.title, number), self.frame.content(number), 0.0)
            area = _below(self.frame.content(number), heading) if not pages else self.frame.content(number)
            least = self.book.least_size * (1 if pages else _BESIDE_HEADING)
            per_page = self._fitting_number([drawn for _, drawn in rest], area, least)
            group, rest = rest[:per_page], rest[per_page:]
            items = [*self._puzzles_on(group, area, largest)]
            scales = [item.scale for item in items if isinstance(item, Drawing)]
            largest = min(largest, max(scales)) if rest else largest  # a last page of few is not larger
            pages.append(Page(number, (*(() if pages else heading), *items), "" if pages else section.title))
        return pages

    def _puzzle_picture(self, entry: Entry) -> Picture:
        shown = scene(entry.puzzle, names=self.book.names, fleet=self.book.fleet)
        return picture(shown)

    def _fitting_number(self, pictures: Sequence[Picture], area: Box, least: float) -> int:
        """How many of the next pictures fit on a page with squares that are large enough."""
        for number in range(min(self.book.per_page, len(pictures)), 1, -1):
            slots = _slots(area, number)
            scales = (_scale(drawn, slot) for drawn, slot in zip(pictures, slots, strict=False))
            if min(scales) >= least:
                return number
        return 1

    def _puzzles_on(
        self, group: Sequence[tuple[Entry, Picture]], area: Box, largest: float
    ) -> Iterator[Item]:
        """The puzzles of a page with their labels, each in the middle of its slot."""
        for (entry, drawn), slot in zip(group, _slots(area, len(group)), strict=True):
            scale = min(_scale(drawn, slot), largest)
            width, height = drawn.width * scale, drawn.height * scale
            x = slot.x + (slot.width - width) / 2
            y = slot.y + (slot.height - height - _LABEL) / 2
            yield from self._label(entry, Box(x, y, slot.right - x, _LABEL), drawn, scale)
            yield Drawing(Box(x, y + _LABEL, width, height), drawn, scale, entry.number, entry)

    def _label(self, entry: Entry, box: Box, drawn: Picture, scale: float) -> Iterator[Item]:
        """The number, stars and grade, from the left side of the grid on."""
        x = box.x - drawn.left * scale
        box = Box(x, box.y, box.right - x, box.height)
        width = self.fonts.bold.width_of(str(entry.number), _NUMBER)
        yield Line(box._replace(width=width), str(entry.number), _NUMBER, is_bold=True)
        x = box.x + width + 8
        if self.book.stars and entry.stars and x < box.right:
            width = min(5 * _STAR, box.right - x)
            yield Stars(Box(x, box.y, width, box.height), entry.stars)
            x += width + 6
        if self.book.grades and entry.grade:
            text = self.fonts.regular.checked(self.book.label(entry.grade))
            width = self.fonts.regular.width_of(text, _REMARK)
            if x + width <= box.right:
                yield Line(Box(x, box.y, width, box.height), text, _REMARK)

    # Answers

    def answer_pages(self, heading: str, entries: Sequence[Entry], first: int) -> list[Page]:
        """The answers on as few pages as they take, evenly distributed."""
        room = self.frame.content(first).width
        shelves = [*self._shelves(entries, room)]
        needed = self._answer_groups(heading, shelves, first, None)
        most = max(sum(map(_shelf_height, group)) for group in needed) if needed else 0.0
        even = sum(map(_shelf_height, shelves)) / max(len(needed), 1)
        while even < most:
            groups = self._answer_groups(heading, shelves, first, even)
            if len(groups) <= len(needed):
                needed = groups
                break
            even += _ANSWER_LABEL
        return [self._answer_page(heading, group, first + i, i == 0) for i, group in enumerate(needed)]

    def _answer_groups(
        self, heading: str, shelves: Sequence[_Shelf], first: int, limit: float | None
    ) -> list[list[_Shelf]]:
        """The shelves of each page: as many as fit, and no higher than the limit."""
        groups: list[list[_Shelf]] = []
        used = 0.0
        for shelf in shelves:
            number = first + max(len(groups) - 1, 0)
            area = self.frame.content(number)
            if len(groups) <= 1:
                area = _below(area, _stacked(self._heading(heading, number), area, 0.0))
            height = _shelf_height(shelf)
            room = area.height if limit is None else min(area.height, limit + 0.01)
            if not groups or (groups[-1] and used + height > room):
                groups.append([])
                used = 0.0
            groups[-1].append(shelf)
            used += height
        return groups

    def _answer_page(self, heading: str, group: Sequence[_Shelf], number: int, is_first: bool) -> Page:
        area = self.frame.content(number)
        items: list[Item] = [*_stacked(self._heading(heading, number), area, 0.0)] if is_first else []
        y = _below(area, items).y if items else area.y
        for shelf in group:
            used = sum(cell.width for cell in shelf) + _ANSWER_GAP * (len(shelf) - 1)
            x = area.x + (area.width - used) / 2
            for cell in shelf:
                label = str(cell.entry.number)
                items.append(Line(Box(x, y, cell.width, _ANSWER_LABEL), label, _ANSWER_NUMBER, is_bold=True))
                box = Box(x, y + _ANSWER_LABEL, cell.drawn.width * cell.scale, cell.drawn.height * cell.scale)
                items.append(
                    Drawing(box, cell.drawn, cell.scale, cell.entry.number, cell.entry, is_answer=True)
                )
                x += cell.width + _ANSWER_GAP
            y += _shelf_height(shelf)
        return Page(number, tuple(items), heading if is_first else "")

    def _shelves(self, entries: Iterable[Entry], room: float) -> Iterator[_Shelf]:
        """Answers side by side."""
        shelf: _Shelf = []
        used = 0.0
        for entry in entries:
            cell = self._cell(entry, room)
            if shelf and used + cell.width > room:
                yield shelf
                shelf, used = [], 0.0
            shelf.append(cell)
            used += cell.width + _ANSWER_GAP
        if shelf:
            yield shelf

    def _cell(self, entry: Entry, room: float) -> _Cell:
        drawn = bare(scene(entry.puzzle, entry.board, names=False, fleet=False))
        height = self.frame.content(1).height * (1 - _HEADING_SHARE) - 6 - _ANSWER_LABEL - _ANSWER_GAP
        scale = min(self.book.answer_size, room / drawn.width, height / drawn.height)
        label = self.fonts.bold.width_of(str(entry.number), _ANSWER_NUMBER)
        return _Cell(entry, drawn, scale, max(drawn.width * scale, label))


class _Cell(NamedTuple):
    entry: Entry
    drawn: Picture
    scale: float
    width: float


_Shelf: TypeAlias = list[_Cell]


def _shelf_height(shelf: _Shelf) -> float:
    return max(cell.drawn.height * cell.scale for cell in shelf) + _ANSWER_LABEL + _ANSWER_GAP


def _slots(area: Box, number: int) -> list[Box]:
    """The areas of that many puzzles."""
    rows = ROWS[number]
    columns = max(rows)
    height = (area.height - _GUTTER * (len(rows) - 1)) / len(rows)
    width = (area.width - _GUTTER * (columns - 1)) / columns
    found = []
    for i, in_row in enumerate(rows):
        left = area.x + (area.width - in_row * width - (in_row - 1) * _GUTTER) / 2
        y = area.y + i * (height + _GUTTER)
        found += [Box(left + k * (width + _GUTTER), y, width, height) for k in range(in_row)]
    return found


def _scale(drawn: Picture, slot: Box) -> float:
    return min(slot.width / drawn.width, (slot.height - _LABEL) / drawn.height)


def _below(area: Box, items: Sequence[Item]) -> Box:
    """What is left of an area below items."""
    y = max((item.box.bottom for item in items), default=area.y)
    return Box(area.x, y, area.width, area.bottom - y)


def _stacked(lines: Sequence[Line], area: Box, position: float) -> list[Line]:
    """Lines one below the other, `position` (0 to 1) of the free height below the top of the area."""
    free = area.height - sum(line.box.height for line in lines)
    y = area.y + max(free, 0.0) * position
    found = []
    for line in lines:
        found.append(line._replace(box=line.box._replace(x=area.x, y=y)))
        y += line.box.height
    return found


def _isbn(number: str) -> str:
    return f"ISBN {number}" if number else ""
