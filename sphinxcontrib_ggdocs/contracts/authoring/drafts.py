"""Decorated classes and their contracts, which are compiled at first use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from ..contract_errors import NotAContract, Where
from ..model import Contract, HttpContract, WebSocketContract


@dataclass(slots=True)
class Draft:
    """A class whose structure has been checked; its types are read when the contract is needed."""

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
    """Store the draft of a class.

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
    """The contract of a decorated class; a contract is returned without changes.

    Args:
        api: A class decorated with `http.api` or `ws.api`, or an `HttpContract` or
            `WebSocketContract`.

    Raises:
        NotAContract: `api` is something else.
        ContractError: A type of the contract cannot be read.
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
