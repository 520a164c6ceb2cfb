"""`ggdocs serve`: the site, its restarts after changes, and what it says."""

import contextlib
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from ..waiting import HANG, get, wait_until
from .project import CONTRACTS, PYPROJECT, command, run


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


def test_serve(project: Path) -> None:
    with serving(project, "--no-reload") as (url, _):
        assert "<gg-docs" in get(url).text
        assert get(f"{url}shop/api-docs.json").json()["service"]["name"] == "Shop"
        assert get(f"{url}none").status_code == 404


@pytest.mark.parametrize("reload", [[], ["--no-reload"]])
def test_serve_with_a_mock(project: Path, reload: list[str]) -> None:
    contract = "shop.contracts:OrderApi"
    with serving(project, "--mock", contract, "--slug", "shop", "--seed", "7", *reload) as (url, _):
        page = get(url)
        document = get(f"{url}shop/api-docs.json").json()
        mock = document["service"]["servers"][0]
        assert mock["description"] == "Mock"
        assert mock["url"] in page.headers["content-security-policy"]
        assert "&quot;console&quot;:true" in page.text
        [method, *_] = document["groups"][0]["contracts"][0]["methods"]
        path = re.sub(r"{\w+}", "1", method["httpPath"])
        assert httpx.request(method["httpMethod"], mock["url"] + path).status_code < 500


def test_serve_where_somebody_listens(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        arguments = command("serve", "--port", port)
        done = subprocess.run(arguments, cwd=project, capture_output=True, text=True, timeout=HANG)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"listen on 127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.posix  # process groups are of POSIX
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


def test_the_process_ends_by_a_signal_again_after_serving(project: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert run(project, "serve", "--port", "0", "--doc", "none").returncode == 2
    assert signal.getsignal(signal.SIGTERM) is before


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


@pytest.mark.part("edits")
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
    "pyproject.toml": lambda project: (project / "pyproject.toml").write_text(
        PYPROJECT.replace('"Shop"', '"Store"')
    ),
    "a module of another folder": lambda project: (project / "lib/helper.py").write_text("B = 1"),
}


@pytest.mark.part("edits")
@pytest.mark.parametrize("change", CHANGES)
def test_serve_again_when_anything_changes_that_was_read(project: Path, change: str) -> None:
    package = project / "src" / "shop"
    (package / "contracts.py").write_text(CONTRACTS + DATA + "import helper\n")
    (package / "about.txt").write_text("Orders.")
    (package / "data").mkdir()
    (project / "lib").mkdir()
    (project / "lib" / "helper.py").write_text("A = 1")
    table = PYPROJECT.replace('["src"]', '["src", "lib"]')
    (project / "pyproject.toml").write_text(table)
    with serving(project) as (url, process):
        assert get(url).status_code == 200
        CHANGES[change](project)
        assert "restarting" in worded(process, "a file changed")


FILE_MISTAKES = [
    pytest.param("[tool.ggdocs", "is not valid TOML", id="no TOML"),
    pytest.param("", "there are no contracts", id="nothing"),
    pytest.param(
        PYPROJECT.replace("shop.contracts:", "shop.nothing:"), "there is no module", id="no module"
    ),
]


@pytest.mark.part("edits")
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
