"""The files for language models."""

from sphinxcontrib_ggdocs.native.document_files import DocumentFiles, MethodPage
from sphinxcontrib_ggdocs.native.element import DocumentLink
from sphinxcontrib_ggdocs.native.llms import llms_full, llms_index
from sphinxcontrib_ggdocs.native.view import DocumentView
from sphinxcontrib_ggdocs.serving import Resource

SHOP = DocumentLink(
    slug="shop",
    title="Shop",
    json="shop/api-docs.json",
    script="shop/api-docs.js",
    methods="shop/methods/",
    files=(("OpenAPI", "shop/openapi.json"), ("Reference", "shop/api-docs.md")),
    outputs={"markdown": "shop/api-docs.md"},
)
BANK = DocumentLink(slug="bank", title="Bank", json="bank.json", script="bank.js")
INDEX = """\
# API reference

> HTTP and WebSocket methods with their types, errors and credentials.

[All documents in one file](llms-full.txt)

## Shop

- [Reference](shop/api-docs.md)
- [OpenAPI](shop/openapi.json)
- [Contract document (the reference as JSON)](shop/api-docs.json)

## Methods of Shop

- [GET /orders](shop/methods/get.md): All orders.
- [GET /\\[odd\\]](shop/methods/odd.md)

## Bank

- [Contract document (the reference as JSON)](bank.json)
"""


def no_view() -> DocumentView:
    raise AssertionError("nothing here is made of the document itself")


def test_an_index_and_all_references_in_one_file() -> None:
    methods = [
        MethodPage(file="get.md", title="GET /orders", summary="All orders.", text=""),
        MethodPage(file="odd.md", title="GET /[odd]", summary="", text=""),
    ]
    markdown = {"markdown": Resource("text/markdown", lambda: b"# Shop\n")}
    more = {"markdown": Resource("text/markdown", lambda: b"# More\n")}
    shop = DocumentFiles(link=SHOP, view=no_view, methods=methods, files=markdown)
    bank = DocumentFiles(link=BANK, view=no_view)
    assert llms_index([shop, bank], None).decode() == INDEX
    of_more = DocumentFiles(link=BANK, view=no_view, files=more)
    assert llms_full([shop, bank, of_more], None) == b"# Shop\n\n# More\n"
