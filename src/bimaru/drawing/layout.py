"""The layout of a picture: a scene as layers of outlines, lines, waves and texts.

The grid's squares have side 1 and its upper left corner lies at (0, 0); x runs to the right, y down.
Each layer has a role, which back ends and style sheets refer to; `drawing.palette` has their colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from bimaru.drawing.scene import FleetEntry, Scene, Squares, TallyLabel
from bimaru.drawing.ship_outlines import (
    MARGIN,
    ROUND,
    Corner,
    Outline,
    Segment,
    bow_of,
    hulls,
    seams,
    whole_ship,
)
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Square, row_name, runs_of

if TYPE_CHECKING:
    from bimaru.deduction.reasons import Line

Role: TypeAlias = Literal[
    "paper", "sea", "given", "line", "failing", "because", "implied", "settled", "failed", "grid", "frame",
    "wave", "hull", "seam", "unknown", "letter", "place", "supposed", "barred", "name", "edge", "tally",
    "met", "broken", "ship", "found", "rib", "word", "count", "crossed", "caption",
]  # fmt: skip
Point: TypeAlias = tuple[float, float]


class Text(NamedTuple):
    """Text with its baseline at y; x is its middle, or its start."""

    x: float
    y: float
    text: str
    size: float
    is_centred: bool = True


class Layer(NamedTuple):
    """Everything drawn in one colour: outlines filled (`fills`) or stroked (`rings`), lines, waves (by their
    left ends) and texts."""

    role: Role
    fills: Sequence[Outline] = ()
    rings: Sequence[Outline] = ()
    lines: Sequence[Segment] = ()
    waves: Sequence[Point] = ()
    texts: Sequence[Text] = ()

    def moved(self, x: float, y: float) -> Layer:
        """The same at another place."""
        return Layer(
            self.role,
            [_moved(outline, x, y) for outline in self.fills],
            [_moved(outline, x, y) for outline in self.rings],
            [(u + x, v + y, to_u + x, to_v + y) for u, v, to_u, to_v in self.lines],
            [(u + x, v + y) for u, v in self.waves],
            [text._replace(x=text.x + x, y=text.y + y) for text in self.texts],
        )


def _moved(outline: Outline, x: float, y: float) -> Outline:
    return tuple(corner._replace(x=corner.x + x, y=corner.y + y) for corner in outline)


class Picture(NamedTuple):
    """Layers, the lowest first, and the box around them."""

    left: float
    top: float
    width: float
    height: float
    layers: tuple[Layer, ...]
    title: str
    description: str


WAVE: Final = ((0.125, -0.14, 0.25, 0.0), (0.375, 0.14, 0.5, 0.0))
"""A wave from its left end: two quadratic curves, each the control point and the end."""
_WAVE_AT: Final = (0.25, 0.5)
"""Its left end in its square."""

_PAD: Final = 0.25
"""Around the picture."""
_NAMES: Final = 0.85
"""Room for the names of rows or columns."""
_EDGE: Final = 0.85
"""Room for the letters at an edge."""
_TALLIES: Final = 1.0
"""Room for tallies: a square, as they continue its line."""
_NUMBER: Final = 0.52
"""Size of tallies and of letters at edges: two digits take three fifths of a square's side."""
CHART_NUMBER: Final = 0.625
"""The same beside the frame of a chart."""
_NAME: Final = 0.38
"""Size of the names of rows and columns: smaller than tallies, to be told apart from them."""
_LETTER: Final = 0.56
"""Size of letters on ships, whose hulls are 0.78 wide."""
_SMALL_LETTER: Final = 0.34
_SMALL_ACROSS: Final = 0.15
_SMALL_DOWN: Final = 0.16
"""Size of letters that a square can show, and how far they are from its middle."""
_WORDS: Final = 0.42
"""Size of sentences, and of the numbers beside ships of the list."""
_LEADING: Final = 1.4
"""From one line of sentences to the next, in their size."""
_IN_BOWS: Final = 0.9
_OFF_TIPS: Final = 0.05
"""Letters in bows are smaller by this factor, and moved off the tip by this part of a square's side, so that
the corners of wide ones (E, M, W) stay inside the hull."""
_BASE: Final = 0.36
"""The distance of the baseline from the middle of a text, in its size."""
_GLYPH: Final = 0.58
"""The approximate width of a character, in its size."""
LEAST_LETTER: Final = _LETTER * _IN_BOWS
"""Size of the smallest letters on a board, in sides of its squares."""
_FLEET_LETTER: Final = 0.72
"""Size of a letter on a ship of the list, in sides of its squares: more than on the board, since these
squares are little more than half as large."""
_COUNT_GAP: Final = 0.2
"""Gap between a ship of the fleet and the number of such ships."""
_SHORTENED: Final = 4
"""Squares that are drawn of a ship too long for its shelf; its length is written on them."""
_SHIP: Final = 0.56
"""The side of a square of a ship in the list."""
LARGE_WORDS: Final = LEAST_LETTER / (_FLEET_LETTER * _SHIP * _IN_BOWS)
"""How much larger a list of ships is set whose letters are as large as those on the board."""
_GAP: Final = 0.4
"""Gap between ships on a shelf; between shelves half of it."""
_MAX_DRAWN: Final = 10
"""Most ships of a kind that are drawn one by one; of more, one is drawn with their number."""
_BESIDE: Final = 4.2
"""The room for a list of ships beside its grid: for three destroyers."""
_LEAST_FLEET: Final = 4.0
"""The least room for a list of ships that should not be wider than its grid."""
_MIN_WIDTH: Final = 6.5
"""The least width for a sentence below a grid."""
_CHART: Final = 0.22
"""The width of the frame of a chart, outside the grid."""
_BAR: Final = 0.11
"""The width of the bars of its scale."""
_REDUCED: Final = 0.9
"""The part of its size to which a list of ships is reduced to be on fewer lines."""
_SCALED: Final = 0.6
"""The least part of its size to which a list of ships is reduced to keep a kind on one line."""
_KINDS: Final = 0.45
"""Further room between two kinds of ships on a line."""
_MAX_RINGS: Final = 16
"""Most placements that are outlined; more would be unreadable."""


