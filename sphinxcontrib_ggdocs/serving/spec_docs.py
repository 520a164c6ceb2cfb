"""`SpecDocs`: the base class of the applications that serve OpenAPI and AsyncAPI files with a
viewer.

A specification is such a file, exported from a document, and a viewer a program for the browser
that shows it. The root path of a request is the path at which the service is mounted.
"""

import json
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from ..audience_rules import Audiences
from ..catalog import ApiDocSpec, SpecError
from ..catalog.document_fields import has_own_title
from ..catalog.document_source import option_names
from ..catalog.documents import Documents
from ..catalog.fields import as_tuple, problem
from ..contracts.contract_errors import Location
from .application import DocsApplication, with_application
from .delivery import check_header
from .handler import Builder, RequestPath, SiteHandler
from .paths import UrlPath
from .protection import Protect
from .site import Resource
from .viewer import CUSTOM_POLICY, SpecLink, Viewer

Rebase: TypeAlias = Callable[[dict[str, Any], str], None]
"""Adds the root path, at which the service is mounted, to the server URLs of a specification."""

JSON = "application/json"
HTML = "text/html; charset=utf-8"

_WHERE = Location(owner="SpecDocsOptions")


def _check_custom_ui(custom_ui: object) -> object:
    """Return the option ``custom_ui``; pydantic reports the error of one that is no function."""
    if custom_ui is not None and not callable(custom_ui):
        raise problem(
            SpecError,
            f"{custom_ui!r} is not a function",
            "give one that takes the URL of the file and returns a page in HTML",
        )
    return custom_ui


def _check_policy(policy: str) -> str:
    """Return a policy that can be sent as a header; pydantic reports the error of any other."""
    try:
        check_header("Content-Security-Policy", policy)
    except ValueError as error:
        # The second line is a hint about headers in general; a policy gets a hint of its own.
        message = str(error).partition("\n")[0]
        raise problem(SpecError, message, "write one line such as \"default-src 'self'\"") from None
    return policy


def _as_list_of_paths(paths: object) -> object:
    """Return the option ``spec_path`` as a sequence of paths: an empty one for None, and one path
    for a string. Any other value stays, and pydantic checks it.
    """
    if paths is None:
        return ()
    if isinstance(paths, str):
        return [paths]
    return paths


