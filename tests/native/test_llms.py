"""The files for language models."""

from sphinxcontrib_ggdocs.native.element import DocumentLink
from sphinxcontrib_ggdocs.native.llms import MethodPage, llms_files
from sphinxcontrib_ggdocs.serving import Resource

SHOP = DocumentLink(
    slug="shop",
    title="Shop",
    json="shop/api-docs.json",
    script="shop/api-docs.js",
    methods="shop/methods/",
    files=(("OpenAPI", "shop/openapi.json"), ("Reference", "shop/api-docs.md")),
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


def test_an_index_and_all_references_in_one_file() -> None:
    references = {
        "shop/api-docs.md": Resource("text/markdown", lambda: b"# Shop\n"),
        "more.md": Resource("text/markdown", lambda: b"# More\n"),
    }
    methods = {
        "shop/methods/": [
            MethodPage(file="get.md", title="GET /orders", summary="All orders.", text=""),
            MethodPage(file="odd.md", title="GET /[odd]", summary="", text=""),
        ]
    }
    files = llms_files([SHOP, BANK], references, methods)
    assert list(files) == ["llms.txt", "llms-full.txt"]
    assert {file.media_type for file in files.values()} == {"text/plain; charset=utf-8"}
    assert files["llms.txt"].content.decode() == INDEX
    assert files["llms-full.txt"].content == b"# Shop\n\n# More\n"
