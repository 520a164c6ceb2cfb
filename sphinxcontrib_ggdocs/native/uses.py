"""The direct references of a document's methods, errors and schemas to its named schemas.

They are written into the document, so that a reader who asks who uses a type has to know neither
which keywords of JSON Schema hold schemas nor where a method keeps its types. What is reached over
several references is for readers to compute (`users`): written down, it grew with the square of a
connected API.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

from ..schema.traversal import every_schema
from . import document_parts as doc

REFERENCE_PREFIX = "#/schemas/"
"""Before the name of a schema, in the references of one schema of a document to another."""

Mentions = dict[doc.UsePlace, tuple[str, ...]]
Entry = TypeVar("Entry", tuple[str, ...], Mentions)


def direct_uses(
    groups: Iterable[doc.Group],
    schemas: Mapping[str, doc.JsonSchema],
    errors: Mapping[str, doc.Error],
) -> doc.Uses:
    """Every reference to a named schema, by what contains it.

    Args:
        groups: The groups of the document.
        schemas: Its named schemas; a reference to anything else is left out.
        errors: Its errors.
    """
    references = _References(schemas.keys())
    contracts: dict[str, Mentions] = {}
    methods: dict[str, Mentions] = {}
    for group in groups:
        for contract in group.contracts:
            key = f"{group.slug}/{contract.name}"
            contracts[key] = references.by_place(_schemas_of_contract(contract))
            for method in contract.methods:
                methods[f"{key}/{method.name}"] = references.by_place(_schemas_of_method(method))
    in_schemas = {name: references.inside(schema) for name, schema in schemas.items()}
    in_errors = {
        key: tuple(chain.from_iterable(map(references.inside, _schemas_of_error(error))))
        for key, error in errors.items()
    }
    return doc.Uses(
        schemas=_filled(in_schemas),
        errors=_filled(in_errors),
        contracts=_filled(contracts),
        methods=_filled(methods),
    )


def _filled(entries: dict[str, Entry]) -> dict[str, Entry]:
    return {key: value for key, value in entries.items() if value}


def type_name(name: str, schema: doc.JsonSchema) -> str:
    """The name of the type that a named schema describes, which its two facets have in common."""
    return str(schema.get("x-type") or name)


def ref_name(schema: object) -> str | None:
    """The name of the schema that a schema refers to, if it does."""
    target = schema.get("$ref") if isinstance(schema, dict) else None
    return target.removeprefix(REFERENCE_PREFIX) if isinstance(target, str) else None


class _References:
    """Finds references to the schemas of one document."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def inside(self, schema: doc.JsonSchema | None) -> tuple[str, ...]:
        """The named schemas that a schema refers to, one entry for each reference."""
        if schema is None:
            return ()
        targets = (inner.get("$ref") for inner in every_schema(schema))
        texts = [target for target in targets if isinstance(target, str)]
        names = (
            text.removeprefix(REFERENCE_PREFIX)
            for text in texts
            if text.startswith(REFERENCE_PREFIX)
        )
        return tuple(name for name in names if name in self._names)

    def by_place(self, schemas: Iterable[tuple[doc.UsePlace, doc.JsonSchema]]) -> Mentions:
        """The same for several schemas, joined by place."""
        mentions: Mentions = {}
        for place, schema in schemas:
            names = self.inside(schema)
            if names:
                mentions[place] = (*mentions.get(place, ()), *names)
        return mentions


def _schemas_of_contract(
    contract: doc.HttpContract | doc.WebSocketContract,
) -> Iterator[tuple[doc.UsePlace, doc.JsonSchema]]:
    """What a contract requires of every call."""
    yield from _params("header", contract.headers)
    yield from _params("cookie", contract.cookies)
    if isinstance(contract, doc.WebSocketContract):
        yield from _params("path", contract.path_params)
        yield from _params("query", contract.query_params)


def _schemas_of_method(
    method: doc.HttpMethod | doc.WebSocketMethod,
) -> Iterator[tuple[doc.UsePlace, doc.JsonSchema]]:
    if isinstance(method, doc.HttpMethod):
        yield from _params("path", method.path_params)
        yield from _params("query", method.query_params)
        yield from _params("header", method.header_params)
        yield from _params("cookie", method.cookie_params)
        yield from _contents("requestBody", method.request_body)
        yield from _params("responseHeader", method.response_headers)
    else:
        yield from _params("header", method.header_params)
        yield from _contents("wsInput", method.ws_input)
    yield from _contents("successResponse", method.success_response)
    if isinstance(method, doc.HttpMethod):
        for response in method.more_responses or ():
            yield from _contents("successResponse", response)


def _schemas_of_error(error: doc.Error) -> Iterator[doc.JsonSchema | None]:
    yield error.data
    yield from (content.schema for content in error.more_contents or ())
    yield from (header.schema for header in error.response_headers or ())


def _params(
    place: doc.UsePlace, params: Iterable[doc.Param] | None
) -> Iterator[tuple[doc.UsePlace, doc.JsonSchema]]:
    return ((place, param.schema) for param in params or ())


def _contents(
    place: doc.UsePlace, body: doc.Body | doc.Response | None
) -> Iterator[tuple[doc.UsePlace, doc.JsonSchema]]:
    for content in (body.contents if body is not None else None) or ():
        if content.schema is not None:
            yield place, content.schema
