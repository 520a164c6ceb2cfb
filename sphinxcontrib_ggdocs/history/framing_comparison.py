"""Changes of how the messages of a contract look on the wire."""

from collections.abc import Iterator, Sequence, Set

from ..native import document_parts as doc
from .changes import Change, Flow, Judged, Place, breaking_if, listed_changes
from .method_comparison import error_changes
from .parts_comparison import texts
from .schema_changes import SchemaChanges, in_order


class FramingComparison:
    """Compares framings.

    Args:
        schemas: Compares the schemas of frames.
    """

    def __init__(self, schemas: SchemaChanges) -> None:
        self._schemas = schemas

    def changes(
        self, old: doc.WebSocketContract, new: doc.WebSocketContract, place: Place
    ) -> Iterator[Change]:
        """The changes of the framing of a contract."""
        one, other = old.framing, new.framing
        yield from texts(
            place,
            framing_renamed=(one.name, other.name),
            description_changed=(one.description, other.description),
        )
        flows = _flows([*old.methods, *new.methods])
        for name in ("request", "event", "answer", "error"):
            frames = getattr(one, name), getattr(other, name)
            yield from self._schemas.of_frame(name, *frames, place, flows[name])
        for name in ("event_error", "refusal"):
            yield from self._optional(name, getattr(one, name), getattr(other, name), place)
        for part, keys in (
            ("failures of events", (one.event_errors, other.event_errors)),
            ("refusals", (one.refusals, other.refusals)),
        ):
            at = place.inside(part)
            yield from error_changes("error", keys[0] or (), keys[1] or (), at, "received")
        for rule, was, now in (
            ("id-location-changed", one.id_location, other.id_location),
            ("message-discriminator-changed", one.discriminator, other.discriminator),
        ):
            if was != now:
                yield place.change(rule, wire="breaking", old=was, new=now)
        kept = (_errors(old) & _errors(new)) | (set(one.codes or ()) & set(other.codes or ()))
        yield from _codes(one.codes or {}, other.codes or {}, kept, place, flows["error"])

    def _optional(
        self, name: str, old: doc.JsonSchema | None, new: doc.JsonSchema | None, place: Place
    ) -> Iterator[Change]:
        """The changes of a frame that a framing may lack; the service sends it."""
        called = name.replace("_", " ")
        if old is not None and new is not None:
            yield from self._schemas.of_frame(called, old, new, place, ("received",))
            return
        yield from listed_changes(
            "optional-frame",
            [called] if old is not None else [],
            [called] if new is not None else [],
            place,
            added=Judged("risky", "safe", "clients do not know it"),
            removed=Judged("risky", "safe", "clients may wait for it"),
            flow="received",
        )


def _flows(methods: Sequence[doc.WebSocketMethod]) -> dict[str, Sequence[Flow]]:
    """Which way each kind of frame travels, by the methods of a contract."""
    by_kind: dict[str, set[Flow]] = {
        name: set() for name in ("request", "event", "answer", "error")
    }
    for method in methods:
        flow: Flow = "sent" if method.ws_direction == "OUT" else "received"
        back: Flow = "received" if method.ws_direction == "OUT" else "sent"
        if method.ws_pattern == "event":
            by_kind["event"].add(flow)
        else:
            by_kind["request"].add(flow)
            by_kind["answer"].add(back)
            by_kind["error"].add(back)
    return {name: in_order(flows) for name, flows in by_kind.items()}


def _errors(contract: doc.WebSocketContract) -> set[str]:
    """The errors that frames of a contract may have."""
    framing = contract.framing
    lists = [method.errors for method in contract.methods]
    lists += [framing.event_errors or (), framing.refusals or ()]
    return {key for keys in lists for key in keys}


def _codes(
    old: dict[str, tuple[int, ...]],
    new: dict[str, tuple[int, ...]],
    kept: Set[str],
    place: Place,
    flows: Sequence[Flow],
) -> Iterator[Change]:
    """The changes of the codes of errors; those of further errors belong to these."""
    for key in (key for key in dict.fromkeys((*old, *new)) if key in kept):
        yield from listed_changes(
            "error-code",
            list(map(str, old.get(key, ()))),
            list(map(str, new.get(key, ()))),
            place.inside(f"error {key}"),
            added=Judged(breaking_if("received" in flows)),
            removed=Judged(breaking_if("sent" in flows)),
            flow=flows[0] if len(flows) == 1 else None,
        )
