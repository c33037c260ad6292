"""Mutants: small faults put into the uncompiled modules one at a time, to find what no test notices.

    python -m benchmarks.mutants --record
    python -m benchmarks.mutants --count 200 --seed 1 build/mutants.jsonl

Mutants are drawn at random by the seed, each in a copy of the sources, and tests of `make test` that need no
browser run until one fails: first the quickest that were seen to execute the changed line, then the files
that belong to the module. A mutant that survives is either equivalent to the original, or a gap in the tests.

The first command runs the suite once, to see which test executes which lines; without it, only the files
that belong to the module run. The result of each mutant is a line of the file; run again, the second command
continues. A mutant that is killed takes ten seconds or so of a core, one that survives takes minutes; this
is not part of the checks.
"""
