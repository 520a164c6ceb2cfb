"""Reads the parameters, the body and the credentials of a request by their schemas."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from ..contracts.errors import FieldProblem
from ..contracts.media_types import essence_of, is_json
from ..contracts.message_model import MISSING
from ..contracts.security import SecurityScheme
from ..document import parts as doc
from ..history.shapes import AnySchema, item_schema
from ..json_text import strict_json
from ..runtime.limits import BodyLimits, JsonLimits, TooManyBytes, limited_receive
from .schemas import Schemas

_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|"}
"""Between the items of a list in one text, by the style of the parameter."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(slots=True)
class CallInput:
    """The parameters and the body of a request, and what is wrong with them."""

    schemas: Schemas
    """The schemas of what clients send."""
    limits: BodyLimits = field(default_factory=BodyLimits)
    values: dict[str, Any] = field(default_factory=dict)
    """The values of the parameters by name."""
    body: Any = MISSING
    """The value of the body, as JSON has it."""
    problems: list[FieldProblem] = field(default_factory=list)
    status: int = 422
    """The status of a response about the last problem."""

    def refuse(self, path: str, message: str, status: int = 422) -> None:
        """Add a problem.

        Args:
            path: The field, such as ``query.limit`` or ``body``.
            message: What is wrong with it.
            status: The status of a response about it.
        """
        self.problems.append(FieldProblem(path=path, message=message))
        self.status = status

    def read_parameters(
        self,
        connection: HTTPConnection,
        path: Mapping[str, str],
        contract: doc.Contract,
        part: doc.HttpMethod | doc.WebSocketContract,
    ) -> None:
        """Read the parameters of a request, and check them against their schemas.

        Args:
            connection: The request, or the handshake of a WebSocket.
            path: The texts in the place of the path's placeholders, by name.
            contract: The contract, whose headers and cookies all of its methods have.
            part: The method, or the contract of the WebSocket, with its other parameters.
        """
        for location, parameter in _parameters(contract, part):
            place = f"{location}.{parameter.name}"
            source: Any = {
                "query": connection.query_params,
                "header": connection.headers,
                "cookie": connection.cookies,
                "path": path,
            }[location]
            try:
                value = self._parameter(location, parameter, source)
            except ValueError as error:
                self.refuse(place, str(error))
                continue
            if value is not MISSING:
                self.values[parameter.name] = value
                self.problems += self.schemas.problems(value, parameter.schema, place)
            elif parameter.required:
                self.refuse(place, "Field required")

    def _parameter(self, location: str, parameter: doc.Param, source: Any) -> Any:
        """Return the value of a parameter; `MISSING` if the request does not have it.

        Args:
            location: ``path``, ``query``, ``header`` or ``cookie``.
            parameter: The parameter.
            source: The parameters of this location in the request: texts by name, or a multidict.

        Raises:
            ValueError: The text cannot be read as the type of the parameter.
        """
        name, schema = parameter.name, parameter.schema
        kinds = self.schemas.kinds_of(schema)
        # A parameter that the document describes with a media type, which is JSON in practice.
        is_json_text = parameter.media_type is not None
        # If the value may be an object or a text, it is taken as a text.
        if not is_json_text and "object" in kinds and "string" not in kinds:
            # Without any property in the request, the parameter is missing.
            return self._object(location, parameter, source) or MISSING
        if name not in source:
            return MISSING
        texts = [source[name]]
        if hasattr(source, "getlist"):  # a multidict, in which a name may have several values
            texts = source.getlist(name)
        if is_json_text:
            return read_json(texts[0], self.limits)
        if _is_list(kinds, texts):
            return self._items(_split(location, parameter, texts), schema)
        if len(texts) > 1:
            raise ValueError("there are several values, but one is expected")
        return self.scalar(texts[0], schema)

    def _object(self, location: str, parameter: doc.Param, source: Any) -> dict[str, Any]:
        """Return the value of a parameter that is an object; empty if the request has none of its
        properties.

        In the query, an object ``page`` is written as ``page[size]=5`` in the style
        ``deepObject``, or else as ``size=5``, since it is exploded unless the document says
        otherwise. Other objects are one text, ``size,5``.

        Args:
            location: ``path``, ``query``, ``header`` or ``cookie``.
            parameter: The parameter.
            source: The parameters of this location in the request, by name.
        """
        texts: dict[str, list[str]] = {}  # a list, since a parameter of the query can be repeated
        if location == "query" and parameter.style == "deepObject":
            texts = _deep_object(parameter.name, source)
        elif location == "query" and parameter.explode is not False:
            for key in source:
                # A key that the schema does not declare is another parameter.
                if self.schemas.property_schema(parameter.schema, key) is not True:
                    texts[key] = source.getlist(key)
        elif parameter.name in source:
            texts = _object_in_one_text(source[parameter.name], parameter)
        return self._fields(texts, parameter.schema)

    def _items(self, texts: Sequence[str], schema: AnySchema) -> list[Any]:
        """Return the items of a list that are given as texts, converted to the types in its
        schema.
        """
        # Callers have found out by `_is_list` that the schema allows a list.
        array = next(shape for shape in self.schemas.shapes_of(schema) if shape.kind == "array")
        return [self.scalar(text, item_schema(array, index)) for index, text in enumerate(texts)]

    def _fields(self, texts_by_name: Mapping[str, list[str]], schema: AnySchema) -> dict[str, Any]:
        """Return the properties of an object that are given as texts, converted to the types in its
        schema. Of several texts for a property that is no list, the last one counts.

        Args:
            texts_by_name: The texts that the request has for each property.
            schema: The schema of the object.
        """
        values: dict[str, Any] = {}
        for name, texts in texts_by_name.items():
            part = self.schemas.property_schema(schema, name)
            kinds = self.schemas.kinds_of(part)
            if _is_list(kinds, texts):
                values[name] = self._items(texts, part)
            else:
                values[name] = self.scalar(texts[-1], part)
        return values

    def scalar(self, text: str, schema: AnySchema) -> Any:
        """Return the value of a text: the text itself if the schema allows it, or else the JSON
        value that it is, such as a number. An empty text is null; a text that is no JSON stays a
        text, which the validation refuses.
        """
        if self.schemas.is_valid(text, schema):
            return text
        if not text:
            return None
        with suppress(ValueError, RecursionError):
            return read_json(text, self.limits)
        return text

    async def read_body(self, request: Request, body: doc.Body) -> None:
        """Read the body of a request in the media type that it has, and check it against the
        schema. A body in another format than JSON, forms and text is not checked.

        Args:
            request: The request.
            body: The declared body.
        """
        declared_types = ", ".join(content.media_type for content in body.contents)
        receive = limited_receive(request.receive, self.limits.body_bytes)
        limited_request = Request(request.scope, receive)
        try:
            raw = await limited_request.body()
        except TooManyBytes as error:
            self.refuse("body", str(error), 413)
            return
        # Without a Content-Type, the body counts as one of the first declared type.
        first_declared_type = declared_types.partition(",")[0]
        media_type = essence_of(request.headers.get("content-type", first_declared_type))
        content = matching_content(body.contents, media_type)
        if not raw:
            if body.required:
                self.refuse("body", "Field required")
            return
        if not body.contents:  # the document says nothing about the body
            return
        if content is None:
            self.refuse("body", f"{media_type} is not one of {declared_types}", 415)
            return
        try:
            if is_json(media_type):
                self.body = read_json(raw, self.limits)
            elif media_type in FORMS:
                self.body = await self._form(limited_request, content)
            elif media_type.startswith("text/"):
                self.body = raw.decode("utf-8", "replace")
        except (ValueError, RecursionError, HTTPException) as error:  # the last one is Starlette's
            self.refuse("body", f"This cannot be read: {error}")
            return
        if content.schema is not None and self.body is not MISSING:
            self.problems += self.schemas.problems(self.body, content.schema, "body")

    async def _form(self, request: Request, content: doc.Content) -> dict[str, Any]:
        """Return the fields of a form as an object. A file is a text with a character for each
        byte.
        """
        values_by_name: dict[str, list[str]] = {}
        async with request.form() as form:  # closes the files at the end
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    self._check_file(name, value, content)
                    value = (await value.read()).decode("latin-1")
                values_by_name.setdefault(name, []).append(value)
        schema: AnySchema = True
        if content.schema is not None:
            schema = content.schema
        return self._fields(values_by_name, schema)

    def _check_file(self, name: str, file: UploadFile, content: doc.Content) -> None:
        """Check the media type and the size of an uploaded file against the rules of its field.

        Args:
            name: The name of the field.
            file: The file.
            content: The declared content, which has the rules by name of field.
        """
        if content.files is None or name not in content.files:
            return
        rules = content.files[name]
        media_type = essence_of(file.content_type or "")
        if rules.media_types and media_type not in rules.media_types:
            self.refuse(f"body.{name}", f"is not one of {', '.join(rules.media_types)}", 415)
        size = file.size or 0
        if rules.max_size is not None and size > rules.max_size:
            self.refuse(f"body.{name}", f"has more than {rules.max_size:,} bytes", 413)


