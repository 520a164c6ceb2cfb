"""Writes the channels, operations and messages of AsyncAPI.

A WebSocket is a channel. Each of its methods has an operation and a message; a request also has a
message for its reply, and one for each error. Messages are components, to which channels refer.

The framing of a contract says how a message wraps its payload: each kind of frame has a template, a
JSON value with placeholders (`contracts.framing`). Besides requests, events, answers and errors of
requests, there are failed events (``event_error``) and refusals: errors that answer what is no
message of the contract. `export` of a part holds what only exporters need; it is None in a document
that was read from JSON.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

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
from ..document.exports import Extra
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
from ..schema.nodes import without
from ..schema.registry import BINARY
from ..schema.schema_names import plain_name
from .draft07 import draft07, reporter
from .handshake_security import HandshakeSecurity

_SUFFIXES: Mapping[FrameKind, str] = {
    "error": "",
    "event_error": "-EventFailed",
    "refusal": "-Refused",
}
"""The ends of the names of error messages: as a reply, for a failed event, and for a frame that is
no message of the contract."""
_MESSAGE_MEMBERS = ("bindings", "correlationId", "externalDocs", "name", "tags")
"""The members of a message that an author may add."""
_PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")
"""A placeholder of a path; the name is without a converter, as in ``{rest:path}``."""


class ChannelWriter:
    """Writes the channels of one document.

    Args:
        document: The document.
        channels: Its contracts, each of which is a channel.
        mentions: Writes references to schemas, and collects which schemas they lead to.
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
        # In the mappings below, contracts and methods are identified by `id`: two of them may be
        # equal, and each is written on its own.
        self._channels = channels
        self._mentions = mentions
        self._is_of_server = is_of_server
        self.errors = ErrorBodies(document.schemas)
        self.security = HandshakeSecurity(document.security_schemes or {})
        self.messages: dict[str, dict[str, Any]] = {}
        """The components of messages by name; filled by `channels`."""
        self._message_names: set[str] = set()
        """The names of components that are taken."""
        self._error_messages: dict[tuple[str, str], str] = {}
        """The names of components of error messages. A key is the name that the component would
        have if it was free, and the result of `_frame`: channels that frame an error alike share
        one component."""
        self._framings: dict[int, Framing] = {}
        """What `framing_of` has returned, by `id` of the contract."""
        self._frames: dict[tuple[int, FrameKind], str] = {}
        """What `_frame` has returned, by `id` of the contract."""
        self._failures: dict[int, list[str]] = {}
        """By `id` of the contract: the names of messages about failed events and invalid frames."""
        names = contract_names(channels)
        taken: set[str] = set()
        self.ids = {key: unused(plain_name(name), taken) for key, name in names.items()}
        """The keys of channels by `id` of the contract."""
        self._tag_names = names
        """The tag of each contract, by `id`."""
        self._message_keys: dict[int, tuple[str, list[str]]] = {}
        """By `id` of the method: the name of its message in the channel, and the names of the
        replies."""
        self._channels_by_file_key = {_key_in_file(channel): channel for channel in channels}
        """The contracts that were read from an AsyncAPI file, by the keys of their channels there;
        other contracts have a unique key. A file names the channel of a reply by its key."""
        self._reply_channels: dict[int, str] = {}
        """By `id` of the method: the id of the channel of its replies, if that is another one."""
        self._replies_elsewhere: list[tuple[doc.WebSocketMethod, str, dict[str, str]]] = []
        """Methods whose replies are sent over another channel, with the name of the reply and a
        reference to its message."""

    def converted(self, schema: JsonSchema, owner: str) -> JsonSchema:
        """Return a schema of the document as one of AsyncAPI.

        Args:
            schema: The schema.
            owner: What has it, for warnings.
        """
        converted_schema: JsonSchema = draft07(schema, reporter(owner), self._mentions.target)
        return converted_schema

    def _framing(self, channel: doc.WebSocketContract) -> Framing:
        """Return how messages of a channel are put into frames."""
        if id(channel) not in self._framings:
            self._framings[id(channel)] = framing_of(channel.framing)
        return self._framings[id(channel)]

    def _frame(self, channel: doc.WebSocketContract, kind: FrameKind) -> str:
        """Return a text that is the same for all channels that frame a kind of message alike: with
        equal schemas, the id at the same place, and equal codes. Such channels share the messages
        of errors.
        """
        key = id(channel), kind
        if key not in self._frames:
            framing = channel.framing
            frame = getattr(framing, kind), framing.id_location, framing.codes
            self._frames[key] = repr(frame)
        return self._frames[key]

    def tags(self) -> list[dict[str, Any]]:
        """Write a tag for each contract."""
        tags: list[dict[str, Any]] = []
        for channel in self._channels:
            tag = without_nothing(
                name=self._tag_names[id(channel)],
                description=channel.description,
                externalDocs=external_docs(channel.external_docs),
            )
            tags.append(tag)
        return tags

    # --- channels ---

    def channels(self) -> dict[str, dict[str, Any]]:
        """Write a channel for each contract, by id."""
        channels = {self.ids[id(channel)]: self._channel(channel) for channel in self._channels}
        # The messages of a reply have to be those of its channel ("Operation Reply Object").
        for method, wanted_name, reference in self._replies_elsewhere:
            messages = channels[self._reply_channels[id(method)]].setdefault("messages", {})
            name = unused(wanted_name, set(messages))
            messages[name] = reference
            self._message_keys[id(method)] = (method.name, [name])
        return channels

    def _channel(self, channel: doc.WebSocketContract) -> dict[str, Any]:
        """Write a channel object. What AsyncAPI has no member for becomes an extension; an author
        may add bindings and further extensions.
        """
        # Only a WebSocket, which has no `protocol`, has the binding that can take credentials.
        if channel.protocol is not None and not self.security.is_expressible(channel):
            warn_export(
                f"{channel.name}: its credentials are left out, because AsyncAPI can express "
                "neither that several are required together nor that one is optional"
            )
        channel_object = without_nothing(
            # A converter, as in `{rest:path}`, is of the web framework; addresses have names alone.
            # An address that is not known before, as that of an inbox for replies, is left out.
            address=_PLACEHOLDER.sub(r"{\1}", channel.path) or None,
            title=channel.name,
            description=channel.description,
            # Before the operations: theirs have to be references to these ("Operation Object").
            messages=self._channel_messages(channel) or None,
            parameters=self._path_parameters(channel),
            externalDocs=external_docs(channel.external_docs),
        )
        if channel.protocol is None:
            channel_object["bindings"] = {"ws": self._binding(channel)}
        channel_object |= _mergeable(_extra_of_channel(channel), ("bindings",))
        if channel.permission is not None:
            channel_object["x-permission"] = channel.permission.text
        if channel.deprecated:
            channel_object["x-deprecated"] = True
        channel_object |= extensions_of(channel.lifecycle)
        cookies = self._members(channel, "cookie")
        if cookies:
            channel_object["x-cookies"] = cookies
        return channel_object

    def _channel_messages(self, channel: doc.WebSocketContract) -> dict[str, dict[str, str]]:
        """Write the messages of a channel, and return references to them by name. The names are
        also kept for the operations of its methods.
        """
        # Messages have the names of their methods; replies and errors take what is left.
        taken_names: set[str] = {method.name for method in channel.methods}
        messages: dict[str, dict[str, str]] = {}
        error_names: dict[str, str] = {}
        for method in channel.methods:
            messages[method.name] = self._sent_message(method, channel)
            replies: list[str] = []
            if method.ws_pattern == "req":
                replies += self._reply_message(method, channel, taken_names, messages)
                for key, error in errors_of(method, self._document):
                    if key not in error_names:
                        component, reference = self._error_message(key, error, channel, "error")
                        error_names[key] = unused(component, taken_names)
                        messages[error_names[key]] = reference
                    replies.append(error_names[key])
            # Errors of events are no replies: see `_failure_messages`.
            self._message_keys[id(method)] = (method.name, list(dict.fromkeys(replies)))
        failures = self._failure_messages(channel, error_names, taken_names, messages)
        self._failures[id(channel)] = failures
        return messages

    def _sent_message(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract
    ) -> dict[str, str]:
        """Write the message of an event or a request, and return a reference to it."""
        prefix = self.ids[id(channel)]
        name = unused(f"{prefix}_{method.name}", self._message_names)
        message = self._sent(method, channel, name)
        if method.ws_pattern == "req":
            message |= _correlated(channel.framing)
        return self._message(name, message)

    def _reply_message(
        self,
        method: doc.WebSocketMethod,
        channel: doc.WebSocketContract,
        taken_names: set[str],
        messages: dict[str, dict[str, str]],
    ) -> list[str]:
        """Write the message of the reply to a request.

        Return a list with the name of the message in the channel. The list is empty if the reply is
        sent over another channel: then `channels` adds the message to that channel.

        Args:
            method: The request.
            channel: Its channel.
            taken_names: The names of the channel's messages, to which that of the reply is added.
            messages: References to the channel's messages by name, to which the reply is added.
        """
        # The name in the channel, and then the name of the component.
        reply = unused(f"{method.name}_reply", taken_names)
        name = unused(f"{self.ids[id(channel)]}_{reply}", self._message_names)
        # With the place of the id that connects the reply with its request.
        message = self._answered(method, channel, name) | _correlated(channel.framing)
        reference = self._message(name, message)
        if self._has_reply_elsewhere(method, channel):
            self._replies_elsewhere.append((method, reply, reference))
            return []
        messages[reply] = reference
        return [reply]

    def _has_reply_elsewhere(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract
    ) -> bool:
        """Return whether the file that a method is from sends the replies over another channel,
        and remember that channel. A method with errors has none: their messages are in its own
        channel, and all replies are in one.
        """
        key = _reply_in_file(method).get("channel")
        other_channel = self._channels_by_file_key.get(key)
        if other_channel is None or other_channel is channel or method.errors:
            return False
        self._reply_channels[id(method)] = self.ids[id(other_channel)]
        return True

    def _failure_messages(
        self,
        channel: doc.WebSocketContract,
        reply_names: dict[str, str],
        taken_names: set[str],
        messages: dict[str, dict[str, str]],
    ) -> list[str]:
        """Write the messages about failed events and invalid frames, and return their names.

        Args:
            channel: The channel.
            reply_names: The messages of errors that answer requests, by key.
            taken_names: Names of the channel's messages.
            messages: The channel's messages, to which these are added.
        """
        event_errors, refusals = self._failures_of(channel)
        kinds: list[tuple[FrameKind, Keyed]] = [
            ("event_error", event_errors),
            ("refusal", refusals),
        ]
        if channel.framing.id_location is not None:
            # What names no method of the contract may have the id of a request, which is answered.
            kinds.append(("error", refusals))
        # By the reference to the component, since errors of several kinds may share one.
        names: dict[str, str] = {}
        for kind, errors in kinds:
            for key, error in errors:
                if kind == "error" and key in reply_names:  # the channel has the message already
                    name = reply_names[key]
                    names.setdefault(messages[name]["$ref"], name)
                    continue
                component, reference = self._error_message(key, error, channel, kind)
                if reference["$ref"] not in names:
                    name = unused(component, taken_names)
                    names[reference["$ref"]] = name
                    messages[name] = reference
        return list(names.values())

    def _failures_of(self, channel: doc.WebSocketContract) -> tuple[Keyed, Keyed]:
        """Return the errors of events, and those that answer a frame that is no message."""
        if channel.export is not None:
            return channel.export.event_errors, channel.export.refusals
        framing, errors = channel.framing, self._document.errors
        return keyed_errors(framing.event_errors, errors), keyed_errors(framing.refusals, errors)

    # --- messages ---

    def _message(self, name: str, message: dict[str, Any]) -> dict[str, str]:
        """Add a message to the components, and return a reference to it."""
        self.messages[name] = message
        return {"$ref": f"#/components/messages/{name}"}

    def _sent(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract, name: str
    ) -> dict[str, Any]:
        """Write the message object of an event or a request.

        Args:
            method: The method.
            channel: Its contract.
            name: The name of the component.
        """
        kind: FrameKind = "event"
        if method.ws_pattern == "req":
            kind = "request"
        contents: Sequence[doc.Content] = ()
        is_required = True  # without a payload there is nothing to leave out
        if method.ws_input is not None:
            contents = method.ws_input.contents
            is_required = method.ws_input.required
        message = without_nothing(
            name=method.name,
            title=_title(method),
            summary=method.summary,
            description=method.description,
            **self._payload(contents, kind, method, channel, name, is_required=is_required),
        )
        if not is_required:  # for which AsyncAPI has no member
            message["x-optional"] = True
        if method.header_params:
            message["headers"] = _without_empty(self._object(method.header_params))
        if method.export is None:
            return message
        return message | _mergeable(method.export.message_extra, _MESSAGE_MEMBERS)

    def _answered(
        self, method: doc.WebSocketMethod, channel: doc.WebSocketContract, name: str
    ) -> dict[str, Any]:
        """Write the message object of the reply to a request.

        Args:
            method: The method.
            channel: Its contract.
            name: The name of the component.
        """
        contents: Sequence[doc.Content] = ()
        if method.success_response is not None:
            contents = method.success_response.contents or ()
        summary = f"{method.name} has been done; there is no payload."
        if contents:
            summary = f"The reply to {method.name}."
        return without_nothing(
            name=f"{method.name}_reply",
            title=f"{_title(method)}: reply",
            summary=summary,
            **self._payload(contents, "answer", method, channel, name),
        )

    def _payload(
        self,
        contents: Sequence[doc.Content],
        kind: FrameKind,
        method: doc.WebSocketMethod,
        channel: doc.WebSocketContract,
        name: str,
        *,
        is_required: bool = True,
    ) -> dict[str, Any]:
        """Write the payload of a message in its frame, with media type and examples.

        Args:
            contents: The representations of the payload.
            kind: The kind of message.
            method: The method.
            channel: Its contract.
            name: The name of the message.
            is_required: Whether the payload has to be sent.
        """
        framing = self._framing(channel)
        template = template_for(framing, kind, method)
        media_types = list(dict.fromkeys(content.media_type for content in contents))
        if len(media_types) > 1:
            warn_export(
                f"{name} has several media types, but AsyncAPI allows one: {media_types[0]}"
            )
        has_frame = template is not Placeholder.PAYLOAD
        media_type = "application/json"  # of the whole frame, whatever that of the payload is
        if not has_frame and media_types:
            media_type = media_types[0]
        inner = _inner_schema(contents, has_frame=has_frame)
        # A reply without a value is sent as null: the client waits for it.
        if inner is ABSENT and kind == "answer":
            inner = {"type": "null"}
        # The property that says which message it is has to be sent, also where it has a default.
        if kind != "answer" and framing.discriminator is not None:
            tagged = {"type": "object", "required": [framing.discriminator]}
            inner = {"title": name, "allOf": [inner, tagged]}
        frame = schema(template, message_schemas(method.name, inner), required=is_required)
        if frame is ABSENT:  # the frame is the payload alone, and there is none
            frame = {"type": "null"}
        elif has_frame:
            frame = {"title": name, **frame}
        return without_nothing(
            contentType=media_type,
            payload=self.converted(frame, name),
            examples=_examples(contents, template, method) or None,
        )

    def _error_message(
        self, key: str, error: doc.Error, channel: doc.WebSocketContract, kind: FrameKind
    ) -> tuple[str, dict[str, str]]:
        """Return the name of an error's message, and a reference to its component.

        Channels that frame the error alike share one component, which is written for the first of
        them.

        Args:
            key: The key of the error.
            error: The error.
            channel: The contract.
            kind: The frame: that of a reply, of a failed event, or of a refusal.
        """
        error_format = channel.error_format or "typed"
        wanted_name = self.errors.name(key, error_format) + _SUFFIXES[kind]
        name_and_frame = (wanted_name, self._frame(channel, kind))
        name = self._error_messages.get(name_and_frame)
        if name is None:
            # The ending distinguishes it from another message of that name.
            name = unused(wanted_name, self._message_names, "-Error")
            self._error_messages[name_and_frame] = name
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
        """Write the message object of an error.

        Args:
            key: The key of the error.
            error: The error.
            channel: The contract.
            kind: The frame: that of a reply, of a failed event, or of a refusal.
            name: The name of the message.
        """
        error_format = channel.error_format or "typed"
        framing = self._framing(channel)
        template = framing.template(kind)
        error_type = error_name(key, error)
        body = self.errors.refer(key, error, error_format)
        # A framing with a `correlation_id` has the id of the request in the payload, here in the
        # error; a plain error, which is any JSON value, cannot have it.
        correlation_id = framing.correlation_id
        if correlation_id and kind == "error" and error_format != "plain" and body is not None:
            body = {"allOf": [body, _object_with_id(correlation_id)]}
        # Only framings that send numbers have codes; the others do not use the status here.
        codes = (channel.framing.codes or {}).get(key) or (error.status_code,)
        payload = schema(template, error_schemas(error_type, codes, body, {"type": "string"}))
        media_type = ERROR_MEDIA_TYPES[error_format]
        has_frame = template is not Placeholder.ERROR
        if has_frame:
            payload = {"title": f"{name}_message", **payload}  # the body inside may be named `name`
            media_type = "application/json"
        correlated: dict[str, Any] = {}
        if kind == "error":
            correlated = _correlated(channel.framing)
        message = without_nothing(
            name=error_type,
            title=error_type,
            summary=with_deprecation(error_text(key, error), error.deprecation_message),
            contentType=media_type,
            payload=self.converted(payload, error_type),
            **correlated,
            **extensions_of(error.lifecycle),
        )
        message["x-status"] = error.status_code
        return message

    # --- the handshake ---

    def _path_parameters(self, channel: doc.WebSocketContract) -> dict[str, Any] | None:
        """Write the parameters of the address, with their schemas as ``x-schema``; one that the
        contract does not declare is empty.
        """
        parameters: dict[str, Any] = {name: {} for name in _PLACEHOLDER.findall(channel.path)}
        for param in self._sent_at(channel, "path"):
            if param.name in parameters:
                parameters[param.name] = self._path_parameter(param)
        return parameters or None

    def _path_parameter(self, param: doc.Param) -> dict[str, Any]:
        """Return the Parameter Object of a path parameter. AsyncAPI 3 has no schema there, but only
        lists of values and examples; the whole schema is the extension ``x-schema``.
        """
        param_schema = schema_without_words(param)
        target = resolved(param_schema, self._document.schemas)
        values = target.get("enum", [])
        if "const" in target and not values:
            values = [target["const"]]
        # Its own examples, else those of the type that it refers to.
        examples = param_schema.get("examples", target.get("examples")) or ()
        parameter_object = without_nothing(
            description=param.description,
            # Values and examples are lists of strings ("Parameter Object").
            enum=list(map(str, values)) or None,
            examples=list(map(str, examples)) or None,
        )
        parameter_object["x-schema"] = self.converted(param_schema, param.name)
        return parameter_object

    def _sent_at(
        self, channel: doc.WebSocketContract, location: ParameterLocation
    ) -> list[doc.Param]:
        """Return the parameters of a handshake at a location."""
        # A channel without a method means its handshake.
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
        """Write the handshake parameters at a location as an object, with the credentials that have
        no security scheme; None without any.
        """
        members = self._object(self._sent_at(channel, location))
        properties, required = members["properties"], members["required"]  # changed in place
        if not self.security.is_expressible(channel):
            credentials = self.security.credential_parameters(channel)
            for credential_location, name, credential_schema, is_required in credentials:
                if credential_location == location:
                    properties[name] = credential_schema
                    if is_required:
                        required.append(name)
        if not properties:
            return None
        return _without_empty(members)

    def _object(self, params: Iterable[doc.Param]) -> JsonSchema:
        """Write parameters as properties of an object."""
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for param in params:
            properties[param.name] = self._property(param)
            if param.required:
                required.append(param.name)
        return {"type": "object", "properties": properties, "required": required}

    def _property(self, param: doc.Param) -> JsonSchema:
        """Write the schema of a parameter, with its description and its deprecation."""
        param_schema = own_schema(param) or {}
        if not param.required:
            # That nothing is sent means null for the handler; a query has no null.
            param_schema = without_null(param_schema)
        if param.description:
            param_schema = {**param_schema, "description": param.description}
        if param.deprecated:
            param_schema = {**param_schema, "deprecated": True}
        return self.converted(param_schema, param.name)

    # --- operations ---

    def operations(self) -> dict[str, dict[str, Any]]:
        """Write an operation for each method, and one for the failures of each channel that has
        any, by id; call `channels` before, which writes their messages.
        """
        taken_ids: set[str] = set()
        operations: dict[str, dict[str, Any]] = {}
        for channel in self._channels:
            prefix = self.ids[id(channel)]
            for method in channel.methods:
                operation_id = unused(f"{prefix}_{method.name}", taken_ids)
                operations[operation_id] = self._operation(channel, method)
            failures = self._failures[id(channel)]
            if failures:
                operation_id = unused(f"{prefix}_failed", taken_ids)
                operations[operation_id] = self._failed(channel, failures)
        return operations

    def _failed(self, channel: doc.WebSocketContract, messages: Sequence[str]) -> dict[str, Any]:
        """Write the operation that reports failed events and invalid frames.

        Args:
            channel: The contract.
            messages: The names of the messages about these, among those of the channel.
        """
        place = f"#/channels/{self.ids[id(channel)]}"
        return {
            "action": self._action("IN"),  # the service sends them
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
        """Write the operation of a method. What AsyncAPI has no member for becomes an extension; an
        author may add bindings and further extensions.
        """
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
        runtime_errors = runtime_errors_of(method, self._document)
        if runtime_errors:
            operation["x-runtime-errors"] = runtime_errors
        if method.deprecated:
            operation["x-deprecated"] = True
        operation |= extensions_of(method.lifecycle)
        return operation | _mergeable(_extra_of_method(method), ("bindings",))

    def _reply(
        self, method: doc.WebSocketMethod, place: str, names: Sequence[str]
    ) -> dict[str, Any]:
        """Write where the replies to an operation are sent: over the same connection, so in the
        same channel ("Operation Reply Object"), unless a file names another one.

        Args:
            method: The request.
            place: The reference to its channel.
            names: The names of the replies among the messages of the channel that has them.
        """
        other_channel = self._reply_channels.get(id(method))
        if other_channel is not None:
            place = f"#/channels/{other_channel}"
        reply: dict[str, Any] = {"channel": {"$ref": place}}
        address = _reply_in_file(method).get("address")
        # In the same channel a reply goes over the connection of its request, at no other address.
        if address is not None and other_channel is not None:
            reply["address"] = address
        reply["messages"] = [{"$ref": f"{place}/messages/{name}"} for name in names]
        return reply

    def _action(self, direction: str) -> Literal["send", "receive"]:
        """Return what the described application does with the message of a method.

        Args:
            direction: That of a client: ``OUT`` or ``IN``.
        """
        is_sent_by_client = direction == "OUT"
        if is_sent_by_client is self._is_of_server:
            return "receive"
        return "send"


def _extra_of_channel(channel: doc.WebSocketContract) -> Extra:
    """Return what an author, or the file that a channel is from, adds to it."""
    if channel.export is None:
        return None
    return channel.export.asyncapi_extra


def _extra_of_method(method: doc.WebSocketMethod) -> Extra:
    """Return what an author, or the file that a method is from, adds to its operation."""
    if method.export is None:
        return None
    return method.export.asyncapi_extra


def _key_in_file(channel: doc.WebSocketContract) -> object:
    """Return the key of a channel in the file that it is from; a unique one for other channels."""
    return (_extra_of_channel(channel) or {}).get("key", id(channel))


def _reply_in_file(method: doc.WebSocketMethod) -> Mapping[str, Any]:
    """Return what the file that a method is from says of its reply."""
    reply: Mapping[str, Any] = (_extra_of_method(method) or {}).get("reply") or {}
    return reply


def _mergeable(extra: Extra, names: Sequence[str]) -> dict[str, Any]:
    """Return the named members and the extensions of what an author adds to an object. Other
    members refer to the file that it is from.
    """
    if extra is None:
        return {}
    return {key: value for key, value in extra.items() if key in names or key.startswith("x-")}


def _without_empty(schema: JsonSchema) -> JsonSchema:
    """Return the schema of an object without an empty list of required properties."""
    if schema["required"]:
        return schema
    return without(schema, "required")


# --- frames ---


def _correlated(framing: doc.Framing) -> dict[str, Any]:
    """Return the member of a message that says where the id is which connects a request and its
    reply; empty if there is none.
    """
    if framing.id_location is None:
        return {}
    # A runtime expression with a JSON Pointer ("Correlation ID Object").
    return {"correlationId": {"location": f"$message.payload#{framing.id_location}"}}


def _object_with_id(pointer: str) -> JsonSchema:
    """Return the schema of an object that has the id of a request, at a pointer of one step such as
    ``/id``.
    """
    name = pointer.removeprefix("/")
    return {"type": "object", "properties": {name: dict(ID_SCHEMA)}, "required": [name]}


def _inner_schema(contents: Sequence[doc.Content], *, has_frame: bool) -> Any:
    """Return the schema of a payload without its frame; `ABSENT` if there is no payload.

    Args:
        contents: The representations of the payload, any of which may be sent.
        has_frame: Whether it is sent inside a frame, which is JSON.
    """
    schemas: list[JsonSchema] = []
    for content in contents:
        content_schema = own_schema(content)
        if content_schema is None:  # of raw bytes
            content_schema = _schema_of_bytes(has_frame=has_frame)
        schemas.append(content_schema)
    if not schemas:
        return ABSENT
    if len(schemas) > 1:
        return {"anyOf": schemas}
    return schemas[0]


def _schema_of_bytes(*, has_frame: bool) -> JsonSchema:
    """Return the schema of bytes: base64 in a frame of JSON, else a binary frame."""
    if has_frame:
        return {"type": "string", "contentEncoding": "base64"}
    return dict(BINARY)


def _title(method: doc.WebSocketMethod) -> str:
    return sentence_of(method.name)


def _examples(
    contents: Iterable[doc.Content], template: Template, method: doc.WebSocketMethod
) -> list[dict[str, Any]]:
    """Write the examples of a message.

    Args:
        contents: The representations of its payload.
        template: The template of its frame.
        method: The method that it belongs to.
    """
    examples: list[dict[str, Any]] = []
    for content in contents:
        for example in own_examples(content):
            example_object = _example(example, template, method)
            if example_object is not None:
                examples.append(example_object)
    return examples


def _example(
    example: Example, template: Template, method: doc.WebSocketMethod
) -> dict[str, Any] | None:
    """Write an example of a message; None if it has no value, or its frame no payload."""
    if example.value is MISSING:
        return None
    # The payload of an example is that of the message, its frame included ("Message Example
    # Object").
    values = {
        Placeholder.ID: 1,  # any id
        Placeholder.METHOD: method.name,
        Placeholder.PAYLOAD: example.value,
    }
    frame = fill(template, values)
    if frame is ABSENT:
        return None
    return without_nothing(name=example.name, summary=example.summary, payload=frame)
