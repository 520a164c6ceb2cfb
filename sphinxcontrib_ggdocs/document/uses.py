"""Collects the direct references from a document's methods, errors and schemas to its named
schemas.

They are written into the document, so that a reader who wants the users of a type needs to know
neither which keywords of JSON Schema contain schemas nor where a method keeps its types. Readers
compute indirect references themselves (`users`): their number grows with the square of the size of
a connected API.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from ..schema.traversal import every_schema
from . import parts as doc

REFERENCE_PREFIX = "#/schemas/"
"""Before the name of a schema, in the references of one schema of a document to another."""

Mentions = dict[doc.UsePlace, tuple[str, ...]]
Entry = TypeVar("Entry", tuple[str, ...], Mentions)


def direct_uses(
    groups: Iterable[doc.Group],
    schemas: Mapping[str, doc.JsonSchema],
    errors: Mapping[str, doc.Error],
) -> doc.Uses:
    """Return all references to named schemas, by what contains them.

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
            contracts[key] = references.by_place(_schemas_of(contract))
            for method in contract.methods:
                methods[f"{key}/{method.name}"] = references.by_place(_schemas_of(method))
    in_schemas = {name: references.inside(schema) for name, schema in schemas.items()}
    in_errors: dict[str, tuple[str, ...]] = {}
    for key, error in errors.items():
        names: list[str] = []
        for schema in _schemas_of_error(error):
            names += references.inside(schema)
        in_errors[key] = tuple(names)
    return doc.Uses(
        schemas=_filled(in_schemas),
        errors=_filled(in_errors),
        contracts=_filled(contracts),
        methods=_filled(methods),
    )


def _filled(entries: dict[str, Entry]) -> dict[str, Entry]:
    """Return the entries that are not empty."""
    return {key: value for key, value in entries.items() if value}


def type_name(name: str, schema: doc.JsonSchema) -> str:
    """Return the name of the type that a named schema describes: ``Order`` for the schemas
    ``Order-Input`` and ``Order-Output``, which have it as ``x-type``.
    """
    return str(schema.get("x-type") or name)


def ref_name(schema: object) -> str | None:
    """Return the name of the schema that a schema refers to: ``Order`` for ``{"$ref":
    "#/schemas/Order"}``; None for other schemas.
    """
    if not isinstance(schema, dict):
        return None
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return None
    return reference.removeprefix(REFERENCE_PREFIX)


class _References:
    """Finds references to the schemas of one document."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def inside(self, schema: doc.JsonSchema | None) -> tuple[str, ...]:
        """Return the named schemas that a schema refers to, one entry for each reference."""
        if schema is None:
            return ()
        names: list[str] = []
        for inner in every_schema(schema):
            target = inner.get("$ref")
            if isinstance(target, str) and target.startswith(REFERENCE_PREFIX):
                name = target.removeprefix(REFERENCE_PREFIX)
                if name in self._names:
                    names.append(name)
        return tuple(names)

    def by_place(self, schemas: Iterable[tuple[doc.UsePlace, doc.JsonSchema]]) -> Mentions:
        """Return the named schemas that schemas refer to, by the places where these are."""
        mentions: Mentions = {}
        for place, schema in schemas:
            names = self.inside(schema)
            if names:
                mentions[place] = (*mentions.get(place, ()), *names)
        return mentions


_MEMBERS: Final[Mapping[str, doc.UsePlace]] = {
    "headers": "header",
    "cookies": "cookie",
    "path_params": "path",
    "query_params": "query",
    "header_params": "header",
    "cookie_params": "cookie",
    "request_body": "requestBody",
    "ws_input": "wsInput",
    "response_headers": "responseHeader",
    "success_response": "successResponse",
}
"""Places by the members of contracts and methods that hold schemas."""


def _schemas_of(owner: doc.Contract | doc.Method) -> Iterator[tuple[doc.UsePlace, doc.JsonSchema]]:
    """Yield each schema of a contract itself (not of its methods), or of a method, with the place
    where it is used, such as ``query``.
    """
    for name, place in _MEMBERS.items():
        # Contracts, HTTP methods and WebSocket methods each have only some of the members.
        for schema in _schemas_in(getattr(owner, name, None)):
            yield place, schema
    for response in getattr(owner, "more_responses", None) or ():
        for schema in _schemas_in(response):
            yield "successResponse", schema


def _schemas_in(value: Any) -> Iterator[doc.JsonSchema]:
    """Yield the schemas of parameters, or those of the representations of a body or response."""
    parts = value
    if isinstance(value, doc.Body | doc.Response):
        parts = value.contents
    for part in parts or ():
        if part.schema is not None:
            yield part.schema


def _schemas_of_error(error: doc.Error) -> Iterator[doc.JsonSchema | None]:
    """Yield the schemas of the data, the further representations and the headers of an error."""
    yield error.data
    for content in error.more_contents or ():
        yield content.schema
    for header in error.response_headers or ():
        yield header.schema
