"""Stores what clients send to a stateful mock: items of collections, and single documents.

``POST /orders`` adds to the collection whose items are at ``/orders/{order}``. An item's key is the
property with the brand of ``{order}`` (the name of its type, such as ``OrderId``), else the one
called ``order``, else ``id``. A path with ``PUT`` and ``GET`` that is no item of a collection, such
as ``/profile``, has one document.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..contracts.media_types import is_json
from ..contracts.message_model import MISSING
from ..document import parts as doc
from ..history.shapes import AnySchema
from .inputs import CallInput
from .schemas import Schemas
from .values import ATTEMPTS, Values

Draw = Callable[..., Values]
"""Returns a source of values for one call; a text that it gets is added to the seed."""
Items = dict[str, Any]
"""The items of a collection by key."""

GONE = object()
"""The result of a call of an item that is not stored."""


def schema_of_success(method: doc.HttpMethod | None) -> AnySchema | None:
    """Return the schema of the usual response of a method; None if it is not JSON, or without a
    method.
    """
    if method is None or method.success_response is None:
        return None
    for content in method.success_response.contents or ():
        if is_json(content.media_type) and not content.stream:
            return content.schema
    return None


MOST_BYTES = 16 * 1024 * 1024
"""Of all stored values together, as JSON."""
MOST_ITEMS = 10_000
"""Stored values, and likewise collections."""


class StoreFull(Exception):
    """A client sends a value for which the store has no room."""


class Store:
    """Keeps the values that clients store, by the paths at which they do.

    A declared path is one with placeholders, ``/orders/{order}``; any other path is that of a
    request, ``/orders/7``.

    Args:
        methods: The methods of the document.
        schemas: The schemas of its responses.
    """

    def __init__(self, methods: Iterable[doc.HttpMethod], schemas: Schemas) -> None:
        """Find out which paths are those of items, to whose collections clients can add."""
        self._schemas = schemas
        self._methods: dict[tuple[str, str], doc.HttpMethod] = {}
        """By verb and declared path."""
        for method in methods:
            for verb in method.verbs:
                self._methods.setdefault((verb, method.http_path), method)
        self._items: dict[str, Items] = {}
        """By path: the items of a collection; or a single document, under the empty key."""
        self._sizes: dict[tuple[str, str], int] = {}
        """By path and key: the bytes of a stored value as JSON."""
        self._bytes = 0
        """The bytes of all stored values."""
        self._item_paths: dict[str, str] = {}
        """By declared path of a collection to which clients can add: the declared path of its
        items."""
        for _, path in self._methods:
            collection, _, name = path.rpartition("/")
            is_item = name.startswith("{") and name.endswith("}")
            if is_item and ("POST", collection) in self._methods:
                self._item_paths[collection] = path

    def call(self, method: doc.HttpMethod, path: str, call_input: CallInput, draw: Draw) -> Any:
        """Carry out a call of a method: fetch, list, add, change or remove values.

        Args:
            method: The method.
            path: The path of the request.
            call_input: The parameters and the body of the request.
            draw: Returns a source of values, for what clients have not sent.

        Returns:
            The value of the response; `GONE` if nothing is stored at the path; `MISSING` if the
            store keeps no values for such a method.

        Raises:
            StoreFull: There is no room for a new value.
        """
        verb = method.http_method
        declared = method.http_path
        schema = schema_of_success(method)
        declared_collection, _, placeholder = declared.rpartition("/")
        is_item = self._item_paths.get(declared_collection) == declared
        if is_item:
            collection_path = path.rpartition("/")[0]
            # Fills a collection that has not been called yet, so that its first items are there.
            self._collection(declared_collection, collection_path, draw)
            parameter = placeholder[1:-1]  # without the braces
            key = str(call_input.values.get(parameter))
            return self._call_item(declared, collection_path, key, verb, schema, call_input, draw)
        is_collection = declared in self._item_paths
        if is_collection:
            items = self._collection(declared, path, draw)
            if verb == "GET" and schema is not None:
                return self._list(items, schema, draw)
            if verb != "POST":
                return MISSING
            item = self._add(declared, path, call_input.body, draw)
            return self._response(self._item_paths[declared], item, schema, draw)
        # What clients can read and replace, without a list: a single document, with an empty key.
        is_document = ("PUT", declared) in self._methods and ("GET", declared) in self._methods
        if not is_document:
            return MISSING
        # A document is there from the beginning, and again after it was removed.
        if not self._items.get(path):
            self._put(path, "", draw().of(self._item_schema(declared)))
        return self._call_item(declared, path, "", verb, schema, call_input, draw)

    def _put(self, path: str, key: str, value: Any) -> None:
        """Store a value under a key at a path.

        Raises:
            StoreFull: There is no room for it.
        """
        size_before = self._sizes.get((path, key), 0)
        # This limits responses, too: the longest one lists all stored values, each with a comma,
        # for which the key is counted here.
        size = len(json.dumps(value)) + len(key)
        bytes_after = self._bytes + size - size_before
        is_new = (path, key) not in self._sizes
        if bytes_after > MOST_BYTES or len(self._sizes) + is_new > MOST_ITEMS:
            raise StoreFull(
                f"this mock stores at most {MOST_ITEMS:,} items and {MOST_BYTES:,} bytes; delete "
                "some, or start it again"
            )
        self._bytes = bytes_after
        self._sizes[path, key] = size
        self._items.setdefault(path, {})[key] = value

    def _remove(self, path: str, key: str) -> Any:
        """Remove the value under a key at a path, and return it."""
        self._bytes -= self._sizes.pop((path, key))
        return self._items[path].pop(key)

    def _call_item(
        self,
        declared: str,
        path: str,
        key: str,
        verb: str,
        schema: AnySchema | None,
        call_input: CallInput,
        draw: Draw,
    ) -> Any:
        """Fetch, change or remove an item, and return it as a value of the response; `GONE` if it
        is not stored.

        Args:
            declared: The declared path of the item.
            path: The path of its collection; of a single document, its own path.
            key: The key of the item; empty for a single document.
            verb: The verb of the method.
            schema: The schema of the response; None if it is not JSON.
            call_input: The request, whose body is the new value or has the changes.
            draw: Returns a source of values, for what the item does not have.
        """
        items = self._items.get(path, {})
        if key not in items:
            return GONE
        if verb == "DELETE":
            return self._response(declared, self._remove(path, key), schema, draw)
        if verb in ("PUT", "PATCH"):
            changed = self.merge(items[key], call_input.body, self._item_schema(declared))
            self._put(path, key, changed)
        return self._response(declared, items[key], schema, draw)

    def _item_schema(self, declared: str) -> AnySchema:
        """Return the schema of the items at a declared path: that of the response to ``GET``, or
        else of the response to a method that changes or adds one. True, which allows any value, if
        there is none.
        """
        collection = declared.rpartition("/")[0]
        candidates = (
            ("GET", declared),
            ("PUT", declared),
            ("PATCH", declared),
            ("POST", collection),
        )
        for verb, path in candidates:
            schema = schema_of_success(self._methods.get((verb, path)))
            if schema is not None:
                return schema
        return True

    def _key_property(self, declared: str, schema: AnySchema) -> str:
        """Return the name of the property that is the key of an item: the one whose type has the
        brand of the path's last placeholder, else the one with the name of the placeholder, else
        ``id``.

        Args:
            declared: The declared path of the item, such as ``/orders/{order}``.
            schema: The schema of the item.
        """
        placeholder = declared.rpartition("/")[2]
        parameter = placeholder[1:-1]  # without the braces
        brands = self._brands_of_parameter(declared, parameter)
        for shape in self._schemas.shapes_of(schema):
            for name, property_schema in shape.properties.items():
                if brands & self._schemas.brands_of(property_schema):
                    return name
            if parameter in shape.properties:
                return parameter
        return "id"

    def _brands_of_parameter(self, declared: str, name: str) -> frozenset[str]:
        """Return the brands, such as ``OrderId``, that the methods of an item declare for one of
        its path parameters.

        Args:
            declared: The declared path of the item.
            name: The name of the parameter.
        """
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
        """Return the items of a collection. At the first call, they are those of a drawn response
        to the method that lists them.

        Args:
            declared: The declared path of the collection.
            path: The path of the request for it.
            draw: Returns a source of values, for what clients have not sent.

        Raises:
            StoreFull: There are too many collections, or the items have no room.
        """
        if path in self._items:
            return self._items[path]
        if len(self._items) >= MOST_ITEMS:
            raise StoreFull(f"this mock has at most {MOST_ITEMS:,} lists; start it again")
        self._items[path] = {}
        schema = schema_of_success(self._methods.get(("GET", declared)))
        if schema is not None:
            # New, so that the keys of the items differ.
            page = draw("rows", is_new=True).of(schema)
            for item in _items_of_page(page):
                self._add(declared, path, item, draw)
        return self._items[path]

    def _add(self, declared: str, path: str, request: Any, draw: Draw) -> Any:
        """Add an item to a collection, and return it. An item that is no object cannot have a key,
        and is returned without being stored.

        Args:
            declared: The declared path of the collection.
            path: The path of the request for it.
            request: The values that the item gets from the client; others are drawn.
            draw: Returns a source of values, for what clients have not sent.

        Raises:
            StoreFull: There is no room for the item.
        """
        items = self._items[path]
        item_path = self._item_paths[declared]
        schema = self._item_schema(item_path)
        key_property = self._key_property(item_path, schema)
        # Another seed for each item, or all of them would be equal.
        drawn = draw(f"item {len(items)}").of(schema)
        item = self.merge(drawn, request, schema)
        if not isinstance(item, dict):
            return item
        # A client may choose the key, unless it is taken.
        key = request.get(key_property) if isinstance(request, Mapping) else None
        # Keys are drawn until one is free. If the keys are an enumeration, all may be taken: then
        # an item is replaced.
        for attempt in range(ATTEMPTS):
            if key is not None and str(key) not in items:
                break
            values = draw(f"key {len(items)} {attempt + 1}", is_new=True)
            key = values.of(self._schemas.property_schema(schema, key_property))
        self._put(path, str(key), {**item, key_property: key})
        return items[str(key)]

    def _response(self, declared: str, item: Any, schema: AnySchema | None, draw: Draw) -> Any:
        """Return the value of a response about an item: the item itself, an object with the item in
        one of its properties, or an object with those properties of the item that it declares.

        Args:
            declared: The declared path of the item.
            item: The item.
            schema: The schema of the response; None if it is not JSON.
            draw: Returns a source of values, for what clients have not sent.
        """
        if schema is None or self._schemas.is_valid(item, schema):
            return item
        value = draw().of(schema)
        if isinstance(value, dict):
            key_property = self._key_property(declared, self._item_schema(declared))
            for name in value:
                property_schema = self._schemas.property_schema(schema, name)
                # Only a property that has the key of the item can be the item.
                has_key = self._schemas.property_schema(property_schema, key_property) is not True
                with_item = {**value, name: item}
                if has_key and self._schemas.is_valid(with_item, schema):
                    return with_item
        return self.merge(value, item, schema)

    def _list(self, items: Items, schema: AnySchema, draw: Draw) -> Any:
        """Return the response to a method that lists a collection: the list of its items, or a page
        with this list in one of its properties. If neither is valid for the schema, a drawn value.

        Args:
            items: The stored items.
            schema: The schema of the response.
            draw: Returns a source of values, for what clients have not sent.
        """
        stored_items = list(items.values())
        page = draw().of(schema)
        candidates: list[Any] = []
        if isinstance(page, list):
            candidates.append(stored_items)
        elif isinstance(page, dict):
            for name, value in page.items():
                if isinstance(value, list):
                    candidates.append({**page, name: stored_items})
        for candidate in candidates:
            if self._schemas.is_valid(candidate, schema):
                return candidate
        return page

    def merge(self, value: Any, request: Any, schema: AnySchema) -> Any:
        """Return a value with the properties of a request in it, as far as the schema declares them
        and the value stays valid. Values other than objects are returned unchanged.

        Args:
            value: The value that is changed.
            request: What the client has sent; `MISSING` if it has sent nothing.
            schema: The schema of the value.
        """
        if not isinstance(value, dict) or not isinstance(request, Mapping):
            return value
        for name in self._schemas.properties_of(schema):
            if name in request:
                changed = {**value, name: request[name]}
                if self._schemas.is_valid(changed, schema):
                    value = changed
        return value


def _items_of_page(page: Any) -> Iterator[Any]:
    """Yield the items of a list, or of all lists that are properties of an object."""
    lists = [page]
    if isinstance(page, dict):
        lists = list(page.values())
    for items in lists:
        if isinstance(items, list):
            yield from items
