"""Every language says the same: the same sentences, about the same squares, without a word of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from pypdf import PdfReader

import bimaru
from bimaru import Board, Puzzle
from bimaru.books.labels import labels_of
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.languages import LANGUAGES, LanguageName, UnknownLanguageError
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.link_sentences import Said
from bimaru.deduction.reasons import Account, Clue, EitherWay, Facts, Line, Reason, Squares, links_of
from bimaru.deduction.techniques import CASES, SEARCHED, TECHNIQUES
from bimaru.drawing.argument import states_of
from bimaru.drawing.scene import caption_of
from bimaru.polyominoes import NAMED
from bimaru.puzzle import Given
from bimaru.ships import Ship
from command_line import bimaru as call
from command_line import jsonl
from instances import instances
from rare_sentences import LETTERED, rare, said
from sampling import sampled, thorough
from told import SAMPLE, SMALL, TEXTS, all_about, file_of, sentences, told, unsolvable

SHOWN_OTHERWISE: Final = {
    "ships on a square",
    "first letter from an edge",
    "sums of the tallies",
}
"""Names of techniques of letters and polyomino ships, and of sums."""
OTHERS: Final = [language for language in LANGUAGES.values() if language is not ENGLISH]
ENGLISH_WORDS: Final = re.compile(
    r"\b(the|is|are|and|or|of|rows?|columns?|ships?|water|squares?|would|cannot|then|suppose|with|"
    r"without|be|only|look|at|has|have|it|they|needs|submarines?|destroyers?|cruisers?|battleships?|end|middle)\b",
    re.IGNORECASE,
)


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


def sayings(language: Language) -> set[str]:
    """The keys of a language's table, without their forms."""
    return {re.split(r"[.:+]", key)[0] for key in language.table}


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_every_table_has_the_keys_of_the_english_one(language: Language) -> None:
    for name in ("techniques", "grades", "phrases"):
        assert [*getattr(language, name)] == [*getattr(ENGLISH, name)], name
    assert sayings(language) == sayings(ENGLISH)
    assert len(language.table) == len({*language.table})


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_a_sentence_has_no_gap_that_the_english_one_lacks(language: Language) -> None:
    """Others: the gender of a number of ships, and of what English says in the words of the referee."""
    for key, text in language.table.items():
        plain = re.split(r"[.:+]", key)[0]
        if plain.startswith("fault"):
            continue
        gaps, given = ({*re.findall(r"\{(\w*)", one)} for one in (text, ENGLISH.table[plain]))
        assert gaps - {"one"} <= given | {*re.findall(r"\{(\w*)", ENGLISH.table.get(f"{plain}+", ""))}, key


def texts_of(language: Language) -> dict[str, str]:
    """The texts of a language that have two words or more."""
    texts = {**language.techniques, **language.phrases, **language.table}
    gap, word = re.compile(r"\{.*?\}"), re.compile(r"[^\W\d]{2,}")
    return {key: text for key, text in texts.items() if len(word.findall(gap.sub("", text))) > 1}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=named)
def test_few_texts_are_those_of_another_language(language: Language) -> None:
    """As they are in a copied table that is translated in part."""
    texts = texts_of(language)
    for other in LANGUAGES.values():
        if other is not language:
            same = [key for key, text in texts_of(other).items() if texts.get(key) == text]
            assert len(same) <= len(texts) / 20, (other.code, same)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=named)
def test_a_language_is_a_table_of_at_most_400_lines(language: Language) -> None:
    path = Path(bimaru.deduction.languages.__file__).parent / f"{language.code}.py"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400
    assert not [line for line in lines if line.startswith(("def ", "class "))]


@pytest.mark.parametrize("language", OTHERS, ids=named)
def test_phrases_have_the_same_values_to_fill_in(language: Language) -> None:
    for name, phrase in ENGLISH.phrases.items():
        braces = re.compile(r"\{.*?\}")
        assert sorted(braces.findall(language.phrases[name])) == sorted(braces.findall(phrase)), name


def test_every_technique_has_a_name() -> None:
    names = {technique.name for technique in (*TECHNIQUES, CASES, SEARCHED)} | SHOWN_OTHERWISE
    assert names == {*ENGLISH.techniques}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=named)
def test_every_technique_that_is_taught_has_a_principle(language: Language) -> None:
    for technique in (*TECHNIQUES, CASES):
        assert language.principle(technique.name)


def test_english_words_are_found_in_english() -> None:
    for sentence in sentences(all_about(instances("techniques")[0].puzzle, "en")):
        assert ENGLISH_WORDS.search(sentence)


