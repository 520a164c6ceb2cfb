"""Serves the AsyncAPI file of a running service, and a page that shows it with the AsyncAPI React
component.
"""

from importlib.resources import files

from ..serving.spec_docs import SpecDocs, SpecFormat
from ..serving.viewer import Viewer
from .asyncapi_builder import to_asyncapi
from .servers import below_root_path

ASYNCAPI_REACT = Viewer(
    title="the AsyncAPI React component",
    folder="asyncapi_react",
    scripts=("index.js",),
    styles=("default.min.css",),
    start=files(__package__) / "asyncapi-react-start.js",
    policy=(
        "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
)
"""Seen with 3.2: its parser compiles schemas to functions, with or without a document to parse;
else it is strict."""


class GGAsyncApiDocs(SpecDocs):
    """Serves AsyncAPI: the file at ``/asyncapi.json``, and the AsyncAPI React
    component at ``/asyncapi``.
    """

    format = SpecFormat(
        name="asyncapi",
        title="AsyncAPI",
        export=to_asyncapi,
        viewer=ASYNCAPI_REACT,
        rebase=below_root_path,
    )
