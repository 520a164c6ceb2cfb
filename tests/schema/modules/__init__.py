"""Two modules whose types mention each other, with annotations that are strings."""
