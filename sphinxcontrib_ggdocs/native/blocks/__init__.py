"""Builds the blocks that the reference shows, from which writers make docutils nodes, HTML and
Markdown.

Read `native/vocabulary.py` first, then `objects`, which returns the blocks of an object of any
kind; each kind has a module of its own.
"""
