"""Where answers go: standard output, a file, or a directory with a file for each puzzle. Also which
argument is an output without `-o` before it, and what is never overwritten."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

import click

from bimaru.atomic_files import temporary_directory, temporary_path, write_errors
from bimaru.cli.exit_codes import ReportedExit
from bimaru.cli.options import REMOTE
from bimaru.cli.output_protocol import Output, Text
from bimaru.cli.progress import progress_line
from bimaru.drawing.terminal import PAGE, Look
from bimaru.formats.board_text import UNICODE

if TYPE_CHECKING:  # imported where needed: commands that only print stay fast
    from pathlib import Path

ASKED: Final = "bimaru.target"
"""The key, in a command's context, of the path that the user gave, where another command makes that file from
the output of this one."""
_SIGNALLED: Final = (KeyboardInterrupt, SystemExit)
"""What `signals` raises."""
_LONGEST_NAME: Final = 100
_DIGITS: Final = 4
"""Digits of the number in a file's name, so that names sort by number; there may be more."""
_PLAIN: Final = str.maketrans("\N{RIGHT SINGLE QUOTATION MARK}\N{NO-BREAK SPACE}", "' ")
_UNSAFE: Final = re.compile(r"[^\w.-]+")
_UNREADABLE: Final = (".epub", ".html", ".pdf", ".png", ".svg")
"""Endings of files that no command reads."""
_COPYING: Final = ("book", "convert", "draw", "export")
"""Commands that write their last argument, as a copy is written."""


def with_output(ctx: click.Context, args: list[str], endings: Collection[str]) -> list[str]:
    """The arguments; `convert puzzle.txt puzzle.json` means -o puzzle.json, if there is no such file, as
    `puzzle.svg` does in every command. `endings`: of what the command can write. Raises `UsageError` for a
    picture that would be replaced after several files, which may all be meant to be read, as in `*`."""
    end = len(args)
    while end and len(args[end - 1]) > 1 and args[end - 1].startswith("-"):  # flags after the last file
        end -= 1
    if end < 2 or args[end - 2].startswith("-") or {"-o", "--output"} & {*args}:
        return args
    *before, last = args[:end]
    is_unreadable = last.lower().endswith(_UNREADABLE)
    if (is_unreadable or ctx.info_name in _COPYING) and is_output(ctx, last, args[:end], endings):
        if os.path.lexists(last) and sum(map(os.path.exists, before)) > 1:
            raise click.UsageError(f"{last} exists; to replace it: -o {last}", ctx)
        return [*before, "-o", last, *args[end:]]
    return args


def is_output(ctx: click.Context, path: str, args: Sequence[str], endings: Collection[str]) -> bool:
    """Whether the last argument is a file that can be written, new or of a kind that no command reads, after
    one that exists and beyond those that the command needs."""
    needed = sum(isinstance(param, click.Argument) and param.nargs == 1 for param in ctx.command.params)
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122
    is_read = os.path.lexists(path) and suffix not in _UNREADABLE
    is_written = args[-1] == path and suffix in endings and not is_read
    is_further = sum(not arg.startswith("-") or arg == "-" for arg in args) > needed
    return is_written and is_further and any(map(os.path.exists, args[:-1]))


def keep_inputs(target: str | None, paths: Iterable[str]) -> None:
    """Raise `UsageError` if the output would replace one of the files to read."""
    if target and os.path.isfile(target):  # noqa: PTH113
        files = filter(os.path.isfile, paths)
        if any(os.path.samefile(file, target) for file in files):  # noqa: PTH121
            raise click.UsageError(f"-o {target}: a file to read, which would be lost; name another one")


class Stream:
    """Answers one after the other with a separator between them, each flushed. `name` stands in messages."""

    def __init__(self, stream: TextIO, name: str, separator: str = "") -> None:
        self._stream = stream
        self._name = name
        self._separator = separator
        self._before = ""

    @property
    def binary(self) -> BinaryIO:
        """The stream of bytes beneath the text."""
        return self._stream.buffer

    def put(self, id: str | int | None, text: Text) -> None:  # noqa: ARG002  # one stream for all
        if isinstance(text, str):
            text = self._before + text
            self._before = self._separator
        for piece in iter([text]) if isinstance(text, str | bytes) else text:
            with write_errors(self._name):
                if isinstance(piece, bytes):
                    self.binary.write(piece)
                else:
                    self._stream.write(piece)
                self._stream.flush()


class Directory:
    """A file for each answer, named by the puzzle's id, or by its number if it has none."""

    def __init__(self, path: Path, suffix: str) -> None:
        self._path = path
        self._suffix = suffix
        self._number = 0

    def put(self, id: str | int | None, text: Text) -> None:
        """Write the file; an error leaves none."""
        self._number += 1
        path = free_path(self._path, id, self._number, self._suffix)
        try:
            with _open(path, path.name) as stream:
                stream.put(id, text)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def numbered_name(number: int) -> str:
    """The name of a file for the puzzle with that number, if it has no id."""
    return f"puzzle-{number:0{_DIGITS}}"


def free_path(directory: Path, id: str | int | None, number: int, suffix: str = "") -> Path:
    """An unused path in a directory, named after the id of a puzzle or, without one, its number."""
    plain = "" if id is None else _UNSAFE.sub("-", str(id))[:_LONGEST_NAME].strip(".-")
    stem = plain or numbered_name(number)
    while (directory / f"{stem}{suffix}").exists():
        stem = f"{stem}-{number}"
    return directory / f"{stem}{suffix}"


