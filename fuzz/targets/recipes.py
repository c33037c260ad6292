"""Recipes, manifests and options of `bimaru generate`, changed at random: documented errors only."""

from __future__ import annotations

import io
import json
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, Final

import bimaru
from bimaru.cli import main
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.puzzle_collections.making import make_collection

_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 7, 64, 65, 10**30, 1.5, float("nan"), float("inf")),
    *("", "none", "easy", "easy-hard", "hard-easy", "rotation", "half-turn", "water", "AB", "\ud800", "4:1"),
    *([], {}, [1], [4, 4], [[]], [1, 2, 3], ["AB"], ["water", []], ["left"], {"2": 1}, {"0": 1}, {"x": {}}),
)
_OPTIONS: Final = {
    "--size": ("4x4", "1x1", "2x9", "0x3", "65x2", "x", "4", "４x4", "12x12"),
    "--fleet": (
        "2:1,1:2",
        "1:1",
        "9:1",
        "",
        "1:0",
        "2,1,1",
        "x:y",
        "1:1,1:1",
        "3:1,2:2,1:3",
        "1:99999999999",
    ),
    "--words": ("AB", "none", "AB,CAB", "a", "A B", "LONGERTHANTHEGRID"),
    "--edges": ("left", "top,bottom", "none", "middle"),
    "--grade": ("easy", "hard-easy", "easy-hard", "simple", "", "-"),
    "--technique": ("overlap", "missing tally", "guessing", ""),
    "--givens": ("none", "water", "parts,ships", "boats", ",,"),
    "--givens-number": ("0", "3-1", "1-3", "x", "-", "999999999999"),
    "--symmetry": ("half-turn", "none", "quarter-turn", "mirror"),
    "--missing-tallies": ("0", "3", "8", "999", "-1"),
    "--spare": ("0", "2", "99999"),
    "--seed": ("0", "-5", "99999999999999999999", "x"),
    "--to": ("text", "json", "csplib", "ist", "none"),
}


def case(random: random.Random) -> None:
    """Try one of the three."""
    random.choice((_try_recipe, _try_manifest, _try_options))(random)


def _try_recipe(random: random.Random) -> None:
    data = _changed(Recipe(size=(4, 4), fleet=bimaru.Fleet({2: 1, 1: 2})).to_data(), random)
    try:
        recipe = Recipe.from_data(data)
    except InvalidRecipeError as error:
        if not error.faults:
            raise AssertionError("a recipe is refused without a reason") from error
    else:
        if Recipe.from_data(json.loads(json.dumps(recipe.to_data()))) != recipe:
            raise AssertionError(f"{recipe} does not come back from JSON")


def _changed(data: dict[str, Any], random: random.Random) -> dict[str, Any]:
    """The data with some of its values replaced, some entries more and some less."""
    data = dict(data)
    for _ in range(random.randrange(1, 4)):
        name = random.choice([*data, "other"])
        if random.random() < 0.2:
            data.pop(name, None)
        else:
            data[name] = random.choice(_VALUES)
    return data


_COLLECTION: Final = ("--size=3x3", "--fleet=2:1", "--seed=1", "--count=2", "--workers=1")


@cache
def _collection() -> dict[str, bytes]:
    """The files of a small collection."""
    with tempfile.TemporaryDirectory() as place:
        with ThreadPoolExecutor(1) as executor:
            make_collection(Recipe(size=(3, 3), fleet=bimaru.Fleet({2: 1})), 2, 1, place, executor=executor)
        return {path.name: path.read_bytes() for path in Path(place).iterdir()}


def _try_manifest(random: random.Random) -> None:
    """A complete collection with one file changed: the command has nothing to do, or refuses, or (if that
    is the only file missing) makes the same one again."""
    files = dict(_collection())
    name = random.choice(["_manifest.json", "_complete.json"])
    data = json.loads(files[name])
    if name == "_manifest.json" and random.random() < 0.3:
        data["recipe"] = _changed(data["recipe"], random)
    text = json.dumps(_changed(data, random)) if random.random() < 0.7 else _mangled(files[name], random)
    files[name] = text.encode("utf-8", "surrogateescape")
    with tempfile.TemporaryDirectory() as place:
        for each, content in files.items():
            (Path(place) / each).write_bytes(content)
        code, _, err = _run("generate", *_COLLECTION, "-o", f"{place}/")
        _check_end(code, err)
        after = {path.name: path.read_bytes() for path in Path(place).iterdir()}
        if code == 2 and after != files:
            raise AssertionError(f"refused, but changed: {err}")


def _mangled(data: bytes, random: random.Random) -> str:
    """The text with some characters replaced, or cut off."""
    text = list(data.decode())
    for _ in range(random.randrange(4)):
        text[random.randrange(len(text))] = random.choice('{}[]",:-0123456789xé\x00\udcff')
    return "".join(text[: random.randrange(len(text))] if random.random() < 0.3 else text)


def _try_options(random: random.Random) -> None:
    """Options at random, few tries: a puzzle that has one solution, or a documented end."""
    chosen = {
        name: random.choice(_OPTIONS[name]) for name in random.sample([*_OPTIONS], random.randrange(1, 5))
    }
    if "--size" not in chosen and random.random() < 0.9:
        chosen |= {"--size": "4x4", "--fleet": chosen.get("--fleet", "2:1,1:2")}
    args = [f"{name}={value}" for name, value in chosen.items()]
    code, out, err = _run("generate", "--tries=20", *args)
    _check_end(code, err)
    if code == 0 and "--to" not in chosen and bimaru.solve(bimaru.parse(out)).status != "unique":
        raise AssertionError(f"a puzzle with more than one solution: {out}")


def _check_end(code: object, err: str) -> None:
    is_told = code == 0 or err.startswith(("Error: ", "Usage: ")) or "hardly any new ones" in err
    if code not in (0, 2, 3) or not is_told:
        raise AssertionError(f"exit code {code}: {err}")


def _run(*args: str) -> tuple[object, str, str]:
    """The exit code of the command, and what it prints."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    code: object = None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main([*args], prog_name="bimaru")
        except SystemExit as end:
            code = end.code
    return code, _printed(out), _printed(err)


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