# In `make test` each puzzle in one of the languages in turn: every sentence is compared with its record, too.
@pytest.mark.parametrize(
    "case",
    sampled(product(range(len(SAMPLE)), range(len(OTHERS))), lambda case: case[0] % len(OTHERS) == case[1]),
    ids=lambda case: f"{case[0]}-{OTHERS[case[1]].code}",
)
def test_explanations_say_the_same_of_the_same_squares(case: tuple[int, int]) -> None:
    puzzle, language = SAMPLE[case[0]], OTHERS[case[1]]
    assert_same(all_about, puzzle, language.code)


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
        sentence = language.advice.fault(puzzle, board, fault)
        assert ENGLISH_WORDS.search(sentence) is None
        assert {*squares_in(fault.text)} <= {*squares_in(sentence)}


def test_a_fault_of_a_line_names_the_line_its_ships_and_its_tally() -> None:
    puzzle, board = Puzzle([0, 3], [2, 1], {1: 1}), Board(("S?", ".."))
    found = bimaru.check(puzzle, board)
    assert [ENGLISH.advice.fault(puzzle, board, fault) for fault in found] == [
        "Row A has 1 ship square and 1 unknown, its tally is 0.",
        "Row B has 0 ship squares, its tally is 3.",
        "Column 1 has 1 ship square, its tally is 2.",
        "Squares still unknown: 1.",
    ]


def test_german_bends_its_words() -> None:
    puzzle = Puzzle.from_data(SMALL)
    assert bimaru.why(puzzle, (1, 1), language="de").text == "Zeile B hat 0: Also ist B2 Wasser."
    assert bimaru.hint(puzzle, language="de").where == "Sehen Sie sich Zeile B an."
    words = LANGUAGES["de"].phrases["nothing_follows"]
    assert words == "Mehr lässt sich nicht folgern."


def test_spanish_conjunctions_give_way_to_sounds_like_their_own() -> None:
    words = LANGUAGES["es"].words
    assert words.either(["7", "8", "11", "80"]) == "7, 8, 11 u 80"
    assert words.either(["F1", "O2"]) == "F1 u O2"
    assert words.either(["10", "11"]) == "10 u 11"
    assert words.either(["A11", "118"]) == "A11 o 118"
    assert words.joined(["H3", "I4"]) == "H3 e I4"
    assert words.joined(["I4", "H3"]) == "I4 y H3"


def test_the_english_article_goes_with_the_sound_of_a_letter() -> None:
    for name, shape in NAMED.items():
        ship = Ship.polyomino(shape)
        if not ship.is_straight:
            article = "an" if name[0] in "FHILNOSX" else "a"
            assert str(ENGLISH.words.a(ship)).startswith(f"{article} {name[0]} ")


@pytest.mark.parametrize(
    ("code", "two", "three"),
    [
        ("en", "one lies on A1 or C1 and one on A3", "one lies on A1 or C1, one on A3 and one on A5"),
        ("de", "eines auf A1 oder C1 und eines auf A3", "A1 oder C1, eines auf A3 und eines auf A5"),
        ("fr", "l’un est en A1 ou C1 et l’autre en A3", "en A1 ou C1, un autre en A3 et un autre en A5"),
        ("es", "uno está en A1 o C1 y el otro en A3", "uno está en A1 o C1, otro en A3 y otro en A5"),
    ],
)
def test_the_second_of_two_ships_is_the_other_one(code: str, two: str, three: str) -> None:
    first, *others = (((0, column),) for column in (0, 2, 4))
    groups = ((first, ((2, 0),)), *((other,) for other in others))
    for number, text in ((2, two), (3, three)):
        reason = Reason(
            "overlap", ((0, 0),), (), "", kind=Ship.straight(1), wanted=number, total=number,
            groups=groups[:number],
        )  # fmt: skip
        assert text in LANGUAGES[code].arguments.finding(reason)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "The two submarines can only lie on A1 and A3."),
        ("de", "Nur noch auf A1 und A3 ist Platz für die beiden U-Boote."),
        ("fr", "Les deux sous-marins ne peuvent être qu’en A1 et A3."),
        ("es", "Los dos submarinos solo pueden estar en A1 y A3."),
    ],
)
def test_groups_of_one_placement_each_are_the_last_places(code: str, text: str) -> None:
    groups = ((((0, 2),),), (((0, 0),),))  # named in the order of the board, not of the groups
    reason = Reason("overlap", ((0, 0),), (), "", kind=Ship.straight(1), wanted=2, total=2, groups=groups)
    assert LANGUAGES[code].arguments.finding(reason) == text


