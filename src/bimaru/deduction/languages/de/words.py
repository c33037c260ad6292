"""German words: ships with their genders and cases, lines, what squares show, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.deduction.clues import shape_text
from bimaru.deduction.languages.notation import are_several, label, line_ranges, names, place_name
from bimaru.deduction.reasons import Line, Squares
from bimaru.ships import Ship
from bimaru.squares import LETTER_MARK, Part

Case: TypeAlias = Literal["nominative", "accusative", "dative"]


class Noun(NamedTuple):
    """A kind of ship: its singular, its plural, the plural in the dative, and its gender."""

    one: str
    many: str
    of_many: str
    is_masculine: bool = False

    def inflected(self, number: int, case: Case = "nominative") -> str:
        """The noun for a number of ships."""
        if number == 1:
            return self.one
        return self.of_many if case == "dative" else self.many

    def definite(self, number: int, case: Case = "nominative", words: str = "") -> str:
        """With the article, and words in between: `den letzten 2 Zerstörern`."""
        between = f" {words}" if words else ""
        return f"{self._article(number, case)}{between} {self.inflected(number, case)}"

    def last(self, missing: int, total: int, case: Case = "nominative") -> str:
        """Those that are not placed yet: `der Kreuzer`, `die letzten 2 Zerstörer`."""
        words = [self._last_adjective(missing, case)] if missing < total else []
        return self.definite(missing, case, " ".join([*words, *([] if missing == 1 else [str(missing)])]))

    def _last_adjective(self, number: int, case: Case) -> str:
        is_plain = number == 1 and (case == "nominative" or (case == "accusative" and not self.is_masculine))
        return "letzte" if is_plain else "letzten"

    def _article(self, number: int, case: Case) -> str:
        if number != 1:
            return "den" if case == "dative" else "die"
        if case == "dative":
            return "dem"
        if self.is_masculine:
            return "der" if case == "nominative" else "den"
        return "das"

    def indefinite(self, case: Case = "nominative") -> str:
        """With the indefinite article: `ein Kreuzer`."""
        if case == "dative":
            return f"einem {self.one}"
        return f"{'einen' if self.is_masculine and case == 'accusative' else 'ein'} {self.one}"

    def none(self, case: Case = "nominative") -> str:
        """`kein Kreuzer`."""
        return f"k{self.indefinite(case)}"


_SHIPS: Final = {
    1: Noun("U-Boot", "U-Boote", "U-Booten"),
    2: Noun("Zerstörer", "Zerstörer", "Zerstörern", True),
    3: Noun("Kreuzer", "Kreuzer", "Kreuzern", True),
    4: Noun("Schlachtschiff", "Schlachtschiffe", "Schlachtschiffen"),
}
_PARTS: Final = {
    Part.SUBMARINE: "ein U-Boot",
    Part.LEFT: "ein linkes Ende",
    Part.RIGHT: "ein rechtes Ende",
    Part.TOP: "ein oberes Ende",
    Part.BOTTOM: "ein unteres Ende",
    Part.MIDDLE: "ein Mittelteil",
    Part.SHIP: "ein Schiffsfeld",
    Part.WATER: "Wasser",
}
_NUMBERS: Final = ("null", "ein", "zwei", "drei", "vier", "fünf", "sechs")


def noun_of_length(length: int) -> Noun:
    """The name of straight ships of a length."""
    return _SHIPS.get(length) or _ships(f"der Länge {length}")


def noun_of(ship: Ship) -> Noun:
    """The name of a kind of ship."""
    if ship.word is not None:
        return _ships(ship.word)
    if ship.is_straight:
        return noun_of_length(ship.length)
    return _ships(f"der Form {shape_text(ship.squares)}")


def _ships(which: str) -> Noun:
    return Noun(f"Schiff {which}", f"Schiffe {which}", f"Schiffen {which}")


def kind_text(kind: str) -> str:
    """What a square shows, in the nominative: `ein linkes Ende`, `Wasser`, `der Buchstabe A`."""
    if kind.startswith(LETTER_MARK):
        return f"der Buchstabe {kind[1:]}"
    return _PARTS.get(Part(kind), "eine Ecke")


def no_kind(kind: str) -> str:
    """What a square does not show: `kein linkes Ende`, `kein Wasser`, `nicht der Buchstabe A`."""
    text = kind_text(kind)
    if kind.startswith(LETTER_MARK):
        return f"nicht {text}"
    return f"k{text}" if text.startswith("ein") else f"kein {text}"


def in_words(number: int) -> str:
    """A number of several things, a small one in words."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def joined(words: Sequence[str], last: str = "und") -> str:
    """`a, b und c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def either(places: Sequence[Squares]) -> str:
    """`A1-A2 oder C3-C4`."""
    return joined([place_name(place) for place in places], "oder")


def all_of(places: Sequence[Squares]) -> str:
    """`A1-A2 und C3-C4`."""
    return joined([place_name(place) for place in places])


def line_name(line: Line | None) -> str:
    """`Zeile C`, `Spalte 4`."""
    return "" if line is None else f"{axis_name(line.axis)} {label(line)}"


def axis_name(axis: str, number: int = 1) -> str:
    """`Zeile`, `Spalten`."""
    return f"{'Zeile' if axis == 'row' else 'Spalte'}{'' if number == 1 else 'n'}"


def line_names(lines: Sequence[Line], article: str = "") -> str:
    """`Zeilen A und C und Spalte 4`; with an article, before those of an axis that are several:
    `die Zeilen A und C und Spalte 4`."""
    parts = []
    for axis, labels in line_ranges(lines).items():
        number = 2 if are_several(labels) else 1
        before = f"{article} " if article and number > 1 else ""
        parts.append(f"{before}{axis_name(axis, number)} {joined(labels)}")
    return joined(parts)


def squares_are(ship: Squares, water: Squares, separator: str = "; ") -> str:
    """`B4 ist ein Schiffsfeld; B5, C3 sind Wasser`."""
    return separator.join(
        f"{names(squares)} {'ist' if len(squares) == 1 else 'sind'} {value}"
        for squares, value in _valued(ship, water)
    )


def because_squares_are(ship: Squares, water: Squares) -> str:
    """The same after a conjunction: `B4 ein Schiffsfeld ist und B5, C3 Wasser sind`."""
    return joined(
        [
            f"{names(squares)} {value} {'ist' if len(squares) == 1 else 'sind'}"
            for squares, value in _valued(ship, water)
        ]
    )


def are_squares(ship: Squares, water: Squares) -> str:
    """The same with the verb first: `ist B4 ein Schiffsfeld und sind B5, C3 Wasser`."""
    return joined(
        [
            f"{'ist' if len(squares) == 1 else 'sind'} {names(squares)} {value}"
            for squares, value in _valued(ship, water)
        ]
    )


def _valued(ship: Squares, water: Squares) -> list[tuple[Squares, str]]:
    value = "ein Schiffsfeld" if len(ship) == 1 else "Schiffsfelder"
    return [(squares, text) for squares, text in ((ship, value), (water, "Wasser")) if squares]