def _parameters(
    contract: doc.Contract, part: doc.HttpMethod | doc.WebSocketContract
) -> Iterator[tuple[str, doc.Param]]:
    """Yield the location and the declaration of each parameter of a method or a WebSocket, those of
    its contract included.
    """
    lists = [("path", part.path_params), ("query", part.query_params)]
    if isinstance(part, doc.HttpMethod):
        lists += [("header", part.header_params), ("cookie", part.cookie_params)]
    lists += [("header", contract.headers), ("cookie", contract.cookies)]
    for location, parameters in lists:
        for parameter in parameters or ():
            yield location, parameter


def _is_list(kinds: Collection[str], texts: Sequence[str]) -> bool:
    """Return whether the texts of a parameter are the items of a list.

    Args:
        kinds: The JSON types of the parameter. If it may be a list or a text, a single text is a
            text.
        texts: The texts in the request.
    """
    return "array" in kinds and (len(texts) > 1 or "string" not in kinds)


def _deep_object(name: str, source: Any) -> dict[str, list[str]]:
    """Return the texts of an object's properties by name, each of which is a parameter
    ``name[property]``.

    Args:
        name: The name of the object.
        source: The query parameters of the request.
    """
    texts: dict[str, list[str]] = {}
    prefix = f"{name}["
    for key, text in source.multi_items():
        if key.startswith(prefix) and key.endswith("]"):
            property_name = key[len(prefix) : -1]
            texts.setdefault(property_name, []).append(text)
    return texts


