"""`ApiDocSpec` and its groups: which contracts make a document, its texts and its branding."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetPydanticSchema,
    PrivateAttr,
    StringConstraints,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ..contracts import contract_of
from ..contracts.audiences import Audiences, asked_names, audience_folder, combined, is_shown
from ..contracts.contract_errors import ContractError, NothingForAudience, Where
from ..contracts.display_names import title_of
from ..contracts.model import HttpContract, WebSocketContract
from ..value_messages import excerpt
from .adapters import ReadApplication, read_application
from .app_options import AppOptions
from .application_warnings import TypeWarnings
from .audience_fields import AskedField, AudienceField
from .fields import AsTuple, Spec, problem, raise_first
from .imports import IMPORT_NAME
from .readers import FILE_FIELDS, ReadDocument, read_documents
from .resolve import ResolvedGroup, resolve_contracts
from .server_specs import ServerList, ServerSpec, ServerVariableSpec
from .service_info import ServiceInfo
from .shown_groups import ShownGroups, shown_document
from .slugs import SLUG_HINT, SLUG_LENGTH, check_document_slug, check_slug, duplicates, slugify
from .spec_errors import (
    BadColor,
    BadContents,
    BadSlug,
    DuplicateSlug,
    SpecError,
    raise_all,
)


def _check_contract(entry: object) -> object:
    if isinstance(entry, str):
        if not IMPORT_NAME.fullmatch(entry):
            raise problem(
                SpecError,
                f"{excerpt(entry)} names no contract",
                "write package.module:attribute, such as 'shop.contracts:OrderApi'",
            )
    elif not isinstance(entry, HttpContract | WebSocketContract | type):
        raise problem(
            SpecError,
            f"{excerpt(entry)} is no contract",
            (
                "list contracts, classes decorated with @http.api or @ws.api, or "
                "'package.module:attribute'"
            ),
        )
    return entry


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def _check_color(color: str) -> str:
    if not _HEX.fullmatch(color):
        raise problem(
            BadColor, f"{excerpt(color)} is no hex colour", "write it as '#4f46e5' or '#46e'"
        )
    return color


ContractLike: TypeAlias = HttpContract | WebSocketContract | type | str
"""A contract, a decorated class, or ``package.module:attribute``."""

# Any, not the union: for its members, pydantic would build a schema of the whole contract model.
_Contracts = Annotated[
    Sequence[ContractLike],
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(
            AsTuple[Annotated[Any, AfterValidator(_check_contract)]]
        )
    ),
]
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class GroupSpec(Spec):
    """Contracts that belong together."""

    name: _Text = Field(description="the group's name, a string that is not empty")
    slug: Annotated[str, AfterValidator(check_slug)] | None = Field(
        default=None, description=f"the group's name in links: {SLUG_HINT}"
    )
    http: _Contracts = Field(
        default=(), description="a list of HTTP contracts or 'package.module:attribute'"
    )
    ws: _Contracts = Field(
        default=(), description="a list of WebSocket contracts or 'package.module:attribute'"
    )
    description: str | None = Field(default=None, description="a text for readers")
    audience: AudienceField = Field(
        default=(), description="for whom the group is, as 'internal' or ['internal', 'partner']"
    )

    def check(self) -> None:
        if not self.http and not self.ws:
            raise problem(
                BadContents,
                f"the group {self.name!r} has no contracts",
                "list some under http or ws",
            )
        if len(self.final_slug) > SLUG_LENGTH:
            raise problem(
                BadSlug,
                (
                    f"the slug made of the group's name {self.name[:20]}… has "
                    f"{len(self.final_slug)} "
                    "letters"
                ),
                f"give it one of at most {SLUG_LENGTH}, such as slug='orders'",
            )
        if not self.final_slug:
            raise problem(
                BadSlug,
                f"no slug can be made of the group's name {self.name!r}",
                "give it one, such as slug='orders'",
            )

    @property
    def final_slug(self) -> str:
        """The slug that was given, else that of the name."""
        return self.slug or slugify(self.name)


SAMPLE_LANGUAGES = (
    "curl",
    "python",
    "javascript",
    "typescript",
    "go",
    "java",
    "csharp",
    "php",
    "ruby",
    "websocat",
)
"""The languages in which the UI shows how a method is called."""


def _check_languages(
    languages: tuple[str, ...] | dict[str, str] | None,
) -> tuple[str, ...] | dict[str, str] | None:
    for name in languages or ():
        if name not in SAMPLE_LANGUAGES:
            raise problem(
                SpecError,
                f"there are no samples in {excerpt(name)}",
                f"use some of {', '.join(SAMPLE_LANGUAGES)}",
            )
    return languages


class Branding(Spec):
    """How the pages look."""

    logo_url: _Text | None = Field(
        default=None, description="the URL of an image, or the path of a file"
    )
    primary_color: Annotated[str, AfterValidator(_check_color)] | None = Field(
        default=None, description="a hex colour, such as '#4f46e5'"
    )
    languages: Annotated[
        tuple[str, ...] | dict[str, str] | None, AfterValidator(_check_languages)
    ] = Field(
        default=None,
        description="a list of the languages of samples, in their order, or a mapping to names",
    )
    continuous: bool = Field(
        default=False, description="whether the browser UI shows all methods on one page"
    )


_APP_NAME = re.compile(IMPORT_NAME.pattern + r"(?:\(\))?")


def _check_app(app: object) -> object:
    if isinstance(app, str) and not _APP_NAME.fullmatch(app):
        raise problem(
            SpecError,
            f"{excerpt(app)} names no application",
            "write package.module:app, or package.module:create_app() for a function that makes it",
        )
    return app


def _wrong_contents(
    groups: object,
    http: object,
    ws: object,
    app: object = None,
    app_options: object = None,
    **files: object,
) -> Iterator[PydanticCustomError]:
    given = [name for name in FILE_FIELDS if files.get(name)]
    if given:
        others = groups or http or ws or app is not None
        yield from _wrong_files(given, files.get("document"), has_others=bool(others))
        return
    if app_options is not None and app is None:
        yield problem(
            BadContents,
            "there are app_options, but no application",
            "give app, or drop app_options",
        )
    if app is not None:
        if groups or http or ws:
            yield problem(
                BadContents,
                "there are both an application and contracts",
                "drop app, or groups, http and ws; two documents can have one of each",
            )
        return
    yield from _wrong_lists(groups, http, ws)


def _wrong_files(
    given: Sequence[str], document: object, *, has_others: bool
) -> Iterator[PydanticCustomError]:
    """What is wrong with the contents of a document that is read from files."""
    if has_others:
        yield problem(
            BadContents,
            "there are both files to read and contracts or an application",
            f"drop {' and '.join(given)}, or the others; two documents can have one of each",
        )
    elif document and (len(given) > 1 or (isinstance(document, tuple) and len(document) > 1)):
        yield problem(
            BadContents,
            "a contract document is a whole one, and other files are given with it",
            "name one file in document, and nothing else; several documents can have one each",
        )


def _wrong_lists(groups: object, http: object, ws: object) -> Iterator[PydanticCustomError]:
    """What is wrong with the contracts of a document that has no application."""
    if groups and (http or ws):
        yield problem(
            BadContents,
            "there are both groups and contracts outside them",
            "move http and ws into a group of their own",
        )
    if not groups and not http and not ws:
        yield problem(
            BadContents,
            "there are neither groups nor contracts",
            f"give groups, or http and ws, or app, or {' or '.join(FILE_FIELDS)}",
        )


def _path_names(value: object) -> object:
    """One path as a list of it."""
    return [str(value)] if isinstance(value, str | PathLike) else value


_paths = GetPydanticSchema(
    lambda _, handler: handler.generate_schema(
        Annotated[AsTuple[_Text], BeforeValidator(_path_names)]
    )
)


_Path = Annotated[
    _Text, BeforeValidator(lambda value: str(value) if isinstance(value, PathLike) else value)
]


def has_own_title(values: Mapping[str, Any]) -> bool:
    """Whether the fields of a document name an application or files, which have a title."""
    return values.get("app") is not None or any(values.get(name) for name in FILE_FIELDS)


def _check_title(title: str, info: ValidationInfo) -> str:
    if not title and not has_own_title(info.data):
        raise PydanticCustomError("string_too_short", "empty")
    return title


def _check_group_slugs(groups: tuple[GroupSpec, ...]) -> tuple[GroupSpec, ...]:
    for position, slug in duplicates([group.final_slug for group in groups]):
        raise problem(
            DuplicateSlug,
            f"the group slug {slug!r} at [{position}] is taken",
            f"give each group its own, such as slug='{slug}-{position + 1}'",
        )
    return groups


def _listed_groups(groups: object) -> object:
    """Groups as a list: a map from name to entry becomes one, and the groups that an adapter has
    read become specs; everything else is left to the validation of lists.
    """
    if isinstance(groups, Mapping):
        return [_named_group(name, entry) for name, entry in groups.items()]
    if isinstance(groups, list | tuple):
        return [_as_spec(group) if isinstance(group, ResolvedGroup) else group for group in groups]
    return groups


def _as_spec(group: ResolvedGroup) -> "GroupSpec":
    http = [contract for contract in group.contracts if isinstance(contract, HttpContract)]
    ws = [contract for contract in group.contracts if isinstance(contract, WebSocketContract)]
    return GroupSpec(
        name=group.name,
        slug=group.slug,
        description=group.description,
        http=http,
        ws=ws,
        audience=group.audience,
    )


def _named_group(name: object, entry: object) -> object:
    """An entry with its name: a mapping of `GroupSpec`'s fields, a `GroupSpec`, or contracts."""
    own = entry.get("name", name) if isinstance(entry, Mapping) else getattr(entry, "name", name)
    if isinstance(entry, GroupSpec | Mapping) and own != name:
        raise problem(
            SpecError,
            f"the group {name!r} has another name in its entry, {own!r}",
            "drop the name there; the key is it",
        )
    if isinstance(entry, Mapping):
        return {**entry, "name": name}
    if not isinstance(entry, list | tuple):
        return entry  # a GroupSpec, or no group, which the validation refuses
    if names := [contract for contract in entry if isinstance(contract, str)]:
        raise problem(
            SpecError,
            f"the group {name!r} lists {names[0]!r}, which may be for HTTP or for WebSockets",
            f"write {{{name!r}: {{'http': [{names[0]!r}]}}}}, or 'ws'",
        )
    http: list[object] = []
    ws: list[object] = []
    for contract in entry:
        (ws if _is_websocket(contract) else http).append(contract)
    return {"name": name, "http": http, "ws": ws}


