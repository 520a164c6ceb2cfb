"""Every change of a member of the contract document is a named change."""

from collections.abc import Iterable
from typing import Any

import pytest

from sphinxcontrib_ggdocs.history import compare

from .documents import parsed
from .members import Edit, complete, edited, edits

COMPUTED = "computed from the history, or from other members"
SILENT = {
    # A class, or a member of one; why its changes are none of the service.
    "Service.slug": "the name of the document in a site",
    "ApiDocsDocument.branding": "the look of a site",
    "ApiDocsDocument.markup": "how descriptions are written; other descriptions are changes",
    "ApiDocsDocument.released": COMPUTED,
    "ApiDocsDocument.changes": COMPUTED,
    "ApiDocsDocument.removed": COMPUTED,
    **dict.fromkeys(
        (
            "ApiDocsDocument.workflows",
            "Workflow",
            "WorkflowInput",
            "WorkflowStep",
            "WorkflowValue",
            "StepArgument",
        ),
        "how calls belong together; the methods that are called are compared",
    ),
    "HttpContract.path_prefix": "the beginning of the paths of its methods",
    **dict.fromkeys(
        ("Auth", "HttpContract.auth", "WebSocketContract.auth", "HttpMethod.auth"),
        "headers of `security`, which is compared where it is there",
    ),
    **dict.fromkeys(("Branding", "Source"), "the look of a site, and where authors have written"),
    **dict.fromkeys(("Uses", "MethodEvent", "MethodChange", "RemovedMethod"), COMPUTED),
    **{
        f"{owner}.source": "where authors have written"
        for owner in ("HttpContract", "WebSocketContract", "HttpMethod", "WebSocketMethod")
    },
    **{
        f"{owner}.runtime_errors": "which errors a runtime adds; the errors are compared"
        for owner in ("HttpMethod", "WebSocketMethod")
    },
    **{f"{owner}.history": COMPUTED for owner in ("HttpMethod", "WebSocketMethod")},
}
OVERRIDING = (
    "HttpMethod.permission HttpMethod.security HttpMethod.http_methods HttpMethod.http_paths "
    "HttpMethod.success_response WebSocketMethod.permission WebSocketMethod.security "
    "WebSocketMethod.ws_frame Response.status_range Error.status_range"
)
OVERRIDDEN = (
    "Service.servers HttpContract.permission HttpContract.security "
    "WebSocketContract.permission WebSocketContract.security HttpMethod.more_responses "
    "Response.status_range"
)
"""Members of which the former hold instead of the latter: neither shows in all documents."""

DOCUMENTS = [
    complete(without=frozenset(without.split())) for without in ("", OVERRIDING, OVERRIDDEN)
]


def _is_silent(edit: Edit) -> bool:
    return edit.owner in SILENT or f"{edit.owner}.{edit.member}" in SILENT


def _reported(document: Any) -> Iterable[tuple[Edit, bool]]:
    old = parsed(document)
    return ((each, bool(compare(old, parsed(edited(document, each))))) for each in edits(document))


@pytest.fixture(scope="module")
def reported() -> dict[tuple[str, ...], bool]:
    """Whether each edit of the format is reported, in one of the documents at least."""
    found: dict[tuple[str, ...], bool] = {}
    for document in DOCUMENTS:
        for edit, is_reported in _reported(document):
            key = (f"{edit.owner}.{edit.member}", *map(str, edit.path), str(edit.value))
            if not _is_silent(edit):
                found[key] = found.get(key, False) or is_reported
    return found


def test_every_change_of_a_member_is_reported(reported: dict[tuple[str, ...], bool]) -> None:
    assert len(reported) > 500
    assert [" ".join(key) for key, is_reported in reported.items() if not is_reported] == []


def test_what_is_silent_is_a_member() -> None:
    found = {each for edit in edits(DOCUMENTS[0]) for each in (edit.owner, _name(edit))}
    assert found >= SILENT.keys()


def _name(edit: Edit) -> str:
    return f"{edit.owner}.{edit.member}"


def test_a_document_with_everything_is_the_same_as_itself() -> None:
    for document in DOCUMENTS:
        assert compare(parsed(document), parsed(document)) == ()
