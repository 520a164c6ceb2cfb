"""The static text of a view as lines: plain values, which writers turn into HTML or docutils
nodes.
"""
