"""Decides which groups, contracts and methods of a document an audience is shown.

A method is not shown if it is marked for others, or if nobody of the audience could call it: a
parameter of its path is hidden, or each way to identify oneself. A contract is not shown if it is
marked for others, or if none of its methods is shown.
"""

from collections.abc import Iterator

from ..audience_rules import Audiences, is_shown
from ..contracts.contract_errors import ContractError, Location, NotForAudience
from . import parts as doc
from .model import ApiDocsDocument
from .shown_parts import ShownParts
from .wire import AnyContract, AnyMethod, contracts_without_callbacks, place_of_part


class ShownContracts:
    """Selects groups, contracts and methods, which keep what is hidden inside of them.

    Args:
        audiences: The audiences that are requested.
        parts: Says which parts are shown.
    """

    def __init__(self, audiences: Audiences, parts: ShownParts) -> None:
        self._audiences = audiences
        self._parts = parts
        self.problems: list[ContractError] = []
        """Of methods that are not shown because nobody could call them."""

    def groups(self, document: ApiDocsDocument) -> Iterator[tuple[doc.Group, list[AnyContract]]]:
        """Yield the shown groups, each with all of its contracts but callbacks.

        Contracts are not filtered yet: `methods` says whether one is shown. A callback is shown
        together with the method that sends it.
        """
        for group in document.groups:
            if is_shown(group.audience, self._audiences):
                yield group, contracts_without_callbacks(group)

    def methods(self, contract: AnyContract) -> list[AnyMethod] | None:
        """Return the shown methods of a contract; None if the contract is not shown. A method, or
        handshake, that the audience could not call is a problem, which is noted.
        """
        if not is_shown(contract.audience, self._audiences):
            return None
        methods = [method for method in contract.methods if self._shows(contract, method)]
        if contract.methods and not methods:
            return None
        is_channel = isinstance(contract, doc.WebSocketContract)
        if is_channel and not self._can_be_called(contract, contract):
            return None
        return methods

    def _shows(self, contract: AnyContract, method: AnyMethod) -> bool:
        """Return whether a method is shown: it is not marked for others, and the audience could
        call it. Only the second is a problem, which is noted if the first is true.
        """
        return self._parts.shows(method) and self._can_be_called(contract, method)

    def _can_be_called(self, contract: AnyContract, owner: AnyContract | AnyMethod) -> bool:
        """Return whether the audience may see all parameters of the path and a way to identify
        itself, and note a problem if not.

        Args:
            contract: The contract.
            owner: One of its methods; the contract itself for the handshake of a WebSocket.
        """
        hidden_params = self._parts.hidden_path_params(owner)
        lacks_credentials = self._parts.lacks_credentials(contract, owner)
        if not hidden_params and not lacks_credentials:
            return True
        method: AnyMethod | None = None
        if isinstance(owner, doc.HttpMethod | doc.WebSocketMethod):
            method = owner
        place = place_of_part(contract, method)
        for param in hidden_params:
            subject = f"the path has {{{param.name}}}"
            self.problems.append(self._problem(place / param.name, subject, "audience=..., "))
        if lacks_credentials:
            subject = f"callers identify themselves by {_schemes_in(contract, owner)}"
            self.problems.append(self._problem(place, subject, "too, "))
        return False

    def _problem(self, place: Location, subject: str, remedy: str) -> NotForAudience:
        """Return the error about a method that the audience could not call.

        Args:
            place: The place of the method, or of its hidden parameter.
            subject: The beginning of the message, such as ``the path has {shop}``.
            remedy: How the hint goes on after "give the method that audience, ", with a comma and a
                space at its end.
        """
        audiences = ", ".join(self._audiences) or "everyone"
        return NotForAudience(
            f"{subject}, which is not for the audience ({audiences})",
            where=place,
            hint=f"give the method that audience, {remedy}because nobody else can call it",
        )


def _schemes_in(contract: AnyContract, owner: AnyContract | AnyMethod) -> str:
    """Return the names of the security schemes that callers can use, for a message."""
    names: dict[str, None] = {}
    for alternative in owner.security or contract.security or ():
        names |= dict.fromkeys(alternative)
    return ", ".join(names)
