"""Names of squares, as people write and read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bimaru.squares import parse_square, row_name, square_name, square_names


def test_rows_are_counted_like_columns_of_a_spreadsheet() -> None:
    names = {0: "A", 1: "B", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 98: "CU", 701: "ZZ", 702: "AAA"}
    assert {row: row_name(row) for row in names} == names


@given(row=st.integers(0, 18_277), col=st.integers(0, 9998))
def test_a_name_is_read_back_in_either_case(row: int, col: int) -> None:
    name = square_name((row, col))
    assert parse_square(name) == parse_square(name.lower()) == (row, col)


@pytest.mark.parametrize(
    "name", ["", "B", "4", "B0", "B04", "4B", "B 4", "B4 ", "B-4", "ÄB4", "B٤", "AAAA1", "A10000", "B4\n"]
)
def test_other_text_is_no_square(name: str) -> None:
    assert parse_square(name) is None


@pytest.mark.parametrize(
    ("squares", "names"),
    [
        ([], ""),
        ([(1, 3)], "B4"),
        ([(0, 3), (0, 0), (0, 1), (0, 2), (2, 6)], "A1-A4 C7"),
        ([(0, 0), (1, 0), (2, 0), (0, 2)], "A1-C1 A3"),
        ([(0, 0), (0, 1), (0, 1)], "A1-A2"),
        ([(0, 0), (1, 1)], "A1 B2"),
    ],
)
def test_straight_runs_are_abbreviated(squares: list[tuple[int, int]], names: str) -> None:
    assert square_names(squares) == names
