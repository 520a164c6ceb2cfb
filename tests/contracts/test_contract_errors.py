"""What is wrong with a contract is said at once, with the class, the method, what is wrong and what
to do.
"""

import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import ContractError, HttpContract, contract_of
from sphinxcontrib_ggdocs.contracts.authoring.drafts import leaving_methods_out
from sphinxcontrib_ggdocs.contracts.contract_errors import Location, paths_relative_to

ERRORS = Path(__file__).parents[2] / "docs" / "reference" / "errors.md"
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


AT_ONCE: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "path": {
        "placeholder without argument": (
            API + method("http.get('/{id}')"),
            ("Api.it", "{id}", "argument"),
        ),
        "path marker without placeholder": (
            API + method("http.get('/x')", "self, id: Annotated[int, http.Path()]"),
            ("Api.it", "id"),
        ),
        "malformed path": (API + method("http.get('/{id')", "self, id: int"), ("Api.it", "/{id")),
        "a line break in a path": (
            API + method("http.get('/a\\nb')"),
            ("Api.it", "control character"),
        ),
        "a path with a query": (
            API + method("http.get('/x?y=1')"),
            ("Api.it", "'/x?y=1'", "query parameters as arguments"),
        ),
        "a path with a fragment": (
            API + method("http.get('/x#y')"),
            ("Api.it", "'/x#y'", "control character, ? or #"),
        ),
        "a path without slash": (API + method("http.get('x')"), ("Api.it", "'x'", "slash", "'/x'")),
        "a WebSocket path without slash": (
            "@ws.api('a')\nclass Api(Protocol):\n" + method("ws.client_to_server"),
            ("Api", "slash"),
        ),
        "a placeholder twice": (
            API + method("http.get('/{a}/{a}')", "self, a: int"),
            ("Api.it", "twice"),
        ),
    },
    "duplicate-method": {
        "two methods on one verb and path": (
            API + method("http.get('/x')", name="one") + method("http.get('/x')", name="two"),
            ("Api", "one", "two", "GET"),
        ),
        "two paths that match the same": (
            API
            + method("http.get('/{a}')", "self, a: int", name="one")
            + method("http.get('/{b}')", "self, b: int", name="two"),
            ("Api.two", "one"),
        ),
    },
    "missing-annotation": {
        "no annotation": (API + method("http.get()", "self, size"), ("Api.it", "size")),
        "no answer": (
            API + method("http.get()", answer=""),
            ("Api.it", "the return type is missing"),
        ),
    },
    "body-not-allowed": {
        "a body on GET": (
            API + method("http.get()", "self, item: Annotated[Item, http.Body()]"),
            ("Api.it", "GET", "item"),
        ),
    },
    "variadic-argument": {
        "star arguments": (API + method("http.get()", "self, *sizes: int"), ("Api.it", ": *sizes")),
    },
    "bad-option": {
        "no status": (API + method("http.get(status=[])"), ("Api.it", "no success status")),
        "two markers": (
            API + method("http.get()", "self, size: Annotated[int, http.Query(), http.Header()]"),
            ("Api.it", "two markers"),
        ),
        "a name that no link can have": (
            "@http.api('/items', name='Item Api')\nclass Api(Protocol):\n" + method("http.get()"),
            ("name='Item Api' is not an identifier",),
        ),
        "an unknown error format": (
            "@http.api('/items', error_format='xml')\nclass Api(Protocol):\n"
            + method("http.get()"),
            ("Api", "xml"),
        ),
        "a brand without a name": ("X = Brand('User Id')\n", ("User Id", "identifier")),
        "http.api without parentheses": (
            "@http.api\nclass Api(Protocol):\n" + method("http.get()"),
            ("Api: @http.api without parentheses", "@http.api(...)"),
        ),
        "an interaction in an HTTP contract": (
            API + method("http.get()") + method("ws.client_to_server", name="say"),
            ("Api.say", "the other kind", "in a class with http.api"),
        ),
        "two decorators that contradict each other": (
            API + "    @http.get('/x')\n" + method("http.post('/y')"),
            ("Api.it", "two decorators"),
        ),
        "two decorators on one path, both with options": (
            API + "    @http.get('/x', status=200)\n" + method("http.post('/x', status=201)"),
            ("Api.it", "two decorators"),
        ),
        "a class without methods": (API + " pass\n", ("Api", "no methods", "@http.get")),
        "a permission that is none": (
            API + method("http.get(permission='admin')"),
            ("Api.it", "'admin'", "scope("),
        ),
        "a header marked as something else": (
            "X = Requirement('M', headers={'X-Id': Annotated[str, http.Query()]})\n",
            ("Requirement('M'): X-Id", "Query(", "http.Header("),
        ),
        "an error with a status in words": ("X = ERROR.define('GONE', '410')\n", ("GONE", "'410'")),
    },
    "not-a-contract": {
        "a class decorated twice": (
            "@http.api('/a')\n" + API + method("http.get()"),
            ("Api", "twice"),
        ),
    },
}


