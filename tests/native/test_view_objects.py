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
    MethodList,
    MethodView,
    ObjectView,
    ResponseLinkView,
    Row,
    SchemaView,
    anchor_of,
    definition_text,
    mentioned_types,
    view_of,
)
from sphinxcontrib_ggdocs.native.view.views import Constraint, EncodingView, Token

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
                },
                {
                    "statusCode": 300,
                    "statusRange": "3XX",
                    "links": [
                        {
                            "name": "again",
                            "method": "all/OrderApi/save",
                            "parameters": {"id": "$response.body#/id", "dry": True},
                            "body": {"code": "a"},
                            "description": "Save it again.",
                        },
                        {"name": "elsewhere", "operation": "https://example.org/a"},
                        {"name": "nowhere"},
                    ],
                },
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
    "source": {"line": 9},
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
KAFKA = {"protocol": "kafka"}
TWIN = {
    "kind": "http",
    "name": "Twin",
    "pathPrefix": "",
    "source": {"line": 3},
    "methods": [],
}
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
        "Not-Found": {"statusCode": 404, "description": "None."},
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
NOT_FOUND = Link("error", "shop.Not-Found", "404 Not Found", is_name=False, description="None.")


def described(kind: Any, name: str) -> Any:
    return VIEW.objects[kind, name]


def test_the_head() -> None:
    assert VIEW.head == HeadView(
        slug="shop",
        title="Shop",
        version="7",
        description="A shop.",
        servers=(doc.Server(url="https://example.org"),),
        schemes=(CredentialView(name="Key", kind="apiKey", place="cookie", carrier="sid"),),
    )
    assert VIEW.markup == "rst"
    assert VIEW.errors_anchor == "gg-error-shop"
    assert VIEW.schemas_anchor == "gg-schema-shop"


def test_a_head_of_nothing_but_a_name() -> None:
    bare = {**DOCUMENT, "service": {"slug": "shop", "name": "Shop"}, "groups": []}
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
        ("schema", "shop.Cat"),
        ("brand", "shop.Code"),
        ("schema", "shop.Dog"),
        ("schema", "shop.Few"),
        ("schema", "shop.Many"),
        ("schema", "shop.Odd-Input"),
        ("schema", "shop.Order-Input"),
        ("schema", "shop.Order-Output"),
        ("schema", "shop.Pet"),
    ]
    assert all(
        view.kind == kind and view.name == name for (kind, name), view in VIEW.objects.items()
    )


def row(name: str, type_: Any = TEXT_TYPE, *, required: bool = True, **more: Any) -> Row:
    return Row(name=name, type=type_, required=required, **more)


def contract_view(name: str, group: str, path: str = "", **more: Any) -> ContractView:
    """A contract, its methods left out."""
    own_name = name.rpartition(".")[2]
    return ContractView(
        name=name,
        display=f"{own_name} {path}".rstrip(),
        own_name=own_name,
        group=group,
        route=f"gg-shop.{group}.{own_name}",
        path=path,
        methods=(),
        **more,
    )


def order_method(name: str, display: str, **more: Any) -> MethodView:
    """A method of the HTTP contract."""
    return MethodView(
        name=f"shop.OrderApi.{name}",
        display=display,
        own_name=name,
        contract="OrderApi",
        module="shop.orders",
        route=f"gg-shop.all.OrderApi.{name}",
        protocol="http",
        heading="/orders",
        path=display.partition(" ")[2],
        **more,
    )


def message(name: str, **more: Any) -> MethodView:
    """A message of the WebSocket contract."""
    return MethodView(
        name=f"shop.LiveApi.{name}",
        display=f"{name} /live/{{room}}",
        own_name=name,
        contract="LiveApi",
        module="shop.live",
        route=f"gg-shop.more.LiveApi.{name}",
        protocol="ws",
        heading="/live/{room}",
        **more,
    )


