"""What both exported formats keep under ``components``: the bodies of errors, and titles that
nothing shares.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from ..catalog.export import undeclared_credentials
from ..contracts.contract_errors import Where
from ..contracts.credentials import unproven_permission
from ..contracts.display_names import ErrorKeys
from ..contracts.errors import ErrorClass
from ..contracts.model import Contract, ErrorFormat, HttpMethod, Interaction
from .nodes import JsonSchema, without
from .schema_names import disambiguated, plain_name

REFERENCE = "#/components/schemas/{name}"

ERROR_MEDIA_TYPES: Mapping[ErrorFormat, str] = {
    "typed": "application/json",
    "problem": "application/problem+json",
    "plain": "application/json",
}


def error_body(error: ErrorClass, form: ErrorFormat, data: JsonSchema | None) -> JsonSchema | None:
    """Build the schema of an error on the wire; None when it has no body.

    Args:
        error: The error.
        form: The contract's error format.
        data: The schema of the error's data.
    """
    return body_of(error.type, error.status, error.description, form, data)


def body_of(
    type: str, status: int, description: str | None, form: ErrorFormat, data: JsonSchema | None
) -> JsonSchema | None:
    """Build the schema of an error on the wire from the parts of the error."""
    if form == "plain":
        return data
    schema: JsonSchema = {"type": "object", "title": type}
    if description:
        schema["description"] = description
    kind: JsonSchema = {"type": "string", "const": type}
    if form == "typed":
        properties: JsonSchema = {"type": kind, "message": {"type": "string"}}
        required = ["type"]
    else:  # RFC 9457, 3.1
        properties = {
            "type": {**kind, "format": "uri-reference"},
            "title": {"type": "string"},
            "status": {"type": "integer", "const": status},
            "detail": {"type": "string"},
            "instance": {"type": "string", "format": "uri-reference"},
        }
        required = ["type", "title", "status"]
    if data is not None:
        properties["data"] = data
        required.append("data")
    return {**schema, "properties": properties, "required": required}


class ErrorBodies:
    """Writes the bodies of errors as components; each when it is first mentioned.

    Args:
        keys: The key of each error.
        taken: Names of components that types have already.
    """

    def __init__(self, keys: ErrorKeys, taken: Iterable[str]) -> None:
        self._keys = keys
        self._taken = set(taken)
        self._names: dict[tuple[str, ErrorFormat], str] = {}
        self.schemas: dict[str, JsonSchema] = {}
        """By name of component."""

    def name(self, error: ErrorClass, form: ErrorFormat) -> str:
        """Return the name of an error's component: its key, with ``-Problem`` for
        problem details.
        """
        place = (self._keys[error], form)
        name = self._names.get(place)
        if name is None:
            wanted = plain_name(place[0]) + ("-Problem" if form == "problem" else "")
            name = self._names[place] = unused(wanted, self._taken, "-Error")
        return name

    def refer(
        self, error: ErrorClass, form: ErrorFormat, data: JsonSchema | None
    ) -> JsonSchema | None:
        """Return the reference to an error's body; for a plain error its data, or None without
        data.
        """
        if form == "plain":
            return data
        name = self.name(error, form)
        if name not in self.schemas:
            body = error_body(error, form, data)
            assert body is not None
            self.schemas[name] = body
        return {"$ref": REFERENCE.format(name=name)}


def unused(wanted: str, taken: set[str], suffix: str = "") -> str:
    """Claim a name that is not taken: as wanted, with a suffix, then with numbers."""
    name, number = wanted, 1
    while name in taken:
        if name == wanted and suffix:
            name = f"{wanted}{suffix}"
        else:
            number += 1
            name = f"{wanted}{suffix}_{number}"
    taken.add(name)
    return name


def distinct_titles(
    schemas: Mapping[str, JsonSchema], given: Container[str] = ()
) -> dict[str, JsonSchema]:
    """Sort components by name, and replace titles that several of them share by their names.

    Readers that name classes after titles would otherwise let one overwrite another.
    """
    count = Counter(schema["title"] for schema in schemas.values() if "title" in schema)
    return {
        name: {**schema, "title": name}
        if name not in given and count[schema.get("title")] > 1
        else schema
        for name, schema in sorted(schemas.items())
    }


def operation_text(
    contract: Contract, operation: HttpMethod | Interaction, where: Where | str
) -> str | None:
    """Return the description of an operation, its deprecation, and a note of missing credentials.

    Args:
        contract: The contract.
        operation: A method or an interaction of it.
        where: Its place, for the warning of missing credentials.
    """
    notes = [operation.description]
    if operation.deprecation_message:
        notes.append(f"Deprecated: {operation.deprecation_message}")
    permission = unproven_permission(contract, operation)
    if permission is not None:
        notes.append(undeclared_credentials(where, permission))
    return "\n\n".join(filter(None, notes)) or None


def contract_names(contracts: Sequence[Contract]) -> dict[int, str]:
    """Return the names of contracts by `id`; contracts of one name get their modules as prefix."""
    asking: dict[str, list[Contract]] = defaultdict(list)
    for contract in contracts:
        asking[contract.name].append(contract)
    names: dict[int, str] = {}
    for wanted, rivals in asking.items():
        if len(rivals) == 1:
            names[id(rivals[0])] = wanted
            continue
        origins = {
            id(contract): (contract.source.module if contract.source else "", wanted)
            for contract in rivals
        }
        names |= disambiguated(wanted, origins)
    return names


def nullless(schema: JsonSchema) -> JsonSchema:
    """Remove null from a schema (alternative, default, examples) of a value that
    travels as text.
    """
    if schema.get("type") == "null":
        return schema
    return _without_null_type(_without_null_values(schema))


def _without_null_values(schema: JsonSchema) -> JsonSchema:
    if "default" in schema and schema["default"] is None:
        schema = without(schema, "default")
    examples: Any = schema.get("examples")
    if not isinstance(examples, list) or None not in examples:
        return schema
    kept = [value for value in examples if value is not None]
    rest = without(schema, "examples")
    return {**rest, "examples": kept} if kept else rest


def _without_null_type(schema: JsonSchema) -> JsonSchema:
    kinds: Any = schema.get("type")
    if isinstance(kinds, list):
        others = [kind for kind in kinds if kind != "null"]
        return {**schema, "type": others[0] if len(others) == 1 else others}
    choices: Any = schema.get("anyOf")
    if not isinstance(choices, list) or {"type": "null"} not in choices:
        return schema
    left = [choice for choice in choices if choice != {"type": "null"}]
    keywords = without(schema, "anyOf")
    return {**left[0], **keywords} if len(left) == 1 else {"anyOf": left, **keywords}
