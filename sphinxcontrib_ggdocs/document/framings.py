"""Turns framings of a document back into those of contracts, which read and write messages."""

from typing import Any

from ..contracts.envelopes import template_of
from ..contracts.framing import KINDS, FrameKind, Framing, Placeholder, Template, location
from . import parts as doc


def framing_of(part: doc.Framing) -> Framing:
    """Return the framing that a document describes, with which messages are read and written."""
    members: dict[str, Any] = {kind: template_of(getattr(part, kind)) for kind in KINDS}
    has_id = location(members["request"], Placeholder.ID) is not None
    # A document always says where the id of a request is. A framing has a `correlation_id` only if
    # no template has a placeholder for the id.
    members["correlation_id"] = None if has_id else part.id_location
    members |= {
        "name": part.name,
        "description": part.description,
        "discriminator": part.discriminator,
    }
    # The templates of a framing are attributes of its class.
    described: Framing = type("DescribedFraming", (Framing,), members)()
    return described


def template_for(framing: Framing, kind: FrameKind, method: doc.WebSocketMethod) -> Template:
    """Return the template of a message, which may be that of its method alone: a method can have
    its own frame for what it sends (`ws_frame`), not for answers and errors.
    """
    if method.ws_frame is not None and kind in ("request", "event"):
        return template_of(method.ws_frame)
    return framing.template(kind)
