"""What a search finds first in the document of an application whose types have the words of its
methods, as Freqtrade has them.
"""

from fastapi import FastAPI
from pydantic import BaseModel

from sphinxcontrib_ggdocs.agents.library import Library
from sphinxcontrib_ggdocs.native import build_contract_doc

app = FastAPI(title="Trades")


class ForceEnterPayload(BaseModel):
    """What a trade is entered with by force."""

    pair: str


class ForceEnterMsg(BaseModel):
    """Force enter was refused."""

    status: str


class ForceEnterResponse(BaseModel):
    """The trade that was entered by force."""

    trade: int


class ForceExitPayload(BaseModel):
    """What a trade is left with by force."""

    tradeid: str


@app.post("/forcebuy", deprecated=True)
def force_enter_trade(payload: ForceEnterPayload) -> ForceEnterResponse | ForceEnterMsg:
    """Force enter a trade. Use the newer one."""
    raise NotImplementedError


@app.post("/forceenter", tags=["trading"])
def force_entry(payload: ForceEnterPayload) -> ForceEnterResponse | ForceEnterMsg:
    raise NotImplementedError


@app.post("/forceexit", tags=["trading"])
def forceexit(payload: ForceExitPayload) -> ForceEnterMsg:
    raise NotImplementedError


LIBRARY = Library([build_contract_doc(slug="trades", app=app)])


def test_a_method_comes_before_types_and_before_a_deprecated_one_that_has_more_of_the_words() -> (
    None
):
    hits = [(hit.objtype, hit.display) for hit in LIBRARY.search("force enter a trade")]
    assert hits[0] == ("method", "POST /forceenter")
    assert hits.index(("schema", "ForceEnterPayload")) < hits.index(("method", "POST /forcebuy"))


def test_words_of_paths_that_are_written_together_are_found() -> None:
    assert LIBRARY.search("exit")[0].display == "POST /forceexit"


def test_a_type_is_found_by_its_name() -> None:
    assert LIBRARY.search("ForceEnterResponse")[0].display == "ForceEnterResponse"
    assert LIBRARY.search("payload", kind="schema")[0].objtype == "schema"
