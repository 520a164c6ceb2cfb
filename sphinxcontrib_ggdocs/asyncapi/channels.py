"""Writes channels, operations and messages, once the names of types are known."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..catalog.export import warn_export, without_nothing
from ..contracts.display_names import sentence_of
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
from ..contracts.model import MISSING, Example, ParameterLocation
from ..document import parts as doc
from ..document.components import (
    ErrorBodies,
    Mentions,
    contract_names,
    external_docs,
    operation_text,
)
from ..document.framings import framing_of, template_for
from ..document.model import ApiDocsDocument
from ..document.openapi_members import resolved
from ..document.wire import (
    Keyed,
    error_name,
    error_text,
    errors_of,
    keyed_errors,
    own_examples,
    own_schema,
    permission_of,
    place_of_part,
    runtime_errors_of,
    schema_without_words,
    sent_parameters,
)
from ..schema import JsonSchema
from ..schema.components import ERROR_MEDIA_TYPES, unused, without_null
from ..schema.registry import BINARY
from ..schema.schema_names import plain_name
from .draft07 import draft07, reporter
from .handshake_security import HandshakeSecurity

_SUFFIXES: Mapping[FrameKind, str] = {
    "error": "",
    "event_error": "-EventFailed",
    "refusal": "-Refused",
}
_OF_MESSAGE = ("bindings", "correlationId", "externalDocs", "name", "tags")
_PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")


class ChannelWriter:
    """Writes the channels of one document.

    Args:
        document: The document.
        channels: Its contracts, each of which is a channel.
        mentions: Knows which schemas are mentioned.
        is_of_server: Whether ``send`` and ``receive`` describe the service instead of the client.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        channels: Sequence[doc.WebSocketContract],
        mentions: Mentions,
        *,
        is_of_server: bool,
    ) -> None:
        self._document = document
        self._channels = channels
        self._mentions = mentions
        self._is_of_server = is_of_server
        self.errors = ErrorBodies(document.schemas)
        self.security = HandshakeSecurity(document.security_schemes or {})
        self.messages: dict[str, dict[str, Any]] = {}
        """Components by name; filled by `channels`."""
        self._message_names: set[str] = set()
        self._error_messages: dict[tuple[str, str], str] = {}
        self._framings: dict[int, Framing] = {}
        """By `id` of the contract."""
        self._frames: dict[tuple[int, FrameKind], str] = {}
        self._failures: dict[int, list[str]] = {}
        """By `id` of the contract: the names of messages about failed events and invalid frames."""
        names = contract_names(channels)
        taken: set[str] = set()
        self.ids = {key: unused(plain_name(name), taken) for key, name in names.items()}
        """The keys of channels by `id` of the contract."""
        self._tag_names = names
        self._message_keys: dict[int, tuple[str, list[str]]] = {}
        """By `id` of the method: the name of its message in the channel, and the names of the
        replies."""
        self._by_key = {_given_key(channel): channel for channel in channels}
        """Channels of files by their keys there."""
        self._reply_channels: dict[int, str] = {}
        """By `id` of the method: the id of the channel of its replies, if that is another one."""
        self._moved: list[tuple[doc.WebSocketMethod, str, dict[str, str]]] = []
        """Methods whose replies are sent over another channel, with the name of the reply and a
        reference to its message."""

    def converted(self, schema: JsonSchema, what: str) -> JsonSchema:
        """Return a schema of the document as one of AsyncAPI.

        Args:
            schema: The schema.
            what: What has it, for warnings.
        """
        written: JsonSchema = draft07(schema, reporter(what), self._mentions.target)
        return written

    def _framing(self, channel: doc.WebSocketContract) -> Framing:
        if id(channel) not in self._framings:
            self._framings[id(channel)] = framing_of(channel.framing)
        return self._framings[id(channel)]

    def _frame(self, channel: doc.WebSocketContract, kind: FrameKind) -> str:
        """Return a text that is the same for all channels that frame a kind of message alike."""
        key = id(channel), kind
        if key not in self._frames:
            framing = channel.framing
            frame = getattr(framing, kind), framing.id_location, framing.codes
            self._frames[key] = repr(frame)
        return self._frames[key]

    def tags(self) -> list[dict[str, Any]]:
        """Write a tag for each contract."""
        return [
            without_nothing(
                name=self._tag_names[id(channel)],
                description=channel.description,
                externalDocs=external_docs(channel.external_docs),
            )
            for channel in self._channels
        ]

    # --- channels ---

    def channels(self) -> dict[str, dict[str, Any]]:
        """Write a channel for each contract, by id."""
        channels = {self.ids[id(channel)]: self._channel(channel) for channel in self._channels}
        # The messages of a reply have to be those of its channel ("Operation Reply Object").
        for method, name, reference in self._moved:
            messages = channels[self._reply_channels[id(method)]].setdefault("messages", {})
            name = unused(name, set(messages))
            messages[name] = reference
            self._message_keys[id(method)] = (method.name, [name])
        return channels

    def _channel(self, channel: doc.WebSocketContract) -> dict[str, Any]:
        if channel.protocol is not None and not self.security.is_expressible(channel):
            warn_export(
                f"{channel.name}: its credentials are left out, because AsyncAPI can express "
                "neither that several are required together nor that one is optional"
            )
        described = without_nothing(
            # A converter, as in `{rest:path}`, is of the web framework; addresses have names alone.
            # Without one it is not known before, as that of an inbox for replies.
            address=_PLACEHOLDER.sub(r"{\1}", channel.path) or None,
            title=channel.name,
            description=channel.description,
            # Before the operations: theirs have to be references to these ("Operation Object").
            messages=self._channel_messages(channel) or None,
            parameters=self._path_parameters(channel),
            externalDocs=external_docs(channel.external_docs),
            bindings={"ws": self._binding(channel)} if channel.protocol is None else None,
        )
        extra = channel.export.asyncapi_extra if channel.export is not None else None
        described |= _mergeable(extra, ("bindings",))
        if channel.permission is not None:
            described["x-permission"] = channel.permission.text
        if channel.deprecated:
            described["x-deprecated"] = True
        described |= extensions_of(channel.lifecycle)
        if cookies := self._members(channel, "cookie"):
            described["x-cookies"] = cookies
        return described

    def _channel_messages(self, channel: doc.WebSocketContract) -> dict[str, dict[str, str]]:
        """Write the messages of a channel, and return references to them."""
        # Messages have the names of their methods; replies and errors take what is left.
        taken: set[str] = {method.name for method in channel.methods}
        messages: dict[str, dict[str, str]] = {}
        errors: dict[str, str] = {}
        prefix = self.ids[id(channel)]
        correlated = _correlated(channel.framing)
        for method in channel.methods:
            is_request = method.ws_pattern == "req"
            name = unused(f"{prefix}_{method.name}", self._message_names)
            message = self._sent(method, channel, name)
            messages[method.name] = self._message(
                name, {**message, **(correlated if is_request else {})}
            )
            replies: list[str] = []
            if is_request:
                reply = unused(f"{method.name}_reply", taken)
                name = unused(f"{prefix}_{reply}", self._message_names)
                reference = self._message(
                    name, {**self._answered(method, channel, name), **correlated}
                )
                if self._replies_elsewhere(method, channel):
                    self._moved.append((method, reply, reference))
                else:
                    messages[reply] = reference
                    replies.append(reply)
            # Those of a failed event are no replies: see `_unanswered`.
            for key, error in errors_of(method, self._document) if is_request else ():
                if key not in errors:
                    component, message_ref = self._error_message(key, error, channel, "error")
                    errors[key] = unused(component, taken)
                    messages[errors[key]] = message_ref
                replies.append(errors[key])
            self._message_keys[id(method)] = (method.name, list(dict.fromkeys(replies)))
        self._failures[id(channel)] = self._unanswered(channel, errors, taken, messages)
        return messages

    def _replies_elsewhere(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract
    ) -> bool:
        """Return whether the file that a method is from sends the replies over another channel."""
        other = self._by_key.get(_given_reply(method).get("channel"))
        if other is None or other is channel or method.errors:
            return False
        self._reply_channels[id(method)] = self.ids[id(other)]
        return True

    def _unanswered(
        self,
        channel: doc.WebSocketContract,
        known: dict[str, str],
        taken: set[str],
        messages: dict[str, dict[str, str]],
    ) -> list[str]:
        """Write the messages about failed events and invalid frames, and return their names.

        Args:
            channel: The channel.
            known: The messages of errors that answer requests, by key.
            taken: Names of the channel's messages.
            messages: The channel's messages, to which these are added.
        """
        event_errors, refusals = self._failures_of(channel)
        kinds: list[tuple[FrameKind, Keyed]] = [
            ("event_error", event_errors),
            ("refusal", refusals),
        ]
        if channel.framing.id_location is not None:  # a request that names no method
            kinds.append(("error", refusals))
        names: dict[str, str] = {}
        for kind, errors in kinds:
            for key, error in errors:
                if kind == "error" and key in known:
                    name = known[key]
                    names.setdefault(messages[name]["$ref"], name)
                    continue
                component, message = self._error_message(key, error, channel, kind)
                if message["$ref"] not in names:
                    name = names[message["$ref"]] = unused(component, taken)
                    messages[name] = message
        return list(names.values())

    def _failures_of(self, channel: doc.WebSocketContract) -> tuple[Keyed, Keyed]:
        """Return the errors of events, and those that answer what is no message."""
        if channel.export is not None:
            return channel.export.event_errors, channel.export.refusals
        framing, errors = channel.framing, self._document.errors
        return keyed_errors(framing.event_errors, errors), keyed_errors(framing.refusals, errors)

    def _message(self, name: str, message: dict[str, Any]) -> dict[str, str]:
        self.messages[name] = message
        return {"$ref": f"#/components/messages/{name}"}

    def _sent(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract, name: str
    ) -> dict[str, Any]:
        kind: FrameKind = "request" if method.ws_pattern == "req" else "event"
        body = method.ws_input
        required = body is None or body.required
        contents = body.contents if body is not None else ()
        message = without_nothing(
            name=method.name,
            title=_title(method),
            summary=method.summary,
            description=method.description,
            **self._payload(contents, kind, method, channel, name, required=required),
        )
        if not required:
            message["x-optional"] = True
        if method.header_params:
            message["headers"] = _without_empty(self._object(method.header_params))
        extra = method.export.message_extra if method.export is not None else None
        return message | _mergeable(extra, _OF_MESSAGE)

    def _answered(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract, name: str
    ) -> dict[str, Any]:
        answer = method.success_response.contents if method.success_response is not None else None
        summary = f"{method.name} has been done; there is no payload."
        if answer:
            summary = f"The reply to {method.name}."
        return without_nothing(
            name=f"{method.name}_reply",
            title=f"{_title(method)}: reply",
            summary=summary,
            **self._payload(answer or (), "answer", method, channel, name),
        )

    def _payload(
        self,
        payloads: Sequence[doc.Content],
        kind: FrameKind,
        method: doc.WebSocketMethod,
        channel: doc.WebSocketContract,
        name: str,
        *,
        required: bool = True,
    ) -> dict[str, Any]:
        """Write the payload of a message in its frame, with media type and examples."""
        framing = self._framing(channel)
        template = template_for(framing, kind, method)
        media_types = list(dict.fromkeys(payload.media_type for payload in payloads))
        if len(media_types) > 1:
            warn_export(
                f"{name} has several media types, but AsyncAPI allows one: {media_types[0]}"
            )
        bare = template is Placeholder.PAYLOAD
        inner = _inner_schema(payloads, bare)
        # A reply without a value is sent as null: the client waits for it.
        if inner is ABSENT and kind == "answer":
            inner = {"type": "null"}
        # The tag has to be sent, also where the type has a default for it.
        if kind != "answer" and framing.discriminator is not None:
            tagged = {"type": "object", "required": [framing.discriminator]}
            inner = {"title": name, "allOf": [inner, tagged]}
        sent = schema(template, message_schemas(method.name, inner), required=required)
        if sent is ABSENT:
            sent = {"type": "null"}
        elif not bare:
            sent = {"title": name, **sent}
        examples: list[Any] = []
        for payload in payloads:
            examples += (_example(one, template, method) for one in own_examples(payload))
        return without_nothing(
            # In a frame of JSON the payload is a part of the JSON, whatever its own media type.
            contentType=media_types[0] if bare and media_types else "application/json",
            payload=self.converted(sent, name),
            examples=list(filter(None, examples)) or None,
        )

    def _error_message(
        self, key: str, error: doc.Error, channel: doc.WebSocketContract, kind: FrameKind
    ) -> tuple[str, dict[str, str]]:
        """Return the name of an error's message, and a reference to its component."""
        form = channel.error_format or "typed"
        # One error may be sent in three frames: as a reply, for a failed event, and for what is no
        # message of the contract.
        wanted = self.errors.name(key, form) + _SUFFIXES[kind]
        # One component for all channels that frame the error alike.
        place = (wanted, self._frame(channel, kind))
        name = self._error_messages.get(place)
        if name is None:
            name = self._error_messages[place] = unused(wanted, self._message_names, "-Error")
            self.messages[name] = self._failed_message(key, error, channel, kind, name)
        return name, {"$ref": f"#/components/messages/{name}"}

    def _failed_message(
        self,
        key: str,
        error: doc.Error,
        channel: doc.WebSocketContract,
        kind: FrameKind,
        name: str,
    ) -> dict[str, Any]:
        form, framing = channel.error_format or "typed", channel.framing
        described = self._framing(channel)
        template = described.template(kind)
        kind_of_error = error_name(key, error)
        body = self.errors.refer(key, error, form)
        correlation_id = described.correlation_id
        if correlation_id and kind == "error" and form != "plain" and body is not None:
            joined = {"type": "object", "properties": {correlation_id[1:]: dict(ID_SCHEMA)}}
            body = {"allOf": [body, {**joined, "required": list(joined["properties"])}]}
        codes = (framing.codes or {}).get(key) or (error.status_code,)
        bare = template is Placeholder.ERROR
        payload = schema(template, error_schemas(kind_of_error, codes, body, {"type": "string"}))
        sent = payload if bare else {"title": f"{name}_message", **payload}
        message = without_nothing(
            name=kind_of_error,
            title=kind_of_error,
            summary=with_deprecation(error_text(key, error), error.deprecation_message),
            contentType=ERROR_MEDIA_TYPES[form] if bare else "application/json",
            payload=self.converted(sent, kind_of_error),
            **(_correlated(framing) if kind == "error" else {}),
            **extensions_of(error.lifecycle),
        )
        message["x-status"] = error.status_code
        return message

    def _path_parameters(self, channel: doc.WebSocketContract) -> dict[str, Any] | None:
        """Write the parameters of the address, with their schemas as ``x-schema``."""
        parameters: dict[str, Any] = {name: {} for name in _PLACEHOLDER.findall(channel.path)}
        for param in self._sent_at(channel, "path"):
            if param.name in parameters:
                parameters[param.name] = self._path_parameter(param)
        return parameters or None

    def _path_parameter(self, param: doc.Param) -> dict[str, Any]:
        given = schema_without_words(param)
        target = resolved(given, self._document.schemas)
        values = target.get("enum", [])
        if "const" in target and not values:
            values = [target["const"]]
        examples = given.get("examples", target.get("examples")) or ()
        written = without_nothing(
            description=param.description,
            # Values and examples are lists of strings ("Parameter Object").
            enum=list(map(str, values)) or None,
            examples=list(map(str, examples)) or None,
        )
        written["x-schema"] = self.converted(given, param.name)
        return written

    def _sent_at(
        self, channel: doc.WebSocketContract, location: ParameterLocation
    ) -> list[doc.Param]:
        """Return the parameters of a handshake at a location."""
        sent = sent_parameters(channel, None, place_of_part(channel))
        return [param for place, param in sent if place == location]

    def _binding(self, channel: doc.WebSocketContract) -> dict[str, Any]:
        """Write the WebSocket binding, which describes the handshake."""
        if not self.security.is_expressible(channel):
            credentials = self.security.credential_parameters(channel)
            names = " and ".join(name for _, name, _, _ in credentials)
            warn_export(
                f"{channel.name}: {names} are documented as parameters of the handshake, "
                "because AsyncAPI can express neither that several are required together nor that "
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

    def _members(
        self, channel: doc.WebSocketContract, location: ParameterLocation
    ) -> JsonSchema | None:
        """Write the handshake parameters at a location, and credentials without security scheme."""
        members = self._object(self._sent_at(channel, location))
        properties, required = members["properties"], members["required"]
        if not self.security.is_expressible(channel):
            for place, name, given, is_needed in self.security.credential_parameters(channel):
                if place == location:
                    properties[name] = given
                    required += [name] if is_needed else []
        return _without_empty(members) if properties else None

    def _object(self, members: Iterable[doc.Param]) -> JsonSchema:
        """Write parameters as properties of an object."""
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for param in members:
            properties[param.name] = self._member(param)
            required += [param.name] if param.required else []
        return {"type": "object", "properties": properties, "required": required}

    def _member(self, param: doc.Param) -> JsonSchema:
        given = own_schema(param) or {}
        if not param.required:
            # That nothing is sent means null for the handler; a query has no null.
            given = without_null(given)
        if param.description:
            given = {**given, "description": param.description}
        if param.deprecated:
            given = {**given, "deprecated": True}
        return self.converted(given, param.name)

    # --- operations ---

    def operations(self) -> dict[str, dict[str, Any]]:
        """Write an operation for each method; call `channels` before."""
        taken: set[str] = set()
        operations: dict[str, dict[str, Any]] = {}
        for channel in self._channels:
            prefix = self.ids[id(channel)]
            for method in channel.methods:
                wanted = f"{prefix}_{method.name}"
                operations[unused(wanted, taken)] = self._operation(channel, method)
            if failures := self._failures[id(channel)]:
                operations[unused(f"{prefix}_failed", taken)] = self._failed(channel, failures)
        return operations

    def _failed(self, channel: doc.WebSocketContract, messages: Sequence[str]) -> dict[str, Any]:
        """Write the operation that reports failed events and invalid frames."""
        place = f"#/channels/{self.ids[id(channel)]}"
        return {
            "action": self._action("IN"),
            "channel": {"$ref": place},
            "title": "Failed",
            "summary": "An event has failed, or a message could not be read.",
            "tags": [{"name": self._tag_names[id(channel)]}],
            # A subset of the messages of the channel, by references to the channel and not to the
            # components ("Operation Object").
            "messages": [{"$ref": f"{place}/messages/{name}"} for name in messages],
        }

    def _operation(
        self, channel: doc.WebSocketContract, method: doc.WebSocketMethod
    ) -> dict[str, Any]:
        place = f"#/channels/{self.ids[id(channel)]}"
        message, replies = self._message_keys[id(method)]
        permission = permission_of(channel, method)
        operation = without_nothing(
            action=self._action(method.ws_direction),
            channel={"$ref": place},
            title=_title(method),
            summary=method.summary,
            description=operation_text(channel, method, f"{channel.name}.{method.name}"),
            security=self.security.references(channel, method) or None,
            tags=[{"name": self._tag_names[id(channel)]}],
            externalDocs=external_docs(method.external_docs),
            messages=[{"$ref": f"{place}/messages/{message}"}],
        )
        if replies:
            operation["reply"] = self._reply(method, place, replies)
        if permission is not None:
            operation["x-permission"] = permission.text
        if added := runtime_errors_of(method, self._document):
            operation["x-runtime-errors"] = added
        if method.deprecated:
            operation["x-deprecated"] = True
        operation |= extensions_of(method.lifecycle)
        extra = method.export.asyncapi_extra if method.export is not None else None
        return operation | _mergeable(extra, ("bindings",))

    def _reply(
        self, method: doc.WebSocketMethod, place: str, names: Sequence[str]
    ) -> dict[str, Any]:
        """Write where the replies to an operation are sent: over the same connection, so in the
        same channel ("Operation Reply Object"), unless a file names another one.
        """
        other = self._reply_channels.get(id(method))
        if other is not None:
            place = f"#/channels/{other}"
        reply: dict[str, Any] = {"channel": {"$ref": place}}
        address = _given_reply(method).get("address")
        if address is not None and other is not None:
            reply["address"] = address
        reply["messages"] = [{"$ref": f"{place}/messages/{name}"} for name in names]
        return reply

    def _action(self, direction: str) -> str:
        return "send" if (direction == "OUT") is not self._is_of_server else "receive"


def _given_key(channel: doc.WebSocketContract) -> object:
    """Return the key of a channel in the file that it is from."""
    extra = channel.export.asyncapi_extra if channel.export is not None else None
    return (extra or {}).get("key", id(channel))


def _given_reply(method: doc.WebSocketMethod) -> Mapping[str, Any]:
    """Return what the file that a method is from says of its reply."""
    extra = method.export.asyncapi_extra if method.export is not None else None
    reply: Mapping[str, Any] = (extra or {}).get("reply") or {}
    return reply


def _mergeable(extra: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """Return the named members and extensions of an imported object; others refer to
    its document.
    """
    if extra is None:
        return {}
    return {key: value for key, value in extra.items() if key in names or key.startswith("x-")}


def _without_empty(schema: JsonSchema) -> JsonSchema:
    return {key: value for key, value in schema.items() if key != "required" or value}


# --- frames ---


def _correlated(framing: doc.Framing) -> dict[str, Any]:
    """Return the location of the id that connects a request and its reply."""
    if framing.id_location is None:
        return {}
    # A runtime expression with a JSON Pointer ("Correlation ID Object").
    return {"correlationId": {"location": f"$message.payload#{framing.id_location}"}}


def _inner_schema(payloads: Sequence[doc.Content], bare: bool) -> Any:
    """Return the schema of a payload without frame; `ABSENT` when there is none."""
    schemas: list[JsonSchema] = []
    for payload in payloads:
        given = own_schema(payload)
        schemas.append(given if given is not None else _bytes(bare))
    if len(schemas) > 1:
        return {"anyOf": schemas}
    return schemas[0] if schemas else ABSENT


def _bytes(bare: bool) -> JsonSchema:
    """Return the schema of bytes: a binary frame, or base64 in a frame of JSON."""
    return dict(BINARY) if bare else {"type": "string", "contentEncoding": "base64"}


def _title(method: doc.WebSocketMethod) -> str:
    return sentence_of(method.name)


def _example(example: Example, template: Template, method: doc.WebSocketMethod) -> dict[str, Any]:
    if example.value is MISSING:
        return {}
    # The payload of an example is that of the message, its frame included ("Message Example
    # Object").
    sent = fill(
        template,
        {
            Placeholder.ID: 1,
            Placeholder.METHOD: method.name,
            Placeholder.PAYLOAD: example.value,
        },
    )
    if sent is ABSENT:  # a frame of a file that has no payload
        return {}
    return without_nothing(name=example.name, summary=example.summary, payload=sent)