def picture(scene: Scene, *, chart: bool = False, name_size: float = _NAME) -> Picture:
    """The layout of a scene; `chart`: with the frame of a chart; `name_size`: of the names of rows and
    columns. The list of ships is no wider than the grid (or than `_LEAST_FLEET`), and does not end with a
    single ship on a line of its own where that can be helped."""
    frame = chart * _CHART
    before = _PAD + frame + scene.names * _NAMES + bool(scene.edges.left) * _EDGE
    above = _PAD + frame + scene.names * _NAMES + bool(scene.edges.top) * _EDGE
    after = frame + bool(scene.edges.right) * _EDGE + _has_tallies(scene.rows) * _TALLIES + _PAD
    bottom = scene.height + frame + bool(scene.edges.bottom) * _EDGE + _has_tallies(scene.cols) * _TALLIES
    is_more_below = bool(scene.fleet or scene.caption)
    shelves = _fleet_shelves(scene, max(scene.width, _LEAST_FLEET))
    listed = max(map(_end, shelves), default=0.0)
    inside = max(scene.width + after - _PAD, listed, _MIN_WIDTH if scene.caption or scene.unlisted else 0.0)
    layers = [
        Layer("sea", fills=_runs({*scene.water, *scene.ships} - {*scene.given})),
        Layer("given", fills=_runs(scene.given)),
        *_highlights(scene),
        *_grid(scene),
        *(_chart_frame(scene) if chart else ()),
        *_board(scene),
        *_rings(scene),
        *_margins(scene, frame, name_size),
    ]
    y = bottom + (0.25 if is_more_below else 0.0)
    layers += _fleet(shelves, y)
    y += sum(_height(shelf) + _GAP / 2 for shelf in shelves)
    left_out = f"And {scene.unlisted} more kinds of ships." if scene.unlisted else ""
    lines = wrap(f"{left_out} {scene.caption}".strip(), int(inside / (_GLYPH * _WORDS)))
    texts = [Text(0, y + (i + 1) * _LEADING * _WORDS, line, _WORDS, False) for i, line in enumerate(lines)]
    layers.append(Layer("caption", texts=texts))
    height = above + y + len(lines) * _LEADING * _WORDS + _PAD
    width = before + inside + _PAD
    paper = Layer("paper", fills=[box(-before, -above, width, height)])
    shown = tuple(layer for layer in (paper, *layers) if any(layer[1:]))
    return Picture(-before, -above, width, height, shown, scene.title, scene.description)


