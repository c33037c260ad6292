"""A model in Essence' as one in MiniZinc, word for word, for models that write every scope in parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_WORDS: Final = (
    (re.compile(r"^language .*$", re.MULTILINE), ""),
    (re.compile(r"\$"), "%"),
    (re.compile(r"\bforAll (\w+) : int\((.+?\.\..+?)\) \. \("), r"forall(\1 in \2)("),
    (re.compile(r"\bsum (\w+) : int\((.+?\.\..+?)\) \. \("), r"sum(\1 in \2)("),
    (re.compile(r"\btoInt\("), "bool2int("),
    (
        re.compile(
            r"^find (\w+) : matrix indexed by \[int\((.+?)\), int\((.+?)\)\] of int\((.+?)\)$", re.MULTILINE
        ),
        r"array[\2, \3] of var \4: \1;",
    ),
)


def minizinc(model: str) -> str:
    """The model in MiniZinc; its solutions print `ship`, without the squares around the grid, row by row."""
    for pattern, replacement in _WORDS:
        model = pattern.sub(replacement, model)
    model = re.sub(r"^letting (\w+) be (.+)$", lambda found: _constant(found[1], found[2]), model, flags=re.M)
    declarations, constraints = model.split("such that\n")
    stated = "".join(f"constraint {constraint};\n" for constraint in _split(constraints))
    output = 'output [show(ship[r, c]) ++ if c = width then "\\n" else "" endif'
    return f"{declarations}\n{stated}{output} | r in 1..height, c in 1..width];\n"


def _constant(name: str, value: str) -> str:
    if value.startswith("[["):
        rows = value.strip("[]").split("], [")
        return (
            f"array[1..{len(rows)}, 1..{rows[0].count(',') + 1}] of int: {name} = [| {' | '.join(rows)} |];"
        )
    if value.startswith("["):
        return f"array[1..{value.count(',') + 1}] of int: {name} = {value};"
    return f"int: {name} = {value};"


def _split(text: str) -> Iterator[str]:
    """The constraints, at the commas that are in no parentheses."""
    text = re.sub(r"%.*", "", text)
    depth, start = 0, 0
    for i, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            yield text[start:i].strip()
            start = i + 1
    yield text[start:].strip()