@pytest.mark.parametrize(
    ("code", "tallies"),
    [
        ("en", "Row A has 4, row B 1, column 1 has 2 and column 2 has 1"),
        ("de", "Zeile A hat 4, Zeile B 1, Spalte 1 hat 2 und Spalte 2 hat 1"),
        ("fr", "La ligne A a 4, la ligne B 1, la colonne 1 a 2 et la colonne 2 a 1"),
        ("es", "La fila A tiene 4, la fila B 1, la columna 1 tiene 2 y la columna 2 tiene 1"),
    ],
)
def test_the_number_of_a_column_is_never_beside_its_tally(code: str, tallies: str) -> None:
    puzzle = Puzzle(rows=(4, 1), cols=(2, 1, 1, 1), fleet={4: 1, 1: 1})
    clues = [Clue("row", 0), Clue("row", 1), Clue("column", 0), Clue("column", 1)]
    text = LANGUAGES[code].advice.argument(puzzle, Given(0, 0, "W"), False, clues, (), True)
    assert text.startswith(tallies)


def _with_several(*starved: tuple[Squares, Sequence[tuple[Line, Sequence[Squares]]]]) -> tuple[Reason, ...]:
    """Links, each of a square that is water because its placements would leave lines short."""
    return tuple(
        Reason(
            "no ship fits: starved line", (), water, "",
            starving=tuple((line, tuple(placements)) for line, placements in starving),
        )
        for water, starving in starved
    )  # fmt: skip


def test_placements_that_leave_the_same_line_short_are_named_together() -> None:
    row, column = Line("row", 2), Line("column", 8)
    reasons = _with_several(
        (((1, 9),), [(row, [((1, 8), (1, 9))]), (column, [((1, 9),)])]),
        (((1, 7),), [(row, [((1, 7), (1, 8))]), (column, [((1, 7),)])]),
    )
    (text,) = LANGUAGES["en"].arguments.sentences(reasons)
    assert text == (
        "B8 and B10 are water: B8-B9 or B9-B10 would leave row C short; a submarine on B8 or B10 would leave "
        "column 9 short."
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "OAR on B8-B10 or SEA on B8-B10 would leave row C short"),
        ("de", "OAR auf B8-B10 oder SEA auf B8-B10"),
        ("fr", "OAR en B8-B10 ou SEA en B8-B10"),
        ("es", "OAR en B8-B10 o SEA en B8-B10"),
    ],
)
@pytest.mark.parametrize("technique", ["ways to fill a line: starved line", "overlap: starved line"])
def test_words_that_would_leave_a_line_short_are_named(code: str, text: str, technique: str) -> None:
    placement = ((1, 7), (1, 8), (1, 9))
    reason = Reason(
        technique, ((0, 0),), (), "", kind=Ship.lettered("OAR"), wanted=1, total=1, placements=(((0, 0),),),
        ways=(((0, 0),),), n_ways=1, lines=(Line("row", 0),), words=("OAR",),
        starving=((Line("row", 2), (placement,)),), starving_words=((placement, ("OAR", "SEA")),),
    )  # fmt: skip
    assert text in LANGUAGES[code].arguments.finding(reason)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_placement_of_a_word_is_named_twice_or_under_the_name_of_a_straight_ship(code: str) -> None:
    """The text of the argument for C6 lists placements of 21 and 32 on the same squares."""
    steps = bimaru.why(LETTERED, "C6", language=code).steps
    text = " ".join(step.text for step in steps)
    (listed,) = re.findall(r"\(([^()]*D3-D4[^()]*)\)", text)
    assert re.findall(r"(\d+) \w+ D3-D4", listed) == ["21", "32"]
    names = {str(LANGUAGES[code].words.a(Ship.straight(length))) for length in (2, 3, 4)}
    assert not any(name in text for name in names)


def test_placements_on_squares_that_are_ruled_out_anyway_are_not_named() -> None:
    row, column = Line("row", 2), Line("column", 8)
    reasons = _with_several(
        (((1, 8),), [(row, [((1, 8),), ((1, 8), (2, 8))])]),
        (((1, 9),), [(row, [((1, 8), (1, 9)), ((1, 9),)]), (column, [((1, 9), (2, 9))])]),
    )
    (text,) = LANGUAGES["en"].arguments.sentences(reasons)
    assert text == (
        "B9-B10 are water: a ship on B9 would leave row C short; a submarine on B10 would leave row C short; "
        "B10-C10 would leave column 9 short."
    )


