"""Browser viewers of other people: where their files are, the page around them, what it says
without them.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

from .site import Resource

VIEWERS = "sphinxcontrib_ggdocs_viewers"
"""The package that holds the files, of a distribution of its own."""
INSTALL = 'pip install "sphinxcontrib-ggdocs[viewers]"'
HERE = files(__package__)
_JAVASCRIPT = "text/javascript; charset=utf-8"
_CSS = "text/css; charset=utf-8"

CUSTOM_POLICY = "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
"""For pages that users write, of whose needs nothing is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecLink:
    """A specification that a page shows."""

    name: str
    slug: str
    url: str
    """Relative to the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """A program for the browser that draws a specification."""

    title: str
    """As its makers write it."""
    folder: str
    """Of its files in `VIEWERS`."""
    scripts: tuple[str, ...]
    styles: tuple[str, ...]
    start: Traversable
    """Our script, which starts it with what the page says in ``data-specs``."""
    policy: str
    """The content security policy: the tightest under which it runs."""

    @property
    def is_installed(self) -> bool:
        """Whether its files are there."""
        return find_spec(VIEWERS) is not None

    def resources(self) -> dict[str, Resource]:
        """The files of the page, by path beside it; none when the viewer is not installed."""
        style = {"assets/page.css": Resource(_CSS, HERE.joinpath("page.css").read_bytes)}
        if not self.is_installed:
            return style
        source, folder = files(VIEWERS).joinpath(self.folder), self._assets()
        found = {f"{folder}/{name}": partial(Resource, _JAVASCRIPT) for name in self.scripts}
        found |= {f"{folder}/{name}": partial(Resource, _CSS) for name in self.styles}
        made = {
            path: make(source.joinpath(path.rpartition("/")[2]).read_bytes, immutable=True)
            for path, make in found.items()
        }
        return {**style, **made, "assets/start.js": Resource(_JAVASCRIPT, self.start.read_bytes)}

    def page(self, title: str, specs: Sequence[SpecLink], *, prefix: str = "") -> bytes:
        """The page in HTML; all of its references are relative.

        Args:
            title: Of the page.
            specs: The first is shown first.
            prefix: Leads from the page to its files.
        """
        links = "\n".join(
            f'<li><a href="{escape(spec.url)}">{escape(spec.name)}</a></li>' for spec in specs
        )
        if not self.is_installed:
            return ABSENT.format(
                title=escape(title),
                viewer=escape(self.title),
                install=escape(INSTALL),
                style=escape(f"{prefix}assets/page.css"),
                links=links,
            ).encode()
        folder = self._assets()
        styles = [f"{prefix}{folder}/{name}" for name in self.styles]
        scripts = [f"{prefix}{folder}/{name}" for name in self.scripts]
        return PAGE.format(
            title=escape(title),
            styles="\n".join(
                f'<link rel="stylesheet" href="{escape(href)}">'
                for href in (*styles, f"{prefix}assets/page.css")
            ),
            scripts="\n".join(
                f'<script src="{escape(src)}" defer></script>'
                for src in (*scripts, f"{prefix}assets/start.js")
            ),
            switcher=_switcher(specs) if len(specs) > 1 else "",
            specs=escape(json.dumps([asdict(spec) for spec in specs])),
            links=links,
        ).encode()

    def _assets(self) -> str:
        """The folder of the files, whose name changes with them."""
        said = json.loads(
            files(VIEWERS).joinpath(self.folder, "VERSION.json").read_text(encoding="utf-8")
        )
        return f"assets/{self.folder}-{said['version']}"


PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{styles}
{scripts}
</head>
<body>
{switcher}<main id="viewer" data-specs="{specs}"></main>
<noscript>
<h1>{title}</h1>
<p>This page needs JavaScript. Without it, the same can be read as JSON:</p>
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
<link rel="stylesheet" href="{style}">
</head>
<body>
<main class="ggdocs-absent">
<h1>{title}</h1>
<p>{viewer}, which would show this API here, is not installed. Install it where the service runs,
and start the service again:</p>
<pre><code>{install}</code></pre>
<p>What it would show:</p>
<ul>
{links}
</ul>
</main>
</body>
</html>
"""


def _switcher(specs: Sequence[SpecLink]) -> str:
    """Links to the page itself, each with another specification; the script marks the current
    one.
    """
    links = "\n".join(
        f'<a href="?spec={escape(spec.slug)}">{escape(spec.name)}</a>' for spec in specs
    )
    return f'<nav class="ggdocs-specs" aria-label="Specifications">\n{links}\n</nav>\n'
