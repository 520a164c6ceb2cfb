"""The guides work: their files are written, and their commands and configurations run, with the
packages of this environment.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ..node_packages import installed
from ..serving.servers import running, uvicorn
from .snippets import ROOT, blocks, commands, run, write_files

SITE = "https://sphinxcontrib-ggdocs.readthedocs.io/en/latest/"
LINK = re.compile(re.escape(SITE) + r"([\w/.-]+)\.html(?:#([\w-]+))?")


def configuration(page: str, file: str) -> Any:
    """A configuration in YAML of a page."""
    (text,) = (block.text for block in blocks(page) if block.file == file)
    return yaml.safe_load(text)


def steps_of_github(workflow: Any) -> list[str]:
    (job,) = workflow["jobs"].values()
    return [step["run"] for step in job["steps"] if "run" in step]


def steps_of_gitlab(pipeline: Any) -> list[str]:
    (job,) = pipeline.values()
    lines: list[str] = job["script"]
    return lines


def without_installation(lines: list[str]) -> list[str]:
    installation, *others = lines
    assert installation.startswith("pip install ")
    return others


def test_a_django_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")  # that of these tests
    page = "docs/guides/ninja.md"
    write_files(page, tmp_path)
    for line in commands(page):
        run(line, tmp_path)
    text = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert "As it is printed on the bill." in text
    written = json.loads((tmp_path / "site" / "api" / "api-docs.json").read_text(encoding="utf-8"))
    assert set(written["schemas"]["Order"]["properties"]) == {"id", "buyer", "total"}


def test_audiences(tmp_path: Path) -> None:
    page = "docs/guides/audiences.md"
    write_files(page, tmp_path)
    for line in commands(page):
        run(line, tmp_path)
    words = {"margin", "wholesale", "recall_item", "order_items", "RECALLED", "trace"}
    shown = {
        name: {word for word in words if word in written(tmp_path / name)}
        for name in ("public", "partners", "team")
    }
    assert shown == {
        "public": set(),
        "partners": {"wholesale", "order_items"},
        "team": words,
    }
    assert "order_items" in (tmp_path / "partner.json").read_text(encoding="utf-8")


def written(site: Path) -> str:
    """What is in the files of a site that are made of the contracts."""
    files = (site / "index.html", site / "searchindex.js", *sorted(site.glob("apidocs/**/*.json")))
    return "".join(file.read_text(encoding="utf-8") for file in files)


def test_a_litestar_project(tmp_path: Path) -> None:
    page = "docs/guides/litestar.md"
    write_files(page, tmp_path)
    for line in commands(page):
        run(line, tmp_path)
    text = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert "As it is printed on the bill." in text


def test_a_portal(tmp_path: Path) -> None:
    write_files("docs/guides/portal.md", tmp_path)
    for line in commands("docs/guides/portal.md"):
        run(line, tmp_path)
    html = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<h2 class="rubric"><a [^>]*>(\w+)', html) == ["Shop", "Payments", "Mail"]
    assert re.findall(r'gg-label">Owner</strong> ([^<]+)', html) == [
        "Team Shop",
        "Team Money",
        "Team Shop",
    ]
    page = (tmp_path / "public" / "shop.html").read_text(encoding="utf-8")
    assert 'href="payments.html#gg-payments.Payments.list_payments"' in page


@pytest.fixture
def existing_project(tmp_path: Path) -> Path:
    """The project of the guide to existing projects."""
    write_files("docs/guides/existing-project.md", tmp_path)
    return tmp_path


def test_an_existing_project(existing_project: Path) -> None:
    for line in commands("docs/guides/existing-project.md"):
        run(line, existing_project)
    public = existing_project / "public"
    assert "Fetch an order." in (public / "api.html").read_text(encoding="utf-8")
    links = re.findall(r'href="(api\.html#[^"]*)"', (public / "orders.html").read_text())
    assert len(links) == 2
    assert (public / "apidocs" / "api" / "api-docs.json").is_file()


CONTRACT_WITH_FINDINGS = '''
from typing import Protocol
from sphinxcontrib_ggdocs.contracts import http

@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("/count")
    def count(self) -> int: ...
'''


@pytest.fixture
def checked_project(tmp_path: Path) -> Path:
    """A repository with contracts, their documentation, and the files of the guide to CI."""
    write_files("docs/guides/ci.md", tmp_path)
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (package / "contracts.py").write_text(CONTRACT_WITH_FINDINGS, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").write_text(
        "import sys\nsys.path.insert(0, '../src')\nextensions = ['sphinxcontrib_ggdocs']\n",
        encoding="utf-8",
    )
    (tmp_path / "docs" / "index.rst").write_text("Shop\n====\n", encoding="utf-8")
    run("ggdocs export openapi --out openapi.json", tmp_path)
    run("git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm a", tmp_path)
    return tmp_path


def test_ci_on_github(checked_project: Path) -> None:
    workflow = configuration("docs/guides/ci.md", ".github/workflows/contracts.yml")
    for line in without_installation(steps_of_github(workflow)):
        run(line, checked_project)


def test_ci_on_gitlab(checked_project: Path) -> None:
    pipeline = configuration("docs/guides/ci.md", ".gitlab-ci.yml")
    for line in without_installation(steps_of_gitlab(pipeline)):
        run(line, checked_project)


@pytest.mark.parametrize("sample", ["github", "gitlab"])
def test_ci_finds_a_file_that_is_not_committed(sample: str, checked_project: Path) -> None:
    git = "git -c user.name=a -c user.email=a@b commit -qm"
    run(f"git rm -q --cached openapi.json && {git} b", checked_project)
    if sample == "github":
        steps = steps_of_github(
            configuration("docs/guides/ci.md", ".github/workflows/contracts.yml")
        )
    else:
        steps = steps_of_gitlab(configuration("docs/guides/ci.md", ".gitlab-ci.yml"))
    (export,) = (line for line in steps if line.startswith("ggdocs export"))
    comparison = steps[steps.index(export) + 1]
    run(export, checked_project)
    with pytest.raises(AssertionError):
        run(comparison, checked_project)
    run(f"git add openapi.json && {git} c", checked_project)
    run(comparison, checked_project)
    (checked_project / "openapi.json").write_text("{}", encoding="utf-8")
    with pytest.raises(AssertionError):
        run(comparison, checked_project)


def test_the_hook_before_a_commit(checked_project: Path) -> None:
    settings = configuration("docs/guides/ci.md", ".pre-commit-config.yaml")
    run(settings["repos"][0]["hooks"][0]["entry"], checked_project)


@pytest.mark.part("clients")
def test_clients(tmp_path: Path) -> None:
    """Packages are installed already; the command that does it is marked as ``bash`` on the page."""
    write_files("docs/guides/clients.md", tmp_path)
    (tmp_path / "node_modules").symlink_to(installed("."))
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    lines = commands("docs/guides/clients.md")
    assert [line.split()[:2] for line in lines] == [
        ["ggdocs", "export"],
        ["npx", "openapi-typescript"],
        ["npm", "pkg"],
        ["npx", "tsc"],
        ["node", "branded.mjs"],
        ["npx", "tsc"],
        ["openapi-python-client", "generate"],
        ["npx", "openapi-ts"],
        ["npx", "tsc"],
    ]
    for line in lines:
        run(line, tmp_path)
    run("mypy --strict --follow-imports=silent pay.py", tmp_path)
    options = "--path openapi.json --output-path other --config openapi-python-client.yaml"
    run(f"openapi-python-client generate --meta none {options}", tmp_path)


def test_contract_tests(tmp_path: Path) -> None:
    page = "docs/guides/contract-tests.md"
    write_files(page, tmp_path)
    export, start, check = commands(page)
    assert start == "uvicorn shop:app &"
    run(export, tmp_path)
    with running(uvicorn("shop:app", "--app-dir", str(tmp_path))) as url:
        output = run(check.replace("http://127.0.0.1:8000", url), tmp_path)
    assert "Examples" in output
    assert "WARNINGS" not in output


def files_with_links() -> Iterator[Path]:
    yield ROOT / "README.md"
    yield from (ROOT / ".github").rglob("*.yml")
    yield from (ROOT / "sphinxcontrib_ggdocs").rglob("*.py")


def test_links_to_the_documentation_lead_to_its_pages() -> None:
    links = [
        link
        for file in files_with_links()
        for link in LINK.findall(file.read_text(encoding="utf-8"))
    ]
    pages = [
        [path for ext in ("md", "rst") if (path := ROOT / "docs" / f"{page}.{ext}").is_file()]
        for page, _ in links
    ]
    assert [page for (page, _), found in zip(links, pages, strict=True) if not found] == []
    assert len(links) > 5
