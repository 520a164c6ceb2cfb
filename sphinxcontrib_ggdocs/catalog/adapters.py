"""Finds the adapter for an application.

An adapter is an entry point of the group ``sphinxcontrib_ggdocs.adapters``. The entry point's name
is the class that the adapter reads, such as ``fastapi.applications.FastAPI``, so that only users of
a framework import it.
"""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isfunction

from ..contracts.contract_errors import ContractError, Location
from .app_options import AppOptions
from .application_warnings import ApplicationWarning
from .contents import Adapter, Contents, ResolvedGroup
from .imports import import_object
from .resolve import is_contract
from .spec_errors import BadAdapter, ImportFailed, NoAdapter, UnreadableRoute

GROUP = "sphinxcontrib_ggdocs.adapters"
"""The entry-point group."""

MOST_LAYERS = 20
"""How many middlewares around an application are looked into; an object that is its own attribute
``app`` would have no end."""

_GUIDE = (
    "https://sphinxcontrib-ggdocs.readthedocs.io/en/latest/guides/fastapi.html#other-frameworks"
)


def installed_adapters() -> dict[str, EntryPoint]:
    """Return the installed adapters, by the class that each reads."""
    return {point.name: point for point in entry_points(group=GROUP)}


def adapter_for(app: object, where: Location) -> Adapter:
    """Return the adapter for the class of an application, or for the nearest base class that has
    one.

    Args:
        app: The application.
        where: The place where it is named, for messages.

    Raises:
        NoAdapter: No installed adapter reads the application.
        BadAdapter: The adapter cannot be imported, or has no method `read`.
    """
    installed = installed_adapters()
    for name in class_names(type(app)):
        entry_point = installed.get(name)
        if entry_point is not None:
            return _loaded(entry_point, where)
    known = ", ".join(sorted(installed)) or "none"
    raise NoAdapter(
        (
            f"no adapter reads {type(app).__module__}.{type(app).__qualname__}; installed are "
            "those "
            f"for: {known}"
        ),
        where=where,
        hint=f"name an application of one of these classes, or write an adapter: {_GUIDE}",
    )


def is_application(value: object) -> bool:
    """Return whether an installed adapter reads an object as an application."""
    return _is_read_by(installed_adapters(), value)


def _is_read_by(adapters: Mapping[str, EntryPoint], value: object) -> bool:
    """Return whether one of some adapters reads an object as an application.

    Args:
        adapters: The adapters by the class that each reads.
        value: The object.
    """
    # The type of a class is `type` or a metaclass, which no adapter reads.
    if isinstance(value, type):
        return False
    return not adapters.keys().isdisjoint(class_names(type(value)))


def find_application(
    value: object, adapters: Mapping[str, EntryPoint] | None = None
) -> object | None:
    """Return the application that an object is or contains; None if there is none. Middlewares have
    the application inside them in an attribute ``app``.

    Args:
        value: The object.
        adapters: The installed adapters, if they have been looked up already.
    """
    adapters = installed_adapters() if adapters is None else adapters
    for _ in range(MOST_LAYERS):
        if value is None or _is_read_by(adapters, value):
            return value
        try:
            value = getattr(value, "app", None)
        except Exception:  # noqa: BLE001  # a property may raise anything
            return None
    return None


def _is_documented(adapters: Mapping[str, EntryPoint], value: object) -> bool:
    """Return whether an object is a contract or an application."""
    return is_contract(value) or find_application(value, adapters) is not None


def documented_names(module: str) -> list[str]:
    """Return the names of the applications and contracts in a module, as
    ``package.module:attribute``; none if it cannot be imported.
    """
    try:
        members = vars(import_module(module))
    except (Exception, SystemExit):  # noqa: BLE001  # the module may raise anything
        return []
    adapters = installed_adapters()
    names: list[str] = []
    for name, value in members.items():
        if not name.startswith("_") and _is_documented(adapters, value):
            names.append(f"{module}:{name}")
    return names


def class_names(cls: type) -> Iterator[str]:
    """Yield the dotted names of a class and its base classes, the nearest first."""
    for base in cls.__mro__:
        yield f"{base.__module__}.{base.__qualname__}"


