"""Reads what the fields of a document name: contracts, an application, or files."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..contracts.contract_errors import ContractError, Where
from .adapters import ReadApplication, read_application
from .app_options import AppOptions
from .application_warnings import TypeWarnings
from .document_fields import DocumentFields
from .readers import ReadDocument, read_documents
from .resolve import ResolvedGroup, resolve_contracts
from .service_info import ServiceInfo
from .spec_errors import raise_all


@dataclass(slots=True, kw_only=True)
class DocumentContents:
    """The whole contents of one document, which specs for several audiences share. What has been
    read does not make two specs differ.
    """

    warn: TypeWarnings = field(default_factory=TypeWarnings, compare=False)
    left_out: bool = field(default=False, compare=False)
    """Whether something could not be read when contracts were last imported."""
    shared: object = field(default=None, compare=False)
    """What all outputs have in common, for all audiences, where they share it."""
    _application: ReadApplication | None = field(default=None, compare=False)
    """A function that returns an application is called once."""
    _documents: ReadDocument | None = field(default=None, compare=False)

    def service(self, fields: DocumentFields, where: Where) -> ServiceInfo:
        """What an application or files say of themselves; nothing without one.

        Raises:
            ContractError: The application cannot be imported or read, or a file.
        """
        if (read := self.document(fields, where)) is not None:
            return read.service
        if fields.app is None:
            return ServiceInfo()
        return self.application(fields, where).service

    def application(self, fields: DocumentFields, where: Where) -> ReadApplication:
        """Return the application that `app` names.

        Raises:
            ContractError: It cannot be imported or read.
        """
        if self._application is None:
            options = fields.app_options or AppOptions()
            strict = options.strict or fields.strict is True
            options = options.model_copy(update={"strict": strict})
            self._application = read_application(fields.app, where / "app", options)
        return self._application

    def document(self, fields: DocumentFields, where: Where) -> ReadDocument | None:
        """What the files say; None where there are none.

        Raises:
            ContractError: One of them cannot be read.
        """
        if self._documents is None and (files := fields.file_fields):
            self._documents = read_documents(files, where)
        return self._documents

    def groups(self, fields: DocumentFields, where: Where) -> tuple[ResolvedGroup, ...]:
        """Return the groups with their contracts imported.

        Raises:
            ContractError: All that is wrong. If `strict` is off, only when no contract is left;
                else there is a warning of each.
        """
        if (read := self.document(fields, where)) is not None:
            return read.groups
        if fields.app is not None:
            return self.application(fields, where).groups
        errors: list[ContractError] = []
        groups = tuple(self._resolved(fields, where, errors))
        with_contracts = tuple(group for group in groups if group.contracts)
        if fields.strict is not False or not with_contracts:
            raise_all(errors)
            return groups
        self.left_out = bool(errors)
        for error in (single for several in errors for single in several.exceptions):
            self.warn(error)
        if errors:
            return with_contracts
        return groups

    def _resolved(
        self, fields: DocumentFields, where: Where, errors: list[ContractError]
    ) -> Iterator[ResolvedGroup]:
        # Types are resolved later than contracts are imported: their errors come through this
        # function.
        on_bad_type = None
        if fields.strict is False:
            on_bad_type = self.warn
        for position, group in enumerate(fields.group_specs):
            place = where / "groups" / f"[{position}]" if fields.groups else where
            contracts = resolve_contracts(group.http, group.ws, place, errors, on_bad_type)
            yield ResolvedGroup(
                name=group.name,
                slug=group.final_slug,
                description=group.description,
                audience=tuple(group.audience),
                contracts=tuple(contracts),
            )

    def module_names(self, fields: DocumentFields, where: Where) -> Iterator[str]:
        """Yield the modules that the contracts are imported from, and those that they are written
        in.
        """
        if isinstance(fields.app, str):
            yield fields.app.partition(":")[0]
        if fields.app_options is not None:
            yield from fields.app_options.modules
        for group in fields.group_specs:
            for entry in (*group.http, *group.ws):
                if isinstance(entry, str):
                    yield entry.partition(":")[0]
        for entry in fields.workflows:
            if isinstance(entry, str):
                yield entry.partition(":")[0]
        for resolved in self.groups(fields, where):
            for contract in resolved.contracts:
                if contract.source is not None:
                    yield contract.source.module