@contextmanager
def open_output(
    target: str | None,
    suffix: str,
    activity: Callable[[], str] = str,
    separator: str | None = None,
    *,
    keeps: bool = False,
) -> Iterator[Output]:
    """The output that `-o` names, with a progress line on terminals, where `activity` describes the work.

    The files of a directory end in `suffix`; they appear when all are written. Elsewhere answers have the
    `separator` between them. With `keeps`, a signal leaves what is finished: the files of a directory, or a
    file beside the one that is not complete."""
    destination = _destination(target, suffix, separator or "", keeps=keeps)
    with destination as output, progress_line(output, activity) as shown:
        yield shown


@contextmanager
def _destination(target: str | None, suffix: str, separator: str, *, keeps: bool) -> Iterator[Output]:
    if target is None or target == "-":
        if isinstance(sys.stdout, TextIOWrapper):
            codecs.register_error("bimaru.plain", _plainly)
            sys.stdout.reconfigure(errors="bimaru.plain")
        yield Stream(sys.stdout, "standard output", separator)
    elif is_directory(target):
        reported: BaseException | None = None
        ends = (ReportedExit, *(_SIGNALLED if keeps else ()))
        with open_directory(target) as part:
            try:
                yield Directory(part, suffix)
            except ends as error:  # about single puzzles: the files of the others are complete
                if isinstance(error, _SIGNALLED):
                    _report_interruption(target, target if any(part.iterdir()) else None)
                reported = error
        if reported:
            raise reported
    else:
        with open_file(target, separator, keeps=keeps) as stream:
            yield stream


@contextmanager
def open_directory(target: str) -> Iterator[Path]:
    """A directory to fill, whose files move to `target` when all are written."""
    from pathlib import Path

    with temporary_directory(Path(target)) as part, _interruption_reported(target):
        yield part


@contextmanager
def open_file(target: str, separator: str = "", *, keeps: bool = False) -> Iterator[Stream]:
    """A stream to a file that appears when all is written; a device or a pipe is written at once. With
    `keeps`, a signal leaves what is written in a file beside it."""
    from pathlib import Path

    named = Path(target)
    path = named.resolve()
    if named.exists() and not named.is_file():  # resolved, a pipe has a name that no file has
        with _open(named, target, separator) as stream:
            yield stream
    else:
        with (
            temporary_path(path) as part,
            _interruption_reported(target, part if keeps else None),
            _open(part, target, separator) as stream,
        ):
            yield stream


@contextmanager
def _interruption_reported(target: str, part: Path | None = None) -> Iterator[None]:
    """Report after Ctrl-C that the output does not appear. What is written to `part` is kept beside it, after
    other signals, too."""
    try:
        yield
    except _SIGNALLED as error:
        if part is not None and part.stat().st_size:
            _report_interruption(target, _keep(part, target))
        elif isinstance(error, KeyboardInterrupt):
            _report_interruption(target)
        raise


def _report_interruption(target: str, kept: str | Path | None = None) -> None:
    finished = f"what was finished is in {kept}" if kept else f"nothing was written to {asked_target(target)}"
    click.echo(f"Interrupted; {finished}.", err=True)


def asked_target(target: str) -> str:
    """The path or address that the user gave: not `target` if that is a temporary file, which is uploaded or
    converted afterwards."""
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    return meta[REMOTE].address if REMOTE in meta else meta.get(ASKED) or target


def _keep(part: Path, target: str) -> Path:
    """Move an unfinished file to a new name beside the path that the user gave, or into the current directory
    if that is an address. It keeps the ending of `target`, whose format it has, and replaces nothing that an
    earlier run left. Returns the new path."""
    import shutil
    from itertools import count
    from pathlib import Path

    asked = asked_target(target)
    beside = Path(asked.rpartition("/")[2] if "://" in asked else asked)
    names = (f"{beside.stem}.unfinished{number or ''}{Path(target).suffix}" for number in count())
    kept = next(path for path in map(beside.with_name, names) if not path.exists())
    shutil.move(part, kept)
    return kept


def is_directory(target: str | None) -> bool:
    """Whether `-o` names a directory, for a file a puzzle."""
    if not target:
        return False
    return target.endswith(("/", os.sep)) or os.path.isdir(target)  # noqa: PTH112


@contextmanager
def _open(path: Path, name: str, separator: str = "") -> Iterator[Stream]:
    with write_errors(name):
        stream = path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield Stream(stream, name, separator)
    finally:
        with write_errors(name):
            stream.close()


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """ASCII for what an encoding lacks: apostrophes and spaces of print as plain ones, others escaped."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.backslashreplace_errors(error)
    lacking = error.object[error.start : error.end].translate(_PLAIN)
    return lacking.encode("ascii", "backslashreplace").decode("ascii"), error.end


def choose_look(target: str | None, *, ascii: bool) -> Look:
    """How to draw for the output `target`: on a terminal in colour and within its width."""
    if not (target is None or target == "-"):
        return Look(ascii)
    plain = ascii or not _encodes_signs()
    if not sys.stdout.isatty():
        return Look(plain)
    context = click.get_current_context(silent=True)
    is_refused = context is not None and context.color is False
    colour = not (ascii or is_refused or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb")
    return Look(plain, colour, os.get_terminal_size(sys.stdout.fileno()).columns or PAGE)


def _encodes_signs() -> bool:
    """Whether the encoding of standard output has all signs of the notation."""
    try:
        "".join(UNICODE.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
