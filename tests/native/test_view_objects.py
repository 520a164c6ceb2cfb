"""The view of a document that has one of everything, object by object."""

from dataclasses import replace
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native import document_parts as doc
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    ContractView,
    CredentialView,
    ErrorView,
    Facts,
    GroupView,
    HeadView,
    Link,
    MethodView,
    Row,
    SchemaView,
    anchor_of,
    definition_text,
    mentioned_types,
    view_of,
)
from sphinxcontrib_ggdocs.native.view.views import Constraint, Token

TEXT = {"type": "string"}
TEXT_TYPE = (Token("primitive", "string"),)
NUMBER = {"type": "integer"}
NUMBER_TYPE = (Token("primitive", "integer"),)
OBJECT_TYPE = (Token("primitive", "object"),)
DOCS: dict[str, Any] = {"url": "https://example.org", "description": "More."}


def mark(name: str) -> dict[str, str]:
    return {"x-placeholder": name}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/schemas/{name}"}


def named(name: str) -> tuple[Token, ...]:
    return (Token("schema", name, name),)


def param(name: str, schema: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "required": True, "schema": schema, **more}


def frame(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


ORDERS = {
    "kind": "http",
    "name": "OrderApi",
    "pathPrefix": "/orders",
    "description": "Orders.",
    "deprecated": True,
    "source": {"module": "shop.orders", "line": 3},
    "headers": [param("X-Tenant", TEXT)],
    "cookies": [param("theme", TEXT, required=False)],
    "security": [{"Key": []}],
    "permission": {"text": "scope orders", "tree": {"kind": "scope", "name": "orders"}},
    "externalDocs": DOCS,
    "errorFormat": "problem",
    "methods": [
        {
            "name": "save",
            "summary": "Save it",
            "description": "Save an order.",
            "deprecated": True,
            "deprecationMessage": "Use patch.",
            "permission": {"text": "public", "tree": {"kind": "public"}},
            "security": [{}],
            "externalDocs": DOCS,
            "httpMethod": "PUT",
            "httpMethods": ["PUT", "POST"],
            "httpPath": "/orders/{id}",
            "pathParams": [param("id", {**NUMBER, "minimum": 1}, description="Which.")],
            "queryParams": [param("dry", TEXT, required=False, deprecated=True)],
            "headerParams": [param("If-Match", TEXT)],
            "cookieParams": [param("sid", TEXT)],
            "requestBody": {
                "required": False,
                "description": "The order.",
                "contents": [
                    {"mediaType": "application/json", "schema": ref("Order-Input")},
                    {
                        "mediaType": "multipart/form-data",
                        "schema": {
                            "type": "object",
                            "properties": {
                                "scan": {"type": "string", "format": "binary"},
                                "note": {**TEXT, "description": "Why.", "deprecated": True},
                            },
                            "required": ["scan"],
                        },
                        "files": {"scan": {"mediaTypes": ["image/png"], "maxSize": 9}},
                    },
                    {"mediaType": "image/png", "files": {"": {"maxSize": 7}}},
                ],
            },
            "successResponse": {
                "statusCode": 200,
                "description": "Saved.",
                "contents": [{"mediaType": "application/json", "schema": ref("Order-Output")}],
            },
            "moreResponses": [
                {
                    "statusCode": 202,
                    "contents": [
                        {"mediaType": "text/event-stream", "schema": NUMBER, "stream": True}
                    ],
                }
            ],
            "responseHeaders": [param("ETag", TEXT)],
            "errors": ["GONE", "Not-Found"],
        },
        {"name": "list", "httpMethod": "GET", "httpPath": "/orders"},
    ],
}
HOOKS = {
    "kind": "http",
    "name": "Hooks",
    "outgoing": True,
    "pathPrefix": "",
    "methods": [{"name": "paid", "httpMethod": "POST", "httpPath": "{url}"}],
}
FRAMING = {
    "name": "envelope",
    "description": "Each in an envelope.",
    "request": frame(id=mark("id"), ask=mark("payload")),
    "event": frame(name=mark("method"), tell=mark("payload")),
    "answer": frame(id=mark("id"), answer=mark("payload")),
    "error": frame(id=mark("id"), error=mark("error")),
    "eventError": frame(failed=mark("error")),
    "refusal": frame(refused=mark("error")),
    "eventErrors": ["GONE"],
    "refusals": ["GONE", "Not-Found"],
}
BARE = {name: mark("payload") for name in ("request", "event", "answer", "error")}
LIVE = {
    "kind": "ws",
    "name": "LiveApi",
    "path": "/live/{room}",
    "source": {"module": "shop.live"},
    "pathParams": [param("room", TEXT)],
    "queryParams": [param("since", NUMBER, required=False)],
    "headers": [param("X-Tenant", TEXT)],
    "errors": ["GONE"],
    "framing": FRAMING,
    "methods": [
        {
            "name": "ask",
            "wsDirection": "OUT",
            "wsPattern": "req",
            "wsInput": {
                "required": True,
                "contents": [{"mediaType": "application/json", "schema": TEXT}],
            },
            "successResponse": {
                "contents": [{"mediaType": "application/json", "schema": NUMBER}],
            },
            "errors": ["GONE"],
        },
        {"name": "told", "wsDirection": "IN", "wsPattern": "event"},
        {
            "name": "framed",
            "wsDirection": "OUT",
            "wsPattern": "event",
            "wsFrame": frame(own=mark("method")),
        },
    ],
}
TWIN = {"kind": "http", "name": "Twin", "pathPrefix": "", "methods": []}
SCHEMAS: dict[str, Any] = {
    "Order-Input": {
        "type": "object",
        "title": "Order",
        "x-type": "Order",
        "description": "An order.",
        "deprecated": True,
        "properties": {"code": ref("Code")},
        "required": ["code"],
        "additionalProperties": False,
        "minProperties": 1,
    },
    "Order-Output": {
        "type": "object",
        "title": "Order",
        "x-type": "Order",
        "properties": {"code": ref("Code"), "any": True},
    },
    "Code": {"type": "string", "title": "Code", "x-brand": ["Code"], "maxLength": 3},
    "Cat": {"type": "object", "properties": {"kind": {"const": "cat"}}},
    "Dog": {"type": "object", "properties": {"kind": {"const": "dog"}, "mate": ref("Dog")}},
    "Pet": {
        "oneOf": [ref("Cat"), ref("Dog"), *[TEXT] * 2],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"cat": "#/schemas/Cat", "dog": "#/schemas/Dog"},
        },
    },
    "Many": {"anyOf": [TEXT, NUMBER, {"type": "boolean"}, ref("Pet")]},
    "Few": {"anyOf": [TEXT, NUMBER, {"type": "boolean"}]},
    "Odd-Input": {"type": "object", "x-type": "Odd-Input"},
}
DOCUMENT = {
    "service": {
        "slug": "shop",
        "name": "Shop",
        "version": "7",
        "description": "A shop.",
        "servers": [{"url": "https://example.org"}],
    },
    "groups": [
        {"name": "All", "slug": "all", "description": "Everything.", "contracts": [ORDERS, TWIN]},
        {"name": "More", "slug": "more", "contracts": [HOOKS, TWIN, LIVE]},
    ],
    "schemas": SCHEMAS,
    "errors": {
        "GONE": {
            "type": "GONE",
            "statusCode": 410,
            "description": "It was.",
            "data": {"type": "object", "properties": {"since": NUMBER}},
        },
        "Not-Found": {"statusCode": 404},
    },
    "uses": {
        "schemas": {
            "Order-Input": ["Code"],
            "Order-Output": ["Code"],
            "Dog": ["Dog"],
            "Pet": ["Cat", "Dog"],
            "Many": ["Pet"],
        },
        "errors": {"GONE": ["Few"]},
        "contracts": {"all/OrderApi": {"header": ["Few"]}, "more/LiveApi": {"header": ["Few"]}},
        "methods": {
            "all/OrderApi/save": {
                "requestBody": ["Order-Input"],
                "successResponse": ["Order-Output"],
            }
        },
    },
    "securitySchemes": {"Key": {"type": "apiKey", "in": "cookie", "name": "sid"}},
    "markup": "rst",
}
VIEW = view_of(ApiDocsDocument.model_validate(DOCUMENT))
GONE = Link("error", "shop.GONE", "410 GONE")
NOT_FOUND = Link("error", "shop.Not-Found", "404 Not Found", is_name=False)


