"""Docstrings name what is hidden in another place: in what their method or contract requires, in a
type of an argument. Nothing of that is in any output, in whichever style it is written.
"""

import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts.authoring import docstrings
from sphinxcontrib_ggdocs.native import build_contract_json

from .outputs import outputs, traces
from .secret_shop import TOKEN

MODULE = """
from typing import Annotated, Protocol
from pydantic import BaseModel
from sphinxcontrib_ggdocs.contracts import ERROR, Audience, Requirement, http, ws

INTERNAL = Audience("internal")
ZQSECRETZQ = ERROR.define("ZQSECRETZQ", 409, audience="internal")
GONE = ERROR.define("GONE", 410)
SIGNED = Requirement(
    "Signed",
    headers={{"X-Zqsecretzq": Annotated[str, INTERNAL], "X-Shown": str}},
    cookies={{"zqsecretzq_cookie": Annotated[str, INTERNAL]}},
    errors=[ZQSECRETZQ, GONE],
)


class Cost(BaseModel):
    net: int
    zqsecretzq: Annotated[int, INTERNAL] = 1


class Item(BaseModel):
    '''Something to buy.{of_type}

    The end of the type.
    '''

    name: str
    cost: Cost


@http.api("/items"{of_contract_requires})
class ItemApi(Protocol):
    '''What there is.{of_contract}

    The end of the contract.
    '''

    @http.get("/{{id}}"{of_method_requires})
    def get_item(self, id: int) -> Item:
        '''Show an item.{of_method}

        The end of the method.
        '''
        ...


@ws.api("/feed", requires=[SIGNED])
class Feed(Protocol):
    '''What happens.{of_contract}

    The end of the feed.
    '''

    @ws.client_to_server
    def follow(self, id: int) -> None:
        '''Follow an item.{of_method}

        The end of following.
        '''
        ...
"""
SECTIONS = {
    "google: raises": """
Raises:
    GONE: It was sold.
    ZQSECRETZQ: Of zqsecretzq.
""",
    "google: raises in two paragraphs": """
Raises:
    ZQSECRETZQ: First.

        Of zqsecretzq.
    GONE: It was sold.
""",
    "google: raises in a list": """
Raises:
- ZQSECRETZQ: Of zqsecretzq.
- GONE: It was sold.
""",
    "google: exceptions": """
Exceptions:
    ZQSECRETZQ: Of zqsecretzq.
""",
    "google: a header": """
Args:
    x_zqsecretzq: Of zqsecretzq.
    id: Which.
""",
    "google: a header by its own name": """
Args:
    X-Zqsecretzq: Of zqsecretzq.
""",
    "google: a cookie": """
Arguments:
    zqsecretzq_cookie (str): Of zqsecretzq.
""",
    "google: a part of an argument": """
Args:
    item.cost.zqsecretzq: Of zqsecretzq.
""",
    "google: attributes of a part": """
Attributes:
    cost.zqsecretzq: Of zqsecretzq.
""",
    "google: a part in a list": """
Attributes:
- `cost.zqsecretzq`: Of zqsecretzq.
""",
    "a section of the author's": """
Fields:
    cost.zqsecretzq: Of zqsecretzq.
""",
    "a section of two words": """
Response headers:
    X-Zqsecretzq
        Of zqsecretzq.
""",
    "a list of the author's": """
Headers:

- ``X-Zqsecretzq``: Of zqsecretzq.
- ``X-Shown``: Is shown.
""",
    "google: keywords": """
Keyword Args:
    x_zqsecretzq: Of zqsecretzq.
""",
    "google: warnings": """
Warns:
    ZQSECRETZQ: Of zqsecretzq.
""",
    "numpy: raises": """
Raises
------
GONE
    It was sold.
ZQSECRETZQ
    Of zqsecretzq.

Notes
-----
""",
    "numpy: parameters": """
Other Parameters
----------------
x_zqsecretzq : str
    Of zqsecretzq.

Notes
-----
""",
    "numpy: attributes": """
Attributes
----------
cost.zqsecretzq : int
    Of zqsecretzq.

Notes
-----
""",
    "numpy: a section of the author's": """
Headers
-------
X-Zqsecretzq : str
    Of zqsecretzq.

Notes
-----
""",
    "rest: raises": """
:raises GONE: It was sold.
:raises ZQSECRETZQ: Of zqsecretzq.
""",
    "rest: a module before it": """
:raises shop.errors.ZQSECRETZQ: Of zqsecretzq.
""",
    "rest: a header": """
:param x_zqsecretzq: Of zqsecretzq.
:type x_zqsecretzq: str
""",
    "rest: a part": """
:ivar cost.zqsecretzq: Of zqsecretzq.
:vartype cost.zqsecretzq: int
""",
    "rest: a field of the author's": """
:header X-Zqsecretzq: Of zqsecretzq.
    And more of it, which is zqsecretzq.
""",
    "epydoc": """
@param x_zqsecretzq: Of zqsecretzq.
@type x_zqsecretzq: str
@raise ZQSECRETZQ: Of zqsecretzq.
""",
    "javadoc": """
@param x_zqsecretzq
    Of zqsecretzq.
@throws ZQSECRETZQ if it is zqsecretzq
""",
    "jsdoc": """
@param {str} item.cost.zqsecretzq - Of zqsecretzq.
""",
}
BY_METHOD = {"of_method_requires": ", requires=[SIGNED]", "of_contract_requires": ""}
BY_CONTRACT = {"of_method_requires": "", "of_contract_requires": ", requires=[SIGNED]"}
PLACES = ("of_type", "of_contract", "of_method")
CASES = [
    pytest.param("of_type", BY_CONTRACT, id="type"),
    pytest.param("of_contract", BY_CONTRACT, id="contract"),
    pytest.param("of_contract", BY_METHOD, id="contract of a method that requires"),
    pytest.param("of_method", BY_CONTRACT, id="method of a contract that requires"),
    pytest.param("of_method", BY_METHOD, id="method"),
]
KEPT = {
    "google: raises": "It was sold.",
    "google: raises in two paragraphs": "It was sold.",
    "google: raises in a list": "It was sold.",
    "google: a header": "Which.",
    "rest: raises": "It was sold.",
}
"""What stays of sections that docstring-parser reads, in the text of a method."""


