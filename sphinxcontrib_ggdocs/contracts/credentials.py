"""Finds the credentials that a call must carry: those of the declared security, and headers and
cookies whose type is a credential.

A *place* is the location and the name of a parameter, such as ``("header", "authorization")``. A
*guard* is the function of an author that checks a requirement, such as a token, in each request.
Functions with the arguments `contract` and `method` are about the method; without a method they are
about the handshake of a WebSocket contract.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from pydantic.fields import FieldInfo

from .annotations import metadata_of, peel, without_none
from .markers import BearerToken
from .model import Contract, HttpMethod, Interaction, Parameter, TypeForm, WebSocketContract
from .permissions import Permission, public
from .requirements import Requirement
from .security import (
    ApiKey,
    Bearer,
    Scheme,
    SecurityRequirement,
    all_of,
    optional,
    with_permission,
)


def requirements_of(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> tuple[Requirement, ...]:
    """Return the requirements of a contract, followed by those of one of its methods; interactions
    have none of their own.
    """
    if isinstance(method, HttpMethod):
        return (*contract.requires, *method.requires)
    return contract.requires


def permission_of(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> Permission | None:
    """Return the permission of a method; if it has none, that of its contract."""
    if method is not None and method.permission is not None:
        return method.permission
    return contract.permission


def security_of(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """Return the option ``security`` of a method; if it has none, that of its contract."""
    if method is not None and method.security is not None:
        return method.security
    return contract.security


def declared_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> tuple[SecurityRequirement, ...]:
    """Return everything that the options ``security`` require of the callers of a method or
    handshake.

    These are the option of the method (or its contract), and that of each requirement.
    """
    options = [security_of(contract, method)]
    options += [requirement.security for requirement in requirements_of(contract, method)]
    return tuple(security for security in options if security is not None)


def own_parameters(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> tuple[Parameter, ...]:
    """Return the parameters that a method or a handshake declares; those of requirements are left
    out. An interaction has no parameters of its own, so it gives those of the handshake.
    """
    if isinstance(method, HttpMethod):
        return method.parameters
    if isinstance(contract, WebSocketContract):
        return contract.parameters
    return ()  # an HTTP contract itself, without a method


def required_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """Return how callers of a method or of a handshake identify themselves.

    Everything that is declared is needed together: the option ``security`` of the method or of its
    contract, that of each requirement, and each header, query parameter or cookie that is a
    credential. Credentials that are optional, since their type allows None, may be left out
    independently of each other.

    Returns:
        None if nothing is declared. That differs from ``security.none_needed``, by which an author
        says that no credentials are needed.
    """
    declared = declared_security(contract, method)
    requirements = requirements_of(contract, method)
    # A parameter that carries the credential of a declared scheme adds nothing to it.
    derived = _security_of_parameters(
        own_parameters(contract, method), requirements, credential_carriers(*declared)
    )
    return all_of((*derived, *declared))


def effective_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """Return `required_security`, combined with the permission that callers need
    (`with_permission`).

    None if nothing is declared by which callers identify themselves.
    """
    requirement = required_security(contract, method)
    if requirement is None:
        return None
    return with_permission(requirement, permission_of(contract, method))


def accepts_credentials(contract: Contract, method: HttpMethod | Interaction | None = None) -> bool:
    """Return whether callers can identify themselves, whether they have to or not."""
    if any(security.schemes for security in declared_security(contract, method)):
        return True
    if any(map(is_credential, own_parameters(contract, method))):
        return True
    from_requirements = parameters_of_requirements(requirements_of(contract, method))
    return any(is_credential(parameter) for parameter, _ in from_requirements)


def declares_credentials(method: HttpMethod | Interaction) -> bool:
    """Return whether a method itself, without its contract, says how callers identify themselves or
    who may call.
    """
    if method.security is not None or method.permission is not None:
        return True
    if not isinstance(method, HttpMethod):
        return False
    return bool(method.requires) or any(map(is_credential, method.parameters))


def unproven_permission(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> Permission | None:
    """Return the permission that callers need although the contract declares no credential with
    which they could prove that they have it.

    None if a credential is declared, if everybody may call, or if no permission is declared.
    """
    permission = permission_of(contract, method)
    if permission == public:
        return None
    requirement = required_security(contract, method)
    # A requirement without schemes declares that no credentials are needed: `none_needed`.
    if requirement is not None and requirement.schemes:
        return None
    return permission


def _security_of_parameters(
    parameters_of_method: Iterable[Parameter],
    requirements: Sequence[Requirement],
    carried: set[tuple[str, str] | None],
) -> Iterator[SecurityRequirement]:
    """Yield the security requirement of each parameter that is a credential.

    Args:
        parameters_of_method: The parameters of a method or a handshake.
        requirements: The requirements, whose headers and cookies are parameters, too.
        carried: The places of the credentials of declared schemes, which are left out. None in it
            stands for credentials that are no parameters.
    """
    # Each with the requirement that has it; None for those of the method or handshake itself.
    parameters: list[tuple[Parameter, Requirement | None]]
    parameters = [(parameter, None) for parameter in parameters_of_method]
    parameters += parameters_of_requirements(requirements)
    required: set[tuple[str, str]] = set()
    credentials: dict[tuple[str, str], tuple[Parameter, Requirement | None]] = {}
    for parameter, requirement in parameters:
        place = place_of(parameter)
        if is_credential(parameter) and place not in carried:
            # The first parameter at a place describes the credential, but any may require it.
            credentials.setdefault(place, (parameter, requirement))
            if parameter.required:
                required.add(place)
    for place, (parameter, requirement) in credentials.items():
        scheme = scheme_of(parameter, requirement)
        if place in required:
            yield scheme
        else:
            yield optional(scheme)


def scheme_of(parameter: Parameter, requirement: Requirement | None = None) -> Scheme:
    """Return the security scheme for a parameter that is a credential.

    Args:
        parameter: The parameter.
        requirement: The requirement that has the parameter; its name is that of the scheme.
    """
    name = parameter.name
    if requirement is not None:
        name = requirement.name
    description = credential_text(parameter, requirement)
    if authentication(parameter) == "bearer":
        return Bearer(name=name, description=description)
    assert parameter.location != "path"  # where no parameter counts as a credential
    return ApiKey(
        name=name,
        location=parameter.location,
        parameter=parameter.name,
        description=description,
    )


AUTHORIZATION: Final = ("header", "authorization")


def place_of(parameter: Parameter) -> tuple[str, str]:
    """Return the location and the name of a parameter; two parameters at one place are the same.

    A header's name is in lower case, since its case does not matter (RFC 9110, 5.1).
    """
    if parameter.location == "header":
        return "header", parameter.name.lower()
    return parameter.location, parameter.name


def is_credential(parameter: Parameter) -> bool:
    """Return whether a parameter identifies the caller: its type is `BearerToken`, or has the
    format ``api-key``. The path has no credentials (OpenAPI 3.1, 4.8.27).
    """
    return parameter.location != "path" and authentication(parameter) is not None


def parameters_of_requirements(
    requirements: Iterable[Requirement],
) -> tuple[tuple[Parameter, Requirement], ...]:
    """Return the headers and cookies of requirements, each once, with the first requirement that
    has it.

    A parameter is required if any of the requirements requires it.
    """
    by_place: dict[tuple[str, str], tuple[Parameter, Requirement]] = {}
    for requirement in requirements:
        for parameter in (*requirement.headers, *requirement.cookies):
            place = place_of(parameter)
            first, first_requirement = by_place.setdefault(place, (parameter, requirement))
            if parameter.required and not first.required:
                by_place[place] = replace(first, required=True), first_requirement
    return tuple(by_place.values())


def validated_parameters(
    contract: Contract, method: HttpMethod | None = None
) -> tuple[Parameter, ...]:
    """Return the headers and cookies of requirements that are validated like those of methods.

    Credentials are left out, since guards check them.
    """
    carried = credential_carriers(*declared_security(contract, method))
    parameters: list[Parameter] = []
    for parameter, _ in parameters_of_requirements(requirements_of(contract, method)):
        if not is_credential(parameter) and place_of(parameter) not in carried:
            parameters.append(parameter)
    return tuple(parameters)


def credential_places(contract: Contract, method: HttpMethod | None = None) -> set[tuple[str, str]]:
    """Return the places of all credentials of a call, required or optional, which guards check.

    These are the headers and cookies of requirements whose types are credentials, and the
    parameters that carry the credentials of the declared security schemes.
    """
    places: set[tuple[str, str]] = set()
    for parameter, _ in parameters_of_requirements(requirements_of(contract, method)):
        if is_credential(parameter):
            places.add(place_of(parameter))
    for place in credential_carriers(*declared_security(contract, method)):
        if place is not None:  # None: no parameter carries it, such as a client certificate
            places.add(place)
    return places


def credential_carriers(*requirements: SecurityRequirement | None) -> set[tuple[str, str] | None]:
    """Return the places of the parameters that carry the credentials of declared schemes.

    A requirement that is None, as of an option that is not given, has none. The set contains None
    if there is a scheme whose credential no parameter carries, such as a client certificate.
    """
    places: set[tuple[str, str] | None] = set()
    for requirement in requirements:
        if requirement is not None:
            places |= {scheme.carrier for scheme in requirement.schemes}
    return places


def authentication(parameter: Parameter) -> Literal["bearer", "api-key"] | None:
    """Return whether the type of a parameter makes it a bearer token or an API key; None for
    neither.

    A `BearerToken` at another place than the header ``Authorization`` counts as a key, since bearer
    tokens of HTTP have no other place (RFC 6750, 2.1).
    """
    for annotation in _types_inside(parameter.type):
        if annotation is BearerToken and place_of(parameter) == AUTHORIZATION:
            return "bearer"
        if annotation is BearerToken or any(map(_is_api_key, metadata_of(annotation))):
            return "api-key"
    return None


def credential_text(parameter: Parameter, requirement: Requirement | None = None) -> str | None:
    """Return the description of a credential: of the parameter, its type, or its requirement; None
    if none of these has one.

    The type's description is needed since a security scheme has no schema that would contain it.
    """
    if parameter.description:
        return parameter.description
    for annotation in _types_inside(parameter.type):
        for item in metadata_of(annotation):
            if isinstance(item, FieldInfo) and item.description:
                return item.description
    if requirement is None:
        return None
    return requirement.description


def _types_inside(annotation: TypeForm) -> Iterator[TypeForm]:
    """Yield a type without None, and then the types inside its NewTypes, ``Annotated`` and aliases.

    Of ``Annotated[BearerToken, Field()] | None`` these are the ``Annotated``, `BearerToken` and
    `str`.
    """
    annotation = without_none(annotation) or annotation  # ``X`` of ``X | None``
    while True:
        yield annotation
        inner = peel(annotation)
        if inner is annotation:
            return
        annotation = inner


def _is_api_key(item: object) -> bool:
    """Return whether an item of metadata is a ``Field`` with the format ``api-key``."""
    if not isinstance(item, FieldInfo):
        return False
    extra = item.json_schema_extra
    return isinstance(extra, dict) and extra.get("format") == "api-key"
