"""Published applications, each read in its own environment: none crashes, every operation is there,
and says what its framework says.

Of 1 000 operations, 990 are equal where references are followed; of 1 000 operations and component
schemas, 995 where they are compared by name, each as it stands.

``make test-corpus`` installs and reads them.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from ..exports.validity import faults_of_asyncapi, faults_of_openapi
from .corpus.published import PACKAGES, Published, installed, reading
from .corpus.reading import EXPORTED


def _fitting(refused: list[tuple[str, str, list[Any], Any]]) -> Iterator[tuple[str, str, Any]]:
    """The values that were left out though they fit their schemas."""
    for operation, path, values, schema in refused:
        validator = Draft202012Validator(schema, format_checker=FormatChecker())
        for value in values:
            if validator.is_valid(value):
                yield operation, path, value


def _remove_own_members(exported: dict[str, Any], package: Published) -> None:
    for path_item in exported["paths"].values():
        for operation in path_item.values():
            for member in package.own_members:
                operation.pop(member, None)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_published_application_is_documented_as_its_framework_does(package: Published) -> None:
    assert installed(package), (package.folder / "problem.txt").read_text()[-2000:]
    found = reading(package)
    assert found["operations"] >= package.operations
    assert not found["head"]
    folder = package.home / EXPORTED
    for name in ("openapi.json", "openapi-3.2.json"):
        exported = json.loads((folder / name).read_text(encoding="utf-8"))
        _remove_own_members(exported, package)
        assert faults_of_openapi(exported) == [], name
    exported = json.loads((folder / "asyncapi.json").read_text(encoding="utf-8"))
    assert faults_of_asyncapi(exported) == []
    fitting = list(_fitting(found["refused"]))
    assert len(fitting) <= package.unconfirmed, fitting[:5]
    differing = {operation for operation, *_ in found["differences"]}
    by_name = {name for name, *_ in found["by_name"]}
    print(  # noqa: T201
        f"{package.name}, {found['framework']}: {found['equal']} of {found['operations']} "
        f"are equal; on purpose {found['on_purpose']}; {len(differing)} others; "
        f"{len(by_name)} without dereferencing, with {found['schemas']} schemas, "
        f"{found['streams']} streams; "
        f"{found['seconds']} {found['size']}"
    )
    assert len(differing) <= package.differing, found["differences"][:5]
    assert len(differing) <= 0.01 * found["operations"]
    compared = found["operations"] + found["schemas"]
    assert len(by_name) <= 0.005 * compared, found["by_name"][:5]
