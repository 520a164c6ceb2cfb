"""Names that nothing else has."""

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, BadSlug, DuplicateSlug, read_specs
from sphinxcontrib_ggdocs.catalog.slugs import numbered
from sphinxcontrib_ggdocs.named_objects import split_name
from sphinxcontrib_ggdocs.native import GGApiDocsOptions

TAKEN = [
    pytest.param([], "a", id="a free name"),
    pytest.param(["a"], "a-2", id="the second"),
    pytest.param(["a", "a-2"], "a-3", id="the third"),
    pytest.param(["a", *(f"a-{n}" for n in range(2, 10))], "a-10", id="the tenth"),
    pytest.param(["a", *(f"a-{n}" for n in range(2, 17))], "a-17", id="after a power of two"),
    pytest.param(["a-2"], "a", id="a number alone"),
]


@pytest.mark.parametrize(("taken", "expected"), TAKEN)
def test_the_first_number_that_is_free(taken: list[str], expected: str) -> None:
    assert numbered("a", "-", taken) == expected


@pytest.mark.parametrize("slug", ["shop", "userService", "v1.2", "v1.2.3", "a_b", "shop-2.0", "X"])
def test_slugs_as_people_write_them(slug: str) -> None:
    assert ApiDocSpec(slug=slug, title="S", http=["a:b"]).slug == slug


@pytest.mark.parametrize(
    "slug", ["a/b", "a b", ".a", "a.", "a.b", "..", "Assets", "CON", "-a", "é"]
)
def test_slugs_that_are_no_names_of_folders_or_objects(slug: str) -> None:
    with pytest.raises(BadSlug):
        ApiDocSpec(slug=slug, title="S", http=["a:b"])


def test_slugs_that_differ_in_capitals_would_share_a_folder() -> None:
    docs = [{"slug": slug, "title": "S", "http": ["a:b"]} for slug in ("shop", "Shop")]
    with pytest.raises(DuplicateSlug):
        GGApiDocsOptions.model_validate({"docsPath": "/docs", "docs": docs})
    with pytest.raises(DuplicateSlug):
        read_specs(docs)


NAMES = {
    "shop.OrderApi.get": ("shop", "OrderApi.get"),
    "v1.2.OrderApi.get": ("v1.2", "OrderApi.get"),
    "v1.2.3.Order": ("v1.2.3", "Order"),
    "shop.404": ("shop", "404"),
    "shop": ("shop", ""),
    "": ("", ""),
}


@pytest.mark.parametrize(("full", "expected"), NAMES.items(), ids=NAMES)
def test_the_slug_in_a_full_name(full: str, expected: tuple[str, str]) -> None:
    assert split_name(full) == expected
