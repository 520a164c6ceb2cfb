"""Renders the view of a document: signatures as docutils nodes, and what is below them as text that
templates write as HTML.
"""
