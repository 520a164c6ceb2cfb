"""Finds chains of calls: methods whose responses contain the brands that another method takes.

A brand is a named primitive type, such as ``OrderId`` for strings; the keyword ``x-brand`` of its
schema has the names of more general brands, and its own last. It counts as an identifier if its
name says so or if it is in a path. Identifiers are looked up in the responses of other methods; the
caller chooses values of other brands, such as amounts.
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
    """A place inside a request or a response that has a value of a brand."""

    path: str
    """Such as ``body.lines[].listing``."""
    brands: tuple[str, ...]
    """The brand last; those before it are more general."""

    @property
    def brand(self) -> str:
        """The brand itself, which is the most specific one."""
        return self.brands[-1]


class Call(NamedTuple):
    """One call of a chain."""

    method: str
    """The full name of the method."""
    takes: dict[str, dict[str, Any]]
    """By the path of a needed value its ``brand`` and, if an earlier call returns one, the number
    of that call as ``from_call``."""
    gives: dict[str, str]
    """By brand the path of its value in the response."""


class Chain(NamedTuple):
    """Calls in order; the last one is the method that was asked for."""

    calls: tuple[Call, ...]
    from_caller: tuple[str, ...]
    """The needed brands that no call returns."""


def brand_places(
    schema: object, schemas: Mapping[str, doc.JsonSchema], path: str, *, only_required: bool
) -> Iterator[BrandPlace]:
    """Yield the places inside a schema that have brands, those nearest to its root first.

    Args:
        schema: The schema; None if there is none.
        schemas: The named types.
        path: The path of the root.
        only_required: Whether to leave out optional properties, and alternatives unless there is
            only one.
    """
    # Breadth first, so that the nearest places come first.
    unvisited: deque[tuple[str, object]] = deque([(path, schema)])
    visited_types: set[str] = set()
    while unvisited:
        inner_path, inner = unvisited.popleft()
        if not isinstance(inner, dict):
            continue
        if (name := ref_name(inner)) is not None:
            named_type = schemas.get(name, {})
            if "x-brand" in named_type:
                yield BrandPlace(inner_path, tuple(named_type["x-brand"]))
            # Once, since a type may contain itself.
            elif name not in visited_types:
                visited_types.add(name)
                unvisited.append((inner_path, named_type))
        elif "x-brand" in inner:  # A brand that is written in place.
            yield BrandPlace(inner_path, tuple(inner["x-brand"]))
        unvisited += _subschemas(inner, inner_path, only_required=only_required)


def _subschemas(
    schema: Mapping[str, Any], path: str, *, only_required: bool
) -> Iterator[tuple[str, object]]:
    """Yield the subschemas of a schema with their paths; None for a keyword that it does not have.

    Args:
        schema: The schema.
        path: Its own path, empty at the top.
        only_required: Whether to leave out optional properties, and alternatives unless there is
            only one.
    """
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        if name in required or not only_required:
            property_path = name
            if path:
                property_path = f"{path}.{name}"
            yield property_path, inner
    yield f"{path}[]", schema.get("items")
    yield f"{path}.*", schema.get("additionalProperties")
    # The keys of a mapping may have a brand, too.
    yield f"{path}.*", schema.get("propertyNames")
    alternatives = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    # A value is required only if it is in every alternative; several are not compared.
    if not only_required or len(alternatives) == 1:
        for alternative in alternatives:
            yield path, alternative
    for inner in schema.get("allOf", ()):
        yield path, inner


@dataclass(frozen=True)
class ChainFinder:
    """Finds chains of calls in a document."""

    loaded: LoadedDocument

    def needed_brands(self, parts: MethodParts) -> Iterator[BrandPlace]:
        """Yield the brands in the required parameters of a method, and in a required body. The path
        of a place begins with the name of the parameter, or with ``body``.
        """
        schemas = self.loaded.document.schemas
        for name, (_place, param) in argument_names(parts).items():
            if param.required:
                yield from brand_places(param.schema, schemas, name, only_required=True)
        content = body_of(parts.method)
        if content is not None and is_body_required(parts.method):
            yield from brand_places(content.schema, schemas, "body", only_required=True)

    def returned_brands(self, parts: MethodParts) -> Iterator[BrandPlace]:
        """Yield the brands in the successful response of a method, and in its headers, whose paths
        begin with ``header``.
        """
        schemas, output = self.loaded.document.schemas, output_schema(parts.method)
        yield from brand_places(output, schemas, "", only_required=False)
        # Messages of a WebSocket have no such headers.
        for header in getattr(parts.method, "response_headers", None) or ():
            path = f"header.{header.name}"
            yield from brand_places(header.schema, schemas, path, only_required=False)

    @cached_property
    def _identifiers(self) -> frozenset[str]:
        """The brands that are identifiers: their name ends with ``id``, or they are in a path."""
        identifiers: set[str] = set()
        for schema in self.loaded.document.schemas.values():
            for brand in schema.get("x-brand", ()):
                if brand.lower().endswith("id"):
                    identifiers.add(brand)
        for parts in self.loaded.methods.values():
            identifiers.update(self._brands_in_path(parts))
        return frozenset(identifiers)

    def _brands_in_path(self, parts: MethodParts) -> Iterator[str]:
        """Yield the brands of the path parameters of a method."""
        schemas = self.loaded.document.schemas
        for name, (location, param) in argument_names(parts).items():
            if location == "path":
                for place in brand_places(param.schema, schemas, name, only_required=True):
                    yield place.brand

    @cached_property
    def _identifiers_and_brands(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """The identifiers that a method needs and the brands that it returns, by its name; of all
        methods that clients call and that return something.
        """
        document = self.loaded.document
        returned: dict[str, set[str]] = {}
        names = Names(document)
        for key, schema in document.schemas.items():
            if brands := schema.get("x-brand"):
                # `returned_by` follows references of types at once; to search each response would
                # take long for types that refer to many others.
                for reference in document.users.returned_by(type_name(key, schema)):
                    returned.setdefault(names.method(*reference), set()).update(brands)
        needed_and_returned: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        for name, parts in self.loaded.methods.items():
            headers = getattr(parts.method, "response_headers", None)
            has_values = output_schema(parts.method) is not None or headers
            if is_called_by_clients(parts) and has_values:
                needed = {place.brand for place in self.needed_brands(parts)}
                needed_and_returned[name] = (
                    frozenset(needed & self._identifiers),
                    frozenset(returned.get(name, ())),
                )
        return needed_and_returned

    def chain(self, wanted: str, known: Iterable[str] = ()) -> Chain:
        """Find the fewest calls that return what a method needs, and among equally many those that
        change the least.

        Args:
            wanted: The full name of the method.
            known: The brands of which the caller has a value.

        Returns:
            The calls, the wanted one last. If some needed values come from no call, or are not
            identifiers, they are left to the caller.
        """
        plans = self._plans(wanted, known)
        # A dict instead of a set, to keep the order.
        from_caller: dict[str, None] = {}
        needed_plans: list[tuple[str, ...]] = []
        for place in self.needed_brands(self.loaded.methods[wanted]):
            brand = place.brand
            if brand not in self._identifiers:
                from_caller[brand] = None
            elif brand in plans:
                needed_plans.append(plans[brand])
            # An identifier without a plan is noted below, where a call takes it.
        calls: list[Call] = []
        for name in (*_merged_calls(needed_plans), wanted):
            call = self._call(name, calls)
            calls.append(call)
            for source in call.takes.values():
                if "from_call" not in source:
                    from_caller[source["brand"]] = None
        return Chain(tuple(calls), tuple(from_caller))

    def _call(self, name: str, earlier: Sequence[Call]) -> Call:
        """Return a call of a chain; each value that it needs comes from the last earlier call that
        returns one.

        Args:
            name: The full name of the method.
            earlier: The calls before it.
        """
        parts = self.loaded.methods[name]
        takes: dict[str, dict[str, Any]] = {}
        for place in self.needed_brands(parts):
            brand = place.brand
            source: dict[str, Any] = {"brand": brand}
            # Each call that returns the brand overwrites the one before.
            for number, call in enumerate(earlier, 1):
                if brand in call.gives:
                    source["from_call"] = number
            takes[place.path] = source
        gives: dict[str, str] = {}
        # A value of a brand is also one of its more general brands. The nearest place counts.
        for place in self.returned_brands(parts):
            for brand in place.brands:
                gives.setdefault(brand, place.path)
        return Call(name, takes, gives)

    def _plans(self, wanted: str, known: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return by brand the cheapest calls after which a caller has a value of it.

        Args:
            wanted: The method that the chain is for; it is in no plan.
            known: The brands of which the caller has a value.
        """
        plans: dict[str, tuple[str, ...]] = dict.fromkeys(known, ())
        cost = self._plan_cost
        # Repeated until no plan gets cheaper: a call may need what a later method returns.
        has_changed = True
        while has_changed:
            has_changed = False
            for name, (needed, returned) in self._identifiers_and_brands.items():
                # A method whose identifiers no plan gives yet may be possible in the next round.
                if name == wanted or not needed <= plans.keys():
                    continue
                # Sorted, because the order of a set differs from process to process.
                plans_before = [plans[brand] for brand in sorted(needed)]
                plan = _merged_calls([*plans_before, (name,)])
                for brand in returned:
                    if brand not in plans or cost(plan) < cost(plans[brand]):
                        plans[brand] = plan
                        has_changed = True
        return plans

    @cached_property
    def _plan_cost(self) -> Callable[[tuple[str, ...]], tuple[int, int]]:
        """A function that returns the cost of a plan: the number of its calls, then of those among
        them that change something.
        """
        changing: set[str] = set()
        for name, parts in self.loaded.methods.items():
            # Messages of a WebSocket have no verb, and count as changing something.
            if getattr(parts.method, "http_method", "") not in READING:
                changing.add(name)
        return lambda plan: (len(plan), sum(name in changing for name in plan))


def is_called_by_clients(parts: MethodParts) -> bool:
    """Return whether clients call a method; others are requests or messages of the service."""
    if isinstance(parts.method, doc.HttpMethod):
        return not getattr(parts.contract, "outgoing", None)
    # Seen from a client: out of it.
    return parts.method.ws_direction == "OUT"


def _merged_calls(plans: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the calls of all plans, each once; those that a call depends on come before it, as
    they do in its plan.
    """
    calls: dict[str, None] = {}
    for plan in plans:
        calls |= dict.fromkeys(plan)
    return tuple(calls)
