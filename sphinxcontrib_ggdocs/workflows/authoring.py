"""Provides the functions with which authors write workflows. To a type checker, calls return
values; when the module is imported, they return references, which record what is taken from them.
"""

import inspect
import re
import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import (
    Any,
    Concatenate,
    Literal,
    ParamSpec,
    TypeVar,
    cast,
    get_origin,
    overload,
)

from ..audience_rules import Audiences
from ..contracts.audiences import audience_names
from ..contracts.contract_errors import BadOption, Location

_NAME = re.compile(r"[A-Za-z0-9_-]+")
"""As Arazzo demands (Arazzo 1.1, "Workflow Object")."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A value that the caller of a workflow chooses."""

    name: str
    description: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One call of a workflow."""

    target: object
    """The function of a contract, or the name of a method."""
    arguments: Mapping[str, object]
    where: Location


class Reference:
    """A value that is not known yet, or a part of it: ``order.lines[0].listing``."""

    __slots__ = ("_origin", "_path")
    __iter__ = None  # else Python would try all numbers

    def __init__(self, origin: Given | Step, path: tuple[str | int, ...] = ()) -> None:
        self._origin = origin
        self._path = path

    def __getattr__(self, name: str) -> "Reference":
        if name.startswith("_"):
            raise AttributeError(name)
        return Reference(self._origin, (*self._path, name))

    def __getitem__(self, key: str | int) -> "Reference":
        return Reference(self._origin, (*self._path, key))


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """An object whose fields are partly references."""

    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Workflow:
    """A sequence of calls, with the values that flow from one to the next."""

    name: str
    steps: tuple[Step, ...]
    summary: str | None = None
    description: str | None = None
    credential: Reference | None = None
    """With which the steps are called that need one."""
    outputs: Mapping[str, object] = field(default_factory=dict)
    audience: Audiences = ()
    """For whom it is; empty for everyone."""
    where: Location


def origin_of(reference: Reference) -> tuple[Given | Step, tuple[str | int, ...]]:
    """Return what a reference is a part of, and the steps that lead to the part."""
    return reference._origin, reference._path


def given(name: str, description: str | None = None) -> Any:
    """Return a value that the caller of a workflow provides. Its type is that of the argument that
    it is passed to; annotate the variable to have that checked: ``order: OrderId =
    given("order")``.

    Args:
        name: The name of the value for callers.
        description: More about it, for readers.
    """
    return Reference(Given(name, description))


@overload
def step(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> R: ...
@overload
def step(method: Callable[Concatenate[Any, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R: ...
@overload
def step(method: str, /, **kwargs: Any) -> Any: ...
def step(method: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a method as a step of a workflow, with constants, values from `given`, and results of
    earlier steps or parts of them.

    Args:
        method: A method of a contract, such as ``OrderApi.cancel``; if contracts are read from an
            application or a file, its name: ``"Order.cancel"``.
        args: Its arguments, in their order.
        kwargs: Its arguments by name.

    Returns:
        A reference to the result; to type checkers, the result itself.
    """
    where = _caller()
    names: list[str] = []
    if args and callable(method):
        names = list(inspect.signature(method).parameters)[1:]
    if len(args) > len(names):
        raise BadOption(
            f"{len(args)} arguments, but the method has {len(names)}",
            where=where,
            hint="drop those that it does not have, or give them by name",
        )
    arguments = dict(zip(names, args, strict=False)) | kwargs
    return Reference(Step(method, arguments, where))


def build(type: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Build an object whose fields may be results of earlier steps, which the class itself would
    reject: ``build(RefundRequest, amount=order.total, reason="Broken")``.

    Args:
        type: The class of the object.
        args: None: fields are given by name.
        kwargs: The fields.
    """
    if args:
        raise BadOption("a field without a name", where=_caller(), hint="write it as name=value")
    fields: dict[str, object] = {}
    for name, info in getattr(type, "model_fields", {}).items():
        # The tag of an alternative, which a class has without being given it.
        if get_origin(info.annotation) is Literal and not info.is_required():
            fields[name] = info.default
    return cast(R, Built(fields | kwargs))


def workflow(
    name: str,
    steps: Iterable[object],
    *,
    summary: str | None = None,
    description: str | None = None,
    credential: object = None,
    outputs: Mapping[str, object] | None = None,
    audience: str | Iterable[str] | None = None,
) -> Workflow:
    """Describe calls that belong together. List it in `workflows` of a document.

    Args:
        name: Of the workflow: letters, digits, ``-`` and ``_``.
        steps: What `step` has returned, in the order of the calls.
        summary: One line about it.
        description: More about it, in the markup of the document.
        credential: The token or key for the steps that need one: a result of an earlier step, or a
            value from `given`. By default the caller chooses it.
        outputs: The results of the workflow, by name.
        audience: One or several audiences; by default everyone.

    Raises:
        BadOption: The name is not valid, or a step is not a step.
    """
    where = _caller() / f"workflow {name!r}"
    if not _NAME.fullmatch(name):
        hint = "use letters, digits, - and _, such as 'buy-a-bike'"
        raise BadOption(f"{name!r} is not the name of a workflow", where=where, hint=hint)
    listed: list[Step] = []
    for position, entry in enumerate(steps):
        origin = entry._origin if isinstance(entry, Reference) and not entry._path else None
        if not isinstance(origin, Step):
            raise BadOption(
                "this is not a step", where=where / f"[{position}]", hint="list what step() returns"
            )
        listed.append(origin)
    if not listed:
        raise BadOption("there are no steps", where=where, hint="list what step() returns")
    if credential is not None and not isinstance(credential, Reference):
        hint = "give a result of a step, or given('token'): a secret does not belong in a document"
        raise BadOption("the credential is a constant", where=where / "credential", hint=hint)
    return Workflow(
        name=name,
        steps=tuple(listed),
        summary=summary,
        description=description,
        credential=credential,
        outputs=outputs or {},
        audience=audience_names(audience, where),
        where=where,
    )


def _caller() -> Location:
    """Return the line of the author."""
    frame = sys._getframe(2)
    return Location(file=frame.f_code.co_filename, line=frame.f_lineno)
