"""Scenes: what a picture shows, independent of its format.

A scene is a value, made from a puzzle and, optionally, a half-filled board or a step of an explanation.
`drawing.layout` positions everything, and the back ends add the colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from bimaru.board import OPENINGS, UNKNOWN, WATER, Board, neighbours
from bimaru.puzzle import Edges, Given, Puzzle, Tally
from bimaru.ships import Ship
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, Square, square_name, square_names
from bimaru.symmetry import shape_orientations

if TYPE_CHECKING:
    from bimaru.deduction.reasons import Line, Reason
    from bimaru.deduction.telling.step import Step

Squares: TypeAlias = tuple[Square, ...]
Side: TypeAlias = Literal["joined", "closed", "open", "either", "unknown"]
"""What is at a side of a ship square: `joined`, another square of it; `open`, one that is not known yet;
`closed`, water or the border; `either`, for a middle that continues at two sides of four; or `unknown`."""


class Sides(NamedTuple):
    """The four sides of a square."""

    above: Side
    below: Side
    left: Side
    right: Side


_MOST_LENGTHS: Final = 2 * MAX_SIDE
"""Most lengths of straight ships that are listed; more have too many squares for any grid."""


class TallyLabel(NamedTuple):
    """A tally and its state on the board: `met`, or `broken` if it is exceeded or out of reach."""

    tally: Tally
    state: Literal["open", "met", "broken"] = "open"


class FleetEntry(NamedTuple):
    """A kind of ship in the list of the fleet: `number` in all, `found` on the board. `squares`: its shape as
    given in the puzzle; `word`: its letters."""

    squares: Squares
    word: str
    number: int
    found: int


class Highlight(NamedTuple):
    """What a step settles and starts from, and the lines, placements and suppositions it is about; in a case
    analysis also what follows from the supposition (`implied`), the lines and squares of the contradiction
    (`failing`, `failed`), the placements ruled out (`barred`), and the letters that ship squares can show."""

    settled: Squares = ()
    because: Squares = ()
    lines: tuple[Line, ...] = ()
    placements: tuple[Squares, ...] = ()
    supposed: tuple[Squares, ...] = ()
    implied: Squares = ()
    failing: tuple[Line, ...] = ()
    failed: Squares = ()
    barred: tuple[Squares, ...] = ()
    possible_letters: tuple[tuple[int, int, str], ...] = ()


class Scene(NamedTuple):
    """What a picture shows. `given`: the given squares, if a board shows others. `rows`, `cols`, `edges`:
    beside the grid; `names`: whether rows have letters and columns numbers. `unlisted`: the number of
    kinds of ships that `fleet` has no room for."""

    height: int
    width: int
    ships: Mapping[Square, Sides]
    water: Squares
    letters: Mapping[Square, str]
    given: Squares
    rows: tuple[TallyLabel, ...]
    cols: tuple[TallyLabel, ...]
    edges: Edges
    fleet: tuple[FleetEntry, ...]
    unlisted: int
    names: bool
    highlight: Highlight
    title: str
    description: str
    caption: str


def scene(
    puzzle: Puzzle,
    board: Board | None = None,
    step: Step | None = None,
    *,
    names: bool = True,
    fleet: bool = True,
    title: str | None = None,
    caption: str | None = None,
    highlight: Highlight | None = None,
) -> Scene:
    """The picture of a puzzle, of a board of it, or of a step of its explanation, which has its own board.
    `highlight`: what is highlighted on a board; of a step, what it is about.

    Raises `ValueError` for a board of another size."""
    if step is not None:
        board = step.board
    if board is not None and (board.height, board.width) != (puzzle.height, puzzle.width):
        sizes = f"{board.height}x{board.width}, the puzzle {puzzle.height}x{puzzle.width}"
        raise ValueError(f"the board is {sizes}")
    kinds = _kinds(puzzle, board)
    letters = _letters(puzzle, board)
    occupied = {at for at, kind in kinds.items() if kind != Part.WATER}
    ships = {at: _sides(at, kinds, puzzle) for at in sorted(occupied)}
    if highlight is None:
        highlight = Highlight() if step is None else highlight_of(step)
    return Scene(
        puzzle.height,
        puzzle.width,
        ships,
        tuple(at for at, kind in kinds.items() if kind == Part.WATER),
        letters,
        () if board is None else tuple(given.square for given in puzzle.givens),
        tuple(_beside(puzzle.rows, 0, puzzle.width, kinds, board)),
        tuple(_beside(puzzle.cols, 1, puzzle.height, kinds, board)),
        puzzle.edges,
        *(_fleet(puzzle, ships, letters, board) if fleet else ((), 0)),
        names,
        highlight,
        _title(puzzle, board) if title is None else title,
        _description(puzzle, board, step),
        (caption_of(step) if step is not None else "") if caption is None else caption,
    )


def scene_of_board(board: Board) -> Scene:
    """A board on its own. Raises `InvalidPuzzleError` for one that is too large for a puzzle."""
    puzzle = Puzzle((None,) * board.height, (None,) * board.width)
    return scene(puzzle, board, fleet=False, title=f"Board, {board.height} by {board.width}")


# Squares


def _kinds(puzzle: Puzzle, board: Board | None) -> dict[Square, str]:
    """The kinds of known squares, as in givens: those of the board, and the givens."""
    shown: dict[Square, str] = {}
    if board is not None:
        shown = {at: Part.WATER if mark == WATER else mark for at, mark in board.squares() if mark != UNKNOWN}
    for given in puzzle.givens:
        kind = Part.SHIP.value if given.letter else given.kind
        mark = shown.setdefault(given.square, kind)
        if mark == Part.SHIP and kind != Part.WATER:
            shown[given.square] = kind
    return shown


def _letters(puzzle: Puzzle, board: Board | None) -> dict[Square, str]:
    letters = {given.square: given.letter for given in puzzle.givens if given.letter}
    if board is not None and board.letters is not None:
        letters |= {at: letter for at, _ in board.squares() if (letter := board.letter(at))}
    return letters


def _sides(at: Square, kinds: Mapping[Square, str], puzzle: Puzzle) -> Sides:
    openings = OPENINGS.get(kinds[at])
    near = [_neighbour(one, side, kinds, puzzle) for side, one in enumerate(neighbours(at))]
    if openings is not None:
        sides: list[Side] = [
            "closed" if not opening else "joined" if side == "joined" else "open"
            for side, opening in zip(near, openings, strict=True)
        ]
    elif kinds[at] == Part.MIDDLE and not puzzle.shapes:
        sides = _through(near)
    else:
        sides = near
    return Sides(*sides)


def _neighbour(at: Square, side: int, kinds: Mapping[Square, str], puzzle: Puzzle) -> Side:
    """What a square is to the one at whose `side` it is; parts that contradict each other are not joined."""
    kind = kinds.get(at)
    if kind is not None:
        openings = OPENINGS.get(kind, (kind != Part.WATER,) * 4)
        return "joined" if openings[side ^ 1] else "closed"
    is_inside = 0 <= at[0] < puzzle.height and 0 <= at[1] < puzzle.width
    return "unknown" if is_inside else "closed"


def _through(near: list[Side]) -> list[Side]:
    """The sides of a middle of a straight ship, which continues at two opposite sides."""
    upright, across = near[:2], near[2:]
    if "joined" in across or "closed" in upright:
        return [*_known("closed", upright), *_known("open", across)]
    if "joined" in upright or "closed" in across:
        return [*_known("open", upright), *_known("closed", across)]
    return ["either"] * 4


def _known(side: Side, sides: Iterable[Side]) -> Iterator[Side]:
    """The sides, with `side` for the unknown ones."""
    return (side if one == "unknown" else one for one in sides)


# Beside and below the grid


def _beside(
    tallies: Sequence[Tally], axis: int, length: int, kinds: Mapping[Square, str], board: Board | None
) -> Iterator[TallyLabel]:
    if board is None:
        yield from map(TallyLabel, tallies)
        return
    known = Counter(at[axis] for at in kinds)
    filled = Counter(at[axis] for at, kind in kinds.items() if kind != Part.WATER)
    for line, tally in enumerate(tallies):
        if tally is None or filled[line] < tally <= filled[line] + length - known[line]:
            yield TallyLabel(tally)
        else:
            yield TallyLabel(tally, "met" if filled[line] == tally else "broken")


def _fleet(
    puzzle: Puzzle, ships: Mapping[Square, Sides], letters: Mapping[Square, str], board: Board | None
) -> tuple[tuple[FleetEntry, ...], int]:
    """The kinds of ships, the longest first, and the number left out: of a fleet too large for any grid,
    only as many are listed as fill the largest one."""
    lengths = len(puzzle.fleet)
    if lengths > _MOST_LENGTHS:
        puzzle = puzzle.replace(fleet=dict(puzzle.fleet.pairs[:_MOST_LENGTHS]))
    kinds = list(_listed(puzzle, ships, letters, board))
    squares = accumulate(
        min(len(one.squares), MAX_SIDE) if _is_long(one) else len(one.squares) for one in kinds
    )
    listed = [one for one, used in zip(kinds, squares, strict=True) if used <= MAX_SIDE**2]
    return tuple(listed), lengths - len(puzzle.fleet) + len(kinds) - len(listed)


def _is_long(one: FleetEntry) -> bool:
    """Whether a ship is straight and longer than any grid."""
    return len(one.squares) > MAX_SIDE and all(row == 0 for row, _ in one.squares)


def _listed(
    puzzle: Puzzle, ships: Mapping[Square, Sides], letters: Mapping[Square, str], board: Board | None
) -> Iterator[FleetEntry]:
    found = Counter() if board is None else Counter(_finished(ships, letters if puzzle.words else {}))
    drawn: dict[Ship, tuple[Squares, str]] = {}
    for shape in puzzle.shapes:
        squares = ((r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#")
        if not (ship := Ship.polyomino(shape)).is_straight:
            drawn.setdefault(ship, (tuple(squares), ""))
    for word in puzzle.words:
        drawn.setdefault(Ship.lettered(word), (Ship.lettered(word).squares, word))
    for ship, count in puzzle.ships:
        yield FleetEntry(*drawn.get(ship, (ship.squares, "")), count, min(count, found[ship]))


def _finished(ships: Mapping[Square, Sides], letters: Mapping[Square, str]) -> Iterator[Ship]:
    """The ships of which every square and, if ships are lettered, every letter is known."""
    for squares in groups(ships):
        if any(side not in ("joined", "closed") for at in squares for side in ships[at]):
            continue
        ship = _ship(tuple(sorted(squares)))
        if not letters:
            yield ship
        elif ship.is_straight and all(at in letters for at in squares):
            yield Ship.lettered("".join(letters[at] for at in sorted(squares)))


@lru_cache(maxsize=1024)
def _ship(squares: Squares) -> Ship:
    return Ship(min(shape_orientations(squares)))


def groups(ships: Mapping[Square, Sides]) -> Iterator[Squares]:
    """The squares of each ship, as far as they are joined on the board."""
    left = dict.fromkeys(ships)
    while left:
        start = next(iter(left))
        del left[start]
        group, frontier = [start], [start]
        while frontier:
            at = frontier.pop()
            for near, side in zip(neighbours(at), ships[at], strict=True):
                if side == "joined" and near in left:
                    del left[near]
                    group.append(near)
                    frontier.append(near)
        yield tuple(group)


# Highlights


def highlight_of(step: Step) -> Highlight:
    """What can be shown of a step on its board."""
    settled = (*step.ship, *step.water)
    lines: dict[Line, None] = {}
    because: dict[Square, None] = {}
    placements: dict[Squares, None] = {}
    for reason in step.reasons:
        lines |= dict.fromkeys(_lines(reason))
        because |= dict.fromkeys(at for at in reason.squares if at not in settled)
        placements |= dict.fromkeys(reason.placements)
    return Highlight(
        settled,
        tuple(because),
        tuple(lines),
        tuple(placements),
        tuple(case.supposed for case in step.cases),
        barred=(*step.noted, *step.barred),
        possible_letters=step.possible_letters,
    )


def _lines(reason: Reason) -> Iterator[Line]:
    if reason.line is not None:
        yield reason.line
    yield from reason.starved


# Words


def _title(puzzle: Puzzle, board: Board | None) -> str:
    name = f"{puzzle.height} by {puzzle.width}" if puzzle.id is None else str(puzzle.id)
    state = "" if board is None else ", filled" if board.is_full else ", partly filled"
    return f"Battleship puzzle {name}{state}"


def in_words(step: Step) -> str:
    """The technique and the sentences of a step."""
    return step.paragraph


def caption_of(step: Step) -> str:
    """The sentences of a step; of a case analysis only the conclusion, because cases can fill pages."""
    text = " ".join(reason.text for reason in step.reasons) if step.cases else step.text
    return in_words(replace(step, text=text))


def _description(puzzle: Puzzle, board: Board | None, step: Step | None) -> str:
    """The picture in words, for screen readers."""
    parts = [f"A grid of {puzzle.height} rows and {puzzle.width} columns."]
    for axis, tallies in (("row", puzzle.rows), ("column", puzzle.cols)):
        if any(tally is not None for tally in tallies):
            numbers = " ".join("?" if tally is None else str(tally) for tally in tallies)
            parts.append(f"Ship squares by {axis}: {numbers}.")
    parts += filter(None, (_fleet_in_words(puzzle), _edges_in_words(puzzle), _given_in_words(puzzle.givens)))
    if board is not None:
        parts.append(_board_in_words(board))
    if step is not None:
        parts.append(in_words(step))
    return " ".join(parts)


def _board_in_words(board: Board) -> str:
    unknown = sum(row.count(UNKNOWN) for row in board.rows)
    left = f" Squares still open: {unknown}." if unknown else ""
    return f"Ships on the board: {', '.join(map(square_names, board.ships())) or 'none'}.{left}"


def _fleet_in_words(puzzle: Puzzle) -> str:
    ships = [f"{count} of {length}" for length, count in puzzle.fleet.items()]
    ships += [f"{count} of {word}" for word, count in Counter(puzzle.words).items()]
    ships += [f"{count} of {'/'.join(shape)}" for shape, count in Counter(puzzle.shapes).items()]
    return f"Ships: {', '.join(ships)}." if ships else ""


def _edges_in_words(puzzle: Puzzle) -> str:
    sides = ((side, letters) for side, letters in puzzle.edges._asdict().items() if letters)
    texts = (f"{side} {' '.join(letter or '-' for letter in letters)}" for side, letters in sides)
    joined = "; ".join(texts)
    return f"Nearest letters: {joined}." if joined else ""


def _given_in_words(givens: Sequence[Given]) -> str:
    return (
        f"Given: {', '.join(f'{square_name(given.square)} {given.kind}' for given in givens)}."
        if givens
        else ""
    )
