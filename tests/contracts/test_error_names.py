"""Errors of one document that share a type have keys that tell them apart."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import ERROR, Source
from sphinxcontrib_ggdocs.contracts.error_names import name_errors


def error(
    status: int = 409,
    data: object = None,
    description: str | None = None,
    module: str = "shop.orders",
) -> Any:
    """A definition of CONFLICT."""
    made = ERROR.define("CONFLICT", status, description=description) if data is None else None
    made = made or ERROR.define("CONFLICT", status, data, description=description)
    made.source = Source(module=module, line=1)
    return made


@pytest.mark.parametrize(
    ("errors", "keys"),
    [
        pytest.param([error()], ["CONFLICT"], id="one"),
        pytest.param(
            [error(), error(module="shop.users")], ["CONFLICT"] * 2, id="two that say the same"
        ),
        pytest.param(
            [error(data=list[int]), error(data=list[int])],
            ["CONFLICT"] * 2,
            id="equal types of data",
        ),
        pytest.param([error(), error(410)], ["CONFLICT-409", "CONFLICT-410"], id="statuses"),
        pytest.param(
            [error(), error(410), error()],
            ["CONFLICT-409", "CONFLICT-410", "CONFLICT-409"],
            id="statuses, one twice",
        ),
        pytest.param(
            [error(description="A."), error(description="B.", module="shop.users")],
            ["orders.CONFLICT", "users.CONFLICT"],
            id="descriptions alone, in two modules",
        ),
        pytest.param(
            [error(data=int), error(module="shop.users")],
            ["orders.CONFLICT", "users.CONFLICT"],
            id="data or none",
        ),
        pytest.param(
            [error(data=int), error(data=str, module="admin.orders")],
            ["shop.orders.CONFLICT", "admin.orders.CONFLICT"],
            id="modules of one name",
        ),
        pytest.param(
            [error(description="A."), error(description="B.")],
            ["CONFLICT-1", "CONFLICT-2"],
            id="nothing but the order",
        ),
        pytest.param(
            [error(), error(410), error(410, int)],
            ["CONFLICT-1", "CONFLICT-2", "CONFLICT-3"],
            id="two of one status",
        ),
    ],
)
def test_keys_of_errors(errors: list[Any], keys: list[str]) -> None:
    found = name_errors([*errors, errors[0]])
    assert [found[each] for each in errors] == keys
