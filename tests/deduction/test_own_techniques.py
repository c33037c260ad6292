"""Techniques of a user's own settle squares in explanations, hints and arguments, cite what they rest on, and
are checked."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product
from random import Random
from typing import Any, Final

import pytest

from bimaru import Board, Edges, Puzzle, canonical, explain, hint, why
from bimaru.board import with_marks
from bimaru.deduction import Reason
from bimaru.deduction.own_techniques import Found, OwnTechnique, OwnTechniqueError, Sight
from bimaru.deduction.telling.cases import NotAsFoundError
from bimaru.squares import Square
from citations import Citations, links_in, links_of
from documents import DOCS, ROOT
from instances import instances
from orientations import orientations

EXAMPLES: Final = ROOT / "examples"
CROSS_COUNT: Final[OwnTechnique] = runpy.run_path(str(EXAMPLES / "cross_count.py"))["CROSS_COUNT"]
UNIQUENESS: Final[OwnTechnique] = runpy.run_path(str(EXAMPLES / "uniqueness.py"))["UNIQUENESS"]

SMALL: Final = Puzzle((2, 1, 1, 1, 3), (1, 3, 0, 3, 1), {3: 1, 2: 2, 1: 1}, givens={(0, 1): "W"})
"""The puzzle of docs/how-to/own-technique.md."""
WITH_CASES: Final = Puzzle(
    (4, 0, 2, 4, 1, 1, 4, 1, 3, 0), (2, 2, 3, 1, 2, 3, 0, 1, 5, 1), {4: 1, 3: 2, 2: 3, 1: 4},
    givens={(3, 4): "L", (6, 8): "B", (8, 2): "R"},
)  # fmt: skip
"""Cross-counts settle squares within a case."""
TWO_KINDS: Final = Puzzle((3, 0, 3, 1, 1), (2, 2, 1, 0, 3), {3: 1, 2: 2, 1: 1})
"""What the placements of ships of two kinds share settles squares."""
RECTANGLE: Final = Puzzle((1, 1, 2, 0, 3), (3, 1, 1, 2, 0), {3: 1, 2: 1, 1: 2}, givens={(2, 0): "B"})
"""Uniqueness settles squares."""
SEVERAL: Final = Puzzle((3, 0, 2, 1, 1), (1, 1, 1, 3, 1), {3: 1, 2: 1, 1: 2})
"""It has more than one solution."""
IN_A_CASE: Final = Puzzle((1, 1, 1, 3, 1), (2, 1, 1, 0, 3), {3: 1, 2: 1, 1: 2})
"""So has this one; uniqueness is wrong within a case, about a solution that is not known."""
THREE: Final = canonical(Puzzle((0, 2, 2, 1, 2), (1, 1, 2, 0, 3), {3: 1, 2: 1, 1: 2}))
"""It has three solutions; B5 is ship in the first two."""


def technique(find: Callable[[Sight], Any], **sentences: str) -> OwnTechnique:
    return OwnTechnique("mine", find, sentences or {"en": "{lines}: {values}"})


def of(name: str, links: Iterable[Reason]) -> list[Reason]:
    return [link for link in links if link.technique == name]


def find_shared(sight: Sight) -> Found | None:
    """The squares that are ship wherever the ships of two kinds with one or two each lie."""
    for kinds in combinations(range(len(sight.kinds)), 2):
        one, other = (fleets(sight, kind) for kind in kinds)
        ways = [way | its for way, its in product(one, other) if are_apart(sight, way, its)]
        shared = set.intersection(*ways) if ways else set()
        if any(sight.mark(at) == "?" for at in shared):
            return Found(ship=shared, kinds=kinds)
    return None


def fleets(sight: Sight, kind: int) -> list[set[Square]]:
    """The ways to place all ships of a kind."""
    placements = [{*placement} for placement in sight.placements(kind)]
    pairs = [one | other for one, other in combinations(placements, 2) if are_apart(sight, one, other)]
    return {1: placements, 2: pairs}.get(sight.kinds[kind][1], [])


def are_apart(sight: Sight, one: set[Square], other: set[Square]) -> bool:
    return one.isdisjoint(other.union(*(sight.around(at) for at in other)))


SHARED: Final = OwnTechnique("placements of two kinds", find_shared, {"en": "wherever ships lie, {values}"})


@pytest.mark.parametrize(
    ("own", "puzzle"), [(CROSS_COUNT, SMALL), (UNIQUENESS, RECTANGLE), (SHARED, TWO_KINDS)]
)
def test_a_technique_settles_squares_where_the_others_end(own: OwnTechnique, puzzle: Puzzle) -> None:
    before, after = explain(puzzle), explain(puzzle, techniques=[own])
    first = [step.technique for step in after].index(own.name)
    assert before[first].cases
    assert after[first].title == own.name.capitalize()
    assert after.board == before.board


def test_it_is_used_within_suppositions() -> None:
    steps = explain(WITH_CASES, refine=False, techniques=[CROSS_COUNT]).steps
    cases = [case for step in steps for case in step.cases]
    (link,) = of("cross-count", (link for case in cases for link in links_in(case)))
    assert link.text == "Rows D and G and columns 1 and 3 leave no choice: G6 is ship; A3 and I1 are water."
    assert any(link.text in step.text for step in steps)


def test_it_is_tried_after_the_techniques_with_starved_lines() -> None:
    steps = explain(SMALL, techniques=[CROSS_COUNT]).steps
    number = [step.technique for step in steps].index("cross-count")
    assert steps[1].technique.endswith("starved line")
    for step in steps[: number - 1]:
        advice = hint(SMALL, step.board, techniques=[CROSS_COUNT])
        assert advice == hint(SMALL, step.board)


@pytest.mark.parametrize(
    ("own", "puzzle"), [(CROSS_COUNT, SMALL), (CROSS_COUNT, WITH_CASES), (SHARED, TWO_KINDS)]
)
def test_every_conclusion_follows_from_what_it_cites(own: OwnTechnique, puzzle: Puzzle) -> None:
    citations = Citations(puzzle)
    links = of(own.name, links_of(explain(puzzle, refine=False, techniques=[own])))
    assert links
    assert [link for link in links if not citations.follows(link)] == []


def test_uniqueness_rests_on_more_than_the_clues_it_cites() -> None:
    (link, *_) = of("uniqueness", links_of(explain(RECTANGLE, techniques=[UNIQUENESS])))
    assert not Citations(RECTANGLE).follows(link)


NOT_SAID: Final = replace(UNIQUENESS, assumes_uniqueness=False)


@pytest.mark.parametrize("puzzle", [SEVERAL, IN_A_CASE])
def test_uniqueness_that_is_not_said_is_refused_where_there_are_more_solutions(puzzle: Puzzle) -> None:
    with pytest.raises(OwnTechniqueError, match=r"'uniqueness' is wrong: .. is not .* in every solution"):
        explain(puzzle, techniques=[NOT_SAID])


@pytest.mark.parametrize("puzzle", [SEVERAL, IN_A_CASE])
def test_uniqueness_is_left_out_where_there_are_more_solutions(puzzle: Puzzle) -> None:
    assert explain(puzzle, techniques=[UNIQUENESS]) == explain(puzzle)
    assert hint(puzzle, techniques=[UNIQUENESS]) == hint(puzzle)


@pytest.mark.parametrize(("own", "puzzle"), [(CROSS_COUNT, SMALL), (UNIQUENESS, RECTANGLE)])
def test_mirrored_puzzles_have_mirrored_steps(own: OwnTechnique, puzzle: Puzzle) -> None:
    explanations = [
        [(step.technique, len(step.ship), len(step.water)) for step in explain(turned, techniques=[own])]
        for turned in orientations(puzzle)
    ]
    assert all(other == explanations[0] for other in explanations)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Die Zeilen B-D und die Spalten 2 und 4 lassen keine Wahl: A4 und E4 sind Schiffsfelder."),
        ("fr", "Rows B-D and columns 2 and 4 leave no choice: A4 and E4 are ship."),
    ],
)
def test_sentences_are_in_the_language_or_else_in_english(language: str, text: str) -> None:
    assert explain(SMALL, language=language, techniques=[CROSS_COUNT])[3].text == text


@pytest.mark.parametrize(
    ("lines", "text"),
    [([0], "Row A is full: B4 is ship."), ([0, 5], "Row A and column 1 are full: B4 is ship.")],
)
def test_a_sentence_has_a_form_for_several_lines(lines: list[int], text: str) -> None:
    """Of the puzzle in its standard orientation, so that lines and squares are as named."""
    sentences = {"en": "{lines} is full: {values}", "en+": "{lines} are full: {values}"}
    mine = technique(lambda _: Found(ship=[(1, 3)], lines=lines), **sentences)
    (link,) = of("mine", links_of(explain(canonical(SMALL), techniques=[mine])))
    assert link.text == text


def test_a_sentence_names_the_squares_that_the_technique_looked_at() -> None:
    def find(sight: Sight) -> Found | None:
        found = CROSS_COUNT.find(sight)
        return found and found._replace(known=[(0, 0), (4, 4)])

    mine = technique(find, en="by {squares:dative}: {values}")
    (step,) = of("mine", links_of(explain(SMALL, techniques=[mine])))
    assert step.text == "By A1 and E5: A4 and E4 are ship."
    assert step.squares == ((0, 0), (4, 4))


def test_givens_are_those_of_the_puzzle_and_of_the_board() -> None:
    seen: set[int] = set()
    board = Board(("??.??",) * 5)
    look = technique(lambda sight: seen.add(len(sight.givens)))
    explain(SMALL, techniques=[look])
    assert seen == {1}
    explain(SMALL, board, techniques=[look])
    assert seen == {1, 6}


def test_without_techniques_or_findings_explanations_are_as_they_were() -> None:
    blind = technique(lambda _: None)
    idle = technique(lambda sight: Found(ship=[at for at in sight.line(0) if sight.mark(at) == "X"]))
    assert explain(SMALL, techniques=[blind, idle]) == explain(SMALL)


# In advice


@pytest.mark.parametrize(("own", "puzzle"), [(CROSS_COUNT, SMALL), (UNIQUENESS, RECTANGLE)])
def test_a_hint_is_the_next_step_of_the_explanation(own: OwnTechnique, puzzle: Puzzle) -> None:
    steps = explain(puzzle, techniques=[own]).steps
    number = [step.technique for step in steps].index(own.name)
    board = steps[number - 1].board
    advice = hint(puzzle, board, techniques=[own])
    assert advice.step is not None
    assert (advice.technique, advice.text) == (own.name, steps[number].text)
    assert hint(puzzle, board).technique != own.name


def test_a_hint_prefers_a_technique_to_easier_ones() -> None:
    assert hint(SMALL, techniques=[CROSS_COUNT]).technique == "rest of the line is water"
    assert hint(SMALL, techniques=[CROSS_COUNT], prefer="cross-count").technique == "cross-count"
    full = hint(SMALL, prefer="overlap", techniques=[CROSS_COUNT])
    assert full == hint(SMALL, prefer="overlap")


def test_a_mistake_is_refuted_with_it() -> None:
    """A4 is ship, and marked as water."""
    board = with_marks(explain(SMALL)[2].board, {(0, 3): "."})
    assert "Suppose" in str(hint(SMALL, board).mistake)
    mistake = hint(SMALL, board, techniques=[CROSS_COUNT]).mistake
    assert mistake is not None
    assert mistake.text == ("A4 cannot be water. Rows B-D and columns 2 and 4 leave no choice: A4 is ship.")


def test_an_argument_uses_it() -> None:
    """Of the square of `WITH_CASES` that a case with a cross-count settles."""
    argument = why(WITH_CASES, (0, 5), techniques=[CROSS_COUNT])
    (link,) = of("cross-count", links_of(argument.steps))
    assert link.text == "Rows D and G and columns 1 and 3 leave no choice: G4 is ship; I1 is water."
    assert (argument.verdict, argument.kind) == ("forced", "W")


def test_that_there_is_one_solution_is_said_of_what_rests_on_it() -> None:
    links = [*links_of(explain(RECTANGLE, techniques=[UNIQUENESS]))]
    assert {link.technique for link in links if link.assumes_uniqueness} == {"uniqueness"}
    (link, *_) = of("uniqueness", links)
    assert link.to_data()["assumes_uniqueness"] is True
    assert all("assumes_uniqueness" not in link.to_data() for link in links if link.technique != "uniqueness")


def test_that_there_is_one_solution_is_said_of_what_follows_from_cases_that_rest_on_it() -> None:
    named = replace(CROSS_COUNT, assumes_uniqueness=True)
    (step,) = (
        step
        for step in explain(WITH_CASES, refine=False, techniques=[named])
        if any(of("cross-count", links_in(case)) for case in step.cases)
    )
    assert [reason.assumes_uniqueness for reason in step.reasons][:1] == [True]


def test_arguments_from_clues_assume_no_uniqueness() -> None:
    named = replace(CROSS_COUNT, assumes_uniqueness=True)
    board = with_marks(explain(SMALL)[2].board, {(0, 3): "."})
    assert hint(SMALL, board, techniques=[named]) == hint(SMALL, board)
    assert of("cross-count", links_of(why(WITH_CASES, (0, 5), techniques=[named]).steps)) == []


def test_a_square_has_the_letters_that_it_can_show() -> None:
    """Where the plain techniques end: those of two solutions, and none in water."""
    lettered = instances("lettered")[0].puzzle
    puzzle = canonical(lettered.replace(edges=Edges()))
    seen: list[dict[Square, frozenset[str]]] = []

    def look(sight: Sight) -> None:
        seen.append({at: sight.letters(at) for line in sight.rows for at in sight.line(line)})
        assert not any(letters and sight.mark(at) == "." for at, letters in seen[-1].items())

    boards = explain(puzzle, techniques=[technique(look)], time_limit=5).boards
    assert len(boards) == 2
    for board in boards:
        assert all(board.letter(at) in seen[0][at] for at in board.occupied())
    assert {len(letters) for letters in seen[0].values()} >= {0, 2, 3}
    assert {*chain.from_iterable(seen[0].values())} <= {*chain.from_iterable(puzzle.words)}


# What is refused


@pytest.mark.parametrize(
    "ask",
    [
        partial(hint, SMALL, explain(SMALL)[2].board),
        partial(hint, SMALL, prefer="mine"),
        partial(why, SMALL, (0, 4)),
        partial(hint, SMALL, with_marks(explain(SMALL)[2].board, {(0, 3): "."})),
    ],
)
def test_a_wrong_technique_is_refused_in_advice_too(ask: Callable[..., object]) -> None:
    hasty = technique(lambda sight: Found(ship=squares_open(sight)))
    with pytest.raises(OwnTechniqueError, match=r"'mine' is wrong: .. is not ship in every solution"):
        ask(techniques=[hasty])


def squares_open(sight: Sight) -> list[Square]:
    return [at for row in sight.rows for at in sight.open(row)]


def test_a_wrong_technique_is_refused_with_its_square() -> None:
    hasty = technique(lambda sight: Found(ship=squares_open(sight)))
    with pytest.raises(OwnTechniqueError, match="'mine' is wrong: A5 is not ship in every solution"):
        explain(SMALL, techniques=[hasty])


def test_what_holds_in_the_solutions_found_but_not_in_all_is_refused() -> None:
    both = technique(lambda _: Found(ship=[(1, 4)]))
    assert {board[1, 4] == "." for board in explain(THREE).boards} == {False}
    with pytest.raises(OwnTechniqueError, match="B5 is not ship in every solution"):
        explain(THREE, techniques=[both])


@pytest.mark.parametrize("seed", range(12))
def test_a_wild_technique_is_refused_or_harmless(seed: int) -> None:
    """It concludes anything, in cases, too, and on the same board not always the same."""
    chance = Random(seed)

    def find(sight: Sight) -> Found | None:
        squares = squares_open(sight)
        if not squares or chance.random() > 0.1:
            return None
        at = [chance.choice(squares)]
        return chance.choice((Found(ship=at, lines=[0]), Found(water=at, kinds=[0])))

    puzzle = (SMALL, RECTANGLE, SEVERAL, TWO_KINDS)[seed % 4]
    with suppress(OwnTechniqueError, NotAsFoundError):
        assert explain(puzzle, techniques=[technique(find)]).board == explain(puzzle).board


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (Found(ship=[(0, 5)]), r"there is no square \(0, 5\) on a grid of 5x5"),
        (Found(known=[(-1, 0)]), r"there is no square \(-1, 0\)"),
        (Found(water=(0, 1)), "there is no square 0"),  # type: ignore[arg-type]
        (Found(lines=[10]), "there is no line 10"),
        (Found(kinds=[3]), "there is no kind 3"),
        (Found(lines=3), "its parts are no collections"),  # type: ignore[arg-type]
        ([(0, 0)], "neither a Found nor None"),
        (False, "neither a Found nor None"),
    ],
)
def test_what_is_not_on_the_grid_is_refused(found: Any, message: str) -> None:
    with pytest.raises(OwnTechniqueError, match=f"the technique 'mine' found .* but .*{message}"):
        explain(SMALL, techniques=[technique(lambda _: found)])


@pytest.mark.parametrize("sentence", ["{line} is full", "{} is full", "{lines", "{lines.name}"])
def test_a_sentence_with_an_unknown_gap_is_refused(sentence: str) -> None:
    with pytest.raises(OwnTechniqueError, match=r"gaps other than \{lines\}, \{squares\}, \{values\}"):
        technique(lambda _: None, en="{values}", de=sentence)


def test_a_technique_without_an_english_sentence_is_refused() -> None:
    with pytest.raises(OwnTechniqueError, match="'mine' has no sentence in English, 'en'"):
        technique(lambda _: None, de="{values}")


def test_a_technique_named_like_one_of_bimaru_is_refused() -> None:
    with pytest.raises(OwnTechniqueError, match="bimaru has 'overlap'"):
        OwnTechnique("overlap of two", lambda _: None, {"en": "{values}"})


def test_an_error_in_a_technique_is_the_cause_of_one_with_its_line() -> None:
    def find(sight: Sight) -> None:
        sight.mark((0, sight.width))

    line = find.__code__.co_firstlineno + 1
    message = rf"'mine' failed: KeyError: \(0, 5\) \(test_own_techniques\.py, line {line}\)"
    with pytest.raises(OwnTechniqueError, match=message) as error:
        explain(SMALL, techniques=[technique(find)])
    assert isinstance(error.value.__cause__, KeyError)


def test_the_guide_shows_the_example() -> None:
    _, code = (EXAMPLES / "cross_count.py").read_text(encoding="utf-8").split('"""\n\n', 1)
    assert code in (DOCS / "how-to/own-technique.md").read_text(encoding="utf-8")


def test_the_placements_of_a_kind_include_ships_that_are_complete() -> None:
    """The submarine is given, and the only one."""
    seen: list[list[tuple[Square, ...]]] = []

    def look(sight: Sight) -> None:
        submarine = next(kind for kind, (ship, _) in enumerate(sight.kinds) if ship.length == 1)
        seen.append([*sight.placements(submarine)])

    puzzle = canonical(Puzzle((1, 0, 2), (1, 1, 1), {2: 1, 1: 1}, givens={(0, 0): "S"}))
    (given,) = puzzle.givens
    explain(puzzle, techniques=[technique(look)])
    assert seen
    assert all(placements == [(given.square,)] for placements in seen)
