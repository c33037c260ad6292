"""Making collections in every way there is: from Python, by threads or a Dask cluster, or by the command with
options or a file of recipes; and killing what makes them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from bimaru.generation.recipe import Recipe
from bimaru.processes.executors import dask_cluster
from bimaru.puzzle_collections.directory import Part
from command_line import Ran, bimaru
from small_collections import AtOnce, CollectionSpec

Way: TypeAlias = Callable[[CollectionSpec, Path], object]
"""Makes a collection in a directory, or goes on with it."""


class Killed(BaseException):
    """The process is gone."""


class RefusedError(Exception):
    """The command refused to make a collection, and printed this."""


@contextmanager
def interfering(step: int, happens: Callable[[], None]) -> Iterator[None]:
    """Let something happen before the given one of all operations that write, rename or remove files."""
    left = step

    def counted(operation: Any) -> Any:
        def done(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                happens()
            return operation(*args, **kwargs)

        return done

    with (
        patch("os.fsync", counted(os.fsync)),
        patch.object(Path, "replace", counted(Path.replace)),
        patch.object(Path, "unlink", counted(Path.unlink)),
    ):
        yield


# What is made, written as the command reads it


def parts_of(spec: CollectionSpec) -> Sequence[Part]:
    """The parts of a collection, one for a single recipe."""
    return [Part(spec.recipe, spec.count)] if isinstance(spec.recipe, Recipe) else spec.recipe


def as_table(part: Part) -> str:
    """A part as a table of TOML, without its braces."""
    entries = {name: value for name, value in part.recipe.to_data().items() if value is not None}
    fleet = ", ".join(f"{length} = {number}" for length, number in entries.pop("fleet").items())
    written = [f"{name} = {json.dumps(value)}" for name, value in entries.items()]
    return ", ".join([f"count = {part.count}", f"fleet = {{{fleet}}}", *written])


def _recipes(spec: CollectionSpec) -> str:
    """The parts as a file of recipes."""
    return f"recipe = [{', '.join(f'{{{as_table(part)}}}' for part in parts_of(spec))}]"


def _options(recipe: Recipe) -> Iterator[str]:
    """The options of a recipe, as long as they are not what the command takes without them."""
    yield f"--size={recipe.size[0]}x{recipe.size[1]}"
    yield f"--fleet={','.join(f'{length}:{number}' for length, number in recipe.fleet.items())}"
    yield f"--shapes={','.join('/'.join(shape) for shape in recipe.shapes)}"
    yield from (
        f"--{name}={','.join(getattr(recipe, name)) or 'none'}" for name in ("words", "edges", "givens")
    )
    yield from (
        f"--{name.replace('_', '-')}={value}"
        for name in ("grade", "technique", "symmetry", "missing_tallies", "spare", "tries")
        if (value := getattr(recipe, name)) is not None
    )
    if recipe.givens_number is not None:
        yield f"--givens-number={recipe.givens_number[0]}-{recipe.givens_number[1]}"
    if recipe.score:
        yield "--score"


# The ways


def _generate(spec: CollectionSpec, place: Path, *options: str) -> None:
    """Call the command, whose workers are in this process."""
    layout = spec.layout
    more = [f"--to={layout.to}", f"--distinct={layout.distinct}"]
    more += (
        [f"--splits={layout.splits}", "--apart" if layout.apart else "--no-apart"] if layout.splits else []
    )
    here = patch("bimaru.processes.executors.process_pool", lambda *_: nullcontext(AtOnce()))
    with here:
        ran = bimaru(
            "generate",
            f"--seed={spec.seed}",
            f"--shard-size={spec.shard_size}",
            *more,
            *options,
            "-o",
            f"{place}/",
        )
    _check(ran)


def _check(ran: Ran) -> None:
    if ran.code == 2:
        raise RefusedError(ran.err)
    assert (ran.code, ran.out) == (0, ""), ran


def by_options(spec: CollectionSpec, place: Path) -> None:
    """By `bimaru generate` with options; several recipes have to be in a file."""
    if isinstance(spec.recipe, Recipe):
        _generate(spec, place, f"--count={spec.count}", *_options(spec.recipe))
    else:
        by_recipes(spec, place)


def by_recipes(spec: CollectionSpec, place: Path) -> None:
    """By `bimaru generate --recipes`."""
    file = place.with_name(f"{place.name}.toml")
    file.write_text(_recipes(spec), encoding="utf-8")
    try:
        _generate(spec, place, f"--recipes={file}")
    finally:
        file.unlink()


def by_threads(spec: CollectionSpec, place: Path) -> None:
    """From Python, with shards that are finished in any order."""
    with ThreadPoolExecutor(3) as executor:
        spec.make(place, executor=executor, workers=3)


def by_dask(address: str) -> Way:
    """By the workers of a Dask cluster."""
    return lambda spec, place: spec.make(place, source=dask_cluster(address))


WAYS: Final[dict[str, Way]] = {
    "python": CollectionSpec.make,
    "threads": by_threads,
    "options": by_options,
    "recipes": by_recipes,
}
"""The ways that need nothing but this process."""
