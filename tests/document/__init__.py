"""Tests of the document, of which every output is made."""
