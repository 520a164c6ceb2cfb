"""OpenAPI 3.0 and 3.1 as contracts."""
