"""The first paragraph of each page as its description for search engines."""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

_LONGEST = 200
"""Characters of a description; search engines show fewer."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the description when a page is written."""
    app.connect("html-page-context", _describe)
    return {"version": "1", "parallel_read_safe": True}


def _describe(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is None or "description" in context.get("metatags", ""):
        return
    found = next((one.astext() for one in doctree.findall(nodes.paragraph) if len(one.astext()) > 1), "")
    text = " ".join(found.split())
    short = text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(" ")[0] + " …"
    context["metatags"] = (
        f'{context.get("metatags", "")}<meta name="description" content="{escape(short)}">\n'
    )
