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
from ..runtime.limits import BodyLimits, JsonLimits, TooManyBytes, limited
from .schemas import Schemas

_SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|"}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(slots=True)
class Input:
    """What was read of a request, and what is wrong with it."""

    schemas: Schemas
    limits: BodyLimits = field(default_factory=BodyLimits)
    values: dict[str, Any] = field(default_factory=dict)
    """The parameters by name."""
    body: Any = MISSING
    problems: list[FieldProblem] = field(default_factory=list)
    status: int = 422
    """Which status says best what is wrong."""

    def refuse(self, path: str, message: str, status: int = 422) -> None:
        """Note one thing that is wrong."""
        self.problems.append(FieldProblem(path=path, message=message))
        self.status = status

    def read_parameters(
        self,
        connection: HTTPConnection,
        path: Mapping[str, str],
        contract: doc.Contract,
        part: doc.HttpMethod | doc.WebSocketContract,
    ) -> None:
        """Read parameters, those of requirements too, and hold them against their schemas.

        Args:
            connection: The request, or the handshake.
            path: The texts of the path's placeholders.
            contract: The contract.
            part: What has parameters of its own.
        """
        for location, parameter in _parameters(contract, part):
            place = f"{location}.{parameter.name}"
            source: Any = {
                "query": connection.query_params,
                "header": connection.headers,
                "cookie": connection.cookies,
            }.get(location, path)
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
        """Return the value of a parameter; `MISSING` where there is none.

        Raises:
            ValueError: It cannot be read.
        """
        name, schema = parameter.name, parameter.schema
        kinds = self.schemas.kinds_of(schema)
        is_json_text = parameter.media_type is not None
        if not is_json_text and "object" in kinds and "string" not in kinds:
            return self._object(location, parameter, source) or MISSING
        if name not in source:
            return MISSING
        texts = [source[name]]
        if hasattr(source, "getlist"):
            texts = source.getlist(name)
        if is_json_text:
            return read_json(texts[0], self.limits)
        if _is_list(kinds, texts):
            return self._items(_split(location, parameter, texts), schema)
        if len(texts) > 1:
            raise ValueError("there are several values, but one is expected")
        return self.scalar(texts[0], schema)

    def _object(self, location: str, parameter: doc.Param, source: Any) -> dict[str, Any]:
        """Return an object: its properties are parameters, or steps of one text."""
        texts: dict[str, list[str]] = {}
        if location == "query" and parameter.style == "deepObject":
            texts = _deep_object(parameter.name, source)
        elif location == "query" and parameter.explode is not False:
            for key in source:
                if self.schemas.property_schema(parameter.schema, key) is not True:
                    texts[key] = source.getlist(key)
        elif parameter.name in source:
            texts = _object_in_one_text(source[parameter.name], parameter)
        return self._fields(texts, parameter.schema)

    def _items(self, texts: Sequence[Any], schema: AnySchema) -> list[Any]:
        (shape, *_) = (shape for shape in self.schemas.shapes_of(schema) if shape.kind == "array")
        return [self.scalar(text, item_schema(shape, index)) for index, text in enumerate(texts)]

    def _fields(self, texts_by_name: Mapping[str, list[Any]], schema: AnySchema) -> dict[str, Any]:
        """Return the properties of an object that are given as texts."""
        values: dict[str, Any] = {}
        for name, texts in texts_by_name.items():
            part = self.schemas.property_schema(schema, name)
            kinds = self.schemas.kinds_of(part)
            if _is_list(kinds, texts):
                values[name] = self._items(texts, part)
            else:
                values[name] = self.scalar(texts[-1], part)
        return values

    def scalar(self, text: Any, schema: AnySchema) -> Any:
        """Return a text as the JSON value that a schema wants instead of a text."""
        if not isinstance(text, str) or self.schemas.is_valid(text, schema):
            return text
        with suppress(ValueError, RecursionError):
            if text:
                return read_json(text, self.limits)
            return None
        return text

    async def read_body(self, request: Request, body: doc.Body) -> None:
        """Read the body of a request and hold it against its schema."""
        declared = ", ".join(content.media_type for content in body.contents)
        request = Request(request.scope, limited(request.receive, self.limits.body_bytes))
        try:
            raw = await request.body()
        except TooManyBytes as error:
            self.refuse("body", str(error), 413)
            return
        media_type = essence_of(request.headers.get("content-type", declared.partition(",")[0]))
        content = content_of(body.contents, media_type)
        if not raw:
            if body.required:
                self.refuse("body", "Field required")
            return
        if not body.contents:
            return
        if content is None:
            self.refuse("body", f"{media_type} is not one of {declared}", 415)
            return
        try:
            if is_json(media_type):
                self.body = read_json(raw, self.limits)
            elif media_type in FORMS:
                self.body = await self._form(request, content)
            elif media_type.startswith("text/"):
                self.body = raw.decode("utf-8", "replace")
        except (ValueError, RecursionError, HTTPException) as error:
            self.refuse("body", f"This cannot be read: {error}")
            return
        if content.schema is not None and self.body is not MISSING:
            self.problems += self.schemas.problems(self.body, content.schema, "body")

    async def _form(self, request: Request, content: doc.Content) -> dict[str, Any]:
        values_by_name: dict[str, list[Any]] = {}
        async with request.form() as form:  # which closes its files
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    self._check_file(name, value, content)
                    value = (await value.read()).decode("latin-1")
                values_by_name.setdefault(name, []).append(value)
        return self._fields(values_by_name, True if content.schema is None else content.schema)

    def _check_file(self, name: str, file: UploadFile, content: doc.Content) -> None:
        if content.files is None or name not in content.files:
            return
        rules = content.files[name]
        media_type = essence_of(file.content_type or "")
        if rules.media_types and media_type not in rules.media_types:
            self.refuse(f"body.{name}", f"is not one of {', '.join(rules.media_types)}", 415)
        if rules.max_size is not None and file.size is not None and file.size > rules.max_size:
            self.refuse(f"body.{name}", f"has more than {rules.max_size:,} bytes", 413)


