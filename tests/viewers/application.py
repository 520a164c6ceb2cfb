"""A service with a page of each viewer, and one of several specifications."""

from fastapi import FastAPI

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs

from ..asyncapi.cases import ChatApi
from ..openapi.cases import PlainApi, UserApi

app = FastAPI(openapi_url=None)
GGOpenApiDocs.register(app, http=[UserApi], title="Users")
GGAsyncApiDocs.register(app, ws=[ChatApi], title="Chat", version="1.0.0")
GGOpenApiDocs.register(
    app,
    docs=[
        {"slug": "users", "title": "Users", "http": [UserApi]},
        {"slug": "plain", "title": "Plain things", "http": [PlainApi]},
    ],
    docs_path="/groups",
)
