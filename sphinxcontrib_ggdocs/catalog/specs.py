"""Defines `ApiDocSpec`: the options of one document, and the contents that they lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    StringConstraints,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ..audience_rules import Audiences, shared_audience
from ..audience_rules import is_shown as is_for  # `ApiDocSpec` has a property `is_shown`
from ..contracts.audiences import audience_folder, requested_audiences
from ..contracts.contract_errors import ContractError, Location, NothingForAudience
from ..contracts.display_names import title_of_slug
from .adapters import read_application
from .app_options import AppOptions
from .application_warnings import TypeWarnings
from .contents import Contents, ResolvedGroup, ServiceInfo
from .document_fields import DocumentFields, has_own_title
from .imports import import_object
from .readers import FILE_FIELDS, read_documents
from .resolve import resolve_contracts
from .slugs import SLUG_HINT, check_document_slug, duplicates
from .spec_errors import BadContents, DuplicateSlug, SpecError, raise_all


def _check_title(title: str, info: ValidationInfo) -> str:
    """Return a title. It may be empty if the document is read from an application or from files.

    Args:
        title: The title.
        info: The valid fields of the document that come before the title.

    Raises:
        PydanticCustomError: The title is missing.
    """
    # An invalid field is not in the data. If the application or the files are invalid, that alone
    # is reported, and not the missing title.
    are_sources_valid = info.data.keys() >= {"app", *FILE_FIELDS}
    if not title and are_sources_valid and not has_own_title(info.data):
        # pydantic's type of error for an empty text, which `fields` words for authors.
        raise PydanticCustomError("string_too_short", "empty")
    return title


@dataclass(slots=True)
class _ReadState:
    """The contents of one document, read once for all audiences."""

    contents: Contents | None = None
    """None until they are read."""
    left_out: bool = False
    """Whether a part of it could not be read."""
    warn: TypeWarnings = field(default_factory=TypeWarnings)
    shared: object = None
    """A `SharedDocument`, from which all outputs are written; None if each builds its own."""


class ApiDocSpec(DocumentFields):
    """One document: its title, its servers, and its contracts, in groups or at once."""

    slug: Annotated[str, AfterValidator(check_document_slug)] = Field(
        description=f"the document's name in URLs: {SLUG_HINT}"
    )
    title: Annotated[
        str, StringConstraints(strip_whitespace=True), AfterValidator(_check_title)
    ] = Field(default=..., description="the service's name, a string that is not empty")
    """May be empty where `app` or files are given, which have a title."""

    _reading: _ReadState = PrivateAttr(default_factory=_ReadState)
    """What is read of the fields, which specs of one document for other audiences share."""
    _refused: Audiences | None = PrivateAttr(default=None)
    """A requested audience that the document is not for; nothing of it is shown then."""

    @model_validator(mode="before")
    @classmethod
    def _title_of_service(cls, value: Any) -> Any:
        """Add an empty title to the fields of a document whose application or files have one, so
        that pydantic does not report the field as missing.
        """
        if isinstance(value, Mapping) and has_own_title(value):
            return {"title": "", **value}
        return value

    def __copy__(self) -> Self:
        """Return a copy that reads its contents itself: `model_copy` may give it other fields than
        this one has.
        """
        copied = super().__copy__()
        copied._reading = _ReadState()
        return copied

    @property
    def _where(self) -> Location:
        """The place of this document in messages."""
        return Location(owner=f"ApiDocSpec {self.slug!r}")

    @property
    def final_title(self) -> str:
        """The title of the document: the given one, else that of the application or file it is read
        from, else one made from the slug.

        Raises:
            ContractError: The application or the file cannot be read.
        """
        return self.title or self.service().title or title_of_slug(self.slug)

    @property
    def audiences(self) -> Audiences | None:
        """The audiences that the document is for; None if it shows everything."""
        if self.audience is None:
            return None
        return tuple(self.audience)

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show: the document is for the requested audience, and, if
        files restrict the whole service, the service is for the document's audience.

        It is true for files that cannot be read, so that the readers of the document get the error.
        """
        if self._refused is not None:  # an audience was requested that the document is not for
            return False
        # Known without reading files: everything is shown, or there are no files with restrictions.
        if self.audiences is None or not self.file_fields:
            return True
        try:
            return is_for(self.contents.service.audience, self.audiences)
        except ContractError:
            return True

    @property
    def snapshots(self) -> Path | None:
        """The folder with the snapshots of released versions; each audience has its own folder
        inside `history`.
        """
        if self.history is None:
            return None
        return Path(self.history) / audience_folder(self.audiences)

    def for_audience(self, audience: str | Iterable[str] | None) -> "ApiDocSpec":
        """Return the same document for some of its readers; applications and files are not read
        again.

        Args:
            audience: One or several audiences; None for all audiences of the document.

        Returns:
            A document for those of the audiences that are also audiences of the original. If there
            are none, `is_shown` is false, and reading the document raises an error.
        """
        names = requested_audiences(audience, self._where / "audience")
        if names is None or names == self.audiences:
            return self
        declared_audiences = self.audiences or ()  # empty: for everyone
        if not is_for(declared_audiences, names):
            # The request is kept, so that an attempt to read the document can say what is wrong.
            refused = self.model_copy()
            refused._refused = names
            return refused
        copied = self.model_copy(update={"audience": shared_audience(self.audiences, names)})
        copied._reading = self._reading  # the contents are those of all audiences
        return copied

    @property
    def shared(self) -> object:
        """The `SharedDocument` of `sharing`, from which all outputs are written; None without
        one.
        """
        return self._reading.shared

    def sharing(self, shared: object) -> "ApiDocSpec":
        """Return the same document, which is then built once for all outputs; applications and
        files are not read again.

        Args:
            shared: A new `SharedDocument`, which is kept as long as the document.
        """
        copied = self.model_copy()
        copied._reading = self._reading
        self._reading.shared = shared
        return copied

    @property
    def contents(self) -> Contents:
        """The contents of the document, for all audiences.

        Raises:
            ContractError: An application cannot be imported, or a file cannot be read. Errors in
                contracts are raised by its groups.
        """
        if self._reading.contents is None:
            self._reading.contents = self._read()
        return self._reading.contents

    def _read(self) -> Contents:
        """Return the contents of the document, read from files, from an application, or from the
        contracts that the author lists.
        """
        files = self.file_fields
        if files:
            return read_documents(files, self._where)
        if self.app is None:
            return Contents(self._listed_groups)
        options = self.app_options or AppOptions()
        strict = options.strict or self.strict is True
        options = options.model_copy(update={"strict": strict})
        return read_application(self.app, self._where / "app", options)

    def _listed_groups(self) -> Sequence[ResolvedGroup]:
        """Return the groups that the author lists, with their contracts imported.

        Raises:
            ContractError: A contract cannot be read. If `strict` is off, there is a warning
                instead, and the contract is left out; an error is raised only if no contract is
                left.
        """
        on_bad_type = None
        if self.strict is False:  # None is the default, by which errors are raised
            # Types are resolved when the document is built, so their errors cannot be in `errors`.
            on_bad_type = self._reading.warn
        errors: list[ContractError] = []
        groups: list[ResolvedGroup] = []
        for position, group in enumerate(self.group_specs):
            place = self._where
            if self.groups:  # otherwise `http` and `ws` are fields of the document itself
                place = place / "groups" / f"[{position}]"
            contracts = resolve_contracts(group.http, group.ws, place, errors, on_bad_type)
            groups.append(group.resolved(contracts))
        if not errors:
            return groups
        with_contracts = [group for group in groups if group.contracts]
        if not with_contracts:
            raise_all(errors)
        self.report(errors)
        return with_contracts

    def service(self) -> ServiceInfo:
        """Return the facts that the application or the files state about the service, as far as the
        document's audience may see them; none for a document of contracts.

        Raises:
            ContractError: The application or a file cannot be read, or the document is not for the
                requested audience.
        """
        self._check_audience()
        return self.contents.service.shown(self.audiences)

    def resolved_groups(self) -> tuple[ResolvedGroup, ...]:
        """Return the groups with their contracts imported, for all audiences.

        Raises:
            ContractError: All errors together: of imports, of objects that are not contracts, and
                in contracts. If `strict` is off, each causes a warning instead, unless no contract
                is left.
        """
        self._check_audience()
        return self.contents.groups

    def resolved_workflows(self) -> tuple[tuple[Location, object], ...]:
        """Return the imported workflows, each after its place.

        Raises:
            ContractError: A workflow cannot be imported. If `strict` is off, there is a warning
                instead.
        """
        resolved: list[tuple[Location, object]] = []
        errors: list[ContractError] = []
        for position, entry in enumerate(self.workflows):
            where = self._where / "workflows" / f"[{position}]"
            try:
                value = import_object(entry, where) if isinstance(entry, str) else entry
            except ContractError as error:
                errors.append(error)
            else:
                resolved.append((where, value))
        self.report(errors)
        return tuple(resolved)

    def report(self, errors: Sequence[ContractError]) -> None:
        """Raise errors that leave out a part of the document; if `strict` is off, issue warnings
        instead.

        Raises:
            ContractError: All of the errors.
        """
        if self.strict is not False:
            raise_all(errors)
        for error_or_group in errors:
            self._reading.left_out = True
            for error in error_or_group.exceptions:  # of a single error, the error itself
                self._reading.warn(error)

    def _check_audience(self) -> None:
        """Check that the document is for the requested audience, and that the service, if files
        restrict it, is for the document's audience.

        Raises:
            NothingForAudience: It is not.
            BadContents: An audience is requested of a contract document, which does not record the
                audiences of its parts.
        """
        if self.is_shown:
            if self.audiences is not None and self.contract_document:
                raise BadContents(
                    "a contract document does not record the audiences of its parts",
                    where=self._where / "audience",
                    hint="export it for this audience where it is built, and remove audience here",
                )
            return
        if self._refused is not None:
            allowed, requested = self.audiences or (), self._refused
        else:  # a file restricts the whole service
            allowed = self.contents.service.audience
            requested = self.audiences or ()
        # The mark of what nobody may see (`NOBODY`) is an empty name.
        named = [name for name in allowed or () if name]
        raise NothingForAudience(
            f"the document is for {', '.join(named) or 'nobody'}, not for the "
            f"requested audience ({', '.join(requested) or 'everyone'})",
            where=self._where / "audience",
            hint="leave it out, or change its audience; a site of several documents leaves it out",
        )

    @property
    def is_complete(self) -> bool:
        """Whether no part was left out when the contracts were last imported; parts can be missing
        only if `strict` is off.
        """
        return not self._reading.left_out

    def module_names(self) -> Iterator[str]:
        """Yield the names of the modules that contracts, workflows and options are imported from,
        and of those that define contracts. Names may be repeated.
        """
        if isinstance(self.app, str):
            yield self.app.partition(":")[0]
        if self.app_options is not None:
            yield from self.app_options.modules
        listed = [*self.workflows]
        for group in self.group_specs:
            listed += (*group.http, *group.ws)
        for entry in listed:
            if isinstance(entry, str):
                yield entry.partition(":")[0]
        for contract in self.contents.contracts:
            if contract.source is not None:
                yield contract.source.module


