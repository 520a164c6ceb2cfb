"""What a contract says, method by method, in words that no format has: for comparison with what was
read back.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sphinxcontrib_ggdocs.contracts.credentials import authentication
from sphinxcontrib_ggdocs.contracts.model import (
    MISSING,
    Content,
    ErrorFormat,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    WebSocketContract,
)
from sphinxcontrib_ggdocs.contracts.permissions import public
from sphinxcontrib_ggdocs.contracts.possible_errors import possible_errors
from sphinxcontrib_ggdocs.contracts.requirements import Requirement
from sphinxcontrib_ggdocs.schema import Facet, SchemaRegistry

Schemas = Mapping[str, Any]
NAMES = frozenset({"title", "x-type"})
"""Words for names, which each document chooses for itself."""
MEDIA = {
    "typed": "application/json",
    "problem": "application/problem+json",
    "plain": "application/json",
}


def flat(schema: Any, schemas: Schemas, inside: tuple[str, ...] = ()) -> Any:
    """A schema without references, and without what draft-07 and OpenAPI's readers want said
    otherwise.
    """
    if not isinstance(schema, dict):
        return schema
    said = {key: value for key, value in schema.items() if key not in NAMES}
    if "discriminator" in said or "x-discriminator" in said:
        tag = said.pop("x-discriminator", None) or said.pop("discriminator", None)
        said.pop("required", None)
        said["tag"] = (tag["propertyName"], sorted(tag["mapping"]))
    if isinstance(said.get("items"), list):
        said["prefixItems"] = said.pop("items")
        said.pop("additionalItems", None)
    if "prefixItems" in said:
        said.pop("items", None)
    if isinstance(said.get("allOf"), list) and len(said["allOf"]) == 1:
        (base,) = said.pop("allOf")
        said = {**{key: value for key, value in base.items() if key not in NAMES}, **said}
    if "$ref" in said:
        name = said.pop("$ref").rpartition("/")[2]
        if name in inside:
            return {"again": len(inside) - inside.index(name), **_each(said, schemas, inside)}
        return {**flat(schemas[name], schemas, (*inside, name)), **_each(said, schemas, inside)}
    return _each(said, schemas, inside)


def _each(said: dict[str, Any], schemas: Schemas, inside: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in said.items():
        if key in ("properties", "patternProperties"):
            found[key] = {name: flat(item, schemas, inside) for name, item in value.items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            found[key] = [flat(item, schemas, inside) for item in value]
        elif key in ("default", "const", "enum", "examples", "tag"):
            found[key] = value
        else:
            found[key] = flat(value, schemas, inside)
    return found


def typed(form: Any, facet: Facet, default: object = MISSING) -> Any:
    """The schema of a type, without references."""
    registry = SchemaRegistry()
    slot = registry.add(form, facet, default=default)
    written = registry.write("#/schemas/{name}")
    return flat(written.schema(slot), written.schemas)


def content(each: Content, facet: Facet) -> Any:
    """What a body is."""
    if each.fields is not None:
        registry = SchemaRegistry()
        slot = registry.add_object(fields=each.fields, facet=facet)
        written = registry.write("#/schemas/{name}")
        return flat(written.schema(slot), written.schemas)
    return (
        {"type": "string", "format": "binary"} if each.type is MISSING else typed(each.type, facet)
    )


def textual(schema: Any, *, required: bool) -> Any:
    """A schema for what travels as text: null is nothing that could be sent."""
    if required:
        return schema
    found = {
        key: value for key, value in schema.items() if not (key == "default" and value is None)
    }
    if {"type": "null"} in found.get("anyOf", ()):
        left = [choice for choice in found.pop("anyOf") if choice != {"type": "null"}]
        return {**left[0], **found} if len(left) == 1 else {"anyOf": left, **found}
    return found


def parameter(each: Parameter, facet: Facet = "input") -> Any:
    """What travels beside a body; what its type says of it, it says itself."""
    schema = textual(typed(each.type, facet, each.default), required=each.required)
    return beside(schema, each.required, each.description, each.deprecated)


def beside(
    schema: Any, required: bool | None, description: str | None, deprecated: bool | None
) -> Any:
    """The facts of a parameter or a header."""
    words = dict(schema)
    said = words.pop("description", None)
    old = words.pop("deprecated", False)
    return {
        "required": bool(required),
        "description": description or said,
        "deprecated": bool(deprecated or old),
        "schema": words,
    }


def sent(
    own: Iterable[Parameter], requirements: Iterable[Requirement]
) -> tuple[set[str], dict[tuple[str, str], Any]]:
    """The headers that identify the caller, and all other parameters."""
    asked = [
        *own,
        *(
            each
            for requirement in requirements
            for each in (*requirement.headers, *requirement.cookies)
        ),
    ]
    credentials = {each.name for each in asked if authentication(each)}
    return credentials, {
        (each.location, each.name): parameter(each) for each in asked if not authentication(each)
    }


def errors(declared: Iterable[Any], form: ErrorFormat) -> dict[str, dict[str, Any]]:
    """By status and type: what an error carries, and as what."""
    found: dict[str, dict[str, Any]] = {}
    for error in declared:
        data = None if error.data_type is MISSING else typed(error.data_type, "output")
        found.setdefault(str(error.status), {})[error.type] = (MEDIA[form], error.description, data)
    return found


def prose(each: HttpMethod | Interaction) -> tuple[str | None, str | None, bool, str | None]:
    """Summary, description, whether it is deprecated, and where more is said."""
    deprecation = f"Deprecated: {each.deprecation_message}" if each.deprecation_message else None
    text = "\n\n".join(part for part in (each.description, deprecation) if part) or None
    return (
        each.summary,
        text,
        each.deprecated,
        each.external_docs.url if each.external_docs else None,
    )


def http_facts(contract: HttpContract, method: HttpMethod) -> dict[str, Any]:
    """All that an OpenAPI document has to say of a method."""
    requirements = (*contract.requires, *method.requires)
    credentials, parameters = sent(method.parameters, requirements)
    permission = method.permission or contract.permission
    return {
        "tag": contract.name,
        "prose": prose(method),
        "parameters": parameters,
        "body": method.body
        and (
            method.body.required,
            {each.media_type: content(each, "input") for each in method.body.contents},
        ),
        "answers": {
            str(success.status): (
                {each.media_type: content(each, "output") for each in success.contents},
                {each.name: parameter(each, "output") for each in success.headers},
            )
            for success in method.successes
        },
        "errors": errors(possible_errors(contract, method), contract.error_format),
        "credentials": credentials,
        "permission": permission and permission.text,
    }


def ws_facts(contract: WebSocketContract, each: Interaction) -> dict[str, Any]:
    """All that an AsyncAPI document has to say of an interaction."""
    credentials, _ = sent(contract.parameters, contract.requires)
    permission = each.permission or contract.permission
    inward: Facet = "input" if each.direction == "client_to_server" else "output"
    outward: Facet = "output" if inward == "input" else "input"
    declared = possible_errors(contract, each)
    return {
        "address": contract.path,
        "action": "send" if each.direction == "client_to_server" else "receive",
        "tag": contract.name,
        "prose": prose(each)[:2],
        "message": [content(item, inward) for item in each.message.contents]
        if each.message
        else [],
        "answer": [content(each.answer, outward)] if each.answer else [],
        "is_request": each.is_request,
        "errors": errors(declared, contract.error_format),
        "credentials": set() if permission == public else credentials,
        "permission": permission and permission.text,
    }
