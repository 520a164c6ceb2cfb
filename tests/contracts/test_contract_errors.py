"""What is wrong with a contract is said at once, with the class, the method, what is wrong and what
to do.
"""

import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import ContractError, HttpContract, contract_of
from sphinxcontrib_ggdocs.contracts.authoring.drafts import leaving_methods_out
from sphinxcontrib_ggdocs.contracts.contract_errors import Where, paths_relative_to
from sphinxcontrib_ggdocs.contracts.model import Source, where_of

HEAD = """\
from typing import Annotated, Any, Protocol
from pydantic import BaseModel
from sphinxcontrib_ggdocs.contracts import ERROR, Brand, Requirement, http, ws

class Item(BaseModel):
    id: int

"""
API = "@http.api('/items')\nclass Api(Protocol):\n"


def method(
    decorator: str, arguments: str = "self", answer: str = " -> int", name: str = "it"
) -> str:
    """The source of a method."""
    return f"    @{decorator}\n    def {name}({arguments}){answer}: ...\n"


AT_ONCE: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "placeholder without argument": (
        API + method("http.get('/{id}')"),
        "path",
        ("Api.it", "{id}", "argument"),
    ),
    "path marker without placeholder": (
        API + method("http.get('/x')", "self, id: Annotated[int, http.Path()]"),
        "path",
        ("Api.it", "id"),
    ),
    "malformed path": (
        API + method("http.get('/{id')", "self, id: int"),
        "path",
        ("Api.it", "/{id"),
    ),
    "a line break in a path": (
        API + method("http.get('/a\\nb')"),
        "path",
        ("Api.it", "control character"),
    ),
    "two methods on one verb and path": (
        API + method("http.get('/x')", name="one") + method("http.get('/x')", name="two"),
        "duplicate-method",
        ("Api", "one", "two", "GET"),
    ),
    "an error that is none": (
        API + method("http.get(errors=[ValueError])"),
        "not-an-error",
        ("Api.it", "ValueError"),
    ),
    "no annotation": (
        API + method("http.get()", "self, size"),
        "missing-annotation",
        ("Api.it", "size"),
    ),
    "no answer": (
        API + method("http.get()", answer=""),
        "missing-annotation",
        ("Api.it", "the answer has no type"),
    ),
    "a body on GET": (
        API + method("http.get()", "self, item: Annotated[Item, http.Body()]"),
        "body-not-allowed",
        ("Api.it", "GET", "item"),
    ),
    "star arguments": (
        API + method("http.get()", "self, *sizes: int"),
        "variadic-argument",
        ("Api.it", ": *sizes"),
    ),
    "star star arguments": (
        API + method("http.get()", "self, **sizes: int"),
        "variadic-argument",
        ("Api.it", ": **sizes"),
    ),
    "no status": (API + method("http.get(status=[])"), "bad-option", ("Api.it", "no status")),
    "two markers": (
        API + method("http.get()", "self, size: Annotated[int, http.Query(), http.Header()]"),
        "bad-option",
        ("Api.it", "two markers"),
    ),
    "a name that no link can have": (
        "@http.api('/items', name='Item Api')\nclass Api(Protocol):\n" + method("http.get()"),
        "bad-option",
        ("name='Item Api' is not an identifier",),
    ),
    "an unknown error format": (
        "@http.api('/items', error_format='xml')\nclass Api(Protocol):\n" + method("http.get()"),
        "bad-option",
        ("Api", "xml"),
    ),
    "an error with a status in words": (
        "X = ERROR.define('GONE', '410')\n",
        "bad-option",
        ("GONE", "'410'"),
    ),
    "an error without a name": (
        "X = ERROR.define('not here', 404)\n",
        "bad-option",
        ("not here", "identifier"),
    ),
    "a brand without a name": ("X = Brand('User Id')\n", "bad-option", ("User Id", "identifier")),
    "a requirement with another's error": (
        "X = Requirement('M', errors=[KeyError])\n",
        "not-an-error",
        ("Requirement('M')", "KeyError"),
    ),
    "a WebSocket placeholder without parameter": (
        "@ws.api('/live/{room}')\nclass Api(Protocol):\n"
        + method("ws.server_to_client", "self, item: Item", " -> None"),
        "path",
        ("Api", "{room}"),
    ),
    "http.api without parentheses": (
        "@http.api\nclass Api(Protocol):\n" + method("http.get()"),
        "bad-option",
        ("Api: @http.api without parentheses", "@http.api(...)"),
    ),
    "ws.api without parentheses": (
        "@ws.api\nclass Api(Protocol):\n" + method("ws.client_to_server"),
        "bad-option",
        ("Api", "@ws.api without parentheses"),
    ),
    "an interaction in an HTTP contract": (
        API + method("http.get()") + method("ws.client_to_server", name="say"),
        "bad-option",
        ("Api.say", "the other kind", "below http.api"),
    ),
    "a method in a WebSocket contract": (
        "@ws.api('/live')\nclass Api(Protocol):\n"
        + method("ws.client_to_server")
        + method("http.get()", name="get"),
        "bad-option",
        ("Api.get", "the other kind", "below ws.api"),
    ),
    "a body on one of several verbs": (
        API
        + "    @http.post()\n"
        + method("http.get()", "self, item: Annotated[Item, http.Body()]"),
        "body-not-allowed",
        ("Api.it", "GET", "item"),
    ),
    "two paths that differ by a last slash": (
        API + method("http.get('/x')", name="one") + method("http.get('/x/')", name="two"),
        "duplicate-method",
        ("Api.two", "GET /items/x/", "one"),
    ),
    "two paths that match the same": (
        API
        + method("http.get('/{a}')", "self, a: int", name="one")
        + method("http.get('/{b}')", "self, b: int", name="two"),
        "duplicate-method",
        ("Api.two", "one"),
    ),
    "two decorators that contradict each other": (
        API + "    @http.get('/x')\n" + method("http.post('/y')"),
        "bad-option",
        ("Api.it", "two decorators"),
    ),
    "two decorators on one path, both with options": (
        API + "    @http.get('/x', status=200)\n" + method("http.post('/x', status=201)"),
        "bad-option",
        ("Api.it", "two decorators"),
    ),
    "a class decorated twice": (
        "@http.api('/a')\n" + API + method("http.get()"),
        "not-a-contract",
        ("Api", "twice"),
    ),
    "a class without methods": (
        API + "    pass\n",
        "bad-option",
        ("Api", "no methods", "@http.get"),
    ),
    "a WebSocket class without interactions": (
        "@ws.api('/a')\nclass Api(Protocol):\n    pass\n",
        "bad-option",
        ("Api", "no interactions", "@ws.client_to_server"),
    ),
    "a path without slash": (
        API + method("http.get('x')"),
        "path",
        ("Api.it", "'x'", "slash", "'/x'"),
    ),
    "a WebSocket path without slash": (
        "@ws.api('a')\nclass Api(Protocol):\n" + method("ws.client_to_server"),
        "path",
        ("Api", "slash"),
    ),
    "a query in the path": (
        API + method("http.get('/x?y=1')"),
        "path",
        ("Api.it", "/x?y=1", "arguments"),
    ),
    "a placeholder twice": (
        API + method("http.get('/{a}/{a}')", "self, a: int"),
        "path",
        ("Api.it", "twice"),
    ),
    "a permission that is none": (
        API + method("http.get(permission='admin')"),
        "bad-option",
        ("Api.it", "'admin'", "scope("),
    ),
    "an error of an interaction that is none": (
        "@ws.api('/a')\nclass Api(Protocol):\n" + method("ws.client_to_server(errors=KeyError)"),
        "not-an-error",
        ("Api.it", "KeyError", "ERROR.define"),
    ),
    "a header marked as something else": (
        "X = Requirement('M', headers={'X-Id': Annotated[str, http.Query()]})\n",
        "bad-option",
        ("Requirement('M'): X-Id", "Query(", "http.Header("),
    ),
    "a header of two names": (
        API + method("http.get(response_headers={'X-Id': Annotated[str, http.Header('X-Ident')]})"),
        "bad-option",
        ("Api.it: response_headers", "'X-Id', 'X-Ident'", "key alone"),
    ),
}
AT_FIRST_USE: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "a type deeper than Python's stack": (
        f"Deep = int\nfor _ in range(2000):\n    Deep = list[Deep]\n\n{API}"
        + method("http.post()", "self, value: Deep"),
        "no-schema",
        ("Api.it", "too many"),
    ),
    "a type that is not there": (
        API + method("http.get()", "self, size: 'Sise'"),
        "unresolved-type",
        ("Api.it", "Sise"),
    ),
    "two parameters of one name": (
        API + method("http.get()", "self, a: Annotated[int, http.Query('b')], b: int"),
        "bad-option",
        ("Api.it", "'b'", "rename"),
    ),
    "an answer that its status has no room for": (
        API + method("http.get(status=204)"),
        "bad-option",
        ("Api.it", "status=204", "None"),
    ),
    "a body that is found late": (
        API + "    @http.post()\n" + method("http.get()", "self, item: Item"),
        "body-not-allowed",
        ("Api.it", "GET", "item"),
    ),
    "no contract": ("class Api: ...\n", "not-a-contract", ("Api", "http.api")),
}


