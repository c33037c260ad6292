"""The faults of any value that is passed as a puzzle. Whether a board keeps its givens: `rules`.

One generator per field yields its faults as sentences, each of which names its place. The arguments are
whatever the user passed, so nothing is assumed of their types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isnan
from operator import index
from typing import Any, Final, SupportsIndex, TypeGuard

from bimaru.sizes import MAX_FAULTS, MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, Part, Square, square_name

_PARTS: Final = frozenset(part.value for part in Part)
_RUN: Final = re.compile("#+")
_HALVES: Final = re.compile("[\ud800-\udfff]")


def first_faults(faults: Iterable[str]) -> list[str]:
    """The faults, up to `MAX_FAULTS`; of more, the last entry is the number of those left out."""
    rest = iter(faults)
    kept = [*islice(rest, MAX_FAULTS)]
    if more := sum(1 for _ in rest):
        kept[-1] = more_faults(more + 1)
    return kept


def more_faults(number: int) -> str:
    """The entry for faults that are left out of a list."""
    return f"... and {number} more faults"


def number_in(text: str) -> int | None:
    """The number that a text of one to nine digits 0 to 9 stands for; `None` for any other text."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else None


def puzzle_faults(
    rows: object,
    cols: object,
    fleet: object,
    givens: object,
    words: object,
    shapes: object,
    edges: object,
    id: object,
    source: object,
) -> Iterator[str]:
    """The faults of the arguments of `Puzzle`, field by field; `givens` as a list."""
    yield from _tally_faults("rows", rows)
    yield from _tally_faults("cols", cols)
    height, width = _side(rows), _side(cols)
    if fleet is not None:
        yield from fleet_faults(fleet)
    yield from _list_faults("words", words, _word_faults)
    yield from _list_faults("shapes", shapes, _shape_faults)
    yield from _given_faults(givens, height, width)
    if edges is not None:
        yield from _edge_faults(edges, height, width)
    if not (id is None or _is_integer(id) or _is_text(id)):
        yield f"id: {brief(id)} is neither text nor a whole number"
    if not (source is None or _is_text(source)):
        yield f"source: {brief(source)} is not text"


def _tally_faults(name: str, tallies: object) -> Iterator[str]:
    if not is_list(tallies):
        yield f"{name}: {brief(tallies)} is not a list of tallies"
    elif not 1 <= len(tallies) <= MAX_SIDE:
        yield f"{name}: {len(tallies)} lines; a grid has 1 to {MAX_SIDE} a side"
    else:
        for i, tally in enumerate(tallies):
            if tally is not None and not _is_count(tally):
                yield f"{name}[{i}]: {brief(tally)} is neither null nor an integer from 0 to {MAX_NUMBER}"


def fleet_faults(fleet: object) -> Iterator[str]:
    """The faults of a mapping from lengths to counts."""
    if not isinstance(fleet, Mapping):
        yield f"fleet: {brief(fleet)} does not map lengths to counts"
        return
    if len(fleet) > MAX_NUMBER:
        yield f"fleet: {len(fleet)} lengths; at most {MAX_NUMBER} are read"
        return
    for length, count in fleet.items():
        if not (_is_count(length) and length > 0):
            yield f"fleet: {brief(length)} is not a ship length from 1 to {MAX_NUMBER}"
        if not _is_count(count):
            yield f"fleet[{brief(length)}]: {brief(count)} is not a number of ships from 0 to {MAX_NUMBER}"


def _list_faults(name: str, entries: object, faults_of: Callable[[object], Iterator[str]]) -> Iterator[str]:
    if not is_list(entries):
        yield f"{name}: {brief(entries)} is not a list"
    elif len(entries) > MAX_NUMBER:
        yield f"{name}: {len(entries)} entries; at most {MAX_NUMBER} are read"
    else:
        for i, entry in enumerate(entries):
            for fault in faults_of(entry):
                yield f"{name}[{i}]: {fault}"


def _word_faults(word: object) -> Iterator[str]:
    if not (isinstance(word, str) and 1 <= len(word) <= MAX_SIDE and all(map(_is_letter, word))):
        yield f"{brief(word)} is not a word of 1 to {MAX_SIDE} letters or digits"


def _shape_faults(shape: object) -> Iterator[str]:
    if not (is_list(shape) and shape and all(isinstance(row, str) for row in shape)):
        yield f"{brief(shape)} is not a list of strings, one a row"
    elif len(shape) > MAX_SIDE or max(map(len, shape)) > MAX_SIDE:
        yield f"the shape is larger than {MAX_SIDE}x{MAX_SIDE}"
    elif len(set(map(len, shape))) > 1 or not set("".join(shape)) <= set("#."):
        yield f"{brief(list(shape))} has rows of different widths or marks other than # and ."
    elif not _is_connected(shape):
        yield f"{brief(list(shape))} is not one connected ship"


