"""Defines the contact, the licence and the external documentation of a service, and reads them from
applications and arguments, where they may have any type.
"""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from ..contracts.contract_errors import Location
from ..value_messages import excerpt
from .fields import Spec, Text, problem
from .spec_errors import SpecError, raise_all


class ContactSpec(Spec):
    """The contact for questions about the service."""

    name: Text | None = Field(default=None, description="the name of a person or a team")
    url: Text | None = Field(default=None, description="the URL of a page, a string")
    email: Text | None = Field(default=None, description="an e-mail address, a string")

    def check(self) -> None:
        """Check that the contact is not empty."""
        if not (self.name or self.url or self.email):
            raise problem(SpecError, "the contact is empty", "give name, url or email")


class LicenseSpec(Spec):
    """The license of the service."""

    name: Text = Field(description="the name of the license, such as 'Apache 2.0'")
    identifier: Text | None = Field(
        default=None, description="the SPDX identifier, such as 'Apache-2.0'"
    )
    url: Text | None = Field(default=None, description="the URL of the license, a string")

    def check(self) -> None:
        """Check that the license has at most one of ``identifier`` and ``url``."""
        if self.identifier and self.url:  # OpenAPI 3.1, 4.8.4
            raise problem(
                SpecError,
                "an identifier and a url are both given, but OpenAPI allows only one",
                "drop one of them",
            )


class ExternalDocsSpec(Spec):
    """Documentation of the service elsewhere."""

    url: Text = Field(description="the URL of a page, a string")
    description: Text | None = Field(default=None, description="the text of the link")


_MEMBERS: Final = {
    "contact": ("name", "url", "email"),
    "license": ("name", "identifier", "url"),
    "external_docs": ("url", "description"),
}
"""The members of these objects that are texts."""


def read_info_object(
    name: str, info_object: object, problems: list[SpecError]
) -> dict[str, Any] | None:
    """Return the valid members of a contact, a license or a link, and unknown ones unchanged; None
    if there are none. Members with an empty value are not checked, those with None are left out.

    Args:
        name: ``contact``, ``license`` or ``external_docs``.
        info_object: The object, which should be a mapping.
        problems: Gets an error for each invalid member.
    """
    if not info_object:
        return None
    where = Location(path=name)
    members = _MEMBERS[name]
    if not isinstance(info_object, Mapping):
        message = f"{excerpt(info_object)} is not a mapping"
        hint = f"give a mapping with {', '.join(members[:-1])} or {members[-1]}"
        problems.append(SpecError(message, where=where, hint=hint))
        return None
    valid: dict[str, Any] = {}
    for key, value in info_object.items():
        is_empty = not value
        if key in members and not is_empty and not isinstance(value, str):
            problems.append(_not_a_string(value, where / key))
        elif value is not None:
            valid[key] = value
    return valid or None


def check_info(**facts: object) -> None:
    """Check facts about a service that are arguments of a function.

    Args:
        facts: By name: objects such as ``contact``, and texts, which may be None.

    Raises:
        SpecError: An argument is invalid; all errors are raised together.
    """
    problems: list[SpecError] = []
    for name, value in facts.items():
        if name in _MEMBERS:
            read_info_object(name, value, problems)
        elif value is not None and not isinstance(value, str):
            problems.append(_not_a_string(value, Location(path=name)))
    raise_all(problems)


def _not_a_string(value: object, where: Location) -> SpecError:
    """Return the error for a value that should be a string."""
    return SpecError(f"{excerpt(value)} is not a string", where=where, hint="write a text")
