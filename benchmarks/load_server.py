"""The servers that `load` compares: ``python -m benchmarks.load_server SUBJECT PORT FOLDER``."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))


def write_files(folder: Path) -> None:
    """The documentation of the example service as files."""
    from marketplace.docs import BRANDING, DOCS

    from sphinxcontrib_ggdocs.native import build_api_docs

    build_api_docs({"out_dir": folder, "docs": DOCS, "branding": BRANDING})


def subject(name: str, folder: str) -> Any:
    """The application that delivers it, with nothing around."""
    if name == "StaticFiles":
        from starlette.staticfiles import StaticFiles

        return StaticFiles(directory=folder, html=True)
    from marketplace.docs import BRANDING, DOCS

    from sphinxcontrib_ggdocs.native import GGApiDocs

    return GGApiDocs(None, {"docs_path": "/", "docs": DOCS, "branding": BRANDING}, eager=True)


def main(name: str, port: str, folder: str) -> None:
    """Serve until ended."""
    import uvicorn

    uvicorn.run(
        subject(name, folder),
        port=int(port),
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_keep_alive=3600,  # seconds: a busy machine may leave a connection alone for long
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
