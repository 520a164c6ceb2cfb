"""Registers decorated classes, and compiles their contracts at first use."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from ...value_messages import displayed
from ..contract_errors import ContractError, Location, NotAContract, OnBadType, Problems
from ..model import Contract, HttpContract, WebSocketContract


@dataclass(slots=True)
class Draft:
    """A class whose structure has been checked; its types are read when the contract is needed."""

    compile: Callable[[Problems], Contract]
    """Compiles the contract, and collects what is wrong with it."""
    lock: Any = field(default_factory=RLock, repr=False)
    """Held while the contract is compiled, since several threads may need it."""
    contract: Contract | None = None
    """The contract; None until it has been compiled without errors."""
    left_out: tuple[ContractError, ...] = ()
    """What is wrong with methods that the contract does without, see `leaving_methods_out`."""

    def finished(self, on_bad_type: OnBadType | None) -> Contract:
        """Return the contract; it is compiled once, unless it has errors.

        Args:
            on_bad_type: Called with each error; without it, errors are raised.
        """
        with self.lock:
            if self.contract is not None:
                return self.contract
            problems = Problems()
            for error in self.left_out:
                problems.add(error)
            contract = self.compile(problems)
            if not problems:  # otherwise the next call has to report the errors again
                self.contract = contract
            elif on_bad_type is None:
                problems.raise_if_any()
            else:
                for problem in problems:
                    on_bad_type(problem)
            return contract


_drafts: "WeakKeyDictionary[type, Draft]" = WeakKeyDictionary()
"""By class. Not an attribute of the class, for a Protocol would count it as a member that handlers
must have."""


_LEAVES_OUT: ContextVar[bool] = ContextVar("methods with errors are left out", default=False)


@contextmanager
def leaving_methods_out() -> Iterator[None]:
    """While this context is active, let decorators leave out methods whose structure has errors.

    Without it, decorators raise the errors. `contract_of` reports the errors of these methods.
    """
    token = _LEAVES_OUT.set(True)
    try:
        yield
    finally:
        _LEAVES_OUT.reset(token)


def leaves_methods_out() -> bool:
    """Return whether the context of `leaving_methods_out` is active."""
    return _LEAVES_OUT.get()


def register(cls: type, draft: Draft) -> None:
    """Store the draft of a decorated class.

    Raises:
        NotAContract: The class has been decorated before.
    """
    if cls in _drafts:
        raise NotAContract(
            "the class is decorated twice",
            where=Location(owner=cls.__name__),
            hint="keep one of http.api and ws.api",
        )
    _drafts[cls] = draft


def contract_of(api: object, *, on_bad_type: OnBadType | None = None) -> Contract:
    """Return the contract of a decorated class; a contract is returned without changes.

    Args:
        api: A class decorated with `http.api` or `ws.api`, or an `HttpContract` or
            `WebSocketContract`.
        on_bad_type: Called with the errors of types, now and when documents are built, and of
            methods that are left out; such types are documented as any value. Without it, errors
            are raised.

    Raises:
        NotAContract: `api` is something else.
        ContractError: A type of the contract cannot be read.
    """
    contract = _contract_of_class(api, on_bad_type)
    # A contract that has such a function already keeps it.
    if on_bad_type is None or contract.on_bad_type is not None:
        return contract
    return replace(contract, on_bad_type=on_bad_type)


def _contract_of_class(api: object, on_bad_type: OnBadType | None) -> Contract:
    """Return the compiled contract of a decorated class; a contract is returned unchanged.

    Raises:
        NotAContract: `api` is neither of these.
    """
    if isinstance(api, HttpContract | WebSocketContract):
        return api
    draft: Draft | None = None
    if isinstance(api, type):
        draft = _drafts.get(api)
    if draft is None:
        raise NotAContract(
            f"{displayed(api)} is not a contract",
            where=Location(),
            hint="decorate the class with @http.api(...) or @ws.api(...)",
        )
    return draft.finished(on_bad_type)
