"""Reads the functions of a decorated class before any type is resolved: arguments, docstrings and
source locations.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from ..annotations import readable_hints, substitute
from ..contract_errors import (
    Location,
    MissingAnnotation,
    Problems,
    UnresolvedType,
    VariadicArgument,
)
from ..lifecycle import Deprecated
from ..message_model import MISSING, Source, TypeForm
from .docstrings import (
    Prose,
    cleaned_docstring,
    read_docstring,
    type_describes_argument,
    with_message,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a contract's method, before its type is resolved."""

    name: str
    annotation: Any
    """The annotation as Python has it: a type, or a string."""
    default: object
    """The default; `MISSING` without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """One function of a contract's class."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Argument, ...]
    prose: Prose
    """The parts of its docstring."""
    deprecated: bool
    """Whether ``@deprecated`` marks it."""
    deprecation_message: str | None
    """The message of ``@deprecated``; None without one."""
    source: Source
    where: Location
    """Its place, for error messages."""
    local_names: Mapping[str, Any] = field(repr=False)
    """Names that annotations may use besides those of the module."""
    type_arguments: Mapping[Any, TypeForm] = field(default_factory=dict, repr=False)
    """By type variable, what the class fills in for the generic base that defines the function."""

    def describe(self, argument: str, annotation: TypeForm) -> str | None:
        """Return the description of an argument: that in the docstring, unless its type has one.

        A deprecation message of the type follows.
        """
        text: str | None = None
        if not type_describes_argument(annotation):
            text = self.prose.arguments.get(argument)
        return with_message(text, annotation)

    def deprecation_text(self, option: bool | str | Deprecated) -> str | None:
        """Return the deprecation message: that of the decorator's option, else that of
        ``@deprecated``.

        Args:
            option: The option ``deprecated`` of the decorator.
        """
        message: object = option
        if isinstance(option, Deprecated):
            message = option.message
        if isinstance(message, str):
            return message
        return self.deprecation_message

    def types(self, problems: Problems) -> dict[str, TypeForm]:
        """Return the resolved types of the arguments by name, and that of the response as
        ``return``.

        Args:
            problems: Collects an error for each name in the annotations that is not defined. An
                annotation with such a name becomes ``Any``.
        """
        hints, undefined = readable_hints(self.function, self.local_names)
        for name in undefined:
            problems.add(
                UnresolvedType(
                    f"the type {name!r} is not defined",
                    where=self.where,
                    hint=(
                        f"import or define {name} in {self.source.module} (not only under "
                        "TYPE_CHECKING)"
                    ),
                )
            )
        if not self.type_arguments:
            return hints
        # A generic base defines the function, so its type variables are replaced.
        return {
            name: substitute(annotation, self.type_arguments) for name, annotation in hints.items()
        }


def read_function(
    name: str,
    function: Callable[..., Any],
    cls: type,
    arguments_by_base: Mapping[Any, Mapping[Any, TypeForm]],
    local_names: Mapping[str, Any],
    problems: Problems,
) -> Signature:
    """Read the signature of one function of a decorated class.

    Args:
        name: Its name in the class.
        function: The function.
        cls: The decorated class, even if a base class defines the function.
        arguments_by_base: For each base of the class, the types that the class fills in for the
            base's type variables.
        local_names: Names that annotations may use besides those of the module.
        problems: Collects the errors.
    """
    function = inspect.unwrap(function)  # another decorator may have wrapped it
    code = function.__code__
    where = Location(
        file=code.co_filename, line=code.co_firstlineno, owner=f"{cls.__name__}.{name}"
    )
    arguments = tuple(_arguments(function, where, problems))
    if "return" not in inspect.get_annotations(function):
        problems.add(
            MissingAnnotation(
                "the return type is missing",
                where=where,
                hint="write -> and a type, or -> None for a response without content",
            )
        )
    # Set by `warnings.deprecated` and `typing_extensions.deprecated`.
    message = getattr(function, "__deprecated__", None)
    return Signature(
        name=name,
        function=function,
        arguments=arguments,
        prose=read_docstring(function.__doc__, [argument.name for argument in arguments]),
        deprecated=message is not None,
        deprecation_message=message if isinstance(message, str) else None,
        source=Source(module=function.__module__, line=code.co_firstlineno),
        where=where,
        local_names=local_names,
        type_arguments=arguments_by_base.get(_defining_class(name, cls), {}),
    )


def _defining_class(name: str, cls: type) -> type:
    """Return the class, among a class and its bases, that defines the member with this name; the
    class itself if none does.
    """
    for base in cls.__mro__:
        if name in vars(base):
            return base
    return cls


def _arguments(
    function: Callable[..., Any], where: Location, problems: Problems
) -> Iterator[Argument]:
    """Yield the arguments of a method without ``self``; those that cannot be sent are reported.

    Args:
        function: The method.
        where: The place of the method.
        problems: Collects errors for ``*args``, ``**kwargs`` and arguments without a type.
    """
    parameters = list(inspect.signature(function).parameters.values())
    annotations = inspect.get_annotations(function)
    for position, parameter in enumerate(parameters):
        # The first parameter is the instance, whatever its name is. A static method has none, and
        # annotates its first argument like the others.
        if position == 0 and (parameter.name == "self" or parameter.name not in annotations):
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
            problems.add(
                VariadicArgument(
                    f"{stars}{parameter.name} cannot be sent",
                    where=where,
                    hint="name each parameter, or take one model, list or dict",
                )
            )
        elif parameter.name not in annotations:
            problems.add(
                MissingAnnotation(
                    f"the parameter {parameter.name!r} has no type",
                    where=where,
                    hint=f"annotate it, such as {parameter.name}: str",
                )
            )
        else:
            default = parameter.default
            if default is parameter.empty:
                default = MISSING
            yield Argument(
                name=parameter.name, annotation=annotations[parameter.name], default=default
            )


def class_text(cls: type) -> str | None:
    """Return the docstring of a class for readers; None if the class itself has none.

    `__doc__` is read from the class alone, since `typing.Protocol` has a docstring, too.
    """
    text = vars(cls).get("__doc__")
    if isinstance(text, str):
        return cleaned_docstring(text) or None
    return None


def local_names(frame: FrameType | None) -> Mapping[str, Any]:
    """Return the local names of the function in which a contract is defined.

    Empty for a contract at the top of a module.

    Args:
        frame: The frame that defines the contract.
    """
    if frame is None or frame.f_locals is frame.f_globals:
        return {}
    # A copy, since the names of the frame change while its function runs.
    return dict(frame.f_locals)


PLACEHOLDER = re.compile(r"{([^{}]*)}")
"""A placeholder in a path, such as ``{name}`` or ``{rest:path}``; group 1 is its content."""


def placeholders(path: str) -> tuple[str, ...]:
    """Return the names of the placeholders in a path, in order.

    ``/files/{user}/{rest:path}`` gives ``("user", "rest")``: a converter is not part of the name.
    """
    contents = PLACEHOLDER.findall(path)
    return tuple(content.partition(":")[0] for content in contents)
