"""Classes that get names: models, enums, dataclasses, TypedDicts, NamedTuples.

Plain models and TypedDicts are read field by field (`plain_models`, `plain_typed_dicts`). A class
with anything unusual about it (a serializer, a schema hook, a configuration that changes schemas)
is pydantic's to describe, and its brands are put back where both agree.
"""

import dataclasses
import enum
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, Union, get_args

from pydantic import BaseModel
from pydantic.errors import PydanticUndefinedAnnotation
from typing_extensions import NoDefault

from ..audience_rules import is_shown
from ..contracts.annotations import get_origin, is_typed_dict
from ..contracts.contract_errors import ContractError, UnresolvedType, Where
from ..contracts.hidden_names import fields_of
from ..contracts.model import TypeForm
from ..contracts.type_audiences import audience_of
from .class_names import generic_model, generic_name
from .field_texts import with_field_texts
from .forms import forms_of
from .nodes import (
    HIDDEN,
    Configured,
    Definition,
    JsonSchema,
    Node,
    ObjectOf,
    Template,
    TypeDescriber,
)
from .plain_models import plain_model
from .plain_typed_dicts import plain_typed_dict
from .pydantic_schema import refusals
from .restore import with_brands


def is_named(form: Any) -> bool:
    """Whether a class deserves a name of its own."""
    if not isinstance(form, type):
        return False
    if issubclass(form, BaseModel):
        return form is not BaseModel
    return (
        issubclass(form, enum.Enum)
        or dataclasses.is_dataclass(form)
        or is_typed_dict(form)
        or (issubclass(form, tuple) and hasattr(form, "_fields"))
    )


def with_arguments(form: Any) -> TypeForm:
    """A generic dataclass, TypedDict or NamedTuple without arguments, with those that pydantic
    takes for it.
    """
    parameters = () if issubclass(form, BaseModel) else getattr(form, "__parameters__", ())
    return form[tuple(map(_unbound, parameters))] if parameters else form


def _unbound(parameter: Any) -> TypeForm:
    """The type that takes the place of a type variable without an argument."""
    default = getattr(parameter, "__default__", NoDefault)
    if default is not NoDefault:
        # None is a type in annotations, where `typing` exchanges it for its class.
        return type(None) if default is None else default
    if getattr(parameter, "__bound__", None) is not None:
        return parameter.__bound__
    constraints = getattr(parameter, "__constraints__", ())
    # the members are known at run time only
    return Union[constraints] if constraints else Any  # noqa: UP007


def definition(walker: TypeDescriber, form: TypeForm) -> Definition:
    """The definition of a class, or of a generic class with its arguments."""
    outer = form.outer if isinstance(form, Configured) else ""
    cls: Any = form.cls if isinstance(form, Configured) else get_origin(form) or form
    name, arguments = _name_and_arguments(form, cls)
    where = Where(path=cls.__name__)
    try:
        node = _node(walker, form, cls)
    except PydanticUndefinedAnnotation as error:
        raise UnresolvedType(
            f"the type {error.name!r} is not defined",
            where=where,
            hint=(
                f"import or define {error.name} in {cls.__module__}, and not only under "
                "TYPE_CHECKING"
            ),
        ) from error
    except ContractError as error:
        raise error.at(where) from error.__cause__
    hidden = _hidden_names(walker, form, cls)
    return Definition(
        key=form,
        name=generic_name(name, arguments),
        module=cls.__module__,
        qualname=generic_name(cls.__qualname__.partition("[")[0], arguments),
        node=_hiding(with_field_texts(_without_private_text(node), cls, hidden), hidden),
        outer=outer,
    )


def _name_and_arguments(form: TypeForm, cls: Any) -> tuple[str, tuple[Any, ...]]:
    """What a class is called, and its arguments: `Page` and `Page[Any]` are one type with one name,
    except for models.
    """
    name, arguments = generic_model(cls) or (cls.__name__, get_args(form))
    is_bare = arguments == tuple(map(_unbound, getattr(cls, "__parameters__", ())))
    return name, () if is_bare else arguments


def _hidden_names(walker: TypeDescriber, form: TypeForm, cls: Any) -> frozenset[str]:
    """The names of the fields of a class that are for others, in Python and on the wire."""
    if walker.audience is None:
        return frozenset()
    written = forms_of(form.cls if isinstance(form, Configured) else form, cls)
    sides = [list(side.items()) for side in written.properties.values()]
    shown, hidden = set[str](), set[str]()
    for name, inner in chain(*sides, fields_of(cls)):
        (shown if is_shown(audience_of(inner), walker.audience) else hidden).add(name)
    return frozenset(hidden - shown)


