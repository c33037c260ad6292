"""The sentences of whole arguments, in any language: suppositions, cases of a question, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bimaru.capitals import capitalised
from bimaru.deduction.languages.ending_sentences import EndingSentences
from bimaru.deduction.languages.link_sentences import as_sentence, is_silent, kind_of
from bimaru.deduction.languages.notation import BULLET, MAX_LISTED, names, placement_name, shortened
from bimaru.deduction.languages.words import Formed
from bimaru.deduction.reasons import Case, Question, Reason, links_of
from bimaru.squares import Square


@dataclass(frozen=True, slots=True)
class ArgumentSentences(EndingSentences):
    """The sentences of arguments: of links, of contradictions, and of cases."""

    def supposition(self, *cases: Case) -> str:
        """What is supposed, as a sentence; in several cases with the same argument."""
        first = cases[0]
        if first.is_placement:
            placement = self.words.either([*map(self._placement, cases)])
            return self._say("suppose placement", ship=self._a(first), placement=placement)
        if first.part is not None:
            part = self.words.part(first.part)
            return self._say("suppose part", square=names(first.supposed), part=part)
        squares = self.words.either([self.words.squares(case.supposed) for case in cases])
        number = len(first.supposed) if len(cases) == 1 else 1
        if first.left_out:
            without = self.words.either([names(case.left_out) for case in cases])
            return self._say("suppose water", squares=without)
        key = "suppose water" if first.is_water else "suppose ship"
        return self._say(key, number, squares=squares)

    def _a(self, case: Case) -> Formed:
        return self.words.a(case.ships[0])

    def _placement(self, case: Case) -> str:
        return self.words.joined([*map(self._named, case.placements)])

    def opening(self, cases: Sequence[Case], *, is_answer: bool) -> str:
        """What is supposed in cases with the same argument; as the answer to a question or without one."""
        if not is_answer:
            return self.supposition(*cases)
        if cases[0].left_out:
            squares = sorted(case.left_out[0] for case in cases)
            without = [self._say("without", square=names([at])) for at in squares]
            return self._say("if", cases=capitalised(self.words.either(without)))
        is_word = bool(cases[0].ships and cases[0].ships[0].word)
        key = "on" if cases[0].placements and not is_word else "with"
        return self._say(key, placements=self._answers(cases))

    def _answers(self, cases: Sequence[Case]) -> str:
        """What is supposed in cases that answer a question."""
        if cases[0].ships and cases[0].ships[0].word and len(cases[0].placements) == 1:
            words = [case.ships[0].word or "" for case in cases]
            return self._one_of([case.placements[0] for case in cases], words)
        if cases[0].placements:
            return self.words.either([self._placement(case) for case in _in_order(cases)])
        return self.words.ways(case.supposed for case in _in_order(cases))

    def argument(self, case: Case, *, is_answer: bool = False, is_listed: bool = True) -> str:
        """The sentences of a case after what is supposed; with `is_listed` they say where ships are."""
        sentences = [*self.marked(case.reasons, is_listed=is_listed)]
        if case.question is not None:
            fail = self._say("both fail" if len(case.cases) == 2 else "all fail")
            return " ".join([*sentences, self.split(case.question, case.cases, fail)])
        if case.ending is None and not sentences:
            sentences.append(self._settled(case))
        if case.ending is not None:
            at_once = is_answer and not sentences
            clause = case.ending.text if is_listed else self._unlisted(case.ending)
            said = self.lists_of_ships(case.reasons)
            for listing, brief in self._lists([case.ending]).items():
                if listing in said:
                    clause = self._without_remark(clause, listing if is_listed else brief)
            sentences.append(as_sentence(clause) if at_once else self._say("then", clause=clause))
        return " ".join(sentences)

    def _settled(self, case: Case) -> str:
        """What is seen at once in a case, on the squares of its ship and beside them; of one that settles
        nothing, that it holds."""
        settled = case.settles
        values = self.words.values(settled.ship, settled.water)
        return as_sentence(str(values)) if settled else self._say("holds")

    def spelled(self, word: str, squares: Sequence[Square]) -> str:
        """Which word a ship is, whose squares come in the order of its letters, as a clause."""
        return self._say("is", square=placement_name(squares), kind=word)

    def spelling(self, word: str, squares: Sequence[Square], reason: Reason) -> str:
        """The same as a sentence, with what it rests on."""
        return as_sentence(f"{self.spelled(word, squares)}{self._remarks([reason])}")

    def question(self, question: Question, listing: Reason | None = None) -> str:
        """What a split asks, and how many answers there are; the listing says why there are no others.
        Without one the question only leads up to answers that fail."""
        if listing is None and question.about == "line":
            return self._say("which fail", line=self.words.lines(question.lines))
        asked = self._asked(question)
        if listing is None:
            return asked
        but = self._remarks([listing], listing)
        return f"{asked} {self._say('n cases', n=question.n_cases, but=but)}"

    def _asked(self, question: Question) -> str:
        if question.about == "line":
            return self._say("which way", line=self.words.lines(question.lines))
        if question.about == "square":
            return self._say("which ship", square=names(question.squares))
        return self._say("where", question.wanted or 0, ships=self._missing(question))

    def conclusion(self, reason: Reason, cases: Sequence[Case] = ()) -> str:
        """What follows from the cases of a question, or from a supposition, as a sentence."""
        if not (reason.ship or reason.water or reason.barred):
            return self._say("so nothing")
        if reason.barred:
            placements, ship = self._named(reason.squares), kind_of(reason)
            if ship.word is not None:
                return self._say("so barred word", word=ship.word, placements=placements)
            return self._say("so barred", ship=self.words.no(ship), placements=placements)
        values = self.words.values(reason.ship, reason.water)
        if reason.placements and reason.kind is not None:
            placement = self.words.joined(self._names_of(reason.placements, reason.words))
            if placement == names(reason.squares):
                return self._say("so alone", square=placement, part=self.words.part("S"))
            if reason.squares:
                return self._say("so covered", square=names(reason.squares), placement=placement)
            ships = self.words.the(reason.kind, reason.wanted or 1, reason.total or 1)
            return self._say("so lies", len(reason.placements), ships=ships, placement=placement)
        left = [case for case in cases if case.ending is None]
        if self.are_told(left):
            return self._in_cases(left, len(cases), values)
        if len(left) > 1 and not self.is_of_failing(reason, cases):
            key = "left" if len(left) <= MAX_LISTED else "left many"
            return self._say(key, placements=self._answers(left), n=len(left), values=values)
        if reason.line is not None and reason.ship:
            return self._takes(reason)
        return self._say("so", values=values)

    def _takes(self, reason: Reason) -> str:
        """That only one way to fill a line is left, without its water, which the reader sees."""
        if len(reason.ship) == 1:
            return self._say("so", values=self.words.values(reason.ship, ()))
        return self._say("so takes", line=self._line(reason), way=self.words.ways([reason.ship]))

    def _in_cases(self, left: Sequence[Case], number: int, values: Formed) -> str:
        """What follows from the cases that are left; `number` counts all cases."""
        if len(left) == number:
            return self._say("each case", values=values)
        return self._say("so" if len(self.families(left)) == 1 else "other cases", values=values)

    def idea(self, question: Question | None, cases: Sequence[Case]) -> str:
        """What to look at in a case analysis: the question, or what to suppose and where that leads."""
        if question is not None and question.text:
            return question.text
        case = next((case for case in cases if case.ending is not None), cases[-1])
        end = case.ending
        text = self.supposition(case)
        if end is None:
            return text
        return self._say("watch", supposition=text.removesuffix("."), watched=self._watched(end))

    def _watched(self, end: Reason) -> Formed:
        """Where a contradiction shows."""
        if end.lines:
            return self.words.lines(end.lines)
        if end.kind is not None:
            return self.words.the(end.kind, 1, 1) if end.kind.word else self.words.many(end.kind)
        return Formed(lambda _: names(end.squares))

    def summary(self, question: Question | None, cases: Sequence[Case], conclusion: str) -> str:
        """A long argument without its links."""
        failing = [case for case in cases if case.ending is not None]
        asked = "" if question is None else question.text
        parts: list[str] = []
        if not asked or len(failing) == 1 < len(cases) - 1:
            brief = [replace(case, reasons=(), question=None, cases=(), line=None) for case in failing]
            parts = [self.case(case, is_answer=bool(asked)) for case in brief]
        return _paragraphs(asked, parts, conclusion)

    def split(self, question: Question | None, cases: Sequence[Case], conclusion: str) -> str:
        """A whole step with cases: those with the same argument share it."""
        asked = "" if question is None else question.text
        return self._once(_paragraphs(asked, self.items(cases, is_answer=bool(asked)), conclusion), cases)

    def _once(self, text: str, cases: Sequence[Case]) -> str:
        """A text of cases that says only once where ships are."""
        return shortened(text, self.lists_of_ships(links_of(cases)), keep=1)

    def are_told(self, left: Sequence[Case]) -> bool:
        """Whether a text names cases that hold: not where what follows is plain to see in each of them."""
        return len(left) > 1 and not all(is_silent(case.reasons) for case in left)

    def is_of_failing(self, reason: Reason, cases: Sequence[Case]) -> bool:
        """Whether a step shows only that some cases fail: then their squares are water, and the squares that
        they leave out are ship."""
        failing = [case for case in cases if case.ending is not None]
        needed, wrong = {case.left_out for case in failing}, {case.supposed for case in failing}
        is_told = self.are_told([case for case in cases if case.ending is None])
        is_theirs = all((at,) in needed for at in reason.ship) and all((at,) in wrong for at in reason.water)
        return not is_told and is_theirs

    def failing(self, cases: Sequence[Case]) -> str:
        """A whole step that rules out placements of a kind of ship."""
        ship = self._a(cases[0])
        if len(self.families(cases)) > 1:
            asked = self._say("where not", ship=ship)
            end = self._say("so none", ship=self.words.no(cases[0].ships[0]))
            return self._once(_paragraphs(asked, self.items(cases, is_answer=True), end), cases)
        placements = self.words.either([self._placement(case) for case in _in_order(cases)])
        suppose = self._say("suppose placement", ship=ship, placement=placements)
        text = " ".join([suppose, self._shared(cases, is_answer=False), self._say("so not")])
        return self._once(text, cases)

    def items(self, cases: Sequence[Case], *, is_answer: bool) -> list[str]:
        """The sentences of the cases worth mentioning; cases with the same argument share theirs."""
        return [self.case(*same, is_answer=is_answer) for same in self.families(cases)]

    def case(self, *same: Case, is_answer: bool = False) -> str:
        """The sentences of a case, ending included, or of several with the same argument."""
        opening = self.opening(same, is_answer=is_answer)
        is_shown = not is_answer and (len(same) == 1 or not same[0].left_out)
        told = tuple(map(self._with_line, same)) if is_shown else same
        return self._with_argument(opening, self._shared(told, is_answer=is_answer))

    def _with_line(self, case: Case) -> Case:
        """A supposed way to fill a line, preceded by what is seen at once in that line: that it is full, or,
        with one square left out, which squares it needs."""
        if case.line is None:
            return case
        technique = "rest of the line is ship" if case.left_out else "rest of the line is water"
        # Any tally but 0, of which it would be said that the line is empty.
        shown = Reason(technique, case.supposed, (), "", lines=(case.line,), tally=1)
        shown = replace(shown, text=self.finding(shown))
        return replace(case, reasons=(shown, *case.reasons))

    def _shared(self, same: Sequence[Case], *, is_answer: bool) -> str:
        """The argument of cases, which says where ships are if they all have them there."""
        told = {self.argument(case, is_answer=is_answer) for case in same}
        return told.pop() if len(told) == 1 else self.argument(same[0], is_answer=is_answer, is_listed=False)

    def _with_argument(self, opening: str, argument: str) -> str:
        return f"{opening} {self.words.after_colon(argument) if opening.endswith(':') else argument}"

    def families(self, cases: Sequence[Case]) -> list[list[Case]]:
        """The cases worth mentioning, grouped by their arguments; those that fail come first."""
        are_told = self.are_told([case for case in cases if case.ending is None])
        found: dict[str, list[Case]] = {}
        for case in cases:
            if case.ending is not None or are_told:
                found.setdefault(self.argument(case, is_listed=False), []).append(case)
        families = map(_in_order, found.values())
        return sorted(families, key=lambda same: (same[0].ending is None, same[0].supposed))


def _paragraphs(asked: str, items: Sequence[str], conclusion: str) -> str:
    """A question, its cases, and what follows; several cases have a line each."""
    if len(items) < 2:
        return " ".join(filter(None, [asked, *items, conclusion]))
    return "\n".join(filter(None, [asked, *(f"{BULLET} {item}" for item in items), conclusion]))


def _in_order(cases: Iterable[Case]) -> list[Case]:
    return sorted(cases, key=lambda case: case.supposed)
