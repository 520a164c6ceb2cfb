"""What was in `adapters.fastapi` before the runtime had a package of its own is still found there."""

import importlib

import pytest

from sphinxcontrib_ggdocs import runtime
from sphinxcontrib_ggdocs.adapters import fastapi

NEWER = {"BodyLimits"}


@pytest.mark.parametrize("name", sorted({*runtime.__all__} - NEWER))
def test_an_old_import_works_and_warns(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"fastapi\.{name} is deprecated: import it from"):
        old = getattr(fastapi, name)
    assert old is getattr(runtime, name)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Router'"):
        importlib.import_module(fastapi.__name__).Router  # noqa: B018
