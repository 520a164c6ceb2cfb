"""The snippets of the guide, one after the other."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.commands import main

from ..repository.snippets import blocks


def test_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = [*blocks("docs/guides/workflows.md")]
    code = "\n\n".join(block.text for block in listed if block.language == "python")
    (tmp_path / "guide_shop.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import guide_shop  # type: ignore[import-not-found]

    names: dict[str, Any] = vars(guide_shop)
    buy, regret = json.loads(names["document"].to_json())["workflows"]
    assert [step["name"] for step in regret["steps"]] == ["create", "pay", "refund"]
    assert [given["name"] for given in buy["inputs"]] == ["draft", "SignedIn", "card"]
    assert [one["workflowId"] for one in names["arazzo"]["workflows"]] == ["buy", "regret"]
    (at_once,) = json.loads(names["document_of_application"].to_json())["workflows"]
    assert [step["method"] for step in at_once["steps"]] == [
        "orders/Orders/create_order",
        "orders/Orders/pay_order",
    ]
    (brand,) = [one["brand"] for one in at_once["steps"][1]["arguments"] if "brand" in one]
    assert brand == "OrderId"
    for command in "".join(block.text for block in listed if block.language == "sh").splitlines():
        if command.startswith("ggdocs workflow"):
            arguments = command.replace("shop.contracts", "guide_shop").split()[1:]
            assert main(arguments) == 0
            assert 'proposed = workflow("refund"' in capsys.readouterr().out
