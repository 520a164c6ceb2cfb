"""The export as Arazzo, before Redocly, which also runs the workflows of the example service."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from marketplace.docs import PLATFORM
from marketplace.models.orders import Basket
from marketplace.service.app import create_app
from marketplace.service.market import BICYCLE, GRACE, opened_market

from sphinxcontrib_ggdocs.capabilities import BY_NAME
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.commands import main
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.native import build_api_docs, build_contract_doc
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.native.markdown import markdown_of_view
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.openapi import to_openapi, to_openapi_json
from sphinxcontrib_ggdocs.serving.exported_files import export_texts
from sphinxcontrib_ggdocs.workflows import build, given, step, to_arazzo, to_arazzo_json, workflow

from ..node_packages import installed
from ..serving.hosting import by_uvicorn
from . import shop
from .shop import SHOP, Draft, LiveApi, OrderApi

INPUTS = {
    "email": "grace@example.org",
    "password": "correct horse battery",
    "order": {
        "address": {
            "name": "Ada Lovelace",
            "street": "Kungsgatan 12",
            "postcode": "111 35",
            "city": "Stockholm",
            "country": "SE",
        }
    },
    "payment": {"method": "card", "token": "tok_visa"},
    "title": "A lamp of brass",
    "price": {"amount": "12.00"},
}


def redocly(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = installed("@redocly/cli/bin/cli.js")
    silent = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    return subprocess.run(
        ["node", str(program), *arguments],
        cwd=folder,
        env={**os.environ, **silent},
        capture_output=True,
        text=True,
        check=False,
    )


def remarks(folder: Path) -> list[str]:
    """What Redocly's linter says of ``arazzo.json``."""
    report = redocly(folder, "lint", "--extends", "recommended", "--format", "json", "arazzo.json")
    return [problem["message"] for problem in json.loads(report.stdout)["problems"]]


def write(folder: Path, **fields: Any) -> None:
    (folder / "openapi.json").write_text(to_openapi_json(**fields), encoding="utf-8")
    (folder / "arazzo.json").write_text(to_arazzo_json(**fields), encoding="utf-8")


def test_the_whole_of_a_document() -> None:
    tenant = {"name": "X-Tenant", "in": "header", "value": "$inputs.X-Tenant"}
    token = {"name": "Authorization", "in": "header", "value": "Bearer {$inputs.token}"}
    payload = {"lines": [{"seller": "s1"}]}
    assert to_arazzo(SHOP, version="3") == {
        "arazzo": "1.1.0",
        "info": {"title": "Shop", "version": "3"},
        "sourceDescriptions": [{"name": "openapi", "url": "openapi.json", "type": "openapi"}],
        "workflows": [
            {
                "workflowId": "buy",
                "summary": "Buy something.",
                "description": "Once a day.",
                "inputs": {
                    "type": "object",
                    "properties": {
                        "X-Tenant": {"type": "string"},
                        "token": {"type": "string", "description": "From the shop."},
                    },
                    "required": ["X-Tenant", "token"],
                },
                "steps": [
                    {
                        "stepId": "create",
                        "description": "Create an order.",
                        "operationId": "OrderApi_create",
                        "parameters": [tenant, token],
                        "requestBody": {"contentType": "application/json", "payload": payload},
                        "successCriteria": [{"condition": "$statusCode == 200"}],
                        "outputs": {"id": "$response.body#/id"},
                    },
                    {
                        "stepId": "get",
                        "description": "Get an order.",
                        "operationId": "OrderApi_get",
                        "parameters": [
                            {"name": "order", "in": "path", "value": "$steps.create.outputs.id"},
                            {"name": "verbose", "in": "query", "value": True},
                            tenant,
                            token,
                        ],
                        "successCriteria": [{"condition": "$statusCode == 200"}],
                        "outputs": {"buyer": "$response.body#/buyer"},
                    },
                    {
                        "stepId": "get-2",
                        "description": "Get the name of a user.",
                        "operationId": "UserApi_get",
                        "parameters": [
                            {"name": "user", "in": "path", "value": "$steps.get.outputs.buyer"}
                        ],
                        "successCriteria": [{"condition": "$statusCode == 200"}],
                    },
                ],
                "outputs": {"order": "$steps.create.outputs.id"},
            }
        ],
    }


def test_bodies_of_several_sources_and_types_of_inputs() -> None:
    first = step(OrderApi.create, given("draft"))
    line = build(shop.Line, seller=first.lines[0].seller)
    second = step(OrderApi.create, build(Draft, lines=[line], after=first.id))
    arazzo = to_arazzo(dict(SHOP, workflows=[workflow("twice", [first, second])]))
    [twice] = arazzo["workflows"]
    assert twice["steps"][1]["requestBody"]["payload"] == {
        "lines": [{"seller": "$steps.create.outputs.lines_0_seller"}],
        "after": "$steps.create.outputs.id",
    }
    assert twice["inputs"]["properties"]["draft"] == {"$ref": "#/components/inputs/Draft"}
    assert {"Draft", "OrderId"} <= arazzo["components"]["inputs"].keys()
    assert "x-brand" not in json.dumps(arazzo)


