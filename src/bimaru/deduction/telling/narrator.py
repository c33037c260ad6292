"""Links of arguments as reasons, in the words and squares of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Final, NamedTuple

from bimaru.board import OPENINGS, UNKNOWN, WATER, Board, mark_of
from bimaru.deduction.clues import edge_of
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import Split, letters_on
from bimaru.deduction.finding.citations import Basis, Link, State
from bimaru.deduction.finding.preferred_moves import LISTING
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import MAX_LISTED
from bimaru.deduction.limits import MOST_LETTERS
from bimaru.deduction.reasons import Account, Clue, EitherWay, Facts, Line, Reason, Squares, line_order
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.placements import surroundings
from bimaru.ships import Ship
from bimaru.squares import NEXT_STEPS, Part, Square, runs_of, with_neighbours

_CAN_STARVE: Final = ("no ship fits", "last places", "overlap", "ways to fill a line")
"""Techniques that have a harder form, in which other placements would leave a line too few squares."""

_OF_KIND: Final = (codes.LAST, codes.OVERLAP, codes.TOO_FEW, codes.TOO_MANY)
"""Techniques about a kind of ship."""


def _name(technique: int) -> str:
    return codes.BY_NUMBER[technique].technique


class Seen(NamedTuple):
    """What a reader has marked in a case: what was known before it, when the trail had the length `mark`,
    what is supposed, what the links of its chain settle, and which ship squares sentences have named."""

    mark: int
    links: frozenset[tuple[int, int, int]]
    facts: frozenset[int] = frozenset()
    named: frozenset[Square] = frozenset()


ALL: Final = Seen(codes.NEVER, frozenset())
"""For a step of plain techniques, whose text leaves nothing out."""


def _seen(mark: int, links: Iterable[Link]) -> Seen:
    told = [*links]
    facts = frozenset(fact for link in told for fact in link.facts)
    return Seen(mark, frozenset((link.technique, link.subject, link.since) for link in told), facts)


def _filling(reason: Reason, line: Line) -> Reason:
    """A reason about the ways to fill a line, none of which leaves that line too few squares."""
    return replace(reason, starving=tuple(one for one in reason.starving if one[0] != line))


class Narrator:
    """Gives the reasons of links that a state holds."""

    def __init__(self, clues: NumberedClues, state: State, language: Language) -> None:
        self.clues, self.state, self.language = clues, state, language
        self._given = {given.square: given for given in clues.givens()}
        parts = ((at, given.kind) for at, given in self._given.items() if given.kind in OPENINGS)
        self._given_parts = {at: mark_of(kind) for at, kind in parts}

    # Links

    def reason(self, link: Link, seen: Seen = ALL) -> Reason:
        """The reason of a link, with its sentence."""
        basis = self.state.basis(link.technique, link.subject, link.facts, link.since, seen.mark)
        reason = self._about(link, basis, seen)
        if reason.starved and reason.technique in _CAN_STARVE:
            reason = replace(reason, technique=f"{reason.technique}: starved line")
        return replace(reason, text=self.language.arguments.finding(reason))

    def reasons(self, links: Iterable[Link], seen: Seen = ALL) -> tuple[Reason, ...]:
        """The reasons of links, in order. A square that two lines need is named once."""
        reasons: list[Reason] = []
        for link in links:
            reasons.append(self.reason(link, seen))
            seen = seen._replace(named=seen.named.union(reasons[-1].ship))
        return tuple(reasons)

    def chain(self, mark: int, facts: Sequence[int] = ()) -> tuple[Reason, ...]:
        """The reasons of the links after `mark` that facts, or the contradiction, rest on, in order."""
        links = self.state.chain(mark, facts)
        return self.reasons(links, _seen(mark, links))

    def refutation(self, mark: int) -> tuple[tuple[Reason, ...], Reason]:
        """The links after `mark` that the contradiction rests on, and the contradiction."""
        state, found = self.state, self.state.chain(mark)
        at_odds = self._crowded(found) or self._overlapping(found)
        if not at_odds:
            return self.chain(mark), self.failure(mark)
        bases = [state.basis(link.technique, link.subject, (-1,), link.since, mark) for link in at_odds]
        used = [2 * at for basis in bases for at in basis.ship if state.settled_at(at) >= mark]
        used += [2 * at + 1 for basis in bases for at in basis.water if state.settled_at(at) >= mark]
        used += chain.from_iterable(link.facts for link in at_odds[:-1])
        links = state.chain(mark, used)
        seen = _seen(mark, links)
        about = (link._replace(facts=()) for link in at_odds)
        told = [self._about(link, basis, seen) for link, basis in zip(about, bases, strict=True)]
        other, last = told[0], told[-1]
        arguments = self.language.arguments
        ending = replace(
            last,
            text=arguments.crowded(last, other) if len(told) > 1 else arguments.overlapping(last),
            clues=tuple(dict.fromkeys((*other.clues, *last.clues))),
            premises=other.premises | last.premises,
            barred_in=tuple(sorted({*other.barred_in, *last.barred_in})),
        )
        return self.reasons(links, seen), ending

    def _overlapping(self, links: Sequence[Link]) -> tuple[Link, ...]:
        """The link about the last places for ships that the contradiction is about, since two of these
        exclude each other. Told as an ordinary link, it would place ships on both."""
        state = self.state
        if state.failure != codes.CLASH or state.failed_by != codes.LAST:
            return ()
        about, since = state.failed_about, state.failure_since
        placements = self.clues.geometry.one_a_body(state.placements_of(about, since))
        if all(state.are_apart(one, other) for one, other in combinations(placements, 2)):
            return ()
        return tuple(
            link for link in links if (link.technique, link.subject, link.since) == (codes.LAST, about, since)
        )[:1]

    def _crowded(self, links: Sequence[Link]) -> tuple[Link, ...]:
        """A link about the placements of one ship and a later one about the last places for other ships,
        where these placements rule each other out: told as two, they would put both kinds of ships on the
        same squares."""
        state, clues = self.state, self.clues
        for other, last in combinations(links, 2):
            is_pair = (other.technique, last.technique) == (codes.OVERLAP, codes.LAST)
            if not is_pair or other.subject == last.subject:
                continue
            complete = self._complete(other.subject, other.since)
            lying = state.placements_of(other.subject, other.since)
            taken = state.placements_of(last.subject, last.since)
            is_one = clues.kinds[other.subject][2] - len(complete) == 1
            if is_one and any(not any(state.are_apart(one, at) for one in lying) for at in taken):
                return other, last
        return ()

    def failure(self, mark: int = codes.NEVER) -> Reason:
        """Why the board cannot be completed, as a clause; for a reader who knows what its chain after `mark`
        says."""
        seen = ALL if mark == codes.NEVER else _seen(mark, self.state.chain(mark))
        state = self.state
        basis = state.basis(0, 0, (), 0, mark)
        technique, subject = state.failure, state.failure_subject
        if technique == codes.CLASH and state.failed_by == codes.CORNER:
            pair = self.clues.squares((subject, state.failed_about))
            reason = self._with_basis(Reason("ships do not touch", (), (), "", squares=pair), basis)
        else:
            reason = self._about(Link(technique, subject, state.failure_since, ()), basis, seen)
        if technique == codes.CLASH and state.failed_by <= codes.GIVEN:
            ship, water = self.split((state.failed_fact ^ 1,))
            return replace(reason, text=str(self.language.arguments.words.values(ship, water)))
        if technique == codes.CLASH and reason.technique == CONTRADICTION.name:
            attempt = Link(state.failed_by, state.failed_about, state.failure_since, (state.failed_fact,))
            found = self._about(attempt, basis)
            squares = self.clues.squares((subject,))
            text = self.language.arguments.clash(found, squares, is_ship=bool(state.failed_fact & 1))
            return replace(reason, text=text, assumes_uniqueness=found.assumes_uniqueness)
        return replace(reason, text=self.language.arguments.failure(reason))

    def exhausted(self, split: Split) -> Reason:
        """What the cases of a split rest on: that there are no others."""
        link = Link(LISTING[split.about], split.subject, self.state.top, ())
        basis = self.state.basis(link.technique, link.subject, (-1,), link.since)
        listing = self._resting(link, basis)
        if split.about != "line":
            return listing
        ways = replace(listing, technique=_name(codes.WAYS))
        return _filling(ways, self.clues.line(split.subject))

    def spelled(self, at: int) -> Reason | None:
        """Which word the ship on a square is, as it is read; `None` if that is open."""
        state, geometry = self.state, self.clues.geometry
        placements = state.placements_on(at, state.top)
        if len({(geometry.body[one], geometry.placements[one].letters) for one in placements}) != 1:
            return None
        link = Link(codes.ON_SQUARE, at, state.top, ())
        reason = self._about(link, state.basis(link.technique, at, (-1,), link.since))
        (squares,), (word,) = self._placed(placements, state.top), self._words(placements, state.top)
        named = replace(reason, technique="ships on a square", squares=tuple(sorted(squares)))
        named = replace(named, placements=(squares,), words=(word,))
        return replace(named, text=self.language.arguments.spelling(word, squares, named))

    def _about(self, link: Link, basis: Basis, seen: Seen = ALL) -> Reason:
        technique, reason = link.technique, self._resting(link, basis, seen)
        if technique in (codes.LINE_WATER, codes.LINE_SHIP):
            return self._of_line(reason, link, seen)
        if technique == codes.CORNER:
            return replace(
                reason,
                technique=_name(technique),
                squares=self.clues.squares((link.subject,)),
            )
        if technique == codes.ON_SQUARE:
            return self._on_square(reason, link)
        if technique == codes.NO_SHIP:
            named = replace(
                reason,
                technique=_name(technique),
                squares=self.clues.squares((link.subject,)),
            )
            return self._beside_given(reason) or replace(named, filled=self._filled(basis, link))
        if technique in _OF_KIND:
            return self._of_kind(reason, link, seen)
        if technique == codes.WAYS:
            return self._of_ways(reason, link)
        if technique == codes.OWN:
            return self._of_own(reason, link)
        name = _name(technique if technique in codes.BY_NUMBER else codes.CLASH)
        return self._of_failure(replace(reason, technique=name), link, basis, seen)

    def _beside_given(self, reason: Reason) -> Reason | None:
        """The reason why no ship fits on a square beside a given part that shows it to be water."""
        puzzle = self.clues.puzzle
        if not reason.water or puzzle.words or puzzle.shapes:
            return None
        (at,) = reason.water
        for beside in sorted(with_neighbours([at])):
            given = self._given.get(beside)
            if given is None or given.kind not in (Part.SUBMARINE, *NEXT_STEPS):
                continue
            down, right = NEXT_STEPS.get(Part(given.kind), (0, 0))
            if at != (beside[0] + down, beside[1] + right):
                clue = Clue("given", beside)
                return Reason("around a given part", (), (at,), "", (beside,), part=given.kind, clues=(clue,))
        return None

    def _of_failure(self, reason: Reason, link: Link, basis: Basis, seen: Seen) -> Reason:
        """A contradiction, or a letter at an edge."""
        if link.technique == codes.ACCOUNTED:
            account = self._account(link.subject, link.since)
            return replace(reason, kind=account.ship, total=account.total, excess=account)
        if link.technique == codes.NO_FORM:
            return replace(reason, squares=self._whole_run(self.clues.squares(basis.ship), seen))
        if link.technique == codes.LETTER:
            side, line, letter = edge_of(self.clues.puzzle, self.clues.edges[link.subject])
            return replace(reason, lines=(line,), side=side, part=letter)
        return replace(reason, technique=CONTRADICTION.name, squares=self.clues.squares((link.subject,)))

    def _whole_run(self, squares: Squares, seen: Seen) -> Squares:
        """Squares in a line that are too many for a ship, with all that a reader has marked as ship before
        and after them; others as they are."""
        is_row = squares[0][0] == squares[-1][0]
        step = (0, 1) if is_row else (1, 0)
        if len(squares) == 1 or runs_of(squares, step) != [[*squares]]:
            return squares
        numbers = range(self.state.n)
        ship = [at for at in numbers if self.state.known(at) == codes.SHIP and self._is_seen(at, seen)]
        marked = sorted(self.clues.squares(ship), key=lambda at: at if is_row else at[::-1])
        return next((tuple(run) for run in runs_of(marked, step) if {*squares} <= {*run}), squares)

    def _resting(self, link: Link, basis: Basis, seen: Seen = ALL) -> Reason:
        """What a link concludes and rests on, before its technique is looked at."""
        ship, water = self.split(link.facts)
        own = link.subject if link.technique in _OF_KIND else None
        others = (edge for edge in basis.edges if (link.technique, link.subject) != (codes.LETTER, edge))
        starving = self._starving(basis, link, seen)
        reason = Reason(
            "", ship, water, "",
            found=self._found([kind for kind in basis.kinds if kind != own], link.since),
            starving=tuple((line, tuple(dict(lying))) for line, lying in starving),
            starving_words=self._words_on(chain.from_iterable(lying for _, lying in starving)),
            taken=self._taken(link, seen),
            accounts=self._accounts(basis, link),
            edges=tuple(edge_of(self.clues.puzzle, self.clues.edges[edge]) for edge in others),
        )  # fmt: skip
        return self._with_basis(reason, basis)

    def _with_basis(self, reason: Reason, basis: Basis) -> Reason:
        state = self.state
        barred, steps = [], set()
        for t in basis.notes:
            fact, _, step, _ = state.entry(t)
            barred.append(self.placement(fact - 2 * state.n))
            steps.add(step)
        premises = Facts(
            self.clues.squares(basis.ship), self.clues.squares(basis.water), tuple(sorted({*barred}))
        )
        return replace(
            reason, clues=self._clues_of(basis), premises=premises, barred_in=tuple(sorted(steps - {0}))
        )

    def _starving(self, basis: Basis, link: Link, seen: Seen) -> list[tuple[Line, list[tuple[Squares, str]]]]:
        """The lines that other placements of a technique would leave too few squares, with those: but not
        those where a reader has already seen that no ship lies."""
        since = link.since
        found: dict[Line, list[int]] = {}
        for placement, line in basis.starving:
            is_about = self._is_about(placement, link.technique, link.subject)
            if (
                is_about
                and not self._is_seen_out(placement, since, seen)
                and not self._taker(placement, since, seen)
            ):
                found.setdefault(self.clues.line(line), []).append(placement)
        return [(line, self._in_order(found[line], since)) for line in sorted(found, key=line_order)]

    def _words_on(self, lying: Iterable[tuple[Squares, str]]) -> tuple[tuple[Squares, tuple[str, ...]], ...]:
        """The words on the squares of placements of lettered ships."""
        if not self.clues.geometry.has_letters:
            return ()
        found: dict[Squares, set[str]] = {}
        for squares, word in lying:
            found.setdefault(squares, set()).add(word)
        return tuple((squares, tuple(sorted(words))) for squares, words in found.items())

    def _taken(self, link: Link, seen: Seen) -> tuple[tuple[Ship, int, Squares], ...]:
        """The squares that other kinds of ships cover wherever they lie, of placements that a technique would
        look at otherwise."""
        technique, subject, since, _ = link
        if technique not in (codes.ON_SQUARE, codes.NO_SHIP, codes.WAYS, *_OF_KIND):
            return ()
        found: dict[int, set[int]] = {}
        for placement in self._taken_by_others(since, seen):
            is_missed = self._is_about(placement, technique, subject) and not (
                technique == codes.WAYS and self._is_like_another(placement, subject, since)
            )
            if is_missed and not self._is_seen_out(placement, since, seen):
                for kind, at in self._taker(placement, since, seen)[:1]:
                    found.setdefault(kind, set()).add(at)
        kinds = self.clues.kinds
        return tuple((*kinds[kind][1:], self.clues.squares(squares)) for kind, squares in found.items())

    def _taken_by_others(self, since: int, seen: Seen) -> Sequence[int]:
        """The placements ruled out that cover a square where a reader has seen that a ship covers it wherever
        it lies."""
        squares = [at for at in range(self.state.n) if self._overlap_on(at, since, seen) is not None]
        covering = {placement for at in squares for placement in self.clues.geometry.covering[at]}
        return (
            [placement for placement in self.state.ruled_out(since) if placement in covering]
            if covering
            else []
        )

    def _overlap_on(self, at: int, since: int, seen: Seen) -> int | None:
        """The kind of ship that covers a square wherever it lies, as a reader has seen."""
        if self._was(at, since) != codes.SHIP:
            return None
        _, technique, kind, _ = self.state.entry(self.state.settled_at(at))
        return kind if technique == codes.OVERLAP and self._is_seen(at, seen) else None

    def _is_like_another(self, placement: int, line: int, since: int) -> bool:
        """Whether another placement, which was possible, takes the same squares of a line."""
        geometry = self.clues.geometry
        taken = {*geometry.squares[placement]} & {*geometry.line_squares(line)}
        others = self.state.placements_on(min(taken), since)
        return any({*geometry.squares[one]} & {*geometry.line_squares(line)} == taken for one in others)

    def _taker(self, placement: int, since: int, seen: Seen) -> list[tuple[int, int]]:
        """The squares of a placement that a ship of another kind covers wherever it lies, each with that
        kind."""
        geometry = self.clues.geometry
        kinds = ((self._overlap_on(at, since, seen), at) for at in geometry.squares[placement])
        return [(kind, at) for kind, at in kinds if kind is not None and kind != geometry.kind[placement]]

    def _is_about(self, placement: int, technique: int, subject: int) -> bool:
        """Whether a placement is one of those that a technique looks at."""
        geometry = self.clues.geometry
        if technique in _OF_KIND:
            return geometry.kind[placement] == subject
        if technique in (codes.ON_SQUARE, codes.NO_SHIP):
            return subject in geometry.squares[placement]
        return technique != codes.WAYS or not {*geometry.squares[placement]}.isdisjoint(
            geometry.line_squares(subject)
        )

    def _is_seen_out(self, placement: int, since: int, seen: Seen) -> bool:
        """Whether a reader has marked water on a placement, or a ship beside it, or as many ship squares that
        it would overfill a line."""
        geometry = self.clues.geometry

        def has(at: int, value: int) -> bool:
            return self._was(at, since) == value and self._is_seen(at, seen)

        squares = geometry.squares[placement]
        lines = {geometry.line_of[i] for i in geometry.entries[placement] if geometry.line_inside[i]}
        return (
            any(has(at, codes.WATER) for at in squares)
            or any(has(at, codes.SHIP) for at in geometry.around[placement])
            or any(
                0
                <= self.clues.tallies[line]
                < sum(at in squares or has(at, codes.SHIP) for at in geometry.line_squares(line))
                for line in lines
            )
        )

    def _filled(self, basis: Basis, link: Link) -> Line | None:
        """The line through a square, across all lines that ships on it would starve, that a ship on it would
        fill, if that takes an open square from one of them."""
        clues, width, height = self.clues, self.clues.geometry.width, self.clues.geometry.height
        row, column = divmod(link.subject, width)
        starved = {line for _, line in basis.starving}
        across = {row if line >= height else height + column for line in starved}
        if len(across) != 1 or not across <= {*basis.lines}:
            return None
        (filled,) = across
        n_ship = sum(self._was(at, link.since) == codes.SHIP for at in clues.geometry.line_squares(filled))
        crossing = ((line, column) if line < height else (row, line - height) for line in starved)
        takes = any(self._was(r * width + c, link.since) == codes.OPEN for r, c in crossing)
        return clues.line(filled) if takes and clues.tallies[filled] == n_ship + 1 else None

    def _was(self, at: int, since: int) -> int:
        """What was known of a square when the trail had a length."""
        return self.state.known(at) if self.state.settled_at(at) < since else codes.OPEN

    def _found(self, kinds: Iterable[int], since: int) -> tuple[tuple[Ship, tuple[Squares, ...]], ...]:
        """Of these kinds of ships those that are all complete, with their placements."""
        complete = ((kind, self._complete(kind, since)) for kind in kinds)
        named = (
            (self.clues.kinds[kind][1:], self._placed(placements, since)) for kind, placements in complete
        )
        return tuple((self.listed(ship), known) for (ship, total), known in named if len(known) == total)

    def _complete(self, kind: int, since: int) -> list[int]:
        """The ships of a kind that were complete when the trail had a length, a placement of each."""
        return self.clues.geometry.one_a_body(self.state.complete_of(kind, since))

    def _accounts(self, basis: Basis, link: Link) -> tuple[Account, ...]:
        """Kinds of ships that a link takes to be accounted for, if not all of them are complete by then."""
        kinds = [
            (kind, since)
            for kind, since in basis.accounts
            if link.technique != codes.ACCOUNTED
            and len(self._complete(kind, link.since)) < self.clues.kinds[kind][2]
        ]
        return (*(self._account(kind, since) for kind, since in kinds), *self._last(basis, link))

    def _last(self, basis: Basis, link: Link) -> Iterator[Account]:
        """Kinds of ships that lie on their last placements, where a link takes no others to lie."""
        told = {kind for kind, _ in basis.accounts}
        if link.technique in _OF_KIND:
            told.add(link.subject)
        for kind in (kind for kind in basis.kinds if kind not in told):
            _, ship, total = self.clues.kinds[kind]
            placements = self.state.placements_of(kind, link.since, with_complete=True)
            lying = self.clues.geometry.one_a_body(placements)
            if len(self._complete(kind, link.since)) < total == len(lying):
                yield Account(self.listed(ship), total, self._placed(lying, link.since), (), ())

    def _account(self, kind: int, since: int) -> Account:
        n, (_, ship, total) = self.state.n, self.clues.kinds[kind]
        anchors = self.state.anchors_of(kind, since)
        certain = {
            at: self.clues.geometry.one_a_body(self.state.placements_on(at, since))
            for at, _ in anchors
            if at < n
        }
        placements = self._complete(kind, since)
        lines = [
            (self.clues.line(at - n), number, self._fillable(at - n, kind, since))
            for at, number in anchors
            if at >= n
        ]
        placements += [placement for found in certain.values() if len(found) == 1 for placement in found]
        basis = self.state.basis(codes.ACCOUNTED, kind, (-1,), since)
        return Account(
            self.listed(ship),
            total,
            self._placed(placements, since),
            self.clues.squares(at for at, found in certain.items() if len(found) > 1),
            tuple(sorted(lines, key=lambda one: line_order(one[0]))),
            Facts(self.clues.squares(basis.ship), self.clues.squares(basis.water)),
        )

    def _fillable(self, line: int, kind: int, since: int) -> Squares:
        """The open squares of a line that ships of a kind could cover when the trail had a length."""
        kinds = self.clues.geometry.kind
        return self.clues.squares(
            at
            for at in self.clues.geometry.line_squares(line)
            if self._was(at, since) == codes.OPEN
            and kind in {kinds[placement] for placement in self.state.placements_on(at, since)}
        )

    def _clues_of(self, basis: Basis) -> tuple[Clue, ...]:
        clues = self.clues
        found = [clue for line in basis.lines for clue in clues.line_clues[line]]
        found += [clue for group in basis.groups for clue in clues.group_clues[group]]
        found += [clues.kinds[kind][0] for kind in basis.kinds]
        found += [Clue("given", clues.square(at)) for at in basis.givens]
        found += [clues.edges[edge] for edge in basis.edges]
        return tuple(dict.fromkeys(found))

    def _of_line(self, reason: Reason, link: Link, seen: Seen) -> Reason:
        clues = self.clues
        is_full = link.technique == codes.LINE_WATER
        if link.subject >= clues.geometry.n_lines:
            members, number = clues.groups[link.subject - clues.geometry.n_lines]
            lines = tuple(map(clues.line, members))
            technique = "missing tally" if link.facts else _name(link.technique)
            return replace(reason, technique=technique, lines=lines, tally=number)
        tally, line = clues.tallies[link.subject], clues.line(link.subject)
        own = Clue(line.axis, line.number)
        is_derived = clues.line_clues[link.subject] != (own,)
        technique = "missing tally" if is_derived and link.facts else _name(link.technique)
        ship = reason.ship if is_full or not link.facts else self._needed(link, seen)
        needed = None if is_full else len(ship) or None
        return replace(reason, ship=ship, technique=technique, lines=(line,), tally=tally, needed=needed)

    def _needed(self, link: Link, seen: Seen) -> Squares:
        """The squares that a line needs: all that are open to a reader, not only those needed later."""
        state = self.state
        ship = [at for at in self.clues.geometry.line_squares(link.subject) if state.known(at) == codes.SHIP]
        own = (link.technique, link.subject, link.since)
        fresh = (at for at in ship if state.entry(state.settled_at(at))[1:] == own)
        hidden = (
            at
            for at in ship
            if state.settled_at(at) < link.since
            and self.clues.square(at) not in seen.named
            and not self._is_named(at, seen)
        )
        return self.clues.squares((*fresh, *hidden))

    def _is_named(self, at: int, seen: Seen) -> bool:
        """Whether a sentence names a square that is known: of those that several placements, or ways to fill
        a line, share it names only what is needed."""
        fact, technique, subject, since = self.state.entry(self.state.settled_at(at))
        placements = self.state.placements_on(subject, since) if technique == codes.ON_SQUARE else []
        shares = (
            technique in (codes.OVERLAP, codes.WAYS) or len(self.clues.geometry.one_a_body(placements)) > 1
        )
        is_old = self.state.settled_at(at) < seen.mark
        return self._is_seen(at, seen) and (is_old or not shares or fact in seen.facts)

    def _on_square(self, reason: Reason, link: Link) -> Reason:
        clues, state = self.clues, self.state
        placements = state.placements_on(link.subject, link.since)
        at = clues.square(link.subject)
        given = self._given.get(at)
        words = self._words(placements, link.since)
        named = replace(reason, squares=(at,), placements=self._placed(placements, link.since), words=words)
        if given is not None and given.kind not in (Part.SHIP, Part.WATER) and given.letter is None:
            alone = not (reason.premises.water or reason.premises.barred or reason.clues[1:])
            if alone and {*reason.premises.ship} <= {at}:
                return replace(reason, technique="around a given part", squares=(at,), part=given.kind)
            if given.kind == Part.MIDDLE:
                return replace(named, technique="direction of a middle")
        kinds = {clues.geometry.kind[placement] for placement in placements}
        if len(kinds) == 1:
            _, ship, total = clues.kinds[kinds.pop()]
            ship, is_only = self.listed(ship), total == 1 == len(named.placements)
            if any(at in squares for _, _, squares in reason.taken):
                named = replace(named, kind=ship, found=(), taken=(), accounts=())
            elif is_only and not reason.starved and any(one.ship == ship for one in reason.accounts):
                last = replace(named, technique="last places", kind=ship, wanted=1, total=1)
                return replace(last, squares=(), accounts=(), words=())
        if not reason.ship and len(named.placements) == 1 and not reason.starved:
            return replace(named, technique="water round a finished ship")
        return replace(named, technique="ships on a square" if named.words else "one way to grow")

    def _of_kind(self, reason: Reason, link: Link, seen: Seen) -> Reason:
        state = self.state
        _, ship, total = self.clues.kinds[link.subject]
        about = replace(reason, technique=_name(link.technique), kind=self.listed(ship), total=total)
        if link.technique == codes.TOO_MANY:
            excess = state.excess_of(link.subject, link.since)
            return replace(about, wanted=-1, placements=self._placed(excess, link.since))
        complete = self._complete(link.subject, link.since)
        placements = state.placements_of(link.subject, link.since)
        if link.technique == codes.OVERLAP:
            *groups, dropped = state.groups_of(link.subject, link.since)
            overfilled, crowded = state.overfilled_of(link.subject, link.since)
            if link.facts:
                placements = [placement for placement in placements if placement not in dropped]
            else:
                overfilled, dropped = [*overfilled, *crowded], []
            pairs = self._apart(groups if link.facts else [placements])
            overfilled = self._enough(overfilled, pairs, link.since)
            about = replace(
                about,
                groups=tuple(self._placed(group, link.since) for group in groups),
                excluding=self._excluding(dropped, groups, crowded, link.since),
                overfilled=self._lines(overfilled),
            )
        else:  # it does not rest on which ships are complete
            hidden = [placement for placement in complete if not self._is_seen_complete(placement, seen)]
            complete = [placement for placement in complete if placement not in hidden]
            placements = [*placements, *hidden]
        return replace(
            about,
            wanted=total - len(complete),
            placements=self._placed(placements, link.since),
            complete=() if link.facts else self._placed(complete, link.since),
        )

    def _excluding(
        self, dropped: Sequence[int], groups: Iterable[Sequence[int]], lines: Sequence[int], since: int
    ) -> tuple[tuple[tuple[Line, ...], tuple[Squares, ...]], ...]:
        """Placements that exclude all of a group, by the lines that they would overfill together."""
        kept = [*chain.from_iterable(groups)]
        pairs = {
            placement: [(placement, other) for other in kept if self.state.are_apart(placement, other)]
            for placement in dropped
        }
        lines = self._enough(lines, chain.from_iterable(pairs.values()), since)
        found: dict[tuple[Line, ...], list[int]] = {}
        for placement in dropped:
            crowded = self._lines(self._enough(lines, pairs[placement], since))
            found.setdefault(crowded, []).append(placement)
        return tuple((lines, self._placed(found[lines], since)) for lines in sorted(found, key=len))

    def _apart(self, groups: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
        """The pairs of placements in a group that neither overlap nor touch."""
        pairs = chain.from_iterable(combinations(group, 2) for group in groups)
        return [pair for pair in pairs if self.state.are_apart(*pair)]

    def _enough(self, lines: Sequence[int], pairs: Iterable[tuple[int, int]], since: int) -> list[int]:
        """Of lines that pairs of placements would overfill, enough for all of these pairs."""
        chosen = [*pairs]
        overfilled = {line: {pair for pair in chosen if self._overfills(line, pair, since)} for line in lines}
        kept = [*lines]
        for line in sorted(lines, key=lambda line: len(overfilled[line])):
            others = set[tuple[int, int]]().union(*(overfilled[one] for one in kept if one != line))
            if overfilled[line] <= others:
                kept.remove(line)
        return kept

    def _overfills(self, line: int, placements: Iterable[int], since: int) -> bool:
        """Whether ships on placements that are apart would overfill a line."""
        squares = {*chain.from_iterable(self.clues.geometry.squares[placement] for placement in placements)}
        ship = [
            at
            for at in self.clues.geometry.line_squares(line)
            if at in squares or self._was(at, since) == codes.SHIP
        ]
        return 0 <= self.clues.tallies[line] < len(ship)

    def _is_seen_complete(self, placement: int, seen: Seen) -> bool:
        squares = self.clues.geometry.squares[placement]
        return all(self._is_seen(at, seen) for at in (*squares, *self.clues.geometry.around[placement]))

    def _is_seen(self, at: int, seen: Seen) -> bool:
        """Whether a reader has marked a square that is known; the corners of a ship are marked unasked."""
        t = self.state.settled_at(at)
        _, technique, subject, since = self.state.entry(t)
        if t < seen.mark or technique <= codes.CONCLUDED or (technique, subject, since) in seen.links:
            return True
        return technique == codes.CORNER and self._is_seen(subject, seen)

    def _of_ways(self, reason: Reason, link: Link) -> Reason:
        clues, state = self.clues, self.state
        ways = [ship for ship, _ in state.ways_of(link.subject, link.since) or []]
        known = {
            at for at in clues.geometry.line_squares(link.subject) if self._was(at, link.since) == codes.SHIP
        }
        added = tuple(sorted(self.clues.squares(at for at in way if at not in known) for way in ways))
        line = clues.line(link.subject)
        told = replace(
            _filling(reason, line),
            technique=_name(link.technique),
            lines=(line,),
            tally=clues.tallies[link.subject],
            needed=clues.tallies[link.subject] - len(known),
            n_ways=len(ways),
            ways=added if len(ways) <= MAX_LISTED else (),
        )
        if self._is_filled_by_one(told, known):
            ((ship, total, _),) = told.taken
            return replace(told, kind=ship, total=total, taken=())
        return self._without(told, link)

    def _is_filled_by_one(self, reason: Reason, known: Iterable[int]) -> bool:
        """Whether one ship, whose kind is known to take squares of a line, fills it wherever it lies."""
        if len(reason.taken) != 1 or not reason.ways:
            return False
        ship, squares = reason.taken[0][0], self.clues.squares(known)
        step = (0, 1) if reason.lines[0].axis == "row" else (1, 0)
        runs = [runs_of(sorted({*way, *squares}), step) for way in reason.ways]
        return ship.is_straight and all(len(run) == 1 and len(run[0]) == ship.length for run in runs)

    def _without(self, reason: Reason, link: Link) -> Reason:
        """The ways to fill a line, told by what it would need without the one square that is ship in all of
        them, if that is every other open square. Where this makes a run longer than any ship, or one that
        leaves a line short, nothing else needs to be said."""
        if len(reason.ship) != 1 or reason.water:
            return reason
        was = {at: self._was(at, link.since) for at in self.clues.geometry.line_squares(link.subject)}
        del was[link.facts[0] >> 1]
        starved = self._starved_alone(reason)
        others = [at for at, value in was.items() if value == codes.OPEN]
        dropped = [at for at in others if at in starved and len(others) > (reason.needed or 0)]
        was |= dict.fromkeys(dropped, codes.WATER)
        others = [at for at in others if at not in dropped]
        if len(others) != reason.needed:
            return reason
        told = replace(reason, instead=self.clues.squares(others))
        step = (0, 1) if reason.lines[0].axis == "row" else (1, 0)
        ship = self.clues.squares(at for at, value in was.items() if value != codes.WATER)
        runs = [tuple(run) for run in runs_of(ship, step)]
        longest = max(len(kind.squares) for kind in self.clues.geometry.ships)
        too_long = next((run for run in runs if len(run) > longest), ())
        short = [(line, (run,)) for line, placements in reason.starving for run in runs if run in placements]
        if dropped:
            return replace(told, too_long=too_long) if too_long else reason
        if too_long or short:
            starving = () if too_long else (short[0],)
            return replace(told, too_long=too_long, starving=starving, found=(), taken=(), accounts=())
        if not all(kind.is_straight for kind in self.clues.geometry.ships):
            return reason  # of polyominoes, a reader does not see which one a run belongs to
        told = replace(told, too_many=self._too_many(told, runs, link))
        rests_on = (reason.found, reason.starving, reason.taken, reason.accounts, reason.premises.barred)
        return told if any(rests_on) else reason

    def _starved_alone(self, reason: Reason) -> frozenset[int]:
        """The squares on which a submarine would leave a line short."""
        placements = chain.from_iterable(placements for _, placements in reason.starving)
        return frozenset(self.clues.number(*placement) for placement in placements if len(placement) == 1)

    def _too_many(self, reason: Reason, runs: Sequence[Squares], link: Link) -> tuple[Squares, Ship] | None:
        """One of the runs of a line that would be a ship more than there are: all of its kind are found, or
        accounted for, elsewhere."""
        kinds = {ship for ship, _ in reason.found} | {account.ship for account in reason.accounts}
        known = {*chain.from_iterable(account.squares for account in reason.accounts)}
        known |= {at for account in reason.accounts for placement in account.placed for at in placement}
        if any(line == reason.line for account in reason.accounts for line, _, _ in account.lines):
            return None
        for run in runs:
            ship = Ship.straight(len(run))
            is_new = not {*run}.isdisjoint(reason.instead) and {*run}.isdisjoint(known)
            if ship in kinds and is_new and self._is_alone(run, link):
                return run, ship
        return None

    def _is_alone(self, run: Squares, link: Link) -> bool:
        """Whether water was known across a single square, or on the edge of the grid; a longer run needs
        none."""
        if len(run) > 1:
            return True
        clues, (at,) = self.clues, run
        axis = 0 if clues.line(link.subject).axis == "column" else 1
        beside = surroundings(run, clues.puzzle.height, clues.puzzle.width)
        across = [clues.number(one) for one in beside if one[axis] == at[axis]]
        return all(self._was(one, link.since) == codes.WATER for one in across)

    def _of_own(self, reason: Reason, link: Link) -> Reason:
        finding = self.state.findings[link.subject]
        reason = replace(
            reason,
            technique=finding.technique.name,
            squares=self.clues.squares(finding.squares),
            lines=self._lines(finding.lines),
            assumes_uniqueness=finding.technique.assumes_uniqueness,
        )
        sentences = finding.technique.sentences
        language = self.language if self.language.code in sentences else ENGLISH
        several = f"{language.code}+" if len(reason.lines) > 1 else language.code
        sentence = sentences.get(several, sentences[language.code])
        return replace(reason, text=language.arguments.own(sentence, reason))

    # Lines, squares and placements

    def _lines(self, numbers: Iterable[int]) -> tuple[Line, ...]:
        """The lines of the puzzle, rows first."""
        return tuple(sorted(map(self.clues.line, numbers), key=line_order))

    def split(self, facts: Iterable[int]) -> tuple[Squares, Squares]:
        """The squares of facts that are ship, and water."""
        chosen = [*facts]
        ship = (fact >> 1 for fact in chosen if not fact & 1)
        return self.clues.squares(ship), self.clues.squares(fact >> 1 for fact in chosen if fact & 1)

    def placement(self, number: int) -> Squares:
        """The squares of a placement."""
        return self.clues.squares(self.clues.geometry.squares[number])

    def _placed(self, placements: Sequence[int], since: int) -> tuple[Squares, ...]:
        """Placements by their squares, one of each body; lettered ones as they could be read when the trail
        had a length."""
        return tuple(read for read, _ in self._in_order(placements, since))

    def _words(self, placements: Sequence[int], since: int) -> tuple[str, ...]:
        """Of placements of lettered ships, their words in the same order."""
        words = tuple(word for _, word in self._in_order(placements, since))
        return words if any(words) else ()

    def _in_order(self, placements: Sequence[int], since: int) -> list[tuple[Squares, str]]:
        chosen = self.clues.geometry.one_a_body(placements)
        named = [(self.read(placement, since), self._word(placement)) for placement in chosen]
        return sorted(named, key=lambda one: (sorted(one[0]), one[1]))

    def read(self, placement: int, since: int) -> Squares:
        """The squares of a placement; of a lettered ship in the order of its word, if only one was possible
        when the trail had a length."""
        geometry = self.clues.geometry
        squares = self.placement(placement)
        letters = geometry.placements[placement].letters
        if letters == letters[::-1]:
            return squares
        on = geometry.covering[geometry.squares[placement][0]]
        same = [one for one in on if geometry.body[one] == geometry.body[placement]]
        possible = {*self.state.placements_on(geometry.squares[placement][0], since)}.intersection(same)
        readings = {tuple(self._in_reading_order(one)) for one in possible or filter(self._is_as_given, same)}
        return readings.pop() if len(readings) == 1 else EitherWay(squares)

    def _is_as_given(self, placement: int) -> bool:
        """Whether a lettered placement has the letters that are given."""
        squares = map(self.clues.square, self.clues.geometry.squares[placement])
        lettered = zip(squares, self.clues.geometry.placements[placement].letters, strict=True)
        given = ((self._given.get(at), letter) for at, letter in lettered)
        return all(one is None or one.letter in (None, letter) for one, letter in given)

    def listed(self, ship: Ship) -> Ship:
        """A kind of ship; a lettered one with its word as the puzzle lists it."""
        return ship.listed(self.clues.puzzle.words)

    def _word(self, placement: int) -> str:
        """The word of a placement, as the puzzle lists it; empty without letters."""
        listed = self.clues.puzzle.words
        word = self.clues.geometry.placements[placement].letters
        return word if word in listed else word[::-1] if word[::-1] in listed else word

    def _in_reading_order(self, placement: int) -> list[Square]:
        """The squares of a lettered ship in the order of its word."""
        squares = [*map(self.clues.square, self.clues.geometry.squares[placement])]
        return (
            squares
            if self.clues.geometry.placements[placement].letters == self._word(placement)
            else squares[::-1]
        )

    # The board

    def board(self, since: int = codes.NEVER) -> Board:
        """What was known when the trail had a length: every part that was, of lettered ships every letter."""
        clues, puzzle = self.clues, self.clues.puzzle
        numbers = [[clues.number((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)]
        marks = (UNKNOWN, "X", WATER)
        rows = tuple("".join(marks[self._was(at, since)] for at in row) for row in numbers)
        if not puzzle.words:
            board = Board._spelled(rows)
            return board if puzzle.shapes else board.with_parts(self._given_parts)
        letters = ("".join(self._letter(at, since) for at in row) for row in numbers)
        return Board(rows, tuple(letters))

    def _letter(self, at: int, since: int) -> str:
        letters = self._letters(at, since)
        return letters if len(letters) == 1 else "."

    def possible_letters(self, squares: Iterable[Square], since: int) -> Iterator[tuple[int, int, str]]:
        """Of some squares, those that were ship when the trail had a length, each with the letters that were
        possible, if these are few but more than one, and it has a letter in any case."""
        for at in squares:
            letters = self._letters(self.clues.number(at), since)
            if 1 < len(letters) <= MOST_LETTERS and "." not in letters:
                yield (*at, letters)

    def _letters(self, at: int, since: int) -> str:
        """The letters that a square could show, if it was ship; a dot is none."""
        return (
            "".join(sorted(letters_on(self.state, at, since))) if self._was(at, since) == codes.SHIP else ""
        )
