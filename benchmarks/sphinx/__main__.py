"""Measures builds of Sphinx projects: ``python -m benchmarks.sphinx --write``.

Kinds take turns within a round and the best of all rounds counts, as everywhere in these
benchmarks.
"""

import argparse
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from ..source import Shape
from . import projects
from .run import Cost, build, source_folder

README = Path(__file__).parent.parent / "README.md"
SHAPES: tuple[Shape, ...] = ("flat", "connected")
BEGIN = "<!-- results of sphinx -->\n"
END = "<!-- end of results of sphinx -->"

STEPS = ("cold", "no-op", "one changed")
TITLES = {
    "empty": "empty pages",
    "ours": "this extension",
    "rest": "plain reST, the same facts",
    "rest-listed": "plain reST, the same facts, contents and index entries",
    "openapi": "sphinxcontrib-openapi",
    "openapi-httpdomain": "sphinxcontrib-openapi, httpdomain renderer",
}

TYPES: dict[Shape, str] = {
    "flat": "types that do not refer to each other",
    "connected": "types that refer to each other",
}

Figures = dict[tuple[str, int, str], Cost]
"""By kind, size and step; of one shape."""


def measure(sizes: list[int], rounds: int, shape: Shape = "flat") -> Figures:
    """Take all figures."""
    figures: Figures = {}
    for size in sizes:
        for _ in range(rounds):
            for kind in projects.KINDS:
                with source_folder() as folder:
                    for step, cost in _steps(kind, size, folder, shape):
                        figures[kind, size, step] = cost.or_better(figures.get((kind, size, step)))
    return figures


def _steps(kind: str, size: int, folder: Path, shape: Shape) -> Iterator[tuple[str, Cost]]:
    projects.write_project(kind, size, folder, shape)
    yield "cold", build(folder)
    yield "no-op", build(folder)
    projects.change_one(folder)
    yield "one changed", build(folder)
    if kind == "ours":
        with source_folder() as other:
            projects.write_project(kind, size, other, shape)
            yield "cold, -j 2", build(other, jobs=2)


def report(figures: Mapping[Shape, Figures]) -> Iterator[str]:
    """The lines for people."""
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("Sphinx", "docutils", "sphinxcontrib-openapi")
    )
    yield f"Python {platform.python_version()}, {packages}, {os.cpu_count()} cores."
    for shape, measured in figures.items():
        yield from _tables(TYPES[shape], measured)


def _tables(types: str, figures: Figures) -> Iterator[str]:
    for size in sorted({size for _kind, size, _step in figures}):
        yield ""
        yield f"{size:,} methods, {size // projects.METHODS_PER_PAGE} pages, {types}:"
        yield ""
        yield (
            "| | cold | above empty pages, a method | no-op | one method changed | peak memory "
            "| environment |"
        )
        yield "|---|---:|---:|---:|---:|---:|---:|"
        empty = figures["empty", size, "cold"]
        for kind, title in TITLES.items():
            cold, noop, changed = (figures[kind, size, step] for step in STEPS)
            above = "" if kind == "empty" else f"{1000 * (cold.cpu - empty.cpu) / size:.1f} ms"
            yield (
                f"| {title} | {cold.cpu:.2f} s | {above} | {noop.cpu:.2f} s | {changed.cpu:.2f} s "
                f"| {cold.memory / 1e6:.0f} MB | {cold.environment / 1e6:.2f} MB |"
            )
        alone, together = figures["ours", size, "cold"], figures["ours", size, "cold, -j 2"]
        yield ""
        yield (
            f"With `-j 2` this extension's cold build takes {together.wall:.1f} s instead of "
            f"{alone.wall:.1f} s "
            f"(time that passed, {alone.wall / together.wall:.2f}×)."
        )


def write_results(text: str, begin: str = BEGIN, end: str = END) -> None:
    """Replace the results in the README between two marks."""
    before, rest = README.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    README.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the tables into benchmarks/README.md"
    )
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[100, 1000], help="methods of the API"
    )
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=SHAPES, help="of the types")
    arguments = parser.parse_args()
    figures = {
        shape: measure(arguments.sizes, arguments.rounds, shape) for shape in arguments.shapes
    }
    text = "".join(f"{line}\n" for line in report(figures))
    print(text)
    if arguments.write:
        write_results(text)


if __name__ == "__main__":
    main()
