"""Objects found by name in the contents of documents."""

import pytest

from sphinxcontrib_ggdocs.named_objects import Contents, DocumentLookup, ObjectEntry

SHOP = Contents(
    objects=(
        ObjectEntry("method", "shop.OrderApi.save", "", "PUT /orders"),
        ObjectEntry("method", "shop.UserApi.save", "", "PUT /users"),
        ObjectEntry("schema", "shop.Order-Input", "", "Order (input)", "shop.Order"),
        ObjectEntry("schema", "shop.Order-Output", "", "Order (output)", "shop.Order"),
        ObjectEntry("schema", "shop.User", "", "User"),
    ),
)


MAIL = Contents(
    objects=(
        ObjectEntry("error", "mail.FULL", "", "FULL"),
        ObjectEntry("method", "mail.UserApi.save", "", "PUT /users"),
    )
)


LOOKUP = DocumentLookup({"shop": SHOP, "mail": MAIL})


@pytest.mark.parametrize(
    ("objtype", "target", "names"),
    [
        ("method", "OrderApi.save", ["shop.OrderApi.save"]),
        ("method", "PUT /orders", ["shop.OrderApi.save"]),
        ("schema", "Order", ["shop.Order-Input", "shop.Order-Output"]),
        ("schema", "Order-Input", ["shop.Order-Input"]),
        ("schema", "shop.User", ["shop.User"]),
        ("error", "FULL", ["mail.FULL"]),
        ("error", "User", []),
    ],
)
def test_names(objtype: str, target: str, names: list[str]) -> None:
    result = LOOKUP.find(objtype, target)
    assert [named.name for named in result.objects] == names


def test_what_is_known_of_an_object() -> None:
    result = LOOKUP.find("schema", "Order")
    assert (result.slug, result.message) == ("shop", "")


def test_the_document_of_a_slug_comes_first() -> None:
    assert LOOKUP.find("method", "UserApi.save", "mail").slug == "mail"
    assert LOOKUP.find("error", "FULL", "shop").slug == "mail"
