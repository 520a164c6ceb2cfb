"""One bad type costs itself only: what has no schema is described as any value, with a warning.

The types of an application are tried here, once for the files of all formats, so that its author
reads one warning for each.
"""

import warnings
from dataclasses import replace
from typing import Any, TypeVar

from ...catalog import AppOptions, ResolvedGroup, UnreadableRoute
from ...catalog.adapters import ApplicationWarning
from ...contracts.contract_errors import ContractError, Where
from ...contracts.errors import ServiceError
from ...contracts.model import (
    MISSING,
    BodyField,
    Content,
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    TypeForm,
    where_of,
)
from ...schema import SchemaRegistry

ErrorClass = type[ServiceError[Any]]
Typed = TypeVar("Typed", Parameter, BodyField)


def describable(groups: list[ResolvedGroup], options: AppOptions) -> list[ResolvedGroup]:
    """The groups with `Any` for types that have no schema; unchanged where `strict` is set."""
    if options.strict:
        return groups
    check = _TypeCheck()
    return [
        replace(group, contracts=tuple(map(check.contract, group.contracts))) for group in groups
    ]


class _TypeCheck:
    """Tries all types of an application."""

    def __init__(self) -> None:
        self._schemas = SchemaRegistry()
        self._errors: dict[ErrorClass, ErrorClass] = {}

    def contract(self, contract: Contract) -> Contract:
        """A contract whose types can all be described."""
        if isinstance(contract, HttpContract):
            methods = (self._method(method, contract.name) for method in contract.methods)
            return replace(contract, methods=tuple(methods))
        where = where_of(contract.source, contract.name)
        interactions = (self._interaction(each, where) for each in contract.interactions)
        return replace(
            contract,
            parameters=self._all(contract.parameters, where),
            interactions=tuple(interactions),
        )

    def _method(self, method: HttpMethod, owner: str) -> HttpMethod:
        where = where_of(method.source, f"{owner}.{method.name}")
        body = method.body
        if body is not None:
            body = replace(body, contents=self._contents(body.contents, where / "body"))
        successes = (
            replace(
                success,
                contents=self._contents(success.contents, where / str(success.status)),
                headers=self._all(success.headers, where / str(success.status)),
            )
            for success in method.successes
        )
        errors = (self._error(error, where) for error in method.errors)
        callbacks = (self.contract(callbacks) for callbacks in method.callbacks)
        return replace(
            method,
            parameters=self._all(method.parameters, where),
            body=body,
            successes=tuple(successes),
            errors=tuple(errors),
            callbacks=tuple(each for each in callbacks if isinstance(each, HttpContract)),
        )

    def _interaction(self, interaction: Interaction, where: Where) -> Interaction:
        message, answer = interaction.message, interaction.answer
        if message is not None:
            contents = self._contents(message.contents, where / interaction.name)
            message = replace(message, contents=contents)
        if answer is not None:
            (answer,) = self._contents((answer,), where / interaction.name)
        return replace(interaction, message=message, answer=answer)

    def _contents(self, contents: tuple[Content, ...], where: Where) -> tuple[Content, ...]:
        return tuple(
            replace(
                content,
                type=self._form(content.type, where),
                fields=None if content.fields is None else self._all(content.fields, where),
            )
            for content in contents
        )

    def _all(self, items: tuple[Typed, ...], where: Where) -> tuple[Typed, ...]:
        return tuple(replace(item, type=self._form(item.type, where / item.name)) for item in items)

    def _error(self, error: ErrorClass, where: Where) -> ErrorClass:
        """An error whose data can be described; the same one for all who declare it."""
        if error not in self._errors:
            where = where / error.type
            data, answer = self._form(error.data_type, where), error.answer
            if answer is not None:
                answer = replace(
                    answer,
                    contents=self._contents(answer.contents, where),
                    headers=self._all(answer.headers, where),
                )
            self._errors[error] = error
            if data is not error.data_type or answer != error.answer:
                changed = {"data_type": data, "answer": answer}
                self._errors[error] = type(error.__name__, (error,), changed)
        return self._errors[error]

    def _form(self, form: TypeForm, where: Where) -> TypeForm:
        if form is MISSING:
            return form
        try:
            self._schemas.add(form, "input", where=where)
        except ContractError as error:
            _warn(ApplicationWarning(error), where)
            return Any
        return form


def tolerated(error: Exception, where: Where, options: AppOptions) -> None:
    """Warn of a route that cannot be read.

    Raises:
        ContractError: Nothing is tolerated.
    """
    problem = error if isinstance(error, ContractError) else _unreadable(error, where)
    if options.strict:
        raise problem from error
    _warn(ApplicationWarning(problem, "only its path and its text are documented"), where)


def _unreadable(error: Exception, where: Where) -> ContractError:
    return UnreadableRoute(
        f"the route cannot be read: {type(error).__name__}: {error}",
        where=where,
        hint="mend what it declares, or leave it out with the option exclude",
    )


def _warn(warning: ApplicationWarning, where: Where) -> None:
    """Warn at the line of the author's handler."""
    warnings.warn_explicit(warning, ApplicationWarning, where.file or "?", where.line or 1)
