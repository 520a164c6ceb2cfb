"""Measures a portal of many services: ``python -m benchmarks.sphinx.portal --write``.

Services of 500 methods each, with a catalogue and a page for each, compared with one service that
has all their methods.
"""

import argparse
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from .. import source
from ..results import show
from .projects import CONF
from .run import Cost, build, output, source_folder

METHODS = 500
"""Of a service."""

SERVICES = (5, 10, 20)

Costs = tuple[Cost, Cost, int]
"""Of a first build and of one without changes; bytes of the output."""


def measure(services: int, methods: int) -> Costs:
    """Build a portal."""
    with source_folder() as folder:
        write_project(folder, services, methods)
        first, again = build(folder), build(folder)
        return first, again, _size(output(folder))


def write_project(folder: Path, services: int, methods: int) -> None:
    """Write a project of so many services; each has modules of its own, whose types are equal by
    name and schema.
    """
    documents = []
    for service in range(services):
        contracts = source.contracts_source(methods).replace("bench_models", f"models_{service}")
        (folder / f"models_{service}.py").write_text(source.models_source(methods, "connected"))
        (folder / f"contracts_{service}.py").write_text(contracts)
        names = [f"contracts_{service}:Item{n}Api" for n in source.resources(methods)]
        slug = f"service{service}"
        documents.append({"slug": slug, "title": f"Service {service}", "http": names})
        (folder / f"{slug}.rst").write_text(f"{slug}\n{'=' * 20}\n\n.. ggdocs:: {slug}\n")
    ours = f'extensions = ["sphinxcontrib_ggdocs"]\nggdocs_docs = {documents!r}\n'
    (folder / "conf.py").write_text(CONF + ours)
    pages = "".join(f"   {document['slug']}\n" for document in documents)
    catalog = f".. ggdocs-catalog::\n\n.. toctree::\n   :hidden:\n\n{pages}"
    (folder / "index.rst").write_text(f"Portal\n======\n\n{catalog}")


def _size(folder: Path) -> int:
    sizes = 0
    for parent, _folders, names in os.walk(folder):
        sizes += sum(Path(parent, name).stat().st_size for name in names)
    return sizes


def report(found: Mapping[tuple[int, int], Costs]) -> Iterator[str]:
    """The lines for people."""
    titles = ("services", "methods of each", "first build", "a method", "no-op", "peak memory")
    yield f"| {' | '.join(titles)} | output |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for (services, methods), (first, again, size) in found.items():
        each = 1000 * first.cpu / (services * methods)
        yield (
            f"| {services} | {methods:,} | {first.cpu:.1f} s | {each:.1f} ms | {again.cpu:.1f} s "
            f"| {first.memory / 1e6:.0f} MB | {size / 1e6:.0f} MB |"
        )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--services", type=int, nargs="+", default=SERVICES)
    parser.add_argument("--methods", type=int, default=METHODS, help="of a service")
    arguments = parser.parse_args()
    shapes = [(services, arguments.methods) for services in arguments.services]
    shapes.append((1, max(arguments.services) * arguments.methods))
    found = {shape: measure(*shape) for shape in shapes}
    show("portal", report(found), write=arguments.write)


if __name__ == "__main__":
    main()
