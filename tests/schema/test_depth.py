"""Types in types in types: no limit of recursion is met where pydantic could go on."""

import gc
import json
import sys
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from pydantic import create_model
from pydantic_core import core_schema

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ContractError, http, ws
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.schema import SchemaRegistry

CREATE: Any = create_model
LIST: Any = list
DEQUE: Any = deque


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
    pytest.param(
        lambda: _with_fault(400, int), id="400 models in lists", marks=pytest.mark.part("large")
    ),
    pytest.param(lambda: nested(lambda inner: LIST[inner] | None, 60), id="60 optional lists"),
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

    document = build_contract_doc(
        ApiDocSpec(slug="deep", title="Deep", http=[DeepApi], ws=[DeepSocket])
    )
    assert json.loads(document.model_dump_json())["schemas"] == document.schemas
    assert markdown_of(document)
    assert json.dumps(to_openapi([DeepApi], title="Deep"))
    assert json.dumps(to_asyncapi([DeepSocket], title="Deep"))
    check_contracts(DeepApi, DeepSocket)


def test_what_python_or_pydantic_cannot_reach_is_refused_with_its_place() -> None:
    form: Any = nested(lambda inner: DEQUE[inner], 300)

    @http.api("/deep")
    class DeepApi(Protocol):
        @http.post("")
        def put(self, body: form) -> None: ...

    with pytest.raises(
        ContractError, match=r"(?s)DeepApi.put: body: a type nests too many.*a model"
    ):
        build_contract_doc(ApiDocSpec(slug="deep", title="Deep", http=[DeepApi]))


@pytest.mark.parametrize(
    ("make", "place"),
    [
        pytest.param(lambda inner: inner, "DeepApi.put", id="argument"),
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
        match=rf"(?s)^{place}: a type nests too many.*hint: give one of the inner types a",
    ):
        document.to_json()


def test_what_python_cannot_write_is_refused() -> None:
    registry = SchemaRegistry()
    slot = registry.add(nested(lambda inner: LIST[inner], 300), "input")
    written = registry.write()
    with pytest.raises(ContractError, match="a type nests too many"):
        _below(600, lambda: written.schema(slot))


def _below(frames: int, call: Callable[[], object]) -> object:
    return _below(frames - 1, call) if frames else call()


@pytest.mark.parametrize("place", ["argument", "answer"])
def test_what_python_cannot_read_in_a_signature_is_refused_with_its_place(place: str) -> None:
    form: Any = nested(lambda inner: LIST[inner], 500)
    body: Any = form if place == "argument" else int
    answer: Any = form if place == "answer" else None

    @http.api("/deep")
    class DeepApi(Protocol):
        @http.post("")
        def put(self, body: body) -> answer: ...

    @ws.api("/ws")
    class DeepSocket(Protocol):
        @ws.client_to_server
        def put(self, body: body) -> answer: ...

    for api in (DeepApi, DeepSocket):
        with pytest.raises(
            ContractError,
            match=rf"(?s)test_depth.py:\d+: {api.__name__}.put: a type nests too many",
        ):
            check_contracts(api)


def _with_fault(length: int, fault: Any) -> Any:
    model = CREATE("Model0", size=(fault, ...))
    for number in range(1, length):
        model = CREATE(f"Model{number}", size=(int, ...), inner=(LIST[model], ...))
    return model


def test_a_type_that_is_refused_leaves_nothing_behind() -> None:
    registry = SchemaRegistry()
    for _ in range(2):
        with pytest.raises(ContractError, match=r"^Model2\.inner\.Model1\.inner\.Model0\.size: "):
            registry.add(_with_fault(3, Callable), "input")
    registry.add(chained(3), "input")
    assert list(registry.write().schemas) == ["Model0", "Model1", "Model2"]


def test_nothing_of_the_process_is_changed_while_a_document_is_built() -> None:
    seen: list[tuple[int, bool]] = []

    class Hooked:
        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            seen.append((sys.getrecursionlimit(), gc.isenabled()))
            return core_schema.str_schema()

    @http.api("/hooked")
    class HookedApi(Protocol):
        @http.post("")
        def put(self, body: Hooked) -> None: ...

    build_contract_doc(ApiDocSpec(slug="hooked", title="Hooked", http=[HookedApi]))
    to_openapi([HookedApi], title="Hooked")
    check_contracts(HookedApi)
    assert set(seen) == {(sys.getrecursionlimit(), True)}
