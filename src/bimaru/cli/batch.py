"""Batches: work on every puzzle of every path, with the answers in order, in constant memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice, tee
from operator import attrgetter
from os import fstat
from os.path import isdir, isfile  # not pathlib: that takes longer to load than most puzzles to solve
from stat import S_ISREG
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import click

from bimaru.atomic_files import WriteError
from bimaru.board import Board
from bimaru.cli.error_reports import BadInputError, Failure, failure_of
from bimaru.cli.exit_codes import Exit, ReportedExit, worst
from bimaru.cli.output import open_output
from bimaru.cli.output_protocol import Output, Text
from bimaru.cli.progress import note_read
from bimaru.errors import InvalidPuzzleError, NoSolutionError, OutOfReachError, OutOfTimeError
from bimaru.formats import InvalidTextError, TextFault, read_all
from bimaru.formats.board_text import read_boards
from bimaru.formats.input_files import name_of
from bimaru.formats.reading import read_all_or_faults
from bimaru.puzzle import Puzzle
from bimaru.ships import squares_of_ships

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_Read: TypeAlias = Puzzle | InvalidTextError
_UNDECIDED: Final = (OutOfTimeError, OutOfReachError)
"""Errors that leave open what the answer is."""
MapItems: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""A function like `map`, which passes items to work and returns the answers in order."""


class InputPuzzle(NamedTuple):
    """A puzzle and where it was read: the `number`-th of all, the `position`-th of its file, from 1."""

    puzzle: Puzzle
    number: int
    path: str
    position: int
    has_siblings: bool = False
    """Whether the command has further paths."""
    board: Board | TextFault | None = None
    """The board for it, if the command reads boards; or why there is none."""
    may_have_followers: bool = False
    """Whether it is the first of several in its file, or of a stream, which is not read ahead."""

    @property
    def title(self) -> str:
        """The heading of the puzzle, on one line: its id, or where it stands; empty for the only puzzle of a
        single file."""
        if self.puzzle.id is not None:
            return printable(str(self.puzzle.id))
        parts = [printable(str(name_of(self.path)))] if self.has_siblings else []
        is_numbered = self.position > 1 or self.may_have_followers
        return ", ".join([*parts, f"puzzle {self.position}"] if is_numbered else parts)

    @property
    def label(self) -> str:
        """The title and a colon, to put before a sentence; empty without a title."""
        return f"{self.title}: " if self.title else ""

    @property
    def location(self) -> str:
        """Where the puzzle stands, for messages: the file and its number there."""
        return f"{name_of(self.path)}: puzzle {self.position}"


def printable(name: str) -> str:
    """A name, or with escapes if it has control characters."""
    return name if name.isprintable() else repr(name)[1:-1]


def read_puzzles(paths: Collection[str], batch: Batch[Any] | None = None) -> Iterator[InputPuzzle]:
    """The puzzles of all paths; `-` is standard input. Of a puzzle with tallies but no ships, standard error
    has a note. With a `batch`, malformed lines of JSON Lines are reported as its faults and skipped.

    Raises `InvalidPuzzleError`, with a note if the rest of a batch is not read, and `OSError`."""
    number = position = 0
    read = read_all if batch is None else read_all_or_faults
    try:
        for path in paths:
            position = 0
            for position, (puzzle, is_followed) in enumerate(_with_followers(path, read(path)), 1):
                number += 1
                note_read(number)
                if isinstance(puzzle, InvalidTextError):
                    if batch is not None:
                        batch.note_unread(puzzle)
                    continue
                item = InputPuzzle(puzzle, number, path, position, len(paths) > 1, None, is_followed)
                _note_missing_fleet(item)
                yield item
    except InvalidPuzzleError as error:
        if number or len(paths) > 1:
            error.add_note(f"{name_of(path)}: reading ended at puzzle {position + 1}; the rest was not read")
        raise


def _with_followers(path: str, puzzles: Iterator[_Read]) -> Iterator[tuple[_Read, bool]]:
    """The puzzles of a path, and for the first whether there are more, or may be. A stream is not read ahead:
    its first puzzle is answered before the second arrives. Raises as `puzzles`."""
    for first in islice(puzzles, 1):
        if _is_stream(path):
            yield first, True
            break
        try:
            second = [*islice(puzzles, 1)]
        except InvalidPuzzleError:
            yield first, True
            raise
        yield first, bool(second)
        for puzzle in second:
            yield puzzle, False
    for puzzle in puzzles:
        yield puzzle, False


def _is_stream(path: str) -> bool:
    """Whether the puzzles of a path may arrive one after the other: it is a pipe, or a terminal."""
    if path != "-":
        return not (isfile(path) or isdir(path))  # noqa: PTH112, PTH113
    try:
        return not S_ISREG(fstat(sys.stdin.fileno()).st_mode)
    except OSError:  # in memory
        return False


