"""Answers questions about parts on the wire, for the writers of other formats.

If the document was built from contracts and a part omits something, the answer is what the author
wrote; otherwise it is what the part says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from ..catalog.export import warn_export
from ..contracts.contract_errors import Location
from ..contracts.display_names import words_of
from ..contracts.model import Example, ParameterLocation, Source, where_of, with_rests
from ..contracts.permissions import public
from ..schema import JsonSchema
from ..schema.nodes import without
from . import parts as doc
from .model import ApiDocsDocument

AnyContract: TypeAlias = doc.HttpContract | doc.WebSocketContract
AnyMethod: TypeAlias = doc.HttpMethod | doc.WebSocketMethod
Keyed: TypeAlias = tuple[tuple[str, doc.Error], ...]
"""Errors with their keys."""

_Contract = TypeVar("_Contract", doc.HttpContract, doc.WebSocketContract)


# --- contracts and methods ---


def contracts_of(document: ApiDocsDocument, kind: type[_Contract]) -> list[_Contract]:
    """Return the contracts of a kind, each once, without the callbacks of their methods."""
    listed: dict[object, _Contract] = {}
    for group in document.groups:
        callbacks = _callbacks_in(group)
        for contract in group.contracts:
            if isinstance(contract, kind) and id(contract) not in callbacks:
                listed[_identity(contract)] = contract
    return list(listed.values())


def _callbacks_in(group: doc.Group) -> set[int]:
    """Return the contracts of a group that methods name as callbacks, by `id`."""
    callbacks: set[int] = set()
    for contract in group.contracts:
        if isinstance(contract, doc.HttpContract):
            for method in contract.methods:
                callbacks.update(map(id, callbacks_of(method, group)))
    return callbacks


def _identity(contract: AnyContract) -> object:
    """Return what is the same of a contract in all groups that list it."""
    if contract.export is not None:
        return id(contract)  # equal contracts that an author has written twice are two
    return contract.kind, contract.name, repr(contract.source), repr(contract.methods)


def callbacks_of(method: doc.HttpMethod, group: doc.Group) -> list[doc.HttpContract]:
    """Return the contracts of a group that a method names as its callbacks."""
    if method.export is not None:
        return list(method.export.callbacks)
    if not method.callbacks:
        return []
    http = [contract for contract in group.contracts if isinstance(contract, doc.HttpContract)]
    return [contract for contract in http if contract.name in method.callbacks]


def routes_of(method: doc.HttpMethod) -> tuple[str, ...]:
    """Return the paths of a method, with the converters of placeholders where they are known."""
    known = method.export.paths if method.export is not None else None
    if known is not None:
        return tuple(path.route for path in known)
    paths = method.http_paths or (method.http_path,)
    return tuple(_with_converters(path, method.path_params) for path in paths)


def socket_route(contract: doc.WebSocketContract) -> str:
    """Return the path of a WebSocket, with the converters of placeholders for several steps."""
    return _with_converters(contract.path, contract.path_params)


def _with_converters(path: str, params: Iterable[doc.Param] | None) -> str:
    return with_rests(path, [param.name for param in params or () if param.slashes])


def place_of_part(contract: AnyContract, method: AnyMethod | None = None) -> Location:
    """Return the place of a contract or a method for messages."""
    owner, source = contract.name, contract.source
    if method is not None:
        owner, source = f"{contract.name}.{method.name}", method.source or contract.source
    if source is None:
        return Location(owner=owner)
    module = source.module or (contract.source.module if contract.source else None) or ""
    return where_of(Source(module=module, line=source.line), owner)


def description_of(method: AnyMethod) -> str | None:
    """Return the description of a method as its author has written it."""
    if isinstance(method, doc.HttpMethod) and method.export is not None:
        return method.export.description
    return method.description


# --- credentials ---


def security_of(contract: doc.Contract, method: doc.Method | None = None) -> doc.Security | None:
    """Return how callers of a method, or of a contract, identify themselves."""
    own = method.security if method is not None else None
    return contract.security if own is None else own


def permission_of(
    contract: doc.Contract, method: doc.Method | None = None
) -> doc.Permission | None:
    """Return the permission of a method, else that of its contract."""
    own = method.permission if method is not None else None
    return contract.permission if own is None else own


def unproven_permission(
    contract: doc.Contract, method: doc.Method | None = None
) -> doc.Permission | None:
    """Return the permission that callers need where nothing is declared by which they could prove
    it; None where something is, or where all may call.
    """
    permission = permission_of(contract, method)
    if permission is None or permission.tree == public.tree:
        return None
    is_proven = any(security_of(contract, method) or ())
    return None if is_proven else permission


# --- parameters ---


def sent_parameters(
    contract: AnyContract, method: doc.HttpMethod | None, where: Location
) -> list[tuple[ParameterLocation, doc.Param]]:
    """Return the parameters that callers send besides credentials, each once, in the order of their
    author: those of a method before those that its contract requires.

    Args:
        contract: The contract.
        method: One of its methods; None for the handshake of a WebSocket.
        where: The method, for warnings about parameters that are declared twice.
    """
    sent: dict[tuple[str, str], tuple[ParameterLocation, doc.Param]] = {}
    for location, param in _declared(contract, method):
        place = (location, param.name.lower() if location == "header" else param.name)
        _, known = sent.setdefault(place, (location, param))
        if known is param:
            continue
        if param.required and not known.required:
            sent[place] = location, replace(known, required=True)
        if own_schema(known) != own_schema(param):
            warn_export(
                f"{where}: the {location} {param.name} is declared twice; the first one is kept"
            )
    export = contract.export if method is None else method.export
    return _in_order(list(sent.values()), getattr(export, "parameters", ()))


def _in_order(
    sent: list[tuple[ParameterLocation, doc.Param]], order: Sequence[tuple[str, str]]
) -> list[tuple[ParameterLocation, doc.Param]]:
    """Return parameters in the order of their author, where that is known."""
    if len(sent) < 2 or not order:
        return sent
    positions = {place: position for position, place in enumerate(order)}

    def position_of(item: tuple[ParameterLocation, doc.Param]) -> int:
        location, param = item
        return positions.get((location, param.name), len(positions))

    return sorted(sent, key=position_of)


def _declared(
    contract: AnyContract, method: doc.HttpMethod | None
) -> Iterator[tuple[ParameterLocation, doc.Param]]:
    if method is not None:
        yield from _located("path", method.path_params)
        yield from _located("query", method.query_params)
        yield from _located("header", method.header_params)
        yield from _located("cookie", method.cookie_params)
    elif isinstance(contract, doc.WebSocketContract):
        yield from _located("path", contract.path_params)
        yield from _located("query", contract.query_params)
    yield from _located("header", contract.headers)
    yield from _located("cookie", contract.cookies)


def _located(
    location: ParameterLocation, params: Iterable[doc.Param] | None
) -> Iterator[tuple[ParameterLocation, doc.Param]]:
    for param in params or ():
        yield location, param


def own_schema(part: doc.Param | doc.Content) -> JsonSchema | None:
    """Return the schema of a parameter or of a representation without the examples that are given
    next to it.
    """
    if part.export is not None:
        return part.export.schema
    if part.schema is not None and part.examples:
        return without(part.schema, "examples")
    return part.schema


def schema_without_words(param: doc.Param) -> JsonSchema:
    """Return the schema of a parameter without what the parameter says itself."""
    return without(own_schema(param) or {}, "description", "deprecated")


def own_examples(part: doc.Param | doc.Content) -> tuple[Example, ...]:
    """Return the examples that are given next to the schema of a part."""
    if part.export is not None:
        return part.export.examples
    values = iter((part.schema or {}).get("examples", ()))
    return tuple(_example(example, values) for example in part.examples or ())


def _example(example: doc.Example, values: Iterator[object]) -> Example:
    written = Example(
        name=example.name,
        summary=example.summary,
        description=example.description,
        external_value=example.external_value,
    )
    if example.external_value is not None:
        return written
    for value in values:
        return replace(written, value=value)
    return written


# --- errors ---


def errors_of(method: AnyMethod, document: ApiDocsDocument) -> Keyed:
    """Return the errors of a method with their keys."""
    if method.export is not None:
        return method.export.errors
    keyed = keyed_errors(method.errors, document.errors)
    if not isinstance(method, doc.HttpMethod) or method.error_descriptions is None:
        return keyed
    own = method.error_descriptions
    return tuple((key, _with_description(error, own.get(key))) for key, error in keyed)


def _with_description(error: doc.Error, text: str | None) -> doc.Error:
    """Return an error with what a method says of it; None where it says nothing else."""
    if text is None:
        return error
    return replace(error, description=text or None)


def runtime_errors_of(method: AnyMethod, document: ApiDocsDocument) -> list[str]:
    """Return the types of the errors of a method that only the runtime answers with."""
    return [error_name(key, document.errors[key]) for key in method.runtime_errors or ()]


def keyed_errors(keys: Iterable[str] | None, errors: Mapping[str, doc.Error]) -> Keyed:
    """Return errors with their keys."""
    return tuple((key, errors[key]) for key in keys or ())


def error_name(key: str, error: doc.Error) -> str:
    """Return the type of an error, or its name for links."""
    return error.export.name if error.export is not None else error.type or key


def error_text(key: str, error: doc.Error) -> str | None:
    """Return the description of an error as its author has written it."""
    if error.export is not None:
        return error.export.description
    return error.description or (words_of(key) if error.type is None else None)


def error_data(error: doc.Error) -> JsonSchema | None:
    """Return the schema of the data of an error, without the examples that are given next to it."""
    if error.export is not None:
        return error.export.data
    if error.data is not None and error.examples:
        return without(error.data, "examples")
    return error.data


def error_answer(error: doc.Error) -> doc.Response | None:
    """Return what an error answers with where that is more than its data as JSON."""
    if error.export is not None:
        return error.export.answer
    more = (error.media_type, error.more_contents, error.response_headers, error.status_range)
    if not any(more) and not error.examples and not error.links:
        return None
    contents = error.more_contents or ()
    if error.data is not None:
        media_type = error.media_type or "application/json"
        own = doc.Content(media_type=media_type, schema=error.data, examples=error.examples)
        contents = (own, *contents)
    return doc.Response(
        status_code=error.status_code,
        status_range=error.status_range,
        description=error.description,
        contents=contents or None,
        links=error.links,
        export=doc.ResponseExport(
            description=error.description,
            headers=error.response_headers or (),
            openapi_extra=None,
        ),
    )
