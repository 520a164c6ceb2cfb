"""What adapters have in common."""