def _is_websocket(contract: object) -> bool:
    try:
        return isinstance(contract_of(contract), WebSocketContract)
    except ContractError:  # raised again where the contract is read
        return False


class DocumentFields(Spec):
    """The fields of a document besides its slug and title; the options of a site with one document
    have them, too.
    """

    parts: ClassVar[dict[str, type[Spec]]] = {
        "servers": ServerSpec,
        "groups": GroupSpec,
        "app_options": AppOptions,
        "variables": ServerVariableSpec,
    }

    version: str | None = Field(default=None, description="the service's version, a string")
    description: str | None = Field(default=None, description="a text for readers")
    owner: _Text | None = Field(
        default=None, description="who is responsible for the service, such as 'Team Payments'"
    )
    lifecycle: _Text | None = Field(
        default=None,
        description="how mature the service is: 'experimental', 'production' or 'deprecated', or a "
        "word of your own",
    )
    servers: ServerList = Field(
        default=(), description="a list of servers: url, description, variables; or of URLs"
    )
    groups: Annotated[
        Sequence[GroupSpec | ResolvedGroup],
        GetPydanticSchema(lambda _, handler: handler.generate_schema(AsTuple[GroupSpec])),
        BeforeValidator(_listed_groups),
        AfterValidator(_check_group_slugs),
    ] = Field(
        default=(),
        description=(
            "a list of groups: name, slug, http, ws, description; or a mapping from name "
            "to the others; or the groups that contracts_from_fastapi() and its like return"
        ),
    )
    http: _Contracts = Field(
        default=(), description="a list of HTTP contracts or 'package.module:attribute'"
    )
    ws: _Contracts = Field(
        default=(), description="a list of WebSocket contracts or 'package.module:attribute'"
    )
    app: Annotated[Any, AfterValidator(_check_app)] = Field(
        default=None,
        description=(
            "an application to read the contracts from: 'package.module:app' or "
            "'package.module:create_app()'"
        ),
    )
    app_options: AppOptions | None = Field(
        default=None,
        description="how the routes of app become groups: a mapping of "
        + ", ".join(AppOptions.model_fields),
    )
    openapi: Annotated[Sequence[str], _paths] = Field(
        default=(),
        description="the path of an OpenAPI file, or a list of paths and patterns of paths",
    )
    asyncapi: Annotated[Sequence[str], _paths] = Field(
        default=(),
        description="the path of an AsyncAPI file, or a list of paths and patterns of paths",
    )
    document: Annotated[Sequence[str], _paths] = Field(
        default=(),
        description="the path of a contract document, an api-docs.json that another build wrote",
    )
    history: _Path | None = Field(
        default=None, description="the path of the folder with the snapshots of released versions"
    )
    verdicts: _Path | None = Field(
        default=None,
        description="the path of the file whose table [tool.ggdocs.diff] judges the changes in "
        "history; the nearest pyproject.toml above that folder unless given",
    )
    markup: Literal["markdown", "rst"] | None = Field(
        default=None, description="the language of all descriptions: 'markdown' or 'rst'"
    )

    strict: bool | None = Field(
        default=None,
        description="whether all that cannot be read is an error; if not, there is a warning of a "
        "type without a schema, which is documented as any value, and of a method or contract, "
        "which is left out: the default for applications, and in Sphinx",
    )

    audience: AskedField = Field(
        default=None,
        description="for whom the document is, as 'partner' or ['partner', 'public']: what is for "
        "others is left out; everything is shown unless given",
    )
    restricted_to: AudienceField = Field(
        default=(),
        description="for whom the whole service is, as 'internal' or ['internal', 'partner']: a "
        "site for others does not have it",
    )

    _read: ReadApplication | None = PrivateAttr(default=None)
    """What is read of `app`, once: a function that returns an application is called once."""
    _documents: ReadDocument | None = PrivateAttr(default=None)
    """What is read of files, likewise."""
    _type_warnings: TypeWarnings = PrivateAttr(default_factory=TypeWarnings)
    _left_out: bool = PrivateAttr(default=False)
    _types: object = PrivateAttr(default=None)
    _shown: ShownGroups | None = PrivateAttr(default=None)
    _whole: Any = PrivateAttr(default=None)
    """The spec that this one is a part of, which alone reads the application or the files."""

    def check(self) -> None:
        raise_first(
            _wrong_contents(
                self.groups, self.http, self.ws, self.app, self.app_options, **self.file_fields
            )
        )

    @classmethod
    def check_unread(cls, values: Mapping[str, Any]) -> Iterator[PydanticCustomError]:
        names = ("groups", "http", "ws", "app", "app_options")
        files = {name: values.get(name) for name in FILE_FIELDS}
        return _wrong_contents(*(values.get(name) for name in names), **files)

    @property
    def file_fields(self) -> dict[str, Sequence[str]]:
        """The fields that list files, with the files."""
        given = {name: getattr(self, name) for name in FILE_FIELDS}
        return {name: files for name, files in given.items() if files}


