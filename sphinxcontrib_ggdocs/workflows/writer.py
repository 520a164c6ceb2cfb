"""Writes workflows into the contract document, and checks them against it.

A missing method, an unresolved value, an input without a value and a brand that gets the value of
another brand are problems; each removes only its own workflow. In a document for an audience, a
workflow that uses something hidden is hidden itself.
"""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from ..agents.chains import brand_places
from ..agents.json_schemas import (
    body_of,
    is_body_required,
    output_schema,
)
from ..agents.library import MethodParts
from ..agents.requests import HttpRequest, add_credential, needed_schemes
from ..audience_rules import is_shown
from ..catalog import ApiDocSpec
from ..catalog.contents import Contents
from ..contracts.contract_errors import ContractError, Location
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..schema.fitting import fits
from ..value_messages import displayed, short_list
from .authoring import Built, Given, Reference, Step, Workflow, origin_of
from .methods import (
    BadWorkflow,
    Method,
    Place,
    UnknownPart,
    arguments_of,
    find_method,
    methods_of,
    params_of,
    places_of,
)
from .schema_paths import SchemaPaths, own_params, pointer_of

_FEED = "give it a constant, given(...), or a result of an earlier step"


class _Slot(NamedTuple):
    """A place of a call that takes a value."""

    place: Place
    name: str
    """Of a parameter; of a body the JSON pointer, or a field that is an argument."""
    schema: doc.JsonSchema


@dataclass
class _Written:
    """What has been written of a workflow."""

    inputs: dict[str, doc.WorkflowInput] = field(default_factory=dict)
    steps: dict[Step, tuple[doc.WorkflowStep, MethodParts]] = field(default_factory=dict)


def with_workflows(
    document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents
) -> ApiDocsDocument:
    """Return a document with the workflows that its author lists.

    Raises:
        ContractError: A workflow does not fit the document, and `spec` is strict.
    """
    writer = _Writer(document, spec, contents)
    by_name: dict[str, doc.Workflow] = {one.name: one for one in document.workflows or ()}
    problems: list[ContractError] = []
    for where, entry in spec.resolved_workflows():
        try:
            if (part := writer.workflow(entry, where)) is None:
                continue
            if part.name in by_name:
                hint = "give each workflow of a document its own name"
                raise BadWorkflow(f"there is a workflow {part.name!r}", where=where, hint=hint)
            by_name[part.name] = part
        except UnknownPart as error:
            if spec.audiences is None:
                problems.append(error)
        except ContractError as error:
            problems.append(error)
    spec.report(problems)
    return document.model_copy(update={"workflows": tuple(by_name.values()) or None})