def schema_view(key: str, **more: Any) -> SchemaView:
    return SchemaView(**{"name": f"shop.{key}", "display": key, "key": key, **more})


MORE = doc.ExternalDocs(url="https://example.org", description="More.")
SAVE = Link("method", "shop.OrderApi.save", "OrderApi.save", "all")
CODE = row("code", (Token("primitive", "string"), Token("mark", " & "), *named("Code")))
OR = Token("mark", " | ")
BOOLEAN_TYPE = (Token("primitive", "boolean"),)
FORM = ContentView(
    type=OBJECT_TYPE,
    media_type="multipart/form-data",
    fields=(
        row(
            "scan",
            (Token("primitive", "file"),),
            facts=Facts(media_types=("image/png",), max_size=9),
        ),
        row("note", required=False, description="Why.", deprecated=True),
    ),
)
STREAM = ContentView(type=NUMBER_TYPE, media_type="text/event-stream", stream=True)
VIEWS = {
    "an HTTP contract": contract_view(
        "shop.OrderApi",
        "all",
        "/orders",
        module="shop.orders",
        protocol="http",
        description="Orders.",
        deprecated=True,
        security=((CredentialView(name="Key", kind="apiKey", place="cookie", carrier="sid"),),),
        params=(row("X-Tenant", place="header"), row("theme", required=False, place="cookie")),
        permission="scope orders",
        error_format="problem",
        external_docs=MORE,
    ),
    "an HTTP contract of nothing but a name": contract_view(
        "shop.all.Twin", "all", protocol="http"
    ),
    "requests that the service sends": contract_view(
        "shop.Hooks", "more", protocol="http", outgoing=True
    ),
    "a WebSocket contract": contract_view(
        "shop.LiveApi",
        "more",
        "/live/{room}",
        module="shop.live",
        protocol="ws",
        params=(
            row("room", place="path"),
            row("since", NUMBER_TYPE, required=False, place="query"),
            row("X-Tenant", place="header"),
        ),
        errors=(GONE,),
        framing=("envelope", "Each in an envelope."),
        failures=(
            ("A failed event", '{"failed": <error>}', ("GONE",)),
            ("Invalid message", '{"refused": <error>}', ("GONE", "Not-Found")),
        ),
    ),
    "an HTTP method": order_method(
        "save",
        "PUT /orders/{id}",
        verbs=("PUT", "POST"),
        summary="Save it",
        description="Save an order.",
        deprecated=True,
        deprecation_message="Use patch.",
        security=((),),
        permission="public",
        params=(
            row(
                "id",
                NUMBER_TYPE,
                place="path",
                description="Which.",
                facts=Facts(constraints=(Constraint("≥ 1"),)),
            ),
            row("dry", required=False, place="query", deprecated=True),
            row("If-Match", place="header"),
            row("sid", place="cookie"),
        ),
        body=BodyView(
            required=False,
            description="The order.",
            contents=(
                ContentView(type=(Token("schema", "Order", "Order-Input"),)),
                FORM,
                ContentView(type=None, media_type="image/png", facts=Facts(max_size=7)),
            ),
        ),
        responses=(
            BodyView(
                status=200,
                description="Saved.",
                contents=(ContentView(type=(Token("schema", "Order", "Order-Output"),)),),
            ),
            BodyView(status=202, contents=(STREAM,)),
            BodyView(
                status="3XX",
                contents=(),
                links=(
                    ResponseLinkView(
                        name="again",
                        target=replace(SAVE, text="save"),
                        arguments=(
                            ("id", "$response.body#/id"),
                            ("dry", "true"),
                            ("", '{"code": "a"}'),
                        ),
                        description="Save it again.",
                    ),
                    ResponseLinkView(name="elsewhere", target="https://example.org/a"),
                    ResponseLinkView(name="nowhere", target="nowhere"),
                ),
            ),
        ),
        response_headers=(row("ETag"),),
        errors=(NOT_FOUND, GONE),
        external_docs=MORE,
    ),
    "an HTTP method of nothing but a name": order_method("list", "GET /orders", verbs=("GET",)),
    "a request that the service sends": MethodView(
        name="shop.Hooks.paid",
        display="POST {url}",
        own_name="paid",
        contract="Hooks",
        route="gg-shop.more.Hooks.paid",
        protocol="http",
        heading="/",
        verbs=("POST",),
        path="{url}",
        outgoing=True,
    ),
    "a request over a WebSocket": message(
        "ask",
        direction="OUT",
        pattern="req",
        body=BodyView(contents=(ContentView(type=TEXT_TYPE),)),
        responses=(BodyView(contents=(ContentView(type=NUMBER_TYPE),)),),
        errors=(GONE,),
        frames=(
            ("As sent", '{"id": <id>, "ask": <payload>}'),
            ("Its reply as sent", '{"id": <id>, "answer": <payload>}'),
            ("Its errors as sent", '{"id": <id>, "error": <error>}'),
        ),
    ),
    "an event of the service": message(
        "told", direction="IN", pattern="event", frames=(("As sent", '{"name": "told"}'),)
    ),
    "an event with a frame of its own": message(
        "framed", direction="OUT", pattern="event", frames=(("As sent", '{"own": "framed"}'),)
    ),
    "an error": ErrorView(
        name="shop.GONE",
        display="GONE",
        description="It was.",
        status=410,
        data=BodyView(
            contents=(
                ContentView(type=OBJECT_TYPE, fields=(row("since", NUMBER_TYPE, required=False),)),
            )
        ),
        used_by=(
            Link("contract", "shop.LiveApi", "LiveApi", "more"),
            SAVE,
            Link("method", "shop.LiveApi.ask", "LiveApi.ask", "more"),
        ),
    ),
    "an error without a name": ErrorView(
        name="shop.Not-Found",
        display="Not Found",
        is_named=False,
        status=404,
        description="None.",
        used_by=(SAVE,),
    ),
    "an object": schema_view(
        "Order-Input",
        display="Order",
        description="An order.",
        deprecated=True,
        facet="input",
        alias="shop.Order",
        fields=(CODE,),
        closed=True,
        example='{\n  "code": "str"\n}',
        used_by=(SAVE,),
        methods=1,
    ),
    "what comes out": schema_view(
        "Order-Output",
        display="Order",
        facet="output",
        alias="shop.Order",
        fields=(
            replace(CODE, required=False),
            row("any", (Token("primitive", "any"),), required=False),
        ),
        example='{\n  "code": "str",\n  "any": {}\n}',
        used_by=(SAVE,),
        methods=1,
    ),
    "a brand": schema_view(
        "Code",
        is_brand=True,
        definition=TEXT_TYPE,
        facts=Facts(constraints=(Constraint("≤ ", "{0} character|{0} characters", 3),)),
        used_by=(
            Link("schema", "shop.Order-Input", "Order"),
            Link("schema", "shop.Order-Output", "Order"),
        ),
        returned_by=MethodList((SAVE,)),
        accepted_by=MethodList((SAVE,)),
        methods=1,
    ),
    "a union with a discriminator": schema_view(
        "Pet",
        variants=(('"cat"', named("Cat")), ('"dog"', named("Dog"))),
        discriminator="kind",
        used_by=(Link("schema", "shop.Many", "Many"),),
    ),
    "a long union": schema_view(
        "Many", alternatives=(TEXT_TYPE, NUMBER_TYPE, BOOLEAN_TYPE, named("Pet"))
    ),
    "a short union": schema_view(
        "Few",
        definition=(*TEXT_TYPE, OR, *NUMBER_TYPE, OR, *BOOLEAN_TYPE),
        used_by=(
            Link("contract", "shop.OrderApi", "OrderApi", "all"),
            Link("contract", "shop.LiveApi", "LiveApi", "more"),
            Link("error", "shop.GONE", "GONE"),
        ),
        methods=5,
    ),
    "a type whose name ends as that of a facet": schema_view("Odd-Input", definition=OBJECT_TYPE),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_an_object(view: ObjectView) -> None:
    found = described(view.kind, view.name)
    assert (replace(found, methods=()) if isinstance(found, ContractView) else found) == view


def test_contracts_have_their_methods() -> None:
    methods = [
        method
        for group in VIEW.groups
        for contract in group.contracts
        for method in contract.methods
    ]
    assert methods == [view for view in VIEW.objects.values() if isinstance(view, MethodView)]


def test_modules() -> None:
    assert described("contract", "shop.OrderApi").modules == ("shop.orders",)
    assert described("method", "shop.OrderApi.list").modules == ("shop.orders",)
    assert described("method", "shop.Hooks.paid").modules == ("",)


@pytest.mark.parametrize(
    "framing",
    [
        pytest.param({**FRAMING, "eventErrors": None, "refusals": None}, id="without errors"),
        pytest.param({**FRAMING, "eventError": None, "refusal": None}, id="without an envelope"),
    ],
)
def test_failures_that_are_not_answered(framing: dict[str, Any]) -> None:
    assert socket(framing=framing).failures == ()


@pytest.mark.parametrize(
    "changed",
    [pytest.param({"methods": []}, id="without messages"), pytest.param(KAFKA, id="of a broker")],
)
def test_a_channel_without_frames(changed: dict[str, Any]) -> None:
    assert (socket(**changed).framing, socket(**changed).failures) == (("", ""), ())


IMAGES = {"mediaTypes": ["image/png", "image/gif"]}
ENCODED = {"contentType": "text/csv", "headers": ["X-Rows"]}


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        pytest.param(ref("Cat"), ["scan", "rows", "note"], id="a type with a name"),
        pytest.param({"type": "object"}, ["rows", "note"], id="files that are shown as fields"),
    ],
)
def test_how_parts_of_a_form_are_sent(schema: dict[str, Any], names: list[str]) -> None:
    content = {
        "mediaType": "multipart/form-data",
        "schema": schema,
        "files": {"scan": IMAGES, "any": {}, "": IMAGES},
        "encoding": {"rows": ENCODED, "note": {"style": "form", "explode": False}},
    }
    save = {"name": "save", "httpMethod": "PUT", "httpPath": "/"}
    method = {**save, "requestBody": {"required": True, "contents": [content]}}
    groups = [{"name": "All", "slug": "all", "contracts": [{**TWIN, "methods": [method]}]}]
    (group,) = view_of(ApiDocsDocument.model_validate({**DOCUMENT, "groups": groups})).groups
    body = group.contracts[0].methods[0].body
    assert body is not None
    sent = {
        "scan": EncodingView("scan", (Constraint("image/png, image/gif"),)),
        "rows": EncodingView("rows", (Constraint("text/csv"),), ("X-Rows",)),
        "note": EncodingView(
            "note", (Constraint("", "style {0}", "form"), Constraint("", "all in one value"))
        ),
    }
    assert body.contents[0].encodings == tuple(sent[name] for name in names)


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


