"""Framings and errors that a document describes, as those of the contract model."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, ClassVar

from ...adapters.shared.declared_errors import defined_error
from ...contracts.envelopes import template_of
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
from ...contracts.lifecycle import Lifecycle
from ...contracts.message_model import ErrorAnswer, TypeForm
from ...native import document_parts as doc
from ..elements import Element

_LEAST_STATUS, _LAST_STATUS = 400, 599


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
        """Its identity: errors of equal framings are the same messages."""
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


def given_framing(
    part: doc.Framing, frames: Mapping[str, Mapping[str, Any]], errors: Mapping[str, ErrorClass]
) -> Framing:
    """The framing of a contract.

    Args:
        part: What the document says of it.
        frames: The envelopes of methods that are sent in a form of their own, by name.
        errors: The errors of the document by key.
    """
    request = template_of(part.request)
    codes = part.codes or {}
    own_codes = {errors[key]: numbers for key, numbers in codes.items() if key in errors}
    members: dict[str, Any] = {
        "name": part.name,
        "description": part.description,
        "request": request,
        "event": template_of(part.event),
        "answer": template_of(part.answer),
        "error": template_of(part.error),
        "event_error": None if part.event_error is None else template_of(part.event_error),
        "refusal": None if part.refusal is None else template_of(part.refusal),
        "discriminator": part.discriminator,
        "correlation_id": (part.id_location if location(request, Placeholder.ID) is None else None),
        "own_templates": {name: template_of(frame) for name, frame in frames.items()},
        "own_codes": own_codes,
    }
    framing: Framing = type("GivenFraming", (_GivenFraming,), members)()
    return framing


def given_lifecycle(part: doc.Lifecycle | None) -> Lifecycle | None:
    """The versions of a method, a contract or an error."""
    return Lifecycle(**asdict(part)) if part is not None else None


def given_error(
    key: str,
    part: doc.Error,
    data: TypeForm,
    place: Element,
    links: set[str],
    answer: ErrorAnswer | None = None,
) -> ErrorClass:
    """An error.

    Args:
        key: Its key in the document.
        part: What the document says of it.
        data: What it carries.
        place: Where it is described.
        links: Links of other errors that have no name, to which its own is added.
        answer: What it answers with, if that is more than its data as JSON.
    """
    status = part.status_code
    if not _LEAST_STATUS <= status <= _LAST_STATUS:
        place.fault(
            f"{status} is not a status of an error",
            "write one from 400 to 599",
            "other formats have 500",
        )
        status = 500
    error = defined_error(
        part.type if part.type is not None and part.type.isidentifier() else None,
        status,
        data,
        part.description or "",
        words=key,
        links=links,
    )
    error.description = part.description
    error.deprecated = bool(part.deprecated)
    error.deprecation_message = part.deprecation_message
    error.lifecycle = given_lifecycle(part.lifecycle)
    if answer is not None or part.status_range is not None:
        error.answer = replace(answer or ErrorAnswer(), status=part.status_range)
    return error
