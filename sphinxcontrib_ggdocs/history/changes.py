"""Defines what a comparison reports: changes, each with a place, a rule and two verdicts."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

Verdict: TypeAlias = Literal["safe", "risky", "breaking"]
"""``breaking``: a value or a name is known that no longer works; ``safe``: proven to break nobody;
``risky``: neither is known."""
VERDICTS: Final[tuple[Verdict, ...]] = ("safe", "risky", "breaking")

Translate: TypeAlias = Callable[[str], str]
"""Translates an English text; `str` leaves it in English."""

Flow: TypeAlias = Literal["sent", "received"]
"""The direction in which values travel, seen from a client."""

Side = TypeVar("Side")
"""A part of a document, which both documents have."""

PlaceKind: TypeAlias = Literal["service", "group", "contract", "method", "type", "error"]


def worst(*verdicts: Verdict) -> Verdict:
    """Return the most severe of some verdicts; safe if there are none."""
    return max(verdicts, key=VERDICTS.index, default="safe")


def breaking_if(breaks: bool) -> Verdict:
    """Return the verdict of a change that either breaks clients or is safe."""
    if breaks:
        return "breaking"
    return "safe"


def by_flow(old: Side, new: Side, flow: Flow) -> tuple[Side, Side]:
    """Return the sender's part and the receiver's part: clients know the old document, and the
    service follows the new one, so that the old part is the sender's of what clients send.
    """
    if flow == "sent":
        return old, new
    return new, old


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The part of a document that has changed: a method, a type, and so on, and where in it."""

    kind: PlaceKind
    """What kind of part it is."""
    key: str
    """``group slug/contract/method`` of a method, ``group slug/contract`` of a contract, the slug
    of a group or service, the name of a type, or the key of an error: that in the new document, if
    it is there."""
    title: str
    """Its name for readers, such as ``GET /orders``."""
    part: str = ""
    """The part of it, such as ``query parameter limit``."""
    path: tuple[str, ...] = ()
    """Properties inside of its schema; ``[]`` for items, ``{}`` for values of a mapping."""

    def inside(self, part: str) -> "Place":
        """Return the place of a part of this one, such as ``query parameter limit`` of a method."""
        return Place(kind=self.kind, key=self.key, title=self.title, part=part)

    def at(self, path: tuple[str, ...]) -> "Place":
        """Return the place at a path inside the schema of this one."""
        return Place(kind=self.kind, key=self.key, title=self.title, part=self.part, path=path)

    def change(
        self,
        rule: str,
        *,
        wire: Verdict = "safe",
        code: Verdict = "safe",
        flow: Flow | None = None,
        old: Any = None,
        new: Any = None,
        witness: "Witness | None" = None,
        reason: str = "",
        methods: tuple[str, ...] = (),
    ) -> "Change":
        """Return a change of this part of the document.

        Args:
            rule: A key of `RULES`.
            wire: The verdict for running clients.
            code: The verdict for code that uses generated types.
            flow: The direction in which the affected values travel; None if that does not matter.
            old: The old state, for the message; None if something is new.
            new: The new state; None if something was removed.
            witness: A value that shows the change, if one was found.
            reason: Why a verdict is not known.
            methods: Keys of the methods that use a changed type or error.
        """
        return Change(
            rule=rule,
            place=self,
            wire=wire,
            code=code,
            flow=flow,
            old=old,
            new=new,
            witness=witness,
            reason=reason,
            methods=methods,
        )


@dataclass(frozen=True, slots=True)
class Witness:
    """A value that shows a change: valid for its sender, and refused by its receiver."""

    value: Any
    """Of JSON."""
    flow: Flow
    """Which way it travels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference of two documents, with the rule that names its kind, and its verdicts."""

    rule: str
    """A key of `RULES`."""
    place: Place
    """Where it is."""
    wire: Verdict
    """Whether it breaks running clients, because of what they send and receive."""
    code: Verdict
    """Whether it breaks code that uses generated types, once these are generated again."""
    flow: Flow | None = None
    """The direction in which the affected values travel; None if that does not matter."""
    old: Any = None
    """The old state, for the message; None if something is new."""
    new: Any = None
    """The new state; None if something was removed."""
    witness: Witness | None = None
    """A value that shows it, if one was found."""
    reason: str = ""
    """Why a verdict is not known."""
    methods: tuple[str, ...] = ()
    """Keys of the methods that use a changed type or error."""
    judged: Verdict | None = None
    """The verdict of the project, which replaces `wire` and `code`."""
    accepted: str = ""
    """Why the project accepts the change."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of the project, else the more severe one of `wire` and `code`; an accepted
        change is safe.
        """
        if self.accepted:
            return "safe"
        return self.judged or worst(self.wire, self.code)

    @property
    def message(self) -> str:
        """What has changed, in words."""
        return self.message_in(str)

    def message_in(self, translate: Translate) -> str:
        """Return the message in the language of a translation."""
        return translate(RULES[self.rule]).format(
            old=_value_in_message(self.old), new=_value_in_message(self.new)
        )


