"""Wording: the sentences of a step, made from its tree and the table of one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import found_ships
from bimaru.deduction.reasons import Case, Line, Reason, Squares


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
    said = _Said([case.supposed] if case.is_placement else [])
    reasons = []
    for reason in case.reasons:
        link = tell_link(said.new_in(reason), language, is_brief=True)
        reasons.append(link if reason.cases else replace(reason, text=link.text))
    ending = None
    if case.ending is not None:
        ending = replace(case.ending, text=tell_failure(said.new_in(case.ending), language).text)
    told = replace(case, reasons=tuple(reasons), ending=ending)
    text = f"{language.sentences.supposition(case)} {tell_argument(told, language)}"
    return replace(told, text=text.rstrip())


class _Said:
    """What the sentences of a chain have said, so that it is not said again."""

    def __init__(self, ships: Iterable[Squares]) -> None:
        """`ships`: those that are supposed."""
        self._ships = {*ships}
        self._found: set[int] = set()
        self._has_short = False
        self._of_length: dict[int, Reason] = {}

    def new_in(self, reason: Reason) -> Reason:
        """The link without the ships that have been named as found, and without those reasons why ships of a
        length lie nowhere else that a link before it has given: it has listed the places that were left. That
        ships do not lie in lines shorter than they are is said of one length only."""
        reason = self._without_ships(reason)
        if reason.length is None or (reason.wanted or 0) <= 0:
            return reason
        before = self._of_length.get(reason.length)
        self._of_length[reason.length] = reason if before is None else _together(before, reason)
        return reason if before is None else _without_reasons(reason, before)

    def _without_ships(self, reason: Reason) -> Reason:
        found = {one.length for one in found_ships(reason) if one.is_all}
        lengths = found & self._found
        self._found |= found
        named = (reason.wanted or 0) > 0 and {*reason.found} <= self._ships
        self._ships.update(reason.found)
        overfull = reason.overfull
        if self._has_short:
            overfull = tuple(line for line in overfull if line not in reason.short)
        self._has_short = self._has_short or len(reason.short) > 1
        if overfull is reason.overfull and not lengths and not (named and reason.found):
            return reason
        fleet = tuple(pair for pair in reason.fleet if pair[0] not in lengths)
        return replace(reason, overfull=overfull, fleet=fleet, found=() if named else reason.found)


def _without_reasons(reason: Reason, before: Reason) -> Reason:
    """The link without those of its reasons that links before it have given."""
    gone = [place for place in before.places if place not in reason.places]
    lines = {*before.overfull, *(one.line for one in before.starved)}
    if before.places:
        lines |= {line for line in reason.overfull if not any(_lies_in(place, line) for place in gone)}
    given = before.premises.barred

    def is_new(place: Squares) -> bool:
        return place not in given and (place in gone or not before.places)

    barred = tuple(filter(is_new, reason.premises.barred))
    return replace(
        reason,
        premises=replace(reason.premises, barred=barred),
        overfull=tuple(line for line in reason.overfull if line not in lines),
        short=tuple(line for line in reason.short if line not in lines),
        starved=tuple(one for one in reason.starved if one.line not in lines and is_new(one.squares)),
    )


def _together(before: Reason, reason: Reason) -> Reason:
    """A link with the reasons of one before it."""
    barred = before.premises.barred + reason.premises.barred
    return replace(
        reason,
        places=reason.places or before.places,
        premises=replace(reason.premises, barred=barred),
        overfull=before.overfull + reason.overfull,
        starved=before.starved + reason.starved,
    )


def _lies_in(place: Squares, line: Line) -> bool:
    """Whether a placement lies along a line."""
    return all(square[line.axis == "column"] == line.number for square in place)


def tell_argument(case: Case, language: Language) -> str:
    """The sentences of a case whose links have theirs, after the supposition."""
    sentences = [*_joined_sentences(case.reasons, language)]
    if case.ending is not None:
        sentences.append(language.sentences.contradiction(case.ending.text))
    return " ".join(sentences)


def tell_family(cases: Sequence[Case], language: Language) -> str:
    """Placements, or values of squares, that fail by the same argument."""
    if any(case.reasons or not case.is_placement for case in cases):
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
