"""Contract documents without the members that a table of the guides lists."""

import json
import re
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.document_texts import with_texts
from sphinxcontrib_ggdocs.native.html_text import markdown_of_html

GUIDES = Path(__file__).parents[2] / "docs/guides"
_ROW = re.compile(r"^\|\s*((?:`[^`]+`,?\s*)+)\|", re.MULTILINE)
Json = Any


def lost_members(guide: str) -> list[tuple[str, ...]]:
    """The members that the last table of a guide says are not the same after a round trip: each is
    the end of a path, in which ``*`` is any name; of ``[]`` only the order is lost.
    """
    text = (GUIDES / guide).read_text(encoding="utf-8").partition("## What an export loses")[2]
    assert text, guide
    return [
        tuple(member.split("."))
        for row in _ROW.findall(text.partition("\n## ")[0])
        for member in re.findall(r"`([^`]+)`", row)
    ]


def without(value: Json, members: list[tuple[str, ...]], at: tuple[str, ...] = ()) -> Json:
    """A value without these members; a list whose order is lost is sorted."""
    if isinstance(value, list):
        return [without(item, members, at) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, item in value.items():
        place = (*at, key)
        if any(_ends((*at, f"{key}[]"), member) for member in members):
            kept[key] = sorted(without(item, members, place), key=json.dumps)
        elif not any(_ends(place, member) for member in members):
            kept[key] = without(item, members, place)
    return kept


def _ends(place: tuple[str, ...], member: tuple[str, ...]) -> bool:
    end = place[-len(member) :]
    return len(end) == len(member) and all(
        wanted in ("*", step) for wanted, step in zip(member, end, strict=True)
    )


def members_of(spec: ApiDocSpec, lost: list[tuple[str, ...]]) -> Json:
    """The contract document of a spec without these members, and without HTML, which is shown as
    Markdown where a file has it.
    """
    document = with_texts(build_contract_doc(spec), markdown_of_html)
    return without(json.loads(document.to_json()), lost)


def with_contracts(spec: ApiDocSpec, kind: str) -> ApiDocSpec | None:
    """The document of the contracts of one kind alone; None where there are none."""
    groups = [
        {
            "name": group.name,
            "slug": group.slug,
            "description": group.description,
            kind: [contract for contract in group.contracts if contract.kind == kind],
        }
        for group in spec.resolved_groups()
    ]
    fields = {
        "slug": spec.slug,
        "title": spec.final_title,
        "version": spec.version,
        "description": spec.description,
        "servers": spec.servers,
        "groups": [group for group in groups if group[kind]],
    }
    return ApiDocSpec.model_validate(fields) if fields["groups"] else None
