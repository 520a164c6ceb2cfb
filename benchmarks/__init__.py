"""Measurements, with their assumptions in words in the README of this folder."""
