"""The first pass: every type that the contracts mention gets a slot in the book of schemas.

Names are chosen only when all types are known, so nothing is written here.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from ..catalog import ResolvedGroup
from ..contracts.error_names import ErrorClass
from ..contracts.middleware import Middleware, asked_by, authentication, said_of
from ..contracts.mistakes import ContractError
from ..contracts.model import (
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Security,
    Success,
)
from ..contracts.possible_errors import possible_errors
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
            contracts=tuple(collector.contract(contract) for contract in _with_callbacks(group.contracts)),
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
        auth, params = self._callers(contract.middlewares)
        refusals: tuple[ErrorDraft, ...] = ()
        if isinstance(contract, HttpContract):
            methods = tuple(self._http_method(contract, method) for method in contract.methods)
        else:
            refusals = self._drawn(possible_errors(contract))
            more_auth, handshake = self._parameters(contract.parameters)
            asked_auth, asked_params = self._security(contract.security)
            auth, params = (*auth, *more_auth, *asked_auth), (*params, *handshake, *asked_params)
            methods = tuple(self._interaction(contract, each) for each in contract.interactions)
        return ContractDraft(model=contract, auth=auth, params=params, refusals=refusals, methods=methods)

    def _http_method(self, contract: HttpContract, method: HttpMethod) -> MethodDraft:
        self._types.enter(contract, method.name, method.source)
        auth, params = self._callers(method.middlewares)
        own_auth, own_params = self._parameters(method.parameters)
        asked_auth, asked_params = self._security(method.security)
        return MethodDraft(
            model=method,
            auth=(*auth, *own_auth, *asked_auth),
            params=(*own_params, *params, *asked_params),
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
            responses=(ResponseDraft(status=None, description=None, contents=contents),) if contents else (),
            errors=self._drawn(possible_errors(contract, each)),
        )

    def _callers(self, middlewares: Iterable[Middleware]) -> tuple[tuple[AuthDraft, ...], tuple[TypedParameter, ...]]:
        """What middlewares ask of every call; each header once, though two of them want it."""
        asked = asked_by(middlewares)
        auth = tuple(
            AuthDraft(
                scheme=scheme, header_name=parameter.name, description=said_of(parameter) or middleware.description
            )
            for parameter, middleware in asked
            if (scheme := _scheme(parameter)) is not None
        )
        _, params = self._parameters(parameter for parameter, _ in asked if _scheme(parameter) is None)
        return auth, params

    def _security(self, asked: Iterable[Security]) -> tuple[tuple[AuthDraft, ...], tuple[TypedParameter, ...]]:
        """Schemes of OpenAPI: tokens and keys in headers, and everything else as the parameter that it is."""
        auth: list[AuthDraft] = []
        params: list[Parameter] = []
        for each in asked:
            said = each.scheme.definition
            text = said.get("description")
            match said:
                case {"type": "apiKey", "in": "header", "name": str(name)}:
                    auth.append(AuthDraft(scheme="api-key", header_name=name, description=text))
                case {"type": "apiKey", "in": "query" | "cookie" as location, "name": str(name)}:
                    words = text or f"An API key ({each.scheme.name})."
                    params.append(Parameter(name=name, location=location, type=str, description=words))
                case {"type": "http", "scheme": str(kind)} if kind.lower() != "bearer":
                    words = text or f"HTTP authentication of the kind {kind.capitalize()} ({each.scheme.name})."
                    params.append(Parameter(name="Authorization", location="header", type=str, description=words))
                case _:  # bearer tokens, however they are got
                    auth.append(AuthDraft(scheme="bearer", header_name="Authorization", description=text))
        return tuple(auth), self._types.parameters(params, "input")

    def _parameters(self, parameters: Iterable[Parameter]) -> tuple[tuple[AuthDraft, ...], tuple[TypedParameter, ...]]:
        auth: list[AuthDraft] = []
        params: list[Parameter] = []
        for parameter in parameters:
            if (scheme := _scheme(parameter)) is not None:
                auth.append(AuthDraft(scheme=scheme, header_name=parameter.name, description=said_of(parameter)))
            else:
                params.append(parameter)
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


def _scheme(parameter: Parameter) -> Literal["bearer", "api-key"] | None:
    return authentication(parameter) if parameter.location == "header" else None
