"""Swagger 2.0 as OpenAPI 3.0, before it is read.

Everything stays at its place, so that references lead where they did and messages name places of
the file: schemas are below ``definitions`` and not in ``components``. What is no part of Swagger,
or has a wrong form, is not changed; the reader of OpenAPI warns of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...schema.traversal import map_schema
from ..files import listed

_JSON = "application/json"
_MULTIPART, _FORM = "multipart/form-data", "application/x-www-form-urlencoded"
_VERBS = ("get", "put", "post", "delete", "options", "head", "patch")
_OF_PARAMETERS = frozenset(
    {"name", "in", "description", "required", "allowEmptyValue", "collectionFormat"}
)
"""Members of a parameter that are no keywords of its schema."""

_STYLES: Mapping[str, dict[str, Any]] = {
    "multi": {"style": "form", "explode": True},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
}
_FLOWS = {"accessCode": "authorizationCode", "application": "clientCredentials"}


def converted(value: Mapping[str, Any]) -> dict[str, Any]:
    """A document of Swagger 2.0 as one of OpenAPI 3.0, with ``definitions`` and
    ``securityDefinitions`` where they are.
    """
    return _Conversion(value).document()


class _Conversion:
    def __init__(self, value: Mapping[str, Any]) -> None:
        self._value = value

    def document(self) -> dict[str, Any]:
        """The whole of it."""
        document = {**self._value, "openapi": "3.0.3"}
        produces = self._media_types(self._value, "produces")
        changes = {
            "definitions": schema,
            "securityDefinitions": _scheme,
            "parameters": _parameter,
            "responses": lambda response: _response(response, produces),
            "paths": self._path_item,
        }
        for name, change in changes.items():
            if isinstance(document.get(name), dict):
                document[name] = {key: change(item) for key, item in document[name].items()}
        if servers := list(_servers(self._value)):
            document["servers"] = servers
        return document

    def _media_types(self, owner: Mapping[str, Any], name: str) -> list[str]:
        """Those of an operation, else those of the document; JSON where nothing says."""
        given = owner.get(name, self._value.get(name))
        types = [media_type for media_type in listed(given) if isinstance(media_type, str)]
        return types or [_JSON]

    def _path_item(self, item: Any) -> Any:
        if not isinstance(item, dict):
            return item
        common = listed(item.get("parameters"))
        path_item = {key: value for key, value in item.items() if key != "parameters"}
        for verb in _VERBS:
            if isinstance(item.get(verb), dict):
                path_item[verb] = self._operation(item[verb], common)
        if "parameters" in item:
            path_item["parameters"] = self._parameters(item["parameters"])
        return path_item

    def _parameters(self, given: Any) -> Any:
        """Parameters but those of bodies."""
        if not isinstance(given, list):
            return given
        kept = [parameter for parameter in given if not self._is_of_body(parameter)]
        return [_parameter(parameter) for parameter in kept]

    def _operation(self, operation: dict[str, Any], common: list[Any]) -> dict[str, Any]:
        operation_object = dict(operation)
        own = operation.get("parameters")
        written = [*common, *listed(own)]
        if "parameters" in operation:
            operation_object["parameters"] = self._parameters(own)
        of_body = [
            self._followed(parameter) for parameter in written if self._is_of_body(parameter)
        ]
        body = self._body(of_body, self._media_types(operation, "consumes"))
        if body is not None:
            operation_object["requestBody"] = body
        produces = self._media_types(operation, "produces")
        if isinstance(operation.get("responses"), dict):
            operation_object["responses"] = {
                status: self._answer(response, produces, operation)
                for status, response in operation["responses"].items()
            }
        return {
            key: item
            for key, item in operation_object.items()
            if key not in ("consumes", "produces")
        }

    def _answer(self, response: Any, produces: list[str], operation: Mapping[str, Any]) -> Any:
        """A response; one that is referred to has the media types of the operation, if any."""
        return _response(
            self._followed(response) if "produces" in operation else response, produces
        )

    def _is_of_body(self, parameter: Any) -> bool:
        followed = self._followed(parameter)
        return isinstance(followed, dict) and followed.get("in") in ("body", "formData")

    def _followed(self, value: Any) -> Any:
        """What a reference to ``parameters`` or ``responses`` of the document leads to."""
        reference = value.get("$ref") if isinstance(value, dict) else None
        steps = reference.split("/") if isinstance(reference, str) else []
        if len(steps) != 3 or steps[0] != "#" or steps[1] not in ("parameters", "responses"):
            return value
        named = self._value.get(steps[1])
        return named.get(steps[2], value) if isinstance(named, dict) else value

    def _body(self, parameters: list[dict[str, Any]], consumes: list[str]) -> Any:
        fields = [parameter for parameter in parameters if parameter["in"] == "formData"]
        bodies = [parameter for parameter in parameters if parameter["in"] == "body"]
        if bodies:
            # There can be one body parameter only (Swagger 2.0, Parameter Object); that of the
            # operation comes after that of the path, and replaces it.
            body = bodies[-1]
            media = {"schema": schema(body["schema"])} if "schema" in body else {}
            kept = {key: body[key] for key in ("description", "required") if key in body}
            return {**kept, "content": dict.fromkeys(consumes, media)}
        if not fields:
            return None
        has_file = any(field.get("type") == "file" for field in fields)
        forms = [form for form in consumes if form in (_MULTIPART, _FORM)]
        usual = [_MULTIPART if has_file else _FORM]
        media = {"schema": _form(fields)}
        required = any(field.get("required") is True for field in fields)
        return {"content": dict.fromkeys(forms or usual, media), "required": required}


def schema(given: Any) -> Any:
    """A schema; of OpenAPI 3.0 are files, discriminators and null."""
    if not isinstance(given, dict):
        return given
    changed = map_schema(given, schema)
    if changed.get("type") == "file":
        changed |= {"type": "string", "format": "binary"}
    if isinstance(changed.get("discriminator"), str):
        changed["discriminator"] = {"propertyName": changed["discriminator"]}
    if isinstance(changed.get("x-nullable"), bool):
        changed["nullable"] = changed.pop("x-nullable")
    return changed


def _inline_schema(owner: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a parameter, a field of a form or a header, whose members are keywords."""
    written = {
        key: value
        for key, value in owner.items()
        if key not in _OF_PARAMETERS and not key.startswith("x-")
    }
    for extension, keyword in (("x-example", "example"), ("x-nullable", "x-nullable")):
        if extension in owner:
            written[keyword] = owner[extension]
    converted_schema: dict[str, Any] = schema(written)
    return converted_schema


