"""Compares a method that is in both documents."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from ..document import parts as doc
from .access import permission_verdict, security_verdict, with_new_names
from .changes import Change, Flow, Judged, Place, Verdict, listed_changes
from .error_pairing import ErrorPairing, PairedErrors
from .pairing import PLACEHOLDER, MethodEntry, MethodPair, path_shape, paths
from .parts_comparison import (
    PartsComparison,
    Servers,
    described,
    server_changes,
    texts,
)
from .schema_changes import SchemaChanges

Requests: TypeAlias = Set[tuple[str, str, bool]]
_OTHER_WAY: dict[Flow, Flow] = {"sent": "received", "received": "sent"}


class MethodComparison:
    """Compares methods.

    Args:
        schemas: Compares their schemas.
        renamed: The contracts that have another place, by the old one.
        renamed_schemes: The security schemes that have another name, by the old one.
        requests: All requests that are answered by methods of the old document, and of the new one.
        servers: Those of the old service, and of the new one.
        errors: Pairs their errors.
    """

    def __init__(
        self,
        schemas: SchemaChanges,
        renamed: Mapping[str, str],
        renamed_schemes: Mapping[str, str],
        requests: tuple[Requests, Requests],
        servers: tuple[Servers, Servers],
        errors: ErrorPairing,
    ) -> None:
        self._servers = servers
        self._errors = errors
        self._renamed = renamed
        self._renamed_schemes = renamed_schemes
        self._requests = requests
        self._schemas = schemas
        self._parts = PartsComparison(schemas)

    def changes(self, pair: MethodPair, *, is_same: bool = True) -> Iterator[Change]:
        """Yield the changes of a method.

        Args:
            pair: The method in both documents.
            is_same: Whether it is one method, whose names, paths and verbs are compared; else the
                new one answers requests of the old one.
        """
        place = Place(kind="method", key=pair.new.key, title=pair.new.title)
        old, new = pair.old.method, pair.new.method
        if is_same:
            yield from self._names(pair, place)
        yield from described(place, old, new)
        yield from self._access(pair.old, pair.new, place)
        flow = pair.new.flow
        errors = self._errors.pair(old.errors, new.errors, place.key)
        yield from error_changes("error", errors, place, _OTHER_WAY[flow])
        if isinstance(old, doc.HttpMethod) and isinstance(new, doc.HttpMethod):
            if is_same:
                yield from self._address(pair, place, flow)
                yield from self._verbs(pair, place, flow)
            yield from self._http(old, new, place, flow)
            yield from _error_texts(old, new, place)
        elif isinstance(old, doc.WebSocketMethod) and isinstance(new, doc.WebSocketMethod):
            yield from self._websocket(old, new, place, flow)
            one, other = _own_frame(pair.old), _own_frame(pair.new)
            if one != other:
                yield place.change("frame-changed", wire="breaking", flow=flow)

    def _names(self, pair: MethodPair, place: Place) -> Iterator[Change]:
        if pair.old.method.name != pair.new.method.name:
            yield place.change(
                "method-renamed",
                code="breaking",
                old=pair.old.method.name,
                new=pair.new.method.name,
            )
        homes = pair.old.home, pair.new.home
        if homes[0] != homes[1] and self._renamed.get(homes[0]) != homes[1]:
            yield place.change("method-moved", code="breaking", old=homes[0], new=homes[1])

    def _access(self, old: MethodEntry, new: MethodEntry, place: Place) -> Iterator[Change]:
        old_permission = old.method.permission or old.contract.permission
        new_permission = new.method.permission or new.contract.permission
        if old_permission != new_permission:
            yield place.change(
                "permission-changed",
                wire=permission_verdict(old_permission, new_permission),
                flow="sent",
                old=_permission_text(old_permission),
                new=_permission_text(new_permission),
            )
        old_security = with_new_names(_security(old), self._renamed_schemes)
        new_security = _security(new)
        if old_security != new_security:
            yield place.change(
                "security-changed",
                wire=security_verdict(old_security, new_security),
                flow="sent",
                old=_alternatives(old_security),
                new=_alternatives(new_security),
            )

    def _address(self, pair: MethodPair, place: Place, flow: Flow) -> Iterator[Change]:
        """Yield the paths that no method has any more for its verbs, or had before; a method with
        one path before and after has moved.
        """
        olds, news = _paths(pair.old), _paths(pair.new)
        if len(olds) > 1 or len(news) > 1:
            yield from _answered(
                "path",
                _paths_left(pair.old, pair.new, self._requests[1]),
                _paths_left(pair.new, pair.old, self._requests[0]),
                place,
                flow,
            )
        # The names of placeholders are not part of a request.
        elif path_shape(olds[0]) != path_shape(news[0]):
            yield place.change("path-changed", wire="breaking", flow=flow, old=olds[0], new=news[0])

    def _verbs(self, pair: MethodPair, place: Place, flow: Flow) -> Iterator[Change]:
        """Yield the verbs that no method answers any more at the path, or answered before."""
        yield from _answered(
            "verb",
            _verbs_left(pair.old, pair.new, self._requests[1]),
            _verbs_left(pair.new, pair.old, self._requests[0]),
            place,
            flow,
        )

    def _http(
        self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place, flow: Flow
    ) -> Iterator[Change]:
        renamed = dict(_renamed(old.path_params, new.path_params, old.http_path, new.http_path))
        for one, other in renamed.items():
            yield place.change("path-parameter-renamed", code="breaking", old=one, new=other)
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
        yield from self._servers_and_callbacks(old, new, place)

    def _servers_and_callbacks(
        self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place
    ) -> Iterator[Change]:
        """Yield the changes of what a method leads to: servers of its own, callbacks, code."""
        # A method without servers has those of the service, whose changes are reported there.
        if old.servers or new.servers:
            usual = self._servers
            yield from server_changes(old.servers or usual[0], new.servers or usual[1], place)
        yield from listed_changes(
            "callback",
            old.callbacks or (),
            new.callbacks or (),
            place,
            added=Judged(),  # who receives them asks for them
            removed=Judged("risky", "safe", "clients may wait for it"),
            flow="received",
        )
        if old.code_samples != new.code_samples:
            yield place.change("code-samples-changed")

    def _websocket(
        self, old: doc.WebSocketMethod, new: doc.WebSocketMethod, place: Place, flow: Flow
    ) -> Iterator[Change]:
        # Nothing else can be compared then: what was sent is received.
        if old.ws_direction != new.ws_direction:
            yield place.change(
                "direction-changed",
                wire="breaking",
                code="breaking",
                old=old.ws_direction,
                new=new.ws_direction,
            )
            return
        if old.ws_pattern != new.ws_pattern:
            yield place.change(
                "pattern-of-messages-changed",
                wire="breaking",
                code="breaking",
                old=old.ws_pattern,
                new=new.ws_pattern,
            )
        yield from self._parts.parameters(
            "header", old.header_params, new.header_params, place, flow
        )
        yield from self._parts.request_body(old.ws_input, new.ws_input, place, flow)
        yield from self._parts.responses(_responses(old), _responses(new), place, _OTHER_WAY[flow])


def _paths(entry: MethodEntry) -> tuple[str, ...]:
    return paths(entry.method) if isinstance(entry.method, doc.HttpMethod) else ()


def _answered(
    rule: str, old: Sequence[str], new: Sequence[str], place: Place, flow: Flow
) -> Iterator[Change]:
    """Return the changes of what is answered: less of it breaks those who send, more those who
    receive.
    """
    verdicts = Judged(), Judged("breaking")
    added, removed = verdicts if flow == "sent" else verdicts[::-1]
    return listed_changes(rule, old, new, place, added=added, removed=removed, flow=flow)


def _paths_left(entry: MethodEntry, other: MethodEntry, requests: Requests) -> list[str]:
    """Return the paths of a method that its counterpart does not have, nor other methods for all of
    its verbs.
    """
    shapes = {shape for _, shape, _ in other.requests}
    removed: list[str] = []
    for path in _paths(entry):
        is_answered = path_shape(path) in shapes or _requests_at(entry, path) <= requests
        if not is_answered:
            removed.append(path)
    return removed


def _verbs_left(entry: MethodEntry, other: MethodEntry, requests: Requests) -> list[str]:
    """Return the verbs of a method that its counterpart does not have, nor another method at its
    path.
    """
    known = {verb for verb, _, _ in other.requests}
    return sorted({verb for verb, _, _ in entry.requests - requests} - known)


def _requests_at(entry: MethodEntry, path: str) -> set[tuple[str, str, bool]]:
    """Return the requests that a method answers at one of its paths."""
    shape = path_shape(path)
    return {request for request in entry.requests if request[1] == shape}


def _own_frame(entry: MethodEntry) -> doc.JsonSchema | None:
    """Return the frame that a message has instead of that of its contract."""
    method = entry.method
    if isinstance(method, doc.WebSocketMethod):
        return method.ws_frame
    return None


def error_changes(rule: str, errors: PairedErrors, place: Place, flow: Flow) -> Iterator[Change]:
    """Yield the changes of the errors that something may end with.

    Args:
        rule: The beginning of the rules.
        errors: The errors in both documents.
        place: What ends with them.
        flow: Which way they travel.
    """
    code: Verdict = "risky"
    if rule.startswith("handshake"):
        code = "safe"
    added = Judged()
    removed = Judged()
    if flow == "received":
        added = Judged("risky", code, "clients do not know it")
    else:
        removed = Judged("risky", code, "the service may not know it any more")
    yield from listed_changes(
        rule, errors.removed, errors.added, place, added=added, removed=removed, flow=flow
    )


def _error_texts(old: doc.HttpMethod, new: doc.HttpMethod, place: Place) -> Iterator[Change]:
    """Yield the changes of what a method says of errors of which others say something else."""
    olds, news = old.error_descriptions or {}, new.error_descriptions or {}
    for key in sorted(olds.keys() | news.keys()):
        # One that is new or gone is a change of its own.
        if (key in old.errors) == (key in new.errors):
            error_place = place.inside(f"error {key}")
            yield from texts(error_place, description_changed=(olds.get(key), news.get(key)))


def _security(entry: MethodEntry) -> doc.Security | None:
    """How callers identify themselves; None if that is not declared, or nothing is needed."""
    security = entry.method.security
    if security is None:
        security = entry.contract.security
    if security is None:
        security = _security_of_headers(entry)
    # An empty requirement object means that none is needed (OpenAPI 3.1, 4.8.30).
    if security in ((), ({},)):
        return None
    return security


def _security_of_headers(entry: MethodEntry) -> doc.Security:
    """Return a requirement of all headers that identify; documents of other writers may have no
    other one.
    """
    headers = list(entry.contract.auth or ())
    if isinstance(entry.method, doc.HttpMethod):
        headers += entry.method.auth or ()
    return ({f"{header.scheme} in {header.header_name.lower()}": () for header in headers},)


def _alternatives(security: doc.Security | None) -> str:
    if not security:
        return "none"
    return " or ".join(_together(alternative) for alternative in security)


def _together(alternative: dict[str, tuple[str, ...]]) -> str:
    words: list[str] = []
    for scheme, scopes in alternative.items():
        if scopes:
            words.append(f"{scheme} ({', '.join(scopes)})")
        else:
            words.append(scheme)
    return " and ".join(words) or "none"


def _permission_text(permission: doc.Permission | None) -> str:
    if permission:
        return permission.text
    return "public"


def _responses(method: doc.HttpMethod | doc.WebSocketMethod) -> list[doc.Response]:
    responses: list[doc.Response] = []
    if method.success_response is not None:
        responses.append(method.success_response)
    if isinstance(method, doc.HttpMethod):
        responses += method.more_responses or ()
    return responses


def _renamed(
    old: Sequence[doc.Param] | None, new: Sequence[doc.Param] | None, was: str, now: str
) -> Iterator[tuple[str, str]]:
    """Yield the path parameters that have another name at the same place of a path."""
    if path_shape(was) != path_shape(now):
        return
    for one, other in zip(_in_order(old, was), _in_order(new, now), strict=False):
        if one != other:
            yield one, other


def _in_order(params: Sequence[doc.Param] | None, path: str) -> list[str]:
    """Return the names of parameters, in the order of a path."""
    names = {param.name for param in params or ()}
    return [name for name in PLACEHOLDER.findall(path) if name in names]


def _called(param: doc.Param, renamed: dict[str, str]) -> doc.Param:
    """Return a parameter with its new name."""
    return replace(param, name=renamed.get(param.name, param.name))
