"""Every language says the same: the same sentences, about the same squares, without a word of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from pypdf import PdfReader

import bimaru
from bimaru import Board, Puzzle
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.grading import GRADES
from bimaru.deduction.languages import LANGUAGES, LanguageName, language_of
from bimaru.deduction.languages.de import clues as german_clues
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.en import clues as english_clues
from bimaru.deduction.languages.language import Language
from bimaru.deduction.placement_techniques import PLACING_TECHNIQUES, SUMS
from bimaru.deduction.reasons import Clue, Facts, Line, Reason, Starved
from bimaru.deduction.techniques import SEARCHED, TECHNIQUES
from bimaru.drawing.argument import states_of
from bimaru.drawing.labels import LABELS
from bimaru.drawing.scene import caption_of
from command_line import bimaru as call
from command_line import jsonl
from instances import instances

OTHERS: Final = [language for language in LANGUAGES.values() if language is not ENGLISH]
TEXTS: Final = ("text", "where", "idea", "failure")
"""The keys of JSON whose values are sentences."""
ENGLISH_WORDS: Final = re.compile(
    r"\b(the|is|are|and|or|of|rows?|columns?|ships?|water|squares?|no|would|cannot|then|suppose|with|"
    r"without|be|only|look|at|has|have|it|they|needs|submarines?|destroyers?|cruisers?|battleships?|end|middle)\b",
    re.IGNORECASE,
)
SMALL: Final = {"rows": [2, 0, 1], "cols": [1, 1, 1], "fleet": {"2": 1, "1": 1}, "givens": [[2, 0, "W"]]}

SAMPLE: Final = [
    *(one.puzzle for one in instances("techniques")),
    *(one.puzzle for name in ("boats", "csplib014") for one in instances(name)[::400]),
    *(one.puzzle for name in ("lettered", "polyomino") for one in instances(name)[:1]),
]


def explained(puzzle: Puzzle, language: str) -> list[dict[str, object]]:
    """What there is to say about a puzzle, as JSON: its explanation, and hints and arguments."""
    explanation = bimaru.explain(puzzle, language=language)
    answers = [explanation.to_data(), bimaru.hint(puzzle, language=language).to_data()]
    answers += [bimaru.why(puzzle, (0, 0), is_not=kind, language=language).to_data() for kind in (None, "L")]
    middle = explanation[len(explanation) // 2].board
    return [*answers, bimaru.hint(puzzle, middle, language=language).to_data()]


def unsolvable(puzzle: Puzzle, language: str) -> list[dict[str, object]]:
    """The same of a puzzle without a solution, and of one with several."""
    rows = [3, *puzzle.rows[1:]]
    wrong = bimaru.explain(puzzle.replace(rows=rows), with_clues=True, language=language)
    several = bimaru.explain(puzzle.replace(givens=()), with_clues=True, language=language)
    half = Board(("..?", "???", "???"))
    return [
        wrong.to_data(),
        several.to_data(),
        bimaru.why(puzzle.replace(givens=()), (0, 0), language=language).to_data(),
        bimaru.hint(puzzle, half, language=language).to_data(),
        bimaru.explain(puzzle, Board(("???", "???", "X??")), language=language).to_data(),
    ]


def sentences(data: Any) -> Iterator[str]:
    """The sentences in JSON, in order."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in TEXTS and isinstance(value, str):
                yield value
            else:
                yield from sentences(value)
    elif isinstance(data, list):
        yield from chain.from_iterable(map(sentences, data))


def silent(data: Any) -> Any:
    """JSON without its sentences."""
    if isinstance(data, dict):
        return {key: silent(value) for key, value in data.items() if key not in TEXTS}
    return [*map(silent, data)] if isinstance(data, list) else data


def squares_in(sentence: str) -> list[str]:
    return sorted(re.findall(r"\b[A-Z]{1,2}[0-9]+(?:-[A-Z]{1,2}[0-9]+)?\b", sentence))


