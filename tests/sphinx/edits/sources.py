"""The files of a service: its modules, the configuration and the pages."""

from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

from .service import LIMITS, TYPE_MODULES, Contract, Document, Method, Service, words

IMPORTS = """\
from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, http, ws
"""
CONF = """\
import pathlib
import sys

for folder in {folders!r}:
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / folder))
extensions = ["sphinxcontrib_ggdocs"]
project = "Edits"
copyright = "nobody"
version = "1"
exclude_patterns = ["mods"]
gettext_compact = False
templates_path = ["templates"]
"""
LAYOUT = """\
<html lang="{{ language }}">
<head>{% for each in css_files %}{{ css_tag(each) }}{% endfor %}
{% for each in script_files %}{{ js_tag(each) }}{% endfor %}
{% block scripts %}{% endblock %}{% block extrahead %}{% endblock %}</head>
<body>{{ title }} {{ toc }}{% if "<gg-docs" in body %}{{ (prev or {}).title }} {{ (next or {}).title }}{% endif %}
{% block body %}{% endblock %}</body>
</html>
"""
"""A theme takes longer. Only pages of ours name the pages before and after, which Sphinx does not
keep up to date."""


def sources(service: Service) -> dict[str, str]:
    """Texts by path."""
    modules: dict[str, list[tuple[str, str]]] = {}
    for module, name, text in _definitions(service):
        modules.setdefault(module, []).append((name, text))
    files = {
        path_of(service, module): _module(service, module, parts)
        for module, parts in modules.items()
    }
    files[path_of(service, LIMITS)] = f"LIMIT = {service.limit}\n"
    files[path_of(service, "shop.facade")] = _imports(
        service, "shop.facade", [*service.models, *service.errors]
    )
    for package in ("shop/__init__.py", "shop/types/__init__.py"):
        files[f"{service.folders['shop']}/{package}"] = ""
    for module, comment in service.comments.items():
        files[path_of(service, module)] = files.get(path_of(service, module), "") + f"# {comment}\n"
    if service.broken:
        files[path_of(service, service.broken)] += "\n1 / 0\n"
    config = "".join(f"{name} = {value!r}\n" for name, value in service.config.items())
    conf = CONF.format(folders=sorted({*service.folders.values()}))
    files["source/conf.py"] = (
        f"{conf}ggdocs_docs = {[_spec(service, each) for each in service.documents]!r}\n{config}"
    )
    files["source/templates/layout.html"] = LAYOUT
    pages = dict(_pages(service))
    pages["index"] = _page("Edits", ".. toctree::\n\n" + "".join(f"   {name}\n" for name in pages))
    return files | {f"source/{name}.rst": text for name, text in pages.items()}


def path_of(service: Service, module: str) -> str:
    folder = service.folders.get(module) or service.folders[module.partition(".")[0]]
    return f"{folder}/{module.replace('.', '/')}.py"


def _module(service: Service, module: str, parts: list[tuple[str, str]]) -> str:
    own = [name for name, _text in parts]
    used = {word for _name, text in parts for word in words(text) if word not in own}
    return (
        IMPORTS
        + _imports(service, module, sorted(used))
        + "\n\n"
        + "\n\n".join(text for _name, text in parts)
    )


def _imports(service: Service, module: str, names: list[str]) -> str:
    style = service.imports.get(module, "name")
    lines = []
    for name in names:
        home = service.module_of(name)
        if home is None:
            continue
        if style == "module":
            lines.append(f"import {home}\n{name} = {home}.{name}\n")
        elif style == "member":
            package, _dot, last = home.rpartition(".")
            lines.append(f"from {package} import {last}\n{name} = {last}.{name}\n")
        elif style == "facade" and (name in service.models or name in service.errors):
            lines.append(f"from shop.facade import {name}\n")
        else:
            lines.append(f"from {home} import {name}\n")
    return "".join(lines)


def _definitions(service: Service) -> Iterator[tuple[str, str, str]]:
    """Module, name and text."""
    for name, brand in service.brands.items():
        yield TYPE_MODULES[0], name, f"{name} = NewType({name!r}, {brand.base})\n"
    for name, model in service.models.items():
        fields = "".join(f"    {_field(*field)}\n" for field in model.fields.items())
        yield (
            model.module,
            name,
            f"class {name}(BaseModel):\n    {_docstring(model.text)}\n\n{fields}",
        )
    for name, error in service.errors.items():
        text = (
            f"{name} = ERROR.define({name!r}, {error.status}, data={error.data}, "
            f"description={error.text!r})\n"
        )
        yield error.module, name, text
    for name, contract in service.contracts.items():
        yield contract.module, name, _contract(service, name, contract)


