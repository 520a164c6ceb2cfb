"""What single builders and their themes need beside it: paper, plain text, link checks, sidebars."""
