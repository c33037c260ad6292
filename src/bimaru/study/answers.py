"""Reading the answers of other solvers to exported models back, as boards for the referee.

An answer that names its variables, or shows a board, is read with the puzzle alone. One that numbers them
needs the names: from the model that was exported, or from the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Final

from bimaru.board import Board
from bimaru.engines.cnf import Cnf
from bimaru.errors import InvalidBoardError
from bimaru.formats.board_text import boards_or_faults_in
from bimaru.formats.input_files import Source, lines_of, name_of, open_source
from bimaru.formats.lines import InvalidTextError, TextFault, first_nonblank
from bimaru.puzzle import Puzzle
from bimaru.study.answer_readers import ANSWERS, InvalidAnswerError, Solution, Status
from bimaru.study.models import model_of, numbered_names
from bimaru.study.printed_boards import are_squares, is_dict
from bimaru.study.variable_names import board_of_names

HEAD: Final = 50_000
"""The lines of a file that are inspected for the format."""
MOST_LINES: Final = 10_000_000
"""The longest answer that is read; the largest models have a few million variables and constraints."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's answer: `format` is a name from `ANSWERS`, or `board`; `board` is what a solution shows, the
    first of `n_solutions`."""

    format: str
    status: Status
    board: Board | None = None
    n_solutions: int = 1


@dataclass(frozen=True, slots=True)
class Names:
    """Where the names of numbered variables come from: the `model` that was exported and whether it was
    `raw`, or the exported file."""

    model: str | None = None
    raw: bool = False
    exported: str | Path | None = None

    def of(self, puzzle: Puzzle) -> tuple[Sequence[str], int | None] | None:
        """The names, from number 1 on, and the number of variables with those that have none, if it is known;
        `None` if there is no source.

        Raises `InvalidAnswerError`, `OSError`, and as `model_of`."""
        if self.exported is not None:
            return names_in_export(self.exported)
        if self.model is not None:
            model = model_of(self.model, puzzle, raw=self.raw)
            # A linear model has others after its own where it is written as clauses.
            return numbered_names(model), model.variables if isinstance(model, Cnf) else None
        return None


def read_answer(
    source: Source,
    puzzle: Puzzle,
    *,
    format: str | None = None,
    model: str | None = None,
    raw: bool = False,
    exported: str | Path | None = None,
) -> Answer:
    """The answer of a solver to an exported model of a puzzle, from a path or an open file.

    The `format`, a name from `ANSWERS`, is detected if it is not given; boards as `bimaru.check` reads them
    are accepted, too. Where variables have numbers only (DIMACS, OPB, `glpsol -w`), name the `model` and
    whether it was exported `raw`, or give the `exported` file.

    Raises `InvalidAnswerError`, `UnknownVariableError`, `InvalidBoardError` and `OSError`."""
    lines = lines_in(source)
    found, lines = detect(lines) if format is None else (format, lines)
    if found is not None:
        return interpret(found, lines, puzzle, Names(model, raw, exported))
    board = next(boards_or_faults_in(lines, [puzzle], name_of(source)))
    if isinstance(board, TextFault):
        return Answer("board", "none")
    return Answer("board", "solution", board)


def lines_in(source: Source) -> Iterator[str]:
    """The lines of a source, which is open while they are read."""
    with open_source(source) as file:
        yield from lines_of(file)


def detect(lines: Iterator[str]) -> tuple[str | None, Iterator[str]]:
    """The format of a solver's answer, or `None`, and the same lines. JSON is a board, and not read ahead."""
    blank, first = first_nonblank(lines)
    head = [*repeat("", blank), *([] if first is None else [first])]
    if first is None or (first.lstrip().startswith("{") and not (is_dict([first]) or are_squares([first]))):
        return None, chain(head, lines)
    head += islice(lines, HEAD)
    inked = [line for line in head if line.strip()]
    found = next((kind.name for kind in ANSWERS.values() if kind.recognises(inked)), None)
    return found, chain(head, lines)


def interpret(format: str, lines: Iterator[str], puzzle: Puzzle, names: Names) -> Answer:
    """The lines of an answer in a known format. Errors as of `read_answer`."""
    if format not in ANSWERS:
        raise ValueError(f"no format of answers is called {format!r}; there are {', '.join(ANSWERS)}")
    text = [*islice(lines, MOST_LINES + 1)]
    if len(text) > MOST_LINES:
        raise InvalidAnswerError([f"more than {MOST_LINES:,} lines"])
    kind = ANSWERS[format]
    inked = [line for line in text if line.strip()]
    if not kind.recognises(inked):
        raise InvalidAnswerError([f"not an answer of {kind.summary}"])
    solution = kind.read(text if kind.keeps_blanks else inked)
    board = _board(solution, puzzle, names) if solution.status == "solution" else None
    return Answer(format, solution.status, board, solution.n_solutions)


def _board(solution: Solution, puzzle: Puzzle, names: Names) -> Board:
    try:
        if solution.board_of is not None:
            return solution.board_of(puzzle)
    except (InvalidBoardError, InvalidTextError) as error:
        raise InvalidAnswerError(error.faults) from None
    if solution.names is not None:
        return board_of_names(puzzle, solution.names)
    known = names.of(puzzle)
    if known is None:
        raise InvalidAnswerError(
            [
                "the answer numbers its variables: give the model (--model NAME) or the exported file "
                "(--exported FILE)"
            ]
        )
    names_of, number = known
    if number is not None and solution.largest > number:
        raise InvalidAnswerError(
            [
                f"the answer has {solution.largest:,} variables, the model {number:,}: was the solver given "
                "another model, or one exported with --raw?"
            ]
        )
    numbers = solution.numbers or ()
    return board_of_names(puzzle, (names_of[number - 1] for number in numbers if number <= len(names_of)))


_NAMED: Final = re.compile(r"(?:c|\* x)\s?(\d+) = (\w+)")
_HEADERS: Final = ("p cnf ", "* #variable=")
_NUMBER: Final = re.compile(r"(?:p cnf|\* #variable=) *(\d+)")
_BINARY: Final = re.compile(r"\s*BV BOUND (\S+)")


def names_in_export(path: str | Path) -> tuple[list[str], int | None]:
    """The names of the variables of an exported file in DIMACS, OPB, LP or MPS, by number, and the number of
    variables with those that have none, which the head of DIMACS and OPB says.

    Raises `InvalidAnswerError` and `OSError`."""
    lines = [*lines_in(path)]
    if "Binary" in lines:
        return " ".join(lines[lines.index("Binary") + 1 : -1]).split(), None
    if "BOUNDS" in lines:
        return [found[1] for line in lines if (found := _BINARY.match(line))], None
    names = [found[2] for line in lines if (found := _NAMED.fullmatch(line))]
    if not names and not any(line.startswith(_HEADERS) for line in lines):
        raise InvalidAnswerError(
            [f"{path}: no exported model that names its variables (DIMACS, OPB, LP or MPS)"]
        )
    head = next(filter(None, map(_NUMBER.match, lines)), None)
    return names, None if head is None else int(head[1])
