"""A made-up project: the values that edits change, and the files that are rendered from them."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

PACKAGES = ("shop", "acme", "local")
WORDS = ("order", "user", "basket", "lamp", "river")
TEXTS = (
    *("model text", "address text", "error text", "contract text", "method text", "stock text"),
    *("title", "description", "group text", "prose", "prose beside", "comment", "unused"),
)
"""Edits that write another sentence."""
NAMES: Mapping[str, str] = {
    "model": "Model",
    "brand": "Brand",
    "error": "ERROR",
    "contract": "Contract",
    "method": "method",
    "path": "path",
    "slug": "slug",
    "page": "page",
}
"""Edits that give another name, and how it begins."""
VALUES: Mapping[str, Sequence[Any]] = {
    "status": (404, 409, 422),
    "brand base": ("str", "int", "float"),
    "limit": (10, 11, 12),
    # what means something in JSON Schema, in the contract document or to Sphinx
    "field": ("note", "items", "schemas", "default", "examples", "description"),
    "field type": ("str", "list[Address]", "Address | None", "bool"),
    "parameter": ("query", "source", "default", "items"),
    "takes": ("Address", "list[Address]", "str"),
    "error data": ("None", "Address", "int"),
    "more fields": (0, 1, 2),
    "more methods": (0, 1, 4),
    "deprecated": (False, True),
    "model module": ("shop.types.first", "shop.types.second"),
    "contract module": ("shop.accounts", "shop.sales"),
    "folder": ("lib", "one", "two"),
    "split": ("contract", "group", None, "none"),
    "grouped": (True, False),
    "group": ("Reading", "Writing"),
    "markup": ("", "markdown", "rst"),
    "owner of stock": ("beta", "alpha"),
    "contracts in another order": (False, True),
    "documents in another order": (False, True),
    "more documents": (False, True),
    "links": (True, False),
    "parts": (True, False),
    "in place": (True, False),
    "together": (False, True),
    "more pages": (False, True),
    "ggdocs_markup": ("markdown", "rst"),
    "language": ("en", "de"),
    "ggdocs_branding": ({"primary_color": "#112233"}, {"primary_color": "#445566"}),
    "ggdocs_out_dir": ("apidocs", "api", "deep/er"),
    "openapi": (True, False, {"openapi_version": "3.2"}),
}
"""Edits that choose another value; the first one is there before."""
EDITS = (*TEXTS, *NAMES, *VALUES)
CONFIGURED = ("ggdocs_markup", "language", "ggdocs_branding", "ggdocs_out_dir", "unused")
CONTRACT_MODULES = ("shop.accounts", "shop.sales", "local.extra")

IMPORTS = """\
from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, http, ws
"""
CONF = """\
import pathlib
import sys

for folder in ("lib", "one", "two", "source/mods"):
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


