"""Every named change outside of schemas, by an edit of a document that makes it."""

import copy
import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog.spec_errors import BadDocument
from sphinxcontrib_ggdocs.history import RULES, Change, compare
from sphinxcontrib_ggdocs.history.pairing import methods_of, pair_methods

from .documents import JSON, content, of_methods, parsed
from .test_schema_changes import CASES, RENAMED

Raw = dict[str, Any]
TEXT = {"type": "string"}
PLACEHOLDER = {"x-placeholder": "payload"}
GROUP = "groups/0/"
HTTP = "groups/0/contracts/0/"
GET = f"{HTTP}methods/0/"
POST = f"{HTTP}methods/1/"
WS = "groups/0/contracts/1/"
SAY = f"{WS}methods/0/"
HEARD = f"{WS}methods/1/"
SCOPES = "securitySchemes/Login/flows/clientCredentials/scopes"
LOGIN = {"tokenUrl": "/token", "scopes": {"read": "Reads."}}
SCOPE = {"kind": "scope", "name": "a"}
SAMPLE = {"language": "Python", "code": "act()"}
BOTH = {"kind": "all", "of": [SCOPE, {"kind": "scope", "name": "b"}]}


def _param(name: str, **more: Any) -> Raw:
    return {"name": name, "required": False, "schema": dict(TEXT), **more}


def _frame() -> Raw:
    return {"type": "object", "properties": {"data": PLACEHOLDER}, "required": ["data"]}


def _document() -> Raw:
    get = {
        "name": "read",
        "httpMethod": "GET",
        "httpPath": "/items/{id}",
        "pathParams": [_param("id", required=True)],
        "queryParams": [_param("limit")],
        "responseHeaders": [_param("ETag")],
        "successResponse": {
            "statusCode": 200,
            "contents": content(TEXT),
            "links": [{"name": "again", "method": "group/Items/read"}],
        },
        "errors": ["GONE"],
        "permission": {"text": "scope a", "tree": SCOPE},
        "security": [{"Key": []}],
    }
    post = {
        "name": "write",
        "httpMethod": "POST",
        "httpMethods": ["POST", "PUT"],
        "httpPath": "/items",
        "httpPaths": ["/items", "/v1/items"],
        "auth": [{"scheme": "bearer", "headerName": "Authorization"}],
        "queryParams": [
            _param("tags", schema={"type": "array", "items": TEXT}),
            _param("any", schema={}),
        ],
        "requestBody": {"required": False, "contents": content(TEXT)},
        "successResponse": {"statusCode": 201, "contents": content({"type": "integer"})},
        "moreResponses": [{"statusCode": 202}],
        "responseHeaders": [_param("Location", required=True)],
    }
    upload = {
        "mediaType": "multipart/form-data",
        "schema": {"type": "object", "properties": {"file": {}}},
        "files": {"file": {"mediaTypes": ["image/png"], "maxSize": 10}},
    }
    post["requestBody"]["contents"].append(upload)  # type: ignore[index]
    http = {"name": "Items", "pathPrefix": "", "methods": [get, post], "kind": "http"}
    say = {
        "name": "say",
        "wsDirection": "OUT",
        "wsPattern": "req",
        "wsInput": {"required": True, "contents": content(TEXT)},
        "successResponse": {"contents": content(TEXT)},
    }
    heard = {
        "name": "heard",
        "wsDirection": "IN",
        "wsPattern": "event",
        "wsInput": {"required": True, "contents": content(TEXT)},
    }
    framing = {
        "name": "own",
        "codes": {"GONE": [1]},
        **{key: _frame() for key in ("request", "event", "answer", "error")},
    }
    ws = {
        "name": "Live",
        "path": "/live",
        "framing": framing,
        "methods": [say, heard],
        "kind": "ws",
        "errors": ["GONE"],
    }
    silent = {**ws, "name": "Silent", "path": "/silent", "methods": []}
    return {
        "version": "2.1",
        "service": {"slug": "api", "name": "Api", "version": "1.0.0", "servers": [{"url": "/a"}]},
        "groups": [{"name": "Group", "slug": "group", "contracts": [http, ws, silent]}],
        "schemas": {},
        "errors": {
            "GONE": {"type": "GONE", "statusCode": 410, "data": TEXT},
            "BUSY": {"type": "BUSY", "statusCode": 429},
        },
        "uses": {},
        "securitySchemes": {
            "Key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "Spare": {"type": "http", "scheme": "basic"},
            "Login": {"type": "oauth2", "flows": {"clientCredentials": LOGIN}},
        },
    }


