"""A service with a page of each viewer, one of several specifications, and pages that may do less
than they need.
"""

from collections.abc import Iterator

from fastapi import FastAPI

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs
from sphinxcontrib_ggdocs.serving.spec_docs import SpecDocs

from ..asyncapi.cases import ChatApi
from ..openapi.cases import PlainApi, UserApi

FORMATS: tuple[type[SpecDocs], ...] = (GGOpenApiDocs, GGAsyncApiDocs)


def tighter(policy: str) -> Iterator[str]:
    """The policy without one of its sources, for each of them."""
    directives = [directive.split() for directive in policy.split("; ")]
    for position, (name, *sources) in enumerate(directives):
        if name in ("script-src", "style-src", "connect-src", "img-src"):
            for source in sources:
                left = [each for each in sources if each != source] or ["'none'"]
                changed = [*directives[:position], [name, *left], *directives[position + 1 :]]
                yield "; ".join(" ".join(directive) for directive in changed)


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
for form, contents in ((GGOpenApiDocs, {"http": [UserApi]}), (GGAsyncApiDocs, {"ws": [ChatApi]})):
    for number, policy in enumerate(tighter(form.format.viewer.policy)):
        path = f"/tighter/{form.format.name}/{number}"
        form.register(
            app,
            **contents,
            docs_path=path,
            spec_path=f"{path}.json",
            content_security_policy=policy,
        )
