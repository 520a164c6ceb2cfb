"""The decorators of HTTP contracts and what they read: structure at once, types at first use."""

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
from typing import Any, TypeVar, get_args

from .annotations import get_origin, peel_all
from .binding import JSON, bind, check_body, check_path, declared_alone, marker_of
from .class_decorator import C, ClassOptions, Compile, class_decorator
from .contract_errors import BadOption, DuplicateMethod, PathError, Problems, Where
from .draft import (
    as_tuple,
    check_options,
    external,
    mark,
    needs_parentheses,
    required,
    unique,
)
from .errors import ServiceError
from .markers import Body, File, Form, ParameterMarker
from .model import (
    Content,
    ErrorFormat,
    ExternalDocs,
    HttpContract,
    HttpMethod,
    HttpVerb,
    Parameter,
    Success,
    TypeForm,
)
from .permissions import Permission
from .requirements import Requirement
from .security import SecurityRequirement
from .signature import PLACEHOLDER, Signature, placeholders

F = TypeVar("F", bound=Callable[..., Any])

NO_CONTENT = 204
WITHOUT_BODY = (NO_CONTENT, 205, 304)
"""RFC 9110, 15.3.5, 15.3.6 and 15.4.5."""
EVENT_STREAM = "text/event-stream"
BINARY = "application/octet-stream"
_STREAMS = (Iterator, Generator, AsyncIterator, AsyncIterable, AsyncGenerator)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOptions:
    """What the decorator of a method says."""

    verbs: tuple[HttpVerb, ...]
    path: str
    errors: tuple[type[ServiceError[Any]], ...] = ()
    status: int | tuple[int, ...] | dict[int, object] | None = None
    """A dict is refused with its place when the class is read."""
    media_type: str | tuple[str, ...] | None = None
    summary: str | None = None
    description: str | None = None
    deprecated: bool | str = False
    permission: Permission | None = None
    requires: tuple[Requirement, ...] = ()
    security: SecurityRequirement | None = None
    response_headers: tuple[Parameter, ...] = ()
    external_docs: ExternalDocs | None = None
    operation_id: str | None = None


class Verb:
    """Declares a method of an `http.api` class on one verb.

    Two of them on one method make it answer both verbs; only one may then say more than the path.
    """

    def __init__(self, verb: HttpVerb) -> None:
        self.verb: HttpVerb = verb

    def __repr__(self) -> str:
        return f"http.{self.verb.lower()}"

    def __call__(
        self,
        path: str = "",
        *,
        errors: Iterable[type[ServiceError[Any]]] = (),
        status: int | Iterable[int] | None = None,
        media_type: str | Iterable[str] | None = None,
        summary: str | None = None,
        description: str | None = None,
        deprecated: bool | str = False,
        permission: Permission | None = None,
        requires: Iterable[Requirement] = (),
        security: SecurityRequirement | None = None,
        response_headers: Mapping[str, TypeForm] | None = None,
        external_docs: ExternalDocs | str | None = None,
        operation_id: str | None = None,
        middlewares: Iterable[Requirement] | None = None,
    ) -> Callable[[F], F]:
        """Declare the method below.

        Args:
            path: Below the contract's prefix, with ``{name}`` placeholders.
            errors: Errors that the method can answer with, made by `ERROR.define`.
            status: The status of success, or several; 200 unless given, 204 for an answer of None.
            media_type: The media type of success, or several; ``application/json`` unless given,
                for ``bytes`` ``application/octet-stream``, for an iterator of events
                ``text/event-stream``.
            summary: One line; the docstring's first paragraph unless given.
            description: More, in the document's markup; the rest of the docstring unless given.
            deprecated: True, or a sentence that says what to use instead.
            permission: Who may call.
            requires: What requests to this method have to carry besides.
            security: How callers identify themselves, instead of the contract's `security`; with
                ``security.none_needed`` they need not.
            response_headers: Types by header name; ``Annotated[str, http.Header(description=...)]``
                says more of one.
            external_docs: A link to more.
            operation_id: The name in OpenAPI; ``<Contract>_<method>`` unless given.
            middlewares: Deprecated: the old name of `requires`.
        """
        needs_parentheses(path, repr(self))
        options = MethodOptions(
            verbs=(self.verb,),
            path=path,
            errors=as_tuple(errors),
            status=status if status is None or isinstance(status, int | dict) else tuple(status),
            media_type=media_type
            if media_type is None or isinstance(media_type, str)
            else tuple(media_type),
            summary=summary,
            description=description,
            deprecated=deprecated,
            permission=permission,
            requires=required(requires, middlewares),
            security=security,
            response_headers=declared_alone(
                response_headers or {}, "header", Where(owner=f"{self!r}(response_headers=...)")
            ),
            external_docs=external(external_docs),
            operation_id=operation_id,
        )

        def decorate(function: F) -> F:
            mark(function, options, _merged)
            return function

        return decorate


