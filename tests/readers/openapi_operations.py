"""What the operations of an OpenAPI document say, read without the package: to compare a file with
what is exported after it was read.

Documents of 3.0 are read as 3.1 would say it, references to anything but schemas are followed, and
what may be left out is written. Of 3.2, query strings that are forms are their fields. `MAY_DIFFER`
lists what an export says in another way.
"""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

MAY_DIFFER = {
    "summary": "an operation without one is given the words of its name",
    "operationId": "an operation without one is given one",
    "responses": "an operation without any is given one that says so",
    "security": "no requirement, an empty list and an empty alternative are the same",
    "example": "a single example is one of `examples`",
    "dataValue": "an example without a text on the wire has it as its value",
    "media type without schema": "JSON is any value, other media types are bytes",
    "headers Accept and Content-Type": "readers of OpenAPI ignore these parameters",
    "a header Authorization": "next to a security scheme with that header",
    "parameters of paths": "are those of each operation; path items have no text of their own",
    "text of path items": "is that of the operations without one",
    "names": "of components that are referred to at other places than components.schemas",
}

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
IGNORED = {"accept", "content-type"}
Json = Any
UNKNOWN = "elsewhere"
"""What an export may say in any way."""
NOT_DOCUMENTED: Json = {
    "description": "Not documented.",
    "summary": None,
    "content": {},
    "links": None,
    "headers": {},
}


