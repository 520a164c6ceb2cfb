"""Lists the rules, and applies them to contracts."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from ..catalog import ApiDocSpec
from ..catalog.imports import import_object
from ..contracts import contract_of
from ..contracts.audiences import combined
from ..contracts.contract_errors import BadOption, Location
from ..contracts.model import Contract
from ..value_messages import did_you_mean
from .findings import Finding, Rule
from .rules import (
    credential_missing,
    error_redefined,
    hidden_required,
    server_error_missing,
    twin_models,
    unbranded_parameter,
    unknown_replacement,
)
from .survey import survey
from .text_rules import (
    description_missing,
    example_missing,
    omitted,
)

_ALL = (
    Rule(
        name="error-redefined",
        severity="error",
        about="One error type is defined twice, with another status or other data.",
        look=error_redefined,
    ),
    Rule(
        name="credential-missing",
        severity="error",
        about="A method needs a permission, but nothing says how callers identify themselves.",
        look=credential_missing,
    ),
    Rule(
        name="server-error-missing",
        severity="warning",
        about="A method does not list SERVER_ERROR, though every service can fail.",
        look=server_error_missing,
    ),
    Rule(
        name="twin-models",
        severity="warning",
        about="Two classes of equal shape describe what is read and what is saved.",
        look=twin_models,
    ),
    Rule(
        name="unbranded-parameter",
        severity="warning",
        about="A bare string or number is named like a brand or an identifier, where others have "
        "brands.",
        look=unbranded_parameter,
    ),
    Rule(
        name="unusable-value",
        severity="warning",
        about="A default or an example cannot be written as JSON, or does not match its type.",
        look=partial(omitted, keywords=("default", "example")),
    ),
    Rule(
        name="unusable-pattern",
        severity="warning",
        about="A pattern cannot be written in ECMA-262, which JSON Schema uses for patterns.",
        look=partial(omitted, keywords=("pattern",)),
    ),
    Rule(
        name="unusable-reference",
        severity="warning",
        about="A `$ref` in a hand-written schema is unresolved.",
        look=partial(omitted, keywords=("reference",)),
    ),
    Rule(
        name="unusable-keyword",
        severity="warning",
        about="A keyword in a hand-written schema has a value that JSON Schema does not allow.",
        look=partial(omitted, keywords=("keyword",)),
    ),
    Rule(
        name="hidden-required",
        severity="warning",
        about="Something that must be sent is hidden from some readers of the method.",
        look=hidden_required,
    ),
    Rule(
        name="unknown-replacement",
        severity="warning",
        about="Something deprecated names a replacement that no contract has.",
        look=unknown_replacement,
    ),
    Rule(
        name="description-missing",
        severity="info",
        about="A contract, a method, an error or a model has no description.",
        look=description_missing,
    ),
    Rule(
        name="example-missing",
        severity="info",
        about="A parameter, a field or a brand is an unconstrained string without an example.",
        look=example_missing,
    ),
)
RULES = {rule.name: rule for rule in _ALL}
"""All rules by name, the most severe first."""


def check_contracts(*contracts: object, off: Collection[str] = ()) -> tuple[Finding, ...]:
    """Report probable errors in valid contracts.

    Args:
        contracts: Decorated classes, contracts, their names as ``package.module:attribute``, or an
            `ApiDocSpec` for all contracts of a document. Rules that compare see them all together.
        off: Names of rules to turn off; `RULES` lists them all.

    Returns:
        The findings, rule by rule, in order of declaration.

    Raises:
        BadOption: `off` contains the name of an unknown rule.
        ContractError: A contract is wrong.
    """
    for name in off:
        if name not in RULES:
            raise BadOption(
                f"off: there is no rule {name!r}",
                where=Location(owner="check_contracts"),
                hint=did_you_mean(name, RULES) or f"the rules are {', '.join(RULES)}",
            )
    # By identity, because one contract may be given twice, as a class and by its name.
    unique_contracts: dict[int, Contract] = {}
    for source in contracts:
        for contract in _contracts(source):
            unique_contracts[id(contract)] = contract
    surveyed = survey(unique_contracts.values())
    findings: list[Finding] = []
    for rule in _ALL:
        if rule.name not in off:
            findings += rule.findings(surveyed)
    return tuple(findings)


def _contracts(source: object) -> Iterator[Contract]:
    """Yield the contracts of one argument of `check_contracts`: an `ApiDocSpec`, an import name, or
    a contract or decorated class itself.
    """
    if isinstance(source, ApiDocSpec):
        # Nothing is filtered for an audience: the rules look at hidden parts and their marks, too.
        for group in source.contents.groups:
            for contract in group.contracts:
                # Contracts do not know the audience of their group, which rules need as well.
                yield replace(contract, audience=combined(contract.audience, group.audience))
    elif isinstance(source, str):
        yield contract_of(import_object(source, Location(owner="check_contracts")))
    else:
        yield contract_of(source)
