"""Contracts that are exported as AsyncAPI and read again are the same document, but for the members
that the guide lists.
"""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.asyncapi import Perspective, to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning, read_specs
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.contracts import WebSocketContract

from ..exports.drawing import WS
from .contract_members import lost_members, members_of, with_contracts
from .test_contract_document import SEARCH

LOST = lost_members("asyncapi-files.md")
SPECS = [spec for each in read_specs(DOCS) if (spec := with_contracts(each, "ws")) is not None]


def exported_and_read(
    spec: ApiDocSpec, folder: Path, perspective: Perspective = "client"
) -> ApiDocSpec:
    """The document of the AsyncAPI file of a spec."""
    with collected_warnings(ExportWarning):
        exported = to_asyncapi(spec, perspective=perspective)
    path = folder / "asyncapi.json"
    path.write_text(json.dumps(exported), encoding="utf-8")
    return ApiDocSpec(slug=spec.slug, asyncapi=str(path))


@pytest.mark.parametrize("perspective", ["client", "server"])
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_the_example(spec: ApiDocSpec, perspective: Perspective, tmp_path: Path) -> None:
    with collected_warnings(ApplicationWarning) as warned:
        again = members_of(exported_and_read(spec, tmp_path, perspective), LOST)
    assert warned == []
    assert again == members_of(spec, LOST)


@pytest.mark.filterwarnings("ignore")
@SEARCH
@given(contracts=WS)
def test_drawn_contracts(
    tmp_path_factory: pytest.TempPathFactory, contracts: list[WebSocketContract]
) -> None:
    contracts = [contract for contract in contracts if contract.interactions]
    assume(contracts)
    groups = [
        {"name": f"{contract.name} {position}", "slug": f"g{position}", "ws": [contract]}
        for position, contract in enumerate(contracts)
    ]
    fields = {"slug": "drawn", "title": "Drawn", "version": "1", "groups": groups}
    spec = ApiDocSpec.model_validate(fields)
    again = exported_and_read(spec, tmp_path_factory.mktemp("drawn"))
    assert members_of(again, LOST) == members_of(spec, LOST)
