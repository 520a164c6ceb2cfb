"""Implements the decorators of HTTP contracts. The structure of a class is checked when it is
decorated; its types are read at first use.
"""

import re
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
"""The statuses of responses without a body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5)."""
BINARY = "application/octet-stream"
_STREAM_TYPES = (Iterator, Generator, AsyncIterator, AsyncIterable, AsyncGenerator)
"""The return types of methods that respond with a stream of items."""


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
        """The success statuses; None if the option is not given."""
        if self.status is None:
            return None
        return as_tuple(self.status)

    @property
    def headers(self) -> tuple[Parameter, ...]:
        """The headers of successful responses.

        Raises:
            BadOption: A type has two markers, or one of another location or with another name.
        """
        where = Location(path="response_headers")
        return parameters_from_types(self.response_headers or {}, "header", where)


class Verb:
    """Declares a method of an `http.api` class on one verb.

    A method with two of them serves both verbs; only one of the two may then have more options.
    """

    def __init__(self, verb: HttpVerb) -> None:
        """Create the decorator for one verb."""
        self.verb: HttpVerb = verb

    def __repr__(self) -> str:
        """Return the name of the decorator, such as ``http.get``."""
        return f"http.{self.verb.lower()}"

    def __call__(self, path: str = "", **options: Unpack[MethodArguments]) -> Callable[[F], F]:
        """Return a decorator that declares a method of a contract.

        Args:
            path: Below the contract's prefix, with ``{name}`` placeholders.
            options: The fields of `MethodArguments`, such as ``errors`` and ``status``.
        """
        needs_parentheses(path, repr(self))
        method_options = MethodOptions(verbs=(self.verb,), path=path, **options)

        def decorate(function: F) -> F:
            """Store the options on the method, which stays as it was."""
            mark(function, method_options, _merged_options)
            return function

        return decorate


def _merged_options(inner: object, outer: object) -> MethodOptions | None:
    """Return the options of two decorators on one method, with the verbs of both.

    None if they cannot be combined: they must be `Verb` decorators with the same path, and at least
    one of them must have no further options.
    """
    if not isinstance(inner, MethodOptions) or not isinstance(outer, MethodOptions):
        return None
    if inner.path != outer.path:
        return None
    # Python applies the inner decorator first, but the outer one is written first.
    verbs = unique((*outer.verbs, *inner.verbs))
    if _has_only_path(outer):
        return replace(inner, verbs=verbs)
    if _has_only_path(inner):
        return replace(outer, verbs=verbs)
    return None