class Verdicts(NamedTuple):
    """The verdicts of a change, and the reason of a risky one."""

    wire: Verdict = "safe"
    code: Verdict = "safe"
    reason: str = ""


def listed_changes(
    rule: str,
    old: Sequence[str],
    new: Sequence[str],
    place: Place,
    *,
    added: Verdicts,
    removed: Verdicts,
    flow: Flow | None = None,
) -> Iterator[Change]:
    """Yield the changes of a list of names.

    Args:
        rule: The beginning of the rules, which end with ``-added`` and ``-removed``.
        old: The names in the old document.
        new: Those in the new one.
        place: What has the list.
        added: The verdicts on names that only the new list has.
        removed: The verdicts on names that only the old list has.
        flow: The direction in which the named things travel.
    """
    for name in new:
        if name not in old:
            yield place.change(
                f"{rule}-added",
                wire=added.wire,
                code=added.code,
                flow=flow,
                new=name,
                reason=added.reason,
            )
    for name in old:
        if name not in new:
            yield place.change(
                f"{rule}-removed",
                wire=removed.wire,
                code=removed.code,
                flow=flow,
                old=name,
                reason=removed.reason,
            )


def requirement_changes(
    noun: str, old: bool, new: bool, place: Place, flow: Flow
) -> Iterator[Change]:
    """Yield the change of something that became required, or optional.

    Args:
        noun: What it is, with which the rule begins: ``parameter`` for
            ``parameter-became-required``.
        old: Whether it was required.
        new: Whether it is required now.
        place: Where it is.
        flow: The direction in which it travels.
    """
    if old == new:
        return
    if new:
        rule = f"{noun}-became-required"
        # Clients that do not send it are refused.
        verdict = breaking_if(flow == "sent")
    else:
        rule = f"{noun}-became-optional"
        # Clients rely on receiving it.
        verdict = breaking_if(flow == "received")
    yield place.change(rule, wire=verdict, code=verdict, flow=flow)


LONGEST = 80
"""The greatest length of a value in a message."""


def _value_in_message(value: Any) -> str:
    """Return the old or new state of a change, a text or a JSON value, cut to `LONGEST`; ``none``
    if there is no such state.
    """
    if value is None:
        return "none"
    text: str = value
    if not isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - len('...')]}..."


def _rules(**messages: str) -> Mapping[str, str]:
    """Return messages by the name of their rule, which has hyphens for the underscores."""
    return {name.replace("_", "-"): message for name, message in messages.items()}


BOUNDS: Final[Mapping[str, str]] = {
    "minimum": "minimum-changed",
    "maximum": "maximum-changed",
    "exclusiveMinimum": "exclusive-minimum-changed",
    "exclusiveMaximum": "exclusive-maximum-changed",
    "multipleOf": "multiple-of-changed",
    "minLength": "min-length-changed",
    "maxLength": "max-length-changed",
    "minItems": "min-items-changed",
    "maxItems": "max-items-changed",
    "minProperties": "min-properties-changed",
    "maxProperties": "max-properties-changed",
    "uniqueItems": "unique-items-changed",
    "pattern": "pattern-changed",
    "format": "format-changed",
    "contentMediaType": "content-media-type-changed",
    "contentEncoding": "content-encoding-changed",
    "propertyNames": "property-names-changed",
    "patternProperties": "pattern-properties-changed",
}
"""Rules of keywords that limit values, by keyword."""

TEXT_RULES: Final[Mapping[str, str]] = _rules(
    service_title_changed="title {old} is now {new}",
    service_version_changed="version {old} is now {new}",
    service_summary_changed="summary changed",
    service_description_changed="description changed",
    service_owner_changed="owner {old} is now {new}",
    service_lifecycle_changed="lifecycle {old} is now {new}",
    service_contact_changed="contact changed",
    service_license_changed="license changed",
    service_terms_changed="terms of service changed",
    server_changed="server {new} changed",
    group_description_changed="description changed",
    contract_description_changed="description changed",
    summary_changed="summary changed",
    description_changed="description changed",
    external_docs_changed="external docs changed",
    deprecation_message_changed="deprecation text changed",
    since_changed="new in {old} is now {new}",
    deprecated_since_changed="deprecated since {old} is now {new}",
    sunset_changed="day of removal {old} is now {new}",
    replacement_changed="replacement {old} is now {new}",
    code_samples_changed="code samples changed",
    link_changed="link {new} changed",
    title_changed="title changed",
    examples_changed="examples changed",
)
"""Messages of changes of texts, by name."""

