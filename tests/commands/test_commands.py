"""The command line, in a project made for the test."""

import contextlib
import importlib
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sphinxcontrib_ggdocs.commands import main

from ..waiting import HANG, get, wait_until

CONTRACTS = '''
"""A shop."""

from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import SERVER_ERROR, http, ws

OrderId = NewType("OrderId", str)


class Order(BaseModel):
    """An order."""

    id: OrderId


@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}", errors=[SERVER_ERROR])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order."""
        ...


@ws.api("/ws/orders")
class OrderFeed(Protocol):
    """Orders as they come."""

    @ws.server_to_client
    def order_placed(self, order: Order) -> None:
        """Somebody placed an order."""
        ...


@http.api("/bad", runtime_errors=False)
class SloppyApi(Protocol):
    """An API that the linter does not like."""

    @http.get("/{order_id}")
    def get_bad(self, order_id: str) -> Order:
        """Fetch something."""
        ...
'''

PYPROJECT = """
[tool.ggdocs]
python_path = ["src"]
out_dir = "public"
branding = {primary_color = "#0f766e"}

[[tool.ggdocs.docs]]
slug = "shop"
title = "Shop"
http = ["shop.contracts:OrderApi"]
ws = ["shop.contracts:OrderFeed"]

[[tool.ggdocs.docs]]
slug = "other"
title = "Other"
http = ["shop.contracts:OrderApi"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "contracts.py").write_text(CONTRACTS)
    (package / "docs.py").write_text(
        "DOCS = [{'slug': 'one', 'title': 'One', 'http': ['shop.contracts:OrderApi']}]\n"
    )
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    return tmp_path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sphinxcontrib_ggdocs", *arguments]


def run(project: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in this process, which is quicker; what it imports is forgotten afterwards."""
    written = (io.BytesIO(), io.BytesIO())
    out, err = (io.TextIOWrapper(each, encoding="utf-8", write_through=True) for each in written)
    path, modules, here = [*sys.path], {*sys.modules}, Path.cwd()
    importlib.invalidate_caches()
    os.chdir(project)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(arguments)
    except SystemExit as end:  # argparse
        status = int(end.code or 0)
    finally:
        os.chdir(here)
        sys.path[:] = path
        for name in sys.modules.keys() - modules:
            if name.partition(".")[0] == "shop":
                del sys.modules[name]
    return subprocess.CompletedProcess(
        arguments, status, *(each.getvalue().decode() for each in written)
    )


def good(project: Path, *arguments: str) -> str:
    done = run(project, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


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
        *("build", "shop.contracts:OrderApi", "shop.contracts:OrderFeed", "--out", "out"),
        *("--title", "Orders", "--slug", "orders", "--doc-version", "2"),
    )
    document = json.loads((project / "out" / "orders" / "api-docs.json").read_bytes())
    assert document["service"] == {"slug": "orders", "name": "Orders", "version": "2"}
    assert [contract["kind"] for contract in document["groups"][0]["contracts"]] == ["http", "ws"]


def test_build_named_documents_from_another_folder(project: Path) -> None:
    below = project / "a" / "b"
    below.mkdir(parents=True)
    good(below, "build", "shop.docs:DOCS", "--out", "out")
    assert (below / "out" / "one" / "api-docs.json").exists()
    good(project.parent, "build", "--config", str(project / "pyproject.toml"))
    assert (project / "public" / "index.html").exists()


def test_export(project: Path) -> None:
    document = json.loads(good(project, "export", "document", "--doc", "shop"))
    assert (document["version"], document["service"]["slug"]) == ("2.0", "shop")
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
        "- Answer 200: `Order`",
        "500 `SERVER_ERROR`",
        "Event, server",
    ):
        assert part in text
    assert "| `id` | path | `string & OrderId` | yes |" in text
    assert good(project, "export", "openapi", "--doc", "shop", "--out", "sub/openapi.json") == ""
    assert json.loads((project / "sub" / "openapi.json").read_bytes())["openapi"] == "3.1.0"


