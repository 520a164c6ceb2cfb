"""The law, held against drawn schemas and drawn edits by a validator that is not ours.

What is called safe has to be accepted; what is called breaking has to have a value that shows it.
"""

import os
from typing import Any

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.history.changes import worst

from .documents import of_mentioned
from .drawing import Schema, values
from .proof import edited_types

LONGER = int(os.environ.get("GGDOCS_EXAMPLES", "0"))
SEARCH = settings(
    max_examples=LONGER or 50,
    derandomize=not LONGER,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def _validator(schema: Any, types: dict[str, Schema]) -> Draft202012Validator:
    return Draft202012Validator({"allOf": [schema], "schemas": types})


@SEARCH
@given(data=st.data(), types=edited_types(), flow=st.sampled_from(["body", "response"]))
def test_what_is_safe_is_accepted(
    data: st.DataObject, types: tuple[dict[str, Schema], dict[str, Schema]], flow: str
) -> None:
    old, new = types
    place = {flow: {"$ref": "#/schemas/T"}}
    changes = compare(of_mentioned(old, **place), of_mentioned(new, **place))
    assume(all(change.wire == "safe" for change in changes))
    sender, receiver = (old, new) if flow == "body" else (new, old)
    follows = _validator(place[flow], sender)
    accepts = _validator(place[flow], receiver)
    for value in data.draw(st.lists(values(place[flow], sender), max_size=20)):
        if follows.is_valid(value):
            note(f"{value!r} of {sender} for {receiver}")
            assert accepts.is_valid(value)


@SEARCH
@given(types=edited_types(), flow=st.sampled_from(["body", "response"]))
def test_what_breaks_has_a_witness(
    types: tuple[dict[str, Schema], dict[str, Schema]], flow: str
) -> None:
    old, new = types
    place = {flow: {"$ref": "#/schemas/T"}}
    for change in compare(of_mentioned(old, **place), of_mentioned(new, **place)):
        if change.wire == "breaking" and change.place.kind in ("type", "method"):
            assert change.witness is not None, change
            assert change.witness.flow == ("sent" if flow == "body" else "received")
            if change.rule in ("schema-changed", "changes-together") and not change.place.path:
                at = (
                    {"$ref": f"#/schemas/{change.place.key}"} if change.place.kind == "type" else {}
                )
                follows, accepts = (
                    _validator(at or place[flow], each)
                    for each in (types if flow == "body" else reversed(types))
                )
                assert follows.is_valid(change.witness.value), change
                assert not accepts.is_valid(change.witness.value), change


@SEARCH
@given(types=edited_types())
def test_there_and_back_swaps_directions(
    types: tuple[dict[str, Schema], dict[str, Schema]],
) -> None:
    """What breaks requests one way breaks responses the other way."""
    old, new = types
    there = compare(
        of_mentioned(old, body={"$ref": "#/schemas/T"}),
        of_mentioned(new, body={"$ref": "#/schemas/T"}),
    )
    back = compare(
        of_mentioned(new, response={"$ref": "#/schemas/T"}),
        of_mentioned(old, response={"$ref": "#/schemas/T"}),
    )
    verdicts = [worst(*(change.wire for change in changes)) for changes in (there, back)]
    assert sorted(verdicts) != ["breaking", "safe"]