def _given_faults(givens: object, height: int | None, width: int | None) -> Iterator[str]:
    if not is_list(givens):
        yield f"givens: {brief(givens)} is not a list of [row, column, kind]"
        return
    if len(givens) > MAX_SIDE**2:
        yield f"givens: {len(givens)} entries; at most {MAX_SIDE**2} are read"
        return
    kinds: dict[Square, str] = {}
    for i, given in enumerate(givens):
        if not (is_list(given) and len(given) == 3 and _is_integer(given[0]) and _is_integer(given[1])):
            yield f"givens[{i}]: {brief(given)} is not [row, column, kind]"
            continue
        row, col, kind = given
        if (height is not None and not 0 <= row < height) or (width is not None and not 0 <= col < width):
            size = "" if height is None or width is None else f"{height}x{width} "
            yield f"givens[{i}]: square {brief((row, col))} is off the {size}grid"
        if not (
            isinstance(kind, str) and (kind in _PARTS or (kind[:1] == LETTER_MARK and _is_letter(kind[1:])))
        ):
            yield f"givens[{i}]: {brief(kind)} is not one of {' '.join(Part)} or = and a letter"
        elif kinds.setdefault((row, col), kind) != kind:
            yield f"givens[{i}]: {_name((row, col))} is given as {kinds[row, col]} and as {kind}"


def _name(square: Square) -> str:
    """The name of a square, or of one that is far off the grid, whose name would be too long, the pair."""
    is_near = all(0 <= line < MAX_SIDE for line in square)
    return square_name(square) if is_near else f"square {brief(square)}"


def _edge_faults(edges: object, height: int | None, width: int | None) -> Iterator[str]:
    if not isinstance(edges, Mapping):
        yield f"edges: {brief(edges)} does not map sides to letters"
        return
    lines = {"top": width, "bottom": width, "left": height, "right": height}
    for side, letters in edges.items():
        if side not in lines:
            yield f"edges: {brief(side)} is not one of {' '.join(lines)}"
        elif not is_list(letters):
            yield f"edges.{side}: {brief(letters)} is not a list of letters"
        elif lines[side] is not None and len(letters) != lines[side]:
            yield f"edges.{side}: {len(letters)} entries for {lines[side]} lines"
        else:
            for i, letter in enumerate(letters):
                if letter is not None and not _is_letter(letter):
                    yield f"edges.{side}[{i}]: {brief(letter)} is not one letter or digit, or null"


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether this is a sequence other than text."""
    # Abstract classes are slow to ask, and what is read from JSON holds lists.
    return isinstance(value, list | tuple) or (
        isinstance(value, Sequence) and not isinstance(value, str | bytes)
    )


def without_array(value: Any) -> Any:
    """An array of NumPy or a Series of pandas as a list; anything else as it is. Beside entries that are
    missing both have floats: whole ones become integers, and NaN `None`."""
    to_list = None if is_list(value) else getattr(value, "tolist", None)
    found = to_list() if callable(to_list) else value
    return [*map(_whole, found)] if found is not value and is_list(found) else found


def _whole(entry: Any) -> Any:
    if not isinstance(entry, float):
        return entry
    return int(entry) if entry.is_integer() else None if isnan(entry) else entry


def _is_text(value: object) -> bool:
    """Whether this is text that can be encoded: a string may hold lone surrogates."""
    return isinstance(value, str) and (value.isascii() or not _HALVES.search(value))


def _is_integer(value: object) -> TypeGuard[SupportsIndex]:
    """Whether this is an integer, also one of numpy's."""
    if type(value) is int:
        return True
    try:
        index(value)  # type: ignore[arg-type]  # whether it takes it is the question
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_count(value: object) -> bool:
    number = value if type(value) is int else index(value) if _is_integer(value) else -1
    return 0 <= number <= MAX_NUMBER


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isalnum()


def _side(tallies: object) -> int | None:
    """The number of lines; `None` where `tallies` is no list."""
    return len(tallies) if is_list(tallies) else None


def _is_connected(shape: Sequence[str]) -> bool:
    """Whether the squares of a shape are one piece: union-find over the runs of its rows."""
    parents: list[int] = []  # of each run an earlier one of its piece, or itself
    pieces = 0
    above: list[tuple[int, int, int]] = []  # the runs of the row above: start, end, number
    for row in shape:
        runs = []
        i = 0
        for found in _RUN.finditer(row):
            start, end = found.span()
            run = len(parents)
            parents.append(run)
            pieces += 1
            runs.append((start, end, run))
            while i < len(above) and above[i][1] <= start:
                i += 1
            k = i
            while k < len(above) and above[k][0] < end:
                one, other = _root(parents, above[k][2]), _root(parents, run)
                pieces -= one != other
                parents[max(one, other)] = min(one, other)
                k += 1
        above = runs
    return pieces == 1


def _root(parents: list[int], run: int) -> int:
    """The first run of the piece of a run."""
    while parents[run] != run:
        parents[run] = parents[parents[run]]
        run = parents[run]
    return run


def brief(value: object) -> str:
    """A value as messages quote it, abbreviated where it is long."""
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python prints
        return "a number of thousands of digits"
    except RecursionError:
        return "a list nested hundreds of times"
    return text if len(text) <= 60 else text[:57] + "..."
