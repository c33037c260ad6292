"""How arguments are told in German."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.deduction.languages.de.words import joined, kind_text, line_names, noun_of, squares_are
from bimaru.deduction.languages.telling import Telling
from bimaru.deduction.reasons import Line, Squares
from bimaru.ships import Ship

TABLE: Final = {
    # What follows
    "full": "{lines} ist voll",
    "full+": "{lines} sind voll",
    "empty": "{lines} ist leer",
    "empty+": "{lines} sind leer",
    "needs": "{line} braucht {squares}",
    "counted ship": "nach der Zahl der Schiffsfelder hat {lines} {number} und braucht alle offenen: {values}",
    "counted ship+": "der Rest der Flotte braucht alle offenen Felder in {lines}: {values}",
    "counted none": "nach der Zahl der Schiffsfelder ist {lines} leer",
    "counted none+": "nach der Zahl der Schiffsfelder sind {lines} leer",
    "counted water": "nach der Zahl der Schiffsfelder hat {lines} schon alle {number}: {values}",
    "counted water+": "nach der Zahl der Schiffsfelder haben {lines} schon alle {number}: {values}",
    "diagonal": "{values}, schräg neben {squares}",
    "part": "{square} ist {part}: {values}",
    "finished": "das Schiff auf {place} ist vollständig",
    "grown": "das Schiff auf {square} ist {places}",
    "grows": "das Schiff auf {square} ist {places}: {values}",
    "wherever": "wie auch immer das Schiff auf {square} liegt: {values}",
    "nowhere": "auf {squares} passt kein Schiff",
    "nor on": "auch nicht auf {squares}",
    "starving": ", sonst bliebe zu wenig Platz in {lines}",
    "last": "nur noch auf {places} ist Platz für {ships}",
    "lies": "Platz für {ship} ist nur auf {places}: {values}",
    "lies anywhere": "auf allen {n} Plätzen für {ship} gilt: {values}",
    "in groups": "von den Plätzen für {ships} ist {groups} besetzt: {values}",
    "one on": "einer von {places}",
    "and on": "einer von {places}",
    "grouped": "die {n} Plätze für {ships} bilden Gruppen mit Platz für je eines: {values}",
    "ways": "{line} nimmt {ways}: {values}",
    "many ways": "auf jede der {n} Arten, {line} zu füllen, gilt: {values}",
    "letter": "nur {square} kann {letter} zeigen",
    "first top": "das in {line} von oben erste {letter}",
    "first bottom": "das in {line} von unten erste {letter}",
    "first left": "das in {line} von links erste {letter}",
    "first right": "das in {line} von rechts erste {letter}",
    "word": "{word} auf {place}",
    "steps": " (Schritt {steps})",
    "steps+": " (Schritte {steps})",
    "barred": " ({places} ausgeschlossen)",
    # Contradictions
    "too many": "{lines} hat mehr als {number}",
    "too many+": "{lines} haben mehr Schiffsfelder, als die Flotte für sie übrig lässt",
    "too few": "{lines} kommt nicht auf {number}",
    "too few+": "{lines} haben zu wenig Platz für den Rest der Flotte",
    "few fit": "nur Platz für eines bleibt, gebraucht wird er für {ships}",
    "few fit+": "nur Platz für {n} bleibt, gebraucht wird er für {ships}",
    "no way": "{line} lässt sich nicht mehr füllen",
    "no letter": "kein Feld kann {letter} zeigen",
    "touching": "{squares} berühren sich an einer Ecke",
    "clash": "{square} ist zugleich Schiffsfeld und Wasser",
    "clash by": "{clause}; aber {values}",
    "found too many": "es gibt {n} {ships}",
    "no room": "für {ships} ist nirgends Platz",
    "little room": "für {ships} bleibt nur ein Platz, {places}",
    "little room+": "für {ships} bleiben nur {n} Plätze: {places}",
    "exclude": "diese Plätze schließen einander aus",
    "no case": "in jedem Fall ergibt sich ein Widerspruch",
    "fails after": "das scheitert ohne weitere Fälle",
    "fails after+": "das führt auf {n} weitere Fälle, die alle scheitern",
    # Cases
    "suppose ship": "Angenommen, {squares} ist ein Schiffsfeld.",
    "suppose part": "Angenommen, {square} ist {part}.",
    "suppose water": "Angenommen, {squares} ist Wasser.",
    "suppose placement": "Angenommen, auf {place} liegt {ship}.",
    "on": "Auf {places}:",
    "with": "Mit {places}:",
    "watch": "{supposition}; achten Sie auf {watched}.",
    "holds": "Dagegen spricht nichts.",
    "all fail": "Also scheidet alles aus.",
    "then": "Dann aber: {clause}.",
    "which way": "Wie kann {line} gefüllt sein? Es gibt {n} Möglichkeiten.",
    "which ship": "Welches Schiff liegt auf {square}? Es gibt {n} Möglichkeiten.",
    "where": "Wo ist Platz für {ships}? Es gibt {n} Möglichkeiten.",
    "so": "Also: {values}.",
    "so nothing": "Also gibt es keine Lösung.",
    "so takes": "{line} nimmt also {way}.",
    "so not": "Also nicht.",
    "can it lie": "Kann auf {place} {ship} liegen?",
    "where not": "Wo kann {ship} nicht liegen?",
    "so barred": "Also liegt {ship} auf {places}.",
    "so lies": "Der Platz für {ships} ist also {place}.",
    "so lies+": "Die Plätze für {ships} sind also {place}.",
    "each case": "In jedem Fall gilt: {values}.",
    "searched": (
        "Weiter führen die hier versuchten Verfahren nicht, aber die Suche zeigt: {values}. Kein anderer "
        "Wert dort erfüllt alle Hinweise. Dieses Feld ist gewählt, weil viel daraus folgt."
    ),
}


class German:
    """German words for what arguments name."""

    def joined(self, words: Sequence[str]) -> str:
        """`a, b und c`."""
        return joined(words)

    def either(self, words: Sequence[str]) -> str:
        """`a, b oder c`."""
        return joined(words, "oder")

    def lines(self, lines: Sequence[Line]) -> str:
        """`Zeilen A und C und Spalte 4`."""
        return line_names(lines)

    def values(self, ship: Squares, water: Squares) -> str:
        """`B4 ist ein Schiffsfeld; B5, C3 sind Wasser`."""
        return squares_are(ship, water)

    def part(self, kind: str) -> str:
        """`ein linkes Ende`."""
        return kind_text(kind)

    def the(self, ship: Ship, missing: int, total: int) -> str:
        """`den Kreuzer`, `die letzten 2 Zerstörer`."""
        return ship.word or noun_of(ship).last(missing, total, "accusative")

    def a(self, ship: Ship) -> str:
        """`ein Kreuzer`."""
        return ship.word or noun_of(ship).indefinite()

    def no(self, ship: Ship) -> str:
        """`kein Kreuzer`."""
        return f"kein {ship.word}" if ship.word else noun_of(ship).none()

    def many(self, ship: Ship) -> str:
        """`Kreuzer`."""
        return ship.word or noun_of(ship).many


TELLING: Final = Telling(German(), TABLE)
