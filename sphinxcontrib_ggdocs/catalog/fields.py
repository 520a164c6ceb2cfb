"""Defines `Spec`, the base class of the options that authors write, and fields that several specs
share. A spec is frozen, rejects unknown fields, accepts snake_case and camelCase, and reports all
errors with a remedy.
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
"""The classes of errors that validators raise with `problem`, by code."""

_is_validating: ContextVar[bool] = ContextVar("_is_validating", default=False)
"""Whether a spec is being validated. Specs contain specs; only the outermost one turns the errors
of pydantic, also those of its parts, into a `SpecError`."""


def problem(kind: type[SpecError], message: str, hint: str) -> PydanticCustomError:
    """Return an error for a validator to raise. pydantic collects such errors, and `Spec` turns
    them into a `SpecError`.

    Args:
        kind: The class of the final error.
        message: What is wrong.
        hint: How to correct it.
    """
    return PydanticCustomError(kind.code, "{message}", {"message": message, "hint": hint})


class Spec(BaseModel):
    """Base class of all specs. Validation raises all errors together as one `SpecError`, and never
    pydantic's `ValidationError`.
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
    def given_fields(self) -> dict[str, Any]:
        """The fields that the author has set, by name, without those that have their default."""
        return {name: getattr(self, name) for name in self.model_fields_set}

    def check(self) -> None:
        """Check rules that concern several fields; each field by itself is valid already.
        Subclasses override it.

        Raises:
            PydanticCustomError: A rule is broken; made by `problem`.
        """

    # Before `_explain`: pydantic puts what is defined later around what is defined earlier.
    @model_validator(mode="after")
    def _checked(self) -> Self:
        """Run `check` after the validation of the fields."""
        self.check()
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _explain(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Validate a spec, and raise all errors as `SpecError` with place and hint.

        Args:
            value: The fields as given.
            handler: pydantic's own validation.
        """
        # An inner spec leaves its errors to the outermost one: pydantic would report a `SpecError`
        # of an inner spec as a single error, without the places inside it.
        if _is_validating.get():
            return handler(value)
        token = _is_validating.set(True)
        try:
            return handler(value)
        except ValidationError as error:
            raise_all(_spec_errors(cls, value, error))
            raise  # never reached: there is at least one error
        finally:
            _is_validating.reset(token)


def _spec_errors(spec: type[Spec], value: Any, error: ValidationError) -> list[SpecError]:
    """Return all errors that pydantic found in a spec as ours, those about unknown fields first.

    Args:
        spec: The class of the spec.
        value: The fields as given.
        error: The error of pydantic.
    """
    unknown: list[ErrorDetails] = []
    others: list[ErrorDetails] = []
    for details in error.errors():
        if details["type"] in _UNKNOWN:
            unknown.append(details)
        else:
            others.append(details)
    if unknown:  # a misspelt field is not reported as missing, too
        others = [details for details in others if details["type"] not in _MISSING]
    return [_spec_error(spec, value, details) for details in (*unknown, *others)]


_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
"""pydantic's types of errors about a field that does not exist."""
_MISSING = ("missing", "string_too_short")
"""pydantic's types of errors about a field that has no value."""


def _spellings(spec: type[Spec]) -> list[str]:
    """Return the names of the fields in snake_case and in camelCase."""
    return [*spec.model_fields, *map(to_camel, spec.model_fields)]


def _spec_error(spec: type[Spec], value: Any, details: ErrorDetails) -> SpecError:
    """Return one error that pydantic found in a spec as a `SpecError`.

    Args:
        spec: The class of the spec.
        value: The fields as given.
        details: The error, as pydantic lists it.
    """
    location = details["loc"]
    kind = details["type"]
    owner = Location(owner=_title(spec, value))
    where = _location_of_field(owner, location)
    if kind in _KINDS:  # raised by a validator of ours, with `problem`
        context = details["ctx"]
        return _KINDS[kind](str(context["message"]), where=where, hint=str(context["hint"]))
    field_spec = _spec_at(spec, location)
    if kind in _UNKNOWN:
        holder = _location_of_field(owner, location[:-1])
        return _unknown_field(field_spec, str(location[-1]), where, holder)
    if kind == "missing":
        message = "this field is missing"
    elif kind == "string_too_short":
        message = "this field is empty"
    else:
        # pydantic names Python types; authors also write TOML, and lists for tuples.
        text = re.sub("a valid dictionary or instance of .*", "a mapping", details["msg"])
        text = text.replace("a valid tuple", "a list")
        message = f"{text[:1].lower()}{text[1:]}, not {excerpt(details['input'])}"
    return SpecError(message, where=where, hint=_field_hint(field_spec, location))


def _unknown_field(spec: type[Spec], name: str, where: Location, holder: Location) -> UnknownField:
    """Return the error for a field that a spec does not have, or that is given in both spellings.

    Args:
        spec: The class of the spec.
        name: The field.
        where: The place of the field.
        holder: The place of the spec.
    """
    if name in spec.model_fields:  # pydantic took the value of the other spelling
        hint = f"drop {name!r} or {to_camel(name)!r}"
        return UnknownField("this field is given in both spellings", where=where, hint=hint)
    hint = did_you_mean(name, _spellings(spec)) or f"the fields are {', '.join(spec.model_fields)}"
    return UnknownField(f"there is no field {excerpt(name)}", where=holder, hint=hint)


def _location_of_field(where: Location, location: Iterable[int | str]) -> Location:
    """Return a location inside another one: pydantic's ``("groups", 0, "slug")`` gives
    ``groups[0].slug``.
    """
    for step in location:
        where = where / (f"[{step}]" if isinstance(step, int) else step)
    return where


def _title(spec: type[Spec], value: Any) -> str:
    """Return the name of a spec for messages: its class, with the first of slug, name and URL that
    it has, such as ``ApiDocSpec 'shop'``; only its class if that one is empty.
    """
    if not isinstance(value, dict):
        return spec.__name__
    for key in ("slug", "name", "url"):
        name = value.get(key)
        if isinstance(name, str):
            if not name:
                break
            return f"{spec.__name__} {excerpt(name)}"
    return spec.__name__


def _spec_at(spec: type[Spec], location: Sequence[int | str]) -> type[Spec]:
    """Return the class of the spec that the last step of pydantic's location is a field of.

    Args:
        spec: The class of the outermost spec.
        location: Such as ``("groups", 0, "slug")``, which gives `GroupSpec`.
    """
    for step in location[:-1]:
        # Positions in lists and keys of mappings lead to no other spec.
        spec = spec.parts.get(str(step), spec)
    return spec


def _field_hint(spec: type[Spec], location: Sequence[int | str]) -> str:
    """Return a hint with the description of the innermost field of a location; if the location has
    no field of the spec, with the names of its required fields.
    """
    for step in reversed(location):
        field = spec.model_fields.get(str(step))
        if field is not None and field.description:
            return f"give {field.description}"
    names = [name for name, field in spec.model_fields.items() if field.is_required()]
    if not names:
        names = [*spec.model_fields]
    return f"give a mapping with {short_list(names)}"


def _listed(value: object) -> object:
    """Return a value that can become a tuple: None becomes an empty one, another value stays.

    Raises:
        PydanticCustomError: It is a text, or a mapping or a set, whose order the author has not
            chosen.
    """
    if value is None:
        return ()
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
    """Return one or several names of audiences as a tuple.

    Raises:
        PydanticCustomError: The value is something else.
    """
    try:
        return audience_names(value, Location())
    except BadOption:
        raise problem(
            SpecError,
            f"{excerpt(value)} names no audience",
            "give a name or a list of names, such as ['partners']",
        ) from None


def _checked_or_none(value: object) -> tuple[str, ...] | None:
    """Return one or several names of audiences as a tuple; None stays None.

    Raises:
        PydanticCustomError: The value is something else.
    """
    if value is None:
        return None
    return checked_audience(value)


# Any at run time, for pydantic does not accept a text as a `Sequence[str]`.
AudienceField = Annotated[
    Sequence[str],
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(Annotated[Any, AfterValidator(checked_audience)])
    ),
]
"""For whom something is; empty for everyone."""

DocumentAudienceField = Annotated[
    Sequence[str] | None,
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(Annotated[Any, AfterValidator(_checked_or_none)])
    ),
]
"""For whom a document is; None for everyone."""
