"""What solvers write for an exported model, read format by format.

A reader turns the lines of an answer into a `Solution`: a status, and the variables that are 1, by name or by
number, or a function from the puzzle to the board. What these mean for a puzzle is left
to `bimaru.study.answers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat, takewhile
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.board import MARKS, WATER, Board
from bimaru.errors import InvalidInputError
from bimaru.formats.board_rows import board_of_rows
from bimaru.puzzle import Puzzle
from bimaru.study.dlx import has_no_solution, is_dlx, ships_of_dlx
from bimaru.study.printed_boards import PRINTED
from bimaru.study.xcsp3_lines import KIND

Status: TypeAlias = Literal["solution", "none", "unknown"]
"""A solution was found; there is none; neither is known."""


class InvalidAnswerError(InvalidInputError):
    """The text is not an answer of the kind that it was taken for."""


class Solution(NamedTuple):
    """An answer as written: `names` or `numbers` of the variables that are 1, or `board_of`, which reads the
    board with the help of the puzzle. It is the first of `n_solutions`. `largest` is the largest number of a
    variable, 1 or 0."""

    status: Status
    names: tuple[str, ...] | None = None
    numbers: tuple[int, ...] | None = None
    board_of: Callable[[Puzzle], Board] | None = None
    n_solutions: int = 1
    largest: int = 0


class AnswerFormat(NamedTuple):
    """What a kind of solver writes. `recognises` and `read` get the lines, without those that are blank
    unless it `keeps_blanks` for `read`."""

    name: str
    summary: str
    recognises: Callable[[Sequence[str]], bool]
    read: Callable[[Sequence[str]], Solution]
    keeps_blanks: bool = False


_TOLERANCE: Final = 1e-4
"""How far from 0 or 1 integer programming solvers may leave a variable."""
_NONE: Final = Solution("none")
_UNKNOWN: Final = Solution("unknown")


def _is_one(name: object, value: str) -> bool:
    """Whether a variable is 1. Raises `InvalidAnswerError` unless it is 0 or 1."""
    try:
        number = float(value)
    except ValueError:
        raise InvalidAnswerError([f"variable {name}: {value!r} is not a number"]) from None
    if abs(number) < _TOLERANCE:
        return False
    if abs(number - 1) < _TOLERANCE:
        return True
    raise InvalidAnswerError(
        [f"variable {name} is {value}, expected 0 or 1; was the model solved without its integer variables?"]
    )


_NUMBERED: Final = re.compile(r"x([1-9][0-9]{0,8})")
"""The name of a variable in a file of OPB, which is its number."""


def _solution(values: Iterable[tuple[str, str]]) -> Solution:
    """The solution with these values of variables. Solvers that read OPB write names there, too."""
    names = tuple(name for name, value in values if _is_one(name, value))
    numbers = tuple(int(found[1]) for name in names if (found := _NUMBERED.fullmatch(name)))
    if names and len(numbers) == len(names):
        return Solution("solution", numbers=numbers)
    return Solution("solution", names=names)


def _first(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    return lambda lines: bool(lines) and bool(pattern.match(lines[0]))


def _any(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    return lambda lines: any(map(pattern.match, lines))


def _pairs(lines: Iterable[str], columns: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """The names and values in two columns of a table."""
    for line in lines:
        words = line.split()
        if len(words) <= max(columns):
            raise InvalidAnswerError(
                [f"expected the name and the value of a variable, found {line.strip()!r}"]
            )
        yield words[columns[0]], words[columns[1]]


# GLPK

_GLPK_STATUS: Final = re.compile(r"Status: +(.*\S)")
_GLPK_COLUMN: Final = re.compile(r"^ *\d+ (\S+)\s+(?:\*|[A-Z]{1,2})? +(\S+)", re.MULTILINE)
_GLPK_FOUND: Final = {"INTEGER OPTIMAL", "INTEGER NON-OPTIMAL", "OPTIMAL", "FEASIBLE"}
_GLPK_NONE: Final = {"INTEGER EMPTY", "INFEASIBLE (FINAL)", "INFEASIBLE"}


def _read_glpk(lines: Sequence[str]) -> Solution:
    """The report of `glpsol -o`. A long name pushes its values to the next line."""
    status = next((found[1] for line in lines if (found := _GLPK_STATUS.match(line))), "")
    if status in _GLPK_NONE:
        return _NONE
    if status not in _GLPK_FOUND:
        return _UNKNOWN
    _, _, columns = "\n".join(lines).partition("Column name")
    table = "\n".join(takewhile(lambda line: not line[:1].isalpha(), columns.splitlines()[2:]))
    return _solution((found[1], found[2]) for found in _GLPK_COLUMN.finditer(table))


_GLPK_SOL: Final = re.compile(r"s (mip|bas|ipt) \d+ \d+ (\S+)")
_GLPK_SOL_COLUMN: Final = re.compile(r"j\s+(\d{1,9})\s+(\S+)")


def _read_glpk_sol(lines: Sequence[str]) -> Solution:
    """The file of `glpsol -w`: columns by number (GLPK reference manual, `glp_write_mip`)."""
    status = next(found for line in lines if (found := _GLPK_SOL.match(line)))[2]
    if status == "n":
        return _NONE
    if status not in ("o", "f"):
        return _UNKNOWN
    columns = [found for line in lines if (found := _GLPK_SOL_COLUMN.match(line))]
    return Solution("solution", numbers=tuple(int(found[1]) for found in columns if _is_one(*found.groups())))


# Integer programming solvers that write names

_CBC: Final = re.compile(
    r"(Optimal|Infeasible|Integer infeasible|Stopped on|Unbounded)\b.* - objective value"
)


def _read_cbc(lines: Sequence[str]) -> Solution:
    """The file of `cbc MODEL solve solu FILE`: number, name, value, reduced cost; of a violated bound, `**`
    before them. A search that was stopped may have no solution, and then lists fractions or nothing."""
    if lines[0].startswith(("Infeasible", "Integer infeasible")):
        return _NONE
    if not lines[0].startswith("Optimal"):
        return _UNKNOWN
    return _solution(_pairs((line.replace("**", "", 1) for line in lines[1:]), (1, 2)))


def _read_highs(lines: Sequence[str]) -> Solution:
    """The file of `highs --solution_file`, style 0: statuses, then `# Columns` and `# Rows`."""
    status = lines[1].strip() if len(lines) > 1 else ""
    if status.startswith("Infeasible"):
        return _NONE
    start = next((i for i, line in enumerate(lines) if line.startswith("# Columns")), None)
    if start is None or lines[start - 2].strip() != "Feasible":
        return _UNKNOWN
    return _solution(_pairs(takewhile(lambda line: not line.startswith("#"), lines[start + 1 :]), (0, 1)))


_SCIP: Final = re.compile(r"solution status:|objective value:")


def _read_scip(lines: Sequence[str]) -> Solution:
    """The file of `write solution`: the variables that are not 0. A solver that is used as a library leaves
    out the status."""
    status = lines[0].partition("solution status:")[2].strip()
    if status.startswith("infeasible"):
        return _NONE
    values = [line for line in lines if not _SCIP.match(line)]
    if "no solution available" in (line.strip() for line in values):
        return _UNKNOWN
    return _solution(_pairs(values, (0, 1)))


# Satisfiability

_SAT: Final = re.compile(r"s (SATISFIABLE|UNSATISFIABLE|UNKNOWN|OPTIMUM FOUND)\b|c UNKNOWN\s*\Z")
_MINISAT: Final = re.compile(r"(SAT|UNSAT|INDET)\s*\Z")
_LITERAL: Final = re.compile(r"(-?)x?([0-9]{1,9})")


def _read_sat(lines: Sequence[str]) -> Solution:
    """The `s` and `v` lines of the SAT and pseudo-Boolean competitions. CaDiCaL writes a comment if its
    time is up."""
    status = next(found for line in lines if (found := _SAT.match(line)))[1]
    if status == "UNSATISFIABLE":
        return _NONE
    if status in ("UNKNOWN", None):
        return _UNKNOWN
    return _literals(" ".join(line[2:] for line in lines if line.startswith("v ")))


def _read_minisat(lines: Sequence[str]) -> Solution:
    """The result file of MiniSat: `SAT` and a line of literals, `UNSAT` or `INDET`."""
    status = lines[0].strip()
    if status == "SAT":
        return _literals(" ".join(lines[1:]))
    return _NONE if status == "UNSAT" else _UNKNOWN


def _literals(text: str) -> Solution:
    ones = []
    largest = 0
    for word in text.split():
        literal = _LITERAL.fullmatch(word)
        if literal is None:
            raise InvalidAnswerError([f"{word[:40]!r} is not a literal"])
        number = int(literal[2])
        largest = max(largest, number)
        if number and not literal[1]:
            ones.append(number)
    return Solution("solution", numbers=tuple(ones), largest=largest)


_SMT: Final = re.compile(r"(sat|unsat|unknown)\s*\Z")
_SMT_VALUE: Final = re.compile(
    r"\(\s*(?:define-fun\s+)?\|?([A-Za-z_]\w*)\|?\s+(?:\(\s*\)\s*Bool\s+)?(true|false)\s*\)"
)


def _read_smt(lines: Sequence[str]) -> Solution:
    """What an SMT solver prints for `check-sat` and `get-model` or `get-value`."""
    if lines[0].strip() != "sat":
        return _NONE if lines[0].strip() == "unsat" else _UNKNOWN
    values = dict(_SMT_VALUE.findall("\n".join(lines[1:])))
    if not values:
        raise InvalidAnswerError(["`sat` without the values of the variables; add (get-model)"])
    return Solution("solution", names=tuple(name for name, value in values.items() if value == "true"))


_CLINGO: Final = re.compile(r"(SATISFIABLE|UNSATISFIABLE|UNKNOWN|OPTIMUM FOUND)\s*\Z|Answer: \d+")
_HOLDS: Final = re.compile(r'(?:holds\("|place(?:ment)?\()(\w+)"?\)')


def _read_clingo(lines: Sequence[str]) -> Solution:
    """What clingo prints: `Answer: 1`, a line of atoms, `SATISFIABLE`."""
    answers = [i for i, line in enumerate(lines) if line.startswith("Answer:")]
    for i in answers[:1]:
        names = tuple(_HOLDS.findall(" ".join(lines[i + 1 : i + 2])))
        return Solution("solution", names=names, n_solutions=len(answers))
    return _NONE if any(line.strip() == "UNSATISFIABLE" for line in lines) else _UNKNOWN


# Constraint solvers

_INSTANTIATION: Final = re.compile(
    r"<instantiation\b[^>]*>\s*<list>([^<]*)</list>\s*<values>([^<]*)</values>", re.DOTALL
)
_XCSP3: Final = re.compile(r"(v\s+)?<instantiation\b|d FOUND SOLUTIONS\b")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_REPEATED: Final = re.compile(r"(\S+?)(?:x([1-9][0-9]{0,6}))?")


def _recognise_xcsp3(lines: Sequence[str]) -> bool:
    return any(_XCSP3.match(_COLOUR.sub("", line).strip()) for line in lines)


def _read_xcsp3(lines: Sequence[str]) -> Solution:
    """What ACE and Choco print for an XCSP3 instance: `s` lines, and an `<instantiation>` over `v` lines with
    the names and the values of its variables: `0x12` is twelve times 0, `*` any value. ACE may print in
    colours."""
    text = [_COLOUR.sub("", line).strip() for line in lines]
    if "s UNSATISFIABLE" in text:
        return _NONE
    found = _INSTANTIATION.search("\n".join(line.removeprefix("v").strip() for line in text))
    if found is None:
        return _UNKNOWN
    names, values = found[1].split(), [*_values(found[2])]
    if len(names) != len(values):
        raise InvalidAnswerError(
            [f"the instantiation has {len(names):,} variables and {len(values):,} values"]
        )
    both = zip(names, values, strict=True)
    return _solution((name, value) for name, value in both if not name.startswith(KIND))


def _values(text: str) -> Iterator[str]:
    for word in text.split():
        found = _REPEATED.fullmatch(word)
        if found is not None:
            yield from repeat("0" if found[1] == "*" else found[1], int(found[2] or 1))


# MiniZinc

_MINIZINC: Final = re.compile(r"-{10}\s*\Z|=====(UNSATISFIABLE|UNKNOWN|UNSATorUNBOUNDED|ERROR)=====")
_END: Final = "-" * 10
"""What follows each solution."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_MARKED: Final = re.compile(rf"[{re.escape(MARKS)}]+")
_LETTERED: Final = re.compile(r"(?:[^\W_]|\.)+")
_SB_ROW: Final = re.compile(r"([.clrtbm]+) \d+\s*\Z")


