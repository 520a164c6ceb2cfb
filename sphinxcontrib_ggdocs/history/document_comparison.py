"""Compares two contract documents."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.uses import type_name
from .access import renamed_schemes, scheme_verdict, schemes_of
from .changes import Change, Flow, Judged, Place, Verdict, breaking_if, listed_changes
from .error_pairing import ErrorPairing
from .method_comparison import MethodComparison, error_changes
from .pairing import (
    MethodEntry,
    MethodPair,
    entries,
    pair_methods,
    path_shape,
    renamed_contracts,
    requests_of,
)
from .parts_comparison import (
    PartsComparison,
    described,
    server_changes,
    texts,
)
from .schema_changes import SchemaChanges, flows_in_order
from .schema_differences import TypePair


def compare(old: ApiDocsDocument, new: ApiDocsDocument) -> tuple[Change, ...]:
    """List the changes from one document to another, in the order of the new document.

    Args:
        old: The document of the service that clients know.
        new: The document of the service that they will meet.

    Returns:
        The changes, without the verdicts of the project; empty for equal documents.
    """
    return tuple(_DocumentComparison(old, new).changes())


class _DocumentComparison:
    def __init__(self, old: ApiDocsDocument, new: ApiDocsDocument) -> None:
        self._old, self._new = old, new
        self._schemas = SchemaChanges(old.schemas, new.schemas)
        self._parts = PartsComparison(self._schemas)
        olds, news = entries(old), entries(new)
        self._pairing = pair_methods(olds, news)
        self._renamed = renamed_contracts(self._pairing.pairs, olds, news)
        self._renamed_schemes = renamed_schemes(old, new)
        self._error_pairing = ErrorPairing(old.errors, new.errors)
        requests = requests_of(olds), requests_of(news)
        self._methods = MethodComparison(
            self._schemas,
            self._renamed,
            self._renamed_schemes,
            requests,
            (old.service.servers, new.service.servers),
            self._error_pairing,
        )
        self._error_flows = _error_flows(olds), _error_flows(news)

    def changes(self) -> Iterator[Change]:
        yield from self._service()
        yield from self._groups()
        yield from self._contracts()
        yield from _undescribed_sockets(self._old, self._new)
        for pair in self._pairing.pairs:
            yield from self._methods.changes(pair)
        for pair in self._pairing.handed_over:
            yield from self._methods.changes(pair, is_same=False)
        for entry in self._pairing.added:
            yield _added(entry)
        answered = requests_of(entries(self._new))
        for entry in self._pairing.removed:
            yield _removed(entry, is_answered=entry.requests <= answered)
        yield from self._errors()
        # The last: all places before have noted which types they reach, and which way these travel.
        self._schemas.note_unused_types(_types_in_use(self._old))
        yield from self._types()

    def _service(self) -> Iterator[Change]:
        old, new = self._old.service, self._new.service
        place = Place(kind="service", key=new.slug, title=new.name)
        yield from texts(
            place,
            service_title_changed=(old.name, new.name),
            service_version_changed=(old.version, new.version),
            service_summary_changed=(old.summary, new.summary),
            service_description_changed=(old.description, new.description),
            service_owner_changed=(old.owner, new.owner),
            service_lifecycle_changed=(old.lifecycle, new.lifecycle),
        )
        for rule, before, after in (
            ("external-docs-changed", old.external_docs, new.external_docs),
            ("service-contact-changed", old.contact, new.contact),
            ("service-license-changed", old.license, new.license),
            ("service-terms-changed", old.terms_of_service, new.terms_of_service),
        ):
            if before != after:
                yield place.change(rule)
        yield from server_changes(old.servers, new.servers, place)
        yield from self._security_schemes(place)

    def _security_schemes(self, place: Place) -> Iterator[Change]:
        old, new = schemes_of(self._old), schemes_of(self._new)
        renamed = self._renamed_schemes
        yield from listed_changes(
            "security-scheme",
            sorted(old.keys() - renamed.keys()),
            sorted(new.keys() - set(renamed.values())),
            place,
            added=Judged(),
            removed=Judged(code="risky"),  # methods that need it have changes of their own
        )
        for name, other in renamed.items():
            yield place.change("security-scheme-renamed", code="risky", old=name, new=other)
        # As written: what differs in words alone is a change, too, and a safe one.
        old_written = self._old.security_schemes or {}
        new_written = self._new.security_schemes or {}
        for name in old:
            if name not in new or old_written[name] == new_written[name]:
                continue
            wire, reason = scheme_verdict(old[name], new[name])
            code: Verdict = "risky"
            if wire == "safe":
                code = "safe"
            yield place.change(
                "security-scheme-changed", wire=wire, code=code, old=name, reason=reason
            )

    def _groups(self) -> Iterator[Change]:
        olds = {group.slug: group for group in self._old.groups}
        for group in self._new.groups:
            if (old := olds.get(group.slug)) is not None:
                place = Place(kind="group", key=group.slug, title=group.name)
                yield from texts(
                    place,
                    group_renamed=(old.name, group.name),
                    group_description_changed=(old.description, group.description),
                )

    def _contracts(self) -> Iterator[Change]:
        """Yield the changes of contracts of which at least one method is in both documents."""
        # Contracts are paired by their methods, whatever they are called.
        seen: set[tuple[int, int]] = set()
        for pair in self._pairing.pairs:
            old, new = pair.old.contract, pair.new.contract
            if (id(old), id(new)) not in seen:
                seen.add((id(old), id(new)))
                yield from self._contract(pair, old, new)

    def _contract(
        self,
        pair: MethodPair,
        old: doc.HttpContract | doc.WebSocketContract,
        new: doc.HttpContract | doc.WebSocketContract,
    ) -> Iterator[Change]:
        key = f"{pair.new.group.slug}/{new.name}"
        place = Place(kind="contract", key=key, title=new.name)
        flow: Flow = "sent"
        if pair.new.is_outgoing:  # a connection may be, too
            flow = "received"
        is_renamed = pair.old.home in self._renamed
        if is_renamed:
            yield place.change(
                "contract-renamed", code="breaking", old=pair.old.home, new=pair.new.home
            )
        # A method may have moved to another contract, whose texts are its own.
        if is_renamed or pair.old.home == pair.new.home:
            yield from described(place, old, new, "contract-description-changed")
        if old.error_format != new.error_format:
            yield _error_format_change(old.error_format, new.error_format, place)
        yield from self._parts.parameters("header", old.headers, new.headers, place, flow)
        yield from self._parts.parameters("cookie", old.cookies, new.cookies, place, flow)
        if isinstance(old, doc.WebSocketContract) and isinstance(new, doc.WebSocketContract):
            yield from self._connection(old, new, place)

    def _connection(
        self, old: doc.WebSocketContract, new: doc.WebSocketContract, place: Place
    ) -> Iterator[Change]:
        if old.protocol != new.protocol:
            yield _broken("protocol-changed", place, old.protocol, new.protocol, "sent")
        if path_shape(old.path) != path_shape(new.path):
            yield _broken("path-changed", place, old.path, new.path, "sent")
        for kind, params in (
            ("path parameter", (old.path_params, new.path_params)),
            ("query parameter", (old.query_params, new.query_params)),
        ):
            yield from self._parts.parameters(kind, *params, place, "sent")
        errors = self._error_pairing.pair(old.errors or (), new.errors or ())
        yield from error_changes("handshake-error", errors, place, "received")
        yield from _framing_changes(old, new, place, self._error_pairing)

    def _errors(self) -> Iterator[Change]:
        pairs = self._error_pairing.pairs()
        for key, error in self._new.errors.items():
            place = Place(kind="error", key=key, title=error.type or key)
            if not pairs[key]:
                yield place.change("error-definition-added")
            for old_key, methods in pairs[key].items():
                yield from self._error(old_key, key, place, methods)
        kept: set[str] = set().union(*pairs.values())
        for key, error in self._old.errors.items():
            if key not in kept:
                place = Place(kind="error", key=key, title=error.type or key)
                yield place.change("error-definition-removed", code="breaking")

    def _error(
        self, old_key: str, new_key: str, place: Place, methods: tuple[str, ...]
    ) -> Iterator[Change]:
        old, new = self._old.errors[old_key], self._new.errors[new_key]
        flows = self._flows_of_errors(old_key, new_key)
        only_flow = flows[0] if len(flows) == 1 else None
        yield from described(place, old, new)
        yield from self._data(old, new, place, flows, methods)
        for flow in flows:
            yield from self._parts.error_answer(old, new, place, flow)
        was = old.status_range or str(old.status_code)
        now = new.status_range or str(new.status_code)
        if was != now:
            yield _broken("error-status-changed", place, was, now, only_flow, methods)
        if old.type != new.type:
            yield _broken("error-type-changed", place, old.type, new.type, only_flow, methods)

    def _flows_of_errors(self, old_key: str, new_key: str) -> Sequence[Flow]:
        """Return which ways an error travels; what nothing ends with is received."""
        olds, news = self._error_flows
        flows = olds.get(old_key, set()) | news.get(new_key, set())
        if not flows:
            return ("received",)
        return flows_in_order(flows)

    def _data(
        self,
        old: doc.Error,
        new: doc.Error,
        place: Place,
        flows: Sequence[Flow],
        methods: tuple[str, ...],
    ) -> Iterator[Change]:
        data = place.inside("data")
        only_flow = None
        if len(flows) == 1:
            only_flow = flows[0]
        if old.data is not None and new.data is not None:
            yield from self._schemas.changes_of_schema(
                old.data, new.data, data, flows, methods=methods
            )
        elif new.data is not None:
            wire = breaking_if("sent" in flows)
            yield data.change(
                "error-data-added", wire=wire, code=wire, flow=only_flow, methods=methods
            )
        elif old.data is not None:
            wire = breaking_if("received" in flows)
            yield data.change(
                "error-data-removed", wire=wire, code="breaking", flow=only_flow, methods=methods
            )

    def _types(self) -> Iterator[Change]:
        renamed: dict[str, str] = {}
        for pair, flows in self._schemas.types():
            names = self._type_names(pair)
            place = Place(kind="type", key=names[1], title=names[1])
            methods = self._users_of_type(names[1])
            if names[0] != names[1] and names[0] not in renamed:
                renamed[names[0]] = names[1]
                yield place.change(
                    "type-renamed", code="breaking", old=names[0], new=names[1], methods=methods
                )
            yield from self._schemas.changes_of_type(pair, place, flows, methods)
        olds = {type_name(name, schema) for name, schema in self._old.schemas.items()}
        news = {type_name(name, schema) for name, schema in self._new.schemas.items()}
        for name in sorted(news - olds - set(renamed.values())):
            place = Place(kind="type", key=name, title=name)
            yield place.change("type-added")
        for name in sorted(olds - news - renamed.keys()):
            place = Place(kind="type", key=name, title=name)
            yield place.change("type-removed", code="breaking")

    def _type_names(self, pair: TypePair) -> tuple[str, str]:
        return (
            type_name(pair.old, self._old.schemas[pair.old]),
            type_name(pair.new, self._new.schemas[pair.new]),
        )

    def _users_of_type(self, name: str) -> tuple[str, ...]:
        return tuple("/".join(method) for method in self._new.users.of_type(name))


def _types_in_use(document: ApiDocsDocument) -> set[str]:
    """Return the named types that methods, contracts and errors of a document mention, directly or
    inside other types.
    """
    uses = document.uses
    waiting: list[str] = []
    for names in uses.errors.values():
        waiting += names
    for by_place in (*uses.contracts.values(), *uses.methods.values()):
        for names in by_place.values():
            waiting += names
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += uses.schemas.get(name, ())
    return used


def _error_format_change(old: str | None, new: str | None, place: Place) -> Change:
    wire: Verdict = "breaking"
    reason = ""
    # A plain error may be written as a typed one: its data says all of it.
    if "plain" in (old, new):
        wire = "risky"
        reason = "the data of plain errors describes their form"
    return place.change(
        "error-format-changed",
        wire=wire,
        code="risky",
        flow="received",
        old=old or "typed",
        new=new or "typed",
        reason=reason,
    )


def _broken(
    rule: str,
    place: Place,
    old: str | None,
    new: str | None,
    flow: Flow | None,
    methods: tuple[str, ...] = (),
) -> Change:
    """Return a change that breaks clients on the wire, and no code that is generated."""
    return place.change(rule, wire="breaking", flow=flow, old=old, new=new, methods=methods)


def _added(entry: MethodEntry) -> Change:
    """Return a message of the service reaches clients that do not know it; all else has to be asked
    for, webhooks among them.
    """
    place = _place(entry)
    if entry.contract.kind == "ws" and entry.flow == "received":
        return place.change("message-added", wire="risky", reason="clients do not know it")
    return place.change("method-added", wire="safe")


def _removed(entry: MethodEntry, *, is_answered: bool) -> Change:
    """What clients ask for is refused, unless other methods answer it; for what the service sends
    they may wait.
    """
    wire: Verdict = "breaking"
    reason = ""
    if is_answered:
        wire = "safe"
    elif entry.flow == "received":
        wire, reason = "risky", "clients may wait for it"
    return _place(entry).change("method-removed", wire=wire, code="breaking", reason=reason)


def _undescribed_sockets(old: ApiDocsDocument, new: ApiDocsDocument) -> Iterator[Change]:
    """Yield the WebSockets of which no messages are described, and that one document has: no method
    of theirs shows that they come or go.
    """
    olds, news = _sockets(old), _sockets(new)
    for path, (place, is_described) in news.items():
        if path not in olds and not is_described:
            yield place.change("websocket-added")
    for path, (place, is_described) in olds.items():
        if path not in news and not is_described:
            yield place.change("websocket-removed", wire="breaking", code="breaking")


def _sockets(document: ApiDocsDocument) -> dict[str, tuple[Place, bool]]:
    """By path: the WebSockets, and whether messages of theirs are described."""
    sockets: dict[str, tuple[Place, bool]] = {}
    for group in document.groups:
        for contract in group.contracts:
            if isinstance(contract, doc.WebSocketContract):
                key = f"{group.slug}/{contract.name}"
                place = Place(kind="contract", key=key, title=contract.name)
                sockets[path_shape(contract.path)] = place, bool(contract.methods)
    return sockets


def _place(entry: MethodEntry) -> Place:
    return Place(kind="method", key=entry.key, title=entry.title)


def _framing_changes(
    old: doc.WebSocketContract,
    new: doc.WebSocketContract,
    place: Place,
    pairing: ErrorPairing,
) -> Iterator[Change]:
    """Yield the changes of how messages look on the wire, and of errors without a request."""
    one, other = old.framing, new.framing
    yield from texts(place, description_changed=(one.description, other.description))
    for part, was, now in (
        ("failures of events", one.event_errors, other.event_errors),
        ("refusals", one.refusals, other.refusals),
    ):
        errors = pairing.pair(was or (), now or ())
        yield from error_changes("error", errors, place.inside(part), "received")
    before, after = _forms(one), _forms(other)
    if one.name == other.name and before == after:
        return
    wire: Verdict = "safe"
    reason = ""
    if any(before[name] != after[name] for name in before.keys() & after.keys()):
        wire = "breaking"
    elif before.keys() != after.keys():
        wire, reason = "risky", "clients do not know it"
    yield place.change("framing-changed", wire=wire, old=one.name, new=other.name, reason=reason)


def _forms(framing: doc.Framing) -> dict[str, object]:
    """Return the parts of a framing that clients see, by name: frames, the code of each error,
    where ids and names of messages are.
    """
    forms: dict[str, object] = {
        f"codes of {key}": codes for key, codes in (framing.codes or {}).items()
    }
    forms["place of ids"] = framing.id_location
    forms["discriminator"] = framing.discriminator
    for name in ("request", "event", "answer", "error", "event_error", "refusal"):
        if (frame := getattr(framing, name)) is not None:
            forms[name] = frame
    return forms


def _error_flows(entries: Sequence[MethodEntry]) -> Mapping[str, set[Flow]]:
    """Which ways errors travel, by their keys: those of connections and responses are received,
    and those with which clients answer the service are sent.
    """
    by_error: dict[str, set[Flow]] = defaultdict(set)
    for entry in entries:
        flow: Flow = "sent"
        if entry.flow == "sent":
            flow = "received"
        for key in entry.method.errors:
            by_error[key].add(flow)
        for key in _errors_of_connection(entry.contract):
            by_error[key].add("received")
    return dict(by_error)


def _errors_of_connection(contract: doc.Contract) -> list[str]:
    """Return the errors of handshakes, of failed events and of frames that are refused."""
    if not isinstance(contract, doc.WebSocketContract):
        return []
    framing = contract.framing
    return [*(contract.errors or ()), *(framing.event_errors or ()), *(framing.refusals or ())]
