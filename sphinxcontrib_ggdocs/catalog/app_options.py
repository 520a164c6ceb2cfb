"""`AppOptions`: how the routes of an application become contracts; the same options for every
adapter.

Each option is data, or the name of a function or of data, ``package.module:attribute``, so that it
can be given in ``conf.py``, in a directive, in TOML and on the command line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, StrictBool, ValidationInfo

from ..contracts.contract_errors import ContractError, Location
from ..value_messages import excerpt
from .fields import Spec, problem
from .imports import IMPORT_NAME, import_object
from .spec_errors import SpecError

GroupBy: TypeAlias = Literal["tags", "router"] | Callable[[Any], str]
"""The first tag of a route, the module or class of its handler, or a function of the framework's
route that names the group."""

RouteChoice: TypeAlias = Iterable[str] | Callable[[Any], bool] | None
"""Patterns of paths such as ``/items/*``, or a function of the framework's route."""

MethodNames: TypeAlias = Mapping[str, str] | Callable[[Any], str | None] | None
"""Names of methods by ``GET /items/{id}``, by the handler's name or by the operation id; or a
function of the framework's route, which returns None for those that keep their names."""

RouteAudience: TypeAlias = Callable[[Any], str | Iterable[str] | None]
"""Names the audiences of the framework's route; None for everyone."""

GroupNames: TypeAlias = Mapping[str, str] | Callable[[str], str | None] | None
"""What readers see in place of the names of groups, or a function of a name."""

ErrorName: TypeAlias = Callable[[int, Any], str | None]
"""Names an error by its status and its entry in ``responses=``; None to have a name derived."""


def _is_name(value: object) -> bool:
    """Return whether a value is the name of an object, ``package.module:attribute``."""
    return isinstance(value, str) and IMPORT_NAME.fullmatch(value) is not None


def _strings(value: object) -> tuple[str, ...] | None:
    """Return a string, or a list or tuple of strings, as a tuple; None for any other value."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _is_mapping_of_strings(value: object) -> bool:
    """Return whether a value is a mapping whose keys and values are all strings."""
    if not isinstance(value, Mapping):
        return False
    keys_and_values = (*value.keys(), *value.values())
    return all(isinstance(item, str) for item in keys_and_values)


def _check(value: object, info: ValidationInfo) -> object:
    """Check the value of an option, and return it: None, a function, the name of a function or of
    data, or data of the type that this option takes.

    Args:
        value: The value.
        info: Has the name of the option.

    Raises:
        PydanticCustomError: The option does not accept the value.
    """
    if value is None or callable(value) or _is_name(value):
        return value
    name = str(info.field_name)
    if name in ("include", "exclude"):
        patterns = _strings(value)
        if patterns is not None:
            return patterns
    if name in ("method_names", "group_names") and _is_mapping_of_strings(value):
        return value
    if name == "group_by" and value in ("tags", "router"):
        return value
    description = AppOptions.model_fields[name].description
    raise problem(SpecError, f"{excerpt(value)} is not accepted", f"give {description}")


_Option = Annotated[Any, AfterValidator(_check)]


def _import_option(field: str, name: str, where: Location) -> object:
    """Import the value of an option, and return it. A function is wrapped: an error that it raises
    becomes a `SpecError` with its name and the place of the option.

    Args:
        field: The name of the option.
        name: ``package.module:attribute``.
        where: The place of all options.

    Raises:
        ContractError: The name is unresolved.
    """
    option = import_object(name, where / field)
    if not callable(option):
        return option

    @wraps(option)
    def call(*arguments: Any) -> Any:
        """Call the author's function."""
        try:
            return option(*arguments)
        except ContractError:  # it says itself what is wrong, and where
            raise
        except Exception as error:  # a user's function may raise anything
            message = f"{name} raises {type(error).__name__}: {error}"
            hint = f"give {AppOptions.model_fields[field].description}"
            raise SpecError(message, where=where / field, hint=hint) from error

    return call


class AppOptions(Spec):
    """How the routes of an application become groups of contracts."""

    group_by: _Option = Field(
        default="tags",
        description="'tags', 'router' (the module or class of the handler), or a function of a "
        "route that names its group, such as 'package.module:function'",
    )
    include: _Option = Field(
        default=None,
        description="which routes to take: patterns of paths, such as ['/items/*'], or a function "
        "of a route",
    )
    exclude: _Option = Field(
        default=None, description="which of these to leave out: patterns of paths, or a function"
    )
    method_names: _Option = Field(
        default=None,
        description="names of methods by 'GET /items/{id}', by the name of the handler or by the "
        "operation id; or a function of a route",
    )
    group_names: _Option = Field(
        default=None,
        description="what readers see in place of the names of groups, or a function of a name",
    )
    error_name: _Option = Field(
        default=None,
        description="a function of a status and an entry of responses=, which names the error",
    )
    audience: _Option = Field(
        default=None,
        description="a function of a route that returns its audiences, or None for everyone; "
        "the audience of the document is a field of the document",
    )
    mounted: StrictBool = Field(
        default=False,
        description="whether mounted applications are read; by default only the contracts that "
        "they serve are documented",
    )
    strict: StrictBool = Field(
        default=False,
        description="whether a type without a schema is an error; by default it is documented as "
        "any value, with a warning",
    )

    @property
    def modules(self) -> Iterator[str]:
        """The names of the modules that options are imported from."""
        for name in type(self).model_fields:
            value = getattr(self, name)
            if _is_name(value):
                yield str(value).partition(":")[0]

    def imported(self, where: Location) -> "AppOptions":
        """Return the same options, with the functions and data that names in them lead to in the
        place of the names.

        Args:
            where: The place of the options, for messages.

        Raises:
            ContractError: A name is unresolved, or leads to a value that the option does not
                accept.
        """
        objects: dict[str, object] = {}
        for name, value in self.given_fields.items():
            if _is_name(value):
                objects[name] = _import_option(name, value, where)
        if not objects:
            return self
        # Validated again: what a name leads to is known only now.
        return AppOptions.model_validate({**self.given_fields, **objects})
