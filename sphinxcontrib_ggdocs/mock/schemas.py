"""Holds the schemas of a document: validates values, and finds out what types they describe.

A *shape* is what a schema says of values of one JSON type; a schema may have several, such as those
of a union. A *brand* is the name of a type, such as ``OrderId``, which the extension ``x-brand`` of
a schema holds.
"""

import json
import logging
from collections.abc import Mapping
from itertools import islice
from typing import Any, Literal, NamedTuple

from jsonschema_rs import Draft202012Validator

from ..contracts.errors import FieldProblem
from ..document.uses import ref_name
from ..history.shapes import AnySchema, Shape, Shapes, Undecided
from ..schema.budget import CUT
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema, map_schema
from .validation_steps import ValidationSteps

_BITS = {"int32": 32, "int64": 64}
"""The formats of integers that bound them (OpenAPI 3.1, 4.4), which JSON Schema does not know."""
MOST_STEPS = 50_000
"""Steps of a validation that says only whether a value is valid."""
FEW_STEPS = 10_000
"""Steps of a validation that reports each problem."""
MOST_PROBLEMS = 100
LONGEST_MESSAGE = 500
"""Of one problem, in characters: it may have the value in it."""
logger = logging.getLogger("sphinxcontrib_ggdocs.mock")


class _Validator(NamedTuple):
    """The validator of one schema."""

    schema: AnySchema
    checks: Draft202012Validator | None
    """None if any value is accepted, because the schema is invalid or its validation too slow."""
    may_be_slow: bool = False
    """Whether the steps of each validation have to be counted before."""


