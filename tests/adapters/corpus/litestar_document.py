"""What Litestar says of an application, in words that can be compared.

Set right here, and documented in docs/reference/accuracy.md:

- Litestar makes summaries of the names of handlers, and leaves docstrings out unless it is asked;
- it describes statuses and exceptions by texts of Python's standard library and by class names;
- it writes unions as ``oneOf``, which refuses a value that fits two members, and the constraints of
  one member beside them;
- of the bytes, files, streams and events that a handler returns it says that they are JSON or text;
- a file that is sent need not be there;
- the handler of several verbs has operation ids that are made of each verb;
- the examples of exceptions have an empty ``extra``, which is never sent.
"""

import inspect
import itertools
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, get_args, get_origin

from litestar import Litestar, Response
from litestar._openapi.utils import SEPARATORS_CLEANUP_PATTERN
from litestar.response import File, ServerSentEvent, Stream
from litestar.routes import HTTPRoute

from .operations import VERBS, Difference, Json, operations
from .purposes import Purposes

_CONSTRAINTS = {
    "string": ("minLength", "maxLength", "pattern"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("minItems", "maxItems"),
}
_CONSTRAINTS["integer"] = _CONSTRAINTS["number"]


def litestar_document(app: Litestar) -> Json:
    """The document, set right."""
    if app.openapi_config is not None:
        app.openapi_config.use_handler_docstrings = True
    document = _unions(app.openapi_schema.to_schema())
    handlers = {
        (route.path_format, verb.lower()): found[0]
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for verb, found in route.route_handler_map.items()
    }
    for path, verb, operation in operations(document):
        handler = handlers[path, verb]
        _set_texts_right(operation, handler)
        _set_content_right(operation, handler)
        _set_upload_right(operation)
        first = next(each for each in VERBS if (path, each) in handlers)
        if verb != first and handlers[path, first] is handler:
            identifier = document["paths"][path][first]["operationId"]
            operation["operationId"] = f"{identifier}_{verb}"
    return document


def _set_texts_right(operation: Json, handler: Any) -> None:
    if operation["summary"] == SEPARATORS_CLEANUP_PATTERN.sub("", handler.handler_name.title()):
        operation["summary"] = handler.summary
    for name, response in operation["responses"].items():
        status = HTTPStatus(int(name))
        if response["description"] == status.description:
            response["description"] = status.phrase
        for body in response.get("content", {}).values():
            for schema in (body["schema"], *body["schema"].get("anyOf", ())):
                if "status_code" in schema.get("properties", {}) and "description" in schema:
                    del schema["description"]
                    for example in schema["examples"]:
                        del example["extra"]


def _set_content_right(operation: Json, handler: Any) -> None:
    form = handler.parsed_return_field.raw
    response = operation["responses"][str(handler.status_code)]
    returned = get_origin(form) or form
    carried = get_args(form)[:1] == (bytes,) and issubclass(returned, Response)
    if not isinstance(returned, type):
        return
    if issubclass(returned, ServerSentEvent):
        response["content"] = {"text/event-stream": {"schema": {}}}
    elif carried or issubclass(returned, bytes | File | Stream):
        declared = str(getattr(handler.media_type, "value", handler.media_type))
        own = declared or handler.content_media_type or "application/octet-stream"
        response["content"] = {own: {"schema": {}}}


def _set_upload_right(operation: Json) -> None:
    for media_type, body in operation.get("requestBody", {}).get("content", {}).items():
        fields = body["schema"].get("properties", {}).keys()
        if media_type == "multipart/form-data" and fields <= {"file", "files"}:
            body["schema"]["required"] = list(fields)


def _unions(value: Json) -> Json:
    """The document with unions as ``anyOf``."""
    if isinstance(value, list):
        return [_unions(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: _unions(item) for key, item in value.items()}
    if isinstance(found.get("description"), str):
        found["description"] = inspect.cleandoc(found["description"])
    if isinstance(found.get("oneOf"), list):
        found["anyOf"] = found.pop("oneOf")
    if isinstance(found.get("type"), list):
        kinds = sorted(found.pop("type"), key=["object", "array", "string", "null"].index)
        found["anyOf"] = [_member(found, name) for name in kinds]
        found.pop("enum", None)
    members = found.get("anyOf")
    if not isinstance(members, list):
        return found
    if len(members) == 1:
        del found["anyOf"]
        return {**members[0], **found}
    for name in itertools.chain.from_iterable(_CONSTRAINTS.values()):
        _push_down(found, name)
    return found


def _member(schema: Json, kind: str) -> Json:
    if kind == "array":
        return {"type": kind, "items": {}}
    if "enum" not in schema or kind == "null":
        return {"type": kind}
    return {"type": kind, "enum": [value for value in schema["enum"] if value is not None]}


def _push_down(schema: Json, name: str) -> None:
    """Write a constraint at the members that it is about."""
    members = list(_concerned(schema["anyOf"], name))
    if name in schema and members:
        for member in members:
            member[name] = schema[name]
        del schema[name]


def _concerned(members: list[Json], name: str) -> Iterator[Json]:
    return (each for each in members if name in _CONSTRAINTS.get(str(each.get("type")), ()))


def _text_of_type(difference: Difference) -> bool:
    """Litestar leaves the docstrings of types out."""
    return (
        difference.wanted is None
        and difference.path.endswith(".description")
        and ".schema" in difference.path
        and isinstance(difference.within, dict)
    )


def _extra_fields(difference: Difference) -> bool:
    """msgspec refuses them where a struct says so."""
    return difference.path.endswith(".additionalProperties") and difference.found is False


def _lost_constraint(difference: Difference) -> bool:
    """Litestar leaves out what is said of a value in a container or beside ``UNSET``, and the length
    of a tuple.
    """
    word = difference.path.rpartition(".")[2]
    words = itertools.chain.from_iterable(_CONSTRAINTS.values())
    return difference.wanted is None and word in words


def _member_of_union(difference: Difference) -> bool:
    """Litestar knows nothing of a response object in a union."""
    if not re.match(r"\.responses\.\d+\.content\.", difference.path):
        return False
    documented = difference.beside
    contents = documented.values() if "schema" not in difference.path else [{"schema": documented}]
    return all(_is_open(content["schema"]) for content in contents)


def _is_open(schema: Json) -> bool:
    return schema == {} or {} in schema.get("anyOf", ())


PURPOSES: Purposes = {
    "texts of types": _text_of_type,
    "responses in unions": _member_of_union,
    "extra fields": _extra_fields,
    "constraints": _lost_constraint,
}
"""Where the adapter differs from Litestar on purpose."""
