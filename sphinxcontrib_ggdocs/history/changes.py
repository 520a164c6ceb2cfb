"""What a comparison reports: changes, each with a place, a rule and two verdicts."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Verdict: TypeAlias = Literal["safe", "risky", "breaking"]
"""``breaking``: shown by a value, or a name, that no longer works; ``safe``: proven; ``risky``: all
else."""
VERDICTS: Final[tuple[Verdict, ...]] = ("safe", "risky", "breaking")

Translate: TypeAlias = Callable[[str], str]
"""Translates a text; English is the text itself, which `str` returns."""

Flow: TypeAlias = Literal["sent", "received"]
"""Which way values travel, seen from a client."""

PlaceKind: TypeAlias = Literal["service", "group", "contract", "method", "type", "error"]


def worst(*verdicts: Verdict) -> Verdict:
    """The most severe of some verdicts; safe if there are none."""
    return max(verdicts, key=VERDICTS.index, default="safe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a change is."""

    kind: PlaceKind
    """What has changed."""
    key: str
    """``group slug/contract/method``, the first of these, the name of a type or the key of an
    error; of what is new, in the new document, else in the old one."""
    title: str
    """What people call it, such as ``GET /orders``."""
    part: str = ""
    """The part of it, such as ``query parameter limit``."""
    path: tuple[str, ...] = ()
    """Properties inside of its schema; ``[]`` for items, ``{}`` for values of a mapping."""

    def inside(self, part: str) -> "Place":
        """The place of a part."""
        return Place(kind=self.kind, key=self.key, title=self.title, part=part)

    def at(self, path: tuple[str, ...]) -> "Place":
        """The place inside a schema."""
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
        """A change here; the arguments are the fields of `Change`."""
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
    """A value that shows a change: valid on the one side, refused on the other."""

    value: Any
    """Of JSON."""
    flow: Flow
    """Which way it travels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One named change."""

    rule: str
    """A key of `RULES`."""
    place: Place
    """Where it is."""
    wire: Verdict
    """Whether it breaks clients that run, by what they send and receive."""
    code: Verdict
    """Whether it breaks code that was generated from the contracts and is generated anew."""
    flow: Flow | None = None
    """Which way the values travel that are concerned; None if that does not matter."""
    old: Any = None
    """What was there, for the message; None where something is new."""
    new: Any = None
    """What is there now; None where something is gone."""
    witness: Witness | None = None
    """A value that shows it, where one has been found."""
    reason: str = ""
    """Why a verdict is not known."""
    methods: tuple[str, ...] = ()
    """Keys of the methods concerned, of a change of a type or an error."""
    judged: Verdict | None = None
    """The verdict of the project, instead of the two."""
    accepted: str = ""
    """Why the project accepts the change."""

    @property
    def verdict(self) -> Verdict:
        """The project's verdict, else the more severe of the two; what is accepted is safe."""
        if self.accepted:
            return "safe"
        return self.judged or worst(self.wire, self.code)

    @property
    def message(self) -> str:
        """What has changed, in words."""
        return RULES[self.rule].message(self.old, self.new)


class Judged(NamedTuple):
    """The verdicts of a change, and why they are not known."""

    wire: Verdict = "safe"
    code: Verdict = "safe"
    reason: str = ""


def listed_changes(
    rule: str,
    old: Sequence[str],
    new: Sequence[str],
    place: Place,
    *,
    added: Judged,
    removed: Judged,
    flow: Flow | None = None,
) -> Iterator[Change]:
    """The changes of a list of names.

    Args:
        rule: The beginning of the rules, which end with ``-added`` and ``-removed``.
        old: The names in the old document.
        new: Those in the new one.
        place: What has them.
        added: The verdicts of further names.
        removed: Those of names that are gone.
        flow: Which way what they name travels.
    """
    for end, names, others, (wire, code, reason) in (
        ("added", new, old, added),
        ("removed", old, new, removed),
    ):
        for name in (name for name in names if name not in others):
            yield place.change(
                f"{rule}-{end}",
                wire=wire,
                code=code,
                flow=flow,
                old=name if end == "removed" else None,
                new=name if end == "added" else None,
                reason=reason,
            )