def shown_specs(
    specs: Iterable[ApiDocSpec], audience: Iterable[str] | None
) -> tuple[ApiDocSpec, ...]:
    """Return the documents that have something to show to an audience.

    Args:
        specs: All documents.
        audience: The requested audience; None for the audience that each document declares.

    Raises:
        NothingForAudience: There are none.
    """
    names = None if audience is None else tuple(audience)
    for_audience = [spec.for_audience(names) for spec in specs]
    shown = tuple(spec for spec in for_audience if spec.is_shown)
    if not shown:
        raise NothingForAudience(
            "no document is for the requested audience",
            where=Location(path="audience"),
            hint="change the audience of a document, or the requested one",
        )
    return shown


def read_specs(values: Iterable[ApiDocSpec | Mapping[str, Any]]) -> tuple[ApiDocSpec, ...]:
    """Return the documents of a configuration, which has them as specs or as mappings of their
    fields.

    Raises:
        SpecError: Fields are invalid, or two documents have the same slug; all errors are raised
            together.
    """
    errors: list[ContractError] = []
    specs: list[ApiDocSpec] = []
    for value in values:
        if isinstance(value, ApiDocSpec):
            specs.append(value)
            continue
        try:
            specs.append(ApiDocSpec.model_validate(value))
        except SpecError as error:
            errors += error.exceptions
    raise_all(errors + _duplicate_slugs(specs))
    return tuple(specs)


def _duplicate_slugs(specs: Sequence[ApiDocSpec]) -> list[ContractError]:
    """Return an error for each document that has the slug of an earlier one. Upper and lower case
    do not count, since some file systems ignore the case in the names of folders.
    """
    first_titles: dict[str, str] = {}
    for spec in specs:
        first_titles.setdefault(spec.slug.lower(), spec.title)
    errors: list[ContractError] = []
    for _position, slug in duplicates([spec.slug.lower() for spec in specs]):
        message = f"the slug {slug!r} is taken by the document {first_titles[slug]!r}"
        where = Location(owner=f"ApiDocSpec {slug!r}", path="slug")
        hint = f"give each document its own, such as '{slug}-2'"
        errors.append(DuplicateSlug(message, where=where, hint=hint))
    return errors
