"""Words and sentences from the table of a language.

A table has a text by key, with gaps in braces. A key that ends in `+` is the plural of the other. A language
that inflects gives a key further forms: `ship 3:dative+`, and with the gender of a ship before them,
`the.m:accusative`; the gap `{ships:accusative}` takes that form, or the plain one where the table has no
other. A table may name any forms: German has `dative` and `accusative`, and `inverted` for a clause after
another part of its sentence; French and Spanish have `definite` for ships with an article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from bimaru.capitals import capitalised
from bimaru.deduction.languages.notation import names, ranges
from bimaru.deduction.reasons import Line, Squares, line_order
from bimaru.polyominoes import name_of
from bimaru.ships import Ship
from bimaru.squares import LETTER_MARK, Part, square_names

AfterColon: TypeAlias = Literal["same", "small", "capital"]
"""How what follows a colon begins: as elsewhere, sentences with a small letter, clauses with a capital."""


class Formed:
    """A value whose form the gap decides that it fills."""

    def __init__(self, in_form: Callable[[str], str]) -> None:
        self._in_form = in_form

    def __format__(self, form: str) -> str:
        return self._in_form(form)

    def __str__(self) -> str:
        return self._in_form("")


@dataclass(frozen=True, slots=True)
class Words:
    """The table of a language. `genders`: of ships whose gender is not that of the others, by their key;
    `sounds`: what words become beside some others, such as conjunctions before some sounds, as patterns and
    replacements; `singulars`: the numbers that take the singular; `colon`: how what follows one begins."""

    table: Mapping[str, str]
    genders: Mapping[str, str]
    sounds: Sequence[tuple[str, str]]
    singulars: Collection[int]
    colon: AfterColon = "same"

    def after_colon(self, text: str) -> str:
        """A sentence or a clause after a colon; a name keeps its capital."""
        if self.colon == "capital":
            return capitalised(text)
        is_word = self.colon == "small" and not text[1:2].isupper() and not text[1:2].isdigit()
        return f"{text[:1].lower()}{text[1:]}" if is_word else text

    def say(self, key: str, number: int = 1, /, **gaps: object) -> str:
        """A sentence, a clause or a phrase with its gaps filled."""
        return self._sounding(self._text(key, number).format(**gaps))

    def _text(self, key: str, number: int = 1, form: str = "", gender: str = "") -> str:
        plural = "" if number in self.singulars else "+"
        for ending in dict.fromkeys((plural, "")):
            for wanted in (f".{gender}:{form}", f":{form}", f".{gender}", ""):
                text = self.table.get(f"{key}{wanted}{ending}")
                if text is not None:
                    return text
        raise KeyError(key)

    # Lists

    def joined(self, words: Sequence[str]) -> str:
        """`a, b and c`."""
        return self._listed(words, self.table["and"])

    def either(self, words: Sequence[str]) -> str:
        """`a, b or c`."""
        return self._listed(words, self.table["or"])

    def ways(self, ways: Iterable[Squares]) -> str:
        """Ways to fill a line: `A1-A2 or A5`; `A1-A2 and A5; or A2-A3 and A6`."""
        texts = [*map(self.squares, ways)]
        return self.either_clause(texts) if any(" " in text for text in texts) else self.either(texts)

    def either_clause(self, clauses: Sequence[str]) -> str:
        """`a; b; or c`, of what has conjunctions of its own."""
        *others, last = clauses
        return self._sounding(self.clauses([*others, f"{self.table['or']} {last}"])) if others else last

    def clauses(self, clauses: Sequence[str]) -> str:
        """`a; b`."""
        return self.table["clause separator"].join(clauses)

    def _listed(self, words: Sequence[str], last: str) -> str:
        return self._sounding(f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))))

    def _sounding(self, text: str) -> str:
        for pattern, replacement in self.sounds:
            text = re.sub(pattern, replacement, text)
        return text

    # Lines and squares

    def lines(self, lines: Sequence[Line]) -> Formed:
        """`rows A-C and column 4`: rows first, three or more lines side by side as a range."""

        def in_form(form: str) -> str:
            texts = []
            for axis, group in groupby(sorted(lines, key=line_order), key=lambda line: line.axis):
                named = {line.number: line.label for line in group}
                labels = self.joined(ranges(named, named.__getitem__))
                texts.append(self._text(axis, len(named), form).format(labels))
            return self.joined(texts)

        return Formed(in_form)

    def edge(self, side: str, letters: Mapping[Line, str]) -> str:
        """Which letters come first in lines, in order, from one of their ends: `rows B and D have N and E
        first from the left`."""
        named = self.joined([*letters.values()])
        side = self.say(f"from {side}")
        return self.say("edge", len(letters), lines=self.lines([*letters]), side=side, letter=named)

    def any_line(self, lines: Sequence[Line]) -> Formed:
        """`row A or C or column 4`."""
        return Formed(
            lambda form: self.either(
                [
                    self._text(axis, 1, form).format(self.either([line.label for line in group]))
                    for axis, group in groupby(lines, key=lambda line: line.axis)
                ]
            )
        )

    def squares(self, squares: Iterable[tuple[int, int]]) -> str:
        """`A1-A4, B7 and C7`."""
        return self.joined(square_names(squares).split())

    def none_of(self, squares: Iterable[tuple[int, int]]) -> str:
        """`A1, A2 or C7`, one by one: a range would look like a ship."""
        return self._listed([names([at]) for at in sorted(squares)], self.table["none of"])

    def values(self, ship: Squares, water: Squares) -> Formed:
        """`B4 is ship; B5 and C3 are water`. The form is that of the first clause, whose word order may
        depend on what comes before."""

        def in_form(form: str) -> str:
            kinds = [(key, at) for key, at in (("values ship", ship), ("values water", water)) if at]
            return self.clauses(
                [
                    self._text(key, len(at), "" if number else form).format(squares=self.squares(at))
                    for number, (key, at) in enumerate(kinds)
                ]
            )

        return Formed(in_form)

    def part(self, kind: str) -> Formed:
        """What a square shows: `a left end`, `ship`, `water`, `the letter A`."""
        if kind.startswith(LETTER_MARK):
            return Formed(lambda form: self._text("part letter", 1, form).format(letter=kind[1:]))
        key = f"part {Part(kind)}" if f"part {Part(kind)}" in self.table else "part corner"
        return Formed(lambda form: self._text(key, 1, form))

    # Ships

    def name(self, ship: Ship) -> str | None:
        """What a kind of ship is called, `cruiser` or `F pentomino`; `None` for one without a name."""
        key = _key_of(ship, self.table)
        return None if key in ("ship word", "ship long", "ship polyomino") else self._ship(ship, 1, "")

    def the(self, ship: Ship, missing: int, total: int) -> Formed:
        """The ships of a kind that are missing: `the cruiser`, `the last two destroyers`."""
        if ship.word is not None and missing == 1:
            word = ship.word
            return Formed(lambda _: word)
        return self._with_article("the last" if missing < total else "the", ship, missing)

    def all(self, ship: Ship, total: int) -> str:
        """All ships of a kind: `the battleship`, `all cruisers`."""
        return str(self._with_article("all", ship, total))

    def a(self, ship: Ship) -> Formed:
        """`a cruiser`; the word of a lettered ship."""
        word = ship.word
        return self._with_article("a", ship) if word is None else Formed(lambda _: word)

    def one(self, ship: Ship) -> Formed:
        """`one`, in the gender of a kind of ship."""
        return self._with_article("one", ship)

    def some(self, ship: Ship, number: int) -> Formed:
        """`one`, in the gender of a kind of ship, or a larger number."""
        return self.one(ship) if number == 1 else Formed(lambda _: self.number(number))

    def no(self, ship: Ship) -> Formed:
        """`no cruiser`."""
        return self._with_article("no", ship)

    def many(self, ship: Ship) -> Formed:
        """`cruisers`."""
        return self._with_article("many", ship, 2)

    def number(self, number: int) -> str:
        """`two`; a large number in digits."""
        return self.table.get(f"number {number}", str(number))

    def there_are(self, ship: Ship, number: int) -> str:
        """`there are two cruisers`."""
        return str(self._with_article("there are" if number else "there are no", ship, number))

    def _with_article(self, article: str, ship: Ship, number: int = 1) -> Formed:
        gender = self.genders.get(_key_of(ship, self.table), "")
        count = self.number(number)

        def in_form(form: str) -> str:
            noun = self._ship(ship, number, form)
            text = self._text(article, number, form, gender).format(ship=noun, n=number, count=count)
            return self._sounding(text)

        return Formed(in_form)

    def _ship(self, ship: Ship, number: int, form: str) -> str:
        name = name_of(ship.squares) or ""
        shape = "" if ship.is_straight else "/".join(ship.shape)
        text = self._text(_key_of(ship, self.table), number, form)
        return text.format(length=ship.length, shape=shape, letter=name[:1], word=ship.word)


def _key_of(ship: Ship, table: Mapping[str, str]) -> str:
    """The key of a kind of ship: of straight ones the common lengths have names, and of polyominoes those of
    up to five squares."""
    if ship.word is not None:
        return "ship word"
    if not ship.is_straight:
        return "ship polyomino" if name_of(ship.squares) is None else f"ship polyomino {ship.length}"
    return f"ship {ship.length}" if f"ship {ship.length}" in table else "ship long"