def box(x: float, y: float, width: float, height: float) -> Outline:
    """A rectangle."""
    return (Corner(x, y), Corner(x + width, y), Corner(x + width, y + height), Corner(x, y + height))


def _has_tallies(line: Iterable[TallyLabel]) -> bool:
    return any(beside.tally is not None for beside in line)


# Inside the grid


def _runs(squares: Iterable[Square]) -> list[Outline]:
    """Squares filled from side to side, neighbours in a row at once."""
    runs = runs_of(sorted(squares), (0, 1))
    return [box(run[0][1], run[0][0], len(run), 1) for run in runs]


def _highlights(scene: Scene) -> Iterator[Layer]:
    highlight = scene.highlight
    yield Layer("line", fills=_bands(scene, highlight.lines))
    yield Layer("failing", fills=_bands(scene, highlight.failing))
    yield Layer("because", fills=_runs(highlight.because))
    yield Layer("implied", fills=_runs(highlight.implied))
    yield Layer("settled", fills=_runs(highlight.settled))
    yield Layer("failed", fills=_runs(highlight.failed))


def _bands(scene: Scene, lines: Iterable[Line]) -> list[Outline]:
    """Lines of the grid from side to side."""
    return [
        box(0, line.number, scene.width, 1) if line.axis == "row" else box(line.number, 0, 1, scene.height)
        for line in lines
    ]


def _grid(scene: Scene) -> Iterator[Layer]:
    height, width = scene.height, scene.width
    across = [(0.0, float(row), float(width), float(row)) for row in range(1, height)]
    down = [(float(col), 0.0, float(col), float(height)) for col in range(1, width)]
    yield Layer("grid", lines=[*across, *down])
    yield Layer("frame", rings=[box(0, 0, width, height)])


def _chart_frame(scene: Scene) -> Iterator[Layer]:
    """A frame around that of the grid, and between them a bar at every other square, as charts have."""
    height, width = scene.height, scene.width
    near, far = _CHART - _BAR, _CHART
    bars = [box(col, y, 1, _BAR) for col in range(0, width, 2) for y in (-far, height + near)]
    bars += [box(x, row, _BAR, 1) for row in range(0, height, 2) for x in (-far, width + near)]
    yield Layer("frame", fills=bars)
    yield Layer("frame", rings=[box(-far, -far, width + 2 * far, height + 2 * far)])


def _board(scene: Scene) -> Iterator[Layer]:
    possible = scene.highlight.possible_letters
    ships, singles = hulls(scene.ships, lettered=bool(scene.letters or possible))
    dx, dy = _WAVE_AT
    yield Layer("wave", waves=[(col + dx, row + dy) for row, col in scene.water])
    yield Layer("hull", fills=ships)
    yield Layer("seam", lines=seams(scene.ships))
    yield Layer("unknown", fills=singles)
    bows = {at: bow_of(sides) for at, sides in scene.ships.items()}
    letters = [
        _letter(col + 0.5, row + 0.5, letter, _LETTER, 1.0, bows.get((row, col), ""))
        for (row, col), letter in scene.letters.items()
    ]
    for row, col, several in possible:
        letters += _small_letters(col + 0.5, row + 0.5, several, bows.get((row, col), ""))
    yield Layer("letter", texts=letters)


def _small_letters(x: float, y: float, letters: str, bow: Literal["", "x", "y"]) -> Iterator[Text]:
    """The letters that a square can show, two on a line, around its middle; in a bow off the tip."""
    x, y = x - _OFF_TIPS * (bow == "x"), y - _OFF_TIPS * (bow == "y")
    lines = [letters[start : start + 2] for start in range(0, len(letters), 2)]
    for number, line in enumerate(lines):
        down = (2 * number - len(lines) + 1) * _SMALL_DOWN
        for place, letter in enumerate(line):
            across = (2 * place - len(line) + 1) * _SMALL_ACROSS
            yield Text(x + across, y + down + _BASE * _SMALL_LETTER, letter, _SMALL_LETTER)


