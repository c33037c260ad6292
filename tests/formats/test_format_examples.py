"""Every format as its own programs write it: examples, and collections published in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bimaru.formats import parse, parse_all, sniff, write
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from instances import instance, instances, puzzle_of, rows

SIX = Fleet({3: 1, 2: 2, 1: 3})
TEN = Fleet({4: 1, 3: 2, 2: 3, 1: 4})


def tallies(text: str) -> list[int | None]:
    """Tallies separated by blanks, `.` for a missing one."""
    return [None if tally == "." else int(tally) for tally in text.split()]


PUZZLINK_EXAMPLES: dict[str, dict[str, Any]] = {
    "battleship/6/6/g12h2g30g3gk0r3w//c": {
        "rows": tallies(". 3 0 . 3 ."),
        "cols": tallies(". 1 2 . . 2"),
        "fleet": SIX,
        "givens": {(0, 5): "W", (3, 0): "L"},
    },
    "battleship/10/10/05022313222433241100k0zzzi6zp//d": {
        "rows": tallies("2 4 3 3 2 4 1 1 0 0"),
        "cols": tallies("0 5 0 2 2 3 1 3 2 2"),
        "fleet": TEN,
        "givens": {(0, 5): "W", (6, 9): "S"},
    },
    "battleship/20/7/11111111111111111111g20-11g1gzy6z.zzzk0s/5/11g/21o/51v/61vg/61vg": {
        "rows": tallies(". 2 0 17 . 1 ."),
        "cols": [1] * 20,
        "fleet": {1: 1, 2: 1, 5: 1, 6: 2},
        "givens": {(1, 19): "S", (3, 0): "X", (6, 6): "W"},
    },
    "battleship/10/10/34g50122g11211142503i1zl6zk3h0zu6j//d": {
        "rows": tallies("1 2 1 1 1 4 2 5 0 3"),
        "cols": tallies("3 4 . 5 0 1 2 2 . 1"),
        "fleet": TEN,
        "givens": {(0, 3): "T", (3, 0): "S", (5, 6): "L", (5, 9): "W", (9, 5): "S"},
    },
    "battleship/10/10/zzzzzz//d": {"rows": [None] * 10, "cols": [None] * 10, "fleet": TEN},
}


@pytest.mark.parametrize("url", PUZZLINK_EXAMPLES)
def test_a_url_of_puzz_link_is_read_and_written_unchanged(url: str) -> None:
    assert sniff(url) == "puzzlink"
    assert parse(url) == Puzzle(**PUZZLINK_EXAMPLES[url])
    assert write(parse(url), "puzzlink") == url + "\n"


@pytest.mark.parametrize(
    "before",
    [
        "https://puzz.link/p?",
        "http://pzv.jp/p.html?",
        "https://pzprxs.vercel.app/p?",
        "puzz.link/p?",
    ],
)
def test_a_url_is_read_from_every_site(before: str) -> None:
    url = "battleship/6/6/g12h2g30g3gk0r3w//c"
    assert sniff(before + url) == "puzzlink"
    assert parse(before + url) == parse(before + url.replace("ship/", "ship_edit/")) == parse(url)


def test_urls_are_one_a_line_with_comments_between() -> None:
    text = "# two of them\nbattleship/1/1/110//z\n\nhttps://puzz.link/p?battleship/1/1/.1.//z\n"
    assert list(parse_all(text)) == [
        Puzzle([1], [1], givens={(0, 0): "W"}),
        Puzzle([1], [None], givens={(0, 0): "X"}),
    ]


@pytest.mark.parametrize(("letter", "ships", "squares"), [
    ("c", 6, 10), ("d", 10, 20), ("e", 15, 35), ("t", 5, 20), ("p", 12, 60), ("z", 0, 0),
])  # fmt: skip
def test_a_preset_is_read_and_written_as_its_letter(letter: str, ships: int, squares: int) -> None:
    url = f"battleship/8/8/vzzzj//{letter}"
    puzzle = parse(url)
    assert sum(count for _, count in puzzle.ships) == ships
    assert sum(ship.length * count for ship, count in puzzle.ships) == squares
    assert write(puzzle, "puzzlink") == url + "\n"


@pytest.mark.parametrize("letter", "tp")
def test_the_pieces_of_the_presets_of_polyominoes_all_differ(letter: str) -> None:
    assert {count for _, count in parse(f"battleship/8/8/vzzzj//{letter}").ships} == {1}


def test_pieces_may_have_any_shape_and_straight_ones_belong_to_the_fleet() -> None:
    puzzle = parse("battleship/4/4/nv/5/33bk/22u/14u/23bg/22g")
    assert puzzle.fleet == {4: 1, 1: 1}
    assert puzzle.shapes == ((".#.", "###", ".#."), ("##", "##"), (".#", ".#", "##"))


def test_the_corners_of_polyomino_ships_are_givens_in_a_url() -> None:
    url = "battleship/4/1/k789a/1/22s"
    assert [given.kind for given in parse(url).givens] == ["RB", "LB", "RT", "LT"]
    assert write(parse(url), "puzzlink") == url + "\n"


def test_a_url_without_any_clue_may_have_an_empty_body() -> None:
    puzzle = parse("battleship/3/3///c")
    assert puzzle == Puzzle([None] * 3, [None] * 3, SIX)
    assert write(puzzle, "puzzlink") == "battleship/3/3/lo//c\n"


@pytest.mark.parametrize("row", rows("puzzlink"), ids=lambda row: row["id"])
def test_urls_and_files_of_pzpr_agree_and_are_written_as_pzpr_writes_them(row: dict[str, Any]) -> None:
    puzzle = puzzle_of(row["puzzle"])
    as_file = row["pzprv3"].replace("/", "\n")
    assert parse(row["url"]) == parse(row["pzprv3"]) == parse(as_file) == puzzle
    assert write(puzzle, "puzzlink") == row["url"] + "\n"
    # The file of the collection has an answer in it, ours has none.
    given = 6 + puzzle.height
    assert write(puzzle, "pzprv3").split("\n")[:given] == as_file.split("\n")[:given]
    assert len(write(puzzle, "pzprv3").split("\n")) == len(as_file.split("\n"))


PZPRV3 = """\
pzprv3
battleship
2
3
3
11g
21o
22s
. 1 c2 .
. 0 . -
3 . 7 .
. . .
+ . #
0 0 0
"""


def test_a_file_of_pzpr_keeps_the_marks_of_the_player() -> None:
    puzzle = parse(PZPRV3)
    givens = {(0, 0): "W", (0, 2): "X", (1, 1): "RB"}
    assert puzzle == Puzzle([None, 3], [1, 2, None], {1: 1, 2: 1}, givens, shapes=[["##", "#."]])
    assert puzzle.extra == {"progress": {"board": [".?X", ".XX"]}}


def test_a_file_of_pzpr_without_marks_of_the_player_has_no_progress() -> None:
    assert parse(PZPRV3.replace("\n+ . #\n", "\n. . .\n")).extra == {}


def test_a_finished_answer_in_a_file_of_pzpr_is_its_solution() -> None:
    finished = PZPRV3.replace("\n. . .\n", "\n. # .\n")
    assert parse(finished).provenance.solution == {"board": [".XX", ".XX"]}


def test_moves_and_notes_after_a_file_of_pzpr_are_not_read() -> None:
    assert parse(PZPRV3 + 'info:{\n "metadata": {"author": "a"}\n}\n') == parse(PZPRV3)


BOATS_EXAMPLES: dict[str, dict[str, Any]] = {
    "10x10f4de,4,3,2,1:2,2,1,2,1,4,0,4,4,0,4,1,1,1,2,2,3,1,2,3,aWcRzoCnSvC": {
        "rows": tallies("4 1 1 1 2 2 3 1 2 3"),
        "cols": tallies("2 2 1 2 1 4 0 4 4 0"),
        "fleet": TEN,
        "givens": {(0, 1): "W", (0, 5): "R", (4, 7): "M", (6, 2): "S", (8, 5): "M"},
    },
    "10x10f4dh,4,3,2,1:3,4,-,5,0,1,2,2,-,1,1,2,1,1,1,4,2,5,0,3,cTzSyLbWziS": {
        "rows": tallies("1 2 1 1 1 4 2 5 0 3"),
        "cols": tallies("3 4 . 5 0 1 2 2 . 1"),
        "fleet": TEN,
        "givens": {(0, 3): "T", (3, 0): "S", (5, 6): "L", (5, 9): "W", (9, 5): "S"},
    },
    "10x12f5dh,2,2,2,1,1:3,1,5,4,2,4,0,1,1,0,2,2,1,5,0,2,2,2,1,4,0,0,jBzoThWySz": {
        "rows": tallies("2 2 1 5 0 2 2 2 1 4 0 0"),
        "cols": tallies("3 1 5 4 2 4 0 1 1 0"),
        "fleet": {1: 2, 2: 2, 3: 2, 4: 1, 5: 1},
        "givens": {(1, 0): "B", (5, 2): "T", (6, 1): "W", (8, 7): "S"},
    },
}


def without_level(game_id: str) -> str:
    return re.sub(r"d[enth]S?,", ",", game_id, count=1)


@pytest.mark.parametrize("game_id", BOATS_EXAMPLES)
def test_a_game_id_of_boats_is_read_and_written_unchanged_but_for_its_level(game_id: str) -> None:
    assert sniff(game_id) == "boats"
    assert parse(game_id) == Puzzle(**BOATS_EXAMPLES[game_id])
    assert write(parse(game_id), "boats") == without_level(game_id) + "\n"


def test_every_game_id_of_boats_round_trips() -> None:
    game_ids = [found.known["game_id"] for found in instances("boats")]
    puzzles = list(parse_all("\n".join(game_ids)))
    assert puzzles == [found.puzzle for found in instances("boats")]
    assert [write(puzzle, "boats") for puzzle in puzzles] == [
        without_level(game_id) + "\n" for game_id in game_ids
    ]


def test_boats_has_short_forms_of_its_parameters() -> None:
    desc = ",".join(["-"] * 12) + ",V"
    full = parse(f"6x6f4,4,3,2,1:{desc}")
    assert full == parse(f"6:{desc}") == parse(f"6x6f4dtS:{desc}") == parse(f"6f4,4,3,2,1:{desc}")
    assert full.givens == ((0, 0, "X"),)
    assert parse(f"6f4,4,,2:{desc}").fleet == {1: 4, 3: 2}


def test_a_save_file_of_boats_holds_one_puzzle() -> None:
    lines = [
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        "VERSION :1:1",
        "GAME    :5:Boats",
        "PARAMS  :13:6x6f3dh,3,2,1",
        "CPARAMS :13:6x6f3dh,3,2,1",
        "DESC    :26:2,1,1,3,2,1,2,2,2,1,3,0,pW",
        "NSTATES :1:1",
    ]
    assert sniff("\n".join(lines)) == "boats"
    assert parse("\n".join(lines)) == Puzzle(
        tallies("2 2 2 1 3 0"), tallies("2 1 1 3 2 1"), SIX, {(2, 4): "W"}
    )


OLD = """\
102
021
21
...
""".replace("...", "0S0\n00W\n000")
NEW = """\
1021
0211
2100
0^00
000.
<000
000v
"""


def test_the_old_and_the_new_csc384_differ_in_their_marks() -> None:
    assert (sniff(OLD), sniff(NEW)) == ("csc384-old", "csc384")
    assert parse(OLD) == Puzzle([1, 0, 2], [0, 2, 1], {1: 2, 2: 1}, {(0, 1): "S", (1, 2): "W"})
    givens = {(0, 1): "T", (1, 3): "W", (2, 0): "L", (3, 3): "B"}
    assert parse(NEW) == Puzzle([1, 0, 2, 1], [0, 2, 1, 1], {1: 2, 2: 1}, givens)
    assert write(parse(NEW), "csc384") == NEW


def test_csc384_may_have_trailing_blanks_and_no_final_newline() -> None:
    assert parse(NEW.replace("\n", "  \r\n").rstrip()) == parse(NEW)


CSPLIB = """\
% Solitaire Battleship problem instances
/* two
   of them */
