"""Provides HTTP methods as MCP tools, which call the described service.

A contract is a set of methods of the service. Audiences are names of groups of readers: a part of
the document that is marked for some of them is hidden from others, and from the public.
"""

import base64
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import httpx2
import mcp_types as types
from mcp.server.lowlevel import Server

from .. import __version__
from ..catalog.document_source import Source, takes_options
from ..contracts.media_types import is_json
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..json_text import strict_json, with_letters
from ..native import build_contract_doc
from ..value_messages import suggestion
from .answers import as_data
from .chains import READING, is_called_by_clients
from .json_schemas import input_schema, output_schema, with_definitions
from .library import LoadedDocument, MethodParts
from .requests import (
    HOST_PLACEHOLDER,
    HttpRequest,
    UnfitArgument,
    add_credential,
    http_request,
    needed_schemes,
    server_of,
)
from .server import text_result

NAME_LENGTH = 64
"""The greatest length of a tool's name that most clients accept."""
IDEMPOTENCY_KEY = "idempotency-key"
"""The header with which a repeated request is performed once, in lower case."""
_INVALID_IN_NAME = re.compile(r"[^A-Za-z0-9_-]")


class ContractTools:
    """MCP tools that call methods of a service, by the names of the tools.

    Args:
        document: The document of the service.
        methods: The methods that become tools.
        server: The address of the service; None for the servers of the document.
        credentials: The environment variables with the credentials of security schemes, by scheme.
        client: Sends the requests; None for one of its own.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        methods: Iterable[MethodParts],
        server: str | None,
        credentials: Mapping[str, str],
        client: httpx2.AsyncClient | None,
    ) -> None:
        self._document = document
        self._server: str | None = None
        if server is not None:
            self._server = server.rstrip("/")
        self._credentials = credentials
        self._client = client or httpx2.AsyncClient()
        self._methods: dict[str, MethodParts] = {}
        for parts in methods:
            name = _INVALID_IN_NAME.sub("_", f"{parts.contract.name}_{parts.method.name}")
            # The end of a name says more than its beginning.
            name = name[-NAME_LENGTH:]
            if name in self._methods:
                # An underscore and a number of up to three digits distinguish it.
                name = f"{name[: NAME_LENGTH - 4]}_{len(self._methods)}"
            self._methods[name] = parts

    @property
    def tools(self) -> list[types.Tool]:
        """The tools in the order of the document."""
        return [self._tool(name, parts) for name, parts in self._methods.items()]

    def _tool(self, name: str, parts: MethodParts) -> types.Tool:
        """Return the description of a tool for clients: texts, schemas, and hints whether it
        changes something.
        """
        method = parts.method
        assert isinstance(method, doc.HttpMethod)
        texts = [method.summary, method.description, *self._error_texts(method)]
        if method.deprecated:
            texts.append(f"Deprecated. {method.deprecation_message or ''}")
        # The result of a tool is always an object, so that the response is a member of one.
        output: dict[str, Any] | None = None
        success = output_schema(method)
        if success is not None:
            output = with_definitions(
                {"type": "object", "properties": {"result": success}, "required": ["result"]},
                self._document,
                # All types, since clients validate results by this schema.
                most=float("inf"),
            )
        required_headers = [
            param.name.lower() for param in method.header_params or () if param.required
        ]
        is_reading = method.http_method in READING
        # PUT and DELETE are idempotent by RFC 9110, 9.2.2, and others with a key for repetitions.
        is_idempotent = (
            is_reading
            or method.http_method in ("PUT", "DELETE")
            or IDEMPOTENCY_KEY in required_headers
        )
        return types.Tool(
            name=name,
            title=f"{method.http_method} {method.http_path}",
            description=as_data("\n\n".join(filter(None, texts))),
            input_schema=with_definitions(input_schema(parts), self._document, most=float("inf")),
            output_schema=output,
            annotations=types.ToolAnnotations(
                read_only_hint=is_reading,
                destructive_hint=not is_reading,
                idempotent_hint=is_idempotent,
                open_world_hint=True,
            ),
        )

    def _error_texts(self, method: doc.HttpMethod) -> Iterator[str]:
        """Yield a line for each declared error of a method: its key, status and description."""
        for key in method.errors:
            error = self._document.errors[key]
            # Without a description, nothing follows the status.
            yield f"Error {key} ({error.status_code}): {error.description or ''}".rstrip(": ")

    def server(self, name: str = "ggdocs") -> "Server[Any]":
        """Return an MCP server with the tools, for any transport."""

        # The server calls these functions with its context and the parameters of a request.
        async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
            return types.ListToolsResult(tools=self.tools)

        async def call_tool(
            _context: object, params: types.CallToolRequestParams
        ) -> types.CallToolResult:
            return await self.call(params.name, params.arguments or {})

        return Server(name, version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
        """Call a method of the service, and return its response as the result of a tool. If the
        call is invalid, or the service does not answer, the result says why.

        Args:
            name: The name of the tool.
            arguments: The values by their names in the input schema of the tool.
        """
        parts = self._methods.get(name)
        if parts is None:
            message = f"there is no tool {name!r}{suggestion(name, self._methods)}"
            return text_result(message, is_error=True)
        problems = _problems_of_names(arguments, input_schema(parts))
        if problems:
            return text_result("; ".join(problems), is_error=True)
        try:
            request = http_request(parts, arguments)
            self._add_credentials(parts, request)
            response = await self._send(parts, request)
        except UnfitArgument as error:
            return text_result(str(error), is_error=True)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            return text_result(f"the service does not answer: {error!r}", is_error=True)
        try:
            if response.is_success:
                return self._success(parts, response)
            return self._failure(parts, response)
        except _NotJson as error:
            return text_result(str(error), is_error=True)

    def _add_credentials(self, parts: MethodParts, request: HttpRequest) -> None:
        """Add the credentials of the first alternative of which the environment has all. An empty
        alternative needs none; without any that fits, the request is sent without credentials.
        """
        # `mcp_tools` has checked that credentials are for schemes of the document; other schemes
        # have no value.
        schemes = self._document.security_schemes or {}
        for alternative in needed_schemes(parts):
            values = {name: self._value_of_credential(name) for name in alternative}
            # An empty value is one that the environment does not have.
            if not all(values.values()):
                continue
            for name, value in values.items():
                is_basic = schemes[name].get("scheme", "").lower() == "basic"
                if is_basic:
                    # The environment has `user:password` (RFC 7617).
                    value = base64.b64encode(value.encode()).decode()
                add_credential(request, schemes[name], value)
            return

    def _value_of_credential(self, scheme: str) -> str:
        """Return the value of the environment variable for a security scheme; empty without it."""
        return os.environ.get(self._credentials.get(scheme, ""), "")

    async def _send(self, parts: MethodParts, request: HttpRequest) -> httpx2.Response:
        """Send a request to the service, and return the response."""
        assert isinstance(parts.method, doc.HttpMethod)
        url = (self._server or server_of(self._document, parts.method)) + request.path
        headers = dict(request.headers)
        options: dict[str, Any] = {"params": request.query, "headers": headers}
        # As a header, because cookies of the client are sent with all of its requests.
        if request.cookies:
            pairs = [f"{name}={value}" for name, value in request.cookies.items()]
            headers["Cookie"] = "; ".join(pairs)
        if request.form is not None:
            # The client adds the media type itself, with the boundary of its parts.
            options |= _form_parts(request.form, request.files)
        elif request.media_type:
            headers["Content-Type"] = request.media_type
            if is_json(request.media_type):
                options["content"] = json.dumps(request.body).encode()
            else:
                # Models write other bodies as Base64, because arguments are JSON.
                options["content"] = _bytes_of_base64("body", request.body)
        return await self._client.request(request.verb, url, **options)

    def _success(self, parts: MethodParts, response: httpx2.Response) -> types.CallToolResult:
        """Return the result of a successful response: JSON data, a text, or a file. A response
        without a body is an error if the tool declares JSON data.

        Raises:
            _NotJson: The body is declared as JSON, and is not.
        """
        media_type = response.headers.get("content-type", "")
        status = response.status_code
        # Whether the tool has an output schema.
        has_value = output_schema(parts.method) is not None
        if has_value and (not response.content or status == httpx2.codes.NO_CONTENT):
            # Clients refuse a result without the value that the tool declares.
            return text_result(f"the call succeeded ({status}), without content", is_error=True)
        if has_value and is_json(media_type):
            value = _read_json(response)
            content = types.TextContent(text=json.dumps(value, ensure_ascii=False))
            return types.CallToolResult(content=[content], structured_content={"result": value})
        if not response.content or media_type.startswith("text/"):
            return text_result(_response_text(response) or f"status {status}, no content")
        # Any other media type is a file.
        blob = base64.b64encode(response.content).decode()
        uri = str(response.url)
        resource = types.BlobResourceContents(uri=uri, mime_type=media_type, blob=blob)
        return types.CallToolResult(content=[types.EmbeddedResource(resource=resource)])

    def _failure(self, parts: MethodParts, response: httpx2.Response) -> types.CallToolResult:
        """Return the result of a response that is no success: the key and description of the
        declared error, and the body.
        """
        status = response.status_code
        try:
            body = _read_json(response)
        except _NotJson:
            body = _response_text(response)
        # None for an error that the contract does not declare.
        key = self._error_key(parts, status, body)
        text: str | None = "the contract has no such error"
        if key is not None:
            text = self._document.errors[key].description
        body_text = json.dumps(body, ensure_ascii=False)
        content = types.TextContent(text=f"{key or 'status'} ({status}): {text or ''}\n{body_text}")
        structured = {"error": key, "status": status, "body": body}
        return types.CallToolResult(content=[content], structured_content=structured, is_error=True)

    def _error_key(self, parts: MethodParts, status: int, body: object) -> str | None:
        """Return the key of the declared error that a response is.

        Among the declared errors with the status of the response, it is the one with the same type
        as the body, or else the only one. None if there is no such error, or if several are
        possible.

        Args:
            parts: The called method.
            status: The status of the response.
            body: Its body: parsed JSON, or a text.
        """
        errors = self._document.errors
        keys = [key for key in parts.method.errors if errors[key].status_code == status]
        if isinstance(body, dict):
            for key in keys:
                # A type is a name such as ``ORDER_NOT_FOUND``. Two missing ones match, too: the
                # error has no name, and the body no type.
                if errors[key].type == body.get("type"):
                    return key
        if len(keys) == 1:
            return keys[0]
        return None


class _NotJson(Exception):
    """Raised for a response whose body is not valid JSON."""


def _read_json(response: httpx2.Response) -> Any:
    """Return the JSON data of a response.

    Raises:
        _NotJson: Its body is not valid JSON.
    """
    try:
        value = strict_json(response.content)
    except (ValueError, RecursionError) as error:
        status = response.status_code
        message = f"the service answered {status} with a body that is not JSON: {error}"
        raise _NotJson(message) from error
    # JSON may escape half a character, which the result of a tool cannot have.
    return with_letters(value)


def _response_text(response: httpx2.Response) -> str:
    """Return the body of a response as text, without halves of surrogate pairs."""
    return str(with_letters(response.text))


def _bytes_of_base64(name: str, value: object) -> bytes:
    """Return the bytes that the value of an argument has as Base64.

    Args:
        name: The name of the argument, for messages.
        value: The text in Base64.

    Raises:
        UnfitArgument: It is not Base64.
    """
    try:
        return base64.b64decode(str(value), validate=True)
    except ValueError as error:
        raise UnfitArgument(f"{name}: write the bytes in Base64") from error


@takes_options
def mcp_tools(
    source: Source | None = None,
    *,
    title: str | None = None,
    server: str | None = None,
    methods: Iterable[str] = (),
    groups: Iterable[str] = (),
    audience: str | Iterable[str] | None = None,
    credentials: Mapping[str, str] | None = None,
    client: httpx2.AsyncClient | None = None,
    **fields: Any,
) -> ContractTools:
    """Return HTTP methods as MCP tools.

    Tools are the methods that `methods` and `groups` choose together; without these, the methods
    that are marked for the audience, or none if there is no audience either. Methods that the
    service calls itself, and those with streams, cannot be tools.

    Args:
        source: A spec, the options of one, contracts, or an application.
        title: The title of the service; required for contracts.
        server: The address of the service; the first server of the document unless given.
        methods: Names of methods, ``OrderApi.cancel``, or of contracts.
        groups: Slugs of groups.
        audience: The audience of the document, a name or several; by default that of `source`.
        credentials: For each security scheme, the environment variable with its value, which is
            ``user:password`` for HTTP basic authentication. The model neither chooses nor sees it.
        client: Sends the requests; None for one of its own.
        fields: The options of a document, in place of `source`.

    Raises:
        ValueError: A method, group or scheme does not exist, or the service has no address.
    """
    document = build_contract_doc(source, title=title, audience=audience, **fields)
    all_methods = LoadedDocument(document).methods
    possible = {name: parts for name, parts in all_methods.items() if _can_be_tool(parts)}
    chosen = _methods_by_choice(possible, methods, groups)
    if audience is not None and not methods and not groups:
        # Methods that are marked for the audience are those that the public (a document for no
        # audience) does not see.
        public = build_contract_doc(source, title=title, audience=(), **fields)
        chosen = possible.keys() - LoadedDocument(public).methods.keys()
    for scheme in credentials or {}:
        _check_choice(scheme, document.security_schemes or (), "security scheme")
    chosen_methods = [parts for name, parts in possible.items() if name in chosen]
    if server is None:  # then each method needs a server of the document
        _check_servers(document, chosen_methods)
    return ContractTools(document, chosen_methods, server, credentials or {}, client)


def _check_servers(document: ApiDocsDocument, methods: Iterable[MethodParts]) -> None:
    """Raise a `ValueError` for a method without a server that has a host."""
    for parts in methods:
        assert isinstance(parts.method, doc.HttpMethod)
        # The placeholder is the host of a server that names none.
        if server_of(document, parts.method).startswith(HOST_PLACEHOLDER):
            raise ValueError(f"{parts.name} has no server with an address; give server=")


def _can_be_tool(parts: MethodParts) -> bool:
    """Return whether a method can be a tool: an HTTP method that clients call, and whose response
    is no stream, because a tool has to return.
    """
    if not isinstance(parts.method, doc.HttpMethod) or not is_called_by_clients(parts):
        return False
    response = parts.method.success_response
    if response is None:
        return True
    return not any(content.stream for content in response.contents or ())


def _methods_by_choice(
    possible: Mapping[str, MethodParts], methods: Iterable[str], groups: Iterable[str]
) -> set[str]:
    """Return the full names of the methods that are chosen by name, by contract or by group.

    Args:
        possible: The methods that can be tools, by full name.
        methods: Full names, names such as ``OrderApi.cancel``, or names of contracts.
        groups: Slugs of groups.

    Raises:
        ValueError: There is no such method, contract or group.
    """
    by_name: dict[str, set[str]] = {}
    by_group: dict[str, set[str]] = {}
    for name, parts in possible.items():
        by_group.setdefault(parts.group, set()).add(name)
        short_name = f"{parts.contract.name}.{parts.method.name}"
        for choice in (name, short_name, parts.contract.name):
            by_name.setdefault(choice, set()).add(name)
    chosen: set[str] = set()
    for kind, names, methods_of_choice in (
        ("method", methods, by_name),
        ("group", groups, by_group),
    ):
        for name in names:
            _check_choice(name, methods_of_choice, kind)
            chosen |= methods_of_choice[name]
    return chosen


def _check_choice(name: str, valid_names: Iterable[str], kind: str) -> None:
    """Raise a `ValueError` that suggests similar names, if a name is unknown."""
    if name not in valid_names:
        raise ValueError(f"there is no {kind} {name!r} to offer{suggestion(name, valid_names)}")


def _problems_of_names(arguments: Iterable[str], schema: Mapping[str, Any]) -> list[str]:
    """Return the problems of the names of arguments: unknown ones, and required ones that are
    missing.

    Args:
        arguments: The names.
        schema: The input schema of the tool.
    """
    properties = schema["properties"]
    problems: list[str] = []
    for name in arguments:
        if name not in properties:
            problem = f"no argument {name!r}{suggestion(name, properties)}"
            problems.append(problem)
    for name in schema.get("required", ()):
        if name not in arguments:
            problem = f"the argument {name!r} is missing"
            problems.append(problem)
    return problems


def _form_parts(values: Mapping[str, Any], file_names: Iterable[str]) -> dict[str, Any]:
    """Return the values of a form as arguments of `httpx2.AsyncClient.request`: its fields as
    ``data``, and its files, if it has any, as ``files``.

    Args:
        values: The fields of the form by name; those of files in Base64.
        file_names: The names of the fields that are files.

    Raises:
        UnfitArgument: The value of a file is not Base64.
    """
    fields = dict(values)
    files: dict[str, bytes] = {}
    for name in file_names:
        if name in fields:
            files[name] = _bytes_of_base64(name, fields.pop(name))
    parts: dict[str, Any] = {"data": fields}
    if files:
        parts["files"] = files
    return parts
