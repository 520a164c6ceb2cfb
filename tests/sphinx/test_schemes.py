"""How callers identify themselves, in the text of a page: described once, named with each method."""

from .projects import Project

APP = """\
from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer, OAuth2PasswordBearer

app = FastAPI(title="Things")
token = HTTPBearer(description="Ask *us* for a token.")
login = OAuth2PasswordBearer("/login")


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
