"""How arguments are told in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.deduction.clues import shape_text
from bimaru.deduction.languages.en.clues import kind_text
from bimaru.deduction.languages.en.names import joined, line_names, ship_name, values
from bimaru.deduction.languages.telling import Telling
from bimaru.deduction.reasons import Line, Squares
from bimaru.ships import Ship

TABLE: Final = {
    # What follows
    "full": "{lines} is full",
    "full+": "{lines} are full",
    "empty": "{lines} is empty",
    "empty+": "{lines} are empty",
    "needs": "{line} needs {squares}",
    "counted ship": (
        "counting the fleet's squares, {lines} has {number} and needs all its open squares: {values}"
    ),
    "counted ship+": "the rest of the fleet takes all open squares of {lines}: {values}",
    "counted water": "counting the fleet's squares, {lines} has all its {number}: {values}",
    "counted none": "counting the fleet's squares, {lines} is empty",
    "counted none+": "counting the fleet's squares, {lines} are empty",
    "counted water+": "counting the fleet's squares, {lines} have all their {number}: {values}",
    "diagonal": "{values}, diagonal to {squares}",
    "part": "{square} is {part}: {values}",
    "finished": "the ship on {place} is complete",
    "grown": "the ship on {square} is {places}",
    "grows": "the ship on {square} is {places}: {values}",
    "wherever": "wherever the ship on {square} lies, {values}",
    "nowhere": "no ship fits on {squares}",
    "nor on": "nor on {squares}",
    "starving": " without leaving {lines} too few squares",
    "last": "{ships} can only lie on {places}",
    "lies": "{ship} lies on {places}: {values}",
    "lies anywhere": "wherever {ship} lies ({n} places), {values}",
    "in groups": "of {ships}, {groups}: {values}",
    "one on": "one lies on {places}",
    "and on": "one on {places}",
    "grouped": "the {n} places left for {ships} fall into groups with room for one each: {values}",
    "ways": "{line} takes {ways}: {values}",
    "many ways": "in each of the {n} ways to fill {line}, {values}",
    "letter": "only {square} can show {letter}",
    "first top": "the {letter} that comes first from above in {line}",
    "first bottom": "the {letter} that comes first from below in {line}",
    "first left": "the {letter} that comes first from the left in {line}",
    "first right": "the {letter} that comes first from the right in {line}",
    "word": "{word} on {place}",
    "steps": " (step {steps})",
    "steps+": " (steps {steps})",
    "barred": " ({places} ruled out)",
    # Contradictions
    "too many": "{lines} has more than {number}",
    "too many+": "{lines} have more ship squares than the fleet leaves for them",
    "too few": "{lines} cannot reach {number}",
    "too few+": "{lines} have too little room for the rest of the fleet",
    "few fit": "only one of {ships} fits",
    "few fit+": "only {n} of {ships} fit",
    "no way": "{line} cannot be filled",
    "no letter": "no square can show {letter}",
    "touching": "{squares} touch at a corner",
    "clash": "{square} is both ship and water",
    "clash by": "{clause}; but {values}",
    "exclude": "these places exclude each other",
    "no case": "each case leads to a contradiction",
    "fails after": "this fails without further cases",
    "fails after+": "this takes {n} further cases, all of which fail",
    "found too many": "there are {n} {ships}",
    "no room": "{ships} fits nowhere",
    "no room+": "{ships} fit nowhere",
    "little room": "there is only one place for {ships}, {places}",
    "little room+": "there are only {n} places for {ships}: {places}",
    # Cases
    "suppose ship": "Suppose {squares} is ship.",
    "suppose part": "Suppose {square} is {part}.",
    "suppose water": "Suppose {squares} is water.",
    "suppose placement": "Suppose {ship} lies on {place}.",
    "on": "On {places}:",
    "with": "With {places}:",
    "watch": "{supposition}; watch {watched}.",
    "holds": "Nothing speaks against this.",
    "all fail": "So all fail.",
    "then": "Then {clause}.",
    "which way": "How can {line} be filled? There are {n} ways.",
    "which ship": "Which ship covers {square}? There are {n} placements.",
    "where": "Where can {ships} lie? There are {n} places.",
    "where+": "Where can {ships} lie? There are {n} ways.",
    "so": "So {values}.",
    "so nothing": "So there is no solution.",
    "so takes": "So {line} takes {way}.",
    "so not": "So it cannot.",
    "can it lie": "Can {ship} lie on {place}?",
    "where not": "Where can {ship} not lie?",
    "so barred": "So {ship} lies on {places}.",
    "so lies": "So {ships} lies on {place}.",
    "so lies+": "So {ships} lie on {place}.",
    "each case": "In each case {values}.",
    "searched": (
        "The techniques tried here lead no further, but search shows that {values}: no board with another "
        "value there meets all clues. This square is shown because much follows from it."
    ),
}


class English:
    """English words for what arguments name."""

    def joined(self, words: Sequence[str]) -> str:
        """`a, b and c`."""
        return joined(words)

    def either(self, words: Sequence[str]) -> str:
        """`a, b or c`."""
        return joined(words, "or")

    def lines(self, lines: Sequence[Line]) -> str:
        """`rows A and C and column 4`."""
        return line_names(lines)

    def values(self, ship: Squares, water: Squares) -> str:
        """`B4 is ship; B5, C3 are water`."""
        return values(ship, water)

    def part(self, kind: str) -> str:
        """`a left end`."""
        return kind_text(kind)

    def the(self, ship: Ship, missing: int, total: int) -> str:
        """`the cruiser`, `the last 2 destroyers`."""
        if ship.word is not None and missing == 1:
            return ship.word
        last = "last " if missing < total else ""
        number = "" if missing == 1 else f"{missing} "
        return f"the {last}{number}{_name(ship, missing)}"

    def a(self, ship: Ship) -> str:
        """`a cruiser`."""
        return ship.word if ship.word is not None else f"a {_name(ship)}"

    def no(self, ship: Ship) -> str:
        """`no cruiser`."""
        return f"no {_name(ship)}"

    def many(self, ship: Ship) -> str:
        """`cruisers`."""
        return _name(ship, 2)


def _name(ship: Ship, number: int = 1) -> str:
    if ship.word is not None:
        return ship.word
    if ship.is_straight:
        return ship_name(ship.length, number)
    return f"ship{'' if number == 1 else 's'} {shape_text(ship.squares)}"


TELLING: Final = Telling(English(), TABLE)
