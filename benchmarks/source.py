"""Writes the Python source of one API of N methods twice: as contracts, and as a FastAPI
application.

Both use the same models, so that what differs is what is measured. An API is made of resources with
five methods each (list, create, fetch, replace, delete); a resource has two models of eight fields
of its own, and shares smaller ones with the rest of the API, as services do.
"""

from typing import Literal, TypeAlias

METHODS_PER_RESOURCE = 5

Shape: TypeAlias = Literal["flat", "connected", "wide"]
"""Whether resources refer to each other, see `models_source`."""

ERROR_STATUSES = (404, 409, 500)
"""A method declares one error of each status: FastAPI has no way to declare two of one."""

ERRORS_PER_STATUS = 7
"""Errors of one status in the whole API; methods take turns."""

DOMAIN = 20
"""Of the connected API: how many resources refer to each other, directly or through others. Each
method then reaches about a hundred types; pydantic cannot build models that are connected in chains
of some hundred."""

_MODELS_HEAD = '''\
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Generic, Literal, NewType, TypeVar
from uuid import UUID

from pydantic import BaseModel, Field

T = TypeVar("T")
UserId = NewType("UserId", str)


class Currency(Enum):
    EUR = "EUR"
    USD = "USD"


class Money(BaseModel):
    """An amount in one currency."""

    amount: Decimal = Field(ge=0, max_digits=12, decimal_places=2)
    currency: Currency = Currency.EUR


class Address(BaseModel):
    """Where something is sent to."""

    street: str = Field(min_length=1, max_length=200)
    city: str
    postcode: str = Field(pattern="^[0-9A-Z -]{3,10}$")
    country: Literal["DE", "FR", "SE"]


class Page(BaseModel, Generic[T]):
    """One page of a longer list."""

    items: list[T]
    next: str | None = Field(default=None, description="Pass it on to get the next page.")


class Problem(BaseModel):
    """What went wrong, for a program."""

    subject: str = Field(description="What the problem is with.")
    details: dict[str, str] = {}
'''

_BRAND = """

Item{n}Id = NewType("Item{n}Id", str)
"""

_FLAT = '''

class Item{n}(BaseModel):
    """Item {n} as it is kept."""

    id: Item{n}Id
    owner: UserId
    name: str = Field(min_length=1, max_length=80, description="What people call it.", examples=["Lamp"])
    price: Money
    tags: list[str] = []
    address: Address | None = None
    state: Literal["draft", "listed", "sold"] = "draft"
    created: datetime


class Item{n}Draft(BaseModel):
    """Item {n} as a client sends it."""

    name: str = Field(min_length=1, max_length=80, description="What people call it.", examples=["Lamp"])
    price: Money
    tags: list[str] = []
    address: Address | None = None
    weight: Annotated[float, Field(gt=0, description="In kilograms.")] = 1.0
    quantity: int = Field(default=1, ge=1, le=1000)
    attributes: dict[str, str] = {{}}
    batch: UUID | None = None
'''

_CONNECTED = '''

class Item{n}Listed(BaseModel):
    """Item {n} was put up."""

    kind: Literal["listed"] = "listed"
    by: UserId


class Item{n}Sold(BaseModel):
    """Item {n} was sold."""

    kind: Literal["sold"] = "sold"
    together_with: "list[Item{next}]" = []


class Item{n}(BaseModel):
    """Item {n} as it is kept."""

    id: Item{n}Id
    price: Money
    related: "list[Item{far}]" = []
    event: Annotated[Item{n}Listed | Item{n}Sold, Field(discriminator="kind")]


class Item{n}Draft(BaseModel):
    """Item {n} as a client sends it."""

    name: str = Field(min_length=1, max_length=80)
    price: Money
    bundle: "list[Item{next}Draft]" = []
    replaces: "Item{far}Id | None" = None
'''

_WIDE = '''

class Item{n}Listed(BaseModel):
    """Item {n} was put up."""

    kind: Literal["listed"] = "listed"
    by: UserId


class Item{n}Sold(BaseModel):
    """Item {n} was sold."""

    kind: Literal["sold"] = "sold"
    together_with: "list[Item{next}]" = []


class Item{n}(BaseModel):
    """Item {n} as it is kept."""

    id: Item{n}Id
    owner: UserId
    name: str = Field(min_length=1, max_length=80, description="What people call it.", examples=["Lamp"])
    price: Money
    replacement: "Item{next} | None" = None
    related: "list[Item{far}]" = []
    event: Annotated[Item{n}Listed | Item{n}Sold, Field(discriminator="kind")]
    created: datetime


class Item{n}Draft(BaseModel):
    """Item {n} as a client sends it."""

    name: str = Field(min_length=1, max_length=80, description="What people call it.", examples=["Lamp"])
    price: Money
    tags: list[str] = []
    address: Address | None = None
    weight: Annotated[float, Field(gt=0, description="In kilograms.")] = 1.0
    quantity: int = Field(default=1, ge=1, le=1000)
    bundle: "list[Item{next}Draft]" = []
    replaces: "Item{far}Id | None" = None
'''