def test_a_type_that_mentions_itself_is_not_its_own_user() -> None:
    assert described("schema", "shop.Dog").used_by == (Link("schema", "shop.Pet", "Pet"),)


def test_the_example_of_a_type_that_recurs_ends() -> None:
    assert described("schema", "shop.Dog").example.count('"kind"') == 4


def test_the_definition_of_a_type() -> None:
    assert definition_text(described("schema", "shop.Few")) == "string | integer | boolean"
    assert definition_text(described("schema", "shop.Order-Input")) == ""


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


def lifecycles(method: dict[str, Any]) -> Any:
    """The view of one method, next to an error with a key that is not its type."""
    plain = {"name": "list", "httpMethod": "GET", "httpPath": "/orders"}
    contract = {**TWIN, "methods": [{**plain, **method}]}
    document = {
        **DOCUMENT,
        "groups": [{"name": "All", "slug": "all", "contracts": [contract]}],
        "errors": {"BUSY-409": {"type": "BUSY", "statusCode": 409}},
        "uses": {},
    }
    view = view_of(ApiDocsDocument.model_validate(document))
    return view.objects["method", "shop.Twin.list"]


SINCE = {"since": "1.2", "deprecatedSince": "2.0"}
EVENTS: dict[str, tuple[dict[str, Any], list[tuple[str, str | None]]]] = {
    "what the author says": ({"lifecycle": SINCE}, [("added", "1.2"), ("deprecated", "2.0")]),
    "what snapshots know better": (
        {"lifecycle": SINCE, "history": [{"kind": "added", "version": "1.0"}]},
        [("added", "1.0"), ("deprecated", "2.0")],
    ),
    "what comes before all else": (
        {"lifecycle": SINCE, "history": [{"kind": "deprecated", "version": "1.9"}]},
        [("added", "1.2"), ("deprecated", "1.9")],
    ),
    "nothing": ({"lifecycle": {"sunset": "2030-01-01"}}, []),
}


