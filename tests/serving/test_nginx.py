"""The snippets of the guide to deployments in the real nginx, word for word."""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.native import GGApiDocs, build_api_docs
from sphinxcontrib_ggdocs.native.bundle import installed_bundle
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs

from ..waiting import HANG
from .frameworks import OPTIONS, OrderApi
from .hosting import by_uvicorn
from .servers import reserved_port, wait_for

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "deployments.md"
STATIC, PROXY = re.findall(
    r"^```nginx\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
MIME_TYPES = Path("/etc/nginx/mime.types")

CONFIGURATION = """
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
    include {mime};
    access_log off;
    client_body_temp_path temp;
    proxy_temp_path temp;
    fastcgi_temp_path temp;
    uwsgi_temp_path temp;
    scgi_temp_path temp;
    {upstreams}
    server {{
        listen 127.0.0.1:{port};
{snippet}
    }}
}}
"""


@contextlib.contextmanager
def by_nginx(folder: Path, snippet: str, **upstreams: str) -> Iterator[httpx.Client]:
    """A client of nginx with a snippet in its server; it asks for each upstream at an address."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    assert program, "run scripts/nginx.sh, as make test does"
    blocks = [
        f"upstream {name} {{ server {url.removeprefix('http://')}; }}"
        for name, url in upstreams.items()
    ]
    (folder / "temp").mkdir()
    with reserved_port() as port:
        (folder / "nginx.conf").write_text(
            CONFIGURATION.format(
                mime=MIME_TYPES, port=port, snippet=snippet, upstreams="\n    ".join(blocks)
            )
        )
        with subprocess.Popen(
            [program, "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"],
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                wait_for(port, lambda: process.poll() is None)
                with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=HANG) as client:
                    yield client
            finally:
                process.terminate()
                process.communicate(timeout=HANG)


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A static site."""
    folder = tmp_path_factory.mktemp("nginx")
    build_api_docs({"out_dir": folder / "www" / "apis", "docs": list(OPTIONS.docs)})
    with by_nginx(folder, STATIC) as client:
        yield client


def test_the_folder_without_its_slash_leads_to_the_page(static: httpx.Client) -> None:
    answer = static.get("/apis")
    assert (answer.status_code, answer.headers["location"]) == (301, "/apis/")
    page = static.get("/apis/")
    assert "<gg-docs" in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["orders/api-docs.json", *sorted(installed_bundle().resources())])
def test_files_are_compressed_and_cached(static: httpx.Client, path: str) -> None:
    answer = static.get(f"/apis/{path}", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    assert answer.headers["cache-control"] == kept


def test_services_behind_prefixes(tmp_path: Path) -> None:
    def service() -> FastAPI:
        app = FastAPI(openapi_url=None)
        GGOpenApiDocs.register(app, http=[OrderApi])
        return GGApiDocs.register(app, OPTIONS)

    (tmp_path / "front").mkdir()
    (tmp_path / "front" / "index.html").write_text("front")
    with (
        by_uvicorn({"orders": service()}, root_path="/orders") as orders,
        by_uvicorn({"billing": service()}) as billing,
        by_nginx(tmp_path, PROXY, **orders, **billing) as client,
    ):
        assert client.get("/").text == "front"
        for prefix in ("/orders", "/billing"):
            assert client.get(prefix).status_code == 301
            for address in (f"{prefix}/docs", f"{prefix}/docs/"):
                page = client.get(address)
                script = next(part for part in page.text.split('"') if part.endswith(".js"))
                assert client.get(page.url.join(script)).status_code == 200
        servers = [
            client.get(f"{prefix}/openapi.json").json()["servers"]
            for prefix in ("/orders", "/billing")
        ]
        assert servers == [[{"url": "/orders"}], [{"url": "/"}]]
