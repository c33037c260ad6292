"""The names of variables in exported models: which of them hold on a board, and the board that they describe.

| name | meaning | models |
| --- | --- | --- |
| `ship4_C5_right`, `word_ABC_C5_up`, `polyomino_11_10_C5_3` | a ship lies there | most |
| `s2_ship3_C5_down` | the second ship of the fleet lies there | `mip-pairs` |
| `square_C5` | the square is ship | `mip-pairs` |
| `square_C5_A`, `square_C5_ship` | the square is ship with this letter, or with none | `mip-heads` |
| `cell_C5_L` | the square shows this part, `W` for water | `mip-cell` |
| `ship_at_C5`, `C_C5` | the square is ship | `sat`, `automaton`, `sat-boats` |
| `lying_C5_3`, `upright_C5_3` | a ship of three squares covers it, lying or upright | `automaton` |
| `step_row_C_5_0_3_1` | the automaton goes from state 0 to state 1 by the value 3 there | `automaton` |
| `B_C5_2`, `O_2`, `X_C5_2` | boat 2 begins at C5, stands upright, occupies C5 | `sat-boats` |
| `ship_C5`, `lies_C5=A_C6=B` | the square is ship; a ship lies there, with these letters | certificates |
| `aux_tally_512` | an auxiliary variable of counting | exports of clauses |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from bimaru.board import NO_LETTER, Board
from bimaru.engines.placement_variables import ascii_name, names
from bimaru.errors import InvalidInputError
from bimaru.placements import Placement, placements
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square, square_name

_SINGLE: Final = re.compile(r"^s\d+_")
"""What `mip-pairs` puts before the name of a placement."""
_OLDER_POLYOMINO: Final = "bent_"
"""How the names of polyomino ships began in models that were exported by earlier versions."""
_SILENT: Final = re.compile(r"(aux|B|X|O|lying|upright|step)_\w+|none|true|cell_[A-Z]+\d+_W")
"""Names that add nothing to what the others say about the board."""
_ON_A_SQUARE: Final = re.compile(
    r"(?:square|cell|ship_at|ship|C)_(?P<square>[A-Z]{1,2}\d{1,2})(?:_(?P<shown>\w+))?"
)
_LYING: Final = re.compile(r"([A-Z]{1,2}\d{1,2})(?:=(.))?")
_NAMELESS: Final = "ship"


class UnknownVariableError(InvalidInputError):
    """A variable that no model of the puzzle has."""


def names_on(puzzle: Puzzle, board: Board) -> frozenset[str]:
    """The names of all variables, of any model, that hold on a board; without the auxiliary ones, the
    boats of `sat-boats` and the numbers of single ships."""
    ship = board.with_parts()
    found = {name for name, placement in _placements(puzzle).items() if _is_on(board, placement)}
    for at in board.occupied():
        square = square_name(at)
        letter = ascii_name(board.letter(at) or "") or _NAMELESS
        found |= {f"square_{square}", f"square_{square}_{letter}", f"cell_{square}_{ship[at]}"}
        found |= {f"ship_at_{square}", f"C_{square}"}
    return frozenset(found)


def board_of_names(puzzle: Puzzle, true: Iterable[str]) -> Board:
    """The board that the true variables of a solution describe.

    Raises `UnknownVariableError` for a name that no model of the puzzle has."""
    reader = _Reader(puzzle)
    for name in true:
        reader.add(name)
    return reader.board()


def _placements(puzzle: Puzzle) -> dict[str, Placement]:
    """Every placement of the fleet, by the name of its variable."""
    ships = (ship for ship, _ in puzzle.ships)
    every = [*chain.from_iterable(placements(ship, puzzle.height, puzzle.width) for ship in ships)]
    return dict(zip(names(every), every, strict=True))


def _is_on(board: Board, placement: Placement) -> bool:
    ship = board.occupied()
    return (
        ship.issuperset(placement.squares)
        and ship.isdisjoint(placement.surroundings)
        and all((board.letter(at) or "") == letter for at, letter in _lettered(placement))
    )


def _lettered(placement: Placement) -> Iterator[tuple[Square, str]]:
    """The squares with their letters, or with nothing."""
    letters = placement.letters or [""] * len(placement.squares)
    return zip(placement.squares, letters, strict=True)


def _name_of_placement(name: str) -> str:
    """The name as models of today have it, without the number of a single ship."""
    plain = _SINGLE.sub("", name, count=1)
    older = plain.startswith(_OLDER_POLYOMINO)
    return f"polyomino_{plain.removeprefix(_OLDER_POLYOMINO)}" if older else plain


class _Reader:
    """The squares and letters of a board, collected from names."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._placements = _placements(puzzle)
        self._squares = {
            square_name((r, c)): (r, c) for r in range(puzzle.height) for c in range(puzzle.width)
        }
        self._letters = {ascii_name(letter): letter for letter in "".join(puzzle.words)}
        self._found: dict[Square, str] = {}

    def add(self, name: str) -> None:
        placement = self._placements.get(_name_of_placement(name))
        if placement is not None:
            self._show(_lettered(placement))
        elif not _SILENT.fullmatch(name):
            self._show(self._lying(name) if name.startswith("lies_") else self._on_a_square(name))

    def _show(self, shown: Iterable[tuple[Square, str]]) -> None:
        for at, letter in shown:
            self._found[at] = letter or self._found.get(at, "")

    def _on_a_square(self, name: str) -> Iterator[tuple[Square, str]]:
        parts = _ON_A_SQUARE.fullmatch(name)
        if parts is None or parts["square"] not in self._squares:
            raise self._unknown(name)
        shown = parts["shown"]
        is_plain = shown in (None, _NAMELESS) or (name.startswith("cell_") and shown in set(Part))
        if not (is_plain or shown in self._letters):
            raise self._unknown(name)
        yield self._squares[parts["square"]], "" if is_plain else self._letters[shown]

    def _lying(self, name: str) -> Iterator[tuple[Square, str]]:
        for part in name.removeprefix("lies_").split("_"):
            found = _LYING.fullmatch(part)
            if found is None or found[1] not in self._squares:
                raise self._unknown(name)
            yield self._squares[found[1]], found[2] or ""

    def _unknown(self, name: str) -> UnknownVariableError:
        shown = name if len(name) < 60 else f"{name[:57]}..."
        return UnknownVariableError([f"{shown}: no model of this puzzle has a variable of this name"])

    def board(self) -> Board:
        puzzle = self._puzzle
        letters = {at: letter or NO_LETTER for at, letter in self._found.items()}
        board = Board.of_parts(
            puzzle.height,
            puzzle.width,
            dict.fromkeys(self._found, Part.SHIP),
            letters if puzzle.words else None,
        )
        return board if puzzle.shapes else board.with_parts()