def assert_same(answers: Callable[[Puzzle, str], list[dict[str, object]]], puzzle: Puzzle, code: str) -> None:
    found, english = answers(puzzle, code), answers(puzzle, "en")
    assert silent(found) == silent(english)
    pairs = [*zip(sentences(found), sentences(english), strict=True)]
    assert pairs
    for sentence, original in pairs:
        assert squares_in(sentence) == squares_in(original), (sentence, original)
        assert ENGLISH_WORDS.search(sentence) is None, (sentence, original)
        assert re.search("  |None|,[^ ]", sentence) is None, sentence


def named(language: Language) -> str:
    return language.code


def tables(language: Language) -> dict[str, dict[str, object]]:
    found = {field.name: getattr(language, field.name) for field in fields(language)}
    return {name: table for name, table in found.items() if isinstance(table, dict)}


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_every_table_has_the_keys_of_the_english_one(language: Language) -> None:
    for name, table in tables(ENGLISH).items():
        assert [*tables(language)[name]] == [*table], name


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_phrases_have_the_same_values_to_fill_in(language: Language) -> None:
    for name, phrase in ENGLISH.phrases.items():
        braces = re.compile(r"\{.*?\}")
        assert sorted(braces.findall(language.phrases[name])) == sorted(braces.findall(phrase)), name


def test_every_technique_has_a_name() -> None:
    names = {technique.name for technique in TECHNIQUES} | {*PLACING_TECHNIQUES, SUMS, SEARCHED.name}
    assert names == {*ENGLISH.techniques}


def test_english_words_are_found_in_english() -> None:
    for sentence in sentences(explained(instances("techniques")[0].puzzle, "en")):
        assert ENGLISH_WORDS.search(sentence)


@pytest.mark.parametrize("language", OTHERS, ids=named)
@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: str(puzzle.id))
def test_explanations_say_the_same_of_the_same_squares(puzzle: Puzzle, language: Language) -> None:
    assert_same(explained, puzzle, language.code)


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_so_does_what_is_wrong_with_a_puzzle_or_a_board(language: Language) -> None:
    assert_same(unsolvable, Puzzle.from_data(SMALL), language.code)


@pytest.mark.parametrize("language", OTHERS, ids=named)
@pytest.mark.parametrize(
    "rows", [("XX?", "???", "???"), ("X?.", "?X?", "???"), ("???", "???", "S??"), ("LR.", "...", "..S")]
)
def test_so_does_the_referee(rows: tuple[str, ...], language: Language) -> None:
    puzzle = Puzzle.from_data(SMALL | {"rows": [None, None, 1], "givens": [[2, 0, "S"]]})
    board = Board(rows)
    for fault in bimaru.check(puzzle, board):
        sentence = language.answers.fault(puzzle, board, fault)
        assert ENGLISH_WORDS.search(sentence) is None
        assert {*squares_in(fault.text)} <= {*squares_in(sentence)}


def test_german_bends_its_words() -> None:
    puzzle = Puzzle.from_data(SMALL)
    assert bimaru.why(puzzle, (1, 1), language="de").text == "Zeile B hat 0: Also ist B2 Wasser."
    assert bimaru.hint(puzzle, language="de").where == "Sehen Sie sich Zeile B an."
    words = LANGUAGES["de"].phrases["nothing_follows"]
    assert words == "Mehr lässt sich nicht folgern."


def test_names_of_techniques_and_grades() -> None:
    assert bimaru.technique_name("overlap", "de") == "Überschneidung"
    assert bimaru.grade_name("hard", "de") == "schwer"
    assert bimaru.technique_name("overlap") == "overlap"


def test_the_codes_are_known_to_type_checkers() -> None:
    assert [*get_args(LanguageName)] == [*LANGUAGES] == [language.code for language in LANGUAGES.values()]


@pytest.mark.parametrize(
    "use",
    [
        lambda puzzle: bimaru.explain(puzzle, language="xx"),
        lambda puzzle: bimaru.hint(puzzle, language="xx"),
        lambda puzzle: bimaru.why(puzzle, (0, 0), language="xx"),
        lambda puzzle: bimaru.conflict(puzzle, language="xx"),
        lambda puzzle: bimaru.ambiguity(puzzle, language="xx"),
        lambda _: bimaru.grade_name("hard", "xx"),
    ],
)
def test_an_unknown_language_is_refused(use: Callable[[Puzzle], object]) -> None:
    with pytest.raises(bimaru.UnknownLanguageError, match="unknown language 'xx'; expected one of en, de"):
        use(Puzzle.from_data(SMALL))


