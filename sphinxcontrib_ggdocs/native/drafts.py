"""What the first pass makes of contracts: the same shape, with a slot in the book of schemas beside
each type.
"""

from dataclasses import dataclass
from typing import Literal

from ..contracts.error_names import ErrorClass
from ..contracts.model import Contract, HttpMethod, Interaction
from ..schema import Slot, TypedContent, TypedParameter


@dataclass(frozen=True, slots=True)
class AuthDraft:
    """A header that identifies the caller."""

    scheme: Literal["bearer", "api-key"]
    header_name: str
    description: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyDraft:
    """A request body or a message."""

    required: bool
    description: str | None
    contents: tuple[TypedContent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseDraft:
    """A success; `status` is None for the answer to a message."""

    status: int | None
    description: str | None
    contents: tuple[TypedContent, ...]
    headers: tuple[TypedParameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorDraft:
    """A declared error; its data has a slot when it carries some."""

    error: ErrorClass
    slot: Slot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodDraft:
    """A method and the slots of its types."""

    model: HttpMethod | Interaction
    params: tuple[TypedParameter, ...] = ()
    auth: tuple[AuthDraft, ...] = ()
    body: BodyDraft | None
    responses: tuple[ResponseDraft, ...]
    errors: tuple[ErrorDraft, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractDraft:
    """A contract and what each of its calls carries."""

    model: Contract
    auth: tuple[AuthDraft, ...]
    params: tuple[TypedParameter, ...]
    refusals: tuple[ErrorDraft, ...]
    """Of a connection: errors that its handshake may be answered with."""
    event_errors: tuple[ErrorDraft, ...] = ()
    """Of a connection: errors that are sent when a client's event fails."""
    unreadable: tuple[ErrorDraft, ...] = ()
    """Of a connection: errors that are the answer to what is no message of the contract."""
    methods: tuple[MethodDraft, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDraft:
    """A group of contracts."""

    name: str
    slug: str
    description: str | None
    contracts: tuple[ContractDraft, ...]