def described(kind: Any, name: str) -> Any:
    return VIEW.objects[kind, name]


def test_the_head() -> None:
    assert VIEW.head == HeadView(
        slug="shop",
        title="Shop",
        version="7",
        description="A shop.",
        servers=(doc.Server(url="https://example.org"),),
    )
    assert VIEW.markup == "rst"
    assert VIEW.errors_anchor == "gg-error-shop"
    assert VIEW.schemas_anchor == "gg-schema-shop"


def test_a_head_of_nothing_but_a_name() -> None:
    bare = {**DOCUMENT, "service": {"slug": "shop", "name": "Shop"}}
    head = view_of(ApiDocsDocument.model_validate(bare)).head
    assert head == HeadView(slug="shop", title="Shop", version="", description=None, servers=())


def test_groups() -> None:
    found = [
        (group.name, group.slug, group.route, group.description, [c.name for c in group.contracts])
        for group in VIEW.groups
    ]
    assert found == [
        ("All", "all", "gg-shop.all", "Everything.", ["shop.OrderApi", "shop.all.Twin"]),
        (
            "More",
            "more",
            "gg-shop.more",
            None,
            ["shop.Hooks", "shop.more.Twin", "shop.LiveApi"],
        ),
    ]
    assert all(isinstance(group, GroupView) for group in VIEW.groups)


