"""Every puzzle of every path with its answer, in order and in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import islice, tee
from typing import Generic, NamedTuple, TypeVar

import click

from bimaru.board import Board
from bimaru.cli.main_group import BadInputError, CannotOutputError, Exit, Reported, Trouble, trouble_of, worst
from bimaru.cli.progress import Output, Text
from bimaru.formats import TextFault, read_all
from bimaru.formats.source import name_of
from bimaru.puzzle import Puzzle

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Asked(NamedTuple):
    """A puzzle and where it stands: the `number`-th of all, the `place`-th of its file, from 1."""

    puzzle: Puzzle
    number: int
    path: str
    place: int
    has_company: bool = False
    """Whether there are other paths than its own."""
    board: Board | TextFault | None = None
    """The board for it, where a command reads boards beside the puzzles; or why there is none."""

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
    """The puzzles of all the paths; `-` is standard input. Raises `InvalidPuzzleError` and `OSError`."""
    number = 0
    for path in paths:
        for place, puzzle in enumerate(read_all(path), 1):
            number += 1
            yield Asked(puzzle, number, path, place, len(paths) > 1)


def only_one(puzzles: Iterator[Asked], format: str) -> Iterator[Asked]:
    """The puzzle, once it is known to be the only one that a file of that format is to hold.

    Raises `BadInputError`."""
    first = list(islice(puzzles, 2))
    if len(first) > 1:
        raise BadInputError(f"a {format} file holds one puzzle; for many, give a directory: -o DIRECTORY/")
    return iter(first)


def with_boards(
    puzzles: Iterable[Asked], read: Callable[[Iterator[Puzzle]], Iterator[Board | TextFault]]
) -> Iterator[Asked]:
    """The puzzles, each with the board that `read` gives for it; raises what `read` raises."""
    ours, theirs = tee(puzzles)
    boards = read(one.puzzle for one in theirs)  # first: it says when there are more boards than puzzles
    return (one._replace(board=board) for board, one in zip(boards, ours, strict=False))


def of_puzzle(work: Callable[[Puzzle], Answer]) -> Callable[[Asked], Answer]:
    """The same work, which only looks at the puzzle."""
    return partial(_on_puzzle, work)


def _on_puzzle(work: Callable[[Puzzle], Answer], one: Asked) -> Answer:
    return work(one.puzzle)


def writing(
    output: Output,
    text: Callable[[Asked, Answer], Text] | None = None,
    exit_of: Callable[[Answer], Exit] = lambda _: Exit.DONE,
) -> Callable[[Asked, Answer], Exit]:
    """What writes an answer, as `text` has it or the text that it is, and returns its exit code."""

    def write(one: Asked, answer: Answer) -> Exit:
        output.put(one.puzzle.id, str(answer) if text is None else text(one, answer))
        return exit_of(answer)

    return write


def place_of(one: Asked) -> str:
    """Where a puzzle stands, for messages: the file and its number there."""
    return f"{name_of(one.path)}: puzzle {one.place}"


class Batch(Generic[Item]):
    """Many puzzles, each worked on by itself: what goes wrong with one is reported on standard error with
    its place, and the rest goes on. What is wrong with reading them, or with the output, ends the batch.

    `place` is the name of an item in messages."""

    def __init__(self, place: Callable[[Item], str]) -> None:
        self._place = place
        self._worst = Exit.DONE
        self._last_message = ""

    def results(
        self, items: Iterable[Item], work: Callable[[Item], Answer], workers: int = 1
    ) -> Iterator[tuple[Item, Answer | Trouble]]:
        """Each item with what `work` makes of it, or with the trouble, which has been reported; in order,
        and by that many processes."""
        ours, theirs = tee(items)
        found = _shared_out(partial(_tried_on, self._place, work), theirs, workers)
        for item in ours:
            yield item, self._noted(next(found))
        next(found, None)  # raises what was wrong with reading on, where the workers have read ahead

    def answers(
        self, items: Iterable[Item], work: Callable[[Item], Answer], workers: int = 1
    ) -> Iterator[tuple[Item, Answer]]:
        """`results` without the items that came to trouble."""
        for item, result in self.results(items, work, workers):
            if not isinstance(result, Trouble):
                yield item, result

    def tell_each(
        self,
        items: Iterable[Item],
        work: Callable[[Item], Answer],
        tell: Callable[[Item, Answer], Exit],
        workers: int = 1,
    ) -> Exit:
        """Have every answer of `work` written by `tell`, which returns its exit code; returns as `end`."""
        for item, answer in self.answers(items, work, workers):
            told = self._noted(_tried(self._place, item, partial(tell, item, answer)))
            if not isinstance(told, Trouble):
                self.note(told)
        return self.end()

    def note(self, code: Exit) -> None:
        """Take down how one item ended."""
        self._worst = worst(self._worst, code)

    def end(self) -> Exit:
        """The exit code of all items. Raises `Reported` where one came to trouble: no file is left then."""
        if self._worst in (Exit.BAD_INPUT, Exit.BROKEN_DOWN):
            raise Reported(self._worst)
        return self._worst

    def _noted(self, result: Answer | Trouble) -> Answer | Trouble:
        """The same result; trouble is reported, of the same message in a row only the first."""
        if isinstance(result, Trouble):
            self.note(result.code)
            if result.message != self._last_message:
                result.as_error().show()
            self._last_message = result.message
        return result


def batch_of_puzzles() -> Batch[Asked]:
    """A batch of the puzzles of all paths."""
    return Batch(place_of)


def _tried(place: Callable[[Item], str], item: Item, call: Callable[[], Answer]) -> Answer | Trouble:
    try:
        return call()
    except (BrokenPipeError, CannotOutputError, click.UsageError):
        raise
    except Exception as error:
        return trouble_of(error, place(item))


def _tried_on(place: Callable[[Item], str], work: Callable[[Item], Answer], item: Item) -> Answer | Trouble:
    return _tried(place, item, partial(work, item))


def _shared_out(work: Callable[[Item], Answer], items: Iterator[Item], workers: int) -> Iterator[Answer]:
    """`work` on many items by that many processes, in order."""
    if workers == 1:
        return map(work, items)
    from bimaru.processes.pool import in_processes

    return in_processes(work, items, workers)
