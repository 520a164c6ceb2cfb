"""The guide to moving from other extensions, word for word: projects as those extensions have them
are changed by the differences of the guide alone, and build without a warning.
"""

import re
from pathlib import Path

import pytest

from .snippets import blocks, change_files, run, write_files

PAGE = "docs/guides/migrating.md"

OPENAPI = {
    "docs/conf.py": """\
project = "Shop"
extensions = ["sphinxcontrib.openapi"]
openapi_default_renderer = "httpdomain"
html_static_path = []
""",
    "docs/index.rst": """\
Shop
====

.. toctree::

   checkout
   payments

.. openapi:: shop.yaml
   :examples:
   :group:
   :request:

That was all.
""",
    "docs/checkout.rst": """\
Checkout
========

.. openapi:: shop.yaml
   :paths:
      /orders/{id}
   :examples:

Fetch it by :http:get:`/orders/{id}`.
""",
    "docs/payments.rst": """\
Payments
========

.. openapi:: shop.yaml
   :include:
      /payments.*
""",
}
REDOC = {
    "docs/conf.py": """\
project = "Shop"
extensions = ["sphinxcontrib.redoc"]
redoc = [
    {"name": "Shop", "page": "api", "spec": "shop.yaml", "embed": True, "opts": {"lazy-rendering": True}},
]
redoc_uri = "https://cdn.redoc.ly/redoc/latest/bundles/redoc.standalone.js"
""",
    "docs/index.rst": """\
Shop
====

.. toctree::

   Reference <https://docs.example.com/api.html>
   about
""",
    "docs/about.rst": "About\n=====\n\nSells things.\n",
}
HTTPDOMAIN = {
    "docs/conf.py": 'project = "Store"\nextensions = ["sphinxcontrib.httpdomain"]\n',
    "docs/index.rst": """\
Store
=====

.. http:get:: /items/(int:id)

   Get an item with its price.

   :param id: The number of the item.
   :query currency: Of the price.
   :>json float price: What it costs.
   :statuscode 200: The item.
   :statuscode 404: There is no such item.

Prices come with :http:get:`/items/(int:id)`.
""",
}
AUTODOC_PYDANTIC = {
    "docs/conf.py": """\
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
project = "Bakery"
extensions = ["sphinx.ext.autodoc", "sphinxcontrib.autodoc_pydantic"]
autodoc_pydantic_model_show_json = True
""",
    "docs/index.rst": """\
Bakery
======

.. autopydantic_model:: bakery.Loaf
   :model-show-field-summary:

.. autofunction:: bakery.bake

There is nothing but :py:class:`bakery.Loaf`.
""",
}
MOVES = [
    pytest.param(
        "From sphinxcontrib-openapi",
        OPENAPI,
        {
            "index": ["/orders/", "/payments", 'id="gg-shop.Payments.pay"'],
            "checkout": ["/orders/", 'href="index.html#gg-shop.Orders.get_order"'],
            "payments": ["/payments", "Paid"],
        },
        id="openapi",
    ),
    pytest.param(
        "From sphinxcontrib-redoc",
        REDOC,
        {"api": ["/orders/", 'data-layout="full"'], "index": ['href="api.html"']},
        id="redoc",
    ),
    pytest.param(
        "From sphinxcontrib-httpdomain",
        HTTPDOMAIN,
        {
            "index": [
                "Get an item with its price.",
                "The number of the item.",
                "There is no such item.",
                'href="#gg-store.Items.get_item"',
            ]
        },
        id="httpdomain",
    ),
    pytest.param(
        "From autodoc_pydantic",
        AUTODOC_PYDANTIC,
        {
            "index": [
                'id="gg-type-bakery.Loaf"',
                "A loaf of bread.",
                "In grams.",
                "What a loaf is made of.",
                'sig-return-typehint"><a class="reference internal" href="#gg-type-bakery.Loaf"',
                '<a class="reference internal" href="#gg-type-bakery.Loaf" title="Loaf"><code',
                'href="#gg-nested-bakery.Flour"',
            ]
        },
        id="autodoc_pydantic",
    ),
]


@pytest.mark.parametrize(("section", "files", "shown"), MOVES)
def test_a_project_that_moves(
    tmp_path: Path, section: str, files: dict[str, str], shown: dict[str, list[str]]
) -> None:
    (file,) = [block for block in blocks(PAGE) if block.file == "docs/shop.yaml"]
    for name, text in {**files, "docs/shop.yaml": file.text}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    write_files(PAGE, tmp_path, section)
    change_files(PAGE, tmp_path, section)
    conf = tmp_path / "docs" / "conf.py"
    # the old extension may stay for a while; it is not installed here
    conf.write_text(conf.read_text().replace('"sphinxcontrib.httpdomain", ', ""))
    run("sphinx-build -W docs public", tmp_path)
    for page, texts in shown.items():
        html = (tmp_path / "public" / f"{page}.html").read_text(encoding="utf-8")
        assert [text for text in texts if text not in html] == [], page
    left = re.findall(
        r"openapi:: |:http:|redoc|autodoc_?pydantic", "".join(map(_text, tmp_path.glob("docs/*")))
    )
    assert left == []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
