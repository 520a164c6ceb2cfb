"""The directives, one module each."""
