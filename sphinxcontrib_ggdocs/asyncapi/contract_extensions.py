"""Writes extensions for facts that AsyncAPI cannot express, so that contracts can be read back.

They have the names and the forms of the contract document: ``x-framing`` is its ``framing``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_camel

from ..catalog import ResolvedGroup
from ..catalog.export import without_nothing
from ..contracts.credentials import effective_security
from ..contracts.display_names import ErrorKeys
from ..contracts.envelopes import envelope, framing_members
from ..contracts.framing import FrameKind, Placeholder, Template
from ..contracts.lifecycle import extensions_of
from ..contracts.model import MISSING, Interaction, WebSocketContract
from ..contracts.security import Security
from ..contracts.standard_framings import BARE
from ..schema import Written
from ..schema.collector import TypedContent, TypedError, TypedInteraction, TypedWebSocketContract
from .draft07 import draft07
from .handshake_security import HandshakeSecurity


def has_extensions(contract: WebSocketContract) -> bool:
    """Return whether a contract needs extensions, since AsyncAPI alone does not describe it."""
    is_read = contract.framing == BARE and contract.refusals == () == contract.event_errors
    return contract.protocol is None and not is_read


@dataclass(frozen=True, slots=True)
class ContractExtensions:
    """Writes the extensions of one document."""

    written: Written
    errors: ErrorKeys
    security: HandshakeSecurity

    def components(self, errors: Iterable[TypedError]) -> dict[str, Any]:
        """Write the component ``x-errors``: each error by its key, as in the contract document."""
        components: dict[str, Any] = {}
        for typed in errors:
            error = typed.error
            component: dict[str, Any] = {"statusCode": error.status}
            if error.is_named:
                component = {"type": error.type, **component}
            component |= without_nothing(
                description=error.description,
                deprecated=error.deprecated or None,
                deprecationMessage=error.deprecation_message,
                **extensions_of(error.lifecycle),
            )
            if typed.data is not None:
                component["data"] = self._schema(self.written.schema(typed.data))
            components[self.errors[error]] = component
        return dict(sorted(components.items()))

    def channel(self, channel: TypedWebSocketContract) -> dict[str, Any]:
        """Write the extensions of a channel."""
        contract = channel.contract
        if not has_extensions(contract):
            return {}
        return without_nothing(
            **{
                "x-framing": self._framing(channel),
                "x-error-format": contract.error_format,
                "x-errors": self._keys(channel.handshake_errors) or None,
                "x-security": self._requirement(contract),
                "x-permission-tree": contract.permission and contract.permission.tree,
            }
        )

    def operation(self, exchange: TypedInteraction) -> dict[str, Any]:
        """Write the extensions of an operation."""
        contract, interaction = exchange.contract, exchange.interaction
        if not has_extensions(contract):
            return {}
        kind: FrameKind = "request" if interaction.is_request else "event"
        own = contract.framing.template(kind, interaction)
        required = self._requirement(contract, interaction)
        return without_nothing(
            **{
                "x-frame": envelope(own) if own != contract.framing.template(kind) else None,
                "x-errors": self._keys(exchange.errors) or None,
                "x-security": None if required == self._requirement(contract) else required,
                "x-permission-tree": interaction.permission and interaction.permission.tree,
                "x-deprecation-message": interaction.deprecation_message,
            }
        )

    def message(
        self,
        contract: WebSocketContract,
        kind: FrameKind,
        template: Template,
        payloads: Sequence[TypedContent],
    ) -> dict[str, Any]:
        """Write the payloads of a message without frame, if a frame surrounds them."""
        is_whole = len(payloads) == 1 and payloads[0].slot is not None
        is_tagged = kind != "answer" and contract.framing.discriminator is not None
        is_itself = template is Placeholder.PAYLOAD and is_whole and not is_tagged
        if is_itself or not has_extensions(contract):
            return {}
        return {"x-contents": self._contents(payloads)}

    def _contents(self, payloads: Iterable[TypedContent]) -> list[dict[str, Any]]:
        return [
            without_nothing(
                mediaType=payload.content.media_type,
                schema=payload.slot and self._schema(self.written.schema(payload.slot)),
                examples=_values(payload) or None,
            )
            for payload in payloads
        ]

    def _framing(self, channel: TypedWebSocketContract) -> dict[str, Any]:
        declared = [error for exchange in channel.interactions for error in exchange.errors]
        sent = (*declared, *channel.event_errors, *channel.refusals)
        members = framing_members(
            channel.contract.framing,
            event_errors=self._keys(channel.event_errors),
            refusals=self._keys(channel.refusals),
            errors={self.errors[response.error]: response.error for response in sent},
        )
        values = {to_camel(name): _json(value) for name, value in members.items()}
        return without_nothing(**values)

    def _keys(self, errors: Iterable[TypedError]) -> list[str]:
        return list(dict.fromkeys(self.errors[typed.error] for typed in errors))

    def _requirement(
        self, contract: WebSocketContract, interaction: Interaction | None = None
    ) -> list[dict[str, Any]] | None:
        """Write the required credentials as OpenAPI does; None where nothing is declared."""
        requirement = effective_security(contract, interaction)
        if requirement is None:
            return None
        return list(map(self._alternative, requirement.alternatives))

    def _alternative(self, alternative: Iterable[Security]) -> dict[str, list[str]]:
        return {self.security.name(use.scheme): list(use.scopes) for use in alternative}

    @staticmethod
    def _schema(schema: Mapping[str, Any]) -> Any:
        return draft07(dict(schema), lambda lost: None)  # it is reported where the type is


def _json(value: Any) -> Any:
    """Convert tuples to lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: _json(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _values(payload: TypedContent) -> list[Any]:
    return [example.value for example in payload.content.examples if example.value is not MISSING]


def group_objects(
    groups: Iterable[ResolvedGroup], channels: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Write the groups of a document, each with its channels.

    Args:
        groups: The groups.
        channels: The keys of channels by `id` of the contract.
    """
    objects = []
    for group in groups:
        keys = [channels[id(contract)] for contract in group.contracts if id(contract) in channels]
        if keys:
            described = {"name": group.name, "slug": group.slug, "description": group.description}
            objects.append(without_nothing(**described, channels=keys))
    return objects
