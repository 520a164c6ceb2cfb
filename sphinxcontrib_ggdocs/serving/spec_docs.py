"""`SpecDocs`: the base of the applications that serve OpenAPI and AsyncAPI files with a viewer."""

import inspect
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, TypeVar, cast

from pydantic.alias_generators import to_snake

from ..catalog import (
    ApiDocSpec,
    BadContents,
    GroupSpec,
    ResolvedGroup,
    SpecError,
    check_specs,
    read_specs,
)
from ..catalog.adapters import is_application
from ..catalog.document_fields import has_own_title
from ..catalog.document_source import options_of
from ..catalog.readers import FILE_FIELDS
from ..catalog.spec_errors import BadSlug
from ..catalog.specs import shown_specs
from ..contracts.contract_errors import NothingForAudience, Where
from ..value_messages import did_you_mean, excerpt
from .asgi import ASGIApp, AsgiSite, Receive, Scope, Send
from .delivery import checked_value
from .handler import DOCUMENT, PageBuilder, SiteHandler
from .protection import Protect
from .registration import register
from .site import Resource, Site
from .spec_handler import JSON, Rebase, SpecHandler
from .viewer import CUSTOM_POLICY, SpecLink, Viewer
from .wsgi import WsgiSite

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_App = TypeVar("_App")
_Function = TypeVar("_Function", bound=Callable[..., Any])

CustomUi: TypeAlias = Callable[[Any], str]
"""Takes the URL of the specification, or a tuple of `SpecLink` if there are several; returns the
whole page in HTML."""

DocsLike: TypeAlias = ApiDocSpec | Mapping[str, Any]
GroupLike: TypeAlias = GroupSpec | ResolvedGroup | Mapping[str, Any]

