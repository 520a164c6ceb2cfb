"""A made-up service and its documentation: what edits change, and what the sources are rendered
from.
"""

import re
from collections.abc import Iterable
from itertools import filterfalse
from keyword import iskeyword
from random import Random
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

T = TypeVar("T")
WORDS = [
    "order",
    "user",
    "basket",
    "lamp",
    "river",
    "stone",
    "paper",
    "cloud",
    "engine",
    "garden",
    "ticket",
    "invoice",
]

KEYWORDS = [
    "source",
    "default",
    "example",
    "examples",
    "required",
    "value",
    "properties",
    "items",
    "enum",
    "const",
    "type",
    "title",
    "schemas",
    "errors",
    "uses",
    "methods",
    "groups",
    "description",
    "ref",
    "anchor",
    "name",
    "kind",
    "class",
    "from",
    "import",
]
"""Names that mean something in JSON Schema, in the contract document, to Sphinx or to Python."""

TYPE_MODULES = (
    "shop.types.brands",
    "shop.types.first",
    "shop.types.second",
    "acme.near",
    "acme.far",
)
"""Each imports from those before it only."""
ERROR_MODULES = ("shop.mistakes", "acme.failures")
LIMITS = "acme.limits"
CONTRACT_MODULES = ("shop.accounts", "shop.sales", "local.extra")
STATUSES = (404, 409, 422)
PACKAGES = ("shop", "acme", "local")


class Brand(BaseModel):
    """``NewType``, over another or over a plain type."""

    base: str


class Model(BaseModel):
    """A class of pydantic."""

    module: str
    text: str
    fields: dict[str, str]
    """Types by name, as written."""


class Error(BaseModel):
    """An error of the service."""

    module: str
    text: str
    status: int
    data: str | None


class Method(BaseModel):
    """A method of a contract."""

    kind: Literal["get", "post", "put", "client_to_server", "server_to_client"]
    path: str
    text: str
    parameter: str
    """In the query, of a ``get``."""
    takes: str
    gives: str
    errors: list[str]
    deprecated: bool = False


class Contract(BaseModel):
    """A contract."""

    module: str
    kind: Literal["http", "ws"]
    path: str
    text: str
    group: str
    methods: dict[str, Method] = {}


class Document(BaseModel):
    """One of ``ggdocs_docs``, and the page that shows it."""

    slug: str
    title: str
    contracts: list[str]
    split: Literal["contract", "group", "none"] | None = None
    grouped: bool = False
    group_text: str = ""
    version: str = ""
    description: str = ""
    markup: str = ""
    prose: str = ""


