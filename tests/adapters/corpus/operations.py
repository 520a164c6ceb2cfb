"""Whether two OpenAPI documents say the same of an operation, references followed.

Not compared: titles, names of schemas, brands, discriminator mappings (they hold names), tags, and
defaults of null, which FastAPI leaves out; an operation id that FastAPI gives to several; the body
of an answer to HEAD, which has none (RFC 9110, 9.3.2). Taken for the same:

- a string of raw bytes, however the versions of JSON Schema and OpenAPI write it;
- a tuple with and without ``items`` that allow anything, which readers of older drafts need;
- an optional parameter that may be null, and one that may not, for null cannot be sent;
- ``additionalProperties`` that allow anything, and none; ``required`` without names, and none;
- limits and the nearest floats, which FastAPI writes;
- a union inside a union, and one union; a choice or a value that is listed twice, and once;
- ``allOf`` over plain objects and the object that they make together (FastAPI writes forms so);
- ``allOf`` with one member, and that member (Ninja writes a reference with a default so);
- ``example`` and ``examples`` with one entry;
- the description and the deprecation of a parameter beside its schema or inside it;
- a summary that FastAPI makes of a handler's name, and the first paragraph of its description;
- a description with sections about parameters and responses, and these texts at what they speak of,
  a field of the body included; they go before the description of the parameter's type;
- the description of a type with a section about its fields, and these texts at the fields;
- a description with the indentation of the code around it, and without.
"""

import inspect
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.client import responses
from typing import Any, TypeAlias

Json: TypeAlias = Any
NAMES = frozenset({"$defs", "title", "x-brand", "x-enum-varnames", "x-type", "mapping"})
VALUES = frozenset({"default", "const", "enum", "examples", "example", "required"})
OF_TYPE = "the description is that of the type"
"""A key of parameters, which is not compared."""
BINARY = {"type": "string", "format": "binary"}


@dataclass(frozen=True, slots=True)
class Difference:
    """What one document says of an operation and the other does not."""

    operation: str
    path: str
    wanted: Json
    found: Json
    within: Json = field(default=None, repr=False)
    """What `found` is a part of."""
    beside: Json = field(default=None, repr=False)
    """What `wanted` is a part of."""


