"""Sentences that few boards call for, in words alone: each text of a language's table is in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from bimaru.board import Board
from bimaru.deduction.clues import clues_of
from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.link_sentences import Said
from bimaru.deduction.reasons import (
    Account,
    Case,
    Change,
    Clue,
    EitherWay,
    Facts,
    Line,
    Question,
    Reason,
    Squares,
    Total,
)
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.polyominoes import NAMED
from bimaru.puzzle import Given, Puzzle
from bimaru.rules import check
from bimaru.ships import Ship
from bimaru.squares import Part
from instances import instances

SHIPS: Final = [
    *map(Ship.straight, (1, 2, 3, 4, 6)),
    Ship.lettered("RAFT"),
    *(Ship.polyomino(NAMED[name]) for name in ("L3", "T4", "X5")),
    Ship.polyomino(("###", "###")),
]
"""A ship of each name."""
LETTERED: Final = instances("lettered")[0].puzzle


def rare(language: Language) -> list[str]:
    """Sentences that few boards call for, with each kind of ship, one and several of them."""
    arguments, advice, words = language.arguments, language.advice, language.words
    row, column = Line("row", 8), Line("column", 7)
    at: Squares = ((8, 7),)
    placements: tuple[Squares, ...] = (((8, 7), (8, 8)), ((0, 0), (1, 0)), ((14, 7), (14, 8)))
    found = [
        arguments.failure(Reason("rest of the line is water", (), (), "", lines=lines, tally=2))
        for lines in ((row,), (row, column))
    ]
    found += [
        arguments.failure(Reason(technique, (), (), "", lines=(row,), tally=2))
        for technique in ("rest of the line is ship", "ways to fill a line")
    ]
    found += [
        arguments.finding(Reason("missing tally", (), at, "", lines=lines, tally=number))
        for lines, number in product(((row,), (row, column)), (0, 2))
    ]
    found += [
        arguments.finding(Reason("ways to fill a line", at, (), "", lines=(row,), n_ways=9)),
        arguments.finding(Reason("ways to fill a line", at, (), "", lines=(row,))),
        arguments.finding(Reason("ways to fill a line", at, (), "", lines=(row,), ways=(at,))),
    ]
    filled = Reason("ways to fill a line", (), at, "", lines=(row,), ways=(at, placements[1][:1]))
    found += [arguments.finding(replace(filled, kind=ship)) for ship in SHIPS]
    on_square = Reason(
        "ships on a square", at, (), "", squares=at, placements=placements * 3, words=("RAFT",) * 9
    )
    found.append(arguments.finding(on_square))
    open_ways = tuple(map(EitherWay, placements[:2]))
    found.append(arguments.finding(replace(on_square, placements=open_ways, words=("RAFT", "REEF"))))
    found.append(arguments.failure(Reason(CONTRADICTION.name, (), (), "", squares=at)))
    found += [arguments.counted(number) for number in (1, 7)]
    found.append(
        arguments.clash(
            Reason("rest of the line is water", (), at, "", lines=(row,), tally=2), at, is_ship=True
        )
    )
    extra = Reason("ways to fill a line", at, (), "", lines=(row,), instead=placements[0])
    found += [arguments.finding(replace(extra, too_many=(at, ship))) for ship in SHIPS]
    attempt = Reason("last places", at, (), "", kind=SHIPS[1], wanted=2, total=2)
    for pair in ((((0, 0), (0, 1)), ((0, 1), (0, 2))), (((0, 0), (0, 1)), ((1, 2), (2, 2)))):
        found.append(arguments.clash(replace(attempt, placements=pair), at, is_ship=True))
    for side in ("top", "bottom", "left", "right"):
        line = row if side in ("left", "right") else column
        letter = Reason("first letter from an edge", at, (), "", lines=(line,), part="A", side=side)
        edges = tuple((side, Line("row", number), "A") for number in range(9))
        found += [arguments.finding(letter), arguments.failure(replace(letter, edges=edges[:1]))]
        found += [arguments.failure(replace(letter, edges=edges[:n])) for n in (2, 9)]
    for ship, (missing, total) in product(SHIPS, ((1, 1), (1, 3), (2, 2), (3, 4))):
        about = Reason(
            "overlap", at, (), "", kind=ship, wanted=missing, total=total, placements=placements * 3
        )
        found += [arguments.finding(about), arguments.finding(replace(about, placements=placements * 9))]
        found += [arguments.finding(replace(about, technique="last places", placements=placements[:missing]))]
        if missing > 1:
            found.append(
                arguments.finding(
                    replace(about, placements=placements, groups=(placements[:2], placements[2:]))
                )
            )
            found += [arguments.failure(replace(about, groups=(placements[:1],) * (missing - 1)))]
        last = replace(about, technique="last places", placements=())
        found += [arguments.failure(replace(last, complete=placements[:n])) for n in (1, 2)]
        for n in (0, 1, 2, total + 1):
            found.append(
                arguments.failure(replace(about, technique="last places", placements=(placements * 3)[:n]))
            )
        found += _accounted(language, ship, total, placements, (row, column))
        question = Question("ships", 3, kind=ship, wanted=missing, total=total)
        found += [
            arguments.question(question, Reason("", (), (), "", starving=starving))
            for starving in ((), ((row, placements[:1]), (column, placements[1:])), ((row, placements * 2),))
        ]
        lies = Reason(
            "cases", at, (), "", kind=ship, wanted=missing, total=total, placements=placements[:missing]
        )
        found += [
            arguments.conclusion(lies),
            arguments.conclusion(replace(lies, squares=placements[0], barred=placements[:1])),
        ]
        barred = Facts(barred=placements[:missing])
        found.append(
            arguments.finding(
                Reason("rest of the line is water", (), at, "", lines=(row,), tally=1, premises=barred)
            )
        )
        battleship = Reason("overlap", (), (), "", kind=SHIPS[3], wanted=1, total=1)
        found.append(arguments.crowded(replace(lies, technique="last places"), battleship))
        ending = Reason("last places", (), (), "no", kind=ship)
        case = Case(placements[0], False, (), ending, "", placements=placements[:1], ships=(ship,))
        other = replace(
            case, supposed=placements[1], placements=placements[1:2], ending=replace(ending, text="not")
        )
        found += [arguments.idea(None, [case]), arguments.failing([case]), arguments.failing([case, other])]
        found += [*(words.there_are(ship, number) for number in range(7)), advice.too_large(ship)]
    for is_water in (True, False):
        squares = ((0, 0), (8, 7))
        found += [
            arguments.supposition(Case(one, is_water, (), None, "", line=line))
            for one, line in product((at, squares), (None, row))
        ]
        kinds = ("M" if is_water else "W", None)
        found += [advice.wrong_square(at[0], is_water, given, None) for given in kinds]
        found.append(advice.of_square("first mark guessed" if is_water else "first mark", at[0]))
        found += [
            advice.unequal_totals(Total(side, is_water), Total("ship", 2), is_water)
            for side in ("row", "column")
        ]
    for lines in product((None, row, column), repeat=2):
        short = [
            Reason("no ship fits", (), ((0, i),), "", filled=line, starving=(((row, column)[i], ()),))
            for i, line in enumerate(lines)
        ]
        found += [*arguments.sentences(short), arguments.finding(short[0])]
        same = [replace(one, starving=short[0].starving) for one in short]
        found += arguments.sentences([*same, Reason("no ship fits", (), at, "")])
    found.append(arguments.question(Question("line", 3, lines=(row,))))
    listing = Reason("", (), (), "", starving=((row, placements[:1]),))
    found.append(arguments.question(Question("square", 2, squares=at), listing))
    many = Reason("last places", (), (), "", kind=SHIPS[1], wanted=1, starving=((row, placements[:1] * 3),))
    found.append(arguments.failure(many))
    joined = (((8, 7), (8, 8)), ((8, 7), (9, 8)))
    found += [
        arguments.failure(Reason(technique, (), (), "", squares=squares))
        for technique, squares in product(("no ship fits", "ships do not touch"), joined)
    ]
    left = [Case(at, False, (), None, "") for _ in range(7)]
    found.append(arguments.opening([replace(left[0], left_out=at)], is_answer=True))
    found += [arguments.conclusion(Reason("cases", at, (), ""), left[:n]) for n in (2, 7)]
    link = Reason("rest of the line is water", (), at, "", lines=(row,), tally=2)
    told = [replace(case, reasons=(link,)) for case in left[:2]]
    fails = replace(left[0], ending=Reason(CONTRADICTION.name, (), (), "no", squares=at))
    found += [arguments.conclusion(Reason("cases", at, (), ""), cases) for cases in (told, [*told, fails])]
    found += [arguments.conclusion(Reason("", (), (), "")), arguments.searched(str(words.values(at, ())))]
    found += [
        *(advice.of_square(key, at[0]) for key in ("wrong part", "wrong letter", "wrong together")),
        advice.mistake_in([row, column]),
        *(words.say("only searched", n, n=n) for n in (1, 2)),
        words.say("noted", placements="A1-A3"),
        *(advice.of_squares(key, at) for key in ("look again", "go back")),
        advice.where([row, column], at),
    ]
    edged = LETTERED.replace(edges=dict.fromkeys(("top", "left", "right", "bottom"), ("2", *[None] * 6)))
    clues = clues_of(edged)
    for kind, is_not, is_proved in product((*Part, "=A"), (True, False), (True, False)):
        given = Given(*at[0], kind)
        for chosen, known in ((clues[:4], at), ((), at), (clues[:4], ()), ((), ())):
            found.append(advice.argument(edged, given, is_not, chosen, known, is_proved))
        found += [advice.of_given(key, given) for key in ("is not", "is possible")]
        found.append(advice.missing_ship(given))
        found += [advice.differing(at[0], kind, Part.WATER)]
        found.append(advice.repair([Change(Clue("given", at[0]), kind, "W"), Change(Clue("row", 8), 1, 2)]))
        found.append(advice.ambiguity(at, [[given, given], [given]]))
    found += faults(language)
    lying = replace(Reason("cases", at, (), "", kind=SHIPS[1]), squares=at, placements=placements[:1])
    found += [arguments.conclusion(lying), arguments.finding(replace(on_square, words=()))]
    found += [arguments.conclusion(Reason("cases", ((8, 7), (8, 9)), (), "", lines=(row,)))]
    found += [arguments.question(Question("square", n, squares=at), Reason("", (), (), "")) for n in (2, 3)]
    found += [words.say("steps", n, steps=str(n)) for n in (1, 2)] + [words.say("opening")]
    found += [advice.conflict(edged, clues[:n], ()) for n in (1, 2)] + [advice.of_square("is open", at[0])]
    found += [advice.clues.all(edged, clues), advice.more_clues(edged, clues[:2]), advice.no_argument()]
    found += [
        arguments.spelling("RAFT"[: len(squares)], squares, on_square) for squares in (at, ((8, 8), (8, 7)))
    ]
    return found


def _accounted(
    language: Language, ship: Ship, total: int, placements: tuple[Squares, ...], lines: tuple[Line, Line]
) -> Iterator[str]:
    """Sentences about ships of a kind of which it is known where they are, all in all."""
    arguments, at = language.arguments, placements[0][:1]
    about = Reason("last places", at, (), "", kind=ship, wanted=1, total=total, placements=placements)
    accounts = [
        Account(ship, total, (), at, ()),
        Account(ship, total, (), (), ((lines[0], 1, ()),)),
        Account(ship, total, placements[:1], (), ((lines[0], 1, at * 9),)),
        Account(ship, total, placements[:1], at, ((lines[0], 1, at), (lines[1], 2, at * 9))),
    ]
    for one in accounts:
        listing = replace(about, accounts=(one,))
        yield arguments.finding(listing)
        said = dict.fromkeys(arguments.lists_of_ships([listing]), Said(8))
        yield from arguments.lists_of_ships([listing], said).values()
    yield from (arguments.finding(replace(about, taken=((ship, total, at * n),))) for n in (1, 2))
    yield from (arguments.finding(replace(about, overfilled=lines[:n])) for n in (1, 2))
    few = replace(about, technique="overlap", wanted=2, groups=(placements[:1],), overfilled=lines[:1])
    yield arguments.failure(few)
    yield arguments.failure(replace(about, excess=accounts[-1]))
    yield arguments.conclusion(replace(about, technique="cases", squares=at, placements=placements[:1]))


def faults(language: Language) -> Iterator[str]:
    """What the referee may find of a board."""
    puzzle = Puzzle([1, None], [1, None], {1: 1}, {(0, 0): "W"})
    words = Puzzle([2, None], [1, None], words=["AB"], edges={"left": ["B", None]})
    for asked, rows, letters in (
        (puzzle, ("S.", ".S"), None),
        (puzzle, ("L?", "?S"), None),
        (puzzle, ("S",), None),
        (words, ("LR", ".."), ("AB", "..")),
        (words, ("LR", ".."), ("A.", "B.")),
    ):
        board = Board(rows, letters)
        yield from (language.advice.fault(asked, board, fault) for fault in check(asked, board))


def said(language: Language, sentences: Iterable[str]) -> set[str]:
    """The keys of a language's table whose texts are in sentences."""
    texts = _texts(language.code)
    return {key for sentence in {*map(str.casefold, sentences)} for key in _in(sentence, texts)}


def _in(sentence: str, texts: dict[str, tuple[str, ...]]) -> list[str]:
    """The keys of texts that are in a sentence, with anything in their gaps."""
    return [
        key
        for key, parts in texts.items()
        if all(part in sentence for part in parts) and _pattern(parts).search(sentence)
    ]


@cache
def _pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(".+?".join(map(re.escape, parts)).removesuffix(".+?"))


@cache
def _texts(code: str) -> dict[str, tuple[str, ...]]:
    """The texts of a language's table, in parts between their gaps."""
    return {key: tuple(re.split(r"\{.*?\}", text.casefold())) for key, text in LANGUAGES[code].table.items()}


def rare_besides(language: Language, sentences: Iterable[str]) -> Iterator[str]:
    """The rare sentences with a text of the table that is neither in other sentences nor in those before."""
    known = said(language, sentences)
    unsaid = {key: text for key, text in _texts(language.code).items() if key not in known}
    for sentence in rare(language):
        new = _in(sentence.casefold(), unsaid)
        if new:
            yield sentence
            unsaid = {key: text for key, text in unsaid.items() if key not in new}
