"""Provides the functions with which authors write workflows. Type checkers see calls that return
their results; when the module is imported, they return references, which record which parts of a
result are used.
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
"""A name that Arazzo allows (Arazzo 1.1, "Workflow Object")."""

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
    """The arguments by their names: constants, `Built` objects and references."""
    where: Location
    """The line of the author's code that calls `step`."""


class Reference:
    """A value that is known only when the workflow runs, or a part of it:
    ``order.lines[0].listing``.
    """

    __slots__ = ("_origin", "_path")
    # Without this, `for` and `*` would call `__getitem__` with 0, 1, 2 and so on without end.
    __iter__ = None

    def __init__(self, origin: Given | Step, path: tuple[str | int, ...] = ()) -> None:
        self._origin = origin
        self._path = path

    def __getattr__(self, name: str) -> "Reference":
        """Return a reference to a field of the value."""
        if name.startswith("_"):  # `copy`, `pickle` and others look for special methods
            raise AttributeError(name)
        return Reference(self._origin, (*self._path, name))

    def __getitem__(self, key: str | int) -> "Reference":
        """Return a reference to an item of the value."""
        return Reference(self._origin, (*self._path, key))


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """An object some of whose fields are references, which `build` returns."""

    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Workflow:
    """A sequence of calls, with the values that flow from one to the next."""

    name: str
    steps: tuple[Step, ...]
    summary: str | None = None
    description: str | None = None
    credential: Reference | None = None
    """The credential of all steps that need one."""
    outputs: Mapping[str, object] = field(default_factory=dict)
    audience: Audiences = ()
    """The audiences that see the workflow; empty for everyone."""
    where: Location


def origin_of(reference: Reference) -> tuple[Given | Step, tuple[str | int, ...]]:
    """Return the value that a reference belongs to, and the path to the referenced part of it.

    For ``order.lines[0]`` that is the step whose result is ``order``, and ``("lines", 0)``.
    """
    return reference._origin, reference._path


def given(name: str, description: str | None = None) -> Any:
    """Return a value that the caller of a workflow provides.

    To type checkers it has the type of the argument to which it is passed. Annotate the variable to
    have that checked: ``order: OrderId = given("order")``.

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
    where = _location_of_author()
    names: list[str] = []
    if args and callable(method):  # of a method that is named by a string the order is unknown
        names = list(inspect.signature(method).parameters)[1:]  # without `self`
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
        args: Must be empty; they are a parameter only for type checkers.
        kwargs: The fields by their names.

    Returns:
        A `Built` object; to type checkers, an instance of the class.
    """
    if args:
        raise BadOption(
            "a field without a name", where=_location_of_author(), hint="write it as name=value"
        )
    fields: dict[str, object] = {}
    for name, info in getattr(type, "model_fields", {}).items():
        # The tag of a discriminated union is a field that authors need not write.
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
        BadOption: The name is not valid, there are no steps, one of them is not a step, or the
            credential is a constant.
    """
    where = _location_of_author() / f"workflow {name!r}"
    if not _NAME.fullmatch(name):
        hint = "use letters, digits, - and _, such as 'buy-a-bike'"
        raise BadOption(f"{name!r} is not the name of a workflow", where=where, hint=hint)
    recorded_steps: list[Step] = []
    for position, entry in enumerate(steps):
        origin: object = None
        if isinstance(entry, Reference) and not entry._path:  # not a part of a result
            origin = entry._origin
        if not isinstance(origin, Step):
            raise BadOption(
                "this is not a step", where=where / f"[{position}]", hint="list what step() returns"
            )
        recorded_steps.append(origin)
    if not recorded_steps:
        raise BadOption("there are no steps", where=where, hint="list what step() returns")
    if credential is not None and not isinstance(credential, Reference):
        hint = "give a result of a step, or given('token'): a secret does not belong in a document"
        raise BadOption("the credential is a constant", where=where / "credential", hint=hint)
    return Workflow(
        name=name,
        steps=tuple(recorded_steps),
        summary=summary,
        description=description,
        credential=credential,
        outputs=outputs or {},
        audience=audience_names(audience, where),
        where=where,
    )


def _location_of_author() -> Location:
    """Return the line of the author's code that called the public function which calls this one."""
    frame = sys._getframe(2)  # 0 is this function, 1 the public function
    return Location(file=frame.f_code.co_filename, line=frame.f_lineno)
