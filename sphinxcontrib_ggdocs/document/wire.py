"""Answers questions about the parts of a document, for the writers of OpenAPI and AsyncAPI.

If the document was built from contracts, a part has more in memory than its JSON says (`exports`),
and the answer is what the author wrote. If it was read from JSON, the answer is what the part says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from ..catalog.export import warn_export
from ..contracts.contract_errors import Location
from ..contracts.display_names import words_of
from ..contracts.model import MISSING, Example, ParameterLocation, Source, where_of, with_rests
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
    contracts: dict[object, _Contract] = {}
    for group in document.groups:
        for contract in contracts_without_callbacks(group):
            if isinstance(contract, kind):
                contracts[_identity(contract)] = contract
    return list(contracts.values())


def contracts_without_callbacks(group: doc.Group) -> list[AnyContract]:
    """Return the contracts of a group that none of its methods names as a callback."""
    callbacks: set[int] = set()
    for contract in group.contracts:
        if isinstance(contract, doc.HttpContract):
            for method in contract.methods:
                callbacks.update(map(id, callbacks_of(method, group)))
    return [contract for contract in group.contracts if id(contract) not in callbacks]


def _identity(contract: AnyContract) -> object:
    """Return a key that is the same for a contract in all groups that list it: a document that was
    read from JSON has a copy of it in each.
    """
    if contract.export is not None:
        return id(contract)  # equal contracts that an author has written twice are two
    return contract.kind, contract.name, repr(contract.source), repr(contract.methods)


def callbacks_of(method: doc.HttpMethod, group: doc.Group) -> list[doc.HttpContract]:
    """Return the contracts of a group that a method names as its callbacks."""
    if method.export is not None:
        return list(method.export.callbacks)
    if not method.callbacks:  # as most methods, so that the contracts are not searched for each
        return []
    http = [contract for contract in group.contracts if isinstance(contract, doc.HttpContract)]
    return [contract for contract in http if contract.name in method.callbacks]


def routes_of(method: doc.HttpMethod) -> tuple[str, ...]:
    """Return the paths of a method, with the converters of placeholders where they are known:
    ``/files/{path:path}``.
    """
    if method.export is not None and method.export.paths is not None:
        return tuple(export.route for export in method.export.paths)
    return tuple(_with_converters(path, method.path_params) for path in method.paths)


def socket_route(contract: doc.WebSocketContract) -> str:
    """Return the path of a WebSocket, with the converters of placeholders for several steps."""
    return _with_converters(contract.path, contract.path_params)


def _with_converters(path: str, params: Iterable[doc.Param] | None) -> str:
    """Return a path with the converter ``:path`` at each parameter that may have slashes."""
    return with_rests(path, [param.name for param in params or () if param.slashes])


def place_of_part(contract: AnyContract, method: AnyMethod | None = None) -> Location:
    """Return the place of a contract or a method for messages: its name, module and line."""
    owner, source = contract.name, contract.source
    if method is not None:
        owner = f"{contract.name}.{method.name}"
        source = method.source or contract.source
    if source is None:
        return Location(owner=owner)
    module = source.module
    if not module and contract.source is not None:
        module = contract.source.module  # that of a method is left out if it is the same
    return where_of(Source(module=module or "", line=source.line), owner)


def description_of(method: AnyMethod) -> str | None:
    """Return the description of a method as its author has written it.

    The contract document leaves a description out that only repeats the summary; of HTTP methods
    `export` still has it.
    """
    if isinstance(method, doc.HttpMethod) and method.export is not None:
        return method.export.description
    return method.description


# --- credentials ---


def security_of(contract: doc.Contract, method: doc.Method | None = None) -> doc.Security | None:
    """Return how callers of a method, or of a contract, identify themselves; None if nothing says
    it.
    """
    if method is not None and method.security is not None:
        return method.security
    return contract.security


def permission_of(
    contract: doc.Contract, method: doc.Method | None = None
) -> doc.Permission | None:
    """Return the permission of a method, else that of its contract."""
    if method is not None and method.permission is not None:
        return method.permission
    return contract.permission


def unproven_permission(
    contract: doc.Contract, method: doc.Method | None = None
) -> doc.Permission | None:
    """Return the permission that callers need, if they have no declared credential to prove it
    with; None if they have one, or if all may call.
    """
    permission = permission_of(contract, method)
    if permission is None or permission.tree == public.tree:
        return None
    if any(security_of(contract, method) or ()):  # an empty alternative proves nothing
        return None
    return permission


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
    for location, param in _declared_parameters(contract, method):
        name = param.name
        if location == "header":
            name = name.lower()  # names of headers have no case (RFC 9110, 5.1)
        place = location, name
        _, first = sent.setdefault(place, (location, param))
        if first is param:
            continue  # it has just been added
        # Declared twice: who has to send it for one declaration has to send it.
        if param.required and not first.required:
            sent[place] = location, replace(first, required=True)
        if own_schema(first) != own_schema(param):
            warn_export(
                f"{where}: the {location} {param.name} is declared twice; the first one is kept"
            )
    # Without an `export` the order of the author is not known.
    export = contract.export if method is None else method.export
    return _in_order(list(sent.values()), getattr(export, "parameters", ()))


def _in_order(
    sent: list[tuple[ParameterLocation, doc.Param]], order: Sequence[tuple[str, str]]
) -> list[tuple[ParameterLocation, doc.Param]]:
    """Return parameters in the order of their author; those of which it is not known come last.

    Args:
        sent: The parameters with their locations.
        order: Location and name of parameters, in the order of the author.
    """
    if len(sent) < 2 or not order:
        return sent
    positions = {place: position for position, place in enumerate(order)}

    def position_of(item: tuple[ParameterLocation, doc.Param]) -> int:
        """Return the position of a parameter in the order of its author."""
        location, param = item
        return positions.get((location, param.name), len(positions))

    return sorted(sent, key=position_of)


def _declared_parameters(
    contract: AnyContract, method: doc.HttpMethod | None
) -> Iterator[tuple[ParameterLocation, doc.Param]]:
    """Yield the parameters of a method, or of the handshake of a WebSocket, then the headers and
    cookies of the contract, all with their locations.
    """
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
    """Yield parameters with their location."""
    for param in params or ():
        yield location, param


def own_schema(part: doc.Param | doc.Content) -> JsonSchema | None:
    """Return the schema of a parameter or of a representation of a body, without the examples that
    the part itself has; `own_examples` returns these.
    """
    if part.export is not None:
        return part.export.schema  # written without these examples
    # In JSON, the values of a part's own examples are in its schema. If the part has none, examples
    # in the schema are those of the type, and stay.
    if part.schema is not None and part.examples:
        return without(part.schema, "examples")
    return part.schema


def schema_without_words(param: doc.Param) -> JsonSchema:
    """Return the schema of a parameter without its description and deprecation, which OpenAPI and
    AsyncAPI have at the parameter.
    """
    return without(own_schema(param) or {}, "description", "deprecated")


def own_examples(part: doc.Param | doc.Content) -> tuple[Example, ...]:
    """Return the examples of a parameter or a representation, not those of its type."""
    if part.export is not None:
        return part.export.examples
    # A document that was read has the values in the schema, in the same order. An example with an
    # external value has none there.
    values = iter((part.schema or {}).get("examples", ()))
    examples: list[Example] = []
    for described in part.examples or ():
        example = Example(
            name=described.name,
            summary=described.summary,
            description=described.description,
            external_value=described.external_value,
        )
        if described.external_value is None:
            example = replace(example, value=next(values, MISSING))
        examples.append(example)
    return tuple(examples)


# --- errors ---


def errors_of(method: AnyMethod, document: ApiDocsDocument) -> Keyed:
    """Return the errors of a method with their keys, with the descriptions that the method gives
    them.
    """
    if method.export is not None:
        return method.export.errors
    keyed = keyed_errors(method.errors, document.errors)
    if not isinstance(method, doc.HttpMethod) or method.error_descriptions is None:
        return keyed
    described: list[tuple[str, doc.Error]] = []
    for key, error in keyed:
        if key in method.error_descriptions:
            text = method.error_descriptions[key] or None  # empty if the method says nothing
            described.append((key, replace(error, description=text)))
        else:
            described.append((key, error))
    return tuple(described)


def runtime_errors_of(method: AnyMethod, document: ApiDocsDocument) -> list[str]:
    """Return the types of the errors of a method that only the runtime adds."""
    return [error_name(key, document.errors[key]) for key in method.runtime_errors or ()]


def keyed_errors(keys: Iterable[str] | None, errors: Mapping[str, doc.Error]) -> Keyed:
    """Return the errors that have these keys, with the keys."""
    return tuple((key, errors[key]) for key in keys or ())


def error_name(key: str, error: doc.Error) -> str:
    """Return the type of an error; the key of one that has none."""
    if error.export is not None:
        return error.export.name
    return error.type or key


def error_text(key: str, error: doc.Error) -> str | None:
    """Return the description of an error as its author has written it; None if there is none.

    An error without a type has a key made of the words for its status, such as ``Not-Found``. If
    its description repeats these words, documents leave it out, and it is restored from the key.
    """
    if error.export is not None:
        return error.export.description
    if error.description:
        return error.description
    if error.type is not None:
        return None
    return words_of(key)


def error_data(error: doc.Error) -> JsonSchema | None:
    """Return the schema of the data of an error, without the examples that are given next to it."""
    if error.export is not None:
        return error.export.data
    if error.data is not None and error.examples:
        return without(error.data, "examples")
    return error.data


def error_answer(error: doc.Error) -> doc.Response | None:
    """Return the response of an error; None if it has nothing but its data as JSON. In a document
    that was read, it is put together from the members of the error.
    """
    if error.export is not None:
        return error.export.answer
    further_members = (
        error.media_type,
        error.more_contents,
        error.response_headers,
        error.status_range,
        error.examples,
        error.links,
    )
    if not any(further_members):
        return None
    contents = error.more_contents or ()
    if error.data is not None:
        media_type = error.media_type or "application/json"
        of_data = doc.Content(media_type=media_type, schema=error.data, examples=error.examples)
        contents = (of_data, *contents)
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
