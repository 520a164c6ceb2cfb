"""Turns the source of a document, which authors give in several forms, into an `ApiDocSpec`: a
spec, its fields, contracts, or an application.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

from pydantic.alias_generators import to_snake

from ..contracts import contract_of
from ..contracts.audiences import requested_audiences
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
"""Options of sites, which may be in the same mapping as those of a document."""

_Export = TypeVar("_Export", bound=Callable[..., Any])


def option_names(export: Callable[..., object]) -> frozenset[str]:
    """Return the names of the options of an exporter such as `to_openapi`: its keyword-only
    parameters.
    """
    parameters = inspect.signature(export).parameters.values()
    return frozenset(item.name for item in parameters if item.kind is item.KEYWORD_ONLY)


def takes_options(export: _Export) -> _Export:
    """Decorate an exporter so that it takes the fields of a document besides its own options: all
    in one mapping or as keyword arguments, in snake_case or camelCase.

    ``to_openapi(title="Shop", http=[OrderApi], version="1")`` then works as well as
    ``to_openapi(ApiDocSpec(...))``.

    Args:
        export: A function whose first parameter is the document, and whose options are
            keyword-only. Options with the names of document fields, such as ``title``, replace
            these fields.
    """
    export_options = option_names(export)
    only_export_options = export_options - ApiDocSpec.model_fields.keys()

    @wraps(export)
    def called(source: Any = None, **options: Any) -> Any:
        """Call the exporter with a document, made of the source and the options, and with its own
        options.

        An option may be one of the exporter and also a field of the document, such as ``version``.
        It goes to the exporter, which replaces the field. But without a source it becomes a field
        here; the title becomes one with any source that takes fields.

        Raises:
            UnknownField: The exporter has no such option, and the source takes no further fields.
        """
        document = _readable(source)
        # A finished spec, and a list of documents, take no further fields.
        takes_fields = not isinstance(document, ApiDocSpec) and "docs" not in (document or ())
        arguments: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        for given_name, value in options.items():
            name = to_snake(given_name)
            if name in export_options:
                arguments[name] = value
            elif takes_fields:
                fields[name] = value
            else:
                raise _unknown_option(given_name, export_options, export.__name__)
        if isinstance(document, ApiDocSpec):
            return export(document, **arguments)
        if document is None:
            # The keyword arguments alone describe the document, so they have all of its fields.
            document = {}
            for name in arguments.keys() - only_export_options:
                fields[name] = arguments.pop(name)
        elif takes_fields and arguments.get("title") is not None:
            # The exporter replaces the title after the document is validated, which fails if the
            # source has an empty one.
            fields["title"] = arguments.pop("title")
        # Options of the exporter that are in the mapping are moved to the arguments.
        fields_of_document = _merged(document, fields, arguments, only_export_options)
        return export(fields_of_document, **arguments)

    return cast(_Export, called)


def _unknown_option(name: str, options: frozenset[str], exporter: str) -> UnknownField:
    """Return the error for an option that an exporter does not have."""
    hint = did_you_mean(name, options) or f"the options are {', '.join(sorted(options))}"
    return UnknownField(f"there is no option {name!r}", where=Location(owner=exporter), hint=hint)


def _merged(
    source: Mapping[str, Any],
    fields: dict[str, Any],
    arguments: dict[str, Any],
    export_options: frozenset[str],
) -> dict[str, Any]:
    """Return the fields of a document in a mapping, merged with those that were keyword arguments,
    which take precedence.

    Args:
        source: The mapping, which may also have options of the exporter.
        fields: The fields that were keyword arguments, in snake_case.
        arguments: The options for the exporter that were keyword arguments. Those that only the
            mapping has are added.
        export_options: The names of the options that the exporter has, and that are not fields of
            a document.
    """
    merged: dict[str, Any] = {}
    for given_name, value in source.items():
        name = to_snake(given_name)
        if name in export_options:
            arguments.setdefault(name, value)
        elif name not in fields:
            merged[given_name] = value
    return merged | fields


def _readable(source: Any) -> ApiDocSpec | Mapping[str, Any] | None:
    """Return the source of a document as the fields of a document. A finished `ApiDocSpec`, a
    mapping and None are returned unchanged.

    Args:
        source: Also options as an object, a contract, several contracts, or an application.

    Raises:
        BadContents: It is something else, such as a text.
    """
    if source is None or isinstance(source, ApiDocSpec | Mapping):
        return source
    if isinstance(source, DocumentFields):
        return source.given_fields
    if is_contract(source):
        return _contract_fields([source])
    if find_application(source) is not None:
        return {"app": source}
    if isinstance(source, str) or not isinstance(source, Iterable):  # a text is iterable, too
        raise BadContents(
            f"{excerpt(source)} is not a document",
            where=Location(),
            hint="give an ApiDocSpec or contracts; names are for app=, or for lists: http=, ws=",
        )
    return _contract_fields(source)


def _contract_fields(contracts: Iterable[object]) -> dict[str, list[Contract]]:
    """Return contracts as the fields ``http`` and ``ws`` of a document, each contract only once."""
    fields: dict[str, list[Contract]] = {"http": [], "ws": []}
    for contract in map(contract_of, contracts):
        same_kind = fields[contract.kind]
        # By identity: equal contracts that an author has written twice are two.
        if not any(contract is other for other in same_kind):
            same_kind.append(contract)
    return fields


def spec_from_source(source: Source | None, title: str | None = None) -> ApiDocSpec:
    """Return the document that a source describes.

    Args:
        source: A spec, contracts, an application, or options. Options are the fields of an
            `ApiDocSpec`; those of a single document, without a slug; or ``docs`` with one document.
            Options of sites among them are ignored.
        title: The title of the document if the source has none; not used for a finished spec and
            for ``docs``.

    Raises:
        SpecError: An option is invalid, or there is more than one document.
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
    # Whatever is no list is read as one document; `read_specs` refuses what is none.
    is_single = isinstance(docs, ApiDocSpec | Mapping) or not isinstance(docs, Iterable)
    entries = [docs] if is_single else list(docs)
    if len(entries) != 1:
        raise BadContents(
            f"there are {len(entries)} documents",
            where=Location(path="docs"),
            hint="call the function once for each of them",
        )
    # Next to ``docs``, the audience is that of the site.
    requested = requested_audiences(options.get("audience"), Location(path="audience"))
    spec = read_specs(entries)[0]
    if requested is None:
        return spec
    return spec.for_audience(requested)


