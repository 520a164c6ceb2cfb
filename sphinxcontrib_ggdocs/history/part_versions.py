"""Since which version the types, fields, parameters and errors of a document exist, and since which
they are deprecated; computed from what has changed in each version.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from ..native import document_parts as doc
from ..native.document_model import ApiDocsDocument
from ..native.users import with_contracts
from ..native.uses import type_name
from .changes import Change, PlaceKind

Versions: TypeAlias = Mapping[doc.EventKind, str | None]
"""By what has happened: the version; None of what is not released."""
_Owner = TypeVar("_Owner", doc.Contract, doc.Method, doc.Error)


class PartPlace(NamedTuple):
    """A place of changes without its title."""

    kind: PlaceKind
    key: str
    part: str = ""
    path: tuple[str, ...] = ()

    def is_inside(self, other: "PartPlace") -> bool:
        """Whether it is another place, or a part of it."""
        if (self.kind, self.key) != (other.kind, other.key):
            return False
        return other.part in ("", self.part) and self.path[: len(other.path)] == other.path

    @property
    def owner(self) -> str:
        """Kind and key of what has it."""
        return f"{self.kind} {self.key}"


PartVersions: TypeAlias = Mapping[PartPlace, Versions]

_ADDED: Final = frozenset(
    {
        "property-added",
        "required-property-added",
        "parameter-added",
        "required-parameter-added",
        "header-added",
        "type-added",
        "error-definition-added",
    }
)
_REMOVED: Final = frozenset(
    {
        "property-removed",
        "parameter-removed",
        "header-removed",
        "type-removed",
        "error-definition-removed",
    }
)
_PARAMETERS: Final[Mapping[str, str]] = {
    "path_params": "path parameter",
    "query_params": "query parameter",
    "header_params": "header",
    "cookie_params": "cookie",
    "headers": "header",
    "cookies": "cookie",
    "response_headers": "response header",
}
"""What changes call parameters, by the field of the document that lists them."""


def next_versions(
    former: PartVersions,
    changes: Iterable[Change],
    version: str | None,
    methods: Mapping[str, str],
) -> PartVersions:
    """What is known of the parts of the next version.

    Args:
        former: What is known of those of the version before.
        changes: What has changed since.
        version: The next version; None if it is not released.
        methods: The keys of the methods that both have, by the former key.
    """
    changes = list(changes)
    types = {
        str(change.old): change.place.key for change in changes if change.rule == "type-renamed"
    }
    versions = dict(_kept(former, methods, types))
    for change in changes:
        at = change.place
        place = PartPlace(at.kind, at.key, at.part, at.path)
        if change.rule in _REMOVED:
            versions = {key: value for key, value in versions.items() if not key.is_inside(place)}
        elif change.rule in _ADDED:
            versions[place] = {"added": version}
        elif change.rule == "deprecated":
            versions[place] = {**versions.get(place, {}), "deprecated": version}
        elif change.rule == "undeprecated" and place in versions:
            versions[place] = (
                {"added": versions[place]["added"]} if "added" in versions[place] else {}
            )
    return versions


def _kept(
    former: PartVersions, methods: Mapping[str, str], types: Mapping[str, str]
) -> Iterator[tuple[PartPlace, Versions]]:
    """What is known of places under their keys in the next version."""
    for place, versions in former.items():
        if place.kind == "type":
            yield place._replace(key=types.get(place.key, place.key)), versions
        elif place.kind != "method":
            yield place, versions
        # Of methods that are gone nothing is kept: one that comes back later is new.
        elif place.key in methods:
            yield place._replace(key=methods[place.key]), versions


def with_part_versions(document: ApiDocsDocument, versions: PartVersions) -> ApiDocsDocument:
    """The document in which types, fields and parameters have their versions in their schemas, and
    errors have a history.

    Args:
        document: The document.
        versions: What is known of its parts.
    """
    by_owner: dict[tuple[str, str], dict[PartPlace, Versions]] = {}
    for place, known in versions.items():
        by_owner.setdefault((place.kind, place.key), {})[place] = known
    schemas = {
        name: _schema(schema, by_owner.get(("type", type_name(name, schema)), {}))
        for name, schema in document.schemas.items()
    }
    errors = {
        key: _error(error, by_owner.get(("error", key), {}))
        for key, error in document.errors.items()
    }

    def with_versions(group: doc.Group, contract: Any) -> Any:
        key = f"{group.slug}/{contract.name}"
        methods = (
            _parameters(method, by_owner.get(("method", f"{key}/{method.name}"), {}))
            for method in contract.methods
        )
        known = _parameters(contract, by_owner.get(("contract", key), {}))
        return replace(known, methods=tuple(methods))

    groups = with_contracts(document.groups, with_versions)
    return document.model_copy(update={"schemas": schemas, "errors": errors, "groups": groups})


def _parameters(owner: _Owner, versions: Mapping[PartPlace, Versions]) -> _Owner:
    """A contract or a method, whose parameters have their versions."""
    by_part: dict[str, dict[PartPlace, Versions]] = {}
    for place, known in versions.items():
        by_part.setdefault(place.part, {})[place] = known
    changed: dict[str, Any] = {}
    for name, kind in _PARAMETERS.items() if by_part else ():
        params = getattr(owner, name, None)
        if params:
            changed[name] = tuple(
                _parameter(param, by_part.get(f"{kind} {param.name}", {})) for param in params
            )
    return replace(owner, **changed) if changed else owner


def _parameter(param: doc.Param, versions: Mapping[PartPlace, Versions]) -> doc.Param:
    schema = param.schema
    for place, known in versions.items():
        if place.path:
            schema = _marked(schema, place, place.path, known) or schema
        else:
            schema = _with_history(schema, place, known, deprecated=bool(param.deprecated))
    return replace(param, schema=schema)


def _error(error: doc.Error, versions: Mapping[PartPlace, Versions]) -> doc.Error:
    """An error, and what is known of its data."""
    own = {place: value for place, value in versions.items() if not place.part}
    events = [
        doc.MethodEvent(kind=kind, version=version)
        for known in own.values()
        for kind, version in known.items()
        if kind == "added" or error.deprecated
    ]
    data = error.data
    if data is not None:
        inside = {place: value for place, value in versions.items() if place.part == "data"}
        data = _schema(data, inside)
    error = _parameters(error, versions)
    return replace(error, data=data, history=tuple(events) or None)


def _schema(schema: doc.JsonSchema, versions: Mapping[PartPlace, Versions]) -> doc.JsonSchema:
    for place, known in versions.items():
        schema = _marked(schema, place, place.path, known) or schema
    return schema


def _marked(
    schema: doc.JsonSchema, place: PartPlace, path: tuple[str, ...], versions: Versions
) -> doc.JsonSchema | None:
    """A schema in which what is at a path has its versions; None if there is none."""
    if not path:
        return _with_history(schema, place, versions, deprecated=bool(schema.get("deprecated")))
    first, *rest = path
    keyword = {"[]": "items", "{}": "additionalProperties"}.get(first, "properties")
    is_field = keyword == "properties"
    inner = schema.get("properties", {}).get(first) if is_field else schema.get(keyword)
    if isinstance(inner, dict):
        marked = _marked(inner, place, tuple(rest), versions)
        if marked is not None:
            return {
                **schema,
                keyword: {**schema["properties"], first: marked} if is_field else marked,
            }
    return _marked_alternative(schema, place, path, versions)


def _marked_alternative(
    schema: doc.JsonSchema, place: PartPlace, path: tuple[str, ...], versions: Versions
) -> doc.JsonSchema | None:
    for keyword in ("anyOf", "oneOf", "allOf"):
        for position, alternative in enumerate(schema.get(keyword, ())):
            if not isinstance(alternative, dict):
                continue
            marked = _marked(alternative, place, path, versions)
            if marked is not None:
                choices = [*schema[keyword]]
                choices[position] = marked
                return {**schema, keyword: choices}
    return None


def _with_history(
    schema: doc.JsonSchema, place: PartPlace, versions: Versions, *, deprecated: bool
) -> doc.JsonSchema:
    """A schema with what is known of its versions, where the author has written nothing."""
    known = {
        kind: version
        for kind, version in versions.items()
        if (kind == "added" or deprecated) and doc.VERSION_WORDS[kind] not in schema
    }
    words = {doc.VERSION_WORDS[kind]: version for kind, version in known.items() if version}
    if not known:
        return schema
    return {**schema, **words, doc.HISTORY: {**known, doc.HISTORY_OF: place.owner}}