_COMPLETE = """

for name, model in list(vars().items()):
    if name.startswith("Item") and isinstance(model, type):
        model.model_rebuild()
"""

_CONTRACTS_HEAD = """\
from typing import Annotated, Protocol

from bench_models import *
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http
from sphinxcontrib_ggdocs.catalog import ApiDocSpec

Authenticated = Requirement("Authenticated", headers={"Authorization": BearerToken})
"""

_CONTRACT = '''

@http.api("/items{n}", requires=[Authenticated])
class Item{n}Api(Protocol):
    """Everything about item {n}."""

    @http.get(errors=[{errors}])
    def list_items(self, cursor: str | None = None, limit: int = 50) -> Page[Item{n}]:
        """List them, newest first."""
        ...

    @http.post(errors=[{errors}], status=201)
    def create_item(self, draft: Item{n}Draft) -> Item{n}:
        """Put one up."""
        ...

    @http.get("/{{id}}", errors=[{errors}])
    def fetch_item(self, id: Item{n}Id) -> Item{n}:
        """Fetch one."""
        ...

    @http.put("/{{id}}", errors=[{errors}])
    def replace_item(self, id: Item{n}Id, draft: Item{n}Draft) -> Item{n}:
        """Replace one."""
        ...

    @http.delete("/{{id}}", errors=[{errors}])
    def delete_item(self, id: Item{n}Id) -> None:
        """Take one down."""
        ...
'''

_APP_HEAD = """\
from typing import Annotated

from bench_models import *
from fastapi import FastAPI, Security
from fastapi.security import HTTPBearer

app = FastAPI(title="Benchmark", version="1.0.0", dependencies=[Security(HTTPBearer())])
"""

_ROUTES = '''

@app.get("/items{n}", tags=["Item{n}Api"], responses={{{errors}}})
def list_items{n}(cursor: str | None = None, limit: int = 50) -> Page[Item{n}]:
    """List them, newest first."""


@app.post("/items{n}", tags=["Item{n}Api"], responses={{{errors}}}, status_code=201)
def create_item{n}(draft: Item{n}Draft) -> Item{n}:
    """Put one up."""


@app.get("/items{n}/{{id}}", tags=["Item{n}Api"], responses={{{errors}}})
def fetch_item{n}(id: Item{n}Id) -> Item{n}:
    """Fetch one."""


@app.put("/items{n}/{{id}}", tags=["Item{n}Api"], responses={{{errors}}})
def replace_item{n}(id: Item{n}Id, draft: Item{n}Draft) -> Item{n}:
    """Replace one."""


@app.delete("/items{n}/{{id}}", tags=["Item{n}Api"], responses={{{errors}}}, status_code=204)
def delete_item{n}(id: Item{n}Id) -> None:
    """Take one down."""
'''


_STRUCTS_HEAD = '''\
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Generic, Literal, NewType, TypeVar
from uuid import UUID

from msgspec import Meta, Struct

T = TypeVar("T")
UserId = NewType("UserId", str)
Name = Annotated[str, Meta(min_length=1, max_length=80, description="What people call it.", examples=["Lamp"])]


class Currency(Enum):
    EUR = "EUR"
    USD = "USD"


class Money(Struct):
    """An amount in one currency."""

    amount: Decimal
    currency: Currency = Currency.EUR


class Address(Struct):
    """Where something is sent to."""

    street: Annotated[str, Meta(min_length=1, max_length=200)]
    city: str
    postcode: Annotated[str, Meta(pattern="^[0-9A-Z -]{3,10}$")]
    country: Literal["DE", "FR", "SE"]


class Page(Struct, Generic[T]):
    """One page of a longer list."""

    items: list[T]
    next: Annotated[str | None, Meta(description="Pass it on to get the next page.")] = None
'''

_STRUCTS = '''

Item{n}Id = NewType("Item{n}Id", str)


class Item{n}(Struct):
    """Item {n} as it is kept."""

    id: Item{n}Id
    owner: UserId
    name: Name
    price: Money
    created: datetime
    tags: list[str] = []
    address: Address | None = None
    state: Literal["draft", "listed", "sold"] = "draft"


class Item{n}Draft(Struct):
    """Item {n} as a client sends it."""

    name: Name
    price: Money
    tags: list[str] = []
    address: Address | None = None
    weight: Annotated[float, Meta(gt=0, description="In kilograms.")] = 1.0
    quantity: Annotated[int, Meta(ge=1, le=1000)] = 1
    attributes: dict[str, str] = {{}}
    batch: UUID | None = None
'''


