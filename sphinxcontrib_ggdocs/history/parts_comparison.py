"""Compares what methods and contracts have in common: parameters, bodies, responses."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from ..document import parts as doc
from ..schema.fitting import some
from .changes import (
    Change,
    Flow,
    Place,
    Verdict,
    Verdicts,
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
    """Compares parameters, bodies and responses of methods, contracts and errors.

    Its methods take the old part and the new one, the place that has them, and the flow: the
    direction in which the part travels, seen from a client. A change has a verdict for running
    clients, ``wire``, and one for generated code, which loses the name of whatever is removed.

    Args:
        schemas: Compares their schemas.
    """

    def __init__(self, schemas: SchemaChanges) -> None:
        self._schemas = schemas

    def parameters(
        self, kind: str, old: Params, new: Params, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the parameters in one location of a request.

        Args:
            kind: Their name for readers, such as ``query parameter``.
            old: The parameters of the old method.
            new: Those of the new one.
            place: The method.
            flow: The direction in which they travel.
        """
        # The case of header names does not matter (RFC 9110, 5.1), that of cookie names does.
        is_header = kind == "header"
        pairs = _paired(_by_name(old, lower=is_header), _by_name(new, lower=is_header))
        for old_param, new_param in pairs:
            yield from self._parameter_changes(old_param, new_param, place, flow, kind)

    def _added_verdict(self, *, is_required: bool, flow: Flow) -> Verdict:
        """Return the verdict on an added parameter or body: clients do not send it yet, and are
        refused if it is required.
        """
        return breaking_if(is_required and flow == "sent")

    def _removed_verdict(self, param: doc.Param, flow: Flow) -> Verdict:
        """Return the verdict on a removed parameter: clients rely on a required one that they
        receive.
        """
        return breaking_if(param.required and flow == "received")

    def response_headers(
        self, old: Params, new: Params, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the headers of responses."""
        pairs = _paired(_by_name(old, lower=True), _by_name(new, lower=True))
        for old_header, new_header in pairs:
            yield from self._parameter_changes(
                old_header, new_header, place, flow, "response header"
            )

    def _parameter_changes(
        self, old: doc.Param | None, new: doc.Param | None, place: Place, flow: Flow, kind: str
    ) -> Iterator[Change]:
        """Yield the changes of a parameter or header that both documents have, or only one of
        them.

        Args:
            old: The parameter in the old document; None if it is new.
            new: The parameter in the new one; None if it was removed.
            place: The method, contract or error that has it.
            flow: The direction in which it travels.
            kind: Its name for readers, such as ``query parameter`` or ``response header``.
        """
        # Names of headers may differ in case: the one in the new document counts, if there is one.
        param = new or old
        assert param is not None
        param_place = place.inside(f"{kind} {param.name}")
        noun = "parameter"
        if kind == "response header":
            noun = "header"
        if old is None:
            wire = self._added_verdict(is_required=param.required, flow=flow)
            rule = f"{noun}-added"
            # Response headers have one rule only: clients need not send them.
            if param.required and noun == "parameter":
                rule = "required-parameter-added"
            # Generated code has to pass it if and only if clients have to send it.
            yield param_place.change(rule, wire=wire, code=wire, flow=flow)
        elif new is None:
            wire = self._removed_verdict(old, flow)
            # Generated code loses the name even if running clients do not need the parameter.
            yield param_place.change(f"{noun}-removed", wire=wire, code="breaking", flow=flow)
        else:
            yield from self._changes_of_parameter(old, new, param_place, flow, noun)

    def _changes_of_parameter(
        self, old: doc.Param, new: doc.Param, place: Place, flow: Flow, noun: str
    ) -> Iterator[Change]:
        """Yield the changes of a parameter or header that both documents have.

        Args:
            old: The parameter in the old document.
            new: The parameter in the new one.
            place: The parameter.
            flow: The direction in which it travels.
            noun: How the names of rules begin: ``parameter`` or ``header``.
        """
        yield from requirement_changes(noun, old.required, new.required, place, flow)
        yield from annotation_changes(place, old, new)
        yield from _example_changes(old.examples, new.examples, place)
        yield from style_change(old, new, place, flow, self._schemas.new_types)
        # Parameters and headers are text in a request, whatever the type of their values is.
        yield from self._schemas.changes_of_schema(
            old.schema, new.schema, place, (flow,), is_text=True
        )

    def request_body(
        self, old: doc.Body | None, new: doc.Body | None, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the body of a request, or of a message."""
        body_place = place.inside("request body")
        if old is not None and new is not None:
            yield from requirement_changes(
                "request-body", old.required, new.required, body_place, flow
            )
            yield from text_changes(
                body_place, description_changed=(old.description, new.description)
            )
            yield from self.contents(old.contents, new.contents, body_place, flow)
        elif new is not None:
            verdict = self._added_verdict(is_required=new.required, flow=flow)
            rule = "request-body-added"
            if new.required:
                rule = "required-request-body-added"
            yield body_place.change(rule, wire=verdict, code=verdict, flow=flow)
        elif old is not None:
            # Clients rely on a required body that they receive.
            wire = breaking_if(flow == "received" and old.required)
            yield body_place.change("request-body-removed", wire=wire, code="breaking", flow=flow)

    def contents(
        self,
        old: Sequence[doc.Content],
        new: Sequence[doc.Content],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the media types of a body, and of their schemas and examples."""
        # Media types are compared by their meaning: `application/json; charset=utf-8` is equal to
        # `application/json`.
        old_by_type = {media_type(content.media_type): content for content in old}
        new_by_type = {media_type(content.media_type): content for content in new}
        for old_content, new_content in _paired(old_by_type, new_by_type):
            content = new_content or old_content
            assert content is not None
            content_place = place.inside(f"{place.part} {content.media_type}")
            if old_content is None:
                wire: Verdict = "safe"
                reason = ""
                if flow == "received":
                    wire, reason = "risky", "clients that accept anything may get it"
                yield content_place.change(
                    "media-type-added",
                    wire=wire,
                    flow=flow,
                    new=content.media_type,
                    reason=reason,
                )
            elif new_content is None:
                # Clients send it, or accept nothing else.
                yield content_place.change(
                    "media-type-removed",
                    wire="breaking",
                    code="breaking",
                    flow=flow,
                    old=content.media_type,
                )
            else:
                yield from self._changes_of_content(old_content, new_content, content_place, flow)

    def _changes_of_content(
        self, old: doc.Content, new: doc.Content, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the body of one media type: stream, schema, examples and files."""
        # A stream is read value by value, another body at once.
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
            yield _content_schema_change(place, flow, is_described_now=new.schema is not None)
        yield from _example_changes(old.examples, new.examples, place)
        yield from self._file_changes(old.files or {}, new.files or {}, place, flow)

    def _file_changes(
        self,
        old: Mapping[str, doc.FilePart],
        new: Mapping[str, doc.FilePart],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the media types and sizes of the files in a body, by name of their
        field.
        """
        # `dict.fromkeys` drops repeated names, and keeps their order.
        for name in dict.fromkeys((*old, *new)):
            # A field that was or is no file counts as one without limits.
            old_part = old.get(name, doc.FilePart())
            new_part = new.get(name, doc.FilePart())
            # The empty name is that of a body that is a file as a whole.
            file_place = place
            if name:
                file_place = place.at((name,))
            if old_part.media_types != new_part.media_types:
                yield file_place.change(
                    "file-media-types-changed",
                    wire=_media_types_verdict(old_part.media_types, new_part.media_types, flow),
                    flow=flow,
                    old=old_part.media_types,
                    new=new_part.media_types,
                )
            if old_part.max_size != new_part.max_size:
                yield file_place.change(
                    "file-size-changed",
                    wire=_size_verdict(old_part.max_size, new_part.max_size, flow),
                    flow=flow,
                    old=old_part.max_size,
                    new=new_part.max_size,
                )

    def responses(
        self,
        old: Sequence[doc.Response],
        new: Sequence[doc.Response],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the successful responses of a method; those of one status
        correspond.
        """
        old_by_status = {_status(response): response for response in old}
        new_by_status = {_status(response): response for response in new}
        for old_response, new_response in _paired(old_by_status, new_by_status):
            response = new_response or old_response
            assert response is not None
            # Responses of messages have no status.
            response_place = place.inside(f"response {_status(response)}".strip())
            if old_response is None:
                # Clients do not expect another status. Generated code may or may not handle it.
                wire = breaking_if(flow == "received")
                yield response_place.change("response-added", wire=wire, code="risky", flow=flow)
            elif new_response is None:
                # The service no longer accepts it as an answer of clients.
                wire = breaking_if(flow == "sent")
                yield response_place.change(
                    "response-removed", wire=wire, code="breaking", flow=flow
                )
            else:
                yield from text_changes(
                    response_place,
                    description_changed=(old_response.description, new_response.description),
                )
                yield from _link_changes(old_response.links, new_response.links, response_place)
                yield from self._response_content_changes(
                    old_response.contents or (), new_response.contents or (), response_place, flow
                )

    def error_answer(
        self, old: doc.Error, new: doc.Error, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of the response of an error, except for the schema of its data."""
        data_place = place.inside("data")
        # Data that was added or removed is reported with the schemas of data.
        old_type, new_type = old.media_type or JSON, new.media_type or JSON
        if old.data is not None and new.data is not None:
            if media_type(old_type) != media_type(new_type):
                # Clients may read the data without regard to its media type.
                yield data_place.change(
                    "media-type-changed", wire="risky", flow=flow, old=old_type, new=new_type
                )
            yield from _example_changes(old.examples, new.examples, data_place)
        yield from self.contents(old.more_contents or (), new.more_contents or (), data_place, flow)
        yield from self.response_headers(old.response_headers, new.response_headers, place, flow)
        yield from _link_changes(old.links, new.links, place)

    def _response_content_changes(
        self,
        old: Sequence[doc.Content],
        new: Sequence[doc.Content],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """Yield the changes of the body of a response, by media type if both documents have one."""
        if bool(old) == bool(new):
            yield from self.contents(old, new, place, flow)
        elif new:
            # Clients that answer the service have to send a body now.
            yield place.change(
                "response-content-added",
                wire=breaking_if(flow == "sent"),
                code="risky",
                flow=flow,
            )
        else:
            # Whoever receives the response expects a body.
            yield place.change(
                "response-content-removed", wire="breaking", code="breaking", flow=flow
            )


def _example_changes(
    old: Sequence[doc.Example] | None, new: Sequence[doc.Example] | None, place: Place
) -> Iterator[Change]:
    """Yield the change of the named examples of a part."""
    if old != new:
        yield place.change("examples-changed")


def _link_changes(
    old: Sequence[doc.ResponseLink] | None, new: Sequence[doc.ResponseLink] | None, place: Place
) -> Iterator[Change]:
    """Yield the changes of the links of a response. Removing one is risky for generated code, which
    may follow it, and safe on the wire, on which links do not occur.
    """
    old_links = {link.name: link for link in old or ()}
    new_links = {link.name: link for link in new or ()}
    removed = Verdicts(code="risky")
    yield from listed_changes(
        "link", [*old_links], [*new_links], place, added=Verdicts(), removed=removed
    )
    for name in _changed_names(old_links, new_links):
        yield place.change("link-changed", new=name)


def _changed_names(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """Yield the names that are in both mappings, with different values."""
    for name, value in new.items():
        if name in old and old[name] != value:
            yield name


def server_changes(old: Servers, new: Servers, place: Place) -> Iterator[Change]:
    """Yield the changes of the servers of a service or a method."""
    old_servers = {server.url: server for server in old or ()}
    new_servers = {server.url: server for server in new or ()}
    yield from listed_changes(
        "server",
        [*old_servers],
        [*new_servers],
        place,
        added=Verdicts(),
        removed=Verdicts(wire="risky", reason="it may still respond"),
    )
    for url in _changed_names(old_servers, new_servers):
        yield place.change("server-changed", new=url)


def lifecycle_changes(
    place: Place, old: doc.Lifecycle | None, new: doc.Lifecycle | None
) -> Iterator[Change]:
    """Yield the changes of the versions of a part, its day of removal and its replacement."""
    old, new = old or doc.Lifecycle(), new or doc.Lifecycle()
    yield from text_changes(
        place,
        since_changed=(old.since, new.since),
        deprecated_since_changed=(old.deprecated_since, new.deprecated_since),
        sunset_changed=(_sunset_text(old), _sunset_text(new)),
        replacement_changed=(old.replacement, new.replacement),
    )


def _sunset_text(lifecycle: doc.Lifecycle) -> str | None:
    """Return the day of removal as text; None if there is none."""
    if lifecycle.sunset:
        return str(lifecycle.sunset)
    return None


def text_changes(place: Place, **pairs: tuple[str | None, str | None]) -> Iterator[Change]:
    """Yield the changes of texts.

    Args:
        place: What has the texts.
        pairs: The old and the new text, by the name of the rule with underscores.
    """
    for rule, (old, new) in pairs.items():
        if old != new:
            yield place.change(rule.replace("_", "-"), old=old, new=new)


def annotation_changes(
    place: Place,
    old: doc.Contract | doc.Method | doc.Error | doc.Param,
    new: doc.Contract | doc.Method | doc.Error | doc.Param,
    description: str = "description-changed",
) -> Iterator[Change]:
    """Yield the changes of the annotations of a part: texts, deprecation, versions, external docs.

    Args:
        place: The part.
        old: The old part.
        new: The new part, of the same kind.
        description: The rule of a changed description; contracts have one of their own.
    """
    # By the name of a field.
    rules = {
        "summary": "summary-changed",
        "description": description,
        "deprecation_message": "deprecation-message-changed",
    }
    # Not every kind of part has all of these fields.
    for name, rule in rules.items():
        old_text, new_text = getattr(old, name, None), getattr(new, name, None)
        if old_text != new_text:
            yield place.change(rule, old=old_text, new=new_text)
    if new.deprecated and not old.deprecated:
        yield place.change("deprecated")
    elif old.deprecated and not new.deprecated:
        yield place.change("undeprecated")
    yield from lifecycle_changes(
        place, getattr(old, "lifecycle", None), getattr(new, "lifecycle", None)
    )
    if getattr(old, "external_docs", None) != getattr(new, "external_docs", None):
        yield place.change("external-docs-changed")


def _by_name(params: Params, *, lower: bool) -> dict[str, doc.Param]:
    """Return parameters by their name.

    Args:
        params: The parameters; None if there are none.
        lower: Whether to write the names in lower case, because their case does not matter.
    """
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
    """Return the old and the new value of each key, None where a mapping lacks it: the keys of the
    old mapping in their order, then the others.
    """
    return ((old.get(key), new.get(key)) for key in dict.fromkeys((*old, *new)))


def _status(response: doc.Response) -> str:
    """Return the status of a response as text, such as ``200`` or ``2XX``; empty if it has none."""
    return response.status_range or str(response.status_code or "")


def _media_types_verdict(
    old: Sequence[str] | None, new: Sequence[str] | None, flow: Flow
) -> Verdict:
    """Return the verdict on changed media types of a file: whether the receiver accepts all that
    the sender may send.
    """
    sender, receiver = by_flow(old, new, flow)
    if receiver is None:  # It accepts any media type.
        return "safe"
    # Without a list, a sender sends any media type.
    answers = [_is_covered(sent_type, receiver) for sent_type in sender or ("*/*",)]
    if all(answers):
        return "safe"
    if False in answers:
        return "breaking"
    return "risky"


def _is_covered(narrower: str, ranges: Iterable[str]) -> bool | None:
    """Return whether one of some media ranges covers a media type; None if that is not known."""
    return some(covers(wider, narrower) for wider in ranges)


def _size_verdict(old: int | None, new: int | None, flow: Flow) -> Verdict:
    """Return the verdict on a changed size limit: whether the receiver accepts all that is sent."""
    sender, receiver = by_flow(old, new, flow)
    if receiver is None:  # It accepts files of any size.
        return "safe"
    return breaking_if(sender is None or sender > receiver)


def _content_schema_change(place: Place, flow: Flow, *, is_described_now: bool) -> Change:
    """Return the change of a body that has got a schema, or lost it."""
    if is_described_now:
        rule = "content-schema-added"
        # What clients send may now be refused.
        is_risky = flow == "sent"
    else:
        rule = "content-schema-removed"
        # Clients may receive other values than before.
        is_risky = flow == "received"
    wire: Verdict = "safe"
    reason = ""
    if is_risky:
        wire, reason = "risky", "its values were not described"
    return place.change(rule, wire=wire, code="risky", flow=flow, reason=reason)
