"""Our own files in the output: the site of the native documentation, OpenAPI, AsyncAPI."""
