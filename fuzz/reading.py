"""Every reader there is, as a function of a text that raises when something is wrong with the reader."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from bimaru.errors import InvalidBoardError, InvalidPuzzleError
from bimaru.formats import (
    REGISTRY,
    CannotWriteError,
    InvalidTextError,
    format_named,
    parse,
    parse_all,
    read_all,
    write,
)
from bimaru.formats.board_text import parse_board, read_boards
from bimaru.formats.format import Scope
from bimaru.formats.json_format import value_in
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.sizes import MAX_FAULTS
from bimaru.squares import Part

Reader: TypeAlias = Callable[[str], None]

CORPUS: Final = Path(__file__).parent / "corpus" / "readers"
"""A directory for each reader, of texts that were worth keeping."""
_MOST_READ: Final = 5
"""Puzzles of a text that are looked at."""
_LONGEST_FAULT: Final = 400
_PLAIN: Final = Puzzle([1], [1], {1: 1})
_LETTERED: Final = Puzzle([1], [1], words=["A"])


class Wrong(Exception):
    """A reader did something with a text that it should not."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)


def _check_faults(faults: Sequence[str]) -> None:
    _require(1 <= len(faults) <= MAX_FAULTS, f"{len(faults)} faults")
    longest = max(map(len, faults))
    _require(longest <= _LONGEST_FAULT, f"a fault of {longest} characters")


def _puzzles(found: Iterator[Puzzle]) -> list[Puzzle]:
    """The first puzzles, up to the first fault."""
    puzzles: list[Puzzle] = []
    try:
        puzzles.extend(islice(found, _MOST_READ))
        _require(bool(puzzles), "neither a puzzle nor an error")
    except InvalidTextError as error:
        _check_faults(error.faults)
    return puzzles


def _comes_back(puzzle: Puzzle, name: str) -> None:
    again = parse(write(puzzle, name), name)
    _require(again == puzzle, f"not the same puzzle after {name}")
    if name == "json":
        notes = [(one.id, one.source, dict(one.extra)) for one in (again, puzzle)]
        _require(notes[0] == notes[1], "not the same notes after json")


def _read_as(name: str | None, text: str) -> None:
    for puzzle in _puzzles(parse_all(text, name)):
        _comes_back(puzzle, "json")
        if name not in ("json", None):
            with suppress(CannotWriteError):
                _comes_back(puzzle, name)


def _format(name: str) -> Reader:
    return lambda text: _read_as(name, text)


def _any(text: str) -> None:
    _read_as(None, text)


def _bytes(text: str) -> None:
    """A file, of which text stands for bytes as in Latin-1."""
    _puzzles(read_all(io.BytesIO(text.encode("latin-1", "replace"))))


def _board(text: str) -> None:
    """Boards for two puzzles, in the notation of pictures or as JSON."""
    for puzzle in (_PLAIN, _LETTERED):
        try:
            board = parse_board(text, puzzle)
            _require(
                parse_board(json.dumps(board.to_data()), puzzle) == board, "not the same board after JSON"
            )
        except InvalidBoardError as error:
            _check_faults(error.faults)
        with suppress(InvalidBoardError):
            list(read_boards(io.StringIO(text), [puzzle, puzzle]))


def _recipe(text: str) -> None:
    """A recipe as the server and collections have it."""
    with suppress(InvalidTextError, InvalidRecipeError):
        recipe = Recipe.from_data(value_in(text))
        _require(Recipe.from_data(json.loads(json.dumps(recipe.to_data()))) == recipe, "not the same recipe")


def _fleet(text: str) -> None:
    try:
        fleet = Fleet.parse(text)
    except InvalidPuzzleError as error:
        _check_faults(error.faults)
    else:
        _require(Fleet.parse(str(fleet)) == fleet, "not the same fleet")


READERS: Final[dict[str, Reader]] = {
    **{name: _format(name) for name in REGISTRY},
    "any": _any,
    "bytes": _bytes,
    "board": _board,
    "recipe": _recipe,
    "fleet": _fleet,
}
"""By name: the formats, the reader that detects the format, bytes, boards, recipes, fleets."""


