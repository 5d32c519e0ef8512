"""`make soak SEED=… MINUTES=…`: the long form of the trial, with a report."""

import os
import secrets
import sys

from tests.faults.stack import run_stack
from tests.faults.trial import run_trial


def main() -> int:
    seed = os.environ.get("SEED") or secrets.token_hex(4)
    minutes = float(os.environ.get("MINUTES") or 10)
    print(f"SEED={seed} MINUTES={minutes:g}", flush=True)
    with run_stack() as stack:
        report = run_trial(stack, seed, minutes * 60, patience=300)
    print(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
