"""Stores what clients send to a stateful mock: items of collections, and single documents.

``POST /orders`` adds to the collection whose items are at ``/orders/{order}``. An item's key is the
property with the brand of ``{order}``, else the one called ``order``, else ``id``. A path with
``PUT`` and no items below it, such as ``/profile``, has one document.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..contracts.media_types import is_json
from ..contracts.message_model import MISSING
from ..document import parts as doc
from ..history.shapes import AnySchema
from .inputs import Input
from .schemas import Schemas
from .values import ATTEMPTS, Values

Draw = Callable[..., Values]
"""Returns a source of values; what it is given is added to the seed."""
Items = dict[str, Any]

GONE = object()
"""The value of what is not stored."""


def schema_of_success(method: doc.HttpMethod | None) -> AnySchema | None:
    """Return the schema of the usual response, if it is JSON."""
    if method is None or method.success_response is None:
        return None
    for content in method.success_response.contents or ():
        if is_json(content.media_type) and not content.stream:
            return content.schema
    return None


MOST_BYTES = 16 * 1024 * 1024
MOST_ITEMS = 10_000
"""Of all that is stored together; lists are counted for themselves."""


class StoreFull(Exception):
    """There is no room for what a client sends."""


class Store:
    """Keeps what clients store, by the paths at which they do.

    Args:
        methods: Those of the document.
        schemas: Those of its responses.
    """

    def __init__(self, methods: Iterable[doc.HttpMethod], schemas: Schemas) -> None:
        self._schemas = schemas
        self._methods: dict[tuple[str, str], doc.HttpMethod] = {}
        for method in methods:
            for verb in method.http_methods or (method.http_method,):
                self._methods.setdefault((verb, method.http_path), method)
        self._items: dict[str, Items] = {}
        """By path of a collection the items by key; of a document its value, by ""."""
        self._sizes: dict[tuple[str, str], int] = {}
        """By path and key of what is stored, its bytes as JSON."""
        self._bytes = 0
        self._item_paths: dict[str, str] = {}
        """By path of a collection to which clients can add, that of its items."""
        for _, path in self._methods:
            collection, _, name = path.rpartition("/")
            is_item = name.startswith("{") and name.endswith("}")
            if is_item and ("POST", collection) in self._methods:
                self._item_paths[collection] = path

    def call(self, method: doc.HttpMethod, path: str, read: Input, draw: Draw) -> Any:
        """Carry out a call.

        Args:
            method: The method.
            path: The path of the request.
            read: Its input.
            draw: Draws values.

        Returns:
            The result in the form of the response; `GONE` if nothing is stored there; `MISSING` if
            the call is about nothing that the store keeps.
        """
        verb, declared = method.http_method, method.http_path
        schema = schema_of_success(method)
        collection, _, name = declared.rpartition("/")
        if self._item_paths.get(collection) == declared:
            path = path.rpartition("/")[0]
            self._collection(collection, path, draw)
            key = str(read.values.get(name[1:-1]))
            return self._call_item(declared, path, key, verb, schema, read, draw)
        if declared in self._item_paths:
            items = self._collection(declared, path, draw)
            if verb == "GET" and schema is not None:
                return self._list(items, schema, draw)
            if verb != "POST":
                return MISSING
            item = self._add(declared, path, read.body, draw)
            return self._response(self._item_paths[declared], item, schema, draw)
        if ("PUT", declared) not in self._methods or ("GET", declared) not in self._methods:
            return MISSING
        if not self._items.get(path):
            self._put(path, "", draw().of(self._item_schema(declared)))
        return self._call_item(declared, path, "", verb, schema, read, draw)

    def _put(self, path: str, key: str, value: Any) -> None:
        """Store a value at a path.

        Raises:
            StoreFull: There is no room for it.
        """
        size_before = self._sizes.get((path, key), 0)
        # No response takes more for the value: the longest one lists all that is stored, and has a
        # comma where the key is counted here.
        size = len(json.dumps(value)) + len(key)
        is_new = (path, key) not in self._sizes
        if self._bytes + size - size_before > MOST_BYTES or len(self._sizes) + is_new > MOST_ITEMS:
            raise StoreFull(
                f"this mock stores at most {MOST_ITEMS:,} items and {MOST_BYTES:,} bytes; delete "
                "some, or start it again"
            )
        self._bytes += size - size_before
        self._sizes[path, key] = size
        self._items.setdefault(path, {})[key] = value

    def _remove(self, path: str, key: str) -> Any:
        self._bytes -= self._sizes.pop((path, key))
        return self._items[path].pop(key)

    def _call_item(
        self,
        declared: str,
        path: str,
        key: str,
        verb: str,
        schema: AnySchema | None,
        read: Input,
        draw: Draw,
    ) -> Any:
        items = self._items.get(path, {})
        if key not in items:
            return GONE
        if verb == "DELETE":
            return self._response(declared, self._remove(path, key), schema, draw)
        if verb in ("PUT", "PATCH"):
            self._put(path, key, self.merge(items[key], read.body, self._item_schema(declared)))
        return self._response(declared, items[key], schema, draw)

    def _item_schema(self, declared: str) -> AnySchema:
        """Return the schema of an item: of what clients get, else of what they are answered."""
        for verb, path in (
            ("GET", declared),
            ("PUT", declared),
            ("PATCH", declared),
            ("POST", declared.rpartition("/")[0]),
        ):
            schema = schema_of_success(self._methods.get((verb, path)))
            if schema is not None:
                return schema
        return True

    def _key(self, declared: str, schema: AnySchema) -> str:
        """Return the property of an item that is its key."""
        name = declared.rpartition("/")[2][1:-1]
        brands = self._brands_of_parameter(declared, name)
        for shape in self._schemas.shapes_of(schema):
            for candidate, inner in shape.properties.items():
                if brands & self._schemas.brands_of(inner):
                    return candidate
            if name in shape.properties:
                return name
        return "id"

    def _brands_of_parameter(self, declared: str, name: str) -> frozenset[str]:
        """Return the brands that the methods of an item's path declare for one of its names."""
        brands: frozenset[str] = frozenset()
        for verb in ("GET", "PUT", "PATCH", "DELETE"):
            method = self._methods.get((verb, declared))
            if method is None:
                continue
            for parameter in method.path_params or ():
                if parameter.name == name:
                    brands |= self._schemas.brands_of(parameter.schema)
        return brands

    def _collection(self, declared: str, path: str, draw: Draw) -> Items:
        """Return the items of a collection, which begins with those that a list of it has."""
        if path in self._items:
            return self._items[path]
        if len(self._items) >= MOST_ITEMS:
            raise StoreFull(f"this mock has at most {MOST_ITEMS:,} lists; start it again")
        self._items[path] = {}
        schema = schema_of_success(self._methods.get(("GET", declared)))
        if schema is not None:
            page = draw("rows", is_new=True).of(schema)
            for item in _items_of_page(page):
                self._add(declared, path, item, draw)
        return self._items[path]

    def _add(self, declared: str, path: str, request: Any, draw: Draw) -> Any:
        """Add an item under a key of its own, if there is one, and return it."""
        items = self._items[path]
        item_path = self._item_paths[declared]
        schema = self._item_schema(item_path)
        name = self._key(item_path, schema)
        item = self.merge(draw(f"item {len(items)}").of(schema), request, schema)
        if not isinstance(item, dict):
            return item
        key = request.get(name) if isinstance(request, Mapping) else None
        for attempt in range(ATTEMPTS):  # an enumeration may have no further key
            if key is not None and str(key) not in items:
                break
            values = draw(f"key {len(items)} {attempt + 1}", is_new=True)
            key = values.of(self._schemas.property_schema(schema, name))
        self._put(path, str(key), {**item, name: key})
        return items[str(key)]

    def _response(self, declared: str, item: Any, schema: AnySchema | None, draw: Draw) -> Any:
        """Return an item in the form of a response, which may have it as a property."""
        if schema is None or self._schemas.is_valid(item, schema):
            return item
        value = draw().of(schema)
        if isinstance(value, dict):
            key = self._key(declared, self._item_schema(declared))
            for name in value:
                inner = self._schemas.property_schema(schema, name)
                has_key = self._schemas.property_schema(inner, key) is not True
                if has_key and self._schemas.is_valid({**value, name: item}, schema):
                    return {**value, name: item}
        return self.merge(value, item, schema)

    def _list(self, items: Items, schema: AnySchema, draw: Draw) -> Any:
        """Return the list of a collection, or the page that has it."""
        listed = list(items.values())
        page = draw().of(schema)
        candidates: list[Any] = []
        if isinstance(page, list):
            candidates.append(listed)
        elif isinstance(page, dict):
            for name, rows in page.items():
                if isinstance(rows, list):
                    candidates.append({**page, name: listed})
        for candidate in candidates:
            if self._schemas.is_valid(candidate, schema):
                return candidate
        return page

    def merge(self, value: Any, request: Any, schema: AnySchema) -> Any:
        """Return a value with the properties of another that its schema declares and allows."""
        if not isinstance(value, dict) or not isinstance(request, Mapping):
            return value
        for name in self._schemas.properties_of(schema):
            if name in request:
                changed = {**value, name: request[name]}
                if self._schemas.is_valid(changed, schema):
                    value = changed
        return value


def _items_of_page(page: Any) -> Iterator[Any]:
    """Yield the items of a list, or of the lists that are properties of a page."""
    lists = [page]
    if isinstance(page, dict):
        lists = list(page.values())
    for items in lists:
        if isinstance(items, list):
            yield from items
