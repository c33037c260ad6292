"""Conflicts and repairs of real puzzles with an altered clue, and what would decide between solutions."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings

import bimaru
from bimaru import Board, Given, Puzzle
from bimaru.advice.clue_sets.oracle import Oracle
from bimaru.deduction.clues import clues_of, ships_of, without
from bimaru.deduction.reasons import Change, Clue
from bimaru.grading.grades import GRADES, GradeName
from bimaru.polyominoes import SETS
from brute_force import boards_of, small_puzzles
from citations import Citations, links_of
from clue_worlds import reduced
from instances import Instance, instance, instances
from sampling import sampled

REAL: Final = (*instances("csplib014"), *instances("boats"))
OTHERS: Final = (*instances("lettered"), *instances("polyomino")[:2])


def altered(random: Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with one unit of a tally in another line."""
    tallies = [*puzzle.rows]
    giving, taking = random.sample([i for i, tally in enumerate(tallies) if tally], 2)
    tallies[giving] -= 1  # type: ignore[operator]
    tallies[taking] += 1  # type: ignore[operator]
    return puzzle.replace(rows=tallies)


def unsolvable(random: Random, originals: tuple[Puzzle, ...]) -> tuple[Puzzle, Puzzle]:
    """An original and the same with a unit moved, which leaves no solution."""
    while True:
        original = random.choice(originals)
        puzzle = altered(random, original)
        if bimaru.solve(puzzle).status == "none":
            return original, puzzle


@pytest.mark.parametrize("seed", sampled(range(5), lambda seed: seed == 1))
def test_a_moved_unit_is_explained_by_clues_none_of_which_can_be_left_out(seed: int) -> None:
    sets = REAL if seed < 3 else OTHERS
    _, puzzle = unsolvable(Random(seed), tuple(instance.puzzle for instance in sets))
    conflict = bimaru.explain_conflict(puzzle, time_limit=20)
    assert conflict is not None
    assert {*conflict.clues} <= {*clues_of(puzzle)}
    oracle = Oracle(puzzle)
    assert not oracle.has_board(conflict.clues)
    for clue in conflict.clues:
        rest = without(conflict.clues, clue)
        assert oracle.has_board(rest)
        if puzzle.is_plain:
            board = oracle.board()
            lengths = [len(ship) for ship in board.ships()]
            fleet = {length: lengths.count(length) for length in lengths}
            assert bimaru.check(reduced(puzzle, rest).replace(fleet=fleet), board) == []
    links = [*links_of(conflict.steps), *filter(None, [conflict.failure])]
    cited = {*conflict.clues, *conflict.more_clues, *ships_of(puzzle)}
    assert all({*link.clues} <= cited for link in links)
    citations = Citations(puzzle)
    assert [link for link in links if not citations.follows(link)] == []
    for repair in conflict.repairs[:2]:
        status = bimaru.solve(repair.applied(puzzle)).status
        assert status == ("unique" if repair.unique else "multiple")


def test_a_large_set_of_clues_is_led_to_a_contradiction_too() -> None:
    original = next(one.puzzle for one in REAL if one.id == "csplib014-850")
    tallies = [*original.rows]
    giving = next(r for r, tally in enumerate(tallies) if tally)
    taking = (giving + 3) % len(tallies)
    tallies[giving] = (tallies[giving] or 0) - 1
    tallies[taking] = (tallies[taking] or 0) + 1
    puzzle = original.replace(rows=tallies)
    conflict = bimaru.explain_conflict(puzzle)
    assert conflict is not None
    assert len(conflict.clues) >= 9
    assert conflict.steps
    assert conflict.failure is not None
    citations = Citations(puzzle)
    assert citations.follows(conflict.failure)
    assert [link for link in links_of(conflict.steps) if not citations.follows(link)] == []


