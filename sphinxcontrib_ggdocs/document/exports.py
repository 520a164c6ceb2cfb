"""Defines what only other formats need from a document: members that are kept in memory and not
written to its JSON.

Each part with such a member calls it `export`. In a document that was read from JSON it is None;
exporters then use the part itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, TypeAlias, TypeVar

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, PydanticOmit, core_schema

from ..contracts.contract_errors import OnBadType
from ..contracts.model import Example, Parameter, Serialization
from ..schema.nodes import JsonSchema

Extra: TypeAlias = Mapping[str, Any] | None
"""Members that an author adds to an object of a format."""

T = TypeVar("T")


class _NotInJson:
    """Marks a member that no JSON has."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return a core schema that refuses each value, for the member in JSON."""
        return core_schema.no_info_plain_validator_function(_refuse)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> NoReturn:
        """Leave the member out of the JSON Schema of its class."""
        raise PydanticOmit


def _refuse(value: object) -> NoReturn:
    """Raise the error that pydantic raises for a member that a class does not have."""
    raise PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")


InMemory: TypeAlias = Annotated[T, _NotInJson(), Field(exclude=True)]
"""The type of a member that is in memory alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamExport:
    """What other formats need of a parameter or a header."""

    schema: JsonSchema
    """That of its type, with description and null, but without the examples of the parameter."""
    description: str | None
    """That of the parameter itself; None if its type has the description."""
    deprecated: bool
    """Whether it is deprecated itself, not by its type."""
    examples: tuple[Example, ...]
    serialization: Serialization | None
    """How a file says that it is sent; None if it is not from a file."""
    cause: Parameter
    """The parameter of the contract."""
    openapi_extra: Extra


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentExport:
    """What other formats need of a representation of a body."""

    schema: JsonSchema | None
    """That of its type, without the examples of the representation; None of raw bytes."""
    examples: tuple[Example, ...]
    openapi_extra: Extra
    is_given: bool
    """Whether a file gives its schema."""
    by_hand: bool
    """Whether its author has written it as an object of OpenAPI."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpContractExport:
    """What other formats need of an HTTP contract."""

    report: OnBadType | None
    """Takes the error of a method that cannot be exported or shown; without it, it is raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathExport:
    """What other formats need of one path of an HTTP method."""

    route: str
    """With the converters of placeholders, ``{rest:path}``."""
    operation_id: str | None = None
    """That of the first verb."""
    verb_operation_ids: tuple[str, ...] = ()
    """Those of the other verbs, as of a method of the contract model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceExport:
    """What other formats need of a whole document."""

    tags: tuple[Mapping[str, Any], ...]
    """Tag objects of OpenAPI."""
    openapi_version: str | None
    """That of the OpenAPI file which the document was read from; None for other documents."""
    types: frozenset[str]
    """The names of the schemas that it has whether anything mentions them or not."""
    given: frozenset[str]
    """The names of the schemas that a file gives."""
    lost_patterns: tuple[str, ...]
    """The patterns that cannot be written as regular expressions of ECMA-262."""
    lost_references: Mapping[str, Sequence[str]]
    """References that lead nowhere, with their places."""
