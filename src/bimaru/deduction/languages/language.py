"""What a language consists of: names and phrases, and the table of its words and sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bimaru.deduction.languages.advice_sentences import AdviceSentences
from bimaru.deduction.languages.argument_sentences import ArgumentSentences
from bimaru.deduction.languages.notation import no_break
from bimaru.deduction.languages.principles import PRINCIPLES
from bimaru.deduction.languages.words import AfterColon, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The names and sentences of a language, as data.

    `techniques` and `grades` are their names; `phrases` the short sentences around explanations, some with
    names in braces to be replaced; `table` and what follows it are those of `Words`."""

    code: str
    """As in BCP 47: `en`."""
    techniques: Mapping[str, str]
    grades: Mapping[str, str]
    phrases: Mapping[str, str]
    table: Mapping[str, str]
    genders: Mapping[str, str] = field(default_factory=dict)
    sounds: Sequence[tuple[str, str]] = ()
    singulars: Collection[int] = (1,)
    colon: AfterColon = "same"

    @property
    def words(self) -> Words:
        """Its words and sentences by key."""
        return Words(self.table, self.genders, self.sounds, self.singulars, self.colon)

    @property
    def arguments(self) -> ArgumentSentences:
        """The sentences of arguments."""
        return ArgumentSentences(self.words)

    @property
    def advice(self) -> AdviceSentences:
        """The sentences of hints, and of what is wrong with a puzzle."""
        return AdviceSentences(self.words)

    def principle(self, technique: str) -> str:
        """What a technique rests on, as a lesson says it; nothing of one that is not taught."""
        return PRINCIPLES[self.code].get(technique.rpartition(": ")[2], "")

    def with_no_break_spaces(self) -> Language:
        """The language with the no-break spaces of French."""
        techniques, phrases, table = (
            {key: no_break(text) for key, text in texts.items()}
            for texts in (self.techniques, self.phrases, self.table)
        )
        return replace(self, techniques=techniques, phrases=phrases, table=table)

    def phrase(self, name: str, /, reason: str = "", **values: object) -> str:
        """One of the `phrases`, with these values; the reason is a clause that comes after a colon."""
        return self.phrases[name].format(reason=self.words.after_colon(reason), **values)
