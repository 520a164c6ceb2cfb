"""Lists operations: methods of a document at one of their paths.

`export` of a contract or a method holds what its author wrote and the contract document does not
say; it is None in a document that was read from JSON.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..contracts.contract_errors import Location, OnBadType
from ..document import parts as doc
from ..document.exports import PathExport
from ..document.model import ApiDocsDocument
from ..document.wire import callbacks_of, contracts_of, place_of_part


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method at one of its paths (OpenAPI 3.1, 4.8.9)."""

    contract: doc.HttpContract
    method: doc.HttpMethod
    path: str
    ids: PathExport | None
    """Its operation ids; None for the usual ones, made of the names of contract and method."""
    where: Location
    """Its place, for messages."""
    callbacks: "tuple[tuple[Operation, ...], ...]"
    """The operations of each contract that it names as callback."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return all of its verbs, such as ``GET``."""
        return self.method.verbs

    @property
    def report(self) -> OnBadType | None:
        """Return what takes an error of the method; None if it is raised."""
        if self.contract.export is None:
            return None
        return self.contract.export.report

    @property
    def openapi_extra(self) -> dict[str, object]:
        """Return what its author adds to the operation object."""
        if self.method.export is None:
            return {}
        return dict(self.method.export.openapi_extra or {})

    @property
    def tags(self) -> tuple[str, ...] | None:
        """Return its own tags; None if its tag is the name of its contract."""
        return tags_of(self.method)

    def has_own_id(self) -> bool:
        """Return whether its author has chosen an operation id."""
        return self.ids is not None and bool(self.ids.operation_id)

    def id_of(self, verb: str, default: str) -> str:
        """Return the operation id of one verb: ``save`` for the first one, ``save_put`` for a
        further one without an id of its own.

        Args:
            verb: One of `verbs`.
            default: The id of the first verb, if the author has chosen none.
        """
        first_id = default
        further_ids: tuple[str, ...] = ()
        if self.ids is not None:
            first_id = self.ids.operation_id or default
            further_ids = self.ids.verb_operation_ids
        index = self.verbs.index(verb)
        if index == 0:
            return first_id
        if index <= len(further_ids):
            return further_ids[index - 1]
        return f"{first_id}_{verb.lower()}"


def operations_of(document: ApiDocsDocument) -> dict[int, list[Operation]]:
    """Return the operations of the HTTP contracts of a document, by `id` of the contract."""
    # Methods name the contracts of their callbacks, which are in the same group.
    groups: dict[int, doc.Group] = {}
    for group in document.groups:
        for contract in group.contracts:
            groups[id(contract)] = group
    operations: dict[int, list[Operation]] = {}
    for contract in contracts_of(document, doc.HttpContract):
        operations[id(contract)] = list(_operations(contract, groups[id(contract)]))
    return operations


def _operations(contract: doc.HttpContract, group: doc.Group) -> Iterator[Operation]:
    """Yield the operations of a contract, and in these those of the callbacks of its methods."""
    for method in contract.methods:
        contracts = callbacks_of(method, group)
        callbacks = tuple(tuple(_operations(callback, group)) for callback in contracts)
        where = place_of_part(contract, method)
        for path, ids in _paths_with_ids(method):
            yield Operation(
                contract=contract,
                method=method,
                path=path,
                ids=ids,
                where=where,
                callbacks=callbacks,
            )


def _paths_with_ids(method: doc.HttpMethod) -> Iterator[tuple[str, PathExport | None]]:
    """Yield each path of a method with its operation ids; None for the usual ones."""
    if method.export is not None and method.export.paths is not None:
        # Equal in number: the document's writer makes an export for each path, or for none.
        yield from zip(method.paths, method.export.paths, strict=True)
    else:
        for path in method.paths:
            yield path, None


def with_callbacks(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield operations and those of their callbacks, at any depth."""
    for operation in operations:
        yield operation
        for callbacks in operation.callbacks:
            yield from with_callbacks(callbacks)


def tags_of(method: doc.HttpMethod) -> tuple[str, ...] | None:
    """Return the tags of a method; None if its tag is the name of its contract."""
    if method.export is None:
        return None
    return method.export.tags
