"""Lists operations: methods of a document at one of their paths."""

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
    """Its operation ids; None: those by default."""
    where: Location
    """Its place, for messages."""
    callbacks: "tuple[tuple[Operation, ...], ...]"
    """The operations of each contract that it names as callback."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """All of its verbs."""
        return self.method.http_methods or (self.method.http_method,)

    @property
    def report(self) -> OnBadType | None:
        """Takes an error of the method; without it, it is raised."""
        return self.contract.export.report if self.contract.export is not None else None

    @property
    def openapi_extra(self) -> dict[str, object]:
        """What is merged into it."""
        export = self.method.export
        return dict(export.openapi_extra or {}) if export is not None else {}

    @property
    def tags(self) -> tuple[str, ...] | None:
        """Its own tags; None: the name of its contract."""
        return tags_of(self.method)

    def has_own_id(self) -> bool:
        """Return whether its author has chosen an operation id."""
        return self.ids is not None and bool(self.ids.operation_id)

    def id_of(self, verb: str, default: str) -> str:
        """Return the operation id of one verb.

        Args:
            verb: One of `verbs`.
            default: That of the first verb, if the method has none.
        """
        if self.ids is None:
            first, others = default, tuple[str, ...]()
        else:
            first, others = self.ids.operation_id or default, self.ids.verb_operation_ids
        index = self.verbs.index(verb)
        if index == 0:
            return first
        if index <= len(others):
            return others[index - 1]
        return f"{first}_{verb.lower()}"


def operations_of(document: ApiDocsDocument) -> dict[int, list[Operation]]:
    """Return the operations of the HTTP contracts of a document, by `id` of the contract."""
    home = {id(contract): group for group in document.groups for contract in group.contracts}
    return {
        id(contract): list(_operations(contract, home[id(contract)]))
        for contract in contracts_of(document, doc.HttpContract)
    }


def _operations(contract: doc.HttpContract, group: doc.Group) -> Iterator[Operation]:
    for method in contract.methods:
        callbacks = tuple(
            tuple(_operations(callback, group)) for callback in callbacks_of(method, group)
        )
        where = place_of_part(contract, method)
        paths = method.http_paths or (method.http_path,)
        exports = method.export.paths if method.export is not None else None
        for path, ids in zip(paths, exports or (None,) * len(paths), strict=True):
            yield Operation(
                contract=contract,
                method=method,
                path=path,
                ids=ids,
                where=where,
                callbacks=callbacks,
            )


def with_callbacks(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield operations and those of their callbacks, at any depth."""
    for operation in operations:
        yield operation
        for callbacks in operation.callbacks:
            yield from with_callbacks(callbacks)


def tags_of(method: doc.HttpMethod) -> tuple[str, ...] | None:
    """Return the tags of a method; None: the name of its contract."""
    return method.export.tags if method.export is not None else None
