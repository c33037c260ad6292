"""Audits: does another program solve the puzzle?

A program is run (`auditing`, `programs`) on puzzles that tell wrong ones from right ones (`probes`), what it
says is read (`claims`) and judged (`verdicts`), and a puzzle on which it fails is made smaller (`shrinking`).
"""

from bimaru.study.audit.auditing import Audit, audit, audit_program, probes_of
from bimaru.study.audit.probes import Probe
from bimaru.study.audit.verdicts import FINE, Claim, Finding, Verdict

__all__ = ["FINE", "Audit", "Claim", "Finding", "Probe", "Verdict", "audit", "audit_program", "probes_of"]
