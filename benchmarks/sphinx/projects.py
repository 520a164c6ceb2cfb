"""Writes one API as several Sphinx projects with the same pages, each with another extension."""

import importlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from .. import source
from .rest import listed_rest, plain_rest

METHODS_PER_PAGE = 50
"""Ten contracts, unless the caller says otherwise; a page is a document, with a module of contracts
and one of models of its own."""

CONF = (
    "import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).parent))\n"
    'project = author = copyright = "Benchmark"\nhtml_copy_source = False\n'
)
"""The configuration that all projects have in common; modules are in the same folder."""

HEAD = "Part {page}\n" + "=" * 8 + "\n\n"


class Pages(NamedTuple):
    """The pages of a project."""

    amount: int
    methods: int
    """Of each page."""

    @property
    def numbers(self) -> range:
        """The numbers in the names of the pages' files."""
        return range(self.amount)


def write_project(
    kind: str,
    methods: int,
    folder: Path,
    shape: source.Shape = "flat",
    per_page: int = METHODS_PER_PAGE,
) -> None:
    """Write the project of a kind for so many methods.

    Args:
        kind: A key of `KINDS`.
        methods: A multiple of `per_page`.
        folder: An empty folder.
        shape: Whether types refer to each other.
        per_page: Methods of a page.
    """
    pages = Pages(methods // per_page, per_page)
    (folder / "conf.py").write_text(CONF)
    entries = "".join(f"   part{page:03}\n" for page in pages.numbers)
    (folder / "index.rst").write_text(f"Benchmark\n=========\n\n.. toctree::\n\n{entries}")
    for page in pages.numbers:
        (folder / f"models_{page}.py").write_text(source.models_source(per_page, shape))
        contracts = source.contracts_source(per_page).replace("bench_models", f"models_{page}")
        (folder / f"contracts_{page}.py").write_text(contracts)
    KINDS[kind](folder, pages)


def change_one(folder: Path) -> None:
    """Change what one method of the first page says, in every file that has it."""
    for file in _files_of_the_first_page(folder):
        file.write_text(file.read_text().replace("Put one up.", "Put one up, or two.", 1))


def change_path(folder: Path) -> None:
    """Change the path of the second resource, which has five methods, in every file that has it."""
    for file in _files_of_the_first_page(folder):
        file.write_text(re.sub(r"/items1\b", "/things1", file.read_text()))


def _files_of_the_first_page(folder: Path) -> list[Path]:
    """The source of the page, and the module or the OpenAPI file that it is made of."""
    names = ("contracts_0.py", "part000.rst", "part000.json")
    return [folder / name for name in names if (folder / name).exists()]


def _empty(folder: Path, pages: Pages) -> None:
    """Pages with a title and a sentence."""
    for page in pages.numbers:
        (folder / f"part{page:03}.rst").write_text(HEAD.format(page=page) + "Put one up.\n")


def _ours(folder: Path, pages: Pages) -> None:
    """A directive on each page."""
    documents = [
        {
            "slug": f"part{page}",
            "title": f"Part {page}",
            "http": [f"contracts_{page}:Item{n}Api" for n in source.resources(pages.methods)],
        }
        for page in pages.numbers
    ]
    _extend(folder, f'extensions = ["sphinxcontrib_ggdocs"]\nggdocs_docs = {documents!r}\n')
    for page in pages.numbers:
        (folder / f"part{page:03}.rst").write_text(
            f"{HEAD.format(page=page)}.. ggdocs:: part{page}\n"
        )


def _rest(write_document: Callable[[ApiDocsDocument], str]) -> Callable[[Path, Pages], None]:
    """Plain reST, with everything that our static rendering says."""

    def write(folder: Path, pages: Pages) -> None:
        for page in pages.numbers:
            text = write_document(build_contract_doc(_spec(folder, page)))
            (folder / f"part{page:03}.rst").write_text(HEAD.format(page=page) + text)

    return write


def _openapi(renderer: str | None) -> Callable[[Path, Pages], None]:
    def write(folder: Path, pages: Pages) -> None:
        _extend(folder, 'extensions = ["sphinxcontrib.openapi"]\n')
        if renderer is not None:
            _extend(folder, f"openapi_default_renderer = {renderer!r}\n")
        for page in pages.numbers:
            document: dict[str, Any] = _older(to_openapi(_spec(folder, page)))
            document["openapi"] = "3.0.3"
            (folder / f"part{page:03}.json").write_text(json.dumps(document))
            (folder / f"part{page:03}.rst").write_text(
                f"{HEAD.format(page=page)}.. openapi:: part{page:03}.json\n"
            )

    return write


def _older(value: Any) -> Any:
    """The document in OpenAPI 3.0, the newest that sphinxcontrib-openapi reads: null is a flag and
    no type there.
    """
    if isinstance(value, list):
        return [_older(item) for item in value]
    if not isinstance(value, dict):
        return value
    one = [option for option in value.get("anyOf", ()) if option != {"type": "null"}]
    if len(one) == 1:
        rest = {key: member for key, member in value.items() if key != "anyOf"}
        return _older({**rest, **one[0], "nullable": True})
    return {key: _older(member) for key, member in value.items()}


def _extend(folder: Path, text: str) -> None:
    with (folder / "conf.py").open("a") as conf:
        conf.write(text)


def _spec(folder: Path, page: int) -> ApiDocSpec:
    """The spec of one page, imported into this process."""
    sys.path.insert(0, str(folder))
    for name in (f"models_{page}", f"contracts_{page}"):
        sys.modules.pop(name, None)
    try:
        spec = importlib.import_module(f"contracts_{page}").spec
    finally:
        sys.path.remove(str(folder))
    assert isinstance(spec, ApiDocSpec)
    return spec.model_copy(update={"slug": f"part{page}"})


KINDS: dict[str, Callable[[Path, Pages], None]] = {
    "empty": _empty,
    "ours": _ours,
    "rest": _rest(plain_rest),
    "rest-listed": _rest(listed_rest),
    "openapi": _openapi(None),
    "openapi-httpdomain": _openapi("httpdomain"),
}
"""``empty`` is what the others are compared with; ``openapi`` is sphinxcontrib-openapi."""
