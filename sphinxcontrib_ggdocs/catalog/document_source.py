"""Makes an `ApiDocSpec` of what a document is built from: the spec, its fields, or contracts."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

from pydantic.alias_generators import to_snake

from ..contracts import contract_of
from ..contracts.audiences import asked_names
from ..contracts.contract_errors import Location
from ..contracts.model import Contract
from ..value_messages import did_you_mean, excerpt
from .adapters import find_application
from .contents import Contents, ServiceInfo
from .document_fields import DocumentFields
from .documents import SINGLE_SLUG
from .info_objects import check_info
from .resolve import is_contract
from .servers import ServerSpec, server_specs, shown_servers
from .spec_errors import BadContents, UnknownField
from .specs import ApiDocSpec, read_specs

_TEXTS = ("version", "description", "summary", "terms_of_service", "owner", "lifecycle")
_OBJECTS = ("contact", "license", "external_docs")

Servers: TypeAlias = Iterable[ServerSpec | Mapping[str, Any] | str]
"""`ServerSpec` objects, mappings of their fields, or URLs."""

Source: TypeAlias = ApiDocSpec | DocumentFields | Mapping[str, Any] | Iterable[object]
"""A document, its options as an object or a mapping, or contracts."""

_OF_SITES = frozenset({"docs_path", "spec_path", "out_dir", "custom_ui", "branding", "without"})
"""Options of sites, which may be in the same mapping."""

_Export = TypeVar("_Export", bound=Callable[..., Any])


def options_of(export: Callable[..., object]) -> frozenset[str]:
    """Return the names of the options of an exporter, such as `to_openapi`."""
    parameters = inspect.signature(export).parameters.values()
    return frozenset(item.name for item in parameters if item.kind is item.KEYWORD_ONLY)


def takes_options(export: _Export) -> _Export:
    """Let an exporter take the options of a document and its own ones, in either spelling, in one
    mapping or as arguments.
    """
    own = options_of(export)
    of_export = own - ApiDocSpec.model_fields.keys()

    @wraps(export)
    def called(source: Any = None, **options: Any) -> Any:
        source = _readable(source)
        is_one = not isinstance(source, ApiDocSpec) and "docs" not in (source or ())
        arguments: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        for written, value in options.items():
            name = to_snake(written)
            if name in own:
                arguments[name] = value
            elif is_one:
                fields[name] = value
            else:
                hint = did_you_mean(written, own) or f"the options are {', '.join(sorted(own))}"
                where = Location(owner=export.__name__)
                raise UnknownField(f"there is no option {written!r}", where=where, hint=hint)
        if source is None:
            source = {}
            for name in arguments.keys() - of_export:
                fields[name] = arguments.pop(name)
        elif is_one and arguments.get("title") is not None:
            fields["title"] = arguments.pop("title")
        if isinstance(source, Mapping):
            source = _merged(source, fields, arguments, of_export)
        return export(source, **arguments)

    return cast(_Export, called)


def _merged(
    source: Mapping[str, Any],
    fields: dict[str, Any],
    arguments: dict[str, Any],
    of_export: frozenset[str],
) -> dict[str, Any]:
    """Return the fields of a document in a mapping, and those given as arguments, which come first;
    the options of the exporter become arguments.
    """
    merged: dict[str, Any] = {}
    for written, value in source.items():
        name = to_snake(written)
        if name in of_export:
            arguments.setdefault(name, value)
        elif name not in fields:
            merged[written] = value
    return merged | fields


def _readable(source: Any) -> ApiDocSpec | Mapping[str, Any] | None:
    """Return options, an application or contracts as the fields of a document; a spec stays."""
    if source is None or isinstance(source, ApiDocSpec | Mapping):
        return source
    if isinstance(source, DocumentFields):
        return source.given
    if is_contract(source):
        return _contract_fields([source])
    if find_application(source) is not None:
        return {"app": source}
    if isinstance(source, str) or not isinstance(source, Iterable):
        raise BadContents(
            f"{excerpt(source)} is not a document",
            where=Location(),
            hint="give an ApiDocSpec or contracts; names are for app=, or for lists: http=, ws=",
        )
    return _contract_fields(source)


def _contract_fields(contracts: Iterable[object]) -> dict[str, list[Contract]]:
    """Return contracts as fields of a document, each once."""
    fields: dict[str, list[Contract]] = {"http": [], "ws": []}
    for contract in map(contract_of, contracts):
        listed = fields[contract.kind]
        if not any(contract is other for other in listed):
            listed.append(contract)
    return fields


def spec_of(source: Source | None, title: str | None = None) -> ApiDocSpec:
    """Return the document that options or contracts describe.

    Args:
        source: Options are the fields of an `ApiDocSpec`; those of the single-document form, which
            has no slug; or ``docs`` with one document. What they say of a site is left out.
        title: The title of a document that has none.

    Raises:
        SpecError: An option is wrong, or there is more than one document.
    """
    readable = _readable(source) or {}
    if isinstance(readable, ApiDocSpec):
        return readable
    options = {key: value for key, value in readable.items() if to_snake(key) not in _OF_SITES}
    if "docs" not in options:
        if title is not None:
            options = {"title": title, **options}
        return ApiDocSpec.model_validate({"slug": SINGLE_SLUG, **options})
    docs = options["docs"]
    is_one = isinstance(docs, ApiDocSpec | Mapping) or not isinstance(docs, Iterable)
    entries = [docs] if is_one else list(docs)
    if len(entries) != 1:
        raise BadContents(
            f"there are {len(entries)} documents",
            where=Location(path="docs"),
            hint="call the function once for each of them",
        )
    asked = asked_names(options.get("audience"), Location(path="audience"))
    spec = read_specs(entries)[0]
    if asked is None:
        return spec
    return spec.for_audience(asked)


def read_source(
    source: Source | None,
    *,
    title: str | None = None,
    servers: Servers | None = None,
    audience: str | Iterable[str] | None = None,
    **facts: Any,
) -> tuple[ApiDocSpec, Contents]:
    """Read what a document is built from: its options, and its contents, whose service has the
    whole head of the document.

    Args:
        source: A spec, the options of one, or contracts.
        title: The title of the document; that of the spec unless given.
        servers: As `title`.
        audience: For whom the document is, a name or several; that of the spec unless given.
        facts: Others about the service, as ``version`` or ``contact``, likewise.

    Raises:
        ContractError: A fact has the wrong form, a contract of a spec cannot be imported, an
            object is no contract, a server is wrong, or contracts have no title.
    """
    check_info(**facts)
    spec = spec_of(source, title)
    asked = asked_names(audience, Location(path="audience"))
    if asked is not None:
        spec = spec.for_audience(asked)
    given = {name: value for name, value in facts.items() if value is not None}
    given["title"] = spec.final_title if title is None else title
    if servers is not None:
        given["servers"] = tuple(server_specs(servers))
    service = _with_own_facts(spec, given)
    read = spec.contents
    contents = Contents(
        spec.resolved_groups(), service=service, files=read.files, document=read.document
    )
    return spec, contents


def _with_own_facts(spec: ApiDocSpec, given: Mapping[str, Any]) -> ServiceInfo:
    """Return facts about the service: as given, else of the author, else of the service."""
    service = spec.service()
    own: dict[str, Any] = {}
    for name in _TEXTS:
        if getattr(spec, name) is not None:  # an empty one, too
            own[name] = getattr(spec, name)
    for name in _OBJECTS:
        if getattr(spec, name) is not None:
            own[name] = getattr(spec, name).model_dump(exclude_none=True)
    if spec.servers:
        own["servers"] = tuple(spec.servers)
    facts = replace(service, **{**own, **given})
    return replace(facts, servers=shown_servers(facts.servers, spec.asked))