def _letter(x: float, y: float, letter: str, size: float, side: float, bow: Literal["", "x", "y"]) -> Text:
    """A letter in the middle of a square with that side; in a bow, whose axis is given, a little smaller and
    off the tip."""
    off = _OFF_TIPS * side
    size = size * _IN_BOWS if bow else size
    return Text(x - off * (bow == "x"), y - off * (bow == "y") + _BASE * size, letter, size)


def _rings(scene: Scene) -> Iterator[Layer]:
    ringed: tuple[tuple[Role, Sequence[Squares]], ...] = (
        ("place", scene.highlight.placements),
        ("supposed", scene.highlight.supposed),
    )
    for role, placements in ringed:
        yield Layer(
            role, rings=[_ring(squares) for squares in placements] if len(placements) <= _MAX_RINGS else ()
        )
    barred = scene.highlight.barred
    yield Layer("barred", rings=[_ring(squares) for squares in barred], lines=[*map(_stroke, barred)])


def _stroke(squares: Squares) -> Segment:
    """A line through a placement from end to end."""
    (row, col), (last_row, last_col) = squares[0], squares[-1]
    if row == last_row:
        return (col + MARGIN, row + 0.5, last_col + 1 - MARGIN, row + 0.5)
    return (col + 0.5, row + MARGIN, col + 0.5, last_row + 1 - MARGIN)


def _ring(squares: Iterable[Square]) -> Outline:
    """An outline around the squares of a placement, close to their sides."""
    rows, cols = zip(*squares, strict=True)
    x, y, width, height = min(cols), min(rows), max(cols) - min(cols) + 1, max(rows) - min(rows) + 1
    gap, radius = MARGIN / 2, ROUND
    return tuple(
        Corner(
            corner.x + (gap if corner.x == x else -gap), corner.y + (gap if corner.y == y else -gap), radius
        )
        for corner in box(x, y, width, height)
    )


# Around the grid


def _margins(scene: Scene, frame: float, name_size: float) -> Iterator[Layer]:
    """What is beside the grid, which has a frame of that width."""
    height, width, edges = scene.height, scene.width, scene.edges
    if scene.names:
        x, y = (-frame - bool(side) * _EDGE - _NAMES / 2 for side in (edges.left, edges.top))
        names = [Text(x, row + 0.5 + _BASE * name_size, row_name(row), name_size) for row in range(height)]
        names += [Text(col + 0.5, y + _BASE * name_size, str(col + 1), name_size) for col in range(width)]
        yield Layer("name", texts=names)
    size = CHART_NUMBER if frame else _NUMBER
    letters = [
        *_row_of(edges.top, -frame - _EDGE / 2, size),
        *_row_of(edges.bottom, height + frame + _EDGE / 2, size),
        *_column_of(edges.left, -frame - _EDGE / 2, size),
        *_column_of(edges.right, width + frame + _EDGE / 2, size),
    ]
    yield Layer("edge", texts=letters)
    x, y = (end + frame + bool(side) * _EDGE for end, side in ((width, edges.right), (height, edges.bottom)))
    tallies = [
        *(
            (_number(x + _TALLIES / 2, row + 0.5, beside, size), beside)
            for row, beside in enumerate(scene.rows)
        ),
        *(
            (_number(col + 0.5, y + _TALLIES / 2, beside, size), beside)
            for col, beside in enumerate(scene.cols)
        ),
    ]
    yield from (
        Layer(role, texts=[text for text, beside in tallies if text.text and beside.state == state])
        for role, state in _TALLY_ROLES
    )


_TALLY_ROLES: Final[tuple[tuple[Role, str], ...]] = (("tally", "open"), ("met", "met"), ("broken", "broken"))


def _number(x: float, y: float, label: TallyLabel, size: float) -> Text:
    number = "" if label.tally is None else str(label.tally)
    # within nine tenths of a square, by a generous estimate of its width
    size = min(size, 0.9 / (_GLYPH * 1.1 * max(len(number), 1)))
    return Text(x, y + _BASE * size, number, size)


