"""Measurements, with their assumptions in words in the README beside this file."""
