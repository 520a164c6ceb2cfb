"""Checks, before a service starts, that a handler implements a contract."""

import inspect
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Set,
)
from typing import Annotated, Any, get_args

from ..contracts.annotations import UNIONS, get_origin
from ..contracts.contract_errors import ContractTypeError, MissingAnnotation, Problems, Where
from ..contracts.model import TypeForm
from .injection import (
    Injected,
    hints_of,
    injected_parameters,
    refuse_marked_attributes,
    refuse_markers,
    signature_of,
)

_STREAMS = (AsyncIterator, AsyncIterable, AsyncGenerator, Iterator, Generator)


class NotImplementedAsDeclared(ContractTypeError):
    """A handler that lacks a method of its contract, or has it with other types."""

    code = "handler"


def check_handler(
    api: type,
    handler: object,
    names: Iterable[str],
    problems: Problems,
    provided: tuple[type, ...] | None,
) -> Mapping[str, tuple[Injected, ...]]:
    """Compare the methods of a handler with those of the contract's class.

    Args:
        api: The decorated class.
        handler: An object, or a class whose objects handle.
        names: The methods that the handler must have.
        problems: Takes what is wrong.
        provided: What FastAPI gives to them by its type; None where it resolves nothing.

    Returns:
        Of each method the parameters that FastAPI resolves.
    """
    owner = type(handler) if not isinstance(handler, type) else handler
    refuse_marked_attributes(handler, problems)
    injected: dict[str, tuple[Injected, ...]] = {}
    for name in names:
        where = Where(owner=f"{owner.__name__}.{name}")
        function = getattr(handler, name, None)
        if not callable(function):
            problems.add(
                NotImplementedAsDeclared(
                    f"{owner.__name__} does not implement {api.__name__}.{name}",
                    where=where,
                    hint=f"give it a method {name}; a type checker reports all that are missing",
                )
            )
            continue
        declared = hints_of(getattr(api, name))
        refuse_markers(
            getattr(api, name),
            Where(owner=f"{api.__name__}.{name}"),
            problems,
            "write http.Query(), http.Header() and their like in a contract, and dependencies in "
            "the handler",
        )
        _check_method(declared, hints_of(function), where, problems)
        arguments = {argument for argument in declared if argument != "return"}
        before, reported = _self_of(handler, name), len(problems)
        injected[name] = injected_parameters(
            function, arguments, where, problems, provided=provided, leading=len(before)
        )
        if len(problems) == reported:
            names_injected = {parameter.name for parameter in injected[name]}
            _check_call(function, arguments, names_injected, before, where, problems)
    return injected


def handler_class(connect: Callable[..., Any], where: Where, problems: Problems) -> type | None:
    """The class whose objects a function returns, as its annotation says.

    Args:
        connect: The class itself, or a function, plain or ``async``.
        where: For what is wrong.
        problems: Takes what is wrong; then there is no class.
    """
    if isinstance(connect, type):
        return connect
    form = _bare(_awaited(hints_of(connect).get("return", Any)))
    returned = get_origin(form) or form
    if isinstance(returned, type) and returned not in (Any, type(None)):  # Any is a class, too
        return returned
    problems.add(
        MissingAnnotation(
            "it does not say of which class the objects are that it returns",
            where=where,
            hint=(
                "annotate it, as in `def connect(peer: Peer) -> Chat`, so that the methods of "
                "Chat are checked now"
            ),
        )
    )
    return None


def _self_of(handler: object, name: str) -> tuple[object, ...]:
    """The argument for ``self`` when a class is checked instead of an object of it."""
    bare = isinstance(handler, type) and inspect.isfunction(
        inspect.getattr_static(handler, name, None)
    )
    return (handler,) if bare else ()


def _check_call(
    function: Callable[..., Any],
    arguments: Set[str],
    injected: Set[str],
    before: tuple[object, ...],
    where: Where,
    problems: Problems,
) -> None:
    """Bind the arguments of the contract, and what FastAPI resolves, as each call will."""
    signature = signature_of(function)
    if signature is None or (arguments - signature.parameters.keys() and not _takes_any(signature)):
        return  # reported already, as missing
    try:
        signature.bind(*before, **dict.fromkeys({*arguments, *injected}))
    except TypeError as error:
        problems.add(
            NotImplementedAsDeclared(
                f"it cannot be called with what the contract gives it: {error}",
                where=where,
                hint="let it take the contract's arguments by their names",
            )
        )


def _takes_any(signature: inspect.Signature) -> bool:
    return any(
        parameter.kind is inspect.Parameter.VAR_KEYWORD
        for parameter in signature.parameters.values()
    )


def _check_method(
    declared: Mapping[str, TypeForm],
    written: Mapping[str, TypeForm],
    where: Where,
    problems: Problems,
) -> None:
    for name, form in declared.items():
        if name not in written:
            problems.add(
                MissingAnnotation(
                    f"{name!r} of the contract is missing or has no type",
                    where=where,
                    hint=f"write it as in the contract: {_shown(form)}",
                )
            )
        elif not _same(form, _awaited(written[name]) if name == "return" else written[name]):
            problems.add(
                NotImplementedAsDeclared(
                    f"{_shown(written[name])} is not the type that the contract declares",
                    where=where / name,
                    hint=f"write it as in the contract: {_shown(form)}",
                )
            )


def _awaited(form: TypeForm) -> TypeForm:
    return (
        get_args(form)[-1]
        if get_origin(form) in (Coroutine, Awaitable) and get_args(form)
        else form
    )


def _same(one: TypeForm, other: TypeForm) -> bool:
    """Whether two types are one but for what ``Annotated`` says; an asynchronous generator is an
    iterator.
    """
    one, other = _bare(one), _bare(other)
    if one == other:
        return True
    ours, theirs, kinds = get_args(one), get_args(other), {get_origin(one), get_origin(other)}
    if not ours or not theirs:
        return False
    if kinds <= set(_STREAMS):
        return _same(ours[0], theirs[0])
    if len(ours) != len(theirs):
        return False
    if kinds <= set(UNIONS):  # in any order
        return all(_is_among(member, theirs) for member in ours)
    return len(kinds) == 1 and all(map(_same, ours, theirs))


def _is_among(form: TypeForm, forms: tuple[TypeForm, ...]) -> bool:
    return any(_same(form, other) for other in forms)


def _bare(form: TypeForm) -> TypeForm:
    while get_origin(form) is Annotated:
        form = form.__origin__
    return type(None) if form is None else form


def _shown(form: TypeForm) -> str:
    form = _bare(form)
    return (
        form.__name__
        if isinstance(form, type) and not get_args(form)
        else str(form).replace("typing.", "")
    )