@pytest.fixture(params=["read", "not installed"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether docstring-parser reads the sections."""
    how: str = request.param
    if how != "read":
        monkeypatch.setattr(docstrings, "_docstring_parser", lambda: None)
    return how


@pytest.fixture
def shop() -> Iterator[types.ModuleType]:
    made = types.ModuleType("shop_of_other_docstrings")
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]


def filled(shop: types.ModuleType, place: str, section: str, required: dict[str, str]) -> list[Any]:
    """The contracts of a module whose docstring of one place has a section."""
    texts = dict.fromkeys(PLACES, "")
    margin = "    " if place == "of_type" or place == "of_contract" else "        "
    texts[place] = "\n" + "".join(f"{margin}{line}\n" for line in section.rstrip().split("\n"))
    exec(MODULE.format(**texts, **required), shop.__dict__)
    return [shop.ItemApi, shop.Feed]


@pytest.mark.parametrize(("place", "required"), CASES)
@pytest.mark.parametrize("title", SECTIONS)
def test_what_is_hidden_elsewhere(
    shop: types.ModuleType, library: str, title: str, place: str, required: dict[str, str]
) -> None:
    contracts = filled(shop, place, SECTIONS[title], required)
    shown = build_contract_json(contracts, title="Shop", audience="public")
    assert TOKEN not in shown.lower()
    assert shown.count("The end of ") == 5
    if library == "read" and place == "of_method" and title in KEPT:
        assert KEPT[title] in shown
    whole = build_contract_json(contracts, title="Shop", audience="internal")
    assert "Of zqsecretzq." in whole or "if it is zqsecretzq" in whole


def test_no_output_names_it(shop: types.ModuleType) -> None:
    """All sections at once, in the docstring of a method."""
    everything = "".join(SECTIONS.values())
    contracts = filled(shop, "of_method", everything, BY_CONTRACT)
    fields = {"slug": "shop", "title": "Shop", "version": "1"}
    spec = ApiDocSpec.model_validate({**fields, "http": contracts[:1], "ws": contracts[1:]})
    assert traces(outputs(spec.for_audience("public")), TOKEN) == []


OF_PARTS = """
from typing import Annotated, Protocol
from pydantic import BaseModel, Field
from sphinxcontrib_ggdocs.contracts import ERROR, Audience, Parameter, http

INTERNAL = Audience("internal")
TEXT = '''Of a part.

{section}

The end of a part.
'''
ZQSECRETZQ = ERROR.define("ZQSECRETZQ", 409, audience="internal")
GONE = ERROR.define("GONE", 410, description=TEXT)


class Item(BaseModel):
    name: Annotated[str, Field(description=TEXT)]
    zqsecretzq: Annotated[int, INTERNAL] = 1


@http.api("/items")
class ItemApi(Protocol):
    @http.put("/{{id}}", errors=[GONE, ZQSECRETZQ])
    def put_item(
        self,
        id: Annotated[int, Field(description=TEXT)],
        item: Item,
        way: Annotated[str, Field(description=TEXT)] = "",
        x_zqsecretzq: Annotated[str, http.Header(), INTERNAL] = "",
        zqsecretzq_cookie: Annotated[str, http.Cookie(), INTERNAL] = "",
    ) -> None: ...
"""


@pytest.mark.parametrize("title", SECTIONS)
def test_descriptions_of_parts(shop: types.ModuleType, title: str) -> None:
    """Errors, parameters and fields, which have no docstring but a description."""
    exec(OF_PARTS.format(section=SECTIONS[title].strip()), shop.__dict__)
    shown = build_contract_json([shop.ItemApi], title="Shop", audience="public")
    assert TOKEN not in shown.lower()
    assert shown.count("The end of a part.") == 4
    whole = build_contract_json([shop.ItemApi], title="Shop", audience="internal")
    assert whole.count("zqsecretzq") >= 4
