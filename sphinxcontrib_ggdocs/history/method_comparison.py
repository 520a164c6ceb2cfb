"""Changes of one method that is in two documents."""

from collections.abc import Iterator, Mapping, Sequence

from ..native import document_parts as doc
from .access import permission_verdict, security_verdict
from .changes import Change, Flow, Place, Verdict
from .pairing import PLACEHOLDER, MethodEntry, MethodPair, path_shape, verbs
from .parts_comparison import PartsComparison, deprecation, texts
from .schema_changes import BOTH_FLOWS, SchemaChanges

_OTHER_WAY: dict[Flow, Flow] = {"sent": "received", "received": "sent"}


class MethodComparison:
    """Compares methods.

    Args:
        schemas: Compares their schemas.
        renamed: The contracts that have another place, by the old one.
    """

    def __init__(self, schemas: SchemaChanges, renamed: Mapping[str, str]) -> None:
        self._renamed = renamed
        self._schemas = schemas
        self._parts = PartsComparison(schemas)

    def changes(self, pair: MethodPair) -> Iterator[Change]:
        """The changes of a method."""
        place = Place(kind="method", key=pair.new.key, title=pair.new.title)
        yield from self._names(pair, place)
        old, new = pair.old.method, pair.new.method
        yield from self._texts(old, new, place)
        yield from self._access(pair.old, pair.new, place)
        yield from self._errors(old.errors, new.errors, place)
        if isinstance(old, doc.HttpMethod) and isinstance(new, doc.HttpMethod):
            flow: Flow = "received" if pair.new.is_outgoing else "sent"
            yield from self._address(old, new, place)
            yield from self._http(old, new, place, flow)
        elif isinstance(old, doc.WebSocketMethod) and isinstance(new, doc.WebSocketMethod):
            yield from self._websocket(old, new, place)

    def _names(self, pair: MethodPair, place: Place) -> Iterator[Change]:
        if pair.old.method.name != pair.new.method.name:
            yield Change(
                rule="method-renamed",
                place=place,
                wire="safe",
                code="breaking",
                old=pair.old.method.name,
                new=pair.new.method.name,
            )
        homes = pair.old.home, pair.new.home
        if homes[0] != homes[1] and self._renamed.get(homes[0]) != homes[1]:
            yield Change(
                rule="method-moved",
                place=place,
                wire="safe",
                code="breaking",
                old=homes[0],
                new=homes[1],
            )

    def _texts(self, old: doc.Method, new: doc.Method, place: Place) -> Iterator[Change]:
        yield from texts(
            place,
            summary_changed=(old.summary, new.summary),
            description_changed=(old.description, new.description),
            deprecation_message_changed=(old.deprecation_message, new.deprecation_message),
        )
        yield from deprecation(place, old.deprecated, new.deprecated)
        if old.external_docs != new.external_docs:
            yield Change(rule="external-docs-changed", place=place, wire="safe", code="safe")

    def _access(self, old: MethodEntry, new: MethodEntry, place: Place) -> Iterator[Change]:
        permissions = [each.method.permission or each.contract.permission for each in (old, new)]
        if permissions[0] != permissions[1]:
            verdict = permission_verdict(permissions[0], permissions[1])
            words = [each.text if each else "public" for each in permissions]
            yield Change(
                rule="permission-changed",
                place=place,
                wire=verdict,
                code="safe",
                flow="sent",
                old=words[0],
                new=words[1],
            )
        securities = [_security(each) for each in (old, new)]
        if securities[0] != securities[1]:
            yield Change(
                rule="security-changed",
                place=place,
                wire=security_verdict(securities[0], securities[1]),
                code="safe",
                flow="sent",
                old=_alternatives(securities[0]),
                new=_alternatives(securities[1]),
            )
        olds, news = _credentials(old), _credentials(new)
        for key, name in news.items():
            if key not in olds:
                yield Change(
                    rule="credential-added", place=place, wire="breaking", code="risky", new=name
                )
        for key, name in olds.items():
            if key not in news:
                yield Change(
                    rule="credential-removed", place=place, wire="safe", code="risky", old=name
                )

    def _errors(self, old: Sequence[str], new: Sequence[str], place: Place) -> Iterator[Change]:
        for key in new:
            if key not in old:
                yield Change(
                    rule="error-added",
                    place=place,
                    wire="risky",
                    code="risky",
                    flow="received",
                    new=key,
                    reason="clients do not know it",
                )
        for key in old:
            if key not in new:
                yield Change(
                    rule="error-removed",
                    place=place,
                    wire="safe",
                    code="safe",
                    flow="received",
                    old=key,
                )

    def _address(self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place) -> Iterator[Change]:
        paths = old.http_path, new.http_path
        if path_shape(paths[0]) != path_shape(paths[1]):
            yield Change(
                rule="path-changed",
                place=place,
                wire="breaking",
                code="safe",
                flow="sent",
                old=paths[0],
                new=paths[1],
            )
        for verb in verbs(old):
            if verb not in verbs(new):
                yield Change(
                    rule="verb-removed",
                    place=place,
                    wire="breaking",
                    code="safe",
                    flow="sent",
                    old=verb,
                )
        for verb in verbs(new):
            if verb not in verbs(old):
                yield Change(rule="verb-added", place=place, wire="safe", code="safe", new=verb)

    def _http(
        self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place, flow: Flow
    ) -> Iterator[Change]:
        renamed = dict(_renamed(old.path_params, new.path_params, old.http_path, new.http_path))
        for one, other in renamed.items():
            yield Change(
                rule="path-parameter-renamed",
                place=place,
                wire="safe",
                code="breaking",
                old=one,
                new=other,
            )
        olds = [_called(param, renamed) for param in old.path_params or ()]
        parts = self._parts
        yield from parts.parameters("path parameter", olds, new.path_params, place, flow)
        yield from parts.parameters(
            "query parameter", old.query_params, new.query_params, place, flow
        )
        yield from parts.parameters("header", old.header_params, new.header_params, place, flow)
        yield from parts.parameters("cookie", old.cookie_params, new.cookie_params, place, flow)
        yield from parts.request_body(old.request_body, new.request_body, place, flow)
        back = _OTHER_WAY[flow]
        yield from parts.responses(_responses(old), _responses(new), place, back)
        yield from parts.response_headers(old.response_headers, new.response_headers, place, back)

    def _websocket(
        self, old: doc.WebSocketMethod, new: doc.WebSocketMethod, place: Place
    ) -> Iterator[Change]:
        if old.ws_direction != new.ws_direction:
            yield Change(
                rule="direction-changed",
                place=place,
                wire="breaking",
                code="breaking",
                old=old.ws_direction,
                new=new.ws_direction,
            )
            return
        if old.ws_pattern != new.ws_pattern:
            yield Change(
                rule="pattern-of-messages-changed",
                place=place,
                wire="breaking",
                code="breaking",
                old=old.ws_pattern,
                new=new.ws_pattern,
            )
        flow: Flow = "sent" if new.ws_direction == "OUT" else "received"
        yield from self._parts.request_body(old.ws_input, new.ws_input, place, flow)
        yield from self._parts.responses(_responses(old), _responses(new), place, _OTHER_WAY[flow])
        if old.ws_frame != new.ws_frame:
            frames = old.ws_frame or True, new.ws_frame or True
            is_safe = self._schemas.is_accepted(frames[0], frames[1], flow)
            wire: Verdict = "safe" if is_safe else "breaking"
            yield Change(
                rule="frame-changed", place=place, wire=wire, code="safe", flow=flow, old="message"
            )