def without_nulls(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


class References:
    """Writes out the references of the schemas of one document, down to where a schema recurs.

    What a reference leads to depends on the references around it no more than it leads back to
    them, and is written out once for each set of these.
    """

    def __init__(self, root: Json) -> None:
        self.root = root
        self._written: dict[tuple[str, frozenset[tuple[str, int]]], Json] = {}
        self._reached: dict[str, frozenset[str]] = {}

    def followed(self, schema: Json, inside: tuple[str, ...] = ()) -> Json:
        """A schema with its references written out; parts of it may be shared with others."""
        if isinstance(schema, list):
            return [self.followed(item, inside) for item in schema]
        if not isinstance(schema, dict):
            return schema
        reference = schema.get("$ref")
        if isinstance(reference, str):
            if reference in inside:
                return {"recurs": len(inside) - inside.index(reference)}
            rest = {key: item for key, item in schema.items() if key != "$ref"}
            return {**self._target(reference, inside), **self.followed(rest, inside)}
        found: dict[str, Json] = {}
        for key, item in schema.items():
            if key in ("properties", "patternProperties"):
                found[key] = {name: self.followed(part, inside) for name, part in item.items()}
            elif key in VALUES:
                found[key] = item
            elif key not in NAMES:
                found[key] = self.followed(item, inside)
        return _usual(found)

    def _target(self, reference: str, inside: tuple[str, ...]) -> Json:
        """What a reference leads to, with the references in there written out."""
        reached = self._reached_from(reference)
        back = frozenset(
            (outer, len(inside) - place) for place, outer in enumerate(inside) if outer in reached
        )
        if (reference, back) not in self._written:
            target = self._resolved(reference)
            self._written[reference, back] = self.followed(target, (*inside, reference))
        return self._written[reference, back]

    def _resolved(self, reference: str) -> Json:
        target = self.root
        for step in reference.removeprefix("#/").split("/"):
            target = target.get(step, {}) if isinstance(target, dict) else {}
        return target

    def _reached_from(self, reference: str) -> frozenset[str]:
        """All references that are met on the way from one."""
        if reference not in self._reached:
            found: set[str] = set()
            waiting = [reference]
            while waiting:
                met = set(_mentioned(self._resolved(waiting.pop()))) - found
                found |= met
                waiting += met
            self._reached[reference] = frozenset(found)
        return self._reached[reference]


def _mentioned(schema: Json) -> Iterator[str]:
    """The references of a schema, at any depth."""
    if isinstance(schema, list):
        for item in schema:
            yield from _mentioned(item)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for item in schema.values():
            yield from _mentioned(item)


def _usual(schema: dict[str, Json]) -> dict[str, Json]:
    if schema.get("type") == "string" and (
        schema.get("contentMediaType") == "application/octet-stream"
        or schema.get("format") == "base64url"
    ):
        dropped = ("contentMediaType", "contentEncoding", "format")
        schema = {
            **{key: item for key, item in schema.items() if key not in dropped},
            "format": "binary",
        }
    parts = schema.get("allOf", ())
    if (
        schema.get("type") == "object"
        and parts
        and all(part.get("type") == "object" for part in parts)
    ):
        schema = {key: item for key, item in schema.items() if key != "allOf"}
        schema["properties"] = {
            **schema.get("properties", {}),
            **{k: v for p in parts for k, v in p["properties"].items()},
        }
        schema["required"] = [
            *schema.get("required", []),
            *(name for p in parts for name in p.get("required", [])),
        ]
    elif len(parts) == 1:
        schema = {**parts[0], **{key: item for key, item in schema.items() if key != "allOf"}}
    if "prefixItems" in schema and schema.get("items") == {}:
        del schema["items"]
    if schema.get("additionalProperties") in (True, {}):
        del schema["additionalProperties"]
    for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if word in schema:
            schema[word] = float(schema[word])
    if "default" in schema and schema["default"] is None:
        del schema["default"]
    if "anyOf" in schema:
        schema["anyOf"] = choices(schema["anyOf"])
    if "enum" in schema:
        schema["enum"] = _distinct(schema["enum"])
    if isinstance(schema.get("required"), list):
        schema["required"] = sorted(set(schema["required"]))
    if schema.get("required") == []:
        del schema["required"]
    return schema


def choices(members: list[Json]) -> list[Json]:
    """The members of a union, each once, those of unions inside among them."""
    return _distinct(_members(members))


def _members(choices: list[Json]) -> Iterator[Json]:
    for choice in choices:
        if isinstance(choice, dict) and choice.keys() == {"anyOf"}:
            yield from choice["anyOf"]
        else:
            yield choice


def _distinct(values: Iterable[Json]) -> list[Json]:
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())


def _examples(holder: Json) -> Json:
    if holder.get("examples"):
        return holder["examples"]
    return {"example": {"value": holder["example"]}} if "example" in holder else None


def _content(contents: Json, references: References) -> Json:
    found = {}
    for media_type, media in (contents or {}).items():
        schema = references.followed(media.get("schema", {}))
        if media_type != "application/json" and schema == BINARY:
            schema = {}
        item = references.followed(media["itemSchema"]) if "itemSchema" in media else None
        found[media_type] = {"schema": schema, "itemSchema": item, "examples": _examples(media)}
    return found


def streams(document: Json) -> int:
    """How many bodies of responses have a schema of their items (OpenAPI 3.2, 4.14.3)."""
    answers = (
        media
        for _, _, operation in operations(document)
        for response in operation.get("responses", {}).values()
        for media in response.get("content", {}).values()
    )
    return sum("itemSchema" in media for media in answers)


