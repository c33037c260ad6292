"""How arguments are told: what they name, one case a line, and nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any, Final

import pytest

import bimaru
from bimaru import Puzzle, Step
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.notation import shortened, steps_text, word_count
from bimaru.deduction.reasons import Account, Case, Clue, Line, Reason, Squares
from bimaru.drawing.notebook import explanation_html
from bimaru.ships import Ship
from bimaru.squares import Square
from citations import links_of
from command_line import bimaru as call
from command_line import jsonl
from explanations import explained, in_short
from instances import instance, instances
from reading import boards_of_steps, line_squares

PUZZLES: Final = [one.puzzle for one in (*instances("techniques"), instance("csplib014", "csplib014-2432"))]
FULL: Final = Reason("rest of the line is water", (), ((1, 4),), "", lines=(Line("row", 1),), tally=2)
SUBMARINES: Final = ((Ship.straight(1), (((0, 0),), ((2, 2),))),)
in_languages = pytest.mark.parametrize("code", LANGUAGES)


def steps_of_cases(code: str = "en") -> list[Step]:
    """All steps with several arguments."""
    arguments = LANGUAGES[code].arguments
    steps = (step for puzzle in PUZZLES for step in explained(puzzle, code))
    return [step for step in steps if len(arguments.families(step.cases)) > 1]


# What is named


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Row B is full (all submarines are found: A1, C3)."),
        ("de", "Zeile B ist voll (alle U-Boote sind gefunden: A1, C3)."),
        ("fr", "La ligne B est complète (tous les sous-marins sont trouvés\u00a0: A1, C3)."),
        ("es", "La fila B está completa (ya están todos los submarinos: A1, C3)."),
    ],
)
def test_ships_that_are_found_are_named_once_in_an_argument(code: str, text: str) -> None:
    arguments = LANGUAGES[code].arguments
    links = [replace(FULL, found=SUBMARINES, lines=(Line("row", row),)) for row in (1, 2)]
    links.insert(1, Reason("overlap", (), (), "Between them."))
    told = [replace(link, text=link.text or arguments.finding(link)) for link in links]
    first, _, last = arguments.sentences(told)
    assert first == text
    assert LANGUAGES[code].words.all(Ship.straight(1), 2) not in last


@pytest.mark.parametrize(
    ("code", "first", "again"),
    [
        (
            "en",
            "All submarines are accounted for: A9, H6, one on A1, A2, A4 or A5 and one in row J. No ship",
            "All submarines are accounted for, as in step 3. No ship fits on H10.",
        ),
        (
            "de",
            "Alle U-Boote stehen fest: A9, H6, eines auf A1, A2, A4 oder A5 und eines in Zeile J. Auf",
            "Alle U-Boote stehen fest, wie in Schritt 3. Auf H10 passt kein Schiff.",
        ),
    ],
)
def test_where_ships_are_that_are_accounted_for_is_said_once_and_then_in_which_step(
    code: str, first: str, again: str
) -> None:
    steps = explained(instance("boats", "boats-fix-n-14").puzzle, code)
    assert steps[2].text.startswith(first)
    assert steps[5].text == again


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ((3, 4, 5, 9), ["3-5", "9"]),
        ((1, 3, 5, 7, 9, 11), ["1", "3", "5", "7", "9", "11"]),
        (range(1, 15, 2), ["1-13"]),
    ],
)
def test_of_many_steps_the_first_and_the_last_are_named(numbers: Sequence[int], texts: list[str]) -> None:
    assert steps_text(numbers) == texts


@pytest.mark.parametrize(
    ("left_out", "text"),
    [
        (((2, 9),), "Suppose C10 is water. Column 10 needs A10 and D10; row A needs A7. Then row B is full."),
        ((), "Suppose A10 and D10 are ship. Column 10 is full. Row A needs A7. Then row B is full."),
    ],
)
def test_a_way_to_fill_a_line_is_supposed_by_the_only_square_that_it_leaves_out(
    left_out: Squares, text: str
) -> None:
    needs = Reason("rest of the line is ship", ((0, 6),), (), "Row A needs A7.", lines=(Line("row", 0),))
    end = replace(FULL, text="row B is full")
    way = Case(((0, 9), (3, 9)), False, (needs,), end, "", line=Line("column", 9), left_out=left_out)
    assert ENGLISH.arguments.case(way) == text


@pytest.mark.parametrize(
    ("placed", "squares", "lines", "text"),
    [
        ((((0, 0), (0, 1)),), (), (), "(the battleship can only lie on A1-A2)"),
        ((), ((4, 5),), (), "(the battleship covers E6, so it lies nowhere else)"),
        ((), (), ((Line("row", 2), 1, ()),), "(only the battleship can fill row C, so it lies nowhere else)"),
    ],
)
def test_the_only_ship_of_its_kind_is_accounted_for_by_a_placement_a_square_or_a_line(
    placed: Any, squares: Any, lines: Any, text: str
) -> None:
    account = Account(Ship.straight(4), 1, placed, squares, lines)
    assert ENGLISH.arguments.finding(replace(FULL, accounts=(account,))).endswith(f" {text}.")


def test_a_list_is_not_shortened_within_a_longer_one() -> None:
    lists = {"all submarines are found: A1, B1": "all submarines are found"}
    assert shortened("(all submarines are found: A1, B10)", lists) == "(all submarines are found: A1, B10)"
    assert shortened("(all submarines are found: A1, B1)", lists) == "(all submarines are found)"


@in_languages
def test_many_ships_are_not_listed(code: str) -> None:
    submarine = Ship.straight(1)
    placements = tuple((((0, col),)) for col in range(0, 18, 2))
    for number in (8, 9):
        reason = Reason("last places", (), (), "", kind=submarine, total=2, placements=placements[:number])
        assert ("A1, A3" in LANGUAGES[code].arguments.failure(reason)) == (number == 8)


@pytest.mark.parametrize(
    ("code", "few", "several"),
    [
        ("en", "A1-A2 or A5", "A1-A2 and A5; A2 and A4; or B1 and B3"),
        ("de", "A1-A2 oder A5", "A1-A2 und A5; A2 und A4; oder B1 und B3"),
        ("fr", "A1-A2 ou A5", "A1-A2 et A5\u00a0; A2 et A4\u00a0; ou B1 et B3"),
        ("es", "A1-A2 o A5", "A1-A2 y A5; A2 y A4; o B1 y B3"),
    ],
)
def test_ways_to_fill_a_line_are_no_sums(code: str, few: str, several: str) -> None:
    ways = LANGUAGES[code].words.ways
    assert ways([((0, 0), (0, 1)), ((0, 4),)]) == few
    assert ways([((0, 0), (0, 1), (0, 4)), ((0, 1), (0, 3)), ((1, 0), (1, 2))]) == several


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "Row B can only be filled with B1 or B5: B3 is water (a destroyer on B2-B3 would leave row A "
            "short; a submarine on B4 would leave column 4 short).",
        ),
        (
            "de",
            "Zeile B lässt sich nur mit B1 oder B5 füllen: B3 ist Wasser (ein Zerstörer auf B2-B3 ließe zu "
            "wenig Platz in Zeile A; ein U-Boot auf B4 ließe zu wenig Platz in Spalte 4).",
        ),
        (
            "fr",
            "La ligne B ne se complète que par B1 ou B5\u00a0: B3 est de l’eau (un torpilleur en B2-B3 "
            "laisserait trop peu de place dans la ligne A\u00a0; un sous-marin en B4 laisserait trop peu de "
            "place dans la colonne 4).",
        ),
        (
            "es",
            "La fila B solo se completa con B1 o B5: B3 es agua (un destructor en B2-B3 no dejaría "
            "sitio suficiente en la fila A; un submarino en B4 no dejaría sitio suficiente en la columna 4).",
        ),
    ],
)
def test_placements_that_would_leave_lines_short_are_an_argument(code: str, text: str) -> None:
    reason = Reason("ways to fill a line", (), ((1, 2),), "", lines=(Line("row", 1),))
    starving = (Line("row", 0), (((1, 1), (1, 2)),)), (Line("column", 3), (((1, 3),),))
    reason = replace(reason, ways=(((1, 0),), ((1, 4),)), starving=starving)
    assert LANGUAGES[code].arguments.finding(reason) == text


def test_of_many_placements_only_the_lines_are_named() -> None:
    reason = Reason("ways to fill a line", (), ((1, 2),), "", lines=(Line("row", 1),))
    starving = ((Line("row", 0), tuple(((1, i),) for i in range(7))),)
    reason = replace(reason, ways=(((1, 0),), ((1, 4),)), starving=starving)
    expected = "Row B can only be filled with B1 or B5: B3 is water (others would leave row A short)."
    assert ENGLISH.arguments.finding(reason) == expected


def starving_on(square: Square, line: Line, filled: Line | None = None) -> Reason:
    return Reason("no ship fits", (), (square,), "", squares=(square,), filled=filled, starving=((line, ()),))


def test_squares_on_which_a_ship_leaves_lines_short_are_told_together() -> None:
    row, column = Line("row", 0), Line("column", 3)
    links = [
        starving_on((1, 0), row, Line("column", 0)),
        starving_on((1, 1), row, Line("column", 1)),
        starving_on((2, 3), column),
        Reason("no ship fits", (), ((4, 4),), ""),
    ]
    assert ENGLISH.arguments.finding(links[0]) == (
        "B1 is water: a ship there would fill column 1 and leave row A short."
    )
    assert [*ENGLISH.arguments.sentences(links[:2])] == [
        "B1-B2 are water: a ship there would fill its column and leave row A short."
    ]
    assert [*ENGLISH.arguments.sentences(links)] == [
        "No ship fits on E5; B1-B2 and C4 are water: a ship on C4 would leave column 4 short; on B1 or B2 it "
        "would fill its column and leave row A short."
    ]


@pytest.mark.parametrize(
    ("other", "clash"),
    [
        (((0, 1), (0, 2)), "the two destroyers can only lie on A1-A2 and A2-A3, but these places overlap"),
        (((1, 2), (2, 2)), "the two destroyers can only lie on A1-A2 and B3-C3, but these places touch"),
        (((4, 4), (4, 5)), "the two destroyers can only lie on A1-A2 and E5-E6; but A3 is water"),
    ],
)
def test_placements_that_exclude_each_other_are_named(other: Squares, clash: str) -> None:
    placements = (((0, 0), (0, 1)), other)
    attempt = Reason(
        "last places", ((0, 2),), (), "", kind=Ship.straight(2), wanted=2, total=2, placements=placements
    )
    assert ENGLISH.arguments.clash(attempt, ((0, 2),), is_ship=False) == clash


def test_ships_that_are_placed_are_named_where_the_others_do_not_fit() -> None:
    destroyer = Ship.straight(2)
    placed = (((0, 0), (0, 1)), ((4, 4), (4, 5)))
    reason = Reason("last places", (), (), "", kind=destroyer, wanted=1, total=3, complete=placed)
    expected = "the last destroyer fits nowhere (two are found: A1-A2 and E5-E6)"
    assert ENGLISH.arguments.failure(reason) == expected


def test_a_square_that_can_only_be_alone_is_a_submarine() -> None:
    at: Squares = ((3, 3),)
    reason = Reason("water round a finished ship", (), ((3, 4),), "", squares=at, placements=(at,))
    assert ENGLISH.arguments.finding(reason) == "D4 is a submarine."


@in_languages
def test_the_first_step_that_marks_diagonal_squares_says_so(code: str) -> None:
    reminder = LANGUAGES[code].table["diagonals"]
    for puzzle in PUZZLES:
        steps = explained(puzzle, code)
        silent = [step for step in steps if "ships do not touch" in {one.technique for one in step.reasons}]
        said = [step for step in steps if reminder in step.text]
        assert said == silent[:1]
        assert all(step.text.count(reminder) == 1 for step in said)


# Cases


@in_languages
def test_several_cases_have_a_line_each(code: str) -> None:
    arguments = LANGUAGES[code].arguments
    steps = steps_of_cases(code)
    assert steps
    for step in steps:
        lines = [line for line in step.text.split("\n") if line.startswith("- ")]
        items = arguments.items(step.cases, is_answer=True)
        assert [in_short(line, step) for line in lines] == [f"- {in_short(item, step)}" for item in items]
    others = [step for puzzle in PUZZLES for step in explained(puzzle, code) if step not in steps]
    assert not [step for step in others if "\n" in step.text and not step.cases[0].cases]


def test_bullets_are_no_words() -> None:
    assert word_count("Where?\n- On A1: No.\n- On A1-A2: Yes.\nSo it is.") == 10


def test_text_and_html_keep_the_lines_of_cases() -> None:
    step = steps_of_cases()[0]
    puzzle = next(puzzle for puzzle in PUZZLES if step in explained(puzzle).steps)
    items = [line for line in step.text.split("\n") if line.startswith("- ")]
    text = call("explain", "-", stdin=jsonl(puzzle.to_data())).out
    indent = " " * len(f"{explained(puzzle).steps.index(step) + 1}. ")
    assert all(f"\n{indent}{' '.join(item.split()[:6])}" in text for item in items)
    html = explanation_html(explained(puzzle))
    assert all(f"<br>{escape(item)}" in html for item in items)


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "Suppose B3 is ship.", "Suppose B3 or B5 is ship."),
        (
            "de",
            "Angenommen, B3 ist ein Schiffsfeld.",
            "Angenommen, B3 oder B5 ist ein Schiffsfeld.",
        ),
        (
            "fr",
            "Supposons un navire en B3.",
            "Supposons un navire en B3 ou B5.",
        ),
        (
            "es",
            "Supongamos que B3 es barco.",
            "Supongamos que B3 o B5 es barco.",
        ),
    ],
)
def test_a_single_argument_about_a_line_is_a_supposition(code: str, one: str, two: str) -> None:
    cases = [Case((at,), False, (), None, "", line=Line("row", 1)) for at in ((1, 2), (1, 4))]
    arguments = LANGUAGES[code].arguments
    assert [arguments.supposition(cases[0]), arguments.supposition(*cases)] == [one, two]


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "Without A3:"), ("de", "Ohne A3:"), ("fr", "Sans A3\u00a0:"), ("es", "Sin A3:")],
)
def test_a_way_that_leaves_out_one_square_is_named_by_it(code: str, text: str) -> None:
    case = Case(((0, 0), (0, 1), (0, 4)), False, (), None, "", line=Line("row", 0), left_out=((0, 2),))
    assert LANGUAGES[code].arguments.opening([case], is_answer=True) == text


def test_all_other_open_squares_of_such_a_line_are_ship() -> None:
    found = 0
    for puzzle in PUZZLES:
        for step, known in boards_of_steps(puzzle, explained(puzzle)):
            for case in step.cases:
                if case.left_out and case.line is not None:
                    line = {*line_squares(puzzle, case.line.axis, case.line.number)}
                    assert line - known.ship - known.water == {*case.supposed, *case.left_out}
                    found += 1
    assert found


@in_languages
def test_a_question_has_more_than_one_answer_to_tell_about(code: str) -> None:
    arguments = LANGUAGES[code].arguments
    supposed = 0
    for step in explained(instance("csplib014", "csplib014-2432").puzzle, code):
        if step.question is not None and not step.question.text:
            (same,) = arguments.families(step.cases)
            assert step.text.startswith(arguments.supposition(*same))
            assert arguments.idea(step.question, step.cases).startswith(arguments.supposition(same[0])[:-1])
            supposed += 1
    assert supposed


@pytest.mark.parametrize(
    ("code", "two", "more"),
    [
        ("en", "Both fail.", "All fail."),
        ("de", "Beides ist unmöglich.", "Nichts davon ist möglich."),
        ("fr", "Les deux sont exclus.", "Tout est exclu."),
        ("es", "Ambos quedan descartados.", "Todo queda descartado."),
    ],
)
def test_two_cases_both_fail(code: str, two: str, more: str) -> None:
    ends = [Reason("overlap", (), (), text) for text in "ABC"]
    cases = [Case(((0, i),), False, (), end, "") for i, end in enumerate(ends)]
    outer = Case(((3, 3),), True, (), None, "", question=bimaru.deduction.Question("line", 2, text="?"))
    arguments = LANGUAGES[code].arguments
    assert arguments.case(replace(outer, cases=tuple(cases[:2]))).endswith(f"\n{two}")
    assert arguments.case(replace(outer, cases=tuple(cases))).endswith(f"\n{more}")


@pytest.mark.thorough
def test_pairs_of_ships_that_are_seen_to_break_a_tally_are_not_offered() -> None:
    puzzles = (*PUZZLES, instance("csplib014", "csplib014-3265").puzzle)
    steps = [step for puzzle in puzzles for step in explained(puzzle)]
    groups = [cases for step in steps for cases in (step.cases, *(case.cases for case in step.cases))]
    pairs = [cases for cases in groups if cases and len(cases[0].placements) > 1]
    assert pairs
    seen = ("rest of the line is water", "rest of the line is ship", "ships do not touch")
    for cases in pairs:
        plain = [case for case in cases if case.ending and case.ending.technique in seen and not case.reasons]
        assert not plain or len(cases) - len(plain) < 2


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the last cruiser can only lie on A2-A4, which leaves no room for the battleship"),
        (
            "de",
            "nur noch auf A2-A4 ist Platz für den letzten Kreuzer, also keiner mehr für das Schlachtschiff",
        ),
        (
            "fr",
            "le dernier croiseur ne peut être qu’en A2-A4, ce qui ne laisse aucune place pour le cuirassé",
        ),
        ("es", "el último crucero solo puede estar en A2-A4, lo que no deja sitio para el acorazado"),
    ],
)
def test_a_ship_that_leaves_no_room_for_another_ends_the_argument(code: str, text: str) -> None:
    placement = ((0, 1), (0, 2), (0, 3))
    last = Reason(
        "last places", (), (), "", kind=Ship.straight(3), wanted=1, total=2, placements=(placement,)
    )
    other = Reason("overlap", (), (), "", kind=Ship.straight(4), wanted=1, total=1)
    assert LANGUAGES[code].arguments.crowded(last, other) == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "can only lie on A1-A2 and D4-E4 (A4-B4 would leave no room for the other without overfilling "
            "row A or column 4).",
        ),
        (
            "de",
            "(A4-B4 ließe keinen Platz für das andere Schiff, ohne dass Zeile A oder Spalte 4 zu voll würde)",
        ),
        (
            "fr",
            "A4-B4 ne laisserait pas de place pour l’autre sans trop remplir la ligne A ou la colonne 4)",
        ),
        ("es", "(A4-B4 no dejaría sitio para el otro sin llenar de más la fila A o la columna 4)"),
    ],
)
def test_a_placement_that_would_overfill_a_line_with_each_of_the_others_is_left_out(
    code: str, text: str
) -> None:
    fleet, givens = {3: 1, 2: 2, 1: 3}, {(3, 5): "M", (5, 0): "S"}
    puzzle = Puzzle((3, 1, 1, 2, 2, 1), (2, 1, 0, 3, 0, 4), fleet, givens=givens)
    (link,) = [link for link in links_of(explained(puzzle, code)) if link.excluding]
    assert text in link.text
    assert Clue("row", 0) in link.clues
    ((lines, placements),) = link.excluding
    assert [line.name for line in lines] == ["row A", "column 4"]
    assert placements == (((0, 3), (1, 3)),)


@pytest.mark.parametrize(
    ("code", "listed", "too_few"),
    [
        (
            "en",
            "two of one group touch or would overfill row C",
            "only two of the three cruisers fit: one lies on A1-C1, C3-C5 or C7-C9 and one on F1-F3 "
            "(more would overfill row C)",
        ),
        (
            "de",
            "zwei aus derselben Gruppe berühren sich oder wären zu viel für Zeile C",
            "passen nur zwei: einer auf A1-C1, C3-C5 oder C7-C9 und einer auf F1-F3 "
            "(mehr wären zu viel für Zeile C)",
        ),
        (
            "fr",
            "deux d’un même groupe se touchent ou seraient de trop dans la ligne C",
            "deux seulement trouvent place\u00a0: l’un est en A1-C1, C3-C5 ou C7-C9 et un autre en F1-F3 "
            "(un de plus serait de trop dans la ligne C)",
        ),
        (
            "es",
            "dos del mismo grupo se tocan o no cabrían juntos en la fila C",
            "solo caben dos: uno está en A1-C1, C3-C5 o C7-C9 y otro en F1-F3 "
            "(uno más no cabría en la fila C)",
        ),
    ],
)
def test_the_line_that_two_ships_of_a_kind_would_overfill_is_named(
    code: str, listed: str, too_few: str
) -> None:
    """One lies on A1-C1, C3-C5 or C7-C9, and one on F1-F3."""
    last: Squares = ((5, 0), (5, 1), (5, 2))
    first = ((0, 0), (1, 0), (2, 0)), ((2, 2), (2, 3), (2, 4)), ((2, 6), (2, 7), (2, 8))
    about = Reason("overlap", last, (), "", kind=Ship.straight(3), wanted=2, total=2, groups=(first, (last,)))
    about = replace(about, overfilled=(Line("row", 2),))
    arguments = LANGUAGES[code].arguments
    assert f"({listed})" in arguments.finding(about)
    assert too_few in arguments.failure(replace(about, wanted=3, total=3, placements=(*first, last)))


def test_of_a_line_with_one_way_to_fill_it_only_the_water_is_named_besides() -> None:
    way = ((1, 8), (1, 9))
    only = Reason("ways to fill a line", way, ((1, 0),), "", lines=(Line("row", 1),), ways=(way,))
    assert ENGLISH.arguments.finding(only) == "Row B can only be filled with B9-B10: B1 is water."
    assert ENGLISH.arguments.finding(replace(only, water=())) == "Row B can only be filled with B9-B10."


def test_a_list_says_why_a_placement_is_missing_on_which_the_conclusion_holds_as_well() -> None:
    texts = [step.text for step in explained(bimaru.generate(grade="expert", seed=52003))]
    listed = "The battleship lies on G4-G7, G5-G8 or G7-G10: G7 is ship (G6-G9 would leave column 10 short)."
    assert any(listed in text for text in texts)


def test_one_question_is_asked_where_many_squares_of_a_line_fail_for_the_same_reason() -> None:
    texts = [step.text for step in explained(bimaru.generate(grade="extreme", seed=52006))]
    shared = (
        "With E5, F5, H5, I5 or J5: The battleship fits nowhere (A6-A9 or A7-A10 would leave row B short)."
    )
    assert any(shared in text for text in texts)
    assert not any("Suppose J5 is ship" in text for text in texts)


def test_a_step_whose_text_begins_with_its_title_does_not_say_it_twice() -> None:
    puzzle = Puzzle([3, 0, 3, 0, 4], [2, 1, 2, 2, 3], {3: 1, 2: 2, 1: 3}, {(2, 2): "S"})
    step = next(step for step in bimaru.explain(puzzle) if step.technique == "no ship fits")
    assert step.paragraph == "No ship fits on A1 or A2 (all submarines are found: C1, C3, C5)."
    assert replace(step, text="Row A is full.").paragraph == "No ship fits. Row A is full."
