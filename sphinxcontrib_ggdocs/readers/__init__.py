"""Readers of documents: files of a standard format become the contracts that they describe.

What comes out is the contract model, so that nothing behind it knows where a contract is from. A
reader is an entry point of the group ``sphinxcontrib_ggdocs.readers``, named after the field of
`ApiDocSpec` that lists its files.
"""