problem(113,
\t[4:1,3:2,2:3,1:4],
\t[2,4,3,3,2,4,1,1,0,0],
\t[0,5,0,2,2,3,1,3,2,2],
\t[c@[7,10],w@[1,6]]).
problem( 'no hints' , [1:1] , [1] , [1] , [] ) .  % the smallest
"""


def test_prolog_facts_of_csplib_are_read() -> None:
    assert sniff(CSPLIB) == "csplib"
    first, second = parse_all(CSPLIB)
    assert first == instance("csplib014", "csplib014-113").puzzle
    assert (first.id, second.id) == (113, "no hints")
    assert write(first, "csplib") == CSPLIB[CSPLIB.index("problem(") : CSPLIB.index("problem( ")].replace(
        "c@[7,10],w@[1,6]", "w@[1,6],c@[7,10]"
    )


def test_all_boards_of_csplib_go_through_prolog() -> None:
    puzzles = [found.puzzle for found in instances("csplib014")]
    text = "".join(write(puzzle, "csplib") for puzzle in puzzles)
    read = list(parse_all(text))
    assert read == puzzles
    assert [puzzle.id for puzzle in read] == [puzzle.id for puzzle in puzzles]


FATHOM = """\
=======================================================
Board ID: 12
Nodes: 1234
Solutions: 70

