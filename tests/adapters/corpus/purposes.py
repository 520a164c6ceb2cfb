"""Where the adapter differs from FastAPI on purpose; docs/reference/accuracy.md has the same table."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from sphinxcontrib_ggdocs.schema.keyword_kinds import well_formed

from .operations import BY_FUNCTION, Difference, Json

Purposes: TypeAlias = Mapping[str, Callable[[Difference], bool]]


def purpose_of(difference: Difference, own: Purposes | None = None) -> str | None:
    """The purpose of a difference; None where it is a fault.

    Args:
        difference: What is different.
        own: The purposes of one framework alone.
    """
    purposes = {**PURPOSES, **(own or {})}
    return next((name for name, is_meant in purposes.items() if is_meant(difference)), None)


def _function_chooses(difference: Difference) -> bool:
    """Members may overlap where a function tells them apart, and ``oneOf`` refuses such values."""
    return bool(difference.wanted == BY_FUNCTION)


def _given_schema(difference: Difference) -> bool:
    """FastAPI merges a schema in `responses` with that of the handler, the members of both stay."""
    place = re.fullmatch(
        r"\.responses\.\w+\.content\..*\.schema\.(anyOf|oneOf|items|type)", difference.path
    )
    is_less = place is not None and difference.found is None
    return is_less and difference.within.keys() < difference.beside.keys()


def _tag_chooses(difference: Difference) -> bool:
    """FastAPI before 0.120 loses the discriminator of a body that is one union."""
    key, within = difference.path.rpartition(".")[2], difference.within
    return (
        key in {"oneOf", "anyOf", "discriminator"}
        and None in (difference.wanted, difference.found)
        and isinstance(within, Mapping)
        and {"oneOf", "discriminator"} <= within.keys()
    )


def _tag_is_required(difference: Difference) -> bool:
    """pydantic wants the tag of a discriminated union sent, default or not."""
    wanted, found, within = difference.wanted or [], difference.found, difference.within
    if not difference.path.endswith(".required") or not isinstance(found, list):
        return False
    added = set(found) - set(wanted)
    tags = {name for name in added if {"const", "enum"} & _property(within, name).keys()}
    tags.add(within.get("discriminator", {}).get("propertyName"))
    return set(wanted) < set(found) and added <= tags


def _property(schema: Json, name: str) -> Json:
    return schema.get("properties", {}).get(name, {})


def _refused_example(difference: Difference) -> bool:
    if difference.path.endswith(".example"):
        return difference.found is None
    kept = difference.found or []
    return difference.path.endswith(".examples") and all(
        example in difference.wanted for example in kept
    )


def _refused_default(difference: Difference) -> bool:
    return difference.path.endswith(".default") and difference.found is None


def refused_values(difference: Difference) -> tuple[list[Json], Json]:
    """The defaults and examples that are left out, and the schema that they should fail."""
    schema = difference.within.get("schema", difference.within)
    if difference.path.endswith((".default", ".example")):
        return [difference.wanted], schema
    wanted, kept = difference.wanted, difference.found or []
    if isinstance(wanted, Mapping):
        return [item.get("value") for name, item in wanted.items() if name not in kept], schema
    return [value for value in wanted if value not in kept], schema


def _one_path(difference: Difference) -> bool:
    """OpenAPI 3.1, 4.8.8: templates that differ in names only are one path."""
    return difference.path == ".path"


def _placeholder(difference: Difference) -> bool:
    """OpenAPI 3.1, 4.8.9: a placeholder has a parameter, whether a function asks for it or not."""
    return difference.path.startswith(".parameters.path ") and difference.wanted is None


def _pattern(difference: Difference) -> bool:
    """Escapes that Python knows and ECMA-262 refuses."""
    if not difference.path.endswith(".pattern"):
        return False
    bare = [re.sub(r"\\(?=\W)", "", str(each)) for each in (difference.wanted, difference.found)]
    return bare[0] == bare[1]


def _ignored_header(difference: Difference) -> bool:
    """OpenAPI 3.1, 4.8.12.1: such a definition shall be ignored."""
    name = difference.path.removeprefix(".parameters.header ").lower()
    return name in {"accept", "content-type", "authorization"} and difference.found is None


def _deprecation(difference: Difference) -> bool:
    """What `deprecated` says is for readers."""
    within = difference.within
    return (
        difference.path.endswith(".description")
        and difference.wanted is None
        and isinstance(within, Mapping)
        and bool(within.get("deprecated"))
    )


def _optional_model(difference: Difference) -> bool:
    """Ninja reads the fields of a model that may be left out, and documents the model as one
    parameter.
    """
    is_parameter = re.fullmatch(r"\.parameters\.\w+ [\w-]+", difference.path) is not None
    if not is_parameter or None not in (difference.wanted, difference.found):
        return False
    documented = difference.beside.values()
    return any("properties" in parameter["schema"] for parameter in documented)


def _names_a_union(difference: Difference) -> bool:
    """A component that is a union; FastAPI gives its name to a member, and writes the union at each
    use.
    """
    is_component = re.fullmatch(r"\.schema\.\w+", difference.path) is not None
    return is_component and difference.beside in difference.within.get("anyOf", ())


def _another_kind(difference: Difference) -> bool:
    """A keyword with a value of another kind than JSON Schema has: ``required`` is a list."""
    keyword = difference.path.rpartition(".")[2]
    is_left_out = difference.found is None and difference.wanted is not None
    return is_left_out and keyword not in well_formed({keyword: difference.wanted})


REFUSED: Final = frozenset({"refused examples", "refused defaults"})
"""The purposes that a validator has to confirm."""

PURPOSES: Final[Purposes] = {
    "unions by a function": _function_chooses,
    "given schemas": _given_schema,
    "tags of unions": _tag_is_required,
    "lost tags of unions": _tag_chooses,
    "refused examples": _refused_example,
    "refused defaults": _refused_default,
    "values of another kind": _another_kind,
    "patterns": _pattern,
    "ignored headers": _ignored_header,
    "one path": _one_path,
    "placeholders": _placeholder,
    "texts of deprecations": _deprecation,
    "models that may be left out": _optional_model,
    "names of unions": _names_a_union,
}
