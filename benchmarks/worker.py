"""Takes one measurement in an interpreter of its own, so that nothing is warm.

``python -m benchmarks.worker KIND METHODS time|memory [flat|connected|wide]``

Times are processor times of this process: other work on the machine disturbs them less. Prints one
line of JSON.
"""

import json
import sys
import time
import tracemalloc
import types
from collections.abc import Callable
from typing import Any, TypedDict, cast

from . import live_source, source


class Sample(TypedDict):
    """What one measurement found."""

    define: float
    """Seconds to make the contracts, or the application with its routes. The models exist
    before."""
    generate: float
    """Seconds from there to the document in memory."""
    write: float
    """Seconds from there to its bytes."""
    size: int
    """Bytes of the document."""
    memory: int
    """Bytes that defining and generating left allocated; 0 unless memory was asked for."""


def main(kind: str, methods: int, what: str, shape: source.Shape = "flat") -> Sample:
    """Take a measurement.

    Args:
        kind: A key of `KINDS`.
        methods: The size of the API.
        what: ``time`` or ``memory``: to trace memory makes everything several times slower.
        shape: Whether resources refer to each other, see `source.models_source`.
    """
    _import("bench_models", source.models_source(methods, shape))
    define, generate, write = KINDS[kind](methods)
    if what == "memory":
        tracemalloc.start()
    before = time.process_time()
    defined = define()
    after_define = time.process_time()
    document = generate(defined)
    after_generate = time.process_time()
    memory = tracemalloc.get_traced_memory()[0] if what == "memory" else 0
    tracemalloc.stop()
    before_write = time.process_time()
    written = write(document)
    after_write = time.process_time()
    return {
        "define": after_define - before,
        "generate": after_generate - after_define,
        "write": after_write - before_write,
        "size": len(written),
        "memory": memory,
    }


def contracts_spec(methods: int, shape: source.Shape) -> Any:
    """The `ApiDocSpec` of the contracts, whose types are not described yet."""
    _import("bench_models", source.models_source(methods, shape))
    define, *_ = _contract_document(methods)
    return define()


Steps = tuple[Callable[[], Any], Callable[[Any], Any], Callable[[Any], bytes]]


def _contract_document(methods: int) -> Steps:
    from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

    code = compile(source.contracts_source(methods), "bench_contracts.py", "exec")
    return lambda: _run("bench_contracts", code).spec, build_contract_doc, ApiDocsDocument.to_json


def _openapi(methods: int) -> Steps:
    from sphinxcontrib_ggdocs.openapi import to_openapi

    code = compile(source.contracts_source(methods), "bench_contracts.py", "exec")
    return lambda: _run("bench_contracts", code).spec, to_openapi, _compact


def _fastapi(methods: int) -> Steps:
    import fastapi.openapi.utils  # noqa: F401  # imported here, so that the import is not measured

    code = compile(source.app_source(methods), "bench_app.py", "exec")
    return lambda: _run("bench_app", code).app, lambda app: app.openapi(), _compact


def _pydantic(_methods: int) -> Steps:
    from pydantic.json_schema import JsonSchemaMode, models_json_schema

    models = sys.modules["bench_models"]

    def used() -> list[tuple[type, JsonSchemaMode]]:
        """Every model as the API uses it: drafts come in, items go out in a page, the rest is
        reached from them.
        """
        pages = [models.Page[item] for name, item in vars(models).items() if _is_item(name)]
        drafts = [
            draft
            for name, draft in vars(models).items()
            if name.startswith("Item") and name.endswith("Draft")
        ]
        return [
            *((page, "serialization") for page in pages),
            *((draft, "validation") for draft in drafts),
        ]

    return used, lambda models: models_json_schema(models)[1], _compact


def _msgspec(methods: int) -> Steps:
    from msgspec.json import schema_components

    structs = _import("bench_structs", source.structs_source(methods))

    def used() -> list[object]:
        pages = [structs.Page[item] for name, item in vars(structs).items() if _is_item(name)]
        return [*pages, *(item for name, item in vars(structs).items() if name.endswith("Draft"))]

    return used, lambda models: schema_components(models)[1], _compact


def _asyncapi(interactions: int) -> Steps:
    from sphinxcontrib_ggdocs.asyncapi import to_asyncapi

    code = compile(live_source.contracts_source(interactions), "bench_contracts.py", "exec")
    return (
        lambda: _run("bench_contracts", code).contracts,
        lambda contracts: to_asyncapi(contracts, title="Benchmark", version="1.0.0"),
        _compact,
    )


def _faststream(interactions: int) -> Steps:
    from faststream.specification import AsyncAPI

    code = compile(live_source.app_source(interactions), "bench_app.py", "exec")

    def generate(broker: Any) -> Any:
        made = AsyncAPI(broker, title="Benchmark", version="1.0.0", schema_version="3.0.0")
        return made.to_specification().to_jsonable()

    return lambda: _run("bench_app", code).broker, generate, _compact


def _is_item(name: str) -> bool:
    return name.startswith("Item") and name.removeprefix("Item").isdigit()


KINDS: dict[str, Callable[[int], Steps]] = {
    "ggdocs": _contract_document,
    "openapi": _openapi,
    "fastapi": _fastapi,
    "asyncapi": _asyncapi,
    "faststream": _faststream,
    "pydantic": _pydantic,
    "msgspec": _msgspec,
}
"""``pydantic`` is `models_json_schema` over the same models alone: no methods, no parameters, no
errors.

``msgspec`` is its `schema_components` over equal structs, likewise alone.
"""


def _compact(document: object) -> bytes:
    """Bytes as FastAPI's own response writes them."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _import(name: str, text: str) -> types.ModuleType:
    return _run(name, compile(text, f"{name}.py", "exec"))


def _run(name: str, code: types.CodeType) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(code, vars(module))
    return module


if __name__ == "__main__":
    wanted_kind, size, quantity, *shapes = sys.argv[1:]
    shape_argument = cast("source.Shape", shapes[0] if shapes else "flat")
    print(json.dumps(main(wanted_kind, int(size), quantity, shape_argument)))
