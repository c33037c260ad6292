"""Collections for tests: small ones, with many duplicates, and what is in a directory."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bimaru.collections.collection import make_collection
from bimaru.collections.records import Completion
from bimaru.generation.recipe import Recipe
from bimaru.ships import Fleet

SMALL: Final = Recipe(size=(4, 4), fleet=Fleet({2: 1, 1: 2}))
"""There are a few hundred such puzzles only."""
STRANGE: Final = Recipe(size=(2, 2), fleet=Fleet({1: 1}), givens=())
"""Without givens, a submarine in one of four corners: one puzzle."""


class AtOnce(Executor):
    """Does all work at once, in the calling thread."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class CollectionSpec:
    """The settings of a small collection."""

    recipe: Recipe = SMALL
    count: int = 120
    seed: int = 7
    shard_size: int = 25

    def make(self, directory: Path, **how: Any) -> Completion:
        """Make it, by default in this thread."""
        chosen = how if how.keys() & {"workers", "source", "executor"} else {"executor": AtOnce(), **how}
        return make_collection(
            self.recipe, self.count, self.seed, directory, shard_size=self.shard_size, **chosen
        )


def contents(directory: Path) -> dict[str, bytes]:
    """Every file of a directory, by its path in it."""
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(files)}
