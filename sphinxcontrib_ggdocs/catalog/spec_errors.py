"""Defines the errors that the spec of a document can have.

A `SpecError` is a `ContractError`, so that code which reports one reports the other.
"""

from collections.abc import Sequence

from ..contracts.contract_errors import ContractError, ContractErrorGroup, Location


class SpecError(ContractError):
    """Base class of all errors in specs; raised itself for a field with an invalid value."""

    code = "spec"


class UnknownField(SpecError):
    """A field that the spec does not have, or that is given in both spellings."""

    code = "unknown-field"


class BadSlug(SpecError):
    """A slug that cannot be part of a URL, or is the name of a generated file."""

    code = "slug"


class DuplicateSlug(SpecError):
    """Two documents, or two groups of a document, with one slug."""

    code = "duplicate-slug"


class BadContents(SpecError):
    """A document with nothing in it, or with fields that exclude each other."""

    code = "contents"


class BadServer(SpecError):
    """The URL of a server is invalid, or does not fit its variables."""

    code = "server"


class BadColor(SpecError):
    """A colour that is not a hex colour."""

    code = "color"


class ModuleNotFound(SpecError):
    """A contract's module that does not exist."""

    code = "module-not-found"


class AttributeNotFound(SpecError):
    """A module without the named contract."""

    code = "attribute-not-found"


class ImportFailed(SpecError):
    """A module that raises when it is imported; the cause is chained."""

    code = "import-failed"


class NoContract(SpecError):
    """An object that is not a contract."""

    code = "no-contract"


class WrongKind(SpecError):
    """A WebSocket contract under ``http``, or the reverse."""

    code = "wrong-kind"


class NoType(SpecError):
    """An object that is not a type, such as a function."""

    code = "no-type"


class DuplicateContract(SpecError):
    """Two contracts with one name in one group."""

    code = "duplicate-contract"


class NoAdapter(SpecError):
    """An application of a framework that no installed adapter reads."""

    code = "no-adapter"


class BadAdapter(SpecError):
    """An adapter that cannot be loaded, or is not an adapter."""

    code = "adapter"


class UnreadableRoute(SpecError):
    """A route of an application cannot be read, or none is documented."""

    code = "route"


class BadDocument(SpecError):
    """A file to read contracts from is not a document, or something in it is wrong."""

    code = "document"


class BadHistory(SpecError):
    """A document has no snapshots of its versions, or not the requested ones."""

    code = "history"


class SpecErrorGroup(ContractErrorGroup, SpecError):
    """Several errors of one spec, all of them listed."""

    def at(self, where: object) -> "SpecErrorGroup":
        """Return the group unchanged: each of its errors has its own place."""
        return self


def text_at(error: ContractError, place: str) -> str:
    """Return the text of an error, or of all errors in a group, for a configuration.

    Args:
        error: The error or the group.
        place: Where the configuration is written, such as ``ggdocs_docs[0]``. It is added to the
            places of errors in fields; errors in contracts and files have places of their own.
    """
    where = Location(path=place)
    texts: list[str] = []
    for single_error in error.exceptions:
        is_of_field = isinstance(single_error, SpecError) and single_error.where.file is None
        if is_of_field:
            single_error = single_error.at(where)
        texts.append(str(single_error))
    return "\n".join(texts)


def raise_all(errors: Sequence[ContractError]) -> None:
    """Raise the errors: none, a single one as it comes, or several as a group.

    Raises:
        ContractError: There are errors; a `SpecError` if all of them are.
    """
    match errors:
        case []:
            return
        case [error]:
            raise error
        case _ if all(isinstance(error, SpecError) for error in errors):
            raise SpecErrorGroup(errors)
        case _:
            raise ContractErrorGroup(errors)
