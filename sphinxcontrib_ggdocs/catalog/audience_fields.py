"""Fields of specs that name audiences."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, GetPydanticSchema

from ..contracts.audiences import audience_names
from ..contracts.contract_errors import BadOption, Where
from ..value_messages import excerpt
from .fields import problem
from .spec_errors import SpecError


def checked_audience(value: object) -> tuple[str, ...]:
    """A name or several, as the field of a spec."""
    try:
        return audience_names(value, Where())
    except BadOption:
        raise problem(
            SpecError,
            f"{excerpt(value)} names no audience",
            "give a name or a list of names, such as ['partners']",
        ) from None


def _checked_or_none(value: object) -> tuple[str, ...] | None:
    return None if value is None else checked_audience(value)


# Any, for pydantic would read a text as no sequence
AudienceField = Annotated[
    Sequence[str],
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(Annotated[Any, AfterValidator(checked_audience)])
    ),
]
"""For whom something is; empty for everyone."""

AskedField = Annotated[
    Sequence[str] | None,
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(Annotated[Any, AfterValidator(_checked_or_none)])
    ),
]
"""For whom a document is; None for everyone."""
