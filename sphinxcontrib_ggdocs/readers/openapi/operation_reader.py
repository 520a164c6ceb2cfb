"""Reads operations as methods: their names, and what they take and return."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ...contracts.audiences import combined
from ...contracts.lifecycle import lifecycle_in
from ...contracts.message_model import PATH_ITEM_VERBS
from ...contracts.model import ExternalDocs, HttpContract, HttpMethod, Parameter
from ...document.openapi_members import CODE_SAMPLES, sample_code
from ...foreign_contracts.naming import identifier_of, name_of_path, unused_name
from ...value_messages import excerpt
from ..elements import Element
from ..security_reader import SecurityReader
from .content_reader import ContentReader, extra_members

VERBS = {verb.lower(): verb for verb in PATH_ITEM_VERBS}
"""HTTP methods by the keys of a Path Item Object: ``get`` gives ``GET``."""
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""The name of a method of HTTP (RFC 9110, 5.6.2)."""

_PATH_MEMBERS = frozenset(
    {"$ref", "summary", "description", "servers", "parameters", "additionalOperations"}
)
"""The members of a Path Item Object that are not operations."""
_PLACEHOLDER = re.compile(r"{([^{}]+)}")


@dataclass(slots=True)
class OperationReader:
    """Reads the operations of one document."""

    messages: ContentReader
    security: SecurityReader
    identifiers: set[str] = field(default_factory=set)
    """The ids of the operations that have been read."""
    _open_operations: list[object] = field(default_factory=list)
    """The places of the operations whose callbacks are being read."""

    def methods(self, item: Element, path: str) -> Iterator[tuple[tuple[str, ...], HttpMethod]]:
        """Yield the operations of a Path Item Object as methods, each after its tags.

        Args:
            item: The Path Item Object, or a reference to one.
            path: Its path, or the name of a webhook.
        """
        path_item = item.resolved()
        if path_item is None:
            return
        for member in path_item.fields():
            key = member.key
            if key in VERBS:
                yield from self._tags_and_method(VERBS[key], member, path_item, path)
            elif key not in _PATH_MEMBERS and not key.startswith("x-"):
                member.warn(f"{key!r} is not a method", f"use {', '.join(VERBS)}")
        for member in path_item.members("additionalOperations"):
            verb = member.key
            if verb.lower() in VERBS:
                hint = f"write it as {verb.lower()}, a member of the path"
                member.warn(f"{verb!r} is not an additional method", hint)
            elif _TOKEN.fullmatch(verb) is None:
                member.warn(f"{excerpt(verb)} is not a method", "use the name of a method")
            else:
                yield from self._tags_and_method(verb, member, path_item, path)

    def _tags_and_method(
        self, verb: str, item: Element, path_item: Element, path: str
    ) -> Iterator[tuple[tuple[str, ...], HttpMethod]]:
        """Yield the tags of one operation, and the operation as a method; nothing if a reference to
        it is unresolved.

        Args:
            verb: The HTTP method, such as ``GET``.
            item: The Operation Object, or a reference to one.
            path_item: The Path Item Object that has it.
            path: The path, or the name of a webhook.
        """
        operation = item.resolved()
        if operation is not None:
            tags = tuple(_texts(operation.items("tags")))
            yield tags, self._method(verb, operation, path_item, path)

    def _method(self, verb: str, element: Element, path_item: Element, path: str) -> HttpMethod:
        """Return an Operation Object as a method. Facts that it does not state itself are those of
        its Path Item Object.

        Args:
            verb: The HTTP method, such as ``GET``.
            element: The Operation Object.
            path_item: The Path Item Object that has it.
            path: The path, or the name of a webhook.
        """
        identifier = self._identifier(element)
        short_identifier = _without_route(_without_tag(identifier, element), verb, path)
        successes, errors = self.messages.answers(element)
        link = element.get("externalDocs")
        parameters = self.messages.parameters(path_item, element)
        extra = extra_members(element, ("servers",))
        if "servers" in path_item.value:  # those of the operation take precedence
            extra.setdefault("servers", path_item.value["servers"])
        extra.update(_code_samples(element))
        return HttpMethod(
            name=method_name(short_identifier, verb, path),
            verbs=(verb,),
            path=path,
            summary=element.text("summary") or path_item.text("summary"),
            description=element.text("description") or path_item.text("description"),
            parameters=tuple(_fitting_parameters(parameters, path, element)),
            body=self.messages.body(element),
            successes=successes,
            errors=errors,
            security=self.security.requirement(element),
            deprecated=element.flag("deprecated"),
            lifecycle=lifecycle_in(element.value),
            operation_id=identifier,
            tags=tuple(_texts(element.items("tags"))),
            openapi_extra=extra,
            callbacks=self._callbacks(element),
            external_docs=None if link is None else external_docs(link),
            audience=combined(path_item.audience, element.audience),
        )

    def _callbacks(self, element: Element) -> tuple[HttpContract, ...]:
        """Return the callbacks of an operation, which are requests that the service sends, as one
        contract; empty if there are none.
        """
        # A callback may refer to the path item of its own operation, and reading would never end.
        if element.place in self._open_operations:
            element.warn("the operation is a callback of itself", "refer to another one")
            return ()
        self._open_operations.append(element.place)
        methods: dict[str, HttpMethod] = {}
        for item in element.members("callbacks"):
            callback = item.resolved()
            if callback is None:
                continue
            for path_item in callback.fields():
                if path_item.key.startswith("x-"):
                    continue
                for _tags, method in self.methods(path_item, path_item.key):
                    # Named after the key of the callback, not after its operationId or path. An
                    # operation inside a hidden callback is hidden as well.
                    name = unused_name(method_name(item.key, "", ""), methods)
                    audience = combined(callback.audience, method.audience)
                    methods[name] = replace(method, name=name, audience=audience)
        self._open_operations.pop()
        contract = HttpContract(
            name="Callbacks",  # `GroupBuilder` names it after the operation
            methods=tuple(methods.values()),
            security=self.security.everywhere,  # applies to operations without their own
            error_format="plain",
            outgoing=True,  # the service is the one that calls
        )
        if methods:
            return (contract,)
        return ()

    def _identifier(self, element: Element) -> str | None:
        """Return the ``operationId`` of an operation, with a number and a warning if another
        operation has the same; None if it has none.
        """
        declared = element.text("operationId")
        if not declared:
            return None
        identifier = unused_name(declared, self.identifiers)
        if identifier != declared:
            element.warn(
                f"the operationId {declared!r} is taken by another operation",
                "give each operation its own",
                f"it is documented as {identifier!r}",
            )
        self.identifiers.add(identifier)
        return identifier