def test_objects_are_found_by_their_kind_and_name_in_order() -> None:
    assert list(VIEW.objects) == [
        ("contract", "shop.OrderApi"),
        ("method", "shop.OrderApi.save"),
        ("method", "shop.OrderApi.list"),
        ("contract", "shop.all.Twin"),
        ("contract", "shop.Hooks"),
        ("method", "shop.Hooks.paid"),
        ("contract", "shop.more.Twin"),
        ("contract", "shop.LiveApi"),
        ("method", "shop.LiveApi.ask"),
        ("method", "shop.LiveApi.told"),
        ("method", "shop.LiveApi.framed"),
        ("error", "shop.GONE"),
        ("error", "shop.Not-Found"),
        ("schema", "shop.Order-Input"),
        ("schema", "shop.Order-Output"),
        ("brand", "shop.Code"),
        ("schema", "shop.Cat"),
        ("schema", "shop.Dog"),
        ("schema", "shop.Pet"),
        ("schema", "shop.Many"),
        ("schema", "shop.Few"),
        ("schema", "shop.Odd-Input"),
    ]
    assert all(
        view.kind == kind and view.name == name for (kind, name), view in VIEW.objects.items()
    )


def test_an_http_contract() -> None:
    contract = described("contract", "shop.OrderApi")
    assert contract == ContractView(
        name="shop.OrderApi",
        display="OrderApi /orders",
        own_name="OrderApi",
        group="all",
        module="shop.orders",
        route="gg-shop.all.OrderApi",
        protocol="http",
        path="/orders",
        outgoing=False,
        description="Orders.",
        deprecated=True,
        security=((CredentialView(name="Key", kind="apiKey", place="cookie", carrier="sid"),),),
        undeclared=False,
        params=(
            Row(name="X-Tenant", type=TEXT_TYPE, required=True, place="header", deprecated=False),
            Row(name="theme", type=TEXT_TYPE, required=False, place="cookie", deprecated=False),
        ),
        permission="scope orders",
        error_format="problem",
        external_docs=doc.ExternalDocs(url="https://example.org", description="More."),
        methods=(described("method", "shop.OrderApi.save"), contract.methods[1]),
    )
    assert contract.modules == ("shop.orders",)


def test_an_http_contract_of_nothing_but_a_name() -> None:
    assert described("contract", "shop.all.Twin") == ContractView(
        name="shop.all.Twin",
        display="Twin",
        own_name="Twin",
        group="all",
        module="",
        route="gg-shop.all.Twin",
        protocol="http",
        path="",
        methods=(),
    )


