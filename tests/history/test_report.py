"""The JSON report and its published schema."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sphinxcontrib_ggdocs import history
from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.history.reports import as_json, sentence

from .documents import document, parsed
from .test_document_changes import CASES_OF_DOCUMENTS, _document, _edited
from .test_schema_changes import CASES

SCHEMA_FILE = Path(history.__file__).with_name("changes.schema.json")


@pytest.fixture(scope="module")
def schema() -> Any:
    return json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def test_reports_fit_the_published_schema(schema: Any) -> None:
    """The report of every case of a named change, read from its text."""
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    ends = [(parsed(_document()), parsed(_edited(edits))) for _, _, edits in CASES_OF_DOCUMENTS]
    for _, old, new, _, _ in CASES:
        ends += [(document({}, body=old), document({}, body=new))]
        ends += [(document({}, response=old), document({}, response=new))]
    for old_document, new_document in ends:
        report = json.loads(json.dumps(as_json(compare(old_document, new_document))))
        validator.validate(report)
        assert report["changes"]
    with pytest.raises(Exception, match=r"was unexpected"):
        validator.validate({**as_json([]), "extra": 1})


def test_a_witness_that_is_null_is_reported() -> None:
    nullable = {"type": ["string", "null"]}
    changes = compare(document({}, body=nullable), document({}, body={"type": "string"}))
    (change,) = as_json(changes)["changes"]
    assert change["witness"] == {"value": None, "flow": "sent"}


def test_a_property_without_a_name_is_told_at_what_has_it() -> None:
    old = {"type": "object", "properties": {"": {"type": "string"}}}
    (change,) = compare(document({}, body=old), document({}, body={"type": "object"}))
    assert change.place.path == ("",)
    assert sentence(change) == "request body application/json: property removed"