def _note_missing_fleet(item: InputPuzzle) -> None:
    puzzle = item.puzzle
    if any(puzzle.rows + puzzle.cols) and not (puzzle.fleet or puzzle.words or puzzle.shapes):
        click.echo(
            f"{item.location}: no fleet given, but tallies above 0; a line like fleet: 3:1, 2:2 gives one",
            err=True,
        )


def single_puzzle(puzzles: Iterable[InputPuzzle], format: str) -> Iterator[InputPuzzle]:
    """The one puzzle, for a format that holds one a file. Raises `BadInputError` if there are more."""
    return _only(puzzles, f"{format}: a file holds one puzzle; for many, give a directory: -o DIRECTORY/")


def puzzle_answered(puzzles: Iterable[InputPuzzle]) -> Iterator[InputPuzzle]:
    """The one puzzle that a solver's answer is for. Raises `BadInputError` if there are more."""
    return _only(puzzles, "the answer is for one puzzle; there are several")


def _only(puzzles: Iterable[InputPuzzle], refusal: str) -> Iterator[InputPuzzle]:
    first = list(islice(puzzles, 2))
    if len(first) > 1:
        raise BadInputError(refusal)
    return iter(first)


def batch_with_boards(paths: Collection[str], board: str | None, name: str = "PATH") -> Batch[InputPuzzle]:
    """The puzzles of all paths, each with its board in the file `board`, if one is named: the first board
    belongs to the first puzzle, and so on, so none may be missing. Raises `UsageError` if both the argument
    of that name and the file are standard input; reading raises as `read_puzzles` and `read_boards`."""
    if board == "-" and "-" in paths:
        raise click.UsageError(f"{name} and --board cannot both be standard input.")
    batch = puzzle_batch(paths, skips_malformed=board is None)
    if board is not None:
        batch.items = with_half_filled(batch.items, partial(read_boards, board))
    return batch


def with_half_filled(
    puzzles: Iterable[InputPuzzle], read: Callable[[Iterator[Puzzle]], Iterator[Board | TextFault]]
) -> Iterator[InputPuzzle]:
    """`pair_with_boards`, for boards that may be half filled. Of a full one with too few ship squares,
    standard error has a note: its water may be meant to be unknown."""
    for item in pair_with_boards(puzzles, read):
        if _may_lack_unknown_squares(item):
            note = "no square of the board is unknown, but ship squares are missing: . is water, ? unknown"
            click.echo(f"{item.location}: {note}", err=True)
        yield item


def _may_lack_unknown_squares(item: InputPuzzle) -> bool:
    """Whether the board is full, with too few ship squares."""
    board = item.board
    if not isinstance(board, Board) or not board.is_full:
        return False
    return len(board.occupied()) < squares_of_ships(item.puzzle.ships)


def pair_with_boards(
    puzzles: Iterable[InputPuzzle], read: Callable[[Iterator[Puzzle]], Iterator[Board | TextFault]]
) -> Iterator[InputPuzzle]:
    """The puzzles, each with the board that `read` returns for it. Raises what `read` raises."""
    items, read_ahead = tee(puzzles)
    boards = read(item.puzzle for item in read_ahead)  # first in `zip`: it raises if there are more boards
    return (item._replace(board=board) for board, item in zip(boards, items, strict=False))


def puzzle_work(
    work: Callable[..., Answer], *reasons: type[Exception]
) -> Callable[[InputPuzzle], Answer | Any]:
    """`work`, which takes a puzzle and its `board`, if it has one, as a picklable function that takes an
    `InputPuzzle`. Errors of `work` that are `reasons` why there is no answer are returned instead of one."""
    return partial(_work_on_puzzle, work, reasons)


def _work_on_puzzle(
    work: Callable[..., Answer], reasons: tuple[type[Exception], ...], item: InputPuzzle
) -> Answer | Exception:
    try:
        return work(item.puzzle) if item.board is None else work(item.puzzle, board=item.board)
    except reasons as reason:
        return reason


def answer_writer(
    output: Output,
    text: Callable[[InputPuzzle, Answer], Text] | None = None,
    exit_code: Callable[[Any], Exit] = lambda _: Exit.DONE,
) -> Callable[[InputPuzzle, Answer], Exit]:
    """A function that writes an answer, or the reason why there is none, rendered by `text` (default: `str`),
    and returns the exit code: that of an answer, or the one for such a reason."""

    def write(item: InputPuzzle, answer: Answer) -> Exit:
        output.put(item.puzzle.id, str(answer) if text is None else text(item, answer))
        if isinstance(answer, NoSolutionError):
            return Exit.FAILED
        return Exit.UNDECIDED if isinstance(answer, _UNDECIDED) else exit_code(answer)

    return write


