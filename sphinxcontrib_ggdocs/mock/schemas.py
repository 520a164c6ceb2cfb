"""The schemas of a document: validation of values, and what their types are."""

import json
import logging
from collections.abc import Mapping
from typing import Any, Literal

from jsonschema_rs import Draft202012Validator

from ..contracts.errors import FieldProblem
from ..document.uses import ref_name
from ..history.shapes import AnySchema, Shape, Shapes, Undecided
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema, map_schema

_BITS = {"int32": 32, "int64": 64}
"""The formats of integers that bound them (OpenAPI 3.1, 4.4), which JSON Schema does not know."""
logger = logging.getLogger("sphinxcontrib_ggdocs.mock")


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
        self._validators: dict[str, Draft202012Validator | None] = {}
        """By the text of the schema; None of one that is not valid."""

    def _sent(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema as it is sent; what clients have got they may send back."""
        sent = map_schema(schema, self._sent)
        if sent.get("type") == "integer" and sent.get("format") in _BITS:
            most = 2 ** (_BITS[sent["format"]] - 1)
            sent = {"minimum": -most, "maximum": most - 1, **sent}
        properties = sent.get("properties", {})
        unsent = [name for name, inner in properties.items() if self._is_unsent(inner)]
        if unsent and self._unsent == "writeOnly":
            sent["properties"] = {**properties, **dict.fromkeys(unsent, False)}
        if unsent:
            sent["required"] = [name for name in sent.get("required", ()) if name not in unsent]
        return sent

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

    def property_schema(self, schema: AnySchema, name: str) -> AnySchema:
        """Return the schema of a property of an object; True where it has none."""
        for shape in self.shapes_of(schema):
            if name in shape.properties:
                return shape.properties[name]
        return True

    def brands_of(self, schema: AnySchema) -> frozenset[str]:
        """Return the brands of a schema."""
        return frozenset().union(*(shape.brands for shape in self.shapes_of(schema)))

    def is_valid(self, value: Any, schema: AnySchema) -> bool:
        """Return whether a value is an instance of a schema."""
        validator = self._validator(schema)
        return validator is None or validator.is_valid(value)

    def problems(self, value: Any, schema: AnySchema, place: str) -> list[FieldProblem]:
        """Return what a schema refuses in a value, at paths such as ``body.items[0].quantity``."""
        validator = self._validator(schema)
        problems = []
        for error in validator.iter_errors(value) if validator is not None else ():
            path = place
            for step in error.instance_path:
                path += f"[{step}]" if isinstance(step, int) else f".{step}"
            problems.append(FieldProblem(path=path.removeprefix("."), message=error.message))
        return problems

    def _validator(self, schema: AnySchema) -> Draft202012Validator | None:
        text = json.dumps(schema, default=repr)
        if text not in self._validators:
            try:
                whole = self._whole(schema) if isinstance(schema, dict) else schema
                validator = Draft202012Validator(whole, validate_formats=True)
            except ValueError as error:
                reason = str(error).partition("\n")[0]
                logger.warning("a schema is not valid, so that it takes any value: %s", reason)
                validator = None
            self._validators[text] = validator
        return self._validators[text]

    def _whole(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema together with the named ones that it refers to, directly or not."""
        sent = self._sent(schema)
        reached: dict[str, JsonSchema] = {}
        waiting = [sent]
        while waiting:
            for inner in every_schema(waiting.pop()):
                name = ref_name(inner)
                if name in self.named and name not in reached:
                    reached[name] = self.named[name]
                    waiting.append(self.named[name])
        return {"allOf": [sent], "schemas": reached}