@pytest.mark.parametrize(("method", "events"), EVENTS.values(), ids=EVENTS)
def test_versions_of_a_method(method: dict[str, Any], events: list[Any]) -> None:
    assert [(each.kind, each.version) for each in lifecycles(method).history] == events


REPLACEMENTS = {
    "BUSY": Link("error", "shop.BUSY-409", "BUSY-409"),
    "Twin": Link("contract", "shop.Twin", "Twin", "all"),
    "Twin.list": Link("method", "shop.Twin.list", "Twin.list", "all"),
    "elsewhere": "elsewhere",
}


@pytest.mark.parametrize(("name", "link"), REPLACEMENTS.items())
def test_what_to_use_instead_leads_there(name: str, link: Any) -> None:
    assert lifecycles({"lifecycle": {"replacement": name}}).until.replacement == link


def method_view(**more: Any) -> MethodView:
    """A method of a document that has only this one."""
    method = {"name": "save", "httpMethod": "POST", "httpPath": "/", "errors": [], **more}
    contract = {"name": "Api", "kind": "http", "pathPrefix": "/", "methods": [method]}
    document = ApiDocsDocument.model_validate(
        {
            "service": {"slug": "shop", "name": "Shop"},
            "groups": [{"name": "All", "slug": "all", "contracts": [contract]}],
            "schemas": {},
            "errors": {},
            "uses": {},
        }
    )
    return view_of(document).groups[0].contracts[0].methods[0]


