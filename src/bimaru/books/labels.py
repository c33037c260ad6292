"""The labels and rules of books and booklets by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bimaru.deduction.languages import language_of

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
        "ship as a round stern (left, top) or a pointed bow (right, bottom), a middle as a square. A "
        "small square is some part of a ship."
    ),
    "rule_bent": "Ships with bends may be turned and flipped in any way.",
    "rule_letters": (
        "Ships with letters may be read in any direction, backwards too. A letter at the edge of the "
        "grid is the one that stands nearest to that edge in its row or column."
    ),
    "rule_unique": "Every puzzle has exactly one answer, so there is never a need to guess.",
    "stars": "{number} of 6 stars",
    "answer_on": "answer on p. {page}",
    "worked_example": "An example, step by step",
    "learn": "What to look for",
    "learn_text": (
        "Each way of reasoning that this book needs, in the order in which the puzzles first need it: a "
        "board before a step and after it."
    ),
    "progress": "Progress",
    "progress_text": "A box for every puzzle, to tick when it is solved.",
    "hints": "Hints",
    "hints_text": "Three hints for each puzzle, found by its number, each stronger than the one before.",
    "hints_1": "Where to look",
    "hints_2": "Which technique",
    "hints_3": "The step itself",
    "solved": "Puzzle {number}, step by step",
    "chapter_one": "Puzzle {first}.",
    "chapter_text": "Puzzles {first} to {last}.",
    "chapter_grades": "From {least} to {most}.",
    "chapter_grade": "All {least}.",
    "typefaces": "Set in {typefaces}.",
    "play": "Play on screen",
    "alt_grid": "A grid of {height} rows and {width} columns.",
    "alt_rows": "Ship squares by row: {numbers}.",
    "alt_columns": "Ship squares by column: {numbers}.",
    "alt_ships": "Ships: {ships}.",
    "alt_ship": "{count} of {length}",
    "alt_edges": "Nearest letters: {letters}.",
    "alt_given": "Given: {squares}.",
    "alt_board": "Ship on the board: {squares}.",
    "alt_open": "Squares still open: {number}.",
    "alt_sides": "top bottom left right",
    "alt_kinds": (
        "W water|S submarine|L left end|R right end|T top end|B bottom end|"
        "M middle|X ship|RB bend|LB bend|RT bend|LT bend"
    ),
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
        "Einige Felder sind vorgegeben: Wasser als Welle, ein Schiff aus einem Feld als Kreis, ein "
        "Ende als rundes Heck (links, oben) oder spitzer Bug (rechts, unten), ein Mittelteil als "
        "Quadrat. Ein kleines Quadrat ist irgendein Teil eines Schiffs."
    ),
    "rule_bent": "Abgewinkelte Schiffe dürfen beliebig gedreht und gespiegelt werden.",
    "rule_letters": (
        "Schiffe mit Buchstaben dürfen in jeder Richtung gelesen werden, auch rückwärts. Ein "
        "Buchstabe am Rand ist derjenige, der in seiner Zeile oder Spalte diesem Rand am nächsten "
        "steht."
    ),
    "rule_unique": "Jedes Rätsel hat genau eine Lösung; raten muss man nie.",
    "stars": "{number} von 6 Sternen",
    "answer_on": "Lösung auf S. {page}",
    "worked_example": "Ein Beispiel, Schritt für Schritt",
    "learn": "Worauf man achtet",
    "learn_text": (
        "Jede Überlegung, die dieses Buch braucht, in der Reihenfolge, in der die Rätsel sie zuerst "
        "brauchen: ein Gitter vor einem Schritt und danach."
    ),
    "progress": "Fortschritt",
    "progress_text": "Ein Kästchen für jedes Rätsel, zum Abhaken.",
    "hints": "Tipps",
    "hints_text": "Drei Tipps zu jedem Rätsel, nach Nummern geordnet, jeder deutlicher als der vorige.",
    "hints_1": "Wo hinsehen",
    "hints_2": "Welche Technik",
    "hints_3": "Der Schritt selbst",
    "solved": "Rätsel {number}, Schritt für Schritt",
    "chapter_one": "Rätsel {first}.",
    "chapter_text": "Rätsel {first} bis {last}.",
    "chapter_grades": "Von {least} bis {most}.",
    "chapter_grade": "Alle {least}.",
    "typefaces": "Gesetzt in {typefaces}.",
    "play": "Am Bildschirm spielen",
    "alt_grid": "Ein Gitter aus {height} Zeilen und {width} Spalten.",
    "alt_rows": "Schiffsfelder nach Zeilen: {numbers}.",
    "alt_columns": "Schiffsfelder nach Spalten: {numbers}.",
    "alt_ships": "Schiffe: {ships}.",
    "alt_ship": "{count} mit {length}",
    "alt_edges": "Nächste Buchstaben: {letters}.",
    "alt_given": "Vorgegeben: {squares}.",
    "alt_board": "Schiff im Gitter: {squares}.",
    "alt_open": "Noch offene Felder: {number}.",
    "alt_sides": "oben unten links rechts",
    "alt_kinds": (
        "W Wasser|S U-Boot|L linkes Ende|R rechtes Ende|T oberes Ende|B unteres Ende|"
        "M Mittelteil|X Schiff|RB Ecke|LB Ecke|RT Ecke|LT Ecke"
    ),
}
_FRENCH: Final = {
    "contents": "Table des matières",
    "rules": "Règles du jeu",
    "answers": "Solutions",
    "answers_to": "Solutions\u00a0: {chapter}",
    "a_puzzle": "Une grille",
    "its_answer": "et sa solution",
    "title": "Grilles de bataille navale",
    "one_puzzle": "1 grille",
    "puzzles": "{number} grilles",
    "puzzles_begin": "Grilles",
    "rule_fleet": (
        "Une flotte est cachée dans la grille. Trouvez tous les navires, dessinés au-dessous. Un "
        "navire est placé horizontalement ou verticalement\u202f; toute case qui n’appartient à aucun "
        "navire est de l’eau."
    ),
    "rule_tallies": (
        "Le nombre à côté d’une ligne ou d’une colonne indique combien de ses cases sont occupées par "
        "des navires. Sans nombre, il peut y en avoir n’importe combien."
    ),
    "rule_apart": "Les navires ne se touchent pas, même par un coin.",
    "rule_givens": (
        "Certaines cases sont données\u00a0: l’eau est une vague, un navire d’une case un cercle, "
        "une extrémité est une poupe ronde (à gauche, en haut) ou une proue pointue (à droite, en bas), "
        "un milieu est un carré. Un petit carré est une partie quelconque d’un navire."
    ),
    "rule_bent": "Les navires coudés peuvent être tournés et retournés.",
    "rule_letters": (
        "Les navires à lettres se lisent dans tous les sens, même à rebours. Une lettre au bord de la "
        "grille est la plus proche de ce bord dans sa ligne ou sa colonne."
    ),
    "rule_unique": "Chaque grille a exactement une solution\u202f; il n’est jamais nécessaire de deviner.",
    "stars": "{number} étoiles sur 6",
    "answer_on": "solution p. {page}",
    "worked_example": "Un exemple, pas à pas",
    "learn": "Ce qu’il faut chercher",
    "learn_text": (
        "Chaque raisonnement dont ce livre a besoin, dans l’ordre où les grilles l’exigent pour la "
        "première fois\u00a0: une grille avant une étape et après."
    ),
    "progress": "Progression",
    "progress_text": "Une case à cocher pour chaque grille résolue.",
    "hints": "Indices",
    "hints_text": "Trois indices pour chaque grille, rangés par numéro, chacun plus précis que le précédent.",
    "hints_1": "Où regarder",
    "hints_2": "Quelle technique",
    "hints_3": "L’étape elle-même",
    "solved": "La grille {number}, pas à pas",
    "chapter_one": "Grille {first}.",
    "chapter_text": "Grilles {first} à {last}.",
    "chapter_grades": "De {least} à {most}.",
    "chapter_grade": "Niveau\u00a0: {least}.",
    "typefaces": "Composé en {typefaces}.",
    "play": "Jouer à l’écran",
    "alt_grid": "Une grille de {height} lignes et {width} colonnes.",
    "alt_rows": "Cases de navires par ligne\u00a0: {numbers}.",
    "alt_columns": "Cases de navires par colonne\u00a0: {numbers}.",
    "alt_ships": "Navires\u00a0: {ships}.",
    "alt_ship": "{count} de {length}",
    "alt_edges": "Lettres les plus proches\u00a0: {letters}.",
    "alt_given": "Données\u00a0: {squares}.",
    "alt_board": "Navires sur la grille\u00a0: {squares}.",
    "alt_open": "Cases encore ouvertes\u00a0: {number}.",
    "alt_sides": "haut bas gauche droite",
    "alt_kinds": (
        "W eau|S sous-marin|L extrémité gauche|R extrémité droite|T extrémité haute|B extrémité basse|"
        "M milieu|X navire|RB coude|LB coude|RT coude|LT coude"
    ),
}
_SPANISH: Final = {
    "contents": "Índice",
    "rules": "Cómo se resuelve",
    "answers": "Soluciones",
    "answers_to": "Soluciones: {chapter}",
    "a_puzzle": "Un tablero",
    "its_answer": "y su solución",
    "title": "Tableros de batalla naval",
    "one_puzzle": "1 tablero",
    "puzzles": "{number} tableros",
    "puzzles_begin": "Tableros",
    "rule_fleet": (
        "En la cuadrícula se esconde una flota. Encuentre todos los barcos; están dibujados debajo. Un barco "
        "está en horizontal o en vertical; toda casilla que no forma parte de un barco es agua."
    ),
    "rule_tallies": (
        "El número junto a una fila o columna indica cuántas de sus casillas ocupan los barcos. Donde no hay "
        "número, puede haber cualquier cantidad."
    ),
    "rule_apart": "Los barcos no se tocan, ni siquiera en diagonal.",
    "rule_givens": (
        "Algunas casillas se dan: el agua es una onda; un barco de una casilla, un círculo; un extremo, una "
        "popa redonda (izquierda, arriba) o una proa en punta (derecha, abajo); una parte central, un "
        "cuadrado. Un cuadrado pequeño es alguna parte de un barco."
    ),
    "rule_bent": "Los barcos con ángulos pueden girarse y voltearse de cualquier modo.",
    "rule_letters": (
        "Los barcos con letras pueden leerse en cualquier dirección, también al revés. Una letra en el borde "
        "es la más cercana a ese borde en su fila o columna."
    ),
    "rule_unique": "Cada tablero tiene exactamente una solución; nunca hace falta adivinar.",
    "stars": "{number} de 6 estrellas",
    "answer_on": "solución en la pág. {page}",
    "worked_example": "Un ejemplo, paso a paso",
    "learn": "En qué fijarse",
    "learn_text": (
        "Cada razonamiento que pide este libro, en el orden en que los tableros lo exigen por "
        "primera vez: un tablero antes de un paso y después."
    ),
    "progress": "Progreso",
    "progress_text": "Una casilla por tablero, para marcarla al resolverlo.",
    "hints": "Pistas",
    "hints_text": "Tres pistas para cada tablero, por número, cada una más clara que la anterior.",
    "hints_1": "Dónde mirar",
    "hints_2": "Qué técnica",
    "hints_3": "El paso mismo",
    "solved": "El tablero {number}, paso a paso",
    "chapter_one": "Tablero {first}.",
    "chapter_text": "Tableros {first} a {last}.",
    "chapter_grades": "De {least} a {most}.",
    "chapter_grade": "Nivel: {least}.",
    "typefaces": "Compuesto en {typefaces}.",
    "play": "Jugar en pantalla",
    "alt_grid": "Una cuadrícula de {height} filas y {width} columnas.",
    "alt_rows": "Casillas de barco por fila: {numbers}.",
    "alt_columns": "Casillas de barco por columna: {numbers}.",
    "alt_ships": "Barcos: {ships}.",
    "alt_ship": "{count} de {length}",
    "alt_edges": "Letras más cercanas: {letters}.",
    "alt_given": "Dadas: {squares}.",
    "alt_board": "Barcos en el tablero: {squares}.",
    "alt_open": "Casillas aún abiertas: {number}.",
    "alt_sides": "arriba abajo izquierda derecha",
    "alt_kinds": (
        "W agua|S submarino|L extremo izquierdo|R extremo derecho|T extremo superior|B extremo inferior|"
        "M parte central|X barco|RB ángulo|LB ángulo|RT ángulo|LT ángulo"
    ),
}
LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    code: {**texts, **language_of(code).grades}
    for code, texts in {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}.items()
}
"""The texts by language and name, those of grades by their names. A book can replace each of them."""
LANGUAGES: Final = tuple(LABELS)