def _edited(edits: dict[str, Any]) -> Raw:
    """The document with values at places; None removes what is there."""
    raw = copy.deepcopy(_document())  # documents share constants
    for path, value in edits.items():
        *way, last = path.split("/")
        place: Any = raw
        for step in way:
            place = place[int(step) if isinstance(place, list) else step]
        key: Any = int(last) if isinstance(place, list) else last
        if value is None:
            del place[key]
        elif isinstance(place, list) and key == len(place):
            place.append(copy.deepcopy(value))
        else:
            place[key] = copy.deepcopy(value)
    return raw


Case = tuple[str, str, dict[str, Any]]
SILENT = _document()["groups"][0]["contracts"][2]
NEW_GET = {"name": "list", "httpMethod": "GET", "httpPath": "/items"}

CASES_OF_DOCUMENTS: list[Case] = [
    # rule, verdicts on the wire and of code, edits
    ("service-title-changed", "safe safe", {"service/name": "Other"}),
    ("service-version-changed", "safe safe", {"service/version": "2.0.0"}),
    ("service-description-changed", "safe safe", {"service/description": "A."}),
    ("service-owner-changed", "safe safe", {"service/owner": "Team A"}),
    ("service-lifecycle-changed", "safe safe", {"service/lifecycle": "production"}),
    ("service-summary-changed", "safe safe", {"service/summary": "A."}),
    ("service-contact-changed", "safe safe", {"service/contact": {"name": "Ada"}}),
    ("service-license-changed", "safe safe", {"service/license": {"name": "MIT"}}),
    ("service-terms-changed", "safe safe", {"service/termsOfService": "/terms"}),
    ("server-changed", "safe safe", {"service/servers/0/description": "A."}),
    ("server-added", "safe safe", {"service/servers/1": {"url": "/b"}}),
    ("server-removed", "risky safe", {"service/servers/0": None}),
    ("server-added", "safe safe", {f"{GET}servers": [{"url": "/a"}, {"url": "/b"}]}),
    ("security-scheme-added", "safe safe", {"securitySchemes/Other": {"type": "http"}}),
    ("security-scheme-removed", "safe risky", {"securitySchemes/Spare": None}),
    ("security-scheme-changed", "breaking risky", {"securitySchemes/Key/name": "Y-Key"}),
    ("security-scheme-changed", "safe safe", {"securitySchemes/Key/description": "A."}),
    ("security-scheme-changed", "safe safe", {f"{SCOPES}/write": "Writes."}),
    ("security-scheme-changed", "risky risky", {f"{SCOPES}/read": None}),
    (
        "security-scheme-changed",
        "risky risky",
        {"securitySchemes/Login/flows/clientCredentials/tokenUrl": "/t"},
    ),
    ("group-description-changed", "safe safe", {f"{GROUP}description": "A."}),
    ("group-renamed", "safe safe", {f"{GROUP}name": "Other"}),
    ("contract-description-changed", "safe safe", {f"{HTTP}description": "A."}),
    ("contract-renamed", "safe breaking", {f"{HTTP}name": "Things"}),
    ("websocket-added", "safe safe", {f"{GROUP}contracts/3": {**SILENT, "path": "/other"}}),
    ("websocket-removed", "breaking breaking", {f"{GROUP}contracts/2": None}),
    ("method-added", "safe safe", {f"{HTTP}methods/2": NEW_GET}),
    ("method-removed", "breaking breaking", {f"{HTTP}methods/0": None}),
    ("method-renamed", "safe breaking", {f"{GET}name": "fetch"}),
    (
        "message-added",
        "risky safe",
        {f"{WS}methods/2": {"name": "bye", "wsDirection": "IN", "wsPattern": "event"}},
    ),
    ("path-changed", "breaking safe", {f"{GET}httpPath": "/things/{id}"}),
    ("path-changed", "breaking safe", {f"{WS}path": "/events"}),
    ("path-added", "safe safe", {f"{GET}httpPaths": ["/items/{id}", "/v1/items/{id}"]}),
    ("path-added", "safe safe", {f"{POST}httpPaths/2": "/v2/items"}),
    ("path-removed", "breaking safe", {f"{POST}httpPaths": ["/items"]}),
    ("path-removed", "breaking safe", {f"{POST}httpPaths": None}),
    (
        "path-parameter-renamed",
        "safe breaking",
        {f"{GET}httpPath": "/items/{item}", f"{GET}pathParams/0/name": "item"},
    ),
    ("verb-added", "safe safe", {f"{POST}httpMethods/2": "PATCH"}),
    ("verb-removed", "breaking safe", {f"{POST}httpMethods": ["POST"]}),
    ("summary-changed", "safe safe", {f"{GET}summary": "A"}),
    ("description-changed", "safe safe", {f"{GET}description": "A."}),
    ("external-docs-changed", "safe safe", {f"{GET}externalDocs": {"url": "/docs"}}),
    ("deprecated", "safe safe", {f"{GET}deprecated": True}),
    ("deprecation-message-changed", "safe safe", {f"{GET}deprecationMessage": "Use other."}),
    ("since-changed", "safe safe", {f"{GET}lifecycle": {"since": "1"}}),
    ("deprecated-since-changed", "safe safe", {f"{HTTP}lifecycle": {"deprecatedSince": "1"}}),
    ("sunset-changed", "safe safe", {"errors/BUSY/lifecycle": {"sunset": "2027-01-31"}}),
    ("replacement-changed", "safe safe", {f"{SAY}lifecycle": {"replacement": "Live.tell"}}),
    ("since-changed", "safe safe", {f"{GET}queryParams/0/schema/x-since": "1"}),
    ("code-samples-changed", "safe safe", {f"{GET}codeSamples": [SAMPLE]}),
    ("callback-added", "safe safe", {f"{GET}callbacks": ["Sold"]}),
    ("link-added", "safe safe", {f"{GET}successResponse/links/1": {"name": "other"}}),
    ("link-removed", "safe risky", {f"{GET}successResponse/links": None}),
    ("link-changed", "safe safe", {f"{GET}successResponse/links/0/method": "group/Items/write"}),
    ("permission-changed", "breaking safe", {f"{GET}permission": {"text": "all", "tree": BOTH}}),
    ("permission-changed", "safe safe", {f"{GET}permission": None}),
    (
        "permission-changed",
        "safe safe",
        {f"{GET}permission": {"text": "any", "tree": BOTH | {"kind": "any"}}},
    ),
    ("security-changed", "safe safe", {f"{GET}security": [{"Key": []}, {"Other": []}]}),
    ("security-changed", "breaking safe", {f"{GET}security": [{"Key": [], "Other": []}]}),
    ("security-changed", "breaking safe", {f"{POST}auth/0/scheme": "api-key"}),
    ("parameter-added", "safe safe", {f"{GET}queryParams/1": _param("page")}),
    (
        "required-parameter-added",
        "breaking breaking",
        {f"{GET}queryParams/1": _param("page", required=True)},
    ),
    ("parameter-removed", "safe breaking", {f"{GET}queryParams/0": None}),
    ("parameter-style-changed", "safe safe", {f"{GET}queryParams/0/style": "pipeDelimited"}),
    ("parameter-style-changed", "breaking safe", {f"{GET}pathParams/0/style": "label"}),
    ("parameter-style-changed", "breaking safe", {f"{POST}queryParams/0/explode": False}),
    ("parameter-style-changed", "breaking safe", {f"{POST}queryParams/1/explode": False}),
    ("parameter-media-type-changed", "breaking safe", {f"{GET}queryParams/0/mediaType": JSON}),
    ("parameter-became-required", "breaking breaking", {f"{GET}queryParams/0/required": True}),
    ("header-added", "safe safe", {f"{GET}responseHeaders/1": _param("Age")}),
    ("header-removed", "safe breaking", {f"{GET}responseHeaders/0": None}),
    ("header-removed", "breaking breaking", {f"{POST}responseHeaders/0": None}),
    ("header-became-required", "safe safe", {f"{GET}responseHeaders/0/required": True}),
    (
        "request-body-added",
        "safe safe",
        {f"{GET}requestBody": {"required": False, "contents": content(TEXT)}},
    ),
    (
        "required-request-body-added",
        "breaking breaking",
        {f"{GET}requestBody": {"required": True, "contents": content(TEXT)}},
    ),
    ("request-body-removed", "safe breaking", {f"{POST}requestBody": None}),
    ("request-body-became-required", "breaking breaking", {f"{POST}requestBody/required": True}),
    (
        "media-type-added",
        "safe safe",
        {f"{POST}requestBody/contents/2": {"mediaType": "text/plain"}},
    ),
    (
        "media-type-added",
        "risky safe",
        {f"{GET}successResponse/contents/1": {"mediaType": "text/plain"}},
    ),
    ("media-type-removed", "breaking breaking", {f"{POST}requestBody/contents/0": None}),
    ("content-schema-removed", "safe risky", {f"{POST}requestBody/contents/0/schema": None}),
    ("content-schema-removed", "risky risky", {f"{GET}successResponse/contents/0/schema": None}),
    ("stream-changed", "breaking breaking", {f"{GET}successResponse/contents/0/stream": True}),
    (
        "file-media-types-changed",
        "safe safe",
        {f"{POST}requestBody/contents/1/files/file/mediaTypes/1": "image/gif"},
    ),
    ("file-size-changed", "breaking safe", {f"{POST}requestBody/contents/1/files/file/maxSize": 5}),
    ("response-added", "breaking risky", {f"{GET}moreResponses": [{"statusCode": 206}]}),
    ("media-type-changed", "risky safe", {"errors/GONE/mediaType": "application/problem+json"}),
    ("response-removed", "safe breaking", {f"{POST}moreResponses": None}),
    ("response-content-removed", "breaking breaking", {f"{GET}successResponse/contents": None}),
    ("error-added", "risky risky", {f"{GET}errors/1": "BUSY"}),
    ("error-removed", "safe safe", {f"{GET}errors/0": None}),
    ("handshake-error-added", "risky safe", {f"{WS}errors/1": "BUSY"}),
    ("handshake-error-removed", "safe safe", {f"{WS}errors/0": None}),
    ("error-format-changed", "breaking risky", {f"{HTTP}errorFormat": "problem"}),
    ("error-format-changed", "risky risky", {f"{HTTP}errorFormat": "plain"}),
    ("error-definition-removed", "safe breaking", {"errors/BUSY": None}),
    ("error-definition-added", "safe safe", {"errors/NEW": {"statusCode": 400}}),
    ("error-status-changed", "breaking safe", {"errors/BUSY/statusCode": 503}),
    ("error-type-changed", "breaking safe", {"errors/BUSY/type": "LATER"}),
    ("error-data-added", "safe safe", {"errors/BUSY/data": TEXT}),
    ("error-data-removed", "breaking breaking", {"errors/GONE/data": None}),
    ("protocol-changed", "breaking safe", {f"{WS}protocol": "kafka"}),
    ("direction-changed", "breaking breaking", {f"{HEARD}wsDirection": "OUT"}),
    ("pattern-of-messages-changed", "breaking breaking", {f"{HEARD}wsPattern": "req"}),
    ("frame-changed", "breaking safe", {f"{HEARD}wsFrame": {"const": 1}}),
    ("framing-changed", "breaking safe", {f"{WS}framing/request/required": ["data", "id"]}),
    ("framing-changed", "risky safe", {f"{WS}framing/refusal": _frame()}),
    ("error-added", "risky risky", {f"{WS}framing/eventErrors": ["BUSY"]}),
    ("error-added", "risky risky", {f"{WS}framing/refusals": ["BUSY"]}),
    ("framing-changed", "breaking safe", {f"{WS}framing/idLocation": "/id"}),
    ("framing-changed", "breaking safe", {f"{WS}framing/discriminator": "kind"}),
    ("framing-changed", "breaking safe", {f"{WS}framing/codes/GONE/1": 2}),
    ("framing-changed", "safe safe", {f"{WS}framing/name": "other"}),
]


