"""What a command is about: contracts named on the command line, or the table ``[tool.ggdocs]`` of a
project.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..catalog import ApiDocSpec, NoContract, SpecError, read_specs
from ..catalog.adapters import application, is_application
from ..catalog.fields import as_tuple
from ..catalog.imports import IMPORT_NAME
from ..contracts import contract_of
from ..contracts.contract_errors import NotAContract, Where
from ..contracts.model import Contract, HttpContract, WebSocketContract
from ..native.options import SiteOptions
from .terminal import ProjectError, UsageError

PYPROJECT = "pyproject.toml"


class ProjectOptions(SiteOptions):
    """The table ``[tool.ggdocs]``: documents and branding as everywhere, and where things are."""

    out_dir: Path = Field(default=Path("apidocs"), description="the folder that build writes")
    python_path: Annotated[Sequence[str], as_tuple] = Field(
        default=(), description="a list of folders to import contracts from, such as 'src'"
    )


class Project:
    """Options, and the folder from which their paths lead on."""

    def __init__(self, options: ProjectOptions, folder: Path) -> None:
        self.options = options
        self.folder = folder

    @property
    def out_dir(self) -> Path:
        """The folder that build writes."""
        return self.folder / self.options.out_dir

    @property
    def python_path(self) -> tuple[Path, ...]:
        """The folders of contracts."""
        return tuple(self.folder / each for each in self.options.python_path) or (self.folder,)

    def specs(self, slugs: Sequence[str] = ()) -> tuple[ApiDocSpec, ...]:
        """The documents, or those of `slugs`.

        Raises:
            UsageError: There is no document of one of these slugs.
        """
        every = {spec.slug: spec for spec in self.options.specs}
        for slug in slugs:
            if slug not in every:
                raise UsageError(f"there is no document {slug!r}; there are {', '.join(every)}")
        return tuple(spec for slug, spec in every.items() if not slugs or slug in slugs)


def read_project(arguments: argparse.Namespace) -> Project:
    """The project that the arguments name. From here on its folders are on ``sys.path``.

    Raises:
        UsageError: There is neither a contract nor a project, or an argument is wrong.
        ProjectError: The project's file cannot be read, is not valid TOML, or its table is wrong.
        ContractError: A named contract is wrong.
    """
    names: list[str] = arguments.contracts
    if not names:
        _refuse_unused(arguments, "and none is named")
    file = _project_file(arguments.config)
    if not names and file is None:
        raise UsageError(
            "there are no contracts: name some as package.module:attribute, or write "
            f"[tool.ggdocs] into {PYPROJECT}"
        )
    table = _table(file) if file is not None else {}
    folder = file.parent if file is not None else Path()
    _extend_path(
        [folder / each for each in _strings(table.get("python_path", table.get("pythonPath")))]
    )
    _extend_path([folder, Path()])
    if names:
        contents = ("docs", *SiteOptions.model_fields)
        kept = {
            key: value for key, value in table.items() if key not in contents or key == "branding"
        }
        table = {**kept, **_named(names, arguments)}
    try:
        return Project(ProjectOptions.model_validate(table), folder)
    except SpecError as error:
        raise ProjectError(f"{file or 'the command line'}: {error}") from error


def _project_file(given: Path | None) -> Path | None:
    """The file that was given, or the nearest one upwards that has our table."""
    if given is not None:
        if not given.is_file():
            raise UsageError(f"there is no file {given}")
        if not _table(given):
            raise ProjectError(f"{given} has no table [tool.ggdocs]")
        return given
    return next((file for file in candidates() if file.is_file() and _table(file)), None)


def candidates() -> Iterator[Path]:
    """Where the file of a project may be, the nearest first."""
    here = Path.cwd()
    yield from (folder / PYPROJECT for folder in (here, *here.parents))


def _table(file: Path) -> Mapping[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProjectError(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        raise ProjectError(f"{file} cannot be read: {error.strerror}") from error
    tool = content.get("tool", {})
    table = tool.get("ggdocs", {}) if isinstance(tool, dict) else tool
    if not isinstance(table, dict):
        raise ProjectError(
            f"{file}: tool.ggdocs is not a table; write [tool.ggdocs] and keys below it"
        )
    return table


def _refuse_unused(arguments: argparse.Namespace, reason: str) -> None:
    """Refuse the options of a document that the command itself makes, where it makes none.

    Raises:
        UsageError: One of these options is given.
    """
    given = {
        "--title": arguments.title,
        "--slug": arguments.slug,
        "--doc-version": arguments.doc_version,
    }
    unused = [option for option, value in given.items() if value is not None]
    if unused:
        raise UsageError(
            f"{', '.join(unused)}: this is for contracts and applications that the command line "
            f"names, {reason}; "
            "change the document instead, or choose one with --doc"
        )


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, list):
        yield from (each for each in value if isinstance(each, str))


def _extend_path(folders: Iterable[Path]) -> None:
    for folder in reversed([str(folder.resolve()) for folder in folders]):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def _named(names: Iterable[str], arguments: argparse.Namespace) -> dict[str, Any]:
    """Documents of what the names lead to: whole documents as they are, contracts as one
    document.
    """
    contracts: list[Contract] = []
    specs: list[ApiDocSpec | Mapping[str, Any]] = []
    described = False
    for name in names:
        if not IMPORT_NAME.fullmatch(name.removesuffix("()")):
            raise UsageError(f"{name!r} names no contract: write package.module:attribute")
        found = application(name, Where(owner=name))
        match found:
            case _ if is_application(found):
                specs.append(_of_application(name, found, arguments))
                described = True
            case ApiDocSpec() | Mapping():
                specs.append(found)
            case list() | tuple():
                specs += found
            case _:
                contracts.append(_contract(name, found))
    if specs and contracts:
        raise UsageError("documents and contracts cannot be mixed on one command line")
    if specs:
        if not described:
            _refuse_unused(arguments, "and these documents have their own")
        return {"docs": read_specs(specs)}
    spec = _document(
        arguments,
        title=arguments.title or (contracts[0].name if len(contracts) == 1 else "API"),
        version=arguments.doc_version,
        http=[contract for contract in contracts if isinstance(contract, HttpContract)],
        ws=[contract for contract in contracts if isinstance(contract, WebSocketContract)],
    )
    return {"docs": [spec]}


def _document(arguments: argparse.Namespace, **fields: Any) -> ApiDocSpec:
    try:
        return ApiDocSpec(slug="api" if arguments.slug is None else arguments.slug, **fields)
    except SpecError as error:  # of the options: contracts are contracts already
        raise UsageError(str(error)) from error


def _of_application(name: str, app: object, arguments: argparse.Namespace) -> ApiDocSpec:
    return _document(
        arguments,
        title=arguments.title or getattr(app, "title", None) or name.partition(":")[0],
        version=arguments.doc_version or getattr(app, "version", None),
        app=app,
    )


def _contract(name: str, found: object) -> Contract:
    if isinstance(found, HttpContract | WebSocketContract):
        return found
    try:
        return contract_of(found)
    except NotAContract as error:
        raise NoContract(
            f"{found!r} is no contract",
            where=Where(owner=name),
            hint=(
                "name a class with @http.api or @ws.api, a list of documents, or an application "
                "that an adapter reads"
            ),
        ) from error
