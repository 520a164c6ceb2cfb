"""`contracts_from_ninja`: reads the operations of an API as groups of contracts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack, get_args

from django.conf import settings
from django.urls import NoReverseMatch
from ninja import NinjaAPI

from ...catalog import AppOptions, Contents, ResolvedGroup
from ...contracts.authoring.docstrings import sections_of
from ...contracts.model import (
    ExternalDocs,
    HttpMethod,
    HttpVerb,
    Parameter,
    RequestBody,
    where_of,
    with_rests,
)
from ...contracts.permissions import authenticated
from ...contracts.security import SecurityRequirement, SecurityScheme, any_of
from ...document.openapi_members import without_nulls
from ...foreign_contracts.declared_errors import DeclaredErrors
from ...foreign_contracts.groups import GroupBuilder, GroupRegistry
from ...foreign_contracts.naming import snake_case, unused_name
from ...foreign_contracts.selection import (
    AppOptionArguments,
    RouteFacts,
    audience_of_route,
    group_name,
    group_title,
    imported_options,
    is_selected,
    method_name,
    untagged_group,
)
from ..shared.functions import source_of
from ..shared.handler_texts import described_method
from ..shared.tolerance import tolerant, tolerated
from ..shared.written_operations import with_written_input
from ..shared.written_schemas import WrittenSchemas
from .api_info import DEFAULT_TITLE, api_info, as_json, tags_of
from .operation_answers import AnswerReader
from .operation_inputs import body_of, parameters_of

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_CONVERTER = re.compile(r"{(?:([^{}:]+):)?([^{}:]+)}")
"""A placeholder of a path, with the name of Django's converter before its own."""


def contracts_from_ninja(api: Any, **options: Unpack[AppOptionArguments]) -> list[ResolvedGroup]:
    """Read the operations of an API of Django Ninja as groups of contracts.

    Paths begin with the place of the API in the URLs of the project. An API that is not there, or
    below a placeholder, has paths that begin at its own root.

    Args:
        api: A ``NinjaAPI``. It is not asked for its OpenAPI document.
        options: The fields of `AppOptions`; functions get Ninja's operation. An operation names its
            audiences in ``openapi_extra``, as ``x-audience`` or ``x-internal``.
    """
    return _groups(api, AppOptions(**options))


class NinjaAdapter:
    """The adapter for ``NinjaAPI``."""

    def read(self, source: Any, options: AppOptions | None = None) -> Contents:
        """Return what the API says of itself, and its groups, by its tags unless the options say
        otherwise.
        """
        return Contents(partial(_groups, source, options), service=partial(api_info, source))


def _groups(api: Any, options: AppOptions | None) -> list[ResolvedGroup]:
    options = imported_options(options)
    reader = _ApiReader(api, options)
    reader.read()
    return tolerant(reader.groups.resolved(), options)


