"""The contract document against FastAPI's OpenAPI file, for the same API in the same run.

``python -m benchmarks.document`` prints the tables, ``--write`` puts them into README.md as well.
"""

import argparse
import os
import platform
from collections.abc import Iterator
from importlib.metadata import version

from .bundle import bundle_row
from .interpreters import measure_alone
from .results import show
from .source import Shape
from .worker import Sample

SIZES = (100, 1000, 5000)
ROUNDS = 3
MEMORY_SIZE = 1000
CONNECTED_SHAPES: tuple[Shape, ...] = ("connected", "wide")
CONNECTED_SIZES = (100, 1000)
"""With 5,000 methods pydantic takes minutes for the models alone."""

Figures = dict[tuple[str, int], Sample]


def measure(sizes: tuple[int, ...] = SIZES, rounds: int = ROUNDS) -> Figures:
    """The best of several rounds for each kind and size; rounds alternate, so that a slow minute
    hits all kinds.
    """
    figures: Figures = {}
    for size in sizes:
        for _ in range(rounds):
            for kind in ("ggdocs", "openapi", "fastapi", "pydantic", "msgspec"):
                measured = sample(kind, size, "time")
                best = figures.setdefault((kind, size), measured)
                for key in ("define", "generate", "write"):
                    best[key] = min(best[key], measured[key])
    for kind in ("ggdocs", "fastapi"):
        figures[kind, MEMORY_SIZE]["memory"] = sample(kind, MEMORY_SIZE, "memory")["memory"]
    return figures


def sample(kind: str, size: int, what: str, shape: Shape = "flat") -> Sample:
    """One measurement, in an interpreter of its own."""
    taken: Sample = measure_alone("benchmarks.worker", kind, str(size), what, shape)
    return taken


def connected(shape: Shape, sizes: tuple[int, ...] = CONNECTED_SIZES) -> Iterator[str]:
    """The table of a connected API, as lines of Markdown; one round, since most of it is the time
    that pydantic takes for the models.
    """
    measured = {
        (kind, size): sample(kind, size, "time", shape)
        for size in sizes
        for kind in ("ggdocs", "openapi", "fastapi")
    }
    yield f"{_machine()}; one round, each in a fresh interpreter.\n"
    yield from table(
        [
            "methods",
            "contract document",
            "FastAPI.openapi()",
            "ratio",
            "to_openapi(spec)",
            "document",
            "our OpenAPI file",
            "FastAPI's",
        ],
        (
            [
                f"{size:,}",
                rate(size, measured["ggdocs", size]["generate"]),
                rate(size, measured["fastapi", size]["generate"]),
                ratio(measured["fastapi", size]["generate"], measured["ggdocs", size]["generate"]),
                rate(size, measured["openapi", size]["generate"]),
                f"{measured['ggdocs', size]['size'] / 1000:,.0f} kB",
                f"{measured['openapi', size]['size'] / 1000:,.0f} kB",
                f"{measured['fastapi', size]['size'] / 1000:,.0f} kB",
            ]
            for size in sizes
        ),
    )
    small, large = sizes[0], sizes[-1]
    growth = (measured["ggdocs", large]["generate"] / large) / (
        measured["ggdocs", small]["generate"] / small
    )
    yield ""
    yield f"- Time per method at {large:,} methods: {growth:.2f} times that at {small:,}."


def report(figures: Figures) -> Iterator[str]:
    """The tables, as lines of Markdown."""
    sizes = sorted({size for _, size in figures})
    yield f"{_machine()}; best of {ROUNDS} rounds, each in a fresh interpreter.\n"
    yield from table(
        [
            "methods",
            "contract document",
            "FastAPI.openapi()",
            "ratio",
            "pydantic, the models alone",
            "msgspec, likewise",
        ],
        (
            [
                f"{size:,}",
                rate(size, figures["ggdocs", size]["generate"]),
                rate(size, figures["fastapi", size]["generate"]),
                ratio(figures["fastapi", size]["generate"], figures["ggdocs", size]["generate"]),
                rate(size, figures["pydantic", size]["generate"]),
                rate(size, figures["msgspec", size]["generate"]),
            ]
            for size in sizes
        ),
    )
    yield ""
    yield from table(
        [
            "methods",
            "to_openapi(spec)",
            "FastAPI.openapi()",
            "ratio",
            "our OpenAPI file",
            "FastAPI's",
        ],
        (
            [
                f"{size:,}",
                rate(size, figures["openapi", size]["generate"]),
                rate(size, figures["fastapi", size]["generate"]),
                ratio(figures["fastapi", size]["generate"], figures["openapi", size]["generate"]),
                f"{figures['openapi', size]['size'] / 1000:,.0f} kB",
                f"{figures['fastapi', size]['size'] / 1000:,.0f} kB",
            ]
            for size in sizes
        ),
    )
    yield ""
    yield from table(
        [
            "methods",
            "classes and document",
            "routes and openapi()",
            "ratio",
            "document",
            "OpenAPI file",
        ],
        (
            [
                f"{size:,}",
                rate(size, _both(figures["ggdocs", size])),
                rate(size, _both(figures["fastapi", size])),
                ratio(_both(figures["fastapi", size]), _both(figures["ggdocs", size])),
                f"{figures['ggdocs', size]['size'] / 1000:,.0f} kB",
                f"{figures['fastapi', size]['size'] / 1000:,.0f} kB",
            ]
            for size in sizes
        ),
    )
    small, large = sizes[0], sizes[-1]
    growth = (figures["ggdocs", large]["generate"] / large) / (
        figures["ggdocs", small]["generate"] / small
    )
    ours, theirs = (figures[kind, MEMORY_SIZE]["memory"] / 1e6 for kind in ("ggdocs", "fastapi"))
    yield ""
    yield f"- Time per method at {large:,} methods: {growth:.2f} times that at {small:,}."
    yield (
        f"- Memory added over the imported models at {MEMORY_SIZE:,} methods: {ours:.1f} MB, "
        f"FastAPI {theirs:.1f} MB, "
        f"a ratio of {ours / theirs:.2f}."
    )
    yield f"- {bundle_row()}"


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("pydantic", "fastapi", "msgspec"))
    return f"Python {platform.python_version()}, {packages}, {os.cpu_count()} cores"


def _both(sample: Sample) -> float:
    return sample["define"] + sample["generate"]


def rate(methods: int, seconds: float) -> str:
    """Methods a second."""
    return f"{methods / seconds:,.0f}/s"


def ratio(theirs: float, ours: float) -> str:
    """How many times longer theirs takes."""
    return f"{theirs / ours:.1f}×"


def table(head: list[str], rows: Iterator[list[str]]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---:|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the tables into benchmarks/README.md"
    )
    parser.add_argument("--connected", action="store_true", help="measure the connected APIs alone")
    arguments = parser.parse_args()
    if not arguments.connected:
        show("document", report(measure()), write=arguments.write)
    for shape in CONNECTED_SHAPES:
        show(shape, connected(shape), write=arguments.write)


if __name__ == "__main__":
    main()
