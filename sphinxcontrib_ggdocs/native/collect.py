"""The first pass: every type that the contracts mention gets a slot in the book of schemas.

Names are chosen only when all types are known, so nothing is written here.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Literal

from ..catalog import ResolvedGroup
from ..contracts.error_names import ErrorClass
from ..contracts.middleware import Middleware, asked_by, authentication, every_error
from ..contracts.mistakes import ContractError, Where
from ..contracts.model import (
    MISSING,
    Content,
    Contract,
    Direction,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Security,
    Source,
    Success,
    TypeForm,
)
from ..schema import Facet, SchemaBook, Slot, chosen_facet
from .drafts import (
    AuthDraft,
    BodyDraft,
    ContentDraft,
    ContractDraft,
    ErrorDraft,
    GroupDraft,
    MethodDraft,
    ParamDraft,
    ResponseDraft,
)

_FACETS: dict[Direction, tuple[Facet, Facet]] = {
    "client_to_server": ("input", "output"),
    "server_to_client": ("output", "input"),
}
"""Of the message and of its answer, told from the service's side: what it reads is input, what it writes is output."""


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
    """Fills one book. A type that has no schema is reported and left out: nothing will be written then."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._book = book
        self._found = found
        self._errors: dict[ErrorClass, ErrorDraft] = {}
        self._where = Where()
        self._separate = True

    def contract(self, contract: Contract) -> ContractDraft:
        self._where = _place(contract.source, contract.name)
        self._separate = contract.separate_facets if isinstance(contract, HttpContract) else True
        auth, params = self._callers(contract.middlewares)
        if isinstance(contract, HttpContract):
            methods = tuple(self._http_method(contract, method) for method in contract.methods)
        else:
            more_auth, handshake = self._parameters(contract.parameters)
            asked_auth, asked_params = self._security(contract.security)
            auth, params = (*auth, *more_auth, *asked_auth), (*params, *handshake, *asked_params)
            methods = tuple(self._interaction(contract, each) for each in contract.interactions)
        return ContractDraft(model=contract, auth=auth, params=params, methods=methods)

    def _http_method(self, contract: HttpContract, method: HttpMethod) -> MethodDraft:
        self._where = _place(method.source or contract.source, f"{contract.name}.{method.name}")
        auth, params = self._callers(method.middlewares)
        own_auth, own_params = self._parameters(method.parameters)
        asked_auth, asked_params = self._security(method.security)
        return MethodDraft(
            model=method,
            auth=(*auth, *own_auth, *asked_auth),
            params=(*own_params, *params, *asked_params),
            body=self._body(method.body, "input"),
            responses=tuple(self._success(success) for success in method.successes),
            errors=self._declared(method.errors, (*contract.middlewares, *method.middlewares)),
        )

    def _interaction(self, contract: Contract, each: Interaction) -> MethodDraft:
        self._where = _place(each.source or contract.source, f"{contract.name}.{each.name}")
        sent, answered = _FACETS[each.direction]
        answer: tuple[ResponseDraft, ...] = ()
        if each.answer is not None:
            answer = (ResponseDraft(status=None, description=None, contents=self._contents((each.answer,), answered)),)
        return MethodDraft(
            model=each,
            body=self._body(each.message, sent),
            responses=answer,
            errors=self._declared(each.errors, contract.middlewares),
        )

    def _callers(self, middlewares: Iterable[Middleware]) -> tuple[tuple[AuthDraft, ...], tuple[ParamDraft, ...]]:
        """What middlewares ask of every call; each header once, though two of them want it."""
        asked = asked_by(middlewares)
        auth = tuple(
            AuthDraft(
                scheme=scheme, header_name=parameter.name, description=parameter.description or middleware.description
            )
            for parameter, middleware in asked
            if (scheme := _scheme(parameter)) is not None
        )
        _, params = self._parameters(parameter for parameter, _ in asked if _scheme(parameter) is None)
        return auth, params

    def _security(self, asked: Iterable[Security]) -> tuple[tuple[AuthDraft, ...], tuple[ParamDraft, ...]]:
        """Schemes of OpenAPI: tokens and keys in headers, and everything else as the parameter that it is."""
        auth: list[AuthDraft] = []
        params: list[ParamDraft] = []
        for each in asked:
            said = each.scheme.definition
            text = said.get("description")
            match said:
                case {"type": "apiKey", "in": "header", "name": str(name)}:
                    auth.append(AuthDraft(scheme="api-key", header_name=name, description=text))
                case {"type": "apiKey", "in": "query" | "cookie" as location, "name": str(name)}:
                    words = text or f"An API key ({each.scheme.name})."
                    params += self._param(Parameter(name=name, location=location, type=str, description=words), "input")
                case {"type": "http", "scheme": str(kind)} if kind.lower() != "bearer":
                    words = text or f"HTTP authentication of the kind {kind.capitalize()} ({each.scheme.name})."
                    params += self._param(
                        Parameter(name="Authorization", location="header", type=str, description=words), "input"
                    )
                case _:  # bearer tokens, however they are got
                    auth.append(AuthDraft(scheme="bearer", header_name="Authorization", description=text))
        return tuple(auth), tuple(params)

    def _parameters(self, parameters: Iterable[Parameter]) -> tuple[tuple[AuthDraft, ...], tuple[ParamDraft, ...]]:
        auth: list[AuthDraft] = []
        params: list[ParamDraft] = []
        for parameter in parameters:
            if (scheme := _scheme(parameter)) is not None:
                auth.append(AuthDraft(scheme=scheme, header_name=parameter.name, description=parameter.description))
            else:
                params += self._param(parameter, "input")
        return tuple(auth), tuple(params)

    def _param(self, parameter: Parameter, facet: Facet) -> Iterator[ParamDraft]:
        slot = self._slot(parameter.type, facet, parameter.argument or parameter.name, parameter.default)
        if slot is not None:
            yield ParamDraft(parameter, slot)

    def _body(self, body: RequestBody | None, facet: Facet) -> BodyDraft | None:
        if body is None:
            return None
        return BodyDraft(
            required=body.required,
            description=body.description,
            contents=self._contents(body.contents, facet, body.argument or "body"),
        )

    def _success(self, success: Success) -> ResponseDraft:
        return ResponseDraft(
            status=success.status,
            description=success.description,
            contents=self._contents(success.contents, "output"),
            headers=tuple(draft for header in success.headers for draft in self._param(header, "output")),
        )

    def _contents(self, contents: Iterable[Content], facet: Facet, path: str = "return") -> tuple[ContentDraft, ...]:
        return tuple(ContentDraft(content, self._content_slot(content, facet, path)) for content in contents)

    def _content_slot(self, content: Content, facet: Facet, path: str) -> Slot | None:
        if content.fields is not None:
            try:
                return self._book.add_object(fields=content.fields, facet=facet)
            except ContractError as mistake:
                self._found.append(mistake.at(self._where))
                return None
        return None if content.type is MISSING else self._slot(content.type, facet, path)

    def _declared(self, errors: Iterable[ErrorClass], middlewares: Iterable[Middleware]) -> tuple[ErrorDraft, ...]:
        """A method's own errors and those of what stands before it, each once."""
        return tuple(self._errors.get(error) or self._error(error) for error in every_error(errors, middlewares))

    def _error(self, error: ErrorClass) -> ErrorDraft:
        slot = None
        if error.data_type is not MISSING:
            where = self._where
            self._where = _place(error.source, error.type)
            slot = self._slot(error.data_type, "output", "data")
            self._where = where
        draft = self._errors[error] = ErrorDraft(error=error, slot=slot)
        return draft

    def _slot(self, form: TypeForm, facet: Facet, path: str, default: object = MISSING) -> Slot | None:
        try:
            chosen = chosen_facet(form, facet, separate=self._separate)
            return self._book.add(form, chosen, default=default)
        except ContractError as mistake:
            self._found.append(mistake.at(self._where / path))
            return None


def _scheme(parameter: Parameter) -> Literal["bearer", "api-key"] | None:
    return authentication(parameter) if parameter.location == "header" else None


def _place(source: Source | None, owner: str) -> Where:
    """The file and line of `source` as far as they are known."""
    if source is None:
        return Where(owner=owner)
    return Where(file=getattr(sys.modules.get(source.module), "__file__", None), line=source.line, owner=owner)