def test_no_submarine_is_named_beside_the_words_that_all_are_found() -> None:
    row, column = Line("row", 2), Line("column", 8)
    starving: Sequence[tuple[Line, Sequence[Squares]]] = (
        (row, [((1, 8), (1, 9))]),
        (column, [((1, 9),), ((1, 9), (2, 9))]),
    )
    (reason,) = _with_several((((1, 9),), starving))
    found = ((Ship.straight(1), (((5, 5),),)),)
    text = LANGUAGES["en"].arguments.finding(replace(reason, found=found))
    assert text == (
        "B10 is water: B9-B10 would leave row C short; B10-C10 would leave column 9 short (the submarine is "
        "found: F6)."
    )


def test_kinds_of_ships_that_are_found_come_in_one_order() -> None:
    one, two = (Ship.straight(1), (((5, 5),),)), (Ship.straight(2), (((0, 0), (0, 1)),))
    texts = {
        LANGUAGES["en"].arguments.finding(Reason("no ship fits", (), ((3, 3),), "", found=found))
        for found in ((one, two), (two, one))
    }
    assert len(texts) == 1


def test_a_reference_to_ruled_out_placements_is_left_out_where_another_ship_takes_their_square() -> None:
    reason = Reason(
        "last places", ((0, 4),), (), "", kind=Ship.straight(3), wanted=1, total=1,
        placements=(((0, 4), (0, 5), (0, 6)),), taken=((Ship.straight(4), 1, ((5, 4),)),), barred_in=(20,),
        premises=Facts(barred=(((5, 4), (6, 4), (7, 4)),)),
    )  # fmt: skip
    finding = LANGUAGES["en"].arguments.finding
    assert finding(reason).endswith("(F5 belongs to the battleship).")
    elsewhere = replace(reason, premises=Facts(barred=(((6, 4), (7, 4), (8, 4)),)))
    assert finding(elsewhere).endswith("(F5 belongs to the battleship; step 20).")


def test_a_word_is_placed_from_its_first_letter() -> None:
    finding = LANGUAGES["en"].arguments.finding

    def told(*words: str, placements: tuple[Squares, ...]) -> str:
        return finding(
            Reason(
                "ships on a square", (), ((3, 1),), "", squares=((0, 1),), placements=placements, words=words
            )
        )

    right, down = ((0, 0), (0, 1), (0, 2)), ((0, 1), (1, 1), (2, 1))
    left, either = right[::-1], EitherWay(right)
    assert told("CAB", placements=(right,)) == "The ship on A2 is CAB on A1-A3."
    assert told("CAB", placements=(left,)) == "The ship on A2 is CAB on A3-A1."
    assert "CAB on A1-A3 either way round" in told("CAB", placements=(either,))
    assert "is CAB or TAB on A3-A1:" in told("CAB", "TAB", placements=(left, left))
    assert "is CAB on A3-A1 or A2-C2:" in told("CAB", "CAB", placements=(left, down))
    mixed = told("CAB", "TAB", "CAB", placements=(left, left, down))
    assert "is CAB or TAB on A3-A1; or CAB on A2-C2:" in mixed


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "CAB on A1-A3 either way round"),
        ("de", "CAB auf A1-A3 vor- oder rückwärts"),
        ("fr", "CAB en A1-A3 dans un sens ou l’autre"),
        ("es", "CAB en A1-A3 en un sentido u otro"),
    ],
)
def test_a_word_that_may_begin_at_either_end_is_said_to(code: str, text: str) -> None:
    placements = (EitherWay(((0, 0), (0, 1), (0, 2))),)
    reason = Reason(
        "ships on a square", (), ((3, 1),), "", squares=((0, 1),), placements=placements, words=("CAB",)
    )
    assert text in LANGUAGES[code].arguments.finding(reason)
    assert reason.to_data()["either_way"] == [[[0, 0], [0, 1], [0, 2]]]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "rows B and D have N and E first from the left; column 1 has A first from below"),
        ("de", "Zeilen B und D haben von links zuerst N und E; Spalte 1 hat von unten zuerst A"),
        ("fr", "les lignes B et D ont d’abord N et E en partant de la gauche"),
        ("es", "las filas B y D tienen N y E como primeras letras desde la izquierda"),
    ],
)
def test_letters_at_edges_are_named(code: str, text: str) -> None:
    letters = [
        ("left", Line("row", 1), "N"),
        ("left", Line("row", 3), "E"),
        ("bottom", Line("column", 0), "A"),
    ]
    reason = Reason("no ship fits", (), ((4, 4),), "", edges=tuple(letters))
    finding = LANGUAGES[code].arguments.finding
    assert all(clause in finding(reason) for clause in text.split("; "))
    many = tuple(("left", Line("row", number), "A") for number in range(9))
    assert "A-I" in finding(replace(reason, edges=many))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the battleship fills column 7, with F7 or J7: D7 is water"),
        ("de", "das Schlachtschiff füllt Spalte 7, mit F7 oder J7: D7 ist Wasser"),
        ("fr", "le cuirassé remplit la colonne 7, avec F7 ou J7\u00a0: D7 est de l’eau"),
        ("es", "el acorazado llena la columna 7, con F7 o J7: D7 es agua"),
    ],
)
def test_a_ship_that_fills_a_line_wherever_it_lies_is_named(code: str, text: str) -> None:
    reason = Reason(
        "ways to fill a line", (), ((3, 6),), "", lines=(Line("column", 6),), kind=Ship.straight(4),
        total=1, n_ways=2, ways=(((5, 6),), ((9, 6),)),
    )  # fmt: skip
    assert LANGUAGES[code].arguments.finding(reason).casefold() == f"{text}.".casefold()


