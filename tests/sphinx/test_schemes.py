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


@pytest.mark.parametrize("split", ["none", "group"])
def test_a_scheme_is_described_in_the_head_of_the_document(project: Project, split: str) -> None:
    project.write("schemes_app.py", APP)
    project.page(f"Things\n======\n\n.. ggdocs::\n   :app: schemes_app:app\n   :split: {split}\n")
    built = project.build()
    assert built.warnings == ""
    front = built.read("index.html")
    assert front.count("Ask <em>us</em> for a token.") == 1
    assert "OAuth 2 – Password: token" in front
    pages = "".join(page.read_text(encoding="utf-8") for page in built.out.rglob("*.html"))
    assert "For nobody." not in pages
    assert pages.count("Ask <em>us</em> for a token.") == 1
    assert pages.count("(header): bearer token") == 1 + 2
