"""The contract document: its published schema, its bytes, what stands in it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from marketplace.docs import BRANDING, DOCS
from pydantic import ValidationError

from sphinxcontrib_ggdocs import native
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.catalog.document_source import read_source
from sphinxcontrib_ggdocs.contracts import WebSocketContract
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.builder import document_of
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

ROOT = Path(__file__).parents[2]
SCHEMA_FILE = Path(native.__file__).with_name("api-docs.schema.json")
GOLDEN = Path(__file__).with_name("golden")


def written(values: dict[str, Any]) -> bytes:
    return build_contract_doc(
        ApiDocSpec.model_validate(values), branding=Branding.model_validate(BRANDING)
    ).to_json()


DOCUMENTS = {values["slug"]: json.loads(written(values)) for values in DOCS}


def methods(document: Any) -> Iterator[tuple[Any, Any, Any]]:
    for group in document["groups"]:
        for contract in group["contracts"]:
            for method in contract["methods"]:
                yield group, contract, method


def test_the_published_schema_is_that_of_the_format() -> None:
    """A change here is a change of the format: raise its version, and say so in the changelog;
    GGDOCS_GOLDEN=1 writes the schema anew.
    """
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ApiDocsDocument.model_json_schema(),
    }
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        text = json.dumps(schema, indent=2, ensure_ascii=False)
        SCHEMA_FILE.write_text(text + "\n", encoding="utf-8")
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == schema


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_documents_fit_the_published_schema(slug: str) -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(DOCUMENTS[slug])
    with pytest.raises(Exception, match=r"was unexpected"):
        Draft202012Validator(schema).validate({**DOCUMENTS[slug], "extra": 1})


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_documents_can_be_read_back(slug: str) -> None:
    text = json.dumps(DOCUMENTS[slug])
    assert json.loads(ApiDocsDocument.model_validate_json(text).to_json()) == DOCUMENTS[slug]


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_golden(slug: str) -> None:
    """The example's documents, read before they were accepted; GGDOCS_GOLDEN=1 writes them anew."""
    file = GOLDEN / f"{slug}.json"
    text = json.dumps(DOCUMENTS[slug], indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == DOCUMENTS[slug]


@pytest.mark.slow
def test_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, 'examples')\n"
        "from marketplace.docs import PLATFORM\n"
        "from sphinxcontrib_ggdocs.catalog import ApiDocSpec\n"
        "from sphinxcontrib_ggdocs.native import build_contract_doc\n"
        "sys.stdout.buffer.write(build_contract_doc(ApiDocSpec.model_validate(PLATFORM)).to_json())\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_nothing_of_this_machine(slug: str) -> None:
    text = json.dumps(DOCUMENTS[slug])
    assert str(ROOT) not in text
    assert " at 0x" not in text


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_every_reference_leads_somewhere_and_every_schema_is_used(slug: str) -> None:
    document = DOCUMENTS[slug]
    referred: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                walk(item)
        elif isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                referred.add(value["$ref"].removeprefix("#/schemas/"))
            for item in value.values():
                walk(item)

    walk(document)
    assert referred == document["schemas"].keys()


def test_what_only_exports_need_is_in_no_json() -> None:
    """It is in memory, and JSON that has such a member is none of the format."""
    contract = WebSocketContract(name="Feed", path="/feed", asyncapi_extra={"x-secret": 1})
    document = document_of(*read_source([contract], title="A"))
    (part,) = document.groups[0].contracts
    assert isinstance(part, doc.WebSocketContract)
    assert part.export is not None
    assert part.export.asyncapi_extra == {"x-secret": 1}
    written = json.loads(document.to_json())
    assert "export" not in written["groups"][0]["contracts"][0]
    assert ApiDocsDocument.model_validate(written) == document
    written["groups"][0]["contracts"][0]["export"] = {"asyncapiExtra": {}}
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        ApiDocsDocument.model_validate(written)
