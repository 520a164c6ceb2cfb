"""Proposes a workflow for a chain of calls, as Python code."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword

from ..agents.chains import Call, ChainFinder
from ..agents.json_schemas import argument_names, body_of, is_body_required
from ..agents.library import Library, LoadedDocument, MethodParts
from ..catalog import ApiDocSpec
from ..contracts.model import Contract, HttpMethod, Interaction, members_of
from ..native import build_contract_doc
from .schema_paths import SchemaPaths, params_without_contract

_PythonMethods = dict[str, tuple[Contract, HttpMethod | Interaction]]
"""Methods that are written in Python, with their contracts, by their names: ``OrderApi.cancel``."""


def proposed_workflow(spec: ApiDocSpec, method_name: str, known_brands: Iterable[str] = ()) -> str:
    """Return Python code of a workflow that ends with a method, after the fewest calls that return
    the values which the method takes.

    Args:
        spec: The document.
        method_name: The method, as readers call it: ``PaymentApi.refund``.
        known_brands: Brands of which the caller has a value already: ``OrderId``.

    Raises:
        UnknownName: The document has no such method.
    """
    loaded, parts = Library([build_contract_doc(spec)]).method(method_name)
    chain = ChainFinder(loaded).chain(parts.name, known_brands)
    return "\n".join(_Proposal(loaded, _python_methods(spec)).lines(chain.calls)) + "\n"


def _python_methods(spec: ApiDocSpec) -> _PythonMethods:
    """Return the methods of a document that are written in Python; none if it is read from an
    application or from files.
    """
    if spec.app is not None or spec.file_fields:
        return {}
    methods: _PythonMethods = {}
    for group in spec.resolved_groups():
        for contract in group.contracts:
            for member in members_of(contract):
                methods[f"{contract.name}.{member.name}"] = (contract, member)
    return methods


class _Proposal:
    """Writes the code of one workflow.

    Args:
        loaded: The document.
        methods: Its methods that are written in Python.
    """

    def __init__(self, loaded: LoadedDocument, methods: _PythonMethods) -> None:
        self._loaded = loaded
        self._methods = methods
        self._paths = SchemaPaths(loaded.document.schemas)

    def lines(self, calls: Sequence[Call]) -> Iterator[str]:
        """Yield the lines of a module: its imports, a variable for each step, and the workflow.

        Args:
            calls: The calls in their order; the last one is that of the requested method.
        """
        self._calls = calls  # for `_code_of_result`, which refers to earlier ones
        contracts_by_module: dict[str, set[str]] = {}
        steps: list[str] = []
        variables: list[str] = []  # their names, by which later steps refer to earlier ones
        for call in calls:
            parts = self._loaded.methods[call.method]
            variable = re.sub(r"\W|^(?=\d)", "_", parts.method.name)  # as an identifier
            while variable in variables or iskeyword(variable):  # a method may be called twice
                variable += "_"
            target = f"{parts.contract.name}.{parts.method.name}"
            contract, method = self._methods.get(target, (None, None))
            if contract is not None and contract.source is not None:
                contracts_by_module.setdefault(contract.source.module, set()).add(contract.name)
            else:
                target = f'"{target}"'  # a method that is not in Python is named by a string
            arguments = [target]
            for name, code in self._argument_codes(call, variables, method).items():
                arguments.append(f"{name}={code}")
            steps.append(f"{variable} = step({', '.join(arguments)})")
            variables.append(variable)
        for module, contracts in sorted(contracts_by_module.items()):
            yield f"from {module} import {', '.join(sorted(contracts))}"
        yield "from sphinxcontrib_ggdocs.workflows import given, step, workflow"
        yield ""
        yield from steps
        # The workflow has the name of its last step, the call that it is for.
        yield f'proposed = workflow("{variables[-1]}", [{", ".join(variables)}])'

    def _argument_codes(
        self, call: Call, variables: list[str], method: HttpMethod | Interaction | None
    ) -> dict[str, str]:
        """Return the required arguments of a call by their Python names, each with the code of its
        value: ``{"order": "create.id"}``.

        Args:
            call: The call.
            variables: The variables of the earlier steps, in the order of the calls.
            method: The called method, if it is written in Python.
        """
        parts = self._loaded.methods[call.method]
        own_params = params_without_contract(parts.method)
        arguments: dict[str, str] = {}
        for name, (_place, param) in argument_names(parts).items():
            # Those of the contract are the same for all calls; callers of the workflow choose them.
            if param.required and param in own_params:
                argument = _argument_name(method, param.name)
                result = self._code_of_result(call, name, variables)
                arguments[argument] = result or _given_call(argument)
        if is_body_required(parts.method):
            arguments |= self._body_arguments(call, variables, parts, method)
        return arguments

    def _body_arguments(
        self,
        call: Call,
        variables: list[str],
        parts: MethodParts,
        method: HttpMethod | Interaction | None,
    ) -> dict[str, str]:
        """Return the arguments for a required body by their Python names, each with the code of
        its value.

        A Python method takes the body as one argument, ``{"body": "{'order': create.id}"}``, or
        each field as an argument of its own, ``{"order": "create.id"}``.

        Args:
            call: The call.
            variables: The variables of the earlier steps, in the order of the calls.
            parts: The called method in the document.
            method: The called method in Python; None if it is not written in Python.
        """
        content = body_of(parts.method)
        # Each required field, with the code of an earlier result; None if there is no such result.
        fields: dict[str, str | None] = {}
        if content is not None and content.schema is not None:
            for field in self._paths.required(content.schema):
                fields[field] = self._code_of_result(call, f"body.{field}", variables)
        # An HTTP method has a body, an interaction a message; None if it is not in Python.
        body = getattr(method, "body", None) or getattr(method, "message", None)
        arguments: dict[str, str] = {}
        if body is None or body.argument is not None:  # the body is one argument
            argument = "body"
            if body is not None:
                argument = body.argument
            # Without fields from earlier results, callers give the body as a whole.
            arguments[argument] = _dict_code(fields) or _given_call(argument)
            return arguments
        for field, value in fields.items():
            argument = _argument_name(body.contents[0], field)
            arguments[argument] = value or _given_call(argument)
        return arguments

    def _code_of_result(self, call: Call, path: str, variables: Sequence[str]) -> str | None:
        """Return the code of the part of an earlier result that an argument takes:
        ``search.items[0].id``.

        None if no earlier call returns such a value, or if Python code cannot refer to it: it is in
        a header, or under any key of a mapping.

        Args:
            call: The call that takes the value. Its `takes` says by argument where the value comes
                from, ``{"from_call": 1, "brand": "OrderId"}``; `gives` of that call says by brand
                where its result has the value, ``items[].id``.
            path: The argument, or a field of the body such as ``body.order``.
            variables: The variables of the earlier steps, in the order of the calls.
        """
        source = call.takes.get(path, {})
        if "from_call" not in source:
            return None
        position = source["from_call"] - 1  # agents count calls from 1
        path_in_result = self._calls[position].gives[source["brand"]]
        if "*" in path_in_result or path_in_result.startswith("header."):
            return None
        code = str(variables[position])
        for step in filter(None, path_in_result.replace("[]", ".[]").split(".")):
            if step == "[]":  # any item of a list; the code takes the first
                code += "[0]"
            elif step.isidentifier() and not iskeyword(step):
                code += f".{step}"
            else:
                code += f"[{step!r}]"
        return code


def _dict_code(fields: Mapping[str, str | None]) -> str | None:
    """Return the code of a dict for a body; None if no earlier result gives one of its fields.

    `fields` has the code of the value of each field, or None: such a field becomes ``given(...)``.
    """
    if not any(fields.values()):
        return None
    members = [f"{field!r}: {value or _given_call(field)}" for field, value in fields.items()]
    return f"{{{', '.join(members)}}}"


def _given_call(name: str) -> str:
    """Return the code of a value that the caller of the workflow provides."""
    return f'given("{name}")'


def _argument_name(owner: object, name_on_wire: str) -> str:
    """Return the Python name of a parameter or a field from its name on the wire.

    `owner` is an HTTP method with its parameters, or a content with its fields. If it does not know
    the name, the result is similar to it: ``X_Key`` for ``X-Key``.
    """
    for part in getattr(owner, "parameters", None) or getattr(owner, "fields", None) or ():
        if part.name == name_on_wire and part.argument:
            return str(part.argument)
    return re.sub(r"\W", "_", name_on_wire)
