"""Each surface lives without the others: the wheel is installed, the folders of the others are
deleted, and it runs.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SURFACES = ("native", "openapi", "asyncapi")
CONTRACTS = """
from typing import Protocol
from sphinxcontrib_ggdocs.contracts import http, ws

@http.api("/items")
class ItemApi(Protocol):
    @http.get("/{id}")
    def get_item(self, id: str) -> int: ...

@ws.api("/live")
class LiveApi(Protocol):
    @ws.server_to_client
    def item_changed(self, id: str) -> None: ...
"""
CALLS = {
    "native": """
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import GGApiDocs, build_api_docs, build_contract_doc
spec = ApiDocSpec(slug="shop", title="Shop", http=[ItemApi], ws=[LiveApi])
assert build_contract_doc(spec).to_json()
GGApiDocs(None, {"docs": [spec]}, eager=True)
files = build_api_docs({"out_dir": "published", "docs": [spec]}).written
assert "shop/api-docs.md" in files and "shop/openapi.json" not in files
""",
    "openapi": """
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi
assert to_openapi([ItemApi], title="Shop")["paths"]
GGOpenApiDocs(None, http=[ItemApi], eager=True)
""",
    "asyncapi": """
from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs, to_asyncapi
assert to_asyncapi([LiveApi], title="Shop")["channels"]
GGAsyncApiDocs(None, ws=[LiveApi], eager=True)
""",
}
LOADED = """
import json, sys
print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] in
    ("sphinxcontrib_ggdocs", "sphinx", "docutils", "fastapi", "starlette"))))
"""
BELOW = {
    "audience_rules",
    "catalog",
    "contracts",
    "document",
    "capabilities",
    "json_pointer",
    "schema",
    "serving",
    "value_messages",
}
OF_VIEW = {"named_objects"}
"""What the native documentation has besides, which writes Markdown."""
FILES = {"native": "api-docs.json", "openapi": "openapi.json", "asyncapi": "asyncapi.json"}


@pytest.fixture(params=SURFACES)
def alone(request: pytest.FixtureRequest, wheel: Path, tmp_path: Path) -> tuple[str, Path]:
    """One surface, and the folder where the wheel is installed without the others."""
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    for other in SURFACES:
        if other != request.param:
            shutil.rmtree(site / "sphinxcontrib_ggdocs" / other)
    return request.param, site


def run(site: Path, code: str, *arguments: str, cwd: Path) -> str:
    """Run Python with the packages of this environment, but with ours from `site`."""
    paths = f"import sys; sys.path.insert(0, {str(site)!r})\n"
    command = [sys.executable, "-I", "-c", paths + code, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_runs_and_imports_nothing_of_the_others(alone: tuple[str, Path], tmp_path: Path) -> None:
    name, site = alone
    (tmp_path / "shop.py").write_text(CONTRACTS, encoding="utf-8")
    start = f"sys.path.insert(0, {str(tmp_path)!r})\nfrom shop import ItemApi, LiveApi\n"
    loaded = json.loads(run(site, start + CALLS[name] + LOADED, cwd=tmp_path))
    parts = {
        module.split(".")[1] for module in loaded if module.startswith("sphinxcontrib_ggdocs.")
    }
    assert parts == {*BELOW, name, *(OF_VIEW if name == "native" else ())}
    assert {module.partition(".")[0] for module in loaded} == {"sphinxcontrib_ggdocs"}


def test_its_extension_builds(alone: tuple[str, Path], tmp_path: Path) -> None:
    name, site = alone
    source = tmp_path / "docs"
    source.mkdir()
    (source / "shop.py").write_text(CONTRACTS, encoding="utf-8")
    (source / "index.rst").write_text("Shop\n====\n", encoding="utf-8")
    documents = [
        {"slug": "shop", "title": "Shop", "http": ["shop:ItemApi"], "ws": ["shop:LiveApi"]}
    ]
    conf = (
        f"import sys\nsys.path.insert(0, {str(source)!r})\nextensions = "
        f"['sphinxcontrib_ggdocs.ext.{name}']\n"
    )
    (source / "conf.py").write_text(f"{conf}ggdocs_docs = {documents!r}\n", encoding="utf-8")
    arguments = ["-q", "-W", "-b", "html", str(source), str(tmp_path / "out")]
    run(
        site,
        "from sphinx.cmd.build import main\nsys.exit(main(sys.argv[1:]))",
        *arguments,
        cwd=tmp_path,
    )
    written = {file.name for file in (tmp_path / "out" / "apidocs" / "shop").iterdir()}
    assert FILES[name] in written
    assert not written & ({*FILES.values()} - {FILES[name]})
