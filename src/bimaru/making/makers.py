"""Who makes the puzzles of a recipe."""

from __future__ import annotations

from functools import lru_cache

from bimaru.making.generating import Maker
from bimaru.making.lettered import LetteredMaker
from bimaru.making.recipe import Recipe


@lru_cache(maxsize=8)
def maker_of(recipe: Recipe) -> Maker | LetteredMaker:
    """The maker of a recipe, kept for the next time. Raises what `Maker` does."""
    return LetteredMaker(recipe) if recipe.words else Maker(recipe)
