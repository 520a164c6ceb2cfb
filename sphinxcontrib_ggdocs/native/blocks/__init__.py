"""What the reference shows, as blocks, of which writers make docutils nodes, HTML and Markdown.

Read `vocabulary` first, the module above this package, then `objects`: it has the blocks of an
object of any kind, which are in a module for each kind.
"""