def _changes(edits: dict[str, Any]) -> tuple[Change, ...]:
    return compare(parsed(_document()), parsed(_edited(edits)))


@pytest.mark.parametrize(
    "case", CASES_OF_DOCUMENTS, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES_OF_DOCUMENTS)]
)
def test_change(case: Case) -> None:
    rule, verdicts, edits = case
    found = [(change.rule, f"{change.wire} {change.code}") for change in _changes(edits)]
    assert found == [(rule, verdicts)]


BACKWARDS = {
    "callback-removed": "callback-added",
    "undeprecated": "deprecated",
    "parameter-became-optional": "parameter-became-required",
    "header-became-optional": "header-became-required",
    "request-body-became-optional": "request-body-became-required",
    "content-schema-added": "content-schema-removed",
    "response-content-added": "response-content-removed",
}
"""Changes that the way back of others makes."""


@pytest.mark.parametrize("rule", BACKWARDS)
def test_the_way_back(rule: str) -> None:
    edits = next(edits for name, _, edits in CASES_OF_DOCUMENTS if name == BACKWARDS[rule])
    changes = compare(parsed(_edited(edits)), parsed(_document()))
    assert [change.rule for change in changes] == [rule]


NUMBER = {"type": "integer"}
PARAMETERS: tuple[tuple[Raw, Raw, list[str]], ...] = (
    # old, new, rules with their verdicts: values of queries travel as text
    (TEXT, {"type": "array", "items": TEXT}, ["type-changed safe breaking"]),
    ({"type": "array", "items": TEXT}, TEXT, ["type-changed breaking breaking"]),
    (NUMBER, TEXT, ["type-changed safe breaking"]),
    (TEXT, NUMBER, ["type-changed breaking breaking"]),
    ({}, TEXT, ["type-changed safe breaking"]),
    ({"anyOf": [TEXT, {"type": "null"}]}, TEXT, ["null-removed safe breaking"]),
    (
        TEXT | {"default": "a"},
        {"type": "array", "items": TEXT, "default": ["a"]},
        ["default-changed safe safe", "type-changed safe breaking"],
    ),
    (TEXT | {"default": "a"}, TEXT | {"default": "b"}, ["default-changed risky safe"]),
    (
        {"enum": [1, 2]},
        {"enum": ["1", "2", "3"]},
        ["enum-value-removed safe breaking"] * 2 + ["enum-value-added safe safe"] * 3,
    ),
    ({"enum": ["1", "2"]}, NUMBER, ["type-changed risky breaking"]),
    (NUMBER, TEXT | {"pattern": "^[0-9]+$"}, ["type-changed risky breaking"]),
    (TEXT | {"pattern": "^[0-9]+$"}, NUMBER, ["type-changed risky breaking"]),
    (NUMBER, TEXT | {"enum": ["a"]}, ["type-changed breaking breaking"]),
    (
        {"type": "array", "items": NUMBER},
        {"type": "array", "items": TEXT},
        ["type-changed safe breaking"],
    ),
)


