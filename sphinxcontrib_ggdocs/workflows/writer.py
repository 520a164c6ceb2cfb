"""Writes workflows into the contract document, and checks them against it.

A missing method, an unresolved value, an input without a value, and a value of one brand where
another brand is required are problems (a brand is a type of its own for the ids of one kind of
thing, such as ``OrderId``). A problem removes only its own workflow. In a document for an audience,
a workflow that uses something hidden is hidden itself.
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
from ..json_pointer import json_pointer
from ..schema.fitting import fits
from ..value_messages import displayed, short_list
from .authoring import Built, Given, Reference, Step, Workflow, origin_of
from .methods import (
    BadWorkflow,
    Method,
    Place,
    UnknownPart,
    argument_places,
    arguments_of,
    find_method,
    methods_of,
    params_by_place,
)
from .schema_paths import SchemaPaths, params_without_contract

_HINT_FOR_MISSING_VALUE = "give it a constant, given(...), or a result of an earlier step"


class _Target(NamedTuple):
    """A parameter, a body or a part of a body, to which a call sends a value."""

    place: Place
    name: str
    """The name of a parameter. For a body it is empty, for a part of a body it is the JSON pointer
    of that part or, before the body is put together, the name of a field that is an argument.
    """
    schema: doc.JsonSchema
    """The schema that the value has to fit."""


@dataclass
class _WrittenParts:
    """The inputs and the steps of a workflow that have been written so far."""

    inputs: dict[str, doc.WorkflowInput] = field(default_factory=dict)
    """The inputs by name."""
    steps: dict[Step, tuple[doc.WorkflowStep, MethodParts]] = field(default_factory=dict)
    """By step of the author: the step of the document, and the method that it calls."""


def with_workflows(
    document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents
) -> ApiDocsDocument:
    """Return a document with the workflows that its author lists, after those that it already has.

    Args:
        document: The document, already filtered for the audience.
        spec: The options of the document, which list the workflows.
        contents: The contracts of the document.

    Raises:
        ContractError: A workflow does not fit the document, and `spec` is strict; otherwise there
            is a warning, and the workflow is left out.
    """
    writer = _WorkflowWriter(document, spec, contents)
    by_name: dict[str, doc.Workflow] = {item.name: item for item in document.workflows or ()}
    problems: list[ContractError] = []
    for where, entry in spec.resolved_workflows():
        try:
            workflow = writer.workflow(entry, where)
            if workflow is None:  # hidden from the audience
                continue
            if workflow.name in by_name:
                hint = "give each workflow of a document its own name"
                raise BadWorkflow(f"there is a workflow {workflow.name!r}", where=where, hint=hint)
            by_name[workflow.name] = workflow
        except UnknownPart as error:
            # In a document for an audience, the unknown part counts as hidden, and so does the
            # workflow. In a document that shows everything, it does not exist, which is an error.
            if spec.audiences is None:
                problems.append(error)
        except ContractError as error:
            problems.append(error)
    spec.report(problems)
    return document.model_copy(update={"workflows": tuple(by_name.values()) or None})


class _WorkflowWriter:
    """Writes the workflows of one document.

    Args:
        document: The contract document, already filtered for the audience.
        spec: Says for which audience the document is.
        contents: The contracts of the document, which have the Python names of arguments.
    """

    def __init__(self, document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents) -> None:
        self._document = document
        self._audiences = spec.audiences
        """The requested audiences; None if everything is shown."""
        self._paths = SchemaPaths(document.schemas)
        self._methods = methods_of(document, contents)

    def workflow(self, entry: object, where: Location) -> doc.Workflow | None:
        """Return a workflow as a part of the document; None if the audience must not see it.

        Args:
            entry: What the author has listed; a `Workflow`, if the list is right.
            where: The place of the entry, for messages.

        Raises:
            BadWorkflow: It does not fit the document.
        """
        if not isinstance(entry, Workflow):
            hint = "name what workflow() has returned"
            raise BadWorkflow(f"{displayed(entry)} is not a workflow", where=where, hint=hint)
        if self._audiences is not None and not is_shown(entry.audience, self._audiences):
            return None
        written = _WrittenParts()
        for step in entry.steps:
            self._step(entry, step, written)
        outputs = {}
        for name, value in entry.outputs.items():
            output_place = entry.where / "outputs" / name
            if not isinstance(value, Reference) or isinstance(origin_of(value)[0], Given):
                hint = "give what a step has returned, or a part of it"
                raise BadWorkflow("this is not a result of a step", where=output_place, hint=hint)
            outputs[name] = doc.WorkflowValue(**self._source_of(value, None, written, output_place))
        return doc.Workflow(
            name=entry.name,
            summary=entry.summary,
            description=entry.description,
            inputs=tuple(written.inputs.values()) or None,
            steps=tuple(step for step, _ in written.steps.values()),
            outputs=outputs or None,
        )

    def _step(self, workflow: Workflow, step: Step, written: _WrittenParts) -> None:
        """Write a step, and add it and the inputs that it takes to the written parts."""
        method = find_method(self._methods, step)
        parts = method.parts
        where = Location(
            file=step.where.file, line=step.where.line, owner=f"step {parts.method.name!r}"
        )
        if step in written.steps:
            hint = "call step() once for each step"
            raise BadWorkflow("the step is listed twice", where=where, hint=hint)
        arguments: list[doc.StepArgument] = []
        for target, value, target_place in self._sent_values(method, step, where):
            arguments += self._arguments_for(target, value, written, target_place)
        arguments += self._credentials(workflow, parts, written, where)
        name = _step_name(parts.method.name, written)
        written_step = doc.WorkflowStep(
            name=name, method=method.key, arguments=tuple(arguments) or None
        )
        written.steps[step] = written_step, parts

    def _sent_values(
        self, method: Method, step: Step, where: Location
    ) -> Iterator[tuple[_Target, object, Location]]:
        """Yield the values that a call sends, each with its target and its place in the author's
        code.

        The fields of a body are yielded together, as one value. Required parameters of the contract
        that the author leaves out get their values from new inputs of the workflow.

        Raises:
            BadWorkflow: Something that the method needs is missing.
        """
        parts = method.parts
        filled: set[tuple[str, str]] = set()  # places and names on the wire
        body: dict[str, object] = {}  # the fields of the body that are arguments of their own
        for name, value in step.arguments.items():
            for target, part in self._targets_of_argument(method, name, value, where / name):
                filled.add((target.place, target.name))
                if target.place == "body" and target.name:
                    body[target.name] = part
                else:
                    yield target, part, where / name
        for target, value in _required_params(parts, filled, where):
            yield target, value, where / target.name
        content = body_of(parts.method)
        if body and content is not None:
            yield _Target("body", "", content.schema or {}), body, where
        elif is_body_required(parts.method) and ("body", "") not in filled:
            raise BadWorkflow("its body has no source", where=where, hint=_HINT_FOR_MISSING_VALUE)

    def _targets_of_argument(
        self, method: Method, name: str, value: object, where: Location
    ) -> Iterator[tuple[_Target, object]]:
        """Yield the targets to which an argument is sent (parameters, the body or a part of it),
        each with the value that is sent there.

        There are several if the argument is a model whose fields are parameters.

        Args:
            method: The called method.
            name: The name of the argument.
            value: The value that the author gives.
            where: The place of the argument in the author's code.

        Raises:
            UnknownPart: The method has no such argument, or the audience must not see it.
        """
        params = params_by_place(method.parts)
        content = body_of(method.parts.method)
        is_known = False
        for place, name_on_wire, is_field in argument_places(method, name):
            if place == "body" and content is not None:
                is_known = True
                yield _Target("body", name_on_wire, content.schema or {}), value
            elif (place, name_on_wire) in params:  # a hidden parameter is not
                is_known = True
                part = value
                if is_field:
                    part = _parameter_value(value, name_on_wire)
                if part is not None:  # None: the author has not set this field of the model
                    yield _Target(place, name_on_wire, params[place, name_on_wire].schema), part
        if not is_known:
            raise _unknown_argument(method, name, where)

    def _member_target(self, target: _Target, name: str | int, where: Location) -> _Target:
        """Return the target of a field or an item inside a body.

        Raises:
            UnknownPart: The schema of the body has no such field.
        """
        member = self._paths.member(target.schema, name)
        if member is None:
            existing = self._paths.names(target.schema)
            hint = f"it has {short_list(existing)}" if existing else "drop it"
            raise UnknownPart(f"there is no field {name!r}", where=where, hint=hint)
        return _Target(target.place, target.name + json_pointer([member.name]), member.schema)

    def _arguments_for(
        self, target: _Target, value: object, written: _WrittenParts, where: Location
    ) -> Iterator[doc.StepArgument]:
        """Yield the arguments of the document for one target: one argument, or one for each part of
        a body that has its own source.

        Raises:
            BadWorkflow: A required field of a body has no source, a parameter has several, or a
                value does not fit.
            UnknownPart: A body has no such field, or the audience must not see it.
        """
        if isinstance(value, Reference):
            source = self._source_of(value, target, written, where)
            brands = self._brands_by_path(target.schema).get("", ())
            brand = brands[-1] if brands else None  # the most special one
            yield doc.StepArgument(place=target.place, name=target.name, brand=brand, **source)
            return
        members = _members(value)
        # A value without references is one constant, however many members it has.
        if members is None or not _has_references(value):
            constant = self._constant(value, target, where)
            yield doc.StepArgument(place=target.place, name=target.name, value=constant)
            return
        if target.place != "body":
            hint = "give the whole value from one source"
            raise BadWorkflow("a parameter has one source", where=where, hint=hint)
        pointers = set()  # of the fields that have a source
        for name, member_value in members.items():
            member_target = self._member_target(target, name, where)
            pointers.add(member_target.name)
            yield from self._arguments_for(member_target, member_value, written, where / str(name))
        for name in self._paths.required(target.schema):
            if target.name + json_pointer([name]) not in pointers:
                raise BadWorkflow(
                    "nothing feeds it", where=where / name, hint=_HINT_FOR_MISSING_VALUE
                )

    def _constant(self, value: object, target: _Target, where: Location) -> Any:
        """Return a constant as a JSON value.

        Of a model only the fields that the author has set are taken, if these are enough.

        Raises:
            BadWorkflow: It does not fit the schema of its target.
        """
        # What JSON cannot hold becomes a text, so that a message of ours can show it.
        constant = to_jsonable_python(value, by_alias=True, fallback=displayed)
        schemas = self._document.schemas
        if isinstance(value, BaseModel):
            set_fields = _set_fields(value)
            if fits(set_fields, target.schema, schemas):
                constant = set_fields
        if not fits(constant, target.schema, schemas):
            hint = "give a value that its schema accepts"
            error_class = BadWorkflow
            if self._audiences is not None:
                error_class = UnknownPart  # the schema for an audience may lack values
            raise error_class(f"{displayed(constant)} does not fit", where=where, hint=hint)
        self._check_known(constant, target, where)
        return constant

    def _check_known(self, constant: object, target: _Target, where: Location) -> None:
        """Check that the schema has all fields of a constant, so that hidden fields are not
        shown.
        """
        if isinstance(constant, dict | list):
            for name, inner in (_members(constant) or {}).items():
                self._check_known(
                    inner, self._member_target(target, name, where), where / str(name)
                )

    def _source_of(
        self, value: Reference, target: _Target | None, written: _WrittenParts, where: Location
    ) -> dict[str, Any]:
        """Return the source of a value, as members of a `WorkflowValue`: an input, or a part of a
        result.

        Args:
            value: The reference that the author gives.
            target: The target of the value, whose brand it must have; None: any value is right.
            written: The inputs and steps so far; a new input is added.
            where: The place in the author's code, for messages.

        Raises:
            BadWorkflow: The source is not an earlier step, or its brand is wrong.
            UnknownPart: The result of the step has no such part.
        """
        origin, path = origin_of(value)
        target_schema: doc.JsonSchema = {}
        if target is not None:
            target_schema = target.schema
        required_brands = self._brands_by_path(target_schema, only_required=True)
        if isinstance(origin, Given):
            if path:
                hint = f"give it as an input of its own: given({str(path[-1])!r})"
                raise BadWorkflow("this is a part of an input", where=where, hint=hint)
            new_input = doc.WorkflowInput(
                name=origin.name, schema=target_schema, description=origin.description
            )
            # An input that several arguments take has the schema of the first of them.
            workflow_input = written.inputs.setdefault(origin.name, new_input)
            brands = self._brands_by_path(workflow_input.schema)
            self._check_brands(required_brands, brands, origin.name, where)
            return {"input": origin.name}
        if origin not in written.steps:
            hint = "list the step that gives the value before the one that takes it"
            raise BadWorkflow("its value comes from no earlier step", where=where, hint=hint)
        step, parts = written.steps[origin]
        schema = output_schema(parts.method) or {}
        names: list[str] = []
        for step_of_path in path:
            member = self._paths.member(schema, step_of_path)
            # A response without a schema has no parts, but an empty schema would have every member.
            if member is None or output_schema(parts.method) is None:
                existing = self._paths.names(schema)
                hint = f"it has {short_list(existing)}" if existing else "it has no fields"
                raise UnknownPart(
                    f"the result of {step.name} has no {step_of_path!r}", where=where, hint=hint
                )
            schema = member.schema
            names.append(member.name)
        brands = self._brands_by_path(schema)
        self._check_brands(required_brands, brands, f"{step.name} gives", where)
        return {"step": step.name, "pointer": json_pointer(names) or None}

    def _brands_by_path(
        self, schema: doc.JsonSchema, *, only_required: bool = False
    ) -> dict[str, tuple[str, ...]]:
        """Return the brands in a schema by their paths inside a value; that of the value itself is
        empty.

        Several brands at one path build on each other; the last one is the most special. With
        `only_required`, optional fields are left out.
        """
        places = brand_places(schema, self._document.schemas, "", only_required=only_required)
        brands_by_path: dict[str, tuple[str, ...]] = {}
        for place in places:
            brands_by_path.setdefault(place.path, place.brands)
        return brands_by_path

    def _check_brands(
        self,
        required: Mapping[str, tuple[str, ...]],
        actual: Mapping[str, tuple[str, ...]],
        source: str,
        where: Location,
    ) -> None:
        """Check that a value has the brands that its target requires, or brands that build on them.

        A field of the value that has no brand at all is accepted.

        Args:
            required: The brands of the target by path.
            actual: The brands of the value by path.
            source: The source of the value, for messages.
            where: The place in the author's code, for messages.

        Raises:
            BadWorkflow: The value has another brand, or none.
        """
        for path, required_brands in required.items():
            brand = required_brands[-1]
            actual_brands = actual.get(path, ())
            is_unbranded_field = path and not actual_brands  # the empty path is the value itself
            if brand in actual_brands or is_unbranded_field:
                continue
            got = f"a value without a brand ({source})"
            if actual_brands:
                got = f"{actual_brands[-1]} ({source})"
            hint = "take it from given(...)"
            methods = self._document.users.returned_by(brand)
            if methods:
                names = [f"{method.contract}.{method.method}" for method in methods]
                hint = f"{short_list(names)} return one"
            raise BadWorkflow(
                f"it takes {brand}, but gets {got}",
                where=where / path if path else where,
                hint=hint,
            )

    def _credentials(
        self, workflow: Workflow, parts: MethodParts, written: _WrittenParts, where: Location
    ) -> Iterator[doc.StepArgument]:
        """Yield the credentials of a call as arguments, if it cannot be made without.

        They are those of the first alternative; the caller gives them, unless the author named a
        source.
        """
        alternatives = needed_schemes(parts)
        if not alternatives or not all(alternatives):  # an empty alternative needs no credentials
            return
        for name in alternatives[0]:
            scheme = (self._document.security_schemes or {}).get(name, {})
            # A request with an empty credential shows where the scheme sends it, and after which
            # prefix, such as `Bearer `.
            request = HttpRequest("", "")
            add_credential(request, scheme, "")
            prefixes: dict[Place, dict[str, str]] = {
                "header": request.headers,
                "query": dict(request.query),
                "cookie": request.cookies,
            }
            for place, prefix_by_name in prefixes.items():
                for param_name, prefix in prefix_by_name.items():
                    value = workflow.credential or Reference(Given(name, scheme.get("description")))
                    target = _Target(place, param_name, {"type": "string"})
                    source = self._source_of(value, target, written, where / "credential")
                    yield doc.StepArgument(
                        place=place, name=param_name, prefix=prefix or None, **source
                    )


def _step_name(method_name: str, written: _WrittenParts) -> str:
    """Return a name for a step that no step of the workflow has: ``cancel``, ``cancel-2``."""
    existing_names = {step.name for step, _ in written.steps.values()}
    base = re.sub(r"[^\w-]", "_", method_name, flags=re.ASCII)  # as Arazzo demands
    name = base
    number = 2
    while name in existing_names:
        name = f"{base}-{number}"
        number += 1
    return name


def _required_params(
    parts: MethodParts, filled: Container[tuple[str, str]], where: Location
) -> Iterator[tuple[_Target, object]]:
    """Yield the required parameters of the contract that no argument fills, with new inputs of the
    workflow as their values.

    Args:
        parts: The called method.
        filled: Places and names of the parameters that arguments fill.
        where: The place of the step in the author's code.

    Raises:
        BadWorkflow: No argument fills a required parameter of the method itself.
    """
    own_params = params_without_contract(parts.method)
    for (place, name), param in params_by_place(parts).items():
        if param.required and (place, name) not in filled:
            if param in own_params:
                raise BadWorkflow(
                    "nothing feeds it", where=where / name, hint=_HINT_FOR_MISSING_VALUE
                )
            yield _Target(place, name, param.schema), Reference(Given(name, param.description))


def _members(value: object) -> Mapping[Any, object] | None:
    """Return the fields of an object by name, or the items of a list by position; None for other
    values.
    """
    if isinstance(value, Built):  # an object some of whose fields are references
        return value.fields
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list | tuple):
        return dict(enumerate(value))
    return None


def _has_references(value: object) -> bool:
    """Return whether a value contains references at any depth.

    `Built` objects count as such, since they cannot be written as constants.
    """
    if isinstance(value, Reference | Built):
        return True
    members = _members(value) or {}
    return any(_has_references(member) for member in members.values())


def _parameter_value(value: object, name: str) -> object:
    """Return the field of a model that is sent as a parameter; None if the author has not set it.

    `value` is a reference to a model, a model, or its fields.
    """
    if isinstance(value, Reference):
        return value[name]
    if isinstance(value, BaseModel):
        return _set_fields(value).get(name)
    return (_members(value) or {}).get(name)


def _set_fields(model: BaseModel) -> dict[str, Any]:
    """Return the fields of a model that its author has set, as JSON values by their names on the
    wire.
    """
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _unknown_argument(method: Method, name: str, where: Location) -> UnknownPart:
    """Return the error for an argument that a method does not have; its hint lists the
    arguments.
    """
    names = list(arguments_of(method.model))
    names += [wire for _place, wire in params_by_place(method.parts)]
    hint = "it has no arguments"
    if names:
        hint = f"its arguments are {short_list(list(dict.fromkeys(names)))}"
    message = f"{method.parts.name} has no argument {name!r}"
    return UnknownPart(message, where=where, hint=hint)
