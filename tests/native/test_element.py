"""The attributes of ``<gg-docs>``, from which the UI begins."""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import Branding
from sphinxcontrib_ggdocs.native.bundle import installed_bundle
from sphinxcontrib_ggdocs.native.element import DocumentLink, element_attributes, opening_tag
from sphinxcontrib_ggdocs.native.ui_language import words_attribute

SHOP = DocumentLink(slug="shop", title="Shop", json="shop/a.json", script="shop/a.js")


FILED = DocumentLink(
    slug="shop",
    title="Shop",
    json="shop/a.json",
    script="shop/a.js",
    files=(("OpenAPI", "shop/openapi.json"),),
)


def attributes(link: DocumentLink = SHOP, *given: Any, **options: Any) -> dict[str, str]:
    return element_attributes([link], installed_bundle(), *given, **{"mode": "full", **options})


def test_paths_have_the_prefix() -> None:
    found = attributes(FILED, mode="embedded", prefix="../apidocs/")
    assert found["data-full-page"] == "../apidocs/index.html"
    assert found["data-stylesheet"] == "../apidocs/" + installed_bundle().style_path
    assert json.loads(found["data-documents"]) == [
        {
            "slug": "shop",
            "title": "Shop",
            "json": "../apidocs/shop/a.json",
            "script": "../apidocs/shop/a.js",
            "files": [{"title": "OpenAPI", "href": "../apidocs/shop/openapi.json"}],
        }
    ]


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        pytest.param(("ruby", "curl"), [["ruby", ""], ["curl", ""]], id="a list"),
        pytest.param({"curl": "Shell"}, [["curl", "Shell"]], id="with names"),
    ],
)
def test_languages_of_samples(
    languages: tuple[str, ...] | dict[str, str] | None, expected: list[list[str]] | None
) -> None:
    found = attributes(SHOP, Branding(languages=languages)).get("data-languages")
    ordered = found and [list(pair) for pair in json.loads(found).items()]
    assert ordered == expected


def test_words_of_the_language_of_the_reader() -> None:
    assert attributes(language="de_AT")["data-words"] == words_attribute("de")
    assert "data-words" not in attributes(language="en")


def test_values_are_escaped() -> None:
    assert opening_tag({"a": '<"&>', "b": "1"}) == ('<gg-docs a="&lt;&quot;&amp;&gt;" b="1">')
