"""Implements the directives, one module each.

In: arguments, options and content of a directive. Out: the nodes of the reference, and a note in
the domain ``gg`` of the shown documents and objects.

Read `ggdocs` first, then its base class in `base`; further modules show parts of documents.
`ext.render` makes the nodes, and `ext.loader` loads the documents.
"""