def _read_minizinc(lines: Sequence[str]) -> Solution:
    first = _first_of_minizinc(lines)
    number = sum(line.startswith(_END) for line in lines)
    return first._replace(n_solutions=number) if first.status == "solution" else first


def _first_of_minizinc(lines: Sequence[str]) -> Solution:
    """The first solution that MiniZinc prints: rows of marks or letters (a readable model), names of
    variables (a matrix), or the picture of CSPLib's `sb.mzn`."""
    for line in lines:
        if "=====UNSAT" in line:  # or unbounded, which no model here is
            return _NONE
    shown = [
        line.strip() for line in takewhile(lambda line: not line.startswith(_END), lines) if line[:1] != "%"
    ]
    if len(shown) == len(lines):
        return _UNKNOWN
    is_lettered = WATER in "".join(shown) and all(map(_LETTERED.fullmatch, shown))
    if is_lettered or (shown and all(map(_MARKED.fullmatch, shown))):
        return Solution("solution", board_of=partial(board_of_rows, shown))
    if shown and _SB_ROW.fullmatch(shown[0]):
        return _read_sb(shown)
    if strange := [line for line in shown if not _NAME.fullmatch(line)]:
        raise InvalidAnswerError(
            [f"expected rows of marks or the names of variables, one a line, found {strange[0][:60]!r}"]
        )
    return Solution("solution", names=tuple(shown))


