"""Which pages a builder has to write again although it has not read them again.

Sphinx compares a page with the sources of that page only. Two builders that share doctrees therefore leave old text:
after html, an edit of a contract, dirhtml, html again, the page has been read meanwhile, and html takes its file for
fresh. So what every page shows is remembered for each output folder, and what differs is handed to Sphinx as updated.
The memory is written when a build has finished: one that was killed in the middle writes its pages again.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from .branding import look_of
from .config import GgConfig
from .domain import GgDomain, gg_domain
from .session import session_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOOK = "ggdocs-look"
"""The event that asks each surface for what else its pages depend on, such as the hash of a script: ``(app)``."""


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now (``env-updated``)."""
    session = session_of(env)
    session.pages = _fingerprints(app, gg_domain(env))
    written = _read(_memory(app.builder))
    return [docname for docname, print_ in session.pages.items() if written.get(docname) != print_]


def remember_pages(app: "Sphinx", exception: Exception | None) -> None:
    """Note what the pages of this output folder show (``build-finished``)."""
    if exception is not None:
        return
    file = _memory(app.builder)
    pages = session_of(app.env).pages
    if pages != _read(file):
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps(pages, indent=1, sort_keys=True), encoding="utf-8")
        temporary.replace(file)


def _fingerprints(app: "Sphinx", domain: GgDomain) -> dict[str, str]:
    config = GgConfig.of(app.config)
    look = [config.output_dir, config.branding, look_of(config, app.confdir).logo, *app.emit(LOOK)]
    found: dict[str, str] = {}
    for docname, shown in sorted(domain.shown.items()):
        clashes = [session_of(app.env).clashes.get((docname, key)) for each in shown for key in each.keys]
        what = [(each.slugs, each.digests, each.part, clashes) for each in shown]
        found[docname] = sha256(repr((look, what, domain.objects.get(docname))).encode()).hexdigest()
    return found


def _memory(builder: Builder) -> Path:
    """In the folder of the doctrees: e-books take in whatever lies in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _read(file: Path) -> dict[str, str]:
    try:
        pages = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none yet, or cut off
        return {}
    return pages if isinstance(pages, dict) else {}
