"""Defines the contract document, which the UI shows and SDK generators read.

The format version is `FORMAT_VERSION`. Whoever changes the shape, here or in `parts`, changes that
version; golden files show the difference.
"""

from functools import cached_property
from typing import Literal

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_json

from ..contracts.contract_errors import Location, NoSchema, too_deep
from .parts import (
    CONFIG,
    Branding,
    Error,
    Group,
    JsonSchema,
    MethodChange,
    RemovedMethod,
    SecurityScheme,
    Service,
    Uses,
    Workflow,
)
from .users import Users

FORMAT_VERSION: Literal["2.1"] = "2.1"


class ApiDocsDocument(BaseModel):
    """The contract document of one service."""

    model_config = CONFIG

    version: Literal["2.1"] = FORMAT_VERSION
    service: Service
    groups: tuple[Group, ...]
    schemas: dict[str, JsonSchema]
    """Named types. A type whose two facets differ is written as ``X-Input`` and ``X-Output``, each
    with ``"x-type": "X"``."""
    errors: dict[str, Error]
    workflows: tuple[Workflow, ...] | None = None
    """Calls that belong together, as the author writes them."""
    uses: Uses
    security_schemes: dict[str, SecurityScheme] | None = None
    """The schemes that `security` names."""
    branding: Branding | None = None
    markup: Literal["markdown", "rst"] | None = None
    released: tuple[str, ...] | None = None
    """The versions of which there are snapshots, the oldest first; absent where none are
    configured."""
    changes: tuple[MethodChange, ...] | None = None
    """Those that the `history` of methods refers to."""
    removed: tuple[RemovedMethod, ...] | None = None
    """The last removed first; absent where no snapshots are configured, or nothing is gone."""

    @cached_property
    def users(self) -> Users:
        """Which methods use a type or an error, directly or over other types; computed from
        `uses`.
        """
        return Users(self.groups, self.schemas, self.uses)

    def to_json(self) -> bytes:
        """Return the document as JSON: UTF-8, compact, without absent keys, with the same bytes for
        the same contracts.

        Raises:
            NoSchema: A type nests so many unnamed types that pydantic cannot write it.
        """
        try:
            # By pydantic's own serializer, which makes no dictionaries in between.
            return self.model_dump_json(exclude_none=True).encode()
        except PydanticSerializationError as error:
            raise self._too_deep() from error

    def _too_deep(self) -> NoSchema:
        """Return the error about the first type or method that cannot be written."""
        # Each part at the depth that it has in the document, for the limit counts from the top.
        parts: dict[str, object] = {}
        for name, schema in self.schemas.items():
            parts[name] = {"schemas": {name: schema}}
        for group in self.groups:
            for contract in group.contracts:
                for method in contract.methods:
                    inside_group = {"contracts": [{"methods": [method]}]}
                    parts[f"{contract.name}.{method.name}"] = {"groups": [inside_group]}
        for name, part in parts.items():
            if not _is_writable(part):
                return too_deep(Location(path=name))
        # It is elsewhere, such as in the data of an error.
        return too_deep(Location(path=self.service.name))


def _is_writable(part: object) -> bool:
    """Return whether pydantic writes a part; it stops some 250 levels down."""
    try:
        to_json(part)
    except PydanticSerializationError:
        return False
    return True
