"""The languages of explanations: a table each, and a line in `LANGUAGES`. Which sentence is used and what it
names are the same in all: `link_sentences.py` for each conclusion, `ending_sentences.py` for contradictions,
`argument_sentences.py` for cases and whole steps, `advice_sentences.py` for hints and for what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from bimaru.deduction.languages.de import GERMAN
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.es import SPANISH
from bimaru.deduction.languages.fr import FRENCH
from bimaru.deduction.languages.language import Language
from bimaru.errors import BimaruError

LanguageName: TypeAlias = Literal["en", "de", "fr", "es"]
"""A code of `LANGUAGES`, for type checkers."""
LANGUAGES: Final[Mapping[str, Language]] = {
    language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH)
}
"""By code, as in BCP 47; the first is the default."""


class UnknownLanguageError(BimaruError, ValueError):
    """There are no explanations in this language."""

    def __init__(self, code: str) -> None:
        super().__init__(code)

    def __str__(self) -> str:
        return f"unknown language {self.args[0]!r}; expected one of {', '.join(LANGUAGES)}"


def language_of(code: str) -> Language:
    """The language of a code. Raises `UnknownLanguageError`."""
    found = LANGUAGES.get(code)
    if found is None:
        raise UnknownLanguageError(code)
    return found


def technique_name(technique: str, language: str = "en") -> str:
    """The name of a technique, such as that of a step, in a language; of one that bimaru does not have, the
    name itself.

    Raises `ValueError` for an unknown language."""
    return language_of(language).techniques.get(technique, technique)


def grade_name(grade: str, language: str = "en") -> str:
    """The name of a grade in a language. Raises `ValueError` for an unknown one."""
    grades = language_of(language).grades
    if grade not in grades:
        raise ValueError(f"unknown grade {grade!r}; expected one of {', '.join(grades)}")
    return grades[grade]
