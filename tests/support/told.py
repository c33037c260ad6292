"""What bimaru should say about some puzzles in each language; the texts are in `tests/data/told`.

`tests/support/transcripts.py` writes them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import bimaru
from bimaru import Board, Puzzle
from bimaru.advice.clue_sets.oracle import Oracle
from bimaru.deduction.languages import language_of
from bimaru.deduction.limits import Deadline
from explanations import explained, with_column_9
from instances import instance, instances
from rare_sentences import rare_besides

TEXTS: Final = ("title", "text", "where", "idea", "failure")
"""The keys of JSON whose values are sentences."""
SMALL: Final = {"rows": [2, 0, 1], "cols": [1, 1, 1], "fleet": {"2": 1, "1": 1}, "givens": [[2, 0, "W"]]}

EXAMPLES: Final = [one.puzzle for one in instances("techniques")]
"""For each technique a puzzle that needs it."""
SAMPLE: Final = [
    *EXAMPLES,
    *(one.puzzle for one in (*instances("boats")[::400], instance("csplib014", "csplib014-16942"))),
    with_column_9(instances("csplib014")[0].puzzle),
    *(one.puzzle for name in ("lettered", "polyomino") for one in instances(name)[:1]),
]


WHY: Final = import_module("bimaru.advice.why")  # not the function of that name
_found: Final[dict[object, Any]] = {}


def _once(search: Callable[..., Any]) -> Callable[..., Any]:
    """A search for an argument, made in one language only: it takes most of the time and knows none."""

    def found(puzzle: Puzzle | Oracle, *about: Any, **options: Any) -> Any:
        known = puzzle.puzzle if isinstance(puzzle, Oracle) else puzzle
        key = search, known, *(str(one) for one in about if not isinstance(one, Deadline)), str(options)
        if key not in _found:
            _found[key] = search(puzzle, *about, **options)
        return _found[key]

    return found


SEARCHES: Final[dict[str, Any]] = {
    name: _once(getattr(WHY, name)) for name in ("smallest_set", "prove_not", "outline_not")
}


@cache
def all_about(puzzle: Puzzle, language: str) -> list[dict[str, object]]:
    """What there is to say about a puzzle, as JSON: its explanation, and hints and arguments."""
    with patch.multiple(WHY, **SEARCHES):
        explanation = explained(puzzle, language)
        answers = [explanation.to_data(), bimaru.hint(puzzle, language=language).to_data()]
        answers += [
            bimaru.why(puzzle, (0, 0), is_not=kind, language=language).to_data() for kind in (None, "L")
        ]
        middle = explanation[len(explanation) // 2].board
        return [*answers, bimaru.hint(puzzle, middle, language=language).to_data()]


def unsolvable(puzzle: Puzzle, language: str) -> list[dict[str, object]]:
    """The same for a puzzle without a solution, for one with several, and for boards that are wrong or half
    filled."""
    wrong = bimaru.explain(puzzle.replace(rows=[3, *puzzle.rows[1:]]), with_clues=True, language=language)
    several = bimaru.explain(puzzle.replace(givens=()), with_clues=True, language=language)
    half = Board(("..?", "???", "???"))
    return [
        wrong.to_data(),
        several.to_data(),
        bimaru.why(puzzle.replace(givens=()), (0, 0), language=language).to_data(),
        bimaru.hint(puzzle, half, language=language).to_data(),
        *(
            bimaru.explain(puzzle, Board(rows), language=language).to_data()
            for rows in (
                ("???", "???", "X??"),
                ("???", "?X?", "???"),
                ("XXX", "???", "???"),
                ("XX?", "X??", "???"),
            )
        ),
    ]


def sentences(data: Any) -> Iterator[str]:
    """The sentences in JSON, in order."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in TEXTS and isinstance(value, str):
                yield from filter(None, [value])
            else:
                yield from sentences(value)
    elif isinstance(data, list):
        yield from chain.from_iterable(map(sentences, data))


def file_of(code: str) -> Path:
    """The file of a language."""
    return Path(__file__).parents[1] / "data" / "told" / f"{code}.txt"


def told(code: str) -> str:
    """A language's grades and phrases, and each sentence about the small puzzles of the techniques, and about
    `SMALL` without a solution, with several, and with wrong boards, those that few boards call for, and the
    names of techniques and what they rest on; each once."""
    language = language_of(code)
    brief = [puzzle for puzzle in EXAMPLES if len(puzzle.rows) < 9]
    answers = [*(all_about(puzzle, code) for puzzle in brief), unsolvable(Puzzle.from_data(SMALL), code)]
    lines = [*language.grades.values(), *language.phrases.values(), *sentences(answers)]
    taught = filter(None, map(language.principle, language.techniques))
    rest = [*rare_besides(language, lines), *language.techniques.values(), *taught]
    return "".join(f"{line}\n" for line in dict.fromkeys([*lines, *rest]))
