"""Compares a method that is in both documents: names, paths, access, parameters and responses."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from ..document import parts as doc
from .access import permission_verdict, security_verdict, with_new_names
from .changes import Change, Flow, Place, Verdict, Verdicts, listed_changes
from .error_pairing import ErrorPairing, PairedErrors
from .pairing import PLACEHOLDER, MethodEntry, MethodPair, Request, path_shape
from .parts_comparison import (
    PartsComparison,
    Servers,
    annotation_changes,
    server_changes,
    text_changes,
)
from .schema_changes import SchemaChanges

Requests: TypeAlias = Set[Request]
"""The requests (verbs at paths, or messages) that methods of a document answer."""
_OPPOSITE_FLOW: dict[Flow, Flow] = {"sent": "received", "received": "sent"}


class MethodComparison:
    """Compares pairs of methods.

    Its private methods take the old method and the new one, the place of the method, and the flow:
    the direction in which its request travels, seen from a client.

    Args:
        schemas: Compares their schemas.
        renamed: The new keys of renamed contracts, by their old keys.
        renamed_schemes: The new names of renamed security schemes, by their old names.
        requests: All requests that methods of the old document answer, and those of the new one.
        servers: The servers of the old service, and of the new one.
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
        self._old_servers, self._new_servers = servers
        self._errors = errors
        self._renamed_contracts = renamed
        self._renamed_schemes = renamed_schemes
        self._old_requests, self._new_requests = requests
        self._schemas = schemas
        self._parts = PartsComparison(schemas)

    def changes(self, pair: MethodPair, *, is_same: bool = True) -> Iterator[Change]:
        """Yield the changes of a method.

        Args:
            pair: The method in both documents.
            is_same: Whether they are the same method, so that name, paths and verbs are compared,
                too. Otherwise, the new method only answers requests of the old one.
        """
        place = Place(kind="method", key=pair.new.key, title=pair.new.title)
        old, new = pair.old.method, pair.new.method
        if is_same:
            yield from self._name_changes(pair, place)
        yield from annotation_changes(place, old, new)
        yield from self._access_changes(pair.old, pair.new, place)
        flow = pair.new.flow
        # Errors answer the request, and so travel in the opposite direction.
        errors = self._errors.pair(old.errors, new.errors, place.key)
        yield from error_changes("error", errors, place, _OPPOSITE_FLOW[flow])
        if isinstance(old, doc.HttpMethod) and isinstance(new, doc.HttpMethod):
            if is_same:
                yield from self._path_changes(pair, place, flow)
                yield from self._verb_changes(pair, place, flow)
            yield from self._http_changes(old, new, place, flow)
            yield from _error_text_changes(old, new, place)
        elif isinstance(old, doc.WebSocketMethod) and isinstance(new, doc.WebSocketMethod):
            yield from self._websocket_changes(old, new, place, flow)
            if _frame_of_method(pair.old) != _frame_of_method(pair.new):
                yield place.change("frame-changed", wire="breaking", flow=flow)

    def _name_changes(self, pair: MethodPair, place: Place) -> Iterator[Change]:
        """Yield the change of the name of a method, and of the contract that it is in."""
        if pair.old.method.name != pair.new.method.name:
            yield place.change(
                "method-renamed",
                code="breaking",
                old=pair.old.method.name,
                new=pair.new.method.name,
            )
        old_home, new_home = pair.old.home, pair.new.home
        # The new name of a contract is reported once, for the contract.
        is_contract_renamed = self._renamed_contracts.get(old_home) == new_home
        if old_home != new_home and not is_contract_renamed:
            yield place.change("method-moved", code="breaking", old=old_home, new=new_home)

    def _access_changes(self, old: MethodEntry, new: MethodEntry, place: Place) -> Iterator[Change]:
        """Yield the changes of the permission and the security of a method, or else of its
        contract. Their flow is that of the credentials, which callers send.
        """
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
                old=_security_in_words(old_security),
                new=_security_in_words(new_security),
            )

    def _path_changes(self, pair: MethodPair, place: Place, flow: Flow) -> Iterator[Change]:
        """Yield the changed path of an HTTP method with a single one; otherwise the paths at which
        its verbs are no longer answered by any method, or were not answered before.
        """
        old_paths, new_paths = _paths(pair.old), _paths(pair.new)
        if len(old_paths) > 1 or len(new_paths) > 1:
            yield from _availability_changes(
                "path",
                _unanswered_paths(pair.old, pair.new, self._new_requests),
                _unanswered_paths(pair.new, pair.old, self._old_requests),
                place,
                flow,
            )
        # The names of placeholders are not part of a request.
        elif path_shape(old_paths[0]) != path_shape(new_paths[0]):
            yield place.change(
                "path-changed", wire="breaking", flow=flow, old=old_paths[0], new=new_paths[0]
            )

    def _verb_changes(self, pair: MethodPair, place: Place, flow: Flow) -> Iterator[Change]:
        """Yield the verbs of a method that no method answers at its path any more, and those that
        none answered there before.
        """
        yield from _availability_changes(
            "verb",
            _unanswered_verbs(pair.old, pair.new, self._new_requests),
            _unanswered_verbs(pair.new, pair.old, self._old_requests),
            place,
            flow,
        )

    def _http_changes(
        self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of parameters, bodies, responses, servers and callbacks."""
        renamed = dict(
            _renamed_path_params(old.path_params, new.path_params, old.http_path, new.http_path)
        )
        # Requests do not contain the names of path parameters, but functions of generated code do.
        # Apart from its name, the old parameter is compared with the one that has its place.
        for old_name, new_name in renamed.items():
            yield place.change(
                "path-parameter-renamed", code="breaking", old=old_name, new=new_name
            )
        old_path_params = [_with_new_name(param, renamed) for param in old.path_params or ()]
        parts = self._parts
        yield from parts.parameters("path parameter", old_path_params, new.path_params, place, flow)
        yield from parts.parameters(
            "query parameter", old.query_params, new.query_params, place, flow
        )
        yield from parts.parameters("header", old.header_params, new.header_params, place, flow)
        yield from parts.parameters("cookie", old.cookie_params, new.cookie_params, place, flow)
        yield from parts.request_body(old.request_body, new.request_body, place, flow)
        response_flow = _OPPOSITE_FLOW[flow]
        yield from parts.responses(_responses(old), _responses(new), place, response_flow)
        yield from parts.response_headers(
            old.response_headers, new.response_headers, place, response_flow
        )
        yield from self._further_changes(old, new, place)

    def _further_changes(
        self, old: doc.HttpMethod, new: doc.HttpMethod, place: Place
    ) -> Iterator[Change]:
        """Yield the changes of the servers of a method, the names of its callbacks, and its code
        samples.
        """
        # A method without servers has those of the service, whose changes are reported there.
        if old.servers or new.servers:
            yield from server_changes(
                old.servers or self._old_servers, new.servers or self._new_servers, place
            )
        yield from listed_changes(
            "callback",
            old.callbacks or (),
            new.callbacks or (),
            place,
            added=Verdicts(),  # Only clients that subscribe receive them.
            removed=Verdicts(wire="risky", reason="clients may wait for it"),
            flow="received",
        )
        if old.code_samples != new.code_samples:
            yield place.change("code-samples-changed")

    def _websocket_changes(
        self, old: doc.WebSocketMethod, new: doc.WebSocketMethod, place: Place, flow: Flow
    ) -> Iterator[Change]:
        """Yield the changes of a message: direction, pattern (request or event, which nothing
        answers), headers, payload and response.
        """
        # Requests and responses have changed places, so that nothing else is comparable.
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
        yield from self._parts.responses(
            _responses(old), _responses(new), place, _OPPOSITE_FLOW[flow]
        )


def _paths(entry: MethodEntry) -> tuple[str, ...]:
    """Return the paths of a method of HTTP; none of a message."""
    if isinstance(entry.method, doc.HttpMethod):
        return entry.method.paths
    return ()


def _availability_changes(
    rule: str, old: Sequence[str], new: Sequence[str], place: Place, flow: Flow
) -> Iterator[Change]:
    """Return the changes of paths or verbs: removed ones break clients that send such requests,
    added ones break clients that receive them.

    Args:
        rule: The beginning of the rules: ``path`` or ``verb``.
        old: The paths or verbs that are no longer answered.
        new: Those that were not answered before.
        place: The method.
        flow: The direction in which its requests travel.
    """
    # As for requests that clients send.
    added, removed = Verdicts(), Verdicts(wire="breaking")
    if flow == "received":
        added, removed = removed, added
    return listed_changes(rule, old, new, place, added=added, removed=removed, flow=flow)


def _unanswered_paths(entry: MethodEntry, other: MethodEntry, requests: Requests) -> list[str]:
    """Return the paths of a method that its counterpart does not have, and at which other methods
    of the counterpart's document do not answer all of its verbs.

    Args:
        entry: A method.
        other: Its counterpart in the other document.
        requests: All requests that methods of the other document answer.
    """
    other_shapes = {request.shape for request in other.requests}
    unanswered: list[str] = []
    # The verbs at a path that both have are compared on their own.
    for path in _paths(entry):
        is_answered = path_shape(path) in other_shapes or _requests_at(entry, path) <= requests
        if not is_answered:
            unanswered.append(path)
    return unanswered


def _unanswered_verbs(entry: MethodEntry, other: MethodEntry, requests: Requests) -> list[str]:
    """Return the verbs of a method that neither its counterpart has, nor another method of the
    counterpart's document at the same path.

    Args:
        entry: A method.
        other: Its counterpart in the other document.
        requests: All requests that methods of the other document answer.
    """
    other_verbs = {request.verb for request in other.requests}
    unanswered = {request.verb for request in entry.requests - requests}
    return sorted(unanswered - other_verbs)


def _requests_at(entry: MethodEntry, path: str) -> set[Request]:
    """Return the requests of a method at one of its paths."""
    shape = path_shape(path)
    return {request for request in entry.requests if request.shape == shape}


def _frame_of_method(entry: MethodEntry) -> doc.JsonSchema | None:
    """Return the frame (the JSON Schema of what is sent) of a message that has another one than its
    contract; None of any other.
    """
    method = entry.method
    if isinstance(method, doc.WebSocketMethod):
        return method.ws_frame
    return None


def error_changes(rule: str, errors: PairedErrors, place: Place, flow: Flow) -> Iterator[Change]:
    """Yield the errors that a method or a handshake has got, or may no longer end with.

    Args:
        rule: The beginning of the rules, which end with ``-added`` and ``-removed``.
        errors: The errors of both documents.
        place: The method, or what else may end with them.
        flow: The direction in which they travel.
    """
    code: Verdict = "risky"
    # Methods in generated code do not have the errors of a handshake.
    if rule.startswith("handshake"):
        code = "safe"
    # Who receives an error has to know it: an added one is risky if clients receive it, and a
    # removed one if they may still send it.
    added = Verdicts()
    removed = Verdicts()
    if flow == "received":
        added = Verdicts(wire="risky", code=code, reason="clients do not know it")
    else:
        reason = "the service may not know it any more"
        removed = Verdicts(wire="risky", code=code, reason=reason)
    yield from listed_changes(
        rule, errors.removed, errors.added, place, added=added, removed=removed, flow=flow
    )


def _error_text_changes(old: doc.HttpMethod, new: doc.HttpMethod, place: Place) -> Iterator[Change]:
    """Yield the changes of descriptions that a method itself gives of its errors."""
    old_texts, new_texts = old.error_descriptions or {}, new.error_descriptions or {}
    for key in sorted(old_texts.keys() | new_texts.keys()):
        # Added and removed errors are reported as such.
        if (key in old.errors) == (key in new.errors):
            error_place = place.inside(f"error {key}")
            yield from text_changes(
                error_place, description_changed=(old_texts.get(key), new_texts.get(key))
            )


def _security(entry: MethodEntry) -> doc.Security | None:
    """Return the alternative credentials that callers of a method need: those that the method
    declares, else those of its contract, else those of the headers for credentials. None if none
    are declared or needed.
    """
    security = entry.method.security
    if security is None:
        security = entry.contract.security
    if security is None:
        security = _security_of_headers(entry)
    # An empty list, or a list of one empty requirement object, means that no credentials are needed
    # (OpenAPI 3.1, 4.8.10 and 4.8.30).
    if security in ((), ({},)):
        return None
    return security


def _security_of_headers(entry: MethodEntry) -> doc.Security:
    """Return the security that the headers for credentials express: documents of other tools may
    have such headers, and no security schemes. All of them are needed together, so that they are
    one alternative; it is empty without headers.
    """
    headers = list(entry.contract.auth or ())
    if isinstance(entry.method, doc.HttpMethod):
        headers += entry.method.auth or ()
    # The header is a part of the name, in which case does not matter; such schemes have no scopes.
    return ({f"{header.scheme} in {header.header_name.lower()}": () for header in headers},)


def _security_in_words(security: doc.Security | None) -> str:
    """Return the security of a method in words, such as ``oauth (read) or key and token``."""
    if not security:
        return "none"
    return " or ".join(_requirement_in_words(alternative) for alternative in security)


def _requirement_in_words(alternative: dict[str, tuple[str, ...]]) -> str:
    """Return the schemes that are needed together in words, with their scopes in parentheses."""
    words: list[str] = []
    for scheme, scopes in alternative.items():
        if scopes:
            words.append(f"{scheme} ({', '.join(scopes)})")
        else:
            words.append(scheme)
    # An empty alternative needs no credentials.
    return " and ".join(words) or "none"


def _permission_text(permission: doc.Permission | None) -> str:
    """Return the text of a permission; ``public`` if there is none."""
    if permission:
        return permission.text
    return "public"


def _responses(method: doc.HttpMethod | doc.WebSocketMethod) -> list[doc.Response]:
    """Return all successful responses of a method."""
    responses: list[doc.Response] = []
    if method.success_response is not None:
        responses.append(method.success_response)
    if isinstance(method, doc.HttpMethod):
        responses += method.more_responses or ()
    return responses


def _renamed_path_params(
    old: Sequence[doc.Param] | None,
    new: Sequence[doc.Param] | None,
    old_path: str,
    new_path: str,
) -> Iterator[tuple[str, str]]:
    """Yield the old and the new name of each path parameter that was renamed: ``id`` and
    ``order_id``, if ``/orders/{id}`` became ``/orders/{order_id}``.
    """
    if path_shape(old_path) != path_shape(new_path):
        return
    old_names = _names_in_path_order(old, old_path)
    new_names = _names_in_path_order(new, new_path)
    # One document may describe fewer of the placeholders than the other.
    for old_name, new_name in zip(old_names, new_names, strict=False):
        if old_name != new_name:
            yield old_name, new_name


def _names_in_path_order(params: Sequence[doc.Param] | None, path: str) -> list[str]:
    """Return the names of path parameters in their order in the path."""
    names = {param.name for param in params or ()}
    return [name for name in PLACEHOLDER.findall(path) if name in names]


def _with_new_name(param: doc.Param, renamed: dict[str, str]) -> doc.Param:
    """Return a parameter of the old document with its new name, if it was renamed."""
    return replace(param, name=renamed.get(param.name, param.name))