def framing_changes(
    schemas: SchemaChanges, old: doc.Framing, new: doc.Framing, place: Place
) -> Iterator[Change]:
    """The changes of how the messages of a contract are sent.

    Args:
        schemas: Compares the schemas of frames.
        old: The framing in the old document.
        new: That in the new one.
        place: The contract.
    """
    yield from texts(
        place,
        framing_renamed=(old.name, new.name),
        description_changed=(old.description, new.description),
    )
    for name in ("request", "event", "answer", "error", "event_error", "refusal"):
        frames = getattr(old, name), getattr(new, name)
        if frames[0] != frames[1]:
            is_known = frames[0] is not None and frames[1] is not None
            is_safe = is_known and all(
                schemas.is_accepted(frames[0], frames[1], flow) for flow in BOTH_FLOWS
            )
            yield Change(
                rule="frame-changed",
                place=place,
                wire="safe" if is_safe else "breaking",
                code="safe",
                old=name.replace("_", " "),
            )


def _credentials(entry: MethodEntry) -> dict[str, str]:
    """The headers with credentials that a method asks for, by their names in lower case."""
    own = (entry.method.auth or ()) if isinstance(entry.method, doc.HttpMethod) else ()
    auths = (*(entry.contract.auth or ()), *own)
    return {auth.header_name.lower(): auth.header_name for auth in auths}


def _security(entry: MethodEntry) -> doc.Security | None:
    found = entry.method.security
    return entry.contract.security if found is None else found


def _alternatives(security: doc.Security | None) -> str:
    if not security:
        return "none"
    return " or ".join(_together(alternative) for alternative in security)


def _together(alternative: dict[str, tuple[str, ...]]) -> str:
    words = [
        f"{scheme} ({', '.join(scopes)})" if scopes else scheme
        for scheme, scopes in alternative.items()
    ]
    return " and ".join(words) or "none"


def _responses(method: doc.HttpMethod | doc.WebSocketMethod) -> list[doc.Response]:
    first = [method.success_response] if method.success_response is not None else []
    more = (method.more_responses or ()) if isinstance(method, doc.HttpMethod) else ()
    return [*first, *more]


def _renamed(
    old: Sequence[doc.Param] | None, new: Sequence[doc.Param] | None, was: str, now: str
) -> Iterator[tuple[str, str]]:
    """The path parameters that have another name at the same place of a path."""
    if path_shape(was) != path_shape(now):
        return
    for one, other in zip(_in_order(old, was), _in_order(new, now), strict=False):
        if one != other:
            yield one, other


def _in_order(params: Sequence[doc.Param] | None, path: str) -> list[str]:
    """The names of parameters, in the order of a path."""
    names = {param.name for param in params or ()}
    return [name for name in PLACEHOLDER.findall(path) if name in names]


def _called(param: doc.Param, renamed: dict[str, str]) -> doc.Param:
    """A parameter with its new name."""
    return doc.Param(
        name=renamed.get(param.name, param.name),
        required=param.required,
        schema=param.schema,
        description=param.description,
        deprecated=param.deprecated,
    )