def test_a_body_is_described_by_the_schemas_of_its_representations() -> None:
    content = {"mediaType": "application/json", "schema": {**TEXT, "description": "Its words."}}
    same = {**content, "mediaType": "text/plain"}
    other = {"mediaType": "text/plain", "schema": TEXT}
    for contents, description, expected, of_each in (
        ([content], None, "Its words.", [None]),
        ([content], "Its own.", "Its own.", [None]),
        ([content, same], None, "Its words.", [None, None]),
        ([content, other], None, None, ["Its words.", None]),
        ([content, other], "Its own.", "Its own.", [None, None]),
        ([{"mediaType": "text/plain"}], None, None, [None]),
    ):
        body = {"contents": contents, "description": description}
        view = method_view(
            requestBody={"required": True, **body}, successResponse={"statusCode": 200, **body}
        )
        for part in (view.body, *view.responses):
            assert part is not None
            assert part.description == expected
            assert [content.description for content in part.contents] == of_each


def test_a_parameter_has_no_example_that_leaves_it_to_the_reader() -> None:
    schema = {**TEXT, "examples": [None, None, "a"]}
    examples = [{"name": "own"}, {"name": "none", "summary": "Nothing."}, {"name": "one"}]
    view = method_view(queryParams=[param("q", schema, examples=examples)])
    assert [example.name for example in view.params[0].examples] == ["none", "one"]
