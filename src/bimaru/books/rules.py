"""The rules, as a booklet or a book prints them, and the puzzles that show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from bimaru.board import Board
from bimaru.books.descriptions import Label, fleet_described
from bimaru.deduction.languages import language_of
from bimaru.puzzle import Edges, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part


class Example(NamedTuple):
    """A puzzle on the page of rules, and its answer."""

    puzzle: Puzzle
    board: Board


STRAIGHT: Final = Example(
    Puzzle(
        rows=(3, 1, 2, 1, 1, 2),
        cols=(4, 0, 2, 1, 1, 2),
        fleet={3: 1, 2: 2, 1: 3},
        givens={(0, 2): "L", (3, 0): "W", (4, 2): "S"},
    ),
    Board(("T.LR..", "M.....", "B....T", ".....B", "..S...", "S...S.")),
)
LETTERED: Final = Example(
    Puzzle(
        rows=(4, 1, 1, 1, 0, 4),
        cols=(0, 4, 1, 2, 2, 2),
        words=("ARGO", "NOVA", "SOL"),
        givens={(5, 4): "=R"},
        edges=Edges(top=(None, "N", "O", "S", "O", "L"), left=("N", "O", "V", "A", None, "O")),
    ),
    Board(
        (".T.LMR", ".M....", ".M....", ".B....", "......", "..LMMR"),
        (".N.SOL", ".O....", ".V....", ".A....", "......", "..OGRA"),
    ),
)
"""Its words are the same in many languages, and one is read backwards."""
POLYOMINO: Final = Example(
    Puzzle(
        rows=(1, 2, 0, 5, 2, 1),
        cols=(1, 2, 3, 1, 3, 1),
        shapes=(("###", "#.."), ("###", ".#."), ("##", "#.")),
        givens={(1, 3): "R"},
    ),
    Board(("..X...", "..XX..", "......", "XXX.XX", ".X..X.", "....X.")),
)


def example_of(puzzles: Iterable[Puzzle]) -> Example:
    """The example that shows what all these puzzles have: letters, bends or, where they differ, neither."""
    listed = list(puzzles)
    if listed and all(puzzle.words for puzzle in listed):
        return LETTERED
    return POLYOMINO if listed and all(puzzle.shapes for puzzle in listed) else STRAIGHT


def rules(
    label: Label,
    puzzles: Iterable[Puzzle],
    *,
    unique: bool = True,
    fleet: bool = True,
    names_in: str | None = None,
) -> list[str]:
    """The rules in paragraphs, only those that some puzzle needs, and that answers are `unique` only if they
    are. Without the `fleet` below each puzzle, they list the ships that all puzzles have. `names_in`: the
    language of explanations, which call ships by the names that the rules then give."""
    listed = list(puzzles)
    fleets = {label("rule_fleet_drawn")} if fleet else {fleet_described(puzzle, label) for puzzle in listed}
    paragraphs = [
        " ".join([label("rule_fleet"), *(fleets if len(fleets) == 1 else ())]),
        _joined(label, "rule_tallies", rule_no_tally=any(map(_lacks_a_tally, listed))),
        label("rule_apart"),
        _joined(
            label,
            "rule_givens",
            rule_given_ship=any(map(_gives_plain_ship, listed)),
            rule_given_letter=any(map(_gives_a_letter, listed)),
        ),
    ]
    straight, polyominoes = ([], []) if names_in is None else ship_names(listed, names_in)
    if any(puzzle.shapes for puzzle in listed):
        named = [label("rule_shape_names").format(names=", ".join(polyominoes))] if polyominoes else []
        paragraphs.append(" ".join([label("rule_polyomino"), *named]))
    if any(puzzle.words for puzzle in listed):
        paragraphs.append(label("rule_letters"))
    if straight:
        paragraphs.append(label("rule_names").format(names=", ".join(straight)))
    return [*paragraphs, label("rule_unique")] if unique else paragraphs


def ship_names(puzzles: Sequence[Puzzle], language: str) -> tuple[list[str], list[str]]:
    """The names of the ships in puzzles: of straight ones, longest first, each with its number of squares,
    `cruiser (3)`; and of those with bends, `L tetromino`."""
    name_of = language_of(language).words.name
    lengths = {*chain.from_iterable(puzzle.fleet for puzzle in puzzles)}
    shapes = {*chain.from_iterable(puzzle.shapes for puzzle in puzzles)}
    straight = [(length, name_of(Ship.straight(length))) for length in sorted(lengths, reverse=True)]
    polyominoes = {name for shape in shapes if (name := name_of(Ship.polyomino(shape)))}
    return [f"{name} ({length})" for length, name in straight if name], sorted(polyominoes)


def _joined(label: Label, first: str, **others: bool) -> str:
    """A paragraph: its first sentences, and those of the others that are wanted."""
    wanted = (name for name, is_wanted in others.items() if is_wanted)
    return " ".join(map(label, (first, *wanted)))


def _lacks_a_tally(puzzle: Puzzle) -> bool:
    return None in (*puzzle.rows, *puzzle.cols)


def _gives_plain_ship(puzzle: Puzzle) -> bool:
    return any(given.kind == Part.SHIP for given in puzzle.givens)


def _gives_a_letter(puzzle: Puzzle) -> bool:
    return any(given.letter for given in puzzle.givens)
