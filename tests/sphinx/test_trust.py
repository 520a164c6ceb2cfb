"""Text of others is data: what a description in a file, or of an application, says is shown and not
run, whatever the project has installed and configured.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from docutils.parsers.rst import directives, roles

from sphinxcontrib_ggdocs.native.safe_links import absolute_url, safe_url, without_unsafe_links

from .projects import Project

pytestmark = [  # MyST's own
    pytest.mark.filterwarnings("ignore:.*MystReferenceResolver.app"),
    pytest.mark.filterwarnings("ignore:.*BuildEnvironment.app"),
]

SECRET = "the-secret-of-another-file"
SCRIPT = "<script>window.hostile = 1</script>"


def _registered(module: Any, *registries: str) -> list[str]:
    """The names of all directives, or roles, that docutils, Sphinx and MyST have registered."""
    return sorted({name for registry in registries for name in vars(module)[registry] if name})


def hostile(secret: Path) -> str:
    """A description with each directive and role that is registered, in both markups."""
    parts = [SCRIPT, f"![image]({secret})", "{{ env.config }} {sub-ref}`today`"]
    parts += [f"{{{role}}}`{secret}` and :{role}:`{secret}`" for role in ("download", "raw")]
    for role in _registered(roles, "_role_registry", "_roles"):
        parts.append(f"{{{role}}}`x`")
    for name in (*_registered(directives, "_directive_registry", "_directives"), "eval-rst"):
        for argument in (str(secret), "html", ""):
            parts.append(f"```{{{name}}} {argument}\n{SCRIPT}\n```")
            parts.append(f".. {name}:: {argument}\n\n   {SCRIPT}")
    for option in (f":file: {secret}", f":url: {secret.as_uri()}"):
        parts.append(f"```{{csv-table}} t\n{option}\n```")
        parts.append(f".. csv-table:: t\n   {option}")
        parts.append(f".. raw:: html\n   {option}")
    parts.append(f"```{{eval-rst}}\n.. raw:: html\n\n   {SCRIPT}\n\n.. include:: {secret}\n```")
    parts.append("```{include} /no/such/file\n```")
    return "\n\n".join(parts)


def _filled(value: Any, text: str) -> Any:
    """A document whose texts are others."""
    if isinstance(value, list):
        return [_filled(item, text) for item in value]
    if not isinstance(value, dict):
        return value
    texts = ("description", "summary")
    return {key: text if key in texts else _filled(item, text) for key, item in value.items()}


OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1", "description": "", "summary": ""},
    "servers": [{"url": "https://example.org", "description": ""}],
    "tags": [{"name": "things", "description": ""}],
    "paths": {
        "/things/{id}": {
            "summary": "",
            "description": "",
            "get": {
                "operationId": "get_thing",
                "tags": ["things"],
                "summary": "",
                "description": "",
                "parameters": [
                    {
                        "name": "id",
                        "in": "path",
                        "required": True,
                        "description": "",
                        "schema": {"type": "string", "description": ""},
                        "examples": {"one": {"summary": "", "description": "", "value": "x"}},
                    }
                ],
                "requestBody": {
                    "description": "",
                    "content": {"application/json": {"schema": {"type": "string"}}},
                },
                "responses": {
                    "200": {
                        "description": "",
                        "headers": {"X-A": {"description": "", "schema": {"type": "string"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}
                        },
                    },
                    "404": {"description": ""},
                },
            },
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "description": "",
                "properties": {"a": {"type": "string", "description": ""}},
            }
        },
        "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": ""}},
    },
    "security": [{"key": []}],
}
ASYNCAPI: dict[str, Any] = {
    "asyncapi": "3.0.0",
    "info": {"title": "B", "version": "1", "description": ""},
    "channels": {
        "live": {
            "address": "/live",
            "title": "Live",
            "summary": "",
            "description": "",
            "messages": {
                "placed": {
                    "summary": "",
                    "description": "",
                    "payload": {"type": "object", "description": ""},
                }
            },
        }
    },
    "operations": {
        "placed": {
            "action": "send",
            "channel": {"$ref": "#/channels/live"},
            "summary": "",
            "description": "",
            "messages": [{"$ref": "#/channels/live/messages/placed"}],
        }
    },
}
CONTRACT_DOCUMENT: dict[str, Any] = {
    "version": "2.1",
    "markup": "rst",
    "service": {"slug": "c", "name": "C", "description": "", "summary": ""},
    "groups": [
        {
            "name": "G",
            "slug": "g",
            "description": "",
            "contracts": [
                {
                    "name": "ThingApi",
                    "kind": "http",
                    "pathPrefix": "/",
                    "description": "",
                    "methods": [
                        {
                            "name": "get_it",
                            "summary": "",
                            "description": "",
                            "httpMethod": "GET",
                            "httpPath": "/it",
                            "errors": ["GONE"],
                        }
                    ],
                }
            ],
        }
    ],
    "schemas": {"Thing": {"type": "object", "description": ""}},
    "errors": {"GONE": {"type": "GONE", "statusCode": 410, "description": ""}},
    "uses": {},
}
APPLICATION = """\
from pathlib import Path