def _merged(inner: object, outer: object) -> MethodOptions | None:
    """The options of two decorators on one method, or None when they contradict each other."""
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


def api(
    path_prefix: str = "",
    *,
    requires: Iterable[Requirement] = (),
    security: SecurityRequirement | None = None,
    error_format: ErrorFormat = "typed",
    permission: Permission | None = None,
    runtime_errors: bool = True,
    deprecated: bool = False,
    external_docs: ExternalDocs | str | None = None,
    name: str | None = None,
    description: str | None = None,
    middlewares: Iterable[Requirement] | None = None,
) -> Callable[[C], C]:
    """Make a class an HTTP contract.

    Args:
        path_prefix: What all paths of the contract start with, such as ``/api/users``.
        requires: What every request has to carry, and may be refused with.
        security: How callers identify themselves, beside what `requires` asks for.
        error_format: How errors look on the wire: ``typed``, ``problem`` (RFC 9457) or ``plain``.
        permission: Who may call, unless a method says otherwise.
        runtime_errors: Whether `implement()` serves the contract. Its methods can then answer
            VALIDATION_ERROR and SERVER_ERROR, which documentation shows although `errors` does not
            list them.
        deprecated: Whether callers should move away from the whole contract.
        external_docs: A link to more.
        name: What documentation calls the contract; the class's name unless given.
        description: In the document's markup; the class's docstring unless given.
        middlewares: Deprecated: the old name of `requires`.

    Raises:
        StructureError: When the class is created: a path and arguments that do not fit, two methods
            on one verb and path, an error that is none, an argument without type, a body on GET,
            ``*args``.
    """
    needs_parentheses(path_prefix, "http.api")
    class_options = ClassOptions(
        requires=required(requires, middlewares),
        security=security,
        error_format=error_format,
        permission=permission,
        runtime_errors=runtime_errors,
        deprecated=deprecated,
        external_docs=external_docs,
        name=name,
        description=description,
    )

    def read(
        owner: Where, methods: list[tuple[Signature, MethodOptions]], problems: Problems
    ) -> Compile:
        _check_form(path_prefix, owner, problems)
        _check_structure(path_prefix, methods, problems)
        return lambda words, found: HttpContract(
            **words,
            path_prefix=path_prefix,
            methods=tuple(
                _method(path_prefix, signature, said, found) for signature, said in methods
            ),
        )

    empty = ("the class has no methods", "put @http.get(...) or its like on its methods")
    return class_decorator(class_options, sys._getframe(1), MethodOptions, empty, read)


def _check_structure(
    prefix: str, methods: list[tuple[Signature, MethodOptions]], problems: Problems
) -> None:
    taken: dict[tuple[str, str], str] = {}
    for signature, said in methods:
        _check_form(said.path, signature.where, problems)
        _check_statuses(said, signature.where, problems)
        check_options(
            signature.where,
            problems,
            errors=said.errors,
            requires=said.requires,
            permission=said.permission,
            security=said.security,
        )
        _check_arguments(signature, placeholders(prefix + said.path), said.verbs, problems)
        shape = _shape(prefix + said.path)
        for verb in said.verbs:
            other = taken.setdefault((verb, shape), signature.name)
            if other != signature.name:
                problems.add(
                    DuplicateMethod(
                        f"{verb} {prefix}{said.path} is already {other}",
                        where=signature.where,
                        hint="give one of the two methods another path or verb",
                    )
                )


def _shape(path: str) -> str:
    """A path with its placeholders nameless: two that differ only in those names match the same
    requests.
    """
    return PLACEHOLDER.sub(
        lambda found: "{" + "".join(found[1].partition(":")[1:]) + "}", path.rstrip("/")
    )


def _check_form(path: str, where: Where, problems: Problems) -> None:
    if path and not path.startswith("/"):
        problems.add(
            PathError(
                f"the path {path!r} does not start with a slash",
                where=where,
                hint=f"write {'/' + path!r}",
            )
        )
    if path.count("{") != path.count("}") or any(
        not name.isidentifier() for name in placeholders(path)
    ):
        problems.add(
            PathError(
                f"the path {path!r} has a malformed placeholder",
                where=where,
                hint="write each as {name}, with the name of an argument",
            )
        )
    if "//" in path:
        problems.add(
            PathError(
                f"the path {path!r} holds two slashes in a row",
                where=where,
                hint="write one: frameworks and proxies do not agree on what two of them mean",
            )
        )
    if any(character in path for character in " ?#"):
        problems.add(
            PathError(
                f"the path {path!r} holds a blank, ? or #",
                where=where,
                hint="a path has none; take query parameters as arguments",
            )
        )


