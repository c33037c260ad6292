"""Other programs that solve exported models. Each returns what it wrote, for `bimaru.study.read_answer`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

Solve: TypeAlias = Callable[[Path], str]
"""A function that solves an exported file and returns the answer as the solver writes it."""


class Solver(NamedTuple):
    """A solver: the programs and packages that a test needs, and the format of its answer."""

    needs: str
    answer: str
    solve: Solve


def output_of(*command: str | Path) -> str:
    """What a program prints. Solvers use their exit codes for the status."""
    ran = subprocess.run(
        [*map(str, command)], capture_output=True, encoding="utf-8", check=False, timeout=120
    )
    return ran.stdout


def _written(*command: str | Path, answer: Path) -> str:
    output_of(*command)
    return answer.read_text(encoding="utf-8")


def _glpk(model: Path) -> str:
    kind = "--lp" if model.suffix == ".lp" else "--freemps"
    return _written("glpsol", kind, model, "-o", model.with_suffix(".txt"), answer=model.with_suffix(".txt"))


def _glpk_sol(model: Path) -> str:
    kind = "--lp" if model.suffix == ".lp" else "--freemps"
    return _written("glpsol", kind, model, "-w", model.with_suffix(".sol"), answer=model.with_suffix(".sol"))


def _cbc(model: Path) -> str:
    return _written(
        "cbc", model, "solve", "solu", model.with_suffix(".txt"), answer=model.with_suffix(".txt")
    )


_HIGHS: Final = """
import sys, highspy
highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
highs.readModel(sys.argv[1])
highs.run()
highs.writeSolution(sys.argv[2], 0)
"""
_SCIP: Final = """
import sys, pyscipopt
scip = pyscipopt.Model()
scip.hideOutput()
scip.readProblem(sys.argv[1])
scip.optimize()
if scip.getNSols():
    scip.writeBestSol(sys.argv[2])
else:
    open(sys.argv[2], "w").write(f"solution status: {scip.getStatus()}\\nno solution available\\n")
"""


def _in_process_of_its_own(script: str) -> Solve:
    """The packages carry libraries that do not bear those of OR-Tools beside them."""

    def solve(model: Path) -> str:
        answer = model.with_suffix(".txt")
        return _written(sys.executable, "-c", script, model, answer, answer=answer)

    return solve


def _printed(*command: str) -> Solve:
    return lambda model: output_of(*command, model)


def _gringo_and_clasp(model: Path) -> str:
    ground = model.with_suffix(".aspif")
    ground.write_text(output_of("gringo", model), encoding="utf-8")
    return output_of("clasp", ground)


def _jar_of_pycsp3(name: str, *arguments: str) -> Solve:
    """A solver in Java that the package PyCSP3 brings, by the beginning of its file's name."""

    def solve(model: Path) -> str:
        spec = find_spec("pycsp3")
        if spec is None or spec.origin is None:
            raise FileNotFoundError("pycsp3")
        (jar,) = Path(spec.origin).parent.glob(f"solvers/*/{name}*.jar")
        return output_of("java", "-XX:TieredStopAtLevel=1", "-cp", jar, *arguments, model)

    return solve


GLPK: Final = Solver("glpk", "glpk", _glpk)
GLPK_SOL: Final = Solver("glpk", "glpk-sol", _glpk_sol)
CBC: Final = Solver("cbc", "cbc", _cbc)
HIGHS: Final = Solver("highspy", "highs", _in_process_of_its_own(_HIGHS))
SCIP: Final = Solver("pyscipopt", "scip", _in_process_of_its_own(_SCIP))
GECODE: Final = Solver("minizinc", "minizinc", _printed("minizinc", "--solver", "gecode"))

SOLVERS: Final[dict[str, dict[str, Solver]]] = {
    "lp": {"glpk": GLPK, "cbc": CBC, "glpk-sol": GLPK_SOL, "highs": HIGHS, "scip": SCIP},
    "mps": {"glpk": GLPK, "cbc": CBC, "glpk-sol": GLPK_SOL, "highs": HIGHS, "scip": SCIP},
    "dimacs": {
        "cadical": Solver("cadical", "sat", _printed("cadical", "-q")),
        "minisat": Solver(
            "minisat",
            "minisat",
            lambda model: _written("minisat", model, answer := model.with_suffix(".txt"), answer=answer),
        ),
        "clasp": Solver("clasp", "sat", _printed("clasp")),
    },
    "opb": {
        "clasp": Solver("clasp", "sat", _printed("clasp")),
        "minisat+": Solver("minisat+", "sat", _printed("minisat+")),
        "scip": SCIP,
    },
    "smt2": {
        "z3": Solver("z3", "smt", _printed("z3")),
        "cvc5": Solver("cvc5", "smt", _printed("cvc5")),
    },
    "asp": {
        "clingo": Solver("clingo", "clingo", _printed("clingo")),
        "gringo": Solver("clingo", "clingo", _gringo_and_clasp),
    },
    "xcsp3": {
        "choco": Solver(
            "java pycsp3", "xcsp3", _jar_of_pycsp3("choco", "org.chocosolver.parser.xcsp.ChocoXCSP")
        ),
        "ace": Solver("java pycsp3", "xcsp3", _jar_of_pycsp3("ACE", "main.Head")),
    },
    "minizinc-matrix": {"gecode": GECODE},
}
"""The solvers of each format, the one that solves every model first."""
