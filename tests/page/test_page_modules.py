"""The page's modules, compared with Python's: the referee, parts, validation, links and limits."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from bimaru import solve
from bimaru.board import SHIP, UNKNOWN, WATER, Board, neighbours
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.techniques import TECHNIQUES
from bimaru.errors import InvalidPuzzleError
from bimaru.generation.generator import SEED_BITS
from bimaru.generation.patterns import SYMMETRIES
from bimaru.generation.recipe import GIVEN_OPTIONS, SIDES
from bimaru.grading.grades import GRADES
from bimaru.polyominoes import NAMED
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.sizes import GENERATED_MAX_SIDE, LADDER_MAX_SIDE, MAX_NUMBER, MAX_SIDE
from bimaru.squares import Square
from bimaru.web.server_limits import Limits
from browsing import OpenPage
from instances import every_instance, instances
from sampling import thorough

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs("browser")

SEED = 6


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page().page


def in_page(page: Page, module: str, body: str, argument: object) -> Any:
    """The value of some JavaScript that has an argument as `given` and a module of the page as `it`."""
    return page.evaluate(
        f"async given => {{ const it = await import(new URL('{module}', location.href)); {body} }}", argument
    )


def puzzles() -> list[Puzzle]:
    """Puzzles of every kind: 20 each of the two main sets, three of each other set."""
    found = [one.puzzle for name in ("boats", "csplib014") for one in instances(name)[:20]]
    kinds = ("lettered", "polyomino", "large", "solbat", "seeds")
    return found + [one.puzzle for name in kinds for one in instances(name)[:3]]


def boards(puzzle: Puzzle, draw: random.Random) -> Iterator[Board]:
    """Random boards, full and half-filled, with few or many ships."""
    for share_of_ships, share_unknown in ((0.2, 0.0), (0.1, 0.5), (0.7, 0.0), (0.5, 0.3), (0.02, 0.9)):
        rows, letters = [], []
        for _ in range(puzzle.height):
            marks = [_mark(draw, share_of_ships, share_unknown) for _ in range(puzzle.width)]
            rows.append("".join(marks))
            letters.append("".join(draw.choice("123A.") if mark == SHIP else "." for mark in marks))
        yield Board(tuple(rows), tuple(letters) if puzzle.words else None)


def _mark(draw: random.Random, ships: float, unknown: float) -> str:
    chance = draw.random()
    return UNKNOWN if chance < unknown else SHIP if chance < unknown + ships else WATER


def answers() -> Iterator[tuple[Puzzle, Board]]:
    """Known solutions of every kind, and some of them with one square changed."""
    for name, key in (("lettered", "letters"), ("polyomino", "board")):
        for one in instances(name):
            rows = one.known[key]
            marks = tuple("".join(WATER if mark == "." else SHIP for mark in row) for row in rows)
            yield one.puzzle, Board(marks, tuple(rows) if name == "lettered" else None)
    for one in instances("csplib014")[:20]:
        ships: set[Square] = set()
        for length, row, col, way in one.known["solution"]:
            ships |= {(row, col + k) if way == "H" else (row + k, col) for k in range(length)}
        yield one.puzzle, _board_of(one.puzzle, ships)
        yield one.puzzle, _board_of(one.puzzle, ships ^ {(3, 3)})


def _board_of(puzzle: Puzzle, ships: set[Square]) -> Board:
    return Board(
        tuple(
            "".join(SHIP if (r, c) in ships else WATER for c in range(puzzle.width))
            for r in range(puzzle.height)
        )
    )


def cells(board: Board) -> list[str]:
    """A board as the page represents it: a letter where there is one, `#` for other ship squares."""
    return [mark if mark in (WATER, UNKNOWN) else board.letter(at) or "#" for at, mark in board.squares()]


@pytest.mark.thorough
def test_the_page_finds_the_same_faults_as_python(page: Page) -> None:
    draw = random.Random(SEED)
    cases = [(puzzle, board) for puzzle in puzzles() for board in boards(puzzle, draw)] + [*answers()]
    found = in_page(
        page,
        "board/referee.js",
        "const { puzzleOf } = await import(new URL('board/puzzle.js', location.href));"
        "return given.map(([data, cells]) => it.faults(puzzleOf(data), cells))",
        [[puzzle.to_data(), cells(board)] for puzzle, board in cases],
    )
    for (puzzle, board), shown in zip(cases, found, strict=True):
        expected = [
            {"rule": fault.rule, "squares": indexes(puzzle, fault.squares), "text": fault.text}
            for fault in check(puzzle, board)
        ]
        assert shown == expected, (puzzle, board)


@pytest.mark.thorough
@pytest.mark.parametrize("fleet", [{2: 1, 1: 2}, {3: 1, 2: 1}, {4: 1, 1: 1}])
def test_of_all_boards_of_4x4_the_page_accepts_just_the_solutions(page: Page, fleet: dict[int, int]) -> None:
    puzzle = Puzzle(rows=(None,) * 4, cols=(None, 1, None, None), fleet=fleet)
    found = in_page(
        page,
        "board/referee.js",
        "const { puzzleOf } = await import(new URL('board/puzzle.js', location.href));"
        "const puzzle = puzzleOf(given);"
        "const board = (number) => Array.from({ length: 16 }, (_, at) => ((number >> at) & 1 ? '#' : '.'));"
        "return Array.from({ length: 2 ** 16 }, (_, number) => number)"
        ".filter((number) => it.faults(puzzle, board(number)).length === 0)",
        puzzle.to_data(),
    )
    expected = {
        sum(1 << (4 * row + col) for (row, col), mark in board.squares() if mark != WATER)
        for board in solve(puzzle, limit=10_000).boards
    }
    assert set(found) == expected
    assert expected


def indexes(puzzle: Puzzle, squares: Sequence[Square]) -> list[int]:
    return [row * puzzle.width + col for row, col in squares]


def random_puzzle(draw: random.Random) -> dict[str, Any]:
    """The JSON of a small puzzle of any kind, with straight ships among its shapes; few have a solution."""
    height, width = draw.randint(1, 7), draw.randint(1, 7)
    letters = draw.choice(["", "", "12é"])
    kinds = [*"WSLRTBMX", "RB", "LB", "RT", "LT", *map("={}".format, letters)]
    squares = [(row, col) for row in range(height) for col in range(width)]
    given = draw.sample(squares, draw.randint(0, min(4, len(squares))))
    data: dict[str, Any] = {
        "rows": [draw.choice([None, 0, 1, 2]) for _ in range(height)],
        "cols": [draw.choice([None, 0, 1, 2]) for _ in range(width)],
        "fleet": {str(length): draw.randint(0, 3) for length in range(1, draw.randint(1, 5))},
        "givens": [[row, col, draw.choice(kinds)] for row, col in given],
        "shapes": [random_shape(draw) for _ in range(draw.choice([0, 0, 1, 3]))],
    }
    if letters:
        data["words"] = ["".join(draw.choices(letters, k=draw.randint(1, 4))) for _ in range(3)]
        data["edges"] = {"left": draw.choices([None, *letters], k=height)}
    return data


def random_shape(draw: random.Random) -> list[str]:
    """A polyomino, grown square by square, with or without a margin of water."""
    squares = {(3, 3)}
    for _ in range(draw.randint(0, 4)):
        row, col = draw.choice(sorted(squares))
        squares.add(draw.choice([(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]))
    rows, cols = zip(*squares, strict=True)
    rim = draw.randint(0, 1)
    return [
        "".join("#" if (r, c) in squares else "." for c in range(min(cols) - rim, max(cols) + 1))
        for r in range(min(rows), max(rows) + 1 + rim)
    ]


@pytest.mark.parametrize("number", [60, thorough(300)])
def test_the_page_finds_the_same_faults_as_python_on_random_puzzles(page: Page, number: int) -> None:
    draw = random.Random(SEED)
    cases = []
    for _ in range(number):
        data = random_puzzle(draw)
        cases += [(data, Puzzle.from_data(data), board) for board in boards(Puzzle.from_data(data), draw)]
    found = in_page(
        page,
        "board/referee.js",
        "const { puzzleOf, shipSquares } = await import(new URL('board/puzzle.js', location.href));"
        "return given.map(([data, cells]) => [puzzleOf(data), cells])"
        ".map(([puzzle, cells]) => [it.faults(puzzle, cells), shipSquares(puzzle), puzzle.isStraight])",
        [[data, cells(board)] for data, _, board in cases],
    )
    for (data, puzzle, board), (shown, squares, is_straight) in zip(cases, found, strict=True):
        expected = [
            {"rule": fault.rule, "squares": indexes(puzzle, fault.squares), "text": fault.text}
            for fault in check(puzzle, board)
        ]
        assert shown == expected, (data, board)
        assert squares == sum(ship.length * count for ship, count in puzzle.ships)
        assert is_straight == (not puzzle.shapes)


def test_the_page_accepts_the_same_puzzles_as_python(page: Page) -> None:
    draw = random.Random(SEED)
    valid = [one.puzzle.to_data() for one in every_instance()] + [random_puzzle(draw) for _ in range(200)]
    given = valid + [with_older_name(data) for data in valid[-200:]]
    given += [damaged(draw.choice(given), draw) for _ in range(1000)] + [{**valid[-1], "hints": []}]
    found = in_page(page, "validation.js", "return given.map((data) => it.readPuzzle(data) !== null)", given)
    for data, is_accepted in zip(given, found, strict=True):
        assert is_accepted == is_puzzle(data), data
    assert 100 < found.count(False) < 1000


def with_older_name(data: dict[str, Any]) -> dict[str, Any]:
    """The same puzzle with its givens under their older name."""
    return {"hints" if key == "givens" else key: value for key, value in data.items()}


def damaged(data: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """A puzzle with one value in it replaced by another."""
    data = json.loads(json.dumps(data))
    place: Any = data
    keys = ("rows", "cols", "fleet", "givens", "hints", "words", "shapes")
    at: Any = draw.choice([key for key in keys if key in data])
    while isinstance(place[at], list | dict) and place[at] and draw.random() < 0.8:
        place = place[at]
        at = draw.choice(list(place if isinstance(place, dict) else range(len(place))))
    place[at] = draw.choice(
        [-1, 0, 3, 1.5, 10_000, 1e308, True, "", "é", "=é", "=?", "##", "#.#", "W", [], [1]]
    )
    return data


def is_puzzle(data: object) -> bool:
    try:
        Puzzle.from_data(data)
    except InvalidPuzzleError:
        return False
    return True


def test_parts_agree_with_python_once_water_around_ships_is_filled_in(page: Page) -> None:
    draw = random.Random(SEED)
    bare = [puzzle.replace(givens=()) for puzzle in puzzles() if not puzzle.words]
    cases = [(puzzle, board) for puzzle in bare for board in boards(puzzle, draw)]
    found = in_page(
        page,
        "board/referee.js",
        "const { puzzleOf } = await import(new URL('board/puzzle.js', location.href));"
        "return given.map(([data, cells]) => it.partsOf(puzzleOf(data), cells))",
        [[puzzle.to_data(), cells(board)] for puzzle, board in cases],
    )
    for (puzzle, board), parts in zip(cases, found, strict=True):
        known = board if puzzle.shapes else with_water_around_ships(board)
        shown = [part if len(part) < 2 else SHIP for part in parts]  # Python's boards have no corners
        assert shown == ["" if mark in (WATER, UNKNOWN) else mark for _, mark in known.with_parts().squares()]


def with_water_around_ships(board: Board) -> Board:
    """The board with water at the corners and along the sides of its straight ships."""
    ships = board.occupied()

    def is_wet(at: Square) -> bool:
        row, col = at
        if any((row + dr, col + dc) in ships for dr in (-1, 1) for dc in (-1, 1)):
            return True
        return any(_runs_across(near, at, ships) for near in neighbours(at) if near in ships)

    rows = (
        "".join(WATER if mark == UNKNOWN and is_wet((r, c)) else mark for c, mark in enumerate(row))
        for r, row in enumerate(board.rows)
    )
    return Board(tuple(rows))


def _runs_across(ship: Square, at: Square, ships: frozenset[Square]) -> bool:
    """Whether the ship on a square lies across the direction from it to `at`."""
    along_row = ship[0] != at[0]
    row, col = ship
    sides = ((row, col - 1), (row, col + 1)) if along_row else ((row - 1, col), (row + 1, col))
    return any(side in ships for side in sides)


def test_a_link_holds_a_whole_puzzle_of_every_kind(page: Page) -> None:
    given = [one.puzzle for one in every_instance()]
    odd = Puzzle(
        rows=(None, 2), cols=(0, None, 1), fleet={1: 2}, givens={(0, 1): "LB", (1, 2): "=é"}, id="a & b #1"
    )
    given += [odd, Puzzle(rows=(0,), cols=(0,))]
    back = in_page(
        page,
        "service/permalink.js",
        "return given.map((data) => it.fromFragment('#' + it.toFragment(data)))",
        [puzzle.to_data() for puzzle in given],
    )
    assert [Puzzle.from_data(data) for data in back] == given
    assert back[-2]["id"] == "a & b #1"


def test_malformed_links_are_refused(page: Page) -> None:
    sides = ["", "#", "#r=1", "#r=1&c=x", "#r=-1&c=1", "#r=1e9&c=1"]
    rest = ["h=B9W", "h=A1Q", "f=0x2", "f=axb", "s=10-1", "el=AB", "et=~", "w=a!"]
    given = sides + [f"#r=1&c=1&{part}" for part in rest]
    found = in_page(page, "service/permalink.js", "return given.map(it.fromFragment)", given)
    assert dict(zip(given, found, strict=True)) == dict.fromkeys(given)


def test_the_limits_of_the_page_are_those_of_the_library_and_the_server(page: Page) -> None:
    limits = in_page(page, "service/limits.js", "return { ...it }", None)
    pages = in_page(page, "language.js", "return it.LANGUAGES.map(([code]) => code)", None)
    assert limits == {
        "MAX_SIDE": MAX_SIDE,
        "MAX_NUMBER": MAX_NUMBER,
        "MAX_SERVER_SIDE": Limits().side,
        "MAX_LADDER_SIDE": LADDER_MAX_SIDE,
        "MAX_GENERATED_SIDE": GENERATED_MAX_SIDE,
        "MAX_TEXT": Limits().body,
        "ENGINE_LANGUAGES": [code for code in pages if code in LANGUAGES],
    }


def test_the_choices_of_the_generator_are_those_of_the_library(page: Page) -> None:
    names = ["SYMMETRIES", "KINDS", "SIDES", "SEEDS"]
    found = in_page(page, "play/generator-options.js", "return given.map((name) => it[name])", names)
    assert found == [[*SYMMETRIES], [*GIVEN_OPTIONS], [*SIDES], 2**SEED_BITS]
    techniques = {
        grade: [technique.name for technique in TECHNIQUES if technique.grade == grade] for grade in GRADES
    }
    assert in_page(page, "play/grades.js", "return it.TECHNIQUES", None) == techniques
    assert in_page(page, "play/grades.js", "return it.GRADES", None) == [*GRADES]


def test_the_polyomino_ships_of_the_editor_are_those_of_the_library(page: Page) -> None:
    rows_of = {name: "/".join(rows) for name, rows in NAMED.items() if len(rows) > 1}
    assert in_page(page, "board/polyomino.js", "return { ...it.POLYOMINOES }", None) == rows_of
    turned = {name: [row[::-1] for row in rows.split("/")] for name, rows in rows_of.items()}
    found = in_page(page, "board/polyomino.js", "return given.map(it.nameOfShape)", [*turned.values()])
    assert found == [*turned]


@pytest.mark.thorough
def test_undo_returns_to_the_start_and_redo_to_the_end_after_any_game(page: Page) -> None:
    draw = random.Random(SEED)
    given = []
    for puzzle in puzzles()[:10]:
        size = puzzle.height * puzzle.width
        kinds = ["mark", "again", "join", "undo", "redo", "checkpoint", "back", "drop", "fill", "clear"]
        weights = [9, 9, 6, 3, 2, 1, 1, 1, 1, 1]
        steps = [
            [kind, draw.randrange(size), draw.choice("#.?")] for kind in draw.choices(kinds, weights, k=200)
        ]
        given.append([puzzle.to_data(), steps])
    body = """
      const { puzzleOf } = await import(new URL('board/puzzle.js', location.href))
      const fills = { fills: true }
      const actions = {
        mark: (game, at, value) => it.mark(game, [[at, value]], fills),
        again: (game, at, value) => it.mark(game, [[game.past.at(-1)?.[0]?.[0] ?? at, value]], fills),
        join: (game, at, value) => it.mark(game, [[at, value]], { fills: true, joins: true }),
        undo: it.undo, redo: it.redo, checkpoint: it.setCheckpoint, back: it.backToCheckpoint,
        drop: it.dropCheckpoint, fill: (game) => it.fillFinished(game, fills), clear: it.clear,
      }
      return given.map(([data, steps]) => {
        const puzzle = puzzleOf(data)
        const start = it.newGame(puzzle)
        const played = steps.reduce((game, [kind, at, value]) => actions[kind](game, at, value), start)
        const end = { ...played, future: [] }
        let back = end
        for (let left = end.past.length; left > 0; left--) back = it.undo(back)
        let again = back
        for (let left = end.past.length; left > 0; left--) again = it.redo(again)
        const kept = it.fromStored(puzzle, JSON.parse(JSON.stringify(it.toStored(played))))
        return {
          start: start.cells, back: back.cells, end: it.toStored(end), again: it.toStored(again),
          played: it.toStored(played), kept: it.toStored(kept), steps: end.past.length,
          isGivenKept: puzzle.givens.every((kind, at) => !kind || end.cells[at] === start.cells[at]),
        }
      })"""
    for found in in_page(page, "play/game.js", body, given):
        assert found["steps"] > 50
        assert found["back"] == found["start"]
        assert found["again"] == found["end"]
        assert found["kept"] == found["played"]
        assert found["isGivenKept"]
