"""Finds the credentials that a call must carry: those of the declared security, and headers and
cookies whose type is a credential.
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
    """Return the requirements of a method, those of its contract first."""
    own = method.requires if isinstance(method, HttpMethod) else ()
    return (*contract.requires, *own)


def permission_of(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> Permission | None:
    """Return the permission of the method, else that of its contract."""
    own = method.permission if method is not None else None
    if own is not None:
        return own
    return contract.permission


def security_of(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """Return the `security=` of the method, else that of its contract."""
    own = method.security if method is not None else None
    if own is not None:
        return own
    return contract.security


def declared_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> tuple[SecurityRequirement, ...]:
    """Every `security=` that holds for a method or a handshake: `security_of` it, and that of each
    requirement.
    """
    declared = [security_of(contract, method)]
    declared += [requirement.security for requirement in requirements_of(contract, method)]
    return tuple(security for security in declared if security is not None)


def own_parameters(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> tuple[Parameter, ...]:
    """What a method or a handshake declares itself, besides its requirements."""
    if isinstance(method, HttpMethod):
        return method.parameters
    if isinstance(contract, WebSocketContract):
        return contract.parameters
    return ()


def required_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """How callers of a method, or of a handshake, identify themselves.

    Everything that is declared is needed together: `security=` of the method or of its contract,
    that of each requirement, and each header, query parameter or cookie that is a credential. One
    that is optional (its type allows None) is an alternative to its absence: two optional ones can
    be sent both, either, or not at all.

    Returns:
        None if nothing is declared, which is something else than that no credentials are needed.
    """
    declared = declared_security(contract, method)
    requirements = requirements_of(contract, method)
    derived = _derived(own_parameters(contract, method), requirements, carried_by(*declared))
    return all_of((*derived, *declared))


def effective_security(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> SecurityRequirement | None:
    """`required_security` together with the permission that callers need."""
    requirement = required_security(contract, method)
    if requirement is None:
        return None
    return with_permission(requirement, permission_of(contract, method))


def asks_for_credentials(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> bool:
    """Return whether there is a scheme by which callers identify themselves, be it optional."""
    if any(security.schemes for security in declared_security(contract, method)):
        return True
    requested = (parameter for parameter, _ in asked_by(requirements_of(contract, method)))
    return any(map(is_credential, (*own_parameters(contract, method), *requested)))


def declares_credentials(method: HttpMethod | Interaction) -> bool:
    """Return whether a method says itself how callers identify themselves, or who may call."""
    if method.security is not None or method.permission is not None:
        return True
    if not isinstance(method, HttpMethod):
        return False
    return bool(method.requires) or any(map(is_credential, method.parameters))


def unproven_permission(
    contract: Contract, method: HttpMethod | Interaction | None = None
) -> Permission | None:
    """Return the permission that callers need where nothing is declared by which they could prove
    it; None where something is, or where all may call.
    """
    permission = permission_of(contract, method)
    if permission == public:
        return None
    requirement = required_security(contract, method)
    if requirement is not None and requirement.schemes:
        return None
    return permission


def _derived(
    own: Iterable[Parameter],
    requirements: Sequence[Requirement],
    carried: set[tuple[str, str] | None],
) -> Iterator[SecurityRequirement]:
    """Yield a requirement for each parameter that is a credential and not `carried` by a declared
    scheme.
    """
    parameters: list[tuple[Parameter, Requirement | None]] = [(item, None) for item in own]
    parameters += asked_by(requirements)
    required: set[tuple[str, str]] = set()
    credentials: dict[tuple[str, str], tuple[Parameter, Requirement | None]] = {}
    for parameter, requirement in parameters:
        place = place_of(parameter)
        if is_credential(parameter) and place not in carried:
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
    """Return the scheme of a parameter that is a credential, named after the requirement that asks
    for it.
    """
    name = requirement.name if requirement is not None else parameter.name
    description = credential_text(parameter, requirement)
    if authentication(parameter) == "bearer":
        return Bearer(name=name, description=description)
    assert parameter.location != "path"  # see `is_credential`
    return ApiKey(
        name=name,
        location=parameter.location,
        parameter=parameter.name,
        description=description,
    )


AUTHORIZATION: Final = ("header", "authorization")


def place_of(parameter: Parameter) -> tuple[str, str]:
    """Location and name; that of a header in lower case, since case does not count there."""
    name = parameter.name.lower() if parameter.location == "header" else parameter.name
    return parameter.location, name


def is_credential(parameter: Parameter) -> bool:
    """Return whether a parameter identifies the caller: its type is `BearerToken`, or has the
    format ``api-key``.
    """
    return parameter.location != "path" and authentication(parameter) is not None


def asked_by(requirements: Iterable[Requirement]) -> tuple[tuple[Parameter, Requirement], ...]:
    """What requirements ask of every call: each parameter once, required if one of them requires
    it.
    """
    requested: dict[tuple[str, str], tuple[Parameter, Requirement]] = {}
    for requirement in requirements:
        for parameter in (*requirement.headers, *requirement.cookies):
            place = place_of(parameter)
            known, owner = requested.setdefault(place, (parameter, requirement))
            if parameter.required and not known.required:
                requested[place] = replace(known, required=True), owner
    return tuple(requested.values())


def validated_parameters(
    contract: Contract, method: HttpMethod | None = None
) -> tuple[Parameter, ...]:
    """What requirements ask of every call besides credentials, which guards check."""
    carried = carried_by(*declared_security(contract, method))
    parameters: list[Parameter] = []
    for parameter, _ in asked_by(requirements_of(contract, method)):
        if not is_credential(parameter) and place_of(parameter) not in carried:
            parameters.append(parameter)
    return tuple(parameters)


def credential_places(contract: Contract, method: HttpMethod | None = None) -> set[tuple[str, str]]:
    """Return the places of what guards check in every call, whether it is required or not."""
    requested = asked_by(requirements_of(contract, method))
    places = {place_of(parameter) for parameter, _ in requested if is_credential(parameter)}
    carried = carried_by(*declared_security(contract, method))
    return places | {place for place in carried if place is not None}


def carried_by(*requirements: SecurityRequirement | None) -> set[tuple[str, str] | None]:
    """Return the places of the parameters that carry the credentials of declared schemes."""
    places: set[tuple[str, str] | None] = set()
    for requirement in requirements:
        if requirement is not None:
            places |= {scheme.carrier for scheme in requirement.schemes}
    return places


def authentication(parameter: Parameter) -> Literal["bearer", "api-key"] | None:
    """Return the kind of credential that the type of a parameter declares, or None.

    A `BearerToken` at another place than the header ``Authorization`` is a key: the scheme
    ``bearer`` has no other (RFC 6750, 2.1).
    """
    for annotation in _layers(parameter.type):
        if annotation is BearerToken and place_of(parameter) == AUTHORIZATION:
            return "bearer"
        if annotation is BearerToken or any(map(_is_api_key, metadata_of(annotation))):
            return "api-key"
    return None


def credential_text(parameter: Parameter, requirement: Requirement | None = None) -> str | None:
    """Return the description of a credential, of its type (the scheme has no schema to carry it),
    or of its requirement.
    """
    if parameter.description:
        return parameter.description
    for annotation in _layers(parameter.type):
        for item in metadata_of(annotation):
            if isinstance(item, FieldInfo) and item.description:
                return item.description
    if requirement is None:
        return None
    return requirement.description


def _layers(annotation: TypeForm) -> Iterator[TypeForm]:
    """Yield a type without None, then without its outermost NewType, ``Annotated`` or alias, and so
    on.
    """
    annotation = without_none(annotation) or annotation
    while True:
        yield annotation
        inner = peel(annotation)
        if inner is annotation:
            return
        annotation = inner


def _is_api_key(item: object) -> bool:
    if not isinstance(item, FieldInfo):
        return False
    extra = item.json_schema_extra
    return isinstance(extra, dict) and extra.get("format") == "api-key"
