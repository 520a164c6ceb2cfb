"""The second pass: operations, their parameters, bodies and responses."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any
from warnings import warn

from ..catalog.export import ExportWarning
from ..contracts.error_names import ErrorClass, name_errors
from ..contracts.middleware import authentication
from ..contracts.mistakes import Where
from ..contracts.model import MISSING, ErrorFormat, Example, ExternalDocs, HttpContract, HttpVerb, Parameter
from ..contracts.permissions import Permission, public
from ..schema import JsonSchema, Slot, Written
from ..schema.naming import told_apart
from .collect import Answer, Collected, Credential, Filled, Operation
from .errors import MEDIA_TYPES, error_body
from .mistakes import PathConflict

BINARY: JsonSchema = {"type": "string", "format": "binary"}
"""Raw bytes, as readers of OpenAPI 3.0 know them too."""


class Writer:
    """Writes the operations of one document, once the names of types are known."""

    def __init__(self, written: Written, collected: Collected) -> None:
        self._written = written
        self._collected = collected
        self._error_keys = name_errors(collected.error_data)
        self._names = contract_names(collected.contracts)
        self.error_schemas: dict[str, JsonSchema] = {}
        """The components of the errors that operations mention; filled by `paths`."""
        self.security_schemes: dict[str, dict[str, Any]] = {}
        """Filled by `paths`."""

    def tags(self) -> list[dict[str, Any]]:
        """A tag for each contract."""
        return [
            {
                "name": self._names[id(contract)],
                **({"description": contract.description} if contract.description else {}),
                **_external(contract.external_docs),
            }
            for contract in self._collected.contracts
        ]

    def paths(self) -> dict[str, dict[str, Any]]:
        """The paths with their operations, in declaration order.

        Raises:
            PathConflict: Two methods have one verb and one path.
        """
        paths: dict[str, dict[str, Any]] = {}
        spelled: dict[str, str] = {}
        taken: dict[tuple[str, HttpVerb], str] = {}
        for operation in self._collected.operations:
            written = operation.contract.full_path(operation.method)
            path = spelled.setdefault(re.sub(r"\{[^}]*\}", "{}", written), written)
            renamed = dict(zip(placeholders(written), placeholders(path), strict=True))
            name = f"{operation.contract.name}.{operation.method.name}"
            for verb in operation.method.verbs:
                if (path, verb) in taken:
                    raise PathConflict(
                        f"{verb} {path} is {taken[path, verb]} already",
                        where=Where(owner=name),
                        hint="give one of them another path or verb, or export them to two documents",
                    )
                taken[path, verb] = name
                paths.setdefault(path, {})[verb.lower()] = self._operation(operation, verb, renamed)
            if any(old != new for old, new in renamed.items()):
                warn(
                    f"{name}: {written} has the same form as {path}; its placeholders are called as there",
                    ExportWarning,
                    stacklevel=5,
                )
        return paths

    def _operation(self, operation: Operation, verb: HttpVerb, renamed: dict[str, str]) -> dict[str, Any]:
        method = operation.method
        contract = operation.contract
        permission = method.permission or contract.permission
        name = self._names[id(contract)]
        identifier = method.operation_id or f"{name}_{method.name}"
        found: dict[str, Any] = {
            "tags": [name],
            "summary": method.summary,
            "description": _description(method.description, method.deprecation_message),
            "operationId": identifier if verb == method.verbs[0] else f"{identifier}_{verb.lower()}",
            "deprecated": True if method.deprecated or contract.deprecated else None,
            **_external(method.external_docs),
            "parameters": [self._parameter(parameter, slot, renamed) for parameter, slot in operation.parameters],
            "requestBody": self._body(operation),
            "responses": self._responses(operation, verb),
        }
        found = {key: value for key, value in found.items() if value}
        found["security"] = self._security(operation.credentials, permission) + [
            {self._named_scheme(each.scheme.name, dict(each.scheme.definition)): list(each.scopes)}
            for each in method.security
        ]
        if permission is not None:
            found["x-permission"] = permission.text
        return merged(found, method.openapi_extra) if method.openapi_extra else found

    def _parameter(self, parameter: Parameter, slot: Slot, renamed: dict[str, str]) -> dict[str, Any]:
        """A parameter; styles are the defaults of OpenAPI 3.1, 4.8.12, except for objects in the query."""
        schema, words = self._written.parted(slot)
        in_path = parameter.location == "path"
        found: dict[str, Any] = {
            "name": renamed.get(parameter.name, parameter.name) if in_path else parameter.name,
            "in": parameter.location,
            "description": parameter.description or words.description,
            "required": True if in_path or parameter.required else None,
            "deprecated": True if parameter.deprecated or words.deprecated else None,
        }
        found = {key: value for key, value in found.items() if value is not None}
        if parameter.location == "query" and schema.get("type") == "object":
            found |= {"style": "deepObject", "explode": True}
        return {**found, "schema": schema, **_examples(parameter.examples)}

    def _body(self, operation: Operation) -> dict[str, Any] | None:
        body = operation.method.body
        if body is None:
            return None
        return {
            **({"description": body.description} if body.description else {}),
            "required": body.required,
            "content": self._content(operation.body),
        }

    def _content(self, contents: Iterable[Filled]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for filled in contents:
            media: dict[str, Any] = {"schema": self._written.schema(filled.slot) if filled.slot else dict(BINARY)}
            encoding = {
                part.name: {"contentType": ", ".join(part.file.media_types)}
                for part in filled.content.fields or ()
                if part.file is not None and part.file.media_types
            }
            if encoding:
                media["encoding"] = encoding
            media |= _examples(filled.content.examples)
            found[filled.content.media_type] = media
        return found

    def _responses(self, operation: Operation, verb: HttpVerb) -> dict[str, Any]:
        """Successes first, then errors, each in order of status."""
        responses: dict[str, Any] = {}
        for answer in sorted(operation.answers, key=lambda answer: answer.success.status):
            responses[str(answer.success.status)] = self._success(answer, verb)
        by_status: dict[str, list[ErrorClass]] = defaultdict(list)
        for error in operation.errors:
            by_status[(error.answer and error.answer.status) or str(error.status)].append(error)
        for status, errors in sorted(by_status.items()):
            response = self._error_response(errors, operation.contract.error_format)
            known = responses.get(status)
            responses[status] = response if known is None else _either(known, response)
        return responses

    def _success(self, answer: Answer, verb: HttpVerb) -> dict[str, Any]:
        status = answer.success.status
        found: dict[str, Any] = {"description": answer.success.description or _phrase(status)}
        headers = {parameter.name: self._header(parameter, slot) for parameter, slot in answer.headers}
        if headers:
            found["headers"] = headers
        if answer.contents and verb != "HEAD":
            found["content"] = self._content(answer.contents)
        return found

    def _header(self, parameter: Parameter, slot: Slot) -> dict[str, Any]:
        schema, words = self._written.parted(slot)
        description = parameter.description or words.description
        return {
            **({"description": description} if description else {}),
            **({"required": True} if parameter.required else {}),
            "schema": schema,
        }

    def _error_response(self, errors: Sequence[ErrorClass], form: ErrorFormat) -> dict[str, Any]:
        """One response for the errors of one status; a reader tells them apart by ``type``."""
        if len(errors) == 1 and (answer := self._collected.error_answers.get(errors[0])) is not None:
            return self._success(answer, "GET")
        if form == "plain" and len(errors) == 1 and errors[0].description:
            texts: Iterable[str] = (errors[0].description,)  # nothing on the wire carries the type
        else:
            texts = (f"{error.type}: {error.description}" if error.description else error.type for error in errors)
        found: dict[str, Any] = {"description": "\n\n".join(dict.fromkeys(texts))}
        references = {error.type: schema for error in errors if (schema := self._error(error, form)) is not None}
        if not references:
            return found
        schemas = list({str(schema): schema for schema in references.values()}.values())
        schema = schemas[0] if len(schemas) == 1 else {"oneOf" if form != "plain" else "anyOf": schemas}
        if len(schemas) > 1 and form != "plain" and len(references) == len(errors):
            mapping = {kind: reference["$ref"] for kind, reference in references.items()}
            schema["discriminator"] = {"propertyName": "type", "mapping": mapping}
        return {**found, "content": {MEDIA_TYPES[form]: {"schema": schema}}}

    def _error(self, error: ErrorClass, form: ErrorFormat) -> JsonSchema | None:
        """A reference to the error's body, which becomes a component; a plain body is what it is."""
        slot = self._collected.error_data[error]
        body = error_body(error, form, self._written.schema(slot) if slot else None)
        if body is None or form == "plain":
            return body
        wanted = self._error_keys[error]
        name = wanted if form == "typed" else f"{wanted}-{form}"
        if name in self._written.schemas:
            name = f"{name}-error"
        self.error_schemas[name] = body
        return {"$ref": f"#/components/schemas/{name}"}

    def _security(self, credentials: Sequence[Credential], permission: Permission | None) -> list[dict[str, Any]]:
        """One requirement that names all credentials; where anybody may call, none is one more way."""
        if not credentials:
            return []
        needed: dict[str, list[str]] = {self._scheme(credential): [] for credential in credentials}
        return [needed, {}] if permission == public else [needed]

    def _scheme(self, credential: Credential) -> str:
        """The name of a credential's security scheme, which is made when it is first needed."""
        header = credential.parameter.name
        bearer = authentication(credential.parameter) == "bearer" and header.lower() == "authorization"
        scheme: dict[str, Any] = (
            {"type": "http", "scheme": "bearer"} if bearer else {"type": "apiKey", "in": "header", "name": header}
        )
        if credential.description:
            scheme["description"] = credential.description
        return self._named_scheme(credential.name, scheme)

    def _named_scheme(self, name: str, scheme: dict[str, Any]) -> str:
        wanted = re.sub(r"[^A-Za-z0-9._-]+", "_", name)
        name, number = wanted, 1
        while self.security_schemes.setdefault(name, scheme) != scheme:
            number += 1
            name = f"{wanted}_{number}"
        return name


