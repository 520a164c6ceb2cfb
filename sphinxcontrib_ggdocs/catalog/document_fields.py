"""Defines the fields of a document, and which of them can be combined."""

import re
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetPydanticSchema,
    StrictBool,
)

from ..value_messages import excerpt
from .app_options import AppOptions
from .fields import AsTuple, DocumentAudienceField, Spec, Text, problem
from .group_specs import ContractList, GroupList, GroupSpec
from .imports import IMPORT_NAME, name_hint
from .info_objects import ContactSpec, ExternalDocsSpec, LicenseSpec
from .readers import FILE_FIELDS
from .servers import ServerList, ServerSpec, ServerVariableSpec
from .spec_errors import BadContents, SpecError

_APP_NAME = re.compile(IMPORT_NAME.pattern + r"(?:\(\))?")


def _check_app(app: object) -> object:
    """Return an application; a text must be the name of one.

    Raises:
        PydanticCustomError: The text is not a name such as ``package.module:app``.
    """
    if isinstance(app, str) and not _APP_NAME.fullmatch(app):
        raise problem(
            SpecError,
            f"{excerpt(app)} is not the name of an application",
            name_hint(app, "package.module:app"),
        )
    return app


def _paths_as_texts(value: object) -> object:
    """Return a path, or a list of paths, as a list of texts; any other value unchanged, which the
    validation of texts then refuses.
    """
    if isinstance(value, str | PathLike):
        return [str(value)]
    if isinstance(value, list | tuple):
        return list(map(_path_as_text, value))
    return value


def _path_as_text(value: object) -> object:
    """Return a path as a text; any other value unchanged."""
    return str(value) if isinstance(value, PathLike) else value


# In `Annotated[Sequence[str], _paths]`: type checkers accept a list, pydantic makes a tuple of it.
_paths = GetPydanticSchema(
    lambda _, handler: handler.generate_schema(
        Annotated[AsTuple[Text], BeforeValidator(_paths_as_texts)]
    )
)


def _check_workflow(entry: object) -> object:
    """Return a workflow; a text must be the name of one.

    Raises:
        PydanticCustomError: The text is not a name such as ``shop.workflows:buy``.
    """
    if isinstance(entry, str) and not IMPORT_NAME.fullmatch(entry):
        raise problem(
            SpecError,
            f"{excerpt(entry)} is not the name of a workflow",
            name_hint(entry, "shop.workflows:buy"),
        )
    return entry


# As `_paths`, for workflows.
_workflows = GetPydanticSchema(
    lambda _, handler: handler.generate_schema(
        AsTuple[Annotated[Any, AfterValidator(_check_workflow)]]
    )
)


_Path = Annotated[Text, BeforeValidator(_path_as_text)]


def _names_files(files: object) -> bool:
    """Return whether the value of a field names files. An empty text counts, too: it is an invalid
    path, which the validation reports.
    """
    return bool(files) or files == ""


def has_own_title(values: Mapping[str, Any]) -> bool:
    """Return whether a document needs no title, because it is read from an application or from
    files, which have one.

    Args:
        values: The fields of the document, which may not be validated yet.
    """
    has_files = any(_names_files(values.get(name)) for name in FILE_FIELDS)
    return values.get("app") is not None or has_files


def _check_base_url(url: str) -> str:
    """Return a URL if it is absolute and has the scheme http or https.

    Raises:
        PydanticCustomError: It is not.
    """
    if not re.fullmatch(r"https?://\S+", url):
        raise problem(
            SpecError,
            f"{excerpt(url)} is not a web address",
            "write it with its scheme, such as 'https://example.org/docs/'",
        )
    return url