def test_requests_that_the_service_sends() -> None:
    assert described("contract", "shop.Hooks").outgoing
    paid = described("method", "shop.Hooks.paid")
    assert (paid.outgoing, paid.heading, paid.display) == (True, "/", "POST {url}")


def test_a_websocket_contract() -> None:
    contract = described("contract", "shop.LiveApi")
    assert contract == ContractView(
        name="shop.LiveApi",
        display="LiveApi /live/{room}",
        own_name="LiveApi",
        group="more",
        module="shop.live",
        route="gg-shop.more.LiveApi",
        protocol="ws",
        path="/live/{room}",
        outgoing=False,
        undeclared=False,
        params=(
            Row(name="room", type=TEXT_TYPE, required=True, place="path"),
            Row(name="since", type=NUMBER_TYPE, required=False, place="query"),
            Row(name="X-Tenant", type=TEXT_TYPE, required=True, place="header"),
        ),
        errors=(GONE,),
        framing=("envelope", "Each in an envelope."),
        failures=(
            ("A failed event", '{"failed": <error>}', ("GONE",)),
            ("Invalid message", '{"refused": <error>}', ("GONE", "Not-Found")),
        ),
        methods=contract.methods,
    )


@pytest.mark.parametrize(
    "framing",
    [
        pytest.param({**FRAMING, "eventErrors": None, "refusals": None}, id="without errors"),
        pytest.param({**FRAMING, "eventError": None, "refusal": None}, id="without an envelope"),
    ],
)
def test_failures_that_are_not_answered(framing: dict[str, Any]) -> None:
    assert socket(framing=framing).failures == ()


def socket(**changed: Any) -> ContractView:
    """The WebSocket contract, changed."""
    groups = [{"name": "All", "slug": "all", "contracts": [{**LIVE, **changed}]}]
    (group,) = view_of(ApiDocsDocument.model_validate({**DOCUMENT, "groups": groups})).groups
    return group.contracts[0]


def test_messages_without_a_frame() -> None:
    contract = socket(framing={"name": "bare", **BARE})
    assert contract.framing == ("bare", "")
    assert [method.frames for method in contract.methods] == [(), (), ()]


def test_a_websocket_contract_whose_handshake_cannot_fail() -> None:
    assert socket(errors=None).errors == ()


def test_an_http_method() -> None:
    assert described("method", "shop.OrderApi.save") == MethodView(
        name="shop.OrderApi.save",
        display="PUT /orders/{id}",
        own_name="save",
        contract="OrderApi",
        module="shop.orders",
        route="gg-shop.all.OrderApi.save",
        protocol="http",
        heading="/orders",
        verbs=("PUT", "POST"),
        path="/orders/{id}",
        outgoing=False,
        summary="Save it",
        description="Save an order.",
        deprecated=True,
        deprecation_message="Use patch.",
        security=((),),
        permission="public",
        params=(
            Row(
                name="id",
                type=NUMBER_TYPE,
                required=True,
                place="path",
                description="Which.",
                facts=Facts(constraints=(Constraint("≥ 1"),)),
            ),
            Row(name="dry", type=TEXT_TYPE, required=False, place="query", deprecated=True),
            Row(name="If-Match", type=TEXT_TYPE, required=True, place="header"),
            Row(name="sid", type=TEXT_TYPE, required=True, place="cookie"),
        ),
        body=BodyView(
            required=False,
            description="The order.",
            contents=(
                ContentView(type=(Token("schema", "Order", "Order-Input"),), stream=False),
                ContentView(
                    type=OBJECT_TYPE,
                    media_type="multipart/form-data",
                    fields=(
                        Row(
                            name="scan",
                            type=(Token("primitive", "file"),),
                            required=True,
                            facts=Facts(media_types=("image/png",), max_size=9),
                        ),
                        Row(
                            name="note",
                            type=TEXT_TYPE,
                            required=False,
                            description="Why.",
                            deprecated=True,
                        ),
                    ),
                ),
                ContentView(type=None, media_type="image/png", facts=Facts(max_size=7)),
            ),
        ),
        responses=(
            BodyView(
                status=200,
                description="Saved.",
                contents=(ContentView(type=(Token("schema", "Order", "Order-Output"),)),),
            ),
            BodyView(
                status=202,
                contents=(
                    ContentView(type=NUMBER_TYPE, media_type="text/event-stream", stream=True),
                ),
            ),
        ),
        response_headers=(Row(name="ETag", type=TEXT_TYPE, required=True, place=""),),
        errors=(GONE, NOT_FOUND),
        external_docs=doc.ExternalDocs(url="https://example.org", description="More."),
    )


