"""Configuration of this project's documentation, which shows the example service with the extension
itself.
"""

import importlib
import sys
from pathlib import Path

from django.conf import settings

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from marketplace.docs import BRANDING, DOCS

from sphinxcontrib_ggdocs import __version__

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

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
default_role = "code"

ggdocs_docs = DOCS
ggdocs_branding = BRANDING
