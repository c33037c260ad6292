"""Fuzzing campaigns: `python -m fuzz --help`, or `make fuzz SECONDS=60`.

A target is a file in `fuzz/targets`. It holds one function, `case(random)`, that makes one random input,
tries it, and raises when something is wrong. Case number n of a target is the same on every machine, so a
finding is reported as a target and a number, and a campaign that was stopped goes on where it was.
"""