def _field(name: str, type_: str) -> str:
    return f"{name}_: {type_} = Field(alias={name!r})" if iskeyword(name) else f"{name}: {type_}"


def _contract(service: Service, name: str, contract: Contract) -> str:
    methods = "".join(_method(service, each, method) for each, method in contract.methods.items())
    head = (
        f"@{contract.kind}.api({contract.path!r})\nclass {name}(Protocol):\n    "
        f"{_docstring(contract.text)}\n"
    )
    return head + methods


def _method(service: Service, name: str, method: Method) -> str:
    errors = f"errors=[{', '.join(method.errors)}]"
    message = next(iter(service.models))
    match method.kind:
        case "client_to_server":
            marks, takes, gives = (
                f"ws.client_to_server({errors})",
                f"message: {message}",
                method.gives,
            )
        case "server_to_client":
            marks, takes, gives = "ws.server_to_client", f"message: {message}", "None"
        case "get":
            plain = "int" if set(words(method.takes)) & service.models.keys() else method.takes
            marks, takes, gives = (
                f"http.get({method.path!r}, {errors}",
                f"{method.parameter}: {plain}",
                method.gives,
            )
        case _:
            marks, takes, gives = (
                f"http.{method.kind}({method.path!r}, {errors}",
                f"body: {method.takes}",
                method.gives,
            )
    if _is_http(method):
        marks += f", deprecated={method.deprecated})"
    return (
        f"\n    @{marks}\n    def {name}(self, {takes}) -> {gives}:\n        "
        f"{_docstring(method.text)}\n        ...\n"
    )


def _is_http(method: Method) -> bool:
    return method.kind in ("get", "post", "put")


def _docstring(text: str) -> str:
    return f'"""{text}"""'


def _spec(service: Service, document: Document) -> dict[str, Any]:
    spec: dict[str, Any] = {"slug": document.slug, "title": document.title}
    for name in ("split", "version", "description", "markup"):
        if value := getattr(document, name):
            spec[name] = value
    entries = [
        (service.contracts[name], f"{service.contracts[name].module}:{name}")
        for name in document.contracts
    ]
    if not document.grouped:
        return spec | {
            kind: [entry for contract, entry in entries if contract.kind == kind]
            for kind in ("http", "ws")
        }
    groups: dict[str, dict[str, Any]] = {}
    for contract, entry in entries:
        empty = {"name": contract.group, "description": document.group_text, "http": [], "ws": []}
        groups.setdefault(contract.group, empty)[contract.kind].append(entry)
    return spec | {"groups": list(groups.values())}


def _page(title: str, text: str) -> str:
    return f"{title}\n{'=' * len(title)}\n\n{text}\n"


def _pages(service: Service) -> Iterator[tuple[str, str]]:
    """Name and text of each page below the first."""
    if service.together:
        yield "all", _page("All", ".. ggdocs::\n")
    else:
        for each in service.documents:
            yield (
                f"doc_{each.slug}",
                _page(
                    f"Document {each.slug}",
                    f"{each.prose}\n\n.. ggdocs:: {each.slug}\n",
                ),
            )
    shown = service.shown()
    links = "\n\nSee " + ", ".join(_links(service, shown)) + "."
    for name, text in service.prose.items():
        yield name, _page(name.title(), text + (links if service.links else ""))
    if service.parts:
        yield "parts", _page("Parts", "\n".join(_parts(service, shown[-2:])))


def _links(service: Service, contracts: list[str]) -> Iterator[str]:
    for name in contracts:
        yield f":gg:contract:`{name}`"
        for number, method in enumerate(service.contracts[name].methods):
            yield f":{('any', 'gg:method')[number % 2]}:`{name}.{method}`"


def _parts(service: Service, contracts: list[str]) -> Iterator[str]:
    for name in contracts:
        slug = next(document.slug for document in service.documents if name in document.contracts)
        method, facts = next(iter(service.contracts[name].methods.items()))
        yield f".. gg:method:: {name}.{method}\n   :no-index:\n"
        if facts.kind != "server_to_client":
            yield f".. gg:error:: {slug}.{facts.errors[0]}\n   :no-index:\n"
