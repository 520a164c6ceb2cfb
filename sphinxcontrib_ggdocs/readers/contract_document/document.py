"""Implements the reader of contract documents that another build has written.

The document is shown without changes, and not converted to contracts.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ...catalog import BadDocument, Contents, ServiceInfo
from ...contracts.contract_errors import Location
from ...document.model import FORMAT_VERSION, ApiDocsDocument
from ...document.parts import (
    Contact,
    ExternalDocs,
    License,
    Workflow,
    WorkflowValue,
)
from ...document.users import methods_by_key
from ...document.uses import direct_uses
from ...value_messages import excerpt
from ..elements import Element, Reading
from ..files import Pointer, format_hint
from ..server_reader import servers_of
from .cleaning import cleaned

_AGAIN = "write the file again, with `ggdocs export contract-document` or a build"
_MAJOR = FORMAT_VERSION.partition(".")[0]


class ContractDocumentReader:
    """The reader of the field ``contract_document``."""

    def read(self, path: Path) -> Contents:
        """Read a file.

        Raises:
            BadDocument: It is not a contract document, or one of a format that is not known here.
        """
        reading = Reading(path)
        root = reading.element(path)
        current = Element(_as_current(root), root.file, (), reading)
        value = cleaned(current)
        again = Element(value, root.file, (), reading)
        document = _with_known_workflows(_validated(again), again)
        return Contents(
            service=_service(document, Element(value, root.file, (), reading)),
            files=sorted(reading.files),
            document=document,
        )


def _as_current(root: Element) -> dict[str, Any]:
    """Return the value of the file in the form of the current format.

    Raises:
        BadDocument: It is not a contract document, or a newer one.
    """
    value = root.value
    where = Location(file=str(root.file.path))
    is_document = isinstance(value, dict) and {"version", "service", "groups"} <= value.keys()
    if not is_document:
        hint = format_hint(value, "name an api-docs.json that ggdocs has written")
        raise BadDocument("the file is not a contract document", where=where, hint=hint)
    major, _, minor = str(value["version"]).partition(".")
    if major != _MAJOR or not minor.isdecimal():
        raise BadDocument(
            f"the contract document format {excerpt(value['version'])} is not supported",
            where=where,
            hint=f"install a newer version of this package, which reads {FORMAT_VERSION}",
        )
    return {**value, "version": FORMAT_VERSION}


def _validated(root: Element) -> ApiDocsDocument:
    """Return the document, its uses counted again.

    Members that this version does not know are left out with a warning.

    Raises:
        BadDocument: Something has another form than that of the format.
    """
    value = {**root.value, "uses": {}}
    document = None
    while document is None:
        try:
            document = ApiDocsDocument.model_validate(value)
        except ValidationError as error:
            problems = error.errors(include_url=False, include_input=False)
            for problem in problems:
                place = _place(root, problem["loc"])
                if problem["type"] not in ("extra_forbidden", "unexpected_keyword_argument"):
                    raise BadDocument(
                        f"the file is not a contract document: {problem['msg'].lower()}",
                        where=place.where,
                        hint=_AGAIN,
                    ) from error
                place.fault(f"{place.last!r} is not known here", _AGAIN)
            unknown = {_place(root, problem["loc"]).pointer for problem in problems}
            value = _without(value, unknown)
    uses = direct_uses(document.groups, document.schemas, document.errors)
    return document.model_copy(update={"uses": uses})


def _with_known_workflows(document: ApiDocsDocument, root: Element) -> ApiDocsDocument:
    """Return the document without workflows that name what it does not have."""
    methods = methods_by_key(document.groups)
    known: list[Workflow] = []
    for workflow in document.workflows or ():
        unknown = next(_unknown(workflow, methods), None)
        if unknown is None:
            known.append(workflow)
        else:
            message = f"the workflow {workflow.name!r} has no {excerpt(unknown)}"
            root.fault(message, "name a method of the document, or an earlier step")
    return document.model_copy(update={"workflows": tuple(known) or None})


def _unknown(workflow: Workflow, methods: Container[str]) -> Iterator[str]:
    """Yield the methods and steps that a workflow names and nothing has."""
    steps: set[str | None] = {None}
    for step in workflow.steps:
        if step.method not in methods:
            yield step.method
        yield from _unknown_steps(step.arguments or (), steps)
        steps.add(step.name)
    yield from _unknown_steps((workflow.outputs or {}).values(), steps)


def _unknown_steps(values: Iterable[WorkflowValue], steps: Container[str | None]) -> Iterator[str]:
    for value in values:
        if value.step not in steps:
            yield str(value.step)


def _place(root: Element, steps: tuple[int | str, ...]) -> Element:
    """Return the place of a problem; steps of it that name alternatives of the model lead
    nowhere.
    """
    element = root
    for step in map(str, steps):
        value = element.value
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            element = element.inner(step, value[int(step)])
        elif isinstance(value, dict) and step in value:
            element = element.inner(step, value[step])
    return element


def _without(value: Any, unknown: set[Pointer], pointer: Pointer = ()) -> Any:
    """Return a value without the members at some places."""
    if isinstance(value, list):
        return [_without(item, unknown, (*pointer, str(n))) for n, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    kept: dict[str, Any] = {}
    for key, item in value.items():
        place = (*pointer, key)
        if place not in unknown:
            kept[key] = _without(item, unknown, place)
    return kept


def _object(part: Contact | License | ExternalDocs | None) -> dict[str, str] | None:
    """Return the members of a part that say something; None if none does."""
    return (part and {key: text for key, text in asdict(part).items() if text}) or None


def _service(document: ApiDocsDocument, root: Element) -> ServiceInfo:
    service = document.service
    member = root.get("service")
    servers = () if member is None else member.items("servers")
    return ServiceInfo(
        title=service.name,
        version=service.version,
        description=service.description,
        owner=service.owner,
        lifecycle=service.lifecycle,
        servers=tuple(servers_of(servers)),
        summary=service.summary,
        external_docs=_object(service.external_docs),
        contact=_object(service.contact),
        license=_object(service.license),
        terms_of_service=service.terms_of_service,
    )
