"""Edits of types, contracts and modules."""

from random import Random

from .service import (
    CONTRACT_MODULES,
    LIMITS,
    STATUSES,
    TYPE_MODULES,
    Method,
    Model,
    Service,
    level,
    words,
)
from .table import another, change


def _model(service: Service, draw: Random) -> Model:
    return draw.choice(list(service.models.values()))


def _methods(service: Service, draw: Random) -> dict[str, Method]:
    """Those of some contract."""
    return draw.choice(list(service.contracts.values())).methods


def _method(service: Service, draw: Random) -> Method:
    return draw.choice(list(_methods(service, draw).values()))


@change
def docstring_of_model(service: Service, draw: Random) -> None:
    _model(service, draw).text = service.sentence(draw)


@change
def field_added(service: Service, draw: Random) -> None:
    service.add_field(draw.choice(list(service.models)), draw)


@change
def field_removed(service: Service, draw: Random) -> None:
    fields = _model(service, draw).fields
    if len(fields) > 1:
        del fields[draw.choice(list(fields))]


@change
def field_of_another_type(service: Service, draw: Random) -> None:
    name = draw.choice(list(service.models))
    fields = service.models[name].fields
    fields[draw.choice(list(fields))] = service.type_of(service.usable_by(name), draw)


@change
def parameter_renamed(service: Service, draw: Random) -> None:
    method = _method(service, draw)
    method.parameter = another(["query", "source", "default", "items"], method.parameter, draw)


@change
def model_renamed(service: Service, draw: Random) -> None:
    service.rename(draw.choice(list(service.models)), service.name("M", draw))


@change
def model_moved(service: Service, draw: Random) -> None:
    """To a module that may import what the model mentions, and may be imported by what mentions
    it.
    """
    name, model = draw.choice(list(service.models.items()))
    used = {
        word for type_ in model.fields.values() for word in words(type_)
    } & service.models.keys()
    users = [
        each
        for each in service.models.values()
        if any(name in words(type_) for type_ in each.fields.values())
    ]
    low = max((level(service.models[each].module) for each in used), default=1)
    high = min((level(each.module) for each in users), default=len(TYPE_MODULES) - 1)
    model.module = draw.choice(TYPE_MODULES[low : high + 1])


@change
def brand_renamed(service: Service, draw: Random) -> None:
    service.rename(draw.choice(list(service.brands)), service.name("B", draw))


@change
def brand_of_another_type(service: Service, draw: Random) -> None:
    brand = draw.choice(list(service.brands.values()))
    brand.base = another(["str", "int", "float"], brand.base, draw)


@change
def constant(service: Service, draw: Random) -> None:
    service.limit += 1


@change
def error_renamed(service: Service, draw: Random) -> None:
    service.rename(draw.choice(list(service.errors)), service.name("E_", draw).upper())


@change
def error_described(service: Service, draw: Random) -> None:
    error = draw.choice(list(service.errors.values()))
    error.text, error.status = service.sentence(draw), another(STATUSES, error.status, draw)


@change
def docstring_of_contract(service: Service, draw: Random) -> None:
    draw.choice(list(service.contracts.values())).text = service.sentence(draw)


@change
def docstring_of_method(service: Service, draw: Random) -> None:
    _method(service, draw).text = service.sentence(draw)


@change
def method_added(service: Service, draw: Random) -> None:
    service.add_method(draw.choice(list(service.contracts)), draw)


@change
def method_removed(service: Service, draw: Random) -> None:
    methods = _methods(service, draw)
    if len(methods) > 1:
        del methods[draw.choice(list(methods))]


@change
def method_renamed(service: Service, draw: Random) -> None:
    service.rename(draw.choice(list(_methods(service, draw))), service.name("do_", draw).lower())


@change
def method_of_another_path(service: Service, draw: Random) -> None:
    _method(service, draw).path = "/" + service.name("q", draw)


@change
def method_of_other_types(service: Service, draw: Random) -> None:
    method = _method(service, draw)
    method.takes, method.gives = (
        service.type_of(service.models, draw),
        service.type_of(service.models, draw),
    )


@change
def method_deprecated_or_not(service: Service, draw: Random) -> None:
    method = _method(service, draw)
    method.deprecated = not method.deprecated


@change
def contract_renamed(service: Service, draw: Random) -> None:
    service.rename(draw.choice(list(service.contracts)), service.name("C", draw))


@change
def contract_in_another_module(service: Service, draw: Random) -> None:
    contract = draw.choice(list(service.contracts.values()))
    contract.module = another(CONTRACT_MODULES, contract.module, draw)


@change
def contract_in_another_group(service: Service, draw: Random) -> None:
    contract = draw.choice(list(service.contracts.values()))
    contract.group = another(["Reading", "Writing", "Else"], contract.group, draw)


@change
def comment_in_module(service: Service, draw: Random) -> None:
    service.comments[draw.choice([*TYPE_MODULES, *CONTRACT_MODULES, LIMITS])] = service.sentence(
        draw
    )


@change
def imported_otherwise(service: Service, draw: Random) -> None:
    service.imports[draw.choice(TYPE_MODULES)] = draw.choice(["name", "module", "member"])
    service.imports[draw.choice(CONTRACT_MODULES)] = draw.choice(
        ["name", "module", "member", "facade"]
    )


@change
def module_in_another_folder(service: Service, draw: Random) -> None:
    package = draw.choice(["shop", "acme.near"])
    service.folders[package] = another(
        ["lib", "one", "two", "three"], service.folders[package], draw
    )
