"""The documentation is true: what it tells to type works, and it names everything that is
public.
"""

import asyncio
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import metadata
from pathlib import Path
from textwrap import dedent
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from sphinx.util.inventory import InventoryFile
from websockets.exceptions import InvalidStatus

import sphinxcontrib_ggdocs
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.directives.changelogs import GgdocsChangesDirective
from sphinxcontrib_ggdocs.directives.ggdocs import CONFIGURED, GgdocsDirective
from sphinxcontrib_ggdocs.directives.types import TypeDirective
from sphinxcontrib_ggdocs.ext.problems import Subtype
from sphinxcontrib_ggdocs.lint import RULES
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..conftest import BuildOnce
from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PUBLIC = [
    "contracts",
    "contracts.http",
    "contracts.ws",
    "catalog",
    "native",
    "openapi",
    "asyncapi",
    "adapters",
    "adapters.fastapi",
    "adapters.litestar",
    "adapters.ninja",
    "adapters.starlette",
    "agents",
    "history",
    "lint",
    "mock",
    "runtime",
]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def snippets(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [body for found, body in FENCE.findall(text) if found == language]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.part("guides")
def test_the_guide_to_contracts_is_one_module_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n\n".join(snippets("guides/contracts.md", "python"))
    (tmp_path / "guide_contracts.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("guide_contracts")
    spec = ApiDocSpec(
        slug="guide", title="Guide", http=[module.UserApi, module.UserFilesApi], ws=[module.ChatApi]
    )
    document = build_contract_doc(spec)
    assert {"UserId", "AdminId", "Email"} & document.schemas.keys() == {"UserId", "Email"}
    run(sys.executable, "-m", "mypy", "--strict", "guide_contracts.py", cwd=tmp_path)


def test_every_rule_stands_in_the_guide() -> None:
    text = (DOCS / "guides" / "contracts.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == [*RULES]


def test_the_guide_to_exports_works() -> None:
    made: dict[str, Any] = {"__name__": "guide_exports"}
    exec("\n\n".join(snippets("guides/exports.md", "python")), made)
    assert made["openapi"]["paths"].keys() == {"/orders/{id}"}
    assert made["asyncapi"]["channels"]
    of_application = made["openapi_of_application"]
    assert of_application["paths"].keys() == {"/orders/{id}"}
    assert of_application["components"]["schemas"]["OrderId"]["x-brand"] == ["OrderId"]
    (channel,) = made["asyncapi_of_application"]["channels"].values()
    assert channel["address"] == "/live"
    for path in (
        "/openapi",
        "/asyncapi",
        "/docs/http",
        "/plain",
        "/openapi.json",
        "/openapi/support.json",
    ):
        assert asyncio.run(get(made["app"], path)).status_code == 200, path


async def get(app: Any, path: str, **asked: Any) -> httpx.Response:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://shop"
    ) as client:
        return await client.get(path, **asked)


def test_the_guide_to_serving_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made: dict[str, Any] = {"__name__": "guide_serving"}
    exec("\n\n".join(snippets("guides/serving.md", "python")), made)
    assert "<gg-docs" in asyncio.run(get(made["app"], "/docs/api")).text
    document = asyncio.run(get(made["app"], "/docs/api/shop/api-docs.json")).json()
    assert document["service"]["name"] == "Shop API"
    assert asyncio.run(get(made["guarded"], "/docs/api/")).status_code == 401
    assert (
        asyncio.run(get(made["guarded"], "/docs/api/", auth=("reader", "secret"))).status_code
        == 200
    )
    for token, status in (("sesame", 200), ("x", 401)):
        answer = asyncio.run(
            get(made["for_programs"], "/docs/api", headers={"Authorization": f"Bearer {token}"})
        )
        assert answer.status_code == status
    visitor = asyncio.run(get(made["website"], "/docs/api"))
    assert (visitor.status_code, visitor.headers["location"]) == (303, "/sign-in")
    assert asyncio.run(get(made["by_reader"], "/docs/api/shop/api-docs.json")).status_code == 200
    assert (
        asyncio.run(get(made["by_reader"], "/docs/internal/shop/api-docs.json")).status_code == 403
    )
    assert (tmp_path / "site" / "shop" / "api-docs.json").is_file()
    assert made["report"].changed


def test_the_guide_to_implementing_works() -> None:
    made: dict[str, Any] = {"__name__": "guide_implementing"}
    exec("\n\n".join(snippets("guides/implementing.md", "python")), made)
    headers = {"authorization": "Bearer sesame"}
    assert asyncio.run(get(made["app"], "/orders/o1", headers=headers)).json() == {"id": "o1"}
    assert (
        asyncio.run(get(made["app"], "/orders/o2", headers=headers)).json()["type"]
        == "ORDER_NOT_FOUND"
    )
    assert asyncio.run(get(made["app"], "/orders/o1")).status_code == 401
    with (
        by_uvicorn({"it": made["app"]}, ws="websockets-sansio") as found,
        connect(f"{found['it'].replace('http', 'ws')}/live/1") as socket,
    ):
        for id, answer in (
            ("o1", {"data": {"id": "o1"}}),
            ("o2", {"error": {"type": "ORDER_NOT_FOUND"}}),
        ):
            socket.send(json.dumps({"id": 7, "method": "follow", "data": id}))
            frame = json.loads(socket.recv(HANG))
            if frame.get("method") == "order_changed":
                frame = json.loads(socket.recv(HANG))
            assert frame == {"id": 7, **answer}


def test_the_guide_to_websockets_works() -> None:
    """The service answers its client with what the comments beside each `print` say."""
    made: dict[str, Any] = {"__name__": "guide_websockets"}
    exec("\n\n".join(snippets("guides/websockets.md", "python")), made)
    (client,) = snippets("guides/websockets.md", "py")
    expected = re.findall(r"print\(.*\)  # (.*)", client)
    with by_uvicorn({"it": made["app"]}, ws="websockets-sansio") as address:
        url = address["it"].replace("http", "ws")
        run_client = client.replace("ws://127.0.0.1:8000", url)
        done = subprocess.run(
            [sys.executable, "-c", run_client], capture_output=True, text=True, check=True
        )
        lines = done.stdout.splitlines()
        assert [lines[0], lines[2]] == expected
        with pytest.raises(InvalidStatus) as refused, connect(f"{url}/rooms"):
            pass
        assert refused.value.response.status_code == 401


@pytest.mark.part("guides")
def test_the_guide_to_fastapi_works(tmp_path: Path) -> None:
    application = "\n\n".join(snippets("guides/fastapi.md", "python"))
    documents, _ = snippets("guides/fastapi.md", "text")
    (tmp_path / "shop.py").write_text(application, encoding="utf-8")
    (tmp_path / "index.rst").write_text("Shop\n====\n\n.. ggdocs::\n", encoding="utf-8")
    head = "import sys\nsys.path.insert(0, '.')\nextensions = ['sphinxcontrib_ggdocs']\n"
    (tmp_path / "conf.py").write_text(head + documents, encoding="utf-8")
    run(sys.executable, "-m", "sphinx", "-W", "-b", "html", ".", "_build", cwd=tmp_path)
    document = json.loads((tmp_path / "_build" / "apidocs" / "shop" / "api-docs.json").read_bytes())
    assert [group["name"] for group in document["groups"]] == ["Items"]
    assert {"ItemId", "Item", "Sold"} <= document["schemas"].keys()
    (stream,) = [line for line in document["uses"]["methods"] if line.endswith("/follow")]
    assert "Sold" in json.dumps(document["uses"]["methods"][stream])
    assert document["errors"].keys() == {"Not-Found", "OUT_OF_STOCK", "Validation-Error"}


def codes(base: type[ContractError]) -> Iterator[str]:
    for kind in base.__subclasses__():
        if "code" in vars(kind):
            yield kind.code
        yield from codes(kind)


def test_every_error_and_warning_has_a_heading() -> None:
    for module in pkgutil.walk_packages(sphinxcontrib_ggdocs.__path__, "sphinxcontrib_ggdocs."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    text = (DOCS / "reference" / "errors.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^### (\S+)$", text, re.MULTILINE))
    assert {*codes(ContractError), *Subtype} - headings == set()


def test_the_fields_of_documents_and_the_options_of_directives_are_listed() -> None:
    """In the first columns of the tables of a page, each once."""
    page = (DOCS / "reference" / "sphinx.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    listed = [name for line in lines for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    fields = {*ApiDocSpec.model_fields, "split", *Branding.model_fields}
    assert Counter(name for name in listed if name in fields) == Counter(fields)
    shown = (GgdocsDirective, GgdocsChangesDirective, TypeDirective)
    options = {option for directive in shown for option in directive.option_spec}
    options -= set(CONFIGURED)  # which are refused
    expected = {f":{name}:" for name in options if not re.match("no(?!-)", name)}
    written = [name for name in listed if re.fullmatch(r":[a-z-]+:", name)]
    assert set(written) == expected


def hidden_by(group: str) -> list[str]:
    """The importable packages of this environment that a dependency group does not install."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "dependency-groups"
    ]
    waiting = [Requirement(line) for line in ("pip", "sphinxcontrib-ggdocs", *groups[group])]
    installed: set[str] = set()
    seen: set[str] = set()
    while waiting:
        wanted = waiting.pop()
        installed.add(canonicalize_name(wanted.name))
        if str(wanted) in seen:
            continue
        seen.add(str(wanted))
        for needed in map(Requirement, metadata.requires(wanted.name) or ()):
            extras = ("", *wanted.extras)
            if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(needed)
    owners = metadata.packages_distributions()
    # Pygments looks for styles by entry points, and would find a hidden package by its own.
    styles = {
        entry.module.partition(".")[0] for entry in metadata.entry_points(group="pygments.styles")
    }
    others = [
        package
        for package, names in owners.items()
        if installed.isdisjoint(map(canonicalize_name, names))
    ]
    return [package for package in others if package not in styles]


BUILD_WITHOUT = """
import sys
from sphinx.cmd.build import main
sys.modules.update(dict.fromkeys({hidden!r}))  # importing such a module is an ImportError
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def documentation(build_once: BuildOnce) -> Path:
    """This project's own pages, built with no more than `make docs` installs."""

    def build(folder: Path) -> Path:
        script = BUILD_WITHOUT.format(hidden=hidden_by("docs"))
        sphinx = [sys.executable, "-c", script, "-b", "html", "-W", "-q"]
        run(*sphinx, "-d", folder / "trees", DOCS, folder, cwd=ROOT)
        return folder

    return build_once("documentation", build)


@pytest.fixture(scope="module")
def documented(documentation: Path) -> set[str]:
    """The Python names that these pages describe."""
    inventory = InventoryFile.loads((documentation / "objects.inv").read_bytes(), uri="")
    return {
        name
        for kind, entries in inventory.data.items()
        if kind.startswith("py:")
        for name in entries
    }


def public(package: str) -> set[str]:
    module = importlib.import_module(package)
    return {f"{package}.{name}" for name in module.__all__}


def fields_of(package: str) -> set[str]:
    """The fields of the public classes of a package that are no arguments in the docstring of the
    class or a base of it, each with the name of its class.
    """
    module = importlib.import_module(package)
    found = set[str]()
    for cls in [getattr(module, name) for name in module.__all__]:
        if isinstance(cls, type) and is_dataclass(cls):
            texts = "".join(base.__doc__ or "" for base in cls.__mro__)
            names = [field.name for field in fields(cls) if not field.name.startswith("_")]
            found |= {f"{cls.__name__}.{name}" for name in names if f"{name}:" not in texts}
    return found


def test_every_public_name_and_field_is_documented(documented: set[str]) -> None:
    described = {".".join(name.split(".")[-2:]) for name in documented}
    for name in PUBLIC:
        package = f"sphinxcontrib_ggdocs.{name}"
        assert public(package) - documented == set()
        assert fields_of(package) - described == set(), package


PAGES = ["native", "catalog", "exports", "history", "lint"]


@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.openapi.ExportWarning")
@pytest.mark.parametrize("page", PAGES)
def test_examples_of_the_reference_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "shop"}
    for code in rest_examples("contracts"):
        exec(code, names)
    names |= {"app": FastAPI(), "OtherApi": names["OrderApi"]}
    examples = rest_examples(page)
    assert examples
    for code in examples:
        exec(code, names)


def rest_examples(page: str) -> list[str]:
    """The blocks of Python in a page of the reference."""
    text = (DOCS / "reference" / f"{page}.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"^\.\. code-block:: python\n\n((?:   .*\n|\n)+)", text, re.MULTILINE)
    return [dedent(block) for block in blocks]