def test_of_several_ships_of_a_kind_one_fills_a_line() -> None:
    reason = Reason(
        "ways to fill a line", (), ((9, 8),), "", lines=(Line("row", 9),), kind=Ship.straight(3),
        total=2, n_ways=2, ways=(((9, 0),), ((9, 3),)),
    )  # fmt: skip
    assert LANGUAGES["en"].arguments.finding(reason) == "A cruiser fills row J, with J1 or J4: J9 is water."


@pytest.mark.parametrize(
    ("groups", "wanted", "text"),
    [
        ("A1-A3 B1-B3", 2, "only one of the two cruisers fits: A1-A3 or B1-B3"),
        (
            "A1-A3 B1-B3 | D1-D3",
            3,
            "only two of the three cruisers fit: one lies on A1-A3 or B1-B3 and one on D1-D3",
        ),
    ],
)
def test_where_the_ships_could_lie_that_do_not_all_fit_is_said(groups: str, wanted: int, text: str) -> None:
    found = tuple(
        tuple(tuple((ord(name[0]) - 65, column) for column in range(3)) for name in group.split())
        for group in groups.split(" | ")
    )
    reason = Reason(
        "overlap", (), (), "", kind=Ship.straight(3), wanted=wanted, total=wanted, groups=found,
        placements=tuple(placement for group in found for placement in group),
    )  # fmt: skip
    assert LANGUAGES["en"].arguments.failure(reason) == text
    many = replace(reason, placements=reason.placements * 4)
    assert LANGUAGES["en"].arguments.failure(many) == text.partition(":")[0]


def test_where_ships_are_is_cited_only_where_it_rests_on_the_same() -> None:
    arguments, ship = LANGUAGES["en"].arguments, Ship.straight(1)
    account = Account(ship, 2, (((0, 0),),), ((2, 2),), (), Facts(((2, 2),), ((1, 1),)))
    reason = Reason("no ship fits", (), ((5, 5),), "", accounts=(account,))
    text = "all submarines are accounted for: A1 and one on C3"
    for supposed, again in (
        (Facts(), "all submarines are accounted for, as in step 3"),
        (Facts(((2, 2),)), "all submarines are accounted for, as in step 3"),
        (Facts(((3, 3),)), text),
        (Facts((), ((2, 2),)), text),
    ):
        assert arguments.lists_of_ships([reason], {text: Said(3, supposed)}) == {text: again}


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "two in row A"), ("de", "zwei in Zeile A"), ("fr", "deux dans la ligne A"), ("es", "dos en la")],
)
def test_ships_of_a_line_are_counted(code: str, text: str) -> None:
    account = Account(Ship.straight(2), 2, (), (), ((Line("row", 0), 2, ((0, 0), (0, 2))),))
    reason = Reason("no ship fits", (), ((3, 3),), "", accounts=(account,))
    assert text in LANGUAGES[code].arguments.finding(reason)


