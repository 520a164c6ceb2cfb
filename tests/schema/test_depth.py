"""Types in types in types: no limit of recursion is met where pydantic could go on."""

import json
import sys
import threading
from typing import Any, Protocol

import pytest
from pydantic import create_model
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import ContractError, http, ws
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.native import ApiDocSpec, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

CREATE: Any = create_model
LIST: Any = list
DICT: Any = dict
TUPLE: Any = tuple


def chained(length: int) -> Any:
    model = CREATE("Model0", size=(int, ...))
    for number in range(1, length):
        model = CREATE(f"Model{number}", size=(int, ...), inner=(model, ...))
    return model


def nested(wrap: Any, depth: int = 200) -> Any:
    inner: Any = int
    for _ in range(depth):
        inner = wrap(inner)
    return inner


DEEP = [
    pytest.param(lambda: chained(400), id="400 models"),
    pytest.param(lambda: nested(lambda inner: LIST[inner]), id="200 lists"),
    pytest.param(lambda: nested(lambda inner: DICT[str, inner]), id="200 dicts"),
    pytest.param(lambda: nested(lambda inner: TUPLE[inner, ...]), id="200 tuples"),
    pytest.param(lambda: nested(lambda inner: LIST[inner] | None, 60), id="60 optional lists"),
    pytest.param(
        lambda: CREATE("Deep", deep=(nested(lambda inner: LIST[inner], 60), [])),
        id="60 lists in a field",
    ),
]


@pytest.mark.parametrize("make", DEEP)
def test_deep_types_are_written(make: Any) -> None:
    form: Any = make()

    @http.api("/deep")
    class DeepApi(Protocol):
        @http.post("")
        def put(self, body: form) -> form: ...

    @ws.api("/ws")
    class DeepSocket(Protocol):
        @ws.client_to_server
        def put(self, body: form) -> None: ...

    limit = sys.getrecursionlimit()
    document = build_contract_doc(
        ApiDocSpec(slug="deep", title="Deep", http=[DeepApi], ws=[DeepSocket])
    )
    assert json.loads(document.model_dump_json())["schemas"] == document.schemas
    assert markdown_of(document)
    assert json.dumps(to_openapi([DeepApi], title="Deep"))
    assert json.dumps(to_asyncapi([DeepSocket], title="Deep"))
    check_contracts(DeepApi, DeepSocket)
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize(
    ("make", "place"),
    [
        pytest.param(lambda inner: inner, "DeepApi.put", id="argument"),
        pytest.param(lambda inner: TypeAliasType("Deep", inner), "Deep", id="alias"),
    ],
)
def test_what_is_too_deep_for_pydantic_is_refused_with_its_place(make: Any, place: str) -> None:
    form: Any = make(nested(lambda inner: LIST[inner] | None, 100))

    @http.api("/deep")
    class DeepApi(Protocol):
        @http.post("")
        def put(self, body: form) -> None: ...

    document = build_contract_doc(ApiDocSpec(slug="deep", title="Deep", http=[DeepApi]))
    assert markdown_of(document)
    with pytest.raises(
        ContractError,
        match=rf"(?s)^{place}: a type has too many.*hint: give one of the inner types a",
    ):
        document.to_json()


def test_the_limit_is_that_of_before_when_all_builds_are_done() -> None:
    limit = sys.getrecursionlimit()
    form: Any = nested(lambda inner: TUPLE[inner, ...])

    @http.api("/deep")
    class DeepApi(Protocol):
        @http.post("")
        def put(self, body: form) -> None: ...

    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(to_openapi([DeepApi], title="Deep")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[1:] == found[:-1]
    assert len(found) == 4
    assert sys.getrecursionlimit() == limit