# The commands


def test_the_commands_print_the_language() -> None:
    puzzle = jsonl(SMALL)
    explanation = call("explain", "--language", "de", "-", stdin=puzzle).out
    assert "1. Der Rest der Linie ist Wasser. In Zeile B liegt kein Schiffsfeld" in explanation
    assert "Die einzige Lösung. Schwierigkeit: mittel (2." in explanation
    assert call("grade", "--language", "de", "-", stdin=puzzle).out.startswith("mittel (2.")
    hint = call("hint", "--language", "de", "--strength", "technique", "-", stdin=puzzle).out
    assert hint == "Sehen Sie sich Zeile B an.\nTechnik: der Rest der Linie ist Wasser.\n"
    assert "Also ist B2 Wasser." in call("why", "--language", "de", "-", "B2", stdin=puzzle).out


@pytest.mark.parametrize("command", ["explain", "hint", "grade"])
def test_the_commands_refuse_an_unknown_language(command: str) -> None:
    ran = call(command, "--language", "xx", "-", stdin=jsonl(SMALL))
    assert ran.code == Exit.BAD_INPUT
    assert "'xx' is not one of 'en', 'de'" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_commands_print_when_there_is_no_answer(language: str) -> None:
    words = LANGUAGES[language]
    several = jsonl(SMALL | {"givens": []})
    assert words.phrase("two_boards") in call("explain", "--language", language, "-", stdin=several).out
    none = jsonl(SMALL | {"rows": [2, 0, 2]})
    assert call("hint", "--language", language, "-", stdin=none).out == f"{words.phrase('no_solution')}\n"
    ungraded = words.phrase("ungraded", reason=words.phrase("ungraded_none"))
    assert call("grade", "--language", language, "-", stdin=none).out == f"{ungraded}\n"


@pytest.mark.parametrize("code", LANGUAGES)
def test_books_name_grades_as_explanations_do(code: str) -> None:
    labels = LABELS[code]
    assert {name: labels[name] for name in GRADES} == LANGUAGES[code].grades
    assert all({*labels} == {*LABELS["en"]} for labels in LABELS.values())


def test_french_books_have_the_usual_names_of_grades_and_headings() -> None:
    """There are no explanations in French to compare with."""
    french = LABELS["fr"]
    assert [french[name] for name in GRADES] == ["facile", "moyen", "difficile", "expert", "extrême"]
    names = ("contents", "rules", "answers", "answers_to", "a_puzzle", "its_answer", "title")
    assert [french[name] for name in names] == [
        "Table des matières",
        "Règles du jeu",
        "Solutions",
        "Solutions : {chapter}",
        "Une grille",
        "et sa solution",
        "Grilles de bataille navale",
    ]
    numbers = ("one_puzzle", "puzzles", "puzzles_begin", "from_puzzle")
    assert [french[name] for name in numbers] == [
        "1 grille",
        "{number} grilles",
        "Grilles",
        "À partir de la grille {number}",
    ]


@pytest.mark.parametrize("code", LABELS)
def test_rules_of_books_are_sentences(code: str) -> None:
    rules = [text for name, text in LABELS[code].items() if name.startswith("rule_")]
    assert len(rules) == 7
    assert all(text[0].isupper() and text.endswith(".") and "  " not in text for text in rules)


def test_pictures_of_steps_and_of_arguments_are_in_the_language() -> None:
    puzzle = next(one.puzzle for one in instances("techniques") if one.known["technique"] == "contradiction")
    explanation = bimaru.explain(puzzle, language="de")
    number = next(i for i, step in enumerate(explanation) if step.cases)
    states = states_of(explanation[number - 1].board, explanation[number])
    captions = [*(state.text for state in states), *(caption_of(step) for step in explanation)]
    assert any(caption.startswith("Widerspruch: ") for caption in captions)
    assert [caption for caption in captions if ENGLISH_WORDS.search(caption)] == []