def test_german_begins_a_sentence_after_a_colon_with_a_capital() -> None:
    words, german = LANGUAGES["de"].words, LANGUAGES["de"]
    assert words.after_colon("das Schiff auf F6-F8 ist vollständig")[:3] == "Das"
    failure = bimaru.explain(Puzzle([1, 0], [None, None], words=["AB"]), language="de").failure
    assert failure is not None
    assert german.phrase("impossible", reason=failure.text) == (
        "Keine Lösung: Die Zeilen haben 1 Schiffsfeld und die Schiffe haben 2."
    )


def test_french_marks_stay_beside_their_words_wherever_they_are_read() -> None:
    texts = [*file_of("fr").read_text(encoding="utf-8").splitlines(), *labels_of("fr").values()]
    read = [re.sub(r"\{.*?\}", "", text) for text in texts]
    assert [text for text in read if re.search(f"{FRENCH_SPACES}|\u202f", text)] == []


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
        lambda puzzle: bimaru.explain_conflict(puzzle, language="xx"),
        lambda puzzle: bimaru.explain_ambiguity(puzzle, language="xx"),
        lambda _: bimaru.grade_name("hard", "xx"),
    ],
)
def test_an_unknown_language_is_refused(use: Callable[[Puzzle], object]) -> None:
    with pytest.raises(UnknownLanguageError, match="unknown language 'xx'; expected one of en, de, fr, es"):
        use(Puzzle.from_data(SMALL))


# Grammar

FRENCH_SPACES: Final = r"(?<!\u00a0)[:;?!»]|«(?!\u00a0)"
"""A mark that may be parted from its word at the end of a line."""
LAWS: Final = {
    "en": r"\ba [aeiou]\w+(?<!\bone)\b|\bthe the\b|\bno no\b",
    "de": r"\bein (Zerstörern|Kreuzern)\b|\b(von|mit) (der|die|das) [A-ZÄÖÜ]|"
    r"\bfür (der|dem)\b|\bkein ein\b|\bnicht nicht\b|"
    r"\b(können|liegen) (der|das|die (?!(?:beiden|drei|vier|fünf|sechs) )[a-z]* ?[A-Z])|\bkann die\b|"
    r"\bnicht (eine?|Wasser)\b|: (sonst|das|die|es|ein Schiff (dort|auf))\b",
    "fr": r"\b(de|à) les?\b|\bque (il|elle|on|un|une|aucun)\b|\bde (un|une|eau)\b|'|"
    rf"{FRENCH_SPACES}|\bsi ils?\b|\b0 cases|\b1 cases|\by (laisser|rempl)|deux autre\b",
    "es": r"\b(de|a) el\b|\by [iI]|\bo [oO8]|\bun (barcos|submarinos|cruceros|destructores)\b|\bmuy poc",
}
"""What no sentence has."""


@pytest.mark.parametrize("code", sampled(LANGUAGES, lambda code: code == "en"))
def test_every_text_of_a_table_is_said_and_every_sentence_is_grammatical(code: str) -> None:
    """On real boards, and what few of those call for in words alone."""
    language = LANGUAGES[code]
    found = rare(language)
    for rows in (("XX?", "???", "???"), ("X?.", "?X?", "???"), ("LR.", "...", "..S"), ("???", "X.?", "???")):
        puzzle = Puzzle.from_data(SMALL | {"rows": [None, 0, 1], "givens": [[2, 0, "S"]]})
        faults = bimaru.check(puzzle, Board(rows))
        found += [language.advice.fault(puzzle, Board(rows), fault) for fault in faults]
    found += sentences([all_about(puzzle, code) for puzzle in SAMPLE])
    for sentence in found:
        assert re.search(LAWS[code], sentence) is None, sentence
        assert re.search(r"[{}]|None|  |Formed", sentence) is None, sentence
        assert code == "en" or ENGLISH_WORDS.search(sentence) is None, sentence
    unsaid = {*language.table} - said(language, found)
    assert [key for key in unsaid if not key.startswith("fault")] == []


# The commands


def test_the_commands_print_the_language() -> None:
    puzzle = jsonl(SMALL)
    explanation = call("explain", "--language", "de", "-", stdin=puzzle).out
    assert "1. Der Rest der Linie. Zeile B ist leer." in explanation
    assert "Die einzige Lösung. Schwierigkeit: mittel (2." in explanation
    assert call("grade", "--language", "de", "-", stdin=puzzle).out.startswith("mittel (2.")
    hint = call("hint", "--language", "de", "--strength", "technique", "-", stdin=puzzle).out
    assert hint == "Sehen Sie sich Zeile B an.\nTechnik: der Rest der Linie ist Wasser.\n"
    assert "Also ist B2 Wasser." in call("why", "--language", "de", "-", "B2", stdin=puzzle).out


