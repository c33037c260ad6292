"""Uniqueness certificates: what they say is right, and whatever is changed in one is noticed."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

import bimaru
from bimaru.errors import OutOfTimeError
from bimaru.puzzle import Puzzle
from bimaru.solving import NotUniqueError
from bimaru.study import specification
from bimaru.study.certificates import certify, save
from bimaru.study.checker import (
    BOARD,
    CLAUSES,
    FILES,
    MANIFEST,
    PROOF,
    PUZZLE,
    InvalidCertificateError,
    NotACertificateError,
    verify,
)
from bimaru.study.dimacs import dimacs
from bimaru.study.refutation import InvalidProofError, check_refutation
from bimaru.study.specification import TooManyClausesError, specify
from brute_force import boards_of, small_puzzles
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, jsonl
from command_line import bimaru as called
from instances import instance

some = settings(max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

CERTIFIED: Final = {
    "plain": instance("csplib014", "csplib014-113").puzzle,
    "lettered": instance("seeds", "seed-002-literowce").puzzle,
    "bent": instance("polyomino", "polyomino-1").puzzle,
    "without ships": Puzzle([0, 0], [0, 0, 0]),
}


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a CSPLib board."""
    directory = tmp_path_factory.mktemp("certificates") / "pristine"
    save(certify(CERTIFIED["plain"]), directory)
    verify(directory)
    return directory


