"""Compares two contract documents: the service, groups, contracts, methods, errors and types.

A contract is a set of HTTP methods, or the messages of one WebSocket; groups have contracts. Each
change has two verdicts, ``wire`` for running clients and ``code`` for generated code. What is
removed or renamed breaks generated code, which may name it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.uses import type_name
from .access import renamed_schemes, scheme_verdict, schemes_of
from .changes import Change, Flow, Place, Verdict, Verdicts, breaking_if, listed_changes
from .error_pairing import ErrorPairing
from .method_comparison import MethodComparison, error_changes
from .pairing import (
    MethodEntry,
    MethodPair,
    methods_of,
    pair_methods,
    path_shape,
    renamed_contracts,
    requests_of,
)
from .parts_comparison import (
    PartsComparison,
    annotation_changes,
    server_changes,
    text_changes,
)
from .schema_changes import SchemaChanges, flows_in_order, single_flow
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
    """Yields the changes of all parts of two documents.

    Args:
        old: The document of the service that clients know.
        new: The document of the service that they will meet.
    """

    def __init__(self, old: ApiDocsDocument, new: ApiDocsDocument) -> None:
        self._old, self._new = old, new
        self._schemas = SchemaChanges(old.schemas, new.schemas)
        self._parts = PartsComparison(self._schemas)
        old_methods, new_methods = methods_of(old), methods_of(new)
        self._pairing = pair_methods(old_methods, new_methods)
        self._renamed = renamed_contracts(self._pairing.pairs, old_methods, new_methods)
        """The new keys of renamed contracts, by their old keys."""
        self._renamed_schemes = renamed_schemes(old, new)
        """The new names of renamed security schemes, by their old names."""
        self._error_pairing = ErrorPairing(old.errors, new.errors)
        requests = requests_of(old_methods), requests_of(new_methods)
        self._methods = MethodComparison(
            self._schemas,
            self._renamed,
            self._renamed_schemes,
            requests,
            (old.service.servers, new.service.servers),
            self._error_pairing,
        )
        self._error_flows = _error_flows(old_methods), _error_flows(new_methods)
        """By key of an error its flows (the directions in which it travels), in the old document
        and in the new one."""

    def changes(self) -> Iterator[Change]:
        """Yield the changes of the service, groups, contracts, methods, errors and types."""
        yield from self._service_changes()
        yield from self._group_changes()
        yield from self._contract_changes()
        yield from _undescribed_socket_changes(self._old, self._new)
        for pair in self._pairing.pairs:
            yield from self._methods.changes(pair)
        # The new method answers clients of the old one, so that its parts matter to them.
        for pair in self._pairing.handed_over:
            yield from self._methods.changes(pair, is_same=False)
        for entry in self._pairing.added:
            yield _method_added(entry)
        # Requests to a removed method may be answered by other methods now.
        answered = requests_of(methods_of(self._new))
        for entry in self._pairing.removed:
            yield _method_removed(entry, is_answered=entry.requests <= answered)
        yield from self._error_changes()
        # Types come last: while other parts are compared, it is noted which types they use, and in
        # which flow.
        self._schemas.note_unused_types(_types_in_use(self._old))
        yield from self._type_changes()

    def _service_changes(self) -> Iterator[Change]:
        """Yield the changes of texts, servers and security schemes of the service."""
        old, new = self._old.service, self._new.service
        place = Place(kind="service", key=new.slug, title=new.name)
        yield from text_changes(
            place,
            service_title_changed=(old.name, new.name),
            service_version_changed=(old.version, new.version),
            service_summary_changed=(old.summary, new.summary),
            service_description_changed=(old.description, new.description),
            service_owner_changed=(old.owner, new.owner),
            service_lifecycle_changed=(old.lifecycle, new.lifecycle),
        )
        # Their content is not shown in the message.
        for rule, old_value, new_value in (
            ("external-docs-changed", old.external_docs, new.external_docs),
            ("service-contact-changed", old.contact, new.contact),
            ("service-license-changed", old.license, new.license),
            ("service-terms-changed", old.terms_of_service, new.terms_of_service),
        ):
            if old_value != new_value:
                yield place.change(rule)
        yield from server_changes(old.servers, new.servers, place)
        yield from self._security_scheme_changes(place)

    def _security_scheme_changes(self, place: Place) -> Iterator[Change]:
        """Yield the security schemes that were added, removed, renamed or changed."""
        old, new = schemes_of(self._old), schemes_of(self._new)
        renamed = self._renamed_schemes
        yield from listed_changes(
            "security-scheme",
            sorted(old.keys() - renamed.keys()),
            sorted(new.keys() - set(renamed.values())),
            place,
            added=Verdicts(),
            removed=Verdicts(code="risky"),  # Methods that need it have changes of their own.
        )
        for old_name, new_name in renamed.items():
            # Requests do not contain the name of a scheme.
            yield place.change("security-scheme-renamed", code="risky", old=old_name, new=new_name)
        # Compared with their texts, since a change of a text is a change, too, and a safe one.
        old_with_texts = self._old.security_schemes or {}
        new_with_texts = self._new.security_schemes or {}
        for name in old:
            if name not in new or old_with_texts[name] == new_with_texts[name]:
                continue
            wire, reason = scheme_verdict(old[name], new[name])
            # How generated code gets credentials is not known.
            code: Verdict = "risky"
            if wire == "safe":
                code = "safe"
            yield place.change(
                "security-scheme-changed", wire=wire, code=code, old=name, reason=reason
            )

    def _group_changes(self) -> Iterator[Change]:
        """Yield the changes of names and descriptions of groups with the same slug. Groups that
        only one document has are not reported, since their methods are.
        """
        old_groups = {group.slug: group for group in self._old.groups}
        for new in self._new.groups:
            if (old := old_groups.get(new.slug)) is not None:
                place = Place(kind="group", key=new.slug, title=new.name)
                yield from text_changes(
                    place,
                    group_renamed=(old.name, new.name),
                    group_description_changed=(old.description, new.description),
                )

    def _contract_changes(self) -> Iterator[Change]:
        """Yield the changes of contracts of which at least one method is in both documents."""
        # Contracts correspond if their methods do, whatever the names of the contracts are.
        compared: set[tuple[int, int]] = set()
        for pair in self._pairing.pairs:
            old, new = pair.old.contract, pair.new.contract
            if (id(old), id(new)) not in compared:
                compared.add((id(old), id(new)))
                yield from self._changes_of_contract(pair, old, new)

    def _changes_of_contract(
        self,
        pair: MethodPair,
        old: doc.HttpContract | doc.WebSocketContract,
        new: doc.HttpContract | doc.WebSocketContract,
    ) -> Iterator[Change]:
        """Yield the changes of a contract itself: name, texts, and what all its methods share.

        Args:
            pair: A method of the contract in both documents.
            old: The old contract.
            new: The new one.
        """
        key = f"{pair.new.group.slug}/{new.name}"
        place = Place(kind="contract", key=key, title=new.name)
        # Clients receive the requests of an outgoing contract, with their headers.
        flow: Flow = "sent"
        if pair.new.is_outgoing:
            flow = "received"
        is_renamed = pair.old.home in self._renamed
        if is_renamed:
            yield place.change(
                "contract-renamed", code="breaking", old=pair.old.home, new=pair.new.home
            )
        # If a method moved to another contract, the texts of the two contracts are not compared.
        if is_renamed or pair.old.home == pair.new.home:
            yield from annotation_changes(place, old, new, "contract-description-changed")
        if old.error_format != new.error_format:
            yield _error_format_change(old.error_format, new.error_format, place)
        yield from self._parts.parameters("header", old.headers, new.headers, place, flow)
        yield from self._parts.parameters("cookie", old.cookies, new.cookies, place, flow)
        if isinstance(old, doc.WebSocketContract) and isinstance(new, doc.WebSocketContract):
            yield from self._connection_changes(old, new, place)

    def _connection_changes(
        self, old: doc.WebSocketContract, new: doc.WebSocketContract, place: Place
    ) -> Iterator[Change]:
        """Yield the changes of the connection of a WebSocket: protocol, path, parameters, handshake
        errors, and framing. Clients open it, so that its parameters are ``sent``.
        """
        if old.protocol != new.protocol:
            yield _wire_breaking_change(
                "protocol-changed", place, old.protocol, new.protocol, "sent"
            )
        # The names of placeholders are not part of a request.
        if path_shape(old.path) != path_shape(new.path):
            yield _wire_breaking_change("path-changed", place, old.path, new.path, "sent")
        for kind, params in (
            ("path parameter", (old.path_params, new.path_params)),
            ("query parameter", (old.query_params, new.query_params)),
        ):
            yield from self._parts.parameters(kind, *params, place, "sent")
        errors = self._error_pairing.pair(old.errors or (), new.errors or ())
        yield from error_changes("handshake-error", errors, place, "received")
        yield from _framing_changes(old, new, place, self._error_pairing)

    def _error_changes(self) -> Iterator[Change]:
        """Yield added, changed and removed errors of the whole document. Here, an added or removed
        one is safe on the wire: what it means to clients is reported for the methods that have it.
        """
        # By key of a new error its old ones, by their keys, with the methods that have both. It has
        # several if methods had different errors in its place.
        pairs = self._error_pairing.pairs()
        for key, error in self._new.errors.items():
            place = Place(kind="error", key=key, title=error.type or key)
            if not pairs[key]:
                yield place.change("error-definition-added")
            for old_key, methods in pairs[key].items():
                yield from self._changes_of_error(old_key, key, place, methods)
        paired_olds: set[str] = set().union(*pairs.values())
        for key, error in self._old.errors.items():
            if key not in paired_olds:
                place = Place(kind="error", key=key, title=error.type or key)
                yield place.change("error-definition-removed", code="breaking")

    def _changes_of_error(
        self, old_key: str, new_key: str, place: Place, methods: tuple[str, ...]
    ) -> Iterator[Change]:
        """Yield the changes of an error: texts, data, response, status and type.

        Args:
            old_key: The key of the error in the old document.
            new_key: Its key in the new one.
            place: The error.
            methods: Keys of the methods that may end with it.
        """
        old, new = self._old.errors[old_key], self._new.errors[new_key]
        flows = self._flows_of_errors(old_key, new_key)
        # None if the error travels in both directions.
        only_flow = single_flow(flows)
        yield from annotation_changes(place, old, new)
        yield from self._error_data_changes(old, new, place, flows, methods)
        for flow in flows:
            yield from self._parts.error_answer(old, new, place, flow)
        old_status = old.status_range or str(old.status_code)
        new_status = new.status_range or str(new.status_code)
        # Clients recognise an error by its status and its type.
        if old_status != new_status:
            yield _wire_breaking_change(
                "error-status-changed", place, old_status, new_status, only_flow, methods
            )
        if old.type != new.type:
            yield _wire_breaking_change(
                "error-type-changed", place, old.type, new.type, only_flow, methods
            )

    def _flows_of_errors(self, old_key: str, new_key: str) -> Sequence[Flow]:
        """Return the flows of an error in either document; ``received``, as of most errors, if no
        method has it.
        """
        old_flows, new_flows = self._error_flows
        flows = old_flows.get(old_key, set()) | new_flows.get(new_key, set())
        if not flows:
            return ("received",)
        return flows_in_order(flows)

    def _error_data_changes(
        self,
        old: doc.Error,
        new: doc.Error,
        place: Place,
        flows: Sequence[Flow],
        methods: tuple[str, ...],
    ) -> Iterator[Change]:
        """Yield the changes of the data that an error carries.

        Args:
            old: The error in the old document.
            new: The error in the new one.
            place: The error.
            flows: The directions in which it travels.
            methods: Keys of the methods that may end with it.
        """
        data = place.inside("data")
        only_flow = single_flow(flows)
        if old.data is not None and new.data is not None:
            yield from self._schemas.changes_of_schema(
                old.data, new.data, data, flows, methods=methods
            )
        elif new.data is not None:
            # Clients that send the error have to send data now.
            wire = breaking_if("sent" in flows)
            yield data.change(
                "error-data-added", wire=wire, code=wire, flow=only_flow, methods=methods
            )
        elif old.data is not None:
            # Clients that receive the error expect data, and generated code has its type.
            wire = breaking_if("received" in flows)
            yield data.change(
                "error-data-removed", wire=wire, code="breaking", flow=only_flow, methods=methods
            )

    def _type_changes(self) -> Iterator[Change]:
        """Yield renamed, changed, added and removed named types."""
        # The new names by the old ones.
        renamed: dict[str, str] = {}
        for pair, flows in self._schemas.types():
            old_name, new_name = self._type_names(pair)
            place = Place(kind="type", key=new_name, title=new_name)
            methods = self._users_of_type(new_name)
            # A type with two schemas occurs twice, and was renamed once.
            if old_name != new_name and old_name not in renamed:
                renamed[old_name] = new_name
                yield place.change(
                    "type-renamed", code="breaking", old=old_name, new=new_name, methods=methods
                )
            yield from self._schemas.changes_of_type(pair, place, flows, methods)
        old_names = {type_name(name, schema) for name, schema in self._old.schemas.items()}
        new_names = {type_name(name, schema) for name, schema in self._new.schemas.items()}
        for name in sorted(new_names - old_names - set(renamed.values())):
            place = Place(kind="type", key=name, title=name)
            yield place.change("type-added")
        for name in sorted(old_names - new_names - renamed.keys()):
            place = Place(kind="type", key=name, title=name)
            yield place.change("type-removed", code="breaking")

    def _type_names(self, pair: TypePair) -> tuple[str, str]:
        """Return the names for readers of a type in the old document and in the new one."""
        return (
            type_name(pair.old, self._old.schemas[pair.old]),
            type_name(pair.new, self._new.schemas[pair.new]),
        )

    def _users_of_type(self, name: str) -> tuple[str, ...]:
        """Return the keys of the methods of the new document that use a type."""
        # A method is a tuple of the slug of its group, its contract and its name.
        return tuple("/".join(method) for method in self._new.users.of_type(name))


def _types_in_use(document: ApiDocsDocument) -> set[str]:
    """Return the named types that methods, contracts and errors of a document use, directly or
    inside other types.
    """
    # The types by the key of an error, or by the key of a contract or method and a place in it.
    uses = document.uses
    unvisited: list[str] = []
    for names in uses.errors.values():
        unvisited += names
    for names_by_place in (*uses.contracts.values(), *uses.methods.values()):
        for names in names_by_place.values():
            unvisited += names
    used: set[str] = set()
    while unvisited:
        name = unvisited.pop()
        if name not in used:
            used.add(name)
            unvisited += uses.schemas.get(name, ())
    return used


def _error_format_change(old: str | None, new: str | None, place: Place) -> Change:
    """Return the change of the error format of a contract: how errors are written in bodies. None
    is ``typed``; in the format ``plain``, the data of an error is the whole body.
    """
    wire: Verdict = "breaking"
    reason = ""
    # Data of a plain error may have the same form as a body in the other format. Whether generated
    # code reads the bodies of errors is not known either.
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


def _wire_breaking_change(
    rule: str,
    place: Place,
    old: str | None,
    new: str | None,
    flow: Flow | None,
    methods: tuple[str, ...] = (),
) -> Change:
    """Return a change that breaks running clients, and no generated code."""
    return place.change(rule, wire="breaking", flow=flow, old=old, new=new, methods=methods)


def _method_added(entry: MethodEntry) -> Change:
    """Return the change of a new method. It is safe, except for a WebSocket message of the service,
    which reaches connected clients that do not know it.
    """
    place = _place(entry)
    if entry.contract.kind == "ws" and entry.flow == "received":
        return place.change("message-added", wire="risky", reason="clients do not know it")
    return place.change("method-added", wire="safe")


def _method_removed(entry: MethodEntry, *, is_answered: bool) -> Change:
    """Return the change of a removed method.

    Requests to it are refused, unless other methods answer them; for a message of the service,
    clients may wait in vain.
    """
    wire: Verdict = "breaking"
    reason = ""
    if is_answered:
        wire = "safe"
    elif entry.flow == "received":
        wire, reason = "risky", "clients may wait for it"
    return _place(entry).change("method-removed", wire=wire, code="breaking", reason=reason)


def _undescribed_socket_changes(old: ApiDocsDocument, new: ApiDocsDocument) -> Iterator[Change]:
    """Yield added and removed WebSockets without described messages: they have no methods whose
    changes would report it.
    """
    old_sockets, new_sockets = _sockets(old), _sockets(new)
    for path, (place, has_methods) in new_sockets.items():
        if path not in old_sockets and not has_methods:
            yield place.change("websocket-added")
    for path, (place, has_methods) in old_sockets.items():
        if path not in new_sockets and not has_methods:
            yield place.change("websocket-removed", wire="breaking", code="breaking")


def _sockets(document: ApiDocsDocument) -> dict[str, tuple[Place, bool]]:
    """Return the WebSockets of a document by path (without names of placeholders), each with its
    place and whether it has methods, that is, described messages.
    """
    sockets: dict[str, tuple[Place, bool]] = {}
    for group in document.groups:
        for contract in group.contracts:
            if isinstance(contract, doc.WebSocketContract):
                key = f"{group.slug}/{contract.name}"
                place = Place(kind="contract", key=key, title=contract.name)
                sockets[path_shape(contract.path)] = place, bool(contract.methods)
    return sockets


def _place(entry: MethodEntry) -> Place:
    """Return the place of a method."""
    return Place(kind="method", key=entry.key, title=entry.title)


def _framing_changes(
    old: doc.WebSocketContract,
    new: doc.WebSocketContract,
    place: Place,
    pairing: ErrorPairing,
) -> Iterator[Change]:
    """Yield the changes of how messages are written on the wire, and of errors that answer no
    request.

    A part of the framing that both documents have breaks clients if it changed; what an added or
    removed part means to them is not known; a new name alone is safe.
    """
    old_framing, new_framing = old.framing, new.framing
    yield from text_changes(
        place, description_changed=(old_framing.description, new_framing.description)
    )
    for part, old_errors, new_errors in (
        ("failures of events", old_framing.event_errors, new_framing.event_errors),
        ("refusals", old_framing.refusals, new_framing.refusals),
    ):
        errors = pairing.pair(old_errors or (), new_errors or ())
        yield from error_changes("error", errors, place.inside(part), "received")
    old_parts, new_parts = _visible_parts(old_framing), _visible_parts(new_framing)
    if old_framing.name == new_framing.name and old_parts == new_parts:
        return
    wire: Verdict = "safe"
    reason = ""
    common_names = old_parts.keys() & new_parts.keys()
    if any(old_parts[name] != new_parts[name] for name in common_names):
        wire = "breaking"
    elif old_parts.keys() != new_parts.keys():
        wire, reason = "risky", "clients do not know it"
    yield place.change(
        "framing-changed", wire=wire, old=old_framing.name, new=new_framing.name, reason=reason
    )


def _visible_parts(framing: doc.Framing) -> dict[str, object]:
    """Return the parts of a framing that clients see, by name: its frames (a JSON Schema for each
    kind of message), the codes of errors, and where ids and names of messages are.
    """
    parts: dict[str, object] = {}
    # The codes of each error, by its key.
    for key, codes in (framing.codes or {}).items():
        parts[f"codes of {key}"] = codes
    parts["place of ids"] = framing.id_location
    parts["discriminator"] = framing.discriminator
    for name in ("request", "event", "answer", "error", "event_error", "refusal"):
        if (frame := getattr(framing, name)) is not None:
            parts[name] = frame
    return parts


def _error_flows(entries: Sequence[MethodEntry]) -> Mapping[str, set[Flow]]:
    """Return the flows of errors by their keys: errors of responses and connections are received,
    and those with which clients answer a request of the service are sent.
    """
    flows_by_error: dict[str, set[Flow]] = defaultdict(set)
    for entry in entries:
        # An error travels in the opposite direction of the request.
        flow: Flow = "sent"
        if entry.flow == "sent":
            flow = "received"
        for key in entry.method.errors:
            flows_by_error[key].add(flow)
        for key in _errors_of_connection(entry.contract):
            flows_by_error[key].add("received")
    return dict(flows_by_error)


def _errors_of_connection(contract: doc.Contract) -> list[str]:
    """Return the errors of a WebSocket itself: of handshakes, failed events and refused frames."""
    if not isinstance(contract, doc.WebSocketContract):
        return []
    framing = contract.framing
    return [*(contract.errors or ()), *(framing.event_errors or ()), *(framing.refusals or ())]
