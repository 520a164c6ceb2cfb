"""Contains what adapters and readers share when they build contracts from applications and files:
names, groups, the selection of operations, and errors that are declared by status.

Read `groups` first: it collects operations and messages as contracts in groups.
"""
