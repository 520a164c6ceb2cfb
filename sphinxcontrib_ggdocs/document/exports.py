"""What only files of other formats need of a document: members in memory, which its JSON has not.

Each part that has such a member calls it `export`. It is None in a document that was read from its
JSON: exporters then write what the part itself says.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, TypeAlias, TypeVar

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, PydanticOmit, core_schema

Extra: TypeAlias = Mapping[str, Any] | None
"""Members that an author adds to an object of a format."""

T = TypeVar("T")


class _NotInJson:
    """Marks a member that no JSON has."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(_refuse)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> NoReturn:
        raise PydanticOmit


def _refuse(value: object) -> NoReturn:
    # As pydantic says of a member that a class does not have.
    raise PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")


InMemory: TypeAlias = Annotated[T, _NotInJson(), Field(exclude=True)]
"""The type of a member that is in memory alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelExport:
    """Of a WebSocket contract."""

    asyncapi_extra: Extra
    """Merged into its channel in the AsyncAPI document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionExport:
    """Of a WebSocket method."""

    asyncapi_extra: Extra
    """Merged into its operation in the AsyncAPI document."""
    message_extra: Extra
    """Merged into its message there."""
