"""Writes the HTTP request of a call: address, parameters, credentials, and code that sends it."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from ..contracts.media_types import is_json
from ..document import parts as doc
from ..document.examples import example
from ..document.model import ApiDocsDocument
from .json_schemas import argument_names, body_of
from .library import MethodParts, UnknownName

_CALLED_ADDRESS = re.compile(r"(?:https?://[^\s/?#\\@{}]+|(?=/(?!/)))[^\s?#\\]*", re.IGNORECASE)
"""What a server is called at once its variables are filled in: an address, whose host nobody reads
as another one, or a path. ``ui/src/samples/servers.ts`` has the rule of browsers."""
UNKNOWN_HOST = "https://HOST"
"""Where a document does not name the server."""
TOKEN = "$TOKEN"  # noqa: S105  # the name of a variable
"""The credential in code, a variable of the environment."""
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


class UnfitArgument(Exception):
    """A value that cannot be sent at its place."""


@dataclass
class HttpRequest:
    """What is sent."""

    verb: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    body: Any = None
    media_type: str = ""
    """Of the body; empty without one."""
    files: tuple[str, ...] = ()
    """The parts of a form that are files."""

    @property
    def form(self) -> Mapping[str, Any] | None:
        """The fields of a form; None where the body is none."""
        return self.body if self.media_type in FORMS and isinstance(self.body, dict) else None


def http_request(parts: MethodParts, arguments: Mapping[str, Any]) -> HttpRequest:
    """Return the request of a call without its credentials.

    Args:
        parts: A method over HTTP.
        arguments: By names of `argument_names`, and ``body``.

    Raises:
        UnfitArgument: A value would lead to another path, or cannot be sent.
    """
    method = parts.method
    assert isinstance(method, doc.HttpMethod)
    for name, value in arguments.items():
        _check(name, value)
    request = HttpRequest(method.http_method, method.http_path)
    steps: dict[str, str] = {}
    for name, (place, param) in argument_names(parts).items():
        if name in arguments:
            value = arguments[name]
            if place == "path":
                steps[f"{{{param.name}}}"] = _step(name, param, value)
            elif place == "query":
                request.query += _pairs(param, value)
            elif place == "header":
                request.headers[param.name] = _header(name, value)
            else:
                request.cookies[param.name] = quote(_text(value), safe="")
    # At once: a value may look like another placeholder.
    request.path = re.sub(r"\{[^{}]*\}", lambda match: steps.get(match[0], match[0]), request.path)
    if "body" in arguments and (content := body_of(method)) is not None:
        request.body, request.media_type = arguments["body"], content.media_type
        request.files = tuple(filter(None, content.files or ()))
    return request


def _check(name: str, value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise UnfitArgument(f"{name}: a text has an unpaired surrogate, such as \\ud800") from error
    except (ValueError, RecursionError) as error:
        raise UnfitArgument(f"{name}: {error}") from error


def _step(name: str, param: doc.Param, value: object) -> str:
    """Return a value as one step of a path, or as several where the parameter has them."""
    text = _text(value)
    steps = [text]
    if param.slashes:
        steps = text.removesuffix("/").split("/")
    if not {"", ".", ".."}.isdisjoint(steps):
        raise UnfitArgument(f"{name}: {text!r} would lead to another path")
    return quote(text, safe="/" if param.slashes else "")


def _header(name: str, value: object) -> str:
    text = _text(value)
    if not (text.isprintable() and text.isascii()):
        raise UnfitArgument(f"{name}: a header may contain only printable ASCII characters")
    return text


def _pairs(param: doc.Param, value: object) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a parameter in a query (OpenAPI 3.1, 4.8.12)."""
    if isinstance(value, list) and param.explode is not False:
        for item in value:
            yield param.name, _text(item)
    elif isinstance(value, list):
        yield param.name, ",".join(map(_text, value))
    elif isinstance(value, dict) and param.media_type is None:
        for key, item in value.items():
            if param.style == "deepObject":
                key = f"{param.name}[{key}]"
            yield key, _text(item)
    else:
        yield param.name, _text(value)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def needed_schemes(parts: MethodParts) -> doc.Security:
    """Return the alternatives of security schemes that a call needs; none where nothing is
    declared.
    """
    own = parts.method.security
    return (parts.contract.security if own is None else own) or ()


