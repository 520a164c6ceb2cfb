"""Holds the schemas of a document: validates values, and finds out what types they describe."""

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
MOST_STEPS, FEW_STEPS = 50_000, 10_000
"""Steps of a validator that says yes or no, and of one that reports each problem."""
MOST_PROBLEMS = 100
LONGEST_MESSAGE = 500
"""Of one problem, in characters: it may have the value in it."""
logger = logging.getLogger("sphinxcontrib_ggdocs.mock")


class _Validator(NamedTuple):
    """What holds values against one schema."""

    schema: AnySchema
    checks: Draft202012Validator | None
    """None of a schema that is not valid."""
    may_be_slow: bool = False


class Schemas:
    """The schemas of one document in one direction.

    Args:
        schemas: The named schemas.
        unsent: The keyword of properties that are not sent in this direction.
    """

    def __init__(
        self, schemas: Mapping[str, JsonSchema], unsent: Literal["readOnly", "writeOnly"]
    ) -> None:
        self._unsent = unsent
        self.named = {name: self._sent(schema) for name, schema in schemas.items()}
        self.shapes = Shapes(self.named)
        self._warned: set[str] = set()
        self._steps = ValidationSteps(self.named)
        self._validators: dict[str, _Validator] = {}
        """By the text of the schema."""

    def _sent(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema as it is sent; what clients have got they may send back."""
        sent = map_schema(schema, self._sent)
        if sent.get("type") == "integer" and sent.get("format") in _BITS:
            most = 2 ** (_BITS[sent["format"]] - 1)
            sent = {"minimum": -most, "maximum": most - 1, **sent}
        self._leave_out_unsent(sent)
        return sent

    def _leave_out_unsent(self, sent: JsonSchema) -> None:
        """Require no property that is not sent, and forbid those that only clients send."""
        properties = sent.get("properties", {})
        unsent = [name for name, inner in properties.items() if self._is_unsent(inner)]
        if not unsent:
            return
        if self._unsent == "writeOnly":
            sent["properties"] = {**properties, **dict.fromkeys(unsent, False)}
        sent["required"] = [name for name in sent.get("required", ()) if name not in unsent]

    def _is_unsent(self, schema: object) -> bool:
        return isinstance(schema, dict) and schema.get(self._unsent) is True

    def shapes_of(self, schema: AnySchema) -> tuple[Shape, ...]:
        """Return the shapes of a schema; none where they are not known."""
        try:
            return self.shapes.of(self._sent(schema) if isinstance(schema, dict) else schema)
        except Undecided:
            return ()

    def kinds_of(self, schema: AnySchema) -> frozenset[str]:
        """Return the JSON types of a schema."""
        return frozenset(shape.kind for shape in self.shapes_of(schema))

    def properties_of(self, schema: AnySchema) -> dict[str, AnySchema]:
        """Return the properties of an object that its schema describes."""
        properties: dict[str, AnySchema] = {}
        for shape in self.shapes_of(schema):
            for name, inner in shape.properties.items():
                properties.setdefault(name, inner)
        return {name: inner for name, inner in properties.items() if inner is not True}

    def property_schema(self, schema: AnySchema, name: str) -> AnySchema:
        """Return the schema of a property of an object; True where it has none."""
        return self.properties_of(schema).get(name, True)

    def brands_of(self, schema: AnySchema) -> frozenset[str]:
        """Return the brands of a schema."""
        return frozenset().union(*(shape.brands for shape in self.shapes_of(schema)))

    def warn(self, schema: AnySchema, reason: str) -> None:
        """Log what is wrong with a schema, once."""
        key = _key(schema)
        if key not in self._warned:
            self._warned.add(key)
            logger.warning("%s: %s", _shortened(key), reason)

    def is_valid(self, value: Any, schema: AnySchema) -> bool:
        """Return whether a value is an instance of a schema, as far as that can be known."""
        validator = self._validator(schema)
        if validator.checks is None:
            return True
        if validator.may_be_slow and not self._steps.are_below(MOST_STEPS, value, validator.schema):
            self.warn(
                schema, "it has too many alternatives to be checked, so that any value is accepted"
            )
            self._validators[_key(schema)] = _Validator(validator.schema, None)
            return True
        return validator.checks.is_valid(value)

    def problems(self, value: Any, schema: AnySchema, place: str) -> list[FieldProblem]:
        """Return what a schema refuses in a value, at paths such as ``body.items[0].quantity``; of
        many problems the first ones.
        """
        validator = self._validator(schema)
        if validator.checks is None or self.is_valid(value, schema):
            return []
        if not self._steps.are_below(FEW_STEPS, value, validator.schema):
            return [FieldProblem(path=place.removeprefix("."), message="does not fit its schema")]
        problems = []
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
        text = _key(schema)
        if text not in self._validators:
            self._validators[text] = self._new_validator(schema)
        return self._validators[text]

    def _new_validator(self, schema: AnySchema) -> _Validator:
        sent = self._sent(schema) if isinstance(schema, dict) else schema
        reached = self._reached(sent) if isinstance(sent, dict) else {}
        if not self._steps.endless.isdisjoint(reached):
            self.warn(schema, "a type in it contains itself, so that any value is accepted")
            return _Validator(sent, None)
        whole = {"allOf": [sent], "schemas": reached}
        try:
            checks = Draft202012Validator(whole, validate_formats=True)
        except ValueError as error:
            reason = str(error).partition("\n")[0]
            self.warn(schema, f"it is not valid, so that any value is accepted: {reason}")
            return _Validator(sent, None)
        return _Validator(sent, checks, self._steps.may_be_many(sent))

    def _reached(self, schema: JsonSchema) -> dict[str, JsonSchema]:
        """Return the named schemas that a schema refers to, directly or not."""
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
    return json.dumps(schema, default=repr)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}{CUT}"
