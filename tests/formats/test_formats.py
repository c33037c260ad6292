"""Every format reads back what it writes, and names what it cannot express."""

from __future__ import annotations

import json
from typing import Unpack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.formats import REGISTRY, CannotWriteError, format_named, parse, parse_all, sniff, write, write_all
from bimaru.formats.format import EVERYTHING, UnknownFormatError
from bimaru.puzzle import Edges, Puzzle, PuzzleFields
from instances import SOLVABLE_SETS, instances
from puzzle_strategies import puzzles
from sampling import sampled, thorough

every_format = pytest.mark.parametrize("name", REGISTRY)
every_format_of_many = pytest.mark.parametrize("name", [name for name in REGISTRY if format_named(name).many])


@every_format
@settings(max_examples=25)
@given(data=st.data())
def test_a_written_puzzle_is_recognised_and_read_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(format_named(name).scope))
    text = write(puzzle, name)
    # The two formats of CSC384 differ only in the marks of givens.
    assert sniff(text) in ({"csc384", "csc384-old"} if name.startswith("csc384") else {name})
    assert parse(text, name) == puzzle


# a format that has every puzzle, and one that has few
@pytest.mark.parametrize("name", sampled(REGISTRY, {"text", "csc384"}.__contains__))
@settings(max_examples=25)
@given(puzzle=puzzles())
def test_any_puzzle_is_read_back_or_rejected_with_a_reason(name: str, puzzle: Puzzle) -> None:
    if [*format_named(name).scope.unsupported(puzzle)]:
        with pytest.raises(CannotWriteError, match=f"the format {name} cannot express: "):
            write(puzzle, name)
    else:
        assert parse(write(puzzle, name), name) == puzzle


@every_format_of_many
@settings(max_examples=10)
@given(data=st.data())
def test_many_puzzles_are_written_as_one_text(name: str, data: st.DataObject) -> None:
    several = data.draw(st.lists(puzzles(format_named(name).scope, max_side=4), min_size=1, max_size=4))
    assert list(parse_all("".join(write_all(several, name)))) == several


@every_format
def test_a_format_for_one_puzzle_rejects_a_second(name: str) -> None:
    puzzle = instances("csplib014")[0].puzzle
    if format_named(name).many:
        assert list(parse_all("".join(write_all([puzzle, puzzle], name)))) == [puzzle, puzzle]
    else:
        with pytest.raises(CannotWriteError, match="more than one puzzle"):
            list(write_all([puzzle, puzzle], name))


@pytest.mark.parametrize("name", [thorough("json"), "text"])
@settings(max_examples=50)
@given(puzzle=puzzles())
def test_the_formats_of_bimaru_hold_id_and_source(name: str, puzzle: Puzzle) -> None:
    read = parse(write(puzzle, name))
    assert (read.id, read.source) == (puzzle.id, puzzle.source)
    assert type(read.id) is type(puzzle.id)


@settings(max_examples=50)
@given(puzzle=puzzles())
def test_json_holds_the_ships_as_given_and_every_note(puzzle: Puzzle) -> None:
    read = parse(write(puzzle, "json"))
    assert (read.fleet, read.words, read.shapes) == (puzzle.fleet, puzzle.words, puzzle.shapes)
    assert read.extra == puzzle.extra


@pytest.mark.parametrize("id", [7, -7, "7", "csplib014-113", "it's", "a \\ and\na new line", None])
def test_csplib_holds_the_id(id: str | int | None) -> None:
    assert parse(write(Puzzle([1], [1], id=id), "csplib")).id == id


INEXPRESSIBLE = {
    "lettered": REGISTRY.keys() - {"text", "json", "permalink"},
    "polyomino": REGISTRY.keys() - {"text", "json", "puzzlink", "pzprv3", "permalink"},
    "large": {"csc384", "csc384-old", "ist"},
    "solbat": {"ist"},
    "seeds": {"ist"},
}
"""For each collection, the formats that cannot express any of its puzzles."""


@every_format
# the puzzles of CSPLib are as many, of the same size and fleet, as those of boats
@pytest.mark.parametrize("collection", sampled(SOLVABLE_SETS, lambda name: name != "csplib014"))
def test_published_puzzles_are_read_back_in_every_format_that_can_express_them(
    name: str, collection: str
) -> None:
    chosen = format_named(name)
    published = [instance.puzzle for instance in instances(collection)]
    expressible = [puzzle for puzzle in published if not [*chosen.scope.unsupported(puzzle)]]
    assert bool(expressible) == (name not in INEXPRESSIBLE.get(collection, ()))
    for puzzle in published:
        if puzzle in expressible:
            assert parse(chosen.write(puzzle)) == puzzle, puzzle.id
        else:
            with pytest.raises(CannotWriteError):
                chosen.write(puzzle)