START-NEW-BOARD 3 4
Hint: 0 1 Circle 10
Hint: 2 3 Water 3
PLACESHIP 1 0 1 E
PLACESHIP 2 1 3 S

Row tallies: 1 1 1
Column tallies: 0 1 0 2

.C..
...t
...b
=======================================================
Board ID: 13
START-NEW-BOARD 1 2
PLACESHIP 2 0 0 E
Row tallies: 2
Column tallies: 1 1
=======================================================
"""


def test_the_text_of_fathom_it_is_read_with_its_solution() -> None:
    assert sniff(FATHOM) == "csplib"
    first, second = parse_all(FATHOM)
    assert first == Puzzle([1, 1, 1], [0, 1, 0, 2], {1: 1, 2: 1}, {(0, 1): "S", (2, 3): "W"})
    assert first.id == 12
    assert first.provenance.solution == [[1, 0, 1, "H"], [2, 1, 3, "V"]]
    assert first.extra == {"n_solutions_without_hints": 70}
    assert second == Puzzle([2], [1, 1], {2: 1})


MINIZINC = (
    "height = 2; width = 3; maxship = 1; ship = [1]; "
    "hint = [| 0,0,0 | 0,0,1 |]; rowsum = [0,1]; colsum = [1,0,0];"
)


def test_data_of_minizinc_is_read() -> None:
    assert sniff(MINIZINC) == "minizinc"
    puzzle = Puzzle([0, 1], [1, 0, 0], {1: 1}, {(1, 2): "W"})
    assert parse(MINIZINC) == puzzle
    spread = (
        MINIZINC.replace("; ", ";\n").replace("| 0", "|\n 0").replace("1 |]", "1, | |]")
        + "\n% . . .\n%  A; B\n"
    )
    assert parse("% an instance\n" + spread) == puzzle
    assert parse(MINIZINC.replace("hint", "/* hint").replace("|];", "|]; */")) == puzzle.replace(givens=())


IST = "ROW\t{}\nCOLUMN\t{}\n3\nHINT\t2\t1\tL\nHINT\t4\t5\tT\nHINT\t9\t9\tW\n".format(
    "\t".join("2433241100"), "\t".join("0502231322")
)


def test_an_instance_of_ist_is_read() -> None:
    assert sniff(IST) == "ist"
    assert parse(IST) == Puzzle(
        tallies("2 4 3 3 2 4 1 1 0 0"),
        tallies("0 5 0 2 2 3 1 3 2 2"),
        TEN,
        {(2, 1): "L", (4, 5): "T", (9, 9): "W"},
    )


KMKEEN = """\
#!/usr/bin/python
ships = '++ + +'
across = '1 ? 0 2'
down = "0 1 ?"
puzzle = '''\\
...~
O.#.
<>^v
'''
"""


def test_the_four_strings_of_kmkeen_are_read() -> None:
    assert sniff(KMKEEN) == "kmkeen"
    givens = [(0, 3, "W"), (1, 0, "S"), (1, 2, "M"), (2, 0, "L"), (2, 1, "R"), (2, 2, "T"), (2, 3, "B")]
    assert parse(KMKEEN) == Puzzle([0, 1, None], [1, None, 0, 2], {2: 1, 1: 2}, givens)


TEXT = """\
# A puzzle as one types it into an e-mail.
id: the first
fleet: 3, 2 2, 1:3

    3 4 ? 0 1 -
