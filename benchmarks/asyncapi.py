"""`to_asyncapi` against FastStream's generator, for the same API in the same run.

``python -m benchmarks.asyncapi`` prints the table, ``--write`` puts it into README.md as well.
"""

import argparse
import os
import platform
from collections.abc import Iterator
from importlib.metadata import version

from .document import Figures, rate, ratio, sample, table
from .results import show

SIZES = (1000, 5000)
ROUNDS = 3


def measure() -> Figures:
    """The best of several rounds for each kind and size; rounds alternate."""
    figures: Figures = {}
    for size in SIZES:
        for _ in range(ROUNDS):
            for kind in ("asyncapi", "faststream"):
                measured = sample(kind, size, "time")
                best = figures.setdefault((kind, size), measured)
                for key in ("define", "generate", "write"):
                    best[key] = min(best[key], measured[key])
    return figures


def report(figures: Figures) -> Iterator[str]:
    """The table, as lines of Markdown."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("pydantic", "faststream"))
    yield (
        f"Python {platform.python_version()}, {packages}, {os.cpu_count()} cores; best of "
        f"{ROUNDS} rounds.\n"
    )
    yield from table(
        ["interactions", "to_asyncapi", "FastStream", "ratio", "our file", "FastStream's"],
        (
            [
                f"{size:,}",
                rate(size, figures["asyncapi", size]["generate"]),
                rate(size, figures["faststream", size]["generate"]),
                ratio(
                    figures["faststream", size]["generate"], figures["asyncapi", size]["generate"]
                ),
                f"{figures['asyncapi', size]['size'] / 1000:,.0f} kB",
                f"{figures['faststream', size]['size'] / 1000:,.0f} kB",
            ]
            for size in SIZES
        ),
    )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    show("asyncapi", report(measure()), write=parser.parse_args().write)


if __name__ == "__main__":
    main()
