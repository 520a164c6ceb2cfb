"""`ApiDocSpec`: one document: its options, and what they resolve to for its audience."""

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
from ..audience_rules import is_shown as is_for
from ..contracts.audiences import asked_names, audience_folder
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
    # A field that is wrong is not in the data, and does not make the title missing as well.
    are_valid = info.data.keys() >= {"app", *FILE_FIELDS}
    if not title and are_valid and not has_own_title(info.data):
        raise PydanticCustomError("string_too_short", "empty")
    return title


@dataclass(slots=True)
class _Reading:
    """What has been read of one document, once for all audiences."""

    contents: Contents | None = None
    left_out: bool = False
    """Whether a part of it could not be read."""
    warn: TypeWarnings = field(default_factory=TypeWarnings)
    shared: object = None
    """What all outputs have in common, where they share it."""


class ApiDocSpec(DocumentFields):
    """One document: its title, its servers, and its contracts, in groups or at once."""

    slug: Annotated[str, AfterValidator(check_document_slug)] = Field(
        description=f"the document's name in URLs: {SLUG_HINT}"
    )
    title: Annotated[
        str, StringConstraints(strip_whitespace=True), AfterValidator(_check_title)
    ] = Field(default=..., description="the service's name, a string that is not empty")
    """May be empty where `app` or files are given, which have a title."""

    _reading: _Reading = PrivateAttr(default_factory=_Reading)
    """What is read of the fields, which specs of one document for other audiences share."""
    _refused: Audiences | None = PrivateAttr(default=None)
    """A requested audience that the document is not for; nothing of it is shown then."""

    @model_validator(mode="before")
    @classmethod
    def _title_of_service(cls, value: Any) -> Any:
        if isinstance(value, Mapping) and has_own_title(value):
            # Without a title the field would be missing, before an application or a file could say
            # it.
            return {"title": "", **value}
        return value

    def __copy__(self) -> Self:
        """Return a copy that reads its own fields, which may be about to get other values."""
        copied = super().__copy__()
        copied._reading = _Reading()
        return copied

    @property
    def _where(self) -> Location:
        return Location(owner=f"ApiDocSpec {self.slug!r}")

    @property
    def final_title(self) -> str:
        """The given title, else that of the application or file that the document is read from.

        Raises:
            ContractError: The application or the file cannot be read.
        """
        return self.title or self.service().title or title_of_slug(self.slug)

    @property
    def asked(self) -> Audiences | None:
        """The audiences of the document; None if it shows everything."""
        if self.audience is None:
            return None
        return tuple(self.audience)

    @property
    def is_shown(self) -> bool:
        """Whether the document is for the audience that was requested, and the service for that of
        the document, as files say; of a file that cannot be read, those who read the document
        learn why.
        """
        if self._refused is not None:
            return False
        if self.asked is None or not self.file_fields:
            return True  # without reading the files
        try:
            return is_for(self.contents.service.audience, self.asked)
        except ContractError:
            return True

    @property
    def snapshots(self) -> Path | None:
        """The folder of the snapshots; each audience has its own folder inside `history`."""
        if self.history is None:
            return None
        return Path(self.history) / audience_folder(self.asked)

    def for_audience(self, audience: str | Iterable[str] | None) -> "ApiDocSpec":
        """Return the same document for some of its readers; applications and files are not read
        again.

        Args:
            audience: One or several audiences; None for all audiences of the document.

        Returns:
            A document for those of the audiences that are also audiences of the original. If there
            are none, `is_shown` is false, and reading the document raises an error.
        """
        names = asked_names(audience, self._where / "audience")
        if names is None or names == self.asked:
            return self
        own_audiences = self.asked or ()  # empty: for everyone
        if not is_for(own_audiences, names):
            # Kept with what was requested, so that reading it says why nothing is shown.
            other = self.model_copy()
            other._refused = names
            return other
        other = self.model_copy(update={"audience": shared_audience(self.asked, names)})
        other._reading = self._reading
        return other

    @property
    def shared(self) -> object:
        """What all outputs of this spec share, if they do."""
        return self._reading.shared

    def sharing(self, shared: object) -> "ApiDocSpec":
        """Return the same document, to be built once for all outputs; applications and files are
        not read again.

        Args:
            shared: A new `SharedDocument`, which is kept as long as the document.
        """
        other = self.model_copy()
        other._reading = self._reading
        self._reading.shared = shared
        return other

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
        if files := self.file_fields:
            return read_documents(files, self._where)
        if self.app is None:
            return Contents(self._listed_groups)
        options = self.app_options or AppOptions()
        strict = options.strict or self.strict is True
        options = options.model_copy(update={"strict": strict})
        return read_application(self.app, self._where / "app", options)

    def _listed_groups(self) -> Sequence[ResolvedGroup]:
        """Return the groups that the author lists, with their contracts imported."""
        on_bad_type = None
        # Types are resolved later than contracts are imported: their errors come through this
        # function.
        if self.strict is False:
            on_bad_type = self._reading.warn
        errors: list[ContractError] = []
        groups: list[ResolvedGroup] = []
        for position, group in enumerate(self.group_specs):
            place = self._where
            if self.groups:
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
        """What `app` or files say of themselves; nothing without one.

        Raises:
            ContractError: The application cannot be imported or read, or the file.
        """
        self._check_audience()
        return self.contents.service.shown(self.asked)

    def resolved_groups(self) -> tuple[ResolvedGroup, ...]:
        """Return the groups with their contracts imported, for all audiences.

        Raises:
            ContractError: All that is wrong: imports, objects that are not contracts, and errors
                in contracts. If `strict` is off, only when no contract is left; else there is a
                warning of each.
        """
        self._check_audience()
        return self.contents.groups

    def resolved_workflows(self) -> tuple[tuple[Location, object], ...]:
        """Return the workflows, imported, each with its place.

        Raises:
            ContractError: A workflow cannot be imported, and `strict` is not off.
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
        """Raise errors because of which a part of the document is missing; if `strict` is off, only
        warn.

        Raises:
            ContractError: All of them.
        """
        if self.strict is not False:
            raise_all(errors)
        for several in errors:
            self._reading.left_out = True
            for error in several.exceptions:
                self._reading.warn(error)

    def _check_audience(self) -> None:
        """Check that the document, and the service that files describe, is for the audience.

        Raises:
            NothingForAudience: It is not.
            BadContents: A contract document is read, which says nothing of audiences.
        """
        if self.is_shown:
            if self.asked is not None and self.contract_document:
                raise BadContents(
                    "a contract document does not record the audiences of its parts",
                    where=self._where / "audience",
                    hint="export it for this audience where it is built, and remove audience here",
                )
            return
        if self._refused is not None:
            allowed, requested = self.asked or (), self._refused
        else:  # the file says for whom its service is
            allowed = self.contents.service.audience
            requested = self.asked or ()
        named = [name for name in allowed or () if name]
        raise NothingForAudience(
            f"the document is for {', '.join(named) or 'nobody'}, not for the "
            f"requested audience ({', '.join(requested) or 'everyone'})",
            where=self._where / "audience",
            hint="leave it out, or change its audience; a site of several documents leaves it out",
        )

    @property
    def is_complete(self) -> bool:
        """Whether all contracts could be read when they were last imported; if `strict` is off,
        some may be missing.
        """
        return not self._reading.left_out

    def module_names(self) -> Iterator[str]:
        """Return the modules that the contracts are imported from, and those that define them."""
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
    """Return the documents that are for their audience.

    Args:
        specs: All documents.
        audience: The audience that is requested; None: that of each document.

    Raises:
        NothingForAudience: There are none.
    """
    names = None if audience is None else tuple(audience)
    asked = (spec.for_audience(names) for spec in specs)
    shown = tuple(spec for spec in asked if spec.is_shown)
    if not shown:
        raise NothingForAudience(
            "no document is for the requested audience",
            where=Location(path="audience"),
            hint="change the audience of a document, or the requested one",
        )
    return shown


def read_specs(values: Iterable[ApiDocSpec | Mapping[str, Any]]) -> tuple[ApiDocSpec, ...]:
    """Read specs from a configuration of mappings, specs, or both.

    Raises:
        SpecError: All errors in any of them.
    """
    errors: list[ContractError] = []
    specs: list[ApiDocSpec] = []
    for value in values:
        try:
            specs.append(
                value if isinstance(value, ApiDocSpec) else ApiDocSpec.model_validate(value)
            )
        except SpecError as error:
            errors += error.exceptions
    raise_all(errors + _duplicate_slugs(specs))
    return tuple(specs)


def _duplicate_slugs(specs: Sequence[ApiDocSpec]) -> list[ContractError]:
    """Return an error for each document whose slug an earlier one has."""
    # Reversed, so that the first document of a slug stays.
    first = {spec.slug.lower(): spec.title for spec in reversed(specs)}
    errors: list[ContractError] = []
    # Folders of some systems ignore the case of letters.
    for _, slug in duplicates([spec.slug.lower() for spec in specs]):
        message = f"the slug {slug!r} is taken by the document {first[slug]!r}"
        where = Location(owner=f"ApiDocSpec {slug!r}", path="slug")
        hint = f"give each document its own, such as '{slug}-2'"
        errors.append(DuplicateSlug(message, where=where, hint=hint))
    return errors
