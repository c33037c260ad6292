"""Collections for tests: small ones, with many duplicates, and what is in a directory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bimaru.generation.recipe import Recipe
from bimaru.puzzle_collections.directory import Part
from bimaru.puzzle_collections.making import make_collection
from bimaru.puzzle_collections.records import Completion
from bimaru.puzzle_collections.shards import JSON_LINES, Layout
from bimaru.ships import Fleet

if TYPE_CHECKING:
    import pytest

SMALL: Final = Recipe(size=(4, 4), fleet=Fleet({2: 1, 1: 2}))
"""There are a few hundred such puzzles only."""
POLYOMINO: Final = Recipe(
    size=(5, 5), fleet=Fleet(), shapes=(("##", "##"), ("##.", ".##")), missing_tallies=1
)
LETTERED: Final = Recipe(size=(4, 4), fleet=Fleet({1: 1}), words=("AB", "C"), edges=("top", "left"))
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


def work_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands make collections in this process, where others are not the point."""
    monkeypatch.setattr("bimaru.processes.executors.process_pool", lambda *_: nullcontext(AtOnce()))


@dataclass(frozen=True)
class CollectionSpec:
    """The settings of a small collection."""

    recipe: Recipe | Sequence[Part] = SMALL
    count: int = 120
    seed: int = 7
    shard_size: int = 25
    layout: Layout = JSON_LINES

    def make(self, directory: Path, **how: Any) -> Completion:
        """Make it, by default in this thread."""
        chosen = how if how.keys() & {"workers", "source", "executor"} else {"executor": AtOnce(), **how}
        settings: dict[str, Any] = {"shard_size": self.shard_size, "layout": self.layout}
        return make_collection(self.recipe, self.count, self.seed, directory, **settings, **chosen)


def contents(directory: Path) -> dict[str, bytes]:
    """Every file of a directory, by its path in it."""
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(files)}