def read_source(
    source: Source | None,
    *,
    title: str | None = None,
    servers: Servers | None = None,
    audience: str | Iterable[str] | None = None,
    **facts: Any,
) -> tuple[ApiDocSpec, Contents]:
    """Read the source of a document.

    Args:
        source: A spec, the options of one, contracts, or an application.
        title: The title of the document; that of the spec unless given.
        servers: The servers; those of the spec unless given.
        audience: The audiences that the document is for, a name or several; those of the spec
            unless given.
        facts: Other facts about the service, such as ``version`` or ``contact``; those of the spec
            unless given.

    Returns:
        The spec, and its contents: the groups of contracts, the facts about the service, and the
        files that were read. Each fact is the one given here, else that of the spec, else that of
        the application or file.

    Raises:
        ContractError: A fact has the wrong type, a contract cannot be imported, an object is not a
            contract, a server is invalid, or contracts have no title.
    """
    check_info(**facts)
    spec = spec_from_source(source, title)
    requested = requested_audiences(audience, Location(path="audience"))
    if requested is not None:
        spec = spec.for_audience(requested)
    given_facts = {name: value for name, value in facts.items() if value is not None}
    # The final title is never missing: an application, a file or the slug supplies it.
    given_facts["title"] = spec.final_title if title is None else title
    if servers is not None:
        given_facts["servers"] = tuple(server_specs(servers))
    service = _merged_facts(spec, given_facts)
    source_contents = spec.contents
    contents = Contents(
        spec.resolved_groups(),
        service=service,
        files=source_contents.files,
        document=source_contents.document,
    )
    return spec, contents


def _merged_facts(spec: ApiDocSpec, given_facts: Mapping[str, Any]) -> ServiceInfo:
    """Return the facts about a service: those given as arguments, else those in the fields of the
    spec, else those that the application or file states. Servers that the audience of the document
    must not see are left out.
    """
    facts_of_spec: dict[str, Any] = {}
    for name in _TEXTS:
        text = getattr(spec, name)
        if text is not None:  # an empty text replaces that of the application, too
            facts_of_spec[name] = text
    for name in _OBJECTS:
        value = getattr(spec, name)
        if value is not None:
            facts_of_spec[name] = value.model_dump(exclude_none=True)
    if spec.servers:
        facts_of_spec["servers"] = tuple(spec.servers)
    merged = replace(spec.service(), **{**facts_of_spec, **given_facts})
    return replace(merged, servers=shown_servers(merged.servers, spec.audiences))
