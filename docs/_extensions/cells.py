"""The Python examples of the tutorial as cells to run where they are read (`_static/cells.js`).

The browser runs them with the engine that `make site` builds; without one they stay plain examples.
"""

from __future__ import annotations

import shutil
from doctest import DocTestParser
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from bimaru.web.page_files import PAGE
from bimaru.web.static_site import BrowserEngine, NotAnEngineError

ENGINE: Final = Path(__file__).parents[2] / "build" / "engine"
_PAGES: Final = "tutorial/"
_LOADER: Final = PAGE / "service" / "python.js"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Make cells of the examples if there is an engine of this version."""
    try:
        engine = BrowserEngine.open(ENGINE)
    except NotAnEngineError:
        pass
    else:
        app.connect("doctree-read", _split_examples)
        app.connect("html-page-context", _load_script)
        target = Path(app.outdir, "_static", "engine")
        app.connect("build-finished", lambda _app, _error: _copy(engine, target))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _split_examples(app: Sphinx, doctree: nodes.document) -> None:
    """Part what is typed from what is printed, and drop the prompts."""
    if not app.env.docname.startswith(_PAGES):
        return
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language") == "pycon":
            examples = DocTestParser().get_examples(block.astext())
            code = "".join(example.source for example in examples)
            output = "".join(example.want for example in examples)
            parts = [_block(code, "python"), *([_block(output, "text")] if output else [])]
            block.replace_self(nodes.container("", *parts, classes=["cell"]))


def _is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and "cell" in node["classes"]


def _block(text: str, language: str) -> nodes.literal_block:
    text = text.rstrip("\n")
    return nodes.literal_block(text, text, language=language)


def _load_script(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is not None and any(doctree.findall(_is_cell)):
        # Files that are added here are those of this page alone.
        app.add_js_file("cells.js", type="module")
        app.add_css_file("cells.css")


def _copy(engine: BrowserEngine, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for file in (*(engine.directory / name for name in engine.names), _LOADER):
        shutil.copy(file, target)
