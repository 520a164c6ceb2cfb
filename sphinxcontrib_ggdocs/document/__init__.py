"""Builds the document of a service, from which every output is written.

Read `builder` first: it collects the types of all contracts, chooses their names, and lets `writer`
write the parts. `parts` and `model` define the JSON of the contract document, `exports` what
only other formats need. `shown_document` removes what the given audience must not see.
"""