class _Writer:
    def __init__(self, document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents) -> None:
        self._document = document
        self._asked = spec.audiences
        self._paths = SchemaPaths(document.schemas)
        self._methods = methods_of(document, contents)

    def workflow(self, entry: object, where: Location) -> doc.Workflow | None:
        """Write a workflow; None if it is for others.

        Raises:
            BadWorkflow: It does not fit the document.
        """
        if not isinstance(entry, Workflow):
            hint = "name what workflow() has returned"
            raise BadWorkflow(f"{displayed(entry)} is not a workflow", where=where, hint=hint)
        if self._asked is not None and not is_shown(entry.audience, self._asked):
            return None
        written = _Written()
        for step in entry.steps:
            self._step(entry, step, written)
        outputs = {}
        for name, value in entry.outputs.items():
            output_place = entry.where / "outputs" / name
            if not isinstance(value, Reference) or isinstance(origin_of(value)[0], Given):
                hint = "give what a step has returned, or a part of it"
                raise BadWorkflow("this is not a result of a step", where=output_place, hint=hint)
            outputs[name] = doc.WorkflowValue(**self._source(value, None, written, output_place))
        return doc.Workflow(
            name=entry.name,
            summary=entry.summary,
            description=entry.description,
            inputs=tuple(written.inputs.values()) or None,
            steps=tuple(step for step, _ in written.steps.values()),
            outputs=outputs or None,
        )

    def _step(self, workflow: Workflow, step: Step, written: _Written) -> None:
        method = find_method(self._methods, step)
        parts = method.parts
        where = Location(
            file=step.where.file, line=step.where.line, owner=f"step {parts.method.name!r}"
        )
        if step in written.steps:
            hint = "call step() once for each step"
            raise BadWorkflow("the step is listed twice", where=where, hint=hint)
        arguments: list[doc.StepArgument] = []
        for slot, value, slot_place in self._sent(method, step, where):
            arguments += self._fed(slot, value, written, slot_place)
        arguments += self._credentials(workflow, parts, written, where)
        names = {known.name for known, _ in written.steps.values()}
        base = re.sub(r"[^\w-]", "_", parts.method.name, flags=re.ASCII)  # as Arazzo demands
        name, number = base, 2
        while name in names:
            name, number = f"{base}-{number}", number + 1
        called = doc.WorkflowStep(name=name, method=method.key, arguments=tuple(arguments) or None)
        written.steps[step] = called, parts

    def _sent(
        self, method: Method, step: Step, where: Location
    ) -> Iterator[tuple[_Slot, object, Location]]:
        """Yield what a call sends, each with its place in the code; the fields of a body together.

        Raises:
            BadWorkflow: Something that the method needs is missing.
        """
        parts = method.parts
        fed: set[tuple[str, str]] = set()
        body: dict[str, object] = {}
        for name, value in step.arguments.items():
            for slot, part in self._slots(method, name, value, where / name):
                fed.add((slot.place, slot.name))
                if slot.place == "body" and slot.name:
                    body[slot.name] = part
                else:
                    yield slot, part, where / name
        for slot, value in _required(parts, fed, where):
            yield slot, value, where / slot.name
        content = body_of(parts.method)
        if body and content is not None:
            yield _Slot("body", "", content.schema or {}), body, where
        elif is_body_required(parts.method) and ("body", "") not in fed:
            raise BadWorkflow("its body has no source", where=where, hint=_FEED)

    def _slots(
        self, method: Method, name: str, value: object, where: Location
    ) -> Iterator[tuple[_Slot, object]]:
        """Yield the places that an argument is sent at, each with its part of the value.

        Raises:
            UnknownPart: The method has no such argument, or it is for others.
        """
        params = params_of(method.parts)
        content = body_of(method.parts.method)
        is_known = False
        for place, wire, is_field in places_of(method, name):
            if place == "body" and content is not None:
                is_known = True
                yield _Slot("body", wire, content.schema or {}), value
            elif (place, wire) in params:
                is_known = True
                part = value
                if is_field:
                    part = _field_of(value, wire)
                if part is not None:
                    yield _Slot(place, wire, params[place, wire].schema), part
        if not is_known:
            raise _unknown_argument(method, name, where)

    def _field(self, slot: _Slot, name: str | int, where: Location) -> _Slot:
        """Return the place of a field, or of an item, inside a body."""
        inner = self._paths.member(slot.schema, name)
        if inner is None:
            known = self._paths.names(slot.schema)
            hint = f"it has {short_list(known)}" if known else "drop it"
            raise UnknownPart(f"there is no field {name!r}", where=where, hint=hint)
        return _Slot(slot.place, slot.name + pointer_of([inner.name]), inner.schema)

    def _fed(
        self, slot: _Slot, value: object, written: _Written, where: Location
    ) -> Iterator[doc.StepArgument]:
        """Yield what feeds a place: one entry, or one for each field that has its own source."""
        if isinstance(value, Reference):
            source = self._source(value, slot, written, where)
            brand = self._brands(slot.schema).get("")
            yield doc.StepArgument(
                place=slot.place, name=slot.name, brand=brand[-1] if brand else None, **source
            )
            return
        members = _members(value)
        if members is None or not _has_references(value):
            constant = self._constant(value, slot, where)
            yield doc.StepArgument(place=slot.place, name=slot.name, value=constant)
            return
        if slot.place != "body":
            hint = "give the whole value from one source"
            raise BadWorkflow("a parameter has one source", where=where, hint=hint)
        names = set()
        for name, inner in members.items():
            field = self._field(slot, name, where)
            names.add(field.name)
            yield from self._fed(field, inner, written, where / str(name))
        for name in self._paths.required(slot.schema):
            if slot.name + pointer_of([name]) not in names:
                raise BadWorkflow("nothing feeds it", where=where / name, hint=_FEED)

    def _constant(self, value: object, slot: _Slot, where: Location) -> Any:
        """Return a constant as JSON: of a model what its author has set, if that is enough.

        Raises:
            BadWorkflow: It does not fit the schema of its place.
        """
        constant = to_jsonable_python(value, by_alias=True, fallback=displayed)
        schemas = self._document.schemas
        if isinstance(value, BaseModel):
            set_fields = _set_fields(value)
            if fits(set_fields, slot.schema, schemas):
                constant = set_fields
        if not fits(constant, slot.schema, schemas):
            hint = "give a value that its schema accepts"
            # An audience may not know all values, as it does not know all fields.
            kind = BadWorkflow if self._asked is None else UnknownPart
            raise kind(f"{displayed(constant)} does not fit", where=where, hint=hint)
        self._check_known(constant, slot, where)
        return constant

    def _check_known(self, constant: object, slot: _Slot, where: Location) -> None:
        """Check that a schema knows all fields of a constant, which may be for others."""
        if isinstance(constant, dict | list):
            for name, inner in (_members(constant) or {}).items():
                self._check_known(inner, self._field(slot, name, where), where / str(name))

    def _source(
        self, value: Reference, slot: _Slot | None, written: _Written, where: Location
    ) -> dict[str, Any]:
        """Return where a value comes from, as members of a `WorkflowValue`.

        Args:
            value: The value.
            slot: What it feeds, whose brand it must have; None: anything.
            written: What the workflow has before.
            where: The place, for messages.
        """
        origin, path = origin_of(value)
        wanted = self._brands(slot.schema, only_required=True) if slot is not None else {}
        if isinstance(origin, Given):
            if path:
                hint = f"give it as an input of its own: given({str(path[-1])!r})"
                raise BadWorkflow("this is a part of an input", where=where, hint=hint)
            schema = slot.schema if slot is not None else {}
            new = doc.WorkflowInput(name=origin.name, schema=schema, description=origin.description)
            known = written.inputs.setdefault(origin.name, new)
            self._check_brands(wanted, self._brands(known.schema), origin.name, where)
            return {"input": origin.name}
        if origin not in written.steps:
            hint = "list the step that gives the value before the one that takes it"
            raise BadWorkflow("its value comes from no earlier step", where=where, hint=hint)
        step, parts = written.steps[origin]
        schema = output_schema(parts.method) or {}
        names: list[str] = []
        for part in path:
            inner = self._paths.member(schema, part)
            if inner is None or output_schema(parts.method) is None:
                known_names = self._paths.names(schema)
                hint = f"it has {short_list(known_names)}" if known_names else "it has no fields"
                raise UnknownPart(
                    f"the result of {step.name} has no {part!r}", where=where, hint=hint
                )
            schema = inner.schema
            names.append(inner.name)
        self._check_brands(wanted, self._brands(schema), f"{step.name} gives", where)
        return {"step": step.name, "pointer": pointer_of(names) or None}

    def _brands(
        self, schema: doc.JsonSchema, *, only_required: bool = False
    ) -> dict[str, tuple[str, ...]]:
        """Return the brands in a schema by their places, which are empty for its own."""
        places = brand_places(schema, self._document.schemas, "", only_required=only_required)
        brands: dict[str, tuple[str, ...]] = {}
        for place in places:
            brands.setdefault(place.path, place.brands)
        return brands

    def _check_brands(
        self,
        wanted: Mapping[str, tuple[str, ...]],
        offered: Mapping[str, tuple[str, ...]],
        source: str,
        where: Location,
    ) -> None:
        """Check that a value has the brands that its place wants; a more special one will do.

        Raises:
            BadWorkflow: It has another brand, or none.
        """
        for path, brands in wanted.items():
            brand, own = brands[-1], offered.get(path, ())
            if brand in own or (path and not own):
                continue
            got = f"a value without a brand ({source})"
            if own:
                got = f"{own[-1]} ({source})"
            givers = [
                f"{one.contract}.{one.method}" for one in self._document.users.returned_by(brand)
            ]
            hint = f"{short_list(givers)} return one" if givers else "take it from given(...)"
            raise BadWorkflow(
                f"it takes {brand}, but gets {got}",
                where=where / path if path else where,
                hint=hint,
            )

    def _credentials(
        self, workflow: Workflow, parts: MethodParts, written: _Written, where: Location
    ) -> Iterator[doc.StepArgument]:
        """Yield the credentials of a call, where it cannot do without."""
        alternatives = needed_schemes(parts)
        if not alternatives or not all(alternatives):
            return
        for name in alternatives[0]:
            scheme = (self._document.security_schemes or {}).get(name, {})
            request = HttpRequest("", "")
            add_credential(request, scheme, "")
            placed: dict[Place, dict[str, str]] = {
                "header": request.headers,
                "query": dict(request.query),
                "cookie": request.cookies,
            }
            for place, values in placed.items():
                for wire, prefix in values.items():
                    value = workflow.credential or Reference(Given(name, scheme.get("description")))
                    slot = _Slot(place, wire, {"type": "string"})
                    source = self._source(value, slot, written, where / "credential")
                    yield doc.StepArgument(place=place, name=wire, prefix=prefix or None, **source)


