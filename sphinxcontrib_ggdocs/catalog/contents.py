"""Defines the contents of a document: contracts in groups, and facts about the service; and the
protocol of adapters and readers, which return such contents.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import audience_in, without_marked
from ..contracts.message_model import TypeForm
from ..contracts.model import Contract
from .servers import ServerSpec, shown_servers


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedGroup:
    """A group whose contracts have been imported: HTTP first, each kind in the author's order."""

    name: str
    slug: str
    description: str | None = None
    contracts: tuple[Contract, ...] = ()
    audience: Audiences = ()
    """For whom it is; empty for everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInfo:
    """Facts that an application states about itself; fields of the document take precedence."""

    version: str | None = None
    description: str | None = None
    summary: str | None = None
    terms_of_service: str | None = None
    # The next three are objects of OpenAPI, with their members by name.
    contact: Mapping[str, str] | None = None
    license: Mapping[str, str] | None = None
    external_docs: Mapping[str, str] | None = None
    servers: tuple[ServerSpec, ...] = ()
    title: str | None = None
    tags: tuple[Mapping[str, Any], ...] = ()
    """Tag objects of OpenAPI, in the order in which the application has them."""
    owner: str | None = None
    """``x-owner`` of ``info``."""
    lifecycle: str | None = None
    """``x-lifecycle`` of ``info``: ``experimental``, ``production``, ``deprecated``, or another."""
    openapi_version: str | None = None
    """The version of OpenAPI of the file, if one was read."""
    audience: Audiences = ()
    """The audience of the whole service; empty for everyone."""
    types: tuple[TypeForm, ...] = ()
    """Types that are documented even if no contract uses them."""

    def shown(self, requested: Audiences | None) -> "ServiceInfo":
        """Return the facts that the requested audiences may see; all if `requested` is None."""
        if requested is None:
            return self
        return replace(
            self,
            contact=_shown_object(self.contact, requested),
            license=_shown_object(self.license, requested),
            external_docs=_shown_object(self.external_docs, requested),
            servers=shown_servers(self.servers, requested),
        )


def _shown_object(
    value: Mapping[str, str] | None, requested: Audiences
) -> Mapping[str, str] | None:
    """Return a contact, a license or a link without the members that the requested audiences must
    not see; None if they must not see any of it.
    """
    if value is None or not is_shown(audience_in(value), requested):
        return None
    shown: Mapping[str, str] = without_marked(value, requested)
    return shown


class Contents:
    """The contents of a document.

    Groups and service may be given as functions, which are called once, at first use: until then an
    application may get more routes.

    Args:
        groups: The contracts, in groups.
        service: What the service says about itself.
        files: Every file that was read.
        document: The contract document, if that is what was read: it is shown directly, without
            groups.
    """

    def __init__(
        self,
        groups: Iterable[ResolvedGroup] | Callable[[], Iterable[ResolvedGroup]] = (),
        *,
        service: ServiceInfo | Callable[[], ServiceInfo] | None = None,
        files: Iterable[Path] = (),
        document: object = None,
    ) -> None:
        self._groups = groups
        self._service = service or ServiceInfo()
        self.files = tuple(files)
        self.document = document

    @cached_property
    def groups(self) -> tuple[ResolvedGroup, ...]:
        """The contracts, in groups.

        Raises:
            ContractError: They cannot be read.
        """
        groups = self._groups
        if callable(groups):
            groups = groups()
        return tuple(groups)

    @cached_property
    def service(self) -> ServiceInfo:
        """What the service says about itself.

        Raises:
            ContractError: It cannot be read.
        """
        service = self._service
        return service() if callable(service) else service

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts of all groups, each only once."""
        # By identity: equal contracts that an author has written twice are two.
        by_identity: dict[int, Contract] = {}
        for group in self.groups:
            for contract in group.contracts:
                by_identity[id(contract)] = contract
        return tuple(by_identity.values())


@runtime_checkable
class Adapter(Protocol):
    """Reads an application of a framework, or a file, as the contents of a document.

    For applications, an entry point of the group `GROUP` names an object with this method, or a
    class of such objects::

        [project.entry-points."sphinxcontrib_ggdocs.adapters"]
        "my_framework.app.Application" = "my_framework_ggdocs:MyAdapter"

    If `read` has a parameter ``options``, it gets the `AppOptions` of the document; otherwise
    documents with options are rejected.
    """

    def read(self, source: Any) -> Contents:
        """Return the contents of a document.

        Args:
            source: An object of the class that the entry point is named after, or of one of its
                subclasses; or the path of a file.

        Raises:
            ContractError: The source cannot be read; the message has the reason.
        """
        ...
