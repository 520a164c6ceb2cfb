"""The pages of viewers on a service, without a browser: what they refer to is served."""

from fastapi import FastAPI

from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs

from ..openapi.cases import UserApi
from ..serving.test_headers import ask


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
