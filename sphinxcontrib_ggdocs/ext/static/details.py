"""What stands below a signature, kept short until a page is written.

A method's tables are some two hundred docutils nodes. Sphinx walks over all nodes of a page about fifty times before
it writes the page, so a page keeps one node for each object instead, with only what those walks are for: descriptions,
to be translated and resolved, and words, to be found. The rest is drawn from the contract document by whoever writes.
"""

from collections.abc import Callable, Iterable, Iterator

from docutils import nodes

from ...native.document import (
    Body,
    Contract,
    Error,
    HttpMethod,
    JsonSchema,
    Method,
    Param,
    Response,
    WebSocketContract,
    WebSocketMethod,
)
from ..nodes import gg_details, gg_prose
from ..objects import ObjectType
from .scope import Scope
from .signatures import SignaturePart
from .tree import Block
from .types import ref_name, text_of

Draw = Callable[[Scope], list[Block]]
"""Makes the content that a `gg_details` stands for."""


def details(
    scope: Scope,
    objtype: ObjectType,
    name: str,
    *,
    signature: Iterable[SignaturePart],
    prose: Iterable[str | None],
    words: str,
) -> gg_details:
    """The node for one object.

    Args:
        scope: The page and the document.
        objtype: The kind of object.
        name: Its full name.
        signature: Its heading line, whose words are to be found.
        prose: Every description that its content shows.
        words: What else of its content should be found.
    """
    node = gg_details("", document=scope.key, objtype=objtype, name=name, anchors=scope.anchors)
    texts = list(dict.fromkeys(filter(None, prose)))
    for text in texts:
        node.append(gg_prose("", *scope.described(text, name, texts), text=text))
    if told := scope.first_said(" ".join([*(text for _kind, text in signature), words])):
        node.append(nodes.Text(told))
    return node


def method_prose(method: Method) -> Iterator[str | None]:
    """The descriptions that a method's content shows."""
    yield method.summary
    yield method.description
    yield method.deprecation_message
    if isinstance(method, HttpMethod):
        yield from (auth.description for auth in method.auth or ())
        for params in _params(method):
            yield from (param.description for param in params or ())
        yield from _body_prose(method.request_body)
        for response in (method.success_response, *(method.more_responses or ())):
            yield from _body_prose(response)
    elif isinstance(method, WebSocketMethod):
        yield from _body_prose(method.ws_input)
        yield from _body_prose(method.success_response)


def contract_prose(contract: Contract) -> Iterator[str | None]:
    """The descriptions that a contract's content shows, its methods left out."""
    yield contract.description
    yield from (auth.description for auth in contract.auth or ())
    for params in _contract_params(contract):
        yield from (param.description for param in params or ())


def schema_prose(schema: JsonSchema) -> Iterator[str | None]:
    """The descriptions of a schema and of its fields."""
    yield schema.get("description")
    yield from _field_prose(schema)


def error_prose(error: Error) -> Iterator[str | None]:
    """The descriptions that an error's content shows."""
    yield error.description
    if error.data is not None and ref_name(error.data) is None:
        yield from _field_prose(error.data)


def method_words(scope: Scope, method: Method) -> str:
    """Parameters, fields, types and errors of a method."""
    words: dict[str, None] = dict.fromkeys(method.errors) if isinstance(method, HttpMethod | WebSocketMethod) else {}
    if isinstance(method, HttpMethod):
        words.update(dict.fromkeys(auth.header_name for auth in method.auth or ()))
        for params in _params(method):
            _add_params(scope, words, params)
        bodies = (method.request_body, method.success_response, *(method.more_responses or ()))
    else:
        assert isinstance(method, WebSocketMethod)
        bodies = (method.ws_input, method.success_response)
    for body in bodies:
        for content in (body.contents if body is not None else None) or ():
            if content.schema is not None:
                _add_type(scope, words, content.schema)
                words.update(dict.fromkeys(content.schema.get("properties", ())))
    return " ".join(words)


def contract_words(scope: Scope, contract: Contract) -> str:
    """What a contract asks of every call."""
    words = {auth.header_name: None for auth in contract.auth or ()}
    for params in _contract_params(contract):
        _add_params(scope, words, params)
    if isinstance(contract, WebSocketContract):
        words.update(dict.fromkeys(contract.errors or ()))
    return " ".join(words)


def schema_words(scope: Scope, schema: JsonSchema) -> str:
    """Fields of a type, and their types."""
    words: dict[str, None] = {}
    for name, value in schema.get("properties", {}).items():
        words[name] = None
        _add_type(scope, words, value)
    if not words:
        words[text_of(scope.types.definition(schema), scope.types)] = None
    return " ".join(words)


def error_words(scope: Scope, error: Error) -> str:
    """The type of an error's data."""
    words: dict[str, None] = {}
    if error.data is not None:
        _add_type(scope, words, error.data)
        words.update(dict.fromkeys(error.data.get("properties", ())))
    return " ".join(words)


def _params(method: HttpMethod) -> tuple[tuple[Param, ...] | None, ...]:
    return (
        method.path_params,
        method.query_params,
        method.header_params,
        method.cookie_params,
        method.response_headers,
    )


def _contract_params(contract: Contract) -> tuple[tuple[Param, ...] | None, ...]:
    if isinstance(contract, WebSocketContract):
        return (contract.path_params, contract.query_params, contract.headers, contract.cookies)
    return (contract.headers, contract.cookies)


def _body_prose(body: Body | Response | None) -> Iterator[str | None]:
    if body is None:
        return
    yield body.description
    for content in body.contents or ():
        if content.schema is not None and ref_name(content.schema) is None:
            yield from _field_prose(content.schema)


def _field_prose(schema: JsonSchema) -> Iterator[str | None]:
    for value in schema.get("properties", {}).values():
        if isinstance(value, dict):
            yield value.get("description")


def _add_params(scope: Scope, words: dict[str, None], params: Iterable[Param] | None) -> None:
    for param in params or ():
        words[param.name] = None
        _add_type(scope, words, param.schema)


def _add_type(scope: Scope, words: dict[str, None], schema: object) -> None:
    words[text_of(scope.types.expression(schema), scope.types)] = None
