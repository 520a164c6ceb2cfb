"""Finds what is there twice: slugs of different documents, objects described in two places."""

from collections.abc import Mapping, Set

from ..config import GgConfig, key_of, slug_of
from ..problems import Problem, Subtype, warn
from .gg import GgDomain


def clashes(domain: GgDomain, config: GgConfig) -> dict[tuple[str, str], str]:
    """By page and key: what is wrong with a document whose slug another one has, whose files are
    written.
    """
    first = {slug_of(values): (key_of(values), "conf.py") for values in config.documents}
    found: dict[tuple[str, str], str] = {}
    for docname, shown in sorted(domain.shown.items()):
        for each in shown:
            for key in each.keys:
                record = domain.records.get(key)
                if record is None:
                    continue
                known, where = first.setdefault(record.slug, (key, each.place))
                if known != key:
                    found[docname, key] = (
                        f"the slug {record.slug!r} is taken by the document of {where}, whose "
                        "files are written; "
                        "give each document its own slug"
                    )
    return found


def warn_of_duplicate_slugs(domain: GgDomain, found: Mapping[tuple[str, str], str]) -> None:
    """Two different documents with one slug would overwrite each other's files."""
    for (docname, key), message in found.items():
        place = next(each.place for each in domain.shown[docname] if key in each.keys)
        warn(Problem(Subtype.DUPLICATE_SLUG, message), domain.location(place))


def warn_of_duplicate_objects(domain: GgDomain, reading: Set[str]) -> None:
    """Of two descriptions of an object only one can be what links lead to; warn once a
    directive.
    """
    places: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for docname in sorted(domain.objects):
        for entry in domain.objects[docname]:
            places.setdefault((entry.objtype, entry.name), []).append((docname, entry.place))
    told: set[tuple[str, str]] = set()
    for (objtype, name), found in places.items():
        if len(found) == 1:
            continue
        for position, place in enumerate(found):
            others = [other for other in found[:position] if other[0] in reading]
            others += [other for other in found if other[0] not in reading]
            if place[0] in reading and others and place not in told:
                told.add(place)
                message = (
                    f"the {objtype} {name!r} is described at {others[0][1]} already; "
                    "give one of the two directives :no-index:"
                )
                warn(Problem(Subtype.DUPLICATE_OBJECT, message), domain.location(place[1]))