@pytest.fixture
def certificate(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it to tamper with."""
    return Path(shutil.copytree(pristine, tmp_path / "certificate"))


# What the clauses say


@some
@given(small_puzzles())
def test_the_clauses_have_one_model_for_every_other_board(puzzle: Puzzle) -> None:
    for board in list(boards_of(puzzle))[:2]:
        claim = specify(puzzle, board)
        free = [[variable, -variable] for variable in range(1, claim.variables + 1)]
        with Solver("glucose4", bootstrap_with=claim.clauses + free) as solver:
            others = sum(1 for _ in islice(solver.enum_models(), 100))
        assert others == min(100, len(boards_of(puzzle)) - 1)


def test_the_clauses_are_dimacs_and_name_their_variables() -> None:
    puzzle = CERTIFIED["lettered"]
    claim = specify(puzzle, certified_board(puzzle))
    text = dimacs(claim, "A title.")
    formula = CNF(from_string=text)
    assert (formula.nv, formula.clauses) == (claim.variables, claim.clauses)
    assert text.startswith("c A title.\nc 1 = ship_A1\n")
    assert re.search(r"^c \d+ = lies_A1=1_A2=2_A3=3$", text, re.MULTILINE)


def test_a_puzzle_that_takes_too_many_clauses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = CERTIFIED["plain"]
    monkeypatch.setattr(specification, "MOST_CLAUSES", 10_000)
    with pytest.raises(TooManyClausesError, match="more than 10,000 clauses"):
        specify(puzzle, certified_board(puzzle))


def certified_board(puzzle: Puzzle) -> bimaru.Board:
    board = bimaru.solve(puzzle).board
    assert board is not None
    return board


# What a proof must be


literals = st.integers(1, 4).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, min_size=1, max_size=3), max_size=24)


def satisfiable(clauses: list[list[int]]) -> bool:
    worlds = product((False, True), repeat=4)
    return any(
        all(any(world[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses) for world in worlds
    )


@settings(max_examples=300, derandomize=True, database=None)
@given(formulas, st.lists(st.tuples(st.sampled_from(["", "d "]), st.lists(literals, max_size=2)), max_size=8))
def test_no_proof_refutes_satisfiable_clauses(
    clauses: list[list[int]], steps: list[tuple[str, list[int]]]
) -> None:
    proof = ["".join([step, *(f"{x} " for x in lemma), "0"]) for step, lemma in steps]
    try:
        check_refutation(4, clauses, [*proof, "0"])
    except InvalidProofError:
        return
    assert not satisfiable(clauses)


@settings(max_examples=300, derandomize=True, database=None)
@given(formulas)
def test_unsatisfiable_clauses_have_a_proof(clauses: list[list[int]]) -> None:
    """The lemmas with four literals, then with three and so on: each follows from two before it."""
    lemmas = [
        [x * sign for x, sign in zip(range(1, n + 1), signs, strict=True)]
        for n in (4, 3, 2, 1)
        for signs in product((1, -1), repeat=n)
    ]
    proof = ["".join([*(f"{x} " for x in lemma), "0"]) for lemma in lemmas] + ["0"]
    if satisfiable(clauses):
        with pytest.raises(InvalidProofError, match="does not follow by unit propagation"):
            check_refutation(4, clauses, proof)
    else:
        with pytest.raises(InvalidProofError, match="follows the empty clause"):
            check_refutation(4, clauses, [*proof, "0"])
        check_refutation(4, clauses, proof)


XOR: Final = [[1, 2], [-1, -2], [1, -2], [-1, 2]]


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        ([], "it does not end with the empty clause"),
        (["1 0"], "it does not end with the empty clause"),
        (["0"], "line 1 does not follow by unit propagation"),
        (["1 0", "0", "0"], "line 3 follows the empty clause"),
        (["1 0", "0", ""], "line 3 follows the empty clause"),
        (["", "1 0", "0"], "line 1 is not a clause that ends with 0"),
        (["1", "0"], "line 1 is not a clause that ends with 0"),
        (["1 0 2 0", "0"], "line 1 is not a clause that ends with 0"),
        (["one 0", "0"], "line 1 is not a clause that ends with 0"),
        (["1_1 0", "0"], "line 1 is not a clause that ends with 0"),
        (["1" * 5000 + " 0", "0"], "line 1 is not a clause that ends with 0"),
        (["3 0", "0"], "line 1 has a variable that the clauses do not have"),
        (["d 1 0", "1 0", "0"], "line 1 deletes a clause that is not there"),
        (["d 1 2 0", "d 2 1 0", "1 0", "0"], "line 2 deletes a clause that is not there"),
        (["d 2 1 0", "1 0", "0"], "line 2 does not follow by unit propagation"),
    ],
)
def test_a_faulty_proof_is_rejected_with_its_line(proof: list[str], fault: str) -> None:
    with pytest.raises(InvalidProofError, match=fault):
        check_refutation(2, XOR, proof)


def test_deletion_keeps_consequences() -> None:
    """What unit propagation found follows from the clauses, whichever of them are deleted later."""
    check_refutation(2, XOR, ["1 0", "d 1 2 0", "d 1 -2 0", "d 1 0", "0"])


# What a certificate must be


@pytest.mark.parametrize("puzzle", CERTIFIED.values(), ids=CERTIFIED)
def test_a_certificate_proves_its_puzzle_to_have_its_one_board(puzzle: Puzzle, tmp_path: Path) -> None:
    save(certify(puzzle), tmp_path / "certificate")
    assert verify(tmp_path / "certificate") == (puzzle, certified_board(puzzle))


@pytest.mark.parametrize(
    ("puzzle", "status"),
    [
        (instance("seeds", "seed-001-6x6").puzzle, "multiple"),
        (instance("solbat", "sb_13_13_5_5").puzzle, "none"),
    ],
)
def test_only_one_solution_is_certified(puzzle: Puzzle, status: str) -> None:
    with pytest.raises(NotUniqueError) as error:
        certify(puzzle)
    assert error.value.status == status
    with pytest.raises(OutOfTimeError):
        certify(instance("solbat", "sb_15_15_6_0").puzzle, 0.0)


def with_manifest_of(directory: Path) -> None:
    """Forge the manifest: record the digests that the files have now."""
    manifest = json.loads((directory / MANIFEST).read_bytes())
    manifest["sha256"] = {
        name: sha256((directory / name).read_bytes()).hexdigest() for name in manifest["sha256"]
    }
    (directory / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize("name", FILES)
def test_every_bit_of_every_file_is_protected(name: str, certificate: Path) -> None:
    whole = (certificate / name).read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for changed in (flipped, whole[1:], whole[: -len(whole) // 2], whole * 2, b""):
        (certificate / name).write_bytes(changed)
        with pytest.raises(InvalidCertificateError, match=re.escape(name)):
            verify(certificate)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_noticed(name: str, certificate: Path) -> None:
    (certificate / name).unlink()
    with pytest.raises((InvalidCertificateError, NotACertificateError), match=name):
        verify(certificate)


def test_an_extra_file_is_noticed(certificate: Path) -> None:
    (certificate / "readme.txt").touch()
    with pytest.raises(InvalidCertificateError, match=r"^readme\.txt: not part of a certificate"):
        verify(certificate)


def tally(data: Any) -> None:
    data["rows"][0] += 1


def no_givens(data: Any) -> None:
    data["givens"] = []


def missing_tally(data: Any) -> None:
    data["rows"][1] = None


def other_fleet(data: Any) -> None:
    data["fleet"] = {"4": 5}


def other_square(data: Any) -> None:
    data["board"][9] = "S" + data["board"][9][1:]


def not_a_board(data: Any) -> None:
    data["board"][0] = "!"


def not_a_puzzle(data: Any) -> None:
    del data["cols"]


@pytest.mark.parametrize(
    ("name", "change", "blamed"),
    [
        (PUZZLE, tally, BOARD),
        (PUZZLE, no_givens, CLAUSES),
        (PUZZLE, missing_tally, CLAUSES),
        (PUZZLE, other_fleet, BOARD),
        (PUZZLE, not_a_puzzle, PUZZLE),
        (BOARD, other_square, BOARD),
        (BOARD, not_a_board, BOARD),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_changed_puzzle_or_board_is_noticed_even_under_a_forged_manifest(
    name: str, change: Callable[[Any], None], blamed: str, certificate: Path
) -> None:
    data = json.loads((certificate / name).read_bytes())
    change(data)
    (certificate / name).write_text(json.dumps(data))
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{blamed}: "):
        verify(certificate)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (PUZZLE, lambda text: text * 2),
        (PUZZLE, lambda text: text.replace(b'"rows"', b'"rows": [], "rows"')),
        (PUZZLE, lambda _: b"[" * 100_000),
        (PUZZLE, lambda _: b"\xff\xfe"),
        (PUZZLE, lambda _: b"[]"),
        (BOARD, lambda text: text * 2),
        (BOARD, lambda _: b"7"),
        (CLAUSES, lambda text: re.sub(rb"(?m)^-?\d+ .*\n", b"", text, count=1)),
        (CLAUSES, lambda text: text.replace(b"\nc 1 = ship_A1\n", b"\nc 1 = ship_A2\n")),
        (CLAUSES, lambda text: text + b"1 0\n-1 0\n"),
        (PROOF, lambda text: text[: len(text) // 2]),
        (PROOF, lambda text: text.removesuffix(b"0\n")),
        (PROOF, lambda text: text + b"rubbish\n"),
        (PROOF, lambda text: text + b"1 0\n"),
        (PROOF, lambda _: b"0\n"),
        (PROOF, lambda _: b""),
        (PROOF, lambda _: b"\xff\xfe"),
        (PROOF, lambda text: b"1 -1 \xc2\xb2 0\n" + text),
    ],
)
def test_whatever_else_is_changed_is_noticed_even_under_a_forged_manifest(
    name: str, change: Callable[[bytes], bytes], certificate: Path
) -> None:
    (certificate / name).write_bytes(change((certificate / name).read_bytes()))
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{name}: "):
        verify(certificate)


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest | {"sha256": manifest["sha256"] | {"../puzzle.json": "0" * 64}},
        lambda manifest: manifest | {"sha256": {}},
        lambda manifest: manifest | {"sha256": None},
        lambda manifest: manifest | {"certificate": "bimaru uniqueness 2"},
        lambda manifest: manifest | {"note": "trust me"},
        lambda manifest: [manifest],
    ],
)
def test_a_strange_manifest_is_rejected(change: Callable[[Any], object], certificate: Path) -> None:
    manifest = json.loads((certificate / MANIFEST).read_bytes())
    (certificate / MANIFEST).write_text(json.dumps(change(manifest)))
    with pytest.raises(InvalidCertificateError, match=f"^{MANIFEST}: "):
        verify(certificate)


def test_another_puzzle_with_the_proof_of_this_one_is_rejected(certificate: Path) -> None:
    two_boards = {**certify(CERTIFIED["lettered"]), PROOF: (certificate / PROOF).read_bytes()}
    for name, data in two_boards.items():
        (certificate / name).write_bytes(data)
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{PROOF}: line 1"):
        verify(certificate)


def test_no_proof_makes_a_puzzle_with_two_boards_unique(certificate: Path) -> None:
    """Everything in it is as it should be, but for the proof that cannot be."""
    puzzle = CERTIFIED["plain"].replace(givens=())
    claim = specify(puzzle, certified_board(CERTIFIED["plain"]))
    (certificate / PUZZLE).write_text(bimaru.write(puzzle, "json"))
    (certificate / CLAUSES).write_text(dimacs(claim, f"The boards of {PUZZLE} other than {BOARD}."))
    with_manifest_of(certificate)
    with pytest.raises(
        InvalidCertificateError, match=f"^{PROOF}: line .* does not follow by unit propagation"
    ):
        verify(certificate)


def test_the_checker_shares_no_code_with_an_engine_or_a_solver() -> None:
    sources = Path(bimaru.__file__).parent
    found, new = set[Path](), {sources / "study" / "checker.py"}
    imported = set[str]()
    while new:
        found |= new
        names = {name for file in new for name in imports_of(file)}
        imported |= names
        modules = {
            name.removeprefix("bimaru.").replace(".", "/") for name in names if name.startswith("bimaru.")
        }
        candidates = {sources / f"{module}.py" for module in modules}
        new = {file for file in candidates if file.exists()} - found
    assert {file.relative_to(sources).parts[0] for file in found} == {
        "study",
        "errors.py",
        "sizes.py",
        "squares.py",
        "validation.py",
        "ships.py",
        "puzzle.py",
        "board.py",
        "rules.py",
        "formats",
    }
    assert {file.name for file in found if file.parent.name == "study"} == {
        "checker.py",
        "dimacs.py",
        "refutation.py",
        "specification.py",
    }
    assert not {name for name in imported if name.startswith(("pysat", "ortools"))}


def imports_of(file: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


# The commands


def test_certify_and_verify_a_puzzle(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "certificate"
    made = called("certify", "-", "-o", directory, stdin=jsonl(UNIQUE))
    assert (made.code, made.out) == (0, f"unique: one solution, certified in {directory}\n")
    assert {file.name for file in directory.iterdir()} == set(FILES)
    assert [path.name for path in directory.parent.iterdir()] == ["certificate"]
    checked = called("verify", directory)
    assert (checked.code, checked.out) == (0, f"{directory}: valid: unique has exactly one solution\n")


def test_of_many_puzzles_each_unique_one_gets_a_directory(tmp_path: Path) -> None:
    puzzles = jsonl(UNIQUE, MULTIPLE, NONE, UNIQUE)
    made = called("certify", "-", "-o", tmp_path / "all", "--json", stdin=puzzles)
    assert made.code == 1
    assert [answer["status"] for answer in made.objects] == ["unique", "multiple", "none", "unique"]
    assert [answer["path"] is None for answer in made.objects] == [False, True, True, False]
    checked = called("verify", tmp_path / "all", "--json")
    assert checked.code == 0
    assert [(answer["id"], answer["valid"], answer["fault"]) for answer in checked.objects] == [
        ("unique", True, None),
        ("unique", True, None),
    ]


@pytest.mark.parametrize(
    ("puzzle", "options", "code", "said"),
    [
        (MULTIPLE, (), 1, "multiple: not certified: it has several solutions"),
        (NONE, (), 1, "none: not certified: it has no solution"),
        (OPEN, ("--time-limit", "0"), 3, "open: undecided within the time limit"),
    ],
)
def test_nothing_is_written_where_nothing_is_proved(
    puzzle: object, options: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    made = called("certify", "-", "-o", tmp_path / "certificate", *options, stdin=jsonl(puzzle))
    assert (made.code, made.out) == (code, f"{said}\n")
    assert list(tmp_path.iterdir()) == []


def test_files_in_a_directory_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    made = called("certify", "-", "-o", tmp_path, stdin=jsonl(UNIQUE))
    assert (made.code, made.err) == (2, f"Error: {tmp_path}: cannot be written: Directory not empty\n")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_verify_names_the_invalid_certificate(certificate: Path) -> None:
    (certificate / PROOF).write_bytes(b"0\n")
    checked = called("verify", certificate)
    assert checked.code == 1
    assert checked.out == f"{certificate}: not valid: {PROOF}: its digest differs from that in {MANIFEST}\n"


def test_a_directory_without_a_manifest_is_bad_input(tmp_path: Path) -> None:
    checked = called("verify", tmp_path)
    assert (checked.code, checked.out) == (2, "")
    assert checked.err == f"Error: {tmp_path}: no certificate: it has no {MANIFEST}\n"
