"""Whether two OpenAPI documents say the same without dereferencing: a reference equals one of the
same name, and the component schemas are compared by name, one by one, as they stand.

Names are the same whatever stands between their letters: pydantic writes ``Page[Cat]`` as
``Page_Cat_``. A component that only one document has is written out where it is used; so are
those of names that a document has several times.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from .operations import Difference, Json, References, differences, schema_differences


def differences_by_name(
    wanted: Json, found: Json, written_out: Mapping[str, list[Difference]]
) -> Iterator[tuple[str, list[Difference], list[Difference]]]:
    """Each operation of `wanted`, then each component that both have, what is different by name,
    and what of it remains where names are written out: one document may have a name where the
    other has none.

    Args:
        wanted: The document of the framework.
        found: Ours.
        written_out: What is different of the operations where references are followed.
    """
    ours = _components(found)
    both = {name: (each, ours[name]) for name, each in _components(wanted).items() if name in ours}
    one = _with_names(wanted, {own: name for name, (own, _) in both.items()})
    two = _with_names(found, {own: name for name, (_, own) in both.items()})
    for operation, different in differences(one, two):
        yield operation, different, written_out[operation]
    named = References(one), References(two)
    whole = References(wanted), References(found)
    for theirs, own in both.values():
        pair = wanted["components"]["schemas"][theirs], found["components"]["schemas"][own]
        different = schema_differences(theirs, pair, named)
        yield theirs, different, different and schema_differences(theirs, pair, whole)


def _components(document: Json) -> dict[str, str]:
    """The names of components by their letters."""
    names = document.get("components", {}).get("schemas", {})
    count = Counter(map(_letters, names))
    return {_letters(name): name for name in names if count[_letters(name)] == 1}


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name)


def _with_names(document: Json, names: Mapping[str, str]) -> Json:
    """The document with no more than names in the place of some component schemas."""
    components = document.get("components", {})
    schemas = {
        name: {"named": names[name]} if name in names else schema
        for name, schema in components.get("schemas", {}).items()
    }
    return {**document, "components": {**components, "schemas": schemas}}
