"""Every puzzle of every path with its answer, in order and in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice, tee
from typing import NamedTuple, TypeVar

from bimaru.cli.group import BadInput
from bimaru.engines.protocol import EngineRefuses
from bimaru.formats import CannotWrite, read_all
from bimaru.formats.source import name_of
from bimaru.puzzle import Puzzle

Answer = TypeVar("Answer")


class Asked(NamedTuple):
    """A puzzle and where it stands: the `number`-th of all, the `place`-th of its file, from 1."""

    puzzle: Puzzle
    number: int
    path: str
    place: int
    has_company: bool = False
    """Whether there are other paths than its own."""

    @property
    def title(self) -> str:
        """What people call the puzzle, on one line: its id, or where it stands; empty for the first
        of a single path."""
        if self.puzzle.id is not None:
            return _on_a_line(str(self.puzzle.id))
        places = [_on_a_line(str(name_of(self.path)))] if self.has_company else []
        return ", ".join([*places, f"puzzle {self.place}"] if self.place > 1 else places)


def _on_a_line(name: str) -> str:
    return name if name.isprintable() else repr(name)[1:-1]


def asked(paths: Collection[str]) -> Iterator[Asked]:
    """The puzzles of all the paths; `-` is standard input. Raises `InvalidPuzzle` and `OSError`."""
    number = 0
    for path in paths:
        for place, puzzle in enumerate(read_all(path), 1):
            number += 1
            yield Asked(puzzle, number, path, place, len(paths) > 1)


def only_one(puzzles: Iterator[Asked], format: str) -> Iterator[Asked]:
    """The puzzle, once it is known to be the only one that a file of that format is to hold.

    Raises `BadInput`."""
    first = list(islice(puzzles, 2))
    if len(first) > 1:
        raise BadInput(f"a {format} file holds one puzzle; for many, give a directory: -o DIRECTORY/")
    return iter(first)


def answered(
    puzzles: Iterable[Asked], work: Callable[[Iterator[Puzzle]], Iterator[Answer]]
) -> Iterator[tuple[Asked, Answer]]:
    """Each puzzle with what `work` makes of it, which gives one answer a puzzle, in order.

    Raises `BadInput`, naming the puzzle, for one that `work` does not take."""
    ours, theirs = tee(puzzles)
    answers = work(puzzle.puzzle for puzzle in theirs)
    for one in ours:
        with blamed_on_puzzle(one):
            answer = next(answers)
        yield one, answer
    next(answers, None)  # so that `work` gets to see that there are no more puzzles


def shared_out(
    work: Callable[[Puzzle], Answer], workers: int
) -> Callable[[Iterator[Puzzle]], Iterator[Answer]]:
    """`work` on many puzzles by so many processes, in order."""
    if workers == 1:
        return partial(map, work)
    from bimaru.processes import in_processes

    return partial(in_processes, work, workers=workers)


@contextmanager
def blamed_on_puzzle(one: Asked) -> Iterator[None]:
    """Say of what goes wrong with which puzzle it did."""
    place = f"{name_of(one.path)}: puzzle {one.place}"
    try:
        yield
    except (EngineRefuses, CannotWrite) as error:
        raise BadInput(f"{place}: {error}") from error
    except Exception as error:
        error.add_note(place)
        raise
