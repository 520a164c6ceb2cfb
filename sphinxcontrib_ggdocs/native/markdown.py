"""The view of a document as Markdown, for repositories, reviews, and programs that read prose."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from textwrap import indent
from typing import Literal

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..named_objects import split_name
from .markdown_text import Row as Cells
from .markdown_text import below, code_span, fenced, sentences, summary_of, table
from .safe_links import absolute_url, safe_markdown
from .view import (
    Alternatives,
    BodyView,
    ContentView,
    ContractView,
    CredentialView,
    DescribedValue,
    DocumentView,
    ErrorView,
    ExampleView,
    Facts,
    FlowView,
    HeadView,
    Link,
    MethodView,
    NamedLink,
    ObjectView,
    Row,
    SchemaView,
    Tokens,
    ValueView,
    WorkflowView,
    alike,
    text_of,
    view_of,
)

NO_WORDS: Mapping[str, str] = {}
"""Facts are in English."""

_BLOCK = re.compile(r"#{1,6} |[-*+] |\d+[.)] |>|```|\|")
"""What a description begins with that cannot go on in a line."""


def markdown_of(document: ApiDocsDocument) -> str:
    """Return the whole document: service, groups, contracts, methods, errors, types.

    Descriptions are taken as they are written, with their headings below ours; those in
    reStructuredText stay that.
    """
    return markdown_of_view(view_of(document))


def markdown_of_view(view: DocumentView) -> str:
    """Return the whole document."""
    return joined(MarkdownWriter(view.markup, has_head=True).document(view))


def joined(blocks: Iterable[str]) -> str:
    """Blocks as one text without HTML; empty ones are left out, and unsafe links lead nowhere."""
    return safe_markdown("\n\n".join(block for block in blocks if block) + "\n")


class MarkdownWriter:
    """Writes blocks of text, some of them empty.

    Args:
        markup: Of the descriptions; those in reStructuredText stay as they are.
        has_head: Whether the head of the document is in the text, in which security schemes are
            described.
    """

    def __init__(
        self,
        markup: Literal["markdown", "rst"] | None,
        *,
        has_head: bool = False,
    ) -> None:
        self._markup = markup
        self._has_head = has_head

    def document(self, view: DocumentView) -> Iterator[str]:
        """Everything."""
        yield from self.head(view.head)
        for group in view.groups:
            yield f"## {group.name}"
            yield self._text(group.description, 2)
            for contract in group.contracts:
                yield from self._contract(contract)
        yield from self.workflows(view.workflows)
        yield from self.errors(view.errors)
        yield from self.types(view.schemas)

    def workflows(self, workflows: Sequence[WorkflowView]) -> Iterator[str]:
        """Yield a section of workflows: numbered steps, and what flows from one to the next."""
        if workflows:
            yield "## Workflows"
        for workflow in workflows:
            yield f"### {workflow.name}"
            yield self._text(workflow.summary, 3)
            yield self._text(workflow.description, 3)
            yield self._fields("Input", workflow.inputs)
            steps: list[str] = []
            for number, step in enumerate(workflow.steps, 1):
                method = split_name(step.link.name)[1]
                call = _described(f"`{method}`", step.summary)
                values = indent(_list(map(_value, step.values)), "   ")
                steps.append(f"{number}. {call}\n{values}".rstrip())
            yield "\n".join(steps)
            if workflow.has_messages:
                yield "Not in the Arazzo file: it sends messages over a WebSocket."
            yield _list(f"Result {_value(value)}" for value in workflow.outputs)

    def errors(self, errors: Sequence[ErrorView]) -> Iterator[str]:
        """Yield a section of errors."""
        if errors:
            yield "## Errors"
            yield table(("Type", "Status", "Data", "Description"), map(self._error_row, errors))
            yield from chain.from_iterable(map(self._error_parts, errors))

    def types(self, schemas: Sequence[SchemaView]) -> Iterator[str]:
        """Yield a section of types."""
        if schemas:
            yield "## Types"
            for schema in schemas:
                yield from self._schema(schema)

    def object(self, view: ObjectView) -> Iterator[str]:
        """One object."""
        match view:
            case ContractView():
                yield from self._contract(view)
            case MethodView():
                yield from self._method(view)
            case SchemaView():
                yield from self._schema(view)
            case ErrorView():
                yield f"### {view.status} {_error_name(view)}"
                yield _deprecation(view)
                yield _versions(view)
                yield self._text(view.description, 3)
                if view.data is not None:
                    yield _described(f"Data: {_contents(view.data)}", view.data.description)
                yield from self._error_parts(view)

    def head(self, head: HeadView) -> Iterator[str]:
        """Yield the title, what the service is, and its servers."""
        yield f"# {head.title}" + (f" {head.version}" if head.version else "")
        yield self._text(head.summary, 1)
        yield self._text(head.description, 1)
        facts = [f"Owner: {head.owner}"] if head.owner else []
        facts += [f"Lifecycle: {head.lifecycle}"] if head.lifecycle else []
        facts += [_more(head.external_docs)] if head.external_docs else []
        facts += _named("Contact", head.contact)
        facts += _named("License", head.license)
        facts += _named("Terms of service", head.terms_of_service)
        facts += [f"Authentication: {_credential(scheme)}" for scheme in head.schemes]
        yield _list(facts)
        yield servers(head)

    def _security(self, alternatives: Alternatives) -> Iterator[str]:
        """Yield the alternatives in one line each; schemes that are needed together are joined."""
        for number, alternative in enumerate(alternatives):
            start = "or " if number else ""
            schemes = (
                replace(scheme, description=None) if self._has_head else scheme
                for scheme in alternative
            )
            way = " together with ".join(map(_credential, schemes)) or "none needed"
            yield f"Authentication: {start}{way}"

    def _text(self, text: str | None, level: int) -> str:
        return below(text, level, markup=self._markup)

    def _contract(self, contract: ContractView) -> Iterator[str]:
        yield f"### {contract.own_name}"
        yield self._text(contract.description, 3)
        yield from self.contract_facts(contract, contract.path)
        for method in contract.methods:
            yield from self._method(method)

    def contract_facts(self, contract: ContractView, path: str) -> Iterator[str]:
        """What holds for all methods of a contract; its path unless that is empty."""
        facts = [f"Protocol: {contract.channel}"] if contract.channel else []
        facts += [f"Path: `{path}`"] if path else []
        facts += ["Sent by the service"] if contract.outgoing else []
        facts += self._security(contract.security)
        facts += ["How callers identify themselves is not declared"] if contract.undeclared else []
        facts += [f"Permission: {contract.permission}"] if contract.permission else []
        facts += [f"Error format: {contract.error_format}"] if contract.error_format else []
        facts += _errors(contract.errors)
        facts += _framing(contract)
        facts += ["Messages: not described"] if contract.lacks_messages else []
        facts += [_more(contract.external_docs)] if contract.external_docs else []
        facts += ["**Deprecated**"] if contract.deprecated else []
        facts += [versions] if (versions := _versions(contract)) else []
        yield _list(facts)
        yield self._params(contract.params)

    def _method(self, method: MethodView) -> Iterator[str]:
        yield f"#### {method.own_name}"
        is_http = method.protocol == "http"
        yield f"`{'/'.join(method.verbs)} {method.path}`" if is_http else pattern_of(method)
        yield from self.method_facts(method, 4)

    def method_facts(self, method: MethodView, level: int) -> Iterator[str]:
        """Everything of a method below its heading, which is of a level."""
        is_http = method.protocol == "http"
        if method.aliases:
            yield f"Also at: {_codes(method.aliases)}"
        if method.deprecated:
            yield _deprecation(method)
        yield _versions(method)
        yield self._text(method.summary, level)
        yield self._text(method.description, level)
        yield self._params(method.params)
        yield _list(self._exchange(method))
        sent = "body" if is_http else "message"
        if method.body is not None:
            yield from self._fields_of(f"the {sent}", method.body)
        for response in method.responses:
            yield from self._fields_of("the response", response)
        yield self._fields("Header of the response", method.response_headers)
        for sample in method.code_samples:
            yield f"{sample.label or sample.language}:"
            yield fenced(sample.code, sample.language)

    def _exchange(self, method: MethodView) -> Iterator[str]:
        yield from self._security(method.security)
        if method.permission:
            yield f"Permission: {method.permission}"
        for server in method.servers:
            yield _described(f"Server: <{server.url}>", server.description)
        if method.body is not None:
            title = "Body" if method.protocol == "http" else "Message"
            optional = "" if method.body.required else " (optional)"
            yield _described(
                f"{title}: {_contents(method.body)}{optional}", method.body.description
            )
            yield from _representations(method.body)
        for response in method.responses:
            status = f" {response.status}" if response.status else ""
            yield _described(f"Response{status}: {_contents(response)}", response.description)
            yield from _representations(response)
        yield from _errors([error for error in method.errors if error not in method.runtime_errors])
        if method.runtime_errors:
            yield f"Errors of the runtime: {', '.join(map(_error_link, method.runtime_errors))}"
        if method.callbacks:
            yield f"Callbacks: {_codes(link.text for link in method.callbacks)}"
        if method.external_docs:
            yield _more(method.external_docs)
        yield from (f"{what}: `{outline}`" for what, outline in method.frames)

    def _params(self, rows: Sequence[Row]) -> str:
        head = ("Parameter", "In", "Type", "Required", "Description")
        return (
            table(
                head, ((name, row.place, *rest) for row in rows for name, *rest in (_cells(row),))
            )
            if rows
            else ""
        )

    def _fields(self, head: str, rows: Sequence[Row]) -> str:
        return table((head, "Type", "Required", "Description"), map(_cells, rows)) if rows else ""

    def _fields_of(self, owner: str, body: BodyView) -> Iterator[str]:
        """Yield the fields of a body; of each of its representations, where they differ."""
        for names, (content, *_others) in alike(body.contents, attrgetter("fields")):
            yield self._fields(f"Field of {owner}{_as(names)}", content.fields)

    def _error_row(self, error: ErrorView) -> Cells:
        data = _contents(error.data) if error.data is not None else ""
        of_data = error.data.description if error.data is not None else None
        description = sentences(error.description, [of_data] if of_data else ())
        texts = (description, _deprecation(error), _versions(error))
        text = " ".join(filter(None, texts))
        return (_error_name(error), str(error.status), data, text)

    def _error_parts(self, error: ErrorView) -> Iterator[str]:
        """Yield the fields, headers and links of an error."""
        name = _error_name(error)
        if error.data is not None:
            yield from self._fields_of(name, error.data)
        yield self._fields(f"Header of {name}", error.headers)
        if error.data is not None:
            yield _list(_representations(error.data))

    def _schema(self, schema: SchemaView) -> Iterator[str]:
        facet = f" ({schema.facet})" if schema.facet else ""
        yield f"### `{schema.display}`{facet}"
        if schema.deprecated:
            yield "**Deprecated.**"
        yield self._text(schema.description, 3)
        if schema.fields:
            yield self._fields("Field", schema.fields)
            yield "No other fields are accepted." if schema.closed else ""
            yield _rules(schema)
            yield _list(_see_also(schema))
            return
        if schema.definition is not None:
            kind = "Brand: " if schema.is_brand else ""
            yield kind + "; ".join((_type(schema.definition), *_facts(schema.facts)))
        yield _list(map(_type, schema.alternatives))
        if schema.variants:
            rows = ((f"`{value}`", _type(tokens)) for value, tokens in schema.variants)
            yield table((f"`{schema.discriminator}`", "Type"), rows)
        yield _rules(schema)
        yield _list((*_see_also(schema), *_exchange_of(schema)))


def _rules(schema: SchemaView) -> str:
    """What else a schema demands, as a block of JSON Schema."""
    return f"Further rules:\n\n{fenced(schema.rules, 'json')}" if schema.rules else ""


def _deprecation(view: MethodView | ErrorView) -> str:
    words = f"**Deprecated.** {view.deprecation_message or ''}".rstrip()
    return words if view.deprecated else ""


def _versions(view: MethodView | ContractView | ErrorView) -> str:
    """In which versions it was added, changed and deprecated, when it ends and what replaces it."""
    words = {"added": "New in", "changed": "Changed in", "deprecated": "Deprecated since"}
    texts = [
        f"{words[event.kind]} {event.version or 'the next version'}." for event in view.history
    ]
    sunset, replacement = view.until
    texts += [f"To be removed on {sunset}."] if sunset else []
    name = replacement.text if isinstance(replacement, Link) else replacement
    texts += [f"Replaced by `{name}`."] if name else []
    return " ".join(texts)


def _list(items: Iterable[str]) -> str:
    # What belongs to an item is as far in as its words.
    return "\n".join(f"- {indent(item, '  ').lstrip()}" for item in items)


def _type(tokens: Tokens) -> str:
    return f"`{text_of(tokens)}`"


def _cells(row: Row) -> Cells:
    text = sentences(row.description, _facts(row.facts))
    text = " ".join(filter(None, (text, *map(_example, row.examples), *_see_also(row))))
    text = f"**Deprecated.** {text}".rstrip() if row.deprecated else text
    return (f"`{row.name}`", _type(row.type), "yes" if row.required else "no", text)


def _facts(facts: Facts) -> list[str]:
    texts = [constraint.text(NO_WORDS) for constraint in facts.constraints]
    texts += [f"matches `{pattern}`" for pattern in facts.patterns]
    texts += [f"one of {_codes(facts.values)}"] if facts.values else []
    if facts.described_values:
        texts.append(f"one of {', '.join(map(_described_value, facts.described_values))}")
    texts += [_codes(facts.media_types, " or ")] if facts.media_types else []
    texts += [f"at most {facts.max_size} bytes"] if facts.max_size is not None else []
    texts += [f"default `{facts.default}`"] if facts.default is not None else []
    texts += [f"such as {_codes(facts.examples)}"] if facts.examples else []
    return texts


def _described_value(value: DescribedValue) -> str:
    description = " ".join(value.description.split())
    words = ": ".join(filter(None, (value.name, description)))
    return f"`{value.value}` ({words})" if words else f"`{value.value}`"


def _codes(values: Iterable[str], separator: str = ", ") -> str:
    return separator.join(f"`{value}`" for value in values)


def _contents(body: BodyView) -> str:
    return " or ".join(map(_content, body.contents)) or "no content"


def _content(content: ContentView) -> str:
    media_type = f"`{content.media_type}`" if content.media_type else ""
    words = _type(content.type) if content.type is not None else "bytes"
    words = f"a stream of {words}" if content.stream else words
    if content.type is None and media_type and not content.stream:
        words = media_type
    elif media_type:
        words += f" as {media_type}"
    facts = _facts(content.facts)
    return f"{words} ({'; '.join(facts)})" if facts else words


def _representations(body: BodyView) -> Iterator[str]:
    """Descriptions of single representations, how parts of forms are sent, and examples."""
    for names, (content, *_others) in alike(body.contents, attrgetter("description")):
        if content.description:
            yield _described(_codes(names, " or "), content.description)
    for _names, (content, *_others) in alike(body.contents, attrgetter("files")):
        for name, media_types in content.files:
            yield f"`{name}` sent as {media_types}"
    for names, (content, *_others) in alike(body.contents, attrgetter("examples")):
        for example in content.examples:
            yield _example(example, _as(names))


def _as(media_types: Sequence[str]) -> str:
    """Of which representations something is, where these differ in it."""
    return f" as {_codes(media_types, ' or ')}" if media_types else ""


def _example(example: ExampleView, form: str = "") -> str:
    """Return an example with its texts."""
    url = _address(example.external_value) if example.external_value else ""
    value = code_span(example.value) if example.value else ""
    texts = filter(None, (example.summary, value or url))
    name = f" `{example.name}`" if example.name else ""
    return _described(": ".join((f"Example{name}{form}", *texts)), example.description)


def _value(value: ValueView) -> str:
    """Where a value of a workflow comes from."""
    source = f"the input `{value.text}`"
    if value.is_constant:
        source = f"`{value.text}`"
    elif value.step:
        part = f"`{value.text}`" if value.text else "the response"
        source = f"{part} of step {value.step}"
    brand = f", {_type(value.brand)}" if value.brand else ""
    return f"`{value.name or 'body'}`: {source}{brand}"


def _described(line: str, description: str | None) -> str:
    if description and _BLOCK.match(description):
        return f"{line}.\n\n{description}"
    return sentences(line, [description] if description else ())


def _errors(links: Sequence[Link]) -> Iterator[str]:
    if any(link.description for link in links):
        for link in links:
            yield _described(f"Error: {_error_link(link)}", summary_of(link.description))
    elif links:
        yield f"Errors: {', '.join(map(_error_link, links))}"


def _error_link(link: Link) -> str:
    status, space, name = link.text.rpartition(" ")
    return f"{status}{space}`{name}`" if link.is_name else link.text


def _error_name(error: ErrorView) -> str:
    """Return the name as code, or words as they are."""
    return f"`{error.display}`" if error.is_named else error.display


def _exchange_of(schema: SchemaView) -> Iterator[str]:
    """Yield the methods that return and accept a brand."""
    sides = {"Returned by": schema.returned_by, "Accepted by": schema.accepted_by}
    for title, methods in sides.items():
        if methods.links:
            more = f" and {methods.more} more" if methods.more else ""
            yield f"{title}: {_codes(link.text for link in methods.links)}{more}"


def pattern_of(method: MethodView) -> str:
    """Who sends a message over a WebSocket, and whether it has a response."""
    direction = "client to server" if method.direction == "OUT" else "server to client"
    return f"{'Request' if method.pattern == 'req' else 'Event'}, {direction}"


def servers(head: HeadView) -> str:
    """Return the servers as a list."""
    return "\n".join(line for server in head.servers for line in _server(server))


def _server(server: doc.Server) -> Iterator[str]:
    yield f"- <{server.url}>: {server.description}" if server.description else f"- <{server.url}>"
    for name, variable in (server.variables or {}).items():
        values = f", one of {_codes(variable.enum)}" if variable.enum else ""
        yield (
            f"  - `{name}`: "
            f"{sentences(variable.description, [f'default `{variable.default}`{values}'])}"
        )


def _credential(credential: CredentialView) -> str:
    """Return a scheme, where its credential is sent, and how to get one."""
    kinds = {
        "apiKey": "API key",
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": "certificate of the client (mutual TLS)",
    }
    kind = kinds.get(credential.kind, credential.kind.removeprefix("http "))
    text = kind or credential.name
    if credential.carrier:
        text = f"{kind} in the {credential.place} `{credential.carrier}`"
    if credential.scopes:
        text += f" with the scopes {_codes(name for name, _text in credential.scopes)}"
    text += " (deprecated)" if credential.deprecated else ""
    facts = [credential.description] if credential.description else []
    if credential.configuration:
        facts.append(f"configuration {_address(credential.configuration)}")
    facts += [_flow(flow) for flow in credential.flows]
    return f"{text} – {'; '.join(facts)}" if facts else text


def _flow(flow: FlowView) -> str:
    return f"{flow.name}: {', '.join(_address(url) for _key, url in flow.urls)}"


def _address(url: str) -> str:
    """Link an address that a document gives, or show it as code."""
    return f"<{url}>" if absolute_url(url) else code_span(url)


def _framing(contract: ContractView) -> Iterator[str]:
    name, description = contract.framing
    if name:
        yield f"Framing: {name} – {description}" if description else f"Framing: {name}"
    for what, outline, keys in contract.failures:
        yield f"{what} is reported with `{outline}`: {_codes(keys)}"


def _see_also(view: Row | SchemaView) -> Iterator[str]:
    """Yield a link to documentation elsewhere."""
    if view.external_docs is not None:
        yield _more(view.external_docs)


def _named(label: str, links: Iterable[NamedLink]) -> list[str]:
    """What the head of a service names, in one line."""
    parts = [_named_link(*link) for link in links]
    return [f"{label}: {', '.join(parts)}"] if parts else []


def _named_link(text: str, url: str) -> str:
    if not absolute_url(url):
        return text
    return f"<{url}>" if text == url else f"[{text}]({url})"


def _more(link: doc.ExternalDocs) -> str:
    return f"See also: {_named_link(link.description or link.url, link.url)}"