Run = Callable[[str], Any]


@pytest.fixture
def run() -> Iterator[Run]:
    """Runs the source of a module."""
    module = types.ModuleType("mistaken")
    sys.modules["mistaken"] = module

    def execute(source: str) -> types.ModuleType:
        exec(compile(HEAD + source, "mistaken.py", "exec"), vars(module))
        return module

    yield execute
    del sys.modules["mistaken"]


def check(error: ContractError, code: str, parts: tuple[str, ...]) -> None:
    codes = {each.code for each in error.exceptions}
    assert codes == {code}
    text = str(error)
    assert [part for part in parts if part not in text] == []
    assert "hint: " in text


@pytest.mark.parametrize(("source", "code", "parts"), AT_ONCE.values(), ids=AT_ONCE)
def test_structure_is_checked_when_the_class_is_created(
    run: Run, source: str, code: str, parts: tuple[str, ...]
) -> None:
    with pytest.raises(ContractError) as caught:
        run(source)
    check(caught.value, code, parts)


@pytest.mark.parametrize(("source", "code", "parts"), AT_FIRST_USE.values(), ids=AT_FIRST_USE)
def test_types_are_checked_at_first_use(
    run: Run, source: str, code: str, parts: tuple[str, ...]
) -> None:
    module = run(source)
    with pytest.raises(ContractError) as caught:
        contract_of(module.Api)
    check(caught.value, code, parts)