def _has_only_path(options: MethodOptions) -> bool:
    """Return whether a decorator has no options besides its path."""
    return options == MethodOptions(verbs=options.verbs, path=options.path)


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
        options: The fields of `ContractArguments`, such as ``requires`` and ``audience``.

    Raises:
        StructureError: When the class is created: a path and arguments that do not match, two
            methods with the same verb and path, an error that is not an error, an argument without
            a type, a body on GET, HEAD, OPTIONS or TRACE, ``*args``.
        ContractErrorGroup: Several of these.
    """
    needs_parentheses(path_prefix, "http.api")
    class_options = ClassOptions(**options)

    # The decorator calls `read` at once. What `read` returns is called when the contract is first
    # used: by then the names in annotations are defined.
    def read(
        owner: Location, methods: list[tuple[Signature, MethodOptions]], problems: Problems
    ) -> Compile:
        """Check the structure of the contract, and return the function that compiles it."""
        _check_path_syntax(path_prefix, owner, problems)
        _check_structure(path_prefix, methods, problems)

        def compile_contract(fields: CommonFields, problems: Problems) -> HttpContract:
            """Resolve the types of all methods, and create the contract."""
            compiled = compile_each(partial(_method, path_prefix), methods, problems)
            return HttpContract(**fields, path_prefix=path_prefix, methods=compiled)

        return compile_contract

    error_if_empty = (
        "the class has no methods",
        "decorate its methods with @http.get(...) or another verb",
    )
    # The caller's frame has the line of the class, and local names that annotations may use.
    return class_decorator(class_options, sys._getframe(1), MethodOptions, error_if_empty, read)


def _check_structure(
    prefix: str, methods: list[tuple[Signature, MethodOptions]], problems: Problems
) -> None:
    """Report the errors in methods that can be found without resolving types.

    Args:
        prefix: The path prefix of the contract.
        methods: The methods with their options.
        problems: Collects the errors.
    """
    # The name of the method by the verb and the shape of the path.
    name_by_route: dict[tuple[str, str], str] = {}
    for signature, options in methods:
        where = signature.where
        path = prefix + options.path
        _check_path_syntax(options.path, where, problems)
        _check_statuses(options, where, problems)
        check_options(options, where, problems)
        try:
            _ = options.headers  # reading them checks their markers
        except ContractError as not_a_header:
            problems.add(not_a_header.at(where))
        _check_arguments(signature, placeholders(path), options.verbs, problems)
        for verb in options.verbs:
            earlier_method = name_by_route.setdefault((verb, _shape(path)), signature.name)
            if earlier_method != signature.name:
                hint = "give one of the two methods another path or verb"
                message = f"{verb} {path} is already {earlier_method}"
                problems.add(DuplicateMethod(message, where=where, hint=hint))


def _shape(path: str) -> str:
    """Return a path without the names of placeholders and without a slash at the end.

    ``/orders/{id:int}/`` gives ``/orders/{:int}``. Paths with equal shapes match the same requests.
    """
    return PLACEHOLDER.sub(_placeholder_without_name, path.rstrip("/"))


def _placeholder_without_name(placeholder: "re.Match[str]") -> str:
    """Return ``{:int}`` for ``{id:int}``, and ``{}`` for ``{id}``."""
    _, colon, converter = placeholder[1].partition(":")
    return f"{{{colon}{converter}}}"


def _check_path_syntax(path: str, where: Location, problems: Problems) -> None:
    """Report a path without a slash at the start, malformed placeholders and wrong characters."""
    hint_by_error: dict[str, str] = {}
    if path and not path.startswith("/"):
        hint_by_error["does not start with a slash"] = f"write {'/' + path!r}"
    has_unbalanced_braces = path.count("{") != path.count("}")
    if has_unbalanced_braces or not all(map(str.isidentifier, placeholders(path))):
        hint = "write each as {name}, with the name of an argument"
        hint_by_error["has a malformed placeholder"] = hint
    if "?" in path or "#" in path or not path.isprintable():
        hint = "remove it; take query parameters as arguments"
        hint_by_error["contains a control character, ? or #"] = hint
    for error, hint in hint_by_error.items():
        problems.add(PathError(f"the path {path!r} {error}", where=where, hint=hint))


def _check_statuses(options: MethodOptions, where: Location, problems: Problems) -> None:
    """Report an empty option ``status``, and each status in it that is not one of success."""
    statuses = options.statuses
    if statuses is None:
        return
    if not statuses:
        hint = "name one, or leave out status="
        problems.add(BadOption("no success status", where=where, hint=hint))
    for status in statuses:
        if not isinstance(status, int) or not 200 <= status <= 399:
            message = f"status={status!r} is not a success status"
            hint = "use one from 200 to 399, and errors=[...] for failures"
            problems.add(BadOption(message, where=where, hint=hint))


def _check_arguments(
    signature: Signature, names: tuple[str, ...], verbs: Iterable[HttpVerb], problems: Problems
) -> None:
    """Report placeholders without an argument, and markers that contradict the path or the verb.

    An annotation in a string is not resolved yet. Its marker is checked at first use, and the names
    in its quotes count as names of placeholders.

    Args:
        signature: The method.
        names: The names of the placeholders in the whole path.
        verbs: The verbs of the method.
        problems: Collects the errors.
    """
    if len(set(names)) != len(names):
        message = "a placeholder occurs twice in the path"
        problems.add(PathError(message, where=signature.where, hint="rename one of them"))
    names_of_arguments: set[str | None] = set()
    for argument in signature.arguments:
        names_of_arguments.add(argument.name)
        where = signature.where / argument.name
        annotation = argument.annotation
        if isinstance(annotation, str):
            names_of_arguments.update(name for name in names if _has_quoted(annotation, name))
            continue
        marker = marker_of(annotation, where, problems)
        if isinstance(marker, Body | Form | File):
            check_body(verbs, where, problems)
        elif marker is not None and marker.location == "path":
            check_path(marker, argument.name, names, where, problems)
            names_of_arguments.add(marker.name)
    for name in names:
        if name not in names_of_arguments:
            message = f"the path has {{{name}}} but the method has no argument {name!r}"
            hint = (
                f"add the argument {name}: str (or its brand), or take {{{name}}} out of the path"
            )
            problems.add(PathError(message, where=signature.where, hint=hint))


def _has_quoted(annotation: str, name: str) -> bool:
    """Return whether an annotation contains a name in quotes, as of ``http.Path("id")``."""
    return f'"{name}"' in annotation or f"'{name}'" in annotation


def _method(
    prefix: str, signature: Signature, options: MethodOptions, problems: Problems
) -> HttpMethod:
    """Compile a method: resolve its types, bind its arguments, and read its responses.

    Args:
        prefix: The path prefix of the contract.
        signature: The method.
        options: The options of its decorator.
        problems: Collects the errors.
    """
    types = signature.types(problems)
    return_type = types["return"]
    names = placeholders(prefix + options.path)
    bound = bind(signature, types, names, options.verbs, problems)
    responses = _successes(return_type, options, signature.prose.answer)
    has_body = any(response.contents for response in responses)
    if not _is_none(return_type) and not has_body:
        message = f"a response with status={options.status}, which has no body"
        hint = "write -> None, or use a status with a body such as 200"
        problems.add(BadOption(message, where=signature.where, hint=hint))
    return HttpMethod(
        **options.fields(signature, signature.prose.description),
        verbs=options.verbs,
        path=options.path,
        parameters=tuple(bound.parameters),
        body=bound.body(signature.where, problems),
        successes=responses,
        requires=as_tuple(options.requires),
        operation_id=options.operation_id,
    )


def _successes(
    return_type: TypeForm, options: MethodOptions, description: str | None = None
) -> tuple[Success, ...]:
    """Return the successful responses of a method.

    The statuses are those of the option ``status``. By default the status is 204 for a method that
    returns None, and otherwise 200.

    Args:
        return_type: The return type.
        options: The options of the method's decorator.
        description: The description of the response.
    """
    contents = _contents_of(return_type, options.media_type)
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
        if status in WITHOUT_BODY:  # whatever the method returns
            success = replace(success, contents=())
        results.append(success)
    return tuple(results)


def _is_none(return_type: TypeForm) -> bool:
    """Return whether a method returns None, so that its response has no body."""
    return return_type is None or return_type is type(None)


def _contents_of(
    return_type: TypeForm, media_type: str | Iterable[str] | None
) -> tuple[Content, ...]:
    """Return the representations of a response body, one for each media type; empty if a method
    returns None.

    Args:
        return_type: The return type; an iterator makes the response a stream.
        media_type: The option ``media_type``. By default it is JSON; for bytes it is
            ``application/octet-stream``, and for a stream ``text/event-stream``.
    """
    if _is_none(return_type):
        return ()
    peeled_type = peel_all(return_type)
    is_stream = get_origin(peeled_type) in _STREAM_TYPES
    item_type = return_type
    default_media_type = JSON
    if is_stream:
        item_type = get_args(peeled_type)[0]  # a generator has further arguments
        default_media_type = EVENT_STREAM
    is_raw = peel_all(item_type) is bytes
    if is_raw:
        default_media_type = BINARY
    media_types = media_type or default_media_type
    if isinstance(media_types, str):
        media_types = (media_types,)
    if is_raw:  # bytes have no schema, also as the items of a stream
        return tuple(Content(media_type=name) for name in media_types)
    return tuple(Content(media_type=name, type=item_type, stream=is_stream) for name in media_types)
