"""Uniqueness certificates: what they say is right, and whatever is changed in one is noticed."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

import bimaru
from bimaru.errors import OutOfTimeError
from bimaru.placements import placements
from bimaru.puzzle import Puzzle
from bimaru.study import certificate_checker, specification
from bimaru.study.certificate_checker import (
    BOARDS,
    CLAUSES,
    FILES,
    HINTED_PROOF,
    MANIFEST,
    PROOF,
    PUZZLE,
    InvalidCertificateError,
    NotACertificateError,
    UncheckedCertificateError,
    clauses_text,
    verify,
)
from bimaru.study.certificates import FalseClaimError, certify, save
from bimaru.study.dimacs import dimacs
from bimaru.study.drat_check import InvalidProofError, check_refutation
from bimaru.study.lrat import with_hints
from bimaru.study.lrat_check import check_lrat
from bimaru.study.specification import TooManyClausesError, specify
from brute_force import boards_of, small_puzzles
from command_line import MULTIPLE, NONE, OPEN, UNIQUE, jsonl
from command_line import bimaru as called
from instances import instance
from sampling import sampled, thorough

some = settings(max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

CERTIFIED: Final = {
    "plain": instance("csplib014", "csplib014-113").puzzle,
    "lettered": instance("seeds", "seed-002-literowce").puzzle,
    "polyomino": instance("polyomino", "polyomino-1").puzzle,
    "without ships": Puzzle([0, 0], [0, 0, 0]),
}


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a CSPLib board."""
    directory = tmp_path_factory.mktemp("certificates") / "pristine"
    save(certify(CERTIFIED["plain"]), directory)
    verify(directory)
    return directory


@pytest.fixture(scope="module")
def hinted_proof() -> bytes:
    """The proof of the same board with hints."""
    return certify(CERTIFIED["plain"], hints=True)[HINTED_PROOF]


