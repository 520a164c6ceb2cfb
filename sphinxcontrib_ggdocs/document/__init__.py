"""The document of a service, of which every output is made: its parts, and what makes it of
contracts.

Read `builder` first: it collects the types of all contracts, chooses their names, and lets `writer`
write the parts. `parts` and `model` are the contract document as JSON has it, `exports` what only
files of other formats need of it. `shown_document` leaves out what is for other audiences.
"""
