"""Provides third-party viewers: their files, the page that loads one, and the page without it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

from .site import Resource

VIEWERS = "sphinxcontrib_ggdocs_viewers"
"""The package with the files, in a distribution of its own."""
INSTALL = 'pip install "sphinxcontrib-ggdocs[viewers]"'
HERE = files(__package__)
_JAVASCRIPT = "text/javascript; charset=utf-8"
_CSS = "text/css; charset=utf-8"

CUSTOM_POLICY = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
"""For pages that users write: we do not know what these load."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecLink:
    """A specification that a page shows."""

    name: str
    """Its title."""
    slug: str
    """Its name in URLs."""
    url: str
    """Relative to the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """A program for the browser that shows a specification."""

    title: str
    """Its name for readers."""
    folder: str
    """The folder of its files in `VIEWERS`."""
    scripts: tuple[str, ...]
    styles: tuple[str, ...]
    start: Traversable
    """Our script, which starts it with the specifications in ``data-specs`` of the page."""
    policy: str
    """The strictest content security policy under which it runs."""

    @property
    def is_installed(self) -> bool:
        """Whether its files are installed."""
        return find_spec(VIEWERS) is not None

    def resources(self) -> dict[str, Resource]:
        """Return the files of the page by relative path. If the viewer is not installed, the page
        only says how to install it, and its style sheet is the only file.
        """
        resources = {"assets/page.css": Resource(_CSS, HERE.joinpath("page.css").read_bytes)}
        if not self.is_installed:
            return resources
        resources["assets/start.js"] = Resource(_JAVASCRIPT, self.start.read_bytes)
        source, folder = files(VIEWERS).joinpath(self.folder), self._assets_folder()
        for media_type, names in ((_JAVASCRIPT, self.scripts), (_CSS, self.styles)):
            for name in names:
                read = source.joinpath(name).read_bytes
                # Immutable, because another version of the viewer has another folder.
                resources[f"{folder}/{name}"] = Resource(media_type, read, immutable=True)
        return resources

    def page(self, title: str, specs: Sequence[SpecLink], *, base_url: str = "") -> bytes:
        """Return the page in HTML; all of its references are relative.

        Args:
            title: The title of the page.
            specs: The specifications; the first is shown first.
            base_url: The URL of the page's files, relative to the page.
        """
        items = [f'<li><a href="{escape(spec.url)}">{escape(spec.name)}</a></li>' for spec in specs]
        links = "\n".join(items)
        if not self.is_installed:
            return ABSENT.format(
                title=escape(title),
                viewer=escape(self.title),
                install=escape(INSTALL),
                style=escape(f"{base_url}assets/page.css"),
                links=links,
            ).encode()
        folder = self._assets_folder()
        style_files = [f"{folder}/{style}" for style in self.styles]
        styles = ""
        for name in (*style_files, "assets/page.css"):
            styles += f'<link rel="stylesheet" href="{escape(base_url + name)}">\n'
        # Deferred scripts run in their order: the last one starts the viewer.
        script_files = [f"{folder}/{script}" for script in self.scripts]
        scripts = ""
        for name in (*script_files, "assets/start.js"):
            scripts += f'<script src="{escape(base_url + name)}" defer></script>\n'
        switcher = ""
        if len(specs) > 1:
            switcher = _switcher(specs)
        return PAGE.format(
            title=escape(title),
            styles=styles,
            scripts=scripts,
            switcher=switcher,
            specs=escape(json.dumps(list(map(asdict, specs)))),
            links=links,
        ).encode()

    def _assets_folder(self) -> str:
        """Return the folder of the viewer's files. Its name has the version of the viewer, so that
        caches may keep the files for ever.
        """
        release = json.loads(
            files(VIEWERS).joinpath(self.folder, "VERSION.json").read_text(encoding="utf-8")
        )
        return f"assets/{self.folder}-{release['version']}"


PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
{styles}{scripts}</head>
<body>
{switcher}<main id="viewer" data-specs="{specs}"></main>
<noscript>
<h1>{title}</h1>
<p>This page needs JavaScript. You can read the specification as JSON instead:</p>
<ul>
{links}
</ul>
</noscript>
</body>
</html>
"""

ABSENT = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{style}">
</head>
<body>
<main class="ggdocs-absent">
<h1>{title}</h1>
<p>This page needs {viewer}, which is not installed. Install it where the service runs, and restart
the service:</p>
<pre><code>{install}</code></pre>
<p>The specification as JSON:</p>
<ul>
{links}
</ul>
</main>
</body>
</html>
"""


def _switcher(specs: Sequence[SpecLink]) -> str:
    """Return links in HTML to the page with each specification; the script marks the current
    one.
    """
    anchors = [f'<a href="?spec={escape(spec.slug)}">{escape(spec.name)}</a>' for spec in specs]
    links = "\n".join(anchors)
    return f'<nav class="ggdocs-specs" aria-label="Specifications">\n{links}\n</nav>\n'
