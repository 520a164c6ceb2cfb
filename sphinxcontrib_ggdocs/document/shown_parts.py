"""Filters the parts of a document for an audience, member by member: parameters, bodies, responses,
errors, and what all parts have in common.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar
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
from .shown_schemas import GONE, ShownSchemas
from .shown_types import ShownTypes
from .writer import described_examples, with_examples

_Part = TypeVar("_Part")

PARAMS = ("path_params", "query_params", "header_params", "cookie_params", "headers", "cookies")
"""The members of contracts and methods that are parameters."""


_ERRORS = ("errors", "event_errors", "refusals", "handshake_errors")
"""The members in memory that are errors with their keys."""


class ShownParts:
    """Leaves out of parts what is for others.

    Args:
        document: The whole document.
        asked: The audiences that are requested.
        hidden: The names of what is hidden.
        schemas: The schemas as the audience sees them.
        types: Where schemas of parts are filled in.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        asked: Audiences,
        hidden: HiddenNames,
        schemas: ShownSchemas,
        types: ShownTypes,
    ) -> None:
        self._asked = asked
        self.hidden = hidden
        self._schemas = schemas
        self._types = types
        self.lost = 0
        """How many parts have been left out until now."""
        self._definitions = document.security_schemes or {}
        self.schemes = self._shown_schemes()
        """The security schemes that are shown, by name."""
        self._done: dict[int, tuple[Any, Any]] = {}
        self._members: dict[str, Callable[[Any], Any]] = {
            "audience": lambda _mark: (),
            "description": self.described,
            "lifecycle": self._lifecycle,
            "external_docs": self._optional,
            "auth": self._several,
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

    def part(self, part: _Part, **changes: Any) -> _Part:
        """Return what is left of a part, member by member.

        Args:
            part: The part.
            changes: Members that its owner has looked at.
        """
        changes |= self.changes(part, changes)
        return replace(part, **changes) if changes else part  # type: ignore[type-var]

    def changes(self, part: object, besides: Collection[str]) -> dict[str, Any]:
        """Return the members of a part that something has been left out of.

        Args:
            part: The part.
            besides: Members that its owner looks at.
        """
        changes: dict[str, Any] = {}
        kind: Any = type(part)
        for name in _names_of_members(kind):
            shown = self._members.get(name)
            if shown is not None and name not in besides:
                value = getattr(part, name)
                left = shown(value) if value else value
                if left is not value:
                    changes[name] = left
        return changes

    def once(self, part: Any, shown: Callable[[Any], Any]) -> Any:
        """Return what is left of a part that others may have, too: one object."""
        if id(part) not in self._done:
            self._done[id(part)] = part, shown(part)
        return self._done[id(part)][1]

    def shows(self, part: doc.Marked, schema: JsonSchema | None = None) -> bool:
        """Return whether a part is shown, by its own mark and that of its schema, and if it is
        written by hand, by the names in it.
        """
        is_visible = is_shown(part.audience, self._asked) and self._schemas.is_shown(schema)
        if isinstance(part, doc.Content | doc.Param) and is_by_hand(part):
            is_visible = is_visible and not self._names_hidden(part)
        self.lost += not is_visible
        return is_visible

    def _names_hidden(self, part: doc.Content | doc.Param) -> bool:
        if isinstance(part, doc.Param) and part.name in self.hidden:
            return True
        return part.schema is not None and self._schemas.names_hidden(part.schema)

    def hidden_path_params(self, owner: doc.Contract | doc.Method) -> list[doc.Param]:
        """Return the parameters of a path that are for others: nobody can call it without them."""
        params = getattr(owner, "path_params", None) or ()
        return [param for param in params if not self.shows(param, param.schema)]

    def lacks_credentials(self, contract: doc.Contract, owner: doc.Contract | doc.Method) -> bool:
        """Return whether no way is shown in which callers can identify themselves."""
        security = owner.security or contract.security
        return bool(security) and self.security(security or ()) == ()

    def shown_params(self, params: Iterable[doc.Param]) -> list[doc.Param]:
        """Return the parameters that are shown, as they are."""
        return [param for param in params if self.shows(param, param.schema)]

    # --- parameters and contents ---

    def params(self, params: Sequence[doc.Param]) -> tuple[doc.Param, ...] | None:
        """Return what is left of parameters; None if that is nothing."""
        shown = self.shown_params(params)
        if not shown:
            return None
        if len(shown) == len(params):
            return tuple(self.once(param, self._param) for param in shown)
        hidden = self.hidden.with_words(_names_of(params), _names_of(shown))
        return tuple(self._param(param, hidden) for param in shown)

    def _param(self, param: doc.Param, hidden: HiddenNames | None = None) -> doc.Param:
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
        if not body.contents:
            return body
        shown = list(filter(self._shows_content, body.contents))
        if not shown:
            return None
        is_optional = all(map(self._needs_nothing, body.contents))
        is_required = body.required and not is_optional
        return self.part(body, contents=tuple(map(self.content, shown)), required=is_required)

    def _shows_content(self, content: doc.Content) -> bool:
        return self.shows(content, content.schema) and not self._has_lost_all(content)

    def _fields(self, content: doc.Content) -> Mapping[str, Any] | None:
        """Return the fields of an object that has no class of its own, of no file."""
        is_given = content.export is None or content.export.is_given
        return None if is_given else (content.schema or {}).get("properties")

    def _has_lost_all(self, content: doc.Content) -> bool:
        """Return whether all fields of a body are for others."""
        known = self._fields(content)
        return known is not None and not any(map(self._schemas.is_shown, known.values()))

    def _needs_nothing(self, content: doc.Content) -> bool:
        """Return whether a body has lost the fields because of which it had to be sent."""
        known = self._fields(content) or {}
        shown = [name for name, inner in known.items() if self._schemas.is_shown(inner)]
        required = (content.schema or {}).get("required", ())
        return len(shown) < len(known) and not set(shown) & set(required)

    def _contents(self, contents: Iterable[doc.Content]) -> tuple[doc.Content, ...] | None:
        return tuple(self.content(one) for one in contents if self.shows(one)) or None

    def content(self, content: doc.Content) -> doc.Content:
        """Return what is left of a representation."""
        export = content.export
        if export is None:
            return self.part(content)
        examples = self._examples(export.examples, export.schema)
        parts = self._schemas.hidden_in(content.schema or {})
        extra = self.additions(_without_encodings(export.openapi_extra, parts))
        schema, files = content.schema, content.files
        if schema is not None:
            schema = self._with_examples(schema, export.examples, examples)
        if export.schema is None and not examples:  # it was that of the examples
            schema = None
        if files is not None:
            files = without(files, *parts) or None
        return self.part(
            content,
            schema=schema,
            files=files,
            examples=described_examples(examples),
            export=self.part(export, examples=examples, openapi_extra=extra),
        )

    def response(self, response: doc.Response) -> doc.Response:
        """Return what is left of a response."""
        export = response.export
        assert export is not None
        extra = self.additions(export.openapi_extra)
        headers = self.params(export.headers) or ()
        return self.part(response, export=self.part(export, headers=headers, openapi_extra=extra))

    def error(self, error: doc.Error) -> doc.Error:
        """Return what is left of an error."""
        export = error.export
        assert export is not None
        own = self.own_content(error)
        data = examples = media_type = bare = None
        if own is not None:
            left = self.content(own)
            data, examples, media_type = left.schema, left.examples, error.media_type
            bare = None if export.data is None else self._types.use(export.data)
        answer = None if export.answer is None else self.response(export.answer)
        return self.part(
            error,
            data=data,
            examples=examples,
            media_type=media_type,
            more_contents=self._contents(error.more_contents or ()),
            export=self.part(export, data=bare, answer=answer),
        )

    def own_content(self, error: doc.Error) -> doc.Content | None:
        """Return the representation of an error that its data is, if that is shown."""
        if error.data is None:
            return None
        contents = _contents_of(error)
        for content in contents:
            if content.schema == error.data:
                return content if self.shows(content) else None
        if not all(map(self.shows, contents)):
            return None  # which of them is its data is not known
        return doc.Content(media_type="", schema=error.data)

    # --- examples ---

    def _with_examples(
        self, schema: JsonSchema, given: Sequence[Example], shown: Sequence[Example]
    ) -> JsonSchema:
        """Return the schema at a use with the examples that are shown there."""
        bare = without(schema, "examples") if with_examples({}, given) else schema
        return self._types.use(bare, with_examples({}, shown))

    def _examples(
        self, examples: Sequence[Example], schema: JsonSchema | None
    ) -> tuple[Example, ...]:
        """Return the examples that are shown, without what is for others in them."""
        reduced: JsonSchema = {}
        if examples and schema is not None:
            reduced = self._schemas.reduced(schema)
        has_hidden = self._schemas.hides(reduced)
        shown: list[Example] = []
        for example in examples:
            if not is_shown(example.audience, self._asked):
                continue
            left: Example | None = example
            if has_hidden:
                left = self._of_values(example, reduced)
            elif self._is_of_hidden(example):
                left = None
            if left is not None:
                shown.append(replace(left, audience=()))
        return tuple(shown)

    def _of_values(self, example: Example, reduced: JsonSchema) -> Example | None:
        """Return an example of a schema that hides something; None without a value."""
        if example.name in self.hidden or example.value is MISSING:
            return None
        value = self._schemas.shown_value(jsonable(example.value), reduced)
        if value is GONE:
            return None
        return replace(example, value=value, serialized=None, external_value=None)

    def _is_of_hidden(self, example: Example) -> bool:
        address = unquote(example.external_value or "")
        return self.hidden.mentioned_in([example.name, example.value, example.serialized, address])

    # --- credentials ---

    def security(self, security: doc.Security) -> doc.Security | None:
        """Return the alternatives whose schemes are shown. A credential of a hidden parameter is
        not needed; None if nothing else is.
        """
        shown: list[dict[str, tuple[str, ...]]] = []
        for alternative in security:
            gone = alternative.keys() - self.schemes.keys()
            left = without(alternative, *gone)
            if left not in shown and not any(map(self._is_needed, gone)):
                shown.append(left)
        if shown == [{}] and {} not in security:
            return None
        return tuple(shown)

    def _is_needed(self, scheme: str) -> bool:
        """Return whether a hidden scheme is more than the credential of a hidden parameter."""
        return MARKED not in self._definitions.get(scheme, {})

    def _shown_schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes that are shown, without hidden scopes."""
        shown: dict[str, dict[str, Any]] = {}
        for name, scheme in self._definitions.items():
            if is_shown(audience_in(scheme), self._asked):
                shown[name] = without_marked(scheme, self._asked)
        for scheme in shown.values():
            flows = scheme.get("flows")
            for flow in flows.values() if isinstance(flows, dict) else ():
                if isinstance(flow, dict) and isinstance(flow.get("scopes"), dict):
                    flow["scopes"] = without(flow["scopes"], *self.hidden.scopes)
        return shown

    # --- further members ---

    def _optional(self, part: doc.Marked) -> doc.Marked | None:
        return replace(part, audience=()) if self.shows(part) else None

    def _several(self, parts: Iterable[doc.Marked]) -> tuple[doc.Marked, ...] | None:
        return tuple(replace(part, audience=()) for part in parts if self.shows(part)) or None

    def additions(self, extra: Extra, hidden: HiddenNames | None = None) -> Extra:
        """Return the members that are written as they are, without those for others, and without
        those that mention something hidden.
        """
        if extra is None:
            return None
        names = hidden or self.hidden
        shown: dict[str, Any] = without_marked(extra, self._asked)
        return {
            key: value
            for key, value in shown.items()
            if key in TEXTS or not names.mentioned_in(value)
        }

    def operation_additions(self, extra: Extra) -> Extra:
        """Return the members of an operation; the responses among them may have links (OpenAPI
        3.1, 4.8.20).
        """
        responses = None if extra is None else extra.get("responses")
        if extra is None or not isinstance(responses, Mapping):
            return self.additions(extra)
        shown = {status: self._without_links(response) for status, response in responses.items()}
        return self.additions({**extra, "responses": shown})

    def _without_links(self, response: Any) -> Any:
        links = response.get("links") if isinstance(response, Mapping) else None
        if not isinstance(links, Mapping):
            return response
        kept: dict[str, Any] = {}
        for link in links_of(response, {}) or ():
            if self._shows_link(link):
                kept[link.name] = links[link.name]
        rest = without(response, "links")
        return {**rest, "links": kept} if kept else rest

    def _links(self, links: Iterable[doc.ResponseLink]) -> tuple[doc.ResponseLink, ...] | None:
        shown: list[doc.ResponseLink] = []
        for link in links:
            if self._shows_link(link):
                export = without_marked(link.export, self._asked)
                shown.append(replace(link, export=export))
        return tuple(shown) or None

    def _shows_link(self, link: doc.ResponseLink) -> bool:
        """Return whether a link leads to something that is shown, and mentions nothing hidden."""
        if not is_shown(audience_in(link.export), self._asked):
            return False
        hidden = self.hidden.names
        place = unquote(link.operation or "")
        if not hidden.isdisjoint((link.method, link.operation, f"#{place.partition('#')[2]}")):
            return False
        return not self.hidden.mentioned_in({link.name: link.export})

    def _lifecycle(self, lifecycle: doc.Lifecycle) -> doc.Lifecycle | None:
        """Return the versions of a thing, without a replacement that has been left out."""
        if lifecycle.replacement not in self.hidden:
            return lifecycle
        left = replace(lifecycle, replacement=None)
        return left if left != doc.Lifecycle() else None

    def described(self, text: str | None) -> str | None:
        """Return the description of a part without what its sections say of hidden names."""
        return None if text is None else without_hidden(text, self.hidden.leads_to)


def _names_of(params: Iterable[doc.Param]) -> set[str]:
    return {param.name for param in params}


@cache
def _names_of_members(kind: type) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(kind))


def _contents_of(error: doc.Error) -> Sequence[doc.Content]:
    """Return the representations of the answer of an error."""
    answer = error.export.answer if error.export is not None else None
    return () if answer is None else answer.contents or ()


def _without_encodings(extra: Extra, hidden: Collection[str]) -> Extra:
    """Return the members of a media type without the encodings of parts that are for others."""
    encodings = None if extra is None else extra.get("encoding")
    if extra is None or not isinstance(encodings, Mapping):
        return extra
    return {**extra, "encoding": without(encodings, *hidden)}


def is_event(method: doc.Method) -> bool:
    """Return whether a method is an event that the service sends."""
    return (
        isinstance(method, doc.WebSocketMethod)
        and method.ws_direction == "OUT"
        and method.ws_pattern == "event"
    )


def errors_of(owner: Any) -> list[tuple[str, doc.Error]]:
    """Return all errors of a contract or a method with their keys."""
    return [pair for name in _ERRORS for pair in getattr(owner.export, name, None) or ()]
