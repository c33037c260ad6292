"""German."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.de import answers
from bimaru.deduction.languages.de.telling import TELLING
from bimaru.deduction.languages.language import Language

GERMAN: Final = Language(
    code="de",
    techniques={
        "around a given part": "rund um einen vorgegebenen Teil",
        "ships do not touch": "Schiffe berühren einander nicht",
        "rest of the line is water": "der Rest der Linie ist Wasser",
        "rest of the line is ship": "der Rest der Linie ist Schiff",
        "water round a finished ship": "Wasser um ein vollständiges Schiff",
        "direction of a middle": "Richtung eines Mittelteils",
        "no ship fits": "kein Schiff passt",
        "one way to grow": "nur eine Fortsetzung",
        "missing tally": "fehlende Zahl",
        "last places": "letzte Plätze",
        "overlap": "Überschneidung",
        "ways to fill a line": "Füllungen einer Linie",
        "no ship fits: starved line": "kein Schiff passt: ausgehungerte Linie",
        "last places: starved line": "letzte Plätze: ausgehungerte Linie",
        "overlap: starved line": "Überschneidung: ausgehungerte Linie",
        "ways to fill a line: starved line": "Füllungen einer Linie: ausgehungerte Linie",
        "contradiction": "Widerspruch",
        "places that fail": "unmögliche Plätze",
        "cases": "Fälle",
        "nested contradiction": "verschachtelter Widerspruch",
        "ships on a square": "Schiffe auf einem Feld",
        "first letter from an edge": "erster Buchstabe vom Rand",
        "sums of the tallies": "Summen der Zahlen",
        "clues together": "Hinweise zusammen",
        "found by search": "durch Suche gefunden",
    },
    grades={
        "easy": "leicht",
        "intermediate": "mittel",
        "hard": "schwer",
        "expert": "sehr schwer",
        "extreme": "extrem",
    },
    phrases={
        "no_solution": "Das Rätsel hat keine Lösung.",
        "out_of_time": "Die Zeit ist abgelaufen.",
        "no_answer_in_time": "die Zeit ist abgelaufen, bevor die Antwort bekannt war",
        "no_hint": "Kein Tipp: {reason}.",
        "no_argument": "Keine Begründung: {reason}.",
        "solved": "Das Rätsel ist gelöst.",
        "nothing_follows": "Mehr lässt sich nicht folgern.",
        "technique": "Technik: {name}.",
        "conflict_steps": "Wie diese Angaben einander widersprechen, in Schritten, wieder von 1 an gezählt:",
        "repairs": "Mit einer dieser Änderungen hätte das Rätsel eine Lösung:",
        "repair_unique": "{repair} (dann genau eine)",
        "repair_several": "{repair} (dann mehrere)",
        "repair": "{repair}",
        "impossible": "Keine Lösung: {reason}.",
        "by_search": "die Suche beweist es",
        "graded": "Die einzige Lösung. Schwierigkeit: {grade} ({score:.2f}).",
        "solved_by_search": (
            "Die einzige Lösung. Nicht bewertet: Ohne Suche führen die Techniken nicht zu ihr."
        ),
        "unique": "Es gibt genau eine Lösung",
        "multiple": "Es gibt mehrere Lösungen",
        "unknown": "Ob es genau eine Lösung gibt, ist nicht bekannt",
        "late": "Die Zeit ist abgelaufen. {known}.",
        "late_with_one_open": "Die Zeit ist abgelaufen. {squares} ist offen. {known}.",
        "late_with_open": "Die Zeit ist abgelaufen. {squares} sind offen. {known}.",
        "ambiguous": "{known}: Mehr lässt sich nicht folgern, und {squares} bleiben offen.",
        "stuck": "{known}, aber keine Technik führt weiter, und {squares} bleiben offen.",
        "two_boards": "Zwei Lösungen, die sich unterscheiden:",
        "ungraded": "nicht bewertet: {reason}",
        "ungraded_none": "das Rätsel hat keine Lösung",
        "ungraded_multiple": "das Rätsel hat mehrere Lösungen",
        "ungraded_unique": "keine Technik führt zur Lösung",
        "ungraded_cut": "die Bewertung braucht zu viel Suche",
        "ungraded_unknown": "ob es genau eine Lösung gibt, ist nicht bekannt",
        "lesson_graded": "Die einzige Lösung. Schwierigkeit: {grade}.",
        "lesson_late": "Die Zeit ist abgelaufen; noch offen: {squares}.",
        "lesson_ambiguous": "Mehrere Lösungen: Mehr lässt sich nicht folgern; noch offen: {squares}.",
        "lesson_stuck": "Mehr lässt sich nicht folgern; noch offen: {squares}.",
        "the_puzzle": "Das Rätsel",
    },
    telling=TELLING,
    answers=answers,
)
"""The names and sentences."""
