"""What adapters and readers share, which make contracts of applications and of files: names,
groups, the selection of operations, and errors that are declared by status.

Read `groups` first: it collects operations and messages as contracts in groups.
"""
