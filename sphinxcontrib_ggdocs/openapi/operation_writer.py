"""The second pass: operations, once the names of types are known."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, get_args

from ..catalog.export import external_docs, warn_export, without_nothing
from ..contracts.contract_errors import ContractError
from ..contracts.credentials import permission_of, unproven_permission
from ..contracts.display_names import sentence_of
from ..contracts.errors import ErrorClass
from ..contracts.lifecycle import extensions_of
from ..contracts.message_model import PATH_ITEM_VERBS, HttpVerb
from ..contracts.model import HttpContract
from ..contracts.possible_errors import added_errors
from ..schema import Written
from ..schema.collector import TypedError, TypedHttpContract, TypedHttpMethod
from ..schema.components import contract_names, operation_text, unused
from ..schema.schema_names import plain_name
from .content_writer import ContentWriter
from .parameter_writer import ParameterWriter
from .paths import OperationPlace, PathTable, shared_templates
from .response_writer import ResponseWriter
from .security_requirements import OperationSecurity


class OperationWriter:
    """Writes the operations of one document.

    Args:
        written: The schemas.
        contracts: The contracts.
        errors: Every error of their methods.
        problems: Collects the errors.
        security_schemes: Definitions of security schemes by name, which replace those of the
        contracts.
        is_given: Whether the contracts were read from a file of OpenAPI.
        is_later: Whether the document has version 3.2, which a verb may require, too.
    """

    def __init__(
        self,
        written: Written,
        contracts: Sequence[TypedHttpContract],
        errors: Mapping[ErrorClass, TypedError],
        problems: list[ContractError],
        security_schemes: Mapping[str, Mapping[str, Any]],
        *,
        is_given: bool,
        is_later: bool,
    ) -> None:
        self._contracts = [typed.contract for typed in contracts]
        methods = (method for typed in contracts for method in typed.methods)
        self._methods = list(chain.from_iterable(map(_at_each_path, methods)))
        # Two templates that differ in names alone are one path (OpenAPI 3.1, 4.8.8.2). Files and
        # applications that break the rule are written as they are, or operations would be lost.
        apart = shared_templates(
            method
            for method in self._methods
            if is_given or method.contract.on_bad_type is not None
        )
        self._table = PathTable(problems, apart, frozenset() if is_given else apart)
        self._tagged = {id(contract) for contract in self._contracts}
        callbacks = list(_callback_methods(self._methods))
        inner = {id(method.contract): method.contract for method in callbacks}
        self._names = contract_names([*self._contracts, *inner.values()])
        self._identifiers: set[str] = set()
        verbs = chain.from_iterable(typed.method.verbs for typed in (*self._methods, *callbacks))
        self.is_later = is_later or not set(get_args(HttpVerb)).issuperset(verbs)
        self._identified: dict[str, str] = {}
        """The place of each operation, by its id."""
        self._parameters = ParameterWriter(written)
        self._contents = ContentWriter(written, is_later=self.is_later)
        self.responses = ResponseWriter(
            written, errors, self._contents, self._parameters, bodies_of_head=is_given
        )
        self.security = OperationSecurity(security_schemes, is_later=self.is_later)

    def tag(self, contract: HttpContract) -> str:
        """Return the name of a contract's tag."""
        return self._names[id(contract)]

    def is_tag(self, contract: HttpContract) -> bool:
        """Return whether a contract is a tag, since its methods have no tags of their own."""
        return not contract.methods or any(method.tags is None for method in contract.methods)

    def tags(self, declared: Iterable[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
        """Return the declared tags, the tags of methods, and a tag for each contract
        without these.
        """
        tags = {tag["name"]: dict(tag) for tag in declared}
        for typed in self._methods:
            for name in typed.method.tags or ():
                tags.setdefault(name, {"name": name})
        for contract in filter(self.is_tag, self._contracts):
            # After the declared ones: the order of tags is that of viewers' menus (OpenAPI 3.1,
            # 4.8.1).
            tags[self.tag(contract)] = without_nothing(
                name=self.tag(contract),
                description=contract.description,
                externalDocs=external_docs(contract.external_docs),
            )
        return list(tags.values())

    def paths(self) -> dict[str, dict[str, Any]]:
        """Write the paths with their operations, in declaration order."""
        paths: dict[str, dict[str, Any]] = {}
        for operation in self._methods:
            if operation.contract.outgoing:
                continue
            place = self._table.place(operation)
            for verb in operation.method.verbs:
                if self._table.take(place, verb, operation):
                    written = self._operation(operation, verb, place)
                    self._operations(paths.setdefault(place.path, {}), verb)[_key(verb)] = written
        return paths

    def _operations(self, item: dict[str, Any], verb: str) -> dict[str, Any]:
        """Return the object that holds an operation: the path item, or its
        ``additionalOperations``.
        """
        if _key(verb) != verb:
            return item
        # A Path Item has a member for each of nine methods (OpenAPI 3.2, "Path Item Object");
        # others keep their case here.
        operations: dict[str, Any] = item.setdefault("additionalOperations", {})
        return operations

    def webhooks(self) -> dict[str, dict[str, Any]]:
        """Write the requests that the service sends by itself, by name (OpenAPI 3.1, 4.8.1)."""
        return self._outgoing(
            operation for operation in self._methods if operation.contract.outgoing
        )

    def _outgoing(self, operations: Iterable[TypedHttpMethod]) -> dict[str, dict[str, Any]]:
        items: dict[str, dict[str, Any]] = {}
        for operation in operations:
            path = operation.contract.full_path(operation.method)
            # The key of a webhook is a name, that of a callback a runtime expression such as
            # `{$request.body#/url}` (OpenAPI 3.1, 4.8.18.2); neither is a path.
            place = OperationPlace(path, {name: name for name in _ARGUMENT.findall(path)})
            for verb in operation.method.verbs:
                item = self._operations(items.setdefault(path, {}), verb)
                if _key(verb) in item:
                    warn_export(
                        f"{operation.where}: {verb} {path} is sent twice; the first one is kept"
                    )
                else:
                    item[_key(verb)] = self._operation(operation, verb, place)
        return items

    def _callbacks(self, operation: TypedHttpMethod) -> dict[str, dict[str, Any]]:
        """Write callbacks by name, then by expression."""
        named: dict[str, list[TypedHttpMethod]] = {}
        for contract in operation.callbacks:
            for callback in contract.methods:
                named.setdefault(callback.method.name, []).append(callback)
        return {name: self._outgoing(callbacks) for name, callbacks in named.items()}

    def _operation(
        self, operation: TypedHttpMethod, verb: str, place: OperationPlace
    ) -> dict[str, Any]:
        method, contract = operation.method, operation.contract
        permission = permission_of(contract, method)
        security = None
        # Without the key it is unknown; an empty list would mean that no credential is needed.
        if unproven_permission(contract, method) is None:
            security = self.security.requirements(contract, method)
        written = without_nothing(
            tags=self._tags_of(operation),
            summary=method.summary or sentence_of(method.name),
            description=operation_text(contract, method, operation.where),
            operationId=self._identifier(operation, verb),
            deprecated=method.deprecated or contract.deprecated or None,
            externalDocs=external_docs(method.external_docs),
            parameters=self._written_parameters(operation, place) or None,
            requestBody=self._request_body(operation),
            responses=self.responses.responses(operation, verb),
            security=security,
            callbacks=self._callbacks(operation) or None,
        )
        if permission is not None:
            written["x-permission"] = permission.text
        if added := added_errors(contract, method, [typed.error for typed in operation.errors]):
            written["x-runtime-errors"] = [error.type for error in added]
        lifecycle = method.lifecycle or contract.lifecycle
        written |= extensions_of(lifecycle)
        return merged(written, method.openapi_extra) if method.openapi_extra else written

    def _tags_of(self, operation: TypedHttpMethod) -> list[str] | None:
        if operation.method.tags is not None:
            return list(operation.method.tags) or None
        is_tagged = id(operation.contract) in self._tagged
        return [self.tag(operation.contract)] if is_tagged else None

    def _request_body(self, operation: TypedHttpMethod) -> dict[str, Any] | None:
        body = operation.method.body
        if body is None:
            return None
        return without_nothing(
            description=body.description or None,
            # Written in any case, since the default is false (OpenAPI 3.1, 4.8.13.1).
            required=body.required,
            content=self._contents.contents(operation.body),
        )

    def _identifier(self, operation: TypedHttpMethod, verb: str) -> str:
        """Return a unique operation id; the default is ``UserApi_get_profile``."""
        method = operation.method
        default = f"{plain_name(self.tag(operation.contract))}_{plain_name(method.name)}"
        wanted = method.operation_id_of(verb, default)
        # Unique in the whole document, callbacks included (OpenAPI 3.1, 4.8.10.1): generators of
        # clients make names of functions of it.
        identifier = unused(wanted, self._identifiers)
        place, taken_by = str(operation.where), self._identified.get(wanted)
        if (
            # A callback that several operations use is written, with its id, for each of them.
            method.operation_id and identifier != wanted and place != taken_by
        ):
            warn_export(
                f"{place}: the operation id {wanted!r} is that of {taken_by} already; "
                f"{identifier!r} is written. Give one of them another operation_id="
            )
        self._identified[identifier] = place
        return identifier

    def _written_parameters(
        self, operation: TypedHttpMethod, place: OperationPlace
    ) -> list[dict[str, Any]]:
        """Write the parameters, one for each placeholder of the path among them."""
        parameters: list[dict[str, Any]] = []
        missing = dict(place.names)
        for typed in operation.parameters:
            name = typed.parameter.name
            if typed.parameter.location == "path":
                if name not in place.names:
                    warn_export(
                        f"{operation.where}: the path parameter {name} is left out, for the path "
                        f"has no {{{name}}}"
                    )
                    continue
                del missing[name]
                name = place.names[name]
            parameters.append(self._parameters.parameter(typed, name, operation.where))
        # Each placeholder of a path has to have a parameter (OpenAPI 3.1, "Path Templating").
        parameters += [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in missing.values()
        ]
        return parameters


def _key(verb: str) -> str:
    """Return the key of an operation in its path item."""
    return verb.lower() if verb in PATH_ITEM_VERBS else verb


_ARGUMENT = re.compile(r"{([A-Za-z_]\w*)}")
"""A placeholder in the path of an outgoing request; other braces hold expressions."""


def _at_each_path(operation: TypedHttpMethod) -> Iterator[TypedHttpMethod]:
    """Yield an operation for each of its paths (OpenAPI 3.1, 4.8.9)."""
    for method in operation.method.at_each_path():
        yield replace(operation, method=method)


def _callback_methods(operations: Iterable[TypedHttpMethod]) -> Iterator[TypedHttpMethod]:
    """Yield the methods of callbacks, at any depth."""
    for operation in operations:
        for contract in operation.callbacks:
            yield from contract.methods
            yield from _callback_methods(contract.methods)


def merged(known: dict[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two objects deeply, and concatenate lists."""
    result = dict(known)
    for key, value in added.items():
        before = result.get(key)
        if isinstance(before, dict) and isinstance(value, Mapping):
            result[key] = merged(before, value)
        elif isinstance(before, list) and isinstance(value, list):
            result[key] = before + value
        else:
            result[key] = value
    return result
