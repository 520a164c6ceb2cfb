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

_FILES: Final = {output.file: output.title for output in OUTPUTS if output.made_of == "contracts"}
"""The titles of the files of other formats next to the contract document, by file name."""

_HeadingToken: TypeAlias = dict[str, Any]
"""A heading in the form in which Python-Markdown's extension ``toc`` lists the headings of a page,
with the headings below it under ``children``.
"""

_DOCUMENT_LEVEL: Final = 2
"""The level of the title of the document; the title of the page has level 1."""

_HEADING_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

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
    """Return the HTML that replaces a fence ``ggdocs`` in a page (a formatter of
    `pymdownx.superfences`).

    Args:
        source: A line ``document:`` with the path of an ``api-docs.json``, from the working
            directory, and a line ``site:`` with the address of its site, seen from the page.
        language: The name of the fence.
        css_class: The class of the element.
        options: The options of the fence, which has none.
        md: The converter of the page.
        further: Further arguments that `pymdownx.superfences` passes.

    Raises:
        SuperFencesException: A line is missing, or the document cannot be read.
    """
    settings: dict[str, str] = {}
    for line in source.splitlines():  # a setting a line: `document: docs/shop/api-docs.json`
        name, _colon, value = line.partition(":")
        settings[name.strip()] = value.strip()
    for name in ("document", "site"):
        if not settings.get(name):
            raise SuperFencesException(f"a fence {language} has no {name}\n  hint: {_HINTS[name]}")
    file = Path(settings["document"])
    prefix = f"{settings['site'].rstrip('/')}/"
    try:
        # The name of the option selects the reader of contract documents.
        contents = read_documents({"contract_document": [str(file)]}, Location(owner=str(file)))
    except ContractError as error:
        raise SuperFencesException(str(error)) from error
    document = contents.document  # read from a contract document, contents always have one
    assert isinstance(document, ApiDocsDocument)
    bundle = installed_bundle()
    attributes = element_attributes(
        [_document_link(file, document)], bundle, mode="embedded", prefix=prefix
    )
    text, headings = _text_and_headings(document)
    html = (
        f'<script defer src="{escape(prefix + bundle.script_path)}"></script>\n'
        f"{opening_tag({'class': css_class, **attributes})}\n{text}\n</gg-docs>"
    )
    _fence_headings_of(md).add(html, headings)
    return html


def _document_link(file: Path, document: ApiDocsDocument) -> DocumentLink:
    """Return the paths of the document's files inside its site, as far as they exist on the
    disk.
    """
    folder = file.parent.name  # each of several documents has its own
    if (file.parent / INDEX).is_file():  # the only document of its site is in the site's root
        folder = ""
    return DocumentLink.below(
        folder,
        document.service.slug,
        document.service.name,
        [(title, name) for name, title in _FILES.items() if file.with_name(name).is_file()],
        has_script=file.with_name(DOCUMENT_FILES[1]).is_file(),
        has_versions=file.with_name(VERSIONS).is_dir(),
    )


def fence_text(document: ApiDocsDocument) -> str:
    """Return the static text of a document as HTML, with headings below the title of the page."""
    return _text_and_headings(document)[0]


def _text_and_headings(document: ApiDocsDocument) -> tuple[str, list[_HeadingToken]]:
    """Return the static text of a document as HTML, and the tree of its headings for ``toc``: a
    list with the title of the document, which has the other headings below it.
    """
    view = view_of(document)
    # The slug in the form of other anchors: `gg-shop`.
    title = _heading_token(_DOCUMENT_LEVEL, anchor_of("contract", view.slug), view.title)
    text = HtmlText(view, level=_DOCUMENT_LEVEL)
    # The path to the last heading in the tree: from the title down to this heading.
    ancestors = [title]
    for section in sections(Scope(view=view)):
        level = _DOCUMENT_LEVEL - 1 + section.level
        token = _heading_token(level, section.anchor, _heading_name(section.head))
        # Sections are at least one level below the title, so the title always stays.
        while ancestors[-1]["level"] >= token["level"]:
            ancestors.pop()
        ancestors[-1]["children"].append(token)
        ancestors.append(token)
    return "".join((*text.head(title["id"]), *text.objects())), [title]


