"""Reports probable errors in valid contracts.

In: contracts, or an `ApiDocSpec` (`check_contracts`). Out: findings, each with rule, severity and
place.

Read `check` first: it lists the rules. `survey` lays out all contracts with types and schemas,
which `rules` and `text_rules` examine; `findings` has the values that they return, and `same_types`
compares classes by shape.
"""

from .check import RULES, check_contracts
from .findings import Finding, Rule, Severity

__all__ = ["RULES", "Finding", "Rule", "Severity", "check_contracts"]
