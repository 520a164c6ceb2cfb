"""Small documents that grow when they are written out: each of a size that a test chooses.

What is generated of a document (examples, samples, values of a mock, outlines, code) has to stay in
proportion to the document. Time is no measure of that on a busy machine, so that steps are counted.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Schemas = dict[str, Any]


class TooManySteps(BaseException):
    """More functions were called than a test allows; no `except Exception` catches it."""


class Steps:
    """How many functions of Python were called."""

    def __init__(self, most: int) -> None:
        self.count = 0
        self._most = most

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self.count += 1
            if self.count > self._most:
                raise TooManySteps(f"more than {self._most:,} steps")


@contextmanager
def counted(most: int) -> Iterator[Steps]:
    """Count the steps of a block, and end it where they are too many."""
    steps = Steps(most)
    before = sys.getprofile()
    sys.setprofile(steps)
    threading.setprofile(steps)  # of threads that are started meanwhile
    try:
        yield steps
    finally:
        threading.setprofile(None)
        sys.setprofile(before)


def reference(name: object) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def references(size: int) -> Schemas:
    """Each type requires the next one ten times."""
    return _levels(size, lambda target: _object({f"p{n}": target for n in range(10)}))


def _levels(size: int, level: Callable[[Any], Any]) -> Schemas:
    schemas: Schemas = {f"S{n}": level(reference(f"S{n + 1}")) for n in range(size)}
    schemas[f"S{size}"] = {"type": "string"}
    return schemas


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def parts(size: int) -> Schemas:
    """Each type is two times the next one at once."""
    return _levels(size, lambda target: {"allOf": [target, target, _object({"a": target})]})


def choices(size: int) -> Schemas:
    """Each type is one of two kinds of the next one."""
    return _levels(size, lambda target: {"anyOf": [target, _object({"a": target}), target]})


def many_choices(size: int) -> Schemas:
    """One type has very many alternatives, which need not be apart."""
    names = [f"S{n}" for n in range(size * 10)]
    schemas: Schemas = {name: _object({name: {"type": "string"}}) for name in names}
    schemas["S0"] = {"anyOf": [reference(name) for name in names[1:]]}
    return schemas


def one_of_each(size: int) -> Schemas:
    """Each type requires two unions of the next one."""
    return _levels(
        size,
        lambda target: _object(
            {
                "a": {"oneOf": [_object({"b": target}), {"type": "array", "items": target}]},
                "c": {"oneOf": [_object({"d": target}), {"type": "null"}]},
            }
        ),
    )


def tuples(size: int) -> Schemas:
    """Each type is a tuple of ten of the next one."""
    return _levels(size, lambda target: {"type": "array", "prefixItems": [target] * 10})


def lists(size: int) -> Schemas:
    """Each type is a list of at least ten different values of the next one."""
    return _levels(size, lambda target: {"type": "array", "items": target, "minItems": 10})


def maps(size: int) -> Schemas:
    """Each type is an object of at least ten further properties of the next one."""
    return _levels(
        size,
        lambda target: {"type": "object", "additionalProperties": target, "minProperties": 10},
    )


def inline(size: int) -> Schemas:
    """One type has objects in objects as deep as a file may have them, each with a wide one."""
    schema: Any = {"type": "string"}
    for _ in range(min(size, 20)):
        schema = _object({"a": schema, "b": reference("Wide"), "c": reference("Wide")})
    return {"S0": schema, "Wide": _object({f"p{n}": {"type": "integer"} for n in range(size)})}


def long_names(size: int) -> Schemas:
    """Names of types and properties are as long as a book."""
    long = "n" * 5_000 * size
    return {"S0": _object({long: reference(long)}), long: _object({long: {"type": "string"}})}


def long_texts(size: int) -> Schemas:
    """Values are wanted that no memory holds."""
    return {
        "S0": _object(
            {
                "text": {"type": "string", "minLength": 3 * 10**9},
                "items": {"type": "array", "items": {}, "minItems": 10**9},
                "members": {"type": "object", "minProperties": 10**9},
                "pattern": {"type": "string", "pattern": "a{300000000}"},
                "patterns": {"type": "string", "pattern": "((((a{99}){99}){99}){99}){99}"},
                "grid": _grid(size),
            }
        )
    }


def _grid(size: int) -> dict[str, Any]:
    grid: dict[str, Any] = {"type": "integer"}
    for _ in range(min(size, 30)):
        grid = {"type": "array", "items": grid, "minItems": 300}
    return grid


def deep_patterns(size: int) -> Schemas:
    """Patterns have groups in groups, and repetitions of repetitions."""
    depth = size * 200
    return {
        "S0": _object(
            {
                "groups": {"type": "string", "pattern": f"{'(' * depth}a{')' * depth}"},
                "open": {"type": "string", "pattern": "(" * depth},
            }
        )
    }


def itself(size: int) -> Schemas:
    """Types are parts of themselves, directly and in circles."""
    keywords = ("allOf", "anyOf", "oneOf")
    schemas: Schemas = {
        "S0": _object({f"p{n}": reference(f"{keyword}0") for n, keyword in enumerate(keywords)}),
        "Own": {"allOf": [reference("Own")]},
        "OwnAny": {"anyOf": [reference("OwnAny"), {"type": "null"}]},
        "OwnMember": {"allOf": [reference("OwnMember"), _object({"a": {"type": "string"}})]},
        "OwnItem": {"type": "array", "items": {"allOf": [reference("OwnItem")]}, "minItems": 1},
        "OwnNot": {"not": reference("OwnNot")},
        "OwnIf": {"if": reference("OwnIf"), "then": reference("OwnIf")},
    }
    for keyword in keywords:
        for number in range(size):
            target = reference(f"{keyword}{(number + 1) % size}")
            schemas[f"{keyword}{number}"] = {keyword: [target, target]}
    return schemas


def mixed_circle(size: int) -> Schemas:
    """Each type is all, any or one of several others, up to itself."""
    schemas: Schemas = {}
    for number in range(size):
        further = [reference(f"S{(number + step) % size}") for step in (1, 2, 3)]
        keyword = ("allOf", "anyOf", "oneOf")[number % 3]
        schemas[f"S{number}"] = {keyword: further, "properties": {"next": further[0]}}
    return schemas


BOMBS: dict[str, Callable[[int], Schemas]] = {
    bomb.__name__: bomb
    for bomb in (
        references,
        parts,
        choices,
        many_choices,
        one_of_each,
        tuples,
        lists,
        maps,
        inline,
        long_names,
        long_texts,
        deep_patterns,
        itself,
        mixed_circle,
    )
}
"""Return the schemas of a document of a size; that of the requests is called ``S0``."""


def openapi(schemas: Schemas) -> dict[str, Any]:
    """An OpenAPI document that has a body, parameters, a response and an error of ``S0``."""
    content = {"application/json": {"schema": reference("S0")}}
    answers = {
        "200": {"description": "", "content": content},
        "400": {"description": "", "content": content},
    }
    operation = {
        "operationId": "send",
        "requestBody": {"required": True, "content": content},
        "parameters": [{"name": "q", "in": "query", "required": True, "schema": reference("S0")}],
        "responses": answers,
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bomb", "version": "1"},
        "servers": [{"url": "https://api.example.org"}],
        "paths": {"/things": {"post": operation, "get": {"responses": answers}}},
        "components": {"schemas": schemas},
    }


def asyncapi(schemas: Schemas) -> dict[str, Any]:
    """An AsyncAPI document that sends and receives ``S0``."""
    channel = {
        "address": "/things",
        "messages": {"thing": {"payload": reference("S0")}},
    }
    operation = {"action": "send", "channel": {"$ref": "#/channels/things"}}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Bomb", "version": "1"},
        "servers": {"main": {"host": "example.org", "protocol": "ws"}},
        "channels": {"things": channel},
        "operations": {"send": operation, "receive": {**operation, "action": "receive"}},
        "components": {"schemas": schemas},
    }


def text_of(document: dict[str, Any]) -> str:
    return json.dumps(document)


def aliases(size: int, width: int = 9) -> str:
    """A YAML file whose aliases stand for aliases, which would be very large if written out."""
    lines = [f"x-0: &a0 [{', '.join(['1'] * width)}]"]
    for number in range(1, size):
        alias = f"*a{number - 1}"
        lines += [f"x-{number}: &a{number} [{', '.join([alias] * width)}]"]
    head = 'openapi: 3.1.0\ninfo: {title: Bomb, version: "1"}\npaths: {}\n'
    return f"{head}{chr(10).join(lines)}\ncomponents: {{schemas: {{S0: {{examples: [*a{size - 1}]}}}}}}\n"
