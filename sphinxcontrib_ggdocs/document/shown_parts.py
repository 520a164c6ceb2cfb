"""Filters the parts of a document for an audience, member by member: parameters, bodies, responses,
errors, and what all parts have in common.

`shown_contracts` decides which contracts and methods are shown, and `shown_document` filters these;
both ask here about the parts inside. In a whole document these have an `export`, with all that
their authors have written; hence the assertions.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import MARKED, audience_in, without_marked
from ..contracts.authoring.docstrings import without_hidden
from ..contracts.message_model import MISSING
from ..contracts.model import Example
from ..schema.keywords import jsonable
from ..schema.nodes import JsonSchema, without
from . import parts as doc
from .exports import Extra
from .hidden_names import TEXTS, HiddenNames, is_by_hand
from .model import ApiDocsDocument
from .openapi_members import links_of
from .shown_schemas import ShownSchemas
from .shown_types import ShownTypes
from .shown_values import REMOVED
from .writer import described_examples, with_examples

_Part = TypeVar("_Part")

PARAMS: Final = (
    "path_params",
    "query_params",
    "header_params",
    "cookie_params",
    "headers",
    "cookies",
)
"""The members of contracts and methods that are parameters."""

_ERRORS: Final = ("errors", "event_errors", "refusals", "handshake_errors")
"""The members in memory that are errors with their keys."""


class ShownParts:
    """Removes what is hidden from parts.

    Args:
        document: The whole document.
        audiences: The audiences that are requested.
        hidden: The names of what is hidden.
        schemas: The schemas as the audience sees them.
        types: Where schemas of parts are filled in.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        audiences: Audiences,
        hidden: HiddenNames,
        schemas: ShownSchemas,
        types: ShownTypes,
    ) -> None:
        self._audiences = audiences
        self.hidden = hidden
        self._schemas = schemas
        self._types = types
        self.hidden_count = 0
        """How many parts have been found hidden until now: who compares it before and after knows
        whether something is hidden in between."""
        self._schemes_of_document = document.security_schemes or {}
        self.schemes = self._shown_schemes()
        """The security schemes that are shown, by name."""
        self._shown_by_id: dict[int, tuple[Any, Any]] = {}
        """What `once` has returned, by the id of the part. Each part is kept next to it, so that no
        other one gets the same id."""
        self._filters: dict[str, Callable[[Any], Any]] = {
            "audience": lambda _mark: (),  # what is shown has no marks
            "description": self.described,
            "lifecycle": self._lifecycle,
            "external_docs": self._without_mark,
            "auth": self._shown_marked,
            "security": self.security,
            "schema": self._types.use,
            "data": self._types.use,
            "contents": self._contents,
            "links": self._links,
            "request_body": self._body,
            "ws_input": self._body,
            "openapi_extra": self.additions,
            "asyncapi_extra": self.additions,
            "message_extra": self.additions,
            **dict.fromkeys((*PARAMS, "response_headers"), self.params),
        }
        """By the name of a member, what returns the shown part of its value."""

    # --- all parts ---

    def part(self, part: _Part, **changes: Any) -> _Part:
        """Return a part without what is hidden in its members.

        Args:
            part: The part.
            changes: Members that the caller has filtered already.
        """
        changes |= self.changes(part, changes)
        if not changes:
            return part
        return replace(part, **changes)  # type: ignore[type-var]

    def changes(self, part: object, skipped_names: Collection[str]) -> dict[str, Any]:
        """Return the members of a part in which something is hidden, with what is shown of them.

        Args:
            part: The part.
            skipped_names: The names of members that the caller filters itself.
        """
        changes: dict[str, Any] = {}
        kind: Any = type(part)
        for name in _names_of_members(kind):
            member_filter = self._filters.get(name)
            if member_filter is None or name in skipped_names:
                continue
            value = getattr(part, name)
            if value:  # in an absent or empty member nothing is hidden
                shown = member_filter(value)
                if shown is not value:
                    changes[name] = shown
        return changes

    def once(self, part: Any, filter_part: Callable[[Any], Any]) -> Any:
        """Return what a filter returns for a part, which is filtered once: several methods may have
        the same object as a parameter, for example, and share the result, too.
        """
        if id(part) not in self._shown_by_id:
            self._shown_by_id[id(part)] = part, filter_part(part)
        return self._shown_by_id[id(part)][1]

    def shows(self, part: doc.Marked, schema: JsonSchema | None = None) -> bool:
        """Return whether a part is shown, and count it if it is hidden.

        Args:
            part: The part.
            schema: Its schema, whose mark counts, if it has one.
        """
        is_visible = self.is_visible(part, schema)
        if not is_visible:
            self.hidden_count += 1
        return is_visible

    def is_visible(self, part: doc.Marked, schema: JsonSchema | None = None) -> bool:
        """Return whether a part is shown: its own mark and that of its schema must allow it. A part
        that an author has written by hand, as an object of OpenAPI, must not name anything hidden
        either.

        Args:
            part: The part.
            schema: The schema of the part; None if the part has no schema.
        """
        if not is_shown(part.audience, self._audiences) or not self._schemas.marks.shows(schema):
            return False
        if isinstance(part, doc.Content | doc.Param) and is_by_hand(part):
            return not self._names_hidden(part)
        return True

    def _names_hidden(self, part: doc.Content | doc.Param) -> bool:
        """Return whether a part that is written by hand names something hidden."""
        if isinstance(part, doc.Param) and part.name in self.hidden:
            return True
        return part.schema is not None and self._schemas.mentions.names_hidden(part.schema)

    def hidden_path_params(self, owner: doc.Contract | doc.Method) -> list[doc.Param]:
        """Return the hidden parameters of a path: nobody can call it without them."""
        params = getattr(owner, "path_params", None) or ()
        return [param for param in params if not self.shows(param, param.schema)]

    def lacks_credentials(self, contract: doc.Contract, owner: doc.Contract | doc.Method) -> bool:
        """Return whether callers have to identify themselves, and each way to do so is hidden."""
        security = owner.security or contract.security
        # An empty result: no way is shown. It is None if no credentials are needed any more.
        return bool(security) and self.security(security or ()) == ()

    # --- parameters and contents ---

    def params(self, params: Sequence[doc.Param]) -> tuple[doc.Param, ...] | None:
        """Return the shown parameters, without what is hidden in them; None if no parameter is
        shown.

        Args:
            params: All parameters of a method or a contract in one location, or all headers of a
                response.
        """
        shown_params = [param for param in params if self.shows(param, param.schema)]
        hidden_names: HiddenNames | None = None
        if len(shown_params) < len(params):
            # The `openapi_extra` of a shown parameter may mention a hidden one. These names are
            # hidden only here: elsewhere, a shown parameter may have one of them.
            names_of_hidden = _names_of(params) - _names_of(shown_params)
            hidden_names = self.hidden.with_words(names_of_hidden)
        filtered: list[doc.Param] = []
        for param in shown_params:
            if hidden_names is None:
                filtered.append(self.once(param, self._param))
            else:  # not `once`: next to other hidden parameters, the result would differ
                filtered.append(self._param(param, hidden_names))
        return tuple(filtered) or None

    def _param(self, param: doc.Param, hidden: HiddenNames | None = None) -> doc.Param:
        """Return a parameter without what is hidden in it.

        Args:
            param: The parameter.
            hidden: The names that its `openapi_extra` may not mention; None for those that are
                hidden in the whole document.
        """
        export = param.export
        assert export is not None
        examples = self._examples(export.examples, export.schema)
        extra = self.additions(export.openapi_extra, hidden)
        return self.part(
            param,
            schema=self._with_examples(param.schema, export.examples, examples),
            examples=described_examples(examples),
            export=self.part(export, examples=examples, openapi_extra=extra),
        )

    def _body(self, body: doc.Body) -> doc.Body | None:
        """Return a body with its shown representations; None if all are hidden. It is optional if
        all representations have lost what made it required.
        """
        if not body.contents:
            return body  # nothing in it can be hidden
        shown = list(filter(self._shows_content, body.contents))
        if not shown:
            return None
        is_optional = all(map(self._has_lost_required_fields, body.contents))
        is_required = body.required and not is_optional
        return self.part(body, contents=tuple(map(self.content, shown)), required=is_required)

    def _shows_content(self, content: doc.Content) -> bool:
        """Return whether a representation is shown, and has a field that is."""
        return self.shows(content, content.schema) and not self._has_lost_all_fields(content)

    def _own_fields(self, content: doc.Content) -> Mapping[str, Any] | None:
        """Return the schemas of the fields of a body without a class, such as a form that a method
        lists as arguments; None for other bodies, also for those of files.
        """
        if content.export is None or content.export.is_given:
            return None
        return (content.schema or {}).get("properties")

    def _has_lost_all_fields(self, content: doc.Content) -> bool:
        """Return whether a body without a class has fields, and all of them are hidden."""
        own_fields = self._own_fields(content)
        if own_fields is None:
            return False
        return not any(map(self._schemas.marks.shows, own_fields.values()))

    def _has_lost_required_fields(self, content: doc.Content) -> bool:
        """Return whether a body without a class has lost fields, among them all required ones, so
        that it need not be sent any more.
        """
        own_fields = self._own_fields(content) or {}
        shown: set[str] = set()
        for name, schema in own_fields.items():
            if self._schemas.marks.shows(schema):
                shown.add(name)
        required = (content.schema or {}).get("required", ())
        return len(shown) < len(own_fields) and shown.isdisjoint(required)

    def _contents(self, contents: Iterable[doc.Content]) -> tuple[doc.Content, ...] | None:
        """Return the shown representations, without what is hidden in them; None without any."""
        return tuple(self.content(one) for one in contents if self.shows(one)) or None

    def content(self, content: doc.Content) -> doc.Content:
        """Return a representation without what is hidden in it."""
        export = content.export
        if export is None:  # it was made for the data of an error, and has only a schema
            return self.part(content)
        examples = self._examples(export.examples, export.schema)
        hidden_fields = self._schemas.marks.hidden_in(content.schema or {})
        extra = self.additions(_without_encodings(export.openapi_extra, hidden_fields))
        schema, files = content.schema, content.files
        if schema is not None:
            schema = self._with_examples(schema, export.examples, examples)
        if export.schema is None and not examples:
            schema = None  # raw bytes: the schema had nothing but the examples
        if files is not None:
            files = without(files, *hidden_fields) or None
        return self.part(
            content,
            schema=schema,
            files=files,
            examples=described_examples(examples),
            export=self.part(export, examples=examples, openapi_extra=extra),
        )

    def response(self, response: doc.Response) -> doc.Response:
        """Return a response without what is hidden in it."""
        export = response.export
        assert export is not None
        extra = self.additions(export.openapi_extra)
        headers = self.params(export.headers) or ()
        return self.part(response, export=self.part(export, headers=headers, openapi_extra=extra))

    def error(self, error: doc.Error) -> doc.Error:
        """Return an error without what is hidden in it; it keeps no data if the representation of
        its data is hidden.
        """
        export = error.export
        assert export is not None
        data = examples = media_type = export_data = answer = None
        own_content = self.own_content(error)
        if own_content is not None:
            shown = self.content(own_content)
            data, examples, media_type = shown.schema, shown.examples, error.media_type
            if export.data is not None:
                export_data = self._types.use(export.data)
        if export.answer is not None:
            answer = self.response(export.answer)
        return self.part(
            error,
            data=data,
            examples=examples,
            media_type=media_type,
            more_contents=self._contents(error.more_contents or ()),
            export=self.part(export, data=export_data, answer=answer),
        )

    def own_content(self, error: doc.Error) -> doc.Content | None:
        """Return the representation whose schema is the data of an error, or a new one with that
        schema if its response has none; None if it is hidden, or if the error has no data.
        """
        if error.data is None:
            return None
        contents = _contents_of(error)
        for content in contents:
            if content.schema == error.data:
                if self.shows(content):
                    return content
                return None
        if not all(map(self.shows, contents)):
            return None  # which of them is its data is not known
        return doc.Content(media_type="", schema=error.data)  # the error has the media type

    # --- examples ---

    def _with_examples(
        self, schema: JsonSchema, whole: Sequence[Example], shown: Sequence[Example]
    ) -> JsonSchema:
        """Return the shown schema of a part with the shown examples of the part.

        Args:
            schema: The schema of the part in the whole document, with the values of `whole` in its
                keyword `examples`, if any of these has a value.
            whole: All examples of the part.
            shown: Those that are shown.
        """
        if with_examples({}, whole):  # else `examples` in the schema are those of its type
            schema = without(schema, "examples")
        return self._types.use(schema, with_examples({}, shown))

    def _examples(
        self, examples: Sequence[Example], schema: JsonSchema | None
    ) -> tuple[Example, ...]:
        """Return the shown examples of a schema, without what is hidden in their values.

        Where the schema hides a part, each value is compared with it. Elsewhere an example is left
        out as a whole if it mentions something hidden.
        """
        reduced: JsonSchema = {}
        if examples and schema is not None:
            reduced = self._schemas.reduced(schema)
        has_hidden = self._schemas.value_filter.hides(reduced)
        shown: list[Example] = []
        for example in examples:
            if not is_shown(example.audience, self._audiences):
                continue
            shown_example: Example | None = example
            if has_hidden:
                shown_example = self._without_hidden_members(example, reduced)
            elif self._mentions_hidden(example):
                shown_example = None
            if shown_example is not None:
                shown.append(replace(shown_example, audience=()))
        return tuple(shown)

    def _without_hidden_members(self, example: Example, reduced: JsonSchema) -> Example | None:
        """Return an example without hidden members in its value; None if its name or its whole
        value is hidden, or if it has no value, since its other forms cannot be filtered.

        Args:
            example: The example.
            reduced: Its schema without hidden properties, see `shown_schemas`.
        """
        if example.name in self.hidden or example.value is MISSING:
            return None
        value = self._schemas.value_filter.shown_value(jsonable(example.value), reduced)
        if value is REMOVED:
            return None
        # The other forms, a text and an address, would still have the hidden members.
        return replace(example, value=value, serialized=None, external_value=None)

    def _mentions_hidden(self, example: Example) -> bool:
        """Return whether an example names something hidden: in its name, value or address."""
        address = unquote(example.external_value or "")
        return self.hidden.mentioned_in([example.name, example.value, example.serialized, address])

    # --- credentials ---

    def security(self, security: doc.Security) -> doc.Security | None:
        """Return the alternatives that are shown, each once: sets of schemes by which callers
        identify themselves. Empty if all alternatives are hidden.

        A hidden scheme hides its whole alternative. But if the scheme is hidden because its
        credential is a hidden parameter, only the scheme is left out. None if no scheme remains
        then: callers need no credentials.
        """
        shown: list[dict[str, tuple[str, ...]]] = []
        for alternative in security:
            hidden_schemes = alternative.keys() - self.schemes.keys()
            remaining = without(alternative, *hidden_schemes)
            if remaining not in shown and not any(map(self._is_needed, hidden_schemes)):
                shown.append(remaining)
        # `[{}]` would mean optional credentials, which the author has not declared.
        if shown == [{}] and {} not in security:
            return None
        return tuple(shown)

    def _is_needed(self, scheme: str) -> bool:
        """Return whether a hidden scheme still has to be used, so that a way with it is hidden: it
        has no mark from the parameter that carries its credential, which is `MARKED`.
        """
        return MARKED not in self._schemes_of_document.get(scheme, {})

    def _shown_schemes(self) -> dict[str, dict[str, Any]]:
        """Return the security schemes that are shown, without hidden scopes, by name."""
        shown: dict[str, dict[str, Any]] = {}
        for name, scheme in self._schemes_of_document.items():
            if is_shown(audience_in(scheme), self._audiences):
                # `without_marked` returns a copy, so the next line leaves the document unchanged.
                shown[name] = without_marked(scheme, self._audiences)
                self._remove_hidden_scopes(shown[name])
        return shown

    def _remove_hidden_scopes(self, scheme: dict[str, Any]) -> None:
        """Remove hidden scopes from the OAuth flows of a scheme, which is changed."""
        flows = scheme.get("flows")
        if not isinstance(flows, dict):
            return  # schemes other than OAuth have no scopes
        for flow in flows.values():
            if isinstance(flow, dict) and isinstance(flow.get("scopes"), dict):
                flow["scopes"] = without(flow["scopes"], *self.hidden.scopes)

    # --- further members ---

    def _without_mark(self, part: doc.Marked) -> doc.Marked | None:
        """Return a part without its mark; None if it is hidden."""
        if self.shows(part):
            return replace(part, audience=())
        return None

    def _shown_marked(self, parts: Iterable[doc.Marked]) -> tuple[doc.Marked, ...] | None:
        """Return the shown parts without their marks; None without any."""
        shown = map(self._without_mark, parts)
        return tuple(part for part in shown if part is not None) or None

    def additions(self, extra: Extra, hidden: HiddenNames | None = None) -> Extra:
        """Return the members that an author adds to an object of OpenAPI or AsyncAPI, such as its
        `openapi_extra`, without marked ones that are hidden, and without those that mention
        something hidden.

        Args:
            extra: The members; None if there are none.
            hidden: The names that they may not mention; None for those that are hidden in the whole
                document.
        """
        if extra is None:
            return None
        names = hidden or self.hidden

        def is_visible(name: str, value: object) -> bool:
            """Return whether a member is a text for people, or mentions nothing hidden."""
            return name in TEXTS or not names.mentioned_in(value)

        shown: dict[str, Any] = without_marked(extra, self._audiences)
        return {name: value for name, value in shown.items() if is_visible(name, value)}

    def operation_additions(self, extra: Extra) -> Extra:
        """Return the members that an author adds to an operation, without what is hidden; the
        responses among them may have links (OpenAPI 3.1, 4.8.20).
        """
        if extra is None:
            return None
        responses = extra.get("responses")
        if not isinstance(responses, Mapping):
            return self.additions(extra)
        shown: dict[str, Any] = {}
        for status, response in responses.items():
            shown[status] = self._without_hidden_links(response)
        return self.additions({**extra, "responses": shown})

    def _without_hidden_links(self, response: Any) -> Any:
        """Return a response object of OpenAPI without hidden links; other values as they are: what
        authors have written is not checked.
        """
        if not isinstance(response, Mapping) or not isinstance(response.get("links"), Mapping):
            return response
        links: dict[str, Any] = {}
        # Without targets: links then keep the operations that their author names.
        for link in links_of(response, {}) or ():
            if self._shows_link(link):
                links[link.name] = response["links"][link.name]
        shown = without(response, "links")
        if links:
            shown["links"] = links
        return shown

    def _links(self, links: Iterable[doc.ResponseLink]) -> tuple[doc.ResponseLink, ...] | None:
        """Return the shown links of a response, without their marks; None without any."""
        shown: list[doc.ResponseLink] = []
        for link in links:
            if self._shows_link(link):
                export = without_marked(link.export, self._audiences)
                shown.append(replace(link, export=export))
        return tuple(shown) or None

    def _shows_link(self, link: doc.ResponseLink) -> bool:
        """Return whether a link leads to something that is shown, and mentions nothing hidden."""
        if not is_shown(audience_in(link.export), self._audiences):
            return False
        # An operation in this file, also where its reference begins with the URL of the file.
        pointer = "#" + unquote(link.operation or "").partition("#")[2]
        if not self.hidden.names.isdisjoint((link.method, link.operation, pointer)):
            return False
        return not self.hidden.mentioned_in({link.name: link.export})

    def _lifecycle(self, lifecycle: doc.Lifecycle) -> doc.Lifecycle | None:
        """Return the lifecycle of a part (its versions and what replaces it) without a replacement
        that is hidden; None if nothing else is known of it.
        """
        if lifecycle.replacement not in self.hidden:
            return lifecycle
        shown = replace(lifecycle, replacement=None)
        if shown == doc.Lifecycle():
            return None
        return shown

    def described(self, text: str | None) -> str | None:
        """Return the description of a part without what its sections say of hidden names."""
        if text is None:
            return None
        return without_hidden(text, self.hidden.leads_to)


