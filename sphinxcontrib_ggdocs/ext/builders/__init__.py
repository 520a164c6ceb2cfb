"""What single builders and themes need beside the rendering: paper, plain text, link checks, sidebars."""