class _ApiReader:
    """Reads the operations of one API into groups."""

    def __init__(self, api: NinjaAPI, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._api = api
        self._options = options
        errors = DeclaredErrors(options.error_name)
        self._answers = AnswerReader(str(api.renderer.media_type), errors)
        self._known: set[tuple[str, str]] = set()
        self._operation_ids: set[str] = set()
        self._written = WrittenSchemas()
        self._requests: dict[tuple[Any, ...], tuple[tuple[Parameter, ...], RequestBody | None]] = {}
        """By function and placeholders of the path."""
        self._operations = list(_operations(api))
        self._untagged = untagged_group(
            None if api.title == DEFAULT_TITLE else str(api.title),
            has_tags=any(self._is_tagged(*operation) for operation in self._operations),
        )
        self._tags = {str(tag.get("name")): tag for tag in tags_of(api)}

    def read(self) -> None:
        """Read all operations that are in the schema."""
        if self._options.group_by == "tags":
            # In the order of the tags of the API, not in that of the first operations.
            for name in self._tags:
                self._group(name)
        for operation, template in self._operations:
            self._add(operation, template)

    def _is_tagged(self, operation: Any, template: str) -> bool:
        facts = _facts(operation, _path(template))
        return bool(facts.tags) and is_selected(self._options, facts)

    def _add(self, operation: Any, template: str) -> None:
        path = _path(template)
        facts = _facts(operation, path)
        verbs = tuple(verb for verb in _VERBS if verb in _upper(operation.methods))
        # of two operations for one verb the first answers
        verbs = tuple(verb for verb in verbs if (verb, path) not in self._known)
        if not verbs or not is_selected(self._options, facts):
            return
        self._known.update((verb, path) for verb in verbs)
        method = self._described(replace(self._read(operation, template), verbs=verbs), operation)
        name = method_name(self._options, operation, method, operation.view_func.__name__)
        group = self._group(group_name(self._options, facts, self._untagged))
        audience = audience_of_route(self._options, facts)
        group.add(replace(method, name=name, audience=audience), operation.view_func)

    def _read(self, operation: Any, template: str) -> HttpMethod:
        """Return the method of an operation; one that cannot be read costs itself only."""
        path = _path(template)
        placeholders = _placeholders(template)
        rests = [name for name, converter in placeholders.items() if converter == "path"]
        name = operation.view_func.__name__
        source = source_of(operation.view_func)
        method = HttpMethod(
            name=snake_case(name),
            verbs=("GET",),  # until `_add` sets those that no other operation answers
            path=with_rests(path, rests),
            source=source,
        )
        try:
            successes, errors = self._answers.successes_and_errors(operation)
            security = _security(operation)
            parameters, body = self._request(operation, _placeholders(template))
            read = replace(
                method,
                parameters=parameters,
                body=body,
                successes=successes,
                errors=errors,
                security=security,
                permission=authenticated if security is not None else None,
            )
            written = without_nulls(as_json(operation.openapi_extra or {}))
            return with_written_input(read, written, self._written.type_of)
        except Exception as error:  # noqa: BLE001  # what operations declare may be of any kind
            tolerated(error, where_of(source, f"{name} at {path}"), self._options)
            return method

    def _request(
        self, operation: Any, placeholders: Mapping[str, str]
    ) -> tuple[tuple[Parameter, ...], RequestBody | None]:
        """What an operation needs of a request."""
        # The same types wherever a function is registered: Ninja makes a model for each operation,
        # whose fields are equal to none.
        key = (operation.view_func, tuple(placeholders.items()))
        if key not in self._requests:
            self._requests[key] = parameters_of(operation, placeholders), body_of(operation)
        return self._requests[key]

    def _described(self, method: HttpMethod, operation: Any) -> HttpMethod:
        """Return the method with its texts, its tags and an operation id of its own."""
        wanted = operation.operation_id or self._api.get_openapi_operation_id(operation)
        identifier = unused_name(wanted, self._operation_ids)
        self._operation_ids.add(identifier)
        view = operation.signature.view_func
        of_name = view.__name__.title().replace("_", " ")
        summary = str(operation.summary)
        keeps_tags = self._options.group_by == "tags" and self._options.group_names is None
        method = replace(
            method,
            # Ninja makes this summary of the name of a function, which says no more than the name.
            summary=None if summary == of_name else summary,
            deprecated=bool(operation.deprecated),
            operation_id=identifier,
            tags=tuple(map(str, operation.tags or ())) if keeps_tags else None,
        )
        return described_method(method, sections_of(str(operation.description or "")), view)

    def _group(self, name: str) -> GroupBuilder:
        tag = self._tags.get(name, {})
        docs = tag.get("externalDocs")
        return self.groups.group(
            name,
            group_title(self._options, name),
            description=tag.get("description"),
            external_docs=docs
            and ExternalDocs(url=docs["url"], description=docs.get("description")),
        )


def _root_path(api: NinjaAPI) -> str:
    """Where the API is in the URLs of the project; empty when that is unknown."""
    # Without URLs of a project, for example when an API is documented by itself.
    if not getattr(settings, "ROOT_URLCONF", None):
        return ""
    try:
        return str(api.get_root_path({}))
    except NoReverseMatch:
        return ""


def _routers(api: NinjaAPI) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the routers of an API: prefixes, and views by their paths."""
    bound = getattr(api, "_get_bound_routers", None)
    if bound is None:  # Ninja before 1.6
        for prefix, router in api._routers:
            yield prefix, router.path_operations
        return
    for router in bound():
        yield router.prefix, router.path_operations


def _operations(api: NinjaAPI) -> Iterator[tuple[Any, str]]:
    """Yield the operations that are in the schema, with the templates of their paths."""
    root = _root_path(api)
    for prefix, path_views in _routers(api):
        for path, view in path_views.items():
            # Prefixes and paths may begin and end with a slash; Ninja joins them likewise.
            template = re.sub("/{2,}", "/", f"/{root}{'/'.join(filter(None, (prefix, path)))}")
            for operation in view.operations:
                if operation.include_in_schema:
                    yield operation, template


def _path(template: str) -> str:
    return _CONVERTER.sub(r"{\2}", template)


def _facts(operation: Any, path: str) -> RouteFacts:
    return RouteFacts(
        route=operation,
        path=path,
        tags=[str(tag) for tag in operation.tags or ()],
        router=operation.view_func.__module__,
        extensions=operation.openapi_extra,
    )


def _upper(verbs: Sequence[str]) -> set[str]:
    return {verb.upper() for verb in verbs}


def _placeholders(template: str) -> dict[str, str]:
    """Return the converters of placeholders by their names; Django's usual one is ``str``."""
    return {name: converter or "str" for converter, name in _CONVERTER.findall(template)}


def _security(operation: Any) -> SecurityRequirement | None:
    """Any of the ways in which an operation lets callers identify themselves. What a plain function
    looks for is not known.
    """
    schemes = []
    for callback in operation.auth_callbacks:
        definition = getattr(callback, "openapi_security_schema", None)
        if definition is not None:
            name = type(callback).__name__
            schemes.append(SecurityScheme(name=name, definition=dict(definition)))
    return any_of(schemes)
