"""What Django Ninja says of an API, in words that can be compared.

Set right here, and documented in docs/reference/accuracy.md:

- Ninja writes all schemas of one name as one, the last: input and output, with and without aliases.
  Each use has its own here;
- it names headers by their arguments, ``user_agent``, and reads ``User-Agent``;
- it writes lists of examples at parameters, where OpenAPI 3.1, 4.8.12.2, has a map, and a map in
  schemas, where JSON Schema has a list;
- it describes an event of a stream by an object with ``data``, and our documents by that data.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.responses import NinjaJSONEncoder

from .operations import Json, operations

T = TypeVar("T")


def ninja_document(api: NinjaAPI) -> Json:
    """The document, set right."""
    document = _as_json(_OwnSchemas(api, api.get_root_path({})))
    if not document["info"]["description"]:
        del document["info"]["description"]
    for _, _, operation in operations(document):
        for parameter in operation["parameters"]:
            _set_right(parameter)
        for response in operation["responses"].values():
            stream = response.get("content", {}).get("text/event-stream", {})
            if stream:
                stream["schema"] = stream["schema"]["properties"]["data"]
    return document


def _as_json(document: dict[str, Any]) -> Json:
    return json.loads(json.dumps(document, cls=NinjaJSONEncoder))


def _set_right(parameter: Json) -> None:
    if parameter["in"] == "header":
        parameter["name"] = parameter["name"].replace("_", "-")
    if isinstance(parameter.get("examples"), list):
        del parameter["examples"]
    if isinstance(parameter["schema"].get("examples"), dict):
        del parameter["schema"]["examples"]


class _OwnSchemas(OpenAPISchema):
    """Gives the schemas of each use names of their own."""

    _uses = 0

    def _create_schema_from_model(self, model: Any, *args: Any, **named: Any) -> tuple[Any, bool]:
        def write() -> tuple[Any, bool]:
            return super(_OwnSchemas, self)._create_schema_from_model(model, *args, **named)

        return self._apart(write)

    def _extract_parameters(self, model: Any) -> list[Any]:
        return self._apart(lambda: super(_OwnSchemas, self)._extract_parameters(model))

    def _apart(self, write: Callable[[], T]) -> T:
        before, self.schemas = self.schemas, {}
        result = write()
        self._uses += 1
        own = set(self.schemas)
        self.schemas = {
            **before,
            **{self._named(name): self._renamed(item, own) for name, item in self.schemas.items()},
        }
        renamed: T = self._renamed(result, own)
        return renamed

    def _named(self, name: str) -> str:
        return f"{name}.{self._uses}"

    def _renamed(self, value: Any, own: set[str]) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(self._renamed(item, own) for item in value)
        if not isinstance(value, dict):
            return value
        renamed = {key: self._renamed(item, own) for key, item in value.items()}
        name = str(value.get("$ref")).rpartition("/")[2]
        if name in own:
            renamed["$ref"] = f"#/components/schemas/{self._named(name)}"
        return renamed
