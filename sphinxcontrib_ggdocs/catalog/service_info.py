"""Facts that an application states about itself: title, version, description, servers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..audience_rules import Audiences
from ..contracts.message_model import TypeForm
from .server_specs import ServerSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInfo:
    """The head of a document as the application has it; a document's own fields come first."""

    version: str | None = None
    description: str | None = None
    summary: str | None = None
    terms_of_service: str | None = None
    contact: Mapping[str, str] | None = None
    license: Mapping[str, str] | None = None
    external_docs: Mapping[str, str] | None = None
    servers: tuple[ServerSpec, ...] = ()
    title: str | None = None
    tags: tuple[Mapping[str, Any], ...] = ()
    """Tag objects of OpenAPI, in the order in which the application has them."""
    owner: str | None = None
    """``x-owner`` of ``info``."""
    lifecycle: str | None = None
    """``x-lifecycle`` of ``info``: ``experimental``, ``production``, ``deprecated``, or another."""
    markup: Literal["markdown", "rst"] | None = None
    """The language of its texts, where it says so."""
    openapi_version: str | None = None
    """The version of OpenAPI that the file has, where one was read."""
    audience: Audiences = ()
    """For whom the whole service is; empty for everyone."""
    types: tuple[TypeForm, ...] = ()
    """Types that a document has whether a contract mentions them or not."""
