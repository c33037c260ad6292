"""`bimaru explain` as a stream: steps are printed as soon as they are known."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bimaru.advice import explain
from bimaru.cli.exit_codes import Exit
from command_line import UNIQUE, bimaru, jsonl
from explanations import explained, in_short
from instances import instance


def test_steps_are_printed_before_the_work_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("stopped")

    puzzle = instance("csplib014", "csplib014-113").puzzle
    first = explain(puzzle)[0]
    monkeypatch.setattr("bimaru.advice.explanation.forced_squares", fail)
    ran = bimaru("explain", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.code == Exit.INTERNAL_ERROR
    assert " ".join(ran.out.split()).startswith(f"csplib014-113 1. {first.title}. {first} 2.")
    ran = bimaru("explain", "--json", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.out.startswith(f'{{"id": "csplib014-113", "steps": [{json.dumps(first.to_data())}, {{')


def test_unrefined_steps_are_those_of_the_library() -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    ran = bimaru("explain", "--no-refine", "--json", "-", stdin=jsonl(puzzle.to_data()))
    assert ran.objects[0]["steps"] == json.loads(json.dumps(explain(puzzle, refine=False).to_data()["steps"]))


def test_cases_within_a_supposition_are_paragraphs_of_their_own() -> None:
    puzzle = instance("csplib014", "csplib014-1283").puzzle
    step = next(step for step in explained(puzzle) if step.depth == 2 and "\n" in step.text)
    nested = [inner for case in step.cases for inner in case.cases]
    out = bimaru("explain", "-", stdin=jsonl(puzzle.to_data())).out
    items = [" ".join(item.split()) for item in re.split(r"\n {3,4}- ", out)[1:]]
    assert nested
    for inner in nested:
        case, _, argument = inner.text.partition(": ")
        opening, place = case.split(" ", 1)
        # Cases with the same argument share a paragraph, which lists their places.
        assert any(
            heading.startswith(f"{opening} ")
            and place in heading
            and in_short(argument, step) in in_short(text, step)
            for heading, _, text in (item.partition(": ") for item in items)
        )


def test_the_lines_of_a_step_begin_below_its_first_word() -> None:
    out = bimaru("explain", "-", stdin=jsonl(instance("csplib014", "csplib014-1283").puzzle.to_data())).out
    found = re.findall(r"^(\d+\. )(.+\n)(( +)\S.*\n)", out, re.MULTILINE)
    assert len({*(len(number) for number, *_ in found)}) == 2
    assert all(len(number) == len(indent) for number, _, _, indent in found)


def test_chapters_have_an_overview_before_the_first_case_analysis_and_headings() -> None:
    puzzle = instance("csplib014", "csplib014-6541").puzzle
    chapters = explained(puzzle).chapters
    blocks = bimaru("explain", "-", stdin=jsonl(puzzle.to_data())).out.split("\n\n")
    at = blocks.index("\n".join(["Overview:", *(f"- {one.text}" for one in chapters)]))
    assert blocks[at - 1].startswith(f"{chapters[0].last}. ")
    for chapter in chapters[1:]:
        assert blocks[blocks.index(chapter.title) + 1].startswith(f"{chapter.first}. ")


@pytest.mark.parametrize("option", ["--no-refine", "--steps=20"])
def test_steps_that_are_printed_as_they_are_found_have_no_overview(option: str) -> None:
    puzzle = instance("csplib014", "csplib014-6541").puzzle
    assert "Overview" not in bimaru("explain", option, "-", stdin=jsonl(puzzle.to_data())).out


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "How these clues contradict each other, in steps that are numbered from 1 again:\n\n1. "),
        ("de", "Wie diese Angaben einander widersprechen, in Schritten, wieder von 1 an gezählt:\n\n1. "),
    ],
)
def test_the_steps_of_a_conflict_have_a_heading(language: str, sentence: str) -> None:
    puzzle = {"rows": [2, 0, 2], "cols": [2, 0, 2], "fleet": {"2": 2}}
    assert sentence in bimaru("explain", "--language", language, "-", stdin=jsonl(puzzle)).out


def test_a_page_shows_each_step_on_the_puzzle_with_its_sentences_from_the_first_on(tmp_path: Path) -> None:
    page = bimaru("explain", "--html", "--language", "de", "-", stdin=jsonl(UNIQUE)).out
    number = page.count("data-at=")
    assert page.count("<svg") == page.count('class="bimaru-settled"') == number
    assert "bimaru-met" in page
    assert page.count(" hidden>") == number - 1
    assert '<div data-at="1"><svg' in page
    assert "<p>1. " in page
    assert "Die einzige Lösung. Schwierigkeit: " in page


def test_a_page_with_an_unnamed_puzzle_is_titled_by_the_program(tmp_path: Path) -> None:
    page = tmp_path / "one.html"
    unnamed = {key: value for key, value in UNIQUE.items() if key != "id"}
    assert bimaru("explain", "-", "-o", page, stdin=jsonl(unnamed)).code == Exit.DONE
    assert "<title>bimaru</title>" in page.read_text(encoding="utf-8")
