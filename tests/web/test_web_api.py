"""The API answers as the commands do."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

import bimaru
from bimaru.formats.registry import REGISTRY
from bimaru.puzzle import Puzzle
from command_line import MALFORMED, MULTIPLE, NONE, UNIQUE, jsonl, without_times
from command_line import bimaru as command
from instances import instance, instances
from puzzle_strategies import puzzles
from sampling import sampled
from serving import JSON, posted, refused

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

if TYPE_CHECKING:
    from httpx import Client
    from pydantic import BaseModel

LETTERED = instances("lettered")[0].puzzle.to_data()
POLYOMINO = instances("polyomino")[0].puzzle.to_data()
CLASSIC = instance("csplib014", "csplib014-113").puzzle.to_data()
BOARD = bimaru.solve(Puzzle.from_data(CLASSIC)).boards[0]
EVERY_CASE_FAILS = {
    "id": "every-case-fails",
    "rows": [1, 1, 3, 1, 1],
    "cols": [3, 1, 1, 3],
    "fleet": {"3": 1, "2": 1, "1": 2},
}
HALF = {"board": [row[:5] + "?" * 5 for row in BOARD.rows]}


def printed(*args: str, puzzle: object) -> Any:
    """What the command prints with `--json`."""
    return command(*args, "--json", "-", stdin=jsonl(puzzle)).objects[0]


def same(answer: object, other: object) -> bool:
    """Whether two answers are the same but for the time that they took."""
    return without_times(json.dumps(answer)) == without_times(json.dumps(other))


# The explanations of the last two are long.
@pytest.mark.parametrize(
    "case",
    sampled(
        product([UNIQUE, MULTIPLE, NONE, EVERY_CASE_FAILS, CLASSIC], ["solve", "count", "explain", "grade"]),
        lambda case: case[1] != "explain" or case[0] not in (EVERY_CASE_FAILS, CLASSIC),
    ),
    ids=lambda case: f"{case[0]['id']}-{case[1]}",
)
def test_an_answer_is_what_the_command_prints(client: Client, case: tuple[Any, str]) -> None:
    puzzle, name = case
    assert same(posted(client, name, puzzle), printed(name, puzzle=puzzle))


@pytest.mark.parametrize("puzzle", [LETTERED, POLYOMINO], ids=["lettered", "polyomino"])
def test_ships_with_letters_and_bends_are_solved_and_counted(client: Client, puzzle: Any) -> None:
    pytest.importorskip("pysat")
    assert posted(client, "solve", puzzle)["status"] == "unique"
    assert posted(client, "count", puzzle)["n_solutions"] == 1


@pytest.mark.parametrize("name", ["solve", "count", "explain", "grade"])
def test_an_answer_out_of_time_is_what_the_command_prints(client: Client, name: str) -> None:
    answer = posted(client, name, CLASSIC, time_limit=0)
    assert same(answer, printed(name, "--time-limit", "0", puzzle=CLASSIC))
    assert answer["complete"] is False


def test_so_is_a_hint(client: Client) -> None:
    hint = posted(client, "hint", {"puzzle": CLASSIC}, time_limit=0)
    assert hint == printed("hint", "--time-limit", "0", puzzle=CLASSIC)
    assert hint["complete"] is False


def test_the_limit_is_the_number_of_solutions_returned(client: Client) -> None:
    assert len(posted(client, "solve", MULTIPLE)["solutions"]) == 2
    assert len(posted(client, "solve", MULTIPLE, limit=1)["solutions"]) == 1
    assert posted(client, "solve", MULTIPLE, engine="backtracking")["engine"] == "backtracking"


def test_an_engine_takes_options(client: Client) -> None:
    engine = "backtracking:order=static,checks=none"
    assert posted(client, "solve", MULTIPLE, engine=engine)["engine"] == engine
    assert posted(client, "count", MULTIPLE, engine=engine)["complete"]


@pytest.mark.parametrize("board", [HALF, BOARD.to_data()], ids=["half", "full"])
def test_the_referee_says_what_the_command_prints(client: Client, board: Any, tmp_path: Any) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    ran = command("check", "-", file, "--json", stdin=jsonl(CLASSIC)).objects[0]
    assert posted(client, "check", {"puzzle": CLASSIC, "board": board}) == ran


def test_sentences_are_in_the_language_requested(client: Client) -> None:
    hint = posted(client, "hint", {"puzzle": CLASSIC}, language="de", strength="where")
    assert hint["where"].startswith("Sehen Sie sich ")
    wrong = client.post("/api/explain?language=xx", json=CLASSIC)
    assert (wrong.status_code, "language" in wrong.json()["faults"][0]) == (422, True)


@pytest.mark.parametrize("strength", ["where", "technique", "step"])
@pytest.mark.parametrize("board", [HALF, {"board": ["S" * 10] * 10}], ids=["half", "wrong"])
def test_a_hint_is_what_the_command_prints(client: Client, strength: str, board: Any, tmp_path: Any) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    args = ("hint", "-", "--board", str(file), "--strength", strength, "--json")
    ran = command(*args, stdin=jsonl(CLASSIC)).objects[0]
    assert posted(client, "hint", {"puzzle": CLASSIC, "board": board}, strength=strength) == ran


def test_a_hint_needs_no_board(client: Client) -> None:
    without = posted(client, "hint", {"puzzle": CLASSIC})
    assert without == posted(client, "hint", {"puzzle": CLASSIC, "board": None})
    assert without == printed("hint", puzzle=CLASSIC)


def test_where_there_is_no_solution_there_is_no_hint(client: Client) -> None:
    reply = posted(client, "hint", {"puzzle": NONE})
    nulls = dict.fromkeys(("mistake", "where", "focus", "technique", "idea", "step"))
    assert reply == {"id": "none", "solved": False} | nulls


# Conversion


@pytest.mark.parametrize("name", REGISTRY)
def test_every_format_is_read_and_written(client: Client, name: str) -> None:
    puzzle = Puzzle.from_data(CLASSIC)
    written = posted(client, "convert", {"text": json.dumps(CLASSIC), "to": name})
    assert written == {"from": "json", "to": name, "text": bimaru.write(puzzle, name)}
    back = posted(client, "convert", {"text": written["text"], "to": "json"})
    assert back["from"] == name
    assert Puzzle.from_data(json.loads(back["text"])) == puzzle


def test_the_address_of_a_puzzle_at_puzz_link_is_read(client: Client) -> None:
    address = "https://puzz.link/p?" + bimaru.write(Puzzle.from_data(CLASSIC), "puzzlink")
    assert Puzzle.from_data(
        json.loads(posted(client, "convert", {"text": address, "to": "json"})["text"])
    ) == (Puzzle.from_data(CLASSIC))


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, ["text: missing", "to: missing"]),
        ({"text": 1, "to": "json"}, ["text: not text"]),
        ({"text": "", "to": None}, ["to: not text"]),
    ],
    ids=["nothing", "a number", "no format"],
)
def test_of_what_is_to_be_converted_only_what_is_wrong_is_named(
    client: Client, body: object, faults: list[str]
) -> None:
    assert refused(client, "convert", body)["faults"] == faults


def test_many_puzzles_are_converted_at_once(client: Client) -> None:
    converted = posted(client, "convert", {"text": jsonl(UNIQUE, MULTIPLE), "to": "text"})
    assert len(list(bimaru.parse_all(converted["text"]))) == 2


def test_a_clue_that_a_format_cannot_express_is_reported(client: Client) -> None:
    reply = refused(client, "convert", {"text": json.dumps(LETTERED), "to": "puzzlink"})
    assert reply["error"].startswith("the format puzzlink cannot express: ")
    assert "papyrus" in refused(client, "convert", {"text": jsonl(UNIQUE), "to": "papyrus"})["error"]


def test_the_formats_are_those_of_the_command(client: Client) -> None:
    assert client.get("/api/formats").json() == command("formats", "--json").objects


# Making


def test_a_puzzle_is_made_from_a_recipe_and_a_seed(client: Client) -> None:
    recipe = {"size": "6x7", "fleet": "3:1,2:2,1:3", "grade": "easy", "seed": 7}
    made = posted(client, "generate", recipe)
    same_recipe = {"size": [6, 7], "fleet": {"3": 1, "2": 2, "1": 3}, "grade": "easy", "seed": 7}
    assert made == posted(client, "generate", same_recipe)
    expected = bimaru.generate(size=(6, 7), fleet={3: 1, 2: 2, 1: 3}, grade="easy", seed=7)
    assert made == json.loads(json.dumps(expected.to_data()))
    assert bimaru.grade(Puzzle.from_data(made)) == "easy"


def test_without_a_seed_each_is_another(client: Client) -> None:
    assert posted(client, "generate", {})["seed"] != posted(client, "generate", {})["seed"]


@pytest.mark.parametrize(
    ("recipe", "place"),
    [
        ({"size": "ten"}, "size"),
        ({"size": [0, 10]}, "size"),
        ({"size": "99x99"}, "size"),
        ({"fleet": "4:x"}, "fleet"),
        ({"fleet": "9:9"}, "fleet"),
        ({"grade": "devilish"}, "grade"),
        ({"shapes": "L4, Q7"}, "shapes"),
        ({"words": "CAT, D-G"}, "D-G"),
        ({"seed": -1}, "seed"),
        ({"seed": 0.5}, "seed"),
        ({"sise": "6x6"}, "sise"),
        ([], "object"),
    ],
    ids=json.dumps,
)
def test_a_fault_of_a_recipe_is_reported(client: Client, recipe: Any, place: str) -> None:
    assert place in refused(client, "generate", recipe)["faults"][0]


def test_ships_are_named_as_on_the_command_line(client: Client) -> None:
    named = {"size": "7x7", "fleet": "", "words": "CAT, DO", "shapes": "L4 ##/#.", "seed": 3}
    spelled = named | {"fleet": {}, "words": ["CAT", "DO"], "shapes": [["###", "#.."], ["##", "#."]]}
    assert posted(client, "generate", named) == posted(client, "generate", spelled)


def test_a_recipe_without_puzzles_is_reported(client: Client) -> None:
    reply = refused(client, "generate", {"size": [1, 1], "fleet": {}, "grade": "expert", "tries": 2})
    assert reply["error"].startswith("no suitable puzzle in 2 tries")


def test_the_puzzle_of_a_day_is_the_same_for_everyone(client: Client) -> None:
    def of(day: str) -> Any:
        return client.get("/api/daily", params={"date": day}).json()

    sunday = of("2026-02-22")
    assert sunday == of("2026-02-22")
    assert (sunday["id"], sunday["grade"]) == ("2026-02-22", "expert")
    assert of("2026-02-23")["grade"] == bimaru.grade(Puzzle.from_data(of("2026-02-23"))) == "easy"
    assert Puzzle.from_data(of("2026-02-24")) != Puzzle.from_data(of("2026-02-23"))


def test_without_a_date_it_is_today_s(client: Client) -> None:
    days = {f"{datetime.now(UTC):%Y-%m-%d}"}
    made = client.get("/api/daily").json()
    assert made["id"] in days | {f"{datetime.now(UTC):%Y-%m-%d}"}


@pytest.mark.parametrize("day", ["2026-02-30", "0000-01-01", "tomorrow", "2026-1-1", "20260101"])
def test_an_impossible_date_is_reported(client: Client, day: str) -> None:
    response = client.get("/api/daily", params={"date": day})
    assert response.status_code == 422
    assert response.json()["faults"][0].startswith("date: ")


def test_spare_clues_are_dropped(client: Client) -> None:
    spared = posted(client, "minimise", CLASSIC)
    assert Puzzle.from_data(spared) == bimaru.minimise(Puzzle.from_data(CLASSIC))


def test_a_draft_is_completed_to_a_target(client: Client) -> None:
    draft = CLASSIC | {"givens": []}
    found = posted(client, "complete", {"puzzle": draft, "board": BOARD.to_data()}, grade="hard", givens=8)
    puzzle = Puzzle.from_data(found["puzzle"])
    assert found["complete"]
    assert bimaru.grade(puzzle) == "hard"
    assert bimaru.solve(puzzle).boards == (BOARD,)
    answer = {"id": NONE["id"], "puzzle": None, "tries": 0, "complete": True}
    assert posted(client, "complete", NONE) == answer


def test_a_fleet_that_does_not_fit_is_refused(client: Client) -> None:
    recipe = {"size": [3, 3], "fleet": "2:2,1:1"}
    assert "cannot lie on a grid of 3x3" in refused(client, "generate", recipe)["error"]


def test_of_a_puzzle_with_several_solutions_no_clue_is_spare(client: Client) -> None:
    assert "several solutions" in refused(client, "minimise", MULTIPLE)["error"]


# Drawing


def drawn(client: Client, body: object, **options: Any) -> tuple[str, bytes]:
    response = client.post("/api/draw", json=body, params=options)
    assert response.status_code == 200, response.text
    return response.headers["content-type"], response.content


def test_a_puzzle_is_drawn(client: Client) -> None:
    kind, picture = drawn(client, CLASSIC)
    assert kind.startswith("image/svg+xml")
    assert picture.decode() == bimaru.draw(Puzzle.from_data(CLASSIC))


def test_a_board_is_drawn_with_its_puzzle(client: Client) -> None:
    _, picture = drawn(
        client, {"puzzle": CLASSIC, "board": BOARD.to_data()}, theme="dark", size=20, names=False
    )
    assert picture.decode() == bimaru.draw(
        Puzzle.from_data(CLASSIC), BOARD, theme="dark", size=20, names=False
    )


@pytest.mark.parametrize(
    ("to", "kind", "begin"), [("pdf", "application/pdf", b"%PDF-"), ("png", "image/png", b"\x89PNG")]
)
def test_pictures_come_as_pdf_and_png(client: Client, to: str, kind: str, begin: bytes) -> None:
    pytest.importorskip("typst")
    reply, picture = drawn(client, CLASSIC, to=to)
    assert reply == kind
    assert picture.startswith(begin)


@pytest.mark.parametrize("to", ["pdf", "png"])
def test_letters_that_the_font_lacks_are_reported(client: Client, to: str) -> None:
    pytest.importorskip("typst")
    puzzle = {"rows": [1, 0], "cols": [1, 0], "words": ["海"]}
    response = client.post("/api/draw", json=puzzle, params={"to": to})
    assert response.status_code == 422
    assert "no sign for '海'" in response.json()["error"]
    assert client.post("/api/draw", json=puzzle).status_code == 200


def test_a_puzzle_that_cannot_be_drawn_is_reported(client: Client) -> None:
    small = {"puzzle": CLASSIC, "board": {"board": ["?"]}}
    assert "differ in size" in refused(client, "draw", small)["faults"][0]
    assert "auto is for SVG" in refused(client, "draw", CLASSIC, theme="auto", to="pdf")["error"]


def test_text_of_a_puzzle_is_no_markup_in_its_picture(client: Client) -> None:
    _, picture = drawn(client, UNIQUE | {"id": "<script>alert(1)</script>"})
    assert b"<script" not in picture


# Errors, always in the same form


def test_every_fault_of_a_puzzle_is_reported_in_the_words_of_the_command(client: Client) -> None:
    reply = refused(client, "solve", MALFORMED)
    errors = command("solve", "-", stdin=jsonl(MALFORMED)).err.splitlines()
    assert reply["faults"] == [line.removeprefix("Error: standard input:1: ") for line in errors]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b"", "found none"),
        (b"{", "not JSON"),
        (b"[1, 2]", "an array"),
        (b"null", "null"),
        (b'{"rows": [1], "rows": [1], "cols": [1]}', "given twice"),
        (b'{"rows": [1], "cols": [NaN]}', "NaN"),
        (b'{"rows": [1], "cols": [1e999]}', "is too large"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"{} {}", "found more"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 10_000, "thousands of digits"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_body_that_is_no_puzzle_is_refused(client: Client, body: bytes, fault: str) -> None:
    response = client.post("/api/solve", content=body, headers=JSON)
    assert response.status_code == 422
    assert fault in json.dumps(response.json())


@pytest.mark.parametrize("path", ["check", "hint", "draw"])
def test_a_board_that_is_none_is_refused(client: Client, path: str) -> None:
    reply = refused(client, path, {"puzzle": UNIQUE, "board": {"board": ["zz", "?"]}})
    assert reply["error"] == "invalid board"
    assert reply["faults"][0].startswith("board: row 1 has 'z'")


def test_to_check_takes_a_board(client: Client) -> None:
    assert refused(client, "check", {"puzzle": UNIQUE})["faults"] == ["board: missing"]


@pytest.mark.parametrize(
    "options",
    [
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "many"},
        {"time_limit": "nan"},
        {"time_limit": "inf"},
        {"time_limit": "-1"},
        {"engine": "steam"},
        {"engine": "steam:order=static"},
        {"engine": "backtracking:order"},
        {"engine": "backtracking:order=steam"},
        {"engine": "backtracking:oder=static"},
        {"engine": "backtracking:checks=none,checks=none"},
        {"engine": "minizinc:solver=gecode"},
        {"engin": "search"},
    ],
    ids=str,
)
def test_options_that_are_not_understood_are_named(client: Client, options: Any) -> None:
    reply = refused(client, "solve", UNIQUE, **options)
    assert reply["error"] == "invalid request"
    assert reply["faults"][0].startswith(next(iter(options)))


def test_the_fault_of_an_option_follows_its_name(client: Client) -> None:
    reply = refused(client, "solve", UNIQUE, limit="0")
    assert reply["faults"] == ["limit: Input should be greater than or equal to 1"]


def test_a_puzzle_that_the_engine_does_not_take_is_refused(client: Client) -> None:
    assert "search does not take this puzzle" in refused(client, "solve", LETTERED, engine="search")["error"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/solve", 405),
        ("POST", "/api/daily", 405),
        ("GET", "/api/sink", 404),
        ("GET", "/x.js", 404),
    ],
)
def test_an_unknown_path_or_method_is_reported_in_the_same_form(
    client: Client, method: str, path: str, status: int
) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert response.json().keys() == {"error", "faults"}
    assert ("allow" in response.headers) == (status == 405)


@pytest.mark.thorough
@given(puzzles())
@settings(max_examples=60)
def test_whatever_the_puzzle_answers_are_as_described(client: Client, puzzle: bimaru.Puzzle) -> None:
    from bimaru.web import schema

    refusal: type[BaseModel] = schema.Error
    described: dict[str, type[BaseModel]] = {
        "solve": schema.SolveResult,
        "count": schema.CountResult,
        "explain": schema.ExplainResult,
        "grade": schema.GradeResult,
    }
    data = json.loads(bimaru.write(puzzle, "json"))
    for path, model in described.items():
        response = client.post(f"/api/{path}", json=data, params={"time_limit": 0.02})
        assert response.status_code in (200, 422), response.text
        (model if response.status_code == 200 else refusal).model_validate_json(response.content)


# Booklets


def test_a_booklet_has_rules_puzzles_and_answers(client: Client) -> None:
    pypdf = pytest.importorskip("pypdf")
    body = {"puzzles": [CLASSIC, MULTIPLE, NONE]}
    response = client.post("/api/booklet", json=body, params={"title": "Seas", "per_page": 1})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/pdf"
    pages = [page.extract_text() for page in pypdf.PdfReader(BytesIO(response.content)).pages]
    assert len(pages) == 5
    assert "Seas" in pages[0]
    assert "3 puzzles" in pages[0]
    assert all(note in pages[4] for note in ("several solutions", "no solution"))
    bare = client.post(
        "/api/booklet", json=body, params={"rules": "false", "answers": "false", "per_page": 6}
    )
    assert len(pypdf.PdfReader(BytesIO(bare.content)).pages) == 1


@pytest.mark.parametrize(
    ("puzzles", "place"),
    [
        ([], "puzzles"),
        ("none", "puzzles"),
        ([CLASSIC] * 101, "puzzles"),
        ([CLASSIC, {"rows": 3}], "puzzle 2"),
    ],
    ids=["none", "text", "too many", "faulty"],
)
def test_a_fault_of_a_booklet_is_reported(client: Client, puzzles: Any, place: str) -> None:
    assert refused(client, "booklet", {"puzzles": puzzles})["faults"][0].startswith(place)


def test_count_says_in_how_many_solutions_each_square_is_ship(client: Client) -> None:
    counted = posted(client, "count", MULTIPLE, squares=True)
    puzzle = bimaru.Puzzle.from_data(MULTIPLE)
    boards = bimaru.solve(puzzle, limit=None).boards
    ships = [[0] * puzzle.width for _ in range(puzzle.height)]
    for board in boards:
        for row, col in board.occupied():
            ships[row][col] += 1
    assert counted["n_solutions"] == len(boards) > 1
    assert counted["squares"] == ships
    assert counted["complete"]
