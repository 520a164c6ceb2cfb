"""The second pass: channels, operations and messages."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..catalog.export import external_docs, warn_export, without_nothing
from ..contracts.credentials import permission_of
from ..contracts.display_names import name_errors, sentence_of
from ..contracts.errors import ErrorClass
from ..contracts.framing import (
    ABSENT,
    ID_SCHEMA,
    FrameKind,
    Framing,
    Placeholder,
    Template,
    error_schemas,
    fill,
    message_schemas,
    schema,
)
from ..contracts.lifecycle import extensions_of, with_deprecation
from ..contracts.model import MISSING, Direction, Example, Interaction, Location
from ..contracts.possible_errors import added_errors
from ..schema import JsonSchema, Written
from ..schema.collector import (
    TypedContent,
    TypedError,
    TypedInteraction,
    TypedParameter,
    TypedWebSocketContract,
)
from ..schema.components import (
    ERROR_MEDIA_TYPES,
    ErrorBodies,
    contract_names,
    nullless,
    operation_text,
    unused,
)
from ..schema.registry import BINARY
from ..schema.schema_names import plain_name
from .draft07 import draft07, reporter
from .handshake_security import HandshakeSecurity, credential_parameters, is_expressible

_SUFFIXES: Mapping[FrameKind, str] = {
    "error": "",
    "event_error": "-EventFailed",
    "refusal": "-Refused",
}
_OF_MESSAGE = ("bindings", "correlationId", "externalDocs", "name", "tags")
_PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")


class ChannelWriter:
    """Writes one document, once the names of types are known.

    Args:
        written: The schemas.
        channels: The contracts, each of which is a channel.
        errors: Every error in them.
        turned: Whether ``send`` and ``receive`` describe the service instead of the client.
    """

    def __init__(
        self,
        written: Written,
        channels: Sequence[TypedWebSocketContract],
        errors: Iterable[ErrorClass],
        *,
        turned: bool,
    ) -> None:
        self._written = written
        self._channels = channels
        self._turned = turned
        self.errors = ErrorBodies(name_errors(errors), written.schemas)
        self.security = HandshakeSecurity()
        self.messages: dict[str, dict[str, Any]] = {}
        """Components by name; filled by `channels`."""
        self._message_names: set[str] = set()
        self._error_messages: dict[tuple[str, Framing, bool], str] = {}
        self._failures: dict[int, list[str]] = {}
        """By `id` of the contract: the names of messages about failed events and invalid frames."""
        names = contract_names([channel.contract for channel in channels])
        taken: set[str] = set()
        self.ids = {key: unused(plain_name(name), taken) for key, name in names.items()}
        """The keys of channels by `id` of the contract."""
        self._tag_names = names
        self._message_keys: dict[int, tuple[str, list[str]]] = {}
        """By `id` of the interaction: the name of its message in the channel, and the names of the
        replies."""

    def tags(self) -> list[dict[str, Any]]:
        """Write a tag for each contract."""
        return [
            without_nothing(
                name=self._tag_names[id(channel.contract)],
                description=channel.contract.description,
                externalDocs=external_docs(channel.contract.external_docs),
            )
            for channel in self._channels
        ]

    # --- channels ---

    def channels(self) -> dict[str, dict[str, Any]]:
        """Write a channel for each contract, by id."""
        return {
            self.ids[id(channel.contract)]: self._channel(channel) for channel in self._channels
        }

    def _channel(self, channel: TypedWebSocketContract) -> dict[str, Any]:
        contract = channel.contract
        if contract.protocol is not None and not is_expressible(contract):
            warn_export(
                f"{contract.name}: what callers must prove is left out, for AsyncAPI's security "
                "says neither that several credentials are needed at once nor that one is optional"
            )
        described = without_nothing(
            # A converter, as in `{rest:path}`, is of the web framework; addresses have names alone.
            address=_PLACEHOLDER.sub(r"{\1}", contract.path),
            title=contract.name,
            description=contract.description,
            # Before the operations: theirs have to be references to these ("Operation Object").
            messages=self._channel_messages(channel),
            parameters=self._path_parameters(channel),
            externalDocs=external_docs(contract.external_docs),
            bindings={"ws": self._binding(channel)} if contract.protocol is None else None,
        )
        described |= _mergeable(contract.asyncapi_extra, ("bindings",))
        if contract.permission is not None:
            described["x-permission"] = contract.permission.text
        if contract.deprecated:
            described["x-deprecated"] = True
        described |= extensions_of(contract.lifecycle)
        if cookies := self._members(channel, "cookie"):
            described["x-cookies"] = cookies
        return described

    def _channel_messages(self, channel: TypedWebSocketContract) -> dict[str, dict[str, str]]:
        """Write the messages of a channel, and return references to them."""
        # Messages have the names of their interactions; replies and errors take what is left.
        taken: set[str] = {exchange.interaction.name for exchange in channel.interactions}
        messages: dict[str, dict[str, str]] = {}
        errors: dict[ErrorClass, str] = {}
        prefix = self.ids[id(channel.contract)]
        correlated = _correlated(channel.contract.framing)
        for exchange in channel.interactions:
            interaction = exchange.interaction
            name = unused(f"{prefix}_{interaction.name}", self._message_names)
            message = self._sent(exchange, channel, name)
            messages[interaction.name] = self._message(
                name, {**message, **(correlated if interaction.is_request else {})}
            )
            replies: list[str] = []
            if interaction.is_request:
                reply = unused(f"{interaction.name}_reply", taken)
                name = unused(f"{prefix}_{reply}", self._message_names)
                messages[reply] = self._message(
                    name, {**self._answered(exchange, channel, name), **correlated}
                )
                replies.append(reply)
            # Those of a failed event are no replies: see `_unanswered`.
            for typed in exchange.errors if interaction.is_request else ():
                error = typed.error
                if error not in errors:
                    component, message_ref = self._error_message(typed, channel, "error")
                    errors[error] = unused(component, taken)
                    messages[errors[error]] = message_ref
                replies.append(errors[error])
            self._message_keys[id(interaction)] = (
                interaction.name,
                list(dict.fromkeys(replies)),
            )
        self._failures[id(channel.contract)] = self._unanswered(channel, errors, taken, messages)
        return messages

    def _unanswered(
        self,
        channel: TypedWebSocketContract,
        known: dict[ErrorClass, str],
        taken: set[str],
        messages: dict[str, dict[str, str]],
    ) -> list[str]:
        """Write the messages about failed events and invalid frames, and return their names.

        Args:
            channel: The channel.
            known: The messages of errors that answer requests.
            taken: Names of the channel's messages.
            messages: The channel's messages, to which these are added.
        """
        kinds: list[tuple[FrameKind, tuple[TypedError, ...]]] = [
            ("event_error", channel.event_errors),
            ("refusal", channel.refusals),
        ]
        if channel.contract.framing.has_ids:  # a request that names no method of the contract
            kinds.append(("error", channel.refusals))
        names: dict[str, str] = {}
        for kind, errors in kinds:
            for error in errors:
                if kind == "error" and error.error in known:
                    name = known[error.error]
                    names.setdefault(messages[name]["$ref"], name)
                    continue
                component, message = self._error_message(error, channel, kind)
                if message["$ref"] not in names:
                    name = names[message["$ref"]] = unused(component, taken)
                    messages[name] = message
        return list(names.values())

    def _message(self, name: str, message: dict[str, Any]) -> dict[str, str]:
        self.messages[name] = message
        return {"$ref": f"#/components/messages/{name}"}

    def _sent(
        self, exchange: TypedInteraction, channel: TypedWebSocketContract, name: str
    ) -> dict[str, Any]:
        interaction = exchange.interaction
        kind: FrameKind = "request" if interaction.is_request else "event"
        required = interaction.message is None or interaction.message.required
        message = without_nothing(
            name=interaction.name,
            title=_title(interaction),
            summary=interaction.summary,
            description=interaction.description,
            **self._payload(exchange.message, kind, interaction, channel, name, required=required),
        )
        if not required:
            message["x-optional"] = True
        if exchange.headers:
            message["headers"] = _without_empty(self._object(exchange.headers))
        return message | _mergeable(interaction.message_extra, _OF_MESSAGE)

    def _answered(
        self, exchange: TypedInteraction, channel: TypedWebSocketContract, name: str
    ) -> dict[str, Any]:
        interaction = exchange.interaction
        answer = (exchange.answer,) if exchange.answer else ()
        return without_nothing(
            name=f"{interaction.name}_reply",
            title=f"{_title(interaction)}: reply",
            summary=f"The reply to {interaction.name}."
            if answer
            else f"{interaction.name} has been done; there is no payload.",
            **self._payload(answer, "answer", interaction, channel, name),
        )

    def _payload(
        self,
        payloads: Sequence[TypedContent],
        kind: FrameKind,
        interaction: Interaction,
        channel: TypedWebSocketContract,
        name: str,
        *,
        required: bool = True,
    ) -> dict[str, Any]:
        """Write the payload of a message in its frame, with media type and examples."""
        framing = channel.contract.framing
        template = framing.template(kind, interaction)
        media_types = list(dict.fromkeys(payload.content.media_type for payload in payloads))
        if len(media_types) > 1:
            warn_export(
                f"{name} has several media types, of which AsyncAPI takes one: {media_types[0]}"
            )
        bare = template is Placeholder.PAYLOAD
        inner = self._inner_schema(payloads, bare)
        # A reply without a value is sent as null: the client waits for it.
        if inner is ABSENT and kind == "answer":
            inner = {"type": "null"}
        # The tag has to be sent, also where the type has a default for it.
        if kind != "answer" and framing.discriminator is not None:
            tagged = {"type": "object", "required": [framing.discriminator]}
            inner = {"title": name, "allOf": [inner, tagged]}
        sent = schema(template, message_schemas(interaction.name, inner), required=required)
        if sent is ABSENT:
            sent = {"type": "null"}
        elif not bare:
            sent = {"title": name, **sent}
        examples = [
            _example(example, template, interaction)
            for payload in payloads
            for example in payload.content.examples
        ]
        return without_nothing(
            # In a frame of JSON the payload is a part of the JSON, whatever its own media type.
            contentType=media_types[0] if bare and media_types else "application/json",
            payload=draft07(sent, reporter(name)),
            examples=[example for example in examples if example] or None,
        )

    def _inner_schema(self, payloads: Sequence[TypedContent], bare: bool) -> Any:
        """Return the schema of a payload without frame; `ABSENT` when there is none."""
        schemas = [
            self._written.schema(payload.slot) if payload.slot else _bytes(bare)
            for payload in payloads
        ]
        if len(schemas) > 1:
            return {"anyOf": schemas}
        return schemas[0] if schemas else ABSENT

    def _error_message(
        self, typed: TypedError, channel: TypedWebSocketContract, kind: FrameKind
    ) -> tuple[str, dict[str, str]]:
        """Return the name of an error's message, and a reference to its component."""
        error = typed.error
        form, framing = channel.contract.error_format, channel.contract.framing
        # One error may be sent in three frames: as a reply, for a failed event, and for what is no
        # message of the contract.
        wanted = self.errors.name(error, form) + _SUFFIXES[kind]
        template = framing.template(kind)
        # One component for all channels that frame the error alike.
        key = (wanted, framing, template is Placeholder.ERROR)
        name = self._error_messages.get(key)
        if name is None:
            name = self._error_messages[key] = unused(wanted, self._message_names, "-Error")
            data = self._written.schema(typed.data) if typed.data else None
            body = self.errors.refer(error, form, data)
            bare = template is Placeholder.ERROR
            if (
                framing.correlation_id is not None
                and kind == "error"
                and form != "plain"
                and body is not None
            ):
                joined = {
                    "type": "object",
                    "properties": {framing.correlation_id[1:]: dict(ID_SCHEMA)},
                }
                body = {"allOf": [body, {**joined, "required": list(joined["properties"])}]}
            payload = schema(template, error_schemas(framing, error, body, {"type": "string"}))
            sent = payload if bare else {"title": f"{name}_message", **payload}
            self.messages[name] = without_nothing(
                name=error.type,
                title=error.type,
                summary=with_deprecation(error.description, error.deprecation_message),
                contentType=ERROR_MEDIA_TYPES[form] if bare else "application/json",
                payload=draft07(sent, reporter(error.type)),
                **(_correlated(framing) if kind == "error" else {}),
                **extensions_of(error.lifecycle),
            )
            self.messages[name]["x-status"] = error.status
        return name, {"$ref": f"#/components/messages/{name}"}

    def _path_parameters(self, channel: TypedWebSocketContract) -> dict[str, Any] | None:
        """Write the parameters of the address, with their schemas as ``x-schema``."""
        parameters: dict[str, Any] = {
            name: {} for name in _PLACEHOLDER.findall(channel.contract.path)
        }
        for typed in channel.parameters:
            if typed.parameter.location == "path" and typed.parameter.name in parameters:
                schema, words = self._written.parted(typed.slot)
                resolved = self._written.resolved(schema)
                only = [resolved["const"]] if "const" in resolved else []
                # Values and examples are lists of strings ("Parameter Object").
                enum = [str(value) for value in resolved.get("enum", only)]
                examples = schema.get("examples", resolved.get("examples")) or ()
                parameters[typed.parameter.name] = without_nothing(
                    description=typed.parameter.description or words.description,
                    enum=enum or None,
                    examples=[str(value) for value in examples] or None,
                )
                parameters[typed.parameter.name]["x-schema"] = draft07(
                    schema, reporter(typed.parameter.name)
                )
        return parameters or None

    def _binding(self, channel: TypedWebSocketContract) -> dict[str, Any]:
        """Write the WebSocket binding, which describes the handshake."""
        if not is_expressible(channel.contract):
            names = " and ".join(name for _, name, _, _ in credential_parameters(channel.contract))
            warn_export(
                f"{channel.contract.name}: {names} are documented as parameters of the handshake, "
                "for AsyncAPI's security says neither that several are needed at once nor that "
                "one is optional"
            )
        return without_nothing(
            # A handshake is a GET (RFC 6455, 4.1).
            method="GET",
            query=self._members(channel, "query"),
            headers=self._members(channel, "header"),
            # Query and headers have to be objects with properties in this version of the binding.
            bindingVersion="0.1.0",
        )

    def _members(self, channel: TypedWebSocketContract, location: Location) -> JsonSchema | None:
        """Write the handshake parameters at a location, and credentials without security scheme."""
        own = [typed for typed in channel.parameters if typed.parameter.location == location]
        members = self._object(own)
        properties, required = members["properties"], members["required"]
        if not is_expressible(channel.contract):
            for place, name, schema, is_needed in credential_parameters(channel.contract):
                if place == location:
                    properties[name] = schema
                    required += [name] if is_needed else []
        return _without_empty(members) if properties else None

    def _object(self, members: Iterable[TypedParameter]) -> JsonSchema:
        """Write parameters as properties of an object."""
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for typed in members:
            properties[typed.parameter.name] = self._member(typed)
            required += [typed.parameter.name] if typed.parameter.required else []
        return {"type": "object", "properties": properties, "required": required}

    def _member(self, typed: TypedParameter) -> JsonSchema:
        parameter = typed.parameter
        schema = self._written.schema(typed.slot)
        if not parameter.required:
            # That nothing is sent means null for the handler; a query has no null.
            schema = nullless(schema)
        if parameter.description:
            schema = {**schema, "description": parameter.description}
        if parameter.deprecated:
            schema = {**schema, "deprecated": True}
        converted: JsonSchema = draft07(schema, reporter(parameter.name))
        return converted

    # --- operations ---

    def operations(self) -> dict[str, dict[str, Any]]:
        """Write an operation for each interaction; call `channels` before."""
        taken: set[str] = set()
        operations: dict[str, dict[str, Any]] = {}
        for channel in self._channels:
            for exchange in channel.interactions:
                wanted = f"{self.ids[id(channel.contract)]}_{exchange.interaction.name}"
                operations[unused(wanted, taken)] = self._operation(channel, exchange)
            if failures := self._failures[id(channel.contract)]:
                operations[unused(f"{self.ids[id(channel.contract)]}_failed", taken)] = (
                    self._failed(channel, failures)
                )
        return operations

    def _failed(self, channel: TypedWebSocketContract, messages: Sequence[str]) -> dict[str, Any]:
        """Write the operation that reports failed events and invalid frames."""
        place = f"#/channels/{self.ids[id(channel.contract)]}"
        return {
            "action": self._action("server_to_client"),
            "channel": {"$ref": place},
            "title": "Failed",
            "summary": "An event has failed, or a message could not be read.",
            "tags": [{"name": self._tag_names[id(channel.contract)]}],
            # A subset of the messages of the channel, by references to the channel and not to the
            # components ("Operation Object").
            "messages": [{"$ref": f"{place}/messages/{name}"} for name in messages],
        }

    def _operation(
        self, channel: TypedWebSocketContract, exchange: TypedInteraction
    ) -> dict[str, Any]:
        contract, interaction = channel.contract, exchange.interaction
        place = f"#/channels/{self.ids[id(contract)]}"
        message, replies = self._message_keys[id(interaction)]
        permission = permission_of(contract, interaction)
        operation = without_nothing(
            action=self._action(interaction.direction),
            channel={"$ref": place},
            title=_title(interaction),
            summary=interaction.summary,
            description=operation_text(
                contract, interaction, f"{contract.name}.{interaction.name}"
            ),
            security=self.security.references(contract, interaction) or None,
            tags=[{"name": self._tag_names[id(contract)]}],
            externalDocs=external_docs(interaction.external_docs),
            messages=[{"$ref": f"{place}/messages/{message}"}],
        )
        if replies:
            # Replies come over the same connection, so in the same channel ("Operation Reply
            # Object").
            operation["reply"] = {
                "channel": {"$ref": place},
                "messages": [{"$ref": f"{place}/messages/{name}"} for name in replies],
            }
        if permission is not None:
            operation["x-permission"] = permission.text
        if added := added_errors(contract, interaction, [typed.error for typed in exchange.errors]):
            operation["x-runtime-errors"] = [error.type for error in added]
        if interaction.deprecated:
            operation["x-deprecated"] = True
        operation |= extensions_of(interaction.lifecycle)
        return operation | _mergeable(interaction.asyncapi_extra, ("bindings",))

    def _action(self, direction: Direction) -> str:
        return "send" if (direction == "client_to_server") is not self._turned else "receive"


