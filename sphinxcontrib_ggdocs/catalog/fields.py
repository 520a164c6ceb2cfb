"""Defines the base class of all specs, which is frozen, rejects unknown fields, accepts snake_case
and camelCase, and reports errors with a remedy; and fields that several specs share.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextvars import ContextVar
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetPydanticSchema,
    ModelWrapValidatorHandler,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails, PydanticCustomError

from ..contracts.audiences import audience_names
from ..contracts.contract_errors import BadOption, Location
from ..value_messages import did_you_mean, excerpt, short_list
from .spec_errors import (
    BadColor,
    BadContents,
    BadServer,
    BadSlug,
    DuplicateSlug,
    SpecError,
    UnknownField,
    raise_all,
)

_KINDS: dict[str, type[SpecError]] = {
    kind.code: kind
    for kind in (SpecError, BadSlug, DuplicateSlug, BadContents, BadServer, BadColor)
}

_inside: ContextVar[bool] = ContextVar("_inside", default=False)
"""Whether a spec is being validated: only the outermost one explains, and then for all of its
parts."""


def problem(kind: type[SpecError], message: str, hint: str) -> PydanticCustomError:
    """Return an error to raise in a validator; `Spec` turns what pydantic collects into a
    `SpecError`.
    """
    return PydanticCustomError(kind.code, "{message}", {"message": message, "hint": hint})


class Spec(BaseModel):
    """Base of the specs. A `ValidationError` never leaves: all errors arrive as one
    `SpecError`.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        validate_default=True,
        # Errors name fields as Python does.
        loc_by_alias=False,
    )

    parts: ClassVar[dict[str, type["Spec"]]] = {}
    """The class of the spec in a field, by the name of the field, at any depth."""

    @property
    def given(self) -> dict[str, Any]:
        """The fields that the author has given."""
        return {name: getattr(self, name) for name in self.model_fields_set}

    def check(self) -> None:
        """Check what concerns several fields; each of them is valid.

        Raises:
            PydanticCustomError: Made by `problem`.
        """

    # Before `_explain`: pydantic puts what is defined later around what is defined earlier.
    @model_validator(mode="after")
    def _checked(self) -> Self:
        self.check()
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _explain(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        # Specs validate specs inside them, and pydantic would wrap what the inner ones raise in one
        # error of the outer one, without their places.
        if _inside.get():
            return handler(value)
        token = _inside.set(True)
        try:
            return handler(value)
        except ValidationError as error:
            raise_all(_explained_all(cls, value, error))
            raise
        finally:
            _inside.reset(token)


def _explained_all(spec: type[Spec], value: Any, error: ValidationError) -> list[SpecError]:
    unknown: list[ErrorDetails] = []
    others: list[ErrorDetails] = []
    for details in error.errors():
        if details["type"] in _UNKNOWN:
            unknown.append(details)
        else:
            others.append(details)
    if unknown:  # a field that is misspelt is not missing as well
        others = [details for details in others if details["type"] not in _MISSING]
    return [_explained(spec, value, details) for details in (*unknown, *others)]


_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
"""What pydantic says of a field that there is not."""
_MISSING = ("missing", "string_too_short")
"""What it says of a field that has no value."""


def _names(spec: type[Spec]) -> list[str]:
    """Return the fields in both spellings."""
    return [*spec.model_fields, *map(to_camel, spec.model_fields)]


def _explained(spec: type[Spec], value: Any, details: ErrorDetails) -> SpecError:
    """Return the error of pydantic as one of ours."""
    location, kind, given = details["loc"], details["type"], details["input"]
    owner = Location(owner=_title(spec, value))
    where = place(owner, location)
    if kind in _KINDS:
        context = details["ctx"]
        return _KINDS[kind](str(context["message"]), where=where, hint=str(context["hint"]))
    field_spec = _spec_at(spec, location)
    if kind in _UNKNOWN:
        holder = place(owner, location[:-1])
        return _unknown_field(field_spec, str(location[-1]), where, holder)
    if kind == "missing":
        message = "this field is missing"
    elif kind == "string_too_short":
        message = "this field is empty"
    else:
        text = re.sub("a valid dictionary or instance of .*", "a mapping", details["msg"])
        text = text.replace("a valid tuple", "a list")
        message = f"{text[:1].lower()}{text[1:]}, not {excerpt(given)}"
    return SpecError(message, where=where, hint=_field_hint(field_spec, location))


def _unknown_field(spec: type[Spec], name: str, where: Location, holder: Location) -> UnknownField:
    """Return a field that `spec` does not have, or that it got twice."""
    if name in spec.model_fields:
        hint = f"drop {name!r} or {to_camel(name)!r}"
        return UnknownField("this field is given in both spellings", where=where, hint=hint)
    hint = did_you_mean(name, _names(spec)) or f"the fields are {', '.join(spec.model_fields)}"
    return UnknownField(f"there is no field {excerpt(name)}", where=holder, hint=hint)


def place(where: Location, location: Iterable[int | str]) -> Location:
    """`where` with pydantic's location: ``groups[0].slug``."""
    for step in location:
        where = where / (f"[{step}]" if isinstance(step, int) else step)
    return where


def _title(spec: type[Spec], value: Any) -> str:
    """Return the spec's class, with its slug or name where it has one."""
    values = value if isinstance(value, dict) else {}
    name = next(
        (values[key] for key in ("slug", "name", "url") if isinstance(values.get(key), str)), None
    )
    if name:
        return f"{spec.__name__} {excerpt(name)}"
    return spec.__name__


def _spec_at(spec: type[Spec], location: Sequence[int | str]) -> type[Spec]:
    """Return the spec that the last step of `location` is a field of."""
    for step in location[:-1]:
        spec = spec.parts.get(str(step), spec)
    return spec


def _field_hint(spec: type[Spec], location: Sequence[int | str]) -> str:
    """Return the description of the innermost field that is known."""
    for step in reversed(location):
        field = spec.model_fields.get(str(step))
        if field is not None and field.description:
            return f"give {field.description}"
    required = [name for name, field in spec.model_fields.items() if field.is_required()]
    return f"give a mapping with {short_list(required or [*spec.model_fields])}"


def _listed(value: object) -> object:
    """What can become a tuple in the author's order; None is the empty one."""
    if value is None:
        return ()
    # Only the author knows an order of what has none; one text may look like several.
    if isinstance(value, str | bytes | Mapping | AbstractSet):
        raise problem(SpecError, f"{excerpt(value)} is not a list", "write a list")
    return value


_Item = TypeVar("_Item")
AsTuple = Annotated[tuple[_Item, ...], BeforeValidator(_listed)]
"""A field that is a tuple once validated, of whatever sequence was given."""

as_tuple = GetPydanticSchema(
    lambda source, handler: handler.generate_schema(
        AsTuple[get_args(source)[0]]  # type: ignore[misc]
    )
)
"""Marks a ``Sequence[X]``, which type checkers accept a list for, as a tuple of X at run time."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""A field that is a text, not an empty one."""


def checked_audience(value: object) -> tuple[str, ...]:
    """Return a name or several, as the field of a spec."""
    try:
        return audience_names(value, Location())
    except BadOption:
        raise problem(
            SpecError,
            f"{excerpt(value)} names no audience",
            "give a name or a list of names, such as ['partners']",
        ) from None


def _checked_or_none(value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    return checked_audience(value)


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
