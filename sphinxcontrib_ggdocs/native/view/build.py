"""Builds the view of a contract document."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter
from typing import Literal

from ...contracts.display_names import words_of
from ...contracts.envelopes import MARK, outline
from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ...document.users import MethodRef, every_method, methods_by_key
from ...document.uses import ref_name, type_name
from ...named_objects import ObjectType, split_name
from .alternatives import alternatives_of, is_undeclared, permission_of
from .examples import example, examples_of, named_examples
from .facts import facts_of, with_serialization
from .head import head_of
from .names import Names
from .schema_rules import rules_of
from .types import Types, literal, text_of
from .views import (
    JSON,
    NO_END,
    NO_FACTS,
    BodyView,
    ContentView,
    ContractView,
    DocumentView,
    ErrorView,
    ExampleView,
    Facts,
    GroupView,
    Link,
    MethodList,
    MethodView,
    ObjectView,
    Row,
    SchemaView,
    Tokens,
    Until,
)
from .workflows import workflows_of

LONG_UNION = 4
"""Alternatives that read better as a list."""
MOST_LISTED = 12
"""Methods and contracts that are listed of those that exchange a brand; some brands are in all."""


def view_of(document: ApiDocsDocument) -> DocumentView:
    """Return the view of a document."""
    return _Builder(document).document()


class _Builder:
    def __init__(self, document: ApiDocsDocument) -> None:
        self._document = document
        self._names = Names(document)
        self._types = Types(document.schemas)
        self._users = _Users(document, self._names)
        self._facets: dict[str, list[str]] = {}
        """By the name of a type: the keys of its schemas."""
        for key, schema in document.schemas.items():
            self._facets.setdefault(type_name(key, schema), []).append(key)

    def document(self) -> DocumentView:
        groups = tuple(map(self._group, self._document.groups))
        errors = tuple(self._error(key, error) for key, error in self._document.errors.items())
        schemas = tuple(self._schema(key, self._document.schemas[key]) for key in self._sorted())
        objects: dict[tuple[ObjectType, str], ObjectView] = {}
        for contract in chain.from_iterable(group.contracts for group in groups):
            objects |= {(view.kind, view.name): view for view in (contract, *contract.methods)}
        objects |= {(view.kind, view.name): view for view in (*errors, *schemas)}
        return DocumentView(
            head=head_of(self._document),
            groups=groups,
            errors=errors,
            schemas=schemas,
            workflows=tuple(
                workflows_of(self._document, self._types, self._methods_by_key(), self._param)
            ),
            markup=self._document.markup,
            objects=objects,
        )

    def _sorted(self) -> list[str]:
        """Return the keys of schemas by their titles, which are shown; each is next to its other
        facet.
        """
        return sorted(
            self._document.schemas, key=lambda key: (self._types.title(key).casefold(), key)
        )

    def _group(self, group: doc.Group) -> GroupView:
        return GroupView(
            name=group.name,
            slug=group.slug,
            route=self._names.route(group.slug),
            description=group.description,
            contracts=tuple(self._contract(group, contract) for contract in group.contracts),
        )

    def _contract(
        self, group: doc.Group, contract: doc.HttpContract | doc.WebSocketContract
    ) -> ContractView:
        places = [("header", contract.headers), ("cookie", contract.cookies)]
        errors: tuple[str, ...] = ()
        framing, channel = None, ""
        if isinstance(contract, doc.WebSocketContract):
            framing, channel = _framing(contract), contract.protocol or ""
            places = [("path", contract.path_params), ("query", contract.query_params), *places]
            errors = contract.errors or ()
        path = path_of(contract)
        return ContractView(
            name=self._names.contract(group.slug, contract.name),
            display=f"{contract.name} {path}".rstrip(),
            own_name=contract.name,
            group=group.slug,
            module=_module_of(contract.source),
            route=self._names.route(group.slug, contract.name),
            protocol=contract.kind,
            channel=channel,
            path=path,
            outgoing=bool(isinstance(contract, doc.HttpContract) and contract.outgoing),
            description=contract.description,
            deprecated=bool(contract.deprecated),
            security=alternatives_of(contract.security, self._document.security_schemes),
            history=_events((), contract.lifecycle),
            until=self._until(contract.lifecycle),
            undeclared=is_undeclared(contract),
            params=self._params(places),
            permission=permission_of(contract.permission, contract.security),
            errors=self._errors(errors),
            framing=(framing.name, framing.description or "") if framing is not None else ("", ""),
            failures=tuple(_failures(framing)) if framing is not None else (),
            error_format=self._error_format(contract),
            external_docs=contract.external_docs,
            methods=tuple(self._method(group, contract, method) for method in contract.methods),
        )

    def _until(self, lifecycle: doc.Lifecycle | None) -> Until:
        if lifecycle is None:
            return NO_END
        sunset, name = str(lifecycle.sunset or ""), lifecycle.replacement or ""
        return Until(sunset, self._replacements.get(name, name))

    @cached_property
    def _replacements(self) -> dict[str, Link]:
        """Contracts, methods and errors by the names that authors give them."""
        links: dict[str, Link] = {}
        groups = self._document.groups
        for slug, contract in ((group.slug, c) for group in groups for c in group.contracts):
            full = self._names.contract(slug, contract.name)
            links.setdefault(contract.name, Link("contract", full, contract.name, slug))
            for method in contract.methods:
                name = f"{contract.name}.{method.name}"
                full = self._names.method(slug, contract.name, method.name)
                links.setdefault(name, Link("method", full, name, slug))
        for key, error in self._document.errors.items():
            links.setdefault(error.type or key, Link("error", self._names.part(key), key))
        return links

    def _error_format(self, contract: doc.HttpContract | doc.WebSocketContract) -> str:
        """Return the form of errors, where there are errors with names, which it may have or
        not.
        """
        lists = (contract, *contract.methods)
        keys = (key for owner in lists for key in getattr(owner, "errors", None) or ())
        return contract.error_format or "" if any(map(self._is_named, keys)) else ""

    def _method(
        self,
        group: doc.Group,
        contract: doc.HttpContract | doc.WebSocketContract,
        method: doc.HttpMethod | doc.WebSocketMethod,
    ) -> MethodView:
        path = path_of(contract)
        security = contract.security if method.security is None else method.security
        common = MethodView(
            name=self._names.method(group.slug, contract.name, method.name),
            display=f"{method.name} {path}".rstrip(),
            own_name=method.name,
            contract=contract.name,
            module=_module_of(method.source) or _module_of(contract.source),
            route=self._names.route(group.slug, contract.name, method.name),
            protocol=contract.kind,
            heading=path or "/",
            summary=method.summary,
            description=method.description,
            deprecated=bool(method.deprecated),
            deprecation_message=method.deprecation_message,
            security=alternatives_of(method.security, self._document.security_schemes),
            permission=permission_of(method.permission, security),
            errors=self._errors(method.errors),
            runtime_errors=self._errors(method.runtime_errors or ()),
            external_docs=method.external_docs,
            history=_events(method.history or (), method.lifecycle),
            until=self._until(method.lifecycle),
            outgoing=bool(isinstance(contract, doc.HttpContract) and contract.outgoing),
        )
        if isinstance(method, doc.HttpMethod):
            return self._http(group, method, common)
        framing = contract.framing if isinstance(contract, doc.WebSocketContract) else None
        return self._socket(
            method, common, tuple(_frames(framing, method)) if framing is not None else ()
        )

    def _http(self, group: doc.Group, method: doc.HttpMethod, common: MethodView) -> MethodView:
        places = [
            ("path", method.path_params),
            ("query", method.query_params),
            ("header", method.header_params),
            ("cookie", method.cookie_params),
        ]
        responses = (method.success_response, *(method.more_responses or ()))
        callbacks = (
            Link("contract", self._names.contract(group.slug, name), name, group.slug)
            for name in method.callbacks or ()
        )
        return replace(
            common,
            display=f"{method.http_method} {method.http_path}",
            verbs=method.http_methods or (method.http_method,),
            path=method.http_path,
            aliases=(method.http_paths or ())[1:],
            params=self._params(places),
            body=self._body(method.request_body),
            responses=tuple(
                self._response(response) for response in responses if response is not None
            ),
            response_headers=self._params([("", method.response_headers)]),
            servers=method.servers or (),
            callbacks=tuple(callbacks),
            code_samples=method.code_samples or (),
        )

    def _socket(
        self, method: doc.WebSocketMethod, common: MethodView, frames: tuple[tuple[str, str], ...]
    ) -> MethodView:
        response = method.success_response
        return replace(
            common,
            direction=method.ws_direction,
            pattern=method.ws_pattern,
            frames=frames,
            params=self._params([("header", method.header_params)]),
            body=self._body(method.ws_input),
            responses=(self._response(response),) if response is not None else (),
        )

    def _params(self, places: Iterable[tuple[str, Sequence[doc.Param] | None]]) -> tuple[Row, ...]:
        return tuple(
            self._param(place, param) for place, params in places for param in params or ()
        )

    def _param(self, place: str, param: doc.Param) -> Row:
        return Row(
            name=param.name,
            type=self._types.expression(param.schema),
            required=param.required,
            place=place,
            description=param.description,
            deprecated=bool(param.deprecated),
            facts=with_serialization(_without_named(facts_of(param.schema), param), param),
            examples=tuple(filter(_says_something, named_examples(param.schema, param.examples))),
            external_docs=doc.ExternalDocs.read(param.schema.get("externalDocs")),
        )

    def _fields(
        self, schema: doc.JsonSchema, files: Mapping[str, doc.FilePart] | None = None
    ) -> tuple[Row, ...]:
        """Return the properties of an object; a property may have any name, those of keywords
        included.
        """
        required = schema.get("required", ())
        return tuple(
            self._field(name, value, name in required, (files or {}).get(name))
            for name, value in schema.get("properties", {}).items()
        )

    def _field(self, name: str, schema: object, required: bool, file: doc.FilePart | None) -> Row:
        own = schema if isinstance(schema, dict) else {}
        return Row(
            name=name,
            type=self._types.expression(schema),
            required=required,
            description=own.get("description"),
            deprecated=bool(own.get("deprecated")),
            facts=facts_of(schema, file),
            external_docs=doc.ExternalDocs.read(own.get("externalDocs")),
        )

    def _body(self, body: doc.Body | None) -> BodyView | None:
        if body is None:
            return None
        view = self._message(body.description, body.contents)
        return replace(view, required=body.required)

    def _response(self, response: doc.Response) -> BodyView:
        return replace(
            self._message(response.description, response.contents or ()),
            status=response.status_range or response.status_code,
        )

    def _message(self, description: str | None, contents: Sequence[doc.Content]) -> BodyView:
        """Representations with a description; without one of all, those of their schemas: one where
        they are the same, else each with its representation.
        """
        views = tuple(map(self._content, contents))
        texts = [(content.schema or {}).get("description") for content in contents]
        if description or not any(texts):
            return BodyView(contents=views, description=description)
        if len(set(texts)) == 1:
            return BodyView(contents=views, description=texts[0])
        described = zip(views, texts, strict=True)
        return BodyView(contents=tuple(replace(view, description=text) for view, text in described))

    def _methods_by_key(self) -> dict[str, Link]:
        """Return links to all methods by the keys that documents have for them."""
        links: dict[str, Link] = {}
        for key, (group, contract, method) in methods_by_key(self._document.groups).items():
            full = self._names.method(group.slug, contract.name, method.name)
            links[key] = Link("method", full, method.name, group.slug)
        return links

    def _content(self, content: doc.Content) -> ContentView:
        schema, files = content.schema, content.files or {}
        has_name = schema is not None and ref_name(schema) is not None
        return ContentView(
            type=self._types.expression(schema) if schema is not None else None,
            media_type="" if content.media_type == JSON else content.media_type,
            stream=bool(content.stream),
            facts=_without_named(facts_of(schema, files.get("")), content),
            # A reference has no properties: the fields of a named type are where that is described.
            fields=() if schema is None else self._fields(schema, files),
            files=tuple(_files(files)) if has_name else (),
            examples=examples_of(schema, content.examples),
        )

    def _errors(self, keys: Iterable[str]) -> tuple[Link, ...]:
        known = self._document.errors
        return tuple(self._error_link(key, known.get(key)) for key in keys)

    def _is_named(self, key: str) -> bool:
        error = self._document.errors.get(key)
        return error is None or error.type is not None

    def _error_link(self, key: str, error: doc.Error | None) -> Link:
        name = self._names.part(key)
        if error is None:
            return Link("error", name, key)
        line = f"{_status(error)} {_error_name(key, error)}"
        if error.type is not None:
            return Link("error", name, line)
        return Link("error", name, line, is_name=False, description=error.description)

    def _error(self, key: str, error: doc.Error) -> ErrorView:
        return ErrorView(
            name=self._names.part(key),
            display=_error_name(key, error),
            status=error.status_range or error.status_code,
            is_named=error.type is not None,
            description=error.description,
            data=self._error_data(error),
            headers=self._params([("", error.response_headers)]),
            deprecated=bool(error.deprecated),
            deprecation_message=error.deprecation_message,
            history=_events((), error.lifecycle),
            until=self._until(error.lifecycle),
            used_by=self._users.of_error(key),
        )

    def _error_data(self, error: doc.Error) -> BodyView | None:
        media_type = error.media_type or JSON
        own = doc.Content(media_type=media_type, schema=error.data, examples=error.examples)
        contents = (own,) if error.data is not None else ()
        contents = (*contents, *(error.more_contents or ()))
        if not contents:
            return None
        view = self._message(None, contents)
        return replace(
            view,
            description=None if view.description == error.description else view.description,
        )

    def _schema(self, key: str, schema: doc.JsonSchema) -> SchemaView:
        fields = self._fields(schema)
        mapping = schema.get("discriminator", {}).get("mapping", {})
        # A mapping lists the alternatives together with their tags.
        alternatives = () if mapping else _long_union(schema)
        shared = type_name(key, schema)
        is_brand = "x-brand" in schema
        users = self._document.users
        return SchemaView(
            name=self._names.part(key),
            display=self._types.title(key),
            key=key,
            is_brand=is_brand,
            facet=_facet(key, schema),
            alias=self._names.part(shared) if shared != key else "",
            description=schema.get("description"),
            deprecated=bool(schema.get("deprecated")),
            definition=None
            if fields or alternatives or mapping
            else self._types.expression(schema),
            alternatives=tuple(map(self._types.expression, alternatives)),
            variants=tuple(self._variant(value, target) for value, target in mapping.items()),
            discriminator=str(schema["discriminator"].get("propertyName", "")) if mapping else "",
            fields=fields,
            closed=bool(fields) and schema.get("additionalProperties") is False,
            facts=NO_FACTS if fields else facts_of(schema),
            rules=rules_of(schema),
            # Of other types the definition says as much.
            example=example(schema, self._document.schemas) if fields else "",
            external_docs=doc.ExternalDocs.read(schema.get("externalDocs")),
            used_by=self._users.of_type(self._facets[shared], without_methods=is_brand),
            returned_by=self._users.listed(users.returned_by(shared) if is_brand else ()),
            accepted_by=self._users.listed(users.accepted_by(shared) if is_brand else ()),
            methods=users.method_count(shared),
        )

    def _variant(self, value: str, target: str) -> tuple[str, Tokens]:
        return literal(value), self._types.expression({"$ref": target})


class _Users:
    """Who mentions a type or an error directly; what these reach in turn is listed where they are
    described.
    """

    def __init__(self, document: ApiDocsDocument, names: Names) -> None:
        self._names = names
        self._methods: dict[str, int] = {}
        """By full name of a contract: how many methods it has."""
        self._types: dict[str, dict[Link, None]] = {}
        self._errors: dict[str, dict[Link, None]] = {}
        for group in document.groups:
            for contract in group.contracts:
                self._methods[names.contract(group.slug, contract.name)] = len(contract.methods)
                if isinstance(contract, doc.WebSocketContract):
                    link = Link(
                        "contract",
                        *self._named(names.contract(group.slug, contract.name)),
                        group.slug,
                    )
                    self._note(self._errors, contract.errors or (), link)
        uses = document.uses
        for group, contract, method in every_method(document.groups):
            link = Link(
                "method",
                *self._named(names.method(group.slug, contract.name, method.name)),
                group.slug,
            )
            key = f"{group.slug}/{contract.name}"
            places = (
                *uses.contracts.get(key, {}).values(),
                *uses.methods.get(f"{key}/{method.name}", {}).values(),
            )
            self._note(self._types, chain.from_iterable(places), link)
            self._note(self._errors, method.errors, link)
        types = Types(document.schemas)
        for key, mentioned in uses.errors.items():
            self._note(self._types, mentioned, Link("error", names.part(key), key))
        for key, mentioned in uses.schemas.items():
            kind: ObjectType = "brand" if "x-brand" in document.schemas[key] else "schema"
            link = Link(kind, names.part(key), types.title(key))
            # A type that recurs is not a user of its own.
            self._note(self._types, (name for name in mentioned if name != key), link)

    def of_type(self, keys: Iterable[str], *, without_methods: bool) -> tuple[Link, ...]:
        """Those that mention a type; its facets have keys of their own."""
        links = self._merged(chain.from_iterable(self._types.get(key, ()) for key in keys))
        if not without_methods:
            return links
        return tuple(link for link in links if link.objtype not in ("method", "contract"))

    def listed(self, methods: Iterable[MethodRef]) -> MethodList:
        """Return the first of some methods; a contract instead of all of its methods."""
        entries: list[tuple[Link, int]] = []
        for (group, contract), members in groupby(methods, key=itemgetter(0, 1)):
            names = [method.method for method in members]
            owner = self._names.contract(group, contract)
            if 1 < len(names) == self._methods.get(owner):
                entries.append((Link("contract", *self._named(owner), group), len(names)))
                continue
            full = (self._names.method(group, contract, name) for name in names)
            entries += [(Link("method", *self._named(name), group), 1) for name in full]
        more = sum(count for _, count in entries[MOST_LISTED:])
        return MethodList(tuple(link for link, _ in entries[:MOST_LISTED]), more)

    def of_error(self, key: str) -> tuple[Link, ...]:
        """Those that declare an error, and contracts whose handshakes may be refused with it."""
        return self._merged(self._errors.get(key, ()))

    @staticmethod
    def _note(users: dict[str, dict[Link, None]], keys: Iterable[str], link: Link) -> None:
        for key in keys:
            users.setdefault(key, {})[link] = None

    @staticmethod
    def _named(name: str) -> tuple[str, str]:
        """Return a full name, and the same without its document."""
        return name, split_name(name)[1]

    def _merged(self, links: Iterable[Link]) -> tuple[Link, ...]:
        """Each once; a contract instead of all of its methods, where it has several."""
        unique = dict.fromkeys(links)
        used = Counter(link.name.rpartition(".")[0] for link in unique if link.objtype == "method")
        # Of a contract with one method the name of that says more.
        whole = {name for name, count in used.items() if 1 < count == self._methods.get(name)}
        merged: dict[Link, None] = {}
        for link in unique:
            contract = link.name.rpartition(".")[0]
            merges = link.objtype == "method" and contract in whole
            merged[Link("contract", *self._named(contract), link.group) if merges else link] = None
        return tuple(merged)


def path_of(contract: doc.HttpContract | doc.WebSocketContract) -> str:
    """Return the path of a contract, empty for one without."""
    return contract.path_prefix if isinstance(contract, doc.HttpContract) else contract.path


def definition_text(view: SchemaView) -> str:
    """Return the definition of a type, as plain text."""
    return text_of(view.definition) if view.definition is not None else ""


def _module_of(source: doc.Source | None) -> str:
    """Return the module in which something is defined; empty if the document does not say."""
    return (source.module or "") if source is not None else ""


def _events(
    computed: Sequence[doc.MethodEvent], lifecycle: doc.Lifecycle | None
) -> tuple[doc.MethodEvent, ...]:
    """What the snapshots say, and what the author says where they know nothing."""
    if lifecycle is None:
        return tuple(computed)
    kinds = {event.kind for event in computed}
    events = list(computed)
    if lifecycle.since and "added" not in kinds:
        events.insert(0, doc.MethodEvent(kind="added", version=lifecycle.since))
    if lifecycle.deprecated_since and "deprecated" not in kinds:
        events.append(doc.MethodEvent(kind="deprecated", version=lifecycle.deprecated_since))
    return tuple(events)


def _failures(framing: doc.Framing) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for name, outer, keys in (
        ("A failed event", framing.event_error, framing.event_errors),
        ("Invalid message", framing.refusal, framing.refusals),
    ):
        if outer is not None and keys:
            yield name, outline(outer), keys


def _framing(contract: doc.WebSocketContract) -> doc.Framing | None:
    """How messages are sent over a WebSocket, where there are any."""
    return contract.framing if contract.methods and contract.protocol is None else None


def _frames(framing: doc.Framing, method: doc.WebSocketMethod) -> Iterator[tuple[str, str]]:
    """Yield the frames of a message and its answers, where there is anything around a payload."""
    if MARK in framing.request:  # a message is its payload
        return
    is_request = method.ws_pattern == "req"
    outer = method.ws_frame or (framing.request if is_request else framing.event)
    yield "As sent", outline(outer, method=method.name, empty=method.ws_input is None)
    if is_request:
        yield "Its reply as sent", outline(framing.answer)
    failure = framing.error if is_request else framing.event_error
    if method.errors and failure is not None:
        yield "Its errors as sent", outline(failure)


def _files(files: Mapping[str, doc.FilePart]) -> Iterator[tuple[str, str]]:
    """Yield the files of a form, and their media types."""
    for name, file in files.items():
        if name and file.media_types:
            yield name, ", ".join(file.media_types)


def _without_named(facts: Facts, part: doc.Param | doc.Content) -> Facts:
    """Return the facts without the examples that are shown by their names."""
    return facts._replace(examples=()) if part.examples else facts


def _says_something(example: ExampleView) -> bool:
    """Return whether an example of a parameter is more than the choice to write something else,
    which Swagger UI offers for null.
    """
    return example.value != "null" or bool(example.summary or example.description)


def _facet(key: str, schema: doc.JsonSchema) -> Literal["input", "output", ""]:
    """Return whether a schema is what goes in or what comes out, where the two differ."""
    if schema.get("x-type") in (None, key):
        return ""
    if key.endswith("-Input"):
        return "input"
    return "output" if key.endswith("-Output") else ""


def _status(error: doc.Error) -> str:
    """Return a code, or a range of codes, which sorts after the codes in it."""
    return str(error.status_range or error.status_code or "")


def _error_name(key: str, error: doc.Error) -> str:
    """Return the key of an error; of one without a name the words of it, ``Not Found``."""
    return key if error.type is not None else words_of(key)


def _long_union(schema: doc.JsonSchema) -> Sequence[object]:
    """Return the alternatives of a schema that has many; of others, none."""
    alternatives: Sequence[object] = schema.get("oneOf") or schema.get("anyOf") or ()
    return alternatives if len(alternatives) >= LONG_UNION else ()
