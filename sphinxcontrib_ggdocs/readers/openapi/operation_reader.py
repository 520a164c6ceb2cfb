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
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""The name of a method of HTTP (RFC 9110, 5.6.2)."""

_PATH_MEMBERS = frozenset(
    {"$ref", "summary", "description", "servers", "parameters", "additionalOperations"}
)
_PLACEHOLDER = re.compile(r"{([^{}]+)}")


@dataclass(slots=True)
class OperationReader:
    """Reads the operations of one document."""

    messages: ContentReader
    security: SecurityReader
    identifiers: set[str] = field(default_factory=set)
    """The ids of the operations that have been read."""
    _inside: list[object] = field(default_factory=list)
    """The operations whose callbacks are being read."""

    def methods(self, item: Element, path: str) -> Iterator[tuple[tuple[str, ...], HttpMethod]]:
        """Yield the methods of a path item, each with its tags.

        Args:
            item: The path item, or a reference to one.
            path: Its path, or the name of a webhook.
        """
        owner = item.resolved()
        if owner is None:
            return
        for inner in owner.fields():
            if inner.last in VERBS:
                yield from self._tagged(VERBS[inner.last], inner, owner, path)
            elif inner.last not in _PATH_MEMBERS and not inner.last.startswith("x-"):
                inner.fault(f"{inner.last!r} is not a method", f"use {', '.join(VERBS)}")
        for inner in owner.members("additionalOperations"):
            if inner.last.lower() in VERBS:
                hint = f"write it as {inner.last.lower()}, a member of the path"
                inner.fault(f"{inner.last!r} is not an additional method", hint)
            elif _TOKEN.fullmatch(inner.last) is None:
                inner.fault(f"{excerpt(inner.last)} is not a method", "use the name of a method")
            else:
                yield from self._tagged(inner.last, inner, owner, path)

    def _tagged(
        self, verb: str, element: Element, item: Element, path: str
    ) -> Iterator[tuple[tuple[str, ...], HttpMethod]]:
        operation = element.resolved()
        if operation is not None:
            yield tuple(_texts(operation.items("tags"))), self._method(verb, operation, item, path)

    def _method(self, verb: str, element: Element, item: Element, path: str) -> HttpMethod:
        identifier = self._identifier(element)
        successes, errors = self.messages.answers(element)
        link = element.get("externalDocs")
        parameters = self.messages.parameters(item, element)
        extra = extra_members(element, ("servers",))
        if "servers" in item.value:
            extra.setdefault("servers", item.value["servers"])
        extra.update(_code_samples(element))
        return HttpMethod(
            name=method_name(
                _without_route(_without_tag(identifier, element), verb, path), verb, path
            ),
            verbs=(verb,),
            path=path,
            summary=element.text("summary") or item.text("summary"),
            description=element.text("description") or item.text("description"),
            parameters=tuple(_placed(parameters, path, element)),
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
            audience=combined(item.audience, element.audience),
        )

    def _callbacks(self, element: Element) -> tuple[HttpContract, ...]:
        """What the service sends in the course of an operation, as one contract."""
        if element.place in self._inside:
            element.fault("the operation is a callback of itself", "refer to another one")
            return ()
        self._inside.append(element.place)
        methods: dict[str, HttpMethod] = {}
        for callback in element.members("callbacks"):
            owner = callback.resolved()
            if owner is None:
                continue
            for item in owner.fields():
                if item.last.startswith("x-"):
                    continue
                for _, method in self.methods(item, item.last):
                    audience = combined(owner.audience, method.audience)
                    name = unused_name(method_name(callback.last, "", ""), methods)
                    methods[name] = replace(method, name=name, audience=audience)
        self._inside.pop()
        contract = HttpContract(
            name="Callbacks",
            methods=tuple(methods.values()),
            security=self.security.everywhere,
            error_format="plain",
            outgoing=True,
        )
        if methods:
            return (contract,)
        return ()

    def _identifier(self, element: Element) -> str | None:
        wanted = element.text("operationId")
        if not wanted:
            return None
        identifier = unused_name(wanted, self.identifiers)
        if identifier != wanted:
            element.fault(
                f"the operationId {wanted!r} is taken by another operation",
                "give each operation its own",
                f"it is documented as {identifier!r}",
            )
        self.identifiers.add(identifier)
        return identifier


def _code_samples(element: Element) -> dict[str, list[Any]]:
    """Return the extensions that hold code samples, with references to samples followed.

    A sample that cannot be shown is exported without changes, and warned of.
    """
    extensions: dict[str, list[Any]] = {}
    for name in CODE_SAMPLES:
        if name not in element.value:
            continue
        samples = []
        for item in element.items(name):
            sample = item.resolved()
            if sample is None or sample.mark != element.mark:
                continue
            if sample_code(sample.value) is None:
                sample.fault("the code sample has no source", "write lang and source there")
            samples.append(sample.value)
        extensions[name] = samples
    return extensions


def _without_tag(identifier: str | None, element: Element) -> str | None:
    """Return an id without the tag before it, ``OrderApi_get_order``: links have the contract
    there.
    """
    first = next(element.items("tags"), None)
    prefix = "" if first is None else f"{first.value}_"
    if identifier:
        return identifier.removeprefix(prefix) or identifier
    return None


def _without_route(identifier: str | None, verb: str, path: str) -> str | None:
    """Return an id without path and verb behind it, ``get_orders_orders__get``: FastAPI puts them
    there, and links have them elsewhere.
    """
    if identifier is None:
        return None
    route = re.sub(r"\W", "_", path)
    return identifier.removesuffix(f"{route}_{verb.lower()}") or identifier


def method_name(identifier: str | None, verb: str, path: str) -> str:
    """Return the name of a method: its operationId, else verb and path, as ``get_users_by_id``."""
    if identifier is None:
        return name_of_path(verb, path)
    return identifier_of(identifier)


def _texts(items: Iterable[Element]) -> Iterator[str]:
    return (str(item.value) for item in items if item.of_kind(str, "text"))


def _placed(parameters: Iterable[Parameter], path: str, owner: Element) -> Iterator[Parameter]:
    """Yield the parameters, those of the path only where the path has their placeholders."""
    placeholders = set(_PLACEHOLDER.findall(path))
    for parameter in parameters:
        if parameter.location == "path":
            # The key of a callback is a runtime expression, `{$request.body#/url}`, and no
            # template of a path (OpenAPI 3.1, 4.8.18).
            if parameter.name not in placeholders and not path.startswith("{"):
                owner.fault(
                    f"the path {path} has no {{{parameter.name}}}", "correct the path or the name"
                )
                continue
            parameter = replace(parameter, required=True)
        yield parameter


def external_docs(element: Element) -> ExternalDocs | None:
    """Return a link to documentation elsewhere; None if there is no URL."""
    if not element.is_object() or (url := element.text("url")) is None:
        return None
    text = element.text("description")
    return ExternalDocs(url=url, description=text, audience=element.audience)