@pytest.mark.parametrize("command", ["explain", "hint", "grade"])
def test_the_commands_refuse_an_unknown_language(command: str) -> None:
    ran = call(command, "--language", "xx", "-", stdin=jsonl(SMALL))
    assert ran.code == Exit.BAD_INPUT
    assert "'xx' is not one of 'en', 'de', 'fr', 'es'" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_commands_print_when_there_is_no_answer(language: str) -> None:
    words = LANGUAGES[language]
    several = jsonl(SMALL | {"givens": []})
    assert words.phrase("two_boards") in call("explain", "--language", language, "-", stdin=several).out
    none = jsonl(SMALL | {"rows": [2, 0, 2]})
    assert call("hint", "--language", language, "-", stdin=none).out == f"{words.phrase('no_solution')}\n"
    ungraded = words.phrase("ungraded", reason=words.phrase("ungraded_none"))
    assert call("grade", "--language", language, "-", stdin=none).out == f"{ungraded}\n"


@pytest.mark.parametrize(
    ("language", "several", "none"),
    [
        ("en", "not graded: it has several solutions", "not graded: it has no solution"),
        (
            "de",
            "nicht bewertet: Das Rätsel hat mehrere Lösungen",
            "nicht bewertet: Das Rätsel hat keine Lösung",
        ),
        (
            "fr",
            "sans niveau\u00a0: la grille a plusieurs solutions",
            "sans niveau\u00a0: la grille n’a pas de solution",
        ),
        ("es", "sin nivel: el puzle tiene varias soluciones", "sin nivel: el puzle no tiene solución"),
    ],
)
def test_a_puzzle_without_a_grade_is_told_why(language: str, several: str, none: str) -> None:
    puzzles = jsonl(SMALL | {"givens": []}, SMALL | {"rows": [2, 0, 2]})
    ran = call("grade", "--language", language, "-", stdin=puzzles)
    assert [line.split(": ", 1)[1] for line in ran.out.splitlines()] == [several, none]


@pytest.mark.parametrize(
    ("code", "one_and_two", "two_and_one"),
    [
        ("en", "B4 is ship; B5 and C3 are water", "B5 and C3 are ship; B4 is water"),
        (
            "de",
            "B4 ist ein Schiffsfeld; B5 und C3 sind Wasser",
            "B5 und C3 sind Schiffsfelder; B4 ist Wasser",
        ),
        (
            "fr",
            "B4 est une case de navire\u00a0; B5 et C3 sont de l’eau",
            "B5 et C3 sont des cases de navire\u00a0; B4 est de l’eau",
        ),
        ("es", "B4 es barco; B5 y C3 son agua", "B5 y C3 son barco; B4 es agua"),
    ],
)
def test_what_one_square_is_and_what_several_are(code: str, one_and_two: str, two_and_one: str) -> None:
    one, two = ((1, 3),), ((1, 4), (2, 2))
    words = LANGUAGES[code].words
    assert (str(words.values(one, two)), str(words.values(two, one))) == (one_and_two, two_and_one)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_changes_unnoticed(code: str) -> None:
    assert told(code) == file_of(code).read_text(encoding="utf-8")  # see tests/support/transcripts.py


def test_books_have_the_same_texts_in_every_language() -> None:
    assert all({*labels_of(code)} == {*labels_of("en")} for code in LANGUAGES)