def _parameters(
    contract: doc.Contract, part: doc.HttpMethod | doc.WebSocketContract
) -> Iterator[tuple[str, doc.Param]]:
    """Return each parameter after its location."""
    lists = [("path", part.path_params), ("query", part.query_params)]
    if isinstance(part, doc.HttpMethod):
        lists += [("header", part.header_params), ("cookie", part.cookie_params)]
    lists += [("header", contract.headers), ("cookie", contract.cookies)]
    for location, parameters in lists:
        for parameter in parameters or ():
            yield location, parameter


def _is_list(kinds: Collection[str], texts: Sequence[Any]) -> bool:
    """Return whether texts are the items of a list, of which a single one may be a text itself."""
    return "array" in kinds and (len(texts) > 1 or "string" not in kinds)


def _deep_object(name: str, source: Any) -> dict[str, list[str]]:
    """Return the properties of an object whose parameters are ``name[property]``."""
    texts: dict[str, list[str]] = {}
    start = f"{name}["
    for key, text in source.multi_items():
        if key.startswith(start) and key.endswith("]"):
            texts.setdefault(key[len(start) : -1], []).append(text)
    return texts


def _object_in_one_text(text: str, parameter: doc.Param) -> dict[str, list[str]]:
    """Return the properties of an object that is written as ``a,1,b,2``, or exploded as
    ``a=1,b=2``.

    Raises:
        ValueError: A name has no value.
    """
    separators = ","
    if parameter.explode:
        separators = "[,=]"
    steps = re.split(separators, text)
    return {name: [value] for name, value in zip(steps[::2], steps[1::2], strict=True)}


def _split(location: str, parameter: doc.Param, texts: Sequence[str]) -> Sequence[str]:
    """Return the items of a list, which may be in one text."""
    separator = _SEPARATORS.get(parameter.style or "")
    may_repeat = location in ("query", "cookie") and parameter.explode is not False
    if separator is None and may_repeat:
        return texts
    items: list[str] = []
    for text in texts:
        items += text.split(separator or ",")
    return items


def content_of(contents: Sequence[doc.Content], media_type: str) -> doc.Content | None:
    """Return the content of a media type; either may have a ``*``."""
    for content in contents:
        declared = essence_of(content.media_type)
        if fnmatchcase(media_type, declared) or fnmatchcase(declared, media_type):
            return content
    return None


def read_json(text: str | bytes, limits: JsonLimits) -> Any:
    """Return the value of a JSON text, which can be written again.

    Raises:
        ValueError: It is none, or beyond the limits.
        RecursionError: It is nested too deeply.
    """
    limits.check(text)
    value = strict_json(text)
    # Half of a letter (RFC 8259, 8.2) is an error here.
    json.dumps(value, ensure_ascii=False).encode()
    return value


def has_credentials(
    connection: HTTPConnection,
    security: doc.Security | None,
    schemes: Mapping[str, Mapping[str, Any]],
    accepted: Mapping[str, Collection[str]],
) -> bool:
    """Return whether a request carries the credentials of one of the alternatives, or none are
    needed.

    Args:
        connection: The request, or the handshake.
        security: The alternatives.
        schemes: The schemes by name.
        accepted: The accepted credentials by scheme; of others any is.
    """
    for alternative in security or ({},):
        known = [name for name in alternative if name in schemes]
        if all(_carries(connection, name, schemes[name], accepted.get(name)) for name in known):
            return True
    return False


def _carries(
    connection: HTTPConnection,
    name: str,
    definition: Mapping[str, Any],
    accepted: Collection[str] | None,
) -> bool:
    scheme = SecurityScheme(name=name, definition=definition)
    if scheme.carrier is None:
        return True  # a certificate, which a server in front checks
    credential = scheme.credential(connection)
    return bool(credential) and (accepted is None or credential in accepted)
