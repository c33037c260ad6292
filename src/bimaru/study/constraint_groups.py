"""What the constraints and clauses of models state, in one sentence for each group, for comments in exports.

The family of a constraint is the word that its name begins with: `window` for `window_C4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bimaru.engines.formulation import Constraint

_FAMILY: Final = re.compile(r"[a-z]+")

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "another": "at least one ship lies differently than on the board given",
    "apart": "ships do not overlap or touch",
    "begin": "a left or top end begins exactly one ship",
    "closed": "beside an end or a submarine, where it does not open, is water",
    "column": "a column has as many ship squares as its tally",
    "corner": "of two squares that touch at a corner at most one is ship",
    "edge": "the letter named at an edge is the nearest in its line",
    "fleet": "of each kind of ship there are as many as in the fleet",
    "given": "a given square is ship, or water",
    "head": "a square has at most one head of a ship",
    "headless": "on the squares of a ship lies no other head",
    "kind": "a square is ship exactly if it has a kind: the length of its ship, and whether it is upright",
    "letter": "a square has at most one letter",
    "letters": "there are as many letters as the ships have squares",
    "occupancy": "a square is ship exactly if a ship lies on it",
    "occupation": "a square is occupied exactly if one boat occupies it",
    "open": "where an end opens is ship",
    "order": "of two boats of one length the earlier begins first",
    "part": "no ship contradicts the part that a given square shows",
    "path": "a step begins in the state where the step before it ends",
    "place": "each ship lies in exactly one place",
    "position": "each boat lies in one way, on its squares and no others, with water around",
    "reads": "a step reads the kind of its square",
    "row": "a row has as many ship squares as its tally",
    "run": "a ship has all its parts",
    "single": "a middle does not continue in both directions",
    "spell": "a ship puts its letters on its squares",
    "square": "a square is ship exactly if a ship lies on it",
    "squares": "there are as many squares of each kind as the fleet has, and as many ship squares",
    "straight": "a middle continues in one direction",
    "symbol": "a square shows one symbol",
    "tallies": "the tallies of the rows and of the columns have the same sum",
    "tally": "a row or column has as many ship squares as its tally",
    "through": "a middle has ship on both sides of its direction",
    "word": "a line is a word that the automaton accepts: ships that lie along it or across it, apart",
    "window": "at most one ship touches a window of two by two squares",
}


def family(name: str) -> str:
    """The family of a constraint's name."""
    found = _FAMILY.match(name)
    return found[0] if found else name


def described(group: str) -> str:
    """The group's name and what it states, on one line; the name alone if that is not known."""
    return f"{group}: {DESCRIPTIONS[group]}" if group in DESCRIPTIONS else group


def by_family(constraints: Iterable[Constraint]) -> dict[str, list[Constraint]]:
    """The constraints by family, in the order of first appearance."""
    found: dict[str, list[Constraint]] = {}
    for constraint in constraints:
        found.setdefault(family(constraint.name), []).append(constraint)
    return found