@pytest.mark.parametrize(("old", "new", "expected"), PARAMETERS)
def test_a_parameter(old: Raw, new: Raw, expected: list[str]) -> None:
    place = f"{GET}queryParams/0/schema"
    changes = compare(parsed(_edited({place: old})), parsed(_edited({place: new})))
    assert [f"{change.rule} {change.wire} {change.code}" for change in changes] == expected


def test_a_method_that_moved() -> None:
    raw = copy.deepcopy(_document())  # documents share constants
    contracts = raw["groups"][0]["contracts"]
    method = contracts[0]["methods"].pop(0)
    other = {"name": "Other", "description": "Others.", "deprecated": True, "kind": "http"}
    contracts.append(other | {"pathPrefix": "", "methods": [method]})
    changes = compare(parsed(_document()), parsed(raw))
    assert [(change.rule, change.old, change.new) for change in changes] == [
        ("method-moved", "group/Items", "group/Other")
    ]


def test_requests_that_the_service_sends_are_received() -> None:
    """A webhook whose body has less breaks who receives it."""
    old = _edited({f"{HTTP}outgoing": True})
    new = copy.deepcopy(old)
    new["groups"][0]["contracts"][0]["methods"][1]["requestBody"]["contents"][0]["schema"] = {
        "type": ["string", "integer"]
    }
    (change,) = compare(parsed(old), parsed(new))
    assert (change.rule, change.flow, change.wire) == ("type-changed", "received", "breaking")


