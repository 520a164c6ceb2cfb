"""The objects of a document one by one: what each is called, how it is rendered, and when that differs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from hashlib import sha256

from docutils import nodes

from ...native.document import ApiDocsDocument, Group, HttpContract, WebSocketContract
from ...native.users import MethodRef
from ..objects import ObjectEntry, ObjectType, summary_of
from .definitions import error_content, error_nodes, schema_content, schema_nodes
from .details import Draw
from .methods import contract_content, contract_display, contract_nodes, method_content, method_display, method_nodes
from .names import Names
from .scope import Scope
from .security import schemes_of
from .types import REF_PREFIX, Types, text_of

_REF = re.compile(re.escape(REF_PREFIX) + r"([\w.-]+)")


KEPT = 32
"""How many documents are kept as they were read: pages of a repository with many services show some of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One object of a document."""

    objtype: ObjectType
    name: str
    """The full name."""
    display: str
    render: Callable[[Scope], list[nodes.Node]]
    """All of it."""
    draw: Draw
    """What stands below its signature; of a contract without its methods."""
    content: object
    """What is shown of it; two that are equal in their `repr` look the same."""
    alias: str = ""
    inside: tuple["Part", ...] = ()
    """A contract's methods."""

    @property
    def entry(self) -> ObjectEntry:
        """By what it can be found."""
        return ObjectEntry(self.objtype, self.name, "", self.display, alias=self.alias)


@lru_cache(maxsize=KEPT)
def read_document(text: str) -> ApiDocsDocument:
    """The document that a record holds."""
    return ApiDocsDocument.model_validate_json(text)


@lru_cache(maxsize=KEPT)
def _types_of(text: str) -> Types:
    return Types(read_document(text).schemas)


@lru_cache(maxsize=KEPT)
def parts_of(text: str) -> dict[tuple[str, str], Part]:
    """All objects of the document that a record holds, by kind and full name, in its order."""
    document = read_document(text)
    found: dict[tuple[str, str], Part] = {}
    for part in list_parts(document):
        for each in (part, *part.inside):
            found[each.objtype, each.name] = each
    return found


def digest_of(part: Part, text: str) -> str:
    """Differs when the rendering of an object does."""
    document, types = read_document(text), _types_of(text)
    written = repr(part.content)
    mentioned = sorted(set(_REF.findall(written)))
    expressions = [text_of(types.expression({"$ref": REF_PREFIX + name}), types) for name in mentioned]
    if part.objtype in ("schema", "brand"):  # the example shows what is inside
        expressions.append(repr([document.schemas.get(name) for name in _reached(document, mentioned)]))
    return sha256(repr((part.name, part.display, written, expressions)).encode()).hexdigest()


def _reached(document: ApiDocsDocument, names: list[str]) -> list[str]:
    todo, seen = list(names), set(names)
    while todo:
        new = set(_REF.findall(repr(document.schemas.get(todo.pop())))) - seen
        todo += new
        seen |= new
    return sorted(seen)


def list_parts(document: ApiDocsDocument) -> Iterator[Part]:
    """Contracts, errors, types, in order."""
    names = Names(document)
    displays: dict[str, str] = {}
    for group in document.groups:
        for contract in group.contracts:
            part = _contract(document, names, group, contract)
            displays |= {each.name: each.display for each in (part, *part.inside)}
            yield part
    types = Types(document.schemas)
    handshakes = _handshakes(document)
    for key, error in document.errors.items():
        refused = tuple(handshakes.get(key, ()))
        yield Part(
            objtype="error",
            name=names.part(key),
            display=key,
            render=partial(error_nodes, key=key, error=error),
            draw=partial(error_content, key=key, error=error, handshakes=refused),
            content=(error, refused, _links(names, displays, document.users.of_error(key), refused)),
        )
    for key, schema in document.schemas.items():
        uses = document.users.of_type(str(schema.get("x-type") or key))
        yield Part(
            objtype="brand" if "x-brand" in schema else "schema",
            name=names.part(key),
            display=types.title(key),
            alias=names.part(str(schema["x-type"])) if schema.get("x-type") not in (None, key) else "",
            render=partial(schema_nodes, key=key, schema=schema),
            draw=partial(schema_content, key=key, schema=schema),
            content=(schema, _links(names, displays, (use.method for use in uses))),
        )


def _links(
    names: Names, displays: Mapping[str, str], uses: Iterable[MethodRef], handshakes: Iterable[tuple[str, str]] = ()
) -> dict[str, tuple[str, str]]:
    """By the name of each user: its group, whose page a link may lead to, and what the link tells beside."""
    users = {names.method(use.group, use.contract, use.method): use.group for use in uses}
    users |= {names.contract(group, name): group for group, name in handshakes}
    return {name: (group, displays.get(name, "")) for name, group in users.items()}


def _handshakes(document: ApiDocsDocument) -> dict[str, list[tuple[str, str]]]:
    """By key of an error: group and name of the contracts whose handshakes may be refused with it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for group in document.groups:
        for contract in group.contracts:
            for key in (contract.errors or ()) if isinstance(contract, WebSocketContract) else ():
                found.setdefault(key, []).append((group.slug, contract.name))
    return found


def _contract(
    document: ApiDocsDocument, names: Names, group: Group, contract: HttpContract | WebSocketContract
) -> Part:
    errors = {
        name: (error.status_code, error.data, summary_of(error.description)) for name, error in document.errors.items()
    }
    refused = (contract.errors or ()) if isinstance(contract, WebSocketContract) else ()
    methods = tuple(
        Part(
            objtype="method",
            name=names.method(group.slug, contract.name, method.name),
            display=method_display(contract, method),
            render=partial(method_nodes, group=group, contract=contract, method=method),
            draw=partial(method_content, method=method),
            content=(
                contract.kind,
                contract.name,
                group.slug,
                replace(method, source=None),
                schemes_of(document, method.security),
                [errors.get(name) for name in method.errors],
            ),
        )
        for method in contract.methods
    )
    own = {
        each.name: getattr(contract, each.name) for each in fields(contract) if each.name not in ("source", "methods")
    }
    return Part(
        objtype="contract",
        name=names.contract(group.slug, contract.name),
        display=contract_display(contract),
        render=partial(contract_nodes, group=group, contract=contract),
        draw=partial(contract_content, contract=contract),
        content=(
            own,
            schemes_of(document, contract.security),
            group.slug,
            [errors.get(name) for name in refused],
            [part.content for part in methods],
        ),
        inside=methods,
    )
