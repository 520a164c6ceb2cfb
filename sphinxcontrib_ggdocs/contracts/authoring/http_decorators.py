"""Implements the decorators of HTTP contracts. The structure of a class is checked when it is
decorated; its types are read at first use.
"""

import sys
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Generator,
    Iterable,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, Unpack, get_args

from ..annotations import get_origin, peel_all
from ..contract_errors import (
    BadOption,
    ContractError,
    DuplicateMethod,
    Location,
    PathError,
    Problems,
)
from ..declared_parameters import marker_of, parameters_from_types
from ..markers import Body, File, Form
from ..media_types import EVENT_STREAM
from ..model import (
    Content,
    HttpContract,
    HttpMethod,
    HttpVerb,
    Parameter,
    Success,
    TypeForm,
)
from ..requirements import Requirement
from ..security import SecurityRequirement
from .binding import JSON, bind, check_body, check_path
from .decorators import (
    C,
    ClassOptions,
    CommonFields,
    Compile,
    ContractArguments,
    MemberArguments,
    MemberOptions,
    as_tuple,
    check_options,
    class_decorator,
    compile_each,
    mark,
    needs_parentheses,
    unique,
)
from .signature import PLACEHOLDER, Signature, placeholders

F = TypeVar("F", bound=Callable[..., Any])

NO_CONTENT = 204
WITHOUT_BODY = (NO_CONTENT, 205, 304)
"""RFC 9110, 15.3.5, 15.3.6 and 15.4.5."""
BINARY = "application/octet-stream"
_STREAMS = (Iterator, Generator, AsyncIterator, AsyncIterable, AsyncGenerator)