def test_an_http_method_of_nothing_but_a_name() -> None:
    assert described("method", "shop.OrderApi.list") == MethodView(
        name="shop.OrderApi.list",
        display="GET /orders",
        own_name="list",
        contract="OrderApi",
        module="shop.orders",
        route="gg-shop.all.OrderApi.list",
        protocol="http",
        heading="/orders",
        verbs=("GET",),
        path="/orders",
        deprecated=False,
        outgoing=False,
    )
    assert described("method", "shop.OrderApi.list").modules == ("shop.orders",)
    assert described("method", "shop.Hooks.paid").modules == ("",)


def test_a_request_over_a_websocket() -> None:
    assert described("method", "shop.LiveApi.ask") == MethodView(
        name="shop.LiveApi.ask",
        display="ask /live/{room}",
        own_name="ask",
        contract="LiveApi",
        module="shop.live",
        route="gg-shop.more.LiveApi.ask",
        protocol="ws",
        heading="/live/{room}",
        direction="OUT",
        pattern="req",
        body=BodyView(contents=(ContentView(type=TEXT_TYPE),)),
        responses=(BodyView(contents=(ContentView(type=NUMBER_TYPE),)),),
        errors=(GONE,),
        frames=(
            ("As sent", '{"id": <id>, "ask": <payload>}'),
            ("Its answer as sent", '{"id": <id>, "answer": <payload>}'),
            ("Its errors as sent", '{"id": <id>, "error": <error>}'),
        ),
    )


@pytest.mark.parametrize(
    ("name", "direction", "frame"),
    [("told", "IN", '{"name": "told"}'), ("framed", "OUT", '{"own": "framed"}')],
)
def test_an_event_over_a_websocket(name: str, direction: str, frame: str) -> None:
    method = described("method", f"shop.LiveApi.{name}")
    assert (method.direction, method.pattern, method.body, method.responses) == (
        direction,
        "event",
        None,
        (),
    )
    assert method.frames == (("As sent", frame),)


def test_an_error() -> None:
    assert described("error", "shop.GONE") == ErrorView(
        name="shop.GONE",
        display="GONE",
        description="It was.",
        status=410,
        data=ContentView(
            type=OBJECT_TYPE, fields=(Row(name="since", type=NUMBER_TYPE, required=False),)
        ),
        used_by=(
            Link("contract", "shop.LiveApi", "LiveApi", "more"),
            Link("method", "shop.OrderApi.save", "OrderApi.save", "all"),
            Link("method", "shop.LiveApi.ask", "LiveApi.ask", "more"),
        ),
    )


def test_an_error_without_a_name() -> None:
    assert described("error", "shop.Not-Found") == ErrorView(
        name="shop.Not-Found",
        display="Not Found",
        is_named=False,
        status=404,
        used_by=(Link("method", "shop.OrderApi.save", "OrderApi.save", "all"),),
    )


