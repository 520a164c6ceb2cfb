"""What the applications of both exported formats share: which specifications there are, and
where.
"""

import inspect
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from ..catalog import ApiDocSpec, BadContents, GroupSpec, SpecError, check_specs, read_specs
from ..catalog.spec_errors import BadSlug
from ..contracts.contract_errors import Where
from .asgi import ASGIApp, AsgiSite, Receive, Scope, Send
from .handler import DOCUMENT, Home, SiteHandler
from .protection import Protect
from .registration import register
from .responses import checked_value
from .site import Resource, Site
from .spec_handler import JSON, Rebase, SpecHandler
from .viewer import CUSTOM_POLICY, SpecLink, Viewer

_App = TypeVar("_App")

CustomUi: TypeAlias = Callable[[Any], str]
"""Takes the URL of the specification, or of several a tuple of `SpecLink`; returns the whole page
in HTML."""

DocsLike: TypeAlias = ApiDocSpec | Mapping[str, Any]
GroupLike: TypeAlias = GroupSpec | Mapping[str, Any]

COMBINED_SLUG = "all"
HTML = "text/html; charset=utf-8"
_PATH = re.compile(r"(?:/[A-Za-z0-9_.~{}-]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecFormat:
    """What one format brings to its application."""

    name: str
    """Of its paths: ``/openapi``, ``/openapi.json``."""
    title: str
    kind: Literal["http", "ws"]
    """Of the contracts that it covers: a field of `GroupSpec`."""
    export: Callable[..., dict[str, Any]]
    """From contracts."""
    export_spec: Callable[..., dict[str, Any]]
    """From an `ApiDocSpec`."""
    viewer: Viewer
    rebase: Rebase
    """Changes a file so that it is true below the path at which its service is mounted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecDocument:
    """One specification, to be built when somebody asks for it."""

    name: str
    slug: str
    build: Callable[[], dict[str, Any]]

    def content(self) -> bytes:
        """The specification in JSON."""
        return json.dumps(self.build(), ensure_ascii=False, separators=(",", ":")).encode()


class SpecDocs:
    """An ASGI application that shows specifications and passes the rest on to `app`.

    A file is made when somebody first asks for it. The page is drawn by a viewer whose files the
    extra ``viewers`` installs; without them it says so, and the files are served all the same.

    Args:
        app: The ASGI application to stand around; None for one that shows nothing but this.
        contracts: Contracts of the format's kind; or instead of them
        docs: an `ApiDocSpec`, a mapping of its fields, or several of them, among which the page
            switches.
        title: The title of the API, when there are contracts; ``API`` unless given.
        version: Its version, when there are contracts; ``1.0.0`` unless given.
        spec_path: Where the file is; of several with ``{slug}`` in it. Unless given
            ``/openapi.json`` or ``/openapi/{slug}.json``, the same with ``asyncapi``.
        docs_path: Where the page is; ``/openapi`` or ``/asyncapi`` unless given.
        custom_ui: Another page: takes the URL of the file, or of several a tuple of `SpecLink`, and
            returns HTML.
        content_security_policy: Of the page, instead of the tightest under which the viewer runs.
        protect: Decides by the request who may read: answers True, False or `Denied`; may be
            ``async``.
        eager: Whether to build now, so that mistakes are logged at the start.
        options: Other arguments of the exporter, such as ``servers``.

    Raises:
        SpecError: The contents or a path are wrong.
        TypeError: There are neither contracts nor docs, or an option that the exporter does not
            have.
    """

    format: ClassVar[SpecFormat]

    def __init__(
        self,
        app: ASGIApp | None,
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
                f"{type(app).__name__} is a WSGI application: use {type(self).__name__}.register"
            )
        documents = _documents(self.format, contracts, docs, title, version, options)
        look = Look(spec_path, docs_path, custom_ui, content_security_policy)
        self._application = AsgiSite(
            _handler(self.format, documents, look, protect=protect, eager=eager), app
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI 3)."""
        await self._application(scope, receive, send)

    @classmethod
    def register(
        cls,
        app: _App,
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
    ) -> _App:
        """Add file and page to an application of FastAPI, Starlette, Quart, Flask or Litestar, in
        place.

        Takes the arguments of the class.

        Returns:
            The same application.
        """
        documents = _documents(cls.format, contracts, docs, title, version, options)
        look = Look(spec_path, docs_path, custom_ui, content_security_policy)
        return cls._registered(
            app, _handler(cls.format, documents, look, protect=protect, eager=eager)
        )

    @classmethod
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
            groups: `GroupSpec` objects or mappings of their fields; or by name of group their
                fields or contracts. The first is shown first. A slug is made of the name unless
                given; no two are alike.
            title: Of the whole API.
            version: Of the whole API.
            combined: Whether there is one of all groups too, called ``All``, with the slug ``all``;
                it comes last.
            spec_path: Where the files are, with ``{slug}``.
            docs_path: Where the page is.
            custom_ui: Another page: takes a tuple of `SpecLink`, and returns HTML.
            content_security_policy: As in the class.
            protect: As in the class.
            eager: As in the class.
            options: Other arguments of the exporter.

        Returns:
            The same application.

        Raises:
            SpecError: A group or a path is wrong.
        """
        _check_options(cls.format, options)
        documents = _of_groups(
            cls.format, groups, title=title, version=version, combined=combined, options=options
        )
        look = Look(spec_path, docs_path, custom_ui, content_security_policy, several=True)
        return cls._registered(
            app, _handler(cls.format, documents, look, protect=protect, eager=eager)
        )

    @classmethod
    def _registered(cls, app: _App, handler: SiteHandler) -> _App:
        otherwise = f"write  application = {cls.__name__}(application, ...)  and serve that"
        return register(app, handler, otherwise=otherwise)


@dataclass(frozen=True, slots=True)
class Look:
    """Where the files and the page are, and what the page is."""

    spec_path: str | None
    docs_path: str | None
    custom_ui: CustomUi | None
    policy: str | None
    several: bool = False
    """Whether there may be several specifications even if there happens to be one."""


def _of_groups(
    form: SpecFormat,
    groups: Iterable[GroupLike] | Mapping[str, Any],
    *,
    title: str,
    version: str,
    combined: bool,
    options: Mapping[str, Any],
) -> list[SpecDocument]:
    """A specification for each group that has contracts of the format's kind; the one of all groups
    last.

    Raises:
        SpecError: Two groups have one slug, one of them that of all groups, or there is nothing to
            show.
    """
    written = _listed(form, groups)
    said = {"version": version, "slug": COMBINED_SLUG}
    # Made whether asked for or not: it checks the groups.
    every = ApiDocSpec.model_validate({**said, "title": title, "groups": written})
    chosen = [group for group in every.groups if getattr(group, form.kind)]
    if not chosen:
        raise _bad(
            f"no group has contracts for {form.title}", f"{form.kind}=[...]", kind=BadContents
        )
    if combined and any(group.final_slug == COMBINED_SLUG for group in chosen):
        raise _bad(
            f"the slug {COMBINED_SLUG!r} is that of all groups together",
            f"{COMBINED_SLUG}-1",
            kind=BadSlug,
        )
    found = []
    for group in chosen:
        spec = ApiDocSpec.model_validate(
            {
                **said,
                "title": f"{title}: {group.name}",
                "description": group.description,
                "groups": [group],
            }
        )
        found.append(
            SpecDocument(
                name=group.name, slug=group.final_slug, build=_exported(form, spec, options)
            )
        )
    if combined:
        found.append(
            SpecDocument(name="All", slug=COMBINED_SLUG, build=_exported(form, every, options))
        )
    return found


def _listed(form: SpecFormat, groups: Iterable[GroupLike] | Mapping[str, Any]) -> object:
    """The groups as `ApiDocSpec` takes them: contracts in a map are of the format's kind."""
    if not isinstance(groups, Mapping):
        return groups
    return {
        name: {form.kind: entry} if isinstance(entry, list | tuple) else entry
        for name, entry in groups.items()
    }


def _documents(
    form: SpecFormat,
    contracts: Iterable[object] | None,
    docs: DocsLike | Sequence[DocsLike] | None,
    title: str | None,
    version: str | None,
    options: Mapping[str, Any],
) -> list[SpecDocument]:
    """The specifications, from contracts or from specs."""
    _check_options(form, options)
    if contracts is not None and docs is None:
        every, name = tuple(contracts), title or "API"
        said = {**options, "title": name, "version": version or "1.0.0"}
        return [SpecDocument(name=name, slug="api", build=lambda: form.export(every, **said))]
    if docs is None or contracts is not None:
        raise TypeError("give either contracts or docs")
    if title is not None or version is not None:
        raise TypeError("title and version are fields of docs; write them there")
    specs = check_specs(read_specs([docs] if isinstance(docs, ApiDocSpec | Mapping) else docs))
    return [
        SpecDocument(name=spec.title, slug=spec.slug, build=_exported(form, spec, options))
        for spec in specs
    ]


def _check_options(form: SpecFormat, options: Mapping[str, Any]) -> None:
    known = inspect.signature(form.export).parameters.keys() - {"contracts", "title", "version"}
    if unknown := options.keys() - known:
        raise TypeError(
            f"no such option: {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}"
        )


def _exported(
    form: SpecFormat, spec: ApiDocSpec, options: Mapping[str, Any]
) -> Callable[[], dict[str, Any]]:
    return lambda: form.export_spec(spec, **options)


def _handler(
    form: SpecFormat,
    documents: Sequence[SpecDocument],
    look: Look,
    *,
    protect: Protect | None,
    eager: bool,
) -> SiteHandler:
    several = look.several or len(documents) > 1
    base = _checked(f"/{form.name}" if look.docs_path is None else look.docs_path)
    usual = f"/{form.name}/{{slug}}.json" if several else f"/{form.name}.json"
    template = _checked_template(look.spec_path, usual, len(documents))
    routes = {each.slug: template.replace("{slug}", each.slug) for each in documents}
    if base in routes.values() or any(
        route.startswith(f"{base}/assets/") for route in routes.values()
    ):
        raise _bad(f"the page and a specification would both be at {base or '/'!r}", usual)
    links = [
        SpecLink(
            name=each.name, slug=each.slug, url=posixpath.relpath(routes[each.slug], base or "/")
        )
        for each in documents
    ]
    handler = SpecHandler(
        {routes[each.slug]: Resource(JSON, each.content) for each in documents},
        rebase=form.rebase,
        site=Site({} if look.custom_ui else form.viewer.resources()),
        home=_home(form, links, look.custom_ui, several=several),
        docs_path=base,
        slugs=list(routes),
        shape=template.replace("{slug}", DOCUMENT),
        page_policy=_policy(form, look),
        protect=protect,
    )
    if eager:
        handler.build_all()
    return handler


def _policy(form: SpecFormat, look: Look) -> str:
    if look.policy is not None:
        try:
            return checked_value("Content-Security-Policy", look.policy)
        except ValueError as error:
            raise _bad(str(error).partition("\n")[0], "default-src 'self'") from error
    return CUSTOM_POLICY if look.custom_ui else form.viewer.policy


def _home(
    form: SpecFormat, links: Sequence[SpecLink], custom_ui: CustomUi | None, *, several: bool
) -> Home:
    """The page, for a prefix that leads from where it is asked for to where its files are, with
    these documents.
    """

    def page(prefix: str, slugs: Sequence[str]) -> Resource:
        here = tuple(
            SpecLink(name=link.name, slug=link.slug, url=prefix + link.url)
            for link in links
            if link.slug in slugs
        )
        if custom_ui is not None:
            return Resource(HTML, lambda: custom_ui(here if several else here[0].url).encode())
        title = f"{form.title} documents" if len(here) > 1 else here[0].name
        return Resource.of(HTML, form.viewer.page(title, here, prefix=prefix))

    return page


def _checked_template(written: str | None, usual: str, documents: int) -> str:
    template = _checked(usual if written is None else written)
    count = template.count("{slug}")
    if (
        not template
        or count > 1
        or (count == 0 and documents > 1)
        or set("{}") & {*template.replace("{slug}", "")}
    ):
        raise _bad(f"the spec_path {written!r} is no path for {documents} specifications", usual)
    return template


def _checked(path: str) -> str:
    trimmed = path.removesuffix("/")
    if not _PATH.fullmatch(trimmed) or any(step in (".", "..") for step in trimmed.split("/")):
        raise _bad(f"{path!r} is no path", "/docs")
    return trimmed


def _bad(message: str, example: str, *, kind: type[SpecError] = SpecError) -> SpecError:
    return kind(
        message, where=Where(owner="register"), hint=f"write another one, such as {example!r}"
    )
