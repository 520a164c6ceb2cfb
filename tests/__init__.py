"""Tests of every layer, each in the folder of its name."""