def _row_of(letters: Iterable[str | None], y: float, size: float) -> Iterator[Text]:
    shift = _BASE * size
    return (Text(i + 0.5, y + shift, letter, size) for i, letter in enumerate(letters) if letter)


def _column_of(letters: Iterable[str | None], x: float, size: float) -> Iterator[Text]:
    shift = _BASE * size
    return (Text(x, i + 0.5 + shift, letter, size) for i, letter in enumerate(letters) if letter)


# Below the grid


class _Item(NamedTuple):
    """A ship of the list, or one that stands for many: its layers and its size. `x`: where it lies on its
    shelf."""

    layers: Sequence[Layer]
    width: float
    height: float
    x: float = 0.0


_Shelf: TypeAlias = list[_Item]


def _most_drawn(fleet: Iterable[FleetEntry]) -> int:
    """The most ships of a kind that are drawn one by one: 1 for a fleet too large for any grid."""
    squares = sum(len(listed.squares) * listed.number for listed in fleet)
    return _MAX_DRAWN if squares <= MAX_SIDE**2 else 1


def _shelved(
    fleet: Iterable[FleetEntry], room: float, most: int, limit: float | None = None
) -> Iterator[_Shelf]:
    """Ships side by side, on shelves no wider than `room`, or than the `limit` if it is less and they have
    several ships; of more than `most` of a kind, one with their number."""
    shelf: _Shelf = []
    used = 0.0
    for listed in fleet:
        for item in _items(listed, room, most):
            if shelf and used + item.width > (room if limit is None else limit):
                yield shelf
                shelf, used = [], 0.0
            shelf.append(item._replace(x=used))
            used += item.width + _GAP
    if shelf:
        yield shelf


def _fleet_shelves(scene: Scene, room: float) -> list[_Shelf]:
    """The shelves of the list of ships, without a single ship at the end where that is possible."""
    most = _most_drawn(scene.fleet)
    shelves = [*_shelved(scene.fleet, room, most)]
    narrower = room
    while len(shelves) > 1 and len(shelves[-1]) == 1 and len(shelves[-2]) > 2:
        narrower -= _SHIP / 2
        again = [*_shelved(scene.fleet, room, most, narrower)]
        if len(again) > len(shelves) or narrower <= 0:
            break
        shelves = again
    return shelves


def fleet_picture(scene: Scene, scale: float = 1.0) -> Picture:
    """The list of ships alone, on one line, if the grid is at least `_REDUCED` as wide; otherwise on lines
    of about one width that break between kinds of ships, if the grid is at least `_SCALED` as wide. With a
    `scale` above 1, by which it is to be set larger, no line is wider than the grid then."""
    room = max(scene.width, _LEAST_FLEET) / scale
    is_reduced = scale == 1
    shelves = _even_lines(
        scene, max(room / _REDUCED, _widest_kind(scene, room / _SCALED)) if is_reduced else room
    )
    return _fleet_alone(scene, shelves)


def fleet_beside(scene: Scene) -> Picture:
    """The list of ships for the side of a grid: on lines that most kinds of ships fill."""
    longest = max((len(listed.squares) for listed in scene.fleet), default=0)
    return _fleet_alone(scene, _even_lines(scene, max(_BESIDE, longest * _SHIP)))


def _fleet_alone(scene: Scene, shelves: list[_Shelf]) -> Picture:
    layers = tuple(layer for layer in _fleet(shelves, 0.0) if any(layer[1:]))
    width = max((item.x + item.width for shelf in shelves for item in shelf), default=0.0)
    height = sum(_height(shelf) + _GAP / 2 for shelf in shelves) - _GAP / 2 if shelves else 0.0
    return Picture(0, 0, width, height, layers, scene.title, scene.description)


def _widest_kind(scene: Scene, room: float) -> float:
    most = _most_drawn(scene.fleet)
    return max((_end(line) for listed in scene.fleet for line in _shelved([listed], room, most)), default=0.0)


