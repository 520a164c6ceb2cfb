"""Joins routes that have the same verb and path into one method. Which of them serves a request
depends on the request, for example on the content type of its body, if a route class has its own
way of matching requests.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Union

from fastapi import routing

from ...contracts.model import MISSING, Content, HttpMethod, Parameter, RequestBody, Success
from .routes import AppRoute


def alternatives_to(route: AppRoute, others: Iterable[AppRoute]) -> list[AppRoute]:
    """Return the routes that have the same path and verbs as a route, without the route itself and
    without routes that serve a hand-written contract, which documents them.
    """
    alternatives: list[AppRoute] = []
    for other in others:
        has_same_place = other.path == route.path and set(other.verbs) == set(route.verbs)
        if other is not route and other.served is None and has_same_place:
            alternatives.append(other)
    return alternatives


def has_own_matching(route: AppRoute) -> bool:
    """Return whether a route's class overrides `matches`, and so may refuse a request for its path
    and verb, which another route may take.
    """
    # The route of an included router is wrapped in newer versions of FastAPI.
    original_route = getattr(route.route, "original_route", route.route)
    return getattr(type(original_route), "matches", None) is not routing.APIRoute.matches


def joined(method: HttpMethod, others: Sequence[HttpMethod]) -> HttpMethod:
    """Return a method that also has the parameters, bodies, responses and errors of other
    methods.
    """
    for other in others:
        errors = dict.fromkeys((*method.errors, *other.errors))
        method = replace(
            method,
            parameters=_joined_parameters(method.parameters, other.parameters),
            body=_joined_body(method.body, other.body),
            successes=_joined_successes(method.successes, other.successes),
            errors=tuple(errors),
        )
    return method


def _joined_parameters(
    one: Sequence[Parameter], other: Sequence[Parameter]
) -> tuple[Parameter, ...]:
    """Return the parameters of two methods. A parameter that only one of them has is optional."""
    parameters_of_one = {(item.location, item.name): item for item in one}
    parameters_of_other = {(item.location, item.name): item for item in other}
    common_keys = parameters_of_one.keys() & parameters_of_other.keys()
    parameters: list[Parameter] = []
    # A parameter of both is taken from the first method.
    for key, parameter in {**parameters_of_other, **parameters_of_one}.items():
        is_required = parameter.required and key in common_keys
        parameters.append(replace(parameter, required=is_required))
    return tuple(parameters)


def _joined_body(one: RequestBody | None, other: RequestBody | None) -> RequestBody | None:
    """Return the body of two methods, optional if only one of them has a body."""
    if one is None or other is None:
        body = one or other
        if body is None:
            return None
        return replace(body, required=False)
    # The Python argument that gets the body; one name cannot stand for two of them.
    argument = None
    if one.argument == other.argument:
        argument = one.argument
    return replace(
        one,
        contents=_joined_contents(one.contents, other.contents),
        required=one.required and other.required,
        description=one.description or other.description,
        argument=argument,
    )


def _joined_contents(one: Sequence[Content], other: Sequence[Content]) -> tuple[Content, ...]:
    """Return the representations of two bodies; of one media type, the union of their types, or the
    first representation if one of them has no type.
    """
    contents = {content.media_type: content for content in one}
    for content in other:
        first = contents.setdefault(content.media_type, content)
        if MISSING not in (first.type, content.type) and first.type != content.type:
            annotation: Any = Union[first.type, content.type]  # noqa: UP007
            contents[content.media_type] = replace(first, type=annotation)
    return tuple(contents.values())


def _joined_successes(one: Sequence[Success], other: Sequence[Success]) -> tuple[Success, ...]:
    """Return the responses of two methods; those with the same status are joined."""
    successes = {success.status_text: success for success in one}
    for success in other:
        # A response that only the other method has is joined with itself, which changes nothing.
        first = successes.setdefault(success.status_text, success)
        contents = _joined_contents(first.contents, success.contents)
        successes[success.status_text] = replace(first, contents=contents)
    return tuple(successes.values())
