"""The referee: right answers, each rule broken alone, a plain definition of it, and itself uncompiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bimaru import rules
from bimaru.board import Board
from bimaru.errors import InvalidBoardError
from bimaru.placements import placements
from bimaru.puzzle import Puzzle
from bimaru.rules import Fault, check
from bimaru.ships import Ship
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, Square
from bimaru.symmetry import shape_orientations
from brute_force import SHIPS, STRAIGHT, puzzles_from_boards
from instances import Instance, every_instance, instance
from uncompiled import uncompiled

slow: Final = uncompiled(rules)
few_examples = settings(
    max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)

PUZZLE: Final = instance("seeds", "seed-001-6x6").puzzle
BOARD: Final = Board(
    (
        "T.LR..",
        "M.....",
        "B...S.",
        "..S...",
        ".....T",
        "S....B",
    )
)
"""One of the boards of `PUZZLE`."""
LITEROWCE: Final = instance("seeds", "seed-002-literowce").puzzle
LITEROWCE_BOARD: Final = Board(
    (
        "..T...S",
        "..M.S..",
        "..B....",
        ".....S.",
        "LR.....",
        ".......",
        "...LR..",
    ),
    (
        "..1...2",
        "..2.3..",
        "..3....",
        ".....1.",
        "23.....",
        ".......",
        "...12..",
    ),
)
POLYOMINOES: Final = Puzzle([2, 1, 0, 2], [None] * 4, {2: 1}, shapes=[["##", "#."]])
POLYOMINOES_BOARD: Final = Board(("XX..", "X...", "....", "..XX"))


def data_of(faults: list[Fault]) -> list[dict[str, object]]:
    """Faults of the compiled and of the uncompiled referee are of two classes."""
    return [fault.to_data() for fault in faults]


def broken(puzzle: Puzzle, board: Board) -> list[tuple[str, tuple[Square, ...]]]:
    return [(fault.rule, fault.squares) for fault in check(puzzle, board)]


def changed(board: Board, marks: dict[Square, str], letters: dict[Square, str] | None = None) -> Board:
    """The board with other marks and letters on some squares."""
    letter_rows = board.letters or ("." * board.width,) * board.height
    return Board(_put(board.rows, marks), board.letters if letters is None else _put(letter_rows, letters))


def _put(rows: tuple[str, ...], signs: dict[Square, str]) -> tuple[str, ...]:
    return tuple("".join(signs.get((r, c), sign) for c, sign in enumerate(row)) for r, row in enumerate(rows))


def row(r: int, width: int) -> tuple[Square, ...]:
    return tuple((r, c) for c in range(width))


def column(c: int, height: int) -> tuple[Square, ...]:
    return tuple((r, c) for r in range(height))


# Right answers


@pytest.mark.parametrize(
    ("puzzle", "board"),
    [(PUZZLE, BOARD), (LITEROWCE, LITEROWCE_BOARD), (POLYOMINOES, POLYOMINOES_BOARD)],
    ids=repr,
)
def test_a_right_answer_has_no_fault(puzzle: Puzzle, board: Board) -> None:
    assert check(puzzle, board) == []


def test_ships_whose_parts_are_not_told_are_right_too() -> None:
    untold = Board(tuple("".join("." if mark == "." else "X" for mark in row) for row in BOARD.rows))
    assert check(PUZZLE, untold) == []


def test_the_known_answers_of_real_puzzles_have_no_fault() -> None:
    answered = [known for known in every_instance() if known.known.keys() & {"solution", "board", "letters"}]
    assert len(answered) == 202 + 25 + 3 + 3 + 1
    for known in answered:
        assert check(known.puzzle, answer_of(known)) == [], known.id


def test_a_real_answer_is_no_answer_to_the_next_puzzle() -> None:
    for one, other in zip(every_instance(), [*every_instance()][1:], strict=False):
        if one.known.get("solution") and other.puzzle != one.puzzle:
            assert check(other.puzzle, answer_of(one)) != [], other.id


def answer_of(known: Instance) -> Board:
    """The answer that comes with a puzzle: as ships, as letters or as a board."""
    row = known.known
    if "board" in row:
        return Board(tuple(row["board"]))
    if "letters" in row:
        marks = tuple("".join("." if letter == "." else "X" for letter in line) for line in row["letters"])
        return Board(marks, tuple(row["letters"]))
    ship = {
        (r, c + k) if way == "H" else (r + k, c): Part.SHIP
        for length, r, c, way in row["solution"]
        for k in range(length)
    }
    return Board.of_parts(known.puzzle.height, known.puzzle.width, ship).with_parts()


# One rule broken


@pytest.mark.parametrize("rows", [("......",) * 5, (".....",) * 6, (".",)])
def test_a_board_of_another_size_is_that_and_nothing_else(rows: tuple[str, ...]) -> None:
    [fault] = check(PUZZLE, Board(rows))
    assert fault == Fault("size", (), f"the board is {len(rows)}x{len(rows[0])}, the puzzle 6x6")


@pytest.mark.parametrize("last", ["", ".....", "." * 30_000])
def test_a_board_with_a_row_of_another_width_never_gets_past(last: str) -> None:
    assert [rule for rule, _ in broken(PUZZLE, Board._spelled((*BOARD.rows[:5], last)))] == ["size"]


@pytest.mark.parametrize("line", range(6))
@pytest.mark.parametrize("by", [-1, 1, 9000])
def test_a_line_has_its_tally(line: int, by: int) -> None:
    def falsified(tallies: tuple[int | None, ...]) -> list[int]:
        return [(tally or 0) + by * (i == line) for i, tally in enumerate(tallies)]

    if (PUZZLE.rows[line] or 0) + by >= 0:
        assert broken(PUZZLE.replace(rows=falsified(PUZZLE.rows)), BOARD) == [("row", row(line, 6))]
    if (PUZZLE.cols[line] or 0) + by >= 0:
        assert broken(PUZZLE.replace(cols=falsified(PUZZLE.cols)), BOARD) == [("column", column(line, 6))]


def test_a_missing_tally_asks_nothing() -> None:
    assert check(PUZZLE.replace(rows=[None] * 6, cols=[None] * 6), BOARD) == []


@pytest.mark.parametrize("kind", [*Part, "=A"])
def test_a_square_shows_what_is_given(kind: str) -> None:
    for at, mark in BOARD.squares():
        kept = kind in ("W" if mark == "." else (mark, "X"))
        assert broken(PUZZLE.replace(givens={at: kind}), BOARD) == ([] if kept else [("given", (at,))])


@pytest.mark.parametrize("kind", Part)
def test_a_square_of_a_polyomino_ship_shows_what_is_given(kind: str) -> None:
    shown = {(0, 0): "RB", (0, 1): "R", (1, 0): "B", (3, 2): "L", (3, 3): "R"}
    for at in POLYOMINOES_BOARD.occupied():
        kept = kind in (shown[at], "X")
        assert broken(POLYOMINOES.replace(givens={at: kind}), POLYOMINOES_BOARD) == (
            [] if kept else [("given", (at,))]
        )


@pytest.mark.parametrize("letter", "123A")
def test_a_square_shows_the_letter_that_is_given(letter: str) -> None:
    for at, _ in LITEROWCE_BOARD.squares():
        kept = LITEROWCE_BOARD.letter(at) == letter
        puzzle = LITEROWCE.replace(givens={at: f"={letter}"})
        assert broken(puzzle, LITEROWCE_BOARD) == ([] if kept else [("given", (at,))])


@pytest.mark.parametrize("mark", "SLRTBM")
def test_a_square_shows_its_own_part(mark: str) -> None:
    for at in BOARD.occupied():
        wrong = [] if mark == BOARD[at] else [("part", (at,))]
        assert broken(PUZZLE, changed(BOARD, {at: mark})) == wrong


def test_a_wrong_part_is_told_with_the_right_one_where_that_is_known() -> None:
    puzzle = Puzzle([None] * 2, [None] * 2, {2: 1})
    assert [fault.text for fault in check(puzzle, Board(("T.", "S.")))] == [
        "B1 shows a submarine but is a bottom end"
    ]
    assert check(puzzle, Board(("T.", "S?")))[0].text == "B1 shows a submarine but cannot be one"


@pytest.mark.parametrize(
    ("rows", "fleet", "touch"),
    [
        (("S..", ".S.", "..."), {1: 2}, [((0, 0), (1, 1))]),
        (("..S", ".S.", "..."), {1: 2}, [((0, 2), (1, 1))]),
        (("...", "LR.", "..S"), {2: 1, 1: 1}, [((1, 1), (2, 2))]),
        (("S.S", ".S.", "S.S"), {1: 5}, [((r, c), (1, 1)) for r, c in [(0, 0), (0, 2)]]),
    ],
)
def test_ships_do_not_touch_at_a_corner(
    rows: tuple[str, ...], fleet: dict[int, int], touch: list[tuple[Square, ...]]
) -> None:
    found = broken(Puzzle([None] * 3, [None] * 3, fleet), Board(rows))
    assert found[: len(touch)] == [("touching", pair) for pair in touch]
    assert {rule for rule, _ in found} == {"touching"}


def test_a_ship_that_turns_a_corner_does_not_touch_itself() -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, shapes=[["###", "#.#"]])
    assert check(puzzle, Board(("XXX", "X.X", "..."))) == []
    assert broken(puzzle.replace(shapes=[["##", "#."], ["#"]]), Board(("XX.", "X.X", "..."))) == [
        ("touching", ((0, 1), (1, 2)))
    ]


@pytest.mark.parametrize(
    ("fleet", "fault"),
    [
        ({3: 1, 2: 2, 1: 4}, (((2, 4), (3, 2), (5, 0)), "ships of length 1: 3, the fleet has 4")),
        ({3: 1, 2: 1, 1: 3}, (((0, 2), (0, 3), (4, 5), (5, 5)), "ships of length 2: 2, the fleet has 1")),
        ({2: 2, 1: 3}, (((0, 0), (1, 0), (2, 0)), "ships of length 3: 1, the fleet has 0")),
        ({100: 1, 3: 1, 2: 2, 1: 3}, ((), "ships of length 100: 0, the fleet has 1")),
    ],
)
def test_the_ships_are_those_of_the_fleet(
    fleet: dict[int, int], fault: tuple[tuple[Square, ...], str]
) -> None:
    assert check(PUZZLE.replace(fleet=fleet), BOARD) == [Fault("fleet", *fault)]


def test_ships_side_by_side_are_one_polyomino_ship() -> None:
    puzzle = Puzzle([None] * 2, [None] * 2, {2: 1, 1: 1})
    assert check(puzzle, Board(("XX", "X."))) == [
        Fault("fleet", ((0, 0), (0, 1), (1, 0)), "ships of the shape ##/#.: 1, the fleet has 0"),
        Fault("fleet", (), "ships of length 2: 0, the fleet has 1"),
        Fault("fleet", (), "ships of length 1: 0, the fleet has 1"),
    ]


@pytest.mark.parametrize(
    "shape", [["##", "#."], ["##.", ".##"], ["##", "##"], ["###", "#.#"], ["####", "#..."]]
)
def test_a_polyomino_ship_is_never_taken_for_a_straight_one(shape: list[str]) -> None:
    ship = Ship.polyomino(shape)
    puzzle = Puzzle([None] * 5, [None] * 4, {ship.length: 1})
    for placement in placements(ship, 5, 4):
        board = Board.of_parts(5, 4, dict.fromkeys(placement.squares, Part.SHIP))
        assert broken(puzzle, board) == [("fleet", ()), ("fleet", placement.squares)]


def test_polyomino_ships_may_be_turned_and_flipped_but_are_of_their_shape() -> None:
    s_ship = Puzzle([None] * 3, [None] * 3, shapes=[["##.", ".##"]])
    assert check(s_ship, Board((".X.", "XX.", "X.."))) == []
    assert broken(s_ship, Board(("XX.", "X..", "X.."))) == [
        ("fleet", ((0, 0), (0, 1), (1, 0), (2, 0))),
        ("fleet", ()),
    ]


# Letters


def test_words_are_read_in_four_directions() -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, words=["ABC"])
    for letters in (
        ("ABC", "...", "..."),
        ("...", "...", "CBA"),
        ("A..", "B..", "C.."),
        (".C.", ".B.", ".A."),
    ):
        marks = tuple("".join("." if letter == "." else "X" for letter in row) for row in letters)
        assert check(puzzle, Board(marks, letters)) == []


def test_a_word_does_not_turn_a_corner() -> None:
    puzzle = Puzzle([None] * 2, [None] * 2, words=["ABC"])
    assert [rule for rule, _ in broken(puzzle, Board(("XX", "X."), ("AB", "C.")))] == ["fleet", "fleet"]


def test_words_are_told_in_one_order() -> None:
    found = check(Puzzle([None], [None], words=[*"739158264"]), Board((".",), (".",)))
    assert [fault.text for fault in found] == [
        f"ships lettered {i}: 0, the fleet has 1" for i in range(1, 10)
    ]


def test_the_words_are_those_of_the_fleet() -> None:
    puzzle = LITEROWCE.replace(words=["132", "12", "32", "1", "2", "4"])
    assert [fault.text for fault in check(puzzle, LITEROWCE_BOARD)] == [
        "ships lettered 123: 1, the fleet has 0",
        "ships lettered 132: 0, the fleet has 1",
        "ships lettered 3: 1, the fleet has 0",
        "ships lettered 4: 0, the fleet has 1",
    ]


def test_water_has_no_letter() -> None:
    assert broken(LITEROWCE, changed(LITEROWCE_BOARD, {}, {(3, 0): "1"})) == [("letter", ((3, 0),))]


def test_the_board_of_a_lettered_puzzle_shows_letters() -> None:
    unlettered = [fault for fault in check(LITEROWCE, Board(LITEROWCE_BOARD.rows)) if fault.rule == "letter"]
    assert unlettered == [Fault("letter", (), "the board shows no letters")]


@pytest.mark.parametrize("puzzle", [PUZZLE, PUZZLE.replace(givens={(2, 4): "=A"})], ids=["plain", "asking"])
def test_a_ship_without_a_word_has_no_letters(puzzle: Puzzle) -> None:
    assert [rule for rule, _ in broken(puzzle, changed(BOARD, {}, {(2, 4): "A"}))] == ["fleet", "fleet"]
    assert broken(PUZZLE, changed(BOARD, {}, {})) == []


def test_a_polyomino_ship_has_no_letters() -> None:
    puzzle = POLYOMINOES.replace(edges={"left": ["A", None, None, None]})
    assert [rule for rule, _ in broken(puzzle, changed(POLYOMINOES_BOARD, {}, {(0, 0): "A"}))] == [
        "fleet",
        "fleet",
    ]


@pytest.mark.parametrize(
    ("side", "line", "letter", "squares", "text"),
    [
        ("right", 0, "1", row(0, 7), "the letter nearest to the right of row A is 2, not 1"),
        ("left", 1, "3", row(1, 7), "the letter nearest to the left of row B is 2, not 3"),
        ("top", 2, "3", column(2, 7), "the letter nearest to the top of column 3 is 1, not 3"),
        ("bottom", 2, "1", column(2, 7), "the letter nearest to the bottom of column 3 is 3, not 1"),
        ("right", 5, "1", row(5, 7), "the letter nearest to the right of row F is missing, not 1"),
    ],
)
def test_an_edge_names_the_nearest_letter(
    side: str, line: int, letter: str, squares: tuple[Square, ...], text: str
) -> None:
    letters = [letter if i == line else None for i in range(7)]
    assert check(LITEROWCE.replace(edges={side: letters}), LITEROWCE_BOARD) == [Fault("edge", squares, text)]


# Half-filled boards


def test_what_is_unknown_is_unfinished_and_no_more() -> None:
    for count in (1, 2, 36):
        unknown = [at for at, _ in BOARD.squares()][:count]
        [fault] = check(PUZZLE, changed(BOARD, dict.fromkeys(unknown, "?")))
        assert fault == Fault("unfinished", tuple(unknown), f"squares still unknown: {count}")
    unlettered = changed(LITEROWCE_BOARD, {(0, 0): "?"}, dict.fromkeys(LITEROWCE_BOARD.occupied(), "."))
    assert broken(LITEROWCE.replace(givens={(0, 6): "=2"}), unlettered) == [("unfinished", ((0, 0),))]


@pytest.mark.parametrize(
    ("given", "rows", "wrong"),
    [
        ({"rows": [2, None]}, ("X?.", "..."), []),
        ({"rows": [3, None]}, ("X?.", "..."), ["row"]),
        ({"rows": [0, None]}, ("X?.", "..."), ["row"]),
        ({"cols": [0, None, None]}, ("?..", "?.."), []),
        ({"cols": [None, None, 1]}, ("?..", "?.."), ["column"]),
        ({"givens": {(0, 1): "L"}}, (".??", "..."), []),
        ({"givens": {(0, 1): "L"}}, (".X?", "..."), []),
        ({"givens": {(0, 1): "W"}}, (".X?", "..."), ["given"]),
        ({"givens": {(0, 1): "X"}}, ("?.?", "..."), ["given"]),
        ({"givens": {(0, 1): "S"}}, (".X?", ".?."), []),
        ({"givens": {(0, 1): "S"}}, (".XX", ".?."), ["given"]),
        ({"givens": {(0, 1): "M"}}, ("?X.", ".?."), ["given"]),
        ({"givens": {(0, 1): "M"}}, ("?X?", ".?."), []),
        ({"givens": {(0, 1): "T"}}, (".X.", "..?"), ["given"]),
        ({"givens": {(0, 1): "=A"}}, (".X.", "..?"), []),
        ({"givens": {(0, 1): "=A"}}, ("...", "..?"), ["given"]),
        ({}, (".T?", "..."), ["part"]),
        ({}, (".T.", "..?"), ["part"]),
        ({}, (".T?", ".?."), []),
        ({}, ("XT?", ".?."), ["part"]),
        ({}, ("X.?", ".X."), ["touching"]),
        ({}, ("X??", "?X."), ["touching"]),
        ({"shapes": [["##", "#."]]}, ("X??", "?X."), []),
        ({"fleet": {3: 2}}, ("X.X", "?.."), []),
    ],
)
def test_a_half_filled_board_is_charged_only_with_what_stays_wrong(
    given: dict[str, Any], rows: tuple[str, ...], wrong: list[str]
) -> None:
    puzzle = Puzzle(**({"rows": [None] * 2, "cols": [None] * 3} | given))
    assert [rule for rule, _ in broken(puzzle, Board(rows))] == [*wrong, "unfinished"]


def test_a_wrong_letter_stays_wrong() -> None:
    puzzle = LITEROWCE.replace(givens={(0, 2): "=2"})
    assert broken(puzzle, changed(LITEROWCE_BOARD, {(1, 0): "?"})) == [
        ("given", ((0, 2),)),
        ("unfinished", ((1, 0),)),
    ]


# Against a plain definition, and uncompiled


@st.composite
def boards_near(draw: st.DrawFn, board: Board, marks: str = ".SLRTBMX") -> Board:
    """The board itself, or with some marks and letters changed, or any board of its size."""
    squares = st.sampled_from([at for at, _ in board.squares()])
    letters = None
    if board.letters or draw(st.sampled_from([False] * 9 + [True])):
        letters = draw(st.dictionaries(squares, st.sampled_from("AB."), max_size=2))
    few = st.dictionaries(squares, st.sampled_from(marks), max_size=2)
    every = st.fixed_dictionaries({at: st.sampled_from(marks) for at, _ in board.squares()})
    return changed(board, draw(few | few | every), letters)


@st.composite
def cases(draw: st.DrawFn, marks: str = ".SLRTBMX") -> tuple[Puzzle, Board]:
    """A small puzzle, and a board that is right, nearly right or nonsense."""
    ships = st.lists(STRAIGHT, max_size=4) | st.lists(SHIPS, min_size=1, max_size=3)
    puzzle, board = draw(puzzles_from_boards(ships))
    kinds = [*Part, "=A", "=B"]
    if draw(st.booleans()):
        at = draw(st.sampled_from([at for at, _ in board.squares()]))
        puzzle = puzzle.replace(givens={at: draw(st.sampled_from(kinds))})
    return puzzle, draw(boards_near(board, marks))


def crowded_case(random: Random) -> tuple[Puzzle, Board]:
    """A board of ship squares strewn at random, and a puzzle that nearly fits it."""
    height, width, density = random.randint(1, 7), random.randint(1, 7), random.random() / 2
    squares = [(r, c) for r in range(height) for c in range(width)]
    ship = frozenset(at for at in squares if random.random() < density)
    board = Board.of_parts(height, width, dict.fromkeys(ship, Part.SHIP))
    rows, cols = (
        [sum(at[axis] == i for at in ship) for i in range((height, width)[axis])] for axis in (0, 1)
    )
    straight = [
        len(group) for group in board.ships() if 1 in [len({*line}) for line in zip(*group, strict=True)]
    ]
    shown = {at: _part(at, ship) if at in ship else "W" for at in squares}
    puzzle = Puzzle(
        [random.choice([tally] * 8 + [None, tally + 1]) for tally in rows],
        [random.choice([tally] * 8 + [None, tally + 1]) for tally in cols],
        Counter(straight[random.choice([0, 0, 0, 1]) :]),
        {
            at: random.choice([shown[at]] * 60 + [*Part])
            for at in random.sample(squares, min(2, len(squares)))
        },
    )
    return puzzle, random.choice([board, board.with_parts()])


def crowded_cases() -> Iterator[tuple[Puzzle, Board]]:
    return (crowded_case(Random(seed)) for seed in range(200))


def found_broken(puzzle: Puzzle, board: Board) -> Counter[tuple[str, tuple[Square, ...]]]:
    """What the referee finds, in the form of `plainly_broken`."""
    found = Counter((rule, () if rule == "fleet" else squares) for rule, squares in broken(puzzle, board))
    found["fleet", ()] = min(found["fleet", ()], 1)
    return found


@few_examples
@given(cases())
def test_finds_what_the_plain_definition_finds(case: tuple[Puzzle, Board]) -> None:
    assert found_broken(*case) == Counter(plainly_broken(*case))


def test_finds_what_the_plain_definition_finds_on_crowded_boards() -> None:
    for case in crowded_cases():
        assert found_broken(*case) == Counter(plainly_broken(*case)), case


@few_examples
@given(cases(".SLRTBMX???"))
def test_judges_uncompiled_exactly_as_it_does_compiled(case: tuple[Puzzle, Board]) -> None:
    assert data_of(slow.check(*case)) == data_of(check(*case))


def test_judges_crowded_boards_uncompiled_exactly_as_it_does_compiled() -> None:
    for case in crowded_cases():
        assert data_of(slow.check(*case)) == data_of(check(*case)), case


def test_judges_real_boards_uncompiled_exactly_as_it_does_compiled() -> None:
    for known in [*every_instance()][::7]:
        height, width = known.puzzle.height, known.puzzle.width
        for board in (Board.unknown(height, width), Board(("X" * width,) * height), BOARD):
            assert data_of(slow.check(known.puzzle, board)) == data_of(check(known.puzzle, board))


@pytest.mark.parametrize(("height", "width"), [(99, 99), (1, 99), (99, 1)])
def test_judges_the_largest_boards(height: int, width: int) -> None:
    puzzle = Puzzle([None] * height, [0] * width, {99: 1}, {(height - 1, width - 1): "X"})
    rows = [["X." * width, "." * width][r % 2][:width] for r in range(height)]
    for board in (Board(tuple(rows)), Board(("X" * width,) * height)):
        assert data_of(slow.check(puzzle, board)) == data_of(check(puzzle, board)) != []


@few_examples
@given(cases(), st.data())
def test_a_charge_against_a_half_filled_board_stands_however_it_is_filled(
    case: tuple[Puzzle, Board], data: st.DataObject
) -> None:
    puzzle, board = case
    hidden = data.draw(_some_squares(board))
    half = changed(board, dict.fromkeys(hidden, "?"), dict.fromkeys(hidden, ".") if board.letters else None)
    charges = [charge for charge in broken(puzzle, half) if charge[0] != "unfinished"]
    assert not charges or broken(puzzle, board)
    assert all(charge in broken(puzzle, board) for charge in charges if charge[0] != "touching")


@few_examples
@given(cases(), st.data())
def test_lines_and_known_squares_that_no_filling_mends_are_charged(
    case: tuple[Puzzle, Board], data: st.DataObject
) -> None:
    puzzle, board = case[0], Board(case[1].rows)
    hidden = data.draw(_some_squares(board))
    half = changed(board, dict.fromkeys(hidden, "?"))
    fillings = (
        changed(half, dict(zip(hidden, fill, strict=True))) for fill in product(".X", repeat=len(hidden))
    )
    never_mended = set.intersection(*(set(broken(puzzle, filled)) for filled in fillings))
    known = {
        ("given", (given.square,)) for given in puzzle.givens if not (given.letter or given.square in hidden)
    }
    expected = {
        charge for charge in never_mended if charge[0] in ("row", "column", "part") or charge in known
    }
    assert expected <= set(broken(puzzle, half))


def _some_squares(board: Board) -> st.SearchStrategy[set[Square]]:
    return st.sets(st.sampled_from([at for at, _ in board.squares()]), min_size=1, max_size=4)


def plainly_broken(puzzle: Puzzle, board: Board) -> list[tuple[str, tuple[Square, ...]]]:
    """The rules that a full board breaks, with their squares (of `fleet`: none)."""
    return [
        *_lines_broken(puzzle, board),
        *_squares_broken(puzzle, board),
        *_ships_broken(puzzle, board),
        *_letters_broken(puzzle, board),
    ]


def _lines_of(board: Board) -> tuple[list[tuple[Square, ...]], list[tuple[Square, ...]]]:
    """The rows and the columns."""
    return (
        [row(r, board.width) for r in range(board.height)],
        [column(c, board.height) for c in range(board.width)],
    )


def _lines_broken(puzzle: Puzzle, board: Board) -> Iterator[tuple[str, tuple[Square, ...]]]:
    for name, lines, tallies in zip(
        ("row", "column"), _lines_of(board), (puzzle.rows, puzzle.cols), strict=True
    ):
        for line, tally in zip(lines, tallies, strict=True):
            if tally not in (None, sum(board[at] != "." for at in line)):
                yield name, line


def _squares_broken(puzzle: Puzzle, board: Board) -> Iterator[tuple[str, tuple[Square, ...]]]:
    ship = board.occupied()
    for one in puzzle.givens:
        at = one.square
        shown = {"X", _part(at, ship), f"={board.letter(at)}"} if at in ship else {"W"}
        if one.kind not in shown:
            yield "given", (at,)
    for at in ship:
        part = _part(at, ship)
        if board[at] not in ("X", part if len(part) == 1 else "X"):
            yield "part", (at,)


def _ships_broken(puzzle: Puzzle, board: Board) -> Iterator[tuple[str, tuple[Square, ...]]]:
    ships = [*_groups(board.occupied())]
    for ship, other in combinations(ships, 2):
        for (r, c), (s, d) in product(ship, other):
            if abs(r - s) == abs(c - d) == 1:
                yield "touching", tuple(sorted([(r, c), (s, d)]))
    if Counter(_kind(board, ship) for ship in ships) != Counter(dict(puzzle.ships)):
        yield "fleet", ()


def _letters_broken(puzzle: Puzzle, board: Board) -> Iterator[tuple[str, tuple[Square, ...]]]:
    if puzzle.words and board.letters is None:
        yield "letter", ()
    yield from (("letter", (at,)) for at, mark in board.squares() if mark == "." and board.letter(at))
    rows, columns = _lines_of(board)
    top, bottom, left, right = puzzle.edges
    for side, lines, end in ((top, columns, 0), (bottom, columns, -1), (left, rows, 0), (right, rows, -1)):
        for letter, line in zip(side, lines, strict=bool(side)):
            seen = [*filter(None, map(board.letter, line))]
            if letter is not None and (not seen or seen[end] != letter):
                yield "edge", line


def _groups(ship: frozenset[Square]) -> Iterator[set[Square]]:
    """The squares that hang together by their sides."""
    left = set(ship)
    while left:
        group = {left.pop()}
        while near := {(r, c) for r, c in left if any(abs(r - s) + abs(c - d) == 1 for s, d in group)}:
            group |= near
            left -= near
        yield group


def _part(at: Square, ship: frozenset[Square]) -> str:
    r, c = at
    beside = {"A": (r - 1, c), "B": (r + 1, c), "L": (r, c - 1), "R": (r, c + 1)}
    sides = "".join(side for side, near in beside.items() if near in ship)
    ends = {"": "S", "R": "L", "L": "R", "B": "T", "A": "B"}
    corners = {"BR": "RB", "BL": "LB", "AR": "RT", "AL": "LT"}
    return (ends | corners).get(sides, "M")


def _kind(board: Board, ship: set[Square]) -> tuple[tuple[Square, ...], str | None]:
    """Squares and word as `Puzzle.ships` has them; a missing letter leaves a blank in the word."""
    word = "".join(board.letter(at) or " " for at in sorted(ship))
    return min(shape_orientations(ship)), min(word, word[::-1]) if word.strip() else None


def test_rows_do_for_a_board() -> None:
    puzzle = Puzzle([1, 0], [1, 0], {1: 1})
    assert check(puzzle, ["S.", ".."]) == []
    assert check(puzzle, ("S.", ".S")) == check(puzzle, Board(("S.", ".S")))


@pytest.mark.parametrize("rows", ["S...", ["S.", "."], ["Q."], [1, 2], None, []])
def test_rows_that_are_no_board_are_told_as_such(rows: Any) -> None:
    with pytest.raises(InvalidBoardError, match="board: "):
        check(Puzzle([1, 0], [1, 0], {1: 1}), rows)


def test_the_arrays_in_c_hold_the_largest_grid() -> None:
    source = Path(str(slow.__file__)).read_text(encoding="utf-8")
    cells = f"[{MAX_SIDE + 2} * {MAX_SIDE + 1} + 1]"
    assert source.count(f"cython.short{cells}") == 3
    assert source.count(f"cython.uchar{cells}") == 2
    assert f"cython.short[{MAX_SIDE + 1}]" in source


@pytest.mark.parametrize(
    ("shape", "parts"),
    [
        (("###", ".#.", ".#."), ("LMR", ".M.", ".B.")),  # a junction
        ((".#.", "###", ".#."), (".T.", "LMR", ".B.")),  # a crossing
        (("####", ".#.."), ("LMMR", ".B..")),
        (("##", "##"), ("XX", "XX")),  # corners have no mark
    ],
)
def test_a_polyomino_ship_shows_a_middle_where_it_runs_straight_or_branches(
    shape: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    rows = [row.count("#") for row in shape]
    cols = ["".join(column).count("#") for column in zip(*shape, strict=True)]
    middles = [(r, c, "M") for r, row in enumerate(parts) for c, mark in enumerate(row) if mark == "M"]
    puzzle = Puzzle(rows, cols, shapes=[shape], givens=middles)
    assert check(puzzle, Board(parts)) == []
    for square in middles:
        wrong = puzzle.replace(givens=[(*square[:2], "L")])
        assert [fault.rule for fault in check(wrong, Board(parts))] == ["given"]