class DocumentFields(Spec):
    """The fields of a document besides its slug and title; the options of a site with one document
    have them, too.
    """

    parts: ClassVar[dict[str, type[Spec]]] = {
        "servers": ServerSpec,
        "groups": GroupSpec,
        "app_options": AppOptions,
        "contact": ContactSpec,
        "license": LicenseSpec,
        "external_docs": ExternalDocsSpec,
        "variables": ServerVariableSpec,
    }

    version: str | None = Field(default=None, description="the service's version, a string")
    summary: str | None = Field(default=None, description="one sentence for readers, a string")
    description: str | None = Field(default=None, description="a text for readers")
    contact: ContactSpec | None = Field(
        default=None, description="a mapping with name, url or email, such as {'name': 'Support'}"
    )
    license: LicenseSpec | None = Field(
        default=None,
        description="a mapping with name, and identifier or url, such as {'name': 'MIT'}",
    )
    terms_of_service: Text | None = Field(
        default=None, description="the URL of the terms of service, a string"
    )
    external_docs: ExternalDocsSpec | None = Field(
        default=None,
        description="a mapping with url and description, such as {'url': 'https://example.org'}",
    )
    owner: Text | None = Field(
        default=None, description="who is responsible for the service, such as 'Team Payments'"
    )
    lifecycle: Text | None = Field(
        default=None,
        description="how mature the service is: 'experimental', 'production' or 'deprecated', or a "
        "word of your own",
    )
    servers: ServerList = Field(
        default=(), description="a list of servers: url, description, variables; or of URLs"
    )
    groups: GroupList = Field(
        default=(),
        description=(
            "a list of groups: name, slug, http, ws, description; or a mapping from name "
            "to the others; or the groups that contracts_from_fastapi() and its like return"
        ),
    )
    http: ContractList = Field(
        default=(), description="a list of HTTP contracts or 'package.module:attribute'"
    )
    ws: ContractList = Field(
        default=(), description="a list of WebSocket contracts or 'package.module:attribute'"
    )
    workflows: Annotated[Sequence[Any], _workflows] = Field(
        default=(),
        description="a list of workflows, which workflow() returns, or 'package.module:attribute'",
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
    contract_document: Annotated[Sequence[str], _paths] = Field(
        default=(),
        description="the path of a contract document, an api-docs.json that another build wrote",
    )
    history: _Path | None = Field(
        default=None, description="the path of the folder with the snapshots of released versions"
    )
    verdicts: _Path | None = Field(
        default=None,
        description="the path of the file whose table [tool.ggdocs.diff] judges the changes in "
        "history; by default the nearest pyproject.toml above that folder",
    )
    base_url: Annotated[str, AfterValidator(_check_base_url)] | None = Field(
        default=None,
        description="the URL that relative links in descriptions are resolved against; without it "
        "they are text",
    )
    markup: Literal["markdown", "rst"] | None = Field(
        default=None, description="the language of all descriptions: 'markdown' or 'rst'"
    )

    strict: StrictBool | None = Field(
        default=None,
        description="whether anything that cannot be read is an error; otherwise, which is the "
        "default for applications and in Sphinx, a type without a schema is documented as any "
        "value, and a method or contract is left out, with a warning",
    )

    console: StrictBool | None = Field(
        default=None,
        description="whether readers may send calls from the pages to the declared servers; a "
        "running service also lets them call itself unless this is False",
    )

    audience: DocumentAudienceField = Field(
        default=None,
        description="the audience of the document, such as 'partner' or ['partner', 'public']: "
        "what is for others is left out, and a site for others leaves out the document; by default "
        "everything is shown",
    )

    def check(self) -> None:
        """Check that the contents come from one source: files, an application, or contracts.

        Raises:
            PydanticCustomError: There is no source, or there are several.
        """
        files = self.file_fields
        if files:
            self._check_files(files)
        elif self.app is None:
            self._check_contracts()
        elif self.groups or self.http or self.ws:
            raise problem(
                BadContents,
                "an application and contracts are both given",
                "drop app, or groups, http and ws; two documents can have one of each",
            )

    def _check_contracts(self) -> None:
        """Check the fields of a document without files and without an application."""
        if self.app_options is not None:
            raise problem(
                BadContents,
                "app_options are given without an application",
                "give app, or drop app_options",
            )
        if self.groups and (self.http or self.ws):
            raise problem(
                BadContents,
                "groups and contracts outside them are both given",
                "move http and ws into a group of their own",
            )
        if not (self.groups or self.http or self.ws):
            raise problem(
                BadContents,
                "neither groups nor contracts are given",
                f"give groups, or http and ws, or app, or {' or '.join(FILE_FIELDS)}",
            )

    def _check_files(self, files: Mapping[str, Sequence[str]]) -> None:
        """Check the fields of a document that is read from files.

        Args:
            files: The files by the name of their field.
        """
        if self.groups or self.http or self.ws or self.app is not None:
            raise problem(
                BadContents,
                "files are given together with contracts or an application",
                f"drop {' and '.join(files)}, or the others; two documents can have one of each",
            )
        if self.contract_document and (len(files) > 1 or len(self.contract_document) > 1):
            raise problem(
                BadContents,
                "a contract document is complete, but other files are given with it",
                "give only contract_document, with one file; several documents can have one each",
            )

    @property
    def file_fields(self) -> dict[str, Sequence[str]]:
        """The files that the document is read from, by the name of their field."""
        given = {name: getattr(self, name) for name in FILE_FIELDS}
        return {name: files for name, files in given.items() if files}

    @property
    def is_foreign(self) -> bool:
        """Whether the contracts are read from an application, or from files of OpenAPI or AsyncAPI,
        whose descriptions were not written for this package.
        """
        return self.app is not None or bool(self.openapi or self.asyncapi)

    @property
    def may_have_html(self) -> bool:
        """Whether descriptions may have HTML in their Markdown, as is usual in applications and
        files.
        """
        return self.markup != "rst" and self.is_foreign

    @property
    def group_specs(self) -> tuple[GroupSpec, ...]:
        """The groups that the author lists; contracts outside of groups are one group named
        ``API``. Empty for the groups of an application or of files, which are read later.
        """
        if self.app is not None or self.file_fields:
            return ()
        groups = cast(tuple[GroupSpec, ...], self.groups)
        if groups:
            return groups
        return (GroupSpec(name="API", slug="api", http=self.http, ws=self.ws),)