def test_check(project: Path) -> None:
    fine = run(project, "check")
    assert fine.returncode == 0, fine.stdout
    sloppy = run(project, "check", "shop.contracts:SloppyApi")
    assert (sloppy.returncode, sloppy.stderr) == (1, "")
    assert "warning: shop.contracts:" in sloppy.stdout
    assert "[server-error-missing]" in sloppy.stdout
    assert run(project, "check", "shop.contracts:SloppyApi", "--fail-on", "error").returncode == 0
    assert (
        "server-error"
        not in run(
            project, "check", "shop.contracts:SloppyApi", "--off", "server-error-missing"
        ).stdout
    )


def test_check_for_programs(project: Path) -> None:
    done = run(project, "check", "shop.contracts:SloppyApi", "--format", "json")
    findings = json.loads(done.stdout)["findings"]
    assert done.returncode == 1
    assert {"rule", "severity", "message", "contract", "method", "module", "line"} == findings[
        0
    ].keys()
    log = json.loads(run(project, "check", "shop.contracts:SloppyApi", "--format", "sarif").stdout)
    (ran,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert len(ran["results"]) == len(findings)
    for result in ran["results"]:
        assert ran["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    place = ran["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "src/shop/contracts.py"
    assert place["region"]["startLine"] > 30


MISTAKES = [
    pytest.param(["build", "shop.contracts:OrderApl"], 1, "did you mean OrderApi", id="attribute"),
    pytest.param(["build", "no.such:Api"], 1, "there is no module 'no'", id="module"),
    pytest.param(["build", "shop.contracts:Order"], 1, "is not a contract", id="model"),
    pytest.param(
        ["build", "shop.contracts"], 2, "write package.module:attribute", id="no attribute"
    ),
    pytest.param(["build", "--doc", "none"], 2, "the documents are shop, other", id="document"),
    pytest.param(
        ["build", "shop.docs:DOCS", "shop.contracts:OrderApi"], 2, "cannot be mixed", id="mixed"
    ),
    pytest.param(
        ["build", "shop.contracts:OrderApi", "--slug", "a b"], 2, "not URL-safe", id="slug"
    ),
    pytest.param(["build", "--config", "none.toml"], 2, "there is no file none.toml", id="no file"),
    pytest.param(["export", "openapi"], 2, "--doc shop or --doc other", id="several documents"),
    pytest.param(["export", "yaml"], 2, "invalid choice", id="format"),
    pytest.param(
        ["export", "document", "--doc", "shop", "--out", "src"],
        1,
        "ggdocs: error",
        id="a folder as file",
    ),
    pytest.param(["check", "--off", "none"], 2, "invalid choice", id="rule"),
    pytest.param([], 2, "usage: ggdocs", id="no command"),
]


@pytest.mark.parametrize(("arguments", "status", "says"), MISTAKES)
def test_a_mistake(project: Path, arguments: list[str], status: int, says: str) -> None:
    done = run(project, *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


TABLES = [
    pytest.param("[tool.ggdocs", 2, "is not valid TOML", id="no TOML"),
    pytest.param("[tool]\nggdocs = 3", 2, "is not a table", id="no table"),
    pytest.param("tool = 3", 2, "is not a table", id="no table at all"),
    pytest.param("[tool.ggdocs]\ntitel = 'x'", 2, "did you mean 'title'", id="unknown field"),
    pytest.param("[tool.ggdocs]\nout_dir = 'x'", 2, "there are no documents", id="no documents"),
    pytest.param("[tool.other]", 2, "there are no contracts", id="nothing for us"),
]


@pytest.mark.parametrize(("text", "status", "says"), TABLES)
def test_a_mistake_in_pyproject(tmp_path: Path, text: str, status: int, says: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    done = run(tmp_path, "build")
    assert done.returncode == status
    assert says in done.stderr


def test_the_older_form_in_pyproject(project: Path) -> None:
    table = (
        '[tool.ggdocs]\ntitle = "Shop"\npythonPath = ["src"]\nhttp = ["shop.contracts:OrderApi"]\n'
    )
    (project / "pyproject.toml").write_text(table)
    good(project, "build")
    assert (project / "apidocs" / "api-docs.json").exists()
    assert json.loads(good(project, "export", "document"))["service"]["slug"] == "api"


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


@pytest.mark.parametrize("name", ["build", "export", "check", "serve"])
def test_help_has_examples(project: Path, name: str) -> None:
    assert f"examples:\n  ggdocs {name}" in good(project, name, "--help")
    assert name in good(project, "--help")


def test_the_script_is_the_same_program(project: Path) -> None:
    script = Path(sys.executable).with_name("ggdocs")
    done = subprocess.run(
        [script, "--version"], cwd=project, capture_output=True, text=True, check=True
    )
    assert done.stdout == good(project, "--version")


def test_a_reader_that_has_seen_enough(project: Path) -> None:
    process = subprocess.Popen(
        command("export", "document", "--doc", "shop"),
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


@contextlib.contextmanager
def started(project: Path, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
    process = subprocess.Popen(
        command("serve", "--port", "0", *arguments),
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANG)


@contextlib.contextmanager
def serving(project: Path, *arguments: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    with started(project, *arguments) as process:
        assert process.stdout is not None
        yield url_in(process.stdout.readline()), process


def url_in(line: str) -> str:
    found = re.search(r"http://\S+", line)
    assert found, line
    return found[0]


def is_refused(url: str) -> bool:
    """Whether nobody listens."""
    try:
        get(url)
    except httpx.ConnectError:
        return True
    return False


def test_serve_what_is_not_there(project: Path) -> None:
    done = subprocess.run(
        command("serve", "--no-reload", "no.such:Api"),
        cwd=project,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no module" in done.stderr


def test_serve(project: Path) -> None:
    with serving(project, "--no-reload") as (url, _):
        assert "<gg-docs" in get(url).text
        assert get(f"{url}shop/api-docs.json").json()["service"]["name"] == "Shop"
        assert get(f"{url}none").status_code == 404


def test_serve_where_somebody_listens(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        arguments = command("serve", "--port", port)
        done = subprocess.run(arguments, cwd=project, capture_output=True, text=True, timeout=HANG)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"listen on 127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="process groups are of POSIX")
def test_serve_until_interrupted(project: Path) -> None:
    with subprocess.Popen(
        command("serve", "--port", "0"),
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # a shell ignores it for its background jobs
    ) as process:
        try:
            assert process.stdout is not None
            url = url_in(process.stdout.readline())
            os.killpg(process.pid, signal.SIGINT)  # as Ctrl+C at a terminal does
            _, said = process.communicate(timeout=HANG)
        finally:
            process.kill()
    assert (process.returncode, said) == (0, "")
    assert is_refused(url)


def test_serve_again_when_a_module_changes(project: Path) -> None:
    contracts = project / "src" / "shop" / "contracts.py"
    with serving(project) as (url, process):
        assert process.stdout is not None
        assert "Fetch an order." in get(f"{url}shop/api-docs.json").text
        contracts.write_text(CONTRACTS.replace("Fetch an order.", "Bring an order."))
        url = url_in(process.stdout.readline())
        assert "Bring an order." in get(f"{url}shop/api-docs.json").text
        contracts.write_text("this is no Python")
        url = url_in(process.stdout.readline())
        assert get(f"{url}shop/api-docs.json").status_code == 500
        contracts.write_text(CONTRACTS)
        url = url_in(process.stdout.readline())
        assert "Fetch an order." in get(f"{url}shop/api-docs.json").text
    wait_until(lambda: is_refused(url), "the server to end")


SLOW = """
import pathlib, time

contracts = pathlib.Path(__file__)
contracts.with_name("begun").touch()
while "Bring an order." not in contracts.read_text():
    time.sleep(0.01)
"""


def test_serve_again_when_a_module_changes_while_it_is_imported(project: Path) -> None:
    contracts = project / "src" / "shop" / "contracts.py"
    contracts.write_text(CONTRACTS + SLOW)
    with started(project) as process:
        wait_until(contracts.with_name("begun").exists, "the import to begin")
        contracts.write_text(CONTRACTS.replace("Fetch an order.", "Bring an order."))
        assert process.stdout is not None
        url_in(process.stdout.readline())
        url = url_in(process.stdout.readline())
        assert "Bring an order." in get(f"{url}shop/api-docs.json").text


def worded(process: "subprocess.Popen[str]", text: str) -> str:
    """The line of standard error that has `text` in it."""
    assert process.stderr is not None
    for line in process.stderr:
        if text in line:
            return line
    raise AssertionError(f"it ended without {text!r}")


DATA = """
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OrderApi.__doc__ = (HERE / "about.txt").read_text() + ", ".join(sorted(each.name for each in HERE.glob("data/*.txt")))
OPTIONAL = HERE / "optional.txt"
try:
    OPTIONAL.open().close()
except FileNotFoundError:
    pass
"""

CHANGES: dict[str, Callable[[Path], object]] = {
    "data": lambda project: (project / "src/shop/about.txt").write_text("Changed."),
    "data that was missing": lambda project: (project / "src/shop/optional.txt").write_text(""),
    "a folder that was listed": lambda project: (project / "src/shop/data/new.txt").write_text(""),
    "the logo": lambda project: (project / "logo.svg").write_text("<svg></svg>"),
    "pyproject.toml": lambda project: (project / "pyproject.toml").write_text(
        PYPROJECT.replace('"Shop"', '"Store"')
    ),
    "a new module": lambda project: (project / "src/shop/new.py").write_text(""),
    "a module of another folder": lambda project: (project / "lib/helper.py").write_text("B = 1"),
    "a removed module": lambda project: (project / "src/shop/docs.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_serve_again_when_anything_changes_that_was_read(project: Path, change: str) -> None:
    package = project / "src" / "shop"
    (package / "contracts.py").write_text(CONTRACTS + DATA + "import helper\n")
    (package / "about.txt").write_text("Orders.")
    (package / "data").mkdir()
    (project / "lib").mkdir()
    (project / "lib" / "helper.py").write_text("A = 1")
    (project / "logo.svg").write_text("<svg/>")
    table = PYPROJECT.replace('["src"]', '["src", "lib"]').replace(
        "{primary", '{logo_url = "logo.svg", primary'
    )
    (project / "pyproject.toml").write_text(table)
    with serving(project) as (url, process):
        assert get(url).status_code == 200
        CHANGES[change](project)
        assert "restarting" in worded(process, "a file changed")


FILE_MISTAKES = [
    pytest.param("[tool.ggdocs", "is not valid TOML", id="no TOML"),
    pytest.param("[tool]\nggdocs = 1", "is not a table", id="no table"),
    pytest.param("[tool.ggdocs]\ndoc = 1", "there is no field 'doc'", id="unknown key"),
    pytest.param("", "there are no contracts", id="nothing"),
    pytest.param(
        PYPROJECT.replace("{primary", '{logo_url = "none.svg", primary'),
        "there is no file",
        id="no logo",
    ),
    pytest.param(
        PYPROJECT.replace("shop.contracts:", "shop.nothing:"), "there is no module", id="no module"
    ),
]


@pytest.mark.parametrize(("text", "says"), FILE_MISTAKES)
def test_serve_survives_mistakes_in_the_file_of_the_project(
    project: Path, text: str, says: str
) -> None:
    file = project / "pyproject.toml"
    with serving(project) as (_, process):
        assert process.stdout is not None
        file.write_text(text)
        worded(process, says)
        if says != "there is no module":  # that is told, and the page of the document says so
            worded(process, "waiting for a change")
        file.write_text(PYPROJECT)
        assert worded(process, "a file changed")
        assert any(shows_the_shop(url_in(line)) for line in iter(process.stdout.readline, ""))


def shows_the_shop(url: str) -> bool:
    """Whether the server at an address, which may have ended since, has its document."""
    try:
        return get(f"{url}shop/api-docs.json").status_code == 200
    except httpx.ConnectError:
        return False


def test_serve_waits_for_the_first_start_too(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.ggdocs")
    with started(project) as process:
        worded(process, "waiting for a change")
        (project / "pyproject.toml").write_text(PYPROJECT)
        assert process.stdout is not None
        assert get(url_in(process.stdout.readline())).status_code == 200


STATUSES: list[Any] = [
    pytest.param(
        ["serve", "--port", "99999"], PYPROJECT, 2, "'99999' is not a port: use", id="port"
    ),
    pytest.param(["serve", "--port", "-1"], PYPROJECT, 2, "is not a port", id="negative port"),
    pytest.param(
        ["serve", "--no-reload", "--host", "no host"],
        PYPROJECT,
        2,
        "use another --host",
        id="host",
    ),
    pytest.param(["build", "--doc", "none"], PYPROJECT, 2, "there is no document", id="document"),
    pytest.param(
        ["build", "shop.contracts:OrderApi", "--slug", "A b"], "", 2, "URL-safe", id="slug"
    ),
    pytest.param(
        ["build", "--title", "X"], PYPROJECT, 2, "--title: .* there is none", id="title of nothing"
    ),
    pytest.param(
        ["build", "--slug", "api"], PYPROJECT, 2, "--slug: .* there is none", id="slug of nothing"
    ),
    pytest.param(
        ["export", "document", "shop.docs:DOCS", "--doc-version", "2"],
        "",
        2,
        "have their own",
        id="version",
    ),
    pytest.param(
        ["build", "shop.contracts:OrderApi", "--title", ""], PYPROJECT, 0, "", id="empty title"
    ),
    pytest.param(["build"], "[tool.ggdocs]\nx = 1", 2, "there is no field 'x'", id="key"),
    pytest.param(["build"], "[tool.ggdocs", 2, "is not valid TOML", id="TOML"),
    pytest.param(
        ["build"],
        PYPROJECT.replace('slug = "shop"', f'slug = "{"s" * 300}"'),
        2,
        "300 letters",
        id="long",
    ),
    pytest.param(
        ["build"],
        PYPROJECT.replace("{primary", '{logo_url = "x.svg", primary'),
        2,
        "no file",
        id="logo",
    ),
    pytest.param(
        ["build"], PYPROJECT.replace("OrderApi", "OrderApl"), 1, "did you mean", id="contract"
    ),
    pytest.param(
        ["build", "--out", "o" * 300], PYPROJECT, 1, "too long|as long as", id="long folder"
    ),
    pytest.param(
        ["build", "--out", "/".join(["o" * 200] * 25)],
        PYPROJECT,
        1,
        "too long|as long as",
        id="long path",
    ),
    pytest.param(["check", "shop.contracts:SloppyApi"], PYPROJECT, 1, "", id="findings"),
    pytest.param(["check", "--off", "none"], PYPROJECT, 2, "invalid choice", id="rule"),
]


@pytest.mark.parametrize(("arguments", "table", "status", "says"), STATUSES)
def test_exit_statuses(
    project: Path, arguments: list[str], table: str, status: int, says: str
) -> None:
    (project / "pyproject.toml").write_text(table or '[tool.ggdocs]\npython_path = ["src"]')
    before = {*project.rglob("*")}
    done = subprocess.run(
        command(*arguments), cwd=project, capture_output=True, text=True, timeout=HANG
    )
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