def _webhook(**edits: Any) -> Raw:
    """The document, whose HTTP requests the service sends."""
    return _edited({f"{HTTP}outgoing": True, **edits})


WEBHOOKS: tuple[tuple[str, str, Raw], ...] = (
    # rule, verdicts, edits
    ("method-added", "safe safe", {f"{HTTP}methods/2": NEW_GET}),
    ("method-removed", "risky breaking", {f"{HTTP}methods/0": None}),
    ("verb-added", "breaking safe", {f"{POST}httpMethods/2": "PATCH"}),
    ("verb-removed", "safe safe", {f"{POST}httpMethods": ["POST"]}),
    ("path-added", "breaking safe", {f"{POST}httpPaths/2": "/v2/items"}),
    ("path-removed", "safe safe", {f"{POST}httpPaths": None}),
    ("error-added", "safe safe", {f"{GET}errors/1": "BUSY"}),
    ("error-removed", "risky risky", {f"{GET}errors/0": None}),
    ("response-added", "safe risky", {f"{GET}moreResponses": [{"statusCode": 206}]}),
    ("response-removed", "breaking breaking", {f"{POST}moreResponses": None}),
    ("header-removed", "safe breaking", {f"{POST}responseHeaders/0": None}),
    ("required-parameter-added", "safe safe", {f"{GET}queryParams/1": _param("a", required=True)}),
    (
        "media-type-added",
        "safe safe",
        {f"{GET}successResponse/contents/1": {"mediaType": "text/plain"}},
    ),
)