def resources(methods: int) -> range:
    """The resources of an API with so many methods."""
    return range(methods // METHODS_PER_RESOURCE)


def models_source(methods: int, shape: Shape = "flat") -> str:
    """The module ``bench_models``.

    Args:
        methods: The size of the API.
        shape: ``flat``: resources share nothing but the smaller models. ``connected``: each
            refers to others of its domain, and has a tagged union; models have four fields.
            ``wide``: the same with eight fields.
    """
    count = len(resources(methods))
    if shape == "flat":
        return _MODELS_HEAD + "".join((_BRAND + _FLAT).format(n=n) for n in range(count))
    models = _CONNECTED if shape == "connected" else _WIDE
    brands = "".join(_BRAND.format(n=n) for n in range(count))
    resource_models = (models.format(n=n, **_neighbours(n, count)) for n in range(count))
    return _MODELS_HEAD + brands + "".join(resource_models) + _COMPLETE


def _neighbours(n: int, count: int) -> dict[str, int]:
    """The resources of the same domain that a resource refers to."""
    first = n - n % DOMAIN
    place, size = n - first, min(DOMAIN, count - first)
    return {"next": first + (place + 1) % size, "far": first + (3 * place + 1) % size}


def contracts_source(methods: int) -> str:
    """The module ``bench_contracts``; its ``spec`` is the whole API."""
    contracts = "".join(map(_contract_source, resources(methods)))
    names = ", ".join(f"Item{n}Api" for n in resources(methods))
    spec = (
        f'\n\nspec = ApiDocSpec(slug="bench", title="Benchmark", version="1.0.0", http=[{names}])\n'
    )
    return _CONTRACTS_HEAD + _errors_source() + contracts + spec


def _errors_source() -> str:
    return "".join(
        (
            f'PROBLEM_{status}_{k} = ERROR.define("PROBLEM_{status}_{k}", {status}, Problem, '
            'description="A failure.")\n'
        )
        for status in ERROR_STATUSES
        for k in range(ERRORS_PER_STATUS)
    )


def _contract_source(resource: int, contract: str = _CONTRACT) -> str:
    errors = (f"PROBLEM_{status}_{k}" for status, k in _errors_of(resource))
    return contract.format(n=resource, errors=", ".join(errors))


def modules_sources(resources: int, modules: int) -> dict[str, str]:
    """The flat API with one method for each resource, by name of module: what all share in
    ``bench_models`` and ``bench_errors``, their own models and contracts in ``part0``, ``part1``
    and so on.

    Args:
        resources: The size of the API.
        modules: Over how many modules the resources are spread.
    """
    head, method, *_others = _CONTRACT.split("\n    @http.")
    contract = f"{head}\n    @http.{method}"
    sources = {"bench_models": _MODELS_HEAD, "bench_errors": _CONTRACTS_HEAD + _errors_source()}
    for module in range(modules):
        own = range(module, resources, modules)
        models = ((_BRAND + _FLAT).format(n=n) for n in own)
        contracts = (_contract_source(n, contract) for n in own)
        sources[f"part{module}"] = "".join(["from bench_errors import *\n", *models, *contracts])
    return sources


def structs_source(methods: int) -> str:
    """The module ``bench_structs``: the same types as msgspec declares them, which is where bounds
    are written.
    """
    return _STRUCTS_HEAD + "".join(_STRUCTS.format(n=n) for n in resources(methods))


def app_source(methods: int) -> str:
    """The module ``bench_app``; its ``app`` is the whole API.

    An error is a model of its wire form, since that is how one is declared to FastAPI.
    """
    errors = "".join(
        f'\n\nclass Problem{status}_{k}(BaseModel):\n    """A failure."""\n\n'
        f'    type: Literal["PROBLEM_{status}_{k}"]\n    message: str | None = None\n    data: '
        "Problem\n"
        for status in ERROR_STATUSES
        for k in range(ERRORS_PER_STATUS)
    )
    routes = "".join(
        _ROUTES.format(
            n=n,
            errors=", ".join(
                f'{status}: {{"model": Problem{status}_{k}}}' for status, k in _errors_of(n)
            ),
        )
        for n in resources(methods)
    )
    return _APP_HEAD + errors + routes


def _errors_of(resource: int) -> list[tuple[int, int]]:
    return [(status, resource % ERRORS_PER_STATUS) for status in ERROR_STATUSES]
