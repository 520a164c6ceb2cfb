"""Read one application and compare; run in its own environment: ``python -m … "expression"``.

The last line of the output is a `Reading` as JSON.
"""

import contextlib
import dataclasses
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json
from sphinxcontrib_ggdocs.openapi import to_openapi

from .by_name import differences_by_name
from .frameworks import Framework, framework_of
from .operations import Difference, differences, head_differences, streams
from .purposes import REFUSED, purpose_of, refused_values

EXPORTED = Path("exported")
"""What is exported, in the home of the application: its environment has no validators."""


@dataclass(kw_only=True)
class Reading:
    """What was found in one application."""

    framework: str
    """Its name and version."""
    operations: int = 0
    equal: int = 0
    streams: int = 0
    """How many bodies have a schema of their items."""
    on_purpose: dict[str, int] = field(default_factory=dict)
    """Operations that differ in nothing else than what is meant, by purpose."""
    refused: list[tuple[str, str, list[Any], Any]] = field(default_factory=list)
    """Operation, path, the values that are left out, and the schema that they should fail."""
    differences: list[tuple[str, str, Any, Any]] = field(default_factory=list)
    """Operation or place of the head, path in it, the framework's value, ours."""
    schemas: int = 0
    """Component schemas that both documents name and that are compared as they stand."""
    by_name: list[tuple[str, str, Any, Any]] = field(default_factory=list)
    """What is different without dereferencing, of operations and of component schemas."""
    head: list[tuple[str, Any, Any]] = field(default_factory=list)
    """What is different of the whole service: path, the framework's value, ours."""
    warnings: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    """Processor time of the framework's document and of the parts of ours."""
    size: dict[str, int] = field(default_factory=dict)
    """Bytes of the framework's document and of ours."""


def read(app: Any, *, ours_first: bool) -> Reading:
    """Compare the documents of an application, and measure them."""
    framework: Framework = framework_of(app)
    reading = Reading(framework=framework.name)
    spec = ApiDocSpec(slug="a", title="A", app=app)

    def theirs() -> Any:
        return _timed(reading, "openapi", lambda: framework.document(app))

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        wanted = None if ours_first else theirs()
        _timed(reading, "adapter", spec.resolved_groups)
        document = _timed(reading, "document", lambda: build_contract_json(spec))
        wanted = wanted or theirs()
    reading.warnings = [
        str(each.message)[:400] for each in caught if issubclass(each.category, ApplicationWarning)
    ]
    reading.size = {
        "openapi": len(json.dumps(wanted, separators=(",", ":"), default=str)),
        "document": len(document),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exports = {
            "openapi-3.2.json": to_openapi(spec, title=framework.title(app), openapi_version="3.2"),
            "asyncapi.json": to_asyncapi(spec, title=framework.title(app)),
        }
        found = _timed(
            reading,
            "ours",
            lambda: to_openapi(
                spec, title=framework.title(app), openapi_version=framework.openapi_version
            ),
        )
    exports["openapi.json"] = found
    EXPORTED.mkdir(exist_ok=True)
    for name, exported in exports.items():
        (EXPORTED / name).write_text(json.dumps(exported), encoding="utf-8")
    reading.head = [
        (each.path, each.wanted, each.found) for each in head_differences(wanted, found)
    ]
    reading.streams = streams(wanted)
    written_out = dict(differences(wanted, found))
    by_name = differences_by_name(wanted, found, written_out)
    reading.schemas, reading.by_name = _faults_by_name(by_name, framework)
    for operation, different in written_out.items():
        reading.operations += 1
        own = framework.purposes
        purposes = {id(each): purpose_of(each, own) for each in different}
        reading.equal += not different
        names = {name for name in purposes.values() if name is not None}
        if names and None not in purposes.values():
            for name in names:
                reading.on_purpose[name] = reading.on_purpose.get(name, 0) + 1
        reading.refused += [
            (operation, each.path, *refused_values(each))
            for each in different
            if purposes[id(each)] in REFUSED
        ]
        reading.differences += [
            (operation, each.path, each.wanted, each.found)
            for each in different
            if purposes[id(each)] is None
        ]
    return reading


def _faults_by_name(
    items: Iterable[tuple[str, list[Difference], list[Difference]]], framework: Framework
) -> tuple[int, list[tuple[str, str, Any, Any]]]:
    """How many component schemas were compared, and the faults without dereferencing."""
    count, faults = 0, []
    for name, different, written_out in items:
        count += " /" not in name
        if any(purpose_of(each, framework.purposes) is None for each in different):
            faults += [
                (name, each.path, each.wanted, each.found)
                for each in written_out
                if purpose_of(each, framework.purposes) is None
            ]
    return count, faults


def _timed(reading: Reading, name: str, call: Callable[[], Any]) -> Any:
    start = time.process_time()
    try:
        return call()
    finally:
        reading.seconds[name] = round(time.process_time() - start, 3)


def main(imports: str, expression: str, *options: str) -> None:
    """Read what an expression returns, after some imports."""
    scope: dict[str, Any] = {}
    with contextlib.redirect_stdout(sys.stderr):
        exec(imports, scope)
        app = eval(expression, scope)
        reading = read(app, ours_first="ours-first" in options)
    print(json.dumps(dataclasses.asdict(reading), default=str))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
