"""The first pass: every type that the contracts mention gets a slot in the book of schemas.

Names are chosen only when all types are known, so nothing is written here.
"""

from collections.abc import Iterable, Iterator

from ..catalog import ResolvedGroup
from ..contracts.contract_errors import ContractError
from ..contracts.credentials import (
    asked_by,
    authentication,
    carried_by,
    credential_text,
    declared_security,
    is_credential,
    place_of,
)
from ..contracts.error_names import ErrorClass
from ..contracts.model import (
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Success,
    WebSocketContract,
)
from ..contracts.possible_errors import event_errors, possible_errors, refusal_errors
from ..contracts.requirements import Requirement
from ..contracts.security import Scheme
from ..schema import FACETS, ContractTypes, Facet, SchemaBook, TypedParameter
from .drafts import (
    AuthDraft,
    BodyDraft,
    ContractDraft,
    ErrorDraft,
    GroupDraft,
    MethodDraft,
    ResponseDraft,
)


def collect_groups(
    groups: Iterable[ResolvedGroup], book: SchemaBook, found: list[ContractError]
) -> tuple[GroupDraft, ...]:
    """All contracts with their types in `book`; what is wrong with a type goes to `found`."""
    collector = _Collector(book, found)
    return tuple(
        GroupDraft(
            name=group.name,
            slug=group.slug,
            description=group.description,
            contracts=tuple(
                collector.contract(contract) for contract in _with_callbacks(group.contracts)
            ),
        )
        for group in groups
    )


def _with_callbacks(contracts: Iterable[Contract]) -> Iterator[Contract]:
    """Each contract, and after it the callbacks of its methods."""
    for contract in contracts:
        yield contract
        if isinstance(contract, HttpContract):
            for method in contract.methods:
                yield from _with_callbacks(method.callbacks)


class _Collector:
    """Fills one book with the types of contracts in the order of the document."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._types = ContractTypes(book, found)
        self._errors: dict[ErrorClass, ErrorDraft] = {}

    def contract(self, contract: Contract) -> ContractDraft:
        self._types.enter(contract)
        auth, params = self._callers(contract, None)
        refusals: tuple[ErrorDraft, ...] = ()
        failed: tuple[ErrorDraft, ...] = ()
        unreadable: tuple[ErrorDraft, ...] = ()
        if isinstance(contract, HttpContract):
            methods = tuple(self._http_method(contract, method) for method in contract.methods)
        else:
            refusals = self._drawn(possible_errors(contract))
            failed = self._drawn(event_errors(contract))
            unreadable = self._drawn(refusal_errors(contract))
            methods = tuple(self._interaction(contract, each) for each in contract.interactions)
        return ContractDraft(
            model=contract,
            auth=auth,
            params=params,
            refusals=refusals,
            event_errors=failed,
            unreadable=unreadable,
            methods=methods,
        )

    def _http_method(self, contract: HttpContract, method: HttpMethod) -> MethodDraft:
        self._types.enter(contract, method.name, method.source)
        auth, params = self._callers(contract, method)
        return MethodDraft(
            model=method,
            auth=auth,
            params=params,
            body=self._body(method.body, "input"),
            responses=tuple(self._success(success) for success in method.successes),
            errors=self._drawn(possible_errors(contract, method)),
        )

    def _interaction(self, contract: Contract, each: Interaction) -> MethodDraft:
        self._types.enter(contract, each.name, each.source)
        sent, answered = FACETS[each.direction]
        contents = self._types.contents((each.answer,), answered, "return") if each.answer else ()
        return MethodDraft(
            model=each,
            body=self._body(each.message, sent),
            responses=(ResponseDraft(status=None, description=None, contents=contents),)
            if contents
            else (),
            errors=self._drawn(possible_errors(contract, each)),
        )

    def _callers(
        self, contract: Contract, method: HttpMethod | None
    ) -> tuple[tuple[AuthDraft, ...], tuple[TypedParameter, ...]]:
        """What a contract, or a method beside its contract, asks of callers: credentials in
        headers, and parameters.
        """
        own: tuple[Parameter, ...] = (
            contract.parameters if isinstance(contract, WebSocketContract) else ()
        )
        requirements, declared = contract.requires, contract.security
        if method is not None:
            own, requirements, declared = method.parameters, method.requires, method.security
        asked: list[tuple[Parameter, Requirement | None]] = [
            *asked_by(requirements),
            *((each, None) for each in own),
        ]
        carried = carried_by(*declared_security(contract, method))
        auth: list[AuthDraft] = []
        params: list[Parameter] = []
        for parameter, requirement in asked:
            if place_of(parameter) in carried:
                continue
            if not is_credential(parameter):
                params.append(parameter)
            elif parameter.location == "header":
                auth.append(_auth_of_header(parameter, requirement))
        for security in (declared, *(requirement.security for requirement in requirements)):
            schemes = security.schemes if security is not None else ()
            auth += [
                header for scheme in schemes if (header := _auth_of_scheme(scheme)) is not None
            ]
        if method is not None:  # its own parameters first, as the author wrote them
            params.sort(key=lambda parameter: parameter not in own)
        return tuple(auth), self._types.parameters(params, "input")

    def _body(self, body: RequestBody | None, facet: Facet) -> BodyDraft | None:
        if body is None:
            return None
        return BodyDraft(
            required=body.required,
            description=body.description,
            contents=self._types.contents(body.contents, facet, body.argument or "body"),
        )

    def _success(self, success: Success) -> ResponseDraft:
        return ResponseDraft(
            status=success.status,
            description=success.description,
            contents=self._types.contents(success.contents, "output", "return"),
            headers=self._types.parameters(success.headers, "output"),
        )

    def _drawn(self, errors: Iterable[ErrorClass]) -> tuple[ErrorDraft, ...]:
        """Errors with their types, each drafted once for the whole document."""
        return tuple(self._errors.get(error) or self._error(error) for error in errors)

    def _error(self, error: ErrorClass) -> ErrorDraft:
        draft = self._errors[error] = ErrorDraft(error=error, slot=self._types.error_data(error))
        return draft


def _auth_of_header(parameter: Parameter, requirement: Requirement | None) -> AuthDraft:
    scheme = authentication(parameter) or "api-key"
    text = credential_text(parameter, requirement)
    return AuthDraft(scheme=scheme, header_name=parameter.name, description=text)


def _auth_of_scheme(scheme: Scheme) -> AuthDraft | None:
    """The header of a scheme; None where it is another place, or holds neither a token nor a
    key.
    """
    definition = scheme.openapi()
    text = definition.get("description")
    match definition:
        case {"type": "apiKey", "in": "header", "name": str(name)}:
            return AuthDraft(scheme="api-key", header_name=name, description=text)
        case {"type": "oauth2" | "openIdConnect"}:
            return AuthDraft(scheme="bearer", header_name="Authorization", description=text)
        case {"type": "http", "scheme": str(kind)} if kind.lower() == "bearer":
            return AuthDraft(scheme="bearer", header_name="Authorization", description=text)
        case _:
            return None