COMBINED_SLUG = "all"
HTML = "text/html; charset=utf-8"
_PATH = re.compile(r"(?:/[A-Za-z0-9_.~{}-]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecFormat:
    """The parts of an application that depend on the format."""

    name: str
    """The name in default paths: ``/openapi``, ``/openapi.json``."""
    title: str
    kind: Literal["http", "ws"]
    """The kind of its contracts: a field of `GroupSpec`."""
    export: Callable[..., dict[str, Any]]
    """Exports an `ApiDocSpec`, or contracts with a title."""
    viewer: Viewer
    rebase: Rebase
    """Adds the root path, at which the service is mounted, to the server URLs of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecDocument:
    """One specification, built on first use."""

    name: str
    slug: str
    build: Callable[[], dict[str, Any]]

    def content(self) -> bytes:
        """The specification as JSON."""
        return json.dumps(self.build(), ensure_ascii=False, separators=(",", ":")).encode()


_CONTENTS = ("groups", "http", "ws", "app", "app_options", *FILE_FIELDS)
"""The fields of a document that has no slug."""
_OPTIONS = frozenset(
    {"contracts", "docs", "title", "version", "spec_path", "docs_path", "custom_ui"}
)
"""Those of this module, for hints; the exporter has its own."""


def _in_either_spelling(function: _Function) -> _Function:
    """Let a function of an application take camelCase names, and its arguments in a mapping."""
    has_settings = "settings" in inspect.signature(function).parameters

    @wraps(function)
    def called(target: Any, app: Any, *args: Any, **named: Any) -> Any:
        if has_settings:
            settings = named.pop("settings", args[0] if args else None)
            args, named = (), {**(settings or {}), **named}
        named = {to_snake(name): value for name, value in named.items()}
        if has_settings and named.get("contracts") is None and named.get("docs") is None:
            named |= _single_document(app, named)
        return function(target, app, *args, **named)

    return cast(_Function, called)


def _single_document(app: Any, named: dict[str, Any]) -> dict[str, Any]:
    """Take the fields of one document out of options, and return it; without contents, it is that
    of the application.
    """
    contents = {name: named.pop(name) for name in _CONTENTS if name in named}
    if not contents and not is_application(app):
        return {}
    head = {name: named.pop(name) for name in ("title", "version") if name in named}
    contents = contents or {"app": app}
    title = "" if has_own_title(contents) else "API"
    return {"docs": {"slug": "api", "title": title, **head, **contents}}


class SpecDocs:
    """An ASGI application that serves specifications and a page that shows them, and passes other
    requests on to `app`.

    A file is built on the first request for it. The page needs a viewer, which the extra
    ``viewers`` installs; without it, the page says how to install it, and the files are served.

    Args:
        app: The ASGI application to wrap; None for a standalone application.
        settings: The other arguments in one mapping; arguments take precedence. Names are in
            snake_case or camelCase, here and in arguments.
        contracts: Contracts of the format's kind. Give either this or `docs`; without both, the
            fields ``groups``, ``http``, ``ws``, ``app``, ``openapi`` and ``asyncapi`` of one
            document are options, and without these the application itself is documented.
        docs: An `ApiDocSpec`, a mapping of its fields, or several of them, between which the page
            switches.
        title: The title of the API, when there are contracts; ``API`` unless given.
        version: Its version, when there are contracts; ``1.0.0`` unless given.
        spec_path: The path of the file, with ``{slug}`` if there are several. The default is
            ``/openapi.json`` or ``/openapi/{slug}.json``, the same with ``asyncapi``.
        docs_path: The path of the page; by default ``/openapi`` or ``/asyncapi``.
        custom_ui: Returns a page of your own in HTML. Takes the URL of the file, or a tuple of
            `SpecLink` if there are several.
        content_security_policy: The policy of the page. The default is the strictest one under
            which the viewer runs.
        protect: Decides by the request who may read: returns True, False, `Denied`, or an
            `Audience` for whom the files are then; may be ``async``.
        eager: Whether to build now, so that errors are logged at the start.
        options: Other arguments of the exporter, such as ``servers``.

    Raises:
        SpecError: The contents or a path are wrong.
        TypeError: There are neither contracts nor docs, or the exporter does not have an option.
    """

    format: ClassVar[SpecFormat]

    @_in_either_spelling
    def __init__(
        self,
        app: ASGIApp | None,
        settings: Mapping[str, Any] | None = None,
        *,
        contracts: Iterable[object] | None = None,
        docs: DocsLike | Sequence[DocsLike] | None = None,
        title: str | None = None,
        version: str | None = None,
        spec_path: str | None = None,
        docs_path: str | None = None,
        custom_ui: CustomUi | None = None,
        content_security_policy: str | None = None,
        protect: Protect | None = None,
        eager: bool = False,
        **options: Any,
    ) -> None:
        if hasattr(app, "wsgi_app"):
            raise TypeError(
                f"{type(app).__name__} is a WSGI application\n"
                f"  hint: write  app.wsgi_app = {type(self).__name__}.wsgi(app.wsgi_app, ...)"
            )
        documents = partial(_documents, self.format, contracts, docs, title, version)
        page_options = PageOptions(spec_path, docs_path, custom_ui, content_security_policy)
        self._handler = _handler(
            self.format, documents, options, page_options, protect=protect, eager=eager
        )
        self._application = AsgiSite(self._handler, app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI 3)."""
        await self._application(scope, receive, send)

    @classmethod
    def register(cls, app: _App, settings: Mapping[str, Any] | None = None, **named: Any) -> _App:
        """Add the file and the page to an application of FastAPI or Starlette, in place.

        Takes the arguments of the class.

        Returns:
            The same application.

        Raises:
            SpecError: The contents or a path are wrong.
            TypeError: As for the class; or the application is of another framework.

        Warns:
            RegistrationWarning: The application has dependencies, which FastAPI runs for its own
                routes only.
        """
        documentation = cls(cast(ASGIApp, app), settings, **named)
        return cls._register_handler(app, documentation._handler)

    @classmethod
    def wsgi(
        cls,
        app: "WSGIApplication | None",
        settings: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> WsgiSite:
        """Return a WSGI application that serves the same, and passes other requests on to `app`.

        Takes the arguments of the class.
        """
        return WsgiSite(cls(None, settings, **named)._handler, app)

    @classmethod
    @_in_either_spelling
    def register_groups(
        cls,
        app: _App,
        groups: Iterable[GroupLike] | Mapping[str, Any],
        *,
        title: str = "API",
        version: str = "1.0.0",
        combined: bool = False,
        spec_path: str | None = None,
        docs_path: str | None = None,
        custom_ui: CustomUi | None = None,
        content_security_policy: str | None = None,
        protect: Protect | None = None,
        eager: bool = False,
        **options: Any,
    ) -> _App:
        """Add a specification for each group of contracts, and one page that switches between them.

        Args:
            app: The application.
            groups: `GroupSpec` objects or mappings of their fields; or a mapping from the name of a
                group to its fields or contracts; or what an adapter returns. The first is shown
                first. A slug is derived from the name unless given; slugs are unique.
            title: The title of the whole API.
            version: The version of the whole API.
            combined: Whether to add a specification of all groups at the end, with the name
                ``All`` and the slug ``all``.
            spec_path: The path of the files, with ``{slug}``.
            docs_path: The path of the page.
            custom_ui: Returns a page of your own in HTML. Takes a tuple of `SpecLink`.
            content_security_policy: As for the class.
            protect: As for the class.
            eager: As for the class.
            options: Other arguments of the exporter.

        Returns:
            The same application.

        Raises:
            SpecError: A group or a path is wrong.
        """
        _check_options(cls.format, options)
        groups = groups if isinstance(groups, Mapping) else tuple(groups)
        documents = partial(
            _of_groups, cls.format, groups, title=title, version=version, combined=combined
        )
        page_options = PageOptions(
            spec_path, docs_path, custom_ui, content_security_policy, several=True
        )
        return cls._register_handler(
            app,
            _handler(cls.format, documents, options, page_options, protect=protect, eager=eager),
        )

    @classmethod
    def _register_handler(cls, app: _App, handler: SiteHandler) -> _App:
        alternative = (
            f"write  application = {cls.__name__}(application, ...)  and serve that; for WSGI  "
            f"{cls.__name__}.wsgi(application, ...)"
        )
        return register(app, handler, alternative=alternative)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The options of the paths and the page."""

    spec_path: str | None
    docs_path: str | None
    custom_ui: CustomUi | None
    policy: str | None
    several: bool = False
    """Whether the page is for several specifications, even if there is only one now."""


def _of_groups(
    spec_format: SpecFormat,
    groups: Iterable[GroupLike] | Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    title: str,
    version: str,
    combined: bool,
) -> list[SpecDocument]:
    """A specification for each group with contracts of the format's kind; the combined one last.

    Raises:
        SpecError: Two groups have the same slug, or one has that of the combined specification, or
            no group has contracts of this kind.
    """
    fields = {"version": version, "slug": COMBINED_SLUG}
    # Built even if it is not asked for: it checks the groups.
    all_groups = ApiDocSpec.model_validate(
        {**fields, "title": title, "groups": _normalized(spec_format, groups)}
    )
    chosen = [group for group in all_groups.group_specs if getattr(group, spec_format.kind)]
    if (asked := options.get("audience")) is not None:
        chosen = _shown_groups(chosen, all_groups.for_audience(asked))
    if not chosen:
        raise _spec_error(
            f"no group has contracts for {spec_format.title}",
            f"{spec_format.kind}=[...]",
            kind=BadContents,
        )
    if combined and any(group.final_slug == COMBINED_SLUG for group in chosen):
        raise _spec_error(
            f"the slug {COMBINED_SLUG!r} is reserved for the combined specification",
            f"{COMBINED_SLUG}-1",
            kind=BadSlug,
        )
    documents = []
    for group in chosen:
        spec = ApiDocSpec.model_validate(
            {
                **fields,
                "title": f"{title}: {group.name}",
                "description": group.description,
                "groups": [group],
            }
        )
        documents.append(
            SpecDocument(
                name=group.name, slug=group.final_slug, build=_exporter(spec_format, spec, options)
            )
        )
    if combined:
        documents.append(
            SpecDocument(
                name="All", slug=COMBINED_SLUG, build=_exporter(spec_format, all_groups, options)
            )
        )
    return documents


def _shown_groups(groups: Iterable[GroupSpec], spec: ApiDocSpec) -> list[GroupSpec]:
    """The groups of which something is left for the audience of a document.

    Raises:
        NothingForAudience: There are none.
    """
    left = {group.slug for group in spec.resolved_groups()}
    shown = [group for group in groups if group.final_slug in left]
    if not shown:
        raise NothingForAudience(
            "no group is for the requested audience",
            where=Where(owner="register", path="audience"),
            hint="change the audiences of the groups and their contracts, or audience",
        )
    return shown


def _normalized(spec_format: SpecFormat, groups: Iterable[GroupLike] | Mapping[str, Any]) -> object:
    """The groups as `ApiDocSpec` takes them: lists in a mapping are contracts of this kind."""
    if not isinstance(groups, Mapping):
        return groups
    return {
        name: {spec_format.kind: entry} if isinstance(entry, list | tuple) else entry
        for name, entry in groups.items()
    }


def _documents(
    spec_format: SpecFormat,
    contracts: Iterable[object] | None,
    docs: DocsLike | Sequence[DocsLike] | None,
    title: str | None,
    version: str | None,
    options: Mapping[str, Any],
) -> list[SpecDocument]:
    """The specifications, from contracts or from specs."""
    _check_options(spec_format, options)
    if contracts is not None and docs is None:
        chosen, name = tuple(contracts), title or "API"
        export = partial(
            spec_format.export, chosen, **options, title=name, version=version or "1.0.0"
        )
        return [SpecDocument(name=name, slug="api", build=export)]
    if docs is None or contracts is not None:
        raise TypeError(
            "give either contracts or docs\n"
            "  hint: name an application that is inside of another object: "
            "docs={'slug': 'api', 'app': ...}"
        )
    if title is not None or version is not None:
        raise TypeError(
            "title and version are fields of docs\n  hint: move them into an entry of docs"
        )
    specs = check_specs(read_specs([docs] if isinstance(docs, ApiDocSpec | Mapping) else docs))
    return [
        SpecDocument(
            name=spec.final_title, slug=spec.slug, build=_exporter(spec_format, spec, options)
        )
        for spec in shown_specs(specs, options.get("audience"))
    ]


def _check_options(spec_format: SpecFormat, options: Mapping[str, Any]) -> None:
    known = options_of(spec_format.export) - {"title", "version"}
    if unknown := sorted(options.keys() - known):
        known |= _OPTIONS
        hint = did_you_mean(unknown[0], known) or f"the options are {', '.join(sorted(known))}"
        raise TypeError(f"unknown option: {', '.join(unknown)}\n  hint: {hint}")


def _exporter(
    spec_format: SpecFormat, spec: ApiDocSpec, options: Mapping[str, Any]
) -> Callable[[], dict[str, Any]]:
    return partial(spec_format.export, spec, **options)


def _handler(
    spec_format: SpecFormat,
    documents_of: Callable[[Mapping[str, Any]], Sequence[SpecDocument]],
    options: Mapping[str, Any],
    page_options: PageOptions,
    *,
    protect: Protect | None,
    eager: bool,
) -> SiteHandler:
    custom_ui: object = page_options.custom_ui
    if custom_ui is not None and not callable(custom_ui):
        raise SpecError(
            f"custom_ui {excerpt(custom_ui)} is not a function",
            where=Where(owner="register", path="custom_ui"),
            hint="give one that takes the URL of the file and returns a page; without it there is "
            f"the viewer of {spec_format.title}",
        )
    documents = documents_of(options)
    several = page_options.several or len(documents) > 1
    page_path = _checked_path(
        f"/{spec_format.name}" if page_options.docs_path is None else page_options.docs_path
    )
    default = f"/{spec_format.name}/{{slug}}.json" if several else f"/{spec_format.name}.json"
    template = _checked_template(page_options.spec_path, default, len(documents))
    routes = {document.slug: template.replace("{slug}", document.slug) for document in documents}
    if page_path in routes.values() or any(
        route.startswith(f"{page_path}/assets/") for route in routes.values()
    ):
        raise _spec_error(
            f"the page and a specification have the same path {page_path or '/'!r}", default
        )
    links = [
        SpecLink(
            name=document.name,
            slug=document.slug,
            url=posixpath.relpath(routes[document.slug], page_path or "/"),
        )
        for document in documents
    ]
    handler = SpecHandler(
        {routes[document.slug]: Resource(JSON, document.content) for document in documents},
        rebase=spec_format.rebase,
        site=Site({} if page_options.custom_ui else spec_format.viewer.resources()),
        build_page=_page_builder(spec_format, links, page_options.custom_ui, several=several),
        docs_path=page_path,
        slugs=list(routes),
        document_route=template.replace("{slug}", DOCUMENT),
        page_policy=_policy(spec_format, page_options),
        protect=protect,
        for_audience=lambda audience: _handler(
            spec_format,
            documents_of,
            {**options, "audience": audience},
            page_options,
            protect=protect,
            eager=False,
        ),
    )
    if eager:
        handler.build_all()
    return handler


def _policy(spec_format: SpecFormat, page_options: PageOptions) -> str:
    if page_options.policy is not None:
        try:
            return checked_value("Content-Security-Policy", page_options.policy)
        except ValueError as error:
            raise _spec_error(str(error).partition("\n")[0], "default-src 'self'") from error
    return CUSTOM_POLICY if page_options.custom_ui else spec_format.viewer.policy


def _page_builder(
    spec_format: SpecFormat, links: Sequence[SpecLink], custom_ui: CustomUi | None, *, several: bool
) -> PageBuilder:
    """Builds the page from the relative URL of its files and the slugs of its documents."""

    def page(base_url: str, slugs: Sequence[str]) -> Resource:
        shown = tuple(
            SpecLink(name=link.name, slug=link.slug, url=base_url + link.url)
            for link in links
            if link.slug in slugs
        )
        if custom_ui is not None:
            return Resource(HTML, lambda: custom_ui(shown if several else shown[0].url).encode())
        title = f"{spec_format.title} documents" if len(shown) > 1 else shown[0].name
        return Resource.of(HTML, spec_format.viewer.page(title, shown, base_url=base_url))

    return page


def _checked_template(spec_path: str | None, default: str, documents: int) -> str:
    template = _checked_path(default if spec_path is None else spec_path)
    count = template.count("{slug}")
    if (
        not template
        or count > 1
        or (count == 0 and documents > 1)
        or set("{}") & {*template.replace("{slug}", "")}
    ):
        raise _spec_error(
            f"spec_path {spec_path!r} does not fit {documents} specification(s)", default
        )
    return template


def _checked_path(path: str) -> str:
    trimmed = path.removesuffix("/")
    if not _PATH.fullmatch(trimmed) or any(step in (".", "..") for step in trimmed.split("/")):
        raise _spec_error(f"{path!r} is not a valid path", "/docs")
    return trimmed


def _spec_error(message: str, example: str, *, kind: type[SpecError] = SpecError) -> SpecError:
    return kind(
        message, where=Where(owner="register"), hint=f"use another one, such as {example!r}"
    )
