"""How the time of a build grows with the modules that contracts are written in:
``python -m benchmarks.sphinx.modules --write``.

The API is the same each time, one document in the same pages; its contracts and their models are
spread over more and more modules. What a build does for each module must not grow with the others.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from .. import source
from .__main__ import write_results
from .projects import CONF
from .run import Cost, build, source_folder

BEGIN = "<!-- results of sphinx, by modules -->\n"
END = "<!-- end of results of sphinx, by modules -->"

METHODS = 500
MODULES = (1, 10, 100, 500)
CONTRACTS_PER_PAGE = 10

Costs = tuple[Cost, Cost, Cost]
"""Of the cold build, of one with nothing changed, and of one after the change of a method."""


def measure(modules: int, methods: int) -> Costs:
    """The costs of an API in so many modules."""
    with source_folder() as folder:
        _write_project(folder, modules, methods)
        cold, noop = build(folder), build(folder)
        changed = folder / "part0.py"
        changed.write_text(changed.read_text().replace("List them, newest", "List all, newest", 1))
        return cold, noop, build(folder)


def _write_project(folder: Path, modules: int, methods: int) -> None:
    for name, text in source.modules_sources(methods, modules).items():
        (folder / f"{name}.py").write_text(text)
    contracts = [f"part{n % modules}:Item{n}Api" for n in range(methods)]
    groups = [
        {"name": f"Part {first}", "http": contracts[first : first + CONTRACTS_PER_PAGE]}
        for first in range(0, methods, CONTRACTS_PER_PAGE)
    ]
    documents = [{"slug": "bench", "title": "Benchmark", "split": "group", "groups": groups}]
    extension = f'extensions = ["sphinxcontrib_ggdocs"]\nggdocs_docs = {documents!r}\n'
    (folder / "conf.py").write_text(CONF + extension)
    (folder / "index.rst").write_text("Benchmark\n=========\n\n.. ggdocs:: bench\n")


def report(found: Mapping[int, Costs], methods: int) -> Iterator[str]:
    """The lines for people."""
    yield f"{methods:,} contracts with a method each, {methods // CONTRACTS_PER_PAGE} pages:"
    yield ""
    yield "| modules | cold | no-op | one method changed | peak memory |"
    yield "|---:|---:|---:|---:|---:|"
    for modules, (cold, noop, changed) in found.items():
        yield (
            f"| {modules:,} | {cold.cpu:.1f} s | {noop.cpu:.1f} s | {changed.cpu:.1f} s "
            f"| {cold.memory / 1e6:.0f} MB |"
        )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--modules", type=int, nargs="+", default=MODULES)
    parser.add_argument("--methods", type=int, default=METHODS)
    arguments = parser.parse_args()
    found = {modules: measure(modules, arguments.methods) for modules in arguments.modules}
    text = "".join(f"{line}\n" for line in report(found, arguments.methods))
    print(text)
    if arguments.write:
        write_results(text, BEGIN, END)


if __name__ == "__main__":
    main()
