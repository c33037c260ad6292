"""Small random changes to texts: typing mistakes, truncated output, malicious input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

Change: TypeAlias = Callable[[Random, str, Sequence[str]], str]

TOKENS: Final[tuple[str, ...]] = (
    *"[]{}(),:;/|'\"\\#%=?.-_~@<>^*+ \t\n\r\0", "\ufeff", "\ud800", "é", "²", "٣", "𝄞", "\x85", "\u2028",
    "\x1b[1m", "\r\n", "\n\n", "---\n", "/*", "*/", "''", "'''", "0", "1", "9", "-1", "10", "98", "99",
    "100", "255", "9999", "10000", "999999999", "1234567890", "1e9", "1e999", "0.5", "-0", "9" * 40,
    "9" * 5000, "NaN", "Infinity", "null", "true", "{}", "[]", '""', "[" * 50, '{"a":' * 50, "[" * 3000,
    '"rows":', '"cols":', '"fleet":', '"givens":', '"words":', '"shapes":', '"edges":', '"id":',
    '"source":', '"top":', '"board":', '"letters":', '"solutions":', '["##","#."]', '[0,0,"S"]', "\\ud800",
    "\\u0000", "id: ", "source: ", "fleet: ", "words: ", "shapes: ", "top: ", "left: ", "=A", "RB", "4:1",
    "4:1,3:2,2:3,1:4", "problem(", "c@[1,1]", "_", "START-NEW-BOARD 2 2\n", "PLACESHIP 1 0 0 S\n",
    "Row tallies: 1, 1\n", "Column tallies: 1, 1\n", "Hint: 0 0 Circle\n", "Board ID: 1\n", "=====\n",
    "height = ", "[| 0, 0 |]", "hint = ", "ROW\t", "COLUMN\t", "HINT\t0\t0\tC\n", "battleship/",
    "battleship/2/2/", "/11g", "//d", "zzz", "pzprv3\n", "info:{", "10x10f4,1:", "SAVEFILE:1:x\n",
    "PARAMS :1:2x2\n", "DESC :1:1,1,1,1\n", "a", "z", "ships = '+'\n", "across = '1'\n", "down = '1'\n",
    "puzzle = '.'\n", "#r=1&c=1",
    "&f=2x1", "&h=A1W", "%C3%A9", "Solution 2\n", " A | ~ |\n", " B  1 │[~] ●│\n",
)  # fmt: skip
"""Words and signs of the formats, and values at their limits."""

_MOST: Final = 4000
"""The length beyond which a text is not changed further."""
_LONGEST_PIECE: Final = 12


def mutate(random: Random, text: str, others: Sequence[str]) -> str:
    """The text with one to four changes; pieces may come from the other texts."""
    for _ in range(1 + int(4 * random.random() ** 2)):
        if len(text) > _MOST:
            break
        text = _CHANGES[int(random.random() * len(_CHANGES))](random, text, others)
    return text


def _place(random: Random, text: str) -> int:
    return int(random.random() * (len(text) + 1))


def _span(random: Random, text: str) -> tuple[int, int]:
    start = _place(random, text)
    return start, min(len(text), start + 1 + int(_LONGEST_PIECE * random.random() ** 2))


def _insert_token(random: Random, text: str, _: Sequence[str]) -> str:
    at = _place(random, text)
    return text[:at] + TOKENS[int(random.random() * len(TOKENS))] + text[at:]


def _replace_with_token(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + TOKENS[int(random.random() * len(TOKENS))] + text[end:]


def _delete(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[end:]


def _double(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    times = 2 if random.random() < 0.8 else int(2 + 50 * random.random())
    return text[:start] + text[start:end] * times + text[end:]


def _flip_bit(random: Random, text: str, _: Sequence[str]) -> str:
    if not text:
        return text
    at = int(random.random() * len(text))
    return text[:at] + chr(ord(text[at]) ^ (1 << int(random.random() * 7))) + text[at + 1 :]


def _swap(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    second = min(len(text), 2 * end - start)
    return text[:start] + text[end:second] + text[start:end] + text[second:]


def _move_line(random: Random, text: str, _others: Sequence[str]) -> str:
    lines = text.split("\n")
    line = lines.pop(int(random.random() * len(lines)))
    for _ in range(int(3 * random.random())):
        lines.insert(int(random.random() * (len(lines) + 1)), line)
    return "\n".join(lines)


def _splice(random: Random, text: str, others: Sequence[str]) -> str:
    other = others[int(random.random() * len(others))]
    return text[: _place(random, text)] + other[_place(random, other) :]


def _cut_off(random: Random, text: str, _: Sequence[str]) -> str:
    return text[: _place(random, text)]


def _swap_case(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[start:end].swapcase() + text[end:]


_CHANGES: Final[tuple[Change, ...]] = (
    _insert_token, _insert_token, _replace_with_token, _replace_with_token, _delete, _delete, _double,
    _flip_bit, _flip_bit, _swap, _move_line, _splice, _cut_off, _swap_case,
)  # fmt: skip
