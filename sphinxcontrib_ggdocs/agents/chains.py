"""Finds chains of calls: methods whose responses contain the brands that another method takes.

A brand counts as an identifier if its name says so or if it is in a path. Identifiers are looked up
in the responses of other methods; the caller chooses values of other brands, such as amounts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..document import parts as doc
from ..document.uses import ref_name, type_name
from ..native.view.names import Names
from .json_schemas import argument_names, body_of, is_body_required, output_schema
from .library import LoadedDocument, MethodParts

READING = frozenset({"GET", "HEAD", "OPTIONS", "QUERY"})
"""Verbs of methods that change nothing (RFC 9110, 9.2.1)."""


class BrandPlace(NamedTuple):
    """A value of a brand inside a call."""

    path: str
    """Such as ``body.lines[].listing``."""
    brands: tuple[str, ...]
    """The brand last; those before it are more general."""


class Call(NamedTuple):
    """One call of a chain."""

    method: str
    takes: dict[str, dict[str, Any]]
    """By argument the brand, and the number of the call that gives it."""
    gives: dict[str, str]
    """By brand where it is in the response."""


class Chain(NamedTuple):
    """Calls in order, the wanted one last."""

    calls: tuple[Call, ...]
    from_caller: tuple[str, ...]
    """Brands that no call gives."""


def brand_places(
    schema: object, schemas: Mapping[str, doc.JsonSchema], path: str, *, only_required: bool
) -> Iterator[BrandPlace]:
    """Yield where there are brands in a schema, those nearest to its root first.

    Args:
        schema: The schema.
        schemas: The named types.
        path: What the place of the root is called.
        only_required: Whether what a value may be without is left out.
    """
    waiting: deque[tuple[str, object]] = deque([(path, schema)])
    visited: set[str] = set()
    while waiting:
        place, inner = waiting.popleft()
        if not isinstance(inner, dict):
            continue
        if (name := ref_name(inner)) is not None:
            named = schemas.get(name, {})
            if "x-brand" in named:
                yield BrandPlace(place, tuple(named["x-brand"]))
            elif name not in visited:
                visited.add(name)
                waiting.append((place, named))
        elif "x-brand" in inner:
            yield BrandPlace(place, tuple(inner["x-brand"]))
        waiting += _members(inner, place, only_required=only_required)


def _members(
    schema: Mapping[str, Any], path: str, *, only_required: bool
) -> Iterator[tuple[str, object]]:
    """Yield the parts of a schema with their paths; None for a keyword that is absent.

    Args:
        schema: The schema.
        path: Its own path, empty at the top.
        only_required: Leave out optional properties, and alternatives unless there is just one.
    """
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        if name in required or not only_required:
            yield f"{path}.{name}" if path else name, inner
    yield f"{path}[]", schema.get("items")
    yield f"{path}.*", schema.get("additionalProperties")
    yield f"{path}.*", schema.get("propertyNames")
    alternatives = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if not only_required or len(alternatives) == 1:
        for alternative in alternatives:
            yield path, alternative
    for inner in schema.get("allOf", ()):
        yield path, inner


@dataclass(frozen=True)
class ChainFinder:
    """Finds the chains of a document."""

    loaded: LoadedDocument

    def takes(self, parts: MethodParts) -> Iterator[BrandPlace]:
        """Yield the brands that a method needs."""
        schemas = self.loaded.document.schemas
        for name, (_place, param) in argument_names(parts).items():
            if param.required:
                yield from brand_places(param.schema, schemas, name, only_required=True)
        content = body_of(parts.method)
        if content is not None and is_body_required(parts.method):
            yield from brand_places(content.schema, schemas, "body", only_required=True)

    def gives(self, parts: MethodParts) -> Iterator[BrandPlace]:
        """Yield the brands in the success of a method, and in its headers."""
        schemas, output = self.loaded.document.schemas, output_schema(parts.method)
        yield from brand_places(output, schemas, "", only_required=False)
        for header in getattr(parts.method, "response_headers", None) or ():
            path = f"header.{header.name}"
            yield from brand_places(header.schema, schemas, path, only_required=False)

    @cached_property
    def _identifiers(self) -> frozenset[str]:
        schemas = self.loaded.document.schemas
        identifiers: set[str] = set()
        for schema in schemas.values():
            for brand in schema.get("x-brand", ()):
                if brand.lower().endswith("id"):
                    identifiers.add(brand)
        for parts in self.loaded.methods.values():
            for name, (place, param) in argument_names(parts).items():
                if place == "path":
                    for brand_place in brand_places(
                        param.schema, schemas, name, only_required=True
                    ):
                        identifiers.add(brand_place.brands[-1])
        return frozenset(identifiers)

    @cached_property
    def _callable(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """By name of a method that clients call: the identifiers that it takes, and the brands that
        it gives.
        """
        document = self.loaded.document
        returned: dict[str, set[str]] = {}
        names = Names(document)
        for key, schema in document.schemas.items():
            if brands := schema.get("x-brand"):
                # Over all references at once: types that are connected have many.
                for reference in document.users.returned_by(type_name(key, schema)):
                    returned.setdefault(names.method(*reference), set()).update(brands)
        sides: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        for name, parts in self.loaded.methods.items():
            headers = getattr(parts.method, "response_headers", None)
            has_values = output_schema(parts.method) is not None or headers
            if is_called_by_clients(parts) and has_values:
                taken = {place.brands[-1] for place in self.takes(parts)}
                sides[name] = (
                    frozenset(taken & self._identifiers),
                    frozenset(returned.get(name, ())),
                )
        return sides

    def chain(self, wanted: str, known: Iterable[str] = ()) -> Chain:
        """Find the fewest calls that give what a method takes; of as many those that change least.

        Args:
            wanted: The full name of the method.
            known: The brands of which the caller has a value.
        """
        plans = self._plans(wanted, known)
        from_caller: dict[str, None] = {}
        plans_before: list[tuple[str, ...]] = []
        for place in self.takes(self.loaded.methods[wanted]):
            brand = place.brands[-1]
            if brand not in self._identifiers:
                from_caller[brand] = None
            elif brand in plans:
                plans_before.append(plans[brand])
        calls: list[Call] = []
        for name in (*_joined(plans_before), wanted):
            call = self._call(name, calls)
            calls.append(call)
            for taken in call.takes.values():
                if "from_call" not in taken:
                    from_caller[taken["brand"]] = None
        return Chain(tuple(calls), tuple(from_caller))

    def _call(self, name: str, earlier: Sequence[Call]) -> Call:
        """Return the call of a method after others, of which the last one that has it gives a
        value.
        """
        parts = self.loaded.methods[name]
        takes: dict[str, dict[str, Any]] = {}
        for place in self.takes(parts):
            brand = place.brands[-1]
            taken: dict[str, Any] = {"brand": brand}
            for number, call in enumerate(earlier, 1):
                if brand in call.gives:
                    taken["from_call"] = number
            takes[place.path] = taken
        gives: dict[str, str] = {}
        for place in self.gives(parts):
            for brand in place.brands:
                gives.setdefault(brand, place.path)
        return Call(name, takes, gives)

    def _plans(self, wanted: str, known: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """By brand the calls after which a caller has a value of it."""
        plans: dict[str, tuple[str, ...]] = dict.fromkeys(known, ())
        cost = self._cost
        has_changed = True
        while has_changed:
            has_changed = False
            for name, (taken, returned) in self._callable.items():
                if name == wanted or not taken <= plans.keys():
                    continue
                plan = _joined([*(plans[brand] for brand in sorted(taken)), (name,)])
                for brand in returned:
                    if brand not in plans or cost(plan) < cost(plans[brand]):
                        plans[brand] = plan
                        has_changed = True
        return plans

    @cached_property
    def _cost(self) -> Callable[[tuple[str, ...]], tuple[int, int]]:
        """The number of calls, and of those among them that change something."""
        changing: set[str] = set()
        for name, parts in self.loaded.methods.items():
            if getattr(parts.method, "http_method", "") not in READING:
                changing.add(name)
        return lambda plan: (len(plan), sum(name in changing for name in plan))


def is_called_by_clients(parts: MethodParts) -> bool:
    """Return whether clients call a method, and not the service."""
    if isinstance(parts.method, doc.HttpMethod):
        return not getattr(parts.contract, "outgoing", None)
    return parts.method.ws_direction == "OUT"


def _joined(plans: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the calls of all plans, each once, in an order in which nothing is missing."""
    calls: dict[str, None] = {}
    for plan in plans:
        calls |= dict.fromkeys(plan)
    return tuple(calls)
