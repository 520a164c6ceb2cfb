"""Writes the HTTP request of a call: address, parameters, credentials, and code that sends it."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from ..contracts.media_types import is_json
from ..document import parts as doc
from ..document.examples import example
from ..document.model import ApiDocsDocument
from .json_schemas import argument_names, body_of
from .library import MethodParts, UnknownName

_SERVER_ADDRESS = re.compile(r"(?:https?://[^\s/?#\\@{}]+|(?=/(?!/)))[^\s?#\\]*", re.IGNORECASE)
"""The URL of a server to which requests are sent: an absolute URL whose host is unambiguous, or a
path. ``ui/src/samples/servers.ts`` has the same rule for browsers."""
HOST_PLACEHOLDER = "https://HOST"
"""Stands for the server if a document names none."""
TOKEN = "$TOKEN"  # noqa: S105  # The name of a variable.
"""The environment variable that stands for credentials in code."""
MULTIPART = "multipart/form-data"
FORMS = (MULTIPART, "application/x-www-form-urlencoded")
"""The media types of forms."""


class UnfitArgument(Exception):
    """Raised for the value of an argument that cannot be sent as the parameter it is for."""


@dataclass
class HttpRequest:
    """An HTTP request to a described service, without its server."""

    verb: str
    path: str
    """The path with the values of its parameters, percent-encoded."""
    query: list[tuple[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    body: Any = None
    """The body as parsed JSON."""
    media_type: str = ""
    """The media type of the body; empty without one."""
    files: tuple[str, ...] = ()
    """The names of the fields of a form that are files."""

    @property
    def form(self) -> Mapping[str, Any] | None:
        """The fields of a form; None if the body is no form."""
        if self.media_type in FORMS and isinstance(self.body, dict):
            return self.body
        return None


def http_request(parts: MethodParts, arguments: Mapping[str, Any]) -> HttpRequest:
    """Return the request of a call without its credentials.

    Args:
        parts: A method over HTTP.
        arguments: The values by the names of `argument_names`, and ``body``.

    Raises:
        UnfitArgument: A value would lead to another path, or cannot be sent.
    """
    method = parts.method
    assert isinstance(method, doc.HttpMethod)
    for name, value in arguments.items():
        _check_json_value(name, value)
    request = HttpRequest(method.http_method, method.http_path)
    placeholder_values: dict[str, str] = {}
    for name, (place, param) in argument_names(parts).items():
        if name in arguments:
            value = arguments[name]
            if place == "path":
                placeholder_values[f"{{{param.name}}}"] = _path_segments(name, param, value)
            elif place == "query":
                request.query += _query_pairs(param, value)
            elif place == "header":
                request.headers[param.name] = _header_value(name, value)
            else:
                # A cookie, whose value cannot have all characters.
                request.cookies[param.name] = quote(_text(value), safe="")
    # All placeholders are replaced in one pass, because a value may look like another placeholder.
    request.path = re.sub(
        r"\{[^{}]*\}",
        # A placeholder without a value stays.
        lambda match: placeholder_values.get(match[0], match[0]),
        request.path,
    )
    if "body" in arguments and (content := body_of(method)) is not None:
        request.body, request.media_type = arguments["body"], content.media_type
        # The empty name is that of a body that is a file as a whole, and no form.
        request.files = tuple(filter(None, content.files or ()))
    return request


def _check_json_value(name: str, value: object) -> None:
    """Raise `UnfitArgument` if the value of an argument cannot be written as JSON in UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise UnfitArgument(f"{name}: a text has an unpaired surrogate, such as \\ud800") from error
    except (ValueError, RecursionError) as error:
        raise UnfitArgument(f"{name}: {error}") from error


def _path_segments(name: str, param: doc.Param, value: object) -> str:
    """Return a value, percent-encoded, as one segment of a path, or as several if the parameter
    allows slashes.

    Args:
        name: The name of the argument, for messages.
        param: The path parameter.
        value: The value of the argument.

    Raises:
        UnfitArgument: A segment is empty or a dot segment, which clients remove.
    """
    text = _text(value)
    segments = [text]
    unescaped_characters = ""
    if param.slashes:
        # A slash at the end is no empty segment inside the path, and is sent.
        segments = text.removesuffix("/").split("/")
        unescaped_characters = "/"
    if not {"", ".", ".."}.isdisjoint(segments):
        raise UnfitArgument(f"{name}: {text!r} would lead to another path")
    return quote(text, safe=unescaped_characters)


def _header_value(name: str, value: object) -> str:
    """Return a value as that of a header.

    Args:
        name: The name of the argument, for messages.
        value: The value of the argument.

    Raises:
        UnfitArgument: It has characters that a header cannot have.
    """
    text = _text(value)
    if not (text.isprintable() and text.isascii()):
        raise UnfitArgument(f"{name}: a header may contain only printable ASCII characters")
    return text


def _query_pairs(param: doc.Param, value: object) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a parameter in a query, as its style says (OpenAPI 3.1,
    4.8.12): ``a=1&a=2`` of a list, or ``a=1,2`` if it is not exploded; of an object ``key=value``
    for each property, or ``a[key]=value`` in the style ``deepObject``.

    A document as the value of a parameter, such as one in JSON, is written as one text.
    """
    # Lists are exploded unless the parameter says otherwise.
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
    """Return a string without changes, and any other value as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value)