class MethodArguments(MemberArguments, total=False):
    """The options of the decorators of HTTP methods."""

    status: int | Iterable[int] | None
    """The success status, or several; by default 200, or 204 for a method that returns None."""
    media_type: str | Iterable[str] | None
    """The media type of the response, or several; by default ``application/json``,
    ``application/octet-stream`` for ``bytes``, and ``text/event-stream`` for an iterator of events.
    """
    requires: Iterable[Requirement]
    """Further requirements of this method."""
    security: SecurityRequirement | None
    """How callers identify themselves, instead of the contract's `security`;
    ``security.none_needed`` if they need not.
    """
    response_headers: Mapping[str, TypeForm] | None
    """Types by header name; ``Annotated[str, http.Header(description=...)]`` describes one."""
    operation_id: str | None
    """The name in OpenAPI; by default ``<Contract>_<method>``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOptions(MemberOptions):
    """The options of the decorator of a method."""

    verbs: tuple[HttpVerb, ...]
    path: str
    status: int | Iterable[int] | None = None
    media_type: str | Iterable[str] | None = None
    requires: Iterable[Requirement] = ()
    response_headers: Mapping[str, TypeForm] | None = None
    operation_id: str | None = None

    @property
    def statuses(self) -> tuple[object, ...] | None:
        """The success statuses; None if none is given."""
        return None if self.status is None else as_tuple(self.status)

    @property
    def headers(self) -> tuple[Parameter, ...]:
        """The headers of successful responses.

        Raises:
            BadOption: A marker is not one of a header.
        """
        where = Location(path="response_headers")
        return parameters_from_types(self.response_headers or {}, "header", where)


class Verb:
    """Declares a method of an `http.api` class on one verb.

    A method with two of them serves both verbs; only one of the two may then have more options.
    """

    def __init__(self, verb: HttpVerb) -> None:
        self.verb: HttpVerb = verb

    def __repr__(self) -> str:
        return f"http.{self.verb.lower()}"

    def __call__(self, path: str = "", **options: Unpack[MethodArguments]) -> Callable[[F], F]:
        """Declare the method below.

        Args:
            path: Below the contract's prefix, with ``{name}`` placeholders.
            options: See `MethodArguments`.
        """
        needs_parentheses(path, repr(self))
        method_options = MethodOptions(verbs=(self.verb,), path=path, **options)

        def decorate(function: F) -> F:
            mark(function, method_options, _merge)
            return function

        return decorate


def _merge(inner: object, outer: object) -> MethodOptions | None:
    """Return the options of two decorators on one method, or None when they contradict each
    other.
    """
    if (
        not isinstance(inner, MethodOptions)
        or not isinstance(outer, MethodOptions)
        or inner.path != outer.path
    ):
        return None
    verbs = unique((*outer.verbs, *inner.verbs))
    for one, other in ((inner, outer), (outer, inner)):
        if other == MethodOptions(verbs=other.verbs, path=other.path):
            return replace(one, verbs=verbs)
    return None


get = Verb("GET")
post = Verb("POST")
put = Verb("PUT")
patch = Verb("PATCH")
delete = Verb("DELETE")
head = Verb("HEAD")
options = Verb("OPTIONS")
trace = Verb("TRACE")


def api(path_prefix: str = "", **options: Unpack[ContractArguments]) -> Callable[[C], C]:
    """Make a class an HTTP contract.

    Args:
        path_prefix: The start of all paths of the contract, such as ``/api/users``.
        options: See `ContractArguments`.

    Raises:
        StructureError: When the class is created: a path and arguments that do not match, two
            methods with the same verb and path, an error that is not an error, an argument without
            a type, a body on GET, HEAD, OPTIONS or TRACE, ``*args``.
        ContractErrorGroup: Several of these.
    """
    needs_parentheses(path_prefix, "http.api")
    class_options = ClassOptions(**options)

    def read(
        owner: Location, methods: list[tuple[Signature, MethodOptions]], problems: Problems
    ) -> Compile:
        _check_form(path_prefix, owner, problems)
        _check_structure(path_prefix, methods, problems)

        def compile_contract(fields: CommonFields, problems: Problems) -> HttpContract:
            compiled = compile_each(partial(_method, path_prefix), methods, problems)
            return HttpContract(**fields, path_prefix=path_prefix, methods=compiled)

        return compile_contract

    empty = ("the class has no methods", "decorate its methods with @http.get(...) or another verb")
    return class_decorator(class_options, sys._getframe(1), MethodOptions, empty, read)


def _check_structure(
    prefix: str, methods: list[tuple[Signature, MethodOptions]], problems: Problems
) -> None:
    taken: dict[tuple[str, str], str] = {}
    for signature, options in methods:
        where, path = signature.where, prefix + options.path
        _check_form(options.path, where, problems)
        _check_statuses(options, where, problems)
        check_options(options, where, problems)
        try:
            _ = options.headers
        except ContractError as not_a_header:
            problems.add(not_a_header.at(where))
        _check_arguments(signature, placeholders(path), options.verbs, problems)
        for verb in options.verbs:
            other = taken.setdefault((verb, _shape(path)), signature.name)
            if other != signature.name:
                hint = "give one of the two methods another path or verb"
                message = f"{verb} {path} is already {other}"
                problems.add(DuplicateMethod(message, where=where, hint=hint))


def _shape(path: str) -> str:
    """Return a path with nameless placeholders and no last slash; equal shapes match the same
    requests.
    """
    return PLACEHOLDER.sub(
        lambda match: "{" + "".join(match[1].partition(":")[1:]) + "}", path.rstrip("/")
    )


def _check_form(path: str, where: Location, problems: Problems) -> None:
    hints: dict[str, str] = {}
    if path and not path.startswith("/"):
        hints["does not start with a slash"] = f"write {'/' + path!r}"
    unbalanced = path.count("{") != path.count("}")
    if unbalanced or not all(map(str.isidentifier, placeholders(path))):
        hints["has a malformed placeholder"] = "write each as {name}, with the name of an argument"
    if "?" in path or "#" in path or not path.isprintable():
        hint = "remove it; take query parameters as arguments"
        hints["contains a control character, ? or #"] = hint
    for reason, hint in hints.items():
        problems.add(PathError(f"the path {path!r} {reason}", where=where, hint=hint))


def _check_statuses(options: MethodOptions, where: Location, problems: Problems) -> None:
    """Report an empty ``status=``, and each status that is not one of success."""
    statuses = options.statuses
    if statuses == ():
        hint = "name one, or leave out status="
        problems.add(BadOption("no success status", where=where, hint=hint))
    for status in statuses or ():
        if not isinstance(status, int) or not 200 <= status <= 399:
            message = f"status={status!r} is not a success status"
            hint = "use one from 200 to 399, and errors=[...] for failures"
            problems.add(BadOption(message, where=where, hint=hint))


def _check_arguments(
    signature: Signature, names: tuple[str, ...], verbs: Iterable[HttpVerb], problems: Problems
) -> None:
    """Each placeholder has an argument, and markers that can be read already agree with path and
    verb; those in annotations that are strings are checked at first use.
    """
    if len(set(names)) != len(names):
        message, hint = "a placeholder occurs twice in the path", "rename one of them"
        problems.add(PathError(message, where=signature.where, hint=hint))
    covered: set[str | None] = set()
    for argument in signature.arguments:
        covered.add(argument.name)
        where, written = signature.where / argument.name, argument.written
        if isinstance(written, str):
            covered.update(
                name for name in names if f'"{name}"' in written or f"'{name}'" in written
            )
            continue
        marker = marker_of(written, where, problems)
        if isinstance(marker, Body | Form | File):
            check_body(verbs, where, problems)
        elif marker is not None and marker.location == "path":
            check_path(marker, argument.name, names, where, problems)
            covered.add(marker.name)
    for name in names:
        if name not in covered:
            message = f"the path has {{{name}}} but the method has no argument {name!r}"
            hint = (
                f"add the argument {name}: str (or its brand), or take {{{name}}} out of the path"
            )
            problems.add(PathError(message, where=signature.where, hint=hint))


def _method(
    prefix: str, signature: Signature, options: MethodOptions, problems: Problems
) -> HttpMethod:
    types = signature.types(problems)
    names = placeholders(prefix + options.path)
    bound = bind(signature, types, names, options.verbs, problems)
    answers = successes(types["return"], options, signature.prose.answer)
    if not _is_nothing(types["return"]) and not any(success.contents for success in answers):
        message = f"a response with status={options.status}, which has no body"
        hint = "write -> None, or use a status with a body such as 200"
        problems.add(BadOption(message, where=signature.where, hint=hint))
    return HttpMethod(
        **options.fields(signature, signature.prose.description),
        verbs=options.verbs,
        path=options.path,
        parameters=tuple(bound.parameters),
        body=bound.body(signature.where, problems),
        successes=answers,
        requires=as_tuple(options.requires),
        operation_id=options.operation_id,
    )


def successes(
    answer: TypeForm, options: MethodOptions, description: str | None = None
) -> tuple[Success, ...]:
    """Return the successful responses of a method that returns `answer`: 204 for None, 200
    otherwise, or the statuses in its options.
    """
    contents = contents_of(answer, options.media_type)
    statuses: tuple[Any, ...] = (NO_CONTENT,)
    if options.statuses is not None:
        statuses = options.statuses
    elif contents:
        statuses = (200,)
    results: list[Success] = []
    for status in statuses:
        success = Success(
            status=status, contents=contents, description=description, headers=options.headers
        )
        if status in WITHOUT_BODY:
            success = replace(success, contents=())
        results.append(success)
    return tuple(results)


def _is_nothing(answer: TypeForm) -> bool:
    return answer is None or answer is type(None)


def contents_of(answer: TypeForm, media_type: str | Iterable[str] | None) -> tuple[Content, ...]:
    """Return the representations of an answer, one for each media type."""
    if _is_nothing(answer):
        return ()
    bare = peel_all(answer)
    stream = get_origin(bare) in _STREAMS
    item = answer
    usual = JSON
    if stream:
        item = get_args(bare)[0]
        usual = EVENT_STREAM
    is_raw = peel_all(item) is bytes
    if is_raw:
        usual = BINARY
    media_types = media_type or usual
    if isinstance(media_types, str):
        media_types = (media_types,)
    if is_raw:
        return tuple(Content(media_type=name) for name in media_types)
    return tuple(Content(media_type=name, type=item, stream=stream) for name in media_types)
