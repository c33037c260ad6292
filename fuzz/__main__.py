"""`python -m fuzz`: run campaigns, or one case again."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fuzz.campaign import names, run, try_case


def main() -> int:
    """Run the targets one after another; the exit code is 1 when one has found anything, 130 after Ctrl-C."""
    try:
        return _run(_options())
    except KeyboardInterrupt:
        return 130


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=main.__doc__)
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"all when none is named: {', '.join(names())}"
    )
    parser.add_argument("--seconds", type=float, help="seconds for each target")
    parser.add_argument("--cases", type=int, help="number of cases of each target, counting earlier runs")
    parser.add_argument("--workers", type=int, default=1, help="processes for each target")
    parser.add_argument(
        "--state", type=Path, default=Path(".fuzz"), help="directory that keeps how far each campaign is"
    )
    parser.add_argument("--again", type=int, metavar="NUMBER", help="try this one case of the target again")
    options = parser.parse_args()
    options.targets = options.targets or names()
    if unknown := set(options.targets) - set(names()):
        parser.error(f"unknown target: {', '.join(sorted(unknown))}")
    if options.again is None and options.seconds is None and options.cases is None:
        parser.error("give --seconds, --cases or --again")
    return options


def _run(options: argparse.Namespace) -> int:
    if options.again is not None:
        for name in options.targets:
            try_case(name, options.again)
        return 0
    found = 0
    with ProcessPoolExecutor(options.workers) as pool:
        for name in options.targets:
            states = [
                pool.submit(
                    run,
                    name,
                    options.state,
                    seconds=options.seconds,
                    cases=options.cases,
                    first=i,
                    step=options.workers,
                )
                for i in range(options.workers)
            ]
            results = [state.result() for state in states]
            findings = {number: text for result in results for number, text in result.findings.items()}
            found += len(findings)
            seconds = sum(result.seconds for result in results)
            cases = sum(result.cases for result in results)
            print(f"{name}: {cases:,} cases in {seconds:,.0f} s, {len(findings)} findings", flush=True)
            for number, text in sorted(findings.items())[:3]:
                print(f"  python -m fuzz {name} --again {number}\n{text}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
