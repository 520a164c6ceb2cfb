"""Between a decorated class and its contract: what was read when the class was created, compiled at
first use.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from .._deprecated import warn_deprecated
from .contract_errors import BadOption, ContractError, NotAContract, Problems, Where
from .model import Contract, ExternalDocs, HttpContract, WebSocketContract
from .permissions import Permission
from .requirements import Requirement, check_error, security_problem


@dataclass(slots=True)
class Draft:
    """A class that was checked for structure and waits for its types."""

    compile: Callable[[], Contract]
    lock: Any = field(default_factory=RLock, repr=False)
    contract: Contract | None = None

    def finished(self) -> Contract:
        """The contract, compiled once."""
        with self.lock:
            if self.contract is None:
                self.contract = self.compile()
            return self.contract


_drafts: "WeakKeyDictionary[type, Draft]" = WeakKeyDictionary()
"""By class. Not an attribute of the class, for a Protocol would count it as a member that handlers
must have."""


def register(cls: type, draft: Draft) -> None:
    """Remember the draft of a class.

    Raises:
        NotAContract: The class has one already.
    """
    if cls in _drafts:
        raise NotAContract(
            "the class is decorated twice",
            where=Where(owner=cls.__name__),
            hint="keep one of http.api and ws.api",
        )
    _drafts[cls] = draft


def contract_of(api: object) -> Contract:
    """The contract of a decorated class; a contract is returned as it is.

    Args:
        api: A class decorated with `http.api` or `ws.api`, or an `HttpContract` or
            `WebSocketContract`.

    Raises:
        NotAContract: `api` is something else.
        ContractError: A type of the contract cannot be described.
    """
    if isinstance(api, HttpContract | WebSocketContract):
        return api
    draft = _drafts.get(api) if isinstance(api, type) else None
    if draft is None:
        raise NotAContract(
            f"{api!r} is no contract",
            where=Where(),
            hint="decorate the class with @http.api(...) or @ws.api(...)",
        )
    return draft.finished()


_MARK = "__ggdocs_method__"


def mark(
    function: Any,
    options: object,
    merged: Callable[[object, object], object | None] = lambda inner, outer: None,
) -> None:
    """Note on a function what its decorator said.

    Args:
        function: The method.
        options: What its decorator said.
        merged: Makes one of what two decorators said, or None where they cannot stand together.

    Raises:
        BadOption: Two decorators contradict each other.
    """
    if hasattr(function, _MARK):
        both = merged(getattr(function, _MARK), options)
        if both is None:
            code = function.__code__
            raise BadOption(
                "two decorators that do not go together",
                where=Where(
                    file=code.co_filename, line=code.co_firstlineno, owner=function.__qualname__
                ),
                hint=(
                    "keep one; for several verbs give the same path to each and the options to "
                    "one of them"
                ),
            )
        options = both
    setattr(function, _MARK, options)


def marked(cls: type) -> Iterator[tuple[str, Any, object]]:
    """Name, function and options of each decorated method, those of base classes first, in order of
    declaration.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            for function in (
                member,
                getattr(member, "__func__", member),
            ):  # a static method hides what it holds
                if hasattr(function, _MARK):
                    found[name] = function
    for name, function in found.items():
        yield name, function, getattr(function, _MARK)


def check_options(
    owner: Where,
    problems: Problems,
    *,
    errors: Iterable[Any] = (),
    requires: Iterable[Any] = (),
    permission: Any = None,
    security: Any = None,
) -> None:
    """Refuse errors, requirements, permissions and security requirements that are something
    else.
    """
    if (problem := security_problem(security, owner)) is not None:
        problems.add(problem)
    for error in errors:
        try:
            check_error(error, owner)
        except ContractError as problem:
            problems.add(problem)
    for requirement in requires:
        if not isinstance(requirement, Requirement):
            problems.add(
                BadOption(
                    f"{requirement!r} in requires= is no Requirement",
                    where=owner,
                    hint="make one with Requirement('Name', headers={...})",
                )
            )
    if permission is not None and not isinstance(permission, Permission):
        problems.add(
            BadOption(
                f"permission={permission!r} is no permission",
                where=owner,
                hint="use public, authenticated, scope('name'), or combine them with & and |",
            )
        )


def required(requires: Any, middlewares: Any) -> tuple[Any, ...]:
    """The options ``requires`` and ``middlewares``, its old name, as one tuple."""
    if middlewares is None:
        return as_tuple(requires)
    warn_deprecated("middlewares= is deprecated: write requires=")
    return (*as_tuple(requires), *as_tuple(middlewares))


def as_tuple(items: Any) -> tuple[Any, ...]:
    """Options given as a list, kept as a tuple; one alone is taken for a list of one, and checked
    with the others.
    """
    if items is None:
        return ()
    return tuple(items) if isinstance(items, Iterable) else (items,)


def needs_parentheses(given: object, name: str) -> None:
    """Refuse a decorator without parentheses, which is handed the function or class instead of a
    path.

    Raises:
        BadOption: `given` is what stands below the decorator.
    """
    if callable(given):
        code = getattr(given, "__code__", None)
        where = Where(
            file=code.co_filename if code else None,
            line=code.co_firstlineno if code else None,
            owner=getattr(given, "__qualname__", repr(given)),
        )
        raise BadOption(f"@{name} without parentheses", where=where, hint=f"write @{name}(...)")


def check_kind(cls: type, options: type, owner: Where, problems: Problems) -> None:
    """Refuse methods that were decorated for a contract of the other kind."""
    for name, _, said in marked(cls):
        if not isinstance(said, options):
            problems.add(
                BadOption(
                    "decorated for the other kind of contract",
                    where=Where(file=owner.file, line=owner.line, owner=f"{owner.owner}.{name}"),
                    hint=(
                        "use http.get and its like below http.api, ws.client_to_server and its "
                        "like below ws.api"
                    ),
                )
            )


def external(docs: ExternalDocs | str | None) -> ExternalDocs | None:
    """A link given as an URL or with a description."""
    return ExternalDocs(url=docs) if isinstance(docs, str) else docs


def unique(items: Iterable[Any]) -> tuple[Any, ...]:
    """The items in order, each once."""
    return tuple(dict.fromkeys(items))