class Project:
    """All of it."""

    def __init__(self, draw: Random) -> None:
        self._count = 0
        self.broken = ""
        """A module that cannot be imported."""
        self.values: dict[str, Any] = {name: values[0] for name, values in VALUES.items()}
        for name in (*TEXTS, *NAMES):
            self.edit(name, draw)

    def edit(self, name: str, draw: Random) -> None:
        """Change one value."""
        self._count += 1
        word = f"{draw.choice(WORDS)}{self._count}"
        if name in TEXTS:
            self.values[name] = f"{word} {draw.choice(WORDS)}."
        elif name in NAMES:
            self.values[name] = NAMES[name] + word
        else:
            others = [value for value in VALUES[name] if value != self.values[name]]
            self.values[name] = draw.choice(others)

    def files(self) -> dict[str, str]:
        """The texts of all files by path."""
        files = {self._path_of(name): text for name, text in self._modules()}
        for package in ("shop/__init__.py", "shop/types/__init__.py"):
            files[f"{self.values['folder']}/{package}"] = ""
        if self.broken:
            files[self._path_of(self.broken)] += "\n1 / 0\n"
        config = {name: self.values[name] for name in CONFIGURED}
        config["ggdocs_to_openapi"] = {self.values["slug"]: self.values["openapi"]}
        config["ggdocs_docs"] = list(self._documents())
        files["source/conf.py"] = CONF + "".join(f"{k} = {v!r}\n" for k, v in config.items())
        files["source/templates/layout.html"] = LAYOUT
        pages = dict(self._pages())
        contents = ".. toctree::\n\n" + "".join(f"   {name}\n" for name in pages)
        for name, text in {"index": contents, **pages}.items():
            files[f"source/{name}.rst"] = f"{name}\n{'=' * len(name)}\n\n{text}\n"
        return files

    def _path_of(self, module: str) -> str:
        folders = {"shop": self.values["folder"], "acme": "one", "local": "source/mods"}
        return f"{folders[module.partition('.')[0]]}/{module.replace('.', '/')}.py"

    def _modules(self) -> Iterator[tuple[str, str]]:
        """Name and text of each module."""
        v = self.values
        yield "acme.limits", f"LIMIT = {v['limit']}\n"
        brand = f"{v['brand']} = NewType({v['brand']!r}, {v['brand base']})\n"
        yield "shop.types.brands", f"{IMPORTS}\n{brand}# {v['comment']}\n"
        address = f'class Address(BaseModel):\n    """{v["address text"]}"""\n\n    city: str\n'
        for name, imports in (
            ("shop.types.first", ""),
            ("shop.types.second", "from shop.types.first import Address\n"),
        ):
            text = address if name == "shop.types.first" else ""
            if name == v["model module"]:
                text += f"\n\n{self._model()}"
            yield name, f"{IMPORTS}{imports}{self._types_of_models()}\n\n{text}"
        error = (
            f"{v['error']} = ERROR.define({v['error']!r}, {v['status']}, data={v['error data']}, "
            f"description={v['error text']!r})\nLOST = ERROR.define('LOST', 404)\n"
        )
        yield "shop.mistakes", f"{IMPORTS}from shop.types.first import Address\n\n{error}"
        contracts: dict[str, str] = dict.fromkeys(CONTRACT_MODULES, "")
        for module, text in self._contracts():
            contracts[module] += f"\n\n{text}"
        for module, text in contracts.items():
            yield module, f"{IMPORTS}{self._types_of_contracts()}{text}"

    def _types_of_models(self) -> str:
        return (
            f"from acme.limits import LIMIT\nfrom shop.types.brands import {self.values['brand']}\n"
        )

    def _types_of_contracts(self) -> str:
        v = self.values
        return (
            f"from shop.mistakes import LOST, {v['error']}\n"
            f"from shop.types.brands import {v['brand']}\n"
            f"from shop.types.first import Address\nfrom {v['model module']} import {v['model']}\n"
        )

    def _model(self) -> str:
        v = self.values
        more = "".join(
            f"    more_{n}: {v['brand']} | None = None\n" for n in range(v["more fields"])
        )
        return (
            f'class {v["model"]}(BaseModel):\n    """{v["model text"]}"""\n\n'
            f"    id: {v['brand']}\n    {v['field']}: {v['field type']}\n"
            f"    amount: Annotated[int, Field(le=LIMIT)]\n    address: Address\n{more}"
        )

    def _contracts(self) -> Iterator[tuple[str, str]]:
        """Module and text of each contract."""
        v = self.values
        more = "".join(
            f"\n    @http.get('/more{n}')\n    def more_{n}(self) -> int: ...\n"
            for n in range(v["more methods"])
        )
        yield (
            v["contract module"],
            f'''\
@http.api("/{v["path"]}")
class {v["contract"]}(Protocol):
    """{v["contract text"]}"""

    @http.get("/{{id}}", errors=[{v["error"]}, LOST], deprecated={v["deprecated"]})
    def {v["method"]}(self, id: {v["brand"]}, {v["parameter"]}: int = 1) -> {v["model"]}:
        """{v["method text"]}"""
        ...

    @http.put("/{{id}}", errors=[LOST])
    def save(self, id: {v["brand"]}, body: {v["takes"]}) -> None: ...
{more}''',
        )
        yield (
            "shop.sales",
            f'''\
@http.api("/stock")
class StockApi(Protocol):
    """{v["stock text"]}"""

    @http.get("/{{id}}", errors=[{v["error"]}])
    def get_stock(self, id: {v["brand"]}) -> int: ...
''',
        )
        yield (
            "local.extra",
            f'''\
@ws.api("/live")
class FeedApi(Protocol):
    """What happens."""

    @ws.client_to_server(errors=[LOST])
    def follow(self, id: {v["brand"]}) -> {v["model"]}: ...

    @ws.server_to_client
    def changed(self, value: {v["model"]}) -> None: ...


@http.api("/users")
class UserApi(Protocol):
    """Who there is."""

    @http.get("/{{name}}", errors=[LOST])
    def get_user(self, name: str) -> Address: ...
''',
        )

    def _documents(self) -> Iterator[dict[str, Any]]:
        v = self.values
        order = f"{v['contract module']}:{v['contract']}"
        stock, user = "shop.sales:StockApi", "local.extra:UserApi"
        alpha, beta = [order], [user]
        (beta if v["owner of stock"] == "beta" else alpha).append(stock)
        if v["contracts in another order"]:
            alpha.reverse()
            beta.reverse()
        texts = {name: v[name] for name in ("title", "description") if v[name]}
        first = {"slug": v["slug"], **texts, "http": alpha, "ws": ["local.extra:FeedApi"]}
        second: dict[str, Any] = {"slug": "beta", "title": "Beta"}
        for name in ("split", "markup"):
            if v[name]:
                second[name] = v[name]
        if v["grouped"]:
            groups = [{"name": v["group"], "description": v["group text"], "http": beta}]
            second |= {"groups": [*groups, {"name": "Rest", "http": [order]}]}
        else:
            second |= {"http": [*beta, order]}
        documents = [first, second]
        if v["more documents"]:
            documents.append({"slug": "gamma", "title": "Gamma", "http": [user]})
        if v["documents in another order"]:
            documents.reverse()
        yield from documents

    def _pages(self) -> Iterator[tuple[str, str]]:
        """Name and text of each page below the first."""
        v = self.values
        slugs = [document["slug"] for document in self._documents()]
        if v["together"]:
            yield "all", ".. ggdocs::\n"
        else:
            for slug in slugs:
                yield f"doc_{slug}", f"{v['prose beside']}\n\n.. ggdocs:: {slug}\n"
        own = f"{v['slug']}.{v['contract']}"
        links = (
            f":gg:contract:`{own}`, :gg:method:`{own}.{v['method']}`, :any:`beta.UserApi.get_user`"
        )
        yield v["page"], f"{v['prose']} {links if v['links'] else ''}\n"
        if v["more pages"]:
            yield "story", "More words.\n"
        if v["parts"]:
            error = f".. gg:error:: {v['slug']}.{v['error']}\n   :no-index:\n"
            yield "parts", f".. gg:method:: {own}.{v['method']}\n   :no-index:\n\n{error}"
        if v["in place"]:
            yield (
                "own",
                ".. ggdocs::\n   :slug: own\n   :title: Own\n   :http: local.extra:UserApi\n",
            )
