"""Changes of what methods and contracts have in common: parameters, bodies, responses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from ..native import document_parts as doc
from .changes import Change, Flow, Place, Verdict
from .schema_changes import SchemaChanges

Params: TypeAlias = Sequence[doc.Param] | None
Named = TypeVar("Named")


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
        """The changes of the parameters in one place of a request.

        Args:
            kind: What readers call them, such as ``query parameter``.
            old: Those of the old method.
            new: Those of the new one.
            place: The method.
            flow: Which way they travel.
        """
        is_header = kind == "header"
        pairs = _paired(_by_name(old, lower=is_header), _by_name(new, lower=is_header))
        for one, other in pairs:
            shown = other or one
            assert shown is not None
            at = place.inside(f"{kind} {shown.name}")
            if one is None:
                rule = "required-parameter-added" if shown.required else "parameter-added"
                wire = self._added(is_required=shown.required, flow=flow)
                yield Change(rule=rule, place=at, wire=wire, code=wire, flow=flow)
            elif other is None:
                lost: Verdict = "breaking" if one.required and flow == "received" else "safe"
                yield Change(
                    rule="parameter-removed", place=at, wire=lost, code="breaking", flow=flow
                )
            else:
                yield from self._both(one, other, at, flow, "parameter")

    def _added(self, *, is_required: bool, flow: Flow) -> Verdict:
        return "breaking" if is_required and flow == "sent" else "safe"

    def response_headers(
        self, old: Params, new: Params, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """The changes of the headers of responses."""
        for one, other in _paired(_by_name(old, lower=True), _by_name(new, lower=True)):
            shown = other or one
            assert shown is not None
            at = place.inside(f"response header {shown.name}")
            if one is None:
                added = self._added(is_required=shown.required, flow=flow)
                yield Change(rule="header-added", place=at, wire=added, code=added, flow=flow)
            elif other is None:
                wire: Verdict = "breaking" if one.required else "safe"
                yield Change(rule="header-removed", place=at, wire=wire, code="breaking", flow=flow)
            else:
                yield from self._both(one, other, at, flow, "header")

    def _both(
        self, old: doc.Param, new: doc.Param, place: Place, flow: Flow, what: str
    ) -> Iterator[Change]:
        if old.required != new.required:
            is_narrower = new.required is (flow == "sent")
            verdict: Verdict = "breaking" if is_narrower else "safe"
            rule = f"{what}-became-{'required' if new.required else 'optional'}"
            yield Change(rule=rule, place=place, wire=verdict, code=verdict, flow=flow)
        yield from texts(place, description_changed=(old.description, new.description))
        yield from deprecation(place, old.deprecated, new.deprecated)
        yield from self._schemas.of_place(old.schema, new.schema, place, flow, is_text=True)

    def request_body(
        self, old: doc.Body | None, new: doc.Body | None, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """The changes of the body of a request, or of a message."""
        at = place.inside("request body")
        if old is None or new is None:
            if new is not None:
                verdict = self._added(is_required=new.required, flow=flow)
                rule = "required-request-body-added" if new.required else "request-body-added"
                yield Change(rule=rule, place=at, wire=verdict, code=verdict, flow=flow)
            elif old is not None:
                wire: Verdict = "safe" if flow == "sent" or not old.required else "breaking"
                yield Change(
                    rule="request-body-removed", place=at, wire=wire, code="breaking", flow=flow
                )
            return
        if old.required != new.required:
            verdict = "breaking" if new.required is (flow == "sent") else "safe"
            rule = f"request-body-became-{'required' if new.required else 'optional'}"
            yield Change(rule=rule, place=at, wire=verdict, code=verdict, flow=flow)
        yield from texts(at, description_changed=(old.description, new.description))
        yield from self.contents(old.contents, new.contents, at, flow)

    def contents(
        self,
        old: Sequence[doc.Content],
        new: Sequence[doc.Content],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        """The changes of the representations of a body."""
        olds = {content.media_type: content for content in old}
        news = {content.media_type: content for content in new}
        for one, other in _paired(olds, news):
            shown = other or one
            assert shown is not None
            at = place.inside(f"{place.part} {shown.media_type}")
            if one is None:
                wire: Verdict = "safe" if flow == "sent" else "risky"
                yield Change(
                    rule="media-type-added",
                    place=at,
                    wire=wire,
                    code="safe",
                    flow=flow,
                    new=shown.media_type,
                    reason="" if flow == "sent" else "clients that accept anything may get it",
                )
            elif other is None:
                yield Change(
                    rule="media-type-removed",
                    place=at,
                    wire="breaking",
                    code="breaking",
                    flow=flow,
                    old=shown.media_type,
                )
            else:
                yield from self._content(one, other, at, flow)

    def _content(
        self, old: doc.Content, new: doc.Content, place: Place, flow: Flow
    ) -> Iterator[Change]:
        if old.stream != new.stream:
            yield Change(
                rule="stream-changed",
                place=place,
                wire="breaking",
                code="breaking",
                flow=flow,
                old=bool(old.stream),
                new=bool(new.stream),
            )
        if old.schema is not None and new.schema is not None:
            yield from self._schemas.of_place(old.schema, new.schema, place, flow)
        elif old.schema is not None or new.schema is not None:
            is_narrower = (new.schema is not None) is (flow == "sent")
            rule = "content-schema-added" if old.schema is None else "content-schema-removed"
            wire: Verdict = "risky" if is_narrower else "safe"
            yield Change(
                rule=rule,
                place=place,
                wire=wire,
                code="risky",
                flow=flow,
                reason="nothing was said of its values" if is_narrower else "",
            )
        yield from self._files(old.files or {}, new.files or {}, place, flow)

    def _files(
        self,
        old: Mapping[str, doc.FilePart],
        new: Mapping[str, doc.FilePart],
        place: Place,
        flow: Flow,
    ) -> Iterator[Change]:
        for name in dict.fromkeys((*old, *new)):
            one, other = old.get(name, doc.FilePart()), new.get(name, doc.FilePart())
            at = place.at((name,) if name else ())
            if one.media_types != other.media_types:
                wire = _of_sets(one.media_types, other.media_types, flow)
                yield Change(
                    rule="file-media-types-changed",
                    place=at,
                    wire=wire,
                    code="safe",
                    flow=flow,
                    old=one.media_types,
                    new=other.media_types,
                )
            if one.max_size != other.max_size:
                wire = _of_bounds(one.max_size, other.max_size, flow)
                yield Change(
                    rule="file-size-changed",
                    place=at,
                    wire=wire,
                    code="safe",
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
        """The changes of the successes of a method."""
        olds = {_status(response): response for response in old}
        news = {_status(response): response for response in new}
        for status, (one, other) in _paired_items(olds, news):
            at = place.inside(f"response {status}".strip())
            if one is None:
                wire: Verdict = "breaking" if flow == "received" else "safe"
                yield Change(rule="response-added", place=at, wire=wire, code="risky", flow=flow)
            elif other is None:
                wire = "safe" if flow == "received" else "breaking"
                yield Change(
                    rule="response-removed", place=at, wire=wire, code="breaking", flow=flow
                )
            else:
                yield from texts(at, description_changed=(one.description, other.description))
                yield from self._response(one.contents or (), other.contents or (), at, flow)

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
            yield Change(
                rule="response-content-added",
                place=place,
                wire="safe" if flow == "received" else "breaking",
                code="risky",
                flow=flow,
            )
        else:
            yield Change(
                rule="response-content-removed",
                place=place,
                wire="breaking",
                code="breaking",
                flow=flow,
            )


def texts(place: Place, **pairs: tuple[str | None, str | None]) -> Iterator[Change]:
    """Changes of texts, by the names of their rules with underscores."""
    for rule, (old, new) in pairs.items():
        if old != new:
            yield Change(
                rule=rule.replace("_", "-"), place=place, wire="safe", code="safe", old=old, new=new
            )


def deprecation(place: Place, old: bool | None, new: bool | None) -> Iterator[Change]:
    """The change of whether something is deprecated."""
    if bool(old) != bool(new):
        rule = "deprecated" if new else "undeprecated"
        yield Change(rule=rule, place=place, wire="safe", code="safe")


def _by_name(params: Params, *, lower: bool) -> dict[str, doc.Param]:
    return {param.name.lower() if lower else param.name: param for param in params or ()}


def _paired(
    old: Mapping[str, Named], new: Mapping[str, Named]
) -> Iterable[tuple[Named | None, Named | None]]:
    return (pair for _, pair in _paired_items(old, new))


def _paired_items(
    old: Mapping[str, Named], new: Mapping[str, Named]
) -> Iterable[tuple[str, tuple[Named | None, Named | None]]]:
    """What has one name, in the order of the old document and then of the new one."""
    for name in dict.fromkeys((*old, *new)):
        yield name, (old.get(name), new.get(name))


def _status(response: doc.Response) -> str:
    return response.status_range or str(response.status_code or "")


def _of_sets(old: Sequence[str] | None, new: Sequence[str] | None, flow: Flow) -> Verdict:
    sender, receiver = (old, new) if flow == "sent" else (new, old)
    is_inside = receiver is None or (sender is not None and set(sender) <= set(receiver))
    return "safe" if is_inside else "breaking"


def _of_bounds(old: int | None, new: int | None, flow: Flow) -> Verdict:
    sender, receiver = (old, new) if flow == "sent" else (new, old)
    is_inside = receiver is None or (sender is not None and sender <= receiver)
    return "safe" if is_inside else "breaking"
