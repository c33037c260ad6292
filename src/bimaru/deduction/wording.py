"""Wording: the sentences of a step, made from its tree and the table of one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bimaru.deduction.languages.language import Language
from bimaru.deduction.reasons import Case, Reason


def tell_link(reason: Reason, language: Language, *, is_brief: bool = False) -> Reason:
    """A link that settles something, with its sentence, and with the sentences of what is nested in it."""
    if reason.cases:
        cases = tuple(tell_case(case, language) for case in reason.cases)
        text = " ".join([*(case.text for case in cases), language.sentences.refuted(reason)])
        return replace(reason, cases=cases, text=language.sentences.nested(text))
    sentence = language.findings[reason.technique]
    if is_brief:
        sentence = language.brief.get(reason.technique, sentence)
    return replace(reason, text=sentence(reason))


def tell_failure(reason: Reason, language: Language) -> Reason:
    """A link that shows that the board cannot be completed, with its clause."""
    return replace(reason, text=language.failures[reason.technique](reason))


def tell_case(case: Case, language: Language) -> Case:
    """A supposition with all its sentences."""
    reasons = tuple(tell_link(reason, language, is_brief=True) for reason in case.reasons)
    ending = None if case.ending is None else tell_failure(case.ending, language)
    told = replace(case, reasons=reasons, ending=ending)
    text = f"{language.sentences.supposition(case)} {tell_argument(told, language)}"
    return replace(told, text=text.rstrip())


def tell_argument(case: Case, language: Language) -> str:
    """The sentences of a case whose links have theirs, after the supposition."""
    sentences = [*_joined_sentences(case.reasons, language)]
    if case.ending is not None:
        sentences.append(language.sentences.contradiction(case.ending.text))
    return " ".join(sentences)


def tell_family(cases: Sequence[Case], language: Language) -> str:
    """Placements that fail by the same argument."""
    if any(case.reasons for case in cases):
        return language.sentences.shared_argument(cases, tell_argument(cases[0], language))
    return language.sentences.family(cases)


def _joined_sentences(reasons: Sequence[Reason], language: Language) -> Iterator[str]:
    """The sentences of links in order; one for several lines to which the same happens independently."""
    for (technique, _), group in groupby(_numbered(reasons), key=lambda pair: pair[0]):
        links = [reason for _, reason in group]
        if len(links) > 1 and technique in language.joint:
            yield language.joint[technique](links)
        else:
            yield from (link.text for link in links)


def _numbered(reasons: Sequence[Reason]) -> Iterator[tuple[tuple[str, int], Reason]]:
    """The links, each with its technique and the number of its group: a group ends where a link rests on
    it."""
    number = 0
    technique = ""
    settled: set[tuple[tuple[int, int], bool]] = set()
    for reason in reasons:
        rests_on = {(at, True) for at in reason.premises.ship} | {(at, False) for at in reason.premises.water}
        if reason.technique != technique or settled & rests_on or (reason.line and not reason.tally):
            number += 1
            settled = set()
        technique = reason.technique
        settled |= {(at, True) for at in reason.ship} | {(at, False) for at in reason.water}
        yield (technique, number), reason