def _sendable(schema: Json) -> Json:
    """The schema of an optional parameter without null."""
    choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
    if not choices:
        return schema
    rest = {key: item for key, item in schema.items() if key != "anyOf"}
    return {**choices[0], **rest} if len(choices) == 1 else {**rest, "anyOf": choices}


def _parameter(parameter: Json, references: References) -> Json:
    schema = references.followed(parameter.get("schema", {}))
    if not parameter.get("required"):
        schema = _sendable(schema)
    of_type = schema.pop("description", None)
    return {
        "required": bool(parameter.get("required")),
        "description": parameter.get("description") or of_type or None,
        OF_TYPE: not parameter.get("description"),
        "deprecated": bool(parameter.get("deprecated") or schema.pop("deprecated", None)),
        "schema": {
            key: item for key, item in schema.items() if key not in ("description", "deprecated")
        },
        "examples": _examples(parameter),
    }


def comparable(operation: Json, references: References) -> Json:
    """What is compared of an operation."""
    body = operation.get("requestBody")
    schemes = references.root.get("components", {}).get("securitySchemes", {})
    return without_nulls(
        {
            "parameters": {
                f"{each['in']} {each['name']}": _parameter(each, references)
                for each in operation.get("parameters", [])
            },
            "body": body
            and {
                "required": bool(body.get("required")),
                "content": _content(body.get("content"), references),
            },
            "responses": {
                status: {
                    "description": response.get("description"),
                    "content": _content(response.get("content"), references),
                    "headers": {
                        name: {"schema": references.followed(header.get("schema", {}))}
                        for name, header in response.get("headers", {}).items()
                    },
                    "links": response.get("links"),
                }
                for status, response in operation.get("responses", {}).items()
            },
            "security": [
                {
                    json.dumps(schemes.get(name), sort_keys=True): scopes
                    for name, scopes in requirement.items()
                }
                for requirement in operation.get("security", [])
            ],
            "summary": operation.get("summary"),
            "description": operation.get("description"),
            "deprecated": bool(operation.get("deprecated")),
            "operationId": operation.get("operationId"),
            "callbacks": {
                name: {
                    f"{verb} {path}": comparable(inner, references)
                    for path, verb, inner in operations({"paths": callback})
                }
                for name, callback in operation.get("callbacks", {}).items()
            },
            "extra": {
                key: item
                for key, item in operation.items()
                if key.startswith("x-") and key != "x-permission"
            },
        }
    )


_SECTION = re.compile(
    r"^:(?:param|arg|key|type|raise|except|return|yield|rtype)|"
    r"^(?:Other Parameters|Parameters|Args|Arguments|Params|Returns|Yields|Raises|Exceptions)"
    r"(?::$|\n-{3,}$)",
    re.MULTILINE,
)


_FIELDS = re.compile(r"^(?:Attributes|Args|Arguments|Parameters)(?::$|\n-{3,}$)", re.MULTILINE)


def _settle_fields(wanted: Json, found: Json) -> None:
    """Leave out what the docstring of a type says of its fields, there or at the fields."""
    if isinstance(wanted, list) and isinstance(found, list):
        for one, other in zip(wanted, found, strict=False):
            _settle_fields(one, other)
    if not isinstance(wanted, dict) or not isinstance(found, dict):
        return
    text = wanted.get("description")
    if isinstance(text, str) and _FIELDS.search(text):
        words = _words(text) | {"Attributes"}  # the heading of what is left, whatever it was
        fields = (
            (wanted.get("properties", {}).get(name, {}), field)
            for name, field in found.get("properties", {}).items()
        )
        if _words(found.get("description")) <= words:
            wanted.pop("description", None)
            found.pop("description", None)
        for before, after in fields:
            if "description" not in before and _words(after.get("description")) <= words:
                after.pop("description", None)
    for key in wanted.keys() & found.keys():
        _settle_fields(wanted[key], found[key])


def _schemas(document: Json) -> Json:
    return document.get("components", {}).get("schemas", {})


