"""The models of the API describe what the library reads and answers."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import pytest

import bimaru
from bimaru import puzzle as puzzle_module
from bimaru.deduction import reasons
from bimaru.generation.completion import Target, complete
from bimaru.generation.recipe import OLD_NAMES, Recipe
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle
from bimaru.sizes import GENERATED_MAX_SIDE, MAX_NUMBER, MAX_SIDE, SERVER_MAX_SIDE
from bimaru.squares import Part
from command_line import MULTIPLE, NONE, UNIQUE
from instances import instance

pytest.importorskip("fastapi")
pydantic = pytest.importorskip("pydantic")
schema = pytest.importorskip("bimaru.web.schema")
queries = pytest.importorskip("bimaru.web.queries")

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
    adapter = pydantic.TypeAdapter(getattr(queries if name == "SquareName" else schema, name))
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
    assert defaults.pop("fleet") is None, "that of the size"
    data = Recipe().to_data()
    assert defaults == {name: value for name, value in data.items() if name != "fleet"}
    assert Recipe.from_data(defaults) == Recipe()


def test_a_puzzle_has_the_keys_of_the_json_format() -> None:
    assert keys(schema.Puzzle) == {*puzzle_module._KEYS, puzzle_module._OLD_GIVENS}
    assert keys(schema.Edges) == {*CLASSIC.edges._fields}
    assert keys(schema.Board) == {"board", "letters"}


def test_a_puzzle_names_every_kind_of_given() -> None:
    assert f"`{' '.join(Part)}`" in schema.Puzzle.model_fields["givens"].description


def known_only(model: type[BaseModel]) -> type[BaseModel]:
    """The model of an answer, without the keys that later versions may add."""
    strict: type[BaseModel] = pydantic.create_model(
        model.__name__, __base__=model, __config__=pydantic.ConfigDict(extra="forbid")
    )
    return strict


LETTERED: Final = bimaru.Puzzle((1, 0), (1, 0), words=["A"])
WRONG: Final = bimaru.Board(("X" + "?" * 9, *["?" * 10] * 9))


@pytest.mark.parametrize("puzzle", [*map(bimaru.Puzzle.from_data, (UNIQUE, MULTIPLE, NONE)), LETTERED])
def test_results_are_as_described(puzzle: bimaru.Puzzle) -> None:
    for model, result in (
        (schema.SolveResult, bimaru.solve(puzzle)),
        (schema.CountResult, bimaru.count(puzzle)),
        (schema.CountResult, bimaru.count_squares(puzzle)),
        (schema.ExplainResult, bimaru.explain(puzzle, with_clues=True)),
    ):
        known_only(model).model_validate({"id": puzzle.id} | result.to_data())


def test_advice_is_as_described() -> None:
    for model, result in (
        (schema.GradeResult, bimaru.grade(CLASSIC)),
        (schema.HintResult, bimaru.Advice()),
        (schema.HintResult, bimaru.hint(CLASSIC)),
        (schema.HintResult, bimaru.hint(CLASSIC, WRONG)),
        (schema.ReviewResult, bimaru.review(CLASSIC, WRONG)),
        (schema.WhyResult, bimaru.why(CLASSIC, (0, 0))),
        (schema.CompleteResult, complete(CLASSIC, Target())),
    ):
        known_only(model).model_validate({"id": None} | result.to_data())


def test_every_key_of_steps_is_described() -> None:
    described = schema.ExplainResult.model_json_schema()["$defs"]
    steps = [step.to_data() for step in bimaru.explain(CLASSIC)]
    assert {*steps[0]} | {"letters", "possible_letters"} == {*described["Step"]["properties"]}
    assert {key for step in steps for reason in listed(step["reasons"]) for key in reason} <= {
        *described["Reason"]["properties"]
    }


def listed(value: object) -> list[Any]:
    assert isinstance(value, list)
    return value


def test_descriptions_are_the_docstrings_at_the_types() -> None:
    described = schema.ExplainResult.model_json_schema()["$defs"]
    assert (
        described["Reason"]["properties"]["placements"]["description"]
        == "Their candidate placements; of lettered ships each in the order of its word."
    )
    assert described["Case"]["properties"]["is"]["description"] == reasons.Case.kind.__doc__
    assert described["Case"]["properties"]["ending"]["description"].endswith("null: this can be.")


def test_grades_are_listed() -> None:
    grades = schema.GradeResult.model_json_schema()["properties"]["grade"]["anyOf"][0]["enum"]
    assert tuple(grades) == GRADES


@pytest.mark.parametrize("grade", ["easy", "easy-hard", "easy,hard", "easy-intermediate,expert"])
def test_grades_of_a_recipe_are_described_as_they_are_read(grade: str) -> None:
    assert Recipe(grade=grade).grades
    assert schema.Recipe(grade=grade).grade == grade
    with pytest.raises(pydantic.ValidationError):
        schema.Recipe(grade=f"{grade};")


def test_examples_of_text_and_of_clues_are_read() -> None:
    (text,) = schema.Conversion.model_fields["text"].examples
    assert bimaru.solve(bimaru.parse(text)).status == "unique"
    (fleet,), (givens,) = (schema.Puzzle.model_fields[name].examples for name in ("fleet", "givens"))
    puzzle = {"rows": [None] * 6, "cols": [None] * 6, "fleet": fleet, "givens": givens}
    assert len(Puzzle.from_data(puzzle).givens) == len(givens)