4   . . . . . .
0   . . . . s .
1   . # ^ v < >
3   ......
2   ...o.~
12  . M . . =A RB
"""
TEXT_GIVENS = [
    (1, 4, "S"), (2, 1, "M"), (2, 2, "T"), (2, 3, "B"), (2, 4, "L"), (2, 5, "R"), (4, 3, "S"), (4, 5, "W"),
    (5, 1, "M"), (5, 4, "=A"), (5, 5, "RB"),
]  # fmt: skip


def test_text_is_read_as_one_would_type_it() -> None:
    assert sniff(TEXT) == "text"
    puzzle = parse(TEXT)
    assert puzzle == Puzzle([4, 0, 1, 3, 2, 12], [3, 4, None, 0, 1, None], SIX, TEXT_GIVENS)
    assert puzzle.id == "the first"


@pytest.mark.parametrize(
    "text",
    [
        "fleet: 2\n   1 1 0\n2  L . .\n?  . . W\n",
        "fleet: 2\nL . .  2\n. . W  ?\n1 1 0\n",
        "L.. 2\n..W -\n1 1 0\n\nfleet: 2",
        "fleet: 2\n2  L . .\n?  . . W\n   1 1 0\n",
        "fleet: 2\n1 1 0\nL . .  2\n. . W  ?\n",
    ],
)
def test_tallies_stand_on_either_side_of_the_grid(text: str) -> None:
    assert parse(text) == Puzzle([2, None], [1, 1, 0], {2: 1}, {(0, 0): "L", (1, 2): "W"})


def test_a_grid_with_its_tallies_to_the_right_and_below_is_recognised_without_a_fleet() -> None:
    assert sniff("L . . 2\n. . W ?\n1 1 0\n") == sniff("# as posted\nL.. 2\n..W 0\n1 1 0\n") == "text"


def test_text_holds_words_edge_letters_and_shapes() -> None:
    text = """
