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
from .view import ContractView, DocumentView, MethodView, error_keys_of, reached_types
from .view.names import ANCHOR, LONGEST

MARKDOWN = BY_NAME["markdown"].file
"""The name of the file with the whole reference, one folder above the files of methods."""
MOST_TYPES = 40
"""The page of a method describes so many types, the nearest ones; it only names the others."""

_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9_.~@+-]+")


def file_name(name: str) -> str:
    """Return the name of a method's file, from ``group.contract.method``.

    Methods whose names differ only in case, in special characters or behind `LONGEST` characters
    share a file.
    """
    return _NOT_IN_FILE_NAMES.sub("-", name.lower())[:LONGEST] + ".md"


def method_pages(view: DocumentView) -> tuple[MethodPage, ...]:
    """Return the Markdown files of all methods, in the order of the document."""
    pages: dict[str, list[MethodPage]] = defaultdict(list)
    writer = _PageWriter(view)
    for method in view.methods.values():
        page = writer.page(view.contract_of(method), method)
        pages[page.file].append(page)
    return tuple(map(_joined_pages, pages.values()))


def _joined_pages(pages: list[MethodPage]) -> MethodPage:
    """Return one page with the titles and texts of all methods that share a file; its summary is
    that of the first.
    """
    title = ", ".join(page.title for page in pages)
    text = "\n".join(page.text for page in pages)
    return replace(pages[0], title=title, text=text)


class _PageWriter:
    """Writes the Markdown files of the methods of one document."""

    def __init__(self, view: DocumentView) -> None:
        """Prepare the texts that are the same on the pages of all methods."""
        self._view = view
        # By their keys, under which methods list the types and errors that they use.
        self._schemas = {schema.key: schema for schema in view.schemas}
        self._errors = {error.key: error for error in view.errors}
        # One scope for all: types, errors and servers mention no security schemes.
        self._shared_text = MarkdownText(Scope(view=view))
        servers = chain.from_iterable(map(server_blocks, view.document.service.servers or ()))
        self._servers = [*self._shared_text.blocks(servers, 1)]
        # Cached, since many methods use the same types and errors.
        self._type_text = cache(self._write_type)
        self._error_text = cache(self._write_error)

    def _write_type(self, key: str) -> str:
        """Write the section of a type."""
        return joined(self._shared_text.definition(self._schemas[key])).rstrip()

    def _write_error(self, key: str) -> str:
        """Write the section of an error."""
        return joined(self._shared_text.definition(self._errors[key])).rstrip()

    def page(self, contract: ContractView, method: MethodView) -> MethodPage:
        """Return the file of a method of a contract."""
        # The file is named after the anchor `gg-shop.orders.OrderApi.get` without `gg-shop.`. The
        # title has all paths of an HTTP method; the display name has its verb and first path.
        return MethodPage(
            file=file_name(method.route.removeprefix(f"{ANCHOR}{self._view.slug}.")),
            title=", ".join((method.display, *method.paths[1:])),
            summary=method.summary,
            text=joined(self._page_texts(contract, method)),
        )

    def _page_texts(self, contract: ContractView, method: MethodView) -> Iterator[str]:
        """Yield the paragraphs of a method's file: the method, what holds for its contract, errors,
        and types.
        """
        # No security scheme is described yet: this file has no head of the document, which would
        # describe them, so it describes each one where it first occurs.
        scope = Scope(view=self._view, schemes=set())
        text = MarkdownText(scope)
        contract_name = contract.part.name
        yield f"# {method.display}"
        title = f"[{self._view.title}](../{MARKDOWN})"
        yield f"A method of {title}, `{contract_name}.{method.part.name}`."
        yield from self._servers
        # The heading of an HTTP method has its verb and path already.
        if contract.part.kind == "ws":
            yield signature(method)
        # The last argument of `blocks` is the level of the heading above them.
        yield from text.blocks(method_blocks(scope, method), 1)
        if facts := [*text.blocks(contract_blocks(scope, contract), 2)]:
            yield f"## All of `{contract_name}`"
            yield signature(contract)
            yield from facts
        if errors := error_keys_of(self._view, method):
            yield "## Errors"
            yield from map(self._error_text, errors)
        yield from self._type_texts(method)

    def _type_texts(self, method: MethodView) -> Iterator[str]:
        """Yield the sections of the nearest types that a method uses, and the names of the
        others.
        """
        keys = reached_types(self._view, method)
        if keys:
            yield "## Types"
            yield from map(self._type_text, keys[:MOST_TYPES])
        if further_keys := keys[MOST_TYPES:]:
            names = ", ".join(f"`{self._schemas[key].display}`" for key in further_keys)
            yield f"Further types, described in [the whole reference](../{MARKDOWN}): {names}"