@pytest.mark.parametrize("case", WEBHOOKS, ids=[case[0] for case in WEBHOOKS])
def test_a_webhook(case: tuple[str, str, Raw]) -> None:
    rule, verdicts, edits = case
    changes = compare(parsed(_webhook()), parsed(_edited({f"{HTTP}outgoing": True} | edits)))
    assert [(change.rule, f"{change.wire} {change.code}") for change in changes] == [
        (rule, verdicts)
    ]


def test_errors_travel_as_the_methods_that_have_them() -> None:
    """The data of an error with which clients answer a webhook are sent by them."""
    none: Raw = {f"{WS}errors": []}
    for old, wire in ((_edited(none), "safe"), (_webhook(**none), "breaking")):
        new = copy.deepcopy(old)
        new["errors"]["GONE"]["data"] = {"type": "string", "maxLength": 3}
        (change,) = compare(parsed(old), parsed(new))
        assert (change.rule, change.wire) == ("max-length-changed", wire)
        del new["errors"]["GONE"]["data"]
        (change,) = compare(parsed(new), parsed(old))
        assert (change.rule, change.wire) == ("error-data-added", wire)


def test_a_method_that_is_a_webhook_now_is_another_one() -> None:
    rules = {change.rule for change in compare(parsed(_document()), parsed(_webhook()))}
    assert rules == {"method-added", "method-removed"}


def test_a_method_of_several_verbs_is_split() -> None:
    """Each request is answered as before; nothing breaks on the wire."""
    old, new = _document(), _document()
    methods = new["groups"][0]["contracts"][0]["methods"]
    put = copy.deepcopy(methods[1]) | {"name": "put", "httpMethod": "PUT"}
    methods[1] |= {"httpMethod": "POST"}
    del put["httpMethods"], methods[1]["httpMethods"]
    methods.append(put)
    for ends, rule in (((old, new), "method-added"), ((new, old), "method-removed")):
        changes = compare(*map(parsed, ends))
        assert [(change.rule, change.wire) for change in changes] == [(rule, "safe")]
    del put["moreResponses"]
    put["requestBody"]["required"] = True
    rules = {change.rule: change.wire for change in compare(parsed(old), parsed(new))}
    assert rules["request-body-became-required"] == "breaking"
    methods.pop()
    rules = {change.rule: change.wire for change in compare(parsed(old), parsed(new))}
    assert rules == {"verb-removed": "breaking"}


def test_methods_become_one_of_several_paths() -> None:
    """Each request is answered as before: nothing breaks on the wire, in both directions."""
    old, new = _document(), _document()
    for document in (old, new):
        document["groups"][0]["contracts"][0]["methods"] = [dict(NEW_GET, name="find")]
    first, methods = NEW_GET["httpPath"], old["groups"][0]["contracts"][0]["methods"]
    methods.append(methods[0] | {"name": "find_v1", "httpPath": f"/v1{first}"})
    merged = new["groups"][0]["contracts"][0]["methods"][0]
    merged["httpPaths"] = [first, f"/v1{first}"]
    for ends, rule in (((old, new), "method-removed"), ((new, old), "method-added")):
        changes = compare(*map(parsed, ends))
        assert [(change.rule, change.wire) for change in changes] == [(rule, "safe")]
    merged |= {"httpPath": f"/v1{first}", "httpPaths": [f"/v1{first}", first]}
    swapped = {(change.rule, change.wire) for change in compare(parsed(old), parsed(new))}
    assert swapped == {("method-removed", "safe")}
    merged["httpPaths"] = merged["httpPaths"][:1]
    assert "breaking" in {change.wire for change in compare(parsed(old), parsed(new))}