def load(path: Path) -> Json:
    """The values of a file, by PyYAML's rules without dates."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        return json.loads(text)
    loader: Any = type("Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {})
    loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if not tag.endswith(":timestamp")]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    loaded = yaml.load(text, loader)  # a safe loader
    return json.loads(json.dumps(loaded))


class Operations:
    """The operations of one document, in one form for all versions."""

    def __init__(self, root: Json) -> None:
        self.root = root
        self.old = str(root.get("openapi")).startswith("3.0")

    def all(self) -> dict[str, Json]:
        """By verb and path; what placeholders are called is not on the wire, but may be all in
        which two operations differ.
        """
        by_place: dict[str, dict[str, Json]] = {}
        for kind in ("paths", "webhooks"):
            for path, item in (self.root.get(kind) or {}).items():
                if not path.startswith("x-"):
                    for verb, operation in self._of_item(item):
                        place = re.sub(r"{[^{}]*}", "{}", path) if kind == "paths" else path
                        by_place.setdefault(f"{verb} {place}", {})[f"{verb} {path}"] = operation
        found: dict[str, Json] = {}
        for place, operations in by_place.items():
            found |= operations if len(operations) > 1 else {place: next(iter(operations.values()))}
        return found

    def schemas(self) -> dict[str, Json]:
        """The named schemas."""
        named = (self.root.get("components") or {}).get("schemas") or {}
        return {name: self.schema(schema) for name, schema in named.items()}

    def _of_item(self, item: Json) -> Iterator[tuple[str, Json]]:
        item = self._followed(item)
        for verb in VERBS:
            if verb in item:
                yield verb, self._operation(item[verb], item)
        for verb, operation in item.get("additionalOperations", {}).items():
            yield verb, self._operation(operation, item)

    def _is_sent_in_authorization(self, scheme: str) -> bool:
        """Whether the credential of a security scheme is in this header."""
        schemes = (self.root.get("components") or {}).get("securitySchemes") or {}
        described = self._followed(schemes.get(scheme, {}))
        if described.get("type") != "apiKey":
            return True
        return bool(described["name"].lower() == "authorization")

    def _operation(self, operation: Json, item: Json) -> Json:
        parameters = {}
        security = operation.get("security", self.root.get("security"))
        ignored = set(IGNORED)
        if any(map(self._is_sent_in_authorization, itertools.chain.from_iterable(security or ()))):
            ignored.add("authorization")
        given = (*(item.get("parameters") or ()), *(operation.get("parameters") or ()))
        for parameter in self._parted(map(self._followed, given)):
            name = parameter["name"].lower()
            if parameter["in"] != "header" or name not in ignored:
                name = f"{parameter['in']} {parameter.get('x-name', parameter['name'])}"
                parameters[name] = self._valued(parameter)
        body = self._followed(operation["requestBody"]) if "requestBody" in operation else None
        callbacks = operation.get("callbacks") or {}
        found = {
            "tags": operation.get("tags") or [],
            "summary": operation.get("summary") or item.get("summary"),
            "description": operation.get("description") or item.get("description") or None,
            "operationId": operation.get("operationId"),
            "deprecated": operation.get("deprecated", False),
            "externalDocs": operation.get("externalDocs"),
            "servers": operation.get("servers", item.get("servers")) or None,
            "parameters": parameters,
            "body": body
            and {
                "required": body.get("required", False),
                "description": body.get("description") or None,
                "content": self._contents(body),
            },
            "responses": {
                _status(status): self._response(response)
                for status, response in (operation.get("responses") or {}).items()
                if not status.startswith("x-")
            },
            "security": sorted(map(json.dumps, security or [{}])),
            "callbacks": {
                expression: dict(self._of_item(inner))
                for callback in callbacks.values()
                for expression, inner in self._followed(callback).items()
                if not expression.startswith("x-")
            },
        }
        extensions = {key: value for key, value in operation.items() if key.startswith("x-")}
        return {**found, **extensions}

    def _parted(self, parameters: Iterator[Json]) -> Iterator[Json]:
        """The parameters, with the fields of a form that is the query string."""
        for parameter in parameters:
            media_type, media = next(iter(parameter.get("content", {}).items()), (None, {}))
            schema = self._followed(self._followed(media).get("schema", {}))
            is_form = media_type == "application/x-www-form-urlencoded"
            if parameter["in"] == "querystring" and is_form and "properties" in schema:
                for name, inner in schema["properties"].items():
                    is_required = parameter.get("required") and name in schema.get("required", ())
                    found = {"name": name, "in": "query", "schema": inner}
                    yield {**found, "required": bool(is_required)}
            else:
                yield parameter

    def _response(self, written: Json) -> Json:
        response = self._followed(written)
        return {
            "description": response.get("description") or response.get("summary") or None,
            "summary": response.get("summary"),
            "content": self._contents(response),
            "links": self._each_followed(response.get("links")),
            "headers": {
                name: self._valued(self._followed(header))
                for name, header in (response.get("headers") or {}).items()
                if name.lower() != "content-type"
            },
        }

    def _contents(self, owner: Json) -> Json:
        found = {}
        for media_type, written in (owner.get("content") or {}).items():
            media = self._followed(written)
            unknown: Json = {} if "json" in media_type else {"type": "string", "format": "binary"}
            if "itemSchema" in media:
                unknown = None
            schema = self.schema(media["schema"]) if media.get("schema") is not None else unknown
            found[media_type] = {
                "schema": schema,
                "items": self.schema(media.get("itemSchema")),
                "examples": self._examples(media),
                "encoding": self._encodings(media.get("encoding")),
                **{key: media.get(key) for key in ("prefixEncoding", "itemEncoding")},
            }
        return found

    def _encodings(self, encodings: Json) -> Json:
        if not isinstance(encodings, dict):
            return None
        found = {name: dict(each) for name, each in encodings.items() if isinstance(each, dict)}
        for each in found.values():
            if "headers" in each:
                each["headers"] = self._each_followed(each["headers"])
        return found or None

    def _each_followed(self, values: Json) -> Json:
        """By name, what references lead to."""
        if not isinstance(values, dict):
            return None
        return {name: self._followed(each) for name, each in values.items()} or None

    def _valued(self, parameter: Json) -> Json:
        """A parameter or a header."""
        media_type, media = next(iter((parameter.get("content") or {}).items()), (None, parameter))
        return {
            "description": parameter.get("description") or None,
            "required": parameter.get("required", False) or parameter.get("in") == "path",
            "deprecated": parameter.get("deprecated", False),
            "style": parameter.get("style"),
            "explode": parameter.get("explode"),
            "reserved": parameter.get("allowReserved"),
            "empty": parameter.get("allowEmptyValue"),
            "media type": media_type,
            "schema": self.schema(media.get("schema", {})),
            "examples": self._examples(media),
        }

    def _examples(self, owner: Json) -> Json:
        if owner.get("examples") is None:
            return {"example": {"value": owner["example"]}} if "example" in owner else {}
        return {
            name: self._example(self._followed(example))
            for name, example in owner["examples"].items()
        }

    @staticmethod
    def _example(example: Json) -> Json:
        found = {key: value for key, value in example.items() if key[:2] != "x-"}
        if "dataValue" in found:
            found["value"] = found.pop("dataValue")
        return found

    def schema(self, schema: Json) -> Json:
        """A schema as 3.1 says it."""
        if not isinstance(schema, dict):
            return schema
        found = {key: self._keyword(key, value) for key, value in schema.items()}
        if "example" in found:
            found.setdefault("examples", [found["example"]])
            del found["example"]
        for word, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if isinstance(found.get(word), bool) and found.pop(word) and bound in found:
                found[word] = found.pop(bound)
        if found.pop("nullable", None) is not True:
            return found
        return self._with_null(found)

    @staticmethod
    def _with_null(schema: Json) -> Json:
        if schema.keys() & {"$ref", "allOf", "anyOf", "oneOf", "not"}:
            words = {"title", "description", "default", "examples", "deprecated", "readOnly"}
            words |= {"writeOnly", "externalDocs", "xml"}
            kept = {k: v for k, v in schema.items() if k in words or k.startswith("x-")}
            inner = {k: v for k, v in schema.items() if k not in kept}
            return {**kept, "anyOf": [inner, {"type": "null"}]}
        if "type" not in schema:
            return schema
        if "enum" in schema and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]
        return {**schema, "type": [schema["type"], "null"]}

    def _keyword(self, key: str, value: Json) -> Json:
        named = ("properties", "patternProperties", "$defs", "dependentSchemas", "definitions")
        if key in named:
            return {name: self.schema(inner) for name, inner in value.items()}
        if key == "$ref":
            match = re.fullmatch(r"#/components/schemas/([^/]+)", value)
            return match[1] if match else UNKNOWN
        if key == "discriminator":
            mapping = {k: v.rpartition("/")[2] for k, v in value.get("mapping", {}).items()}
            found = {**value, "mapping": mapping}
            if "defaultMapping" in value:
                found["defaultMapping"] = value["defaultMapping"].rpartition("/")[2]
            return found
        if key in ("default", "example", "examples", "enum", "const") or key.startswith("x-"):
            return value
        if isinstance(value, dict) and key not in ("xml", "externalDocs"):
            return self.schema(value)
        if isinstance(value, list):
            return [self.schema(item) for item in value]
        return value

    def _followed(self, value: Json) -> Json:
        """What a reference leads to; nothing where it is unresolved."""
        while isinstance(value, dict) and "$ref" in value:
            steps = value["$ref"].removeprefix("#/").split("/")
            value = self.root
            for step in steps:
                step = unquote(step).replace("~1", "/").replace("~0", "~")
                value = value[int(step)] if isinstance(value, list) else value.get(step, {})
        return value


def _status(status: str) -> str:
    return status if status == "default" else status.upper()


def differences(given: Json, exported: Json) -> list[str]:
    """Where operations and schemas differ, but for `MAY_DIFFER`."""
    before, after = Operations(given), Operations(exported)
    found = [*_differing(before.all(), after.all(), "operations")]
    return [*found, *_differing(before.schemas(), after.schemas(), "schemas")]


def _differing(one: Json, other: Json, place: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            here = f"{place} → {key}"
            if key in ("summary", "operationId") and one.get(key) in (None, ""):
                continue
            if key not in one:
                is_empty = other[key] in (None, [], {}, "", False)
                if is_empty or other[key] == NOT_DOCUMENTED or place == "schemas":
                    continue
                yield f"{here} is new: {str(other[key])[:80]}"
            elif key not in other:
                if one[key] not in (None, [], {}, "", False):
                    yield f"{here} is lost: {str(one[key])[:80]}"
            else:
                yield from _differing(one[key], other[key], here)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for position, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from _differing(first, second, f"{place}[{position}]")
    elif one != other and one != UNKNOWN and (one or not place.endswith("description")):
        yield f"{place}: {str(one)[:80]} ≠ {str(other)[:80]}"