def _object_in_one_text(text: str, parameter: doc.Param) -> dict[str, list[str]]:
    """Return the texts of an object's properties by name, which are written in one text:
    ``a,1,b,2``, or ``a=1,b=2`` if the parameter is exploded.

    Each property has one text, in a list for the same form as in `_deep_object`, where a property
    can be repeated.

    Raises:
        ValueError: A name has no value.
    """
    separators = ","
    if parameter.explode:
        separators = "[,=]"
    names_and_values = re.split(separators, text)
    names = names_and_values[::2]
    values = names_and_values[1::2]
    return {name: [value] for name, value in zip(names, values, strict=True)}


def _split(location: str, parameter: doc.Param, texts: Sequence[str]) -> Sequence[str]:
    """Return the texts of the items of a list. Unless each is a parameter of its own (``a=1&a=2``),
    one text has all of them with separators: ``1,2``, or as the style of the parameter says.
    """
    separator = _SEPARATORS.get(parameter.style or "")
    # By default, lists in the query and in cookies are exploded, and others are not (OpenAPI 3.1,
    # 4.8.12.2).
    is_exploded = location in ("query", "cookie") and parameter.explode is not False
    if separator is None and is_exploded:
        return texts
    items: list[str] = []
    for text in texts:
        items += text.split(separator or ",")
    return items


def matching_content(contents: Sequence[doc.Content], media_type: str) -> doc.Content | None:
    """Return the first declared content that a media type, such as ``image/png`` or ``image/*``,
    matches; the declared one may be a range, too. None if there is none.
    """
    for content in contents:
        declared = essence_of(content.media_type)
        if fnmatchcase(media_type, declared) or fnmatchcase(declared, media_type):
            return content
    return None


def read_json(text: str | bytes, limits: JsonLimits) -> Any:
    """Return the value of a JSON text, which can be written as JSON again.

    Raises:
        ValueError: It is not JSON, or exceeds the limits.
        RecursionError: It is nested too deeply.
    """
    limits.check(text)
    value = strict_json(text)
    # Encoding raises a ValueError for an unpaired surrogate (RFC 8259, 8.2).
    json.dumps(value, ensure_ascii=False).encode()
    return value


def has_credentials(
    connection: HTTPConnection,
    security: doc.Security | None,
    schemes: Mapping[str, Mapping[str, Any]],
    accepted: Mapping[str, Collection[str]],
) -> bool:
    """Return whether a request has the credentials that one of the alternatives of a security
    requirement asks for; true if it asks for none.

    Args:
        connection: The request, or the handshake of a WebSocket.
        security: The alternatives: scopes by the name of the scheme, which are not checked. None or
            empty if no credentials are needed.
        schemes: The definitions of the security schemes by name.
        accepted: The accepted credentials by scheme; for other schemes, any credential is accepted.
    """
    if not security:
        return True
    for alternative in security:
        # A scheme that the document does not define cannot be checked.
        needed = [name for name in alternative if name in schemes]
        if all(_carries(connection, name, schemes[name], accepted.get(name)) for name in needed):
            return True
    return False


def _carries(
    connection: HTTPConnection,
    name: str,
    definition: Mapping[str, Any],
    accepted: Collection[str] | None,
) -> bool:
    """Return whether a request has an accepted credential of a security scheme.

    Args:
        connection: The request, or the handshake of a WebSocket.
        name: The name of the scheme.
        definition: Its definition, which says where the credential is.
        accepted: The accepted credentials; None for any.
    """
    scheme = SecurityScheme(name=name, definition=definition)
    if scheme.carrier is None:
        return True  # the credential is a certificate, which the server in front checks
    credential = scheme.credential(connection)
    return bool(credential) and (accepted is None or credential in accepted)
