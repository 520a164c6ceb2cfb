"""Implements the Markdown fence ``ggdocs`` for MkDocs, Zensical and others: it writes into a page
the text of a document, and the element in which the browser UI replaces it.

It is a custom fence of `pymdownx.superfences`. Its content names the contract document of a site
that `ggdocs build` has written, already filtered for an audience.
"""

from html import escape
from pathlib import Path
from typing import Any, Final, TypeAlias

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from pymdownx.superfences import SuperFencesException

from ..capabilities import OUTPUTS
from ..catalog.readers import read_documents
from ..contracts import ContractError
from ..contracts.contract_errors import Location
from ..document.model import ApiDocsDocument
from .blocks.scope import Scope
from .blocks.sections import sections
from .bundle import installed_bundle
from .element import DOCUMENT_FILES, INDEX, VERSIONS, DocumentLink, element_attributes, opening_tag
from .reference_page import HtmlText
from .view import ContractView, ObjectView, view_of
from .view.names import anchor_of

_FILES: Final = {output.file: output.title for output in OUTPUTS if output.kind is not None}
"""Files of other formats next to the contract document, which the UI offers."""

_Token: TypeAlias = dict[str, Any]
"""A heading as the extension ``toc`` lists it."""

_LEVEL: Final = 2
"""Of the title of the document, below that of the page."""

_TITLES: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

_HINTS: Final = {
    "document": "write a line such as document: docs/apidocs/shop/api-docs.json",
    "site": "write a line such as site: ../apidocs/",
}


def ggdocs_fence(
    source: str,
    language: str,
    css_class: str,
    options: dict[str, str],
    md: Markdown,
    **further: Any,
) -> str:
    """Write a document into a page (a formatter of `pymdownx.superfences`).

    Args:
        source: A line ``document:`` with the path of an ``api-docs.json``, from the working
            directory, and a line ``site:`` with the address of its site, seen from the page.
        language: The name of the fence.
        css_class: The class of the element.
        options: Of the fence, which has none.
        md: The page.
        further: What else is known of a fence.

    Raises:
        SuperFencesException: A line is missing, or the document cannot be read.
    """
    lines = (line.partition(":") for line in source.splitlines())
    given = {name.strip(): value.strip() for name, _colon, value in lines}
    for name in ("document", "site"):
        if not given.get(name):
            raise SuperFencesException(f"a fence {language} has no {name}\n  hint: {_HINTS[name]}")
    file, prefix = Path(given["document"]), f"{given['site'].rstrip('/')}/"
    try:
        read = read_documents({"contract_document": [str(file)]}, Location(owner=str(file)))
    except ContractError as error:
        raise SuperFencesException(str(error)) from error
    document = read.document
    assert isinstance(document, ApiDocsDocument)
    bundle = installed_bundle()
    attributes = element_attributes([_link(file, document)], bundle, mode="embedded", prefix=prefix)
    text, contents = _text_and_contents(document)
    written = (
        f'<script defer src="{escape(prefix + bundle.script_path)}"></script>\n'
        f"{opening_tag({'class': css_class, **attributes})}\n{text}\n</gg-docs>"
    )
    _contents_of(md).add(written, contents)
    return written


def _link(file: Path, document: ApiDocsDocument) -> DocumentLink:
    """Where the files of the document are in its site."""
    is_alone = (file.parent / INDEX).is_file()
    return DocumentLink.below(
        "" if is_alone else file.parent.name,
        document.service.slug,
        document.service.name,
        [(title, name) for name, title in _FILES.items() if file.with_name(name).is_file()],
        has_script=file.with_name(DOCUMENT_FILES[1]).is_file(),
        has_versions=file.with_name(VERSIONS).is_dir(),
    )


def fence_text(document: ApiDocsDocument) -> str:
    """Return the static text, whose headings are below the title of the page."""
    return _text_and_contents(document)[0]


def _text_and_contents(document: ApiDocsDocument) -> tuple[str, list[_Token]]:
    """Return the static text, and its headings as the extension ``toc`` lists them."""
    view = view_of(document)
    title = _token(_LEVEL, anchor_of("contract", view.slug), view.title)
    text = HtmlText(view, level=_LEVEL)
    path = [title]
    for section in sections(Scope(view=view)):
        token = _token(_LEVEL - 1 + section.level, section.anchor, _name(section.head))
        while path[-1]["level"] >= token["level"]:
            path.pop()
        path[-1]["children"].append(token)
        path.append(token)
    return "".join((*text.head(title["id"]), *text.objects())), [title]


def _token(level: int, anchor: str, name: str) -> _Token:
    shown = escape(name)
    names = {"name": shown, "html": shown, "data-toc-label": ""}
    return {"level": level, "id": anchor, "children": [], **names}


def _name(head: str | ObjectView) -> str:
    """Return the name that readers look for in contents: of a method what is called."""
    match head:
        case str():
            return head
        case ContractView():
            return head.part.name
    return head.display


class _Contents(Treeprocessor):  # type: ignore[misc]  # Python-Markdown has no types
    """Adds the headings of fences to the contents of a page: the extension ``toc`` lists those of
    the page alone, for a fence is raw HTML.
    """

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._fences: list[tuple[str, list[_Token]]] = []

    def add(self, text: str, contents: list[_Token]) -> None:
        """Remember a fence of the page that is converted."""
        self._fences.append((text, contents))

    def run(self, root: Any) -> None:
        """Add the headings of each fence where the page has it."""
        fences, self._fences = self._fences, []
        tokens: Any = getattr(self.md, "toc_tokens", None)
        if tokens is None:
            return
        for text, contents in fences:
            _insert(tokens, _heading_above(root, self._place(text)), contents)

    def _place(self, text: str) -> str:
        """Return what stands for the text of a fence in the tree of the page."""
        blocks = self.md.htmlStash.rawHtmlBlocks
        positions = [number for number, block in enumerate(blocks) if text in str(block)]
        return self.md.htmlStash.get_placeholder(positions[-1]) if positions else ""


def _contents_of(md: Markdown) -> _Contents:
    """Return what adds to the contents of pages."""
    name = "ggdocs-contents"
    if name not in md.treeprocessors:
        # After `toc`, whose priority is 5.
        md.treeprocessors.register(_Contents(md), name, 1)
    contents = md.treeprocessors[name]
    assert isinstance(contents, _Contents)
    return contents


def _heading_above(root: Any, place: str) -> str:
    """Return the id of the last heading above a place; of the page, if the place is not found."""
    last = ""
    for element in root.iter():
        if element.tag in _TITLES:
            last = element.get("id", last)
        elif place and place in (element.text or ""):
            break
    return last


def _insert(tokens: list[_Token], heading: str, contents: list[_Token]) -> None:
    """Insert headings after another one: below the nearest one around it of a lower level."""
    level = contents[0]["level"]
    siblings = tokens
    position = len(tokens)
    for token in _path_to(tokens, heading):
        position = siblings.index(token) + 1
        if token["level"] >= level:
            break
        siblings = token["children"]
        position = 0
    siblings[position:position] = contents


def _path_to(tokens: list[_Token], heading: str) -> list[_Token]:
    for token in tokens:
        if token["id"] == heading:
            return [token]
        if path := _path_to(token["children"], heading):
            return [token, *path]
    return []