class Schemas:
    """The schemas of one document for values that are sent in one direction.

    Args:
        schemas: The named schemas of the document.
        unsent: The keyword of properties that are not sent in this direction: ``readOnly`` for
            what clients send, ``writeOnly`` for what the mock sends.
    """

    def __init__(
        self, schemas: Mapping[str, JsonSchema], unsent: Literal["readOnly", "writeOnly"]
    ) -> None:
        self._unsent_keyword = unsent
        self.named = {name: self._directed(schema) for name, schema in schemas.items()}
        """The named schemas in this direction."""
        self.shapes = Shapes(self.named)
        self._warned: set[str] = set()
        """The texts of schemas whose problem has been logged."""
        self._steps = ValidationSteps(self.named)
        self._validators: dict[str, _Validator] = {}
        """By the text of the schema."""

    def _directed(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema for values in this direction, with the bounds that formats such as
        ``int32`` imply, at any depth.
        """
        directed = map_schema(schema, self._directed)
        if directed.get("type") == "integer" and directed.get("format") in _BITS:
            limit = 2 ** (_BITS[directed["format"]] - 1)
            # Bounds that the schema declares itself take precedence.
            directed = {"minimum": -limit, "maximum": limit - 1, **directed}
        self._adapt_properties(directed)
        return directed

    def _adapt_properties(self, schema: JsonSchema) -> None:
        """Change a schema of an object so that it does not require properties that are not sent in
        this direction. The mock must not send ``writeOnly`` ones, so they are forbidden; clients
        may send ``readOnly`` ones back.
        """
        properties = schema.get("properties", {})
        unsent = [name for name, inner in properties.items() if self._is_unsent(inner)]
        if not unsent:
            return
        if self._unsent_keyword == "writeOnly":
            # No value is valid for the schema `False`.
            schema["properties"] = {**properties, **dict.fromkeys(unsent, False)}
        schema["required"] = [name for name in schema.get("required", ()) if name not in unsent]

    def _is_unsent(self, schema: object) -> bool:
        """Return whether the schema of a property says that it is not sent in this direction."""
        return isinstance(schema, dict) and schema.get(self._unsent_keyword) is True

    def shapes_of(self, schema: AnySchema) -> tuple[Shape, ...]:
        """Return the shapes of a schema, one for each JSON type and alternative that its values may
        have; none if they cannot be determined.
        """
        # A part of a schema that has been converted already is not changed by this.
        if isinstance(schema, dict):
            schema = self._directed(schema)
        try:
            return self.shapes.of(schema)
        except Undecided:
            return ()

    def kinds_of(self, schema: AnySchema) -> frozenset[str]:
        """Return the JSON types that values of a schema may have, such as ``string``."""
        return frozenset(shape.kind for shape in self.shapes_of(schema))

    def properties_of(self, schema: AnySchema) -> dict[str, AnySchema]:
        """Return the schemas of the properties that objects of a schema may have, by name, without
        those that allow any value, which say no more than if they were not declared.
        """
        properties: dict[str, AnySchema] = {}
        for shape in self.shapes_of(schema):
            for name, inner in shape.properties.items():
                properties.setdefault(name, inner)
        return {name: inner for name, inner in properties.items() if inner is not True}

    def property_schema(self, schema: AnySchema, name: str) -> AnySchema:
        """Return the schema of a property of an object; True if none is declared, which allows any
        value.
        """
        return self.properties_of(schema).get(name, True)

    def brands_of(self, schema: AnySchema) -> frozenset[str]:
        """Return the brands of a schema, such as ``OrderId``, that distinguish its values from
        others of the same JSON type.
        """
        brands: frozenset[str] = frozenset()
        for shape in self.shapes_of(schema):
            brands |= shape.brands
        return brands

    def warn(self, schema: AnySchema, reason: str) -> None:
        """Log a problem of a schema; only the first problem of each schema is logged."""
        key = _key(schema)
        if key not in self._warned:
            self._warned.add(key)
            logger.warning("%s: %s", _shortened(key), reason)

    def is_valid(self, value: Any, schema: AnySchema) -> bool:
        """Return whether a value is valid for a schema. It is taken as valid if the schema is
        invalid, or if the validation would take too many steps.
        """
        validator = self._validator(schema)
        if validator.checks is None:
            return True
        is_fast = True
        if validator.may_be_slow:
            is_fast = self._steps.needs_fewer_steps(MOST_STEPS, value, validator.schema)
        if not is_fast:
            self.warn(
                schema, "it has too many alternatives to be checked, so that any value is accepted"
            )
            # From now on, the steps are not even counted.
            self._validators[_key(schema)] = _Validator(validator.schema, None)
            return True
        return validator.checks.is_valid(value)

    def problems(self, value: Any, schema: AnySchema, place: str) -> list[FieldProblem]:
        """Return the problems of a value that is not valid for a schema, at most `MOST_PROBLEMS`;
        empty if it is valid.

        Args:
            value: The value.
            schema: The schema.
            place: The path of the value, which the paths of problems begin with: ``body`` gives
                ``body.items[0].quantity``; empty for paths inside the value alone.
        """
        validator = self._validator(schema)
        if validator.checks is None or self.is_valid(value, schema):
            return []
        if not self._steps.needs_fewer_steps(FEW_STEPS, value, validator.schema):
            return [FieldProblem(path=place.removeprefix("."), message="does not fit its schema")]
        problems = []
        # With an empty place, paths would begin with a dot, which is removed below.
        for error in islice(validator.checks.iter_errors(value), MOST_PROBLEMS):
            path = place
            for step in error.instance_path:
                if isinstance(step, int):
                    path += f"[{step}]"
                else:
                    path += f".{step}"
            message = _shortened(error.message)
            problems.append(FieldProblem(path=path.removeprefix("."), message=message))
        return problems

    def _validator(self, schema: AnySchema) -> _Validator:
        """Return the validator of a schema, which is built at the first call."""
        key = _key(schema)
        if key not in self._validators:
            self._validators[key] = self._new_validator(schema)
        return self._validators[key]

    def _new_validator(self, schema: AnySchema) -> _Validator:
        """Build the validator of a schema; one that accepts any value, with a warning, if the
        schema is invalid, or if a type in it contains itself without an end.
        """
        directed: AnySchema
        if isinstance(schema, dict):
            directed = self._directed(schema)
            reached = self._reached(directed)
        else:  # true or false
            directed = schema
            reached = {}
        if not self._steps.endless.isdisjoint(reached):
            self.warn(schema, "a type in it contains itself, so that any value is accepted")
            return _Validator(directed, None)
        # References are `#/schemas/Name`, so the named schemas have to be in the same document.
        with_named_schemas = {"allOf": [directed], "schemas": reached}
        try:
            checks = Draft202012Validator(with_named_schemas, validate_formats=True)
        except ValueError as error:
            reason = str(error).partition("\n")[0]
            self.warn(schema, f"it is not valid, so that any value is accepted: {reason}")
            return _Validator(directed, None)
        return _Validator(directed, checks, self._steps.may_need_many_steps(directed))

    def _reached(self, schema: JsonSchema) -> dict[str, JsonSchema]:
        """Return the named schemas that a schema refers to, directly or through others."""
        reached: dict[str, JsonSchema] = {}
        waiting = [schema]
        while waiting:
            for inner in every_schema(waiting.pop()):
                name = ref_name(inner)
                if name in self.named and name not in reached:
                    reached[name] = self.named[name]
                    waiting.append(self.named[name])
        return reached


def _key(schema: AnySchema) -> str:
    """Return the text of a schema, by which it is found in dictionaries, since a dict has no hash.
    Of a value in it that JSON cannot express, the text has its `repr`.
    """
    return json.dumps(schema, default=repr)


def _shortened(text: str) -> str:
    """Return the beginning of a text, at most `LONGEST_MESSAGE` characters."""
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}{CUT}"
