"""Reads documents of a standard format as contracts.

In: the path of a file of OpenAPI, AsyncAPI or a contract document, in JSON or YAML.
Out: `Contents`: groups of contracts and a `ServiceInfo`.

A reader is an entry point of the group ``sphinxcontrib_ggdocs.readers``, named after the field of
`ApiDocSpec` that lists its files. Read `elements.py` first: an `Element` is a value with its place
in a file, and warns there of errors. `files.py` loads files within limits, `schema_reader.py`
makes types of schemas, and each format has a package whose module `document.py` is the reader.
"""
