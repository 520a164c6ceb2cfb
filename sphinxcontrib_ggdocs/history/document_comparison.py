"""What changed between two contract documents."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..native import document_parts as doc
from ..native.document_model import ApiDocsDocument
from .changes import Change, Flow, Place, Verdict
from .method_comparison import MethodComparison, framing_changes
from .pairing import MethodEntry, MethodPair, entries, pair_methods, path_shape, renamed_contracts
from .parts_comparison import PartsComparison, deprecation, texts
from .schema_changes import SchemaChanges
from .schema_differences import TypePair, type_name


def compare(old: ApiDocsDocument, new: ApiDocsDocument) -> tuple[Change, ...]:
    """The changes from one document to another, in the order of the new one; nothing for equal
    documents.

    Args:
        old: The document of what clients have.
        new: The document of what they will meet.
    """
    return tuple(_DocumentComparison(old, new).changes())


class _DocumentComparison:
    def __init__(self, old: ApiDocsDocument, new: ApiDocsDocument) -> None:
        self._old, self._new = old, new
        self._schemas = SchemaChanges(old.schemas, new.schemas)
        self._parts = PartsComparison(self._schemas)
        olds, news = entries(old), entries(new)
        self._pairs, self._removed, self._added = pair_methods(olds, news)
        self._renamed = renamed_contracts(self._pairs, olds, news)
        self._methods = MethodComparison(self._schemas, self._renamed)

    def changes(self) -> Iterator[Change]:
        yield from self._service()
        yield from self._groups()
        yield from self._contracts()
        for pair in self._pairs:
            yield from self._methods.changes(pair)
        for entry in self._added:
            yield _of_entry("method-added", entry, wire=_of_added(entry), code="safe")
        for entry in self._removed:
            yield _of_entry("method-removed", entry, wire="breaking", code="breaking")
        yield from self._errors()
        yield from self._types()

    def _service(self) -> Iterator[Change]:
        old, new = self._old.service, self._new.service
        place = Place(kind="service", key=new.slug, title=new.name)
        yield from texts(
            place,
            service_title_changed=(old.name, new.name),
            service_version_changed=(old.version, new.version),
            service_description_changed=(old.description, new.description),
        )
        olds = [server.url for server in old.servers or ()]
        news = [server.url for server in new.servers or ()]
        for url in news:
            if url not in olds:
                yield Change(rule="server-added", place=place, wire="safe", code="safe", new=url)
        for url in olds:
            if url not in news:
                yield Change(
                    rule="server-removed",
                    place=place,
                    wire="risky",
                    code="safe",
                    old=url,
                    reason="it may still answer",
                )
        yield from self._security_schemes(place)

    def _security_schemes(self, place: Place) -> Iterator[Change]:
        old, new = self._old.security_schemes or {}, self._new.security_schemes or {}
        for name, scheme in old.items():
            if name in new and _without_texts(scheme) != _without_texts(new[name]):
                yield Change(
                    rule="security-scheme-changed",
                    place=place,
                    wire="breaking",
                    code="risky",
                    old=name,
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
        """The changes of contracts of which at least one method is in both documents."""
        seen: set[tuple[int, int]] = set()
        for pair in self._pairs:
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
        flow: Flow = "received" if pair.new.is_outgoing else "sent"
        if pair.old.home in self._renamed:
            yield Change(
                rule="contract-renamed",
                place=place,
                wire="safe",
                code="breaking",
                old=pair.old.home,
                new=pair.new.home,
            )
        yield from texts(place, contract_description_changed=(old.description, new.description))
        yield from deprecation(place, old.deprecated, new.deprecated)
        if old.external_docs != new.external_docs:
            yield Change(rule="external-docs-changed", place=place, wire="safe", code="safe")
        if old.error_format != new.error_format:
            yield Change(
                rule="error-format-changed",
                place=place,
                wire="breaking",
                code="risky",
                flow="received",
                old=old.error_format or "typed",
                new=new.error_format or "typed",
            )
        yield from self._parts.parameters("header", old.headers, new.headers, place, flow)
        yield from self._parts.parameters("cookie", old.cookies, new.cookies, place, flow)
        if isinstance(old, doc.WebSocketContract) and isinstance(new, doc.WebSocketContract):
            yield from self._connection(old, new, place)

    def _connection(
        self, old: doc.WebSocketContract, new: doc.WebSocketContract, place: Place
    ) -> Iterator[Change]:
        if path_shape(old.path) != path_shape(new.path):
            yield Change(
                rule="path-changed",
                place=place,
                wire="breaking",
                code="safe",
                flow="sent",
                old=old.path,
                new=new.path,
            )
        for kind, params in (
            ("path parameter", (old.path_params, new.path_params)),
            ("query parameter", (old.query_params, new.query_params)),
        ):
            yield from self._parts.parameters(kind, *params, place, "sent")
        for error in new.errors or ():
            if error not in (old.errors or ()):
                yield Change(
                    rule="handshake-error-added",
                    place=place,
                    wire="risky",
                    code="safe",
                    flow="received",
                    new=error,
                    reason="clients do not know it",
                )
        for error in old.errors or ():
            if error not in (new.errors or ()):
                yield Change(
                    rule="handshake-error-removed", place=place, wire="safe", code="safe", old=error
                )
        yield from framing_changes(self._schemas, old.framing, new.framing, place)

    def _errors(self) -> Iterator[Change]:
        old, new = self._old.errors, self._new.errors
        for key, error in new.items():
            place = Place(kind="error", key=key, title=error.type or key)
            if key not in old:
                yield Change(rule="error-definition-added", place=place, wire="safe", code="safe")
            else:
                yield from self._error(old[key], error, place, self._users_of_error(key))
        for key, error in old.items():
            if key not in new:
                place = Place(kind="error", key=key, title=error.type or key)
                yield Change(
                    rule="error-definition-removed", place=place, wire="safe", code="breaking"
                )

    def _error(
        self, old: doc.Error, new: doc.Error, place: Place, methods: tuple[str, ...]
    ) -> Iterator[Change]:
        yield from texts(place, description_changed=(old.description, new.description))
        statuses = [each.status_range or str(each.status_code) for each in (old, new)]
        for rule, (was, now) in {
            "error-status-changed": tuple(statuses),
            "error-type-changed": (old.type, new.type),
        }.items():
            if was != now:
                yield Change(
                    rule=rule,
                    place=place,
                    wire="breaking",
                    code="safe",
                    flow="received",
                    old=was,
                    new=now,
                    methods=methods,
                )
        at = place.inside("data")
        if old.data is not None and new.data is not None:
            yield from self._schemas.of_place(old.data, new.data, at, "received")
        elif new.data is not None:
            yield Change(
                rule="error-data-added", place=at, wire="safe", code="safe", methods=methods
            )
        elif old.data is not None:
            yield Change(
                rule="error-data-removed",
                place=at,
                wire="breaking",
                code="breaking",
                flow="received",
                methods=methods,
            )

    def _users_of_error(self, key: str) -> tuple[str, ...]:
        return tuple("/".join(method) for method in self._new.users.of_error(key))

    def _types(self) -> Iterator[Change]:
        renamed: dict[str, str] = {}
        for pair, flows in self._schemas.types():
            names = self._type_names(pair)
            place = Place(kind="type", key=names[1], title=names[1])
            methods = self._users_of_type(names[1])
            if names[0] != names[1] and names[0] not in renamed:
                renamed[names[0]] = names[1]
                yield Change(
                    rule="type-renamed",
                    place=place,
                    wire="safe",
                    code="breaking",
                    old=names[0],
                    new=names[1],
                    methods=methods,
                )
            yield from self._schemas.of_types(pair, place, flows, methods)
        olds = {type_name(name, schema) for name, schema in self._old.schemas.items()}
        news = {type_name(name, schema) for name, schema in self._new.schemas.items()}
        for name in sorted(news - olds - set(renamed.values())):
            place = Place(kind="type", key=name, title=name)
            yield Change(rule="type-added", place=place, wire="safe", code="safe")
        for name in sorted(olds - news - renamed.keys()):
            place = Place(kind="type", key=name, title=name)
            yield Change(rule="type-removed", place=place, wire="safe", code="breaking")

    def _type_names(self, pair: TypePair) -> tuple[str, str]:
        return (
            type_name(pair.old, self._old.schemas[pair.old]),
            type_name(pair.new, self._new.schemas[pair.new]),
        )

    def _users_of_type(self, name: str) -> tuple[str, ...]:
        uses = self._new.users.of_type(name)
        return tuple(dict.fromkeys("/".join(use.method) for use in uses))


def _of_entry(rule: str, entry: MethodEntry, *, wire: Verdict, code: Verdict) -> Change:
    is_message = entry.contract.kind == "ws" and wire == "risky"
    return Change(
        rule="message-added" if is_message else rule,
        place=Place(kind="method", key=entry.key, title=entry.title),
        wire=wire,
        code=code,
        reason="clients do not know it" if is_message else "",
    )


def _of_added(entry: MethodEntry) -> Verdict:
    """A message from the service reaches clients that do not know it; all else has to be asked
    for.
    """
    method = entry.method
    is_message = isinstance(method, doc.WebSocketMethod) and method.ws_direction == "IN"
    return "risky" if is_message else "safe"


def _without_texts(scheme: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in scheme.items() if key != "description"}
