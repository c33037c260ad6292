"""Variables that stand for placements: what they are called, cover and show, and how they
read back. Variable `v` stands for the placement at index `v`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from bimaru.board import Board
from bimaru.deadlines import checked
from bimaru.engines.clues import Cover, LetterCover
from bimaru.engines.formulation import Constraint, Variable, exactly
from bimaru.placements import Placement, board_of, fitting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square, square_name


def all_fitting(puzzle: Puzzle) -> list[Placement]:
    """The placements that no single clue forbids, ship after ship."""
    fitted = fitting(puzzle)
    return [placement for ship, _ in puzzle.ships for placement in fitted[ship]]


def covering(placed: Sequence[Placement]) -> Cover:
    """The placements that cover each square."""
    cover = defaultdict(list)
    for variable, placement in enumerate(checked(placed)):
        for square in placement.squares:
            cover[square].append(variable)
    return cover


def lettering(placed: Sequence[Placement]) -> LetterCover:
    """The placements that show each letter on each square."""
    shown: dict[Square, dict[str, list[Variable]]] = defaultdict(lambda: defaultdict(list))
    for variable, placement in enumerate(checked(placed)):
        for i, square in enumerate(placement.squares):
            shown[square][placement.letters[i : i + 1]].append(variable)
    return shown


def fleet(puzzle: Puzzle, placed: Sequence[Placement]) -> Iterator[Constraint]:
    """Of every kind of ship, as many lie as there are."""
    lying: dict[Ship, dict[Variable, int]] = defaultdict(dict)
    for variable, placement in enumerate(checked(placed)):
        lying[placement.ship][variable] = 1
    for ship, number in puzzle.ships:
        yield exactly(number, f"fleet_{label(ship)}", lying[ship])


def reading(puzzle: Puzzle, placed: Sequence[Placement]) -> Callable[[Iterable[Variable]], Board]:
    """How solutions read as boards, whatever variables follow those of the placements."""
    return lambda solution: board_of(puzzle, (placed[v] for v in solution if v < len(placed)))


def head(placement: Placement) -> Square:
    """The square of the first letter of the ship's word; without one, the first in reading order."""
    return placement.squares[-1 if _is_backwards(placement) else 0]


def direction(placement: Placement) -> str:
    """Which way a straight ship lies from its head."""
    across = placement.squares[0][0] == placement.squares[-1][0]
    if _is_backwards(placement):
        return "left" if across else "up"
    return "right" if across else "down"


def _is_backwards(placement: Placement) -> bool:
    return placement.letters != (placement.ship.word or "")


def label(ship: Ship) -> str:
    """What a ship is called in names: `ship4`, `word_ABC`, `bent_111_010` (its rows of squares)."""
    if ship.word is not None:
        return f"word_{ascii_name(ship.word)}"
    if ship.is_straight:
        return f"ship{ship.length}"
    rows = range(max(r for r, _ in ship.squares) + 1)
    columns = range(max(c for _, c in ship.squares) + 1)
    return "_".join(["bent", *("".join("01"[(r, c) in ship.squares] for c in columns) for r in rows)])


def ascii_name(letters: str) -> str:
    """Letters as every file format takes them in names: `é` is `_e9_`."""
    return "".join(letter if letter.isascii() else f"_{ord(letter):x}_" for letter in letters)


def names(placed: Iterable[Placement]) -> list[str]:
    """`ship4_C5_right`, from C5 to the right; `bent_11_10_C5_3`, the third way that this ship
    can have its first square at C5; `ship1_C5`."""
    labels: dict[Ship, str] = {}
    ways: Counter[str] = Counter()
    found = []
    for placement in checked(placed):
        ship = placement.ship
        name = f"{labels.get(ship) or labels.setdefault(ship, label(ship))}_{square_name(head(placement))}"
        if ship.length == 1:
            found.append(name)
        elif ship.is_straight:
            found.append(f"{name}_{direction(placement)}")
        else:
            ways[name] += 1
            found.append(f"{name}_{ways[name]}")
    return found
