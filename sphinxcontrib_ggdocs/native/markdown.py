"""The contract document as one Markdown file, for repositories, reviews, and programs that read prose."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import document as doc
from .frames import is_bare, outline
from .markdown_text import Row, below, sentences, table
from .security import carrier_of, is_undeclared
from .type_words import TypeWords, bounds

FIELD = ("Type", "Required", "Description")
"""Heads of the columns after the name."""


def markdown_of(document: doc.ApiDocsDocument) -> str:
    """The whole document: service, groups, contracts, methods, errors, types.

    Descriptions are taken as they are written, with their headings below ours; those in reStructuredText stay that.
    """
    return "\n\n".join(block for block in _Prose(document)() if block) + "\n"


class _Prose:
    """Writes one document."""

    def __init__(self, document: doc.ApiDocsDocument) -> None:
        self._document = document
        self._types = TypeWords(document.schemas)

    def __call__(self) -> Iterator[str]:
        """Every block; empty ones are left out."""
        document = self._document
        service = document.service
        yield f"# {service.name}" + (f" {service.version}" if service.version else "")
        yield self._text(service.description, 1)
        yield "\n".join(line for server in service.servers or () for line in _server(server))
        for group in document.groups:
            yield f"## {group.name}"
            yield self._text(group.description, 2)
            for contract in group.contracts:
                yield from self._contract(contract)
        if document.errors:
            yield "## Errors"
            rows = map(self._error, document.errors.items())
            yield table(("Type", "Status", "Data", "Description"), rows)
            for key, error in document.errors.items():
                if error.data is not None:
                    yield self._fields(f"Field of `{key}`", error.data)
        if document.schemas:
            yield "## Types"
            for name, schema in document.schemas.items():
                yield from self._schema(name, schema)

    def _text(self, text: str | None, level: int) -> str:
        return below(text, level, markup=self._document.markup)

    def _contract(self, contract: doc.HttpContract | doc.WebSocketContract) -> Iterator[str]:
        yield f"### {contract.name}"
        yield self._text(contract.description, 3)
        path = contract.path if isinstance(contract, doc.WebSocketContract) else contract.path_prefix
        facts = [f"Path: `{path}`"] if path else []
        if isinstance(contract, doc.HttpContract) and contract.outgoing:
            facts.append("Sent by the service")
        facts += self._security(contract)
        facts += ["How callers identify themselves is not declared"] if is_undeclared(contract) else []
        facts += [f"Permission: {contract.permission.text}"] if contract.permission else []
        facts += [f"Form of errors: {contract.error_format}"] if contract.error_format else []
        if isinstance(contract, doc.WebSocketContract):
            facts += self._errors(contract.errors or ())
            facts += self._framing(contract)
        facts += [_more(contract.external_docs)] if contract.external_docs else []
        facts += ["**Deprecated**"] if contract.deprecated else []
        yield "\n".join(f"- {fact}" for fact in facts)
        shared = [("header", contract.headers), ("cookie", contract.cookies)]
        if isinstance(contract, doc.WebSocketContract):
            shared = [("path", contract.path_params), ("query", contract.query_params), *shared]
        yield self._params(shared)
        for method in contract.methods:
            yield from self._method(contract, method)

    def _framing(self, contract: doc.WebSocketContract) -> Iterator[str]:
        framing = contract.framing
        told = f" – {framing.description}" if framing.description else ""
        yield f"Framing: {framing.name}{told}"
        for name, outer, keys in (
            ("A failed event", framing.event_error, framing.event_errors),
            ("What is no message", framing.refusal, framing.refusals),
        ):
            if outer is not None and keys:
                yield f"{name} is answered by `{outline(outer)}`: {', '.join(f'`{key}`' for key in keys)}"

    def _method(
        self, contract: doc.HttpContract | doc.WebSocketContract, method: doc.HttpMethod | doc.WebSocketMethod
    ) -> Iterator[str]:
        yield f"#### {method.name}"
        if isinstance(method, doc.HttpMethod):
            yield f"`{'/'.join(method.http_methods or (method.http_method,))} {method.http_path}`"
        else:
            direction = "client to server" if method.ws_direction == "OUT" else "server to client"
            yield f"{'Request' if method.ws_pattern == 'req' else 'Event'}, {direction}"
        if method.deprecated:
            yield f"**Deprecated.** {method.deprecation_message or ''}".rstrip()
        yield self._text(method.summary, 4)
        yield self._text(method.description, 4)
        if isinstance(method, doc.HttpMethod):
            yield self._params(
                [
                    ("path", method.path_params),
                    ("query", method.query_params),
                    ("header", method.header_params),
                    ("cookie", method.cookie_params),
                ]
            )
        facts = list(self._exchange(method))
        if isinstance(contract, doc.WebSocketContract) and isinstance(method, doc.WebSocketMethod):
            facts += _sent_as(contract, method)
        yield "\n".join(f"- {fact}" for fact in facts)
        yield from self._details(method)

    def _exchange(self, method: doc.HttpMethod | doc.WebSocketMethod) -> Iterator[str]:
        yield from self._security(method)
        if method.permission:
            yield f"Permission: {method.permission.text}"
        name, body = _sent(method)
        if body is not None:
            told = f"{name.capitalize()}: {self._contents(body.contents)}"
            told += "" if body.required else " (optional)"
            yield sentences(told, [body.description] if body.description else ())
        for response in _responses(method):
            status = f" {response.status_code}" if response.status_code else ""
            told = f"Answer{status}: {self._contents(response.contents or ())}"
            yield sentences(told, [response.description] if response.description else ())
        yield from self._errors(method.errors)
        if method.external_docs:
            yield _more(method.external_docs)

    def _security(self, part: doc.Contract | doc.Method) -> Iterator[str]:
        """The alternatives in one line each; schemes that are needed together are joined."""
        schemes = self._document.security_schemes or {}
        for number, alternative in enumerate(part.security or ()):
            start = "or " if number else ""
            credentials = [_credential(schemes.get(name, {}), scopes) for name, scopes in alternative.items()]
            yield f"Authentication: {start}{' together with '.join(credentials) or 'none needed'}"

    def _errors(self, keys: Sequence[str]) -> Iterator[str]:
        if keys:
            errors = self._document.errors
            yield f"Errors: {', '.join(f'{errors[key].status_code} `{key}`' for key in keys)}"

    def _details(self, method: doc.HttpMethod | doc.WebSocketMethod) -> Iterator[str]:
        """The fields of objects that have no name, and the headers of the answer."""
        name, body = _sent(method)
        for content in body.contents if body is not None else ():
            yield self._fields(f"Field of the {name}", content.schema or {}, content.files or {})
        for response in _responses(method):
            for content in response.contents or ():
                yield self._fields("Field of the answer", content.schema or {})
        if isinstance(method, doc.HttpMethod) and method.response_headers:
            rows = [(f"`{each.name}`", *self._param(each)) for each in method.response_headers]
            yield table(("Header of the answer", *FIELD), rows)

    def _contents(self, contents: Sequence[doc.Content]) -> str:
        return " or ".join(map(self._content, contents)) or "no content"

    def _content(self, content: doc.Content) -> str:
        words = f"`{self._types(content.schema)}`" if content.schema is not None else "bytes"
        words = f"a stream of {words}" if content.stream else words
        words = words if content.media_type == "application/json" else f"{words} as `{content.media_type}`"
        facts = [*bounds(content.schema or {}), *_file((content.files or {}).get(""))]
        return f"{words} ({'; '.join(facts)})" if facts else words

    def _params(self, places: Iterable[tuple[str, tuple[doc.Param, ...] | None]]) -> str:
        rows = [(f"`{param.name}`", place, *self._param(param)) for place, params in places for param in params or ()]
        return table(("Parameter", "In", *FIELD), rows) if rows else ""

    def _param(self, param: doc.Param) -> Row:
        return self._typed(param.schema, param.description, param.required, deprecated=bool(param.deprecated))

    def _typed(
        self,
        schema: doc.JsonSchema,
        description: str | None,
        required: bool,
        *,
        deprecated: bool = False,
        file: doc.FilePart | None = None,
    ) -> Row:
        told = sentences(description or schema.get("description"), [*bounds(schema), *_file(file)])
        told = f"**Deprecated.** {told}".rstrip() if deprecated or schema.get("deprecated") else told
        return (f"`{self._types(schema)}`", "yes" if required else "no", told)

    def _fields(self, head: str, schema: doc.JsonSchema, files: Mapping[str, doc.FilePart] | None = None) -> str:
        """The fields of an object, if it has any."""
        required = schema.get("required", ())
        rows = [
            (f"`{name}`", *self._typed(each, None, name in required, file=(files or {}).get(name)))
            for name, each in _properties(schema)
        ]
        return table((head, *FIELD), rows) if rows else ""

    def _error(self, item: tuple[str, doc.Error]) -> Row:
        key, error = item
        data = f"`{self._types(error.data)}`" if error.data is not None else ""
        return (f"`{key}`", str(error.status_code), data, error.description or "")

    def _schema(self, name: str, schema: doc.JsonSchema) -> Iterator[str]:
        yield f"### `{self._types.name(name)}`"
        if schema.get("deprecated"):
            yield "**Deprecated.**"
        yield self._text(schema.get("description"), 3)
        fields = self._fields("Field", schema)
        if fields:
            yield fields
            if schema.get("additionalProperties") is False:
                yield "No other fields are accepted."
            return
        kind = "Brand: " if "x-brand" in schema else ""
        yield kind + "; ".join((f"`{self._types(schema)}`", *bounds(schema)))
        if mapping := schema.get("discriminator", {}).get("mapping", {}):
            field = schema["discriminator"].get("propertyName", "")
            rows = [(f'`"{value}"`', f"`{self._types({'$ref': target})}`") for value, target in mapping.items()]
            yield table((f"`{field}`", "Type"), rows)


def _sent_as(contract: doc.WebSocketContract, method: doc.WebSocketMethod) -> Iterator[str]:
    """The frames of a message and its answers, where there is anything around a payload."""
    framing = contract.framing
    if is_bare(framing):
        return
    is_request = method.ws_pattern == "req"
    outer = method.ws_frame or (framing.request if is_request else framing.event)
    yield f"As sent: `{outline(outer, method=method.name, empty=method.ws_input is None)}`"
    if is_request:
        yield f"Its answer as sent: `{outline(framing.answer)}`"
    if method.errors:
        yield f"Its errors as sent: `{outline(framing.error)}`"


def _server(server: doc.Server) -> Iterator[str]:
    yield f"- <{server.url}>: {server.description}" if server.description else f"- <{server.url}>"
    for name, variable in (server.variables or {}).items():
        values = f", one of {', '.join(f'`{value}`' for value in variable.enum)}" if variable.enum else ""
        told = sentences(variable.description, [f"default `{variable.default}`{values}"])
        yield f"  - `{name}`: {told}"


def _sent(method: doc.HttpMethod | doc.WebSocketMethod) -> tuple[str, doc.Body | None]:
    """What the caller sends, and what it is called."""
    if isinstance(method, doc.HttpMethod):
        return "body", method.request_body
    return "message", method.ws_input


def _responses(method: doc.HttpMethod | doc.WebSocketMethod) -> list[doc.Response]:
    more = method.more_responses or () if isinstance(method, doc.HttpMethod) else ()
    return [response for response in (method.success_response, *more) if response is not None]


def _properties(schema: doc.JsonSchema) -> list[tuple[str, doc.JsonSchema]]:
    return [(name, each if isinstance(each, dict) else {}) for name, each in schema.get("properties", {}).items()]


def _credential(scheme: Mapping[str, Any], scopes: Sequence[str]) -> str:
    """A scheme, where its credential is sent, and how to get one."""
    kinds = {"apiKey": "API key", "oauth2": "OAuth 2", "openIdConnect": "OpenID Connect"}
    kind = kinds.get(scheme.get("type", ""), scheme.get("scheme", ""))
    carrier = carrier_of(scheme)
    text = f"{kind} in the {carrier[0]} `{carrier[1]}`" if carrier else "certificate of the client (mutual TLS)"
    if scopes:
        text += f" with the scopes {', '.join(f'`{scope}`' for scope in scopes)}"
    facts = [scheme["description"]] if scheme.get("description") else []
    if url := scheme.get("openIdConnectUrl"):
        facts.append(f"configuration <{url}>")
    for name, flow in scheme.get("flows", {}).items():
        urls = [f"<{flow[key]}>" for key in ("authorizationUrl", "tokenUrl", "refreshUrl") if flow.get(key)]
        facts.append(f"{name}: {', '.join(urls)}")
    return f"{text} – {'; '.join(facts)}" if facts else text


def _more(link: doc.ExternalDocs) -> str:
    return f"See also: [{link.description}]({link.url})" if link.description else f"See also: <{link.url}>"


def _file(file: doc.FilePart | None) -> Iterator[str]:
    if file is not None and file.media_types:
        yield " or ".join(f"`{each}`" for each in file.media_types)
    if file is not None and file.max_size is not None:
        yield f"at most {file.max_size} bytes"
