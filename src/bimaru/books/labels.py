"""The labels and rules of books and booklets by language: a table of each stands in `languages/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bimaru.deduction import languages

LANGUAGES: Final = tuple(languages.LANGUAGES)
OLDER_NAMES: Final = {"rule_bent": "rule_polyomino"}
"""Labels that books of earlier versions call otherwise, with their names of today."""
_TABLES: Final = Path(__file__).parent / "languages"


@cache
def labels_of(language: str) -> Mapping[str, str]:
    """The texts of one of `LANGUAGES` by name, those of grades by their names."""
    table = (_TABLES / f"{language}.toml").read_text(encoding="utf-8")
    return {**tomllib.loads(table), **languages.language_of(language).grades}