def _hiding(node: Node, hidden: frozenset[str]) -> Node:
    """A class that remembers the names of its hidden fields, for its defaults and examples."""
    if hidden and isinstance(node, ObjectOf):
        return dataclasses.replace(node, keywords=_with_hidden(node.keywords, hidden))
    if hidden and isinstance(node, Template):
        given = _with_hidden(node.input, hidden)
        is_same = node.output is node.input
        answered = given if is_same else _with_hidden(node.output, hidden)
        return Template(given, answered, node.parts)
    return node


def _with_hidden(keywords: Mapping[str, Any], hidden: frozenset[str]) -> JsonSchema:
    return {**keywords, HIDDEN: sorted(hidden.union(keywords.get(HIDDEN, ())))}


def _without_private_text(node: Node) -> Node:
    """A class without the text after a form feed in its docstring, which is for readers of the
    code, as in FastAPI.
    """
    if isinstance(node, ObjectOf) and _has_private_text(node.keywords):
        return dataclasses.replace(node, keywords=_cut(node.keywords))
    if isinstance(node, Template) and any(map(_has_private_text, (node.input, node.output))):
        given = _cut(node.input)
        return Template(
            given, given if node.input is node.output else _cut(node.output), node.parts
        )
    return node


def _has_private_text(keywords: Mapping[str, Any]) -> bool:
    description = keywords.get("description")
    return isinstance(description, str) and "\f" in description


def _cut(keywords: Mapping[str, Any]) -> JsonSchema:
    if not _has_private_text(keywords):
        return dict(keywords)
    return {**keywords, "description": keywords["description"].partition("\f")[0].rstrip()}


def _node(walker: TypeDescriber, form: TypeForm, cls: Any) -> Node:
    if issubclass(cls, BaseModel):
        # One with `defer_build` has its fields, which is all that a plain one needs.
        if not cls.__pydantic_fields_complete__:
            _rebuild(cls)
        if (node := plain_model(walker, cls)) is not None:
            return node
        if not cls.__pydantic_complete__:
            _rebuild(cls)
    # pydantic writes members, title and docstring of an enum; there are no brands in it.
    elif issubclass(cls, enum.Enum):
        return _with_names(walker.template(form, root=cls), cls)
    names = walker.local_names() if "<locals>" in cls.__qualname__ else {}
    configured = form if isinstance(form, Configured) else None
    form = cls if configured else form
    asked = partial(_asked, walker, form, cls, names, configured)
    if not is_typed_dict(cls):
        return asked()
    known = walker.known()
    try:
        return plain_typed_dict(walker, cls, names, configured) or asked()
    except ContractError:
        walker.forget_all_but(known)
        with suppress(ContractError):
            return asked()
        raise  # the first error, which names the field


def _with_names(template: Template, cls: type[enum.Enum]) -> Template:
    """An enumeration of numbers, with the names of its members: an extension that generators of
    clients read.
    """
    numbers = [member.value for member in cls]
    if not all(isinstance(number, int | float) for number in numbers):
        return template
    names = {"x-enum-varnames": [member.name for member in cls]}
    given = template.input, template.output
    sides = [{**names, **side} if side.get("enum") == numbers else side for side in given]
    return Template(sides[0], sides[0] if given[0] is given[1] else sides[1], template.parts)


def _rebuild(model: type[BaseModel]) -> None:
    with refusals(model):
        model.model_rebuild()


def _asked(
    walker: TypeDescriber,
    form: TypeForm,
    cls: Any,
    names: Mapping[str, Any],
    configured: Configured | None,
) -> Node:
    """A class as pydantic describes it, with its brands."""
    forms = forms_of(form, cls, names)
    template = walker.template(
        form, root=cls, inside=forms, local_names=names, configured=configured
    )
    return with_brands(walker, _titled(template, form, cls), forms)


def _titled(template: Template, form: TypeForm, cls: Any) -> Template:
    """With a title that reads as written: pydantic says ``Page[NewType]`` for ``Page[UserId]``, or
    just ``Page``.
    """
    name, arguments = _name_and_arguments(form, cls)
    if not arguments:
        return template
    title = generic_name(name, arguments)
    sides = [
        {**side, "title": title} if side.get("title") == cls.__name__ else side
        for side in (template.input, template.output)
    ]
    return Template(
        sides[0], sides[0] if template.input is template.output else sides[1], template.parts
    )
