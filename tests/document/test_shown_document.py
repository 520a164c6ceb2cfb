"""What of a document is left for an audience, part by part: what would be there without the rest."""

import json
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Audience,
    ContractError,
    Lifecycle,
    SecurityScheme,
    security,
)
from sphinxcontrib_ggdocs.contracts.errors import ErrorClass
from sphinxcontrib_ggdocs.contracts.framing import Interaction
from sphinxcontrib_ggdocs.contracts.message_model import GivenSchema
from sphinxcontrib_ggdocs.contracts.model import (
    MISSING,
    BodyField,
    Content,
    ErrorAnswer,
    Example,
    HttpContract,
    HttpMethod,
    Parameter,
    RequestBody,
    Source,
    Success,
    WebSocketContract,
)
from sphinxcontrib_ggdocs.document.hidden_names import HiddenNames
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

ASKED = ("partner",)
OTHERS = ("internal",)
PARTNER = ("partner",)
HIDDEN_TEXT: Any = Annotated[str, Audience("internal")]
MARKED = {"x-own": {"x-internal": True}, "x-all": {"a": 1}}
WITHOUT_MARKED = {"x-all": {"a": 1}}


def http_contract(*methods: HttpMethod, **members: Any) -> HttpContract:
    return HttpContract(name="Api", path_prefix="/items", methods=methods, **members)


def method(name: str = "get", **members: Any) -> HttpMethod:
    return HttpMethod(**{"name": name, "verbs": ("GET",), "path": f"/{name}", **members})


OTHER = HttpContract(name="Other", path_prefix="/others", methods=(method("look"),))
"""What everybody is shown."""


