"""Links to the page: Python and the page's JavaScript write and read the same ones."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.formats import CannotWriteError, InvalidTextError, format_named, parse, parse_all, sniff, write
from bimaru.puzzle import Edges, Puzzle
from instances import every_instance, instance
from puzzle_strategies import puzzles

PAGE: Final = Path(__file__).parents[2] / "src" / "bimaru" / "web" / "page"
CSPLIB: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
every_puzzle = st.lists(puzzles(format_named("permalink").scope), min_size=1, max_size=40)


ANSWERING: Final = """
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
    const [expression, values] = JSON.parse(line);
    const evaluated = new Function('it', 'value', `return ${expression}`);
    console.log(JSON.stringify(values.map((value) => evaluated(it, value))));
}
"""
InNode: TypeAlias = Callable[[str, list[Any]], list[Any]]


@pytest.fixture(scope="module")
def in_node() -> Iterator[InNode]:
    """A JavaScript expression evaluated for each `value`, with the page's module of links as `it`; in one
    process of Node, which takes longer to start than to answer."""
    module = next(PAGE.rglob("permalink.js")).as_uri()
    script = f"import * as it from {json.dumps(module)};{ANSWERING}"
    command = [shutil.which("node") or "nodejs", "--input-type=module", "-e", script]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as node:
        asked, answers = node.stdin, node.stdout
        assert asked is not None
        assert answers is not None

        def evaluate(expression: str, values: list[Any]) -> list[Any]:
            print(json.dumps([expression, values]), file=asked, flush=True)
            results: list[Any] = json.loads(answers.readline())
            return results

        yield evaluate


def assert_page_agrees(in_node: InNode, puzzles: list[Puzzle]) -> None:
    links = [write(puzzle, "permalink").strip() for puzzle in puzzles]
    assert in_node("'#' + it.toFragment(value)", [puzzle.to_data() for puzzle in puzzles]) == links
    read = [Puzzle.from_data(data) for data in in_node("it.fromFragment(value)", links)]
    assert read == puzzles
    assert [name(puzzle) for puzzle in read] == [name(parse(link)) for link in links]


def name(puzzle: Puzzle) -> str:
    """The id as a link has it; a number there may be read as a number or as text."""
    return "" if puzzle.id is None else str(puzzle.id)


@pytest.mark.needs("node")
def test_the_page_writes_and_reads_the_same_links_of_published_puzzles(in_node: InNode) -> None:
    assert_page_agrees(in_node, [known.puzzle for known in every_instance()])


@pytest.mark.needs("node")
@settings(max_examples=10)
@given(several=every_puzzle)
def test_the_page_writes_and_reads_the_same_links_of_random_puzzles(
    in_node: InNode, several: list[Puzzle]
) -> None:
    # The page drops control characters and marks of direction from names.
    assert_page_agrees(in_node, [one if name(one).isprintable() else one.replace(id=None) for one in several])


@st.composite
def damaged_links(draw: st.DrawFn) -> str:
    link = write(draw(puzzles(format_named("permalink").scope, max_side=3)), "permalink").strip()[1:]
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(link)))
        piece = draw(st.sampled_from([*"0129.-_=&xABWX+%~é", "&h=A1W", "r=1", "&c=1", "=1", "%C3%A9"]))
        link = link[:start] + piece + link[start + draw(st.integers(0, 2)) :]
    return link


@pytest.mark.needs("node")
@settings(max_examples=8)
@given(links=st.lists(damaged_links(), min_size=20, max_size=40))
def test_the_page_rejects_the_same_links(in_node: InNode, links: list[str]) -> None:
    for link, data in zip(links, in_node("it.fromFragment(value)", links), strict=True):
        try:
            puzzle = parse(link, "permalink")
        except InvalidTextError:
            assert data is None, link
        else:
            assert data is not None, link
            assert Puzzle.from_data(data) == puzzle, link


@pytest.mark.parametrize(
    "before",
    [
        "",
        "https://example.org/bimaru/",
        "http://localhost:8000/?a=b",
        "file:///tmp/index.html",
        "https://a.example/#x",
    ],
)
def test_a_link_is_read_with_any_address_before_it(before: str) -> None:
    assert sniff(before + CSPLIB) == "permalink"
    assert parse(before + CSPLIB) == instance("csplib014", "csplib014-113").puzzle


def test_a_fragment_is_read_without_its_sign() -> None:
    assert sniff(CSPLIB[1:]) == "permalink"
    assert parse(CSPLIB[1:]) == parse(CSPLIB)


def test_links_are_one_a_line() -> None:
    assert list(parse_all(f"{CSPLIB}\n\nhttps://example.org/{CSPLIB}&n=7\n")) == [parse(CSPLIB)] * 2


def test_a_link_holds_every_kind_of_clue() -> None:
    puzzle = Puzzle(
        rows=(None, 2),
        cols=(0, None, 1),
        fleet={1: 2, 3: 1},
        givens={(0, 1): "LB", (1, 2): "=é"},
        words=["AB", "é1"],
        shapes=[["##", "#."], ["###", ".#."]],
        edges=Edges(top=("A", None, "é")),
        id="a & b #1",
    )
    link = (
        "#r=_.2&c=0._.1&f=3x1.1x2&w=AB.%C3%A91&s=11-10.111-010&h=A2LB.B3-%C3%A9&et=A_%C3%A9&n=a+%26+b+%231\n"
    )
    assert write(puzzle, "permalink") == link
    assert parse(link) == puzzle
    assert parse(link).id == "a & b #1"


@pytest.mark.parametrize(
    ("link", "faults"),
    [
        ("#r=1&x=1", ["line 1: c=...: missing"]),
        ("#r=1&c=1 &f=1x1", ["line 1: '#r=1&c=1 &f=1x1' is not a link: it contains blanks"]),
        (
            "\n#r=1.00001&c=x&f=axb.2x1.2x1&h=A1.A1Q",
            [
                "line 2: r: '00001' is not a tally from 0 to 9999, or _",
                "line 2: c: 'x' is not a tally from 0 to 9999, or _",
                "line 2: f: 'axb' is not length x count, like 4x1",
                "line 2: fleet: length 2 is given twice",
                "line 2: h: 'A1' is not a square and its kind, like A6W or B4-A",
                "line 2: givens[0]: 'Q' is not one of W S L R T B M X RB LB RT LT or = and a letter",
            ],
        ),
        ("#r=1&c=1&h=B9W", ["line 1: givens[0]: square (1, 8) is off the 1x1 grid"]),
        ("#r=" + "1." * 200 + "&c=1", ["line 1: r: 200 tallies; a grid has at most 99 a side"]),
    ],
)
def test_every_fault_of_a_link_is_reported(link: str, faults: list[str]) -> None:
    with pytest.raises(InvalidTextError) as error:
        parse(link, "permalink")
    assert [*error.value.faults] == faults


def test_ships_that_the_page_does_not_take_are_not_written() -> None:
    with pytest.raises(CannotWriteError, match="ships of more than 99 lengths"):
        write(Puzzle([1], [1], dict.fromkeys(range(1, 101), 1)), "permalink")
    with pytest.raises(CannotWriteError, match="lettered and polyomino ships of more than 9801 squares"):
        write(Puzzle([1], [1], words=["A" * 99] * 99, shapes=[["##", "#."]]), "permalink")