class ApiDocSpec(DocumentFields):
    """One document: its title, its servers, and its contracts, in groups or at once."""

    slug: Annotated[str, AfterValidator(check_document_slug)] = Field(
        description=f"the document's name in URLs: {SLUG_HINT}"
    )
    title: Annotated[
        str, StringConstraints(strip_whitespace=True), AfterValidator(_check_title)
    ] = Field(default=..., description="the service's name, a string that is not empty")
    """May be empty where `app` or files are given, which have a title."""

    @model_validator(mode="before")
    @classmethod
    def _title_of_service(cls, value: Any) -> Any:
        if isinstance(value, Mapping) and has_own_title(value):
            return {"title": "", **value}
        return value

    @property
    def final_title(self) -> str:
        """The title that was given, else that of the application or the file that the document
        is read from.

        Raises:
            ContractError: There is no such file.
        """
        return self.title or self.service().title or title_of(self.slug)

    @property
    def asked(self) -> Audiences | None:
        """The audiences that the document is for, here or in `app_options`; None: everyone."""
        if self.audience is not None or self.app_options is None:
            return cast(Audiences | None, self.audience)
        return tuple(self.app_options.audience) or None

    @property
    def is_shown(self) -> bool:
        """Whether the whole service is for the audience of the document, as `restricted_to` and the
        files say; of a file that cannot be read, those who read the document learn why.
        """
        if self.asked is None:
            return True
        try:
            return is_shown(self._restriction(), self.asked)
        except ContractError:
            return True

    @property
    def snapshots(self) -> Path | None:
        """The folder of the snapshots; those for an audience have one of their own inside that
        which `history` names.
        """
        return None if self.history is None else Path(self.history) / audience_folder(self.asked)

    def for_audience(self, audience: str | Iterable[str] | None) -> "ApiDocSpec":
        """The same document for other readers; what has been read of applications and files is
        not read again.

        Args:
            audience: For whom, a name or several; None: everything is shown.
        """
        names = asked_names(audience, Where(owner=f"ApiDocSpec {self.slug!r}", path="audience"))
        if names == self.asked:
            return self
        options = self.app_options
        if options is not None and options.audience:
            options = options.model_copy(update={"audience": ()})
        other = self.model_copy(update={"audience": names, "app_options": options})
        other._shown, other._types, other._whole = None, None, self._whole or self
        return other

    @property
    def types(self) -> object:
        """What describes the types for all documents of this spec, where they share it."""
        return self._types

    def share_types(self, types: object) -> None:
        """Describe each type once for all documents that are built of this spec from now on.

        Args:
            types: A new `Walker`, which is kept as long as the spec.
        """
        self._types = types

    @property
    def group_specs(self) -> tuple[GroupSpec, ...]:
        """The groups; contracts outside of groups are one group named ``API``. Those of an
        application or a file are not here.
        """
        if self.app is not None or self.file_fields:
            return ()
        return cast(tuple[GroupSpec, ...], self.groups) or (
            GroupSpec(name="API", slug="api", http=self.http, ws=self.ws),
        )

    def service(self) -> ServiceInfo:
        """What `app` or files say of themselves; nothing without one.

        Raises:
            ContractError: The application cannot be imported or read, or the file.
        """
        return self._whole_service() if self.asked is None else self._shown_parts().service

    def _whole_service(self) -> ServiceInfo:
        if self._whole is not None:
            whole: ServiceInfo = self._whole._whole_service()
            return whole
        if (read := self.read_document()) is not None:
            return read.service
        if self.app is None:
            return ServiceInfo()
        return self._application(Where(owner=f"ApiDocSpec {self.slug!r}")).service

    def _application(self, where: Where) -> ReadApplication:
        if self._read is None:
            options = self.app_options or AppOptions()
            strict = options.strict or self.strict is True
            options = options.model_copy(update={"strict": strict, "audience": ()})
            self._read = read_application(self.app, where / "app", options)
        return self._read

    def framework_openapi(self) -> Mapping[str, Any] | None:
        """The OpenAPI document that the framework of `app` makes of all of its routes; None unless
        `app_options` ask for it.

        Raises:
            ContractError: The application cannot be read, or the framework makes no document; or
                the document is for an audience.
        """
        if self.app is None:
            return None
        if self.asked is not None and self.app_options and self.app_options.framework_openapi:
            raise BadContents(
                "the framework's own OpenAPI document shows everybody everything",
                where=Where(owner=f"ApiDocSpec {self.slug!r}", path="audience"),
                hint="drop framework_openapi, or audience",
            )
        write = self._application(Where(owner=f"ApiDocSpec {self.slug!r}")).openapi
        return None if write is None else write()

    def read_document(self) -> ReadDocument | None:
        """What the files say that the document is read from; None where it is not.

        Raises:
            ContractError: One of them cannot be read.
        """
        if self._whole is not None:
            read: ReadDocument | None = self._whole.read_document()
            return read
        if self._documents is None and (fields := self.file_fields):
            where = Where(owner=f"ApiDocSpec {self.slug!r}")
            self._documents = read_documents(fields, where)
        return self._documents

    def files(self) -> tuple[Path, ...]:
        """The files that the document is read from.

        Raises:
            ContractError: One of them cannot be read.
        """
        read = self.read_document()
        return () if read is None else read.files

    def resolved_groups(self) -> tuple[ResolvedGroup, ...]:
        """The groups with their contracts imported.

        Raises:
            ContractError: All that is wrong: imports, objects that are no contracts, and errors
                in contracts. If `strict` is off, only when no contract is left; else there is a
                warning of each.
        """
        return self._whole_groups() if self.asked is None else self._shown_parts().groups

    def _shown_parts(self) -> ShownGroups:
        """What of the document is for its audience.

        Raises:
            ContractError: As `resolved_groups` does; or the document says nothing of audiences.
            NothingForAudience: The whole service is for others.
        """
        if self._shown is None:
            self._check_restriction()
            read = self.read_document()
            if read is not None and read.document is not None:
                raise BadContents(
                    "a contract document does not say for whom its parts are",
                    where=Where(owner=f"ApiDocSpec {self.slug!r}", path="audience"),
                    hint="write it for this audience where it is made, and drop audience here",
                )
            shown = shown_document(self._whole_groups(), self._whole_service(), self.asked or ())
            if self.strict is not False:
                raise_all(list(shown.problems))
            for problem in shown.problems:
                self._left_out = True
                self._type_warnings(problem)
            self._shown = shown
        return self._shown

    def _restriction(self) -> Audiences:
        """For whom the whole service is."""
        mark = tuple(self.restricted_to)
        return combined(mark, self._whole_service().audience) if self.file_fields else mark

    def _check_restriction(self) -> None:
        mark = self._restriction()
        if is_shown(mark, self.asked):
            return
        names = ", ".join(self.asked or ()) or "everyone"
        raise NothingForAudience(
            f"the whole service is for {', '.join(filter(None, mark)) or 'nobody'}, not for the "
            f"requested audience ({names})",
            where=Where(owner=f"ApiDocSpec {self.slug!r}", path="audience"),
            hint="leave the document out; of several documents, restricted_to=... of one does so",
        )

    def _whole_groups(self) -> tuple[ResolvedGroup, ...]:
        if self._whole is not None:
            whole: tuple[ResolvedGroup, ...] = self._whole._whole_groups()
            return whole
        where = Where(owner=f"ApiDocSpec {self.slug!r}")
        if (read := self.read_document()) is not None:
            return read.groups
        tolerant = self._type_warnings if self.strict is False else None
        if self.app is not None:
            return self._application(where).groups
        errors: list[ContractError] = []
        groups = tuple(
            ResolvedGroup(
                name=group.name,
                slug=group.final_slug,
                description=group.description,
                audience=tuple(group.audience),
                contracts=tuple(
                    resolve_contracts(
                        group.http,
                        group.ws,
                        where / "groups" / f"[{position}]" if self.groups else where,
                        errors,
                        tolerant,
                    )
                ),
            )
            for position, group in enumerate(self.group_specs)
        )
        found = tuple(group for group in groups if group.contracts)
        if tolerant is None or not found:
            raise_all(errors)
            return groups
        self._left_out = bool(errors)
        for error in (each for group in errors for each in group.exceptions):
            tolerant(error)
        return found if errors else groups

    @property
    def is_complete(self) -> bool:
        """Whether all contracts could be read when they were last imported; they need not if
        `strict` is off.
        """
        whole = self if self._whole is None else self._whole
        return not (self._left_out or whole._left_out)

    def module_names(self) -> Iterator[str]:
        """The modules that the contracts are imported from, and those that they are written in."""
        if isinstance(self.app, str):
            yield self.app.partition(":")[0]
        if self.app_options is not None:
            yield from self.app_options.modules
        for group in self.group_specs:
            for entry in (*group.http, *group.ws):
                if isinstance(entry, str):
                    yield entry.partition(":")[0]
        for resolved in self._whole_groups():
            for contract in resolved.contracts:
                if contract.source is not None:
                    yield contract.source.module