words: 123 21
shapes: ##/#. ####
right: 2 .
top: A . B
source: "  quoted, as in JSON\\n"

   ? ? ?
1  . . .
2  . . .
---
# nothing between these two
---
?
? .
"""
    first, second = parse_all(text)
    edges = {"right": ["2", None], "top": ["A", None, "B"]}
    assert first == Puzzle(
        [1, 2], [None] * 3, words=["123", "21"], shapes=[["##", "#."], ["####"]], edges=edges
    )
    assert first.source == "  quoted, as in JSON\n"
    assert second == Puzzle([None], [None])


def test_text_is_written_in_columns() -> None:
    puzzle = Puzzle([10, None], [0, 2, 11], {4: 1, 3: 2}, {(0, 0): "W", (1, 2): "RB"}, id=7, source="7")
    assert write(puzzle, "text") == (
        "id: 7\nsource: 7\nfleet: 4:1, 3:2\n\n    0 2 11\n10  W .  .\n ?  . . RB\n"
    )


def test_the_examples_of_the_documented_text_format_are_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "text-format.md").read_text(encoding="utf-8")
    single, several = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    givens = {(3, 3): "L", (5, 0): "W"}
    assert parse(single) == Puzzle([2, 2, 1, 2, 1, 1], [2, 1, 2, 2, 1, 1], {2: 3, 1: 3}, givens)
    lettered, polyomino = parse_all(several)
    edges = {"right": ["2", None, "2"]}
    assert lettered == Puzzle(
        [1, None, 2], [None, 1, 2], words=["12", "2"], givens={(2, 1): "=1"}, edges=edges
    )
    assert polyomino == Puzzle(
        [2, None, 0, None], [2, 1, 1, 1], {2: 1}, {(0, 0): "RB"}, shapes=[["##", "#."]]
    )
