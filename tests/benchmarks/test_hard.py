"""The hard boards, and the scores of engines on them."""

from __future__ import annotations

from typing import Final

import pytest

from benchmarks.hard import KINDS, Row, Score, grouped, hard_boards, made, table

LIMIT: Final = 20.0


@pytest.mark.parametrize("group", KINDS)
def test_a_kind_and_a_seed_make_one_puzzle(group: str) -> None:
    kind = KINDS[group][0]
    assert made(kind, 0) == made(kind, 0) != made(kind, 1)


def test_the_halves_have_no_board_in_common() -> None:
    tuning, test = (
        {board.puzzle for board in hard_boards(half, ("solbat", "dense"))} for half in ("tuning", "test")
    )
    assert (len(tuning), len(test)) == (19, 19)
    assert tuning.isdisjoint(test)


def _row(engine: str, seconds: float, status: str) -> Row:
    return Row("dense", "one", engine, seconds, status)


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        ([("sat", 2.0, "multiple sat"), ("auto", 3.0, "multiple sat")], Score("sat", 2.0, 3.0, 3.0)),
        ([("sat", 20.1, "unknown"), ("auto", 3.0, "none search")], Score("none", 40.0, 3.0, 20.1)),
        ([("sat", 7.5, "unknown"), ("auto", 3.0, "unique search")], Score("none", 7.5, 3.0, 7.5)),
        (
            [("sat", 2.0, "unique sat"), ("search", 1.0, "unknown"), ("auto", 20.0, "unknown")],
            Score("sat", 2.0, 40.0, 20.0),
        ),
        ([("sat", 2.0, "unique sat"), ("auto", 6.1, "unknown")], Score("sat", 2.0, 40.0, 6.1)),
        ([("sat", 2.0, "unique sat"), ("auto", 0.2, "failed")], Score("sat", 2.0, 40.0, 2.0)),
        ([("sat", 0.3, "failed"), ("auto", 3.0, "none search")], Score("none", 40.0, 3.0, 3.0)),
    ],
    ids=[
        *("both decided", "open at the limit", "given up before", "auto open"),
        *("auto given up before", "auto failed", "another failed"),
    ],
)
def test_what_is_open_at_the_limit_counts_twice_and_what_was_given_up_before_its_time(
    rows: list[tuple[str, float, str]], score: Score
) -> None:
    assert Score.of([_row(*row) for row in rows], LIMIT) == score


def test_the_table_has_the_ratio_of_the_sums_and_the_worst_of_a_board() -> None:
    rows = [
        Row("dense", name, engine, seconds, "unique")
        for name, best, auto in (("one", 2.0, 3.0), ("two", 8.0, 6.0))
        for engine, seconds in (("sat", best), ("auto", auto))
    ]
    lines = [*table(grouped(rows, LIMIT))]
    assert "| dense | 2 | sat 2 | 10.0 | 9.0 | 0.90 | 1.50 |" in lines
    assert "| the best or `auto` over 5 s | 1 | sat 1 | 8.0 | 6.0 | 0.75 | 0.75 |" in lines