def exchanged(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the tallies of two rows side by side exchanged, so that there is no solution."""
    for at, (one, other) in enumerate(pairwise(puzzle.rows)):
        found = puzzle.replace(rows=[*puzzle.rows[:at], other, one, *puzzle.rows[at + 2 :]])
        if None not in (one, other) and one != other and bimaru.solve(found).status == "none":
            return found
    raise ValueError("no two rows")


EXCHANGED: Final = (
    instance("lettered", "lettered-1"),
    instance("lettered", "lettered-5"),
    instance("polyomino", "polyomino-1"),
    instance("polyomino", "polyomino-7"),
)


@pytest.mark.parametrize(
    "one", sampled(EXCHANGED, lambda one: one.id != "lettered-5"), ids=lambda one: one.id
)
def test_a_conflict_of_bent_or_lettered_ships_is_told_in_steps(one: Instance) -> None:
    check_told(exchanged(one.puzzle))


@pytest.mark.thorough
@pytest.mark.parametrize("grade", GRADES[3:])
def test_so_is_one_of_a_hard_puzzle_of_tetrominoes(grade: GradeName) -> None:
    made = bimaru.generate(size=(8, 8), fleet={}, shapes=SETS["tetrominoes"], grade=grade, seed=3)
    check_told(exchanged(made))


def check_told(puzzle: Puzzle) -> None:
    """Check the steps of a conflict, and what its text says of them."""
    conflict = bimaru.explain_conflict(puzzle)
    assert conflict is not None
    assert conflict.failure is not None
    links = [*links_of(conflict.steps), conflict.failure]
    citations = Citations(puzzle)
    assert [link for link in links if not citations.follows(link)] == []
    cited = {clue for link in links for clue in link.clues} & {*clues_of(puzzle)}
    assert cited <= {*conflict.clues, *conflict.more_clues}
    assert ("the steps also use this: " in conflict.text) == bool(conflict.more_clues)


def test_where_no_argument_is_known_the_conflict_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.advice.conflicts.MOST_ARGUED", 1)
    conflict = bimaru.explain_conflict(exchanged(instance("polyomino", "polyomino-7").puzzle))
    assert conflict is not None
    assert (conflict.steps, conflict.failure, conflict.more_clues) == ((), None, ())
    assert conflict.text.endswith("No short argument for this is known.")


@pytest.mark.parametrize("is_row", [True, False])
def test_a_tally_may_be_mended_to_as_many_as_its_line_has_squares(is_row: bool) -> None:
    wrong, across = (3, None), (1, 1, None, 1)
    puzzle = Puzzle(wrong if is_row else across, across if is_row else wrong, {4: 1})
    conflict = bimaru.explain_conflict(puzzle)
    assert conflict is not None
    clue = Clue("row" if is_row else "column", 0)
    assert (Change(clue, 3, 4),) in [repair.changes for repair in conflict.repairs]


def test_the_unit_that_was_moved_is_among_the_repairs() -> None:
    original = instances("boats")[0].puzzle
    first, second, third, *rest = (tally or 0 for tally in original.rows)
    puzzle = original.replace(rows=(first - 1, second, third + 1, *rest))
    assert bimaru.solve(puzzle).status == "none"
    conflict = bimaru.explain_conflict(puzzle, time_limit=60)
    assert conflict is not None
    assert conflict.complete
    assert any(repair.applied(puzzle) == original for repair in conflict.repairs)


def test_tallies_that_do_not_add_up_are_a_conflict_of_their_own() -> None:
    puzzle = Puzzle((1, 0, 1), (1, 0, 0), {1: 2})
    conflict = bimaru.explain_conflict(puzzle)
    assert conflict is not None
    assert conflict.failure is not None
    assert len(conflict.clues) == 6
    assert conflict.text == "The columns have 1 ship square and the rows have 2, as the ships do."
    assert [repair.unique for repair in conflict.repairs] == [True, False, False]
    assert conflict.repairs[0].text == "column 1 has 2, not 1"


def test_a_board_can_be_part_of_a_conflict() -> None:
    puzzle = Puzzle((1, 0), (1, 0), {1: 1})
    conflict = bimaru.explain_conflict(puzzle, Board(("?X", "??")))
    assert conflict is not None
    assert (len(conflict.clues), conflict.squares, conflict.repairs) == (1, ((0, 1),), ())
    assert bimaru.explain_conflict(puzzle, Board(("X?", "??"))) is None
    with pytest.raises(bimaru.InvalidBoardError):
        bimaru.explain_conflict(puzzle, Board(("X",)))


# Several solutions


@settings(max_examples=40)
@given(small_puzzles())
def test_additions_leave_one_solution_and_fewer_givens_do_not(puzzle: Puzzle) -> None:
    boards = sorted(boards_of(puzzle), key=str)
    ambiguity = bimaru.explain_ambiguity(puzzle)
    if len(boards) < 2:
        assert ambiguity is None
        return
    assert ambiguity is not None
    shown = [{at: (board[at] != ".", board.letter(at)) for at, _ in board.squares()} for board in boards]
    assert {at for at in shown[0] if len({each[at] for each in shown}) > 1} <= {*ambiguity.squares}
    for addition in ambiguity.additions:
        known = {given.square: given for given in (*puzzle.givens, *addition)}
        assert bimaru.solve(puzzle.replace(givens=[*known.values()])).status == "unique"
    if ambiguity.smallest and len(ambiguity.additions[0]) == 2 and len(boards) < 20:
        for each in boards:
            for at in ambiguity.squares:
                assert sum(_fits_given(other, each, at) for other in boards) > 1


def _fits_given(board: Board, source: Board, at: tuple[int, int]) -> bool:
    """Whether a board agrees with a given taken from `source`: its letter on a square, or else its mark."""
    letter = source.letter(at)
    return board.letter(at) == letter if letter is not None else board[at] == source[at]


def test_an_ambiguity_in_words_and_as_json() -> None:
    puzzle = Puzzle((2, 0, 1), (1, 1, 1), {2: 1, 1: 1})
    ambiguity = bimaru.explain(puzzle, with_clues=True).ambiguity
    assert ambiguity is not None
    assert ambiguity.squares == ((0, 0), (0, 1), (0, 2), (2, 0), (2, 2))
    assert all(len(addition) == 1 for addition in ambiguity.additions)
    assert ambiguity.text.startswith(
        "The solutions differ on A1-A3, C1 and C3. Only one solution would be left if "
    )
    assert ambiguity.to_data()["smallest"] is True
    assert Given(0, 0, "L") in {given for addition in ambiguity.additions for given in addition}
    assert bimaru.explain(puzzle).ambiguity is None


def test_many_solutions_are_compared_square_by_square() -> None:
    puzzle = Puzzle((None,) * 5, (None,) * 5, {1: 2})
    ambiguity = bimaru.explain_ambiguity(puzzle)
    assert ambiguity is not None
    assert len(ambiguity.squares) == 25
    assert (ambiguity.complete, {len(addition) for addition in ambiguity.additions}) == (True, {2})


def test_what_json_names_has_the_same_name_in_python() -> None:
    conflict = bimaru.explain_conflict(Puzzle((1, 0, 1), (1, 0, 0), {1: 2}))
    ambiguity = bimaru.explain_ambiguity(Puzzle((1, 0), (None, None), {1: 1}))
    argument = bimaru.why(Puzzle((1, 0), (1, 0), {1: 1}), (0, 0))
    assert conflict is not None
    assert ambiguity is not None
    values: list[Any] = [conflict, *conflict.repairs, ambiguity, argument]
    for value in values:
        names = value.to_data().keys() - {"not"}  # a keyword
        assert [name for name in names if not hasattr(value, name)] == []
