"""Measures builds of Sphinx projects: ``python -m benchmarks.sphinx --write``.

Kinds take turns within a round and the best of all rounds counts, as everywhere in these
benchmarks; plain reST, which takes longest and is no claim, is built in the first round only.
"""

import argparse
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from ..source import Shape
from . import projects
from .run import Cost, build, source_folder

README = Path(__file__).parent.parent / "README.md"
SHAPES: tuple[Shape, ...] = ("flat", "connected")
BEGIN = "<!-- results of sphinx -->\n"
END = "<!-- end of results of sphinx -->"

COLD = "cold"
TWO_JOBS = "cold, `-j 2`"
UNCHANGED = "no-op"
STEPS = (COLD, TWO_JOBS, UNCHANGED, "one method changed", "one path changed")
"""In the order in which they are built. The path is that of a contract with five methods."""

OTHER_PAGES = 100
"""Methods of a page in the second layout, of `COMPARED` only."""
COMPARED = ("empty", "ours", "openapi")
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


class Layout(NamedTuple):
    """How many methods a project has."""

    methods: int
    per_page: int


class Figures(NamedTuple):
    """What was measured of one layout."""

    layout: Layout
    costs: dict[tuple[str, str], Cost]
    """By kind and step."""

    def kinds(self) -> list[str]:
        """The kinds that were built, in the order of `TITLES`."""
        built = {kind for kind, _step in self.costs}
        return [kind for kind in TITLES if kind in built]


def measure(sizes: list[int], rounds: int, shape: Shape = "flat") -> list[Figures]:
    """Take the figures of all sizes: of all kinds, then of `COMPARED` with longer pages."""
    figures = []
    for size in sizes:
        layout = Layout(size, projects.METHODS_PER_PAGE)
        figures.append(_measure_layout(layout, list(projects.KINDS), rounds, shape))
        layout = Layout(size, OTHER_PAGES)
        figures.append(_measure_layout(layout, list(COMPARED), rounds, shape))
    return figures


def _measure_layout(layout: Layout, kinds: list[str], rounds: int, shape: Shape) -> Figures:
    costs: dict[tuple[str, str], Cost] = {}
    for number in range(rounds):
        kinds_of_round = [kind for kind in kinds if number == 0 or not kind.startswith("rest")]
        for kind in kinds_of_round:
            with source_folder() as folder:
                for step, cost in _steps(kind, layout, folder, shape):
                    costs[kind, step] = cost.or_better(costs.get((kind, step)))
    return Figures(layout, costs)


def _steps(kind: str, layout: Layout, folder: Path, shape: Shape) -> Iterator[tuple[str, Cost]]:
    projects.write_project(kind, layout.methods, folder, shape, layout.per_page)
    yield COLD, build(folder)
    yield UNCHANGED, build(folder)
    projects.change_one(folder)
    yield "one method changed", build(folder)
    projects.change_path(folder)
    yield "one path changed", build(folder)
    with source_folder() as other:
        projects.write_project(kind, layout.methods, other, shape, layout.per_page)
        yield TWO_JOBS, build(other, jobs=2)


def report(figures: Mapping[Shape, list[Figures]]) -> Iterator[str]:
    """The lines for people."""
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("Sphinx", "docutils", "sphinxcontrib-openapi")
    )
    yield f"Python {platform.python_version()}, {packages}, {os.cpu_count()} cores."
    for shape, layouts in figures.items():
        for measured in layouts:
            yield from _table(TYPES[shape], measured)


def _table(types: str, figures: Figures) -> Iterator[str]:
    methods, per_page = figures.layout
    yield ""
    yield f"{methods:,} methods, {methods // per_page} pages, {types}:"
    yield ""
    yield "| | " + " | ".join(STEPS) + " | peak memory | environment |"
    yield "|---|" + "---:|" * (len(STEPS) + 2)
    for kind in figures.kinds():
        costs = [figures.costs[kind, step] for step in STEPS]
        cells = [f"{cost.cpu:.2f} s" for cost in costs]
        cells.append(f"{costs[0].memory / 1e6:.0f} MB")
        cells.append(f"{costs[0].environment / 1e6:.2f} MB")
        yield f"| {TITLES[kind]} | " + " | ".join(cells) + " |"
    ratios = [
        f"{figures.costs['ours', step].cpu / figures.costs['openapi', step].cpu:.2f}×"
        for step in STEPS
    ]
    yield "| this extension to sphinxcontrib-openapi | " + " | ".join(ratios) + " | | |"
    alone, together = figures.costs["ours", COLD], figures.costs["ours", TWO_JOBS]
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
        "--sizes", type=int, nargs="+", default=[1000], help="methods of the API: multiples of 100"
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