def _words(*texts: str | None) -> set[str]:
    return {word for text in texts for word in re.findall(r"\w+", text or "")}


def _settle_texts(one: Json, two: Json) -> None:
    """Leave out texts that say the same in other places; a name as FastAPI writes it is no text."""
    text, summary = one.get("description") or "", one.get("summary") or ""
    before = _SECTION.split(text, maxsplit=1)[0]
    own = _words(two.get("summary"), two.get("description"))
    of_name = summary == summary.title()
    is_same = before != text or inspect.cleandoc(text) == two.get("description")
    if (of_name or is_same) and _words(before) <= own:
        for key in ("summary", "description") if of_name else ("description",):
            one.pop(key, None)
            two.pop(key, None)
    if before != text:
        for place in ("parameters", "responses"):
            _settle_descriptions(one.get(place, {}), two.get(place, {}), _words(text))
        _settle_descriptions(_body_fields(one), _body_fields(two), _words(text))
    for parameter in (*one["parameters"].values(), *two["parameters"].values()):
        del parameter[OF_TYPE]
    for name, callbacks in one.get("callbacks", {}).items():
        for place, callback in callbacks.items():
            _settle_texts(callback, two["callbacks"].get(name, {}).get(place, {}))


def _body_fields(operation: Json) -> Json:
    """The fields of the body in all of its representations, by media type and name."""
    contents = operation.get("body", {}).get("content", {})
    return {
        f"{media_type} {name}": field
        for media_type, content in contents.items()
        for name, field in content["schema"].get("properties", {}).items()
    }


def _settle_descriptions(wanted: Json, found: Json, words: set[str]) -> None:
    """Leave out the descriptions that have these words where the framework has none of its
    author's.
    """
    for name in wanted.keys() & found.keys():
        usual = responses.get(int(name)) if name.isdigit() else None
        is_open = wanted[name].get("description") in (None, "Successful Response", usual)
        is_of_type = wanted[name].get(OF_TYPE, False)
        if (is_open or is_of_type) and _words(found[name].get("description")) <= words:
            wanted[name].pop("description", None)
            found[name].pop("description", None)


BY_FUNCTION = "a function chooses the member"
"""What is found in the place of a ``oneOf`` without a discriminator."""


def _is_chosen_by_a_function(wanted: Json, found: Json) -> bool:
    is_free = "oneOf" in wanted and not {"anyOf", "discriminator"} & wanted.keys()
    return is_free and "anyOf" in found and "oneOf" not in found


