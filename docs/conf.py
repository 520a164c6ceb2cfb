"""Configuration of this project's documentation, which shows the example service with the extension
itself.
"""

import builtins
import importlib
import os
import re
import sys
from pathlib import Path

from django.conf import settings

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from docutils import nodes
from marketplace.docs import BRANDING, DOCS
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.typing import stringify_annotation

from scripts.installation import with_source
from sphinxcontrib_ggdocs import __version__
from sphinxcontrib_ggdocs.catalog.fields import Spec
from sphinxcontrib_ggdocs.serving.asgi import ASGIApp
from sphinxcontrib_ggdocs.serving.protection import Protect

settings.configure()  # Django Ninja, whose adapter autodoc imports, asks for settings

# Before autodoc changes BaseModel (https://github.com/sphinx-doc/sphinx/issues/14337): afterwards,
# FastAPI cannot be imported. With -j it is chance which page a process reads first.
importlib.import_module("sphinxcontrib_ggdocs.runtime")

project = "sphinxcontrib-ggdocs"
author = "The sphinxcontrib-ggdocs authors"
copyright = author  # Sphinx's name for it; without a year, so that the bytes stay the same
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinxcontrib_ggdocs",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "sphinxcontrib-ggdocs"
html_static_path = ["_static"]
html_css_files = ["pictures.css"]

autodoc_default_options = {"undoc-members": True, "exclude-members": "model_config"}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
default_role = "code"

# `make serve` has a mock of the example, which readers may call.
mock = os.environ.get("GGDOCS_MOCK")
called = (
    {
        "console": True,
        "servers": [{"url": f"{kind}{mock[4:]}", "description": "Mock"} for kind in ("http", "ws")],
    }
    if mock
    else {}
)
ggdocs_docs = [{**document, **called} for document in DOCS]
ggdocs_branding = BRANDING


def setup(app: Sphinx) -> None:
    """Let autodoc show models of options by their fields, and pages say where to install from."""
    app.connect("source-read", name_source)
    app.connect("autodoc-process-signature", hide_signature)
    app.connect("autodoc-process-docstring", list_fields)
    app.connect("object-description-transform", shorten_types, priority=100)
    app.connect("doctree-read", leave_builtins_alone)


def name_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let commands of a page install the package from where it is today."""
    source[0] = with_source(source[0])


VALUE = re.compile(r"\{'[^{}]*\}|\['[^\[\]]*\]|(?<!\w)'[^']+'(?!\w)|\{\w+\}|\w+\(\)")
"""A value or a name of Python in the description of a field."""

ALIASES = {
    stringify_annotation(ASGIApp, "smart"): "ASGIApp",
    stringify_annotation(Protect, "smart"): "Protect",
}
"""How types are called whose parts say nothing to readers."""


def shorten_types(app: Sphinx, *_: object) -> None:
    """Name types in lists of parameters by what people call them."""
    for parameters in app.env.current_document.autodoc_annotations.values():
        for name, text in parameters.items():
            for long, short in ALIASES.items():
                text = text.replace(long, short)
            parameters[name] = text


def leave_builtins_alone(app: Sphinx, doctree: nodes.document) -> None:
    """Make text of references to names of Python: ``type`` is no field of a class here."""
    for reference in list(doctree.findall(pending_xref)):
        if reference.get("refdomain") == "py" and reference["reftarget"] in dir(builtins):
            reference.replace_self(reference.children)


def is_options(what: str, obj: object) -> bool:
    """Return whether an object is a class of options."""
    return what == "class" and isinstance(obj, type) and issubclass(obj, Spec)


def hide_signature(
    app: Sphinx, what: str, name: str, obj: type, *_: object
) -> tuple[str, None] | None:
    """Replace a signature whose names are aliases by one that the list of fields explains."""
    return ("(**fields)", None) if is_options(what, obj) else None


def list_fields(
    app: Sphinx, what: str, name: str, obj: type[Spec], options: object, lines: list[str]
) -> None:
    """Append the fields with their descriptions and defaults."""
    if not is_options(what, obj):
        return
    lines += ["", "Fields, whose names may be in camelCase, too:", ""]
    fields = sorted(obj.model_fields.items(), key=lambda field: not field[1].is_required())
    for field, info in fields:
        text = VALUE.sub(r"``\g<0>``", info.description or "a text")
        default = info.get_default(call_default_factory=True)
        if info.is_required():
            text += "; required"
        elif default not in (None, (), {}):
            text += f"; ``{default!r}`` unless given"
        lines.append(f"* ``{field}``: {text}")
    lines.append("")
