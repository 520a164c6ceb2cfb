"""Resolves references to the objects of a document: to errors, to replacements, and to the users of
a type or an error.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, groupby
from typing import NamedTuple

from ...contracts.display_names import words_of
from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ...document.users import MethodRef, every_method
from ...named_objects import ObjectType, split_name
from ..vocabulary import Ref
from .names import Names
from .types import Types

MOST_LISTED_METHODS = 12
"""How many links a list of methods that exchange a brand has; some brands are in all methods."""


class MethodList(NamedTuple):
    """A list of methods, cut off after a number; a contract stands for all of its methods."""

    links: tuple[Ref, ...] = ()
    more: int = 0
    """How many methods were cut off."""


NO_METHODS = MethodList()


def error_name(key: str, error: doc.Error) -> str:
    """Return the key of an error, or its words, ``Not Found``, if it has no name on the wire."""
    if error.type is None:
        return words_of(key)
    return key


class Links:
    """Builds references to the objects of a document.

    Args:
        document: The document.
        names: The full names of its objects.
        types: The titles of its types.
    """

    def __init__(self, document: ApiDocsDocument, names: Names, types: Types) -> None:
        self._document = document
        self._names = names
        self._types = types

    def error(self, key: str) -> Ref:
        """Return a reference to an error, whose text has the status: ``404 ORDER_NOT_FOUND``."""
        name = self._names.part(key)
        error = self._document.errors.get(key)
        if error is None:  # a document that was read from a file may lack it
            return Ref("error", name, key)
        status = str(error.status_range or error.status_code or "")
        text = f"{status} {error_name(key, error)}"
        if error.type is None:  # it is called by words such as `Not Found`, not by a name
            return Ref("error", name, text, "words")
        return Ref("error", name, text, "name")

    def contract(self, group: str, contract: str) -> Ref:
        """Return a reference to a contract; `group` is the slug of its group."""
        return _named("contract", self._names.contract(group, contract))

    def method(self, group: str, contract: str, method: str) -> Ref:
        """Return a reference to a method; `group` is the slug of its group."""
        return _named("method", self._names.method(group, contract, method))

    def replacement(self, name: str) -> Ref | None:
        """Return a reference to the object that an author names as a replacement.

        Such a name is ``OrderApi``, ``OrderApi.get_order`` or the type of an error; None if it is
        unknown.
        """
        return self._replacements.get(name)

    @cached_property
    def _replacements(self) -> dict[str, Ref]:
        """Maps the names by which authors call contracts, methods and errors to references; if
        several objects have a name, it means the first one.
        """
        refs: dict[str, Ref] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                # Shown as authors write it, without the group that the full name may have.
                ref = self.contract(group.slug, contract.name)
                refs.setdefault(contract.name, ref._replace(text=contract.name))
                for method in contract.methods:
                    name = f"{contract.name}.{method.name}"
                    ref = self.method(group.slug, contract.name, method.name)
                    refs.setdefault(name, ref._replace(text=name))
        for key, error in self._document.errors.items():
            # The type is the error's name on the wire; without one, its key is all there is.
            refs.setdefault(error.type or key, Ref("error", self._names.part(key), key))
        return refs

    def users_of_type(self, keys: Iterable[str]) -> tuple[Ref, ...]:
        """Return references to the objects that refer directly to a type.

        `keys` are those of its schemas: ``Order``, or ``Order-Input`` and ``Order-Output``.
        """
        users: dict[Ref, None] = {}
        for key in keys:
            users |= self._type_users.get(key, {})
        return self._with_contracts_merged(users)

    def users_of_error(self, key: str) -> tuple[Ref, ...]:
        """Return references to the methods that declare an error, and to the WebSocket contracts
        whose handshake may fail with it.
        """
        return self._with_contracts_merged(self._error_users.get(key, ()))

    def method_list(self, methods: Iterable[MethodRef]) -> MethodList:
        """Return the first references of a list of methods, with a contract in place of all of its
        methods.

        The methods of a contract follow each other in `methods`.
        """
        shown: list[Ref] = []
        more = 0
        by_contract = groupby(methods, key=lambda method: (method.group, method.contract))
        for (group, contract), members in by_contract:
            links = [self.method(group, contract, member.method) for member in members]
            methods_per_link = 1
            contract_link = self.contract(group, contract)
            # All methods of the contract; a single one keeps its name, which says more.
            if 1 < len(links) == self._method_counts.get(contract_link.name):
                methods_per_link = len(links)
                links = [contract_link]
            for link in links:
                if len(shown) < MOST_LISTED_METHODS:
                    shown.append(link)
                else:
                    more += methods_per_link
        return MethodList(tuple(shown), more)

    @cached_property
    def _method_counts(self) -> dict[str, int]:
        """The number of methods of each contract, by the contract's full name."""
        counts: dict[str, int] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                counts[self._names.contract(group.slug, contract.name)] = len(contract.methods)
        return counts

    @cached_property
    def _error_users(self) -> dict[str, dict[Ref, None]]:
        """The methods and WebSocket contracts that declare an error, by the error's key; each inner
        dictionary is an ordered set.
        """
        users: dict[str, dict[Ref, None]] = {}
        for group in self._document.groups:
            for contract in group.contracts:
                if isinstance(contract, doc.WebSocketContract):
                    _add_user(
                        users, contract.errors or (), self.contract(group.slug, contract.name)
                    )
        for group, contract, method in every_method(self._document.groups):
            _add_user(users, method.errors, self.method(group.slug, contract.name, method.name))
        return users

    @cached_property
    def _type_users(self) -> dict[str, dict[Ref, None]]:
        """The methods, errors and types that refer directly to a schema, by the schema's key.

        Indirect users are left out: readers find them where the direct users are described. Each
        inner dictionary is an ordered set.
        """
        document = self._document
        uses = document.uses
        users: dict[str, dict[Ref, None]] = {}
        for group, contract, method in every_method(document.groups):
            link = self.method(group.slug, contract.name, method.name)
            key = f"{group.slug}/{contract.name}"
            # `uses` has the types by the key of the contract or the method and then by place, such
            # as the body or a response.
            types_by_place = (
                *uses.contracts.get(key, {}).values(),
                *uses.methods.get(f"{key}/{method.name}", {}).values(),
            )
            _add_user(users, chain.from_iterable(types_by_place), link)
        for key, used_types in uses.errors.items():
            _add_user(users, used_types, Ref("error", self._names.part(key), key))
        for key, used_types in uses.schemas.items():
            kind: ObjectType = "brand" if "x-brand" in document.schemas[key] else "schema"
            link = Ref(kind, self._names.part(key), self._types.title(key))
            # A recursive type is not listed as its own user.
            _add_user(users, (name for name in used_types if name != key), link)
        return users

    def _with_contracts_merged(self, links: Iterable[Ref]) -> tuple[Ref, ...]:
        """Return references without duplicates, with a contract in place of all of its methods.

        The only method of a contract stays, since its name says more than that of the contract.
        """
        unique = dict.fromkeys(links)
        linked_methods: Counter[str] = Counter()  # by the full name of the contract
        for link in unique:
            if link.kind == "method":
                linked_methods[_contract_of(link)] += 1
        merged: dict[Ref, None] = {}
        for link in unique:
            if link.kind == "method":
                contract = _contract_of(link)
                if 1 < linked_methods[contract] == self._method_counts.get(contract):
                    merged[_named("contract", contract)] = None
                    continue
            merged[link] = None
        return tuple(merged)


def _contract_of(method: Ref) -> str:
    """Return the full name of the contract of a method: ``shop.Orders`` for ``shop.Orders.get``."""
    return method.name.rpartition(".")[0]


def _named(kind: ObjectType, name: str) -> Ref:
    """Return a reference whose text is the object's full name without the slug of its document."""
    _slug, short_name = split_name(name)
    return Ref(kind, name, short_name)


def _add_user(users: dict[str, dict[Ref, None]], keys: Iterable[str], link: Ref) -> None:
    """Add an object, given by its reference, to the users of each of the named types or errors."""
    for key in keys:
        users.setdefault(key, {})[link] = None