def requirement_changes(
    what: str, old: bool, new: bool, place: Place, flow: Flow
) -> Iterator[Change]:
    """The change of whether something has to be there.

    Args:
        what: The beginning of the rule, which ends with ``-became-required`` or
            ``-became-optional``.
        old: Whether it had to be there.
        new: Whether it has to be there now.
        place: What it is.
        flow: Which way it travels.
    """
    if old != new:
        verdict: Verdict = "breaking" if new is (flow == "sent") else "safe"
        rule = f"{what}-became-{'required' if new else 'optional'}"
        yield place.change(rule, wire=verdict, code=verdict, flow=flow)


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A kind of change."""

    about: str
    """What it is, in a sentence."""
    template: str
    """The message, with ``{old}`` and ``{new}``."""

    def message(self, old: Any, new: Any, translate: Translate = str) -> str:
        """The message of one change.

        Args:
            old: What was there.
            new: What is there now.
            translate: Translates the template.
        """
        return translate(self.template).format(old=_shown(old), new=_shown(new))


LONGEST = 80


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _rules(**texts: tuple[str, str]) -> Mapping[str, ChangeRule]:
    return {name.replace("_", "-"): ChangeRule(*text) for name, text in texts.items()}


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

RULES: Final[Mapping[str, ChangeRule]] = {
    **_rules(
        service_title_changed=("The title of the service.", "title {old} is now {new}"),
        service_version_changed=("The version of the service.", "version {old} is now {new}"),
        version_too_low=(
            "The version does not say that there are breaking changes.",
            "version {old} should be {new} at least",
        ),
        service_summary_changed=("The summary of the service.", "summary changed"),
        service_description_changed=("The description of the service.", "description changed"),
        service_owner_changed=(
            "Who is responsible for the service.",
            "owner {old} is now {new}",
        ),
        service_lifecycle_changed=(
            "How mature the service is.",
            "lifecycle {old} is now {new}",
        ),
        service_contact_changed=("Whom to ask about the service.", "contact changed"),
        service_license_changed=("The license of the service.", "license changed"),
        service_terms_changed=("The terms of service.", "terms of service changed"),
        server_added=("A server was added.", "server {new} added"),
        server_removed=("A server was removed.", "server {old} removed"),
        server_changed=(
            "The description or the variables of a server.",
            "server {new} changed",
        ),
        security_scheme_added=("A security scheme was added.", "security scheme {new} added"),
        security_scheme_removed=(
            "A security scheme was removed.",
            "security scheme {old} removed",
        ),
        security_scheme_renamed=(
            "A security scheme has another name.",
            "security scheme {old} is now {new}",
        ),
        security_scheme_changed=("A security scheme.", "security scheme {old} changed"),
        group_description_changed=("The description of a group.", "description changed"),
        group_renamed=("A group has another name.", "group {old} is now {new}"),
        contract_description_changed=("The description of a contract.", "description changed"),
        contract_renamed=("A contract has another name.", "contract {old} is now {new}"),
        websocket_added=(
            "A WebSocket was added, of which no messages are described.",
            "WebSocket added",
        ),
        websocket_removed=(
            "A WebSocket was removed, of which no messages were described.",
            "WebSocket removed",
        ),
        method_added=("A method was added.", "method added"),
        method_removed=("A method was removed.", "method removed"),
        method_renamed=("A method has another name.", "name {old} is now {new}"),
        method_moved=("A method is in another group or contract.", "moved from {old} to {new}"),
        request_moved=(
            "A request is answered by another method.",
            "{new} was answered by {old}",
        ),
        message_added=(
            "The service sends a message that clients do not know.",
            "message from the service added",
        ),
        path_changed=("The path of a method.", "path {old} is now {new}"),
        path_added=("A method has a further path.", "path {new} added"),
        path_removed=("A method does not have a path any more.", "path {old} removed"),
        path_parameter_renamed=(
            "A parameter in the path has another name.",
            "path parameter {old} is now {new}",
        ),
        verb_added=("A method accepts another verb.", "verb {new} added"),
        verb_removed=("A method does not accept a verb any more.", "verb {old} removed"),
        summary_changed=("The summary of a method.", "summary changed"),
        description_changed=("A description.", "description changed"),
        external_docs_changed=("A link to documentation elsewhere.", "external docs changed"),
        deprecated=("Something is deprecated.", "deprecated"),
        undeprecated=("Something is no longer deprecated.", "no longer deprecated"),
        deprecation_message_changed=("Why something is deprecated.", "deprecation text changed"),
        since_changed=(
            "Since which version something exists, as its author says.",
            "new in {old} is now {new}",
        ),
        deprecated_since_changed=(
            "Since which version something is deprecated, as its author says.",
            "deprecated since {old} is now {new}",
        ),
        sunset_changed=(
            "The day from which something may be gone.",
            "day of removal {old} is now {new}",
        ),
        replacement_changed=("What to use instead.", "replacement {old} is now {new}"),
        code_samples_changed=("Code of the author that calls a method.", "code samples changed"),
        permission_changed=("Who may call.", "permission {old} is now {new}"),
        security_changed=("How callers identify themselves.", "security {old} is now {new}"),
        credential_added=("A header with a credential is required.", "credential {new} added"),
        credential_removed=("A header with a credential.", "credential {old} removed"),
        credential_changed=(
            "The scheme of a header with a credential.",
            "scheme of the credential {old} is now {new}",
        ),
        parameter_added=("An optional parameter was added.", "optional parameter added"),
        required_parameter_added=("A required parameter was added.", "required parameter added"),
        parameter_removed=("A parameter was removed.", "parameter removed"),
        parameter_became_required=("A parameter has to be given.", "now required"),
        parameter_became_optional=("A parameter may be left out.", "now optional"),
        parameter_style_changed=(
            "How a list or an object is written in a parameter.",
            "style {old} is now {new}",
        ),
        parameter_media_type_changed=(
            "The media type of a parameter whose text is a document.",
            "media type {old} is now {new}",
        ),
        header_added=("A response has a further header.", "header added"),
        header_removed=("A response has a header no more.", "header removed"),
        header_became_optional=("A response may lack a header.", "now optional"),
        header_became_required=("A response has a header always.", "now always there"),
        request_body_added=("A request may have a body.", "optional body added"),
        required_request_body_added=("A request has to have a body.", "required body added"),
        request_body_removed=("A request has a body no more.", "body removed"),
        request_body_became_required=("A request has to have its body.", "now required"),
        request_body_became_optional=("A request may lack its body.", "now optional"),
        media_type_added=("A body has a further media type.", "media type added"),
        media_type_removed=("A body has a media type no more.", "media type removed"),
        media_type_changed=(
            "A body has a wider or narrower media type.",
            "media type {old} is now {new}",
        ),
        content_schema_added=("A body of any content has a schema now.", "schema added"),
        content_schema_removed=("A body has no schema any more.", "schema removed"),
        stream_changed=("A body is a stream now, or no more.", "stream {old} is now {new}"),
        encoding_changed=("How a part of a form is sent.", "encoding changed"),
        file_media_types_changed=(
            "The media types of a file.",
            "media types {old} are now {new}",
        ),
        file_size_changed=("The size of a file.", "largest size {old} is now {new} bytes"),
        response_added=("A method answers with a further status.", "response added"),
        response_removed=("A method answers with a status no more.", "response removed"),
        response_status_changed=(
            "A response is for more or fewer statuses.",
            "status {old} is now {new}",
        ),
        response_content_added=("A response has a body now.", "body added"),
        response_content_removed=("A response has no body any more.", "body removed"),
        link_added=("A response leads to a further method.", "link {new} added"),
        link_removed=("A response leads to a method no more.", "link {old} removed"),
        link_changed=("A link of a response.", "link {new} changed"),
        callback_added=(
            "The service sends further requests in the course of a call.",
            "callback {new} added",
        ),
        callback_removed=(
            "The service sends requests in the course of a call no more.",
            "callback {old} removed",
        ),
        error_added=("A method may fail with a further error.", "error {new} added"),
        error_removed=("A method does not fail with an error any more.", "error {old} removed"),
        handshake_error_added=("A connection may be refused in a further way.", "{new} added"),
        handshake_error_removed=("A connection is not refused in a way.", "{old} removed"),
        error_format_changed=("How errors look on the wire.", "error format {old} is now {new}"),
        error_definition_removed=("An error is in no method any more.", "error removed"),
        error_definition_added=("A new error.", "error added"),
        error_status_changed=("The status of an error.", "status {old} is now {new}"),
        error_type_changed=("The name of an error on the wire.", "type {old} is now {new}"),
        error_data_added=("An error has data now.", "data added"),
        error_data_removed=("An error has no data any more.", "data removed"),
        direction_changed=("Who sends a message.", "direction {old} is now {new}"),
        protocol_changed=("The protocol of a channel.", "protocol {old} is now {new}"),
        pattern_of_messages_changed=(
            "Whether a message is answered.",
            "pattern {old} is now {new}",
        ),
        frame_changed=("How messages are sent.", "frame of {old} changed"),
        optional_frame_added=(
            "Something is answered that was not.",
            "frame of {new} added",
        ),
        optional_frame_removed=(
            "Something is no longer answered.",
            "frame of {old} removed",
        ),
        id_location_changed=(
            "Where a frame has the id of its request.",
            "place of the id {old} is now {new}",
        ),
        message_discriminator_changed=(
            "The property that says which message it is.",
            "discriminator {old} is now {new}",
        ),
        error_code_added=("A frame of an error may have a further code.", "code {new} added"),
        error_code_removed=("A frame of an error has a code no more.", "code {old} removed"),
        framing_renamed=("The name of the framing.", "framing {old} is now {new}"),
        type_added=("A named type was added.", "type added"),
        type_removed=("A named type was removed.", "type removed"),
        type_renamed=("A named type has another name.", "type {old} is now {new}"),
        type_exchanged=("A place has another named type.", "type {old} is now {new}"),
        type_changed=("The type of a value.", "type {old} is now {new}"),
        schema_changed=("A schema, as a whole.", "schema changed"),
        changes_together=(
            "Changes that are safe alone refuse values together.",
            "these changes together refuse values",
        ),
        keyword_changed=("A further keyword of a schema.", "keyword {old} changed"),
        variant_added=("A union has a further alternative.", "alternative {new} added"),
        variant_removed=("A union has an alternative less.", "alternative {old} removed"),
        discriminator_changed=(
            "Which alternative a value of the discriminator means.",
            "discriminator {old} is now {new}",
        ),
        null_added=("A value may be null.", "may be null now"),
        null_removed=("A value is never null.", "is never null now"),
        enum_added=("Values are listed now.", "is one of {new} now"),
        enum_removed=("Values are not listed any more.", "is no longer one of {old}"),
        enum_value_added=("A further value is listed.", "value {new} added"),
        enum_value_removed=("A value is no longer listed.", "value {old} removed"),
        value_texts_changed=("Names or descriptions of listed values.", "texts of values changed"),
        property_added=("An optional property was added.", "optional property added"),
        required_property_added=("A required property was added.", "required property added"),
        property_removed=("A property was removed.", "property removed"),
        property_became_required=("A property has to be there.", "now required"),
        property_became_optional=("A property may be left out.", "now optional"),
        additional_properties_changed=(
            "Whether there may be properties that are not listed.",
            "additional properties {old} are now {new}",
        ),
        items_changed=("The items of an array.", "items changed"),
        brand_added=("A value has a brand now.", "brand {new} added"),
        brand_removed=("A value has a brand no more.", "brand {old} removed"),
        brand_changed=("A value has another brand.", "brand {old} is now {new}"),
        default_changed=("What a value is when it is left out.", "default {old} is now {new}"),
        title_changed=("The title of a type.", "title changed"),
        examples_changed=("Examples.", "examples changed"),
    ),
    **{
        rule: ChangeRule(f"The keyword `{keyword}`.", f"{keyword} {{old}} is now {{new}}")
        for keyword, rule in BOUNDS.items()
    },
}
"""Every kind of change, by name."""
