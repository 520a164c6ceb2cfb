"""Draws contracts: of all that the model can hold, with few names, so that they clash."""

import itertools
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.asyncapi import ExportWarning
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    NOT_FOUND,
    SERVER_ERROR,
    UNAUTHORIZED,
    VALIDATION_ERROR,
    ApiKey,
    BearerToken,
    Content,
    ContractError,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Requirement,
    Success,
    WebSocketContract,
    authenticated,
    public,
    scope,
    ws,
)
from sphinxcontrib_ggdocs.contracts.model import (
    MISSING,
    BodyField,
    ExternalDocs,
    FileRules,
    HttpVerb,
    ParameterLocation,
)

from ..drawn_values import drawn_values
from ..openapi.cases import Color, Corner, Email, Pet, Profile, Ref, UserId
from ..schema.grammar import FORMS

VERBS: list[HttpVerb] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
LOCATIONS: list[ParameterLocation] = ["query", "header", "cookie"]
NUMBERS = itertools.count()
TEXTS = st.none() | st.sampled_from(["Short.", "Two lines.\n\nOf text.", "`code` & <b>", "ä → ö"])
FLAGS = st.booleans()
SCALARS = st.sampled_from([str, int, float, bool, UserId, Email, Color, str | None])
LISTS = st.sampled_from(
    [list[int], list[UserId], tuple[str, ...], Corner, dict[str, int], list[Corner]]
)
MODELS = st.sampled_from(
    [Profile, Ref, Pet, Corner, list[Profile], tuple[int, str], dict[str, Ref]]
)
TYPES = st.one_of(SCALARS, MODELS, FORMS)
NAMES = st.sampled_from(["Api", "A_b", "A b", "Über", "A_b_get"])
METHODS = ["get", "b_get", "save", "find_all"]

ERRORS = [
    SERVER_ERROR,
    VALIDATION_ERROR,
    NOT_FOUND,
    UNAUTHORIZED,
    ERROR.define("SAME", 409, Ref, description="One."),
    ERROR.define("SAME", 409, description="Another."),
    ERROR.define("SAME", 404, list[str]),
    ERROR.define("Profile", 400, int),
    ERROR.define("USER_ID", 418),
]
REQUIREMENTS = [
    Requirement(
        "Token",
        headers={"Authorization": BearerToken},
        errors=[UNAUTHORIZED],
        description="A token.",
    ),
    Requirement("Key", headers={"X-Key": ApiKey}),
    Requirement("Maybe", headers={"authorization": BearerToken | None}),
    Requirement("Other", headers={"X-Trace": str | None, "Accept": str}, cookies={"visit": str}),
]
PERMISSIONS = st.none() | st.sampled_from(
    [public, authenticated, scope("a") & scope("b"), scope("a") | scope("c")]
)
DOCS = st.none() | st.just(ExternalDocs(url="https://example.org", description="More."))


