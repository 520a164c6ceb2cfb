"""The pages of viewers on a service, without a browser: what they refer to is served."""

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs
from sphinxcontrib_ggdocs.serving.spec_docs import SpecDocs

from ..asyncapi.cases import ChatApi
from ..openapi.cases import UserApi
from ..serving.test_headers import ask


@pytest.mark.parametrize(
    ("form", "contents", "path", "policy"),
    [
        (GGOpenApiDocs, {"http": [UserApi]}, "/openapi", "script-src 'self';"),
        (GGAsyncApiDocs, {"ws": [ChatApi]}, "/asyncapi", "script-src 'self' 'unsafe-eval';"),
    ],
)
def test_a_page_with_all_of_its_files(
    form: type[SpecDocs], contents: dict[str, Any], path: str, policy: str
) -> None:
    app = form.register(FastAPI(openapi_url=None), **contents, title="Shop")
    assert ask(app, f"{path}.json").json()["info"]["title"] == "Shop"
    page = ask(app, path)
    assert page.status_code == 200
    assert policy in page.headers["content-security-policy"]
    links = re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^":]+)"', page.text)
    assert {link.rpartition(".")[2] for link in links} == {"js", "css"}
    assert len(links) == 4
    for link in links:
        assert ask(app, urljoin(f"http://shop{path}", link)).status_code == 200, link


def test_relative_servers_are_below_the_path_of_the_service() -> None:
    app = GGOpenApiDocs.register(
        FastAPI(openapi_url=None),
        http=[UserApi],
        title="Shop",
        servers=["/", "/v1", "/shop", "/shop/v2", "/shopping", "https://example.org"],
    )
    servers = ask(app, "/openapi.json", root_path="/shop").json()["servers"]
    urls = ["/shop", "/shop/v1", "/shop", "/shop/v2", "/shop/shopping", "https://example.org"]
    assert [server["url"] for server in servers] == urls
