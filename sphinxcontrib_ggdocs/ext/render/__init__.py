"""Renders documents as docutils nodes, for every builder.

Read `reference.py` first: it writes a document or one of its pages. `object_nodes.py` writes an
object description, whose body is a leaf of blocks; `html_writer.py` and `node_writer.py` write
these when the page is written.
"""
