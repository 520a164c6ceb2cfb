"""A module that cannot be imported."""

NUMBER = 1 / 0
