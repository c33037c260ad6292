"""CSPLib prob014: the Prolog facts of `battleship_instances.pl`.

    problem(113, [4:1,3:2,2:3,1:4], [2,4,...], [0,5,...], [c@[7,10],w@[1,6]]).

has the id, the fleet as length:count, the row tallies, the column tallies, and the givens as
kind@[row,column], counted from 1. The text of Fathom It!, from which those facts were made, is read too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, NoReturn, TypeVar

from bimaru.formats import fathom
from bimaru.formats.builder import Builder, parse_id, quoted
from bimaru.formats.format import Format, Scope
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_NUMBER
from bimaru.validation import number_in

_KINDS: Final = {"w": "W", "c": "S", "m": "M", "t": "T", "b": "B", "l": "L", "r": "R"}
_ATOMS: Final = {kind: atom for atom, kind in _KINDS.items()}
_FACT: Final = "problem"
_NO_ID: Final = "_"
_EXPECTED: Final = {"number": "a number", "atom": "an atom"}
"""The kinds of tokens in messages."""

T = TypeVar("T")


def _recognises(head: Sequence[str]) -> bool:
    return any(line.startswith(f"{_FACT}(") or fathom.is_part(line) for line in head)


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    """Puzzles from Prolog facts or Fathom It! boards, whichever the first significant line belongs to."""
    head = []
    for line in lines:
        head.append(line)
        if line.lstrip().startswith(_FACT):
            break
        if fathom.is_part(line.lstrip()):
            return fathom.read(chain(head, lines))
    return _facts(chain(head, lines))


def _facts(lines: Iterator[str]) -> Iterator[Puzzle]:
    tokens = _Tokens(lines)
    while tokens.next.kind:
        yield _problem(tokens)


def _problem(tokens: _Tokens) -> Puzzle:
    tokens.take(_FACT)
    builder = Builder(tokens.next.line)
    tokens.take("(")
    name = _name(tokens)
    tokens.take(",")
    fleet = builder.fleet(tokens.list_of(_ships))
    tokens.take(",")
    rows = tokens.list_of(_number)
    tokens.take(",")
    cols = tokens.list_of(_number)
    tokens.take(",")
    givens = tokens.list_of(_given)
    tokens.take(")")
    tokens.take(".")
    return builder.build(rows=rows, cols=cols, fleet=fleet, givens=givens, id=name)


class _Token(NamedTuple):
    line: int
    kind: str | None  # "atom", "number", "mark" or "other"; `None` at the end
    text: str


_TOKEN: Final = re.compile(
    r"""\s+ | %.* | (?P<comment>/\*) | (?P<number>-?\d+) | (?P<mark>[][(),.:@])
    | (?P<atom>[a-z]\w* | _ | '(?:[^'\\]++|\\.|'')*+') | (?P<other>.)""",
    re.VERBOSE | re.ASCII,
)


def _tokenised(lines: Iterator[str]) -> Iterator[_Token]:
    in_comment = False
    number = 1
    for number, line in enumerate(lines, 1):
        at = 0
        while at < len(line):
            if in_comment:
                end = line.find("*/", at)
                in_comment = end < 0
                at = len(line) if in_comment else end + 2
            elif token := _TOKEN.match(line, at):
                at = token.end()
                in_comment = token.lastgroup == "comment"
                if token.lastgroup and not in_comment:
                    yield _Token(number, token.lastgroup, token[0])
    yield _Token(number, None, "the end")


class _Tokens:
    """The tokens of Prolog facts, consumed one by one."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._rest = _tokenised(lines)
        self.next = next(self._rest)

    def take(self, expected: str) -> _Token:
        """Consume the next token, which must have this text or kind. Raises `InvalidTextError`."""
        token = self.next
        if expected not in (token.kind, token.text):
            self.fail(token, _EXPECTED.get(expected, quoted(expected)))
        if token.kind:
            self.next = next(self._rest)
        return token

    def list_of(self, entry: Callable[[_Tokens], T]) -> list[T]:
        """Consume a list, whose entries are read by `entry`."""
        self.take("[")
        entries: list[T] = []
        while self.next.text != "]":
            if entries:
                self.take(",")
            if len(entries) >= MAX_NUMBER:
                self.fail(self.next, f"at most {MAX_NUMBER} entries in a list")
            entries.append(entry(self))
        self.take("]")
        return entries

    def fail(self, token: _Token, expected: str) -> NoReturn:
        """Raise `InvalidTextError` for an unexpected token."""
        found = quoted(token.text) if token.kind else token.text
        Builder(token.line).fail(f"expected {expected}, found {found}")


def _number(tokens: _Tokens) -> int:
    token = tokens.take("number")
    number = number_in(token.text)
    return tokens.fail(token, f"a number from 0 to {MAX_NUMBER}") if number is None else number


def _name(tokens: _Tokens) -> str | int | None:
    """The id of a problem: a number, an atom, or `_` for none."""
    if tokens.next.kind == "number":
        return parse_id(tokens.take("number").text)
    text = tokens.take("atom").text
    return None if text == _NO_ID else _unquoted(text)


def _ships(tokens: _Tokens) -> tuple[int, int]:
    length = _number(tokens)
    tokens.take(":")
    return length, _number(tokens)


def _given(tokens: _Tokens) -> tuple[int, int, str]:
    kind = tokens.take("atom")
    if kind.text not in _KINDS:
        tokens.fail(kind, f"one of {' '.join(_KINDS)}")
    tokens.take("@")
    tokens.take("[")
    row = _number(tokens)
    tokens.take(",")
    col = _number(tokens)
    tokens.take("]")
    return row - 1, col - 1, _KINDS[kind.text]


def _unquoted(atom: str) -> str:
    if not atom.startswith("'"):
        return atom
    return re.sub(r"''|\\(.)", lambda found: "\n" if found[1] == "n" else found[1] or "'", atom[1:-1])


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def _to_text(puzzle: Puzzle) -> str:
    name = _NO_ID if puzzle.id is None else _quoted(puzzle.id) if isinstance(puzzle.id, str) else puzzle.id
    rows, cols = (",".join(map(str, tallies)) for tallies in (puzzle.rows, puzzle.cols))
    givens = ",".join(f"{_ATOMS[given.kind]}@[{given.row + 1},{given.col + 1}]" for given in puzzle.givens)
    return f"{_FACT}({name},\n\t[{puzzle.fleet}],\n\t[{rows}],\n\t[{cols}],\n\t[{givens}]).\n"


FORMAT: Final = Format(
    name="csplib",
    summary="Prolog facts of CSPLib prob014; also reads the text of Fathom It!",
    suffix=".pl",
    scope=Scope(),
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="",
)