def add_credential(request: HttpRequest, scheme: Mapping[str, Any], value: str) -> None:
    """Add the credential of a security scheme to a request."""
    match scheme:
        case {"type": "apiKey", "in": "header", "name": name}:
            request.headers[name] = value
        case {"type": "apiKey", "in": "query", "name": name}:
            request.query.append((name, value))
        case {"type": "apiKey", "name": name}:
            request.cookies[name] = value
        case {"type": "http", "scheme": str(kind)}:
            request.headers["Authorization"] = f"{kind.capitalize()} {value}"
        case _:
            request.headers["Authorization"] = f"Bearer {value}"


def server_of(document: ApiDocsDocument, method: doc.HttpMethod) -> str:
    """Return the address of the first server of a method over HTTP; its variables have their
    defaults.
    """
    for server in method.servers or document.service.servers or ():
        url = server.url
        for name, variable in (server.variables or {}).items():
            url = url.replace(f"{{{name}}}", variable.default)
        if _CALLED_ADDRESS.fullmatch(url):
            return (UNKNOWN_HOST + url if url.startswith("/") else url).rstrip("/")
    return UNKNOWN_HOST


def code_of_call(document: ApiDocsDocument, parts: MethodParts, language: str) -> str:
    """Return code that calls a method: that of its author, else a command of curl with examples of
    its required arguments. Credentials are a variable of the environment.

    Raises:
        UnknownName: There is no code in the language, or the method is not called over HTTP.
    """
    method = parts.method
    if not isinstance(method, doc.HttpMethod):
        raise UnknownName(f"{parts.name} is a message over a WebSocket; read it for its format")
    samples = {sample.language.lower(): sample.code for sample in method.code_samples or ()}
    if language.lower() in samples:
        return samples[language.lower()]
    if language.lower() != "curl":
        raise UnknownName(f"no code in {language!r}; there is {', '.join(('curl', *samples))}")
    request = http_request(parts, _example_arguments(document, parts))
    schemes = document.security_schemes or {}
    alternatives = list(filter(None, needed_schemes(parts)))
    if alternatives:
        for name in alternatives[0]:
            add_credential(request, schemes.get(name, {}), TOKEN)
    return _curl(request, server_of(document, method) + request.path)


def _example_arguments(document: ApiDocsDocument, parts: MethodParts) -> dict[str, Any]:
    """Return examples of the required arguments of a method."""
    arguments: dict[str, Any] = {}
    for name, (_place, param) in argument_names(parts).items():
        if param.required:
            arguments[name] = json.loads(example(param.schema, document.schemas))
    content = body_of(parts.method)
    if content is not None:
        arguments["body"] = json.loads(example(content.schema or {}, document.schemas))
    return arguments


def _curl(request: HttpRequest, url: str) -> str:
    if request.query:
        url += f"?{urlencode(request.query)}".replace(quote(TOKEN), TOKEN)
    lines = [f"curl -X {request.verb} {_shell(url)}"]
    for name, value in request.headers.items():
        lines.append(f"-H {_shell(f'{name}: {value}')}")
    for name, value in request.cookies.items():
        lines.append(f"-b {_shell(f'{name}={value}')}")
    if request.form is not None:
        lines += _curl_fields(request, request.form)
    elif request.media_type:
        lines.append(f"-H {shlex.quote(f'Content-Type: {request.media_type}')}")
        if is_json(request.media_type):
            body = json.dumps(request.body, ensure_ascii=False)
            lines.append(f"-d {shlex.quote(body)}")
        else:
            lines.append("--data-binary @FILE")
    return " \\\n  ".join(lines)


def _curl_fields(request: HttpRequest, form: Mapping[str, Any]) -> Iterator[str]:
    """Yield the options of curl for the fields of a form."""
    option = "--data-urlencode"
    if request.media_type == FORMS[0]:
        option = "-F"
    for name, value in form.items():
        text = "@FILE"
        if name not in request.files:
            text = _text(value)
        yield f"{option} {shlex.quote(f'{name}={text}')}"


def _shell(text: str) -> str:
    """Return a word of a shell, in which the variable with the token is replaced, and nothing
    else.
    """
    is_safe = re.fullmatch(rf"[\w :;=./?&%-]*{re.escape(TOKEN)}", text, re.ASCII)
    if is_safe:
        return f'"{text}"'
    return shlex.quote(text)