def _read_sb(lines: Sequence[str]) -> Solution:
    """The picture of `sb.mzn` (P. J. Stuckey): each row with its tally, then the tallies of the columns."""
    found = filter(None, (_SB_ROW.fullmatch(line.strip()) for line in lines))
    rows = tuple(row[1].upper().replace("C", "S") for row in found)
    return Solution("solution", board_of=lambda _: Board(rows))


# Dancing links


def _read_dlx(lines: Sequence[str]) -> Solution:
    """The first solution that DLX3 prints, option by option."""
    squares = ships_of_dlx(lines)
    if squares is None:
        return _NONE if has_no_solution(lines) else _UNKNOWN
    return Solution("solution", names=tuple(f"ship_at_{square}" for square in squares))


# Programs that print a board


def _printed(
    name: str,
    summary: str,
    recognises: Callable[[Sequence[str]], bool],
    board_of: Callable[[Sequence[str], Puzzle], Board],
) -> AnswerFormat:
    def read(lines: Sequence[str]) -> Solution:
        return Solution("solution", board_of=partial(board_of, lines))

    return AnswerFormat(name, summary, recognises, read, keeps_blanks=True)


ANSWERS: Final = {
    found.name: found
    for found in (
        AnswerFormat("glpk-sol", "GLPK, glpsol -w", _any(_GLPK_SOL), _read_glpk_sol),
        AnswerFormat("glpk", "GLPK, glpsol -o", _first(re.compile("Problem:")), _read_glpk),
        AnswerFormat("cbc", "CBC, solu", _first(_CBC), _read_cbc),
        AnswerFormat("highs", "HiGHS, --solution_file", _first(re.compile("Model status$")), _read_highs),
        AnswerFormat("scip", "SCIP, write solution", _first(_SCIP), _read_scip),
        AnswerFormat("xcsp3", "ACE and Choco, XCSP3", _recognise_xcsp3, _read_xcsp3),
        AnswerFormat("sat", "s and v lines of SAT and pseudo-Boolean solvers", _any(_SAT), _read_sat),
        AnswerFormat("minisat", "the result file of MiniSat", _first(_MINISAT), _read_minisat),
        AnswerFormat("smt", "SMT solvers", _first(_SMT), _read_smt),
        AnswerFormat("minizinc", "MiniZinc, models of bimaru and sb.mzn", _any(_MINIZINC), _read_minizinc),
        AnswerFormat("clingo", "clingo", _any(_CLINGO), _read_clingo),
        AnswerFormat("dlx", "DLX3", is_dlx, _read_dlx),
        AnswerFormat("sb", "the picture of sb.mzn", _first(_SB_ROW), _read_sb),
        *(_printed(name, *form) for name, form in PRINTED.items()),
    )
}
"""The kinds of answers by name, in the order in which detection tries them."""