STATUSES = [
    (99, False),
    (199, False),
    (200, True),
    (399, True),
    (400, False),
    (404, False),
    (499, False),
    (600, False),
]
ERROR_STATUSES = [(200, False), (399, False), (400, True), (599, True), (600, False)]


@pytest.mark.parametrize(
    ("source", "valid"),
    [
        *((API + method(f"http.get(status={status})"), valid) for status, valid in STATUSES),
        *((API + method(f"http.get(status=[200, {status}])"), valid) for status, valid in STATUSES),
        *((f"X = ERROR.define('GONE', {status})\n", valid) for status, valid in ERROR_STATUSES),
    ],
)
def test_statuses_of_success_and_of_errors(run: Run, source: str, valid: bool) -> None:
    if valid:
        run(source)
        return
    with pytest.raises(ContractError, match=r"is not a status of (success|an error)"):
        run(source)


def test_several_errors_are_raised_together(run: Run) -> None:
    with pytest.raises(ContractError) as caught:
        run(API + method("http.get('/{id}', errors=[ValueError])", "self, size"))
    assert {each.code for each in caught.value.exceptions} == {
        "path",
        "not-an-error",
        "missing-annotation",
    }
    first = caught.value.exceptions[0]
    assert (caught.value.where, caught.value.hint) == (first.where, first.hint)


SOUND_AND_WRONG = (
    API
    + method("http.get('/sound')", name="sound")
    + method("http.get('/{id}')", name="wrong")
    + method("http.get('/other')", name="other")
)


def test_methods_with_errors_can_be_left_out(run: Run) -> None:
    with leaving_methods_out():
        api = run(SOUND_AND_WRONG).Api
        with pytest.raises(ContractError, match="no argument 'id'"):
            contract_of(api)
        errors: list[ContractError] = []
        contract = contract_of(api, on_bad_type=errors.append)
        assert isinstance(contract, HttpContract)
        assert [each.name for each in contract.methods] == ["sound", "other"]
        assert [(each.code, each.where.owner) for each in errors] == [("path", "Api.wrong")]
    with pytest.raises(ContractError, match="no argument 'id'"):
        run(SOUND_AND_WRONG)


def test_an_error_of_the_class_leaves_no_methods_out(run: Run) -> None:
    with leaving_methods_out(), pytest.raises(ContractError) as caught:
        run(SOUND_AND_WRONG.replace("'/items'", "'/items', name='no name'"))
    assert {each.where.owner for each in caught.value.exceptions} == {"Api", "Api.wrong"}


def test_who_takes_errors_of_types_takes_those_of_documents_too(run: Run) -> None:
    errors: list[ContractError] = []
    others: list[ContractError] = []
    contract = contract_of(run(API + method("http.get()")).Api, on_bad_type=errors.append)
    assert contract.on_bad_type == errors.append
    assert contract_of(contract, on_bad_type=others.append).on_bad_type == errors.append
    assert contract_of(run(API + method("http.get()")).Api).on_bad_type is None


def test_places_are_named_from_a_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "app" / "api.py", tmp_path / "other.py"
    with paths_relative_to(tmp_path / "app"):
        assert str(Where(file=str(inside), line=3)) == "api.py:3"
        assert str(Where(file=str(outside))) == str(outside)
    assert str(Where(file=str(inside))) == str(inside)


def test_a_place_has_the_file_of_its_module() -> None:
    assert where_of(Source(module=__name__, line=3), "A.b") == Where(
        file=__file__, line=3, owner="A.b"
    )
    assert where_of(Source(module="not_imported"), "A.b") == Where(owner="A.b")


@pytest.mark.parametrize(
    ("start", "step", "path"),
    [
        ("", "a", "a"),
        ("a", "b", "a.b"),
        ("a", "[]", "a[]"),
        ("a[]", "b", "a[].b"),
        ("", "[]", "[]"),
    ],
)
def test_a_step_into_a_type(start: str, step: str, path: str) -> None:
    assert (Where(path=start) / step).path == path


def test_several_errors_have_their_places_from_the_outside_in(run: Run) -> None:
    with pytest.raises(ContractError) as caught:
        run(API + method("http.get('/{id}', errors=[ValueError])", "self, size"))
    outer = Where(file="a.py", line=3, owner="Outer")
    moved = caught.value.at(outer)
    assert len(moved.exceptions) == len(caught.value.exceptions) == 3
    assert [str(each) for each in moved.exceptions] == [
        str(each.at(outer)) for each in caught.value.exceptions
    ]