class Service(BaseModel):
    """All of it."""

    count: int = 0
    """Makes names that nobody has."""
    brands: dict[str, Brand] = {}
    models: dict[str, Model] = {}
    """Each mentions those before it only."""
    errors: dict[str, Error] = {}
    contracts: dict[str, Contract] = {}
    documents: list[Document] = []
    limit: int = 10
    comments: dict[str, str] = {}
    """At the end of modules."""
    imports: dict[str, Literal["name", "module", "member", "facade"]] = {}
    """How modules import."""
    folders: dict[str, str] = {
        "shop": "lib",
        "acme.near": "one",
        "acme": "two",
        "local": "source/mods",
    }
    """Where packages are, or single modules of one that has several folders."""
    prose: dict[str, str] = {"prose": "Plain words.", "story": "More words."}
    links: bool = True
    """Whether prose links to contracts."""
    parts: bool = True
    """Whether a page shows single methods and errors."""
    together: bool = False
    """Whether one page shows all documents."""
    config: dict[str, Any] = {}
    broken: str = ""
    """A module that cannot be imported."""

    def name(self, start: str, draw: Random) -> str:
        self.count += 1
        return f"{start}{draw.choice(WORDS).title()}{self.count}"

    def sentence(self, draw: Random) -> str:
        return f"{self.name('', draw)} {draw.choice(WORDS)} {draw.choice(WORDS)}."

    def rename(self, old: str, new: str) -> None:
        """Rename something everywhere."""
        text = re.sub(rf"\b{old}\b", new, self.model_dump_json())
        for name, value in type(self).model_validate_json(text):
            setattr(self, name, value)

    def add_brand(self, draw: Random) -> None:
        base = draw.choice(["str", "int", *list(self.brands)[:2]])
        self.brands[self.name("B", draw)] = Brand(base=base)

    def add_model(self, draw: Random) -> None:
        name, earlier = self.name("M", draw), list(self.models)
        low = max((level(self.models[each].module) for each in earlier), default=1)
        module = draw.choice(TYPE_MODULES[low : low + 2])
        self.models[name] = Model(module=module, text=self.sentence(draw), fields={})
        for _ in range(draw.randint(1, 3)):
            self.add_field(name, draw)

    def add_field(self, model: str, draw: Random) -> None:
        name = draw.choice([self.name("f_", draw).lower(), draw.choice(KEYWORDS)])
        self.models[model].fields[name] = self.type_of(self.usable_by(model), draw)

    def usable_by(self, model: str) -> list[str]:
        """The models that a model may mention: earlier ones, of modules that its own may import."""
        names = list(self.models)
        highest = level(self.models[model].module)
        earlier = names[: names.index(model)]
        return [name for name in earlier if level(self.models[name].module) <= highest]

    def add_error(self, draw: Random) -> None:
        self.errors[self.name("E_", draw).upper()] = Error(
            module=draw.choice(ERROR_MODULES),
            text=self.sentence(draw),
            status=draw.choice(STATUSES),
            data=draw.choice([None, *self.models]),
        )

    def add_contract(self, draw: Random) -> str:
        name = self.name("C", draw)
        self.contracts[name] = Contract(
            module=draw.choice(CONTRACT_MODULES),
            kind=draw.choice(["http", "http", "http", "ws"]),
            path="/" + self.name("p", draw),
            text=self.sentence(draw),
            group=draw.choice(["Reading", "Writing"]),
        )
        for _ in range(draw.randint(1, 3)):
            self.add_method(name, draw)
        return name

    def add_method(self, contract: str, draw: Random) -> None:
        http = self.contracts[contract].kind == "http"
        self.contracts[contract].methods[self.name("do_", draw).lower()] = Method(
            kind=draw.choice(
                ["get", "post", "put"] if http else ["client_to_server", "server_to_client"]
            ),
            path="/" + self.name("q", draw),
            text=self.sentence(draw),
            parameter=draw.choice(["query", *filterfalse(iskeyword, KEYWORDS)]),
            takes=self.type_of(self.models, draw),
            gives=self.type_of(self.models, draw),
            errors=draw.sample(list(self.errors), 2),
        )

    def type_of(self, models: Iterable[str], draw: Random) -> str:
        """Some type, as written, which mentions no other models."""
        simple = draw.choice(
            ["str", "bool", *self.brands, *["Annotated[int, Field(le=LIMIT)]"] * 2]
        )
        made = [form.format(name) for name in models for form in ("{}", "list[{}]", "{} | None")]
        return draw.choice([simple, *draw.sample(made, min(2, len(made)))])

    def module_of(self, name: str) -> str | None:
        """Where something is defined; None of what is not of the service."""
        if name == "LIMIT":
            return LIMITS
        if name in self.brands:
            return TYPE_MODULES[0]
        found = self.models.get(name) or self.errors.get(name)
        return found.module if found is not None else None

    def shown(self) -> list[str]:
        """The contracts of all documents."""
        return [name for document in self.documents for name in document.contracts]


def level(module: str) -> int:
    return TYPE_MODULES.index(module)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def some_service(draw: Random) -> Service:
    """One to begin with."""
    service = Service()
    for _ in range(3):
        service.add_brand(draw)
    for _ in range(5):
        service.add_model(draw)
    for _ in range(3):
        service.add_error(draw)
    names = [service.add_contract(draw) for _ in range(5)]
    service.documents = [
        Document(slug="alpha", title="Alpha", contracts=names[:2]),
        Document(
            slug="beta",
            title="Beta",
            contracts=names[2:4],
            split=draw.choice(["contract", "group"]),
            grouped=True,
        ),
        Document(slug="gamma", title="Gamma", contracts=names[4:]),
    ]
    return service