def _even_lines(scene: Scene, room: float) -> list[_Shelf]:
    """As few lines as have room, and those as narrow as all kinds of ships allow."""
    lines = [*_lines_of_kinds(scene, room)]
    widest = _widest_kind(scene, room)
    while (room := room - _SHIP / 2) >= widest:
        narrower = [*_lines_of_kinds(scene, room)]
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _lines_of_kinds(scene: Scene, room: float) -> Iterator[_Shelf]:
    most = _most_drawn(scene.fleet)
    shelf: _Shelf = []
    for listed in scene.fleet:
        first, *more = _shelved([listed], room, most)
        start = _end(shelf) + _GAP + _KINDS if shelf else 0.0
        if shelf and start + _end(first) > room:
            yield shelf
            shelf, start = [], 0.0
        shelf += (item._replace(x=item.x + start) for item in first)
        for line in more:
            yield shelf
            shelf = line
    if shelf:
        yield shelf


def _end(shelf: _Shelf) -> float:
    return max((item.x + item.width for item in shelf), default=0.0)


def _items(listed: FleetEntry, room: float, most: int) -> Iterator[_Item]:
    if listed.number <= most:
        for i in range(listed.number):
            yield _item(listed.squares, listed.word, room, i < listed.found)
    else:
        left = listed.number - listed.found
        yield _item(listed.squares, listed.word, room, left == 0, f"× {left or listed.number}")


@lru_cache(maxsize=256)
def _item(squares: Squares, word: str, room: float, is_found: bool, count: str = "") -> _Item:
    """One ship; one too long for the room is shortened and labelled with its length."""
    length = len(squares)
    label_room = _GLYPH * _WORDS * len(count) + (_COUNT_GAP if count else 0.0)
    most = max(int((room - label_room) / _SHIP), 3)
    is_short = not word and length > most and all(row == 0 for row, _ in squares)
    if is_short:
        squares = tuple((0, col) for col in range(_SHORTENED))
    side = min(_SHIP, (room - label_room) / (1 + max(col for _, col in squares)))
    deep, wide = (side * (1 + max(values)) for values in zip(*squares, strict=True))
    outlines, ribs = whole_ship(squares)
    outlines = tuple(
        tuple(Corner(x * side, y * side, radius * side, bow) for x, y, radius, bow in outline)
        for outline in outlines
    )
    ribs = () if is_short else tuple((x * side, y * side, u * side, v * side) for x, y, u, v in ribs)
    size = _FLEET_LETTER * side
    last = len(word) - 1
    texts = [
        _letter((i + 0.5) * side, side / 2, letter, size, side, "x" if i == last > 0 else "")
        for i, letter in enumerate(word)
    ]
    if is_short:
        texts = [Text(wide / 2, side / 2 + _BASE * size, str(length), size)]
    y = side / 2 + _BASE * _WORDS
    counts = [Text(wide + _COUNT_GAP, y, count, _WORDS, False)] if count else []
    width = wide + label_room
    crossed = [(-0.1, deep / 2, width + 0.1, deep / 2)] if is_found else []
    layers = (
        Layer("found" if is_found else "ship", fills=outlines),
        Layer("rib", lines=ribs),
        Layer("word", texts=texts),
        Layer("count", texts=counts),
        Layer("crossed", lines=crossed),
    )
    return _Item(layers, width, deep)


def _height(shelf: _Shelf) -> float:
    return max(item.height for item in shelf)


def _fleet(shelves: Iterable[_Shelf], y: float) -> Iterator[Layer]:
    """The ships on shelves below each other: a layer of each role."""
    found: list[Layer] = []
    for shelf in shelves:
        found += (layer.moved(item.x, y) for item in shelf for layer in item.layers)
        y += _height(shelf) + _GAP / 2
    for role in _FLEET_ROLES:
        same = [layer for layer in found if layer.role == role]
        yield Layer(
            role,
            fills=[outline for layer in same for outline in layer.fills],
            lines=[line for layer in same for line in layer.lines],
            texts=[text for layer in same for text in layer.texts],
        )


_FLEET_ROLES: Final[tuple[Role, ...]] = ("ship", "found", "rib", "word", "count", "crossed")
