"""What the docstrings of handlers say, at what they speak of."""

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from fastapi import Depends, FastAPI, Header, Query, Request
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import Deprecated, HttpMethod
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.native import build_contract_doc


class Hit(BaseModel):
    word: str


class Page(BaseModel):
    number: int = 1
    size: int = 10


def method_of(handler: Callable[..., Any], path: str = "/", **options: Any) -> HttpMethod:
    """The method of a handler in an application of its own."""
    app = FastAPI()
    app.post(path, **options)(handler)
    contract: Any = contracts_from_fastapi(app)[0].contracts[0]
    return contract.methods[0]  # type: ignore[no-any-return]


def find(
    word: str,
    hit: Hit,
    request: Request,
    page: Annotated[Page, Query()],
    size: Annotated[int, Query(description="From the field.")] = 1,
    x_trace: Annotated[str, Header()] = "",
    database: object = Depends(lambda: None),
) -> Hit:
    """Find *hits*
    in the index.

    The best first.

    Args:
        word: What to look for.
        hit: The hit before.
        request: Never documented.
        page: Of several parameters.
        size: Not this.
        x_trace: Who asks.
        database: Never documented.
        stale: Of nothing.

    Returns:
        The next hit.

    Raises:
        HTTPException: 404 if there is none.
        HTTPException: 401 or 403 for strangers.
    """
    return hit


def test_sections_describe_parameters_body_and_response() -> None:
    method = method_of(find, "/{word}")
    assert method.summary == "Find *hits* in the index."
    assert method.description == (
        "The best first.\n\n**Parameters**\n\n- ``stale``: Of nothing.\n\n"
        "**Raises**\n\n- ``HTTPException``: 404 if there is none.\n"
        "- ``HTTPException``: 401 or 403 for strangers."
    )
    assert {parameter.name: parameter.description for parameter in method.parameters} == {
        "word": "What to look for.",
        "number": None,
        "size": "From the field.",
        "x-trace": "Who asks.",
    }
    assert method.body is not None
    assert method.body.description == "The hit before."
    assert method.successes[0].description == "The next hit."


OLD = Deprecated("Take size.")


def measure(  # noqa: D417  # the others are described in their types
    plain: Annotated[int, Query(description="In m."), OLD] = 1,
    before: Annotated[int, OLD, Header(description="In m.")] = 1,
    own: Annotated[int, Query(description="In m.", deprecated="Take size.")] = 1,
    bare: Annotated[int, Query(deprecated="Take size.")] = 1,
    default: Annotated[int, OLD] = Query(1, description="In m."),
    described: Annotated[int, OLD] = 1,
    both: Annotated[int, Query(deprecated="Take size.")] = 1,
    flagged: Annotated[int, Query(description="In m.", deprecated=True)] = 1,
) -> None:
    """Measure.

    Args:
        described: In m.
        both: In m.
    """


def test_what_to_use_instead_comes_after_the_description_of_a_parameter() -> None:
    app = FastAPI()
    app.get("/")(measure)
    (group,) = build_contract_doc(ApiDocSpec(slug="a", title="A", app=app)).groups
    (method,) = group.contracts[0].methods
    assert isinstance(method, doc.HttpMethod)
    parameters = [*(method.query_params or ()), *(method.header_params or ())]
    both = "In m.\n\nTake size."
    assert {each.name: (each.description, each.deprecated) for each in parameters} == {
        **dict.fromkeys(["plain", "before", "own", "default", "described", "both"], (both, True)),
        "bare": ("Take size.", True),
        "flagged": ("In m.", True),
    }


def test_the_authors_summary_and_answer_come_first() -> None:
    method = method_of(find, "/{word}", summary="Look up", response_description="A hit.")
    assert method.summary == "Look up"
    assert (method.description or "").startswith(
        "Find *hits*\nin the index.\n\nThe best first.\n\n"
    )
    assert "The next hit." in (method.description or "")
    assert method.successes[0].description == "A hit."


@pytest.mark.parametrize(
    ("text", "summary", "description"),
    [
        pytest.param("## One\n\nTwo.", None, "## One\n\nTwo.", id="a heading"),
        pytest.param("word " * 40, None, ("word " * 40).strip(), id="a long paragraph"),
        pytest.param(
            "word " * 40 + "end. More.", None, "word " * 40 + "end. More.", id="a long sentence"
        ),
        pytest.param("One.\n\f\nTwo.", "One.", None, id="a form feed"),
    ],
)
def test_the_first_paragraph_is_the_summary(
    text: str | None, summary: str | None, description: str | None
) -> None:
    def handler() -> None: ...

    handler.__doc__ = text
    method = method_of(handler)
    assert (method.summary, method.description) == (summary, description)


@pytest.mark.parametrize(
    ("answer", "is_shown"),
    [
        ("Starlette HTTP Response", False),
        ("A JSONResponse.", False),
        (":class:`starlette.responses.Response` object", False),
        ("the response", False),
        ("A streaming response instance", False),
        ("Response with the next hit", True),
        ("The next hit", True),
        ("HTTP status", True),
    ],
)
def test_an_object_of_the_framework_is_no_description(answer: str, is_shown: bool) -> None:
    def handler() -> Hit:
        raise NotImplementedError

    handler.__doc__ = f"Find hits.\n\n:returns: {answer}\n"
    method = method_of(handler)
    assert (method.successes[0].description == answer) is is_shown
    assert method.description in (None, "")