def check_specs(specs: Iterable[ApiDocSpec]) -> tuple[ApiDocSpec, ...]:
    """The same specs, their slugs known to differ.

    Raises:
        DuplicateSlug: Two have one slug.
        BadContents: There are none.
    """
    checked = tuple(specs)
    if not checked:
        raise BadContents(
            "there are no documents", where=Where(), hint="give at least one ApiDocSpec"
        )
    raise_all(_duplicate_slugs(checked))
    return checked


def shown_specs(
    specs: Iterable[ApiDocSpec], audience: Iterable[str] | None
) -> tuple[ApiDocSpec, ...]:
    """The documents that are for their audience.

    Args:
        specs: All documents.
        audience: For whom those are that do not say it themselves.

    Raises:
        NothingForAudience: There are none.
    """
    asked = (
        spec if audience is None or spec.asked is not None else spec.for_audience(audience)
        for spec in specs
    )
    shown = tuple(spec for spec in asked if spec.is_shown)
    if not shown:
        raise NothingForAudience(
            "no document is for the requested audience",
            where=Where(path="audience"),
            hint="mend restricted_to of a document, or audience",
        )
    return shown


def read_specs(values: Iterable[ApiDocSpec | Mapping[str, Any]]) -> tuple[ApiDocSpec, ...]:
    """Read specs from a configuration of mappings, specs, or both.

    Raises:
        SpecError: All that is wrong with any of them.
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
    """An error for each document whose slug an earlier one has."""
    first = {spec.slug: spec.title for spec in reversed(specs)}
    errors: list[ContractError] = []
    for _, slug in duplicates([spec.slug for spec in specs]):
        message = f"the slug {slug!r} is taken by the document {first[slug]!r}"
        where = Where(owner=f"ApiDocSpec {slug!r}", path="slug")
        hint = f"give each document its own, such as '{slug}-2'"
        errors.append(DuplicateSlug(message, where=where, hint=hint))
    return errors
