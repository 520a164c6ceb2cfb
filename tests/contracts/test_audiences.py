"""What others have written, without what is for other readers."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.audiences import (
    NOBODY,
    audience_folder,
    audience_in,
    audience_names,
    without_marked,
)
from sphinxcontrib_ggdocs.contracts.contract_errors import BadOption, Location
from sphinxcontrib_ggdocs.contracts.model import MISSING

ASKED = ("partner",)

WRITTEN: dict[str, tuple[Any, Any]] = {
    "a text": ("x-internal", "x-internal"),
    "an object without a mark": ({"a": {"b": 1}}, {"a": {"b": 1}}),
    "a mark of the reader": ({"a": {"x-audience": "partner", "b": 1}}, {"a": {"b": 1}}),
    "a mark of others": ({"a": {"x-audience": ["internal"], "b": 1}, "c": 2}, {"c": 2}),
    "an internal one, below": ({"a": {"b": {"x-internal": True}, "c": 1}}, {"a": {"c": 1}}),
    "one that is not internal": ({"a": {"x-internal": False, "c": 1}}, {"a": {"c": 1}}),
    "in a list": ([{"x-internal": True}, {"a": 1}, 2], [{"a": 1}, 2]),
    "in a list of a list": ([[{"x-audience": "internal"}], ({"a": 1},)], [[], [{"a": 1}]]),
}


@pytest.mark.parametrize(("written", "shown"), WRITTEN.values(), ids=WRITTEN)
def test_objects_with_marks(written: Any, shown: Any) -> None:
    assert without_marked(written, ASKED) == shown


MARKS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "none": ({"a": 1}, ()),
    "no object": ("x-internal", ()),
    "a text": ({"x-audience": "partner"}, ("partner",)),
    "several": ({"x-audience": ["a", "b"]}, ("a", "b")),
    "internal": ({"x-internal": True}, ("internal",)),
    "internal, as YAML of old has it": ({"x-internal": "true"}, ("internal",)),
    **{
        f"not internal: {value!r}": ({"x-internal": value}, ())
        for value in (False, None, "false", " No ", "OFF", "n", "0", "")
    },
    "both, which have to fit together": ({"x-internal": True, "x-audience": "partner"}, NOBODY),
    "what is not a name": ({"x-audience": [1]}, NOBODY),
}


@pytest.mark.parametrize(("written", "mark"), MARKS.values(), ids=MARKS)
def test_marks(written: Any, mark: tuple[str, ...]) -> None:
    assert audience_in(written) == mark


NAMES: list[tuple[Any, tuple[str, ...] | None]] = [
    (None, ()),
    ("a", ("a",)),
    (["b", "a"], ("b", "a")),
    (("b", "a"), ("b", "a")),
    ({"b", "a"}, ("a", "b")),
    (frozenset("ba"), ("a", "b")),
    ([], ()),
    (" ", None),
    ([1], None),
    (1, None),
]


@pytest.mark.parametrize(("given", "names"), NAMES)
def test_names_of_audiences(given: Any, names: tuple[str, ...] | None) -> None:
    where = Location(owner="Api.read")
    if names is not None:
        assert audience_names(given, where) == names
        return
    with pytest.raises(BadOption, match=r"Api\.read: .* names no audience"):
        audience_names(given, where)


FOLDERS = {
    "": None,
    "for+everyone": (),
    "for-everyone": ("everyone",),
    "for-partner": ("partner", "partner"),
    "for-a+b": ("b", "a"),
    "for-a%2Bb": ("a+b",),
    "for-a-b": ("a-b",),
    "for-ab": ("ab",),
    "for-a%20b": ("a b",),
    "for-a%2Fb": ("a/b",),
    "for-a%2F..%2Fb_1.x": ("a/../b_1.x",),
    "for-gr%C3%B6%C3%9Fe": ("größe",),
}


@pytest.mark.parametrize(("folder", "asked"), FOLDERS.items())
def test_folders_of_snapshots(folder: str, asked: tuple[str, ...] | None) -> None:
    """A changelog for one audience names nothing that only another one has seen."""
    assert audience_folder(asked) == folder


def test_a_missing_value_is_false() -> None:
    assert not MISSING
    assert repr(MISSING) == "MISSING"