def end_line(
    stream: Callable[[InputPuzzle, Answer], Iterator[str]], item: InputPuzzle, answer: Answer
) -> Iterator[str]:
    """The pieces of `stream`; after an error, one more ends the line, for the next answer."""
    last = "\n"
    try:
        for last in stream(item, answer):
            yield last
    except Exception:
        if not last.endswith("\n"):
            yield "\n"
        raise


class Batch(Generic[Item]):
    """Many puzzles, each worked on by itself. A failure of one is reported on standard error with its
    location, and the rest goes on; a failure to read them, or to write the output, ends the batch.

    `location` names an item in messages."""

    def __init__(self, location: Callable[[Item], str], items: Iterable[Item] = ()) -> None:
        self.items = items
        self._location = location
        self._worst = Exit.DONE
        self._last_message = ""

    def results(
        self, work: Callable[[Item], Answer], map_items: MapItems = map
    ) -> Iterator[tuple[Item, Answer | Failure]]:
        """Each item with what `work` returns for it, or with the failure, which has been reported; in
        order. `map_items` is how work is done on many items: `map`, or another that keeps the order."""
        items, read_ahead = tee(self.items)
        found = map_items(partial(_attempt, self._location, work), read_ahead)
        for item in items:
            yield item, self._report(next(found))
        next(found, None)  # raises what went wrong with reading where the workers have read ahead

    def answers(
        self, work: Callable[[Item], Answer], map_items: MapItems = map
    ) -> Iterator[tuple[Item, Answer]]:
        """`results` without the failures."""
        for item, result in self.results(work, map_items):
            if not isinstance(result, Failure):
                yield item, result

    def run(
        self, work: Callable[[Item], Answer], write: Callable[[Item, Answer], Exit], map_items: MapItems = map
    ) -> Exit:
        """Pass every answer of `work` to `write`, which returns its exit code; returns as `end`."""
        for item, answer in self.answers(work, map_items):
            written = self._report(_attempt(self._location, write, item, answer))
            if not isinstance(written, Failure):
                self.note(written)
        return self.end()

    def note(self, code: Exit) -> None:
        """Record the exit code of one item."""
        self._worst = worst(self._worst, code)

    def end(self) -> Exit:
        """The exit code of all items. Raises `ReportedExit` if one failed or was not read."""
        if self._worst in (Exit.BAD_INPUT, Exit.INTERNAL_ERROR):
            raise ReportedExit(self._worst)
        return self._worst

    def note_unread(self, error: InvalidTextError) -> None:
        """Record and report that a puzzle could not be read."""
        self._report(failure_of(error))

    def _report(self, result: Answer | Failure) -> Answer | Failure:
        """The same result; a failure is reported, of equal messages in a row only the first."""
        if isinstance(result, Failure):
            self.note(result.code)
            if result.message != self._last_message:
                result.as_error().show()
            self._last_message = result.message
        return result


def puzzle_batch(paths: Collection[str], *, skips_malformed: bool = True) -> Batch[InputPuzzle]:
    """A batch of the puzzles of all paths; `skips_malformed`: malformed lines of JSON Lines are its faults.
    Reading raises as `read_puzzles`."""
    batch: Batch[InputPuzzle] = Batch(attrgetter("location"))
    batch.items = read_puzzles(paths, batch if skips_malformed else None)
    return batch


class Form(NamedTuple, Generic[Answer]):
    """What is printed of an answer, as text or as JSON besides the id of the puzzle, and its exit code; that
    of a reason why there is no answer is known."""

    text: Callable[[InputPuzzle, Answer], Text]
    data: Callable[[InputPuzzle, Any], Mapping[str, object]] = lambda _, answer: answer.to_data()
    exit_code: Callable[[Any], Exit] = lambda _: Exit.DONE

    def json(self, item: InputPuzzle, answer: Answer) -> str:
        """The answer as JSON, on a line."""
        return json_line(item, self.data(item, answer))

    def run(
        self,
        batch: Batch[InputPuzzle],
        work: Callable[[InputPuzzle], Answer],
        as_json: bool,
        target: str | None,
        map_items: MapItems = map,
    ) -> Exit:
        """Answer the puzzles of a batch: print, or write to `target`, what `work` finds out about each.
        Raises what `Batch.run` does."""
        with open_output(target, ".json" if as_json else ".txt") as output:
            write = answer_writer(output, self.json if as_json else self.text, self.exit_code)
            return batch.run(work, write, map_items)


def json_line(item: InputPuzzle, data: Mapping[str, object]) -> str:
    """JSON about a puzzle, on a line, with its id."""
    return json.dumps({"id": item.puzzle.id, **data}) + "\n"


def _attempt(
    location: Callable[[Item], str], call: Callable[..., Answer], item: Item, *more: object
) -> Answer | Failure:
    try:
        return call(item, *more)
    except (BrokenPipeError, WriteError, click.UsageError):
        raise
    except Exception as error:
        return failure_of(error, location(item))
