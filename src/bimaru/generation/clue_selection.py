"""Which clues to give: tallies as asked for, and squares until they suffice, no more than it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bimaru.arrangements.rejection import Chance
from bimaru.engines.kernel import GIVEN_KINDS
from bimaru.generation.patterns import orbits
from bimaru.generation.recipe import Recipe
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, Answer, Mask, mask_of

Clue = TypeVar("Clue")

KIND_OF: Final = {0: "W", JUST_SHIP: "X"} | {JUST_SHIP | i: kind for i, kind in enumerate(GIVEN_KINDS) if i}
"""What a given says, by the byte of a sheet."""


class Unit(NamedTuple):
    """Squares that are given together or not at all; `told` is how much of each, `mask` both at once."""

    squares: tuple[int, ...]
    told: int
    mask: Mask


Units: TypeAlias = Sequence[Unit]


class Pattern:
    """The units of a grid that a recipe allows."""

    def __init__(self, recipe: Recipe) -> None:
        width = recipe.size[1]
        groups = [
            tuple(row * width + col for row, col in orbit) for orbit in orbits(recipe.symmetry, *recipe.size)
        ]
        self._full = [Unit(group, GIVEN, mask_of(group)) for group in groups]
        self._just_ship = [Unit(group, JUST_SHIP, mask_of(group, JUST_SHIP)) for group in groups]
        self._kinds = frozenset(recipe.givens)

    def units(self, sheet: bytes, chance: Chance) -> list[Unit]:
        """The units that may be given of a board, in a random order."""
        units = [*self._full] if self._kinds == {"water", "parts"} else [*self._fitting(sheet, chance)]
        chance.shuffle(units)
        return units

    def _fitting(self, sheet: bytes, chance: Chance) -> Iterator[Unit]:
        """Ship squares are told as parts or just as ship; where both may be, chance has it."""
        for full, just_ship in zip(self._full, self._just_ship, strict=True):
            ships = [sheet[square] != 0 for square in full.squares]
            if not (all(ships) or "water" in self._kinds):
                continue
            if not any(ships):
                yield full
            elif {"parts", "ships"} <= self._kinds:
                yield full if chance.below(2) else just_ship
            elif "parts" in self._kinds:
                yield full
            elif "ships" in self._kinds:
                yield just_ship


def told_lines(recipe: Recipe, chance: Chance) -> Sequence[int]:
    """The bytes of a sheet with the tallies that are told; chance has it which lines tell none."""
    lines = [*range(recipe.squares, recipe.squares + sum(recipe.size))]
    if recipe.missing_tallies:
        chance.shuffle(lines)
    return lines[recipe.missing_tallies :]


def enough(answer: Answer, base: Mask, order: Units) -> tuple[list[Unit], Mask | None]:
    """The first units in an order that each rule out a board that is left, until none is. Then the
    second value is `None`; it is where a board differs that all of them leave, or `UNDECIDED` where
    the search for one did not come to an end."""
    chosen: list[Unit] = []
    left = list(order)
    given = base
    while (difference := answer.another(given)) is not None:
        place = next((i for i, unit in enumerate(left) if unit.mask & difference), None)
        if place is None:
            return chosen, difference
        unit = left.pop(place)
        chosen.append(unit)
        given |= unit.mask
    return chosen, None


def without_spare(units: Iterable[Clue], suffice: Callable[[Sequence[Clue]], bool]) -> list[Clue]:
    """Of clues that suffice those that are left when each that can be spared is dropped, one after the
    other: then none of them can be, as long as more clues suffice no less."""
    kept = [*units]
    for unit in units:
        rest = [other for other in kept if other is not unit]
        if suffice(rest):
            kept = rest
    return kept


def mask_with(base: Mask, units: Units) -> Mask:
    """The clues of the units and those that are given anyway."""
    for unit in units:
        base |= unit.mask
    return base
