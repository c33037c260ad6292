"""The names that type checkers know are those that the code knows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from bimaru.drawing.palette import Theme, colours_of
from bimaru.drawing.svg import SvgTheme
from bimaru.engines.registry import REGISTRY as ENGINES
from bimaru.engines.registry import EngineName
from bimaru.formats.registry import REGISTRY as FORMATS
from bimaru.formats.registry import FormatName
from bimaru.generation.recipe import Recipe
from bimaru.grading.grades import GRADES, GradeName, GradeRange

RANGES: Final = [f"{first}-{last}" for i, first in enumerate(GRADES) for last in GRADES[i + 1 :]]


@pytest.mark.parametrize(
    ("literal", "names"),
    [(EngineName, [*ENGINES]), (FormatName, [*FORMATS]), (GradeName, [*GRADES])],
)
def test_the_names_are_those_of_the_registry_in_its_order(literal: Any, names: list[str]) -> None:
    assert [*get_args(literal)] == names


def test_a_recipe_takes_every_grade_and_range_and_no_other() -> None:
    names = [name for part in get_args(GradeRange) for name in get_args(part)]
    assert names == [*GRADES, *RANGES]
    assert all(Recipe(grade=name).grades for name in names)
    for wrong in ("hard-easy", "pink"):
        with pytest.raises(ValueError, match="grade"):
            Recipe(grade=wrong)


@pytest.mark.parametrize("theme", [*get_args(SvgTheme)])
def test_every_theme_has_colours(theme: str) -> None:
    assert {*get_args(Theme)} < {*get_args(SvgTheme)}
    assert colours_of(theme)["paper"]


def test_an_unknown_theme_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(ValueError, match=f"'pink' is not one of {', '.join(get_args(SvgTheme))}$"):
        colours_of("pink")


@pytest.mark.thorough
@pytest.mark.needs("mypy")
def test_a_type_checker_accepts_what_the_guides_show_and_refuses_what_fails(tmp_path: Path) -> None:
    code = """
        import bimaru
        from bimaru.generation.recipe import Recipe
        puzzle = bimaru.generate(fleet={3: 1}, grade="easy-hard")
        recipe = Recipe(fleet={3: 1, 2: 2})
        battleships = recipe.fleet.get(4, 0)
        bimaru.solve(puzzle, engine="backtracking:order=static")
        bimaru.generate(grade="pink")
        bimaru.draw(puzzle, theme="pink")
    """
    file = tmp_path / "example.py"
    file.write_text("\n".join(line.strip() for line in code.strip().splitlines()), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file=",
        "--no-error-summary",
        "--follow-imports=silent",
    ]
    run = subprocess.run(
        [*command, f"--cache-dir={tmp_path}", file], capture_output=True, encoding="utf-8", check=False
    )
    found = [line.rpartition("example.py:")[2].partition(":")[0] for line in run.stdout.splitlines()]
    assert found == ["7", "8"], run.stdout