from fastapi import FastAPI, Query

TEXT = Path(__file__).with_name("hostile.txt").read_text(encoding="utf-8")
app = FastAPI(title="D", description=TEXT, summary=TEXT)


@app.get("/things", summary=TEXT, description=TEXT, response_description=TEXT)
def things(a: str = Query(description=TEXT)) -> str:
    return a
"""


@pytest.fixture
def hostile_project(project: Project) -> tuple[Project, Path]:
    """A project that documents files and an application with hostile descriptions, and the file
    that these want to read.
    """
    secret = project.folder / "outside" / "secret.csv"
    secret.parent.mkdir()
    secret.write_text(f"{SECRET},b\n", encoding="utf-8")
    text = hostile(secret)
    project.write("hostile.txt", text)
    documents = {"openapi": OPENAPI, "asyncapi": ASYNCAPI, "contract_document": CONTRACT_DOCUMENT}
    for name, document in documents.items():
        project.write(f"{name}.json", json.dumps(_filled(document, text)))
    project.write(f"{project.module}.py", APPLICATION)
    docs = [
        {"slug": f"{name.replace('_', '-')}-file", "title": name, name: f"{name}.json"}
        for name in documents
    ]
    docs.append({"slug": "app", "title": "app", "app": f"{project.module}:app"})
    project.config["ggdocs_docs"] = docs
    project.page("Hostile\n=======\n\n.. ggdocs::\n")
    return project, secret


@pytest.mark.parametrize(
    "extensions",
    [
        pytest.param([], id="without MyST"),
        pytest.param(["myst_parser"], id="with MyST"),
    ],
)
def test_descriptions_of_others_run_nothing(
    hostile_project: tuple[Project, Path],
    extensions: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requests: list[Any] = []
    monkeypatch.setattr("urllib.request.urlopen", lambda *args, **_options: requests.append(args))
    project, secret = hostile_project
    project.config |= {
        "extensions": ["sphinxcontrib_ggdocs", *extensions],
        "ggdocs_allow_raw": True,
    }
    if extensions:
        project.config["myst_enable_extensions"] = [
            "substitution", "html_image", "html_admonition", "colon_fence", "attrs_inline",
        ]  # fmt: skip
    built = project.build()
    page = built.read("index.html")
    assert built.warnings == ""
    for slug in ("openapi-file", "asyncapi-file", "contract-document-file", "app"):
        assert f'"{slug}/api-docs.json"' in page or f"/{slug}/api-docs.json" in page, slug
    assert SCRIPT not in page
    published = [
        file
        for file in built.out.rglob("*")
        if file.is_file() and SECRET.encode() in file.read_bytes()
    ]
    assert published == []
    assert not any(file.name == secret.name for file in built.out.rglob("*"))
    assert requests == []


SPELLINGS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\x01javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.org/x",
    "\\\\example.org\\x",
    "/\\example.org",
]


@pytest.mark.parametrize("url", SPELLINGS)
def test_hostile_addresses_are_no_links(url: str) -> None:
    assert safe_url(url) == ""
    assert absolute_url(url) == ""
    assert absolute_url(url, "https://example.org/a/") == ""


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[x](javascript:alert)", "[x](#javascript:alert)"),
        ("[x](<java\tscript:alert>)", "[x](<#java\tscript:alert>)"),
        ("![x](java&#115;cript:alert)", "![x](#java&#115;cript:alert)"),
        ("[x](javascript\\:alert)", "[x](#javascript\\:alert)"),
        ("> [r]: data:text/html,x", "> [r]: #data:text/html,x"),
        ("<vbscript:x>", "<#vbscript:x>"),
        ("[x](blob:https://example.org/1)", "[x](#blob:https://example.org/1)"),
        ("[x](filesystem:https://example.org/1)", "[x](#filesystem:https://example.org/1)"),
        ("[x](https://example.org) `<std::string>`", "[x](https://example.org) `<std::string>`"),
    ],
)
def test_unsafe_links_of_markdown_lead_nowhere(written: str, expected: str) -> None:
    assert without_unsafe_links(written) == expected


@pytest.mark.parametrize(
    ("url", "base_url", "expected"),
    [
        ("https://example.org/x", None, "https://example.org/x"),
        ("mailto:a@example.org", None, "mailto:a@example.org"),
        ("../x", None, ""),
        ("#x", None, ""),
        ("/x", None, ""),
        ("../x", "https://example.org/a/b", "https://example.org/x"),
        ("#x", "https://example.org/a", "https://example.org/a#x"),
    ],
)
def test_absolute_addresses(url: str, base_url: str | None, expected: str) -> None:
    assert absolute_url(url, base_url) == expected


INSERTING = {
    "rst": "Fetch.\n\n    .. raw:: html\n\n       <script>own</script>\n\n    .. include:: note.txt\n",
    "markdown": (
        "Fetch.\n\n    ```{raw} html\n    <script>own</script>\n    ```\n\n"
        "    ```{include} note.txt\n    ```\n\n    <b>own</b>\n"
    ),
}


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("markup", INSERTING)
def test_descriptions_of_contracts_insert_only_what_is_allowed(
    project: Project, markup: str, allowed: bool
) -> None:
    project.write("note.txt", "Words of a note.\n")
    source = (project.folder / f"{project.module}.py").read_text(encoding="utf-8")
    text = INSERTING[markup]
    project.write(f"{project.module}.py", source.replace("Fetch an order. With *emphasis*.", text))
    project.config |= {
        "extensions": ["myst_parser", "sphinxcontrib_ggdocs"],
        "ggdocs_markup": markup,
        "ggdocs_allow_raw": allowed,
        "exclude_patterns": ["note.txt"],
    }
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    page = built.read("index.html")
    assert ("<script>own</script>" in page) is allowed, built.warnings
    assert ("Words of a note." in page) is allowed
    assert "Fetch." in page
    assert ("include" in built.warnings) is not allowed


def test_descriptions_of_applications_insert_nothing(project: Project) -> None:
    """In reStructuredText neither, where the project's own contracts may."""
    project.write("note.txt", "Words of a note.\n")
    text = INSERTING["rst"].replace("\n    ", "\n")
    application = f"from fastapi import FastAPI\n\napp = FastAPI(title='D', description={text!r})\n"
    project.write(f"{project.module}.py", application)
    project.config |= {
        "ggdocs_docs": [{"slug": "app", "app": f"{project.module}:app", "markup": "rst"}],
        "ggdocs_allow_raw": True,
        "exclude_patterns": ["note.txt"],
    }
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    page = built.read("index.html")
    assert "Fetch." in page
    assert "<script>own</script>" not in page
    assert "Words of a note." not in page


