"""Values of a strategy, the same in each run."""

from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

Value = TypeVar("Value")


def drawn_values(strategy: st.SearchStrategy[Value], count: int) -> list[Value]:
    """So many values, or fewer where there are no more."""
    found: list[Value] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Value) -> None:
        found.append(value)

    collect()
    return found
