"""OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, as contracts."""
