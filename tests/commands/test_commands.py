"""The command line, in a project made for the test."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.commands.check_contracts import as_text
from sphinxcontrib_ggdocs.lint import Finding

from ..serving.servers import ROOT
from ..waiting import HANG
from .project import CONTRACTS, PYPROJECT, command, good, run


def test_build_the_documents_of_a_project(project: Path) -> None:
    assert re.search(r"public.index\.html: \d+ files written$", good(project, "build").strip())
    out = project / "public"
    assert json.loads((out / "shop" / "api-docs.json").read_bytes())["branding"] == {
        "primaryColor": "#0f766e"
    }
    assert (out / "other" / "api-docs.json").exists()
    assert re.search(r": \d+ files unchanged$", good(project, "build").strip())
    assert "removed" in good(project, "build", "--doc", "shop")
    assert not (out / "other").exists()


def test_build_named_contracts(project: Path) -> None:
    good(
        project,
        *("build", "shop.contracts:OrderApi", "shop.contracts:OrderFeed", "--out-dir", "out"),
        *("--title", "Orders", "--slug", "orders", "--version", "2"),
    )
    document = json.loads((project / "out" / "orders" / "api-docs.json").read_bytes())
    assert document["service"] == {"slug": "orders", "name": "Orders", "version": "2"}
    assert [contract["kind"] for contract in document["groups"][0]["contracts"]] == ["http", "ws"]


def test_build_named_documents_from_another_folder(project: Path) -> None:
    below = project / "a" / "b"
    below.mkdir(parents=True)
    good(below, "build", "shop.docs:DOCS", "--out-dir", "out")
    assert (below / "out" / "one" / "api-docs.json").exists()
    good(project.parent, "build", "--config", str(project / "pyproject.toml"))
    assert (project / "public" / "index.html").exists()


def test_export(project: Path) -> None:
    document = json.loads(good(project, "export", "contract-document", "--doc", "shop"))
    assert (document["version"], document["service"]["slug"]) == ("2.1", "shop")
    assert list(json.loads(good(project, "export", "openapi", "--doc", "shop"))["paths"]) == [
        "/orders/{id}"
    ]
    assert json.loads(good(project, "export", "asyncapi", "--doc", "shop"))["asyncapi"] == "3.0.0"
    text = good(
        project, "export", "markdown", "shop.contracts:OrderApi", "shop.contracts:OrderFeed"
    )
    for part in (
        "#### get_order",
        "`GET /orders/{id}`",
        "- Response: 200 `Order`",
        "500 `SERVER_ERROR`",
        "Event, server",
    ):
        assert part in text
    assert "| `id` | path | `string & OrderId` | yes |" in text
    assert good(project, "export", "openapi", "--doc", "shop", "--out", "sub/openapi.json") == ""
    assert json.loads((project / "sub" / "openapi.json").read_bytes())["openapi"] == "3.1.0"
    later = good(project, "export", "openapi", "--doc", "shop", "--openapi-version", "3.2")
    assert json.loads(later)["openapi"] == "3.2.0"
    # options before, between and after what is documented
    version = ["--openapi-version", "3.2"]
    for order in (
        ["openapi", *version, "shop.contracts:OrderApi"],
        [*version, "openapi", "shop.contracts:OrderApi"],
        ["openapi", "shop.contracts:OrderApi", *version],
    ):
        written = json.loads(good(project, "export", *order))
        assert (written["openapi"], [*written["paths"]][:1]) == ("3.2.0", ["/orders/{id}"])
    refused = run(project, "export", "openapi", "--nope", "shop.contracts:OrderApi")
    assert refused.returncode == 2
    assert "unrecognized arguments: --nope" in refused.stderr


def test_check(project: Path) -> None:
    fine = run(project, "check")
    assert fine.returncode == 0, fine.stdout
    sloppy = run(project, "check", "shop.contracts:SloppyApi")
    assert (sloppy.returncode, sloppy.stderr) == (0, "")
    assert "warning: shop.contracts:" in sloppy.stdout
    assert "[server-error-missing]" in sloppy.stdout
    strict = run(project, "check", "shop.contracts:SloppyApi", "--fail-on", "warning")
    assert strict.returncode == 1
    assert (
        "server-error"
        not in run(
            project, "check", "shop.contracts:SloppyApi", "--off", "server-error-missing"
        ).stdout
    )


def test_equal_findings_are_listed_together() -> None:
    findings = [
        Finding(rule="r", severity="info", message="no example", module="shop", line=line)
        for line in range(1, 9)
    ]
    other = Finding(rule="r", severity="info", message="no other", contract="A", method="b")
    text = as_text([*findings, other, findings[0]])
    assert text.splitlines() == [
        "info: 9 × no example [r]",
        *(f"  shop:{line}" for line in range(1, 6)),
        "  and 4 more; --format github lists all",
        "info: A.b: no other [r]",
        "10 × info",
    ]


def test_annotations(project: Path) -> None:
    done = run(project, "check", "shop.contracts:SloppyApi", "--format", "github")
    assert done.returncode == 0
    pattern = r"::(?:notice|warning) file=src/shop/contracts\.py,line=(\d+),title=([\w-]+)::.*\[\2]"
    for line in done.stdout.splitlines():
        found = re.fullmatch(pattern, line)
        assert found is not None, line
        assert int(found[1]) > 30
    assert run(project, "check", "--format", "github").stdout.strip() == ""


MISTAKES = [
    pytest.param(["build", "shop.contracts:OrderApl"], 1, "did you mean OrderApi", id="attribute"),
    pytest.param(
        ["build", "shop.contracts.OrderApi"], 2, "'shop.contracts:OrderApi'?", id="no colon"
    ),
    pytest.param(
        ["build", "shop.contracts:app"], 1, "are OrderApi, OrderFeed, SloppyApi", id="app"
    ),
    pytest.param(["build", "shop.docs:make"], 1, "write 'shop.docs:make()'", id="function"),
    pytest.param(["build", "pyproject.yaml"], 2, "did you mean 'pyproject.toml'", id="near file"),
    pytest.param(["build", "https://x.y/a.json"], 2, "is a URL, not a path", id="URL"),
    pytest.param(
        ["diff", "a", "b"], 2, "'b' is not a file, and there is no document 'b'", id="sides"
    ),
    pytest.param(
        ["export", "asyncapi", "--doc", "shop", "--openapi-version", "3.2"],
        2,
        "--openapi-version is only for OpenAPI: use ggdocs export openapi",
        id="version of another format",
    ),
    pytest.param(
        ["export", "asyncapi", "shop.contracts:OrderApi"],
        1,
        "AsyncAPI describes WebSocket contracts, but there are none",
        id="a format without contracts",
    ),
    pytest.param(
        ["build", "shop.docs:DOCS", "shop.contracts:OrderApi"], 2, "cannot be mixed", id="mixed"
    ),
    pytest.param(["export", "openapi"], 2, "--doc shop or --doc other", id="several documents"),
    pytest.param(
        ["export", "contract-document", "--doc", "shop", "--out", "src"],
        1,
        "ggdocs: error: src: Is a directory",
        id="a folder as file",
    ),
    pytest.param([], 2, "usage: ggdocs", id="no command"),
]


@pytest.mark.parametrize(("arguments", "status", "says"), MISTAKES)
def test_a_mistake(project: Path, arguments: list[str], status: int, says: str) -> None:
    done = run(project, *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


TABLES = [
    pytest.param("[tool]\nggdocs = 3", 2, "is not a table", id="no table"),
    pytest.param("[tool.ggdocs]\nout_dir = 'x'", 2, "there are no documents", id="no documents"),
    pytest.param("[tool.other]", 2, "there are no contracts", id="nothing for us"),
    pytest.param(
        "[[tool.ggdocs.docs]]\nslug = 'a'\nstrict = 'yes'\napp = 'a.b'",
        2,
        "pyproject.toml: docs[0].strict: input should be a valid boolean, not 'yes'",
        id="switch",
    ),
]


@pytest.mark.parametrize(("text", "status", "says"), TABLES)
def test_a_mistake_in_pyproject(tmp_path: Path, text: str, status: int, says: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    done = run(tmp_path, "build")
    assert done.returncode == status
    assert says in done.stderr


@pytest.mark.parametrize("name", ["build", "check", "diff", "export", "init", "snapshot"])
def test_packages_in_src(project: Path, name: str) -> None:
    (project / "pyproject.toml").unlink()
    contract = "shop.contracts:OrderApi"
    rest = {
        "diff": [contract, contract],
        "export": ["openapi", contract],
        "init": [contract],
        "snapshot": [contract, "--history", "released", "--version", "1"],
    }
    done = run(project, name, *rest.get(name, [contract]))
    message = ""
    if name == "init":
        message = "nothing was written; --yes writes these changes\n"
    assert (done.returncode, done.stderr) == (0, message)
    elsewhere = run(project / "src" / "shop", "build", contract)
    assert f"it is in {project / 'src'}; add that folder to python_path" in elsewhere.stderr


def test_parts_of_a_site(project: Path) -> None:
    """The table says what a site has not, unless the command line does."""
    table = project / "pyproject.toml"
    table.write_text(PYPROJECT.replace("out_dir", 'without = ["llms", "openapi"]\nout_dir'))
    site = project / "public"
    good(project, "build")
    assert (site / "shop" / "api-docs.md").is_file()
    assert not list(site.rglob("llms*")) + list(site.rglob("openapi.json"))
    good(project, "build", "--without", "markdown", "--without", "scripts")
    assert not [*site.rglob("*.md"), *site.rglob("llms*"), *site.rglob("api-docs.js")]
    assert (site / "shop" / "openapi.json").is_file()


def test_a_build_that_fails_leaves_the_former_site(project: Path) -> None:
    good(project, "build")
    before = {path: path.read_bytes() for path in (project / "public").rglob("*") if path.is_file()}
    contracts = project / "src" / "shop" / "contracts.py"
    contracts.write_text(CONTRACTS.replace("-> Order:", "-> type(print):", 1))
    done = run(project, "build")
    assert done.returncode == 1
    assert "OrderApi.get_order" in done.stderr
    assert {
        path: path.read_bytes() for path in (project / "public").rglob("*") if path.is_file()
    } == before


def test_the_script_is_the_same_program(project: Path) -> None:
    script = Path(sys.executable).with_name("ggdocs")
    done = subprocess.run(
        [script, "--version"], cwd=project, capture_output=True, text=True, check=True
    )
    assert done.stdout == good(project, "--version")


def test_a_reader_that_has_seen_enough(project: Path) -> None:
    process = subprocess.Popen(
        command("export", "contract-document", "--doc", "shop"),
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as said:
        assert b"Traceback" not in said.read()
    assert process.wait(timeout=HANG) == 1


STATUSES: list[Any] = [
    pytest.param(
        ["serve", "--port", "99999"], PYPROJECT, 2, "'99999' is not a port: use", id="port"
    ),
    pytest.param(
        ["serve", "--no-reload", "--host", "no host"],
        PYPROJECT,
        2,
        "use another --host",
        id="host",
    ),
    pytest.param(
        ["build", "shop.contracts:OrderApi", "--slug", "A b"], "", 2, "URL-safe", id="slug"
    ),
    pytest.param(
        ["build", "--title", "X"], PYPROJECT, 2, "--title: .* there is none", id="title of nothing"
    ),
    pytest.param(
        ["build"],
        PYPROJECT.replace('slug = "shop"', f'slug = "{"s" * 300}"'),
        2,
        "300 letters",
        id="long",
    ),
    pytest.param(
        ["build"], PYPROJECT.replace("OrderApi", "OrderApl"), 1, "did you mean", id="contract"
    ),
    pytest.param(
        ["build", "--out-dir", "/".join(["o" * 200] * 25)],
        PYPROJECT,
        1,
        "too long|as long as",
        id="long path",
    ),
    pytest.param(
        ["check", "shop.contracts:SloppyApi", "--fail-on", "warning"],
        PYPROJECT,
        1,
        "",
        id="findings",
    ),
]


@pytest.mark.parametrize(("arguments", "table", "status", "says"), STATUSES)
def test_exit_statuses(
    project: Path, arguments: list[str], table: str, status: int, says: str
) -> None:
    (project / "pyproject.toml").write_text(table or '[tool.ggdocs]\npython_path = ["src"]')
    before = {*project.rglob("*")}
    done = run(project, *arguments)
    assert done.returncode == status, done.stderr
    assert re.search(says, done.stderr)
    assert "Traceback" not in done.stderr
    if status:
        written = {*project.rglob("*")} - before
        assert {path for path in written if "__pycache__" not in path.parts} == set()


LIGHT = """
import sys
before = {*sys.modules}
sys.argv = ["ggdocs", *sys.argv[1:]]
from sphinxcontrib_ggdocs.commands import main
try:
    main()
except SystemExit:
    pass
print(*sorted({each.partition(".")[0] for each in sys.modules.keys() - before}), file=sys.stderr)
print(len(sys.modules.keys() - before), file=sys.stderr)
"""


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_next_to_nothing(option: str) -> None:
    """A command imports what it needs: pydantic alone is most of the time that a command takes to
    begin.
    """
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, option], capture_output=True, text=True, timeout=HANG
    )
    packages, count = done.stderr.splitlines()
    assert {"pydantic", "typing_extensions", "asyncio", "http", "email"}.isdisjoint(
        packages.split()
    )
    assert int(count) < 60


def test_folders_of_pythonpath_are_searched_before_those_of_the_project(
    project: Path, tmp_path: Path
) -> None:
    """Somebody has named them for this run."""
    other = tmp_path / "elsewhere" / "shop"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("")
    (other / "contracts.py").write_text(CONTRACTS.replace("Fetch an order.", "Fetch another."))
    done = subprocess.run(
        command("export", "markdown", "shop.contracts:OrderApi"),
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(other.parent), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Fetch another." in done.stdout, done.stderr