def test_a_path_that_another_method_has_now() -> None:
    """What a request is answered by is compared, although both methods have their usual paths."""
    old, new = _document(), _document()
    for document in (old, new):
        header = _param("X-Key", required=True)
        find = dict(NEW_GET, name="find", httpPaths=["/items"])
        take = dict(NEW_GET, name="take", httpPath="/take", headerParams=[header])
        document["groups"][0]["contracts"][0]["methods"] = [find, take | {"httpPaths": ["/take"]}]
    for document, index in ((old, 0), (new, 1)):
        methods = document["groups"][0]["contracts"][0]["methods"]
        methods[index]["httpPaths"] += ["/v1/items"]
    ends = parsed(old), parsed(new)
    assert {(change.rule, change.wire) for change in compare(*ends)} == {
        ("required-parameter-added", "breaking"),
    }
    pairs = pair_methods(*map(methods_of, ends)).pairs  # of which versions of methods are taken
    assert all(pair.old.key == pair.new.key for pair in pairs)


def _http_method(name: str, verbs: str, *paths: str, **parts: Any) -> Raw:
    method = {"name": name, "httpMethod": verbs.split("|")[0], "httpPath": paths[0]}
    several = {"httpPaths": list(paths), "httpMethods": verbs.split("|")}
    response = {"statusCode": 200, "contents": content({"type": "string"})}
    return {**method, **several, "successResponse": response, **parts}


AB = _http_method("ab", "GET|POST", "/a", "/b")
SECURED: Raw = {"security": [{"Key": []}]}
SPLITS: tuple[tuple[list[Raw], list[Raw], set[str]], ...] = (
    # methods before, methods after, what is reported: once each, where it is
    (
        [AB],
        [_http_method("a", "GET|POST", "/a"), _http_method("b", "GET|POST", "/b")],
        {"a: name ab is now a", "b: method added"},
    ),
    (
        [AB],
        [_http_method("ab", "GET|POST", "/a"), _http_method("b", "GET|POST", "/b", **SECURED)],
        {"b: method added", "b: security none is now Key"},
    ),
    (
        [AB],
        [_http_method("ab", "GET|POST", "/b"), _http_method("a", "GET|POST", "/a", **SECURED)],
        {"a: method added", "a: security none is now Key"},
    ),
    (
        [_http_method("abc", "GET", "/a", "/b", "/c")],
        [_http_method("a", "GET", "/a"), _http_method("b", "GET", "/b")],
        {"a: name abc is now a", "a: path /c removed", "b: method added"},
    ),
    (
        [AB],
        [_http_method("ab", "GET|POST", "/a"), _http_method("b", "GET", "/b")],
        {"ab: path /b removed", "b: method added"},
    ),
    (
        [_http_method("all", "GET|POST|PUT", "/a")],
        [_http_method("find", "GET", "/a"), _http_method("send", "POST", "/a")],
        {
            "find: name all is now find",
            "find: verb PUT removed",
            "send: method added",
        },
    ),
    (  # it is gone: its other path is reported as such alone
        [_http_method("ab", "GET", "/a", "/b"), _http_method("c", "GET", "/c")],
        [_http_method("c", "GET", "/c", "/b")],
        {"ab: method removed"},
    ),
    (  # a further method has one of its paths
        [_http_method("ab", "GET", "/a", "/b")],
        [_http_method("ab", "GET", "/a"), _http_method("d", "GET|PUT", "/d", "/b")],
        {"d: method added"},
    ),
)


@pytest.mark.parametrize(("before", "after", "expected"), SPLITS)
def test_a_method_whose_paths_part(before: list[Raw], after: list[Raw], expected: set[str]) -> None:
    """Of a method that was split, each change is reported once, and names stay its own."""
    changes = compare(parsed(of_methods(before)), parsed(of_methods(after)))
    reported = [f"{change.place.key.split('/')[-1]}: {change.message}" for change in changes]
    assert sorted(reported) == sorted(expected)


