"""Limits what is generated from schemas: examples, samples, values of a mock.

Thirteen types, each with ten properties of the next type, are a small file whose value fits into no
memory. So all generated values are counted, and so is how deeply types are nested.
"""

from typing import Final

CUT: Final = "…"
"""The value in the place of what is not generated."""

DEEPEST = 60
"""Schemas inside schemas, references counted. Each takes up to six frames of Python's stack, which
has 1,000 unless somebody changes that."""

LINE = 80
"""Characters of a line of a text."""


class Budget:
    """Counts the values that are generated for one document, example or text.

    Args:
        values: How many values may be generated.
    """

    def __init__(self, values: int) -> None:
        """Create a budget from which nothing has been taken yet."""
        self.remaining = values
        """How many further values there may be."""
        self._level = 0
        """How many nested schemas have been entered and not left."""
        self.is_spent = False
        """Whether something was refused, so that what is generated is cut."""

    def take(self, values: int = 1) -> bool:
        """Take a number of values out of the budget; False if fewer remain."""
        if values > self.remaining:
            self.is_spent = True
            return False
        self.remaining -= values
        return True

    def take_text(self, length: int) -> bool:
        """Take a text or a name with this number of characters out of the budget.

        It counts as one value, and one more for each line of `LINE` characters.
        """
        return self.take(1 + length // LINE)

    def enter(self) -> bool:
        """Begin a nested schema, which counts as one value and lasts until `leave`.

        False if no value remains, or if schemas are nested too deeply; `leave` must not be called
        then.
        """
        if self._level >= DEEPEST:
            self.is_spent = True
            return False
        if not self.take():
            return False
        self._level += 1
        return True

    def leave(self) -> None:
        """End the nested schema that the last successful `enter` began."""
        self._level -= 1
