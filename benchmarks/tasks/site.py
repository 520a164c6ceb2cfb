"""The pages of all tools over one service, in one folder."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from ..ui.peers import CACHE, PAGE, fetch

ROOT = Path(__file__).parents[2]
SERVICE = "marketplace.docs:PLATFORM"
PACKAGES: Mapping[str, str] = MappingProxyType(
    {
        "redoc": "3.0.1",
        "@scalar/api-reference": "1.72.1",
        "swagger-ui-dist": "5.35.0",
        "rapidoc": "9.3.8",
        "@stoplight/elements": "9.0.25",
        "@asyncapi/react-component": "3.2.1",
    }
)
"""From npm, at these versions: their prebuilt bundles, without what they depend on."""

CONF = """\
from marketplace.docs import PLATFORM
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
ggdocs_docs = [{**PLATFORM, "console": True}]
"""
FILES = {
    "scalar.js": "api-reference/package/dist/browser/standalone.js",
    "swagger.js": "swagger-ui-dist/package/swagger-ui-bundle.js",
    "swagger-layout.js": "swagger-ui-dist/package/swagger-ui-standalone-preset.js",
    "swagger.css": "swagger-ui-dist/package/swagger-ui.css",
    "rapidoc.js": "rapidoc/package/dist/rapidoc-min.js",
    "elements.js": "elements/package/web-components.min.js",
    "elements.css": "elements/package/styles.min.css",
    "asyncapi.js": "react-component/package/browser/standalone/index.js",
    "asyncapi.css": "react-component/package/styles/default.min.css",
}
FILE_SCRIPTS = (
    "<script src='openapi-file.js'></script><script src='asyncapi-file.js'></script>"
    "<script>const FROM_DISK = location.protocol === 'file:'</script>"
)
REDOC = "init(FROM_DISK ? OPENAPI : 'openapi.json', {}, document.getElementById('ui'))"
BODIES = {
    "scalar": "<div id='ui'></div><script src='scalar.js'></script>"
    "<script>Scalar.createApiReference('#ui', {content: OPENAPI})</script>",
    "swagger": "<link rel='stylesheet' href='swagger.css'><div id='ui'></div>"
    "<script src='swagger.js'></script><script src='swagger-layout.js'></script>"
    "<script>SwaggerUIBundle({...(FROM_DISK ? {spec: OPENAPI} : {url: 'openapi.json'}), "
    "dom_id: '#ui', deepLinking: true, filter: true, layout: 'StandaloneLayout', "
    "presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset]})</script>",
    "rapidoc": "<script src='rapidoc.js'></script>"
    "<rapi-doc id='ui' render-style='read'></rapi-doc>"
    "<script>if (FROM_DISK) document.getElementById('ui').loadSpec(OPENAPI);"
    "else document.getElementById('ui').setAttribute('spec-url', 'openapi.json')</script>",
    "elements": "<link rel='stylesheet' href='elements.css'><script src='elements.js'></script>"
    "<elements-api id='ui' router='hash' layout='responsive'></elements-api>"
    "<script>const ui = document.getElementById('ui');"
    "if (FROM_DISK) ui.apiDescriptionDocument = OPENAPI; else ui.apiDescriptionUrl = 'openapi.json'"
    "</script>",
    "asyncapi": "<link rel='stylesheet' href='asyncapi.css'><div id='ui'></div>"
    "<script src='asyncapi.js'></script>"
    "<script>AsyncApiStandalone.render({schema: ASYNCAPI}, document.getElementById('ui'))</script>",
    "scalar-live": "<div id='ui'></div><script src='scalar.js'></script>"
    "<script>Scalar.createApiReference('#ui', {content: ASYNCAPI})</script>",
}


def write_pages(folder: Path) -> None:
    """Write the site of this package, and a page for each of the others."""
    fetch(PACKAGES)
    _build_ours(folder / "ours")
    for kind in ("openapi", "asyncapi"):
        exported = folder / f"{kind}.json"
        _run("sphinxcontrib_ggdocs", "export", kind, SERVICE, "--out", str(exported))
        document = json.loads(exported.read_text(encoding="utf-8"))
        script = f"const {kind.upper()} = {json.dumps(document)}"
        (folder / f"{kind}-file.js").write_text(script, encoding="utf-8")
    for name, source in FILES.items():
        shutil.copy(CACHE / source, folder / name)
    redoc = (CACHE / "redoc/package/bundles/redoc.standalone.js").read_text(encoding="utf-8")
    pages = {
        **BODIES,
        "redoc": f"<div id='ui'></div><script type='module'>{redoc}\n{REDOC}</script>",
    }
    for name, body in pages.items():
        head = "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        (folder / f"{name}.html").write_text(
            PAGE.format(name=name, head=head, body=f"{FILE_SCRIPTS}{body}"),
            encoding="utf-8",
        )


def _build_ours(folder: Path) -> None:
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    (source / "index.rst").write_text("Kirkgate\n========\n\n.. ggdocs::\n", encoding="utf-8")
    _run("sphinx", "-q", "-W", str(source), str(folder))


def _run(*words: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "examples")}
    subprocess.run([sys.executable, "-m", *words], check=True, env=environment, cwd=ROOT)
