"""Variables for placements: their names, the squares and letters they cover, and how solutions are read as
boards. Variable `v` stands for the placement at index `v`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines.clues import Cover, LetterCover
from bimaru.engines.formulation import Constraint, Variable, exactly
from bimaru.placements import Placement, board_of, contradicting, fitting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square, square_name
from bimaru.symmetry import shape_orientations


def fitting_placements(puzzle: Puzzle) -> list[Placement]:
    """The placements that no single clue forbids, ship after ship."""
    fitted = fitting(puzzle)
    return [placement for ship, _ in puzzle.ships for placement in fitted[ship]]


def square_cover(placements: Sequence[Placement]) -> Cover:
    """The placements that cover each square."""
    cover = defaultdict(list)
    for variable, placement in enumerate(checked(placements)):
        for square in placement.squares:
            cover[square].append(variable)
    return cover


def letter_cover(placements: Sequence[Placement]) -> LetterCover:
    """The placements that show each letter on each square."""
    shown: dict[Square, dict[str, list[Variable]]] = defaultdict(lambda: defaultdict(list))
    for variable, placement in enumerate(checked(placements)):
        for i, square in enumerate(placement.squares):
            shown[square][placement.letters[i : i + 1]].append(variable)
    return shown


def fleet_constraints(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Constraint]:
    """As many placements of each kind of ship as the fleet has ships of it."""
    lying: dict[Ship, dict[Variable, int]] = defaultdict(dict)
    for variable, placement in enumerate(checked(placements)):
        lying[placement.ship][variable] = 1
    for ship, number in puzzle.ships:
        yield exactly(number, f"fleet_{label(ship)}", lying[ship])


def given_parts(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Constraint]:
    """No placement contradicts a given. Nothing where `fitting_placements` has left those out."""
    for square, found in contradicting(puzzle, placements).items():
        if found:
            yield exactly(0, f"part_{square_name(square)}", dict.fromkeys(found, 1))


def board_reader(puzzle: Puzzle, placements: Sequence[Placement]) -> Callable[[Iterable[Variable]], Board]:
    """A function from solutions to boards; further variables are ignored."""
    return lambda solution: board_of(puzzle, (placements[v] for v in solution if v < len(placements)))


def head(placement: Placement) -> Square:
    """The square of the first letter of the ship's word; without one, the first in reading order."""
    return placement.squares[-1 if _is_backwards(placement) else 0]


def direction(placement: Placement) -> str:
    """The direction of a straight ship from its head."""
    across = placement.squares[0][0] == placement.squares[-1][0]
    if _is_backwards(placement):
        return "left" if across else "up"
    return "right" if across else "down"


def _is_backwards(placement: Placement) -> bool:
    return placement.letters != (placement.ship.word or "")


def label(ship: Ship) -> str:
    """A ship in the names of variables: `ship4`, `word_ABC`, `polyomino_111_010` (its rows of squares)."""
    if ship.word is not None:
        return f"word_{ascii_name(ship.word)}"
    if ship.is_straight:
        return f"ship{ship.length}"
    rows = range(max(r for r, _ in ship.squares) + 1)
    columns = range(max(c for _, c in ship.squares) + 1)
    return "_".join(["polyomino", *("".join("01"[(r, c) in ship.squares] for c in columns) for r in rows)])


def ascii_name(letters: str) -> str:
    """Letters as every file format accepts them in names: `é` is `_e9_`."""
    return "".join(letter if letter.isascii() else f"_{ord(letter):x}_" for letter in letters)


def names(placements: Iterable[Placement]) -> list[str]:
    """`ship4_C5_right`, from C5 to the right; `polyomino_11_10_C5_3`, this ship with its first square at C5,
    in the third of its orientations; `ship1_C5`. A name does not depend on what else the puzzle has."""
    labels: dict[Ship, str] = {}
    found = []
    for placement in checked(placements):
        ship = placement.ship
        name = f"{labels.get(ship) or labels.setdefault(ship, label(ship))}_{square_name(head(placement))}"
        if ship.length == 1:
            found.append(name)
        elif ship.is_straight:
            found.append(f"{name}_{direction(placement)}")
        else:
            found.append(f"{name}_{_orientation(placement)}")
    return found


def _orientation(placement: Placement) -> int:
    """The number of a polyomino placement's orientation, from 1."""
    top, left = (min(square[axis] for square in placement.squares) for axis in (0, 1))
    form = tuple((r - top, c - left) for r, c in placement.squares)
    return _numbered_orientations(placement.ship)[form]


@lru_cache(maxsize=256)
def _numbered_orientations(ship: Ship) -> dict[tuple[Square, ...], int]:
    forms = sorted(tuple(sorted(form)) for form in shape_orientations(ship.squares))
    return {form: number for number, form in enumerate(forms, start=1)}