def _heading_token(level: int, anchor: str, name: str) -> _HeadingToken:
    """Return a heading with all keys that ``toc`` gives to its headings."""
    return {
        "level": level,
        "id": anchor,
        "name": escape(name),
        "html": escape(name),
        "data-toc-label": "",
        "children": [],
    }


def _heading_name(head: str | ObjectView) -> str:
    """Return the name of a heading in the contents: a title, or the name of an object.

    A method is listed as ``GET /orders/{id}``, by which readers look for it.
    """
    match head:
        case str():
            return head
        case ContractView():
            return head.part.name
    return head.display


class _FenceHeadings(Treeprocessor):  # type: ignore[misc]  # Python-Markdown has no types
    """Adds the headings of fences to the contents of a page.

    The extension ``toc`` lists only headings of the page itself: it does not look into the raw HTML
    of a fence.
    """

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._fences: list[tuple[str, list[_HeadingToken]]] = []
        """The HTML of each fence of the current page, and its headings."""

    def add(self, html: str, headings: list[_HeadingToken]) -> None:
        """Remember a fence of the page that is being converted."""
        self._fences.append((html, headings))

    def run(self, root: Any) -> None:
        """Insert the headings of each fence at its position in the page; Python-Markdown calls this
        when the page is converted.
        """
        fences = self._fences
        self._fences = []  # the next page starts without fences
        tokens: Any = getattr(self.md, "toc_tokens", None)  # set by the extension `toc`
        if tokens is None:
            return
        for html, headings in fences:
            heading_above = _heading_above(root, self._placeholder(html))
            _insert_headings(tokens, heading_above, headings)

    def _placeholder(self, html: str) -> str:
        """Return the text by which Python-Markdown represents the raw HTML of a fence in the tree
        of the page; empty if the page does not contain it.
        """
        blocks = self.md.htmlStash.rawHtmlBlocks
        positions = [number for number, block in enumerate(blocks) if html in str(block)]
        if not positions:
            return ""
        # Nothing distinguishes equal fences on a page, so the headings of each follow the last one.
        return str(self.md.htmlStash.get_placeholder(positions[-1]))


def _fence_headings_of(md: Markdown) -> _FenceHeadings:
    """Return the tree processor of a converter that adds the headings of fences, registered
    once.
    """
    name = "ggdocs-contents"
    if name not in md.treeprocessors:
        # A lower number runs later: after `toc`, whose priority is 5.
        md.treeprocessors.register(_FenceHeadings(md), name, 1)
    processor = md.treeprocessors[name]
    assert isinstance(processor, _FenceHeadings)
    return processor


def _heading_above(root: Any, placeholder: str) -> str:
    """Return the id of the last heading above the placeholder of a fence.

    If the page does not contain the placeholder, it is the id of the page's last heading.
    """
    last_heading = ""
    for element in root.iter():
        if element.tag in _HEADING_TAGS:
            last_heading = element.get("id", last_heading)
        elif placeholder and placeholder in (element.text or ""):
            break
    return last_heading


def _insert_headings(
    tokens: list[_HeadingToken], heading_above: str, headings: list[_HeadingToken]
) -> None:
    """Insert the headings of a fence behind a heading of the page.

    They become children of the nearest ancestor of that heading, or of the heading itself, that has
    a lower level.
    """
    level = headings[0]["level"]
    siblings = tokens
    position = len(tokens)  # without a heading above, they are the last ones of the page
    # Go down from the outermost ancestor, as long as the headings of the fence belong below it.
    # Where they do not, they follow it.
    for token in _path_to(tokens, heading_above):
        position = siblings.index(token) + 1
        if token["level"] >= level:
            break
        siblings = token["children"]
        position = 0
    siblings[position:position] = headings


def _path_to(tokens: list[_HeadingToken], heading_id: str) -> list[_HeadingToken]:
    """Return the heading with an id and its ancestors, the outermost first; empty if there is
    none.
    """
    for token in tokens:
        if token["id"] == heading_id:
            return [token]
        if path := _path_to(token["children"], heading_id):
            return [token, *path]
    return []
