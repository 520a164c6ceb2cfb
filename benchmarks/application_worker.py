"""Measures one application in one process, in the environment that it is installed in.

``python -m benchmarks.application_worker IMPORTS EXPRESSION openapi|ours``; the last argument says
what is built first, since FastAPI makes some things at first use. The last line of the output
is a `Measured` as JSON.
"""

import contextlib
import gc
import json
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, TypedDict

from fastapi import FastAPI
from fastapi.openapi import utils  # noqa: F401  # imported here, so that the import is not measured

import sphinxcontrib_ggdocs.adapters.fastapi  # noqa: F401  # likewise
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json


class Measured(TypedDict):
    """Seconds of processor time, and bytes."""

    operations: int
    openapi: float
    ours: float
    openapi_size: int
    our_size: int


def measure(app: FastAPI, first: str) -> Measured:
    """Both documents of an application that is imported."""
    app.openapi_schema = None
    plain: Callable[[], Any] = FastAPI.openapi.__get__(app)
    spec = ApiDocSpec(slug="app", title="Application", app=app)
    steps: dict[str, Callable[[], Any]] = {
        "openapi": plain,
        "ours": lambda: build_contract_json(spec),
    }
    seconds: dict[str, float] = {}
    documents: dict[str, Any] = {}
    for name in sorted(steps, key=lambda name: name != first):
        # Else the first to come pays for a look through all objects of the import, which for letta
        # is up to half a second.
        gc.collect()
        start = time.process_time()
        documents[name] = steps[name]()
        seconds[name] = time.process_time() - start
    openapi = json.dumps(
        documents["openapi"], ensure_ascii=False, separators=(",", ":"), default=str
    )
    verbs = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
    paths = documents["openapi"]["paths"].values()
    return {
        "operations": sum(len(verbs & path.keys()) for path in paths),
        "openapi": seconds["openapi"],
        "ours": seconds["ours"],
        "openapi_size": len(openapi.encode()),
        "our_size": len(documents["ours"]),
    }


def main(imports: str, expression: str, first: str) -> None:
    """Measure what an expression returns, after some imports."""
    scope: dict[str, Any] = {}
    with contextlib.redirect_stdout(sys.stderr), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(imports, scope)
        measured = measure(eval(expression, scope), first)
    print(json.dumps(measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
