"""Resolves references to the objects of a document: to errors, to replacements, and to the users of
a type or an error.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from ...contracts.display_names import words_of
from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ...document.users import MethodRef, every_method
from ...named_objects import ObjectType, split_name
from ..vocabulary import Ref
from .names import Names
from .types import Types

MOST_LISTED = 12
"""Methods and contracts that are listed of those that exchange a brand; some brands are in all."""


class MethodList(NamedTuple):
    """The first of a list of methods; a contract stands for all of its methods."""

    links: tuple[Ref, ...] = ()
    more: int = 0
    """How many methods follow."""


NO_METHODS = MethodList()


def error_name(key: str, error: doc.Error) -> str:
    """Return the key of an error; of one without a name the words of it, ``Not Found``."""
    return key if error.type is not None else words_of(key)


class Links:
    """Mentions objects of a document.

    Args:
        document: The document.
        names: The names of its objects.
        types: What its types are called.
    """

    def __init__(self, document: ApiDocsDocument, names: Names, types: Types) -> None:
        self._document = document
        self._names = names
        self._types = types

    def error(self, key: str) -> Ref:
        """Mention an error with its status, a code or a range of codes."""
        name, error = self._names.part(key), self._document.errors.get(key)
        if error is None:
            return Ref("error", name, key)
        status = str(error.status_range or error.status_code or "")
        line = f"{status} {error_name(key, error)}"
        return Ref("error", name, line, "words" if error.type is None else "name")

    def contract(self, group: str, contract: str) -> Ref:
        """Mention a contract by the slug of its group and its name."""
        return _named("contract", self._names.contract(group, contract))

    def method(self, group: str, contract: str, method: str) -> Ref:
        """Mention a method, likewise."""
        return _named("method", self._names.method(group, contract, method))

    def replacement(self, name: str) -> Ref | None:
        """Mention a contract, a method or an error by the name that an author gives it."""
        return self._replacements.get(name)

    @cached_property
    def _replacements(self) -> dict[str, Ref]:
        refs: dict[str, Ref] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                ref = self.contract(group.slug, contract.name)
                refs.setdefault(contract.name, ref._replace(text=contract.name))
                for method in contract.methods:
                    name = f"{contract.name}.{method.name}"
                    ref = self.method(group.slug, contract.name, method.name)
                    refs.setdefault(name, ref._replace(text=name))
        for key, error in self._document.errors.items():
            refs.setdefault(error.type or key, Ref("error", self._names.part(key), key))
        return refs

    def of_type(self, keys: Iterable[str], *, without_methods: bool) -> tuple[Ref, ...]:
        """Mention those that mention a type; its modes have keys of their own."""
        links = self._merged(chain.from_iterable(self._type_users.get(key, ()) for key in keys))
        if not without_methods:
            return links
        return tuple(link for link in links if link.kind not in ("method", "contract"))

    def of_error(self, key: str) -> tuple[Ref, ...]:
        """Mention those that declare an error, and contracts whose handshakes it may refuse."""
        return self._merged(self._error_users.get(key, ()))

    def listed(self, methods: Iterable[MethodRef]) -> MethodList:
        """Return the first of some methods; a contract instead of all of its methods."""
        listed: list[Ref] = []
        more = 0
        for (group, contract), members in groupby(methods, key=itemgetter(0, 1)):
            links = [self.method(group, contract, member.method) for member in members]
            count = len(links)
            owner = self.contract(group, contract)
            if 1 < count == self._sizes.get(owner.name):
                links = [owner]
            for link in links:
                if len(listed) < MOST_LISTED:
                    listed.append(link)
                else:
                    more += count // len(links)  # a contract stands for all of them
        return MethodList(tuple(listed), more)

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """How many methods a contract has, by its full name."""
        sizes: dict[str, int] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                sizes[self._names.contract(group.slug, contract.name)] = len(contract.methods)
        return sizes

    @cached_property
    def _error_users(self) -> dict[str, dict[Ref, None]]:
        """Who declares an error, by its key."""
        users: dict[str, dict[Ref, None]] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                if isinstance(contract, doc.WebSocketContract):
                    _note(users, contract.errors or (), self.contract(group.slug, contract.name))
        for group, contract, method in every_method(self._document.groups):
            _note(users, method.errors, self.method(group.slug, contract.name, method.name))
        return users

    @cached_property
    def _type_users(self) -> dict[str, dict[Ref, None]]:
        """Who mentions a type directly, by its key; what these reach in turn is listed where they
        are described.
        """
        document, users = self._document, dict[str, dict[Ref, None]]()
        uses = document.uses
        for group, contract, method in every_method(document.groups):
            link = self.method(group.slug, contract.name, method.name)
            key = f"{group.slug}/{contract.name}"
            places = (
                *uses.contracts.get(key, {}).values(),
                *uses.methods.get(f"{key}/{method.name}", {}).values(),
            )
            _note(users, chain.from_iterable(places), link)
        for key, mentioned in uses.errors.items():
            _note(users, mentioned, Ref("error", self._names.part(key), key))
        for key, mentioned in uses.schemas.items():
            kind: ObjectType = "brand" if "x-brand" in document.schemas[key] else "schema"
            link = Ref(kind, self._names.part(key), self._types.title(key))
            # A type that recurs is not a user of its own.
            _note(users, (name for name in mentioned if name != key), link)
        return users

    def _merged(self, links: Iterable[Ref]) -> tuple[Ref, ...]:
        """Return each once; a contract instead of all of its methods, where it has several."""
        unique = dict.fromkeys(links)
        used = Counter(link.name.rpartition(".")[0] for link in unique if link.kind == "method")
        merged: dict[Ref, None] = {}
        for link in unique:
            contract = link.name.rpartition(".")[0]
            # Of a contract with one method the name of that says more.
            if link.kind == "method" and 1 < used[contract] == self._sizes.get(contract):
                merged[_named("contract", contract)] = None
            else:
                merged[link] = None
        return tuple(merged)


def _named(kind: ObjectType, name: str) -> Ref:
    """Mention an object by its full name, whose text is the same without its document."""
    return Ref(kind, name, split_name(name)[1])


def _note(users: dict[str, dict[Ref, None]], keys: Iterable[str], link: Ref) -> None:
    """Add a user to each of some objects."""
    for key in keys:
        users.setdefault(key, {})[link] = None