def _code_samples(element: Element) -> dict[str, list[Any]]:
    """Return the extensions of an operation that hold code samples, with references to samples
    followed.

    A sample without source code cannot be shown: there is a warning, and exports have it unchanged.
    """
    extensions: dict[str, list[Any]] = {}
    for name in CODE_SAMPLES:
        if name not in element.value:
            continue
        samples = []
        for item in element.items(name):
            sample = item.resolved()
            # A reference into something for other audiences gives the sample another mark, which a
            # sample cannot keep: it is left out.
            if sample is None or sample.mark != element.mark:
                continue
            if sample_code(sample.value) is None:
                sample.warn("the code sample has no source", "write lang and source there")
            samples.append(sample.value)
        extensions[name] = samples
    return extensions


def _without_tag(identifier: str | None, element: Element) -> str | None:
    """Return an ``operationId`` without the first tag of the operation at its beginning:
    ``OrderApi_get_order`` gives ``get_order`` for the tag ``OrderApi``. Links to the method name
    its contract anyway. None if the operation has no ``operationId``.
    """
    if not identifier:
        return None
    first_tag = next(element.items("tags"), None)
    if first_tag is None:
        return identifier
    return identifier.removeprefix(f"{first_tag.value}_") or identifier


def _without_route(identifier: str | None, verb: str, path: str) -> str | None:
    """Return an ``operationId`` without the path and the verb that FastAPI adds at its end:
    ``get_orders_orders__get`` gives ``get_orders`` for ``GET /orders/``. None if there is no
    ``operationId``.
    """
    if identifier is None:
        return None
    route = re.sub(r"\W", "_", path)
    return identifier.removesuffix(f"{route}_{verb.lower()}") or identifier


def method_name(identifier: str | None, verb: str, path: str) -> str:
    """Return the name of a method: its ``operationId`` as an identifier of Python, or, if that is
    None, a name made of the verb and the path, such as ``get_users_by_id``.
    """
    if identifier is None:
        return name_of_path(verb, path)
    return identifier_of(identifier)


def _texts(items: Iterable[Element]) -> Iterator[str]:
    """Yield the items of a list that are texts; warn of others."""
    for item in items:
        if item.check_type(str, "text"):
            yield str(item.value)


def _fitting_parameters(
    parameters: Iterable[Parameter], path: str, owner: Element
) -> Iterator[Parameter]:
    """Yield the parameters of an operation. Path parameters become required; one without a
    placeholder in the path is left out with a warning.

    Args:
        parameters: The parameters of the operation and its path.
        path: The path, such as ``/users/{id}``.
        owner: The operation, which gets the warnings.
    """
    placeholders = set(_PLACEHOLDER.findall(path))
    for parameter in parameters:
        if parameter.location == "path":
            # The key of a callback is a runtime expression, `{$request.body#/url}`, and no
            # template of a path (OpenAPI 3.1, 4.8.18).
            if parameter.name not in placeholders and not path.startswith("{"):
                owner.warn(
                    f"the path {path} has no {{{parameter.name}}}", "correct the path or the name"
                )
                continue
            parameter = replace(parameter, required=True)
        yield parameter


def external_docs(element: Element) -> ExternalDocs | None:
    """Return an External Documentation Object as a link, with the audiences that may see it. None,
    with a warning, if it is not an object; None if it has no URL.
    """
    if not element.check_object():
        return None
    url = element.text("url")
    if url is None:
        return None
    text = element.text("description")
    return ExternalDocs(url=url, description=text, audience=element.audience)