ONE = Puzzle([1], [1], {1: 1})


def with_changes(**changes: Unpack[PuzzleFields]) -> Puzzle:
    """A 10x10 puzzle with the standard fleet, changed."""
    return Puzzle([2] * 10, [2] * 10, {4: 1, 3: 2, 2: 3, 1: 4}).replace(**changes)


@pytest.mark.parametrize(
    ("name", "puzzle", "unsupported"),
    [
        ("csplib", with_changes(rows=[None] + [2] * 9), "missing tallies"),
        ("csplib", with_changes(givens={(0, 0): "X"}), "givens of kind X"),
        ("csplib", with_changes(givens={(0, 0): "X", (0, 1): "RB"}), "givens of kind RB X"),
        ("minizinc", with_changes(cols=[None] * 10), "missing tallies"),
        ("kmkeen", with_changes(givens={(0, 0): "X"}), "givens of kind X"),
        ("kmkeen", with_changes(words=["AB"]), "ships with letters"),
        ("boats", with_changes(edges=Edges(top=("A",) * 10)), "edge letters"),
        ("boats", with_changes(givens={(0, 0): "=A"}), "letters as givens"),
        ("boats", with_changes(shapes=[["##", "#."]]), "polyomino ships"),
        ("boats", with_changes(fleet={10: 1}), "ships longer than 9"),
        ("boats", ONE, "a grid of 1x1 (sides must be 2 to 99)"),
        ("csc384", with_changes(rows=[10] + [2] * 9), "tallies above 9"),
        ("csc384", with_changes(rows=[2] * 9), "a grid that is not square (9x10)"),
        ("csc384-old", with_changes(fleet={6: 1}), "ships longer than 5"),
        ("csc384-old", with_changes(fleet={1: 10}), "more than 9 ships of one length"),
        ("ist", with_changes(fleet={1: 1}), "a fleet other than 4:1,3:2,2:3,1:4"),
        ("ist", ONE, "a grid of 1x1 (sides must be 10)"),
        ("puzzlink", with_changes(cols=[256] * 10), "tallies above 255"),
        ("puzzlink", with_changes(shapes=[["#" * 36, "#" + "." * 35]]), "ships longer than 35"),
        ("pzprv3", with_changes(words=["A"]), "ships with letters"),
    ],
)
def test_an_unsupported_feature_is_named(name: str, puzzle: Puzzle, unsupported: str) -> None:
    with pytest.raises(CannotWriteError) as error:
        write(puzzle, name)
    assert unsupported in error.value.unsupported


def test_all_unsupported_features_are_named_at_once() -> None:
    puzzle = with_changes(rows=[None] * 9, givens={(0, 0): "X"}, words=["AB"])
    with pytest.raises(CannotWriteError) as error:
        write(puzzle, "csc384")
    assert len(error.value.unsupported) == 4


def test_notes_that_are_not_json_are_rejected() -> None:
    for note in ({1, 2}, float("nan"), object()):
        with pytest.raises(CannotWriteError):
            write(Puzzle([1], [1], extra={"note": note}), "json")


def test_straight_shapes_belong_to_the_fleet() -> None:
    puzzle = Puzzle([1] * 3, [1] * 3, {2: 1}, shapes=[["##"], ["#", "#", "#"]])
    assert parse(write(puzzle, "csplib")).fleet == {3: 1, 2: 2}


def test_an_unknown_format_is_reported_with_those_that_exist() -> None:
    with pytest.raises(UnknownFormatError, match="unknown format 'toml'; choose one of boats"):
        format_named("toml")


@every_format
def test_a_format_describes_itself(name: str) -> None:
    chosen = format_named(name)
    assert chosen.name == name
    assert chosen.suffix.startswith(".")
    assert 10 < len(chosen.summary) < 110
    assert "\n" not in chosen.summary


def test_the_formats_of_bimaru_express_every_puzzle() -> None:
    assert format_named("json").scope == format_named("text").scope == EVERYTHING


def test_json_is_one_line_of_ascii() -> None:
    text = write(Puzzle([1], [1], {1: 1}, id="Überblick\n"), "json")
    assert text.isascii()
    assert text.count("\n") == 1
    assert json.loads(text) == {
        "id": "Überblick\n",
        "rows": [1],
        "cols": [1],
        "fleet": {"1": 1},
        "givens": [],
    }


def test_a_straight_piece_that_stands_upright_is_a_straight_ship() -> None:
    upright = parse("battleship/3/3/300111o/1/13s", "puzzlink")
    assert upright == parse("battleship/3/3/300111o/1/31s", "puzzlink")
    assert (dict(upright.fleet), upright.shapes) == ({3: 1}, ())
