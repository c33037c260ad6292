"""Scripts and styles as they are sent: less to load, and the same to a browser."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bimaru.web.minified import minified
from bimaru.web.page_files import PAGE

MODULES: Final = Path(__file__).parents[1] / "page" / "node_modules"
TOKENS: Final = """
const { tokenize, parse } = require("espree")
const how = { ecmaVersion: 2022, sourceType: "module", loc: true, comment: true }
const tokens = (code) => tokenize(code, how).filter(({ type }) => type !== "Block" && type !== "Line")
  .map(({ type, value, loc }) => `${loc.start.line} ${type} ${value}`)
const scripts = JSON.parse(require("fs").readFileSync(0, "utf-8"))
console.log(JSON.stringify(scripts.map(([source, sent]) => ({
  isSame: JSON.stringify(tokens(source)) === JSON.stringify(tokens(sent)),
  comments: parse(sent, how).comments.length,
}))))
"""
"""Compares scripts as a parser reads them, with the lines that tokens are in."""


def script(source: str) -> str:
    return minified(source.encode(), ".js").decode()


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("/** What it does. */\nconst a = 1; // why\n", "\nconst a = 1;\n"),
        ("/**\n * Long.\n */\n  call();\n", "\n\n\ncall();\n"),
        ("const b = /** @type {any} */ (c);", "const b = (c);"),
        ('open("https://example.org"); // there', 'open("https://example.org");'),
        ("it = 'don\\'t // stop';", "it = 'don\\'t // stop';"),
        ("text = `a\n  // b\n  /* c */`;", "text = `a\n  // b\n  /* c */`;"),
        (r"it.replace(/[/*'\"]+/g, x) // y", r"it.replace(/[/*'\"]+/g, x)"),
        ("half = a / 2; // and b / 2", "half = a / 2;"),
    ],
)
def test_comments_and_indentation_are_left_out(source: str, sent: str) -> None:
    assert script(source) == sent


def test_styles_lose_comments_and_nothing_else() -> None:
    style = '/* Sea. */\n.a {\n  background: url(//b/c.svg); /* d */\n  content: "/* e */";\n}\n'
    sent = '\n.a {\nbackground: url(//b/c.svg);\ncontent: "/* e */";\n}\n'
    assert minified(style.encode(), ".css").decode() == sent


def test_other_files_stay_as_they_are() -> None:
    html = b"  <p>/* text */</p>"
    assert minified(html, ".html") == html


@pytest.mark.needs("node")
def test_every_script_of_the_page_has_the_same_tokens_in_the_same_lines_and_no_comment() -> None:
    if not (MODULES / "espree").is_dir():
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse("for want of espree: make page")
    sources = [file.read_text(encoding="utf-8") for file in sorted(PAGE.rglob("*.js"))]
    pairs = [(source, script(source)) for source in sources]
    answer = subprocess.run(
        ["node", "-e", TOKENS],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NODE_PATH": str(MODULES)},
    )
    assert json.loads(answer.stdout) == [{"isSame": True, "comments": 0}] * len(pairs)
