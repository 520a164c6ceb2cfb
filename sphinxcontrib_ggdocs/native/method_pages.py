"""Writes a self-contained Markdown file for each method, with what holds for its contract and the
errors and types that it uses.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain

from ..capabilities import BY_NAME
from .blocks.contract import contract_blocks
from .blocks.method import method_blocks
from .blocks.scope import Scope
from .blocks.service import server_blocks
from .document_files import MethodPage
from .markdown import MarkdownText, signature
from .markdown_writer import joined
from .view import ContractView, DocumentView, MethodView, errors_of, reached_types
from .view.names import ANCHOR, LONGEST

MARKDOWN = BY_NAME["markdown"].file
MOST_TYPES = 40
"""Types on one page, nearest first; further ones are named."""

_OTHER = re.compile(r"[^a-z0-9_.~@+-]+")


def file_name(name: str) -> str:
    """Return the name of the file of a method, whose group, contract and name are given with dots
    between them; methods with the same one share the file.
    """
    return _OTHER.sub("-", name.lower())[:LONGEST] + ".md"


def method_pages(view: DocumentView) -> tuple[MethodPage, ...]:
    """Return the files of a document in its order."""
    pages: dict[str, list[MethodPage]] = defaultdict(list)
    writer = _PageWriter(view)
    for method in view.methods.values():
        page = writer.page(view.contract_of(method), method)
        pages[page.file].append(page)
    return tuple(map(_as_one, pages.values()))


def _as_one(pages: list[MethodPage]) -> MethodPage:
    """Methods that share a file, one after the other."""
    title = ", ".join(page.title for page in pages)
    text = "\n".join(page.text for page in pages)
    return replace(pages[0], title=title, text=text)


class _PageWriter:
    """Writes the files of methods.

    Args:
        view: The document.
    """

    def __init__(self, view: DocumentView) -> None:
        self._view = view
        self._schemas = {schema.key: schema for schema in view.schemas}
        self._errors = {error.key: error for error in view.errors}
        self._head = MarkdownText(Scope(view=view))
        servers = chain.from_iterable(map(server_blocks, view.document.service.servers or ()))
        self._servers = [*self._head.blocks(servers, 1)]
        # Many methods mention the same types and errors.
        self._type_text = cache(self._write_type)
        self._error_text = cache(self._write_error)

    def _write_type(self, key: str) -> str:
        return joined(self._head.definition(self._schemas[key])).rstrip()

    def _write_error(self, key: str) -> str:
        return joined(self._head.definition(self._errors[key])).rstrip()

    def page(self, contract: ContractView, method: MethodView) -> MethodPage:
        return MethodPage(
            file=file_name(method.route.removeprefix(f"{ANCHOR}{self._view.slug}.")),
            title=", ".join((method.display, *method.paths[1:])),
            summary=method.summary,
            text=joined(self._texts(contract, method)),
        )

    def _texts(self, contract: ContractView, method: MethodView) -> Iterator[str]:
        scope = Scope(view=self._view, schemes=set())  # schemes are described in this file
        text = MarkdownText(scope)
        own_name = contract.part.name
        yield f"# {method.display}"
        title = f"[{self._view.title}](../{MARKDOWN})"
        yield f"A method of {title}, `{own_name}.{method.part.name}`."
        yield from self._servers
        if contract.part.kind == "ws":
            yield signature(method)
        yield from text.blocks(method_blocks(scope, method), 1)
        if facts := [*text.blocks(contract_blocks(scope, contract), 2)]:
            yield f"## All of `{own_name}`"
            yield signature(contract)
            yield from facts
        if errors := errors_of(self._view, method):
            yield "## Errors"
            yield from map(self._error_text, errors)
        yield from self._types(method)

    def _types(self, method: MethodView) -> Iterator[str]:
        reached = reached_types(self._view, method)
        if reached:
            yield "## Types"
            yield from map(self._type_text, reached[:MOST_TYPES])
        if further := reached[MOST_TYPES:]:
            names = ", ".join(f"`{self._schemas[key].display}`" for key in further)
            yield f"Further types, described in [the whole reference](../{MARKDOWN}): {names}"
