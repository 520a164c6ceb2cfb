"""Writes the paths, webhooks, callbacks and tags of OpenAPI, with their operations."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeGuard, get_args

from ..catalog.export import warn_export, without_nothing
from ..contracts.contract_errors import ContractError
from ..contracts.display_names import sentence_of
from ..contracts.lifecycle import extensions_of
from ..contracts.message_model import PATH_ITEM_VERBS, HttpVerb
from ..document import parts as doc
from ..document.components import contract_names, external_docs, operation_text
from ..document.model import ApiDocsDocument
from ..document.openapi_members import without_nulls
from ..document.wire import (
    contracts_of,
    permission_of,
    runtime_errors_of,
    sent_parameters,
    unproven_permission,
)
from ..schema.components import unused
from ..schema.fitting import same_json
from ..schema.schema_names import plain_name
from .content_writer import ContentWriter
from .operations import Operation, operations_of, tags_of, with_callbacks
from .parameter_writer import IGNORED_HEADERS, ParameterWriter
from .paths import OperationPlace, PathTable, shared_templates
from .response_writer import ResponseWriter
from .schemas import SchemaWriter
from .security_requirements import OperationSecurity


class OperationWriter:
    """Writes the operations of one document.

    Args:
        document: The document.
        problems: Collects the errors.
        security_schemes: Definitions of security schemes by name, which replace those of the
            contracts.
        is_from_file: Whether the document was read from a file, whose paths stay as they are.
        bodies_of_head: Whether responses to HEAD have the bodies that a file gives them; none is
            sent (RFC 9110, 9.3.2).
        is_later: Whether OpenAPI 3.2 is written. A verb that 3.1 does not have requires 3.2, too.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        problems: list[ContractError],
        security_schemes: Mapping[str, Mapping[str, Any]],
        *,
        is_from_file: bool,
        bodies_of_head: bool,
        is_later: bool,
    ) -> None:
        self._document = document
        self._contracts = contracts_of(document, doc.HttpContract)
        self._operations = list(chain.from_iterable(operations_of(document).values()))
        """Those of contracts that are no callbacks; each has those of its callbacks inside."""
        self._table = _path_table(self._operations, problems, is_from_file=is_from_file)
        self._tagged = {id(contract) for contract in self._contracts}
        """The contracts that are no callbacks, by `id`."""
        all_operations = list(with_callbacks(self._operations))
        contracts = {id(contract): contract for contract in self._contracts}
        for operation in all_operations:
            contracts[id(operation.contract)] = operation.contract
        # Contracts of callbacks need names, too: the ids of their operations begin with these.
        self._names = contract_names(list(contracts.values()))
        """The names of contracts, by `id`."""
        self._prefixes = {key: plain_name(name) for key, name in self._names.items()}
        """What operation ids begin with, by `id` of the contract."""
        self._operation_ids: set[str] = set()
        """The operation ids that have been given so far."""
        self._places_by_id: dict[str, str] = {}
        """The place of each operation, by its operation id."""
        verbs = chain.from_iterable(operation.verbs for operation in all_operations)
        # `HttpVerb` lists the verbs of OpenAPI 3.1; any other verb requires 3.2.
        self.is_later = is_later or not set(get_args(HttpVerb)).issuperset(verbs)
        self.schemas = SchemaWriter(document, is_later=self.is_later)
        self._parameters = ParameterWriter(self.schemas)
        self._contents = ContentWriter(self.schemas, is_later=self.is_later)
        self.responses = ResponseWriter(
            document,
            self.schemas,
            self._contents,
            self._parameters,
            bodies_of_head=bodies_of_head,
        )
        self.security = OperationSecurity(
            document.security_schemes or {}, security_schemes, is_later=self.is_later
        )

    def has(self, contract: object) -> TypeGuard[doc.HttpContract]:
        """Return whether a contract has paths or webhooks here: it is one of HTTP, and no
        callback.
        """
        return id(contract) in self._tagged

    def tag(self, contract: doc.HttpContract) -> str:
        """Return the name of a contract's tag."""
        return self._names[id(contract)]

    def is_tag(self, contract: doc.HttpContract) -> bool:
        """Return whether a contract is a tag: it has no methods, or one of them has no tags of its
        own, and gets that of the contract.
        """
        tags = [tags_of(method) for method in contract.methods]
        return not tags or None in tags

    def tags(self, declared: Iterable[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
        """Return the declared tags, the tags of methods, and a tag for each contract
        without these.
        """
        tags: dict[str, dict[str, Any]] = {tag["name"]: dict(tag) for tag in declared}
        for operation in self._operations:
            for name in operation.tags or ():
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
        """Write the paths with their operations, in declaration order, without the requests that
        the service sends (`webhooks`) and without operations whose place is taken.
        """
        paths: dict[str, dict[str, Any]] = {}
        for operation in self._operations:
            if operation.contract.outgoing:
                continue
            place = self._table.place(operation)
            for verb in operation.verbs:
                if self._table.take(place, verb, operation):
                    operations = _operations_at(paths.setdefault(place.path, {}), verb)
                    operations[_key(verb)] = self._operation(operation, verb, place)
        return paths

    def webhooks(self) -> dict[str, dict[str, Any]]:
        """Write the requests that the service sends by itself, by name (OpenAPI 3.1, 4.8.1)."""
        operations = [operation for operation in self._operations if operation.contract.outgoing]
        return self._outgoing(operations)

    def _outgoing(self, operations: Iterable[Operation]) -> dict[str, dict[str, Any]]:
        """Write path items of requests that the service sends, by key.

        The key of a webhook is a name, that of a callback a runtime expression such as
        ``{$request.body#/url}`` (OpenAPI 3.1, 4.8.18.2); neither is a path.
        """
        items: dict[str, dict[str, Any]] = {}
        for operation in operations:
            path = operation.path
            place = OperationPlace(path, {name: name for name in _ARGUMENT.findall(path)})
            for verb in operation.verbs:
                item = _operations_at(items.setdefault(path, {}), verb)
                if _key(verb) in item:
                    warn_export(
                        f"{operation.where}: {verb} {path} is declared twice; the first one is kept"
                    )
                else:
                    item[_key(verb)] = self._operation(operation, verb, place)
        return items

    def _callbacks(self, operation: Operation) -> dict[str, dict[str, Any]]:
        """Write the callbacks of an operation by the names of their methods, then by runtime
        expression.
        """
        by_name: dict[str, list[Operation]] = {}
        for callbacks in operation.callbacks:
            for callback in callbacks:
                by_name.setdefault(callback.method.name, []).append(callback)
        return {name: self._outgoing(operations) for name, operations in by_name.items()}

    def _operation(self, operation: Operation, verb: str, place: OperationPlace) -> dict[str, Any]:
        """Write the operation object of one verb; what its author adds is merged into it."""
        method, contract = operation.method, operation.contract
        permission = permission_of(contract, method)
        security = None
        # Without the key it is unknown; an empty list would mean that no credential is needed.
        if unproven_permission(contract, method) is None:
            security = self.security.requirements(contract, method)
        operation_object = without_nothing(
            tags=self._tags_of(operation),
            summary=method.summary or sentence_of(method.name),
            description=operation_text(contract, method, operation.where),
            operationId=self._operation_id(operation, verb),
            deprecated=method.deprecated or contract.deprecated or None,
            externalDocs=external_docs(method.external_docs),
            parameters=self._parameter_objects(operation, place) or None,
            requestBody=self._request_body(operation),
            responses=self.responses.responses(operation, verb),
            security=security,
            callbacks=self._callbacks(operation) or None,
        )
        if permission is not None:
            operation_object["x-permission"] = permission.text
        runtime_errors = runtime_errors_of(method, self._document)
        if runtime_errors:
            operation_object["x-runtime-errors"] = runtime_errors
        lifecycle = method.lifecycle or contract.lifecycle
        operation_object |= extensions_of(lifecycle)
        extra = operation.openapi_extra
        if not extra:  # as most: nothing is copied
            return operation_object
        return merged(operation_object, without_nulls(extra))

    def _tags_of(self, operation: Operation) -> list[str] | None:
        """Return the tags of an operation: its own, else that of its contract. None without any,
        as of callbacks, whose contracts are no tags.
        """
        if operation.tags is not None:
            return list(operation.tags) or None
        if id(operation.contract) not in self._tagged:
            return None
        return [self.tag(operation.contract)]

    def _request_body(self, operation: Operation) -> dict[str, Any] | None:
        """Write the request body object; None if nothing is sent."""
        body = operation.method.request_body
        if body is None:
            return None
        return without_nothing(
            description=body.description or None,
            # Written in any case, since the default is false (OpenAPI 3.1, 4.8.13.1).
            required=body.required,
            content=self._contents.contents(body.contents),
        )

    def _operation_id(self, operation: Operation, verb: str) -> str:
        """Return a unique operation id; the default is ``UserApi_get_profile``."""
        prefix = self._prefixes[id(operation.contract)]
        default = f"{prefix}_{plain_name(operation.method.name)}"
        wanted_id = operation.id_of(verb, default)
        # Unique in the whole document, callbacks included (OpenAPI 3.1, 4.8.10.1): generators of
        # clients make names of functions of it.
        operation_id = unused(wanted_id, self._operation_ids)
        place = str(operation.where)
        taken_by = self._places_by_id.get(wanted_id)
        # A callback that several operations use is written, with its id, for each of them.
        is_same_callback = place == taken_by
        if operation.has_own_id() and operation_id != wanted_id and not is_same_callback:
            warn_export(
                f"{place}: the operation id {wanted_id!r} is already that of {taken_by}; "
                f"{operation_id!r} is used. Give one of them another operation_id="
            )
        self._places_by_id[operation_id] = place
        return operation_id

    def _parameter_objects(
        self, operation: Operation, place: OperationPlace
    ) -> list[dict[str, Any]]:
        """Write the parameters, one for each placeholder of the path among them."""
        parameters: list[dict[str, Any]] = []
        missing_names = dict(place.names)
        sent = sent_parameters(operation.contract, operation.method, operation.where)
        for location, param in sent:
            name = param.name
            if location == "header" and name.lower() in IGNORED_HEADERS:
                continue
            if location == "path":
                if name not in place.names:
                    warn_export(
                        f"{operation.where}: the path parameter {name} is left out, because the "
                        f"path has no {{{name}}}"
                    )
                    continue
                del missing_names[name]
                name = place.names[name]
            parameter_object = self._parameters.parameter(param, location, name, operation.where)
            parameters.append(parameter_object)
        # Each placeholder of a path has to have a parameter (OpenAPI 3.1, "Path Templating").
        parameters += [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in missing_names.values()
        ]
        return parameters


def _path_table(
    operations: Iterable[Operation], problems: list[ContractError], *, is_from_file: bool
) -> PathTable:
    """Return the table of paths, which knows the templates that stay apart.

    Two templates that differ in names alone are one path (OpenAPI 3.1, 4.8.8.2). Files and
    applications that break the rule are written without changes, or operations would be lost.
    """
    apart = shared_templates(
        operation
        for operation in operations
        if is_from_file or operation.report is not None  # whose contract is not strict
    )
    ambiguous = apart
    if is_from_file:
        ambiguous = frozenset()  # whose paths are not reported
    return PathTable(problems, apart, ambiguous)


def _key(verb: str) -> str:
    """Return the key of an operation in its path item: ``get`` for ``GET``; a verb for which path
    items have no member keeps its case.
    """
    if verb in PATH_ITEM_VERBS:
        return verb.lower()
    return verb


_ARGUMENT = re.compile(r"{([A-Za-z_]\w*)}")
"""A placeholder in the path of an outgoing request; other braces hold expressions."""


def _operations_at(item: dict[str, Any], verb: str) -> dict[str, Any]:
    """Return the object that holds an operation: the path item, or its ``additionalOperations``."""
    if _key(verb) != verb:
        return item
    # A Path Item has a member for each of nine methods (OpenAPI 3.2, "Path Item Object"); others
    # keep their case here.
    operations: dict[str, Any] = item.setdefault("additionalOperations", {})
    return operations


def merged(known: dict[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """Return two objects merged deeply. Lists are concatenated without duplicates; of other values
    the added one wins.
    """
    result = dict(known)
    for key, value in added.items():
        known_value = result.get(key)
        if isinstance(known_value, dict) and isinstance(value, Mapping):
            result[key] = merged(known_value, value)
        elif not isinstance(value, list):
            result[key] = value
        elif key == "parameters":
            result[key] = _merged_parameters(known_value or [], value)
        else:
            result[key] = _merged_items(known_value or [], value)
    return result


def _merged_items(known: Any, added: Sequence[Any]) -> list[Any]:
    """Return the items of two lists, each once: tags, names of required properties. A known value
    that is no list is replaced.
    """
    items: list[Any] = []
    if isinstance(known, list):
        items += known
    for item in added:
        if not any(same_json(item, other) for other in items):
            items.append(item)
    return items


def _merged_parameters(known: Any, added: Sequence[Any]) -> list[Any]:
    """Return the parameters of two lists; those with the same name and location are merged."""
    parameters: list[Any] = []
    positions: dict[tuple[str, str], int] = {}
    for parameter in (*known, *added):
        place = _place_of_parameter(parameter)
        if place is not None and place in positions:
            position = positions[place]
            parameters[position] = merged(parameters[position], parameter)
            continue
        if place is not None:
            positions[place] = len(parameters)
        parameters.append(parameter)
    return parameters


def _place_of_parameter(parameter: Any) -> tuple[str, str] | None:
    """Return location and name of a parameter object; None of a reference to one. OpenAPI
    identifies a parameter by both (3.1, 4.8.12).
    """
    if not isinstance(parameter, Mapping) or "name" not in parameter:
        return None
    location, name = str(parameter.get("in")), str(parameter["name"])
    if location == "header":
        name = name.lower()  # names of headers have no case (RFC 9110, 5.1)
    return location, name
