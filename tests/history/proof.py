"""The law, counted: drawn pairs of documents, values of each, and what a validator says of them.

``python -m tests.history.proof 2000`` draws that many pairs, and prints the figures.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import jsonschema
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from sphinxcontrib_ggdocs.history import Change, compare
from sphinxcontrib_ggdocs.history.changes import worst

from ..drawn_values import drawn_values
from .documents import of_mentioned
from .drawing import TYPES, Schema, edited, schemas, values

Types = dict[str, Schema]
VALUES = 1000
ROOT = {"$ref": "#/schemas/T"}


@st.composite
def edited_types(draw: st.DrawFn) -> tuple[Types, Types]:
    """The named types of a document, and the same after some edits."""
    old = {name: draw(schemas()) for name in TYPES}
    new = dict(old)
    for name in draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=2)):
        new[name] = draw(edited(new[name]))
    return old, new


def acceptance(schema: Schema, types: Types) -> Callable[[Any], bool]:
    """Whether a value is valid, by jsonschema; by jsonschema-rs where Python does not know a
    pattern, and where a type refers to itself without a value between.
    """
    whole = {"allOf": [schema], "schemas": types}
    other = Draft202012Validator(whole)
    if r"\\p{" in json.dumps(whole):
        return other.is_valid
    validator = jsonschema.Draft202012Validator(whole)

    def is_valid(value: Any) -> bool:
        try:
            return bool(validator.is_valid(value))
        except RecursionError:
            return other.is_valid(value)

    return is_valid


def proof(pairs: int, values_of_each: int = VALUES) -> Counter[str]:
    """What is counted of some pairs.

    Raises:
        AssertionError: The law does not hold.
    """
    counts: Counter[str] = Counter()
    for (old, new), flow in drawn_values(
        st.tuples(edited_types(), st.sampled_from(["body", "response"])), pairs
    ):
        changes = compare(of_mentioned(old, **{flow: ROOT}), of_mentioned(new, **{flow: ROOT}))
        sender, receiver = (old, new) if flow == "body" else (new, old)
        verdict = worst(*(change.wire for change in changes))
        counts["pairs"] += 1
        counts[f"pairs: {verdict}"] += 1
        counts["changes"] += len(changes)
        if verdict == "safe":
            counts += _safe(sender, receiver, values_of_each)
        for change in changes:
            if change.wire == "breaking":
                counts += _breaking(change, sender, receiver)
    return counts


def _safe(sender: Types, receiver: Types, count: int) -> Counter[str]:
    follows, accepts = acceptance(ROOT, sender), acceptance(ROOT, receiver)
    sent = [each for each in drawn_values(values(ROOT, sender), count) if follows(each)]
    for value in sent:
        assert accepts(value), f"{value!r} of {sender} for {receiver}"
    return Counter({"values of safe pairs, all accepted": len(sent)})


def _breaking(change: Change, sender: Types, receiver: Types) -> Counter[str]:
    assert change.witness is not None, f"{change} of {sender} for {receiver}"
    found = Counter({"breaking changes, all with a value": 1})
    if change.place.kind == "type" and not change.place.path:
        named = {"$ref": f"#/schemas/{change.place.key}"}
        value = change.witness.value
        is_refused = not acceptance(named, receiver)(value)
        is_shown = is_refused and acceptance(named, sender)(value)
        found["of whole types"] = 1
        found["of whole types, shown by the value against both documents"] = int(is_shown)
    return found


if __name__ == "__main__":
    found_counts = proof(int(sys.argv[1]))
    sys.stdout.writelines(f"{number:9}  {name}\n" for name, number in found_counts.items())
