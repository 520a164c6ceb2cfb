"""The peers: their pages over the OpenAPI file of the same API, and what a reader waits for on
each.
"""

import gzip
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

CACHE = Path(__file__).with_name(".peers")
PACKAGES: Mapping[str, str] = MappingProxyType(
    {
        "swagger-ui-dist": "5.35.0",
        "redoc": "3.0.1",
        "@scalar/api-reference": "1.72.1",
    }
)
"""From npm, at these versions: their prebuilt bundles, without what they depend on."""

PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{name}</title>{head}</head>
<body>{body}</body>
</html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A UI under measurement."""

    name: str
    page: str
    """The path of its page; ``{n}`` is the number of the resource in the middle, in the fragment
    too."""
    readable: str
    """The selector of what a method ends with, its responses: where they are, the method can be
    read."""


OURS = Subject(
    name="ggdocs",
    page="ours/index.html#/bench/api/Item{n}Api/fetch_item",
    readable="css=article:has(:is(.own-name, h1):has-text('fetch_item')) .error-card",
)
PEERS = (
    Subject(
        name="Swagger UI 5.35.0",
        page="swagger.html#/Item{n}Api/Item{n}Api_fetch_item",
        readable=(
            "css=#operations-Item{n}Api-Item{n}Api_fetch_item .opblock-body .responses-wrapper"
        ),
    ),
    Subject(
        name="Redoc 3.0.1",
        page="redoc.html#/item{n}api/item{n}api_fetch_item",
        readable="css=[id='item{n}api/item{n}api_fetch_item/responses']",
    ),
    Subject(
        name="Scalar 1.72.1",
        page="scalar.html#tag/item{n}api/GET/items{n}/{{id}}",
        readable="css=[id$='tag/item{n}api/GET/items{n}/{{id}}.responses.200']",
    ),
)


def fetch(packages: Mapping[str, str] = PACKAGES) -> None:
    """Download the peers' packages, once."""
    CACHE.mkdir(exist_ok=True)
    for name, version in packages.items():
        folder = CACHE / name.rpartition("/")[2]
        if folder.exists():
            continue
        packed = subprocess.run(
            ["npm", "pack", "--silent", f"{name}@{version}"],
            cwd=CACHE,
            check=True,
            capture_output=True,
            text=True,
        )
        archive = CACHE / packed.stdout.strip().splitlines()[-1]
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        archive.unlink()


FILES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Swagger UI 5.35.0": (
            "swagger-ui-dist/package/swagger-ui-bundle.js",
            "swagger-ui-dist/package/swagger-ui.css",
        ),
        "Redoc 3.0.1": ("redoc/package/bundles/redoc.standalone.js",),
        "Scalar 1.72.1": ("api-reference/package/dist/browser/standalone.js",),
    }
)
"""The scripts and styles that a page of a peer loads."""


def packed_size(name: str) -> float:
    """The script and style of a peer, gzipped, in kB."""
    contents = [(CACHE / file).read_bytes() for file in FILES[name]]
    return sum(len(gzip.compress(content, 9, mtime=0)) for content in contents) / 1000


def write_pages(folder: Path) -> None:
    """The pages of the peers, next to ``openapi.json``."""
    for file in (*FILES["Swagger UI 5.35.0"], *FILES["Redoc 3.0.1"]):
        shutil.copy(CACHE / file, folder)
    shutil.copy(CACHE / "api-reference/package/dist/browser/standalone.js", folder / "scalar.js")
    swagger = (
        "<div id='ui'></div><script src='swagger-ui-bundle.js'></script>"
        "<script>SwaggerUIBundle({url: 'openapi.json', dom_id: '#ui', deepLinking: true})</script>"
    )
    redoc = (
        "<redoc spec-url='openapi.json'></redoc><script type='module' "
        "src='redoc.standalone.js'></script>"
    )
    scalar = (
        "<div id='app'></div><script src='scalar.js'></script>"
        "<script>Scalar.createApiReference('#app', {url: 'openapi.json'})</script>"
    )
    style = "<link rel='stylesheet' href='swagger-ui.css'>"
    for name, head, body in (
        ("swagger", style, swagger),
        ("redoc", "", redoc),
        ("scalar", "", scalar),
    ):
        (folder / f"{name}.html").write_text(
            PAGE.format(name=name, head=head, body=body), encoding="utf-8"
        )