@pytest.mark.parametrize("allowed", [False, True])
def test_files_from_outside_of_the_project_are_not_published(
    project: Project, allowed: bool
) -> None:
    folder = project.folder
    (folder.parent / f"{folder.name}-secret.txt").write_text("secret", encoding="utf-8")
    (folder.parent / f"{folder.name}-secret.svg").write_text("<svg/>", encoding="utf-8")
    project.write("own.svg", "<svg/>")
    source = (folder / f"{project.module}.py").read_text(encoding="utf-8")
    outside = f"/../{folder.name}-secret"
    text = (
        f"Fetch :download:`it <{outside}.txt>`.\n\n        .. image:: {outside}.svg\n\n"
        "        .. image:: /own.svg\n"
    )
    project.write(f"{project.module}.py", source.replace("Fetch an order. With *emphasis*.", text))
    project.config |= {"ggdocs_markup": "rst", "ggdocs_allow_raw": allowed}
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    page = built.read("index.html")
    assert ("_downloads/" in page) is allowed
    assert re.findall(r'src="_images/([\w-]*)', page) == [f"{folder.name}-secret"] * allowed + [
        "own"
    ]
    assert built.warnings == ""


def test_a_directive_that_fails_costs_itself_only(project: Project) -> None:
    source = (project.folder / f"{project.module}.py").read_text(encoding="utf-8")
    failing = "from docutils.parsers.rst import Directive, directives\n\n\n"
    failing += "class Failing(Directive):\n    def run(self):\n        raise OSError('gone')\n\n\n"
    failing += "directives.register_directive('failing', Failing)\n\n\n"
    text = "Fetch.\n\n        .. failing::\n"
    project.write(
        f"{project.module}.py", failing + source.replace("Fetch an order. With *emphasis*.", text)
    )
    project.config["ggdocs_markup"] = "rst"
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    assert "the description cannot be parsed: OSError: gone" in built.warnings
    assert "index.rst:description of shop.OrderApi.get_order" in built.warnings
    assert "Somebody has bought something." in built.read("index.html")


def test_relative_links_of_files_are_resolved_against_the_base_url(project: Project) -> None:
    text = "See [keys](../admin-api-keys), [x](https://example.org/x) and `[code](../no)`."
    project.write("api.json", json.dumps(_filled(OPENAPI, text)))
    project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
    document = {"slug": "things", "title": "Things", "openapi": "api.json"}
    project.config["ggdocs_docs"] = [document]
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    assert built.warnings == ""
    assert not re.search('href="[^"]*admin-api-keys', built.read("index.html"))
    assert 'href="https://example.org/x"' in built.read("index.html")
    document["base_url"] = "https://example.org/docs/api/"
    page = project.build().read("index.html")
    assert 'href="https://example.org/docs/admin-api-keys"' in page
    assert "[code](../no)" in page
