"""Renders the view of a document as docutils nodes, for every builder.

Read `reference.py` first: it writes a document or one of its pages. `object_nodes.py` writes an
object description; below its signature is what `object_lines.py` writes, a paragraph or a list for
each fact, in the forms of `line_writer.py`.
"""