def _mergeable(extra: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """Return the named members and extensions of an imported object; others refer to
    its document.
    """
    if extra is None:
        return {}
    return {key: value for key, value in extra.items() if key in names or key.startswith("x-")}


def _without_empty(schema: JsonSchema) -> JsonSchema:
    return {key: value for key, value in schema.items() if key != "required" or value}


def _correlated(framing: Framing) -> dict[str, Any]:
    """Return the location of the id that connects a request and its reply."""
    if framing.id_location is None:
        return {}
    # A runtime expression with a JSON Pointer ("Correlation ID Object").
    return {"correlationId": {"location": f"$message.payload#{framing.id_location}"}}


def _bytes(bare: bool) -> JsonSchema:
    """Return the schema of bytes: a binary frame, or base64 in a frame of JSON."""
    return dict(BINARY) if bare else {"type": "string", "contentEncoding": "base64"}


def _title(interaction: Interaction) -> str:
    return sentence_of(interaction.name)


def _example(example: Example, template: Template, interaction: Interaction) -> dict[str, Any]:
    if example.value is MISSING:
        return {}
    # The payload of an example is that of the message, its frame included ("Message Example
    # Object").
    sent = fill(
        template,
        {
            Placeholder.ID: 1,
            Placeholder.METHOD: interaction.name,
            Placeholder.PAYLOAD: example.value,
        },
    )
    if sent is ABSENT:  # a frame of a file that has no payload
        return {}
    return without_nothing(name=example.name, summary=example.summary, payload=sent)
