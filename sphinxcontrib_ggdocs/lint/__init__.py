"""Lints contracts: reports what is allowed but is probably an error (`check_contracts`)."""

from .check import RULES, check_contracts
from .findings import Finding, Rule, Severity

__all__ = ["RULES", "Finding", "Rule", "Severity", "check_contracts"]