def written(contract: Any, audience: tuple[str, ...] | None = None) -> list[Any]:
    """The documents of a contract, in all formats."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options: dict[str, Any] = {"title": "Shop", "audience": audience}
        contracts = [OTHER] if contract is None else [contract, OTHER]
        return [
            json.loads(build_contract_doc(contracts, **options).to_json()),
            to_openapi(contracts, **options),
            to_asyncapi(contracts, **options),
        ]


def parameter(name: str, **members: Any) -> Parameter:
    return Parameter(**{"name": name, "location": "query", "type": str, **members})


def error(name: str, audience: str | None = None, **members: Any) -> ErrorClass:
    defined = ERROR.define(name, 409, str, audience=audience)
    made: ErrorClass = type(name, (defined,), {"__module__": __name__, **members})
    return made


OPEN, SECRET = error("OPEN"), error("SECRET", "internal")
FIELDS = Content(
    fields=(
        BodyField(name="a", type=str, required=False),
        BodyField(name="b", type=str, audience=OTHERS),
    ),
    examples=(Example(name="one", value={"a": "1", "b": "2"}, serialized="a=1&b=2"),),
)

OPTIONAL = BodyField(name="a", type=str, required=False)


def body_of(*contents: Content, required: bool = True) -> RequestBody:
    return RequestBody(contents=contents, required=required)


TEXT = "Fetch.\n\n**Raises**\n\n- ``SECRET``: Never.\n- ``OPEN``: Else.\n\nThe end."
SENT = method("sent", path="{$request.body#/cost}/a")
PARTS_OF_OTHERS = GivenSchema(
    schema={"properties": {"b": {"x-audience": "internal"}}}, name="Others", module="shop.yaml"
)
FORM = GivenSchema(
    schema={
        "properties": {"a": {}, "c": {"x-internal": True}},
        "allOf": [{"$ref": "#/Others"}, {"properties": {"d": {"x-internal": True}}}],
    },
    references={"#/Others": PARTS_OF_OTHERS},
)
SHOWN_FORM = GivenSchema(
    schema={"properties": {"a": {}}, "allOf": [{"$ref": "#/Others"}, {"properties": {}}]},
    references={
        "#/Others": GivenSchema(schema={"properties": {}}, name="Others", module="shop.yaml")
    },
)
ENCODED = {"encoding": {"a": {}, "b": {}, "c": {}, "d": {}, "other": {}}, "x-a": 1}
ALL_SECRET = "Fetch.\n\n**Raises**\n\n- ``SECRET``: Never."

PARTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "parameters": (
        {
            "parameters": (
                parameter("a", audience=PARTNER, openapi_extra=MARKED),
                parameter("b", audience=OTHERS),
                parameter("c", type=HIDDEN_TEXT),
                parameter("d", location="path"),
            )
        },
        {
            "parameters": (
                parameter("a", openapi_extra=WITHOUT_MARKED),
                parameter("d", location="path"),
            )
        },
    ),
    "a body with fields": (
        {"body": body_of(FIELDS)},
        {
            "body": body_of(
                Content(
                    fields=(BodyField(name="a", type=str, required=False),),
                    examples=(Example(name="one", value={"a": "1"}),),
                ),
                required=False,
            )
        },
    ),
    "a body that has to be sent still": (
        {
            "body": body_of(
                Content(
                    fields=(
                        BodyField(name="a", type=str),
                        BodyField(name="b", type=str, audience=OTHERS),
                    )
                )
            )
        },
        {"body": body_of(Content(fields=(BodyField(name="a", type=str),)))},
    ),
    "a body of optional fields that are all shown": (
        {"body": body_of(Content(fields=(OPTIONAL, replace(OPTIONAL, audience=PARTNER))))},
        {"body": body_of(Content(fields=(OPTIONAL, OPTIONAL)))},
    ),
    "a body without a change": (
        {"body": body_of(Content(type=str, audience=PARTNER, openapi_extra=MARKED))},
        {"body": body_of(Content(type=str, openapi_extra=WITHOUT_MARKED))},
    ),
    "a body of which nothing is left": ({"body": body_of(Content(audience=OTHERS))}, {}),
    "a body whose fields are all for others": (
        {"body": body_of(Content(fields=(BodyField(name="b", type=HIDDEN_TEXT),)))},
        {},
    ),
    "a body without contents": ({"body": body_of()}, {"body": body_of()}),
    "successes": (
        {
            "successes": (
                Success(
                    status=200,
                    contents=(Content(media_type="a/b"), Content(audience=OTHERS)),
                    headers=(parameter("a"), parameter("b", audience=OTHERS)),
                    openapi_extra=MARKED,
                    audience=PARTNER,
                ),
                Success(status=202, audience=OTHERS),
            )
        },
        {
            "successes": (
                Success(
                    status=200,
                    contents=(Content(media_type="a/b"),),
                    headers=(parameter("a"),),
                    openapi_extra=WITHOUT_MARKED,
                ),
            )
        },
    ),
    "links": (
        {
            "successes": (
                Success(
                    status=200,
                    openapi_extra={
                        "links": {
                            "by id": {"operationId": "Api_gone"},
                            "by reference": {"operationRef": "#/paths/~1items/get"},
                            "open": {"operationId": "Api_get"},
                            "odd": 1,
                        },
                        "x-a": 1,
                    },
                ),
                Success(status=201, openapi_extra={"links": {"a": {"operationId": "Api_gone"}}}),
            )
        },
        {
            "successes": (
                Success(
                    status=200,
                    openapi_extra={
                        "x-a": 1,
                        "links": {"open": {"operationId": "Api_get"}, "odd": 1},
                    },
                ),
                Success(status=201, openapi_extra={}),
            )
        },
    ),
    "errors and their list": (
        {"errors": (OPEN, SECRET), "description": TEXT},
        {
            "errors": (OPEN,),
            "description": "Fetch.\n\n**Raises**\n\n- ``OPEN``: Else.\n\nThe end.",
        },
    ),
    "a list of nothing else": (
        {"errors": (SECRET,), "description": ALL_SECRET},
        {"errors": (), "description": "Fetch."},
    ),
    "a text of a whole method": ({"description": "Args:\n    b: B."},) * 2,
    "no text where a part is hidden": ({"parameters": (parameter("b", audience=OTHERS),)}, {}),
    "callbacks": (
        {"callbacks": (http_contract(audience=OTHERS), http_contract(audience=PARTNER))},
        {"callbacks": (http_contract(),)},
    ),
    "callbacks at an address that is for others": (
        {"callbacks": (http_contract(SENT), http_contract(SENT, method()), http_contract())},
        {"callbacks": (http_contract(method()), http_contract())},
    ),
    "a body of a schema with encodings of its parts": (
        {"body": body_of(Content(type=FORM, openapi_extra=ENCODED))},
        {
            "body": body_of(
                Content(
                    type=SHOWN_FORM, openapi_extra={"encoding": {"a": {}, "other": {}}, "x-a": 1}
                )
            )
        },
    ),
    "a body of a schema without encodings": (
        {"body": body_of(Content(type=FORM, openapi_extra={"encoding": 1}))},
        {"body": body_of(Content(type=SHOWN_FORM, openapi_extra={"encoding": 1}))},
    ),
    "a body of a schema with nothing else": (
        {"body": body_of(Content(type=FORM))},
        {"body": body_of(Content(type=SHOWN_FORM))},
    ),
    "a replacement among extensions": (
        {"openapi_extra": {"x-replaced-by": "Api.gone", "x-a": 1}},
        {"openapi_extra": {"x-a": 1}},
    ),
    "extensions of the operation": ({"openapi_extra": MARKED}, {"openapi_extra": WITHOUT_MARKED}),
    "a replacement that is left out": (
        {"lifecycle": Lifecycle(since="1", replacement="Api.gone")},
        {"lifecycle": Lifecycle(since="1")},
    ),
    "nothing but a replacement": ({"lifecycle": Lifecycle(replacement="Api.gone")}, {}),
    "another replacement": ({"lifecycle": Lifecycle(replacement="Api.get")},) * 2,
}
GONE = method(
    "gone",
    path="",
    audience=OTHERS,
    body=body_of(Content(fields=(BodyField(name="cost", type=str),))),
)


@pytest.mark.parametrize(("given", "left"), PARTS.values(), ids=PARTS)
def test_parts_of_a_method(given: dict[str, Any], left: dict[str, Any]) -> None:
    whole = http_contract(method(**given), GONE)
    assert written(whole, ASKED) == written(http_contract(method(**left)))


ANSWER = ErrorAnswer(
    contents=(Content(media_type="a/b"), Content(audience=OTHERS)),
    headers=(parameter("b", audience=OTHERS),),
    openapi_extra=MARKED,
)
WITHOUT_HIDDEN = ErrorAnswer(contents=(Content(media_type="a/b"),), openapi_extra=WITHOUT_MARKED)
MENDED: dict[str, tuple[dict[str, Any], ErrorAnswer | None, Lifecycle | None, object]] = {
    "an answer": ({"answer": ANSWER}, WITHOUT_HIDDEN, None, MISSING),
    "an answer with all of its contents": (
        {"answer": ErrorAnswer(openapi_extra=MARKED)},
        ErrorAnswer(openapi_extra=WITHOUT_MARKED),
        None,
        str,
    ),
    "a replacement": (
        {"lifecycle": Lifecycle(since="1", replacement="Api.gone")},
        None,
        Lifecycle(since="1"),
        str,
    ),
}


@pytest.mark.parametrize(
    ("members", "answer", "lifecycle", "data_type"), MENDED.values(), ids=MENDED
)
def test_an_error_of_which_a_part_is_for_others(
    members: dict[str, Any],
    answer: ErrorAnswer | None,
    lifecycle: Lifecycle | None,
    data_type: object,
) -> None:
    given = error("GIVEN", **members)
    left = error("GIVEN", answer=answer, lifecycle=lifecycle, data_type=data_type)
    whole = http_contract(method(errors=(given,)), GONE)
    assert written(whole, ASKED) == written(http_contract(method(errors=(left,))))


def test_a_value_that_has_no_hash_names_nothing() -> None:
    hidden = HiddenNames(members=frozenset({"cost"}))
    assert not hidden.mentioned_in({"data": [bytearray()]})
    assert hidden.mentioned_in({"data": [bytearray(), "cost"]})


CONTRACTS: dict[str, tuple[HttpContract, HttpContract | None]] = {
    "for the audience": (
        http_contract(audience=PARTNER, lifecycle=Lifecycle(since="1")),
        http_contract(lifecycle=Lifecycle(since="1")),
    ),
    "for others": (
        http_contract(method(operation_id="fetch"), audience=OTHERS),
        None,
    ),
    "with a method for others": (
        http_contract(method(), method("cut", audience=OTHERS)),
        http_contract(method()),
    ),
    "with a path that a reference escapes": (
        http_contract(method("cut~", audience=OTHERS)),
        None,
    ),
    "with methods for others alone": (
        http_contract(method("cut", audience=OTHERS)),
        None,
    ),
}


@pytest.mark.parametrize(("contract", "left"), CONTRACTS.values(), ids=CONTRACTS)
def test_contracts(contract: HttpContract, left: HttpContract | None) -> None:
    assert written(contract, ASKED) == written(left)


def interaction(name: str, **members: Any) -> Interaction:
    return Interaction(**{"name": name, "direction": "client_to_server", **members})


def websocket(*interactions: Interaction, **members: Any) -> WebSocketContract:
    return WebSocketContract(
        **{"name": "Feed", "path": "/feed", "interactions": interactions, **members}
    )


SOCKETS: dict[str, tuple[Callable[[], WebSocketContract], Callable[[], Any]]] = {
    "errors": (
        lambda: websocket(
            handshake_errors=(OPEN, SECRET), event_errors=(SECRET,), refusals=(SECRET, OPEN)
        ),
        lambda: websocket(handshake_errors=(OPEN,), event_errors=(), refusals=(OPEN,)),
    ),
    "parameters": (
        lambda: websocket(parameters=(parameter("a"), parameter("b", audience=OTHERS))),
        lambda: websocket(parameters=(parameter("a"),)),
    ),
    "members of a channel": (
        lambda: websocket(asyncapi_extra={"messages": {}, **MARKED}),
        lambda: websocket(asyncapi_extra=WITHOUT_MARKED),
    ),
    "the messages of a channel alone": (
        lambda: websocket(asyncapi_extra={"messages": {}}),
        lambda: websocket(asyncapi_extra=None),
    ),
    "an interaction": (
        lambda: websocket(
            interaction(
                "ask",
                description=TEXT,
                message=body_of(Content(type=str, audience=OTHERS)),
                answer=Content(audience=OTHERS),
                errors=(OPEN, SECRET),
                headers=(parameter("b", audience=OTHERS),),
                asyncapi_extra=MARKED,
                message_extra=MARKED,
                lifecycle=Lifecycle(replacement="Feed.cut"),
                audience=PARTNER,
            ),
            interaction("cut", audience=OTHERS),
        ),
        lambda: websocket(
            interaction(
                "ask",
                description="Fetch.\n\n**Raises**\n\n- ``OPEN``: Else.\n\nThe end.",
                pattern="req",
                errors=(OPEN,),
                asyncapi_extra=WITHOUT_MARKED,
                message_extra=WITHOUT_MARKED,
            )
        ),
    ),
    "an answer": (
        lambda: websocket(interaction("ask", answer=Content(type=str, audience=PARTNER))),
        lambda: websocket(interaction("ask", answer=Content(type=str))),
    ),
    "interactions for others alone": (
        lambda: websocket(interaction("cut", audience=OTHERS)),
        lambda: None,
    ),
    "for others": (lambda: websocket(audience=OTHERS), lambda: None),
}


@pytest.mark.parametrize(("given", "left"), SOCKETS.values(), ids=SOCKETS)
def test_websockets(given: Callable[[], WebSocketContract], left: Callable[[], Any]) -> None:
    assert written(given(), ASKED) == written(left())


SECRET_KEY = SecurityScheme(
    name="Key", definition={"type": "http", "scheme": "bearer", "x-internal": True}
)
TOKEN = SecurityScheme(name="Token", definition={"type": "http", "scheme": "basic"})
SCOPES, SHOWN_SCOPES = {"read": "Read.", "secret": "More."}, {"read": "Read."}
FLOW = {"tokenUrl": "https://example.org"}
GIVEN_OAUTH = SecurityScheme(
    name="Given",
    definition={
        "type": "oauth2",
        "x-own": {"x-internal": True},
        "flows": {"clientCredentials": {**FLOW, "scopes": SCOPES}, "password": FLOW},
    },
)
OAUTH = security.OAuth2(
    client_credentials=security.Flow(token_url="https://example.org", scopes=SCOPES),
    device_authorization=security.Flow(
        device_authorization_url="https://example.org",
        token_url="https://example.org",
        scopes=SCOPES,
    ),
)
SHOWN_SCHEMES: dict[str, tuple[Any, list[tuple[str, ...]], dict[str, Any]]] = {
    "alternatives of others": (
        SECRET_KEY & TOKEN | TOKEN | SECRET_KEY,
        [("Token",)],
        {"Token": {"type": "http", "scheme": "basic"}},
    ),
    "several together, or nothing": (
        security.optional(TOKEN & OAUTH | SECRET_KEY),
        [("Token", "OAuth2"), ()],
        {
            "Token": {"type": "http", "scheme": "basic"},
            "OAuth2": {
                "type": "oauth2",
                "flows": {
                    "clientCredentials": {**FLOW, "scopes": SHOWN_SCOPES},
                    "deviceAuthorization": {
                        "deviceAuthorizationUrl": "https://example.org",
                        **FLOW,
                        "scopes": SHOWN_SCOPES,
                    },
                },
            },
        },
    ),
    "scopes of a given scheme": (
        GIVEN_OAUTH,
        [("Given",)],
        {
            "Given": {
                "type": "oauth2",
                "flows": {
                    "clientCredentials": {**FLOW, "scopes": SHOWN_SCOPES},
                    "password": FLOW,
                },
            }
        },
    ),
}


@pytest.mark.parametrize(
    ("required", "alternatives", "definitions"), SHOWN_SCHEMES.values(), ids=SHOWN_SCHEMES
)
def test_credentials(
    required: Any, alternatives: list[tuple[str, ...]], definitions: dict[str, Any]
) -> None:
    secret = method("secret", audience=OTHERS, security=OAUTH.scoped("secret"))
    document = written(http_contract(method(security=required), secret), ASKED)[0]
    [left] = document["groups"][0]["contracts"][0]["methods"]
    assert [tuple(together) for together in left["security"]] == alternatives
    assert document["securitySchemes"] == definitions


def problems(contract: Any) -> list[ContractError]:
    """What keeps a contract from being shown."""
    with pytest.raises(ContractError) as raised:
        build_contract_doc([contract], title="Shop", audience=ASKED)
    return list(getattr(raised.value, "exceptions", [raised.value]))


AT_THE_CONTRACT, AT_THE_METHOD = Source(module=__name__, line=3), Source(module=__name__, line=8)
UNSHOWN: dict[str, dict[str, Any]] = {
    "a credential": {"security": SECRET_KEY},
    "a parameter of the path": {
        "parameters": (parameter("key", location="path", audience=OTHERS),)
    },
}


@pytest.mark.parametrize("members", UNSHOWN.values(), ids=UNSHOWN)
@pytest.mark.parametrize("source", [None, AT_THE_METHOD], ids=["inherited", "own"])
def test_the_place_of_a_method_that_cannot_be_shown(
    members: dict[str, Any], source: Source | None
) -> None:
    [problem] = problems(http_contract(method(source=source, **members), source=AT_THE_CONTRACT))
    assert problem.where.file == __file__
    assert (problem.where.line, problem.where.owner) == (8 if source else 3, "Api.get")


BY_CONTRACT: dict[str, tuple[Callable[[], Any], bool]] = {
    "a method": (lambda: http_contract(method(), security=SECRET_KEY), False),
    "a method with credentials of its own": (
        lambda: http_contract(method(security=TOKEN), security=SECRET_KEY),
        True,
    ),
    "a websocket": (lambda: websocket(security=SECRET_KEY), False),
    "an interaction with credentials of its own": (
        lambda: websocket(interaction("ask", security=SECRET_KEY), security=TOKEN),
        False,
    ),
}


@pytest.mark.parametrize(("make", "is_shown"), BY_CONTRACT.values(), ids=BY_CONTRACT)
def test_a_credential_of_the_contract_that_is_for_others(
    make: Callable[[], Any], is_shown: bool
) -> None:
    if is_shown:
        assert written(make(), ASKED)[0]["groups"][0]["contracts"]
    else:
        assert [str(problem).count("by Key") for problem in problems(make())] == [1]


IN_PATH = parameter("key", location="path", audience=OTHERS)


@pytest.mark.parametrize(
    "contract",
    [http_contract(method(parameters=(IN_PATH,))), websocket(parameters=(IN_PATH,))],
    ids=["http", "websocket"],
)
def test_a_path_whose_parameter_is_for_others(contract: Any) -> None:
    [problem] = problems(contract)
    assert "{key}, which is not for the audience (partner)" in str(problem)