@pytest.fixture
def certificate(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it to tamper with."""
    return Path(shutil.copytree(pristine, tmp_path / "certificate"))


# What the clauses say


@some
@given(small_puzzles())
def test_the_clauses_have_one_model_for_every_other_board(puzzle: Puzzle) -> None:
    for board in list(boards_of(puzzle))[:2]:
        claim = specify(puzzle, [board])
        free = [[variable, -variable] for variable in range(1, claim.variables + 1)]
        with Solver("glucose4", bootstrap_with=claim.clauses + free) as solver:
            others = sum(1 for _ in islice(solver.enum_models(), 100))
        assert others == min(100, len(boards_of(puzzle)) - 1)


def test_the_clauses_are_dimacs_and_name_their_variables() -> None:
    puzzle = CERTIFIED["lettered"]
    claim = specify(puzzle, [certified_board(puzzle)])
    text = dimacs(claim, "A title.")
    formula = CNF(from_string=text)
    assert (formula.nv, formula.clauses) == (claim.variables, claim.clauses)
    assert text.startswith("c A title.\nc clauses 1 to 1: ")
    assert "\nc 1 = ship_A1\n" in text
    assert re.search(r"^c \d+ = lies_A1=1_A2=2_A3=3$", text, re.MULTILINE)


def test_a_puzzle_that_takes_too_many_clauses_is_refused() -> None:
    puzzle = CERTIFIED["plain"]
    with pytest.raises(TooManyClausesError, match="more than 10,000 clauses"):
        specify(puzzle, [certified_board(puzzle)], 10_000)


def test_no_more_clauses_are_built_than_a_certificate_has(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forged puzzle without tallies, of 99 by 99 squares, would have three million of them."""
    built: list[specification.Specification] = []
    begin = specification.Specification.__init__

    def noted(self: specification.Specification, *args: Any) -> None:
        built.append(self)
        begin(self, *args)

    monkeypatch.setattr(specification.Specification, "__init__", noted)
    data = json.loads((certificate / PUZZLE).read_bytes())
    data |= {"rows": [None] * 99, "cols": [None] * 99, "givens": []}
    (certificate / PUZZLE).write_text(json.dumps(data))
    (certificate / BOARDS).write_text("[]")
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{CLAUSES}: not the clauses of this puzzle"):
        verify(certificate)
    assert sum(len(one.clauses) for one in built) <= (certificate / CLAUSES).read_bytes().count(b"\n")


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


@settings(max_examples=100, derandomize=True, database=None)
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


@settings(max_examples=100, derandomize=True, database=None)
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


@pytest.mark.parametrize("name", sampled(CERTIFIED, {"lettered", "without ships"}.__contains__))
def test_a_certificate_proves_its_puzzle_to_have_its_one_board(name: str, tmp_path: Path) -> None:
    puzzle = CERTIFIED[name]
    save(certify(puzzle), tmp_path / "certificate")
    verified = verify(tmp_path / "certificate")
    assert (verified.puzzle, verified.boards) == (puzzle, (certified_board(puzzle),))
    assert verified.digest == sha256((tmp_path / "certificate" / MANIFEST).read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("puzzle", "status", "number"),
    [
        (instance("seeds", "seed-001-6x6").puzzle, "multiple", 2),
        (instance("solbat", "sb_13_13_5_5").puzzle, "none", 0),
    ],
)
def test_only_one_solution_is_certified(puzzle: Puzzle, status: str, number: int) -> None:
    with pytest.raises(FalseClaimError) as error:
        certify(puzzle)
    assert (error.value.status, error.value.number) == (status, number)
    with pytest.raises(OutOfTimeError):
        certify(instance("solbat", "sb_15_15_6_0").puzzle, 0.0)


TWO: Final = Puzzle([1, 0, 1], [1, 0, 1], {1: 2})
LETTERED: Final = Puzzle([None] * 2, [None] * 2, words=["AB"])


@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        (TWO, 2),
        (LETTERED, 8),
        (Puzzle([1], [0], {2: 1}), 0),
        (CERTIFIED["without ships"], 1),
        thorough(
            CERTIFIED["plain"].replace(rows=(None,) * 10, givens={(0, 0): "S", (0, 1): "S"}),
            0,
        ),
        thorough(
            instance("seeds", "seed-001-6x6").puzzle,
            instance("seeds", "seed-001-6x6").known["n_solutions"],
        ),
        thorough(CERTIFIED["lettered"], 1),
    ],
)
@pytest.mark.parametrize("is_given", [True, False], ids=["that number", "whatever number"])
def test_any_number_of_solutions_can_be_certified(
    puzzle: Puzzle, solutions: int, is_given: bool, tmp_path: Path
) -> None:
    save(certify(puzzle, solutions=solutions if is_given else None, hints=True), tmp_path / "certificate")
    verified = verify(tmp_path / "certificate")
    assert (verified.puzzle, len(verified.boards)) == (puzzle, solutions)
    assert set(verified.boards) == set(bimaru.solve(puzzle, limit=None).boards)
    for claimed in {solutions - 1, solutions + 1} - {-1}:
        with pytest.raises(FalseClaimError):
            certify(puzzle, solutions=claimed)


@pytest.mark.thorough
@some
@given(small_puzzles())
def test_every_small_puzzle_is_certified_to_have_its_boards(puzzle: Puzzle) -> None:
    boards = boards_of(puzzle)
    if len(boards) > 20:
        return
    contents = certify(puzzle, solutions=len(boards), hints=True)
    with TemporaryDirectory() as directory:
        save(contents, f"{directory}/certificate")
        assert {*verify(Path(directory) / "certificate").boards} == boards


@pytest.mark.parametrize(
    "change",
    [
        lambda boards: boards[:1],
        lambda _: [],
        lambda boards: [*boards, boards[0]],
        lambda boards: [boards[0], boards[0]],
        lambda boards: [*boards, boards[0] | {"letters": ["...", "...", "..."]}],
        lambda boards: [boards[0], boards[1] | {"board": ["...", "...", "..."]}],
        lambda boards: {"boards": boards},
    ],
)
def test_no_board_can_be_left_out_added_or_counted_twice(
    change: Callable[[Any], Any], tmp_path: Path
) -> None:
    """Everything else fits the changed boards, except the proof, which cannot be had."""
    contents = {**certify(TWO, solutions=2)}
    boards = change(json.loads(contents[BOARDS]))
    contents[BOARDS] = json.dumps(boards).encode()
    with suppress(Exception):
        read = [bimaru.Board.from_data(board) for board in boards]
        contents[CLAUSES] = clauses_text(specify(TWO, read), contents)
    save(contents, tmp_path / "certificate")
    with_manifest_of(tmp_path / "certificate")
    with pytest.raises(InvalidCertificateError, match=f"^({BOARDS}|{PROOF}): "):
        verify(tmp_path / "certificate")