class SpecDocsOptions(Documents):
    """Options of `SpecDocs`: documents, paths and the page."""

    spec_path: Annotated[Sequence[UrlPath], as_tuple, BeforeValidator(_as_list_of_paths)] = Field(
        default=(),
        description="the path of the file; of several documents that of the first, or a path with "
        "{slug}, or a list of paths",
    )
    docs_path: UrlPath | None = Field(default=None, description="the path of the page")
    custom_ui: Annotated[Any, AfterValidator(_check_custom_ui)] = Field(
        default=None,
        description="a function that takes the URL of the file, or a tuple of SpecLink if there "
        "are several, and returns a page of your own in HTML",
    )
    content_security_policy: Annotated[str, AfterValidator(_check_policy)] | None = Field(
        default=None,
        description="the policy of the page; by default the strictest one that its viewer allows",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecFormat:
    """The parts of an application that depend on the format."""

    name: str
    """The name in default paths: ``/openapi``, ``/openapi.json``."""
    title: str
    """The name for readers."""
    export: Callable[..., dict[str, Any]]
    """Exports an `ApiDocSpec`."""
    viewer: Viewer
    rebase: Rebase


class SpecDocs(DocsApplication):
    """An ASGI application that serves specifications and a page that shows them, and passes other
    requests on to `app`.

    Its options are `SpecDocsOptions` and those of the exporter. Without documents, `app` itself is
    documented. The page needs a viewer, which the extra ``viewers`` installs; without it, the page
    says how to install it, and the files are served.
    """

    format: ClassVar[SpecFormat]

    @classmethod
    def _handler(
        cls,
        app: Any,
        options: Mapping[str, Any] | None,
        named: Mapping[str, Any],
        *,
        eager: bool,
        protect: Protect | None,
    ) -> SiteHandler:
        """Read the options, and return what responds to requests.

        The options of the exporter are separated from the others: `SpecDocsOptions` rejects options
        that it does not know.
        """
        fields = with_application({**(options or {}), **named}, app)
        # Names that both have, such as `title`, stay fields of the document, which is exported with
        # them.
        exporter_options = option_names(cls.format.export) - SpecDocsOptions.model_fields.keys()
        export_options: dict[str, Any] = {}
        for name in exporter_options & fields.keys():
            export_options[name] = fields.pop(name)
        # A single document of contracts, read neither from an application nor from files, has no
        # title of its own and must have one; users need not give it here.
        if fields.get("docs") is None and not has_own_title(fields):
            fields.setdefault("title", "API")
        handler = _site_handler(
            cls.format, SpecDocsOptions.model_validate(fields), export_options, protect=protect
        )
        if eager:
            handler.build_all()
        return handler


def _site_handler(
    spec_format: SpecFormat,
    options: SpecDocsOptions,
    export_options: Mapping[str, Any],
    *,
    protect: Protect | None,
) -> SiteHandler:
    """Return the handler of the specifications and their page.

    Args:
        spec_format: The format of the specifications.
        options: The documents, the paths and the page.
        export_options: The options of the exporter.
        protect: Decides who may read; None for everybody.
    """
    page_path = f"/{spec_format.name}"
    if options.docs_path is not None:
        page_path = options.docs_path
    builders: dict[str, Builder] = {}
    links: list[SpecLink] = []
    specs = options.specs
    routes = _routes_of_specs(spec_format, specs, options.spec_path, page_path)
    for spec, route in zip(specs, routes, strict=True):
        export = partial(spec_format.export, spec, **export_options)
        builders[route] = _file_builder(spec_format.rebase, export)
        # Relative to the folder of the page, so that it is right behind a proxy, too.
        # The root, as a path, is empty.
        url = posixpath.relpath(route, page_path or "/")
        links.append(SpecLink(name=spec.final_title, slug=spec.slug, url=url))
    page = _page_builder(spec_format, options, page_path, links)
    # With and without a slash at the end: there is no redirect.
    builders |= {page_path: page, f"{page_path}/": page}
    resources: dict[str, Resource] = {}
    policy = CUSTOM_POLICY
    # A custom page does not use the viewer.
    if options.custom_ui is None:
        policy = spec_format.viewer.policy
        for name, file in spec_format.viewer.resources().items():
            resources[f"{page_path}/{name}"] = file

    def for_audience(audience: Audiences) -> SiteHandler:
        """Return the handler for readers of some audiences."""
        return _site_handler(
            spec_format, options.for_audience(audience), export_options, protect=protect
        )

    return SiteHandler(
        page_path,
        resources,
        builders,
        page_policy=options.content_security_policy or policy,
        protect=protect,
        for_audience=for_audience,
    )


def _routes_of_specs(
    spec_format: SpecFormat,
    specs: Sequence[ApiDocSpec],
    spec_paths: Sequence[str],
    page_path: str,
) -> list[str]:
    """Return the path at which each specification is served, in the order of `specs`.

    Args:
        spec_format: The format, whose name is in the default path.
        specs: The documents whose specifications are served.
        spec_paths: The option ``spec_path``, empty if it is not set. If there are fewer paths than
            documents, the others get the last path with their slug.
        page_path: The path of the page that shows the specifications.

    Raises:
        SpecError: Two specifications have the same path, or one has the path of the page or of a
            file that the page loads.
    """
    # Several documents need several paths.
    default_path = f"/{spec_format.name}.json"
    if len(specs) > 1:
        default_path = f"/{spec_format.name}/{{slug}}.json"
    paths = spec_paths or (default_path,)
    routes: list[str] = []
    for position, spec in enumerate(specs):
        route = _path_of_spec(paths, position).replace("{slug}", spec.slug)
        # The root is never a specification; `assets` has the files of the viewer.
        taken = ("", page_path, *routes)
        if route in taken or route.startswith(f"{page_path}/assets"):
            raise SpecError(
                f"the path {route or '/'!r} of a specification is taken",
                where=_WHERE / "spec_path",
                hint=f"use another one, such as {default_path!r}",
            )
        routes.append(route)
    return routes


def _path_of_spec(paths: Sequence[str], position: int) -> str:
    """Return the path of the specification at a position. If there are more specifications than
    paths, of which there is at least one, the others get the last path with ``{slug}``:
    ``/api/{slug}.json`` after ``/api.json``.
    """
    if position < len(paths):
        return paths[position]
    last = paths[-1]
    if "{slug}" in last:
        return last
    stem, suffix = posixpath.splitext(last)
    return f"{stem}/{{slug}}{suffix}"


def _file_builder(rebase: Rebase, export: Callable[[], dict[str, Any]]) -> Builder:
    """Return the builder of a specification. It is exported once; below a root path, the URLs of
    its servers are changed.

    Args:
        rebase: Adds a root path to the URLs of servers.
        export: Returns the specification.
    """

    def exported_json() -> bytes:
        """Return the specification as JSON."""
        return json.dumps(export(), ensure_ascii=False, separators=(",", ":")).encode()

    exported = Resource(JSON, exported_json)

    def resource_at(path: RequestPath) -> Resource:
        """Return the specification for the root path of a request."""
        if not path.service_root:
            return exported

        def rebased_json() -> bytes:
            """Return the specification with the root path in the URLs of servers."""
            document = json.loads(exported.content)
            rebase(document, path.service_root)
            return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

        # `SiteHandler` caches it by the path of the request.
        return Resource(JSON, rebased_json)

    return resource_at


def _page_builder(
    spec_format: SpecFormat, options: SpecDocsOptions, page_path: str, links: Sequence[SpecLink]
) -> Builder:
    """Return the builder of the page, whose relative URLs depend on the path of the request.

    Args:
        spec_format: The format, with its viewer.
        options: The title of a page with several specifications, and the function of a custom page.
        page_path: The path of the page.
        links: The specifications, at least one, with URLs relative to the folder of the page.
    """

    def page(path: RequestPath) -> Resource:
        """Return the page for the path of a request."""
        prefix = path.prefix(page_path)
        page_links = tuple(
            SpecLink(name=link.name, slug=link.slug, url=prefix + link.url) for link in links
        )
        custom_ui: Callable[[Any], str] | None = options.custom_ui
        if custom_ui is not None:
            # The option says what the function gets: one URL, or all links if there are several.
            argument: Any = page_links[0].url
            if len(page_links) > 1:
                argument = page_links
            return Resource(HTML, lambda: custom_ui(argument).encode())
        title = page_links[0].name  # which is already the title of its document
        if len(page_links) > 1:
            title = options.title or f"{spec_format.title} documents"
        return Resource.of(HTML, spec_format.viewer.page(title, page_links, base_url=prefix))

    return page
