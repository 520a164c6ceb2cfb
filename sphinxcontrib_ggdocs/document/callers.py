"""Writes what a document says about callers: the parameters and credentials that a contract
requires of each call, and those that a method adds.

Each is written where it is declared, so what holds for a whole contract is written once.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..audience_rules import Audiences
from ..contracts.audiences import audience_in, combined
from ..contracts.contract_errors import Location
from ..contracts.credentials import (
    authentication,
    credential_carriers,
    credential_text,
    declared_security,
    is_credential,
    own_parameters,
    parameters_of_requirements,
    place_of,
    requirements_of,
)
from ..contracts.model import Contract, HttpMethod, Interaction, Parameter
from ..contracts.requirements import Requirement
from ..contracts.security import Scheme
from ..contracts.type_audiences import audience_of
from . import parts as doc


def level_parameters(
    contract: Contract, method: HttpMethod | None, where: Location
) -> Sequence[Parameter]:
    """Return the parameters of a method without those of its contract, or those of a contract.

    Credentials are not among them.
    """
    carried = credential_carriers(*declared_security(contract, method))
    asked = [
        parameter for parameter, _ in parameters_of_requirements(_requirements(contract, method))
    ]
    own = own_parameters(contract, method)
    parameters = (*asked, *own) if method is None else (*own, *asked)
    return [
        parameter
        for parameter in parameters
        if not is_credential(parameter) and place_of(parameter) not in carried
    ]


def sent_places(contract: Contract, method: HttpMethod | None) -> tuple[tuple[str, str], ...]:
    """Return location and name of what callers of a method, or the client of a handshake, may send
    besides credentials: its own parameters before those that are required.
    """
    asked = [
        parameter for parameter, _ in parameters_of_requirements(requirements_of(contract, method))
    ]
    sent = (*own_parameters(contract, method), *asked)
    return tuple(dict.fromkeys((parameter.location, parameter.name) for parameter in sent))


def mark_of(parameter: Parameter) -> Audiences:
    """Return for whom a parameter is, by itself and by its type."""
    return combined(parameter.audience, audience_of(parameter.type))


def marks_of_credentials(
    contract: Contract, method: HttpMethod | Interaction | None
) -> dict[tuple[str, str], Audiences]:
    """Return for whom the parameters are that are credentials, by their places."""
    asked = [
        parameter for parameter, _ in parameters_of_requirements(requirements_of(contract, method))
    ]
    marks: dict[tuple[str, str], Audiences] = {}
    for parameter in (*own_parameters(contract, method), *asked):
        if is_credential(parameter) and (mark := mark_of(parameter)):
            marks[place_of(parameter)] = mark
    return marks


def auth_of(contract: Contract, method: HttpMethod | None = None) -> tuple[doc.Auth, ...] | None:
    """Return the headers by which callers of a contract identify themselves, or those that a method
    adds; None when there are none.
    """
    requirements = _requirements(contract, method)
    asked: list[tuple[Parameter, Requirement | None]] = [*parameters_of_requirements(requirements)]
    asked += [(parameter, None) for parameter in own_parameters(contract, method)]
    carried = credential_carriers(*declared_security(contract, method))
    auth: list[doc.Auth | None] = []
    for parameter, requirement in asked:
        if _is_header(parameter) and place_of(parameter) not in carried:
            auth.append(_auth_of_header(parameter, requirement))
    owner = contract if method is None else method
    auth += map(_auth_of_scheme, _schemes(owner, requirements))
    return tuple(filter(None, auth)) or None


def _is_header(parameter: Parameter) -> bool:
    """Return whether a parameter is a header with a credential."""
    return parameter.location == "header" and is_credential(parameter)


def _schemes(owner: Contract | HttpMethod, requirements: Iterable[Requirement]) -> Iterator[Scheme]:
    """Yield the security schemes that a contract or a method declares, and its requirements."""
    for security in (owner.security, *(requirement.security for requirement in requirements)):
        if security is not None:
            yield from security.schemes


def _requirements(contract: Contract, method: HttpMethod | None) -> tuple[Requirement, ...]:
    """Those of the method alone, or those of the contract."""
    return contract.requires if method is None else method.requires


def _auth_of_header(parameter: Parameter, requirement: Requirement | None) -> doc.Auth:
    return doc.Auth(
        scheme=authentication(parameter) or "api-key",
        header_name=parameter.name,
        description=credential_text(parameter, requirement),
        audience=mark_of(parameter),
    )


def _auth_of_scheme(scheme: Scheme) -> doc.Auth | None:
    """Return the header of a scheme; None where its credential is sent elsewhere, or is neither a
    token nor a key. The definition of the scheme has its description, once for all methods.
    """
    definition = scheme.openapi()
    mark = audience_in(definition)
    match definition:
        case {"type": "apiKey", "in": "header", "name": str(name)}:
            return doc.Auth(scheme="api-key", header_name=name, audience=mark)
        case {"type": "oauth2" | "openIdConnect"}:
            return doc.Auth(scheme="bearer", header_name="Authorization", audience=mark)
        case {"type": "http", "scheme": str(kind)} if kind.lower() == "bearer":
            return doc.Auth(scheme="bearer", header_name="Authorization", audience=mark)
        case _:
            return None