def _as_any_of(schema: Json) -> Json:
    """A schema with ``anyOf`` where a function chooses, at any depth."""
    if isinstance(schema, list):
        return [_as_any_of(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _as_any_of(item) for key, item in schema.items()}
    if "oneOf" in found and "discriminator" not in found:
        found["anyOf"] = choices(found.pop("oneOf"))
    return found


def walked(
    wanted: Json, found: Json, path: str, within: Json = None, beside: Json = None
) -> Iterator[tuple[str, Json, Json, Json, Json]]:
    """The places at which two values differ, both values, and what is around the second and the
    first.
    """
    if isinstance(wanted, dict) and isinstance(found, dict):
        if _is_chosen_by_a_function(wanted, found):
            yield f"{path}.oneOf", BY_FUNCTION, None, found, wanted
            wanted, found = _as_any_of(wanted), _as_any_of(found)
        for key in dict.fromkeys([*wanted, *found]):
            if key not in found or key not in wanted:
                yield f"{path}.{key}", wanted.get(key), found.get(key), found, wanted
            else:
                yield from walked(wanted[key], found[key], f"{path}.{key}", found, wanted)
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for number, (one, other) in enumerate(zip(wanted, found, strict=True)):
            yield from walked(one, other, f"{path}[{number}]", within, beside)
    elif wanted != found:
        yield path, wanted, found, within, beside


def differences(wanted: Json, found: Json) -> Iterator[tuple[str, list[Difference]]]:
    """Each operation of `wanted` and what is different in `found`."""
    wanted, found = without_nulls(wanted), without_nulls(found)
    # Before references are followed: a field may describe what it refers to in other words.
    _settle_fields(_schemas(wanted), _schemas(found))
    theirs, ours = References(wanted), References(found)
    shared = {name for name, count in Counter(_identifiers(wanted)).items() if count > 1}
    for place in ("paths", "webhooks"):
        for path, verb, operation in operations(wanted, place):
            name = f"{verb.upper()} {path}"
            other = found.get(place, {}).get(path, {}).get(verb)
            if other is None:
                alike = next(
                    (
                        each
                        for each in found.get(place, {})
                        if _shape(each) == _shape(path) and verb in found[place][each]
                    ),
                    None,
                )
                yield name, [Difference(name, ".path" if alike else "", path, alike)]
                continue
            one, two = comparable(operation, theirs), comparable(other, ours)
            _settle_texts(one, two)
            for part in ("body", "responses"):
                _settle_fields(one.get(part), two.get(part))
            if verb == "head":
                for response in (*one["responses"].values(), *two["responses"].values()):
                    response.pop("content", None)
            pairs = (
                pair
                for pair in walked(one, two, "")
                if not (pair[0].endswith(".operationId") and pair[1] in shared)
            )
            yield name, [Difference(name, *pair) for pair in pairs]


def schema_differences(
    name: str, pair: tuple[Json, Json], documents: tuple[References, References]
) -> list[Difference]:
    """What is different in two schemas, whose references lead into two documents."""
    one, two = (
        without_nulls(references.followed(schema))
        for schema, references in zip(pair, documents, strict=True)
    )
    _settle_fields(one, two)
    return [Difference(name, *found) for found in walked(one, two, ".schema")]


def head_differences(wanted: Json, found: Json) -> Iterator[Difference]:
    """What two documents say differently of the whole service.

    OpenAPI's default for servers may be written; tags that operations have may be declared.
    """
    one, two = _head(without_nulls(wanted)), _head(without_nulls(found))
    for server in one["servers"]:
        server["url"] = server["url"] or "/"
    for key in ("contact", "license"):  # pydantic writes the addresses of hosts with a slash
        for info in (one["info"], two["info"]):
            if "url" in info.get(key, {}):
                info[key]["url"] = info[key]["url"].removesuffix("/")
    if not one["servers"]:
        two["servers"] = []
    names = {tag["name"] for tag in wanted.get("tags", ())}
    two["tags"] = [tag for tag in two["tags"] if tag["name"] in names]
    for difference in walked(one, two, ""):
        yield Difference("head", *difference)


def _head(document: Json) -> Json:
    return {
        "info": document["info"],
        "servers": document.get("servers", []),
        # OpenAPI 3.1, 4.8.1.1: each name of a tag is unique; the last text counts
        "tags": list({tag["name"]: tag for tag in document.get("tags", [])}.values()),
        "externalDocs": document.get("externalDocs"),
        "securitySchemes": {
            re.sub(r"[^\w.-]", "_", name): scheme  # OpenAPI 3.1, 4.8.7.1: names of components
            for name, scheme in document.get("components", {}).get("securitySchemes", {}).items()
        },
    }


def _shape(path: str) -> str:
    """A path without the names of its placeholders."""
    return re.sub(r"{[^{}]*}", "{}", path)


def _identifiers(document: Json) -> Iterator[str]:
    """The operation ids of a document, those of callbacks among them."""
    for place in ("paths", "webhooks"):
        for _, _, operation in operations(document, place):
            yield operation.get("operationId", "")
            for callback in operation.get("callbacks", {}).values():
                yield from _identifiers({"paths": callback})


VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


def operations(document: Json, place: str = "paths") -> Iterable[tuple[str, str, Json]]:
    """Path, verb and operation."""
    for path, item in document.get(place, {}).items():
        for verb in VERBS:
            if verb in item:
                yield path, verb, item[verb]
