"""Proposes a workflow for a chain of calls, as Python code."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword

from ..agents.chains import Call, ChainFinder
from ..agents.json_schemas import argument_names, body_of, is_body_required
from ..agents.library import Library, LoadedDocument, MethodParts
from ..catalog import ApiDocSpec
from ..contracts.model import Contract, HttpMethod, Interaction
from ..native import build_contract_doc
from .schema_paths import SchemaPaths, own_params

_Methods = dict[str, tuple[Contract, HttpMethod | Interaction]]


def proposed_workflow(spec: ApiDocSpec, wanted: str, known: Iterable[str] = ()) -> str:
    """Write the fewest calls that give what a method takes, the method last, as a workflow.

    Args:
        spec: The document.
        wanted: The method, as readers call it: ``PaymentApi.refund``.
        known: Brands of which the caller has a value: ``OrderId``.

    Raises:
        UnknownName: The document has no such method.
    """
    loaded, parts = Library([build_contract_doc(spec)]).method(wanted)
    chain = ChainFinder(loaded).chain(parts.name, known)
    return "\n".join(_Proposal(loaded, _methods(spec)).lines(chain.calls)) + "\n"


def _methods(spec: ApiDocSpec) -> _Methods:
    """Return the methods that are written in Python, by the names that documents have for them."""
    if spec.app is not None or spec.file_fields:
        return {}
    methods: _Methods = {}
    for group in spec.resolved_groups():
        for contract in group.contracts:
            members: Sequence[HttpMethod | Interaction]
            if contract.kind == "http":
                members = contract.methods
            else:
                members = contract.interactions
            for member in members:
                methods[f"{contract.name}.{member.name}"] = (contract, member)
    return methods


class _Proposal:
    def __init__(self, loaded: LoadedDocument, methods: _Methods) -> None:
        self._loaded = loaded
        self._methods = methods
        self._paths = SchemaPaths(loaded.document.schemas)

    def lines(self, calls: Sequence[Call]) -> Iterator[str]:
        """Yield the lines of a module."""
        self._calls = calls
        imports: dict[str, set[str]] = {}
        steps: list[str] = []
        names: list[str] = []
        for call in calls:
            parts = self._loaded.methods[call.method]
            name = re.sub(r"\W|^(?=\d)", "_", parts.method.name)
            while name in names or iskeyword(name):
                name += "_"
            target = f"{parts.contract.name}.{parts.method.name}"
            contract, method = self._methods.get(target, (None, None))
            if contract is not None and contract.source is not None:
                imports.setdefault(contract.source.module, set()).add(contract.name)
            else:
                target = f'"{target}"'
            arguments = self._arguments(call, names, method)
            step_arguments = [
                target,
                *(f"{argument}={code}" for argument, code in arguments.items()),
            ]
            steps.append(f"{name} = step({', '.join(step_arguments)})")
            names.append(name)
        for module, contracts in sorted(imports.items()):
            yield f"from {module} import {', '.join(sorted(contracts))}"
        yield "from sphinxcontrib_ggdocs.workflows import given, step, workflow"
        yield ""
        yield from steps
        yield f'proposed = workflow("{names[-1]}", [{", ".join(names)}])'

    def _arguments(
        self, call: Call, names: list[str], method: HttpMethod | Interaction | None
    ) -> dict[str, str]:
        """Return the arguments of a call by their names in Python, each with the code of its
        value.
        """
        parts = self._loaded.methods[call.method]
        own = own_params(parts.method)
        arguments: dict[str, str] = {}
        for name, (_place, param) in argument_names(parts).items():
            if param.required and param in own:
                argument = _argument(method, param.name)
                arguments[argument] = self._value(call, name, names) or _given(argument)
        if is_body_required(parts.method):
            arguments |= self._body(call, names, parts, method)
        return arguments

    def _body(
        self,
        call: Call,
        names: list[str],
        parts: MethodParts,
        method: HttpMethod | Interaction | None,
    ) -> dict[str, str]:
        """Return the arguments that are sent in the body, likewise."""
        content = body_of(parts.method)
        fields: dict[str, str | None] = {}
        if content is not None and content.schema is not None:
            for field in self._paths.required(content.schema):
                fields[field] = self._value(call, f"body.{field}", names)
        body = getattr(method, "body", None) or getattr(method, "message", None)
        arguments: dict[str, str] = {}
        if body is None or body.argument is not None:
            argument = "body"
            if body is not None:
                argument = body.argument
            arguments[argument] = _dict_of(fields) or _given(argument)
            return arguments
        for field, value in fields.items():
            argument = _argument(body.contents[0], field)
            arguments[argument] = value or _given(argument)
        return arguments

    def _value(self, call: Call, path: str, names: Sequence[str]) -> str | None:
        """Return the code of what an earlier call gives; None if none does, or no code leads to
        it.
        """
        taken = call.takes.get(path, {})
        if "from_call" not in taken:
            return None
        number = taken["from_call"] - 1
        place = self._calls[number].gives[taken["brand"]]
        if "*" in place or place.startswith("header."):
            return None
        code = str(names[number])
        for step in filter(None, place.replace("[]", ".[]").split(".")):
            if step == "[]":
                code += "[0]"
            elif step.isidentifier() and not iskeyword(step):
                code += f".{step}"
            else:
                code += f"[{step!r}]"
        return code


def _dict_of(fields: Mapping[str, str | None]) -> str | None:
    """Return the code of a dict with the code of its values; None if none of them is known."""
    if not any(fields.values()):
        return None
    members = [f"{field!r}: {value or _given(field)}" for field, value in fields.items()]
    return f"{{{', '.join(members)}}}"


def _given(name: str) -> str:
    return f'given("{name}")'


def _argument(owner: object, wire: str) -> str:
    """Return the name in Python of what has a name on the wire."""
    for part in getattr(owner, "parameters", None) or getattr(owner, "fields", None) or ():
        if part.name == wire and part.argument:
            return str(part.argument)
    return re.sub(r"\W", "_", wire)
