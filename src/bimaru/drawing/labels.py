"""The labels and rules of books and booklets by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ENGLISH: Final = {
    "contents": "Contents",
    "rules": "How to solve",
    "answers": "Answers",
    "answers_to": "Answers: {chapter}",
    "a_puzzle": "A puzzle",
    "its_answer": "and its answer",
    "title": "Battleship puzzles",
    "one_puzzle": "1 puzzle",
    "puzzles": "{number} puzzles",
    "puzzles_begin": "Puzzles",
    "from_puzzle": "From puzzle {number}",
    "easy": "easy",
    "intermediate": "intermediate",
    "hard": "hard",
    "expert": "expert",
    "extreme": "extreme",
    "rule_fleet": (
        "A fleet is hidden in the grid. Find every ship: they are all drawn below it. A ship lies "
        "across or down; every square that is not part of a ship is water."
    ),
    "rule_tallies": (
        "The number beside a row or a column is the number of its squares that are taken by ships. "
        "Where there is no number, there may be any number of them."
    ),
    "rule_apart": "No two ships touch each other, not even at a corner.",
    "rule_givens": (
        "Some squares are given: water as a wave, a whole ship of one square as a circle, an end of a "
        "ship rounded on one side, a middle as a square. A small square is some part of a ship."
    ),
    "rule_bent": "Ships with bends may be turned and flipped in any way.",
    "rule_letters": (
        "Ships with letters may be read in any direction, backwards too. A letter at the edge of the "
        "grid is the one that stands nearest to that edge in its row or column."
    ),
    "rule_unique": "Every puzzle has exactly one answer, so there is never a need to guess.",
}
_GERMAN: Final = {
    "contents": "Inhalt",
    "rules": "So wird gelöst",
    "answers": "Lösungen",
    "answers_to": "Lösungen: {chapter}",
    "a_puzzle": "Ein Rätsel",
    "its_answer": "und seine Lösung",
    "title": "Bimaru-Rätsel",
    "one_puzzle": "1 Rätsel",
    "puzzles": "{number} Rätsel",
    "puzzles_begin": "Rätsel",
    "from_puzzle": "Ab Rätsel {number}",
    "easy": "leicht",
    "intermediate": "mittel",
    "hard": "schwer",
    "expert": "sehr schwer",
    "extreme": "extrem",
    "rule_fleet": (
        "Im Gitter ist eine Flotte versteckt. Finden Sie alle Schiffe; sie sind darunter abgebildet. "
        "Ein Schiff liegt waagerecht oder senkrecht; jedes Feld, das zu keinem Schiff gehört, ist "
        "Wasser."
    ),
    "rule_tallies": (
        "Die Zahl neben einer Zeile oder Spalte gibt an, wie viele ihrer Felder von Schiffen belegt "
        "sind. Wo keine Zahl steht, können es beliebig viele sein."
    ),
    "rule_apart": "Schiffe berühren einander nicht, auch nicht über Eck.",
    "rule_givens": (
        "Einige Felder sind vorgegeben: Wasser als Welle, ein Schiff aus einem Feld als Kreis, das "
        "Ende eines Schiffs auf einer Seite gerundet, ein Mittelteil als Quadrat. Ein kleines Quadrat "
        "ist irgendein Teil eines Schiffs."
    ),
    "rule_bent": "Schiffe mit Knick dürfen beliebig gedreht und gespiegelt werden.",
    "rule_letters": (
        "Schiffe mit Buchstaben dürfen in jeder Richtung gelesen werden, auch rückwärts. Ein "
        "Buchstabe am Rand ist derjenige, der in seiner Zeile oder Spalte diesem Rand am nächsten "
        "steht."
    ),
    "rule_unique": "Jedes Rätsel hat genau eine Lösung; raten muss man nie.",
}
_FRENCH: Final = {
    "contents": "Table des matières",
    "rules": "Règles du jeu",
    "answers": "Solutions",
    "answers_to": "Solutions : {chapter}",
    "a_puzzle": "Une grille",
    "its_answer": "et sa solution",
    "title": "Grilles de bataille navale",
    "one_puzzle": "1 grille",
    "puzzles": "{number} grilles",
    "puzzles_begin": "Grilles",
    "from_puzzle": "À partir de la grille {number}",
    "easy": "facile",
    "intermediate": "moyen",
    "hard": "difficile",
    "expert": "expert",
    "extreme": "extrême",
    "rule_fleet": (
        "Une flotte est cachée dans la grille. Trouvez tous les navires, dessinés au-dessous. Un "
        "navire est placé horizontalement ou verticalement ; toute case qui n’appartient à aucun "
        "navire est de l’eau."
    ),
    "rule_tallies": (
        "Le nombre à côté d’une ligne ou d’une colonne indique combien de ses cases sont occupées par "
        "des navires. Sans nombre, il peut y en avoir n’importe combien."
    ),
    "rule_apart": "Les navires ne se touchent pas, même par un coin.",
    "rule_givens": (
        "Certaines cases sont données : l’eau est une vague, un navire d’une case un cercle, "
        "l’extrémité d’un navire est arrondie d’un côté, un milieu est un carré. Un petit carré est "
        "une partie quelconque d’un navire."
    ),
    "rule_bent": "Les navires coudés peuvent être tournés et retournés.",
    "rule_letters": (
        "Les navires à lettres se lisent dans tous les sens, même à rebours. Une lettre au bord de la "
        "grille est la plus proche de ce bord dans sa ligne ou sa colonne."
    ),
    "rule_unique": "Chaque grille a exactement une solution ; il n’est jamais nécessaire de deviner.",
}
LABELS: Final[Mapping[str, Mapping[str, str]]] = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH}
"""The texts by language and name. A book can replace each of them. Grades have the names of
`bimaru.deduction.languages`."""
LANGUAGES: Final = tuple(LABELS)
