"""The models of the API have the keys of the value types that they describe."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

import bimaru
from bimaru import puzzle as puzzle_module
from bimaru.deduction import reasons
from bimaru.deduction.grading import GRADES
from bimaru.deduction.mistakes import Mistake
from bimaru.generation.recipe import OLD_NAMES, Recipe
from bimaru.sizes import GENERATED_MAX_SIDE, MAX_NUMBER, MAX_SIDE, SERVER_MAX_SIDE
from command_line import MULTIPLE, NONE, UNIQUE
from instances import instance

pytest.importorskip("fastapi")
pydantic = pytest.importorskip("pydantic")
schema = pytest.importorskip("bimaru.web.schema")

if TYPE_CHECKING:
    from pydantic import BaseModel

CLASSIC = instance("csplib014", "csplib014-113").puzzle


def keys(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


@pytest.mark.parametrize(
    ("name", "accepted", "refused"),
    [
        ("Square", [[0, 1]], [[0], [0, 1, 2], "A1"]),
        ("SquareName", ["A1", "j10", "AAA9999"], ["A0", "A", "1", "AAAA1", "A10000", "A1 "]),
        ("Count", [0, 1, MAX_NUMBER], [-1, MAX_NUMBER + 1]),
        ("Tally", [0, None, MAX_NUMBER], [-1, MAX_NUMBER + 1]),
        ("Letter", ["Q", None], ["", "QU"]),
        ("Word", ["Q", "Q" * MAX_SIDE], ["", "Q" * (MAX_SIDE + 1)]),
        ("FleetCounts", [{}, {"4": 1, "03": 0, "9999": 2}], [{"x": 1}, {"": 1}, {"10000": 1}, {"4": -1}]),
        ("Index", [0, SERVER_MAX_SIDE - 1], [-1, SERVER_MAX_SIDE]),
        ("Kind", ["W", "S", "RB", "=Q"], ["", "Q", "WW", "=", "=QQ"]),
        ("Side", [1, GENERATED_MAX_SIDE], [0, GENERATED_MAX_SIDE + 1]),
    ],
)
def test_values_are_accepted_up_to_their_bounds(name: str, accepted: list[Any], refused: list[Any]) -> None:
    adapter = pydantic.TypeAdapter(getattr(schema, name))
    for value in accepted:
        assert adapter.validate_python(value) == value
    for value in refused:
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(value)


def test_a_recipe_has_the_fields_and_defaults_of_the_value_type() -> None:
    assert keys(schema.Recipe) == {field.name for field in fields(Recipe)} | {*OLD_NAMES, "seed"}
    document = schema.Recipe.model_json_schema()
    assert all(entry["description"] for entry in document["properties"].values())
    defaults = schema.Recipe().model_dump(exclude={*OLD_NAMES, "seed"})
    assert bimaru.Fleet.parse(defaults.pop("fleet")) == Recipe().fleet
    data = Recipe().to_data()
    assert defaults == {name: value for name, value in data.items() if name != "fleet"}
    assert Recipe.from_data(defaults) == Recipe()


def test_a_puzzle_has_the_keys_of_the_json_format() -> None:
    assert keys(schema.Puzzle) == {*puzzle_module._KEYS, puzzle_module._OLD_GIVENS}
    assert keys(schema.Edges) == {*CLASSIC.edges._fields}
    assert keys(schema.Board) == {"board", "letters"}


def test_reasons_have_the_fields_of_the_value_types() -> None:
    of_type = {field.name for field in fields(reasons.Reason)}
    assert keys(schema.Reason) == of_type - {"kind", "needed"} | {"line", "length", "needs"}
    assert keys(schema.Line) == {field.name for field in fields(reasons.Line)}
    of_question = {field.name for field in fields(reasons.Question)}
    assert keys(schema.Question) == of_question - {"kind", "total"} | {"length"}
    question = reasons.Question("square", 0)
    case = reasons.Case((), is_water=True, reasons=(), ending=None, text="", question=question)
    assert keys(schema.Case) == {*case.to_data()}


@pytest.mark.parametrize("data", [UNIQUE, MULTIPLE, NONE], ids=lambda data: str(data["id"]))
def test_results_have_the_keys_of_the_value_types(data: Any) -> None:
    puzzle = bimaru.Puzzle.from_data(data)
    for model, result, others in (
        (schema.SolveResult, bimaru.solve(puzzle), {"id", "failure"}),
        (schema.CountResult, bimaru.count(puzzle), {"id", "squares"}),
        (schema.ExplainResult, bimaru.explain(puzzle), {"id"}),
    ):
        assert keys(model) == {*others, *result.to_data()}


def test_steps_grades_and_hints_have_the_keys_of_the_value_types() -> None:
    for step in bimaru.explain(CLASSIC).to_data()["steps"]:  # type: ignore[attr-defined]
        assert keys(schema.Step) - {"letters"} == {*step}
    lettered = bimaru.Puzzle((1, 0), (1, 0), words=["A"])
    for step in bimaru.explain(lettered).steps:
        assert keys(schema.Step) == {*step.to_data()}
    assert keys(schema.Mistake) == {*Mistake((), "").to_data()}
    assert keys(schema.GradeResult) - {"complete"} == {"id", *bimaru.grade(CLASSIC).to_data()}
    assert keys(schema.HintResult) - {"complete"} == {"id", *bimaru.Advice().to_data()}
    blank = bimaru.Board.unknown(CLASSIC.height, CLASSIC.width)
    assert keys(schema.ReviewResult) - {"complete"} == {"id", *bimaru.review(CLASSIC, blank).to_data()}
    grades = schema.GradeResult.model_json_schema()["properties"]["grade"]["anyOf"][0]["enum"]
    assert tuple(grades) == GRADES
