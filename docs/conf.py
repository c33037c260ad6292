"""How Sphinx builds the documentation site (`make docs`)."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

import bimaru

sys.path.append(str(Path(__file__).parent / "_extensions"))

project = "bimaru"
author = "The bimaru authors"
project_copyright = "The bimaru authors, MIT licence"
release = version = bimaru.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "cells",
    "command_help",
    "descriptions",
    "mathml",
]
exclude_patterns = ["_extensions", "_static"]

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|enum|os|pathlib|typing)\..*"),  # Python's own: the build reads no other site
    ("py:class", r"[A-Z]\w*"),  # type aliases, which autodoc leaves by their bare names
    ("py:class", r"bimaru\.(\w+\.)*_\w+"),  # private bases
    # Parts of the inside: what models and faults of texts are made of.
    (
        "py:class",
        r"bimaru\.(ships\.Ship|board\.HasBoard|placements\.Placement|deduction\.(telling\.chapters\.Chapter|reasons\.Account|finding\.\w+\.\w+)|puzzle\.PuzzleFields|advice\.hints\.Focus|formats\.lines\.TextFault|engines\.(cadical\.CnfEngine|cnf\.Cnf|model_engine\.ModelEngine)|study\.specification\.\w+)",
    ),
]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
default_role = "code"  # docstrings write names in single backticks
smartquotes = False  # `--help` is not an en dash and a word
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90

html_theme = "furo"
html_static_path = ["_static"]
html_title = f"bimaru {release}"
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Let links to SECURITY.md, which is outside this directory, lead to the page that includes it."""

    def redirect(_app: Sphinx, _page: str, source: list[str]) -> None:
        source[0] = source[0].replace("](../SECURITY.md", "](security.md")

    app.connect("source-read", redirect)
