"""Contains what the adapters have in common."""