def _parameter(given: Any) -> Any:
    if not isinstance(given, dict) or "$ref" in given or given.get("in") in ("body", "formData"):
        return given
    return {**_without_schema(given), **_style(given), "schema": _inline_schema(given)}


def _without_schema(owner: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value
        for key, value in owner.items()
        if (key in _OF_PARAMETERS or key.startswith("x-"))
        and key not in ("collectionFormat", "x-example", "x-nullable")
    }


def _style(given: Mapping[str, Any]) -> dict[str, Any]:
    """How a list is written: with commas, unless ``collectionFormat`` differs."""
    if given.get("type") != "array":
        return {}
    wanted = given.get("collectionFormat", "csv")
    if isinstance(wanted, str) and wanted in _STYLES:
        return _STYLES[wanted]
    return {"style": "form", "explode": False} if given.get("in") == "query" else {}


def _form(fields: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The schema of a form."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for field in fields:
        name = field.get("name")
        if not isinstance(name, str):
            continue
        described = {"description": field["description"]} if "description" in field else {}
        properties[name] = _inline_schema(field) | described
        if field.get("required") is True:
            required.append(name)
    form: dict[str, Any] = {"type": "object", "properties": properties}
    return form | ({"required": required} if required else {})


def _response(given: Any, produces: list[str]) -> Any:
    if not isinstance(given, dict) or "$ref" in given:
        return given
    response = {key: value for key, value in given.items() if key not in ("schema", "examples")}
    examples = given.get("examples")
    content: dict[str, Any] = {}
    if "schema" in given:
        described = {"schema": schema(given["schema"])}
        content = {media_type: dict(described) for media_type in produces}
    for media_type, example in examples.items() if isinstance(examples, dict) else ():
        content.setdefault(media_type, {})["example"] = example
    if content:
        response["content"] = content
    if isinstance(given.get("headers"), dict):
        response["headers"] = {name: _header(header) for name, header in given["headers"].items()}
    return response


def _header(given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    return {**_without_schema(given), "schema": _inline_schema(given)}


def _scheme(given: Any) -> Any:
    """A security scheme: basic authentication, and the one flow of OAuth 2, have other forms."""
    if not isinstance(given, dict):
        return given
    if given.get("type") == "basic":
        return {**given, "type": "http", "scheme": "basic"}
    if given.get("type") != "oauth2" or not isinstance(given.get("flow"), str):
        return given
    of_flow = ("authorizationUrl", "tokenUrl", "scopes")
    flow = {key: given[key] for key in of_flow if key in given}
    rest = {key: item for key, item in given.items() if key not in (*of_flow, "flow")}
    return {**rest, "flows": {_FLOWS.get(given["flow"], given["flow"]): flow}}


def _servers(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The host under each of its schemes, or the path on the host of the documentation."""
    host, path = value.get("host"), value.get("basePath")
    path = path if isinstance(path, str) and path.startswith("/") else ""
    if isinstance(host, str) and host:
        for scheme in listed(value.get("schemes")) or ["https"]:
            yield {"url": f"{scheme}://{host}{path}".rstrip("/")}
    elif path.rstrip("/"):
        yield {"url": path.rstrip("/")}
