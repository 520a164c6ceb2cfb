"""Compares what methods and contracts have in common: parameters, bodies, responses."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from ..document import parts as doc
from ..schema.fitting import some
from .changes import (
    Change,
    Flow,
    Judged,
    Place,
    Verdict,
    breaking_if,
    by_flow,
    listed_changes,
    requirement_changes,
)
from .media_types import covers, media_type
from .schema_changes import SchemaChanges
from .sending import style_change

Params: TypeAlias = Sequence[doc.Param] | None
Servers: TypeAlias = Sequence[doc.Server] | None
Key = TypeVar("Key", bound=Hashable)
Named = TypeVar("Named")

JSON = "application/json"


class PartsComparison:
    """Compares parts of methods.

    Args:
        schemas: Compares their schemas.
    """

    def __init__(self, schemas: SchemaChanges) -> None:
        self._schemas = schemas

    def parameters(
        self, kind: str, old: Params, new: Params, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the parameters in one place of a request.

        Args:
            kind: What readers call them, such as ``query parameter``.
            old: Those of the old method.
            new: Those of the new one.
            place: The method.
            flow: Which way they travel.
        """
        # Names of headers have no case (RFC 9110, 5.1), those of cookies do.
        is_header = kind == "header"
        pairs = _paired(_by_name(old, lower=is_header), _by_name(new, lower=is_header))
        for one, other in pairs:
            yield from self._pair(one, other, place, flow, kind)

    def _added(self, *, is_required: bool, flow: Flow) -> Verdict:
        return breaking_if(is_required and flow == "sent")

    def _removed(self, param: doc.Param, flow: Flow) -> Verdict:
        return breaking_if(param.required and flow == "received")

    def response_headers(
        self, old: Params, new: Params, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the headers of responses."""
        for one, other in _paired(_by_name(old, lower=True), _by_name(new, lower=True)):
            yield from self._pair(one, other, place, flow, "response header")

    def _pair(
        self, old: doc.Param | None, new: doc.Param | None, place: Place, flow: Flow, kind: str
    ) -> Iterator[Change]:
        param = new or old
        assert param is not None
        param_place = place.inside(f"{kind} {param.name}")
        what = "header" if kind == "response header" else "parameter"
        if old is None:
            wire = self._added(is_required=param.required, flow=flow)
            required = "required-" if param.required and what == "parameter" else ""
            yield param_place.change(f"{required}{what}-added", wire=wire, code=wire, flow=flow)
        elif new is None:
            wire = self._removed(old, flow)
            yield param_place.change(f"{what}-removed", wire=wire, code="breaking", flow=flow)
        else:
            yield from self._both(old, new, param_place, flow, what)

    def _both(
        self, old: doc.Param, new: doc.Param, place: Place, flow: Flow, what: str
    ) -> Iterator[Change]:
        yield from requirement_changes(what, old.required, new.required, place, flow)
        yield from described(place, old, new)
        yield from _examples(old.examples, new.examples, place)
        yield from style_change(old, new, place, flow, self._schemas.new_types)
        yield from self._schemas.changes_of_schema(
            old.schema, new.schema, place, (flow,), is_text=True
        )

    def request_body(
        self, old: doc.Body | None, new: doc.Body | None, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the body of a request, or of a message."""
        body_place = place.inside("request body")
        if old is None or new is None:
            if new is not None:
                verdict = self._added(is_required=new.required, flow=flow)
                rule = "required-request-body-added" if new.required else "request-body-added"
                yield body_place.change(rule, wire=verdict, code=verdict, flow=flow)
            elif old is not None:
                wire = breaking_if(flow == "received" and old.required)
                yield body_place.change(
                    "request-body-removed", wire=wire, code="breaking", flow=flow
                )
            return
        yield from requirement_changes("request-body", old.required, new.required, body_place, flow)
        yield from texts(body_place, description_changed=(old.description, new.description))
        yield from self.contents(old.contents, new.contents, body_place, flow)

    def contents(
        self,
        old: Sequence[doc.Content],
        new: Sequence[doc.Content],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the representations of a body."""
        # By what media types mean: `application/json; charset=utf-8` is `application/json`.
        olds = {media_type(content.media_type): content for content in old}
        news = {media_type(content.media_type): content for content in new}
        for one, other in _paired(olds, news):
            present = other or one
            assert present is not None
            content_place = place.inside(f"{place.part} {present.media_type}")
            if one is None:
                wire: Verdict = "safe" if flow == "sent" else "risky"
                yield content_place.change(
                    "media-type-added",
                    wire=wire,
                    flow=flow,
                    new=present.media_type,
                    reason="" if flow == "sent" else "clients that accept anything may get it",
                )
            elif other is None:
                yield content_place.change(
                    "media-type-removed",
                    wire="breaking",
                    code="breaking",
                    flow=flow,
                    old=present.media_type,
                )
            else:
                yield from self._content(one, other, content_place, flow)

    def _content(
        self, old: doc.Content, new: doc.Content, place: Place, flow: Flow
    ) -> Iterator[Change]:
        if old.stream != new.stream:
            yield place.change(
                "stream-changed",
                wire="breaking",
                code="breaking",
                flow=flow,
                old=bool(old.stream),
                new=bool(new.stream),
            )
        if old.schema is not None and new.schema is not None:
            yield from self._schemas.changes_of_schema(old.schema, new.schema, place, (flow,))
        elif old.schema is not None or new.schema is not None:
            yield _described_or_not(place, flow, is_described_now=new.schema is not None)
        yield from _examples(old.examples, new.examples, place)
        yield from self._files(old.files or {}, new.files or {}, place, flow)

    def _files(
        self,
        old: Mapping[str, doc.FilePart],
        new: Mapping[str, doc.FilePart],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        for name in dict.fromkeys((*old, *new)):
            one = old.get(name, doc.FilePart())
            other = new.get(name, doc.FilePart())
            file_place = place
            if name:
                file_place = place.at((name,))
            if one.media_types != other.media_types:
                yield file_place.change(
                    "file-media-types-changed",
                    wire=_of_sets(one.media_types, other.media_types, flow),
                    flow=flow,
                    old=one.media_types,
                    new=other.media_types,
                )
            if one.max_size != other.max_size:
                yield file_place.change(
                    "file-size-changed",
                    wire=_of_bounds(one.max_size, other.max_size, flow),
                    flow=flow,
                    old=one.max_size,
                    new=other.max_size,
                )

    def responses(
        self,
        old: Sequence[doc.Response],
        new: Sequence[doc.Response],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the successes of a method."""
        olds = {_status(response): response for response in old}
        news = {_status(response): response for response in new}
        for one, other in _paired(olds, news):
            present = other or one
            assert present is not None
            response_place = place.inside(f"response {_status(present)}".strip())
            if one is None:
                wire = breaking_if(flow == "received")
                yield response_place.change("response-added", wire=wire, code="risky", flow=flow)
            elif other is None:
                wire = breaking_if(flow == "sent")
                yield response_place.change(
                    "response-removed", wire=wire, code="breaking", flow=flow
                )
            else:
                yield from texts(
                    response_place, description_changed=(one.description, other.description)
                )
                yield from _link_changes(one.links, other.links, response_place)
                yield from self._response(
                    one.contents or (), other.contents or (), response_place, flow
                )

    def error_answer(
        self, old: doc.Error, new: doc.Error, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of what an error answers with besides its data."""
        data_place = place.inside("data")
        was, now = old.media_type or JSON, new.media_type or JSON
        if old.data is not None and new.data is not None:
            if media_type(was) != media_type(now):
                yield data_place.change(
                    "media-type-changed", wire="risky", flow=flow, old=was, new=now
                )
            yield from _examples(old.examples, new.examples, data_place)
        yield from self.contents(old.more_contents or (), new.more_contents or (), data_place, flow)
        yield from self.response_headers(old.response_headers, new.response_headers, place, flow)
        yield from _link_changes(old.links, new.links, place)

    def _response(
        self,
        old: Sequence[doc.Content],
        new: Sequence[doc.Content],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        if bool(old) == bool(new):
            yield from self.contents(old, new, place, flow)
        elif new:
            yield place.change(
                "response-content-added",
                wire=breaking_if(flow == "sent"),
                code="risky",
                flow=flow,
            )
        else:
            yield place.change(
                "response-content-removed", wire="breaking", code="breaking", flow=flow
            )


def _examples(
    old: Sequence[doc.Example] | None, new: Sequence[doc.Example] | None, place: Place
) -> Iterator[Change]:
    """Yield the change of the texts of examples; their values are in schemas."""
    if old != new:
        yield place.change("examples-changed")


def _link_changes(
    old: Sequence[doc.ResponseLink] | None, new: Sequence[doc.ResponseLink] | None, place: Place
) -> Iterator[Change]:
    """Yield the changes of the links of a response; without one, callers have to build the call
    themselves.
    """
    olds = {link.name: link for link in old or ()}
    news = {link.name: link for link in new or ()}
    removed = Judged(code="risky")
    yield from listed_changes("link", [*olds], [*news], place, added=Judged(), removed=removed)
    for name in _changed_names(olds, news):
        yield place.change("link-changed", new=name)


def _changed_names(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """Yield the names that are in both mappings, with different values."""
    for name, value in new.items():
        if name in old and old[name] != value:
            yield name


def server_changes(old: Servers, new: Servers, place: Place) -> Iterator[Change]:
    """Yield the changes of the addresses of a service or a method."""
    olds = {server.url: server for server in old or ()}
    news = {server.url: server for server in new or ()}
    yield from listed_changes(
        "server",
        [*olds],
        [*news],
        place,
        added=Judged(),
        removed=Judged("risky", "safe", "it may still respond"),
    )
    for url in _changed_names(olds, news):
        yield place.change("server-changed", new=url)


def lifecycle_changes(
    place: Place, old: doc.Lifecycle | None, new: doc.Lifecycle | None
) -> Iterator[Change]:
    """Yield the changes of what an author says of versions."""
    one, other = old or doc.Lifecycle(), new or doc.Lifecycle()
    sunsets = [str(lifecycle.sunset or "") or None for lifecycle in (one, other)]
    yield from texts(
        place,
        since_changed=(one.since, other.since),
        deprecated_since_changed=(one.deprecated_since, other.deprecated_since),
        sunset_changed=(sunsets[0], sunsets[1]),
        replacement_changed=(one.replacement, other.replacement),
    )


def texts(place: Place, **pairs: tuple[str | None, str | None]) -> Iterator[Change]:
    """Changes of texts, by the names of their rules with underscores."""
    for rule, (old, new) in pairs.items():
        if old != new:
            yield place.change(rule.replace("_", "-"), old=old, new=new)


def described(
    place: Place,
    old: doc.Contract | doc.Method | doc.Error | doc.Param,
    new: doc.Contract | doc.Method | doc.Error | doc.Param,
    description: str = "description-changed",
) -> Iterator[Change]:
    """Yield the changes of what authors say of a part: texts, whether it is deprecated, versions,
    links.

    Args:
        place: The part.
        old: The old one.
        new: The new one, of the same kind.
        description: The rule of its description.
    """
    rules = {
        "summary": "summary-changed",
        "description": description,
        "deprecation_message": "deprecation-message-changed",
    }
    for name, rule in rules.items():
        was, now = (getattr(part, name, None) for part in (old, new))
        if was != now:
            yield place.change(rule, old=was, new=now)
    if bool(old.deprecated) != bool(new.deprecated):
        yield place.change("deprecated" if new.deprecated else "undeprecated")
    one, other = (getattr(part, "lifecycle", None) for part in (old, new))
    yield from lifecycle_changes(place, one, other)
    if getattr(old, "external_docs", None) != getattr(new, "external_docs", None):
        yield place.change("external-docs-changed")


def _by_name(params: Params, *, lower: bool) -> dict[str, doc.Param]:
    by_name: dict[str, doc.Param] = {}
    for param in params or ():
        name = param.name
        if lower:
            name = name.lower()
        by_name[name] = param
    return by_name


def _paired(
    old: Mapping[Key, Named], new: Mapping[Key, Named]
) -> Iterable[tuple[Named | None, Named | None]]:
    """What has one key, in the order of the old document and then of the new one."""
    return ((old.get(key), new.get(key)) for key in dict.fromkeys((*old, *new)))


def _status(response: doc.Response) -> str:
    return response.status_range or str(response.status_code or "")


def _of_sets(old: Sequence[str] | None, new: Sequence[str] | None, flow: Flow) -> Verdict:
    sender, receiver = by_flow(old, new, flow)
    if receiver is None:
        return "safe"
    results = [_is_among(media_type, receiver) for media_type in sender or ("*/*",)]
    if all(results):
        return "safe"
    if False in results:
        return "breaking"
    return "risky"


def _is_among(own: str, others: Iterable[str]) -> bool | None:
    return some(covers(other, own) for other in others)


def _of_bounds(old: int | None, new: int | None, flow: Flow) -> Verdict:
    sender, receiver = by_flow(old, new, flow)
    is_inside = receiver is None or (sender is not None and sender <= receiver)
    return breaking_if(not is_inside)


def _described_or_not(place: Place, flow: Flow, *, is_described_now: bool) -> Change:
    """Return the change of a content that has got its schema, or lost it."""
    rule = "content-schema-removed"
    if is_described_now:
        rule = "content-schema-added"
    wire: Verdict = "safe"
    reason = ""
    is_narrower = is_described_now is (flow == "sent")
    if is_narrower:
        wire, reason = "risky", "its values were not described"
    return place.change(rule, wire=wire, code="risky", flow=flow, reason=reason)
