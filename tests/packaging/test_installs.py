"""The wheel and the source distribution in fresh environments, with the oldest Python and the newest
of this machine.
"""

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import sphinxcontrib_ggdocs

from .test_wheel import CODE

OLDEST = (3, 11)
PLACES = (
    *(f"python3.{minor}" for minor in range(11, 30)),
    *glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python")),  # noqa: PTH111, PTH207
)
VERSION = "import sys; print(*sys.version_info[:2])"

PROJECT = {
    "shop.py": """\
from typing import Protocol

from sphinxcontrib_ggdocs.contracts import http


@http.api("/orders")
class OrderApi(Protocol):
    @http.get("/{id}")
    def get_order(self, id: str) -> float:
        \"\"\"Fetch the total of an order.\"\"\"
""",
    "docs/conf.py": """\
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

extensions = ["sphinxcontrib_ggdocs"]
ggdocs_docs = [{"slug": "shop", "title": "Shop", "http": ["shop:OrderApi"]}]
""",
    "docs/index.rst": "Shop\n====\n\n.. ggdocs:: shop\n",
}


def pythons() -> Iterator[tuple[tuple[int, ...], str]]:
    """The interpreters of this machine with their versions; a shim of pyenv may not run."""
    for place in PLACES:
        if (command := shutil.which(place)) is not None:
            done = subprocess.run(
                [command, "-I", "-c", VERSION], check=False, capture_output=True, text=True
            )
            if done.returncode == 0:
                yield tuple(map(int, done.stdout.split())), command


def interpreter(wanted: str) -> str:
    """The command of the oldest Python that is supported, or of the newest one."""
    found = dict(pythons())
    version = OLDEST if wanted == "oldest" else max(found)
    assert version in found, "install Python 3.11, as the command python3.11 or with pyenv"
    return found[version]


@pytest.fixture(scope="module", params=["oldest", "newest"])
def environment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, str]:
    """An environment in which the commands of a fresh virtual environment are found."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([interpreter(request.param), "-m", "venv", folder], check=True)
    outer = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    path = os.pathsep.join([str(folder / "bin"), outer["PATH"]])
    return {**outer, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installation_works(
    environment: Mapping[str, str], distributions: Path, kind: str, tmp_path: Path
) -> None:
    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    (file,) = distributions.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    # What the test before has installed is removed, and not taken for what is installed here.
    frozen = [line for line in run("pip", "freeze").splitlines() if line]
    if frozen:
        run("pip", "uninstall", "--quiet", "--yes", *(line.split(" @ ")[0] for line in frozen))
    run("pip", "install", "--quiet", str(file))
    assert run("python", "-I", "-W", "error", "-c", CODE).strip() == "no sphinx here"
    version = run("ggdocs", "--version").strip()
    assert version == f"ggdocs {sphinxcontrib_ggdocs.__version__}"

    for name, text in PROJECT.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    run("pip", "install", "--quiet", f"sphinxcontrib-ggdocs[sphinx] @ {file.as_uri()}")
    run("sphinx-build", "-q", "-W", "docs", "public")
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert "Fetch the total of an order." in page
    assert (tmp_path / "public" / "apidocs" / "shop" / "openapi.json").is_file()