@pytest.mark.parametrize("name", [PUZZLE, PROOF, MANIFEST])
def test_links_and_pipes_are_refused(name: str, certificate: Path, tmp_path: Path) -> None:
    (certificate / name).rename(tmp_path / "elsewhere")
    (certificate / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidCertificateError, match=f"^{name}: not a regular file"):
        verify(certificate)
    (certificate / name).unlink()
    os.mkfifo(certificate / name)
    with pytest.raises(InvalidCertificateError, match=f"^{name}: not a regular file"):
        verify(certificate)


def test_the_clauses_name_the_puzzle_so_that_its_id_cannot_be_changed(certificate: Path) -> None:
    data = json.loads((certificate / PUZZLE).read_bytes())
    (certificate / PUZZLE).write_text(json.dumps(data | {"id": "another"}))
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{CLAUSES}: not the clauses of this puzzle"):
        verify(certificate)


# Proofs with hints


@settings(max_examples=100, derandomize=True, database=None)
@given(formulas)
def test_hints_are_found_for_every_refutation(clauses: list[list[int]]) -> None:
    proof = refutation_of(clauses)
    if proof is None:
        return
    hinted = with_hints(4, clauses, proof)
    check_lrat(4, clauses, hinted)


def refutation_of(clauses: list[list[int]]) -> list[str] | None:
    """All lemmas with four literals, then with three and so on, up to the empty one."""
    if satisfiable(clauses):
        return None
    lemmas = (
        [x * sign for x, sign in zip(range(1, n + 1), signs, strict=True)]
        for n in (4, 3, 2, 1, 0)
        for signs in product((1, -1), repeat=n)
    )
    return ["".join([*(f"{x} " for x in lemma), "0"]) for lemma in lemmas]


@settings(max_examples=100, derandomize=True, database=None)
@given(
    formulas, st.lists(st.tuples(st.lists(literals, max_size=2), st.lists(st.integers(1, 30), max_size=6)))
)
def test_no_hints_refute_satisfiable_clauses(
    clauses: list[list[int]], steps: list[tuple[list[int], list[int]]]
) -> None:
    proof = [
        " ".join(map(str, (number, *lemma, 0, *hints, 0)))
        for number, (lemma, hints) in enumerate([*steps, ([], [*range(1, 25)])], len(clauses) + 1)
    ]
    try:
        check_lrat(4, clauses, proof)
    except InvalidProofError:
        return
    assert not satisfiable(clauses)


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        ([], "it does not end with the empty clause"),
        (["5 1 0 1 3 0"], "it does not end with the empty clause"),
        (["5 0 1 2 3 4 0"], "line 1 does not follow from its hints"),
        (["5 1 0 1 0", "6 0 5 2 4 0"], "line 1 does not follow from its hints"),
        (["5 1 0 1 3 0", "6 0 5 9 0"], "line 2 does not follow from its hints"),
        (["5 1 0 1 3 0", "5 0 5 2 4 0"], "line 2 has a number that is not higher"),
        (["5 1 0 1 3 0", "6 0 5 2 4 0", "7 0 6 0"], "line 3 follows the empty clause"),
        (["5 3 0 1 3 0"], "line 1 has a variable that the clauses do not have"),
        (["5 1 0 1 -3 0"], "line 1 is neither a lemma with hints nor a deletion"),
        (["one"], "line 1 is neither a lemma with hints nor a deletion"),
        (["4 d 7 0"], "line 1 deletes a clause that is not there"),
        (["4 d 1 1 0"], "line 1 deletes a clause that is not there"),
        (["4 d 1 0", "5 1 0 1 3 0"], "line 2 does not follow from its hints"),
    ],
)
def test_a_faulty_proof_with_hints_is_rejected_with_its_line(proof: list[str], fault: str) -> None:
    with pytest.raises(InvalidProofError, match=fault):
        check_lrat(2, XOR, proof)
    check_lrat(2, XOR, ["5 1 0 1 3 0", "5 d 1 0", "6 0 5 2 4 0"])


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"",
        lambda text: re.sub(rb" \d+ 0\n", b" 0\n", text, count=1),
        lambda text: text[: len(text) // 2],
        thorough(lambda text: text + b"1 d 1 0\n"),
    ],
)
def test_changed_hints_are_noticed(
    change: Callable[[bytes], bytes], hinted_proof: bytes, certificate: Path
) -> None:
    (certificate / HINTED_PROOF).write_bytes(change(hinted_proof))
    manifest = json.loads((certificate / MANIFEST).read_bytes())
    manifest["sha256"][HINTED_PROOF] = ""
    (certificate / MANIFEST).write_text(json.dumps(manifest))
    with_manifest_of(certificate)
    with pytest.raises(InvalidCertificateError, match=f"^{HINTED_PROOF}: "):
        verify(certificate)


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
    data[0]["board"][9] = "S" + data[0]["board"][9][1:]


