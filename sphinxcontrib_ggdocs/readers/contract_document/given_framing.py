"""The framing that a contract document describes, as one of the contract model."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...contracts.errors import ErrorClass
from ...contracts.framing import (
    KINDS,
    Cause,
    FrameKind,
    Framing,
    Interaction,
    Placeholder,
    Template,
    location,
)
from ...native import document_parts as doc
from ...native.frames import MARK

_PLACEHOLDERS = {placeholder.value: placeholder for placeholder in Placeholder}


class _GivenFraming(Framing):
    """Base of the framings that documents describe, each of which is a class of its own."""

    own_templates: ClassVar[Mapping[str, Template]]
    """By name of an interaction that is sent in a form of its own."""
    own_codes: ClassVar[Mapping[ErrorClass, tuple[int, ...]]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GivenFraming) and self._form == other._form

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def _form(self) -> tuple[object, ...]:
        """What tells it from others; errors of equal framings are the same messages."""
        templates = [self.template(kind) for kind in KINDS]
        return (self.name, self.description, self.discriminator, self.id_location, templates)

    def template(self, kind: FrameKind, interaction: Interaction | None = None) -> Template:
        name = interaction.name if interaction is not None else ""
        if kind in ("request", "event") and name in self.own_templates:
            return self.own_templates[name]
        return super().template(kind, interaction)

    def code(self, error: ErrorClass, cause: Cause = "invalid") -> int:
        return self.codes(error)[0]

    def codes(self, error: ErrorClass) -> tuple[int, ...]:
        return self.own_codes.get(error) or (error.status,)


def given_framing(contract: doc.WebSocketContract, errors: Mapping[str, ErrorClass]) -> Framing:
    """The framing of a contract.

    Args:
        contract: The contract as the document has it.
        errors: The errors of the document by key.
    """
    part = contract.framing
    request = _template(part.request)
    codes = part.codes or {}
    members: dict[str, Any] = {
        "name": part.name,
        "description": part.description,
        "request": request,
        "event": _template(part.event),
        "answer": _template(part.answer),
        "error": _template(part.error),
        "event_error": None if part.event_error is None else _template(part.event_error),
        "refusal": None if part.refusal is None else _template(part.refusal),
        "discriminator": part.discriminator,
        "correlation_id": (part.id_location if location(request, Placeholder.ID) is None else None),
        "own_templates": _own_templates(contract.methods),
        "own_codes": {errors[key]: numbers for key, numbers in codes.items() if key in errors},
    }
    framing: Framing = type("GivenFraming", (_GivenFraming,), members)()
    return framing


def _own_templates(methods: Iterable[doc.WebSocketMethod]) -> dict[str, Template]:
    frames = {method.name: method.ws_frame for method in methods}
    return {name: _template(frame) for name, frame in frames.items() if frame is not None}


def _template(schema: Mapping[str, Any]) -> Template:
    """The template whose envelope a schema is."""
    if MARK in schema:
        return _PLACEHOLDERS.get(str(schema[MARK]))
    if "properties" in schema:
        return {key: _template(inner) for key, inner in schema["properties"].items()}
    if "prefixItems" in schema:
        return [_template(inner) for inner in schema["prefixItems"]]
    return schema.get("const")