AT_FIRST_USE: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "no-schema": {
        "a type deeper than Python's stack": (
            f"Deep = int\nfor _ in range(2000):\n Deep = list[Deep]\n\n{API}"
            + method("http.post()", "self, value: Deep"),
            ("Api.it", "too many"),
        ),
    },
    "unresolved-type": {
        "a type that is not there": (
            API + method("http.get()", "self, size: 'Sise'"),
            ("Api.it", "Sise"),
        ),
    },
    "bad-option": {
        "two parameters of one name": (
            API + method("http.get()", "self, a: Annotated[int, http.Query('b')], b: int"),
            ("Api.it", "'b'", "rename"),
        ),
        "an answer that its status has no room for": (
            API + method("http.get(status=204)"),
            ("Api.it", "status=204", "None"),
        ),
    },
    "not-a-contract": {
        "no contract": ("class Api: ...\n", ("Api", "http.api")),
    },
}


def cases(table: dict[str, dict[str, tuple[str, tuple[str, ...]]]]) -> list[Any]:
    """The code, the source and the parts of the message of each case."""
    return [
        pytest.param(code, *case, id=name)
        for code, named in table.items()
        for name, case in named.items()
    ]


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


@pytest.mark.parametrize(("code", "source", "parts"), cases(AT_ONCE))
def test_structure_is_checked_when_the_class_is_created(
    run: Run, code: str, source: str, parts: tuple[str, ...]
) -> None:
    with pytest.raises(ContractError) as caught:
        run(source)
    check(caught.value, code, parts)


@pytest.mark.parametrize(("code", "source", "parts"), cases(AT_FIRST_USE))
def test_types_are_checked_at_first_use(
    run: Run, code: str, source: str, parts: tuple[str, ...]
) -> None:
    module = run(source)
    with pytest.raises(ContractError) as caught:
        contract_of(module.Api)
    check(caught.value, code, parts)


STATUSES = [
    (199, False),
    (200, True),
    (399, True),
    (404, False),
    (600, False),
]


ERROR_STATUSES = [(399, False), (400, True), (599, True), (600, False)]


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
    with pytest.raises(ContractError, match=r"is not an? (success|error) status"):
        run(source)


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


def test_places_are_named_from_a_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "app" / "api.py", tmp_path / "other.py"
    with paths_relative_to(tmp_path / "app"):
        assert str(Location(file=str(inside), line=3)) == "api.py:3"
        assert str(Location(file=str(outside))) == str(outside)
    assert str(Location(file=str(inside))) == str(inside)


@pytest.mark.parametrize(
    ("start", "step", "path"),
    [
        ("", "a", "a"),
        ("a", "b", "a.b"),
        ("a", "[]", "a[]"),
        ("a[]", "b", "a[].b"),
    ],
)
def test_a_step_into_a_type(start: str, step: str, path: str) -> None:
    assert (Location(path=start) / step).path == path


def test_several_errors_have_their_places_from_the_outside_in(run: Run) -> None:
    with pytest.raises(ContractError) as caught:
        run(API + method("http.get('/{id}', errors=[ValueError])", "self, size"))
    outer = Location(file="a.py", line=3, owner="Outer")
    moved = caught.value.at(outer)
    assert len(moved.exceptions) == len(caught.value.exceptions) == 3
    assert [str(each) for each in moved.exceptions] == [
        str(each.at(outer)) for each in caught.value.exceptions
    ]


def codes(base: type[ContractError]) -> Iterator[str]:
    """The codes of all kinds of errors below one."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("sphinxcontrib_ggdocs.contracts.") and "code" in vars(kind):
            yield kind.code
        yield from codes(kind)


def test_the_codes_of_errors_are_headings_of_their_page() -> None:
    headings = set(re.findall(r"^### (\S+)$", ERRORS.read_text(encoding="utf-8"), re.MULTILINE))
    assert headings.issuperset(codes(ContractError))