RULES: Final[Mapping[str, str]] = {
    **TEXT_RULES,
    **_rules(
        server_added="server {new} added",
        server_removed="server {old} removed",
        security_scheme_added="security scheme {new} added",
        security_scheme_removed="security scheme {old} removed",
        security_scheme_renamed="security scheme {old} is now {new}",
        security_scheme_changed="security scheme {old} changed",
        group_renamed="group {old} is now {new}",
        contract_renamed="contract {old} is now {new}",
        websocket_added="WebSocket added",
        websocket_removed="WebSocket removed",
        method_added="method added",
        method_removed="method removed",
        method_renamed="name {old} is now {new}",
        method_moved="moved from {old} to {new}",
        message_added="message from the service added",
        path_changed="path {old} is now {new}",
        path_added="path {new} added",
        path_removed="path {old} removed",
        path_parameter_renamed="path parameter {old} is now {new}",
        verb_added="verb {new} added",
        verb_removed="verb {old} removed",
        deprecated="deprecated",
        undeprecated="no longer deprecated",
        permission_changed="permission {old} is now {new}",
        security_changed="security {old} is now {new}",
        parameter_added="optional parameter added",
        required_parameter_added="required parameter added",
        parameter_removed="parameter removed",
        parameter_became_required="now required",
        parameter_became_optional="now optional",
        parameter_style_changed="style {old} is now {new}",
        parameter_media_type_changed="media type {old} is now {new}",
        header_added="header added",
        header_removed="header removed",
        header_became_optional="now optional",
        header_became_required="now always there",
        request_body_added="optional body added",
        required_request_body_added="required body added",
        request_body_removed="body removed",
        request_body_became_required="now required",
        request_body_became_optional="now optional",
        media_type_added="media type added",
        media_type_removed="media type removed",
        media_type_changed="media type {old} is now {new}",
        content_schema_added="schema added",
        content_schema_removed="schema removed",
        stream_changed="stream {old} is now {new}",
        file_media_types_changed="media types {old} are now {new}",
        file_size_changed="largest size {old} is now {new} bytes",
        response_added="response added",
        response_removed="response removed",
        response_content_added="body added",
        response_content_removed="body removed",
        link_added="link {new} added",
        link_removed="link {old} removed",
        callback_added="callback {new} added",
        callback_removed="callback {old} removed",
        error_added="error {new} added",
        error_removed="error {old} removed",
        handshake_error_added="{new} added",
        handshake_error_removed="{old} removed",
        error_format_changed="error format {old} is now {new}",
        error_definition_removed="error removed",
        error_definition_added="error added",
        error_status_changed="status {old} is now {new}",
        error_type_changed="type {old} is now {new}",
        error_data_added="data added",
        error_data_removed="data removed",
        direction_changed="direction {old} is now {new}",
        protocol_changed="protocol {old} is now {new}",
        pattern_of_messages_changed="pattern {old} is now {new}",
        frame_changed="frame changed",
        framing_changed="framing {old} is now {new}",
        type_added="type added",
        type_removed="type removed",
        type_renamed="type {old} is now {new}",
        type_exchanged="type {old} is now {new}",
        type_changed="type {old} is now {new}",
        schema_changed="schema changed",
        inner_types_changed="types inside changed",
        changes_together="together, these changes affect which values are accepted",
        keyword_changed="keyword {old} changed",
        variant_added="alternative {new} added",
        variant_removed="alternative {old} removed",
        discriminator_changed="discriminator {old} is now {new}",
        null_added="may now be null",
        null_removed="can no longer be null",
        enum_added="is now one of {new}",
        enum_removed="is no longer one of {old}",
        enum_value_added="value {new} added",
        enum_value_removed="value {old} removed",
        property_added="optional property added",
        required_property_added="required property added",
        property_removed="property removed",
        property_became_required="now required",
        property_became_optional="now optional",
        additional_properties_changed="additional properties {old} are now {new}",
        items_changed="items changed",
        brand_added="brand {new} added",
        brand_removed="brand {old} removed",
        brand_changed="brand {old} is now {new}",
        default_changed="default {old} is now {new}",
    ),
    **{rule: f"{keyword} {{old}} is now {{new}}" for keyword, rule in BOUNDS.items()},
}
"""The message of every kind of change, by name, with ``{old}`` and ``{new}``."""
