"""Reads the operations of a Django Ninja API as groups of contracts (`contracts_from_ninja`).

An operation is Ninja's object for a function at one path. A template is the path with Django's
converters, such as ``/api/items/{int:item_id}``.
"""

import re
from collections.abc import Iterator, Mapping
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
from ..shared.tolerance import warn_unreadable_route, with_tolerated_types
from ..shared.written_operations import with_written_input
from ..shared.written_schemas import WrittenSchemas
from .api_info import DEFAULT_TITLE, api_info, as_json, tags_of
from .operation_answers import AnswerReader
from .operation_inputs import body_of, parameters_of

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_PLACEHOLDER = re.compile(r"{(?:([^{}:]+):)?([^{}:]+)}")
"""A placeholder of a path template, ``{int:item_id}`` or ``{item_id}``; the first group is Django's
converter, the second one the name."""


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
    """Read the operations of an API as groups of contracts."""
    options = imported_options(options)
    reader = _ApiReader(api, options)
    reader.read()
    return with_tolerated_types(reader.groups.resolved(), options)


class _ApiReader:
    """Reads the operations of one API into groups.

    Args:
        api: The API.
        options: The options, with functions for their import names.
    """

    def __init__(self, api: NinjaAPI, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._api = api
        self._options = options
        errors = DeclaredErrors(options.error_name)
        self._answers = AnswerReader(str(api.renderer.media_type), errors)
        self._answered: set[tuple[str, str]] = set()
        """The verbs and paths of the operations that were added."""
        self._operation_ids: set[str] = set()
        """The operation ids of the methods that were added."""
        self._written = WrittenSchemas()
        self._inputs: dict[tuple[Any, ...], tuple[tuple[Parameter, ...], RequestBody | None]] = {}
        """The parameters and bodies by function and placeholders of the path."""
        self._operations = list(_operations(api))
        """The operations, each with the template of its path."""
        title = None
        if api.title != DEFAULT_TITLE:
            title = str(api.title)
        has_tags = any(self._is_tagged(*operation) for operation in self._operations)
        self._untagged = untagged_group(title, has_tags=has_tags)
        """The group of operations without tags."""
        self._tags = {str(tag.get("name")): tag for tag in tags_of(api)}
        """The tag objects of OpenAPI by name."""

    def read(self) -> None:
        """Read all operations of the API into `groups`."""
        if self._options.group_by == "tags":
            # Created first, so that groups have the order in which the API lists its tags.
            for name in self._tags:
                self._group(name)
        for operation, template in self._operations:
            self._add(operation, template)

    def _is_tagged(self, operation: Any, template: str) -> bool:
        """Return whether an operation is documented and has tags."""
        facts = _route_facts(operation, _path(template))
        return bool(facts.tags) and is_selected(self._options, facts)

    def _add(self, operation: Any, template: str) -> None:
        """Add an operation to its group, unless the options exclude it or earlier operations answer
        all its verbs.
        """
        path = _path(template)
        facts = _route_facts(operation, path)
        verbs = self._unanswered_verbs(operation, path)
        if not verbs or not is_selected(self._options, facts):
            return
        self._answered.update((verb, path) for verb in verbs)
        method = replace(self._read(operation, template), verbs=verbs)
        method = self._described(method, operation)
        name = method_name(self._options, operation, method, operation.view_func.__name__)
        group = self._group(group_name(self._options, facts, self._untagged))
        audience = audience_of_route(self._options, facts)
        group.add(replace(method, name=name, audience=audience), operation.view_func)

    def _unanswered_verbs(self, operation: Any, path: str) -> tuple[HttpVerb, ...]:
        """Return the verbs of an operation without those that an earlier operation answers at the
        same path: Ninja calls the first one.
        """
        operation_verbs = set(map(str.upper, operation.methods))
        verbs = [verb for verb in _VERBS if verb in operation_verbs]
        return tuple(verb for verb in verbs if (verb, path) not in self._answered)

    def _read(self, operation: Any, template: str) -> HttpMethod:
        """Return the method of an operation. If the operation cannot be read, warn, and return the
        method without parameters and responses.

        Args:
            operation: Ninja's operation.
            template: Its path with Django's converters: ``/files/{path:name}``.
        """
        path = _path(template)
        placeholders = _placeholders(template)
        # Django's converter `path` matches several segments.
        rest_names = [key for key, converter in placeholders.items() if converter == "path"]
        name = operation.view_func.__name__
        source = source_of(operation.view_func)
        method = HttpMethod(
            name=snake_case(name),
            verbs=("GET",),  # a value that `_add` replaces
            path=with_rests(path, rest_names),
            source=source,
        )
        try:
            successes, errors = self._answers.successes_and_errors(operation)
            security = _security(operation)
            parameters, body = self._input(operation, placeholders)
            typed_method = replace(
                method,
                parameters=parameters,
                body=body,
                successes=successes,
                errors=errors,
                security=security,
                # Ninja rejects callers whom no authenticator accepts.
                permission=authenticated if security is not None else None,
            )
            # Parameters and a body that the author describes by hand, as an object of OpenAPI, are
            # added where the function has none.
            written_operation = without_nulls(as_json(operation.openapi_extra or {}))
            return with_written_input(typed_method, written_operation, self._written.type_of)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            warn_unreadable_route(error, where_of(source, f"{name} at {path}"), self._options)
            return method

    def _input(
        self, operation: Any, placeholders: Mapping[str, str]
    ) -> tuple[tuple[Parameter, ...], RequestBody | None]:
        """Return the parameters and the body of an operation.

        A function that is registered at several paths gets the same result for each: Ninja creates
        new models for each operation, and methods with different types would not be merged.

        Args:
            operation: The operation.
            placeholders: The converters of the path's placeholders, by name.
        """
        key = (operation.view_func, tuple(placeholders.items()))
        if key not in self._inputs:
            self._inputs[key] = parameters_of(operation, placeholders), body_of(operation)
        return self._inputs[key]

    def _described(self, method: HttpMethod, operation: Any) -> HttpMethod:
        """Return the method with its texts, its tags and a unique operation id."""
        wanted_id = operation.operation_id or self._api.get_openapi_operation_id(operation)
        operation_id = unused_name(wanted_id, self._operation_ids)
        self._operation_ids.add(operation_id)
        view = operation.signature.view_func
        # Ninja derives this summary from the name of the function, so it says nothing new.
        generated_summary = view.__name__.title().replace("_", " ")
        summary: str | None = str(operation.summary)
        if summary == generated_summary:
            summary = None
        # A method without tags has the name of its contract as a tag in OpenAPI. The tags of the
        # operation take its place, unless the author groups or names the contracts in another way.
        tags = None
        if self._options.group_by == "tags" and self._options.group_names is None:
            tags = tuple(map(str, operation.tags or ()))
        method = replace(
            method,
            summary=summary,
            deprecated=bool(operation.deprecated),
            operation_id=operation_id,
            tags=tags,
        )
        return described_method(method, sections_of(str(operation.description or "")), view)

    def _group(self, name: str) -> GroupBuilder:
        """Return the group with a name, described by the API's tag of that name."""
        tag = self._tags.get(name, {})
        external_docs = None
        docs_object = tag.get("externalDocs")
        if docs_object:
            external_docs = ExternalDocs(
                url=docs_object["url"], description=docs_object.get("description")
            )
        return self.groups.group(
            name,
            group_title(self._options, name),
            description=tag.get("description"),
            external_docs=external_docs,
        )


def _root_path(api: NinjaAPI) -> str:
    """Return the path of an API in the URLs of the project; empty if it is not in them, or below a
    placeholder.
    """
    # A project may have no URLs at all, for example if an API is documented by itself.
    if not getattr(settings, "ROOT_URLCONF", None):
        return ""
    try:
        return str(api.get_root_path({}))  # without values for placeholders
    except NoReverseMatch:
        return ""


def _routers(api: NinjaAPI) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the path prefix of each router of an API, and the router's views by their paths.

    Ninja has no public function for this.
    """
    get_bound_routers = getattr(api, "_get_bound_routers", None)
    if get_bound_routers is None:  # Ninja before 1.6
        for prefix, router in api._routers:
            yield prefix, router.path_operations
        return
    for router in get_bound_routers():
        yield router.prefix, router.path_operations


def _operations(api: NinjaAPI) -> Iterator[tuple[Any, str]]:
    """Yield the operations of an API that Ninja documents, each with the template of its path, such
    as ``/api/items/{int:item_id}``.
    """
    root = _root_path(api)
    for prefix, path_views in _routers(api):
        for path, view in path_views.items():
            path_below_root = "/".join(filter(None, (prefix, path)))
            # Prefixes and paths may begin and end with a slash; like Ninja, keep only one.
            template = re.sub("/{2,}", "/", f"/{root}{path_below_root}")
            for operation in view.operations:
                if operation.include_in_schema:
                    yield operation, template


def _path(template: str) -> str:
    """Return a path without converters: ``/items/{int:item_id}`` gives ``/items/{item_id}``."""
    return _PLACEHOLDER.sub(r"{\2}", template)


def _route_facts(operation: Any, path: str) -> RouteFacts:
    """Return the properties of an operation that the options depend on."""
    return RouteFacts(
        route=operation,
        path=path,
        tags=[str(tag) for tag in operation.tags or ()],
        router=operation.view_func.__module__,
        extensions=operation.openapi_extra,
    )


def _placeholders(template: str) -> dict[str, str]:
    """Return the converters of a path's placeholders by their names:
    ``/{int:item_id}/{tag}`` gives ``{"item_id": "int", "tag": "str"}``.
    """
    return {name: converter or "str" for converter, name in _PLACEHOLDER.findall(template)}


def _security(operation: Any) -> SecurityRequirement | None:
    """Return the security requirement of an operation: any one of its authenticators is enough.

    Authenticators that are plain functions are skipped, since they do not say which credential they
    read. None if no authenticator is left.
    """
    schemes = []
    for callback in operation.auth_callbacks:
        definition = getattr(callback, "openapi_security_schema", None)
        if definition is not None:
            name = type(callback).__name__
            schemes.append(SecurityScheme(name=name, definition=dict(definition)))
    return any_of(schemes)
