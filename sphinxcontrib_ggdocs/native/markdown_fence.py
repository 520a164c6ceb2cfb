"""The fence ``ggdocs`` of Markdown for MkDocs, Zensical and others: writes the text of a document,
and the element in which the browser UI replaces it, into a page.

It is a custom fence of `pymdownx.superfences`, whose content names the contract document of a site
that `ggdocs build` has written. That site has been made for its audience.
"""

from html import escape
from pathlib import Path
from typing import Any, Final

from markdown import Markdown
from markdown.extensions.toc import TocExtension, slugify
from pymdownx.superfences import SuperFencesException

from ..catalog.readers import read_documents
from ..contracts import ContractError
from ..contracts.contract_errors import Where
from ..document.model import ApiDocsDocument
from .bundle import installed_bundle
from .element import DOCUMENT_FILES, INDEX, VERSIONS, DocumentLink, element_attributes, opening_tag
from .markdown import markdown_of
from .safe_html import safe_html

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
        read = read_documents({"contract_document": [str(file)]}, Where(owner=str(file)))
    except ContractError as error:
        raise SuperFencesException(str(error)) from error
    document = read.document
    assert isinstance(document, ApiDocsDocument)
    bundle = installed_bundle()
    attributes = element_attributes([_link(file, document)], bundle, mode="embedded", prefix=prefix)
    return (
        f'<script defer src="{escape(prefix + bundle.script_path)}"></script>\n'
        f"{opening_tag({'class': css_class, **attributes})}\n{fence_text(document)}\n</gg-docs>"
    )


def _link(file: Path, document: ApiDocsDocument) -> DocumentLink:
    """Where the files of the document are in its site."""
    is_alone = (file.parent / INDEX).is_file()
    return DocumentLink.below(
        "" if is_alone else file.parent.name,
        document.service.slug,
        document.service.name,
        has_script=file.with_name(DOCUMENT_FILES[1]).is_file(),
        has_versions=file.with_name(VERSIONS).is_dir(),
    )


def fence_text(document: ApiDocsDocument) -> str:
    """Return the static text, whose headings are below the title of the page."""
    slug = document.service.slug

    def anchor(title: str, separator: str) -> str:
        return f"{slug}-{slugify(title, separator)}"

    toc = TocExtension(baselevel=2, slugify=anchor)
    writer = Markdown(extensions=["fenced_code", "sane_lists", "tables", toc])
    # Tags in text of others are text.
    writer.preprocessors.deregister("html_block")
    writer.inlinePatterns.deregister("html")
    return safe_html(writer.convert(markdown_of(document)))
