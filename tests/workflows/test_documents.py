"""What becomes of workflows in a document, and what is wrong with some."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi_json
from sphinxcontrib_ggdocs.workflows import build, given, step, workflow
from sphinxcontrib_ggdocs.workflows.proposals import proposed_workflow

from . import shop
from .shop import SHOP, Draft, LiveApi, OrderApi, Paging, SellerId, UserApi, UserId


def written(*workflows: object, **fields: Any) -> list[dict[str, Any]]:
    document = build_contract_doc(dict(SHOP, workflows=workflows, **fields))
    listed: list[dict[str, Any]] = json.loads(document.to_json()).get("workflows", [])
    return listed


def arguments(*steps: object) -> list[list[str]]:
    """What the steps of a workflow send, but for credentials."""
    [one] = written(workflow("one", steps))
    texts: list[list[str]] = []
    for called in one["steps"]:
        lines: list[str] = []
        for argument in called.get("arguments", ()):
            if argument["name"] in ("Authorization", "X-Tenant"):
                continue
            source = [argument.get(key, "") for key in ("input", "step", "pointer", "value")]
            lines.append(
                " ".join(map(str, [argument["place"], argument["name"], *source])).rstrip()
            )
        texts.append(lines)
    return texts


def test_the_whole_of_a_workflow() -> None:
    [buy] = written(shop.buy)
    credentials = [
        {"place": "header", "name": "X-Tenant", "input": "X-Tenant"},
        {"place": "header", "name": "Authorization", "prefix": "Bearer ", "input": "token"},
    ]
    draft = {"lines": [{"seller": "s1"}]}
    assert buy == {
        "name": "buy",
        "summary": "Buy something.",
        "description": "Once a day.",
        "inputs": [
            {"name": "X-Tenant", "schema": {"type": "string"}},
            {"name": "token", "schema": {"type": "string"}, "description": "From the shop."},
        ],
        "steps": [
            {
                "name": "create",
                "method": "api/OrderApi/create",
                "arguments": [{"place": "body", "name": "", "value": draft}, *credentials],
            },
            {
                "name": "get",
                "method": "api/OrderApi/get",
                "arguments": [
                    {
                        "place": "path",
                        "name": "order",
                        "step": "create",
                        "pointer": "/id",
                        "brand": "OrderId",
                    },
                    {"place": "query", "name": "verbose", "value": True},
                    *credentials,
                ],
            },
            {
                "name": "get-2",
                "method": "api/UserApi/get",
                "arguments": [
                    {
                        "place": "path",
                        "name": "user",
                        "step": "get",
                        "pointer": "/buyer",
                        "brand": "UserId",
                    }
                ],
            },
        ],
        "outputs": {"order": {"step": "create", "pointer": "/id"}},
    }


anyhow: Any = step
anything: Any = build
ORDER: Any = shop.order
"""For type checkers anything: what follows is partly wrong."""


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([step(OrderApi.find, Paging(limit=3))], [["query limit    3"]]),
        ([step(OrderApi.find, build(Paging, limit=given("n")))], [["query limit n"]]),
        # a seller is a user
        (
            [ORDER, step(OrderApi.find, Paging(), seller=ORDER.lines[0].seller)],
            ["body", "query seller  create /lines/0/seller"],
        ),
        (
            [ORDER, step(UserApi.get, user=ORDER["deliveryPlace"])],
            "it takes UserId, but gets a value without a brand (create gives)",
        ),
        (
            [step(OrderApi.create, build(Draft, lines=given("lines"), after=given("before")))],
            [["body /lines lines", "body /after before"]],
        ),
        ([step("OrderApi.get", order="o1")], [["path order    o1"]]),
        ([step("api/OrderApi/get", order=given("id"))], [["path order id"]]),
        ([step(LiveApi.watch, given("order"))], [["body  order"]]),
    ],
)
def test_what_steps_send(steps: list[Any], expected: Any) -> None:
    if isinstance(expected, str):
        with pytest.raises(ContractError, match=r".*") as raised:
            written(workflow("one", steps))
        assert raised.value.message == expected
        return
    sent = arguments(*steps)
    if isinstance(expected[0], str):
        assert sent[-1] == expected[-1:]
    else:
        assert sent == expected


USER = step(UserApi.get, user=given("user"))
PROBLEMS: dict[str, tuple[list[Any], str, str]] = {
    "a brand": (
        [USER, step(OrderApi.get, ORDER.buyer)],
        "its value comes from no earlier step",
        "list the step that gives the value before the one that takes it",
    ),
    "another brand": (
        [ORDER, step(OrderApi.get, ORDER.buyer)],
        "it takes OrderId, but gets UserId (create gives)",
        "OrderApi.create, OrderApi.find, OrderApi.get, OrderApi.void return one",
    ),
    "a more general brand": (
        [
            ORDER,
            step(OrderApi.create, build(Draft, lines=[build(shop.Line, seller=ORDER.buyer)])),
        ],
        "it takes SellerId, but gets UserId (create gives)",
        "OrderApi.create, OrderApi.find, OrderApi.get, OrderApi.void return one",
    ),
    "one input for two brands": (
        [USER, step(OrderApi.get, given("user"))],
        "it takes OrderId, but gets UserId (user)",
        "OrderApi.create, OrderApi.find, OrderApi.get, OrderApi.void return one",
    ),
    "no such field of a result": (
        [ORDER, step(OrderApi.get, ORDER.idd)],
        "the result of create has no 'idd'",
        "it has id, buyer, lines, deliveryPlace",
    ),
    "no such method": (
        [step("OrderApi.gett", order="o")],
        "the document has no method 'OrderApi.gett'",
        "list its contract in the document; did you mean 'OrderApi.get'?",
    ),
    "several methods": (
        [step("OrderApi.get", ordr="o")],
        "OrderApi.get has no argument 'ordr'",
        "its arguments are order, verbose, X-Tenant",
    ),
    "nothing feeds a parameter": (
        [step("OrderApi.get")],
        "nothing feeds it",
        "give it a constant, given(...), or a result of an earlier step",
    ),
    "nothing feeds the body": (
        [step("OrderApi.create")],
        "its body has no source",
        "give it a constant, given(...), or a result of an earlier step",
    ),
    "nothing feeds a field": (
        [anyhow(OrderApi.create, anything(Draft, after=given("id")))],
        "nothing feeds it",
        "give it a constant, given(...), or a result of an earlier step",
    ),
    "a constant that does not fit": (
        [step("OrderApi.get", order="o", verbose="often")],
        "'often' does not fit",
        "give a value that its schema accepts",
    ),
    "a field that there is not": (
        [step("OrderApi.create", draft={"lines": [], "remark": "quick"})],
        "there is no field 'remark'",
        "it has kind, lines, after",
    ),
    "a part of an input": (
        [step("OrderApi.get", order=given("order").id)],
        "this is a part of an input",
        "give it as an input of its own: given('id')",
    ),
    "a step twice": ([ORDER, ORDER], "the step is listed twice", "call step() once for each step"),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_have_a_place_and_a_remedy(name: str) -> None:
    steps, message, hint = PROBLEMS[name]
    with pytest.raises(ContractError) as raised:
        written(workflow("one", steps))
    assert (raised.value.message, raised.value.hint) == (message, hint)
    assert raised.value.code == "workflow"
    assert raised.value.where.file == (shop.__file__ if name == "a step twice" else __file__)


def test_errors_of_authors() -> None:
    for make, message in (
        (lambda: workflow("a workflow", [ORDER]), "'a workflow' is not the name of a workflow"),
        (lambda: workflow("one", []), "there are no steps"),
        (lambda: workflow("one", [ORDER.id]), "this is not a step"),
        (lambda: workflow("one", [ORDER], credential="secret"), "the credential is a constant"),
        (lambda: anyhow(OrderApi.get, "o", True, 3), "3 arguments, but the method has 2"),
        (lambda: written("a.b:c d"), "'a.b:c d' is not the name of a workflow"),
        (lambda: written(OrderApi), "the class OrderApi is not a workflow"),
        (lambda: written(shop.buy, shop.buy), "there is a workflow 'buy'"),
        (
            lambda: written(workflow("one", [ORDER], outputs={"a": 1})),
            "this is not a result of a step",
        ),
    ):
        with pytest.raises(ContractError) as raised:
            make()
        assert raised.value.message.replace("tests.workflows.shop.", "") == message


def test_a_wrong_workflow_costs_itself_only_where_strict_is_off() -> None:
    wrong = workflow("wrong", [step("OrderApi.gett")])
    with pytest.warns(ApplicationWarning, match="OrderApi.gett"):
        [buy] = written(wrong, "tests.workflows.shop:buy", strict=False)
    assert buy["name"] == "buy"
    with pytest.warns(ApplicationWarning, match="there is no module"):
        assert written("tests.workflows.shopp:buy", strict=False) == []


@pytest.mark.parametrize("name", ["void", "note", "remark", "marked"])
def test_what_is_for_others_hides_the_workflow(name: str) -> None:
    one = getattr(shop, name)
    shown = written(shop.buy, one, audience="public")
    assert [each["name"] for each in shown] == ["buy"]
    assert [each["name"] for each in written(shop.buy, one, audience="shop")] == ["buy", name]
    assert "note" not in json.dumps(shown)


def test_a_contract_document_has_them_again(tmp_path: Path) -> None:
    file = tmp_path / "api-docs.json"
    file.write_bytes(build_contract_doc(SHOP).to_json())
    read = build_contract_doc(contract_document=str(file))
    assert read.workflows == build_contract_doc(SHOP).workflows
    content = json.loads(file.read_bytes())
    [buy] = content["workflows"]
    elsewhere = {**buy, "name": "elsewhere", "steps": [{**buy["steps"][0], "method": "a/b/c"}]}
    late = {**buy, "name": "late", "steps": buy["steps"][1:]}
    content["workflows"] += [elsewhere, late]
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.warns(ApplicationWarning) as warned:
        read = build_contract_doc(contract_document=str(file))
    assert read.workflows == build_contract_doc(SHOP).workflows
    assert ["'a/b/c'" in str(one.message) for one in warned] == [True, False]


def test_markdown() -> None:
    text = markdown_of(build_contract_doc(SHOP))
    assert text[text.index("## Workflows") : text.index("## Errors")] == (
        "## Workflows\n\n### buy\n\nBuy something.\n\nOnce a day.\n\nInputs:\n\n"
        "| Input | Type | Required | Description |\n"
        "| --- | --- | --- | --- |\n"
        "| `X-Tenant` | `string` | yes |  |\n"
        "| `token` | `string` | yes | From the shop. |\n\n"
        "1. `OrderApi.create`\n   Create an order.\n"
        '   - `Body`: `{"lines": [{"seller": "s1"}]}`\n'
        "   - `X-Tenant`: input `X-Tenant`\n"
        "   - `Authorization`: input `token`\n"
        "2. `OrderApi.get`\n   Get an order.\n"
        "   - `order`: result of step 1, `id`, `OrderId`\n"
        "   - `verbose`: `true`\n"
        "   - `X-Tenant`: input `X-Tenant`\n"
        "   - `Authorization`: input `token`\n"
        "3. `UserApi.get`\n   Get the name of a user.\n"
        "   - `user`: result of step 2, `buyer`, `UserId`\n\n"
        "Outputs:\n\n- `order`: result of step 1, `id`\n\n"
    )


def test_a_proposal_is_a_workflow_that_works() -> None:
    spec = ApiDocSpec.model_validate(SHOP)
    code = proposed_workflow(spec, "OrderApi.void")
    assert code == (
        "from tests.workflows.shop import OrderApi\n"
        "from sphinxcontrib_ggdocs.workflows import given, step, workflow\n\n"
        "find = step(OrderApi.find)\n"
        "void = step(OrderApi.void, order=find[0].id)\n"
        'proposed = workflow("void", [find, void])\n'
    )
    names: dict[str, Any] = {}
    exec(code, names)
    [void] = written(names["proposed"])
    assert [called["name"] for called in void["steps"]] == ["find", "void"]
    known = proposed_workflow(spec, "OrderApi.void", ["OrderId"])
    assert 'void = step(OrderApi.void, order=given("order"))' in known


def test_a_proposal_for_a_file_names_methods(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(to_openapi_json(SHOP), encoding="utf-8")
    fields: dict[str, Any] = {"slug": "shop", "openapi": str(file)}
    code = proposed_workflow(ApiDocSpec.model_validate(fields), "OrderApi.void")
    assert 'void = step("OrderApi.void", order=find[0].id, X_Tenant=given("X_Tenant"))' in code
    names: dict[str, Any] = {}
    exec(code, names)
    document = build_contract_doc(fields | {"workflows": [names["proposed"]]})
    [void] = document.workflows or ()
    assert [called.name for called in void.steps] == ["find", "void"]


def test_values_of_references_are_not_mixed_up() -> None:
    with pytest.raises(TypeError):
        iter(ORDER.lines)
    with pytest.raises(AttributeError):
        _ = ORDER._private
    assert SellerId(UserId("s")) == "s"
