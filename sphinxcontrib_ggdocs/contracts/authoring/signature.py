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
from .docstrings import Prose, cleaned_docstring, describes_itself, read_docstring, with_message


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a contract's method, its type not yet resolved."""

    name: str
    written: Any
    """The annotation as Python has it: a type, or a string."""
    default: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """One function of a contract's class."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Argument, ...]
    prose: Prose
    deprecated: bool
    deprecation_message: str | None
    source: Source
    where: Location
    local_names: Mapping[str, Any] = field(repr=False)
    type_arguments: Mapping[Any, TypeForm] = field(default_factory=dict, repr=False)
    """By type variable, what the class fills in for the generic base that defines the function."""

    def describe(self, argument: str, annotation: TypeForm) -> str | None:
        """Return the description of an argument in the docstring, unless its type has one, and
        after it what to use instead.
        """
        text = None if describes_itself(annotation) else self.prose.arguments.get(argument)
        return with_message(text, annotation)

    def deprecation_text(self, option: bool | str | Deprecated) -> str | None:
        """What to use instead: the sentence of the decorator's option, else of ``deprecated``."""
        text = option.message if isinstance(option, Deprecated) else option
        if isinstance(text, str):
            return text
        return self.deprecation_message

    def types(self, problems: Problems) -> dict[str, TypeForm]:
        """Return the types by argument, and the answer's under ``return``.

        Args:
            problems: Collects the forward references that lead nowhere, in whose place is any
                value.
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
        return {
            name: substitute(annotation, self.type_arguments) for name, annotation in hints.items()
        }


def read_function(
    name: str,
    function: Callable[..., Any],
    cls: type,
    filled: Mapping[Any, Mapping[Any, TypeForm]],
    local_names: Mapping[str, Any],
    problems: Problems,
) -> Signature:
    """Return the signature of one function of a class.

    Args:
        name: Its name in the class.
        function: The function.
        cls: The decorated class, even where a base defines the function.
        filled: By base of the class, what is filled in for its type variables.
        local_names: What annotations may use besides the names of the module.
        problems: Collects what is wrong.
    """
    function = inspect.unwrap(function)
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
    message = getattr(function, "__deprecated__", None)
    definer = next((base for base in cls.__mro__ if name in vars(base)), cls)
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
        type_arguments=filled.get(definer, {}),
    )


def _arguments(
    function: Callable[..., Any], where: Location, problems: Problems
) -> Iterator[Argument]:
    parameters = list(inspect.signature(function).parameters.values())
    annotations = inspect.get_annotations(function)
    for position, parameter in enumerate(parameters):
        # The instance, whatever it is called; a static method has none, and annotates its first
        # argument like the others.
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
            default = MISSING if parameter.default is parameter.empty else parameter.default
            yield Argument(
                name=parameter.name, written=annotations[parameter.name], default=default
            )


def class_text(cls: type) -> str | None:
    """Return the docstring that a class itself has, as `read_docstring` reads one;
    `typing.Protocol` and dataclasses bring none of their own.
    """
    text = cls.__dict__.get("__doc__")
    if isinstance(text, str):
        return cleaned_docstring(text) or None
    return None


def local_names(frame: FrameType | None) -> Mapping[str, Any]:
    """Return the names of a function in which a contract is defined; none at the top of a
    module.
    """
    if frame is None or frame.f_locals is frame.f_globals:
        return {}
    return dict(frame.f_locals)


PLACEHOLDER = re.compile(r"{([^{}]*)}")


def placeholders(path: str) -> tuple[str, ...]:
    """Return the names in braces, in order; a converter as in ``{rest:path}`` is not part of the
    name.
    """
    return tuple(name.partition(":")[0] for name in PLACEHOLDER.findall(path))