def test_what_arazzo_cannot_say() -> None:
    socket = workflow("socket", [step(LiveApi.watch, given("order"))])
    with pytest.warns(ExportWarning, match="the workflow 'socket' is left out"):
        arazzo = to_arazzo(dict(SHOP, workflows=[socket, shop.buy]))
    assert [one["workflowId"] for one in arazzo["workflows"]] == ["buy"]
    with pytest.raises(ContractError, match="there are no workflows"):
        to_arazzo(dict(SHOP, workflows=[shop.marked]), audience="public")
    dollar = workflow("dollar", [step("OrderApi.get", order="$1")])
    with pytest.warns(ExportWarning, match="may be read as an Arazzo expression"):
        to_arazzo(dict(SHOP, workflows=[dollar]))


def test_it_is_where_openapi_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build_api_docs(docs=[SHOP], out_dir=tmp_path)
    written = json.loads((tmp_path / "shop" / "arazzo.json").read_bytes())
    assert written == to_arazzo(SHOP)
    build_api_docs(docs=[SHOP], out_dir=tmp_path, without=["openapi"])
    assert not (tmp_path / "shop" / "arazzo.json").exists()
    build_api_docs(docs=[dict(SHOP, workflows=[])], out_dir=tmp_path)
    assert not (tmp_path / "shop" / "arazzo.json").exists()
    assert main(["export", "arazzo", "marketplace.docs:PLATFORM"]) == 0
    assert json.loads(capsys.readouterr().out) == to_arazzo(PLATFORM)
    assert main(["export", "arazzo", "marketplace.docs:INTERNAL"]) == 1
    assert "Arazzo describes workflows, but there are none" in capsys.readouterr().err


def test_the_command_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fail-on", "error", "tests.workflows.shop:SHOP"]) == 0
    assert main(["check", "tests.workflows.shop:WRONG"]) == 1
    assert "the document has no method 'OrderApi.gett'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("fields", [PLATFORM, SHOP], ids=["platform", "shop"])
def test_redocly_finds_nothing(fields: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path, **fields)
    assert [message for message in remarks(tmp_path) if "license" not in message] == []


@pytest.mark.slow
def test_redocly_would_find_something(tmp_path: Path) -> None:
    write(tmp_path, **SHOP)
    text = (tmp_path / "arazzo.json").read_text(encoding="utf-8")
    (tmp_path / "arazzo.json").write_text(text.replace('"stepId": "get"', '"id": "get"'))
    assert remarks(tmp_path) != []


@pytest.mark.slow
def test_redocly_runs_the_workflows_of_the_example(tmp_path: Path) -> None:
    market = opened_market()
    market.baskets[GRACE] = Basket(lines={BICYCLE: 1})
    with by_uvicorn({"market": create_app(market)}) as urls:
        write(tmp_path, **{**PLATFORM, "servers": [urls["market"]]})
        run = redocly(
            tmp_path, "respect", "arazzo.json", "--input", json.dumps(INPUTS), "-J", "log.json"
        )
    assert run.returncode == 0, run.stdout
    assert "Workflows: 2 passed, 2 total" in run.stdout
    assert "Steps: 8 passed, 8 total" in run.stdout
    [order] = market.orders.values()
    assert order.state == "paid"
    assert "A lamp of brass" in [listing.title for listing in market.listings.values()]


def test_a_site_builds_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = ApiDocSpec(**SHOP)
    arazzo = to_arazzo(spec)
    monkeypatch.delattr("sphinxcontrib_ggdocs.workflows.arazzo.to_openapi")
    texts = export_texts(BY_NAME["openapi"], spec, {})
    assert json.loads(texts["openapi.json"]) == to_openapi(spec)
    assert json.loads(texts["arazzo.json"]) == arazzo
    monkeypatch.delattr("sphinxcontrib_ggdocs.workflows.arazzo.build_contract_doc")
    for with_methods in (False, True):
        site = native_site([SiteDocument.of(spec, with_methods=with_methods)])
        assert json.loads(site["shop/arazzo.json"].content) == arazzo


def test_the_text_says_what_is_not_in_the_file() -> None:
    socket = workflow("socket", [step(LiveApi.watch, given("order"))])
    document = build_contract_doc(SHOP | {"workflows": [*SHOP["workflows"], socket]})
    text = markdown_of_view(view_of(document))
    note = "Not in the Arazzo file: it sends messages over a WebSocket."
    assert text.count(note) == 1
    assert note in text.partition("### socket")[2]