def needed_schemes(parts: MethodParts) -> doc.Security:
    """Return the alternatives of security schemes that a call needs: those of the method, else
    those of its contract; empty if none are declared.
    """
    security = parts.method.security
    if security is None:
        security = parts.contract.security
    return security or ()


def add_credential(request: HttpRequest, scheme: Mapping[str, Any], value: str) -> None:
    """Add the credential of a security scheme to a request.

    Args:
        request: The request, which is changed.
        scheme: The security scheme, as OpenAPI has it.
        value: The key, the token, or for HTTP basic authentication user and password in Base64.
    """
    match scheme:
        case {"type": "apiKey", "in": "header", "name": name}:
            request.headers[name] = value
        case {"type": "apiKey", "in": "query", "name": name}:
            request.query.append((name, value))
        case {"type": "apiKey", "name": name}:  # In a cookie.
            request.cookies[name] = value
        case {"type": "http", "scheme": str(kind)}:
            request.headers["Authorization"] = f"{kind.capitalize()} {value}"
        case _:  # OAuth 2 and OpenID Connect, whose tokens are bearer tokens.
            request.headers["Authorization"] = f"Bearer {value}"


def server_of(document: ApiDocsDocument, method: doc.HttpMethod) -> str:
    """Return the URL of the first usable server of a method or, if the method lists none, of its
    service. Variables in the URL have their defaults, and it has no slash at its end.

    A server is usable if its URL is an absolute web address or a path; a path gets
    `HOST_PLACEHOLDER` in front of it. Without a usable server, return `HOST_PLACEHOLDER`.
    """
    for server in method.servers or document.service.servers or ():
        url = server.url
        for name, variable in (server.variables or {}).items():
            url = url.replace(f"{{{name}}}", variable.default)
        if _SERVER_ADDRESS.fullmatch(url):
            # Only a path: the host is that from which the document is loaded, which is not known.
            if url.startswith("/"):
                url = HOST_PLACEHOLDER + url
            return url.rstrip("/")
    return HOST_PLACEHOLDER


def code_of_call(document: ApiDocsDocument, parts: MethodParts, language: str) -> str:
    """Return code that calls a method: a code sample of its author, else a curl command with
    examples of its required arguments. Credentials are an environment variable.

    Args:
        document: The document of the method.
        parts: The method.
        language: ``curl``, or the language of a code sample; the case does not matter.

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
    for name in _first_schemes(parts):
        add_credential(request, schemes.get(name, {}), TOKEN)
    return _curl(request, server_of(document, method) + request.path)


def _first_schemes(parts: MethodParts) -> Iterable[str]:
    """Return the names of the security schemes of the first alternative that needs credentials."""
    for alternative in needed_schemes(parts):
        # An empty alternative means that no credentials are needed.
        if alternative:
            return alternative
    return ()


def _example_arguments(document: ApiDocsDocument, parts: MethodParts) -> dict[str, Any]:
    """Return examples of the required arguments of a method, and of its body, required or not."""
    arguments: dict[str, Any] = {}
    for name, (_place, param) in argument_names(parts).items():
        if param.required:
            arguments[name] = json.loads(example(param.schema, document.schemas))
    content = body_of(parts.method)
    if content is not None:
        arguments["body"] = json.loads(example(content.schema or {}, document.schemas))
    return arguments


def _curl(request: HttpRequest, url: str) -> str:
    """Return the command of curl that sends a request.

    Args:
        request: The request.
        url: The URL with the path, without the query.
    """
    if request.query:
        # The variable of a credential is not encoded, so that the shell replaces it.
        url += f"?{urlencode(request.query)}".replace(quote(TOKEN), TOKEN)
    lines = [f"curl -X {request.verb} {_shell_word(url)}"]
    for name, value in request.headers.items():
        lines.append(f"-H {_shell_word(f'{name}: {value}')}")
    for name, value in request.cookies.items():
        lines.append(f"-b {_shell_word(f'{name}={value}')}")
    if request.form is not None:
        lines += _curl_fields(request, request.form)
    elif request.media_type:
        lines.append(f"-H {shlex.quote(f'Content-Type: {request.media_type}')}")
        if is_json(request.media_type):
            body = json.dumps(request.body, ensure_ascii=False)
            lines.append(f"-d {shlex.quote(body)}")
        else:
            # A body in another media type is the content of a file, which readers put there.
            lines.append("--data-binary @FILE")
    return " \\\n  ".join(lines)


def _curl_fields(request: HttpRequest, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the options of curl for the fields of a form, with ``@FILE`` for each file."""
    option = "--data-urlencode"
    if request.media_type == MULTIPART:
        option = "-F"
    for name, value in fields.items():
        text = "@FILE"
        if name not in request.files:
            text = _text(value)
        yield f"{option} {shlex.quote(f'{name}={text}')}"


def _shell_word(text: str) -> str:
    """Return a text as a quoted word of a shell. In a text that ends with the variable of a
    credential, the shell replaces the variable.
    """
    # Of these characters, none has a meaning in double quotes.
    has_safe_variable = re.fullmatch(rf"[\w :;=./?&%-]*{re.escape(TOKEN)}", text, re.ASCII)
    if has_safe_variable:
        return f'"{text}"'
    return shlex.quote(text)
