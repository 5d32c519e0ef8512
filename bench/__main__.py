"""Run the parts named on the command line, or all: `python -m bench [speed] [growth] [bots]`."""

import sys

from bench import bots, growth, speed

PARTS = {"speed": speed.run, "growth": growth.run, "bots": bots.run}


def main(names: list[str]) -> int:
    """Run the named parts and print their tables."""
    unknown = set(names) - PARTS.keys()
    if unknown:
        sys.stderr.write(f"Unknown: {', '.join(sorted(unknown))}. There is: {', '.join(PARTS)}.\n")
        return 1
    for name in names or PARTS:
        print(f"\n== {name}")
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