def contract_names(contracts: Sequence[HttpContract]) -> dict[int, str]:
    """The names of contracts by id: their own, and where two have one name, with their modules before it."""
    asking: dict[str, list[HttpContract]] = defaultdict(list)
    for contract in contracts:
        asking[contract.name].append(contract)
    names: dict[int, str] = {}
    for wanted, rivals in asking.items():
        if len(rivals) == 1:
            names[id(rivals[0])] = wanted
            continue
        origins: dict[Hashable, tuple[str, str]] = {
            id(contract): (contract.source.module if contract.source else "", wanted) for contract in rivals
        }
        names |= {key: name for key, name in told_apart(wanted, origins).items() if isinstance(key, int)}
    return names


def placeholders(path: str) -> list[str]:
    """The names in a path's braces."""
    return re.findall(r"\{([^}]*)\}", path)


def merged(known: dict[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """`known` with what is in `added`, objects inside merged likewise, lists put together."""
    found = dict(known)
    for key, value in added.items():
        before = found.get(key)
        if isinstance(before, dict) and isinstance(value, Mapping):
            found[key] = merged(before, value)
        elif isinstance(before, list) and isinstance(value, list):
            found[key] = before + value
        else:
            found[key] = value
    return found


def _examples(examples: Iterable[Example]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for example in examples:
        said = {
            "summary": example.summary,
            "description": example.description,
            "externalValue": example.external_value,
        }
        found[example.name] = {key: text for key, text in said.items() if text}
        if example.value is not MISSING:
            found[example.name]["value"] = example.value
    return {"examples": found} if found else {}


def _either(known: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A success and errors of one status as one response."""
    content = {**known.get("content", {})}
    for media_type, media in other.get("content", {}).items():
        if media_type in content:
            content[media_type] = {"schema": {"anyOf": [content[media_type]["schema"], media["schema"]]}}
        else:
            content[media_type] = media
    merged = {**known, "description": f"{known['description']}\n\n{other['description']}"}
    return {**merged, "content": content} if content else merged


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Success"


def _description(*texts: str | None) -> str | None:
    return "\n\n".join(text for text in texts if text) or None


def _external(docs: ExternalDocs | None) -> dict[str, Any]:
    if docs is None:
        return {}
    return {
        "externalDocs": {"url": docs.url, **({"description": docs.description} if docs.description else {})},
    }