def few(items: Iterable[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Some of them, each once."""
    return st.lists(st.sampled_from(list(items)), unique=True, max_size=3).map(tuple)


@st.composite
def parameters(draw: st.DrawFn, path: list[str]) -> tuple[Parameter, ...]:
    found = [
        Parameter(name=name, location="path", type=draw(SCALARS), description=draw(TEXTS))
        for name in path
    ]
    for name in draw(few(["a", "b", "X-Versions", "Content-Type"])):
        location = draw(st.sampled_from(LOCATIONS))
        default = draw(st.sampled_from([MISSING, None]))
        found.append(
            Parameter(
                name=name,
                location=location,
                type=draw(SCALARS | LISTS),
                required=default is MISSING and draw(FLAGS),
                default=default,
                description=draw(TEXTS),
                deprecated=draw(FLAGS),
            )
        )
    return tuple(found)


@st.composite
def fields(draw: st.DrawFn) -> tuple[BodyField, ...]:
    return tuple(
        BodyField(
            name=name,
            type=bytes if file else draw(SCALARS | LISTS),
            required=draw(FLAGS),
            description=draw(TEXTS),
            file=FileRules(media_types=("image/png",), max_size=10) if file else None,
        )
        for name in draw(
            st.lists(st.sampled_from(["id", "file", "tags"]), unique=True, min_size=1, max_size=3)
        )
        for file in [name == "file"]
    )


@st.composite
def contents(draw: st.DrawFn) -> Content:
    kind = draw(st.sampled_from(["json", "json", "json", "form", "multipart", "bytes", "text"]))
    if kind == "form":
        plain = tuple(field for field in draw(fields()) if field.file is None)
        return Content(media_type="application/x-www-form-urlencoded", fields=plain)
    if kind == "multipart":
        return Content(media_type="multipart/form-data", fields=draw(fields()))
    if kind == "bytes":
        return Content(media_type="application/pdf")
    return (
        Content(media_type="text/plain", type=str) if kind == "text" else Content(type=draw(TYPES))
    )


@st.composite
def methods(draw: st.DrawFn, name: str) -> HttpMethod:
    path, placeholders = draw(
        st.sampled_from([("", []), ("/x", []), ("/{id}", ["id"]), ("/{other}/x", ["other"])])
    )
    verb = draw(st.sampled_from(VERBS))
    bodies = st.lists(contents(), min_size=1, max_size=2).map(tuple)
    body = None
    if verb in ("POST", "PUT", "PATCH") and draw(FLAGS):
        body = RequestBody(contents=draw(bodies), required=draw(FLAGS), description=draw(TEXTS))
    status = draw(st.sampled_from([200, 201, 204]))
    answer = () if status == 204 else draw(st.just(()) | bodies)
    headers = (
        (Parameter(name="X-Rate", location="header", type=draw(SCALARS)),) if draw(FLAGS) else ()
    )
    return HttpMethod(
        name=name,
        verbs=(verb,),
        path=f"{path}/{next(NUMBERS)}" if draw(FLAGS) else path,
        summary=draw(TEXTS),
        description=draw(TEXTS),
        parameters=draw(parameters(placeholders)),
        body=body,
        successes=(
            Success(status=status, contents=answer, headers=headers, description=draw(TEXTS)),
        ),
        errors=draw(few(ERRORS)),
        requires=draw(few(REQUIREMENTS)),
        permission=draw(PERMISSIONS),
        deprecated=draw(FLAGS),
        external_docs=draw(DOCS),
    )


@st.composite
def http_contracts(draw: st.DrawFn) -> HttpContract:
    return HttpContract(
        name=draw(NAMES),
        path_prefix=draw(st.sampled_from(["/one", "/two", f"/three/{next(NUMBERS)}"])),
        methods=tuple(draw(methods(name)) for name in draw(few(METHODS))),
        description=draw(TEXTS),
        requires=draw(few(REQUIREMENTS)),
        error_format=draw(st.sampled_from(["typed", "problem", "plain"])),
        permission=draw(PERMISSIONS),
        deprecated=draw(FLAGS),
        external_docs=draw(DOCS),
    )


@st.composite
def interactions(draw: st.DrawFn, name: str) -> Interaction:
    payload = st.one_of(
        TYPES.map(lambda form: Content(type=form)), st.just(Content(media_type="application/pdf"))
    )
    message = RequestBody(contents=(draw(payload),), required=draw(FLAGS)) if draw(FLAGS) else None
    return Interaction(
        name=name,
        direction=draw(st.sampled_from(["client_to_server", "server_to_client"])),
        summary=draw(TEXTS),
        description=draw(TEXTS),
        message=message,
        answer=draw(st.none() | payload),
        errors=draw(few(ERRORS)),
        permission=draw(PERMISSIONS),
        deprecated=draw(FLAGS),
        external_docs=draw(DOCS),
    )


@st.composite
def ws_contracts(draw: st.DrawFn) -> WebSocketContract:
    path, placeholders = draw(st.sampled_from([("/live", []), ("/live/{room}", ["room"])]))
    return WebSocketContract(
        name=draw(NAMES),
        path=path,
        interactions=tuple(draw(interactions(name)) for name in draw(few([*METHODS, "get_reply"]))),
        parameters=draw(parameters(placeholders)),
        description=draw(TEXTS),
        requires=draw(few(REQUIREMENTS)),
        error_format=draw(st.sampled_from(["typed", "problem", "plain"])),
        permission=draw(PERMISSIONS),
        deprecated=draw(FLAGS),
        external_docs=draw(DOCS),
        framing=draw(
            st.sampled_from([ws.DEFAULT, ws.JSON_RPC, ws.Bare(), ws.Bare(correlation_id="/id")])
        ),
    )


HTTP = st.lists(http_contracts(), max_size=3)
WS = st.lists(ws_contracts(), max_size=3)


def exported(export: Callable[..., dict[str, Any]], contracts: Iterable[object]) -> dict[str, Any]:
    """The document; what cannot be one, and says so, is drawn anew."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExportWarning)
        try:
            return export(contracts, title="Drawn", version="1", servers=["https://example.org"])
        except ContractError:
            reject()


def drawn(
    strategy: st.SearchStrategy[Any], export: Callable[..., dict[str, Any]], count: int
) -> list[dict[str, Any]]:
    """The same documents each time: for readers that are too slow for every case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return drawn_values(strategy.map(lambda contracts: exported(export, contracts)), count)
