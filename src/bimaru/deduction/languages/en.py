"""English."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.language import Language

_TABLE: Final = {
    # Words
    "and": "and",
    "or": "or",
    "none of": "or",
    "clause separator": "; ",
    "row": "row {}",
    "row+": "rows {}",
    "column": "column {}",
    "column+": "columns {}",
    "values ship": "{squares} is ship",
    "values ship+": "{squares} are ship",
    "values water": "{squares} is water",
    "values water+": "{squares} are water",
    "part S": "a submarine",
    "part L": "a left end",
    "part R": "a right end",
    "part T": "a top end",
    "part B": "a bottom end",
    "part M": "a middle",
    "part X": "ship",
    "part W": "water",
    "part corner": "a corner",
    "part letter": "the letter {letter}",
    "ship 1": "submarine",
    "ship 1+": "submarines",
    "ship 2": "destroyer",
    "ship 2+": "destroyers",
    "ship 3": "cruiser",
    "ship 3+": "cruisers",
    "ship 4": "battleship",
    "ship 4+": "battleships",
    "ship long": "ship of {length}",
    "ship long+": "ships of {length}",
    "ship bent": "ship of the shape {shape}",
    "ship bent+": "ships of the shape {shape}",
    "ship word": "ship {word}",
    "ship word+": "ships {word}",
    "the": "the {ship}",
    "the+": "the {count} {ship}",
    "the last": "the last {ship}",
    "the last+": "the last {count} {ship}",
    "all": "the {ship}",
    "all+": "all {ship}",
    "a": "a {ship}",
    "no": "no {ship}",
    "many": "{ship}",
    "one": "one",
    "number 2": "two",
    "number 3": "three",
    "number 4": "four",
    "number 5": "five",
    "number 6": "six",
    # What follows
    "full": "{lines} is full",
    "full+": "{lines} are full",
    "empty": "{lines} is empty",
    "empty+": "{lines} are empty",
    "needs": "{line} needs {squares}",
    "counted ship": (
        "counting the fleet's squares, {lines} has {number} and needs all its open squares: {values}"
    ),
    "counted ship+": "the rest of the fleet takes all open squares of {lines}: {values}",
    "counted water": "counting the fleet's squares, {lines} has all its {number}: {values}",
    "counted none": "counting the fleet's squares, {lines} is empty",
    "counted none+": "counting the fleet's squares, {lines} are empty",
    "counted water+": "counting the fleet's squares, {lines} have all their {number}: {values}",
    "diagonal": "{values}, diagonal to {squares}",
    "part": "{square} is {part}: {values}",
    "finished": "the ship on {place} is complete",
    "grown": "the ship on {square} is {places}",
    "grows": "the ship on {square} is {places}: {values}",
    "wherever": "wherever the ship on {square} lies, {values}",
    "wherever words": "{square} belongs to {words}: wherever that lies, {values}",
    "nowhere": "no ship fits on {squares}",
    "nor on": "nor on {squares}",
    "starving": " without leaving {lines} short",
    "elsewhere": "{lines} allows no others",
    "elsewhere+": "{lines} allow no others",
    "found": "{ships} is found",
    "found+": "{ships} are found",
    "last": "{ships} can only lie on {places}",
    "lies": "{ship} lies on {places}: {values}",
    "lies anywhere": "wherever {ship} lies ({n} places), {values}",
    "in groups": "of {ships}, {groups}: {values}",
    "one on": "{one} lies on {places}",
    "and on": "{one} on {places}",
    "grouped": "the {n} places left for {ships} fall into groups with room for one each: {values}",
    "ways": "{line} takes {ways}: {values}",
    "many ways": "in each of the {n} ways to fill {line}, {values}",
    "letter": "only {square} can show {letter}",
    "first top": "the {letter} that comes first from above in {line}",
    "first bottom": "the {letter} that comes first from below in {line}",
    "first left": "the {letter} that comes first from the left in {line}",
    "first right": "the {letter} that comes first from the right in {line}",
    "word": "{word} on {place}",
    "steps": "step {steps}",
    "steps+": "steps {steps}",
    "barred": "{places} ruled out",
    # Contradictions
    "too many": "{lines} has more than {number}",
    "too many+": "{lines} have more ship squares than the fleet leaves for them",
    "too few": "{lines} cannot reach {number}",
    "too few+": "{lines} have too little room for the rest of the fleet",
    "few fit": "only {one} of {ships} fits",
    "few fit+": "only {n} of {ships} fit",
    "no way": "{line} cannot be filled",
    "no letter": "no square can show {letter}",
    "touching": "{squares} touch at a corner",
    "clash": "{square} is both ship and water",
    "clash by": "{clause}; but {values}",
    "exclude": "they overlap or touch",
    "no case": "each case leads to a contradiction",
    "fails after": "this fails without further cases",
    "fails after+": "this takes {n} further cases, all of which fail",
    "found too many": "there are {n} {ships}",
    "no room": "{ships} fits nowhere",
    "no room+": "{ships} fit nowhere",
    "little room": "there is only one place for {ships}, {places}",
    "little room+": "there are only {n} places for {ships}: {places}",
    # Cases
    "suppose ship": "Suppose {squares} is ship.",
    "suppose part": "Suppose {square} is {part}.",
    "suppose ship+": "Suppose {squares} are ship.",
    "suppose water": "Suppose {squares} is water.",
    "suppose water+": "Suppose {squares} are water.",
    "suppose placement": "Suppose {ship} lies on {place}.",
    "on": "On {places}:",
    "with": "With {places}:",
    "watch": "{supposition}; watch {watched}.",
    "holds": "No contradiction follows.",
    "all fail": "So all fail.",
    "then": "Then {clause}.",
    "which way": "How can {line} be filled?",
    "which ship": "Which ship covers {square}?",
    "where": "Where can {ships} lie?",
    "where+": "Where can {ships} lie?",
    "n line": "There are {n} ways{but}.",
    "n square": "There are {n} placements{but}.",
    "n ships": "There are {n} places{but}.",
    "n ships+": "There are {n} ways{but}.",
    "so": "So {values}.",
    "so nothing": "So there is no solution.",
    "so takes": "So {line} takes {way}.",
    "so not": "So it cannot.",
    "can it lie": "Can {ship} lie on {place}?",
    "where not": "Where can {ship} not lie?",
    "so barred": "So {ship} lies on {places}.",
    "so barred word": "So {word} does not lie on {places}.",
    "so covered": "So the ship on {square} is {place}.",
    "so lies": "So {ships} lies on {place}.",
    "so lies+": "So {ships} lie on {place}.",
    "each case": "In each case {values}.",
    "left": "That leaves {places}: {values}.",
    "left many": "In each of the {n} others {values}.",
    "searched": (
        "The techniques tried here lead no further, but search shows that {values}: no board with another "
        "value there meets all clues. This square is shown because much follows from it."
    ),
    # Clues
    "tally": "{lines} has {tally}",
    "tally+": "{lines} have {tally} each",
    "next tally": "{lines} {tally}",
    "next tally+": "{lines} {tally} each",
    "edge top": "{line} has {letter} first from above",
    "edge bottom": "{line} has {letter} first from below",
    "edge left": "{line} has {letter} first from the left",
    "edge right": "{line} has {letter} first from the right",
    "is": "{square} is {kind}",
    "there are": "there is one {ship}",
    "there are+": "there are {count} {ship}",
    "there are no": "there are no {ship}",
    # Hints
    "look at": "Look at {at}.",
    "look at both": "Look at {lines}, {squares}.",
    "cannot be water": "{square} cannot be water.",
    "cannot be ship": "{square} cannot be ship.",
    "given as ship": "It is given as ship.",
    "given as water": "It is given as water.",
    "always ship": "It is ship in every solution.",
    "always water": "It is water in every solution.",
    "wrong part": "{square} is ship, but not the part that the board shows.",
    "wrong together": "{square} cannot be right together with the other squares filled in.",
    "mistake in": "There is a mistake in {lines}.",
    "look again": "Look again at {squares}.",
    "first mark": "{square} was the first wrong mark, though it was settled by then.",
    "first mark guessed": (
        "{square} was the first wrong mark, and a guess: nothing settled that square yet."
    ),
    "go back": "Clear {squares} to go back to before it.",
    "fault line": "{text}.",
    "fault touching": "{text}.",
    "fault given": "{text}.",
    "fault part": "{text}.",
    "fault fleet": "{text}.",
    "fault letter": "{text}.",
    "fault edge": "{text}.",
    "fault unfinished": "{text}.",
    "fault size": "{text}.",
    "ship squares": "{n} ship square",
    "ship squares+": "{n} ship squares",
    "open squares": " and {n} open",
    "differing": "{square} is given as {given}, but the board shows {shown}",
    # Arguments
    "clues with squares": "{clues}, with {squares} as on the board",
    "only squares": "{squares} as on the board",
    "whatever": "{square} is {kind}, whatever the clues are.",
    "whatever not": "{square} is not {kind}, whatever the clues are.",
    "therefore": "{clause}: so {square} is {kind}.",
    "therefore not": "{clause}: so {square} is not {kind}.",
    "together": "{clause}: together these force that {square} is {kind}.",
    "together not": "{clause}: together these force that {square} is not {kind}.",
    "more clues": "No short argument from these alone is known; the steps also use this: {clues}.",
    "is not": "So {square} is not {kind}.",
    "is open": "{square} is ship in some solutions and water in others.",
    "is possible": "{square} is {kind} in some solution.",
    # What is wrong with a puzzle
    "conflict": "{clause}: these contradict each other.",
    "conflict alone": "{clause}: with this alone there is no solution.",
    "all row": "the rows",
    "all column": "the columns",
    "all ship": "the ships",
    "unequal totals": "{one} have {squares} and {other} have {n}",
    "unequal totals with ships": "{one} have {squares} and {other} have {n}, as the ships do",
    "too long": "a ship of length {length} does not fit",
    "too large": "{ship} does not fit",
    "no submarines": "{given}, but the fleet has no submarines",
    "no long ships": "{given}, but the fleet has no ships of three or more squares",
    "given changed": "{square} is {after}, not {before}",
    "tally changed": "{line} has {after}, not {before}",
    "repairs separator": ", and ",
    "solutions differ": "The solutions differ on {squares}.",
    "one left": "Only one solution would be left if {ways}.",
    "additions separator": "; or if ",
}

ENGLISH: Final = Language(
    code="en",
    techniques={
        name: name
        for name in (
            "around a given part",
            "ships do not touch",
            "rest of the line is water",
            "rest of the line is ship",
            "water round a finished ship",
            "direction of a middle",
            "no ship fits",
            "one way to grow",
            "missing tally",
            "last places",
            "overlap",
            "ways to fill a line",
            "no ship fits: starved line",
            "last places: starved line",
            "overlap: starved line",
            "ways to fill a line: starved line",
            "contradiction",
            "places that fail",
            "cases",
            "nested contradiction",
            "ships on a square",
            "first letter from an edge",
            "sums of the tallies",
            "clues together",
            "found by search",
        )
    },
    principles={
        "around a given part": (
            "A round part is a whole ship of one square, with water all around. A part with a flat side "
            "goes on there."
        ),
        "ships do not touch": (
            "No two ships touch, not even at a corner. Ships are straight, so the squares diagonal to a "
            "ship square are water."
        ),
        "rest of the line is water": (
            "The number beside a row or column is the number of its ship squares. Once it has them all, "
            "the rest is water."
        ),
        "rest of the line is ship": (
            "A line may have just as many empty squares left as ship squares that it still needs. Then "
            "all of them are ship."
        ),
        "water round a finished ship": (
            "A ship as long as the longest one that is still missing cannot grow: the squares at its ends "
            "are water."
        ),
        "direction of a middle": (
            "A square part is the middle of a ship, which goes on at two opposite sides."
        ),
        "no ship fits": (
            "A square that none of the missing ships can cover is water: gaps may be too narrow, or the "
            "ships that would fit are all found."
        ),
        "one way to grow": (
            "List all ships that could cover a ship square. What they share is certain, ship or water."
        ),
        "missing tally": (
            "The numbers of all rows add up to the squares of the fleet, and so do those of all columns. "
            "What the known ones leave belongs to the missing ones."
        ),
        "last places": (
            "List the places left for the largest ship that is missing. If there is just one, the ship "
            "lies there."
        ),
        "overlap": (
            "List the places left for a ship. A square that all of them share is ship, wherever the ship "
            "lies; what touches each of them is water."
        ),
        "ways to fill a line": (
            "List all ways in which a line can get its ship squares. What they share is certain, ship or "
            "water."
        ),
        "starved line": (
            "A ship makes all squares around it water. If that would leave some line with too few squares"
            " for its number, the line is starved, and the ship cannot lie there."
        ),
        "contradiction": (
            "Where nothing else helps, suppose something and follow it. If it leads to something "
            "impossible, the opposite is true."
        ),
        "cases": (
            "Ask a question with few answers: where a ship can lie, or how a line can be filled. Follow "
            "each of them. Those that lead to something impossible are out; what the others share is "
            "certain."
        ),
        "places that fail": (
            "Suppose that a ship lies in some place, and follow it. If it leads to something impossible, "
            "that place is out, and fewer are left."
        ),
        "nested contradiction": (
            "Sometimes one supposition does not lead far enough. Make a second one within it, and see "
            "whether that fails."
        ),
    },
    grades={name: name for name in ("easy", "intermediate", "hard", "expert", "extreme", "fiendish")},
    phrases={
        "no_solution": "The puzzle has no solution.",
        "out_of_time": "The time limit was reached.",
        "no_answer_in_time": "the time limit was reached before the answer was known",
        "no_hint": "No hint: {reason}.",
        "no_argument": "No argument: {reason}.",
        "solved": "The puzzle is solved.",
        "nothing_follows": "Nothing more follows.",
        "technique": "Technique: {name}.",
        "conflict_steps": "How these clues contradict each other, in steps that are numbered from 1 again:",
        "repairs": "The puzzle would have a solution if",
        "repair_unique": "{repair} (then exactly one)",
        "repair_several": "{repair} (then several)",
        "repair": "{repair}",
        "impossible": "No solution: {reason}.",
        "by_search": "search proves it",
        "graded": "The only solution. Grade: {grade} ({score:.2f}).",
        "solved_by_search": "The only solution. Not graded: without search the techniques do not lead to it.",
        "unique": "There is one solution",
        "multiple": "There are several solutions",
        "unknown": "It is not known whether there is one solution",
        "late": "The time limit was reached. {known}.",
        "late_with_one_open": "The time limit was reached. {squares} is open. {known}.",
        "late_with_open": "The time limit was reached. {squares} are open. {known}.",
        "ambiguous": "{known}: nothing more follows, and {squares} stay open.",
        "stuck": "{known}, but no technique makes progress, and {squares} stay open.",
        "two_boards": "Two solutions that differ:",
        "ungraded": "not graded: {reason}",
        "ungraded_none": "it has no solution",
        "ungraded_multiple": "it has several solutions",
        "ungraded_unique": "no technique leads on to its solution",
        "ungraded_cut": "it takes too much search to grade",
        "ungraded_unknown": "it is not known whether it has one solution",
        "lesson_graded": "The only solution. Grade: {grade}.",
        "lesson_late": "The time limit was reached; still open are {squares}.",
        "lesson_ambiguous": "Several solutions: nothing more follows; still open are {squares}.",
        "lesson_stuck": "Nothing more follows; still open are {squares}.",
        "the_puzzle": "The puzzle",
    },
    table=_TABLE,
)