def test_a_lesson_and_a_booklet_are_in_the_language(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(SMALL, SMALL), encoding="utf-8")
    book, lesson = tmp_path / "book.pdf", tmp_path / "lesson.pdf"
    assert call("draw", "--language", "de", "--grades", puzzles, "-o", book).code == Exit.DONE
    assert call("draw", "--language", "de", "--explanation", puzzles, "-o", lesson).code == Exit.DONE
    words = text_of(book)
    assert "So wird gelöst" in words
    assert "2 Rätsel" in words
    assert "mittel" in words
    assert ENGLISH_WORDS.search(words) is None
    assert "Die einzige Lösung. Schwierigkeit: mittel." in text_of(lesson)


def text_of(path: Path) -> str:
    """The text of a PDF file."""
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(path).pages)


def _link(**values: Any) -> Reason:
    """A link that cites the fleet, on a square where no ship fits."""
    return Reason("no ship fits", (), ((9, 9),), "", squares=((9, 9),), **values)


@pytest.mark.parametrize(
    ("code", "alone", "counted"),
    [
        (
            "en",
            "the battleship is A1-A4",
            "the submarines are A1 and E5, by the count of the fleet's squares",
        ),
        (
            "de",
            "das Schlachtschiff liegt auf A1-A4",
            "die U-Boote liegen auf A1 und E5, nach der Zahl der Schiffsfelder der Flotte",
        ),
    ],
)
def test_a_ship_of_which_the_fleet_has_one_is_not_in_the_plural(code: str, alone: str, counted: str) -> None:
    tell = language_of(code).sentences.unreached
    battleship = ((0, 0), (0, 1), (0, 2), (0, 3))
    assert f"({alone})" in tell(_link(fleet=((4, 1),), premises=Facts(ship=battleship)))
    both = _link(fleet=((4, 1), (1, 2)), premises=Facts(ship=((0, 0), (4, 4))))
    assert f"({counted})" in tell(both)


@pytest.mark.parametrize(
    ("code", "few", "many", "there", "numbered"),
    [
        (
            "en",
            "A1-A2, A3-A4, C1-C2 and C3-C4 ruled out",
            "7 places in rows A, C, E and G ruled out before",
            "7 places there ruled out before",
            "7 places ruled out in steps 4 and 9-12",
        ),
        (
            "de",
            "A1-A2, A3-A4, C1-C2 und C3-C4 scheiden aus",
            "7 Plätze in den Zeilen A, C, E und G schieden schon aus",
            "7 Plätze dort schieden schon aus",
            "7 Plätze schieden in den Schritten 4 und 9-12 aus",
        ),
    ],
)
def test_few_places_ruled_out_are_listed_and_of_many_it_is_said_where_they_lie_or_in_which_steps(
    code: str, few: str, many: str, there: str, numbered: str
) -> None:
    tell = language_of(code).sentences.unreached
    places = [((r, c), (r, c + 1)) for r in (0, 2, 4) for c in (0, 2)]
    assert f"({few})" in tell(_link(premises=Facts(barred=tuple(places[:4]))))
    facts = Facts(barred=(*places, ((6, 0), (6, 1), (6, 2))))
    assert f"({many})" in tell(_link(premises=facts))
    assert f"({numbered})" in tell(_link(premises=facts, barred_in=(4, 9, 10, 11, 12)))
    on_all = tuple(place[0] for place in facts.barred)
    assert f"({there})" in tell(replace(_link(premises=facts), squares=on_all))


@pytest.mark.parametrize(
    ("code", "where"),
    [
        ("en", "without starving row B or C, or overfilling row A or column 3"),
        ("de", "ohne Zeile B oder C auszuhungern oder Zeile A oder Spalte 3 zu überfüllen"),
    ],
)
def test_lines_that_ships_would_fill_too_much_or_too_little_are_named(code: str, where: str) -> None:
    starved = tuple(Starved(((4, 4),), Line("row", row)) for row in (1, 2))
    overfull = (Line("row", 0), Line("column", 2))
    assert where in language_of(code).sentences.brief_unreached(_link(starved=starved, overfull=overfull))