def test_a_security_scheme_with_another_name() -> None:
    raw = copy.deepcopy(_document())  # documents share constants
    raw["securitySchemes"]["New"] = raw["securitySchemes"].pop("Key")
    raw["groups"][0]["contracts"][0]["methods"][0]["security"] = [{"New": []}]
    changes = compare(parsed(_document()), parsed(raw))
    assert [(change.rule, change.wire) for change in changes] == [
        ("security-scheme-renamed", "safe")
    ]


JSON_TYPE = "application/json"


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (JSON_TYPE, "Application/JSON; charset=utf-8", True),
        ("text/plain; charset=UTF-8", 'text/plain;charset="utf-8"', True),
        ("text/plain; charset=utf-8", "text/plain; charset=latin1", False),
        (JSON_TYPE, "application/problem+json", False),
    ],
)
def test_media_types_are_compared_by_their_meaning(old: str, new: str, *, is_same: bool) -> None:
    place = f"{POST}requestBody/contents/0/mediaType"
    changes = compare(parsed(_edited({place: old})), parsed(_edited({place: new})))
    assert bool(changes) is not is_same


def _responses(statuses: Raw) -> list[Raw]:
    found: list[Raw] = []
    for status, schema in statuses.items():
        key = "statusCode" if status.isdigit() else "statusRange"
        found.append(
            {key: int(status) if status.isdigit() else status, "contents": content(schema)}
        )
    return found


def test_what_tags_mean() -> None:
    """Where the alternatives do not list their tags."""
    cat, dog = ({"type": "object", "properties": {name: TEXT}} for name in ("meow", "bark"))
    union = {"oneOf": [{"$ref": "#/schemas/Cat"}, {"$ref": "#/schemas/Dog"}]}

    def of(**tags: str) -> Raw:
        mapping = {tag: f"#/schemas/{name}" for tag, name in tags.items()}
        discriminator = {"propertyName": "kind", "mapping": mapping}
        pet = {**union, "discriminator": discriminator}
        return _edited(
            {
                "schemas": {"Cat": cat, "Dog": dog, "Pet": pet},
                f"{POST}requestBody/contents/0/schema": {"$ref": "#/schemas/Pet"},
            }
        )

    first = of(c="Cat", d="Dog")
    for tags, wire in (
        ({"c": "Dog", "d": "Cat"}, "risky"),
        ({"c": "Cat"}, "risky"),
        ({"c": "Cat", "d": "Dog", "e": "Dog"}, "safe"),
    ):
        changes = compare(parsed(first), parsed(of(**tags)))
        assert [(change.rule, change.wire) for change in changes] == [
            ("discriminator-changed", wire)
        ]
    listed = {
        name: {"type": "object", "properties": {"kind": {"const": tag}}, "required": ["kind"]}
        for name, tag in (("Cat", "c"), ("Dog", "d"))
    }
    ends = [raw | {"schemas": raw["schemas"] | listed} for raw in (of(c="Cat", d="Dog"), of())]
    assert compare(*map(parsed, ends)) == ()


@pytest.mark.parametrize("ends", [(None, []), ([], [{}]), ([{}], None)], ids=str)
def test_nobody_has_to_say_that_nothing_is_needed(ends: tuple[Any, Any]) -> None:
    place = f"{GET}security"
    assert compare(*(parsed(_edited({place: each})) for each in ends)) == ()


def test_a_permission_that_is_none_is_reported() -> None:
    for tree in ({"kind": "other"}, {}, {"kind": "all"}, {"kind": "scope"}):
        with pytest.raises(BadDocument, match="is not a permission"):
            _changes({f"{GET}permission": {"text": "a", "tree": tree}})


def test_every_change_has_a_case() -> None:
    cases = {case[0] for case in CASES} | {case[0] for case in CASES_OF_DOCUMENTS}
    cases |= {rule for _, _, rules in RENAMED for rule in rules}
    others = {  # with tests of their own
        "changes-together",
        "discriminator-changed",
        "inner-types-changed",
        "method-moved",
        "security-scheme-renamed",
    }
    assert cases | BACKWARDS.keys() | others == RULES.keys()


def test_the_order_is_always_the_same() -> None:
    edits = {f"{GET}name": "fetch", f"{POST}httpPath": "/things", "errors/BUSY/statusCode": 503}
    texts = {json.dumps([str(change) for change in _changes(edits)]) for _ in range(3)}
    assert len(texts) == 1