CODE_ROW = Row(
    name="code",
    type=(Token("primitive", "string"), Token("mark", " & "), *named("Code")),
    required=True,
)
SAVE = Link("method", "shop.OrderApi.save", "OrderApi.save", "all")
VIEWS = {
    "an object": SchemaView(
        name="shop.Order-Input",
        display="Order",
        description="An order.",
        deprecated=True,
        key="Order-Input",
        is_brand=False,
        facet="input",
        alias="shop.Order",
        fields=(CODE_ROW,),
        closed=True,
        example='{\n  "code": "str"\n}',
        used_by=(SAVE,),
        methods=1,
    ),
    "what comes out": SchemaView(
        name="shop.Order-Output",
        display="Order",
        key="Order-Output",
        facet="output",
        alias="shop.Order",
        fields=(
            replace(CODE_ROW, required=False),
            Row(name="any", type=(Token("primitive", "any"),), required=False),
        ),
        closed=False,
        example='{\n  "code": "str",\n  "any": {}\n}',
        used_by=(SAVE,),
        methods=1,
    ),
    "a brand": SchemaView(
        name="shop.Code",
        display="Code",
        key="Code",
        is_brand=True,
        definition=TEXT_TYPE,
        facts=Facts(constraints=(Constraint("≤ ", "{0} character|{0} characters", 3),)),
        used_by=(
            Link("schema", "shop.Order-Input", "Order"),
            Link("schema", "shop.Order-Output", "Order"),
        ),
        methods=1,
    ),
    "a union with a discriminator": SchemaView(
        name="shop.Pet",
        display="Pet",
        key="Pet",
        variants=(('"cat"', named("Cat")), ('"dog"', named("Dog"))),
        discriminator="kind",
        used_by=(Link("schema", "shop.Many", "Many"),),
        methods=0,
    ),
    "a long union": SchemaView(
        name="shop.Many",
        display="Many",
        key="Many",
        alternatives=(TEXT_TYPE, NUMBER_TYPE, (Token("primitive", "boolean"),), named("Pet")),
    ),
    "a short union": SchemaView(
        name="shop.Few",
        display="Few",
        key="Few",
        definition=(
            *TEXT_TYPE,
            Token("mark", " | "),
            *NUMBER_TYPE,
            Token("mark", " | "),
            Token("primitive", "boolean"),
        ),
        used_by=(
            Link("contract", "shop.OrderApi", "OrderApi", "all"),
            Link("contract", "shop.LiveApi", "LiveApi", "more"),
            Link("error", "shop.GONE", "GONE"),
        ),
        methods=5,
    ),
    "a type whose name ends as that of a facet": SchemaView(
        name="shop.Odd-Input",
        display="Odd-Input",
        key="Odd-Input",
        definition=OBJECT_TYPE,
    ),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_type(view: SchemaView) -> None:
    assert described(view.kind, view.name) == view


def test_a_type_that_mentions_itself_is_not_its_own_user() -> None:
    assert described("schema", "shop.Dog").used_by == (Link("schema", "shop.Pet", "Pet"),)


def test_the_example_of_a_type_that_recurs_ends() -> None:
    assert described("schema", "shop.Dog").example.count('"kind"') == 4


def test_the_definition_of_a_type() -> None:
    assert definition_text(VIEWS["a short union"]) == "string | integer | boolean"
    assert definition_text(VIEWS["an object"]) == ""


@pytest.mark.parametrize(
    ("kind", "name", "keys"),
    [
        ("method", "shop.OrderApi.save", {"Order-Input", "Order-Output"}),
        ("schema", "shop.Order-Input", {"Order-Input", "Code"}),
        ("schema", "shop.Pet", {"Pet", "Cat", "Dog"}),
        ("error", "shop.GONE", set()),
    ],
)
def test_types_that_a_view_mentions(kind: str, name: str, keys: set[str]) -> None:
    assert set(mentioned_types(described(kind, name))) == keys


@pytest.mark.parametrize(
    ("kind", "anchor"),
    [
        ("contract", "gg-shop.Name"),
        ("method", "gg-shop.Name"),
        ("schema", "gg-schema-shop.Name"),
        ("brand", "gg-brand-shop.Name"),
        ("error", "gg-error-shop.Name"),
    ],
)
def test_anchors(kind: str, anchor: str) -> None:
    assert anchor_of(kind, "shop.Name") == anchor


def test_two_views_that_differ_have_two_digests() -> None:
    digests = {view.digest for view in VIEW.objects.values()}
    assert len(digests) == len(VIEW.objects)
    assert all(len(digest) == 16 for digest in digests)