def not_a_board(data: Any) -> None:
    data[0]["board"][0] = "!"


def not_a_puzzle(data: Any) -> None:
    del data["cols"]


@pytest.mark.parametrize(
    ("name", "change", "blamed"),
    [
        (PUZZLE, tally, BOARDS),
        (PUZZLE, no_givens, CLAUSES),
        (PUZZLE, missing_tally, CLAUSES),
        (PUZZLE, other_fleet, BOARDS),
        (PUZZLE, not_a_puzzle, PUZZLE),
        (BOARDS, other_square, BOARDS),
        (BOARDS, not_a_board, BOARDS),
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
        (BOARDS, lambda text: text * 2),
        (BOARDS, lambda _: b"7"),
        (CLAUSES, lambda text: re.sub(rb"(?m)^-?\d+ .*\n", b"", text, count=1)),
        (CLAUSES, lambda text: text.replace(b"\nc 1 = ship_A1\n", b"\nc 1 = ship_A2\n")),
        (CLAUSES, lambda text: text + b"1 0\n-1 0\n"),
        (PROOF, lambda text: text[: len(text) // 2]),
        thorough(PROOF, lambda text: text.removesuffix(b"0\n")),
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
        lambda manifest: manifest | {"certificate": "bimaru 3"},
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
    claim = specify(puzzle, [certified_board(CERTIFIED["plain"])])
    (certificate / PUZZLE).write_text(bimaru.write(puzzle, "json"))
    contents = {name: (certificate / name).read_bytes() for name in (PUZZLE, BOARDS)}
    (certificate / CLAUSES).write_bytes(clauses_text(claim, contents))
    with_manifest_of(certificate)
    with pytest.raises(
        InvalidCertificateError, match=f"^{PROOF}: line .* does not follow by unit propagation"
    ):
        verify(certificate)


def test_the_checker_shares_no_code_with_an_engine_or_a_solver() -> None:
    sources = Path(bimaru.__file__).parent
    found, new = set[Path](), {sources / "study" / "certificate_checker.py"}
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
        "bits.py",  # types and bit counts
        "did_you_mean.py",
        "errors.py",
        "sizes.py",
        "squares.py",
        "validation.py",
        "found_later.py",
        "json_values.py",
        "outcome.py",
        "ships.py",
        "puzzle.py",
        "board.py",
        "rules.py",
        "formats",
    }
    assert {file.name for file in found if file.parent.name == "study"} == {
        "certificate_checker.py",
        "dimacs.py",
        "lrat_check.py",
        "drat_check.py",
        "specification.py",
        "unit_propagation.py",
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
        (MULTIPLE, (), 1, "multiple: not certified: the puzzle has at least 2 solutions"),
        (NONE, (), 1, "none: not certified: the puzzle has no solution"),
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


@pytest.mark.parametrize(
    ("puzzle", "options", "said", "verified"),
    [
        (MULTIPLE, ("--solutions", "2"), "multiple: 2 solutions", "multiple has exactly 2 solutions"),
        (MULTIPLE, ("--all", "--lrat"), "multiple: 2 solutions", "multiple has exactly 2 solutions"),
        (NONE, ("--solutions", "0"), "none: no solution", "none has no solution"),
    ],
)
def test_other_numbers_of_solutions(
    puzzle: object, options: tuple[str, ...], said: str, verified: str, tmp_path: Path
) -> None:
    directory = tmp_path / "certificate"
    made = called("certify", "-", "-o", directory, *options, stdin=jsonl(puzzle))
    assert (made.code, made.out) == (0, f"{said}, certified in {directory}\n")
    assert (directory / HINTED_PROOF).exists() == ("--lrat" in options)
    checked = called("verify", directory)
    assert (checked.code, checked.out) == (0, f"{directory}: valid: {verified}\n")


def test_a_false_claim_fails_and_says_what_is_true(tmp_path: Path) -> None:
    options = ("-o", tmp_path / "certificate", "--json", "--solutions", "0")
    made = called("certify", "-", *options, stdin=jsonl(UNIQUE))
    assert made.code == 1
    assert made.objects == [{"id": "unique", "status": "unique", "solutions": None, "path": None}]
    assert called("certify", "-", *options, "--all", stdin=jsonl(UNIQUE)).code == 2


def test_a_certificate_is_tied_to_a_puzzle(tmp_path: Path) -> None:
    directory, mine, others = tmp_path / "certificate", tmp_path / "mine.json", tmp_path / "others.json"
    called("certify", "-", "-o", directory, stdin=jsonl(UNIQUE))
    mine.write_text(jsonl(MULTIPLE, UNIQUE | {"id": "mine"}))
    others.write_text(jsonl(MULTIPLE, NONE))
    checked = called("verify", directory, "--puzzle", mine)
    assert (checked.code, checked.out) == (0, f"{directory}: valid: mine has exactly one solution\n")
    checked = called("verify", directory, "--puzzle", others, "--json")
    assert checked.code == 1
    assert checked.objects[0]["fault"] == f"{PUZZLE}: another puzzle than in {others}"


def test_verify_names_the_invalid_certificate(certificate: Path) -> None:
    (certificate / PROOF).write_bytes(b"0\n")
    checked = called("verify", certificate)
    assert checked.code == 1
    assert checked.out == f"{certificate}: not valid: {PROOF}: its digest differs from that in {MANIFEST}\n"


def test_a_directory_without_a_manifest_is_bad_input(tmp_path: Path) -> None:
    checked = called("verify", tmp_path)
    assert (checked.code, checked.out) == (2, "")
    assert checked.err == f"Error: {tmp_path}: not a certificate: {MANIFEST} is missing\n"


def test_a_check_that_takes_too_long_is_cut_off_and_says_so(certificate: Path) -> None:
    ran = called("verify", certificate, "--time-limit", "0.0000001", "--json")
    assert ran.code == 3
    (answer,) = ran.objects
    assert (answer["valid"], answer["fault"], answer["complete"]) == (None, None, False)
    ran = called("verify", certificate, "--time-limit", "0.0000001")
    assert "not known: the time limit was reached" in ran.out


def test_a_check_visits_a_limited_number_of_clauses(certificate: Path) -> None:
    with pytest.raises(UncheckedCertificateError, match="too much search"):
        verify(certificate, most=1000)
    assert verify(certificate, time_limit=600).boards


def test_more_placements_than_clauses_are_refused_before_any_is_written(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate_checker, "number_of_placements", lambda *_: 10**9)
    monkeypatch.setattr(certificate_checker, "specify", lambda *_: pytest.fail("built"))
    with pytest.raises(InvalidCertificateError, match="not the clauses of this puzzle"):
        verify(certificate)


def test_placements_are_counted_without_listing_them() -> None:
    puzzles = (*CERTIFIED.values(), Puzzle([1], [1], {1: 1, 2: 1, 5: 1}), Puzzle([0], [0] * 4, {3: 1, 9: 9}))
    for puzzle in puzzles:
        ships = [ship for ship, _ in puzzle.ships]
        listed = [place for ship in ships for place in placements(ship, puzzle.height, puzzle.width)]
        assert specification.number_of_placements(puzzle) == len(listed)


def test_long_clauses_count_by_their_literals_so_that_the_budget_bounds_the_time() -> None:
    n = 800
    clauses = [
        [*range(1, n + 1)],
        *([-(n + 1), -i] for i in range(1, n + 1)),
        [n + 1, n + 2],
        [n + 1, -(n + 2)],
    ]
    visits: list[int] = []
    check_refutation(n + 2, clauses, [f"-{n + 1} 0", "0"], visits.append)
    assert sum(visits) > n + n // 10


def test_a_certificate_has_a_name_and_goes_to_an_empty_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = called("certify", "-", "-o", "", stdin=jsonl(UNIQUE))
    assert (ran.code, [*tmp_path.iterdir()]) == (2, [])
    assert "Invalid value for '-o' / '--output': no file is named" in ran.err
    assert called("certify", "-", "-o", ".", stdin=jsonl(UNIQUE)).code == 0
    assert called("verify", tmp_path).code == 0