def _names_of(params: Iterable[doc.Param]) -> set[str]:
    return {param.name for param in params}


@cache
def _names_of_members(kind: type) -> tuple[str, ...]:
    """Return the names of the members of a class of parts."""
    return tuple(entry.name for entry in fields(kind))


def _contents_of(error: doc.Error) -> Sequence[doc.Content]:
    """Return the representations of the response of an error."""
    if error.export is None or error.export.answer is None:
        return ()
    return error.export.answer.contents or ()


def _without_encodings(extra: Extra, hidden_fields: Collection[str]) -> Extra:
    """Return what an author adds to a media type object of OpenAPI, without the encodings of hidden
    fields.
    """
    if extra is None:
        return None
    encodings = extra.get("encoding")
    if not isinstance(encodings, Mapping):
        return extra
    return {**extra, "encoding": without(encodings, *hidden_fields)}


def is_event(method: doc.Method) -> bool:
    """Return whether a method is an event that clients send over a WebSocket (``OUT`` is from the
    client to the server).
    """
    return (
        isinstance(method, doc.WebSocketMethod)
        and method.ws_direction == "OUT"
        and method.ws_pattern == "event"
    )


def errors_of(owner: Any) -> list[tuple[str, doc.Error]]:
    """Return all errors of a contract or a method, with their keys in the whole document."""
    errors: list[tuple[str, doc.Error]] = []
    for name in _ERRORS:
        errors += getattr(owner.export, name, None) or ()
    return errors