def _check_statuses(said: MethodOptions, where: Where, problems: Problems) -> None:
    if isinstance(said.status, dict):
        problems.add(
            BadOption(
                "status=... gives each status a type of its own",
                where=where,
                hint=(
                    "list the statuses, status=[200, 202], and write what any of them answers "
                    "as the answer's type"
                ),
            )
        )
        return
    if said.status == ():
        problems.add(
            BadOption("no status of success", where=where, hint="name one, or leave out status=")
        )
    statuses: Iterable[object] = (
        (said.status,) if isinstance(said.status, int) else said.status or ()
    )
    for status in statuses:
        if not isinstance(status, int) or not 200 <= status <= 399:
            problems.add(
                BadOption(
                    f"status={status!r} is no status of success",
                    where=where,
                    hint="use one from 200 to 399, and errors=[...] for failures",
                )
            )


def _check_arguments(
    signature: Signature, names: tuple[str, ...], verbs: Iterable[HttpVerb], problems: Problems
) -> None:
    """Each placeholder has an argument, and what is marked where its type is not a string agrees
    with path and verb.
    """
    if len(set(names)) != len(names):
        problems.add(
            PathError(
                "a placeholder stands twice in the path",
                where=signature.where,
                hint="rename one of them",
            )
        )
    covered = set()
    for argument in signature.arguments:
        covered.add(argument.name)
        if isinstance(argument.written, str):
            covered.update(
                name
                for name in names
                if f'"{name}"' in argument.written or f"'{name}'" in argument.written
            )
            continue  # seen at first use
        marker = marker_of(argument.written, signature.where / argument.name, problems)
        if isinstance(marker, Body | Form | File):
            check_body(verbs, signature.where / argument.name, problems)
        if isinstance(marker, ParameterMarker) and marker.location == "path":
            check_path(marker, argument.name, names, signature.where / argument.name, problems)
            covered.add(marker.name or argument.name)
    for name in names:
        if name not in covered:
            problems.add(
                PathError(
                    f"the path has {{{name}}} but the method has no argument {name!r}",
                    where=signature.where,
                    hint=(
                        f"add the argument {name}: str (or its brand), or take {{{name}}} out "
                        "of the path"
                    ),
                )
            )


def _method(
    prefix: str, signature: Signature, said: MethodOptions, problems: Problems
) -> HttpMethod:
    hints = signature.types()
    names = placeholders(prefix + said.path)
    bound = bind(signature, hints, names, said.verbs, problems)
    answers = successes(hints["return"], said, signature.prose.answer)
    if not _is_nothing(hints["return"]) and not any(success.contents for success in answers):
        problems.add(
            BadOption(
                f"an answer with status={said.status}, which has no body",
                where=signature.where,
                hint="write -> None, or use a status with a body such as 200",
            )
        )
    return HttpMethod(
        name=signature.name,
        verbs=said.verbs,
        path=said.path,
        summary=said.summary or signature.prose.summary,
        description=said.description or signature.prose.description,
        parameters=tuple(bound.parameters),
        body=bound.body(signature.where, problems),
        successes=answers,
        errors=unique(said.errors),
        requires=said.requires,
        security=said.security,
        permission=said.permission,
        deprecated=bool(said.deprecated) or signature.deprecated,
        deprecation_message=said.deprecated
        if isinstance(said.deprecated, str)
        else signature.deprecation_message,
        operation_id=said.operation_id,
        external_docs=said.external_docs,
        source=signature.source,
    )


def successes(
    answer: TypeForm, said: MethodOptions, description: str | None = None
) -> tuple[Success, ...]:
    """The successes of a method that answers with `answer`: 204 for None, 200 otherwise, or as the
    decorator says.
    """
    contents = contents_of(answer, said.media_type)
    statuses: tuple[int, ...]
    match said.status:
        case None:
            statuses = (200,) if contents else (NO_CONTENT,)
        case int(status):
            statuses = (status,)
        case several:
            statuses = tuple(several)
    return tuple(
        Success(
            status=status,
            contents=() if status in WITHOUT_BODY else contents,
            description=description,
            headers=said.response_headers,
        )
        for status in statuses
    )


def _is_nothing(answer: TypeForm) -> bool:
    return answer is None or answer is type(None)


def contents_of(answer: TypeForm, media_type: str | tuple[str, ...] | None) -> tuple[Content, ...]:
    """The representations of an answer, one for each media type."""
    if _is_nothing(answer):
        return ()
    bare = peel_all(answer)
    given = (media_type,) if isinstance(media_type, str) else media_type
    if get_origin(bare) in _STREAMS:
        event = get_args(bare)[0]
        if peel_all(event) is bytes:
            return tuple(Content(media_type=name) for name in given or (BINARY,))
        return tuple(
            Content(media_type=name, type=event, stream=name == EVENT_STREAM)
            for name in given or (EVENT_STREAM,)
        )
    if bare is bytes:
        return tuple(Content(media_type=name) for name in given or (BINARY,))
    return tuple(Content(media_type=name, type=answer) for name in given or (JSON,))