def _loaded(point: EntryPoint, where: Location) -> Adapter:
    """Import the adapter of an entry point, and return it. The entry point may name an adapter, or
    a class of adapters.

    Raises:
        BadAdapter: The adapter cannot be imported, or has no method `read`.
    """
    try:
        loaded = point.load()
        adapter = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:  # the module of an adapter may raise anything
        raise BadAdapter(
            (
                f"the adapter {point.value} for {point.name} cannot be loaded: "
                f"{type(error).__name__}: {error}"
            ),
            where=where,
            hint="update the package that the adapter comes from, or report it to its authors",
        ) from error
    if not isinstance(adapter, Adapter):
        raise BadAdapter(
            f"{point.value}, the adapter for {point.name}, has no method `read`",
            where=where,
            hint=f"give it one; see {_GUIDE}",
        )
    return adapter


def import_application(app_or_name: object, where: Location) -> object:
    """Return the object that a name leads to. Whether it is an application is not checked.

    Args:
        app_or_name: ``package.module:app``; ``package.module:create_app()``, whose function is
            called; or the application itself.
        where: The place of the name, for messages.

    Raises:
        ContractError: The name is unresolved, it leads to a function but has no parentheses, it has
            parentheses but does not lead to a function, or the function cannot be called or raises.
    """
    if not isinstance(app_or_name, str):
        return app_or_name
    name = app_or_name.removesuffix("()")
    is_call = name != app_or_name
    # For an unknown name, the error suggests the contracts and applications of the module.
    imported = import_object(name, where, partial(_is_documented, installed_adapters()))
    if not is_call:
        if isfunction(imported):
            hint = f"if it makes the application, write '{name}()'"
            raise NoAdapter(f"{name} is a function, not an application", where=where, hint=hint)
        return imported
    # Applications of most frameworks are callable, too: servers call them for each request.
    if not callable(imported) or is_application(imported):
        raise ImportFailed(
            f"{name} is not a function", where=where, hint=f"write {name!r} without the parentheses"
        )
    hint = "name a function that is not async, needs no arguments and no running services"
    if inspect.iscoroutinefunction(imported):
        raise ImportFailed(f"{name} is an async function", where=where, hint=hint)
    try:
        return imported()
    except ContractError:  # it says itself what is wrong, and where
        raise
    except (Exception, SystemExit) as error:  # a user's factory may raise anything
        raise ImportFailed(
            f"{app_or_name} raises {type(error).__name__}: {error}", where=where, hint=hint
        ) from error


def read_application(app_or_name: object, where: Location, options: AppOptions) -> Contents:
    """Read an application by the adapter for its class.

    The contents are read when they are first used: routes may still be added to the application
    after it has been imported.

    Args:
        app_or_name: ``package.module:app``, ``package.module:create_app()``, or the application
            itself.
        where: The place where it is named, for messages.
        options: How its routes become groups; names in the options are imported.

    Raises:
        ContractError: There is no such application, or no adapter reads it.
    """
    app = import_application(app_or_name, where)
    inner_app = find_application(app)
    if inner_app is not None:  # otherwise `read_by_adapter` reports the object itself
        app = inner_app
    imported_options = options.imported(replace(where, path="app_options"))
    contents = read_by_adapter(app, where, imported_options)

    def groups() -> tuple[ResolvedGroup, ...]:
        """Return the groups of the application, with a warning if there are none."""
        if not contents.groups:
            _report_nothing(where, strict=options.strict)
        return contents.groups

    return Contents(groups, service=lambda: contents.service)


def _report_nothing(where: Location, *, strict: bool) -> None:
    """Warn that no route of an application is documented, so that the document is empty.

    Raises:
        UnreadableRoute: Instead of a warning, if `strict` is set.
    """
    problem = UnreadableRoute(
        "no route of the application is documented",
        where=where,
        hint=(
            "name an application whose routes exist when it is imported, check include and "
            "exclude, and set the option mounted for mounted applications"
        ),
    )
    if strict:
        raise problem
    # The third level is the caller of `groups`, which calls this.
    warnings.warn(ApplicationWarning(problem, "the document is empty"), stacklevel=3)


def read_by_adapter(app: object, where: Location, options: AppOptions) -> Contents:
    """Read an application by the adapter for its class.

    Args:
        app: The application.
        where: The place where it is named, for messages.
        options: How its routes become groups; functions and data have been imported already.

    Raises:
        ContractError: No adapter reads it, its adapter takes no options, or it cannot be described.
    """
    read: Callable[..., Contents] = adapter_for(app, where).read
    if "options" in inspect.signature(read).parameters:
        return read(app, options=options)
    if options == AppOptions():  # the author gives none, or only the defaults
        return read(app)
    name = f"{type(app).__module__}.{type(app).__qualname__}"
    raise BadAdapter(
        f"the adapter for {name} takes no options",
        where=where,
        hint="drop app_options, or give the method `read` of the adapter a parameter `options`",
    )
