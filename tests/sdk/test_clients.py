"""Clients are generated from the example's OpenAPI, type-checked, and the Python one calls the
running service.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..node_packages import installed
from .service import exported, market

HERE = Path(__file__).parent


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package ``client``, made by openapi-python-client, and a program that uses
    it.
    """
    folder = tmp_path_factory.mktemp("python")
    said = run(
        sys.executable,
        *("-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"),
        *("--path", str(exported(folder, "platform")), "--output-path", str(folder / "client")),
        *("--config", str(HERE / "openapi-python-client.yaml")),
        cwd=folder,
    )
    assert "WARNING" not in said
    shutil.copy(HERE / "use_client.py", folder)
    return folder


def test_the_python_client_has_sound_types(python_client: Path) -> None:
    run(sys.executable, "-m", "mypy", "--strict", "client", "use_client.py", cwd=python_client)


def test_the_python_client_calls_the_service(python_client: Path) -> None:
    with market() as url:
        run(sys.executable, "use_client.py", url, cwd=python_client)


def test_the_typescript_types(tmp_path: Path) -> None:
    run(
        "node",
        installed(".bin/openapi-typescript"),
        exported(tmp_path, "platform"),
        "-o",
        "platform.d.ts",
        cwd=tmp_path,
    )
    shutil.copy(HERE / "use_types.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run(
        "node",
        installed(".bin/tsc"),
        "--strict",
        "--noEmit",
        "--module",
        "nodenext",
        "use_types.ts",
        cwd=tmp_path,
    )
