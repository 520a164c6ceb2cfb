"""Reads the names of contracts or of an application as the fields of a document."""

from collections.abc import Sequence
from typing import Any

from ..contracts import contract_of
from ..contracts.authoring.drafts import leaving_methods_out
from ..contracts.contract_errors import ContractError, Location, NotAContract
from ..contracts.display_names import title_of_slug
from ..value_messages import displayed
from .adapters import find_application, import_application
from .spec_errors import BadContents, NoContract


def fields_of_names(names: Sequence[str], slug: str) -> dict[str, Any]:
    """Return the fields of a document that names define, in a directive or on the command line:
    ``app`` for an application; ``title``, ``http`` and ``ws`` for contracts.

    A name that cannot be imported stays in the fields: their reader reports it and shows the other
    contracts.

    Args:
        names: Names of contracts, of lists of contracts, or of one application.
        slug: The slug of the document, from which its title is made.

    Raises:
        ContractError: An application is not the only name, or a name leads to something else.
    """
    fields: dict[str, Any] = {"title": title_of_slug(slug), "http": [], "ws": []}
    for name in names:
        where = Location(owner=name)
        try:
            # A method with an error does not prevent the import; its contract's reader reports it.
            with leaving_methods_out():
                target = import_application(name, where)
        except ContractError:
            # Its kind is unknown; under either one, the reader reports the failed import.
            fields["http"].append(name)
            continue
        if isinstance(target, list | tuple):
            for contract in target:
                fields[_kind_of(contract, where)].append(contract)
        elif find_application(target) is None:
            fields[_kind_of(target, where)].append(name)
        elif len(names) == 1:
            return {"app": name}  # without a title: the application may have one
        else:
            message = "an application is a document of its own, but other names are given with it"
            raise BadContents(message, where=where, hint="name it alone")
    return fields


def _kind_of(target: object, where: Location) -> str:
    """Return ``http`` or ``ws`` for a contract. Errors in the types of the contract are ignored:
    the reader of the document reports them.

    Raises:
        NoContract: It is not a contract.
    """
    try:
        return contract_of(target, on_bad_type=lambda _error: None).kind
    except NotAContract as error:
        message = f"{displayed(target)} is not a contract"
        hint = "name classes with @http.api or @ws.api, or an application that an adapter reads"
        raise NoContract(message, where=where, hint=hint) from error
