"""Writes what a document says about callers: the parameters and credentials that a contract
requires of each call, and those that a method adds.

Each is written where it is declared, so what holds for a whole contract is written once. A
`Requirement` has headers, cookies and credentials that contracts and methods require of each call.
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
    """Return the parameters of a method without those of its contract, or those of a contract,
    without credentials, in the order in which documents list them: what a method declares before
    what it requires, of a contract what all its methods require first.

    Args:
        contract: The contract.
        method: One of its methods; None for the contract.
        where: Its place; the collector gives it to any function for this purpose.
    """
    own = own_parameters(contract, method)
    required = [
        parameter for parameter, _ in parameters_of_requirements(_requirements(contract, method))
    ]
    parameters = [*own, *required]
    if method is None:
        parameters = [*required, *own]
    if not parameters:
        return []
    credential_places = credential_carriers(*declared_security(contract, method))
    return [
        parameter
        for parameter in parameters
        if not is_credential(parameter) and place_of(parameter) not in credential_places
    ]


def sent_places(contract: Contract, method: HttpMethod | None) -> tuple[tuple[str, str], ...]:
    """Return location and name of what callers of a method, or the client of a handshake, may send
    besides credentials: its own parameters before those that are required.
    """
    places: dict[tuple[str, str], None] = {}  # an ordered set: one may be declared twice
    for parameter in _sent_parameters(contract, method):
        places[parameter.location, parameter.name] = None
    return tuple(places)


def _sent_parameters(
    contract: Contract, method: HttpMethod | Interaction | None
) -> list[Parameter]:
    """Return the parameters that a method, or a handshake, declares, then those that requirements
    of the method and of its contract ask for.
    """
    required = [
        parameter for parameter, _ in parameters_of_requirements(requirements_of(contract, method))
    ]
    return [*own_parameters(contract, method), *required]


def mark_of(parameter: Parameter) -> Audiences:
    """Return the audiences that may see a parameter, by its own mark and that of its type."""
    return combined(parameter.audience, audience_of(parameter.type))


def marks_of_credentials(
    contract: Contract, method: HttpMethod | Interaction | None
) -> dict[tuple[str, str], Audiences]:
    """Return the marks of the parameters that are credentials, by their places."""
    marks: dict[tuple[str, str], Audiences] = {}
    for parameter in _sent_parameters(contract, method):
        if is_credential(parameter):
            mark = mark_of(parameter)
            if mark:
                marks[place_of(parameter)] = mark
    return marks


def auth_of(contract: Contract, method: HttpMethod | None = None) -> tuple[doc.Auth, ...] | None:
    """Return the headers by which callers of a contract identify themselves, or those that a method
    adds; None when there are none. A parameter that carries the credential of a declared scheme is
    listed once, as the header of that scheme.
    """
    requirements = _requirements(contract, method)
    parameters: list[tuple[Parameter, Requirement | None]] = [
        *parameters_of_requirements(requirements)
    ]
    parameters += [(parameter, None) for parameter in own_parameters(contract, method)]
    places_of_schemes = credential_carriers(*declared_security(contract, method))
    headers: list[doc.Auth] = []
    for parameter, requirement in parameters:
        is_header = parameter.location == "header" and is_credential(parameter)
        if is_header and place_of(parameter) not in places_of_schemes:
            headers.append(_auth_of_header(parameter, requirement))
    owner: Contract | HttpMethod = contract
    if method is not None:
        owner = method
    for scheme in _schemes(owner, requirements):
        header = _auth_of_scheme(scheme)
        if header is not None:
            headers.append(header)
    return tuple(headers) or None


def _schemes(owner: Contract | HttpMethod, requirements: Iterable[Requirement]) -> Iterator[Scheme]:
    """Yield the security schemes that a contract or a method declares, and those that its
    requirements declare.
    """
    if owner.security is not None:
        yield from owner.security.schemes
    for requirement in requirements:
        if requirement.security is not None:
            yield from requirement.security.schemes


def _requirements(contract: Contract, method: HttpMethod | None) -> tuple[Requirement, ...]:
    """Return the requirements of a method alone, or those of a contract."""
    if method is None:
        return contract.requires
    return method.requires


def _auth_of_header(parameter: Parameter, requirement: Requirement | None) -> doc.Auth:
    """Return a header that is a credential.

    Args:
        parameter: The header.
        requirement: What requires it; None if the contract or the method declares it itself.
    """
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
