"""Who makes the puzzles of a recipe."""

from __future__ import annotations

from bimaru.making.generating import Maker
from bimaru.making.lettered import LetteredMaker
from bimaru.making.recipe import Recipe


def maker_of(recipe: Recipe) -> Maker | LetteredMaker:
    """The maker of a recipe; two threads must not use the same. Raises what `Maker` does."""
    return LetteredMaker(recipe) if recipe.words else Maker(recipe)