def corpus() -> dict[str, list[str]]:
    """Of each reader, texts to start from: puzzles written by the program, and what was kept."""
    random = Random(0)
    texts = {name: [*kept(name), *_written(name, random)] for name in READERS}
    texts["any"] += [text for name in REGISTRY for text in texts[name][-3:]]
    texts["bytes"] += [text.encode(errors="replace").decode("latin-1") for text in texts["any"]]
    return texts


def kept(name: str) -> list[str]:
    """The texts in the corpus directory of a reader."""
    files = sorted((CORPUS / name).glob("*"))
    return [file.read_bytes().decode("utf-8", "surrogatepass") for file in files]


def _written(name: str, random: Random) -> Iterator[str]:
    if name in REGISTRY:
        scope = format_named(name).scope
        for _ in range(8):
            yield write(puzzle_within(scope, random), name)
        if format_named(name).separator is not None:
            two = [write(puzzle_within(scope, random), name) for _ in range(2)]
            yield (format_named(name).separator or "").join(two)
    yield from _EXAMPLES.get(name, ())


_EXAMPLES: Final = {
    "csplib": (
        "START-NEW-BOARD 2 3\nBoard ID: 7\nNodes: 5\nSolutions: 2\nHint: 0 0 Circle -1\nPLACESHIP 1 0 0 S\n"
        "PLACESHIP 2 0 2 S\nRow tallies: 2, 1\nColumn tallies: 1, 0, 2\n=====\n",
    ),
    "boats": ("SAVEFILE:41:x\nPARAMS  :4:2x3f2\nDESC    :11:1,-,1,0,1,aSd\n",),
    "board": (
        "S.\n..\n\n.S\n..\n",
        '{"board": ["S.1", "..?"], "letters": ["A..", "..B"]}\n{"board": ["S"]}',
        '{"id": 1, "status": "unique", "solutions": [{"board": ["S"]}, {"board": ["."]}]}',
        "        1 2 3\n     ┌───────┐\n A   │[~] ● ~│ 1\n B   │ ◖ ■:◗]│ 3\n     └───────┘\n        1 2 1\n",
        "       1 2\n    +-----+\n A  | ~ A | 1\n B  | # ? | 2\n    +-----+\n\nSolution 2\n A | ~ |\n",
    ),
    "recipe": (
        '{"size": [3, 4], "fleet": {"2": 1, "1": 2}, "grade": "easy-hard", "givens_number": [0, 4]}',
        '{"size": [6, 6], "fleet": {}, "words": ["AB", "C"], "edges": ["top", "left"], "givens": ["parts"]}',
        '{"givens": ["water"], "symmetry": "half-turn", "missing_tallies": 3, "spare": 1}',
    ),
    "fleet": ("4:1,3:2,2:3,1:4", "3 2 2 1 1", "5,4:2 1"),
}  # fmt: skip


def puzzle_within(scope: Scope, random: Random) -> Puzzle:
    """A small random puzzle that a format of that scope can hold."""
    least, most = scope.sides
    height = random.randint(least, max(least, min(most, 5)))
    width = height if scope.square else random.randint(least, max(least, min(most, 5)))
    kinds = sorted(scope.kinds) + ["=A", "=7"] * scope.letters
    squares = random.sample(
        [(r, c) for r in range(height) for c in range(width)], min(4, height * width) // 2
    )
    words = ["AB", "A", "é2"][: random.randint(0, 3)] if scope.letters else []
    shapes = [["##", "#."], [".#", "##", "#."], ["###"]][: random.randint(0, 3)] if scope.shapes else []
    return Puzzle(
        _tallies(height, scope, random),
        _tallies(width, scope, random),
        scope.fleet or {random.randint(1, min(scope.length, 4)): random.randint(0, 3) for _ in range(2)},
        {at: random.choice(kinds) for at in squares},
        words=words,
        shapes=shapes,
        edges={"top": ["A"] + [None] * (width - 1)} if words else None,
        id=random.choice([None, 7, "seven", "it's 7"]),
        source=random.choice([None, "a book"]),
        extra=random.choice([{}, {"solution": {"board": [Part.WATER]}, "grade": "easy"}]),
    )


def _tallies(number: int, scope: Scope, random: Random) -> list[int | None]:
    choices = [0, 1, 2, 3, None if scope.missing else 4]
    return [random.choice(choices) for _ in range(number)]
