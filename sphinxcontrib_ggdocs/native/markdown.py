"""The contract document as one Markdown file, for repositories, reviews, and programs that read prose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import document as doc
from .type_words import bounds, type_words

Row = tuple[str, ...]


def markdown_of(document: doc.ApiDocsDocument) -> str:
    """The whole document: service, groups, contracts, methods, errors, types.

    Descriptions are taken as they are written; those in reStructuredText stay that.
    """
    return "\n\n".join(block for block in _document(document) if block) + "\n"


def _document(document: doc.ApiDocsDocument) -> Iterator[str]:
    service = document.service
    yield f"# {service.name}" + (f" {service.version}" if service.version else "")
    yield service.description or ""
    yield "\n".join(map(_server, service.servers or ()))
    for group in document.groups:
        yield f"## {group.name}"
        yield group.description or ""
        for contract in group.contracts:
            yield from _contract(contract, document.errors)
    if document.errors:
        yield "## Errors"
        yield _table(("Type", "Status", "Data", "Description"), map(_error, document.errors.values()))
    if document.schemas:
        yield "## Types"
        for name, schema in document.schemas.items():
            yield from _schema(name, schema)


def _server(server: doc.Server) -> str:
    return f"- <{server.url}>: {server.description}" if server.description else f"- <{server.url}>"


def _contract(contract: doc.HttpContract | doc.WebSocketContract, errors: Mapping[str, doc.Error]) -> Iterator[str]:
    yield f"### {contract.name}"
    yield contract.description or ""
    path = contract.path if isinstance(contract, doc.WebSocketContract) else contract.path_prefix
    facts = [f"Path: `{path}`"] if path else []
    facts += [f"Authentication: {auth.scheme} in the header `{auth.header_name}`" for auth in contract.auth or ()]
    facts += [f"Permission: {contract.permission.text}"] if contract.permission else []
    facts += [f"Form of errors: {contract.error_format}"] if contract.error_format else []
    facts += ["Deprecated"] if contract.deprecated else []
    yield "\n".join(f"- {fact}" for fact in facts)
    shared = [("header", contract.headers), ("cookie", contract.cookies)]
    if isinstance(contract, doc.WebSocketContract):
        shared = [("path", contract.path_params), ("query", contract.query_params), *shared]
    yield _params(shared)
    for method in contract.methods:
        yield from _method(method, errors)


def _method(method: doc.HttpMethod | doc.WebSocketMethod, errors: Mapping[str, doc.Error]) -> Iterator[str]:
    yield f"#### {method.name}"
    if isinstance(method, doc.HttpMethod):
        yield f"`{'/'.join(method.http_methods or (method.http_method,))} {method.http_path}`"
    else:
        direction = "client to server" if method.ws_direction == "OUT" else "server to client"
        yield f"{'Request' if method.ws_pattern == 'req' else 'Event'}, {direction}"
    if method.deprecated:
        yield f"**Deprecated.** {method.deprecation_message or ''}".rstrip()
    yield method.summary or ""
    yield method.description or ""
    if method.permission:
        yield f"Permission: {method.permission.text}"
    if isinstance(method, doc.HttpMethod):
        yield _params(
            [
                ("path", method.path_params),
                ("query", method.query_params),
                ("header", method.header_params),
                ("cookie", method.cookie_params),
            ]
        )
    yield "\n".join(f"- {fact}" for fact in _exchange(method, errors))


def _exchange(method: doc.HttpMethod | doc.WebSocketMethod, errors: Mapping[str, doc.Error]) -> Iterator[str]:
    body = method.request_body if isinstance(method, doc.HttpMethod) else method.ws_input
    if body is not None:
        name = "Body" if isinstance(method, doc.HttpMethod) else "Message"
        yield f"{name}: {_contents(body.contents)}" + ("" if body.required else " (optional)")
    more = method.more_responses or () if isinstance(method, doc.HttpMethod) else ()
    for response in (method.success_response, *more):
        if response is not None:
            status = f" {response.status_code}" if response.status_code else ""
            yield f"Answer{status}: {_contents(response.contents or ())}"
    if method.errors:
        named = (f"{errors[key].status_code} `{errors[key].type}`" for key in method.errors)
        yield f"Errors: {', '.join(named)}"


def _contents(contents: Sequence[doc.Content]) -> str:
    return " or ".join(map(_content, contents)) or "no content"


def _content(content: doc.Content) -> str:
    words = f"`{type_words(content.schema)}`" if content.schema is not None else "bytes"
    words = f"a stream of {words}" if content.stream else words
    return words if content.media_type == "application/json" else f"{words} as `{content.media_type}`"


def _params(places: Iterable[tuple[str, tuple[doc.Param, ...] | None]]) -> str:
    rows = [_param(place, param) for place, params in places for param in params or ()]
    return _table(("Parameter", "In", "Type", "Required", "Description"), rows) if rows else ""


def _param(place: str, param: doc.Param) -> Row:
    return (f"`{param.name}`", place, *_typed(param.schema, param.description, param.required))


def _typed(schema: Mapping[str, Any], description: str | None, required: bool) -> Row:
    told = [description or schema.get("description", ""), *bounds(schema)]
    return (f"`{type_words(schema)}`", "yes" if required else "no", "; ".join(filter(None, told)))


def _error(error: doc.Error) -> Row:
    data = f"`{type_words(error.data)}`" if error.data is not None else ""
    return (f"`{error.type}`", str(error.status_code), data, error.description or "")


def _schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### `{name}`"
    yield schema.get("description", "")
    properties: Mapping[str, Any] = schema.get("properties", {})
    if not properties:
        yield "; ".join((f"`{type_words(schema)}`", *bounds(schema)))
        return
    required = schema.get("required", ())
    rows = ((f"`{field}`", *_typed(each, None, field in required)) for field, each in properties.items())
    yield _table(("Field", "Type", "Required", "Description"), rows)


def _table(head: Row, rows: Iterable[Row]) -> str:
    lines = (head, tuple("---" for _ in head), *rows)
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    """Text that cannot break out of its cell; GitHub's tables want the pipe escaped inside of code, too."""
    return " ".join(text.split()).replace("|", "\\|")