def test_french_books_have_the_usual_headings() -> None:
    french = labels_of("fr")
    names = ("contents", "rules", "answers", "answers_to", "a_puzzle", "its_answer", "title")
    assert [french[name] for name in names] == [
        "Table des matières",
        "Règles du jeu",
        "Solutions",
        "Solutions\u00a0: {chapter}",
        "Une grille",
        "et sa solution",
        "Grilles de bataille navale",
    ]
    numbers = ("one_puzzle", "puzzles", "puzzles_begin")
    assert [french[name] for name in numbers] == [
        "1 grille",
        "{number} grilles",
        "Grilles",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_rules_of_books_are_sentences(code: str) -> None:
    rules = [text for name, text in labels_of(code).items() if name.startswith("rule_")]
    assert len(rules) == 13
    assert all(text[0].isupper() and text.endswith(".") and "  " not in text for text in rules)


def test_pictures_of_steps_and_of_arguments_are_in_the_language() -> None:
    puzzle = next(one.puzzle for one in instances("techniques") if one.known["technique"] == "contradiction")
    explanation = bimaru.explain(puzzle, language="de")
    number = next(i for i, step in enumerate(explanation) if step.cases)
    states = states_of(explanation[number - 1].board, explanation[number])
    captions = [*(state.text for state in states), *(caption_of(step) for step in explanation)]
    assert any(caption.startswith("Das geht nicht, denn ") for caption in captions)
    assert any(caption.startswith("Fallunterscheidung") for caption in captions)
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


"""A puzzle with letters at its edges."""


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "row A has 2, row B 0, column 2 has 3 and row C has 2 first from the right"),
        ("de", "Zeile A hat 2, Zeile B 0, Spalte 2 hat 3 und Zeile C hat von rechts zuerst 2"),
        (
            "fr",
            "la ligne A a 2, la ligne B 0, la colonne 2 a 3 et la ligne C a d’abord 2 en partant de la "
            "droite",
        ),
        (
            "es",
            "la fila A tiene 2, la fila B 0, la columna 2 tiene 3 y la fila C tiene 2 como primera letra "
            "desde la derecha",
        ),
    ],
)
def test_clues_of_a_kind_are_listed_together(code: str, text: str) -> None:
    chosen = [Clue("column", 1), Clue("edge", ("right", 2)), Clue("row", 0), Clue("row", 1)]
    assert LANGUAGES[code].advice.clues.all(LETTERED, chosen) == text


@pytest.mark.parametrize("code", sampled(LANGUAGES, lambda code: code != "en"))
def test_what_the_placements_of_a_ship_share_is_one_sentence(code: str) -> None:
    for name in ("lettered", "polyomino"):
        for step in bimaru.explain(instances(name)[0].puzzle, language=code):
            about = [reason.squares for reason in step.reasons if reason.technique == "ships on a square"]
            assert len(about) == len({*about})
            assert not any(text[:1].islower() for text in (reason.text for reason in step.reasons))


def unnamed(puzzle: Puzzle, code: str) -> list[str]:
    """The reasons about ships on a square that name no word as it is listed."""
    steps = bimaru.explain(puzzle, language=code, refine=False)
    about = [link for step in steps for link in (*step.reasons, *links_of(step.cases))]
    texts = [link.text for link in about if link.technique == "ships on a square"]
    return [text for text in texts if not any(word in text for word in puzzle.words)]


@pytest.mark.parametrize("number", [3, thorough(20)])
def test_reasons_about_ships_of_made_puzzles_name_words_as_listed(number: int) -> None:
    words = ("RAFT", "BOAT", "OAR", "SEA", "UP", "GO")
    made = [bimaru.generate(size=(7, 7), words=words, seed=seed) for seed in range(number)]
    assert [text for puzzle in made for text in unnamed(puzzle, "en")] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_reason_about_lettered_ships_on_a_square_names_a_word_as_listed(code: str) -> None:
    for one in instances("lettered")[:2]:
        assert unnamed(one.puzzle, code) == []
    nine = Reason(
        "ships on a square", ((0, 0),), (), "", ((0, 1),), placements=(((0, 1),),) * 9, words=("OAR",) * 9
    )
    assert "OAR" in LANGUAGES[code].arguments.finding(nine)


@pytest.mark.thorough
def test_letters_at_an_edge_come_first_from_their_side() -> None:
    for language, text in (
        ("en", "the A that comes first from below in column 2"),
        ("de", "das A, mit dem Spalte 2 von unten beginnt,"),
        ("fr", "le A par lequel commence la colonne 2 en partant du bas"),
        ("es", "la primera letra de la columna 2 desde abajo, A,"),
    ):
        puzzle = Puzzle([None, None], [None, None, None], words=["A"], edges={"bottom": [None, "A", None]})
        links = [link for step in bimaru.explain(puzzle, language=language) for link in step.reasons]
        failure = bimaru.explain(puzzle.replace(givens={(0, 1): "W", (1, 1): "W"}), language=language).failure
        assert failure is not None
        assert text in " ".join([failure.text, *(link.text for link in links)])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the rows have 1 ship square and the ships have 2"),
        ("de", "die Zeilen haben 1 Schiffsfeld und die Schiffe haben 2"),
        ("fr", "les lignes comptent 1 case de navire et les navires 2"),
        ("es", "las filas tienen 1 casilla de barco y los barcos tienen 2"),
    ],
)
def test_sums_of_tallies_agree_with_their_nouns(language: str, text: str) -> None:
    failure = bimaru.explain(Puzzle([1, 0], [None, None], words=["AB"]), language=language).failure
    assert failure is not None
    assert failure.text == text
