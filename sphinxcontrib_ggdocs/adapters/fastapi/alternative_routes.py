"""Joins routes that have the same verb and path into one method. Which of them serves a request
depends on the request: on the content type of its body, for example, where a route class matches
requests in its own way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Union

from fastapi import routing

from ...contracts.model import MISSING, Content, HttpMethod, Parameter, RequestBody, Success
from .routes import AppRoute


def alternatives_to(route: AppRoute, others: Iterable[AppRoute]) -> list[AppRoute]:
    """Return those of other routes that take some of the requests for a route's path."""
    alternatives: list[AppRoute] = []
    for other in others:
        has_same_place = other.path == route.path and set(other.verbs) == set(route.verbs)
        if other is not route and other.served is None and has_same_place:
            alternatives.append(other)
    return alternatives


def chooses(route: AppRoute) -> bool:
    """Return whether a route refuses some requests for its path and verb, which others may take."""
    original = getattr(route.route, "original_route", route.route)
    return getattr(type(original), "matches", None) is not routing.APIRoute.matches


def joined(method: HttpMethod, others: Sequence[HttpMethod]) -> HttpMethod:
    """Return a method with the parameters, bodies and responses of others for the same path."""
    for other in others:
        errors = dict.fromkeys((*method.errors, *other.errors))
        method = replace(
            method,
            parameters=_parameters(method.parameters, other.parameters),
            body=_body(method.body, other.body),
            successes=_successes(method.successes, other.successes),
            errors=tuple(errors),
        )
    return method


def _parameters(known: Sequence[Parameter], others: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """Return the parameters of both methods; those of one alone need not be sent."""
    first = {(parameter.location, parameter.name): parameter for parameter in known}
    second = {(parameter.location, parameter.name): parameter for parameter in others}
    parameters: list[Parameter] = []
    for key, parameter in {**second, **first}.items():
        is_required = parameter.required and key in first and key in second
        parameters.append(replace(parameter, required=is_required))
    return tuple(parameters)


def _body(known: RequestBody | None, other: RequestBody | None) -> RequestBody | None:
    if known is None or other is None:
        body = known or other
        if body is None:
            return None
        return replace(body, required=False)
    return replace(
        known,
        contents=_contents(known.contents, other.contents),
        required=known.required and other.required,
        description=known.description or other.description,
        argument=known.argument if known.argument == other.argument else None,
    )


def _contents(known: Sequence[Content], others: Sequence[Content]) -> tuple[Content, ...]:
    contents = {content.media_type: content for content in known}
    for content in others:
        first = contents.setdefault(content.media_type, content)
        if MISSING not in (first.type, content.type) and first.type != content.type:
            annotation: Any = Union[first.type, content.type]  # noqa: UP007
            contents[content.media_type] = replace(first, type=annotation)
    return tuple(contents.values())


def _successes(known: Sequence[Success], others: Sequence[Success]) -> tuple[Success, ...]:
    successes = {success.status_text: success for success in known}
    for success in others:
        first = successes.setdefault(success.status_text, success)
        contents = _contents(first.contents, success.contents)
        successes[success.status_text] = replace(first, contents=contents)
    return tuple(successes.values())
