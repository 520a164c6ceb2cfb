"""Documents that have one object, with defaults for what it must have, and that object."""

from typing import Any, NamedTuple

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.view import DocumentView, ObjectView, view_of

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
ORDER: Json = {"$ref": "#/schemas/Order"}
SCHEMAS: Json = {
    "Order": {"type": "object", "properties": {"id": {"$ref": "#/schemas/OrderId"}}},
    "OrderId": {"type": "integer", "x-brand": ["OrderId"]},
}
ERRORS: Json = {
    "GONE": {"type": "GONE", "statusCode": 410},
    "Not-Found": {"statusCode": 404, "description": "No such *order*\n\nMore."},
    "Teapot": {"statusCode": 418},
}


def frame(name: str, placeholder: str = "payload") -> Json:
    """A frame with one member."""
    return {"type": "object", "properties": {name: {"x-placeholder": placeholder}}}


FRAMING: Json = {
    "name": "envelope",
    "request": frame("ask"),
    "event": frame("tell"),
    "answer": frame("answer"),
    "error": frame("error", "error"),
}
BARE: Json = {
    **{key: {"x-placeholder": "payload"} for key in ("request", "event", "answer", "error")},
    "name": "bare",
}


class Described(NamedTuple):
    """An object of a document."""

    document: DocumentView
    view: ObjectView


def document(contracts: Any = (), **more: Any) -> DocumentView:
    """A document with contracts in one group."""
    groups = [{"name": "All", "slug": "all", "contracts": contracts}]
    given = {"schemas": SCHEMAS, "errors": ERRORS, "uses": {}, "groups": groups, **more}
    service = {"slug": "shop", "name": "Shop"}
    return view_of(ApiDocsDocument.model_validate({"service": service, **given}))


def method_json(**more: Any) -> Json:
    return {"name": "save", "httpMethod": "PUT", "httpPath": "/orders", "errors": [], **more}


def message_json(**more: Any) -> Json:
    return {"name": "save", "wsDirection": "OUT", "wsPattern": "req", "errors": [], **more}


def contract_json(**more: Any) -> Json:
    return {"name": "Api", "kind": "http", "pathPrefix": "", "methods": [], **more}


def socket_json(**more: Any) -> Json:
    return {"name": "Api", "kind": "ws", "path": "", "framing": BARE, "methods": [], **more}


def contract(schemes: Json | None = None, **more: Any) -> Described:
    made = document([contract_json(**more)], securitySchemes=schemes)
    return Described(made, made.contracts[0])


def socket(**more: Any) -> Described:
    """A WebSocket with a method."""
    made = document([socket_json(**{"methods": [message_json()], **more})])
    return Described(made, made.contracts[0])


def method(schemes: Json | None = None, *, outgoing: bool | None = None, **more: Any) -> Described:
    owner = contract_json(methods=[method_json(**more)], outgoing=outgoing)
    made = document([owner], securitySchemes=schemes)
    return Described(made, made.contracts[0].methods[0])


def message(framing: Json = BARE, **more: Any) -> Described:
    """A method of a WebSocket."""
    made = document([socket_json(methods=[message_json(**more)], framing=framing)])
    return Described(made, made.contracts[0].methods[0])


def schema(given: Json | None = None, key: str = "Thing", **more: Any) -> Described:
    made = document(schemas={**SCHEMAS, key: given or TEXT}, **more)
    return Described(made, next(shown for shown in made.schemas if shown.key == key))


def error(key: str = "GONE", **more: Any) -> Described:
    known = {"type": "GONE", "statusCode": 410, **more}
    made = document(errors={**ERRORS, key: known})
    return Described(made, next(shown for shown in made.errors if shown.key == key))


def param(name: str = "q", **more: Any) -> Json:
    return {"name": name, "required": True, "schema": TEXT, **more}


def content(given: Json | None = TEXT, media_type: str = "application/json", **more: Any) -> Json:
    return {"mediaType": media_type, "schema": given, **more}


def body(*contents: Json, **more: Any) -> Json:
    return {"required": True, "contents": contents, **more}


def response(*contents: Json, **more: Any) -> Json:
    return {"statusCode": 200, "contents": contents, **more}
