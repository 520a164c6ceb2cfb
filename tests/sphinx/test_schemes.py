"""How callers identify themselves, in the text of a page: described once, named with each method."""

import pytest

from .projects import Project

APP = """\
from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer, OAuth2PasswordBearer

app = FastAPI(title="Things")
token = HTTPBearer(description="Ask *us* for a token.")
login = OAuth2PasswordBearer("/login")
unused = HTTPBearer(scheme_name="Unused", description="For nobody.")


@app.get("/one")
def one(known: str = Depends(token)) -> None: ...


@app.get("/two")
def two(known: str = Depends(token)) -> None: ...


@app.get("/three")
def three(known: str = Depends(login)) -> None: ...
"""


def test_a_directive_for_an_object_describes_schemes_once(project: Project) -> None:
    project.write("schemes_app.py", APP)
    project.config["ggdocs_docs"] = [{"slug": "things", "app": "schemes_app:app"}]
    project.page(
        "Things\n======\n\n.. gg:contract:: Things\n\nHere:\n\n.. gg:method:: two\n   :no-index:\n"
    )
    built = project.build()
    assert built.warnings == ""
    contract, method = built.read("index.html").split("Here:")
    assert contract.count("(header): bearer token</p>\n<p>Ask <em>us</em> for a token.</p>") == 1
    assert contract.count("Ask <em>us</em>") == 1
    assert method.count("Ask <em>us</em>") == 1


@pytest.mark.parametrize("split", ["none", "group"])
def test_a_scheme_is_described_in_the_head_of_the_document(project: Project, split: str) -> None:
    project.write("schemes_app.py", APP)
    document = {"slug": "things", "app": "schemes_app:app", "split": split}
    project.config["ggdocs_docs"] = [document]
    project.page("Things\n======\n\n.. ggdocs::\n")
    built = project.build()
    assert built.warnings == ""
    front = built.read("index.html")
    assert front.count("Ask <em>us</em> for a token.") == 1
    assert "OAuth 2 – Password: token" in front
    pages = "".join(page.read_text(encoding="utf-8") for page in built.out.rglob("*.html"))
    assert "For nobody." not in pages
    assert pages.count("Ask <em>us</em> for a token.") == 1
    assert pages.count("(header): bearer token") == 1 + 2
