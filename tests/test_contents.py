"""Objects found by name in the contents of documents."""

import pytest

from sphinxcontrib_ggdocs.contents import Contents, ObjectName, find_object

SHOP = Contents(
    objects=(
        ObjectName("method", "shop.OrderApi.save", "PUT /orders", "", "1"),
        ObjectName("method", "shop.UserApi.save", "PUT /users", "", "2"),
        ObjectName("schema", "shop.Order-Input", "Order (input)", "shop.Order", "3"),
        ObjectName("schema", "shop.Order-Output", "Order (output)", "shop.Order", "4"),
        ObjectName("schema", "shop.User", "User", "", "5"),
    ),
    origins={"Order-Input": "shop.models.Order", "Order-Output": "shop.models.Order"},
)
MAIL = Contents(objects=(ObjectName("error", "mail.FULL", "FULL", "", "6"),))
DOCUMENTS = {"1": SHOP, "2": MAIL}


@pytest.mark.parametrize(
    ("objtype", "target", "names"),
    [
        ("method", "OrderApi.save", ["shop.OrderApi.save"]),
        ("method", "PUT /users", ["shop.UserApi.save"]),
        ("schema", "Order", ["shop.Order-Input", "shop.Order-Output"]),
        ("schema", "Order-Input", ["shop.Order-Input"]),
        ("schema", "shop.User", ["shop.User"]),
        ("error", "FULL", ["mail.FULL"]),
        ("error", "User", []),
    ],
)
def test_names(objtype: str, target: str, names: list[str]) -> None:
    found = find_object(DOCUMENTS, (), objtype, target)
    assert [each.name for each in found.objects] == names


def test_what_is_known_of_an_object() -> None:
    found = find_object(DOCUMENTS, ("broken",), "schema", "Order")
    assert (found.key, found.slug, found.message, found.problems) == ("1", "shop", "", ())
    assert found.origins == ("shop.models.Order", "shop.models.Order")
    assert find_object(DOCUMENTS, (), "error", "FULL").origins == ("",)


def test_names_of_several_objects() -> None:
    found = find_object(DOCUMENTS, (), "method", "save")
    assert len(found.objects) == 1
    assert "may be any of 'shop.OrderApi.save', 'shop.UserApi.save'" in found.message


def test_names_of_nothing() -> None:
    found = find_object(DOCUMENTS, ("broken",), "method", "OrderApi.sav")
    assert "no document has the method 'OrderApi.sav'" in found.message
    assert "OrderApi.save" in found.message
    assert found.problems == ("broken",)


def test_digests_differ_when_what_is_shown_does() -> None:
    other = Contents(objects=SHOP.objects)
    found = [
        find_object(DOCUMENTS, (), "schema", "Order"),
        find_object({"1": other}, (), "schema", "Order"),
        find_object(DOCUMENTS, (), "schema", "Order-Input"),
        find_object(DOCUMENTS, (), "method", "save"),
        find_object(DOCUMENTS, (), "method", "OrderApi.save"),
        find_object(DOCUMENTS, (), "method", "none"),
        find_object(DOCUMENTS, ("broken",), "method", "none"),
    ]
    assert len({each.digest for each in found}) == len(found)
    assert found[0].digest == find_object({"x": SHOP}, (), "schema", "Order").digest
