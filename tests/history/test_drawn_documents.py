"""Drawn documents and drawn edits of their methods: what holds for every pair of them."""

import copy
import os
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.history import Change, compare
from sphinxcontrib_ggdocs.history.changes import worst
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from .documents import of_methods, parsed
from .drawing import scalars

Raw = dict[str, Any]
LONGER = int(os.environ.get("GGDOCS_EXAMPLES", "0"))
SEARCH = settings(
    max_examples=LONGER or 100,
    derandomize=not LONGER,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
VERBS = ("GET", "POST", "PUT")
MEDIA_TYPES = ("application/json", "Application/JSON; charset=utf-8", "image/png", "image/*")
ERRORS = ("GONE", "BUSY")


@st.composite
def parameters(draw: st.DrawFn) -> list[Raw]:
    names = draw(st.lists(st.sampled_from("abc"), max_size=3, unique=True))
    return [
        {"name": name, "required": draw(st.booleans()), "schema": draw(scalars())} for name in names
    ]


@st.composite
def contents(draw: st.DrawFn) -> list[Raw]:
    names = draw(st.lists(st.sampled_from(MEDIA_TYPES), min_size=1, max_size=2, unique=True))
    return [{"mediaType": name, "schema": draw(scalars())} for name in names]


@st.composite
def responses(draw: st.DrawFn) -> list[Raw]:
    statuses = draw(st.lists(st.sampled_from(["200", "201", "2XX"]), max_size=3, unique=True))
    kinds = {"2XX": {"statusCode": 200, "statusRange": "2XX"}}
    return [
        {**kinds.get(status, {"statusCode": status}), "contents": draw(contents())}
        for status in statuses
    ]


PARTS: dict[str, st.SearchStrategy[Any]] = {
    "queryParams": parameters(),
    "headerParams": parameters(),
    "responseHeaders": parameters(),
    "requestBody": st.fixed_dictionaries({"required": st.booleans(), "contents": contents()}),
    "moreResponses": responses(),
    "errors": st.lists(st.sampled_from(ERRORS), unique=True),
}


@st.composite
def methods(draw: st.DrawFn) -> Raw:
    verbs = draw(st.lists(st.sampled_from(VERBS), min_size=1, max_size=3, unique=True))
    fixed = {"name": "act", "httpPath": "/act", "httpMethod": verbs[0], "httpMethods": verbs}
    return {**fixed, **{name: draw(part) for name, part in PARTS.items()}}


@st.composite
def edited_methods(draw: st.DrawFn) -> tuple[Raw, Raw]:
    """A method, and the same after an edit or two."""
    old = draw(methods())
    new = copy.deepcopy(old)
    for name in draw(st.lists(st.sampled_from(sorted(PARTS)), min_size=1, max_size=2)):
        new[name] = draw(PARTS[name])
    return old, new


def _document(*found: Raw, is_webhook: bool = False) -> ApiDocsDocument:
    errors = {key: {"type": key, "statusCode": 400 + at} for at, key in enumerate(ERRORS)}
    raw = of_methods(list(found), errors=errors)
    if is_webhook:
        raw["groups"][0]["contracts"][0]["outgoing"] = True
    return parsed(raw)


def _verdict(changes: tuple[Change, ...]) -> str:
    """The worst on the wire, without what depends on what clients ask for."""
    negotiated = ("media-type-added", "media-type-removed", "media-type-changed")
    rules = (*negotiated, "default-changed")
    return worst(*(change.wire for change in changes if change.rule not in rules))


@SEARCH
@given(methods())
def test_a_document_compared_with_itself_has_no_changes(method: Raw) -> None:
    for is_webhook in (False, True):
        ends = [_document(method, is_webhook=is_webhook) for _ in range(2)]
        assert compare(*ends) == ()


@SEARCH
@given(edited_methods())
def test_a_request_is_the_webhook_of_the_way_back(ends: tuple[Raw, Raw]) -> None:
    """What breaks requests breaks webhooks the other way round, and what is safe is safe: all that
    clients send is received there.
    """
    old, new = ends
    note(f"{old}\n{new}")
    there = compare(_document(old), _document(new))
    back = compare(_document(new, is_webhook=True), _document(old, is_webhook=True))
    assert sorted([_verdict(there), _verdict(back)]) != ["breaking", "safe"]


@SEARCH
@given(methods())
def test_a_method_that_is_split_breaks_nothing(method: Raw) -> None:
    parts = [
        {**method, "name": f"act_{verb}", "httpMethod": verb, "httpMethods": [verb]}
        for verb in method["httpMethods"]
    ]
    for ends in (([method], parts), (parts, [method])):
        changes = compare(*(_document(*found) for found in ends))
        assert {change.wire for change in changes} <= {"safe"}
