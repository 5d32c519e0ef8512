"""Run the parts named on the command line, or all: `python -m bench [pages] [moves] [mails] …`."""

import sys
from collections.abc import Callable, Mapping
from time import perf_counter

from bench import bots, growth, mails, memory, moves, pages, pictures, scale, speed
from bench.figures import Figure, show, write

PRINTED: Mapping[str, Callable[[], None]] = {"speed": speed.run, "growth": growth.run, "bots": bots.run}
"""The engine's parts print tables of their own."""

COMPARED: Mapping[str, Callable[[], list[Figure]]] = {
    "pages": pages.run,
    "moves": moves.run,
    "mails": mails.run,
    "pictures": pictures.run,
    "scale": scale.run,
    "memory": memory.run,
}


def main(names: list[str]) -> int:
    """Run the named parts, print their tables, write JSON and a chart."""
    unknown = set(names) - PRINTED.keys() - COMPARED.keys()
    if unknown:
        sys.stderr.write(
            f"Unknown: {', '.join(sorted(unknown))}. There is: {', '.join((*PRINTED, *COMPARED))}.\n"
        )
        return 1
    figures: list[Figure] = []
    for name in names or (*PRINTED, *COMPARED):
        started = perf_counter()
        print(f"\n== {name}", flush=True)
        if name in PRINTED:
            PRINTED[name]()
        else:
            found = COMPARED[name]()
            show(found)
            figures += found
        print(f"({perf_counter() - started:.0f} s)", flush=True)
    if figures:
        print(f"\nwritten to {write(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
