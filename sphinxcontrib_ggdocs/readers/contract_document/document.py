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
from ..server_reader import read_servers
from .cleaning import cleaned

_AGAIN = "write the file again, with `ggdocs export contract-document` or a build"
_MAJOR = FORMAT_VERSION.partition(".")[0]
"""The first number of the format's version; documents with another one cannot be read."""


class ContractDocumentReader:
    """The reader of the field ``contract_document``."""

    def read(self, path: Path) -> Contents:
        """Read a file.

        Raises:
            BadDocument: It is not a contract document, or one of a format that is not known here.
        """
        reading = Reading(path)
        root = reading.element(path)
        # The same place in the file with a changed value, so that warnings have the right line.
        current_root = Element(_in_current_version(root), root.file, (), reading)
        clean_root = Element(cleaned(current_root), root.file, (), reading)
        document = _with_known_workflows(_validated(clean_root), clean_root)
        return Contents(
            service=_service(document, clean_root),
            files=sorted(reading.files),
            document=document,
        )


def _in_current_version(root: Element) -> dict[str, Any]:
    """Return the value of the file with the current version of the format. Versions with the same
    first number only add members, so nothing else has to change.

    Raises:
        BadDocument: It is not a contract document, or its version has another first number.
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
    """Return the document as a frozen model. Members that this version of the package does not know
    are left out, with a warning.

    The member ``uses`` (which types each part refers to) is computed again, since invalid parts of
    the file were removed before.

    Raises:
        BadDocument: A member is missing, or a value has a wrong type.
    """
    value = {**root.value, "uses": {}}  # `uses` of the file is ignored
    document = None
    # Each round validates the document, and leaves out the unknown members that pydantic reports.
    while document is None:
        try:
            document = ApiDocsDocument.model_validate(value)
        except ValidationError as error:
            problems = error.errors(include_url=False, include_input=False)
            for problem in problems:
                place = _place(root, problem["loc"])
                # pydantic's types for an unknown key of a model, and of a dataclass.
                if problem["type"] not in ("extra_forbidden", "unexpected_keyword_argument"):
                    raise BadDocument(
                        f"the file is not a contract document: {problem['msg'].lower()}",
                        where=place.where,
                        hint=_AGAIN,
                    ) from error
                place.warn(f"{place.key!r} is not known here", _AGAIN)
            unknown = {_place(root, problem["loc"]).pointer for problem in problems}
            value = _without_places(value, unknown)
    uses = direct_uses(document.groups, document.schemas, document.errors)
    return document.model_copy(update={"uses": uses})


def _with_known_workflows(document: ApiDocsDocument, root: Element) -> ApiDocsDocument:
    """Return the document without workflows that name a method or a step that does not exist; each
    causes a warning.
    """
    methods = methods_by_key(document.groups)
    known: list[Workflow] = []
    for workflow in document.workflows or ():
        unknown = next(_unknown_names(workflow, methods), None)
        if unknown is None:
            known.append(workflow)
        else:
            message = f"the workflow {workflow.name!r} has no {excerpt(unknown)}"
            root.warn(message, "name a method of the document, or an earlier step")
    # A document without workflows has None.
    return document.model_copy(update={"workflows": tuple(known) or None})


def _unknown_names(workflow: Workflow, methods: Container[str]) -> Iterator[str]:
    """Yield the names in a workflow that lead nowhere: of methods, and of earlier steps whose
    results are used.

    Args:
        workflow: The workflow.
        methods: The keys of all methods of the document.
    """
    earlier_steps: set[str | None] = {None}  # None: the value does not come from a step
    for step in workflow.steps:
        if step.method not in methods:
            yield step.method
        yield from _unknown_steps(step.arguments or (), earlier_steps)
        earlier_steps.add(step.name)
    yield from _unknown_steps((workflow.outputs or {}).values(), earlier_steps)


def _unknown_steps(values: Iterable[WorkflowValue], steps: Container[str | None]) -> Iterator[str]:
    """Yield the names of the steps that values are taken from, and that are not in `steps`."""
    for value in values:
        if value.step not in steps:
            yield str(value.step)


def _place(root: Element, steps: tuple[int | str, ...]) -> Element:
    """Return the value in the file that a problem of pydantic is about.

    Args:
        root: The whole document.
        steps: The location of the problem. Besides keys and positions it has the names of the
            members of unions, which lead nowhere in the file and are skipped.
    """
    element = root
    for step in map(str, steps):
        value = element.value
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            element = element.child(step, value[int(step)])
        elif isinstance(value, dict) and step in value:
            element = element.child(step, value[step])
    return element


def _without_places(value: Any, removed: set[Pointer], pointer: Pointer = ()) -> Any:
    """Return a JSON value without the members of objects at some places.

    Args:
        value: The value.
        removed: The JSON pointers of the members that are left out.
        pointer: The JSON pointer of the value itself.
    """
    if isinstance(value, list):
        return [
            _without_places(item, removed, (*pointer, str(position)))
            for position, item in enumerate(value)
        ]
    if not isinstance(value, dict):
        return value
    remaining: dict[str, Any] = {}
    for key, item in value.items():
        place = (*pointer, key)
        if place not in removed:
            remaining[key] = _without_places(item, removed, place)
    return remaining


def _object(part: Contact | License | ExternalDocs | None) -> dict[str, str] | None:
    """Return the members of a contact, a license or a link that are not empty; None if there are
    none.
    """
    if part is None:
        return None
    members = {key: text for key, text in asdict(part).items() if text}
    return members or None


def _service(document: ApiDocsDocument, root: Element) -> ServiceInfo:
    """Return what the document says about its service.

    Args:
        document: The document.
        root: Its value in the file, from which the servers are read again, with their checks.
    """
    service = document.service
    member = root.get("service")
    servers = () if member is None else member.items("servers")
    return ServiceInfo(
        title=service.name,
        version=service.version,
        description=service.description,
        owner=service.owner,
        lifecycle=service.lifecycle,
        servers=tuple(read_servers(servers)),
        summary=service.summary,
        external_docs=_object(service.external_docs),
        contact=_object(service.contact),
        license=_object(service.license),
        terms_of_service=service.terms_of_service,
    )
