"""Contains what the decorators of HTTP and WebSocket contracts share. A method's decorator stores
its options on the function; the class's decorator reads and checks them, and registers a contract
that is compiled at first use.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import FrameType
from typing import Any, TypeAlias, TypedDict, TypeVar, get_args

from ..annotations import type_arguments
from ..audiences import audience_names
from ..contract_errors import BadOption, ContractError, Location, Problems, too_deep
from ..errors import ErrorClass
from ..lifecycle import Deprecated, lifecycle_of
from ..model import Contract, ErrorFormat, ExternalDocs, Source
from ..permissions import Permission
from ..requirements import Requirement, check_error
from ..security import SecurityRequirement
from .drafts import Draft, leaves_methods_out, register
from .signature import Signature, class_text, local_names, read_function

C = TypeVar("C", bound=type)
"""The decorated class."""
Compiled = TypeVar("Compiled")
"""A compiled method or interaction."""
Options = TypeVar("Options")
"""The options of a method or an interaction."""


CommonFields: TypeAlias = dict[str, Any]
"""The fields that contracts of both kinds have, by name."""
Compile = Callable[[CommonFields, Problems], Contract]
"""Resolves the types of a contract and creates it; the problems are errors of types."""
Read = Callable[[Location, list[tuple[Signature, Options]], Problems], Compile]
"""Checks the structure of a class and its methods, and returns the function that compiles them."""


class ContractArguments(TypedDict, total=False):
    """The options of `http.api` and `ws.api`."""

    requires: Iterable[Requirement]
    """Headers, cookies and errors of all requests, or of the handshake."""
    security: SecurityRequirement | None
    """How callers identify themselves, in addition to `requires`."""
    error_format: ErrorFormat
    """How errors look on the wire: ``typed``, ``problem`` (RFC 9457) or ``plain``."""
    permission: Permission | None
    """Who may call or connect, unless a method has its own."""
    runtime_errors: bool
    """Whether `implement()` serves the contract. Its methods can then answer VALIDATION_ERROR and
    SERVER_ERROR, which documentation shows although `errors` does not list them; the default."""
    since: str | None
    """The version of the service that the contract came with."""
    deprecated: bool | Deprecated
    """Whether callers should move away from the whole contract; or a `Deprecated` without a
    message."""
    external_docs: ExternalDocs | str | None
    """A link to more."""
    name: str | None
    """The name in documentation; by default that of the class."""
    description: str | None
    """In the document's markup; the class's docstring unless given."""
    audience: str | Iterable[str] | None
    """For whom it is, a name or several; left out: for everyone."""


class MemberArguments(TypedDict, total=False):
    """The options of the decorators of methods and of interactions."""

    errors: Iterable[ErrorClass]
    """Errors that it may answer with, created with `ERROR.define`."""
    summary: str | None
    """One line; the docstring's first paragraph unless given."""
    description: str | None
    """More, in the document's markup; the rest of the docstring unless given."""
    since: str | None
    """The version of the service that it came with."""
    deprecated: bool | str | Deprecated
    """True, a sentence that says what to use instead, or a `Deprecated`."""
    permission: Permission | None
    """Who may call, or send it."""
    external_docs: ExternalDocs | str | None
    """A link to more."""
    audience: str | Iterable[str] | None
    """For whom it is, a name or several; left out: for everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """The values of `ContractArguments`."""

    requires: Iterable[Requirement] = ()
    security: SecurityRequirement | None = None
    error_format: ErrorFormat = "typed"
    permission: Permission | None = None
    runtime_errors: bool = True
    since: str | None = None
    deprecated: bool | Deprecated = False
    external_docs: ExternalDocs | str | None = None
    name: str | None = None
    description: str | None = None
    audience: str | Iterable[str] | None = None

    def check(self, owner: Location, problems: Problems) -> None:
        """Report values that an option does not accept."""
        if self.error_format not in get_args(ErrorFormat):
            message = f"error_format={self.error_format!r}"
            hint = "use 'typed', 'problem' (RFC 9457) or 'plain'"
            problems.add(BadOption(message, where=owner, hint=hint))
        if self.name is not None and not self.name.isidentifier():
            hint = (
                "name it like a class, such as OrderApi, or leave it out: the name is part of "
                "URLs and of links"
            )
            problems.add(
                BadOption(f"name={self.name!r} is not an identifier", where=owner, hint=hint)
            )
        check_options(self, owner, problems)

    def fields(self, cls: type, line: int | None) -> CommonFields:
        """Return the fields that contracts of both kinds have.

        Args:
            cls: The decorated class.
            line: The line of its decorator.
        """
        return {
            "name": self.name or cls.__name__,
            "description": self.description or class_text(cls),
            "requires": as_tuple(self.requires),
            "security": self.security,
            "error_format": self.error_format,
            "permission": self.permission,
            "runtime_errors": self.runtime_errors,
            # Set by `warnings.deprecated`. A subclass of a deprecated class is not deprecated.
            "deprecated": bool(self.deprecated) or "__deprecated__" in vars(cls),
            "lifecycle": lifecycle_of(self.since, self.deprecated),
            "external_docs": as_external_docs(self.external_docs),
            "source": Source(module=cls.__module__, line=line),
            "audience": audience_names(self.audience, Location(owner=cls.__name__)),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberOptions:
    """The values of `MemberArguments`, and options that only methods have."""

    errors: Iterable[ErrorClass] = ()
    summary: str | None = None
    description: str | None = None
    since: str | None = None
    deprecated: bool | str | Deprecated = False
    permission: Permission | None = None
    external_docs: ExternalDocs | str | None = None
    audience: str | Iterable[str] | None = None
    security: SecurityRequirement | None = None

    def __post_init__(self) -> None:
        """Store the errors as a tuple, since an iterator can be read only once."""
        # A frozen dataclass refuses usual assignments.
        object.__setattr__(self, "errors", as_tuple(self.errors))

    def fields(self, signature: Signature, description: str | None) -> CommonFields:
        """Return the fields that methods and interactions have in common.

        Args:
            signature: The function.
            description: The description that its docstring gives, without the summary; that of an
                interaction includes the answer.
        """
        return {
            "name": signature.name,
            "summary": self.summary or signature.prose.summary,
            "description": self.description or description,
            "errors": unique(self.errors),
            "security": self.security,
            "permission": self.permission,
            "deprecated": bool(self.deprecated) or signature.deprecated,
            "deprecation_message": signature.deprecation_text(self.deprecated),
            "lifecycle": lifecycle_of(self.since, self.deprecated),
            "external_docs": as_external_docs(self.external_docs),
            "source": signature.source,
            "audience": audience_names(self.audience, signature.where),
        }


def class_decorator(
    options: ClassOptions,
    frame: FrameType,
    options_class: type[Options],
    error_if_empty: tuple[str, str],
    read: Read[Options],
) -> Callable[[C], C]:
    """Build the decorator of a class.

    Args:
        options: The options of the decorator.
        frame: The frame in which the decorator was called. It has the line and the local names that
            annotations may use.
        options_class: The class of the options of methods in this kind of contract.
        error_if_empty: The message and the hint of the error if the class has no such methods.
        read: Checks the structure of the methods, and returns the function that compiles the
            contract.
    """
    # Read now, since the frame changes after the decorator has been called.
    file = frame.f_code.co_filename
    line = frame.f_lineno
    names = local_names(frame)
    message_if_empty, hint_if_empty = error_if_empty

    def decorate(cls: C) -> C:
        """Check the structure of a class, and register it; the class itself stays as it was."""
        owner = Location(file=file, line=line, owner=cls.__name__)
        problems = Problems()
        options.check(owner, problems)
        arguments_by_base = type_arguments(cls)
        methods: list[tuple[Signature, Options]] = []
        for name, function, method_options in marked(cls):
            if isinstance(method_options, options_class):
                signature = read_function(name, function, cls, arguments_by_base, names, problems)
                methods.append((signature, method_options))
            else:
                problems.add(_wrong_kind(owner, name))
        if not methods:
            problems.add(BadOption(message_if_empty, where=owner, hint=hint_if_empty))
        compile_contract = read(owner, methods, problems)
        # Errors that are not raised here, but when the contract is compiled.
        errors_of_omitted_methods: tuple[ContractError, ...] = ()
        if leaves_methods_out():  # the caller wants a contract without the methods with errors
            valid_methods = _methods_without_errors(owner, methods, problems)
            if valid_methods:
                errors_of_omitted_methods = tuple(problems)
                # Read again, now without the methods that have errors.
                problems = Problems()
                compile_contract = read(owner, valid_methods, problems)
        problems.raise_if_any()
        fields = options.fields(cls, line)
        draft = Draft(partial(compile_contract, fields), left_out=errors_of_omitted_methods)
        register(cls, draft)
        return cls

    return decorate


def _methods_without_errors(
    owner: Location, methods: Iterable[tuple[Signature, Options]], problems: Problems
) -> list[tuple[Signature, Options]]:
    """Return the methods that have no errors, if only some of the methods have errors.

    Empty if there are no errors, or if the class itself has an error, which cannot be left out.

    Args:
        owner: The place of the class.
        methods: All methods of the class.
        problems: All errors of the class and its methods.
    """
    # The owner of an error is named after the class, or after the class and one of its methods.
    owners_with_errors = {error.where.owner for error in problems}
    if not owners_with_errors or owner.owner in owners_with_errors:
        return []
    valid_methods: list[tuple[Signature, Options]] = []
    for signature, options in methods:
        if signature.where.owner not in owners_with_errors:
            valid_methods.append((signature, options))
    return valid_methods


def compile_each(
    compile_one: Callable[[Signature, Options, Problems], Compiled],
    methods: Iterable[tuple[Signature, Options]],
    problems: Problems,
) -> tuple[Compiled, ...]:
    """Compile each method of a class.

    Args:
        compile_one: Compiles one method.
        methods: The methods with their options.
        problems: Collects the errors of types.

    Raises:
        ContractError: A type is nested too deeply.
    """
    compiled = []
    for signature, options in methods:
        try:
            compiled.append(compile_one(signature, options, problems))
        except RecursionError as error:
            raise too_deep(signature.where) from error
    return tuple(compiled)


def _wrong_kind(owner: Location, name: str) -> BadOption:
    """Return the error for a method whose decorator belongs to the other kind of contract."""
    return BadOption(
        "decorated for the other kind of contract",
        where=Location(file=owner.file, line=owner.line, owner=f"{owner.owner}.{name}"),
        hint=(
            "use http.get and other verbs in a class with http.api, ws.client_to_server and "
            "ws.server_to_client in one with ws.api"
        ),
    )


_MARK = "__ggdocs_method__"


def mark(
    function: Any,
    options: object,
    merge: Callable[[object, object], object | None] = lambda inner, outer: None,
) -> None:
    """Store the options of a method's decorator on the function.

    Args:
        function: The method.
        options: The options of its decorator.
        merge: Combines the options of two decorators on one function; returns None if that is
            impossible. By default it always is.

    Raises:
        BadOption: The function has another decorator, and the options of both cannot be combined.
    """
    if hasattr(function, _MARK):
        merged = merge(getattr(function, _MARK), options)
        if merged is None:
            code = function.__code__
            raise BadOption(
                "two decorators that cannot be combined",
                where=Location(
                    file=code.co_filename, line=code.co_firstlineno, owner=function.__qualname__
                ),
                hint=(
                    "keep one; for several verbs give each the same path, and the options to only "
                    "one of them"
                ),
            )
        options = merged
    setattr(function, _MARK, options)


def marked(cls: type) -> Iterator[tuple[str, Any, object]]:
    """Yield the name, the function and the options of each decorated method of a class.

    Methods of base classes come first, and all in the order of their definition. An override
    without a decorator does not replace the decorated method.
    """
    functions: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            # A static method wraps the function that was decorated.
            for function in (member, getattr(member, "__func__", member)):
                if hasattr(function, _MARK):
                    functions[name] = function
    for name, function in functions.items():
        yield name, function, getattr(function, _MARK)


def check_options(
    options: ClassOptions | MemberOptions, owner: Location, problems: Problems
) -> None:
    """Report values of the options ``audience``, ``errors`` and ``permission`` that are of a wrong
    kind.
    """
    try:
        audience_names(options.audience, owner)
    except BadOption as no_names:
        problems.add(no_names)
    if isinstance(options, MemberOptions):
        for error in options.errors:
            try:
                check_error(error, owner)
            except ContractError as not_an_error:
                problems.add(not_an_error)
    permission: object = options.permission
    if permission is not None and not isinstance(permission, Permission):
        message = f"permission={permission!r} is not a permission"
        hint = "use public, authenticated, scope('name'), or combine them with & and |"
        problems.add(BadOption(message, where=owner, hint=hint))


def as_tuple(items: Any) -> tuple[Any, ...]:
    """Return the values of an option as a tuple; None gives an empty one.

    A value that is not iterable becomes the only item: the author has forgotten the brackets, and
    its check reports it if it is wrong.
    """
    if items is None:
        return ()
    if isinstance(items, Iterable):
        return tuple(items)
    return (items,)


def needs_parentheses(path: object, name: str) -> None:
    """Refuse a decorator without parentheses, which Python calls with the function or class.

    Args:
        path: The first argument of the decorator.
        name: The name of the decorator, such as ``http.get``.

    Raises:
        BadOption: The argument is a function or a class instead of a path.
    """
    if callable(path):
        where = Location(owner=getattr(path, "__qualname__", repr(path)))
        code = getattr(path, "__code__", None)
        if code is not None:
            where = replace(where, file=code.co_filename, line=code.co_firstlineno)
        raise BadOption(f"@{name} without parentheses", where=where, hint=f"write @{name}(...)")


def as_external_docs(docs: ExternalDocs | str | None) -> ExternalDocs | None:
    """Return the option ``external_docs`` as a link; a string is its URL."""
    if isinstance(docs, str):
        return ExternalDocs(url=docs)
    return docs


def unique(items: Iterable[Any]) -> tuple[Any, ...]:
    """Return each item once, in the order of the first occurrence."""
    return tuple(dict.fromkeys(items))