@pytest.mark.parametrize(
    ("code", "found"),
    [("en", "the last cruiser besides F4-F6 "), ("de", "Der letzte Kreuzer außer F4-F6 ")],
)
def test_the_ships_that_are_found_are_named_beside_those_that_are_missing(code: str, found: str) -> None:
    cruisers = [tuple((row, col) for col in (3, 4, 5)) for row in (5, 1)]
    link = _link(length=3, wanted=1, total=2, found=tuple(cruisers[:1]), places=tuple(cruisers[1:]))
    text = language_of(code).sentences.brief_placements(link)
    assert text.lower().startswith(found.lower()), text


@pytest.mark.parametrize(
    ("code", "needs", "touch"),
    [
        ("en", "Row C and column 3 need C5-C6, A3-B3.", "B3 and C4 would touch at a corner"),
        ("de", "Zeile C und Spalte 3 brauchen C5-C6, A3-B3.", "B3 und C4 würden sich über Eck berühren"),
    ],
)
def test_squares_are_in_the_order_of_the_lines_that_need_them(code: str, needs: str, touch: str) -> None:
    words = language_of(code).sentences
    row = Reason("", ((2, 4), (2, 5)), (), "", line=Line("row", 2))
    column = Reason("", ((0, 2), (1, 2)), (), "", line=Line("column", 2))
    assert words.rest_ship_of([column, row]) == needs
    assert words.touching(Reason("", (), (), "", premises=Facts(ship=((1, 2), (2, 3))))) == touch


def test_part_of_a_longer_ship_is_not_listed_as_a_ship_that_is_found() -> None:
    tell = language_of("en").sentences.unreached
    facts = Facts(ship=((0, 0), (2, 2), (4, 4)))
    assert "(all submarines are found)" in tell(_link(fleet=((1, 2),), premises=facts))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "only one of the 2 cruisers would fit, on A1-A3 or B1-B3"),
        ("de", "von den 2 Kreuzern fände nur einer Platz, auf A1-A3 oder B1-B3"),
    ],
)
def test_ships_that_fit_only_one_at_a_time_are_named_with_their_places(code: str, text: str) -> None:
    places = tuple(tuple((row, col) for col in range(3)) for row in range(2))
    link = Reason("overlap", (), (), "", length=3, wanted=2, total=2, places=places, groups=(places,))
    assert language_of(code).sentences.no_placement(link) == text


LETTERED: Final = instances("lettered")[0].puzzle
"""A puzzle with letters at its edges."""


@pytest.mark.parametrize(
    ("code", "tallies", "letters"),
    [
        ("en", "row A has 2, row B 0, column 2 has 3", "the letters right of rows A and C"),
        ("de", "Zeile A hat 2, Zeile B 0, Spalte 2 hat 3", "der Buchstaben rechts von den Zeilen A und C"),
    ],
)
def test_clues_of_a_kind_are_listed_together(code: str, tallies: str, letters: str) -> None:
    clues = {"en": (english_clues, english_clues.clue_names), "de": (german_clues, german_clues.because_of)}
    module, as_reason = clues[code]
    chosen = [Clue("column", 1), Clue("edge", ("right", 2)), Clue("row", 0), Clue("row", 1)]
    assert module.clue_texts(LETTERED, chosen).startswith(tallies)
    assert letters in as_reason(LETTERED, [*chosen, Clue("edge", ("right", 0))])


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_placements_of_a_ship_share_is_one_sentence(code: str) -> None:
    for name in ("lettered", "polyomino"):
        for step in bimaru.explain(instances(name)[0].puzzle, language=code):
            about = [reason.squares for reason in step.reasons if reason.technique == "ships on a square"]
            assert len(about) == len({*about})
            assert not any(text[:1].islower() for text in (reason.text for reason in step.reasons))


def test_letters_at_an_edge_come_first_from_their_side() -> None:
    text = " ".join(step.text for step in bimaru.explain(LETTERED))
    assert "the 3 that comes first from below in column 7" in text
    assert "the 2 that comes first from the right in row C" in text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the rows have 1 ship square and the ships have 2"),
        ("de", "die Zeilen haben 1 Schiffsfeld und die Schiffe haben 2"),
    ],
)
def test_sums_of_tallies_agree_with_their_nouns(language: str, text: str) -> None:
    failure = bimaru.explain(Puzzle([1, 0], [None, None], words=["AB"]), language=language).failure
    assert failure is not None
    assert failure.text == text