def _required(
    parts: MethodParts, fed: Container[tuple[str, str]], where: Location
) -> Iterator[tuple[_Slot, object]]:
    """Yield what the contract requires of each call and nothing feeds: callers choose it, for no
    argument does.

    Raises:
        BadWorkflow: Nothing feeds a parameter of the method itself.
    """
    own = own_params(parts.method)
    for (place, name), param in params_of(parts).items():
        if param.required and (place, name) not in fed:
            if param in own:
                raise BadWorkflow("nothing feeds it", where=where / name, hint=_FEED)
            yield _Slot(place, name, param.schema), Reference(Given(name, param.description))


def _members(value: object) -> Mapping[Any, object] | None:
    """Return the fields or the items of a value; None if it has none."""
    if isinstance(value, Built):
        return value.fields
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    return None


def _has_references(value: object) -> bool:
    if isinstance(value, Reference | Built):
        return True
    return any(map(_has_references, (_members(value) or {}).values()))


def _field_of(value: object, name: str) -> object:
    """Return the field of a model that is sent as a parameter; None if it is left out."""
    if isinstance(value, Reference):
        return value[name]
    if isinstance(value, BaseModel):
        return _set_fields(value).get(name)
    return (_members(value) or {}).get(name)


def _set_fields(model: BaseModel) -> dict[str, Any]:
    """Return the fields of a model that its author has set, as JSON."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _unknown_argument(method: Method, name: str, where: Location) -> UnknownPart:
    """Return the error of an argument that a method does not have, with those that it has."""
    names = list(arguments_of(method.model))
    names += [wire for _place, wire in params_of(method.parts)]
    hint = "it has no arguments"
    if names:
        hint = f"its arguments are {short_list(list(dict.fromkeys(names)))}"
    message = f"{method.parts.name} has no argument {name!r}"
    return UnknownPart(message, where=where, hint=hint)
