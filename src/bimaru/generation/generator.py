"""Generating puzzles: a function of a recipe and a seed, the same on every machine."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import fields
from inspect import signature
from operator import index
from secrets import randbits
from typing import Any, Final, TypeAlias

from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import DEFAULT_TRIES, Recipe
from bimaru.generation.straight_maker import StraightMaker
from bimaru.grading.grades import GradeRange
from bimaru.puzzle import Puzzle
from bimaru.ships import Shape

Maker: TypeAlias = StraightMaker | PlacementMaker
"""Makes the puzzles of a recipe, each from its seed; it must not be shared by two threads."""
SEED_BITS: Final = 48
"""Bits of a random seed: few enough to type, enough for hardly any repetition."""


def maker_of(recipe: Recipe) -> Maker:
    """The maker of a recipe. Raises as `StraightMaker`."""
    return PlacementMaker(recipe) if recipe.words or recipe.shapes else StraightMaker(recipe)


def generate(
    size: tuple[int, int] = (10, 10),
    fleet: Mapping[int, int] | None = None,
    grade: GradeRange | None = None,
    seed: int | None = None,
    *,
    words: Iterable[str] = (),
    shapes: Iterable[Shape] = (),
    edges: Iterable[str] = (),
    givens: Iterable[str] = ("water", "parts"),
    givens_number: tuple[int, int] | None = None,
    symmetry: str = "none",
    missing_tallies: int = 0,
    spare: int = 0,
    tries: int = DEFAULT_TRIES,
    score: bool = False,
    technique: str | None = None,
    recipe: Recipe | None = None,
) -> Puzzle:
    """Generate a puzzle with exactly one solution. Its provenance has the `solution` and the `seed` and, with
    a `grade`, a `technique` or `score`, the `grade` and `score`, and the `techniques` and the number of steps
    (`n_steps`) of the proof behind them.

    `size` is (rows, columns). The default `fleet` is the standard one or, where that does not fit, the
    largest of its kind that does; none beside `words` or `shapes`.
    `grade` is one of `GRADES`, or a range like `easy-hard`. Without a `seed`, a random one is used. The other
    arguments are described at `Recipe`; instead of all but the seed there may be a `recipe`.

    Raises `InvalidRecipeError`, `CannotGenerateError` if none of the `tries` fleets gives a suitable puzzle,
    `FleetDoesNotFitError`, `OutOfReachError` if it is not known whether the fleet fits, and `TypeError` for
    other options beside a recipe and for a seed that is no integer."""
    options = (
        *(size, fleet, listed(words), listed(shapes), listed(edges), grade, listed(givens), givens_number),
        *(symmetry, missing_tallies, spare, tries, score, technique),
    )
    return kept_maker(options_of(recipe, options)).make(whole_seed(seed))


OPTIONS: Final = tuple(field.name for field in fields(Recipe))
"""The arguments of `generate` besides the seed, in the order of `kept_maker`."""
_DEFAULTS: Final = tuple(signature(generate).parameters[name].default for name in OPTIONS)
_MOST_KEPT: Final = 8
_kept = threading.local()
"""The makers of each thread, by the bytes of the options, those used last at the end. Making one takes
several times as long as a puzzle."""


def options_of(recipe: Recipe | None, options: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of `OPTIONS`: those of the recipe, if there is one.

    Raises `TypeError` for others beside it."""
    if recipe is None:
        return options
    if options != _DEFAULTS:
        raise TypeError("a recipe has all options: only a seed may stand beside it")
    return tuple(getattr(recipe, name) for name in OPTIONS)


def kept_maker(options: tuple[Any, ...]) -> Maker:
    """The maker of a recipe with these values of `OPTIONS`, the last few of which each thread keeps.

    Raises as `Recipe` and `maker_of`."""
    import pickle  # which takes long, and commands do without

    makers: dict[bytes, Maker] = _kept.__dict__.setdefault("makers", {})
    try:
        key = pickle.dumps(options)  # of values that differ in their types, too, as 6 and 6.0 do, others
    except (AttributeError, TypeError, pickle.PicklingError):
        return maker_of(_recipe_of(options))
    maker = makers.pop(key, None)
    if maker is None:
        maker = maker_of(_recipe_of(options))
    makers[key] = maker
    if len(makers) > _MOST_KEPT:
        del makers[next(iter(makers))]
    return maker


def _recipe_of(options: tuple[Any, ...]) -> Recipe:
    """The recipe with these values of `OPTIONS`. Raises `InvalidRecipeError`."""
    entries = dict(zip(OPTIONS, options, strict=True))
    entries["size"] = _whole(entries["size"])
    if entries["fleet"] is None:
        del entries["fleet"]
    return Recipe(**entries)


def _whole(size: Any) -> Any:
    """The sides of a size as Python's integers; as they are if they are none: a recipe reports it."""
    try:
        return tuple(map(index, size))
    except TypeError:
        return size


def listed(values: Iterable[Any]) -> Any:
    """The values as a tuple; text as it is, since it is no list: a recipe reports it."""
    return values if isinstance(values, str) else tuple(values)


def whole_seed(seed: int | None) -> int:
    """The seed as Python's integer; a random one if there is none. Raises `TypeError` for anything else."""
    if seed is None:
        return random_seed()
    try:
        return index(seed)
    except TypeError:
        raise TypeError(f"seed: {seed!r} is not an integer") from None


def random_seed() -> int:
    """A random seed of `SEED_BITS` bits."""
    return randbits(SEED_BITS)
